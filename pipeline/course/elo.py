"""The rating exercise: the table of a small event by fide-2024 or by the article, its truth, and what follows in it.

The numbers are the rating report's own (`pipeline.rating`); here stands only what a student's wrong cell leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipeline.audit.causes.case import Candidate, Cause, WrongCell
from pipeline.audit.causes.general import GENERAL
from pipeline.audit.judging.model import Input, Model, Node, Values
from pipeline.course.made.dice import Dice
from pipeline.event import Event
from pipeline.made_from import Floats
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.expected import EXACT, expected_per_cent, half_away
from pipeline.rating.ruleset import RatingWork
from pipeline.rating.settings import SWISS, RatingSettings
from pipeline.words import said

ARTICLE, FIDE = "article", "fide-2024"
RULES = (FIDE, ARTICLE)
ASK = {
    ARTICLE: ("average", "D", "expected_points", "points", "K", "rating_change", "first_rating"),
    FIDE: ("expected_points", "points", "K", "rating_change", "first_average", "initial_rating"),
}
"""What is asked, by rule set; the last ones of players without a rating."""
EXTRAS = {ARTICLE: ("games_before",), FIDE: ("games_before", "birth")}
"""What K depends on, which the sheet gives."""
YEAR = 2026
"""The year of made events, for the age of their juniors."""
_JUNIOR, _NEW = 0.25, 0.25
"""How many of the rated are juniors, and how many have few games."""
FACTORS = (10.0, 15.0, 20.0, 25.0, 30.0, 40.0)


def with_data(event: Event, rules: str, seed: object) -> Event:
    """The event with what K depends on, drawn from the seed: games before, and years of birth."""
    dice = Dice("elo", seed, event.name)
    players = event.players.copy()
    rated = players["rating"].notna().tolist()
    games = [float(dice.below(20) + 4 if dice.share() < _NEW else dice.below(200) + 40) for _ in rated]
    born = [str(YEAR - 12 - dice.below(6) if dice.share() < _JUNIOR else YEAR - 22 - dice.below(40)) for _ in rated]
    players["games_before"] = [count if is_rated else 0.0 for count, is_rated in zip(games, rated, strict=True)]
    if rules == FIDE:
        players["birth"] = born
    return replace(event, players=players)


def rating_work(event: Event, rules: str) -> RatingWork:
    """The rating report's own sheet for the event. Raises UsageError where the rules can't be used."""
    settings = RatingSettings()
    for name, value in (("rules", rules), ("type", SWISS), ("year", YEAR), ("average", EXACT)):
        settings = settings.having(name, value, said("exercise"))
    return calculated(entry_of(event), settings).work


def elo_model(event: Event, rules: str) -> Model:
    """The truth of the asked columns, and what follows from wrong ones."""
    work = rating_work(event, rules)
    rated = np.isfinite(work.array("rating"))
    truth = {key: np.asarray(_truth(work, key), dtype=float) for key in ASK[rules]}
    truth = {key: np.where(rated if key not in _FIRST else ~rated, values, np.nan) if key in (*_FIRST, *_OF_RATED)
             else values for key, values in truth.items()}
    nodes = tuple(_node(key, rules, work, truth) for key in ASK[rules])
    count = len(event.players)
    return Model(
        index=event.players.index, names=[str(name) for name in event.players["name"]],
        active=work.array("games") > 0, nodes=nodes, truth=truth, reaches={}, context=work, sums={},
    ) if count else Model(pd.Index([]), [], np.zeros(0, dtype=bool), nodes, truth, {})


_FIRST = ("first_average", "initial_rating", "first_rating")
_OF_RATED = ("D", "expected_points", "K", "rating_change")
_WHOLE = ("points", "K")
"""Columns that nobody rounds."""


def _truth(work: RatingWork, key: str) -> Floats:
    if key == "rating_change":  # with its decimals: who rounds it to the whole is right, too
        factor = work.array("K_used") if "K_used" in work.values else work.array("K")
        return np.asarray(factor * (work.array("points") - work.array("expected_points")))
    return work.array(key)


def _node(key: str, rules: str, work: RatingWork, truth: Values) -> Node:
    """A column: what it is made from, how it follows, and how far rounded inputs move it."""
    inputs, compute, spread = _made(key, rules, work, truth)
    return Node(key, key, tuple(Input(name) for name in inputs), compute, spread, exact=key in _WHOLE)


_Rule = tuple[tuple[str, ...], Callable[[Values], Floats] | None, Callable[[Values], Floats] | None]


def _made(key: str, rules: str, work: RatingWork, truth: Values) -> _Rule:
    rating, games = work.array("rating"), work.array("games")
    if key == "D":
        return ("average",), lambda v: np.asarray(rating - v["average"]), lambda r: r["average"]
    if key == "expected_points" and rules == ARTICLE:
        return ("D",), lambda v: _expected(v["D"], games), lambda r: np.zeros(len(games))
    if key == "rating_change":
        return (
            ("expected_points", "points", "K"),
            lambda v: np.asarray(v["K"] * (v["points"] - v["expected_points"])),
            lambda r: np.asarray(np.nan_to_num(truth["K"]) * np.nan_to_num(r["expected_points"])),
        )
    before = {"initial_rating": "first_average", "first_rating": "average"}.get(key)
    if before is not None:
        added = truth[key] - truth[before]
        return (before,), lambda v: np.asarray(v[before] + added), lambda r: r[before]
    return (), None, None


def _expected(differences: Floats, games: Floats) -> Floats:
    return np.array([
        expected_per_cent(half_away(d)) * n / 100 if np.isfinite(d) else np.nan
        for d, n in zip(differences.tolist(), games.tolist(), strict=True)
    ])


def _other_factor(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """K of another class."""
    for factor in FACTORS:
        yield Candidate(factor, {"k": f"{factor:g}"})


CAUSES: tuple[Cause, ...] = (Cause("k_of_the_wrong_class", ("K",), _other_factor), *GENERAL)
"""Known mistakes in such a table."""
