"""The rules behind Buchholz, Fore Buchholz and Sonneborn-Berger (C.07 articles 8, 9.1, 14, 16), on arrays.

Families are players × rounds; NaN is no element. `fore` is empty, or fore_ where the last round's pairings are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pipeline.made_from import Floats
from pipeline.tiebreaks.rounds import EQUAL, REAL, VIRTUAL

WEIGHT = 1e4
"""In a number that orders by one value and then by another, the first counts so much: contributions stay far below."""

Rule = Callable[..., Floats]


def _numbers(like: Floats) -> Floats:
    return np.arange(1, like.shape[1] + 1, dtype=float)


def last_round(fore: str) -> Rule:
    """The last round that isn't a voluntary unplayed one; 0 for none."""
    def rule(vur: Floats, given: Any) -> Floats:
        last = given.rounds.last_paired if fore else given.rounds.number
        numbers = _numbers(vur)
        return np.asarray(((vur == 0) * (numbers <= last) * numbers).max(axis=1, initial=0.0))

    return rule


def adjusted(fore: str) -> Rule:
    """The adjusted score: points up to the last round played, and a draw for each requested bye after it (16.3)."""
    def rule(award: Floats, bye: Floats, last: Floats, given: Any) -> Floats:
        if given.rounds.reading == REAL:
            return np.asarray(award.sum(axis=1))
        if given.rounds.reading == VIRTUAL:
            counts = _numbers(award) <= given.rounds.number
            return np.asarray((np.where(given.rounds.games, award, given.rounds.draw) * counts).sum(axis=1))
        until = _numbers(award) <= last[:, None]
        return np.asarray((award * until).sum(axis=1) + given.rounds.draw * (bye * ~until).sum(axis=1))

    return rule


def q(fore: str) -> Rule:
    """What the opponent of each round counts; of an unplayed round the dummy (16.4); NaN for no element."""
    def rule(
        adjusted: Floats, score: Floats, paired_row: Floats, result: Any, row_of_opponent: Floats, given: Any
    ) -> Floats:
        rounds, numbers = given.rounds, _numbers(paired_row)
        paired, other = rounds.opponent >= 0, rounds.opponent
        last = rounds.last_paired if fore else rounds.number
        has_result = result != ""
        drawn = paired & (numbers == last) if fore else np.zeros(paired.shape, dtype=bool)
        if rounds.advance:
            return np.where(paired & (has_result | drawn), score[other], np.nan)
        own = np.broadcast_to(score[:, None], paired.shape)
        by_forfeit, by_bye = own, own
        if given.capped:
            by_forfeit, by_bye = np.minimum(own, adjusted[other]), np.minimum(own, rounds.draw * last)
        if rounds.reading == VIRTUAL:
            before, win = rounds.points.cumsum(axis=1) - rounds.points, rounds.win
            by_forfeit = by_bye = before + win - rounds.points + rounds.draw * (last - numbers)
        unplayed = np.where(paired, np.where(has_result, by_forfeit, np.nan), by_bye)
        return np.where(numbers > last, np.nan, np.where(rounds.games | drawn, adjusted[other], unplayed))

    return rule


def total(parts: Floats, given: Any) -> Floats:
    """The sum of the elements."""
    return np.asarray(np.nansum(parts, axis=1))


def product(q: Floats, award: Floats, given: Any) -> Floats:
    """What the opponent counts, times the points."""
    if given.rounds.reading == VIRTUAL:
        return q * np.where(given.rounds.games, award, given.rounds.draw)
    return q * award


# Fore Buchholz


def _in_last(given: Any) -> Any:
    rounds = given.rounds
    return (rounds.opponent >= 0) & (np.arange(1, rounds.opponent.shape[1] + 1) == rounds.last_paired)


def fore_award(award: Floats, paired_row: Floats, given: Any) -> Floats:
    """The points with the last round's pairings drawn (8.3)."""
    return np.where(_in_last(given), given.rounds.draw, award)


def fore_score(fore_award: Floats, given: Any) -> Floats:
    """The score with them."""
    return np.asarray(fore_award.sum(axis=1))


def fore_bye(opponent: Floats, result: Any, given: Any) -> Floats:
    """Requested byes up to the last round that is paired."""
    return np.asarray(given.rounds.byes_until(given.rounds.last_paired), dtype=float)


def fore_vur(fore_bye: Floats, paired_row: Floats, result: Any, given: Any) -> Floats:
    """Voluntary unplayed rounds; a pairing of the last round is a game."""
    lost = (given.rounds.opponent >= 0) & (result == "-") & ~_in_last(given)
    return np.asarray((fore_bye == 1) | lost, dtype=float)


# Averages over opponents


def of_opponent(values: Floats, row_of_opponent: Floats, given: Any) -> Floats:
    """The value of the opponent over the board in each round; NaN without a game."""
    return np.where(given.rounds.games, values[given.rounds.opponent], np.nan)


def average(parts: Floats, games: Floats, given: Any) -> Floats:
    """The average over the games; NaN without one."""
    return np.asarray(np.nansum(parts, axis=1) / games)


# Cuts and medians: all by the number of the round that goes, 0 for none


def first_key(q: Floats, part: Floats, given: Any) -> Floats:
    """What orders the elements by significance: what the opponent counts, and then the contribution (14.1)."""
    return q * WEIGHT + part


def first_vkey(part: Floats, vur: Floats, q: Floats, given: Any) -> Floats:
    """What orders the voluntary unplayed rounds: the contribution, and then the dummy (16.5)."""
    voluntary = (vur == 1) & (not given.rounds.advance) & (given.rounds.reading not in (EQUAL, VIRTUAL))
    return np.where(voluntary, part * WEIGHT + q, np.nan)


def without(keys: Floats, gone: Floats, given: Any) -> Floats:
    """What is left once a round has gone."""
    return np.where(_numbers(keys) == np.asarray(gone)[:, None], np.nan, keys)


def cut(keys: Floats, vkeys: Floats, part: Floats, given: Any) -> Floats:
    """The round that a low cut takes away: a voluntary unplayed one where it brought as much as the least (16.5)."""
    least, own = _first(keys), _first(vkeys)
    instead = (own > 0) & (_at(part, own) >= _at(part, least))
    return np.asarray(np.where(instead, own, least), dtype=float)


def high(keys: Floats, given: Any) -> Floats:
    """The round that a high cut takes away."""
    return np.asarray(_first(-keys), dtype=float)


def less(part: Floats, *gone: Floats, given: Any) -> Floats:
    """The sum without the rounds that have gone."""
    sums = np.nansum(part, axis=1)
    for rounds in gone:
        sums = sums - np.where(rounds > 0, _at(part, rounds.astype(np.int64)), 0.0)
    return np.asarray(sums)


def _first(keys: Floats) -> Any:
    """The round with the lowest key, the first of equal ones; 0 where there is none."""
    if not keys.shape[1]:
        return np.zeros(len(keys), dtype=np.int64)
    filled = np.where(np.isnan(keys), np.inf, keys)
    return np.where(np.isnan(keys).all(axis=1), 0, filled.argmin(axis=1) + 1)


def _at(part: Floats, rounds: Any) -> Floats:
    """The contribution of each player's round (from 1)."""
    return np.asarray(part[np.arange(len(part)), rounds - 1])
