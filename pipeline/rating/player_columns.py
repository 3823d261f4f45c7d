"""The Players sheet: what the input says of each player. Yellow cells, unless the Event sheet holds the value."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pipeline.made_from import Floats, Made, made
from pipeline.rating.columns import number_of_player, stated, stated_texts
from pipeline.rating.kinds import STANDARD
from pipeline.rating.ruleset import RatingWork
from pipeline.registry import Column
from pipeline.words import said

_INPUT = said("the input")
LEAST_PREVIOUS = 2
"""So many earlier results can be filled in for each player, or as many as the input has."""


def _from_event(key: str, formula: str) -> Callable[[RatingWork], str]:
    """Live from the Event sheet where that has the column, else typed in here."""
    return lambda work: formula if work.entry.event is not None and key in work.entry.event.players else ""


def _live(formula: str) -> Callable[[RatingWork], str]:
    return lambda work: formula if work.entry.event is not None else ""


def plays_with_standard(work: RatingWork) -> bool:
    """Whether those who are unrated in rapid or blitz play with a standard rating that the input states."""
    return work.settings.kind != STANDARD and work.entry.has("standard_rating")


def _rating_formula(work: RatingWork) -> str:
    if work.entry.event is None:
        return ""
    other = 'IF(N([standard_rating])>0,[standard_rating],"")' if plays_with_standard(work) else '""'
    return f"=IF(N([Event rating])>0,[Event rating],{other})"


def has_previous(work: RatingWork) -> bool:
    """Whether first ratings of earlier events count, and somebody needs one."""
    return work.rules.weighs_previous and bool(np.isnan(work.entry.numbers("rating")).any())


def previous_count(work: RatingWork) -> int:
    """How many earlier results a player can have on the sheet."""
    return max([LEAST_PREVIOUS, *(len(results) for results in work.entry.previous.values())])


def _previous(place: int) -> Made:
    def results(given: RatingWork) -> Floats:
        values = np.full((len(given.index), previous_count(given)), np.nan)
        for row, no in enumerate(given.index):
            for i, result in enumerate(given.entry.previous.get(no, ())):
                values[row, i] = result[place]
        return values

    return made(results)


def _stated(work: RatingWork, *keys: str) -> bool:
    return work.entry.event is None and any(work.entry.has(key) for key in keys)


PLAYER_COLUMNS: tuple[Column[RatingWork], ...] = (
    Column(
        "no", said("No."), said("Number of the player, or of the row."), _INPUT, "input", "player",
        made(number_of_player), _live("=[Event no]"), width=7,
    ),
    Column(
        "name", said("Name"), said("The player, or the example."), _INPUT, "input_text", "player",
        stated_texts("name"), _live("=[Event name]"), width=26,
    ),
    Column(
        "title", said("Title"), said("Title; a K may depend on it."), _INPUT, "input", "player", stated_texts("title"),
        _from_event("title", '=IF([Event title]="","",[Event title])'), width=7,
    ),
    Column(
        "rating", said("Rating"), said("Rating before the event; blank for an unrated player."), _INPUT, "input",
        "player",
        stated("rating"), _rating_formula,
    ),
    Column(
        "standard_rating", said("Standard rating"), said("Rapid and blitz: whoever is unrated there plays with it."),
        _INPUT,
        "input", "player", stated("standard_rating"),
        _from_event("standard_rating", '=IF(N([Event standard_rating])>0,[Event standard_rating],"")'), width=9,
        wanted=plays_with_standard,
    ),
    Column(
        "only_opponent", said("Opponent only"), said("yes: of the opponents on a player's card only the ratings are "
        "known, and they aren't rated here."), _INPUT, "input_text", "player", stated_texts("only_opponent"), "",
        width=9,
        wanted=lambda w: w.entry.has("only_opponent"),
    ),
    Column(
        "birth_year", said("Birth year"), said("Year of birth; K may depend on the age."), _INPUT, "input", "for K",
        stated("birth_year"), "", width=8,
    ),
    Column(
        "games_before", said("Games before"), said("Rated games played before the event; K may depend on them."),
        _INPUT, "input", "for K", stated("games_before"),
        _from_event("games_before", '=IF(ISNUMBER([Event games_before]),[Event games_before],"")'), width=8,
    ),
    Column(
        "k_given", said("K as stated"), said("K as the input states it, used where the rules can't tell."), _INPUT,
        "input",
        "for K", stated("k_given"), _from_event("k", '=IF(ISNUMBER([Event k]),[Event k],"")'), width=8,
    ),
    Column(
        "games", said("Games"), said("Games against rated opponents."), _INPUT, "input", "stated", stated("games"), "",
        width=8, wanted=lambda w: _stated(w, "games"),
    ),
    Column(
        "average", said("Ra"), said("Average rating of the rated opponents, or of the tournament."), _INPUT, "input",
        "stated",
        stated("average"), "", wanted=lambda w: _stated(w, "average"),
    ),
    Column(
        "participants", said("Participants"), said("Players of the round robin."), _INPUT, "input", "stated",
        stated("participants"), "", width=10, wanted=lambda w: _stated(w, "participants", "opponents"),
    ),
    Column(
        "opponents", said("Opponents"), said("Opponents in the round robin: participants less one."), _INPUT, "input",
        "stated",
        stated("opponents"), "", width=10, wanted=lambda w: _stated(w, "participants", "opponents"),
    ),
    Column(
        "points", said("Points"), said("Points from the games that count."), _INPUT, "input_points", "stated",
        stated("points"), "", width=8, wanted=lambda w: _stated(w, "points"),
    ),
    Column(
        "previous_rating", said("First rating {k}"), said("First rating from an earlier event."), _INPUT, "input",
        "previous",
        _previous(0), "", "previous", width=8, wanted=has_previous,
    ),
    Column(
        "previous_games", said("Its games {k}"), said("Games that the earlier first rating rests on."), _INPUT, "input",
        "previous",
        _previous(1), "", "previous", width=8, wanted=has_previous,
    ),
)
