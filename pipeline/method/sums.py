"""The rows under the players: the sums that prove a column right (docs/method.md section 4), as value and formula.

Formula templates as in `pipeline.method.columns`; [this:…] is the column that the row stands under.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pipeline.method.graph import Floats
from pipeline.method.work import Work
from pipeline.words import Said, said


@dataclass(frozen=True)
class SumRow:
    """One row under the players: its label, the formula template, and the value for a column."""

    key: str
    label: Said
    formula: str
    value: Callable[[Work, Floats], float | str]


ROUNDING = 1e-6
"""Sums of some thousand ratings carry rounding noise of 1e-9; an error of a hand or a program is far larger."""
SPREADSHEET_ZERO = 2.0**-48
"""Excel and LibreOffice show a difference as 0 where it is smaller than this part of the two numbers."""


def plain(values: Floats) -> float:
    """Sum of a column over the players who have a value, free of rounding (spreadsheets compensate it too)."""
    return math.fsum(values[~np.isnan(values)].tolist())


def weighted(work: Work, values: Floats) -> float:
    """sum_i n[i]·x[i]: each player counted once for every game."""
    return plain(work.graph.n * values)


def minus(one: float, other: float) -> float:
    """one - other as a spreadsheet's subtraction gives it: 0 where the two are equal but for their last bits."""
    return 0.0 if abs(one - other) < SPREADSHEET_ZERO * abs(other) else one - other


def deviation(work: Work, values: Floats) -> float:
    """The games-weighted sum of a column minus that of the start."""
    return minus(weighted(work, values), weighted(work, work.array(work.start)))


def rounding_of(work: Work) -> float:
    """What floating point may leave of a games-weighted sum of ratings: ROUNDING, or more from 30,000 players on."""
    return max(ROUNDING, SPREADSHEET_ZERO * abs(weighted(work, work.array(work.start))))


def largest(values: Floats) -> float:
    """The largest absolute value; 0 for a column without any."""
    return float(np.nanmax(np.abs(values), initial=0.0))


YES, NO = said("yes"), said("no")
ADDS_UP: tuple[Said, ...] = (
    said("Adds up? Sum of games × column:"), said("… should be:"), said("… difference (0 but for rounding):"),
)
"""The rows under the players of an exercise: live sums of what is filled in, and what they should be."""

SUM_ROWS = (
    SumRow("plain", said("Sum"), "=SUM([this:players])", lambda work, x: plain(x)),
    SumRow("weighted", said("Sum × games"), "=SUMPRODUCT([games:players],[this:players])", weighted),
    SumRow(
        "deviation",
        said("Sum × games − the start's"),
        "=[this:weighted]-[start:weighted]",
        deviation,
    ),
    SumRow("largest", said("Largest |value|"), "=MAX(MAX([this:players]),-MIN([this:players]))", lambda work,
    x: largest(x)),
    SumRow(
        "converged",
        said("At most the threshold?"),
        '=IF([this:largest]<=[@threshold],"yes","no")',
        lambda work, x: YES if largest(x) <= work.settings.threshold else NO,
    ),
)
