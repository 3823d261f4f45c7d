"""Recalculates formulas of the simple kinds that such sheets have; says what it doesn't know instead of guessing.

Why not a library: one with all of Excel's functions takes longer to import than an audit to run, and a wrong answer of
an exotic function would be a false accusation. What is here is checked against LibreOffice by a test.
"""

from __future__ import annotations

from collections.abc import Callable

from pipeline.audit.formulas.book import BookCells, Stored
from pipeline.audit.formulas.functions import (
    AGGREGATES,
    ERRORS,
    FUNCTIONS,
    OPERATORS,
    Block,
    CellError,
    Value,
    each,
    number,
    truth,
)
from pipeline.audit.formulas.parser import NotEvaluated, Number, Text, Tree, tree_of
from pipeline.audit.formulas.shape import Reference
from pipeline.audit.workbook.cells import Position

CellKey = tuple[str, Position]
_CONSTANTS = (Number, Text)
_LARGEST = 200_000
"""Cells of a block; whole columns are not calculated."""


class _Waiting(Exception):
    """Another cell has to be calculated first."""

    def __init__(self, cell: CellKey) -> None:
        super().__init__(cell)
        self.cell = cell


class Recalculation:
    """Recalculates cells of a workbook, each once, and what they depend on before them."""

    def __init__(self, book: BookCells) -> None:
        """Calculate in `book`; its stored values count only for cells without a formula."""
        self.book = book
        self._known: dict[CellKey, Stored | Exception] = {}
        self._blocks: dict[tuple[str, int, int, int, int], Block] = {}

    def value(self, sheet: str, position: Position) -> Stored:
        """What the cell holds after a recalculation; an error value as its text.

        Raises NotEvaluated where the cell, or one that it depends on, is of a kind that isn't calculated.
        """
        goal = (sheet, position)
        stack = [goal]
        while stack:
            cell = stack[-1]
            if cell in self._known:
                stack.pop()
                continue
            try:
                self._known[cell] = self._computed(cell)
            except _Waiting as waiting:
                if waiting.cell in stack:
                    self._known[cell] = NotEvaluated("circular reference")
                else:
                    stack.append(waiting.cell)
            except CellError as error:
                self._known[cell] = str(error)
            except NotEvaluated as error:
                self._known[cell] = error
        found = self._known[goal]
        if isinstance(found, Exception):
            raise found
        return found

    def _computed(self, cell: CellKey) -> Stored:
        sheet, position = cell
        formula = self.book.sheet(sheet).formula(position)
        if formula is None:
            return self.book.sheet(sheet).values.get(position)
        result = _Evaluation(self, sheet, position).of(tree_of(formula))
        if isinstance(result, list):
            raise NotEvaluated("array")
        return 0.0 if result is None else result

    def block(self, sheet: str, top: int, left: int, bottom: int, right: int) -> Block:
        """The values of a block of cells; most formulas of a sheet look in the same few."""
        key = sheet, top, left, bottom, right
        if key not in self._blocks:
            self._blocks[key] = [
                [self.known((sheet, (row, column))) for column in range(left, right + 1)]
                for row in range(top, bottom + 1)
            ]
        return self._blocks[key]

    def known(self, cell: CellKey) -> Stored:
        """The value of a cell that a formula refers to. Raises _Waiting where it has to be calculated first."""
        found: Stored | Exception
        if cell in self._known:
            found = self._known[cell]
        else:
            cells = self.book.sheet(cell[0])
            if cell[1] in cells.texts:
                raise _Waiting(cell)
            found = cells.values.get(cell[1])
        if isinstance(found, Exception):
            raise found
        return found


class _Evaluation:
    """The calculation of one formula in its cell."""

    def __init__(self, recalculation: Recalculation, sheet: str, position: Position) -> None:
        self.recalculation, self.sheet, self.position = recalculation, sheet, position

    def of(self, tree: Tree) -> Value:
        if isinstance(tree, Reference):
            return self._referred(tree)
        if isinstance(tree, _CONSTANTS):
            return tree.value
        if tree.name in _LAZY:
            return _LAZY[tree.name](self, tree.arguments)
        if tree.name not in FUNCTIONS:
            raise NotEvaluated(tree.name)
        if tree.name in AGGREGATES:
            return FUNCTIONS[tree.name]([self._as_block(argument) for argument in tree.arguments])
        arguments = [self.of(argument) for argument in tree.arguments]
        if tree.name in OPERATORS and any(isinstance(argument, list) for argument in arguments):
            return each(FUNCTIONS[tree.name], arguments)
        return FUNCTIONS[tree.name](arguments)

    def _as_block(self, tree: Tree) -> Value:
        """An argument of SUM and its like: a referred cell is a block to them, so that a blank or text is left out."""
        value = self.of(tree)
        return [[value]] if isinstance(tree, Reference) and not isinstance(value, list) else value

    def _referred(self, reference: Reference) -> Value:
        sheet = reference.sheet or self.sheet
        if reference.last is None:
            at = reference.first.at(*self.position)
            if min(at) < 0:
                raise CellError("#REF!")
            return self._checked(self.recalculation.known((sheet, at)))
        top, left, bottom, right = reference.block(*self.position)
        if top < 0 or left < 0:
            raise CellError("#REF!")
        if (bottom - top + 1) * (right - left + 1) > _LARGEST:
            raise NotEvaluated("whole columns")
        return self.recalculation.block(sheet, top, left, bottom, right)

    def cell_of(self, reference: Reference, row: int, column: int) -> Value:
        """One cell of a block, from 1, without the rest of it being calculated."""
        top, left, bottom, right = reference.block(*self.position)
        if top < 0 or left < 0 or top + row - 1 > bottom or left + column - 1 > right:
            raise CellError("#REF!")
        sheet = reference.sheet or self.sheet
        return self._checked(self.recalculation.known((sheet, (top + row - 1, left + column - 1))))

    @staticmethod
    def _checked(value: Stored) -> Stored:
        if isinstance(value, str) and value in ERRORS:
            raise CellError(value)
        return value


def _if(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    if truth(evaluation.of(arguments[0])):
        return evaluation.of(arguments[1])
    return evaluation.of(arguments[2]) if len(arguments) > 2 else False


def _iferror(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    try:
        return evaluation.of(arguments[0])
    except CellError:
        return evaluation.of(arguments[1])


def _iserror(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    try:
        value = evaluation.of(arguments[0])
    except CellError:
        return True
    if isinstance(value, list):
        return [[isinstance(item, str) and item in ERRORS for item in row] for row in value]
    return False


def _index(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    """INDEX of a block of cells takes the one cell alone: its column may hold what is calculated later."""
    block, *places = arguments
    if isinstance(block, Reference) and block.last is not None and places:
        top, left, bottom, right = block.block(*evaluation.position)
        row, column = (int(number(evaluation.of(place))) for place in (*places, Number(0))[:2])
        if bottom == top and len(places) == 1:
            row, column = 1, row
        elif left == right and column == 0:
            column = 1
        if row > 0 and column > 0:
            return evaluation.cell_of(block, row, column)
    return FUNCTIONS["INDEX"]([evaluation.of(argument) for argument in arguments])


_LAZY: dict[str, Callable[[_Evaluation, tuple[Tree, ...]], Value]] = {
    "IF": _if, "IFERROR": _iferror, "INDEX": _index, "ISERROR": _iserror,
}
