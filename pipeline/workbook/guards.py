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
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import CellFormulaTuple, CellNumberTuple, Worksheet

from pipeline.words import said
from pipeline.workbook.templates import GUARD_COLUMN, TABLE_ROW, TYPED_OVER, absolute, on_sheet

HEADINGS = (said("Sheet"), said("Cells"), said("Hold"), said("Now"), said("As written"))
LABELS = (
    said("Formula cells typed over"), said("Fixed numbers and settings changed"),
    said("Formula cells of the checks typed over"),
    said("Sums of numbers may differ by this part"),
)
"""What the totals above the table are, from row 1 on."""
NOW = GUARD_COLUMN + 3


Run = tuple[int, int]
"""First and last of neighbouring columns, or rows; from 0."""


class Cells(NamedTuple):
    """A block of cells of a sheet; rows and columns from 0, the last ones inside."""

    first_row: int
    first: int
    last_row: int
    last: int

    @property
    def name(self) -> str:
        """B8:C20, without dollar signs."""
        corners = (self.first, self.first_row), (self.last, self.last_row)
        first, last = (f"{xl_col_to_name(column)}{row + 1}" for column, row in corners)
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
    return Line(sheet, cells.name, said("formulas"), f"={typed_over(cells.on(sheet))}", 0.0)


def typed_over(reference: str) -> str:
    """The expression that counts the cells of a block that aren't formulas."""
    return TYPED_OVER.format(reference)


def number_line(sheet: str, cells: Cells, total: float) -> Line:
    """The sum of the fixed numbers of the block."""
    return Line(sheet, cells.name, said("numbers"), f"=SUM({cells.on(sheet)})", total)


def formula_blocks(sheet: Worksheet) -> list[Cells]:
    """The formula cells of a sheet; see `blocks_of`."""
    return blocks_of(sheet, lambda cell: type(cell) is CellFormulaTuple)


def blocks_of(sheet: Worksheet, wanted: Callable[[Any], bool]) -> list[Cells]:
    """The wanted cells of a sheet, as few blocks as side by side and one under the other makes."""
    open_: dict[Run, tuple[int, int]] = {}
    done: list[Cells] = []
    for row in sorted(sheet.table):
        for run in _runs(tuple(c for c, cell in sheet.table[row].items() if wanted(cell))):
            since, until = open_.get(run, (row, row))
            if until < row - 1:
                done.append(Cells(since, run[0], until, run[1]))
                since = row
            open_[run] = since, row
    done += (Cells(since, first, until, last) for (first, last), (since, until) in open_.items())
    return sorted(done)


@lru_cache(maxsize=100)  # most rows of a sheet have their formulas in the same columns
def _runs(columns: tuple[int, ...]) -> tuple[Run, ...]:
    """Neighbouring columns as first and last."""
    runs = [[at for _, at in run] for _, run in groupby(enumerate(sorted(columns)), lambda place: place[1] - place[0])]
    return tuple((run[0], run[-1]) for run in runs)


def number_blocks(sheet: Worksheet) -> list[tuple[Cells, float]]:
    """The fixed numbers of a sheet (no inputs) in blocks by column, with their sums; texts and blanks count nothing."""
    rows = sorted(sheet.table)
    columns: dict[int, list[tuple[int, float]]] = {}
    for row in rows:
        for column, cell in sheet.table[row].items():
            if type(cell) is CellNumberTuple and _is_fixed(cell):
                columns.setdefault(column, []).append((row, float(cell.number)))
    sums: dict[Run, dict[int, float]] = {}
    for column, numbers in columns.items():
        between = rows[bisect_left(rows, numbers[0][0]) : bisect_left(rows, numbers[-1][0])]
        breaks = [row for row in between if _breaks(sheet.table[row].get(column))]
        for found in _parted(numbers, breaks):
            sums.setdefault((found[0][0], found[-1][0]), {})[column] = math.fsum(value for _, value in found)
    return [
        (Cells(first_row, first, last_row, last), math.fsum(of[column] for column in range(first, last + 1)))
        for (first_row, last_row), of in sorted(sums.items()) for first, last in _runs(tuple(of))
    ]


def _parted(numbers: list[tuple[int, float]], breaks: list[int]) -> list[list[tuple[int, float]]]:
    """The numbers of a column, with their rows, parted at the rows `breaks`."""
    return [list(part) for _, part in groupby(numbers, lambda number: bisect_left(breaks, number[0]))]


def _is_fixed(cell: CellNumberTuple) -> bool:
    return cell.format is None or bool(cell.format.locked)


def _breaks(cell: object) -> bool:
    """Whether a block of fixed numbers ends before the cell: a formula, or an input."""
    return type(cell) is CellFormulaTuple or (type(cell) is CellNumberTuple and not _is_fixed(cell))


def line_cells(first: int, count: int, column: int = NOW) -> str:
    """The cells Now (or of another column) of `count` lines from line `first` (from 0)."""
    return absolute(column, TABLE_ROW + first, last_row=TABLE_ROW + first + count - 1)
