"""Formulas whose results nobody rounded: such a number claims all its decimals, however few it happens to show."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from pipeline.addresses import Position
from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.functions import FUNCTIONS
from pipeline.audit.formulas.engine.parser import Call, NotEvaluated, Number, Tree, tree_of
from pipeline.audit.formulas.engine.shape import Formula, Reference
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
        """Whether the cell has a formula that calculates something, and neither it nor what it refers to is rounded."""
        formula = self.book.sheet(sheet).formula(at)
        return formula is not None and _calculates(formula) and self._is_exact(sheet, at)

    def _is_exact(self, sheet: str, at: Position, depth: int = 0) -> bool:
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
                self.known[key] = _rounds_nothing(formula) and all(
                    self._refers_to_exact(sheet, at, reference, depth + 1) for reference in formula.references
                )
        return self.known[key]

    def _refers_to_exact(self, sheet: str, at: Position, reference: Reference, depth: int) -> bool:
        """The same for all cells of a reference; those of the table are judged themselves."""
        top, left, bottom, right = reference.block(*at)
        name = reference.sheet or sheet
        beside = [column for column in range(left, right + 1) if (name, column) not in self.judged]
        if len(beside) * (bottom - top + 1) > _LARGEST:
            return False
        return all(self._is_exact(name, (row, column), depth) for column in beside for row in range(top, bottom + 1))


@lru_cache(maxsize=4096)
def _rounds_nothing(formula: Formula) -> bool:
    """Whether a formula has no function that rounds, none that isn't known, and no rounded number typed into it."""
    try:
        return _is_plain(tree_of(formula))
    except NotEvaluated:
        return False


def _is_plain(tree: Tree) -> bool:
    if isinstance(tree, Number):
        return (2 * tree.value).is_integer()  # halves are points
    if isinstance(tree, Call):
        return tree.name in _NOT_ROUNDING and all(_is_plain(argument) for argument in tree.arguments)
    return True


@lru_cache(maxsize=4096)
def _calculates(formula: Formula) -> bool:
    """Whether it is more than a number or a reference to another cell, which is taken over as it is."""
    try:
        return isinstance(tree_of(formula), Call)
    except NotEvaluated:
        return False
