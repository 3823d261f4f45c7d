"""What guards a workbook against numbers typed over it: every cell that it computes, and every number it rests on.

Beside the table of checks stands one line for each block of cells:

    formulas   how many of its cells aren't formulas any more (ISFORMULA; Excel 2013, LibreOffice, Google Sheets)
    numbers    the sum of fixed numbers (the dp table, the values as read …), and what it was when they were written
    settings   a fixed setting, and what it was

The blocks are those that the sheets hold when everything else is written, so none can be forgotten. No cell counts one
that depends on it, for a spreadsheet would call that a circle. Hence the order: the blocks, their totals, the checks;
then `late` blocks, which depend on the checks; then the master status; then the status on the other sheets, where each
looks at those before it. What nobody can count any more, the last status cell, turns red by its own format.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import CellFormulaTuple, CellNumberTuple, Worksheet

from pipeline.workbook.templates import GUARD_COLUMN, TABLE_ROW, TYPED_OVER, absolute, on_sheet

HEADINGS = ("Sheet", "Cells", "Hold", "Now", "As written")
LABELS = (
    "Formula cells typed over", "Fixed numbers and settings changed", "Formula cells of the checks typed over",
    "Sums of numbers may differ by this part",
)
"""What the totals above the table are, from row 1 on."""
NOW = GUARD_COLUMN + 3


class Cells(NamedTuple):
    """A block of cells of a sheet; rows and columns from 0, the last ones inside."""

    first_row: int
    first: int
    last_row: int
    last: int

    @property
    def name(self) -> str:
        """B8:C20, without dollar signs."""
        first, last = (f"{xl_col_to_name(c)}{r + 1}" for r, c in ((self.first_row, self.first), (self.last_row, self.last)))
        return first if first == last else f"{first}:{last}"

    def on(self, sheet: str) -> str:
        """The reference to the block from another sheet."""
        return on_sheet(sheet, absolute(self.first, self.first_row + 1, self.last, self.last_row + 1))


@dataclass(frozen=True)
class Line:
    """A line of the table: a block, what it holds, the formula of what it is now, and what that was."""

    sheet: str
    cells: str
    holds: str
    formula: str
    written: float | str


def formula_line(sheet: str, cells: Cells) -> Line:
    """How many cells of the block aren't formulas any more."""
    return Line(sheet, cells.name, "formulas", f"={typed_over(cells.on(sheet))}", 0.0)


def typed_over(reference: str) -> str:
    """The expression that counts the cells of a block that aren't formulas."""
    return TYPED_OVER.format(reference)


def number_line(sheet: str, cells: Cells, total: float) -> Line:
    """The sum of the fixed numbers of the block."""
    return Line(sheet, cells.name, "numbers", f"=SUM({cells.on(sheet)})", total)


def formula_blocks(sheet: Worksheet) -> list[Cells]:
    """The formula cells of a sheet, as few blocks as side by side and one under the other makes."""
    runs = ((row, first, last) for row in sorted(sheet.table) for first, last in _runs(sheet.table[row]))
    open_: dict[tuple[int, int], tuple[int, int]] = {}
    done: list[Cells] = []
    for row, first, last in runs:
        since, until = open_.get((first, last), (row, row))
        if until < row - 1:
            done.append(Cells(since, first, until, last))
            since = row
        open_[first, last] = since, row
    done += (Cells(since, first, until, last) for (first, last), (since, until) in open_.items())
    return sorted(done)


def _runs(row: Mapping[int, object]) -> Iterator[tuple[int, int]]:
    """The columns of neighbouring formula cells of a row, as first and last."""
    columns = sorted(column for column, cell in row.items() if type(cell) is CellFormulaTuple)
    for _, run in groupby(enumerate(columns), lambda place: place[1] - place[0]):
        found = [column for _, column in run]
        yield found[0], found[-1]


def number_blocks(sheet: Worksheet) -> list[tuple[Cells, float]]:
    """The fixed numbers of a sheet (no inputs) in blocks by column, with their sums; texts and blanks count nothing."""
    columns: dict[int, list[tuple[int, float]]] = {}
    broken: dict[int, set[int]] = {}
    for row in sorted(sheet.table):
        for column, cell in sheet.table[row].items():
            fixed = type(cell) is CellNumberTuple and (cell.format is None or cell.format.locked)
            if fixed:
                columns.setdefault(column, []).append((row, float(cell.number)))
            elif type(cell) in (CellFormulaTuple, CellNumberTuple):
                broken.setdefault(column, set()).add(row)
    runs: dict[tuple[int, int], dict[int, float]] = {}
    for column, numbers in columns.items():
        breaks = sorted(broken.get(column, ()))
        for _, part in groupby(numbers, lambda number: bisect_left(breaks, number[0])):
            found = list(part)
            runs.setdefault((found[0][0], found[-1][0]), {})[column] = math.fsum(value for _, value in found)
    return [
        (Cells(first_row, group[0], last_row, group[-1]), math.fsum(sums[column] for column in group))
        for (first_row, last_row), sums in sorted(runs.items()) for group in _neighbours(sums)
    ]


def _neighbours(columns: Iterable[int]) -> Iterator[list[int]]:
    for _, run in groupby(enumerate(sorted(columns)), lambda place: place[1] - place[0]):
        yield [column for _, column in run]


def line_cells(first: int, count: int, column: int = NOW) -> str:
    """The cells Now (or of another column) of `count` lines from line `first` (from 0)."""
    return absolute(column, TABLE_ROW + first, last_row=TABLE_ROW + first + count - 1)
