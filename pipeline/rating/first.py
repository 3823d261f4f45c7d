"""First ratings of several events weighted by games, and whether one can be published (shared by rule sets)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.made_from import Floats, made
from pipeline.rating.expected import half_away
from pipeline.rating.player_columns import has_previous
from pipeline.rating.ruleset import RatingWork
from pipeline.registry import Column
from pipeline.words import said


def weighted(results: Sequence[tuple[float, float]]) -> float:
    """sum R·n / sum n, over results (rating, games); NaN for none."""
    games = sum(n for _, n in results)
    return sum(rating * n for rating, n in results) / games if games else float("nan")


def _results(
    rating: Floats, initial_rating: Floats, games: Floats, given: RatingWork
) -> list[list[tuple[float, float]]]:
    """Each unrated player's results that count: of this event and of earlier ones, each with enough games."""
    least = given.rules.parameter("least_event_games")
    rows = zip(given.index, rating.tolist(), initial_rating.tolist(), games.tolist(), strict=True)
    return [
        [(r, n) for r, n in ((initial, own), *given.entry.previous.get(no, ())) if r == r and n >= least]
        if known != known else []
        for no, known, initial, own in rows
    ]


def _games(rating: Floats, initial_rating: Floats, games: Floats, given: RatingWork) -> Floats:
    counted = [float(sum(n for _, n in r)) for r in _results(rating, initial_rating, games, given)]
    return np.where(np.isnan(rating), counted, np.nan)


def _rating(rating: Floats, initial_rating: Floats, games: Floats, given: RatingWork) -> Floats:
    results = _results(rating, initial_rating, games, given)
    return np.array([half_away(weighted(r)) if r else np.nan for r in results], dtype=float)


def counted_columns(source: str) -> tuple[Column[RatingWork], ...]:
    """Games that count for the first rating, and the first rating over all of them."""
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
            "first_games", said("Games counted"), said("Games of this event and of earlier ones that have enough "
            "games to count."),
            source, "whole", "first", made(_games), games_formula, width=8,
        ), Column(
            "first_rating", said("First rating"), said("Sum of initial rating × games / sum of games, over all events "
            "counted; "
            "rounded to the whole."), source, "whole", "first", made(_rating), rating_formula, width=8,
        ),
    )
