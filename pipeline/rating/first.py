"""First ratings of several events weighted by games, and whether one can be published (shared by rule sets)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from pipeline.rating.expected import half_away
from pipeline.rating.player_columns import has_previous
from pipeline.rating.ruleset import RatingWork
from pipeline.registry import Column


def weighted(results: Sequence[tuple[float, float]]) -> float:
    """sum R·n / sum n, over results (rating, games); NaN for none."""
    games = sum(n for _, n in results)
    return sum(rating * n for rating, n in results) / games if games else float("nan")


def _results(work: RatingWork, least: float) -> list[list[tuple[float, float]]]:
    """Each player's results that count: of this event and of earlier ones, with at least `least` games each."""
    rows = zip(
        work.frame.index, work.array("rating").tolist(), work.array("initial_rating").tolist(),
        work.array("games").tolist(), strict=True,
    )
    return [
        [(r, n) for r, n in ((initial, games), *work.entry.previous.get(no, ())) if r == r and n >= least]
        if rating != rating else []
        for no, rating, initial, games in rows
    ]


def counted_columns(source: str) -> tuple[Column[RatingWork], ...]:
    """Games that count for the first rating, and the first rating over all of them."""

    def games(work: RatingWork) -> pd.Series:
        results = _results(work, work.rules.parameter("least_event_games"))
        return work.series([float(sum(n for _, n in r)) for r in results]).where(work.frame["rating"].isna())

    def rating(work: RatingWork) -> pd.Series:
        results = _results(work, work.rules.parameter("least_event_games"))
        return work.series([half_away(weighted(r)) if r else np.nan for r in results])

    own = "AND(ISNUMBER([initial_rating]),[games]>=[@least_event_games])"
    own_sum = f"IF({own},N([initial_rating])*[games],0)"

    def games_formula(work: RatingWork) -> str:
        earlier = '+SUMIF([Players previous_games:row],">="&[@least_event_games])' if has_previous(work) else ""
        return f'=IF(ISNUMBER([rating]),"",IF({own},[games],0){earlier})'

    def rating_formula(work: RatingWork) -> str:
        earlier = (
            "+SUMPRODUCT(([Players previous_games:row]>=[@least_event_games])*[Players previous_games:row],"
            "[Players previous_rating:row])"
            if has_previous(work) else ""
        )
        return f'=IF(N([first_games])>0,ROUND(({own_sum}{earlier})/[first_games],0),"")'

    return (
        Column(
            "first_games", "Games counted", "Games of this event and of earlier ones that have enough games to count.",
            source, "whole", "first", games, games_formula, width=8,
        ),
        Column(
            "first_rating", "First rating", "Sum of initial rating × games / sum of games, over all events counted; "
            "rounded to the whole.", source, "whole", "first", rating, rating_formula, width=8,
        ),
    )
