"""Writes workbooks that are laid out elsewhere: pages of cells with their looks, in, once more, the same bytes.

A page says what stands where and nothing of how a file is made; the course's sheets and class lists are such pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipeline.addresses import address_of
from pipeline.workbook.page_looks import LOOKS
from pipeline.workbook.sheets import NO_DATE, Value, WholeWorkbook, cached, new_workbook
from pipeline.workbook.spoken import SpokenWorksheet

MM = 72 / 25.4
"""Points in a millimetre."""
A4 = 9
_LARGE, _TALL = 12, 1.5
"""Rows with letters larger than that many points are so many times as high, where nothing else is said."""
Position = tuple[int, int]
"""Row and column, from 0."""


@dataclass(frozen=True)
class PageCell:
    """One cell: a constant, or a formula with its value; `to` is the last cell where several are one; from 0.

    link is where a click leads to: an address of the workbook (internal:'Sheet'!A1)
    """

    row: int
    column: int
    value: Value = None
    look: str = "text"
    formula: str = ""
    to: Position | None = None
    link: str = ""


@dataclass(frozen=True)
class Limit:
    """What a block of cells takes: numbers between two, whole ones where `whole`; or one of a list."""

    first: Position
    last: Position
    least: float = 0.0
    most: float = 0.0
    whole: bool = False
    choices: tuple[str, ...] = ()
    title: str = ""
    message: str = ""


@dataclass(frozen=True)
class BarChart:
    """Bars for a column of numbers, named by a column of words: the first and the last row, and the two columns."""

    at: Position
    title: str
    rows: tuple[int, int]
    names: int
    numbers: int
    size: tuple[int, int] = (640, 320)


@dataclass(frozen=True)
class Page:
    """One sheet. Widths are in characters by column, heights in points by row, rows and columns from 0.

    repeated  the rows that every printed page begins with; `area` the last cell that is printed
    high      how many pages high it is printed; 0 for as many as it takes
    locked    whether only cells that look like input can be typed into
    """

    name: str
    cells: Sequence[PageCell]
    widths: Mapping[int, float] = field(default_factory=dict)
    heights: Mapping[int, float] = field(default_factory=dict)
    limits: Sequence[Limit] = ()
    charts: Sequence[BarChart] = ()
    landscape: bool = True
    high: int = 0
    repeated: tuple[int, int] | None = None
    area: Position | None = None
    margins_mm: tuple[float, float, float, float] = (8, 8, 8, 12)
    """Left, right, top, bottom."""
    footer: str = ""
    locked: bool = False
    frozen: Position | None = None
    filtered: tuple[Position, Position] | None = None
    tab: str = ""


@dataclass(frozen=True)
class About:
    """The workbook's properties, and the names that are defined in it as texts."""

    title: str = ""
    subject: str = ""
    keywords: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


def write_pages(path: Path, pages: Iterable[Page], about: About = About()) -> None:  # noqa: B008  (it is frozen)
    """Write the workbook to `path`, which is overwritten: callers give a temporary file."""
    book = new_workbook(path)
    add_pages(book, pages)
    book.set_properties(
        {"title": about.title, "subject": about.subject, "keywords": about.keywords, "created": NO_DATE}
    )
    for name, text in about.names.items():
        book.define_name(name, f'="{text}"')
    book.close()


def add_pages(book: WholeWorkbook, pages: Iterable[Page]) -> None:
    """Put pages into an open workbook, after the sheets that it has."""
    formats: dict[str, Format] = {}

    def look(name: str) -> Format:
        if name not in formats:
            formats[name] = book.add_format(LOOKS[name])
        return formats[name]

    for page in pages:
        _add_page(book, page, look)


def _add_page(book: WholeWorkbook, page: Page, look: Callable[[str], Format]) -> None:
    sheet = book.add_worksheet(page.name, SpokenWorksheet)
    for column, width in page.widths.items():
        sheet.set_column(column, column, width)
    sizes = ((cell.row, LOOKS[cell.look].get("font_size", 0)) for cell in page.cells)
    large = {row: _TALL * size for row, size in sizes if size > _LARGE}
    for row, height in {**large, **page.heights}.items():
        sheet.set_row(row, height)
    for cell in page.cells:
        _write(sheet, cell, look(cell.look))
    for limit in page.limits:
        sheet.data_validation(*limit.first, *limit.last, _validation(limit))
    for chart in page.charts:
        _add_chart(book, sheet, page, chart)
    _set_print(sheet, page)
    if page.locked:
        sheet.protect("", {"format_cells": True, "format_columns": True, "format_rows": True})
    if page.frozen:
        sheet.freeze_panes(*page.frozen)
    if page.filtered:
        sheet.autofilter(*page.filtered[0], *page.filtered[1])
    if page.tab:
        sheet.set_tab_color(page.tab)
    sheet.hide_gridlines(2)


def _write(sheet: Worksheet, cell: PageCell, look: Format) -> None:
    if cell.to is not None:
        sheet.merge_range(cell.row, cell.column, *cell.to, "", look)
    if cell.formula:
        sheet.write_formula(cell.row, cell.column, cell.formula, look, cached(cell.value))
    elif cell.value is None or cell.value == "" or cell.value != cell.value:
        sheet.write_blank(cell.row, cell.column, None, look)
    elif cell.link:
        sheet.write_url(cell.row, cell.column, cell.link, look, str(cell.value))
    elif isinstance(cell.value, str):
        sheet.write_string(cell.row, cell.column, cell.value, look)
    else:
        sheet.write_number(cell.row, cell.column, cell.value, look)


def _validation(limit: Limit) -> dict[str, Any]:
    said = {"error_title": limit.title[:32], "error_message": limit.message[:255]}
    if limit.choices:
        return {"validate": "list", "source": list(limit.choices), **said}
    kind = "integer" if limit.whole else "decimal"
    return {"validate": kind, "criteria": "between", "minimum": limit.least, "maximum": limit.most, **said}


def _add_chart(book: WholeWorkbook, sheet: Worksheet, page: Page, chart: BarChart) -> None:
    bars = book.add_chart({"type": "bar"})
    first, last = chart.rows
    bars.add_series(
        {
            "categories": [page.name, first, chart.names, last, chart.names],
            "values": [page.name, first, chart.numbers, last, chart.numbers],
            "fill": {"color": "#2E75B6"}, "gap": 60,
        }
    )
    bars.set_title({"name": chart.title, "name_font": {"size": 12}})
    bars.set_legend({"none": True})
    bars.set_y_axis({"reverse": True})
    bars.set_x_axis({"major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}, "min": 0,
                     "num_format": "0", "major_unit": max(1, round((last - first + 1) / 8))})
    bars.set_size({"width": chart.size[0], "height": chart.size[1]})
    sheet.insert_chart(*chart.at, bars)


def _set_print(sheet: Worksheet, page: Page) -> None:
    if page.landscape:
        sheet.set_landscape()
    sheet.set_paper(A4)
    left, right, top, bottom = (mm / 25.4 for mm in page.margins_mm)
    sheet.set_margins(left=left, right=right, top=top, bottom=bottom)
    sheet.fit_to_pages(1, page.high)
    if page.footer:
        sheet.set_footer(page.footer, {"margin": 5 / 25.4})
    if page.repeated:
        sheet.repeat_rows(*page.repeated)
    if page.area:
        sheet.print_area(0, 0, *page.area)


def cell_name(row: int, column: int) -> str:
    """$C$5 for a row and a column from 0."""
    address = address_of(row, column)
    letters = address.rstrip("0123456789")
    return f"${letters}${address[len(letters):]}"
