"""Recalculates formulas of the simple kinds that such sheets have; says what it doesn't know instead of guessing.

Why not a library: one with all of Excel's functions takes longer to import than an audit to run, and a wrong answer of
an exotic function would be a false accusation. What is here is checked against LibreOffice by a test.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pipeline.audit.formulas.engine.book import BookCells, Stored
from pipeline.audit.formulas.engine.functions import AGGREGATES, FUNCTIONS, OPERATORS, TOLERANT
from pipeline.audit.formulas.engine.parser import NotEvaluated, Number, Text, Tree, tree_of
from pipeline.audit.formulas.engine.shape import Reference
from pipeline.audit.formulas.engine.values import (
    Block,
    CellError,
    Value,
    block_of,
    each,
    is_error,
    number,
    order,
    scalar,
    truth,
)
from pipeline.audit.report.copy.styled_cells import Position

CellKey = tuple[str, Position]
_CONSTANTS = (Number, Text)
_PREFIX = "_XLFN."
"""What files put before the names of newer functions."""
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
        try:
            result = _Evaluation(self, sheet, position).of(tree_of(formula))
        except RecursionError as error:
            raise NotEvaluated("a formula nested that deep") from error
        if isinstance(result, list):
            raise NotEvaluated("array")
        if isinstance(result, float) and not math.isfinite(result):
            raise CellError("#NUM!")
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
        """The value of a cell that a formula refers to: its stored one where it is of a kind that isn't calculated.

        Raises _Waiting where it has to be calculated first, and NotEvaluated where it can't be and has no value.
        """
        cells = self.book.sheet(cell[0])
        if cell not in self._known:
            if cell[1] in cells.texts:
                raise _Waiting(cell)
            return cells.values.get(cell[1])
        found = self._known[cell]
        if not isinstance(found, Exception):
            return found
        if cell[1] in cells.unvalued:
            raise found
        return cells.values.get(cell[1])


class _Evaluation:
    """The calculation of one formula in its cell."""

    def __init__(self, recalculation: Recalculation, sheet: str, position: Position) -> None:
        self.recalculation, self.sheet, self.position = recalculation, sheet, position

    def of(self, tree: Tree) -> Value:
        if isinstance(tree, Reference):
            return self._referred(tree)
        if isinstance(tree, _CONSTANTS):
            return tree.value
        try:
            return self._called(tree.name.removeprefix(_PREFIX), tree.arguments)
        except ArithmeticError as error:
            raise CellError("#NUM!") from error
        except (IndexError, TypeError, ValueError) as error:  # other arguments than the function takes
            raise NotEvaluated(tree.name) from error

    def _called(self, name: str, trees: tuple[Tree, ...]) -> Value:
        if name in _LAZY:
            return _LAZY[name](self, trees)
        if name not in FUNCTIONS:
            raise NotEvaluated(name)
        arguments = [self._argument(name, tree) for tree in trees]
        if name in OPERATORS and any(isinstance(argument, list) for argument in arguments):
            return each(FUNCTIONS[name], arguments)
        return FUNCTIONS[name](arguments)

    def _argument(self, name: str, tree: Tree) -> Value:
        """An argument; a referred cell is a block to SUM and its like, so that a blank or text is left out."""
        try:
            value = self.of(tree)
        except CellError as error:
            if name not in TOLERANT:
                raise
            value = str(error)
        return block_of(value) if name in AGGREGATES and isinstance(tree, Reference) else value

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
        if is_error(value):
            raise CellError(str(value))
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


def _ifna(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    try:
        return evaluation.of(arguments[0])
    except CellError as error:
        if str(error) != "#N/A":
            raise
        return evaluation.of(arguments[1])


def _ifs(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    for condition, value in zip(arguments[::2], arguments[1::2], strict=True):
        if truth(evaluation.of(condition)):
            return evaluation.of(value)
    raise CellError("#N/A")


def _switch(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    wanted, *cases = arguments
    value = scalar(evaluation.of(wanted))
    for case, result in zip(cases[::2], cases[1::2], strict=False):
        if order(scalar(evaluation.of(case)), value) == 0:
            return evaluation.of(result)
    if len(cases) % 2:
        return evaluation.of(cases[-1])
    raise CellError("#N/A")


def _choose(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    place, *values = arguments
    chosen = int(number(evaluation.of(place)))
    if not 0 < chosen <= len(values):
        raise CellError("#VALUE!")
    return evaluation.of(values[chosen - 1])


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


def _is_formula(evaluation: _Evaluation, arguments: tuple[Tree, ...]) -> Value:
    """ISFORMULA looks at what stands in cells, whatever its value is, and waits for none."""
    (reference,) = arguments
    if not isinstance(reference, Reference):
        raise NotEvaluated("ISFORMULA")
    cells = evaluation.recalculation.book.sheet(reference.sheet or evaluation.sheet)
    top, left, bottom, right = reference.block(*evaluation.position)
    if top < 0 or left < 0:
        raise CellError("#REF!")
    if cells.has_others or (bottom - top + 1) * (right - left + 1) > _LARGEST:
        raise NotEvaluated("ISFORMULA")
    columns = range(left, right + 1)
    found: Block = [[(row, column) in cells.texts for column in columns] for row in range(top, bottom + 1)]
    return found if reference.last is not None else found[0][0]


_LAZY: dict[str, Callable[[_Evaluation, tuple[Tree, ...]], Value]] = {
    "IF": _if, "IFERROR": _iferror, "IFNA": _ifna, "IFS": _ifs, "SWITCH": _switch, "CHOOSE": _choose, "INDEX": _index,
    "ISFORMULA": _is_formula,
}
