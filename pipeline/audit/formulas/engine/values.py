"""Values of cells as spreadsheets take them: as numbers, texts, conditions and blocks, and their order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from operator import is_

from pipeline.audit.formulas.engine.book import Stored
from pipeline.audit.formulas.engine.parser import NotEvaluated

Block = list[list[Stored]]
Value = Stored | Block
Function = Callable[[list[Value]], Value]
ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!")
PATTERN = "*?~"
"""The signs of patterns in conditions and searches, which aren't calculated here."""
_WHOLE = re.compile(r"[+-]?[0-9]+")
NEAR = 2.0**-48
"""Relative: numbers this close count as equal when they are compared."""


class CellError(Exception):
    """The formula gives an error value."""


def is_error(value: object) -> bool:
    """Whether a value is an error value."""
    return isinstance(value, str) and value in ERRORS


def number(value: Value) -> float:
    """A value as a number, as Excel's operators take it."""
    if isinstance(value, float):
        return value
    if isinstance(value, list):
        raise NotEvaluated("array")
    if value is None:
        return 0.0
    if isinstance(value, str):
        return _number_in(value)
    return float(value)


def _number_in(text: str) -> float:
    """The number that a text is taken for; what 1.5 or 1,5 is depends on the country, so that isn't guessed."""
    if text in ERRORS:
        raise CellError(text)
    if _WHOLE.fullmatch(text.strip()):
        return float(text)
    if any(character.isdigit() for character in text):
        raise NotEvaluated("a number stored as text")
    raise CellError("#VALUE!")


def numbers(values: list[Value]) -> Iterator[float]:
    """The numbers of arguments as SUM takes them: in blocks only real numbers count."""
    for value in values:
        if isinstance(value, list):
            for row in value:
                for item in row:
                    if isinstance(item, float):  # what nearly all of them are
                        yield item
                    elif is_error(item):
                        raise CellError(str(item))
        else:
            yield number(value)


def items_of(value: Value) -> list[Stored]:
    """The values of a block, row by row; a single value is a block of one."""
    return [item for row in value for item in row] if isinstance(value, list) else [value]


def block_of(value: Value) -> Block:
    """A value as a block."""
    return value if isinstance(value, list) else [[value]]


def scalar(value: Value) -> Stored:
    """A single value."""
    if isinstance(value, list):
        raise NotEvaluated("array")
    return value


LARGEST_BLOCK = 200_000
"""Cells of a block; whole columns are not calculated."""


def each(function: Function, arguments: list[Value], visit: Callable[[int], None]) -> Block:
    """An operator on blocks, cell by cell; a single value, row or column is repeated.

    `visit` is told how many cells it is called for: a row and a column make a large block. Cells that are the very ones
    of the cell before, as the blanks of a long column are, have its value.
    """
    blocks = [block_of(argument) for argument in arguments]
    height, width = max(len(block) for block in blocks), max(len(block[0]) for block in blocks)
    if any(len(block) not in (1, height) or len(block[0]) not in (1, width) for block in blocks):
        raise CellError("#N/A")
    if height * width > LARGEST_BLOCK:
        raise NotEvaluated("whole columns")
    visit(height * width)

    tall = [block if len(block) == height else block * height for block in blocks]
    flat = [[item for line in block for item in (line if len(line) == width else line * width)] for block in tall]
    before: tuple[Stored, ...] = ()
    results: list[Stored] = []
    for values in zip(*flat, strict=True):
        if before and all(map(is_, values, before)):
            results.append(results[-1])
            continue
        try:
            results.append(scalar(function(list(values))))
        except CellError as error:
            results.append(str(error))
        before = values
    return [results[at : at + width] for at in range(0, len(results), width)]


class KeptBlock(list[list[Stored]]):
    """A block that many formulas look in, with the places of its values once one of them has searched it."""

    def __init__(self, rows: Block) -> None:
        super().__init__(rows)
        self._places: dict[int, Places] = {}

    def places(self, column: int) -> Places:
        """The places of the values in a column; -1 stands for all its values, row by row."""
        if column not in self._places:
            self._places[column] = Places(items_of(self) if column < 0 else [row[column] for row in self])
        return self._places[column]


class Places:
    """Where values stand in a list, so that it need not be gone through for each search."""

    def __init__(self, items: Sequence[Stored]) -> None:
        """Note the first place (from 0) of each value."""
        self._others: dict[str | bool, int] = {}
        numbers: dict[float, int] = {}
        for place, item in enumerate(items):
            if isinstance(item, str):
                self._others.setdefault(item.casefold(), place)
            elif isinstance(item, bool):
                self._others.setdefault(item, place)
            elif item is not None:
                numbers.setdefault(item, place)
        self._numbers = sorted(numbers.items())

    def first(self, wanted: float | str | bool) -> int | None:
        """The first place of a value that counts as equal to `wanted`, as `order` says; None where there is none."""
        if isinstance(wanted, bool):
            return self._others.get(wanted)
        if isinstance(wanted, str):
            return self._others.get(wanted.casefold())
        found: list[int] = []
        about = abs(wanted) * 2 * NEAR
        for i in range(bisect_left(self._numbers, (wanted - about, -1)), len(self._numbers)):
            value, place = self._numbers[i]
            if value > wanted + about:
                break
            if value == wanted or near(value, wanted):
                found.append(place)
        return min(found, default=None)


def near(left: float, right: float) -> bool:
    """Whether two numbers differ by what floating point adds, if at all."""
    return abs(left - right) <= NEAR * max(abs(left), abs(right))


def order(left: Stored, right: Stored) -> int:
    """-1, 0 or 1: numbers before texts before booleans; a blank is what it is compared with."""
    if type(left) is float and type(right) is float:  # nearly always
        return 0 if near(left, right) else (left > right) - (left < right)
    if left is None and right is None:
        return 0
    if left is None:
        left = "" if isinstance(right, str) else 0.0
    if right is None:
        right = "" if isinstance(left, str) else 0.0
    kinds = [2 if isinstance(v, bool) else 1 if isinstance(v, str) else 0 for v in (left, right)]
    if kinds[0] != kinds[1]:
        return -1 if kinds[0] < kinds[1] else 1
    if isinstance(left, str) and isinstance(right, str):
        left, right = left.casefold(), right.casefold()
    elif near(float(left), float(right)):
        return 0
    return (left > right) - (left < right)  # type: ignore[operator]


def text_of(value: Stored) -> str:
    """A value as text, as & takes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.15g}" if isinstance(value, float) else value


def truth(value: Value) -> bool:
    """A value as a condition, as IF takes it."""
    found = scalar(value)
    if isinstance(found, str):
        raise CellError(found if found in ERRORS else "#VALUE!")
    return bool(found)


def truths(values: list[Value]) -> Iterator[bool]:
    """Conditions as AND takes them: in blocks texts and blanks don't count."""
    for value in values:
        if not isinstance(value, list):
            yield truth(value)
            continue
        for item in items_of(value):
            if is_error(item):
                raise CellError(str(item))
            if item is not None and not isinstance(item, str):
                yield bool(item)
