"""The functions and operators that formulas are recalculated with; arguments are values, or blocks of them."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal

from pipeline.audit.formulas.book import Stored
from pipeline.audit.formulas.parser import NotEvaluated

Block = list[list[Stored]]
Value = Stored | Block
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!")


class CellError(Exception):
    """The formula gives an error value."""


def number(value: Value) -> float:
    """A value as a number, as Excel's operators take it."""
    if isinstance(value, float):
        return value
    if isinstance(value, list):
        raise NotEvaluated("array")
    if value is None:
        return 0.0
    if isinstance(value, str):
        if value in ERRORS:
            raise CellError(value)
        if not _NUMBER.fullmatch(value.strip()):
            raise CellError("#VALUE!")
    return float(value)


def numbers(values: list[Value]) -> Iterator[float]:
    """The numbers of arguments as SUM takes them: in blocks only real numbers count."""
    for value in values:
        if isinstance(value, list):
            for row in value:
                for item in row:
                    if isinstance(item, float):  # what nearly all of them are
                        yield item
                    elif isinstance(item, str) and item in ERRORS:
                        raise CellError(item)
        else:
            yield number(value)


def _scalar(value: Value) -> Stored:
    if isinstance(value, list):
        raise NotEvaluated("array")
    return value


def each(function: Callable[[list[Value]], Value], arguments: list[Value]) -> Block:
    """An operator on blocks, cell by cell; a single value, row or column is repeated."""
    blocks = [argument if isinstance(argument, list) else [[argument]] for argument in arguments]
    height, width = max(len(block) for block in blocks), max(len(block[0]) for block in blocks)
    if any(len(block) not in (1, height) or len(block[0]) not in (1, width) for block in blocks):
        raise CellError("#N/A")
    return [
        [
            _scalar(function([block[row % len(block)][column % len(block[0])] for block in blocks]))
            for column in range(width)
        ]
        for row in range(height)
    ]


def _divided(arguments: list[Value]) -> float:
    over, under = number(arguments[0]), number(arguments[1])
    if under == 0:
        raise CellError("#DIV/0!")
    return over / under


def _power(arguments: list[Value]) -> float:
    try:
        result = number(arguments[0]) ** number(arguments[1])
    except (ZeroDivisionError, OverflowError) as error:
        raise CellError("#NUM!") from error
    if isinstance(result, complex):
        raise CellError("#NUM!")
    return float(result)


def _compared(test: Callable[[int], bool]) -> Callable[[list[Value]], Stored]:
    def compare(arguments: list[Value]) -> bool:
        left, right = (_scalar(argument) for argument in arguments)
        return test(_order(left, right))

    return compare


def _order(left: Stored, right: Stored) -> int:
    """-1, 0 or 1: numbers before texts before booleans; a blank is what it is compared with."""
    if left is None:
        left = "" if isinstance(right, str) else 0.0
    if right is None:
        right = "" if isinstance(left, str) else 0.0
    kinds = [2 if isinstance(v, bool) else 1 if isinstance(v, str) else 0 for v in (left, right)]
    if kinds[0] != kinds[1]:
        return -1 if kinds[0] < kinds[1] else 1
    if isinstance(left, str) and isinstance(right, str):
        left, right = left.casefold(), right.casefold()
    return (left > right) - (left < right)  # type: ignore[operator]


def _joined(arguments: list[Value]) -> str:
    return "".join(_as_text(_scalar(argument)) for argument in arguments)


def _as_text(value: Stored) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.15g}" if isinstance(value, float) else value


def _average(arguments: list[Value]) -> float:
    found = list(numbers(arguments))
    if not found:
        raise CellError("#DIV/0!")
    return math.fsum(found) / len(found)


def _sumproduct(arguments: list[Value]) -> float:
    blocks = [argument if isinstance(argument, list) else [[argument]] for argument in arguments]
    if len({(len(block), len(block[0])) for block in blocks}) != 1:
        raise CellError("#VALUE!")
    flat = [[_as_factor(item) for row in block for item in row] for block in blocks]
    return math.fsum(math.prod(items) for items in zip(*flat, strict=True))


