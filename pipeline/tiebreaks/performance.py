"""The rules of the tie-breaks that are based on ratings (C.07 article 10), on arrays; FIDE's tables."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.made_from import Floats, Integers

_TABLES = Path(__file__).parents[1] / "tables"
STEPS = 13
"""So many steps the search for a perfect performance has: 2¹³ points are more than ratings and the table range over."""
SIZES = tuple(2 ** (STEPS - k) for k in range(1, STEPS + 1))
"""How far each step goes, in rating points."""
BELOW = 800.0
"""Without a point, the perfect performance is so far below the lowest opponent (10.3)."""
HALF = 0.5


@cache
def difference_table() -> tuple[Integers, Integers]:
    """FIDE table 8.1.1: whole per cent, and the rating difference."""
    rows = _rows("fide_dp.csv")
    return (
        np.array([int(row["per_cent"]) for row in rows], dtype=np.int64),
        np.array([int(row["dp"]) for row in rows], dtype=np.int64),
    )


@cache
def expected_table() -> tuple[Integers, Integers]:
    """FIDE table 8.1.2 for both signs: from which difference on, and the whole per cent expected."""
    rows = sorted((int(row["difference_from"]), int(row["higher"]), int(row["lower"])) for row in _rows("fide_pd.csv"))
    ends = [start - 1 for start, _, _ in rows[1:]]
    lower = [(-end, low) for end, (_, _, low) in zip(ends, rows, strict=False)]
    # Below all of them stands the row that is open upwards for the higher rated.
    below = [(-_FAR, rows[-1][2]), *reversed(lower)]
    start, per_cent = zip(*[*below, *((first, high) for first, high, _ in rows[1:])], strict=True)
    return np.array(start, dtype=np.int64), np.array(per_cent, dtype=np.int64)


_FAR = 99_999


def _rows(name: str) -> list[dict[str, str]]:
    with (_TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def expected_per_cent(difference: Floats) -> Floats:
    """The whole per cent expected for rating differences; the full scale, without a cut at 400."""
    start, per_cent = expected_table()
    return np.asarray(per_cent[np.searchsorted(start, difference, side="right") - 1], dtype=float)


def opponent_rating(rating: Floats, row_of_opponent: Floats, given: Any) -> Floats:
    """The rating of the opponent over the board; 0 without a game."""
    return np.where(given.rounds.games, rating[given.rounds.opponent], 0.0)


def _half_up(values: Floats) -> Floats:
    return np.asarray(np.floor(values + HALF))


def aro(opponent_rating: Floats, games: Floats, given: Any) -> Floats:
    """ARO: the average in whole points, the half up; NaN without a game."""
    return _half_up(opponent_rating.sum(axis=1) / games)


def aro_c1(opponent_rating: Floats, games: Floats, given: Any) -> Floats:
    """ARO without the lowest; NaN where nobody is left."""
    lowest = np.where(opponent_rating > 0, opponent_rating, np.inf).min(axis=1, initial=np.inf)
    return np.where(games > 1, _half_up((opponent_rating.sum(axis=1) - lowest) / np.maximum(games - 1, 1)), np.nan)


def tpr(aro: Floats, per_cent: Floats, given: Any) -> Floats:
    """TPR: the rounded ARO, and the difference for the percentage (10.2)."""
    _, differences = difference_table()
    known = np.nan_to_num(per_cent).astype(np.int64)
    return np.where(np.isnan(per_cent), np.nan, aro + differences[known])


def lowest_opponent(opponent_rating: Floats) -> Floats:
    """The lowest rating met; infinity without a game."""
    return np.asarray(np.where(opponent_rating > 0, opponent_rating, np.inf).min(axis=1, initial=np.inf))


def ptp_start(opponent_rating: Floats, games: Floats, given: Any) -> Floats:
    """Where the search for a perfect performance begins, which is the answer without a point; 0 without a game."""
    return np.where(games > 0, lowest_opponent(opponent_rating) - BELOW, 0.0)


def ptp_search(ptp_start: Floats, opponent_rating: Floats, games: Floats, points: Floats, given: Any) -> Floats:
    """The steps of the search: each goes on by its size where the expected score there is still below the points."""
    at, played = ptp_start.copy(), opponent_rating > 0
    steps = []
    for size in SIZES:
        expected = (expected_per_cent((at + size)[:, None] - opponent_rating) * played).sum(axis=1)
        at = at + np.where((games > 0) & (expected < 100 * points), size, 0)
        steps.append(at)
    return np.column_stack(steps)


def ptp(ptp_start: Floats, ptp_search: Floats, games: Floats, points: Floats, given: Any) -> Floats:
    """PTP: the lowest whole rating whose expected score reaches the points (10.3); NaN without a game."""
    return np.where(games == 0, np.nan, np.where(points == 0, ptp_start, ptp_search[:, -1] + 1))


def rounded_average(parts: Floats, games: Floats, given: Any) -> Floats:
    """The average of the opponents' values in whole points, the half up; NaN without a game."""
    return _half_up(np.nansum(parts, axis=1) / games)
