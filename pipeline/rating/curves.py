"""Where table 8.1.2 comes from: the curves of expected score against rating difference, beside the table.

Elo took the performance of a player as normally distributed with sigma 200 rating points, so that the difference of two
has sigma 200·√2 (The Rating of Chess Players, 1978). FIDE's table has sigma 2000/7; the logistic curve is what others
use (400 points are odds of 10 to 1). `unlike` counts where a curve, rounded to whole per cent, isn't the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from pipeline.rating.expected import expected_per_cent, expected_table
from pipeline.words import Said, said

LAST = expected_table()[-1].start - 1
"""The last difference that the table tells apart; from the next on, it is 100 %."""


@dataclass(frozen=True)
class Curve:
    """One curve: name, scale in rating points, and formula, with {d} and {scale} for the cells of these."""

    name: Said
    scale: float
    formula: str

    def per_cent(self, difference: float) -> float:
        """The expected score, in per cent, of the higher rated player."""
        if "NORMSDIST" in self.formula:
            return 100 * NormalDist().cdf(difference / self.scale)
        return 100 / (1 + math.exp(-difference / self.scale))

    def unlike(self) -> list[int]:
        """The differences from 0 to LAST where the curve's whole per cent, the half up, isn't the table's."""
        return [d for d in range(LAST + 1) if math.floor(self.per_cent(d) + 0.5) != expected_per_cent(d)]


_NORMAL = "=100*NORMSDIST({d}/{scale})"
CURVES = (
    Curve(said("normal, sigma 2000/7"), 2000 / 7, _NORMAL),
    Curve(said("normal, sigma 200·√2"), 200 * math.sqrt(2), _NORMAL),
    Curve(said("logistic, 400 for 10 to 1"), 400 / math.log(10), "=100/(1+EXP(-{d}/{scale}))"),
)
