"""The rules of the tie-breaks: each column of the sheet Tie-breaks as a function of those it is made from.

Columns are arrays by player, families players × rounds. `given` has the event and what each round held (`rounds`).
"""

from __future__ import annotations

from collections.abc import Callable
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


def settled(paired_row: Floats, result: Any, given: Any) -> Floats:
    """1 where there is a result against an opponent."""
    return np.asarray(given.rounds.games | given.rounds.forfeits, dtype=float)


def bye(opponent: Floats, result: Any, settled: Floats, given: Any) -> Floats:
    """1 for a requested bye, and for a round that the player isn't in (16.2)."""
    return np.asarray(given.rounds.byes, dtype=float)


def vur(bye: Floats, paired_row: Floats, result: Any, given: Any) -> Floats:
    """1 for a voluntary unplayed round (16.1.2)."""
    return np.asarray(given.rounds.voluntary, dtype=float)


def colour(given: Any) -> Any:
    """The colour of each round as the input has it: w, b, or empty."""
    return given.rounds.colour


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


def won(award: Floats, row_of_opponent: Floats, given: Any) -> Floats:
    """WON: games won over the board (7.2)."""
    return np.asarray(((award == given.rounds.win) & given.rounds.games).sum(axis=1), dtype=float)


def bpg(colour: Any, row_of_opponent: Floats, given: Any) -> Floats:
    """BPG: games with Black (7.3)."""
    return np.asarray(((colour == "b") & given.rounds.games).sum(axis=1), dtype=float)


def bwg(award: Floats, colour: Any, row_of_opponent: Floats, given: Any) -> Floats:
    """BWG: games won with Black (7.4)."""
    won_with = (award == given.rounds.win) & (colour == "b") & given.rounds.games
    return np.asarray(won_with.sum(axis=1), dtype=float)


def running(award: Floats, given: Any) -> Floats:
    """The points after each round."""
    return np.asarray(award.cumsum(axis=1))


def ps(cut: int) -> Callable[..., Floats]:
    """PS: the sum of the points after each round but for the first `cut` (7.5, 14.1)."""
    def rule(running: Floats, settled: Floats, given: Any) -> Floats:
        return np.asarray(running[:, cut : given.rounds.number].sum(axis=1))

    return rule


def rep(vur: Floats, settled: Floats, given: Any) -> Floats:
    """REP: all rounds but the voluntary unplayed ones (7.6)."""
    return np.asarray(given.rounds.number - vur.sum(axis=1))


def standard(award: Floats, paired_row: Floats, result: Any, given: Any) -> Floats:
    """1, ½ or 0 for more, as many or fewer points than the scheduled opponent's, or without one a draw's (7.7)."""
    rounds = given.rounds
    paired = rounds.opponent >= 0
    at = np.arange(award.shape[1])
    theirs = np.where(paired, award[rounds.opponent, at], rounds.draw)
    points = np.where(award > theirs, 1.0, np.where(award == theirs, 0.5, 0.0))
    return np.where(paired & (result == ""), 0.0, points)


def std(standard: Floats, given: Any) -> Floats:
    """STD: the sum (7.7)."""
    return np.asarray(standard.sum(axis=1))


def scheduled(paired_row: Floats, given: Any) -> Floats:
    """Rounds with an opponent, played or not."""
    return np.asarray((given.rounds.opponent >= 0).sum(axis=1), dtype=float)


def ks_part(
    award: Floats, paired_row: Floats, result: Any, settled: Floats, scheduled: Floats, score: Floats, given: Any
) -> Floats:
    """The points against an opponent who has at least half of the points that can be reached; NaN without one (9.2)."""
    rounds = given.rounds
    strong = score[rounds.opponent] >= ks_line(given)
    return np.where(rounds.games | rounds.forfeits, np.where(strong, award, 0.0), np.nan)


def ks_line(given: Any) -> float:
    """Half of the points that can be reached in the rounds that a player can be scheduled in (9.2)."""
    rounds = given.rounds
    scheduled = (rounds.opponent >= 0).sum(axis=1).max(initial=0) if rounds.advance else rounds.number
    return float(scheduled * rounds.win / 2)


def total(parts: Floats, given: Any) -> Floats:
    """The sum of the elements."""
    return np.asarray(np.nansum(parts, axis=1))


def tpn(given: Any) -> Floats:
    """TPN: the pairing number (7.8), which is the input's starting number where it has one."""
    players = given.event.players
    return np.asarray(players.get("start_no", players.index), dtype=float)


def rtng(rating: Floats, given: Any) -> Floats:
    """RTNG: the player's own rating (10.6)."""
    return np.asarray(rating, dtype=float)


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
