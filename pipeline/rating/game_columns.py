"""The Games sheet as far as every rule set needs it: who played whom, with what result and which ratings.

One row for each player and round, so that each game has two; a round without a game over the board is a row of blanks.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from pipeline.event import RESULTS, Event
from pipeline.rating.ruleset import GameWork
from pipeline.registry import Column

_OWN = "this program"
_INPUT = "the input"


def empty_games(event: Event) -> pd.DataFrame:
    """The frame's rows, without columns: for each player, his rounds."""
    rows = len(event.players) * event.rounds
    return pd.DataFrame(index=pd.RangeIndex(rows))


def _position(work: GameWork) -> pd.Series:
    return pd.Series(np.repeat(np.arange(1, len(work.event.players) + 1), work.event.rounds))


def _round(work: GameWork) -> pd.Series:
    return pd.Series(np.tile(np.arange(1, work.event.rounds + 1), len(work.event.players)))


def _no(work: GameWork) -> pd.Series:
    return pd.Series(np.repeat(work.event.players.index.to_numpy(), work.event.rounds))


def _flat(work: GameWork, column: str) -> pd.Series:
    return pd.Series(work.event.by_round(column).to_numpy().ravel())


def _score(work: GameWork) -> pd.Series:
    worth = {code: result.points for code, result in RESULTS.items() if result.played}
    return work.frame["result"].map(worth).astype(float).where(work.frame["game"] == 1)


def _game(work: GameWork) -> pd.Series:
    played = work.frame["result"].isin([code for code, result in RESULTS.items() if result.played])
    return (played & work.frame["opponent"].isin(work.event.players.index)).astype(float)


def _rating(work: GameWork) -> pd.Series:
    return work.frame["no"].map(work.event.players["rating"]).where(work.frame["game"] == 1)


def _opponent_rating(work: GameWork) -> pd.Series:
    return work.frame["opponent"].map(work.event.players["rating"]).where(work.frame["game"] == 1)


def reply_of(work: GameWork, key: str) -> pd.Series:
    """The value of `key` in the opponent's row of the same game; NaN without a game."""
    positions = work.event.players.index.get_indexer(pd.Index(work.frame["opponent"]))
    rows = positions * work.event.rounds + work.frame["round"].to_numpy() - 1
    values = work.frame[key].to_numpy(dtype=float)[np.where(positions < 0, 0, rows)]
    return pd.Series(np.where((work.frame["game"] == 1) & (positions >= 0), values, np.nan))


REPLY = "(MATCH([opponent],[Event:no],0)-1)*[@rounds]+[round]"
"""The row of the opponent's side of the game, in the blocks of this sheet."""

_RESULT = "MATCH([result],[@result_codes],0)"
_CELL = "INDEX([Event:rounds],[position],[place]"
_RATING = "INDEX([Event:rating],{})"

GAME_COLUMNS: tuple[Column[GameWork], ...] = (
    Column(
        "no", "No.", "Number of the player.", _INPUT, "whole", "player", _no, "=INDEX([Event:no],[position])",
        width=6,
    ),
    Column(
        "name", "Name", "The player.", _INPUT, "text", "player",
        lambda w: w.frame["no"].map(w.event.players["name"]), "=INDEX([Event:name],[position])", width=28,
    ),
    Column("round", "Round", "Round of the event.", _INPUT, "whole", "game", _round, "", width=7),
    Column(
        "opponent", "Opponent", "Number of the opponent in the round.", _INPUT, "whole", "game",
        lambda w: _flat(w, "opponent"), f'=IF({_CELL})="","",{_CELL}))', width=9,
    ),
    Column(
        "result", "Result", "w win, d draw, l loss; forfeits and byes are no games.", _INPUT, "code", "game",
        lambda w: _flat(w, "result"), f'=IF({_CELL}+1)="","",{_CELL}+1))', width=8,
    ),
    Column(
        "game", "Game", "1 for a game over the board, else 0.", _OWN, "helper", "game", _game,
        f"=IFERROR(INDEX([@result_games],{_RESULT})*ISNUMBER(MATCH([opponent],[Event:no],0)),0)", width=7,
    ),
    Column(
        "score", "Score", "Points in the game: 1, ½, 0.", _INPUT, "points", "game", _score,
        f'=IF([game]=1,INDEX([@result_points],{_RESULT}),"")', width=7,
    ),
    Column(
        "rating", "Rating", "Rating of the player, blank where he is unrated.", _INPUT, "whole", "game", _rating,
        f'=IF([game]=1,IF(N({_RATING.format("[position]")})>0,{_RATING.format("[position]")},""),"")',
    ),
    Column(
        "opponent_rating", "Rating of opp.", "Rating of the opponent, blank where he is unrated.", _INPUT, "whole",
        "game", _opponent_rating,
        f'=IF([game]=1,IF(N({_RATING.format("MATCH([opponent],[Event:no],0)")})>0,'
        f'{_RATING.format("MATCH([opponent],[Event:no],0)")},""),"")',
    ),
    Column(
        "rated", "Rated opp.", "1 for a game against a rated opponent, else 0.", _OWN, "helper", "game",
        lambda w: w.frame["opponent_rating"].notna().astype(float), "=IF(ISNUMBER([opponent_rating]),1,0)", width=7,
    ),
    Column(
        "rated_score", "Score against rated", "Points in a game against a rated opponent.", _OWN, "points", "game",
        lambda w: w.frame["score"].where(w.frame["rated"] == 1), '=IF([rated]=1,[score],"")', width=8,
    ),
)

CHECKING_COLUMNS: tuple[Column[GameWork], ...] = (
    Column(
        "mismatch", "Mismatch", "1 where the opponent's row doesn't tell the same of the game, else 0.", _OWN,
        "helper", "checking",
        lambda w: ((w.frame["game"] == 1) & (w.frame["score"] + reply_of(w, "score") != 1)).astype(float),
        f"=IF([game]=1,IFERROR(IF(AND(INDEX([opponent:rows],{REPLY})=[no],[score]+INDEX([score:rows],{REPLY})=1),0,1)"
        ",1),0)",
    ),
    Column("position", "Row of player", "Where the player stands on the Event sheet.", _OWN, "helper", "checking",
           _position, ""),
    Column(
        "place", "Place of round", "Where the round's opponent stands in the block of the rounds.", _OWN, "helper",
        "checking", lambda w: 2 * w.frame["round"] - 1, "",
    ),
)
