"""What `arpo audit` prints for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from pipeline.audit.judging.verdicts import VERDICTS, Verdict
from pipeline.audit.report.found import AGREES, DIFFERENCES, PARTLY, AnyAudit
from pipeline.audit.report.words import Words
from pipeline.console import console_on, has_width, too_narrow
from pipeline.words import told

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_STYLES = {AGREES: "green", PARTLY: "yellow", DIFFERENCES: "red"}
_WIDTH = 76
"""Characters of a terminal that tables fit, but for their margins."""
SHOWN = 20
"""So many findings are printed; the workbook has them all."""
LINES = 25
"""So many lines of counts are printed."""


def print_audit(audit: AnyAudit, words: Words, stream: TextIO) -> None:
    """The outcome, what it was judged by, counts by column, and the first findings."""
    words = words.about(audit)
    console = console_on(stream)
    label, details = audit.about
    console.print(words.label(label, **details))
    settings = [
        f"{words.setting(name)} = {words.setting(words.plain(value))} ({words.origin_of_setting(origin)})"
        for name, value, origin in audit.telling_settings
    ]
    console.print(f"{words.label('settings')}: {', '.join(settings)}")
    for remark in audit.remarks:
        console.print(f"  {words.remark(remark)}")
    _print_counts(audit, words, console)
    _print_findings(audit, words, console)
    console.print(words.master(audit), style=_STYLES[audit.outcome])


def _print_counts(audit: AnyAudit, words: Words, console: Console) -> None:
    found = lines(audit)
    verdicts: Sequence[Verdict] = VERDICTS
    table, needed = _counts(found[:LINES], verdicts, words, console)
    if has_width(console) and needed > console.width:
        verdicts = [verdict for verdict in VERDICTS if any(counts[verdict] for _, counts in found)]
        table, needed = _counts(found[:LINES], verdicts, words, console)
    # Counts are never cut: rather a line longer than a narrow window.
    console.width = max(console.width, needed)
    console.print(table)
    left = [words.verdict(verdict) for verdict in VERDICTS if verdict not in verdicts]
    if left:
        console.print(told(too_narrow(left), words.language))
    if len(found) > LINES:
        count = sum(len(columns) for columns, _ in found[LINES:])
        console.print("  " + words.label("more_columns", count=count, sheet=words.label("summary")))


def _counts(
    found: Sequence[tuple[list[str], Counter[str]]], verdicts: Sequence[Verdict], words: Words, console: Console
) -> tuple[Table, int]:
    """The table of counts by column with these verdicts, and how wide it is."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, safe_box=True)
    names = [words.verdict(verdict) for verdict in VERDICTS]
    table.add_column(words.heading("column"), max_width=_WIDTH - sum(len(name) + 3 for name in names), overflow="fold")
    for verdict in verdicts:
        table.add_column(words.verdict(verdict), justify="right", no_wrap=True)
    for columns, counts in found:
        ends = dict.fromkeys((words.column(columns[0]), words.column(columns[-1])))
        table.add_row(" … ".join(ends), *(str(counts[verdict] or "") for verdict in verdicts))
    return table, console.measure(table, options=console.options.update(max_width=_WIDTH)).maximum


def _print_findings(audit: AnyAudit, words: Words, console: Console) -> None:
    for pattern in audit.patterns:
        console.print(f"  {words.pattern(pattern)}")
    told = {spot for pattern in audit.patterns for spot in pattern.spots}
    left = [cell for cell in audit.findings if cell.spot not in told or cell.verdict is not Verdict.WRONG]
    origins = {cell.spot for cell in left if cell.verdict.is_error}
    following = Counter(cell.origin for cell in left if cell.verdict is Verdict.CARRIED)
    begin = [cell for cell in left if cell.verdict is not Verdict.CARRIED or cell.origin not in origins]
    found = sorted(begin, key=lambda cell: not cell.verdict.is_error)
    for cell in found[:SHOWN]:
        where = f"{cell.spot.sheet}!{cell.spot.cell}" if cell.spot.sheet else cell.spot.cell
        line = (
            f"  {where} {cell.player}, {words.column(cell.column)}: {words.verdict(cell.verdict)}; "
            f"{words.heading('stated').lower()} {words.number(cell.stated, cell.shown_decimals)}"
        )
        if cell.expected is not None or not cell.causes:
            expected = words.number(cell.expected, cell.shown_decimals, "no_value")
            line += f", {words.heading('expected').lower()} {expected}"
        said = words.causes(cell)
        console.print(f"{line}: {said}" if said else line)
        if following[cell.spot] and cell.verdict.is_error:
            console.print("    " + words.label("follow", count=following[cell.spot]))
    if len(found) > SHOWN:
        console.print("  " + words.label("more", count=len(found) - SHOWN, sheet=words.label("audit")))


def by_column(audit: AnyAudit) -> dict[str, Counter[str]]:
    """Counts of verdicts by column, in the order of the columns."""
    counts: dict[str, Counter[str]] = {}
    for cell in audit.cells:
        counts.setdefault(cell.column, Counter())[cell.verdict] += 1
    return counts


def lines(audit: AnyAudit) -> list[tuple[list[str], Counter[str]]]:
    """The same for a terminal: columns of a family (iteration_1, iteration_2 …) that are all ok stand in one line."""
    found: list[tuple[list[str], Counter[str]]] = []
    open_lines: dict[str, tuple[list[str], Counter[str]]] = {}
    for column, counts in by_column(audit).items():
        family, _, number = column.rpartition("_")
        line = [column], counts
        if not number.isdecimal() or set(counts) != {Verdict.OK}:
            open_lines.pop(family, None)
            found.append(line)
        elif family in open_lines:
            open_lines[family][0].append(column)
            open_lines[family][1].update(counts)
        else:
            open_lines[family] = line
            found.append(line)
    return found
