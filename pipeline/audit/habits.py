"""A writer's rounding is a habit: what the cells of a column, or of the sheet, show of it together.

No convention is made up for one cell alone. A cell whose neighbours are exact has to be exact; a number that is a unit
off an exact one was cut off by a program's floats only where the sheet shows no other way of rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.audit.rounding import Claim, Flags
from pipeline.field import Floats

_APART = 0.2
"""A habit is what all cells but this part have: the others may be errors."""
_FEWEST = 5
"""So many cells are needed to tell a habit from an error."""
_SPREAD = 3.0
"""The most that rounding moves a cell, as a multiple of what it moves all but the fewest by."""
DOWN, CUT, UP = "down", "cut", "up"
_ROUNDED_UP = 2
"""So many cells rounded up from less than a half show that it is done on purpose."""


def shared_slack(misses: Sequence[Floats], judged: Flags, habits: Habits) -> float:
    """How many units beyond its last one a cell may be off because of rounded steps that the sheet doesn't show.

    `misses` is how many units the cells are off, once for each way in which the column may have been computed. Where
    nearly all cells are exact by one of them, nobody rounded those steps; a writer who cuts off may have done it twice.
    """
    count = int(judged.sum())
    if count < _FEWEST:
        return np.inf
    place = count - 1 - int(_APART * count)
    usual = min(float(np.partition(off[judged], place)[place]) for off in misses)
    return max(0.0 if habits.nearest else 1.0, _SPREAD * usual - 1)


@dataclass(frozen=True)
class Exact:
    """A column as it may have been before it was rounded; `whole` where it was made of whole numbers alone."""

    values: Floats
    whole: bool = False


def are_whole(columns: Iterable[Floats]) -> bool:
    """Whether all numbers of these columns are whole ones."""
    return all(bool((values == np.round(values))[np.isfinite(values)].all()) for values in columns)


class Habits:
    """The directions in which a sheet's numbers may have been rounded, as its columns show it one after the other."""

    def __init__(self) -> None:
        """Nothing is known yet: numbers may have been cut off, but rounding up has to be shown first."""
        self._possible = {DOWN, CUT, UP}
        self._rounds_up = False
        self.nearest = True
        """Whether all columns may have been rounded to the nearest."""

    def tell_more_than(self, before: Habits) -> bool:
        """Whether something has been learnt since then."""
        known, then = ((h._possible, h._rounds_up, h.nearest) for h in (self, before))
        return known != then

    def learn(self, claim: Claim, exacts: Sequence[Exact], judged: Flags) -> None:
        """Take note of what a column shows: a direction that too many of its cells contradict isn't the writer's."""
        steps = [_Steps.of(claim, exact, judged) for exact in exacts]
        usable = np.any([step.within for step in steps], axis=0)
        count = int(usable.sum())
        if not count:
            return
        enough = (1 - _APART) * count
        self.nearest &= max(step.nearest for step in steps) >= enough
        for direction in (DOWN, CUT, UP):
            best = max(steps, key=lambda step: step.agreeing(direction))
            if best.agreeing(direction) < enough:
                self._possible.discard(direction)
            elif direction == UP and best.rounded_up >= _ROUNDED_UP:
                self._rounds_up = True

    def slipped(self, claim: Claim, exact: Exact) -> Flags:
        """Where a number with no more decimals than are claimed was moved by a unit: 2052.2 · 100 is 205219.99… .

        Whole numbers made of whole ones have no such noise.
        """
        moved = np.zeros(len(claim.values), dtype=bool)
        for direction in self._possible:
            if direction != UP or self._rounds_up:
                stated = exact.values + claim.unit * _towards(direction, exact.values)
                moved |= np.abs(claim.values - stated) <= claim.noise
        return moved & _on_grid(claim, exact.values) & ~(exact.whole & (claim.unit >= 1))


@dataclass(frozen=True)
class _Steps:
    """How far rounding to the stated numbers would have moved those of one exact column, in units."""

    by: Floats
    sign: Floats
    noise: Floats
    on_grid: Flags
    within: Flags
    """Which cells it is at most a unit away from."""

    @classmethod
    def of(cls, claim: Claim, exact: Exact, judged: Flags) -> _Steps:
        with np.errstate(invalid="ignore"):
            by = (claim.values - exact.values) / claim.unit
        noise = claim.noise / claim.unit
        within = judged & (np.abs(by) <= 1 + noise)
        return cls(by, np.sign(exact.values), noise, _on_grid(claim, exact.values), within)

    def agreeing(self, direction: str) -> int:
        """How many cells were moved in that direction, or not at all."""
        along = self.by * _towards(direction, self.sign)
        return int((self.within & (along >= -self.noise)).sum())

    @property
    def nearest(self) -> int:
        """How many cells are rounded to the nearest."""
        return int((self.within & (np.abs(self.by) <= 0.5 + self.noise)).sum())

    @property
    def rounded_up(self) -> int:
        """How many cells were moved up by more than half a unit."""
        return int((self.within & ~self.on_grid & (self.by > 0.5 + self.noise)).sum())


def _towards(direction: str, values: Floats) -> Floats:
    """Which way a direction of rounding moves numbers."""
    if direction == CUT:
        return -np.sign(values)
    return np.full(len(values), 1.0 if direction == UP else -1.0)


def _on_grid(claim: Claim, exact: Floats) -> Flags:
    """Whether the exact value has no more decimals than are claimed."""
    return np.asarray(np.abs(exact - np.round(exact / claim.unit) * claim.unit) <= claim.noise)
