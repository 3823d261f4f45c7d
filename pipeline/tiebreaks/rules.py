"""The rules of the tie-breaks: each column of the sheet Tie-breaks as a function of those it is made from.

Columns are arrays by player, families players × rounds. `given` has the event and what each round held (`rounds`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.made_from import Floats, Integers
from pipeline.tiebreaks.direct import regrouped
from pipeline.tiebreaks.ranking import Stage, ranks_after

# What each round held


def paired_row(opponent: Floats, given: Any) -> Floats:
    """Where the scheduled opponent stands, counted from the row “no game”, which is 1."""
    return np.where(given.rounds.opponent >= 0, given.rounds.opponent + 2, 1).astype(float)


def award(result: Any, given: Any) -> Floats:
    """The points of the round in the standings."""
    return np.asarray(given.rounds.points, dtype=float)


def meeting(paired_row: Floats, result: Any, row_of_opponent: Floats, given: Any) -> Floats:
    """1 where the two have met (6.1, 15.2)."""
    return np.asarray(given.rounds.meetings, dtype=float)


def times(meeting: Floats, paired_row: Floats, given: Any) -> Floats:
    """How often the two have met; 0 without a meeting."""
    return np.asarray(given.rounds.times, dtype=float)


# A player's own record (article 7)


def win(award: Floats, given: Any) -> Floats:
    """WIN: rounds with as many points as a win (7.1)."""
    return np.asarray((award == given.rounds.win).sum(axis=1), dtype=float)


# Ranks


def after(stage: Stage, values: Floats, previous: Integers | None, part: Integers | None) -> Integers:
    """The ranks that a code with values leaves; `part` where it matters."""
    begun = np.ones(len(values), dtype=np.int64) if previous is None else np.asarray(previous, dtype=np.int64)
    parts = np.ones(len(values), dtype=np.int64) if part is None else np.asarray(part, dtype=np.int64)
    return ranks_after(stage, np.asarray(values, dtype=float), begun, parts)


def after_direct(before: Integers, previous: Integers | None) -> Integers:
    """The ranks that direct encounter leaves."""
    return np.asarray((1 if previous is None else previous) + before, dtype=np.int64)


def level_at_first(previous: Integers | None = None, *, given: Any) -> Integers:
    """Who is level before the first pass: who has the same rank; everybody where there is none yet."""
    return np.ones(len(given.index), dtype=np.int64) if previous is None else np.asarray(previous, dtype=np.int64)


def level_again(group: Integers, before: Integers, given: Any) -> Integers:
    """Who is level after a pass."""
    return np.asarray(group + before, dtype=np.int64)


def levels(group: Integers, part: Integers, parted: bool) -> Integers:
    """Numbers of those who are level and can be compared."""
    return regrouped(group, part) if parted else regrouped(group)
