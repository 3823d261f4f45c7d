"""The functions that count or add what meets a condition: COUNTIF and its like."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from pipeline.audit.formulas.engine.book import Stored
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import (
    NEAR,
    PATTERN,
    Block,
    CellError,
    Function,
    Value,
    block_of,
    is_error,
    items_of,
    order,
    scalar,
)

Test = Callable[[Stored], bool]
TESTS: dict[str, Callable[[int], bool]] = {
    "=": lambda o: o == 0, "<>": lambda o: o != 0, "<": lambda o: o < 0, ">": lambda o: o > 0,
    "<=": lambda o: o <= 0, ">=": lambda o: o >= 0,
}
"""The signs of comparison, on what `order` says."""
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)?(.*)", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def condition(wanted: Stored) -> Test:
    """The test that a condition such as 2, "text" or ">=1.5" stands for."""
    sign, value = "=", wanted
    if isinstance(wanted, str):
        match = _CONDITION.fullmatch(wanted)
        assert match is not None
        sign, value = match[1] or "=", match[2]
        if _NUMBER.fullmatch(match[2]):
            value = float(match[2])
        elif not match[2] or any(character in PATTERN or character.isdigit() for character in match[2]):
            raise NotEvaluated("a condition with a pattern")  # or for blanks, or a number with a comma
    return _of_text(sign, value) if isinstance(value, str | bool) else _of_number(sign, value)


def _of_text(sign: str, wanted: str | bool) -> Test:
    kind, test = type(wanted), TESTS[sign]
    known: dict[Stored, bool] = {}

    def meets(item: Stored) -> bool:
        if not isinstance(item, kind):
            return sign == "<>"  # everything else differs, blanks too
        if item not in known:
            known[item] = test(order(item, wanted))
        return known[item]

    return meets


def _of_number(sign: str, wanted: float | None) -> Test:
    """The test of a number; a report of 500 players makes a million of them, most of numbers that aren't near."""
    test, number = TESTS[sign], wanted or 0.0
    less, same, more = test(-1), test(0), test(1)
    about = abs(number) * 2 * NEAR

    def meets(item: Stored) -> bool:
        if isinstance(item, float):
            if item == number:
                return same
            if item > number + about:
                return more
            return less if item < number - about else test(order(item, wanted))
        if isinstance(item, str) and _NUMBER.fullmatch(item.strip()):
            raise NotEvaluated("a number stored as text")
        return sign == "<>"

    return meets


def _chosen(added: Block, pairs: Sequence[Value]) -> list[Stored]:
    """The values of a block whose counterparts meet all conditions, given as blocks and conditions in turn."""
    flat = items_of(added)
    chosen = [True] * len(flat)
    for block, wanted in zip(pairs[::2], pairs[1::2], strict=True):
        looked_at = block_of(block)
        if (len(looked_at), len(looked_at[0])) != (len(added), len(added[0])):
            raise NotEvaluated("ranges of different sizes")
        meets = condition(scalar(wanted))
        chosen = [so_far and meets(item) for so_far, item in zip(chosen, items_of(looked_at), strict=True)]
    return [item for item, so in zip(flat, chosen, strict=True) if so]


def _numbers(found: Sequence[Stored]) -> list[float]:
    for item in found:
        if is_error(item):
            raise CellError(str(item))
    return [item for item in found if isinstance(item, float)]


def mean(found: Sequence[float]) -> float:
    """The average of numbers, an error of none."""
    if not found:
        raise CellError("#DIV/0!")
    return math.fsum(found) / len(found)


def _largest(found: Sequence[float]) -> float:
    return max(found, default=0.0)


def _smallest(found: Sequence[float]) -> float:
    return min(found, default=0.0)


def _over_pairs(reduced: Callable[[list[float]], float]) -> Function:
    """SUMIFS and its like: the block to take from, then blocks and conditions in turn."""
    return lambda a: reduced(_numbers(_chosen(block_of(a[0]), a[1:])))


def _over_pair(reduced: Callable[[list[float]], float]) -> Function:
    """SUMIF and its like: a block, a condition, and the block to take from where that is another."""
    return lambda a: reduced(_numbers(_chosen(block_of(a[2] if len(a) > 2 else a[0]), a[:2])))


def _countif(arguments: list[Value]) -> Value:
    block, wanted = arguments
    if isinstance(wanted, list):
        return [[float(sum(map(condition(item), items_of(block)))) for item in row] for row in wanted]
    return float(sum(map(condition(wanted), items_of(block))))


CONDITIONAL: dict[str, Function] = {
    "COUNTIF": _countif,
    "COUNTIFS": lambda a: float(len(_chosen(block_of(a[0]), a))),
    "SUMIF": _over_pair(math.fsum),
    "SUMIFS": _over_pairs(math.fsum),
    "AVERAGEIF": _over_pair(mean),
    "AVERAGEIFS": _over_pairs(mean),
    "MAXIFS": _over_pairs(_largest),
    "MINIFS": _over_pairs(_smallest),
}
