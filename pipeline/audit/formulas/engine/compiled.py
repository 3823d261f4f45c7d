"""Compiles a formula for one column: from its tree to nested functions of the row. The same serves all rows.

A part of a formula that refers to fixed rows alone ($ before the row) has one value in the whole column: it is
calculated for the first row that needs it, and kept.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pipeline.addresses import Position
from pipeline.audit.formulas.engine.book import Stored
from pipeline.audit.formulas.engine.functions import AGGREGATES, COSTLY, FUNCTIONS, OPERATORS, TOLERANT
from pipeline.audit.formulas.engine.lazy import LAZY, Program, refused
from pipeline.audit.formulas.engine.parser import Call, NotEvaluated, Number, Text, Tree
from pipeline.audit.formulas.engine.shape import Reference
from pipeline.audit.formulas.engine.state import State, Values
from pipeline.audit.formulas.engine.values import (
    LARGEST_BLOCK,
    CellError,
    Value,
    block_of,
    each,
    is_error,
    near,
    number,
)

_PREFIX = "_XLFN."
"""What files put before the names of newer functions."""
_QUICK: dict[str, Callable[[float, float], float | bool]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "=": lambda one, other: near(one, other) or not (one < other or one > other),
    "<>": lambda one, other: (one < other or one > other) and not near(one, other),
    "<": lambda one, other: one < other and not near(one, other),
    ">": lambda one, other: one > other and not near(one, other),
    "<=": lambda one, other: not one > other or near(one, other),
    ">=": lambda one, other: not one < other or near(one, other),
}  # fmt: skip
"""Operators on two numbers that need no more than this, comparisons as `order` makes them; all else goes its way."""
_BINARY = {"+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">="}
_COST = 5
"""What one cell costs that is looked at by itself, compared with one in a sum."""


class Part(NamedTuple):
    """A compiled part of a formula, and whether it has one value in the whole column."""

    program: Program
    fixed: bool


def _failing(error: str) -> Program:
    def program(row: int) -> Value:
        raise CellError(error)

    return program


def _kept(program: Program) -> Program:
    """A program with one value, calculated once; so are an error and a refusal."""
    found: list[Value | CellError | NotEvaluated] = []

    def once(row: int) -> Value:
        if not found:
            try:
                found.append(program(row))
            except (CellError, NotEvaluated) as error:
                found.append(error)
        value = found[0]
        if type(value) is not float and isinstance(value, CellError | NotEvaluated):
            raise type(value)(str(value))
        return value

    return once


def _checked(value: Stored) -> Stored:
    if is_error(value):
        raise CellError(str(value))
    return value


class Compiler:
    """Compiles the formulas of one column of a sheet."""

    def __init__(self, state: State, values: Values, column: int) -> None:
        """For the column (from 0) of the sheet with these values."""
        self._state, self._values, self._column = state, values, column

    def program(self, tree: Tree) -> Program:
        """A whole formula."""
        part = self._part(tree)
        return _kept(part.program) if part.fixed else part.program

    def _part(self, tree: Tree) -> Part:
        if isinstance(tree, Reference):
            return self._cell(tree) if tree.last is None else self._block(tree)
        if isinstance(tree, Number | Text):
            value = tree.value
            return Part(lambda row: value, True)
        name = tree.name.removeprefix(_PREFIX)
        if name in _BINARY and len(tree.arguments) == 2:
            return self._chain(tree)
        if name == "ISFORMULA":
            return self._is_formula(tree)
        if name == "INDEX" and tree.arguments:
            return self._index(tree)
        if name not in FUNCTIONS and name not in LAZY:
            return Part(refused(name), True)
        parts = [self._argument(name, argument) for argument in tree.arguments]
        return self._joined(parts, lambda programs: self._called(name, tree.name, programs))

    def _joined(self, parts: Sequence[Part], made: Callable[[list[Program]], Program]) -> Part:
        """A part made of others; where it moves with the row, those of them that don't are kept."""
        fixed = all(part.fixed for part in parts)
        return Part(made([part.program if fixed or not part.fixed else _kept(part.program) for part in parts]), fixed)

    # References

    def _of(self, reference: Reference) -> Values:
        return self._state.values(reference.sheet) if reference.sheet else self._values

    def _cell(self, reference: Reference) -> Part:
        values, corner = self._of(reference), reference.first
        column = corner.at(0, self._column)[1]
        if column < 0:
            return Part(_failing("#REF!"), True)
        if corner.row_fixed:
            at = corner.row, column
            return Part(lambda row: _checked(values.taken(at)), True)
        shift = corner.row

        def cell(row: int) -> Value:
            if row + shift < 0:
                raise CellError("#REF!")
            found = values[row + shift, column]
            if type(found) is float:
                return found
            return _checked(values.taken((row + shift, column)))

        return Part(cell, False)

    def _block(self, reference: Reference) -> Part:
        state, values, column = self._state, self._of(reference), self._column
        if _is_fixed(reference):
            bounds = reference.block(0, column)
            if min(bounds) < 0:
                return Part(_failing("#REF!"), True)
            return Part(lambda row: state.kept_block(values, bounds), True)

        def block(row: int) -> Value:
            bounds = reference.block(row, column)
            if min(bounds) < 0:
                raise CellError("#REF!")
            return state.block(values, bounds)

        return Part(block, False)

    def _is_formula(self, tree: Call) -> Part:
        """ISFORMULA looks at what stands in cells, whatever its value is, and waits for none."""
        if len(tree.arguments) != 1 or not isinstance(tree.arguments[0], Reference):
            return Part(refused(tree.name), True)
        reference, column, state = tree.arguments[0], self._column, self._state
        values = self._of(reference)
        has_formula = values.cells.has_formula

        def program(row: int) -> Value:
            top, left, bottom, right = reference.block(row, column)
            if min(top, left) < 0:
                raise CellError("#REF!")
            if (bottom - top + 1) * (right - left + 1) > LARGEST_BLOCK:
                raise NotEvaluated("whole columns")
            if reference.last is None:
                return has_formula((top, left))
            state.visit((bottom - top + 1) * (right - left + 1))
            return [[has_formula((r, c)) for c in range(left, right + 1)] for r in range(top, bottom + 1)]

        return Part(program, _is_fixed(reference))

    def _index(self, tree: Call) -> Part:
        """INDEX of a block of cells takes the one cell alone: its column may hold what is calculated later."""
        parts = [self._part(argument) for argument in tree.arguments]
        block, places = tree.arguments[0], parts[1:3]
        if not isinstance(block, Reference) or block.last is None or not places:
            return self._joined(parts, lambda programs: self._called("INDEX", tree.name, programs))
        values, column = self._of(block), self._column
        bounds = block.block(0, column) if _is_fixed(block) else None

        def made(programs: list[Program]) -> Program:
            whole = self._called("INDEX", tree.name, programs)
            first, second = programs[1], programs[2] if len(programs) > 2 else None

            def taken(at: Position) -> Value:
                found = values[at]
                return found if type(found) is float else _checked(values.taken(at))

            def program(row: int) -> Value:
                try:
                    top, left, bottom, right = bounds or block.block(row, column)
                    down = int(number(first(row)))
                    along = int(number(second(row))) if second is not None else 0
                except ArithmeticError as error:
                    raise CellError("#NUM!") from error
                except ValueError as error:
                    raise NotEvaluated(tree.name) from error
                if bottom == top and second is None:
                    down, along = 1, down
                elif left == right and along == 0:
                    along = 1
                if down <= 0 or along <= 0:
                    return whole(row)
                if top < 0 or left < 0 or top + down - 1 > bottom or left + along - 1 > right:
                    raise CellError("#REF!")
                return taken((top + down - 1, left + along - 1))

            if bounds is None or second is not None or min(bounds) < 0 or bounds[1] != bounds[3]:
                return program
            above, only, height = bounds[0] - 1, bounds[1], bounds[2] - bounds[0] + 1

            def of_column(row: int) -> Value:
                """The same for one column between fixed rows, which most tables are."""
                place = first(row)
                if height > 1 and type(place) is float and 1 <= place < height + 1:
                    return taken((above + int(place), only))
                return program(row)

            return of_column

        return self._joined(parts, made)

    # Operators and functions

    def _chain(self, tree: Call) -> Part:
        """a + b - c …: one part, however many terms it has."""
        steps: list[tuple[str, Part]] = []
        left: Tree = tree
        while isinstance(left, Call) and left.name in _BINARY and len(left.arguments) == 2:
            steps.append((left.name, self._part(left.arguments[1])))
            left = left.arguments[0]
        steps.reverse()
        names = [name for name, _ in steps]

        def made(programs: list[Program]) -> Program:
            first, *others = programs
            if len(others) == 1:
                return self._combined(names[0], first, others[0])
            applied = [
                (_QUICK.get(name), self._applied(name), other) for name, other in zip(names, others, strict=True)
            ]

            def chained(row: int) -> Value:
                value = first(row)
                for quick, apply, program in applied:
                    other = program(row)
                    if quick is not None and type(value) is float and type(other) is float:
                        value = quick(value, other)
                    else:
                        value = apply([value, other])
                return value

            return chained

        return self._joined([self._part(left), *(part for _, part in steps)], made)

    def _combined(self, name: str, left: Program, right: Program) -> Program:
        apply, quick = self._applied(name), _QUICK.get(name)
        if quick is None:
            return lambda row: apply([left(row), right(row)])

        def combined(row: int) -> Value:
            one, other = left(row), right(row)
            if type(one) is float and type(other) is float:
                return quick(one, other)
            return apply([one, other])

        return combined

    def _argument(self, name: str, tree: Tree) -> Part:
        """An argument; a referred cell is a block to SUM and its like, so that a blank or text is left out."""
        program, fixed = self._part(tree)
        value = _tolerant(program) if name in TOLERANT else program
        if name in AGGREGATES and isinstance(tree, Reference):
            return Part(lambda row: block_of(value(row)), fixed)
        return Part(value, fixed)

    def _called(self, name: str, shown: str, programs: list[Program]) -> Program:
        if name in LAZY:
            return _guarded(shown, LAZY[name](programs, shown))
        apply = self._applied(name, shown)
        if len(programs) == 1:
            [only] = programs
            return lambda row: apply([only(row)])
        if name == "SUM":
            return _sum(programs, apply)
        return lambda row: apply([program(row) for program in programs])

    def _applied(self, name: str, shown: str = "") -> Callable[[list[Value]], Value]:
        """A function or an operator on its arguments."""
        function, by_cell, visit = FUNCTIONS[name], name in OPERATORS, self._state.visit
        weight = _COST if name in COSTLY else 1

        def applied(arguments: list[Value]) -> Value:
            try:
                sizes = [len(a) * len(a[0]) for a in arguments if isinstance(a, list)]
                if not sizes:
                    return function(arguments)
                if by_cell:
                    visit(_COST * sum(sizes))
                    return each(function, arguments, visit)
                visit(weight * sum(sizes) * (sizes[-1] if name == "COUNTIF" and len(sizes) > 1 else 1))
                return function(arguments)
            except ArithmeticError as error:
                raise CellError("#NUM!") from error
            except (IndexError, TypeError, ValueError) as error:  # other arguments than the function takes
                raise NotEvaluated(shown or name) from error

        return applied


def _sum(programs: list[Program], apply: Callable[[list[Value]], Value]) -> Program:
    """SUM of what is given one by one: of numbers alone, there is nothing to be looked at."""

    def summed(row: int) -> Value:
        found: list[Value] = []
        numbers: list[float] = []
        for program in programs:
            found.append(value := program(row))
            if type(value) is float:
                numbers.append(value)
        if len(numbers) == len(found):
            try:
                return math.fsum(numbers)
            except (ArithmeticError, ValueError):  # said as for any other function
                pass
        return apply(found)

    return summed


def _is_fixed(reference: Reference) -> bool:
    return reference.first.row_fixed and (reference.last is None or reference.last.row_fixed)


def _tolerant(program: Program) -> Program:
    def tolerant(row: int) -> Value:
        try:
            return program(row)
        except CellError as error:
            return str(error)

    return tolerant


def _guarded(name: str, program: Program) -> Program:
    """A function that calculates only some of its arguments; see `applied` for what may go wrong."""

    def guarded(row: int) -> Value:
        try:
            return program(row)
        except ArithmeticError as error:
            raise CellError("#NUM!") from error
        except (IndexError, TypeError, ValueError) as error:
            raise NotEvaluated(name) from error

    return guarded
