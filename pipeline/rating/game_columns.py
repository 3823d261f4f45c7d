"""The Games sheet as far as every rule set needs it: who played whom, with what result and which ratings.

One row for each player and round, so that each game has two; a round without a game over the board is a row of blanks.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pandas as pd

from pipeline.event import RESULTS, Event
from pipeline.made_from import Choice, Floats, Integers, Texts, made
from pipeline.rating.kinds import STANDARD
from pipeline.rating.ruleset import GameWork, Reply
from pipeline.registry import Column
from pipeline.words import said

_OWN = said("this program")
_INPUT = said("the input")


def rows_of(event: Event) -> pd.Index:
    """The rows: for each player, his rounds."""
    return pd.RangeIndex(len(event.players) * event.rounds)


def _position(given: GameWork) -> Integers:
    return np.repeat(np.arange(1, len(given.event.players) + 1), given.event.rounds)


def _round(given: GameWork) -> Integers:
    return np.tile(np.arange(1, given.event.rounds + 1), len(given.event.players))


def _place(number: Annotated[Floats, "round"]) -> Floats:
    return 2 * number - 1


def _no(given: GameWork) -> Integers:
    return np.repeat(given.event.players.index.to_numpy(), given.event.rounds)


def _name(given: GameWork) -> Texts:
    return np.repeat(given.event.players["name"].to_numpy(dtype=object), given.event.rounds)


def _opponent(given: GameWork) -> Floats:
    return given.event.by_round("opponent").ravel()


def _result(given: GameWork) -> Texts:
    return given.event.by_round("result").ravel()


def _game(result: Texts, opponent: Floats, given: GameWork) -> Floats:
    played = np.array([code in RESULTS and RESULTS[code].played for code in result.tolist()], dtype=bool)
    return (played & (given.opponents >= 0)).astype(float)


def _score(result: Texts, game: Floats) -> Floats:
    rows = zip(result.tolist(), game.tolist(), strict=True)
    return np.array([RESULTS[code].points if played else np.nan for code, played in rows], dtype=float)


def _rating(game: Floats, given: GameWork) -> Floats:
    ratings = np.repeat(given.ratings, given.event.rounds)
    return np.where(game == 1, ratings, np.nan)


def _opponent_rating(opponent: Floats, game: Floats, given: GameWork) -> Floats:
    return np.where(game == 1, given.ratings[given.opponents], np.nan)


def _rated(opponent_rating: Floats) -> Floats:
    return np.isfinite(opponent_rating).astype(float)


def _rated_if_near(rating: Floats, opponent_rating: Floats, given: GameWork) -> Floats:
    far, above = given.rules.parameter("far"), given.rules.parameter("far_above")
    unrated = (np.abs(rating - opponent_rating) >= far) & (np.fmax(rating, opponent_rating) > above)
    return (np.isfinite(opponent_rating) & ~unrated).astype(float)


def _is_quick(given: GameWork) -> bool:
    return given.kind != STANDARD


_NEAR = (
    "=IF(ISNUMBER([opponent_rating]),IF(ISNUMBER([rating]),IF(AND(ABS([rating]-[opponent_rating])>=[@far],"
    "MAX([rating],[opponent_rating])>[@far_above]),0,1),1),0)"
)


def _counted_rating(opponent_rating: Floats, rated: Floats) -> Floats:
    return np.where(rated == 1, opponent_rating, np.nan)


def _rated_score(score: Floats, rated: Floats) -> Floats:
    return np.where(rated == 1, score, np.nan)


def _mismatch(game: Floats, score: Floats, reply: Annotated[Reply, "score"]) -> Floats:
    return np.where((game == 1) & (score + reply.total() != 1), 1.0, 0.0)


REPLY = "(MATCH([opponent],[Event:no],0)-1)*[@rounds]+[round]"
"""The row of the opponent's side of the game, in the blocks of this sheet."""

_RESULT = "MATCH([result],[@result_codes],0)"
_CELL = "INDEX([Event:rounds],[position],[place]"
_RATING = "INDEX([Players:rating],{})"

