"""Web pages, such as a saved page of chess-results (also under the name .xls): each of their tables is a grid.

The standard library's parser does: the pages are made by programs, it needs no further package, and it reads some
2 MB a second, where the largest pages (a cross-table of 1,000 players) have about 1 MB.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

from pipeline.errors import FileError, Place
from pipeline.readers.grid import Grid
from pipeline.words import joined, said

_TITLES = ("h1", "h2", "h3")
_COLOUR_MARKS = {"cw": " w ", "cb": " b ", "cf": " f "}
"""Classes of the opponent's number in Vega's cells, which tell the colour (f: not played), as text."""
_SILENT = ("script", "style", "template")
_MOST_TITLES = 20
_NOT_READ = re.compile(r"<!--|<!|<\?|<script\b|<style\b", re.IGNORECASE)
_ENDS = {
    kind: re.compile(end, re.IGNORECASE)
    for kind, end in (
        ("<!--", "-->"), ("<!", ">"), ("<?", ">"), ("<script", r"</script\s*>"), ("<style", r"</style\s*>"),
    )
}  # fmt: skip
_WIDEST = 200
"""A cell that spans more columns than this is a slip, or an attempt to make a reader run out of memory."""


def open_grids(path: Path, text: str, remark: str) -> list[Grid]:
    """The tables of a page, in its order; those inside another are grids of their own.

    The page's titles before a table become rows above it: that is where a layout looks for the event's name.
    Raises FileError where there is no table.
    """
    parser = _TableParser()
    parser.feed(_readable(text))
    parser.close()
    tables = [table for table in parser.tables if any(table.rows)]
    if not tables:
        raise FileError(
            path,
            said("this is a web page without a table."),
            said("Save the page of the cross-table itself, or export it as Excel (.xlsx)."),
        )
    return [_grid(table, number, remark) for number, table in enumerate(tables, start=1)]


def _readable(text: str) -> str:
    """The page without comments, declarations, scripts and styles, and without a tag that never ends.

    html.parser looks for the end of such a thing anew at each one; where none has an end, 1 MB takes it an hour.
    """
    pieces, at = [], 0
    endless: set[str] = set()
    for opening in _NOT_READ.finditer(text):
        if opening.start() < at:
            continue
        kind = opening[0].casefold()
        end = None if kind in endless else _ENDS[kind].search(text, opening.end())
        if end is None:
            endless.add(kind)
        pieces.append(text[at : opening.start()])
        at = end.end() if end is not None else opening.end()
    pieces.append(text[at:])
    page = "".join(pieces)
    last = page.rfind(">") + 1
    return page[:last] + page[last:].replace("<", " ")


@dataclass
class _Table:
    """A table's cells, and the titles that stand before it."""

    titles: list[str]
    rows: list[list[object]] = field(default_factory=list)
    cell: list[str] | None = None
    """The pieces of the cell that is open, None between cells."""
    span: int = 1


def _grid(table: _Table, number: int, remark: str) -> Grid:
    above: list[list[object]] = [[title] for title in table.titles]
    return Grid("", lambda: above + table.rows, partial(_place, number, len(above)), typed=False, remark=remark)


def _place(number: int, above: int, row: int, column: int) -> Place:
    table = said("table {number}", number=number)
    if row < above:
        return Place("", joined(", ", [table, said("the heading above it")]))
    return Place("", joined(", ", [table, said("row {row}, column {column}", row=row - above + 1, column=column + 1)]))


class _TableParser(HTMLParser):
    """Collects the tables of a page; survives end tags that are missing or too many."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self._open: list[_Table] = []
        self._titles: list[str] = []
        self._title: list[str] | None = None
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag == "table":
            table = _Table(self._titles[:_MOST_TITLES])
            self.tables.append(table)
            self._open.append(table)
        elif tag in ("tr", "td", "th") and self._open:
            self._start_cell(tag, attrs)
        elif tag in _TITLES:
            self._title = []
        elif tag in ("br", "p", "div"):
            self.handle_data(_COLOUR_MARKS.get(str(dict(attrs).get("class") or ""), " "))

    def _start_cell(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        table = self._open[-1]
        self._end_cell(table)
        if tag == "tr" or not table.rows:
            table.rows.append([])
        if tag != "tr":
            span = str(dict(attrs).get("colspan") or 1)
            table.cell, table.span = [], min(int(span[:9]), _WIDEST) if span.isdecimal() else 1

    def _end_cell(self, table: _Table) -> None:
        if table.cell is not None:
            text = " ".join("".join(table.cell).split())
            table.rows[-1] += [text or None, *[None] * (table.span - 1)]
            table.cell = None

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "table" and self._open:
            self._end_cell(self._open.pop())
        elif tag in ("tr", "td", "th") and self._open:
            self._end_cell(self._open[-1])
        elif tag in _TITLES and self._title is not None:
            title = " ".join("".join(self._title).split())
            if title and tag != "h3":  # chess-results puts remarks in h3
                self._titles.append(title)
            self._title = None

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._title is not None:
            self._title.append(data)
        if self._open and self._open[-1].cell is not None:
            self._open[-1].cell.append(data)

    def close(self) -> None:
        super().close()
        while self._open:
            self._end_cell(self._open.pop())
