"""Expected scores: FIDE table 8.1.2, rating difference -> expected per cent; and the roundings that go with it."""

from __future__ import annotations

import bisect
import math
from functools import cache
from typing import NamedTuple

from pipeline.method.dp import table_rows

NEAREST, DOWN = "nearest", "down"
WHOLE, EXACT = "whole", "exact"


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
    """The nearest whole number, the half away from zero, as a spreadsheet's ROUND(x, 0): -22.5 gives -23."""
    return math.copysign(math.floor(abs(value) + 0.5), value) if value else 0.0


def whole(value: float, rounding: str = NEAREST) -> float:
    """A whole number: the nearest (half away from zero), or `DOWN` towards minus infinity, as INT."""
    return float(math.floor(value)) if rounding == DOWN else half_away(value)
