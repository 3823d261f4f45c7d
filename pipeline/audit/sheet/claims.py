"""What a stated number claims: its decimals, and whether an exact value can have become it by rounding."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.method.graph import Floats, Integers

Flags = NDArray[np.bool_]

MOST_DECIMALS = 12
"""A number with more decimals than this was not rounded by anybody: it is as precise as a spreadsheet holds it."""
_WHOLE_FROM = 1e15
"""So large a number has no decimals as a float."""
_SUPPORT = 0.15
"""A column's precision is the finest that at least this part of its cells has (and two of them)."""
_DECIMALS = re.compile(r"(?:[.,]([0-9]*))?(?:[eE]([+-]?[0-9]+))?$")


def decimals_of(values: Floats) -> Integers:
    """The decimals that each number shows when it is written in full; trailing zeros are gone in a workbook."""
    decimals = np.full(len(values), MOST_DECIMALS, dtype=np.int64)
    open_ = np.abs(values) < _WHOLE_FROM  # and not NaN
    decimals[~open_] = 0
    values = np.where(open_, values, 0.0)
    tolerance = 1e-12 * np.maximum(1.0, np.abs(values))
    for places in range(MOST_DECIMALS):
        fits = open_ & (np.abs(values - np.round(values, places)) <= tolerance)
        decimals[fits] = places
        open_ &= ~fits
    return decimals


def decimals_in(text: str) -> int:
    """The decimals of a number written as text, trailing zeros included: two for 14.80, seven for 1.5e-6."""
    match = _DECIMALS.search(text)
    assert match is not None  # every text ends in no decimals at least
    return min(max(0, len(match[1] or "") - int(match[2] or 0)), MOST_DECIMALS)


def claimed_decimals(own: Integers, filled: Flags) -> Integers:
    """Each cell's claim: its own decimals, or the column's where those are more (14.8 among 14.81 and 15.02 is 14.80).

    One cell with many decimals among rounded ones doesn't make a claim for the others.
    """
    count = int(filled.sum())
    needed = max(2, int(np.ceil(_SUPPORT * count)))
    typical = 0
    if count >= needed:
        typical = int(np.sort(own[filled])[::-1][needed - 1])
    return np.maximum(own, typical)


@dataclass(frozen=True)
class Claim:
    """Stated numbers with what they claim, ready to be compared; `noise` is what floating point may add (absolute)."""

    values: Floats
    unit: Floats
    """One of the last decimal claimed: 0.01 for 14.81."""
    own_unit: Floats
    """The same for the decimals that the cell itself shows."""
    noise: float

    @classmethod
    def of(cls, values: Floats, decimals: Integers, own: Integers, noise: float) -> Claim:
        """The claim of numbers with these decimals."""
        return cls(values, np.power(10.0, -decimals).astype(float), np.power(10.0, -own).astype(float), noise)

    def same(self, exact: Floats) -> Flags:
        """Whether the stated value is the exact one."""
        return np.asarray(np.abs(self.values - exact) <= self.noise)

    def nearest(self, exact: Floats) -> Flags:
        """Whether the exact value rounds to the stated one; a tie may have gone either way."""
        return np.asarray(np.abs(self.values - exact) <= self.unit / 2 + self.noise)

    def nearest_as_written(self, exact: Floats) -> Flags:
        """The same for the decimals that the cell itself shows, which may be fewer than its column's."""
        return np.asarray(np.abs(self.values - exact) <= self.own_unit / 2 + self.noise)

    def rounded(self, exact: Floats) -> Flags:
        """Whether some rounding leads from the exact value to the stated one: to the nearest, down, up, INT, cut off.

        All of them move a number by less than one unit.
        """
        return np.asarray(np.abs(self.values - exact) < np.maximum(self.unit * (1 - 1e-9), self.noise))

    def close(self, exact: Floats, allowance: Floats) -> Flags:
        """Whether the stated value is at most a unit and `allowance` (what rounded inputs may add) away."""
        return np.asarray(np.abs(self.values - exact) <= self.unit + allowance + self.noise)
