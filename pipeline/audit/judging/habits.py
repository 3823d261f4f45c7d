"""A writer's rounding is a habit: what the cells of a column, or of the sheet, show of it together.

No convention is made up for one cell alone. A cell whose neighbours are exact has to be exact; a number that is a unit
off an exact one was cut off by a program's floats only where the sheet shows no other way of rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipeline.audit.sheet.claims import Claim, Flags
from pipeline.method.graph import Floats

_APART = 0.2
"""A habit is what all cells but this part have: the others may be errors."""
_FEWEST = 5
"""So many cells are needed to tell a habit from an error."""
_SPREAD = 3.0
"""The most that rounding moves a cell, as a multiple of what it moves all but the fewest by."""
DOWN, CUT, UP = "down", "cut", "up"
_ROUNDED_UP = 2
"""So many cells rounded up from less than a half show that it is done on purpose."""


@dataclass(frozen=True)
class Exact:
    """A column as it may have been before it was rounded; `whole` where it was made of whole numbers alone."""

    values: Floats
    whole: bool = False


def are_whole(columns: Iterable[Floats]) -> bool:
    """Whether all numbers of these columns are whole ones."""
    return all(bool((values == np.round(values))[np.isfinite(values)].all()) for values in columns)


def in_any_way(flags: Flags) -> Flags:
    """By player, whether something holds in any of the ways (ways × players)."""
    return np.asarray(flags.any(axis=0))


class Exacts:
    """All ways in which a column may have been computed, by ways × players."""

    def __init__(self, claim: Claim, exacts: Sequence[Exact]) -> None:
        """Compare them with what is stated."""
        self.claim = claim
        self.values = np.array([exact.values for exact in exacts])
        self.whole = np.array([[exact.whole] for exact in exacts])

    @cached_property
    def on_grid(self) -> Flags:
        """Which values have no more decimals than are claimed."""
        unit = self.claim.unit
        return np.asarray(np.abs(self.values - np.round(self.values / unit) * unit) <= self.claim.noise)

    @cached_property
    def steps(self) -> Floats:
        """How far rounding to the stated numbers would have moved each value, in units."""
        with np.errstate(over="ignore"):  # a number like 1e300 is off by more than any
            return np.asarray((self.claim.values - self.values) / self.claim.unit)

    def shared_slack(self, judged: Flags, habits: Habits) -> float:
        """How many units beyond its last one a cell may be off because of rounded steps that the sheet doesn't show.

        Where nearly all cells are exact in one way of computing them, nobody rounded those steps; a writer who cuts off
        may have done it twice.
        """
        count = int(judged.sum())
        if count < _FEWEST:
            return np.inf
        place = count - 1 - int(_APART * count)
        misses = np.nan_to_num(np.abs(self.steps[:, judged]), nan=np.inf)
        usual = float(np.partition(misses, place, axis=1)[:, place].min())
        return max(0.0 if habits.nearest else 1.0, _SPREAD * usual - 1)


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

    def learn(self, exacts: Exacts, judged: Flags) -> None:
        """Take note of what a column shows: a direction that too many of its cells contradict isn't the writer's."""
        if not self._possible and not self.nearest:
            return  # there is nothing left to be learnt
        noise = exacts.claim.noise / exacts.claim.unit
        within = judged & (np.abs(exacts.steps) <= 1 + noise)
        count = int(within.any(axis=0).sum())
        if 2 * count <= int(judged.sum()):
            return  # most of the column isn't rounded but wrong
        enough = (1 - _APART) * count
        to_nearest = np.abs(exacts.steps) <= 0.5 + noise
        self.nearest = self.nearest and int((within & to_nearest).sum(axis=1).max()) >= enough
        for direction in tuple(self._possible):
            agreeing = (within & (exacts.steps * _towards(direction, exacts.values) >= -noise)).sum(axis=1)
            best = int(agreeing.argmax())
            if agreeing[best] < enough:
                self._possible.discard(direction)
            elif direction == UP and not self._rounds_up:
                up = within[best] & ~exacts.on_grid[best] & ~to_nearest[best]
                self._rounds_up = int(up.sum()) >= _ROUNDED_UP

    def slipped(self, exacts: Exacts) -> Flags:
        """Where a number with no more decimals than are claimed was moved by a unit: 2052.2 · 100 is 205219.99… .

        Whole numbers made of whole ones have no such noise.
        """
        claim = exacts.claim
        moved = np.zeros(exacts.values.shape, dtype=bool)
        for direction in self._possible:
            if direction != UP or self._rounds_up:
                stated = exacts.values + claim.unit * _towards(direction, exacts.values)
                moved |= np.abs(claim.values - stated) <= claim.noise
        if moved.any():
            moved &= exacts.on_grid & ~(exacts.whole & (claim.unit >= 1))
        return in_any_way(moved)


def _towards(direction: str, values: Floats) -> Floats | float:
    """Which way a direction of rounding moves numbers."""
    if direction == CUT:
        return -np.sign(values)
    return 1.0 if direction == UP else -1.0
