"""Direct encounter (C.07 article 6): an order within each tied group, and no value of a single player.

Each pass looks at all groups at once, as the sheet does, in the columns below; passes go on until nothing changes, for
what is still level is a new group. All are arrays by player; `group` numbers those who are level.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from pipeline.made_from import Floats, Integers
from pipeline.tiebreaks.rounds import Rounds

DECIMALS = 9
"""Averages of points are rounded to so many, so that thirds that are equal stay so when they are added up."""


def regrouped(group: Integers, *further: Integers) -> Integers:
    """Numbers of the groups that are left when each is parted by `further` values."""
    number = np.asarray(group, dtype=np.int64)
    for values in further:
        # As one number each, and small again, so that no product overflows.
        number = np.unique(number * (int(values.max(initial=0)) + 1) + values, return_inverse=True)[1]
    return np.asarray(np.unique(number, return_inverse=True)[1], dtype=np.int64)


def members_of(group: Integers) -> list[Integers]:
    """The positions of each group that has more than one member."""
    shared = np.flatnonzero(np.bincount(group)[group] > 1)
    if not len(shared):
        return []
    order = shared[np.argsort(group[shared], kind="stable")]
    ends = [0, *(np.flatnonzero(np.diff(group[order])) + 1).tolist(), len(order)]
    return [order[first:end] for first, end in itertools.pairwise(ends)]


def shares(group: Integers, rounds: Rounds) -> Floats:
    """Players × rounds: 1 where he met another of his group, ½ and so on where he met him more than once; else 0."""
    same = (rounds.opponent >= 0) & (group[rounds.opponent] == group[:, None])
    with np.errstate(divide="ignore"):
        return np.where(same & (rounds.times > 0), 1.0 / rounds.times, 0.0)


def points_within(shares: Floats, points: Floats) -> Floats:
    """e: the points against those of the group whom he met, the average of them where he met one more than once."""
    return np.asarray(np.round((shares * points).sum(axis=1), DECIMALS))


def not_met(group: Integers, shares: Floats) -> Floats:
    """m: how many of his group he hasn't met."""
    return np.asarray(np.bincount(group)[group] - 1 - np.round(shares.sum(axis=1)))


def ahead_of(group: Integers, e: Floats, best: Floats) -> Integers:
    """How many of the group can't reach him even with all missing games won: their e + m is less than his e."""
    return _counted(group, lambda these: np.searchsorted(np.sort(best[these]), e[these], side="left"))


def behind(group: Integers, e: Floats, best: Floats) -> Integers:
    """How many of the group he can't reach even so."""
    return _counted(group, lambda these: _above(e[these], best[these]))


def undecided(group: Integers, ahead_of: Integers, behind: Integers) -> Integers:
    """1 where somebody of the group may still be before or after him, else 0."""
    return np.asarray(ahead_of + behind < np.bincount(group)[group] - 1).astype(np.int64)


def placed(group: Integers, e: Floats, best: Floats, undecided: Integers) -> Integers:
    """1 for who has his place (6.3): clear of everybody, and after nobody who isn't; places go from the top."""
    def of(these: Integers) -> Integers:
        open_ = undecided[these] == 1
        return np.asarray(~open_ & (_above(e[these][open_], best[these]) == 0), dtype=np.int64)

    return np.where(np.bincount(group)[group] == 1, 1, _counted(group, of))


def before(
    group: Integers, e: Floats, m: Floats, behind: Integers, placed: Integers, advance: bool
) -> Integers:
    """How many of his group are before each: by e where all have met (6.2), else those who have their places (6.3)."""
    def of(these: Integers) -> Integers:
        if advance or not m[these].any():
            return _above(e[these], e[these])
        return np.where(placed[these] == 1, behind[these], placed[these].sum())

    return _counted(group, of)


def _counted(group: Integers, of: Callable[[Integers], Integers]) -> Integers:
    """What `of` says of the members of each group; 0 for who is alone."""
    counts = np.zeros(len(group), dtype=np.int64)
    for these in members_of(group):
        counts[these] = of(these)
    return counts


def _above(values: Floats, limits: Floats) -> Integers:
    """How many of the values are above each limit."""
    return len(values) - np.searchsorted(np.sort(values), limits, side="right")


def one_pass(group: Integers, rounds: Rounds) -> Integers:
    """How many of his group are before each player, when a pass has looked at all groups."""
    shared = shares(group, rounds)
    e, m = points_within(shared, rounds.points), not_met(group, shared)
    best = e + m
    after = behind(group, e, best)
    place = placed(group, e, best, undecided(group, ahead_of(group, e, best), after))
    return before(group, e, m, after, place, rounds.advance)


def number_of_passes(group: Integers, rounds: Rounds) -> int:
    """How many passes there are until one changes nothing, that one included."""
    count = 1
    while (changed := one_pass(group, rounds)).any():
        group, count = regrouped(group, changed), count + 1
    return count
