"""Whether a workbook has room for a report, asked before the first cell is written.

xlsxwriter drops what lies beyond the edge of a sheet without a word, and Excel calls a workbook damaged in which one
formula is too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipeline.errors import TooMuchError
from pipeline.event import Event
from pipeline.limits import MB, Limits
from pipeline.method.calculation import Calculation
from pipeline.method.work import Work
from pipeline.registry import Column
from pipeline.words import Said, joined, said
from pipeline.workbook.layout import ARPO, EVENT, TIES, Layout, event_grid, layout_of, tie_columns, wanted_columns
from pipeline.workbook.resolver import Resolver
from pipeline.workbook.templates import at_row

ROWS, COLUMNS = 1_048_576, 16_384
"""What a sheet of an .xlsx workbook holds."""
ARGUMENTS, FORMULA = 255, 8_192
"""What a formula may have: values in a function's brackets, characters."""
_CELL = 250
"""Bytes that a cell takes while a workbook is being written, its formula not counted (measured with xlsxwriter)."""
_TABLE = said("Print the numbers without a workbook: arpo table.")
_FEWER = said("Ask for fewer iterations (--iterations).")


def check_sheet(name: str, rows: int, columns: int, mend: Said) -> None:
    """Raise TooMuchError where a sheet can't be so large; `mend` says what to do."""
    for count, most, what in ((rows, ROWS, said("rows")), (columns, COLUMNS, said("columns"))):
        if count > most:
            large = said(
                "the sheet {name} would have {count:,} {what}, and a sheet has room for {most:,}.",
                name=name, count=count, what=what, most=most,
            )
            raise TooMuchError(large, mend)


def check_event(event: Event, more_rows: int = 0, more_columns: int = 0) -> None:
    """Raise TooMuchError where a sheet has no room for the players or the rounds of an event."""
    grid = event_grid(event)
    width = max(span.last for span in grid.event.values()) + 1
    check_sheet(EVENT, grid.last_row + more_rows, width + more_columns, said("Divide the event into several files."))


def check_report(calculation: Calculation, limits: Limits) -> None:
    """Raise TooMuchError where a workbook can't hold the report, or writing it would take more than `limits` allow."""
    work, layout = calculation.work, layout_of(calculation)
    rounds = work.event.rounds
    check_event(work.event)
    if rounds > ARGUMENTS:
        raise TooMuchError(
            said(
                "the event has {rounds:,} rounds, and a formula of a spreadsheet adds {most} values at "
                "most, one a round.",
                rounds=rounds, most=ARGUMENTS,
            ),
            _TABLE,
        )
    check_sheet(ARPO, layout.sum_rows["converged"], layout.width, joined(" ", [_FEWER, _TABLE]))
    if layout.ties:
        check_sheet(TIES, layout.last_row, max(span.last for span in layout.ties.values()) + 1, _TABLE)
    sizes = _formulas(Resolver(layout, work), wanted_columns(work), layout)
    sizes |= _formulas(Resolver(layout, work, TIES), tie_columns(work), layout)
    longest = max(sizes, key=lambda key: sizes[key])
    if sizes[longest] > FORMULA:
        raise TooMuchError(
            said(
                "with {rounds:,} rounds a formula of the column {longest} would have {length:,} characters, "
                "and a spreadsheet takes {most:,}.",
                rounds=rounds, longest=longest, length=sizes[longest], most=FORMULA,
            ),
            said("Choose --c field, whose formulas are short. {table}", table=_TABLE) if longest == "c" else _TABLE,
        )
    _check_memory(work, layout, sizes, limits)


def _check_memory(work: Work, layout: Layout, sizes: Mapping[str, int], limits: Limits) -> None:
    """See `check_report`; `sizes` are the characters of the formulas by column."""
    steps = work.steps.values.shape[1]
    spans = {**layout.columns, **layout.ties}
    bytes_of = {key: layout.players * spans[key].count * (_CELL + size) for key, size in sizes.items()}
    total = sum(bytes_of.values())
    allowed = limits.workbook_mb * MB
    if total <= allowed:
        return
    of_steps = bytes_of["iteration"] + bytes_of["difference"]
    fitting = int((allowed - total + of_steps) // (of_steps // steps))
    fewer = said("Ask for {fitting} iterations (--iterations {fitting}).", fitting=fitting) if fitting > 0 else ""
    raise TooMuchError(
        said(
            "the workbook of {players:,} players, {rounds:,} rounds and {steps:,} iterations would take "
            "some {total:,} MB of memory to write, and the limit is {limit:,}.",
            players=layout.players, rounds=work.event.rounds, steps=steps, total=total // MB,
            limit=limits.workbook_mb,
        ),
        joined("", [*([fewer, " "] if fewer else []), _TABLE, limits.hint()]),
    )


def _formulas(resolver: Resolver, columns: Iterable[Column[Work]], layout: Layout) -> dict[str, int]:
    """The longest formula of each column, in characters; 0 for plain values."""
    sizes = {}
    for column in columns:
        span = layout.ties[column.key] if column.sheet else layout.columns[column.key]
        template, last = column.template(resolver.work), span.count
        formula = at_row(resolver.resolve(template, column.key, last), layout.last_row) if template else ""
        sizes[column.key] = len(formula)
    return sizes
