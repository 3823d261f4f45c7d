"""Columns of a registry on a sheet: the heading with its rule, and a live formula in every row, or values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlsxwriter.worksheet import Worksheet

from pipeline.registry import Column, W, heading_of
from pipeline.words import Said, said
from pipeline.workbook.measure import heading_width, width_of
from pipeline.workbook.sheets import Sheets, Value
from pipeline.workbook.styles import BAND_COLOURS, BAND_TITLES, LINE
from pipeline.workbook.templates import at_row

_PLAIN = {"name"}
"""Headings to which a comment would add nothing."""
HEADING_LINES = 3
HEADING_HEIGHT = HEADING_LINES * LINE
"""Headings have so much room; a column that would need more is made wider."""


def column_width(book: Sheets, column: Column[W], k: int = 1, values: Sequence[Value] = ()) -> float:
    """How wide member k of a column is: as its values need, or, in some languages, its heading, or words in it."""
    words = width_of((book.told(value) for value in set(values) if isinstance(value, Said)), indent=1)
    return heading_width([book.told(heading_of(column, k))], max(column.width, words), HEADING_LINES)


def write_bands(book: Sheets, sheet: Worksheet, bands: Iterable[tuple[str, int]], row: int) -> None:
    """Above each group of columns its title; `bands` holds band and position of each column, in order."""
    begun: list[tuple[str, int]] = []
    for band, number in bands:
        if not begun or begun[-1][0] != band:
            begun.append((band, number))
    for (band, number), (_, following) in zip(begun, [*begun[1:], ("", -1)], strict=True):
        if band in BAND_TITLES:
            # Beside the next title there is no room for more than the column's own width.
            look = book.band_title(BAND_COLOURS[band], shrink=following == number + 1)
            sheet.write_string(row - 1, number, BAND_TITLES[band], look)


def write_column(
    book: Sheets, sheet: Worksheet, column: Column[W], number: int, k: int, rows: tuple[int, int],
    values: Sequence[Value], formula: str, level: int = 0,
) -> None:
    """Write member k of a column at position `number`; `rows` are those of the heading and of the first value.

    `formula` is resolved but for its rows, and empty for plain values. The first heading of a family has the rule as
    its comment. Columns of the same `level` above 0 that stand side by side fold together.
    """
    header_row, first_row = rows
    sheet.set_column(number, number, column_width(book, column, k, values), None, {"level": level} if level else {})
    sheet.write_string(header_row - 1, number, heading_of(column, k), book.band(BAND_COLOURS[column.band]))
    if k == 1 and column.key not in _PLAIN:
        book.comment(sheet, header_row, number, said("{meaning}\nSource: {source}.", meaning=column.meaning,
        source=column.source))
    for row, value in enumerate(values, start=first_row):
        if formula:
            book.formula(sheet, row, number, at_row(formula, row), column.style, value)
        else:
            book.write(sheet, row, number, value, column.style)