GAME_COLUMNS: tuple[Column[GameWork], ...] = (
    Column(
        "no", said("No."), said("Number of the player."), _INPUT, "whole", "player", made(_no),
        "=INDEX([Event:no],[position])",
        width=7,
    ),
    Column(
        "name", said("Name"), said("The player."), _INPUT, "text", "player",
        made(_name), "=INDEX([Event:name],[position])", width=28,
    ),
    Column("round", said("Round"), said("Round of the event."), _INPUT, "whole", "game", made(_round), "", width=7),
    Column(
        "opponent", said("Opponent"), said("Number of the opponent in the round."), _INPUT, "whole", "game",
        made(_opponent), f'=IF({_CELL})="","",{_CELL}))', width=9,
    ),
    Column(
        "result", said("Result"), said("w win, d draw, l loss; forfeits and byes are no games."), _INPUT, "code",
        "game",
        made(_result), f'=IF({_CELL}+1)="","",{_CELL}+1))', width=8,
    ),
    Column(
        "game", said("Game"), said("1 for a game over the board, else 0."), _OWN, "helper", "game", made(_game),
        f"=IFERROR(INDEX([@result_games],{_RESULT})*ISNUMBER(MATCH([opponent],[Event:no],0)),0)", width=7,
    ),
    Column(
        "score", said("Score"), said("Points in the game: 1, ½, 0."), _INPUT, "points", "game", made(_score),
        f'=IF([game]=1,INDEX([@result_points],{_RESULT}),"")', width=7,
    ),
    Column(
        "rating", said("Rating"), said("Rating of the player, blank where he is unrated."), _INPUT, "whole", "game",
        made(_rating), f'=IF([game]=1,IF(N({_RATING.format("[position]")})>0,{_RATING.format("[position]")},""),"")',
    ),
    Column(
        "opponent_rating", said("Rating of opp."), said("Rating of the opponent, blank where he is unrated."), _INPUT,
        "whole",
        "game", made(_opponent_rating),
        f'=IF([game]=1,IF(N({_RATING.format("MATCH([opponent],[Event:no],0)")})>0,'
        f'{_RATING.format("MATCH([opponent],[Event:no],0)")},""),"")',
    ),
    Column(
        "rated", said("Rated opp."), said("1 for a game against a rated opponent, else 0. In rapid and blitz a game "
        "with a "
        "difference of 600 or more isn't rated if one of the two is above 2600."), _OWN, "helper", "game",
        Choice(lambda given: "rapid and blitz" if _is_quick(given) else "standard", {
            "standard": made(_rated), "rapid and blitz": made(_rated_if_near),
        }),
        lambda w: _NEAR if _is_quick(w) else "=IF(ISNUMBER([opponent_rating]),1,0)", width=7,
    ),
    Column(
        "counted_rating", said("Rating that counts"), said("Rating of the opponent in a game against a rated "
        "opponent."), _OWN,
        "whole", "game", made(_counted_rating), '=IF([rated]=1,[opponent_rating],"")', width=8,
    ),
    Column(
        "rated_score", said("Score against rated"), said("Points in a game against a rated opponent."), _OWN, "points",
        "game",
        made(_rated_score), '=IF([rated]=1,[score],"")', width=8,
    ),
)

CHECKING_COLUMNS: tuple[Column[GameWork], ...] = (
    Column(
        "mismatch", said("Mismatch"), said("1 where the opponent's row doesn't tell the same of the game, else 0."),
        _OWN, "helper", "checking", made(_mismatch),
        f"=IF([game]=1,IFERROR(IF(AND(INDEX([opponent:rows],{REPLY})=[no],[score]+INDEX([score:rows],{REPLY})=1),0,1)"
        ",1),0)",
    ),
    Column("position", said("Row of player"), said("Where the player stands on the Event sheet."), _OWN, "helper",
    "checking",
           made(_position), ""),
    Column(
        "place", said("Place of round"), said("Where the round's opponent stands in the block of the rounds."), _OWN,
        "helper",
        "checking", made(_place), "",
    ),
)