def _as_factor(item: Stored) -> float:
    if isinstance(item, str) and item in ERRORS:
        raise CellError(item)
    return float(item) if isinstance(item, float | int) and not isinstance(item, bool) else 0.0


def _index(arguments: list[Value]) -> Value:
    block = arguments[0]
    if not isinstance(block, list):
        raise NotEvaluated("INDEX")
    row = int(number(arguments[1]))
    column = int(number(arguments[2])) if len(arguments) > 2 else 0
    if len(block) == 1 and len(arguments) == 2:
        row, column = 1, row
    if len(block[0]) == 1:
        column = column or 1
    if row == 0 or column == 0:
        raise NotEvaluated("INDEX of a whole row or column")
    if not (0 < row <= len(block) and 0 < column <= len(block[0])):
        raise CellError("#REF!")
    found = block[row - 1][column - 1]
    if isinstance(found, str) and found in ERRORS:
        raise CellError(found)
    return found


def _match(arguments: list[Value]) -> float:
    wanted, block = _scalar(arguments[0]), arguments[1]
    if len(arguments) < 3 or number(arguments[2]) != 0 or not isinstance(block, list):
        raise NotEvaluated("MATCH of sorted values")
    items = [item for row in block for item in row]
    for i, item in enumerate(items):
        if item is not None and _order(item, wanted) == 0:
            return float(i + 1)
    raise CellError("#N/A")


def _vlookup(arguments: list[Value]) -> Value:
    block = arguments[1]
    if len(arguments) < 4 or number(arguments[3]) != 0 or not isinstance(block, list):
        raise NotEvaluated("VLOOKUP of sorted values")
    row = _match([arguments[0], [[line[0]] for line in block], 0.0])
    return _index([block, row, arguments[2]])


def _rounder(rounding: str) -> Callable[[list[Value]], float]:
    def rounded(arguments: list[Value]) -> float:
        places = int(number(arguments[1])) if len(arguments) > 1 else 0
        # As spreadsheets do it: on the decimal digits that are shown, not on the binary fraction.
        value = Decimal(f"{number(arguments[0]):.15g}")
        return float(value.quantize(Decimal(1).scaleb(-places), rounding=rounding))

    return rounded


def _logarithm(function: Callable[[float], float]) -> Callable[[list[Value]], float]:
    def log(arguments: list[Value]) -> float:
        try:
            return function(number(arguments[0]))
        except ValueError as error:
            raise CellError("#NUM!") from error

    return log


_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(.*)", re.DOTALL)
_TESTS: dict[str, Callable[[int], bool]] = {
    "=": lambda o: o == 0, "<>": lambda o: o != 0, "<": lambda o: o < 0, ">": lambda o: o > 0,
    "<=": lambda o: o <= 0, ">=": lambda o: o >= 0,
}


def _countif(arguments: list[Value]) -> Value:
    block, wanted = arguments[0], arguments[1]
    if not isinstance(block, list):
        raise NotEvaluated("COUNTIF")
    if isinstance(wanted, list):
        return [[_scalar(_countif([block, item])) for item in row] for row in wanted]
    sign, value = "=", wanted
    if isinstance(wanted, str):
        match = _CONDITION.fullmatch(wanted)
        if match:
            sign, value = match[1], match[2]
            with contextlib.suppress(ValueError):
                value = float(match[2])
        if isinstance(value, str) and any(sign in value for sign in "*?~"):
            raise NotEvaluated("COUNTIF with a pattern")
    kind = str if isinstance(value, str) else float
    items = [item for row in block for item in row]
    if sign == "<>":  # everything else counts there, blanks too
        return float(sum(not isinstance(item, kind) or _order(item, value) != 0 for item in items))
    return float(sum(_TESTS[sign](_order(item, value)) for item in items if isinstance(item, kind)))


