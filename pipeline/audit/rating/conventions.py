"""How whoever wrote a table rounded: found from the table itself, column by column, and said once for the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from pipeline.rating.expected import EXACT, WHOLE

HALF_AWAY, HALF_EVEN, DOWN, TRUNCATED, UP = "half_away", "half_even", "down", "truncated", "up"
UNROUNDED, ROUNDED = "unrounded", "rounded"
_NOISE = Fraction(1, 10**9)


def _half_away(value: Fraction) -> int:
    whole = math.floor(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    HALF_AWAY: _half_away,
    HALF_EVEN: round,
    DOWN: math.floor,
    TRUNCATED: math.trunc,
    UP: math.ceil,
}
"""The usual one first: of several that explain a column equally well, it is taken. Python's round is half-even."""


def rounded(value: Fraction, decimals: int, rounding: str = HALF_AWAY) -> Fraction:
    """The value with so many decimals."""
    scale = 10**decimals
    return Fraction(ROUNDINGS[rounding](value * scale), scale)


def same(one: Fraction | None, other: Fraction | None) -> bool:
    """Whether two numbers are equal, but for what a spreadsheet's floating point leaves."""
    return one is not None and other is not None and abs(one - other) <= _NOISE


@dataclass(frozen=True)
class Convention:
    """What was rounded how. `roundings` holds a name of ROUNDINGS for each column, the usual one where it doesn't.

    average      WHOLE: each step of the tournament average was rounded to the whole; EXACT: none was
    change_from  whether K was multiplied by the difference as it is printed (ROUNDED), or UNROUNDED
    """

    average: str = WHOLE
    change_from: str = UNROUNDED
    roundings: tuple[tuple[str, str], ...] = ()

    def rounding(self, key: str) -> str:
        """The rounding of a column."""
        return dict(self.roundings).get(key, HALF_AWAY)

    def having(self, key: str, rounding: str) -> Convention:
        """The same with the rounding of a column."""
        return Convention(self.average, self.change_from, tuple({**dict(self.roundings), key: rounding}.items()))


@dataclass(frozen=True)
class Recognised:
    """A convention of one column, with how many of its cells it explains; `clear` where no other explains as many."""

    key: str
    name: str
    explained: int
    total: int
    clear: bool


T = TypeVar("T")


def best(options: Iterable[T], explained: Callable[[T], int]) -> tuple[T, int, bool]:
    """The option that explains most, the first of equals; with how much, and whether no other explains as much."""
    scored: Sequence[tuple[T, int]] = [(option, explained(option)) for option in options]
    most = max(score for _, score in scored)
    chosen = [option for option, score in scored if score == most]
    return chosen[0], most, len(chosen) == 1


AVERAGES = (WHOLE, EXACT)
