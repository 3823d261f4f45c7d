"""Formulas whose results nobody rounded: such a number claims all its decimals, however few it happens to show."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pipeline.addresses import Position
from pipeline.audit.formulas.engine.book import Allowance, BookCells
from pipeline.audit.formulas.engine.functions import FUNCTIONS
from pipeline.audit.formulas.engine.parser import Call, NotEvaluated, Number, Tree, subtrees, tree_of
from pipeline.audit.formulas.engine.shape import Formula
from pipeline.audit.sheet.claims import MOST_DECIMALS
from pipeline.audit.sheet.stated import StatedColumn, StatedTable

_ROUNDING = {
    "ROUND", "ROUNDUP", "ROUNDDOWN", "MROUND", "INT", "TRUNC", "CEILING", "FLOOR", "EVEN", "ODD", "QUOTIENT", "FIXED",
    "TEXT", "VALUE",
}
_NOT_ROUNDING = {*FUNCTIONS, "IF", "IFERROR"} - _ROUNDING
_NEVER_ROUNDED = {"rating", "games", "score", "points", "dp"}
"""Columns that are right or wrong as they stand, whatever they claim."""
_LARGEST = 2000
"""A formula that refers to more cells beside the table isn't looked into."""
_MOST_VISITED = 2_000_000
"""Nor is any further one, once so many cells have been looked at."""
_DEEPEST = 50
"""Nor is one that depends on a longer chain of formulas there."""


def with_formula_claims(table: StatedTable, book: BookCells | None) -> StatedTable:
    """The table, where the cells with formulas that round nothing claim all the decimals that a workbook keeps."""
    if book is None or not any(book.has_formulas(sheet) for sheet in _sheets(table)):
        return table
    precision = _Precision(book, table)
    columns = {
        key: column if key in _NEVER_ROUNDED else precision.claimed(column) for key, column in table.columns.items()
    }
    return replace(table, columns=columns)


def _sheets(table: StatedTable) -> set[str]:
    return {spot.sheet for column in table.columns.values() for spot in column.spots if spot is not None}


