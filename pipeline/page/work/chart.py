"""The chart of convergence: the largest difference of each iteration, on a logarithmic scale."""

from __future__ import annotations

import math

import numpy as np

from pipeline.method.calculation import Calculation
from pipeline.page.views import Chart, Line
from pipeline.words import decimal_sign, said, told

_LEAST = 1e-12
"""Smaller differences are rounding."""
_TICKS = 8


def convergence_chart(calculation: Calculation) -> Chart | None:
    """The chart; None where there is only one iteration."""
    largest = np.maximum(np.nan_to_num(calculation.work.steps.largest_differences), _LEAST)
    if len(largest) < 2:
        return None
    language, count = calculation.language, len(largest)
    logs = np.log10(largest)
    low, high = math.floor(logs.min()), max(math.ceil(logs.max()), math.floor(logs.min()) + 1)
    step = max(1, -(-(high - low) // _TICKS))
    across = max(1, -(-count // _TICKS))
    sentence = said(
        "After the first iteration the largest difference is {first:.4g} points, after iteration {count} it is "
        "{last:.2g}.", first=float(largest[0]), count=count, last=float(largest[-1]),
    )
    points = tuple(
        ((at / (count - 1)), float((value - low) / (high - low))) for at, value in enumerate(logs.tolist())
    )
    return Chart(
        told(said("Convergence"), language), told(sentence, language),
        tuple((at / (count - 1), str(at + 1)) for at in range(0, count, across)),
        tuple(((power - low) / (high - low), _power(power, language)) for power in range(low, high + 1, step)),
        (Line(points),), told(said("Iteration"), language), told(said("Largest difference, rating points"), language),
    )


def _power(power: int, language: str) -> str:
    """1000, 0.01, 1e-9."""
    return f"{10.0**power:g}".replace(".", decimal_sign(language))