def _sumif(arguments: list[Value]) -> float:
    block, wanted = arguments[0], _scalar(arguments[1])
    added = arguments[2] if len(arguments) > 2 else block
    if not isinstance(block, list) or not isinstance(added, list) or len(block) != len(added):
        raise NotEvaluated("SUMIF")
    total = 0.0
    for row, others in zip(block, added, strict=True):
        for item, other in zip(row, others, strict=False):
            if _countif([[[item]], wanted]):
                total += _as_factor(other)
    return total


def _ranked(last: bool) -> Callable[[list[Value]], float]:
    def ranked(arguments: list[Value]) -> float:
        found = sorted(numbers(arguments[:1]), reverse=last)
        place = int(number(arguments[1]))
        if not 0 < place <= len(found):
            raise CellError("#NUM!")
        return found[place - 1]

    return ranked


def _largest(function: Callable[[list[float]], float]) -> Callable[[list[Value]], float]:
    return lambda arguments: float(function(list(numbers(arguments)) or [0.0]))


def _is_number(arguments: list[Value]) -> bool:
    value = _scalar(arguments[0])
    return isinstance(value, float | int) and not isinstance(value, bool)


def truth(value: Value) -> bool:
    """A value as a condition, as IF takes it."""
    found = _scalar(value)
    if isinstance(found, str):
        raise CellError("#VALUE!")
    return bool(found)


FUNCTIONS: dict[str, Callable[[list[Value]], Value]] = {
    "+": lambda a: number(a[0]) + number(a[1]),
    "-": lambda a: number(a[0]) - number(a[1]),
    "*": lambda a: number(a[0]) * number(a[1]),
    "/": _divided,
    "^": _power,
    "%": lambda a: number(a[0]) / 100,
    "&": _joined,
    "negative": lambda a: -number(a[0]),
    **{sign: _compared(test) for sign, test in _TESTS.items()},
    "SUM": lambda a: math.fsum(numbers(a)),
    "AVERAGE": _average,
    "SUMPRODUCT": _sumproduct,
    "COUNT": lambda a: float(len(list(numbers(a)))),
    "COUNTIF": _countif,
    "MAX": _largest(max),
    "MIN": _largest(min),
    "ABS": lambda a: abs(number(a[0])),
    "INT": lambda a: float(math.floor(number(a[0]))),
    "TRUNC": _rounder(ROUND_DOWN),
    "ROUND": _rounder(ROUND_HALF_UP),
    "ROUNDDOWN": _rounder(ROUND_DOWN),
    "ROUNDUP": _rounder(ROUND_UP),
    "SQRT": _logarithm(math.sqrt),
    "LOG10": _logarithm(math.log10),
    "LN": _logarithm(math.log),
    "POWER": _power,
    "INDEX": _index,
    "MATCH": _match,
    "VLOOKUP": _vlookup,
    "SUMIF": _sumif,
    "SMALL": _ranked(last=False),
    "LARGE": _ranked(last=True),
    "COUNTA": lambda a: float(sum(item is not None for b in a if isinstance(b, list) for row in b for item in row)),
    "ISNUMBER": _is_number,
    "ISTEXT": lambda a: isinstance(_scalar(a[0]), str),
    "ISBLANK": lambda a: a[0] is None,
    "N": lambda a: number(a[0]) if _is_number(a) or isinstance(a[0], bool) else 0.0,
    "AND": lambda a: all(truth(v) for v in a),
    "OR": lambda a: any(truth(v) for v in a),
    "NOT": lambda a: not truth(a[0]),
}

OPERATORS = {"+", "-", "*", "/", "^", "%", "&", "negative", *_TESTS, "ISNUMBER", "ISTEXT", "ABS", "INT"}
"""What works cell by cell on a block."""
AGGREGATES = {"SUM", "AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "SUMPRODUCT"}
