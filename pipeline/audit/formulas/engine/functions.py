"""The functions and operators that formulas are recalculated with; arguments are values, or blocks of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Context, Decimal

from pipeline.audit.formulas.engine.book import Stored
from pipeline.audit.formulas.engine.conditions import CONDITIONAL, TESTS, mean
from pipeline.audit.formulas.engine.lookups import LOOKUPS
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import (
    CellError,
    Function,
    Value,
    block_of,
    is_error,
    items_of,
    near,
    number,
    numbers,
    order,
    scalar,
    text_of,
    truth,
    truths,
)

_WIDE = Context(prec=700)
"""Enough for every number of a cell, to whatever decimals it is rounded."""
_MOST_PLACES = 300
_LONGEST_TEXT = 32767
"""What a cell can hold."""


def _divided(arguments: list[Value]) -> float:
    over, under = number(arguments[0]), number(arguments[1])
    if under == 0:
        raise CellError("#DIV/0!")
    return over / under


def _power(arguments: list[Value]) -> float:
    base, exponent = number(arguments[0]), number(arguments[1])
    if base == exponent == 0:
        raise NotEvaluated("0^0")  # an error in Excel, 1 in LibreOffice
    result = base**exponent
    if isinstance(result, complex):
        raise CellError("#NUM!")
    return float(result)


def _not_available(arguments: list[Value]) -> float:
    raise CellError("#N/A")


def _numeric(function: Callable[..., float]) -> Function:
    """A function of numbers, which gives an error where it has no value."""

    def of_numbers(arguments: list[Value]) -> float:
        found = [number(argument) for argument in arguments]
        try:
            return float(function(*found))
        except ValueError as error:
            raise CellError("#NUM!") from error

    return of_numbers


def _compared(test: Callable[[int], bool]) -> Function:
    return lambda arguments: test(order(scalar(arguments[0]), scalar(arguments[1])))


def _joined(arguments: list[Value]) -> str:
    texts = [text_of(item) for argument in arguments for item in items_of(argument)]
    if sum(map(len, texts)) > _LONGEST_TEXT:
        raise CellError("#VALUE!")
    return "".join(texts)


def _sumproduct(arguments: list[Value]) -> float:
    blocks = [block_of(argument) for argument in arguments]
    if len({(len(block), len(block[0])) for block in blocks}) != 1:
        raise CellError("#VALUE!")
    flat = [[_as_factor(item) for item in items_of(block)] for block in blocks]
    return math.fsum(math.prod(items) for items in zip(*flat, strict=True))


def _as_factor(item: Stored) -> float:
    if is_error(item):
        raise CellError(str(item))
    return float(item) if isinstance(item, float | int) and not isinstance(item, bool) else 0.0


def _counted(arguments: list[Value]) -> float:
    """COUNT: in blocks the numbers, besides what is given as one."""
    found = 0
    for argument in arguments:
        if isinstance(argument, list):
            found += sum(isinstance(item, float) for item in items_of(argument))
        elif not is_error(argument):
            found += not isinstance(argument, str)
    return float(found)


def _over(function: Callable[[list[float]], float]) -> Function:
    """A function of all the numbers among its arguments."""
    return lambda arguments: float(function(list(numbers(arguments))))


def _of_some(function: Callable[[list[float]], float], otherwise: float = 0.0) -> Function:
    """The same, with what it gives where there is none."""
    return _over(lambda found: function(found) if found else otherwise)


def _median(found: list[float]) -> float:
    if not found:
        raise CellError("#NUM!")
    return statistics.median(found)


def _whole(value: float) -> float:
    """INT; a number just below a whole one is that to some programs."""
    below = math.floor(value)
    if near(value, below + 1.0):
        raise NotEvaluated("INT of a number that isn't exact")
    return float(below)


def _quantized(value: float, places: int, rounding: str) -> float:
    """As spreadsheets round: on the decimal digits that are shown, not on the binary fraction."""
    if abs(places) > _MOST_PLACES:
        raise NotEvaluated("that many decimals")
    if not value:  # nearly all of a long column: blanks
        return 0.0
    return float(Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-places), rounding=rounding, context=_WIDE))


def _rounder(rounding: str) -> Function:
    return _numeric(lambda value, places=0.0: _quantized(value, int(places), rounding))


def _to_multiple(value: float, unit: float) -> float:
    """MROUND; an error in Excel where the signs differ, and not in LibreOffice."""
    if value * unit < 0:
        raise NotEvaluated("MROUND of signs")
    return unit * _quantized(value / unit, 0, ROUND_HALF_UP) if unit else 0.0


def _multiple(rounding: Callable[[float], float]) -> Function:
    """CEILING and FLOOR; what they make of signs differs between programs."""

    def rounded(value: float, unit: float = 1.0) -> float:
        if value < 0 or unit <= 0:
            raise NotEvaluated("CEILING or FLOOR of signs")
        count = value / unit
        return unit * (round(count) if near(count, round(count)) else rounding(count))

    return _numeric(rounded)


def _remainder(value: float, divisor: float) -> float:
    if divisor == 0:
        raise CellError("#DIV/0!")
    return value - divisor * _whole(value / divisor)


def _ranked(last: bool) -> Function:
    """SMALL and LARGE."""

    def ranked(arguments: list[Value]) -> float:
        found = sorted(numbers(arguments[:1]), reverse=last)
        place = int(number(arguments[1]))
        if not 0 < place <= len(found):
            raise CellError("#NUM!")
        return found[place - 1]

    return ranked


def _rank(arguments: list[Value]) -> float:
    """RANK: how many come before, and one; equal numbers have one rank."""
    value, found = number(arguments[0]), list(numbers(arguments[1:2]))
    rising = len(arguments) > 2 and number(arguments[2]) != 0
    if value not in found:
        raise CellError("#N/A")
    return 1.0 + sum(item < value if rising else item > value for item in found)


def _is_number(arguments: list[Value]) -> bool:
    value = scalar(arguments[0])
    return isinstance(value, float | int) and not isinstance(value, bool)


def _beginning(arguments: list[Value]) -> str:
    return text_of(scalar(arguments[0]))[: _length(arguments[1:])]


def _end(arguments: list[Value]) -> str:
    text = text_of(scalar(arguments[0]))
    return text[max(len(text) - _length(arguments[1:]), 0) :]


def _middle(arguments: list[Value]) -> str:
    first = int(number(arguments[1])) - 1
    if first < 0:
        raise CellError("#VALUE!")
    return text_of(scalar(arguments[0]))[first : first + _length(arguments[2:])]


def _length(arguments: list[Value]) -> int:
    """How many characters are wanted: one where nothing is said."""
    length = int(number(arguments[0])) if arguments else 1
    if length < 0:
        raise CellError("#VALUE!")
    return length


def _of_text(function: Callable[[str], Stored]) -> Function:
    return lambda arguments: function(text_of(scalar(arguments[0])))


def _squares(found: Sequence[float]) -> float:
    return math.fsum(value * value for value in found)


FUNCTIONS: dict[str, Function] = {
    "+": lambda a: number(a[0]) + number(a[1]),
    "-": lambda a: number(a[0]) - number(a[1]),
    "*": lambda a: number(a[0]) * number(a[1]),
    "/": _divided,
    "^": _power,
    "%": lambda a: number(a[0]) / 100,
    "&": _joined,
    "negative": lambda a: -number(a[0]),
    **{sign: _compared(test) for sign, test in TESTS.items()},
    "TRUE": lambda a: True,
    "FALSE": lambda a: False,
    "PI": lambda a: math.pi,
    "NA": _not_available,
    "SUM": _over(math.fsum),
    "PRODUCT": _of_some(math.prod),
    "SUMSQ": _over(_squares),
    "AVERAGE": _over(mean),
    "MEDIAN": _over(_median),
    "SUMPRODUCT": _sumproduct,
    "COUNT": _counted,
    "COUNTA": lambda a: float(sum(item is not None for argument in a for item in items_of(argument))),
    "MAX": _of_some(max),
    "MIN": _of_some(min),
    "SMALL": _ranked(last=False),
    "LARGE": _ranked(last=True),
    "RANK": _rank,
    "RANK.EQ": _rank,
    "ABS": _numeric(abs),
    "SIGN": _numeric(lambda value: (value > 0) - (value < 0)),
    "INT": _numeric(_whole),
    "MOD": _numeric(_remainder),
    "TRUNC": _rounder(ROUND_DOWN),
    "ROUND": _rounder(ROUND_HALF_UP),
    "ROUNDDOWN": _rounder(ROUND_DOWN),
    "ROUNDUP": _rounder(ROUND_UP),
    "MROUND": _numeric(_to_multiple),
    "CEILING": _multiple(math.ceil),
    "FLOOR": _multiple(math.floor),
    "SQRT": _numeric(math.sqrt),
    "EXP": _numeric(math.exp),
    "LOG10": _numeric(math.log10),
    "LOG": _numeric(lambda value, base=10.0: math.log10(value) if base == 10 else math.log(value) / math.log(base)),
    "LN": _numeric(math.log),
    "POWER": _power,
    "CONCATENATE": _joined,
    "CONCAT": _joined,
    "LEFT": _beginning,
    "RIGHT": _end,
    "MID": _middle,
    "LEN": _of_text(lambda text: float(len(text))),
    "TRIM": _of_text(lambda text: " ".join(part for part in text.split(" ") if part)),
    "UPPER": _of_text(str.upper),
    "LOWER": _of_text(str.lower),
    "VALUE": lambda a: number(a[0]),
    "ISNUMBER": _is_number,
    "ISTEXT": lambda a: isinstance(scalar(a[0]), str) and not is_error(a[0]),
    "ISBLANK": lambda a: scalar(a[0]) is None,
    "ISERROR": lambda a: is_error(scalar(a[0])),
    "ISERR": lambda a: is_error(scalar(a[0])) and a[0] != "#N/A",
    "ISNA": lambda a: a[0] == "#N/A",
    "N": lambda a: number(a[0]) if _is_number(a) or isinstance(a[0], bool) else 0.0,
    "AND": lambda a: all(list(truths(a))),
    "OR": lambda a: any(list(truths(a))),
    "NOT": lambda a: not truth(a[0]),
    **CONDITIONAL,
    **LOOKUPS,
}

COSTLY = {*CONDITIONAL, "MEDIAN", "SMALL", "LARGE", "RANK", "RANK.EQ", "HLOOKUP", "LOOKUP"}
"""What looks at each cell of a block in a way that takes its time."""
TOLERANT = {"ISNUMBER", "ISTEXT", "ISBLANK", "ISERROR", "ISERR", "ISNA", "COUNT", "COUNTA"}
"""What takes an error value as a value like others."""
OPERATORS = {"+", "-", "*", "/", "^", "%", "&", "negative", *TESTS, "ABS", "INT", "ROUND", "SIGN", "NOT"} | TOLERANT - {
    "COUNT", "COUNTA"
}
"""What works cell by cell on a block."""
AGGREGATES = {
    "SUM", "PRODUCT", "SUMSQ", "AVERAGE", "MEDIAN", "COUNT", "COUNTA", "MAX", "MIN", "SUMPRODUCT", "SMALL", "LARGE",
    "AND", "OR",
}
"""What takes a referred cell as a block."""
