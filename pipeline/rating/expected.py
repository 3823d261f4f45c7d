"""Expected scores: FIDE table 8.1.2, rating difference -> expected per cent; and the roundings that go with it."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from pipeline.made_from import Floats, Integers
from pipeline.method.dp import table_rows

NEAREST, HALF_EVEN, DOWN, TRUNCATED, UP = "nearest", "half_even", "down", "truncated", "up"
WHOLE, EXACT = "whole", "exact"
_SNAP = 1e-9
"""So near a half or a whole number (in units of the last decimal) is one."""


class ExpectedRow(NamedTuple):
    """One row of the table: differences from `start` on (rating points), and the per cent of either player."""

    start: int
    higher: int
    lower: int


@cache
def expected_table() -> tuple[ExpectedRow, ...]:
    """FIDE Handbook B.02 (2024), table 8.1.2, by rising difference; the last row is open upwards."""
    return tuple(
        ExpectedRow(int(row["difference_from"]), int(row["higher"]), int(row["lower"]))
        for row in table_rows("fide_pd.csv")
    )


def expected_per_cent(difference: float) -> int:
    """Expected score in whole per cent for a whole rating difference (rating points; negative for the lower rated)."""
    table = expected_table()
    row = table[bisect.bisect_right([r.start for r in table], abs(difference)) - 1]
    return row.lower if difference < 0 else row.higher


def half_away(value: float) -> float:
    """The nearest whole number, the half away from zero, as a spreadsheet's ROUND(x, 0): -22.5 gives -23.

    There is no -0, here and in `rounded`: adding 0 takes the sign away.
    """
    return math.copysign(math.floor(abs(value) + 0.5), value) + 0.0


def _nearest(values: Floats) -> Floats:
    return np.copysign(np.floor(np.abs(values) + 0.5), values)


ROUNDINGS: dict[str, Callable[[Floats], Floats]] = {
    NEAREST: _nearest, HALF_EVEN: np.round, DOWN: np.floor, TRUNCATED: np.trunc, UP: np.ceil,
}
"""Ways to make numbers whole, the usual one first: the half away from zero; Python's round; INT; cut off; up."""


def rounded(values: Floats, decimals: Integers | int, rounding: str = NEAREST) -> Floats:
    """The numbers with so many decimals. What floating point leaves of a half counts as one: 10 × (.5 - .45) is .5."""
    scale = np.power(10.0, decimals)
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = values * scale
        halves = np.round(2 * scaled) / 2
        made: Floats = ROUNDINGS[rounding](np.where(np.abs(scaled - halves) <= _SNAP, halves, scaled)) / scale
    return made + 0.0
