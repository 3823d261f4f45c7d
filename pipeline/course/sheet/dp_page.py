"""The sheet with the dp table in use, on one page; in the solution once more below each other, for the formulas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pipeline.course.exercise import Exercise
from pipeline.course.sheet.layout import DP_TABLE
from pipeline.method.dp import DpRule, rule
from pipeline.rating.expected import expected_table
from pipeline.words import said, told
from pipeline.workbook.pages import Page, PageCell, cell_name

_BLOCKS, _PD_BLOCKS = 4, 3
PD_LOOKUP = 20
_TOP = 3
LOOKUP = 10
"""The column of the percentages that formulas look up; the dp stand beside it."""


def dp_page(exercise: Exercise, *, lookup: bool = False) -> Page:
    """The sheet; with `lookup`, what the solution's formulas refer to stands right of the print."""
    tell, used = partial(told, language=exercise.language), rule(exercise.settings.dp)
    cells = [
        PageCell(0, 0, tell(said("dp table: {title}", title=used.title)), "title"),
        PageCell(1, 0, tell(said("p is the percentage in whole per cent, the half rounded up: 2.5 of 4 is 63 %.")),
                 "text"),
    ]
    cells += _table(used, tell(said("p %"))) if used.table else _formula(exercise, used)
    if lookup:
        cells += _lookup(used)
    widths = {2 * block + i: 9.0 for block in range(_BLOCKS) for i in (0, 1)}
    return Page(
        tell(DP_TABLE), cells, widths if used.table else {0: 90.0}, landscape=True, high=1, locked=True,
        area=(_TOP + 27, 2 * _BLOCKS - 1) if used.table else (_TOP + 6, 0), footer="&L&9arpo&C&9&A&R&9&P/&N",
    )


def _table(used: DpRule, heading: str) -> Iterator[PageCell]:
    rows = sorted(used.table.items(), reverse=True)
    height = -(-len(rows) // _BLOCKS)
    for block in range(_BLOCKS):
        yield PageCell(_TOP - 1, 2 * block, heading, "heading")
        yield PageCell(_TOP - 1, 2 * block + 1, "dp", "heading")
    for i, (per_cent, dp) in enumerate(rows):
        row, column = _TOP + i % height, 2 * (i // height)
        yield PageCell(row, column, per_cent, "table")
        yield PageCell(row, column + 1, dp, "table")


def _formula(exercise: Exercise, used: DpRule) -> Iterator[PageCell]:
    tell = partial(told, language=exercise.language)
    function = f"{used.scale:g} · {used.logarithm}(s / (n − s))"
    lines = (
        said("dp = {formula}, with s points in n games.",
             formula=said("INT({formula})", formula=function) if used.floored else function),
        said("Nothing won: −{end}; everything won: +{end}.", end=f"{used.end:g}"),
    )
    for i, line in enumerate(lines):
        yield PageCell(_TOP + i, 0, tell(line), "wrapped")


def _lookup(used: DpRule) -> Iterator[PageCell]:
    if not used.table:
        for i, (name, value) in enumerate((("scale", used.scale), ("end", used.end))):
            yield PageCell(_TOP + i, LOOKUP, name, "helper")
            yield PageCell(_TOP + i, LOOKUP + 1, value, "helper")
        return
    for i, (per_cent, dp) in enumerate(sorted(used.table.items())):
        yield PageCell(_TOP + i, LOOKUP, per_cent, "helper")
        yield PageCell(_TOP + i, LOOKUP + 1, dp, "helper")


EXPECTED = said("Expected score")
"""The sheet with table 8.1.2."""


def expected_page(exercise: Exercise) -> Page:
    """Table 8.1.2 on one page: difference, and the expected score of the higher and the lower rated, in per cent."""
    tell = partial(told, language=exercise.language)
    rows = expected_table()
    height = -(-len(rows) // _PD_BLOCKS)
    cells = [PageCell(0, 0, tell(said("Expected score: FIDE table 8.1.2")), "title"),
             PageCell(1, 0, tell(said("D: difference of the ratings; per cent of the higher (H) and the lower (L).")),
                      "text")]
    for block in range(_PD_BLOCKS):
        for i, heading in enumerate((said("D from"), said("to"), said("H"), said("L"))):
            cells.append(PageCell(_TOP - 1, 5 * block + i, tell(heading), "heading"))
    for i, line in enumerate(rows):
        row, column = _TOP + i % height, 5 * (i // height)
        last = rows[i + 1].start - 1 if i + 1 < len(rows) else None
        values = (line.start, last, line.higher, line.lower)
        cells += [PageCell(row, column + k, value, "table") for k, value in enumerate(values)]
    for i, line in enumerate(rows):  # once more below each other, for formulas
        cells += [PageCell(_TOP + i, PD_LOOKUP + k, value, "helper")
                  for k, value in enumerate((line.start, line.higher, line.lower))]
    widths = {5 * block + i: 7.5 if i < 4 else 2.0 for block in range(_PD_BLOCKS) for i in range(5)}
    return Page(tell(EXPECTED), cells, widths, high=1, locked=True, area=(_TOP + height, 5 * _PD_BLOCKS - 2),
                footer="&L&9arpo&C&9&A&R&9&P/&N")


def expected_cells(exercise: Exercise) -> tuple[str, str, str]:
    """Where the differences begin and what is expected of the higher and the lower, as formulas refer to them."""
    sheet, last = "'" + told(EXPECTED, exercise.language) + "'!", _TOP + len(expected_table()) - 1
    one, two, three = (f"{sheet}{cell_name(_TOP, PD_LOOKUP + k)}:{cell_name(last, PD_LOOKUP + k)}" for k in range(3))
    return one, two, three


def lookup_cells(exercise: Exercise) -> dict[str, str]:
    """The named cells of formula templates that stand here, as the sheet Exercise refers to them."""
    used = rule(exercise.settings.dp)
    sheet = "'" + told(DP_TABLE, exercise.language) + "'!"
    last = _TOP + max(len(used.table), 2) - 1
    return {
        "dp_per_cents": f"{sheet}{cell_name(_TOP, LOOKUP)}:{cell_name(last, LOOKUP)}",
        "dp_values": f"{sheet}{cell_name(_TOP, LOOKUP + 1)}:{cell_name(last, LOOKUP + 1)}",
        "dp_scale": f"{sheet}{cell_name(_TOP, LOOKUP + 1)}", "dp_end": f"{sheet}{cell_name(_TOP + 1, LOOKUP + 1)}",
    }