class _Precision:
    """Tells which cells hold numbers that were never rounded, as far as that can be seen."""

    def __init__(self, book: BookCells, table: StatedTable) -> None:
        self.book = book
        self.judged = {
            (spot.sheet, spot.column)
            for column in (*table.columns.values(), *table.given.values()) for spot in column.spots if spot is not None
        }
        self.known: dict[tuple[str, Position], bool] = {}
        self._blocks: dict[tuple[str, int, int, tuple[int, ...]], bool] = {}
        self._sets: list[_Beside] = []
        self._numbers: dict[_Beside, int] = {}
        self._rows: dict[int, dict[int, bool]] = {}
        self._references: dict[tuple[Formula, str, int], int | None] = {}
        self._visits = Allowance(_MOST_VISITED)

    def claimed(self, column: StatedColumn) -> StatedColumn:
        """The column with the claims of its formulas; what is typed among them claims what it did."""
        unrounded = np.array([
            spot is not None and self.is_unrounded_formula(spot.sheet, (spot.row, spot.column)) for spot in column.spots
        ])
        if not unrounded.any():
            return column
        own, decimals = (np.where(unrounded, MOST_DECIMALS, places) for places in (column.own, column.decimals))
        return replace(column, own=own, decimals=decimals)

    def is_unrounded_formula(self, sheet: str, at: Position) -> bool:
        """Whether a cell of the table has a formula that calculates something, and neither it nor what it refers to is
        rounded. Cells of the table are judged themselves: nothing leads back to this one.
        """
        formula = self.book.sheet(sheet).formula(at)
        return formula is not None and _calculates_exactly(formula) and self._refers_to_exact(formula, sheet, at, 1)

    def _is_exact(self, sheet: str, at: Position, depth: int) -> bool:
        """Whether a cell's number isn't rounded: a formula's from such numbers, a whole one, or no number."""
        key = sheet, at
        if depth > _DEEPEST:
            return False
        if key not in self.known:
            self.known[key] = False  # a formula that refers to itself
            formula = self.book.sheet(sheet).formula(at)
            if formula is None:
                value = self.book.sheet(sheet).value(at)
                self.known[key] = not isinstance(value, float) or value.is_integer()
            else:
                self.known[key] = _rounds_nothing(formula) and self._refers_to_exact(formula, sheet, at, depth + 1)
        return self.known[key]

    def _refers_to_exact(self, formula: Formula, sheet: str, at: Position, depth: int) -> bool:
        """The same for all cells that a formula refers to; those of the table are judged themselves.

        Formulas of many columns refer to the same cells of their row: what was found out for one of them is kept.
        """
        row, column = at
        beside = self._beside(formula, sheet, column)
        if beside is None:
            return False
        known = self._rows.setdefault(beside, {})
        if row not in known:
            known[row] = False
            known[row] = all(self._is_block_exact(name, block.at(row), depth) for name, block in self._sets[beside])
        return known[row]

    def _beside(self, formula: Formula, sheet: str, column: int) -> int | None:
        """What the formula, in this column, refers to beside the table, as a place in `_sets`; None for too much.

        It is the same for all rows, and for many columns.
        """
        key = formula, sheet, column
        if key not in self._references:
            found: dict[tuple[str, _Block], None] = {}
            for reference in formula.references:
                name = self.book.sheet(reference.sheet).name if reference.sheet else sheet
                first, last = reference.first, reference.last or reference.first
                columns = sorted((first.at(0, column)[1], last.at(0, column)[1]))
                if columns[1] - columns[0] > _LARGEST + len(self.judged):
                    self._references[key] = None
                    return None
                beside = [c for c in range(columns[0], columns[1] + 1) if (name, c) not in self.judged]
                if beside:
                    rows = (first.row, first.row_fixed), (last.row, last.row_fixed)
                    found[name, _Block(tuple(beside), *rows)] = None
            beside_it = tuple(found)
            if beside_it not in self._numbers:
                self._numbers[beside_it] = len(self._sets)
                self._sets.append(beside_it)
            self._references[key] = self._numbers[beside_it]
        return self._references[key]

    def _is_block_exact(self, sheet: str, block: tuple[int, int, tuple[int, ...]], depth: int) -> bool:
        """The same for a block of cells: first row, last row, columns."""
        key = sheet, *block
        if key not in self._blocks:
            top, bottom, columns = block
            size = len(columns) * (bottom - top + 1)
            if top < 0 or size > _LARGEST or not self._visits.take(size):
                return False
            self._blocks[key] = False
            self._blocks[key] = all(
                self._is_exact(sheet, (row, column), depth) for column in columns for row in range(top, bottom + 1)
            )
        return self._blocks[key]


_Beside = tuple[tuple[str, "_Block"], ...]
"""Blocks of cells with the sheets that they are in."""


class _Block(NamedTuple):
    """Some columns of a block, and its two rows, each fixed ($) or counted from the formula's own."""

    columns: tuple[int, ...]
    first: tuple[int, bool]
    last: tuple[int, bool]

    def at(self, row: int) -> tuple[int, int, tuple[int, ...]]:
        """First row, last row and columns for a formula in that row."""
        one, other = (number if fixed else number + row for number, fixed in (self.first, self.last))
        return min(one, other), max(one, other), self.columns


@lru_cache(maxsize=4096)
def _rounds_nothing(formula: Formula) -> bool:
    """Whether a formula has no function that rounds, none that isn't known, and no rounded number typed into it."""
    try:
        return all(_is_plain(tree) for tree in subtrees(tree_of(formula)))
    except NotEvaluated:
        return False


def _is_plain(tree: Tree) -> bool:
    if isinstance(tree, Number):
        return (2 * tree.value).is_integer()  # halves are points
    return not isinstance(tree, Call) or tree.name in _NOT_ROUNDING


@lru_cache(maxsize=4096)
def _calculates_exactly(formula: Formula) -> bool:
    """Whether it rounds nothing, and is more than a number or a reference to a cell, which is taken over as it is."""
    try:
        return isinstance(tree_of(formula), Call) and _rounds_nothing(formula)
    except NotEvaluated:
        return False
