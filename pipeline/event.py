"""The event as every reader hands it over: players, what each round held for them, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

import pandas as pd


class ResultCode(NamedTuple):
    """What one result letter of the native workbook counts (METHOD.md section 1)."""

    code: str
    meaning: str
    played: bool
    """Played over the board: only these count for the method."""
    points: float
    """Points in the game, for the method."""
    score: float
    """Points in the standings."""
    reply: tuple[str, ...]
    """What the opponent's row may hold for the same game; empty where there is no opponent."""


RESULTS = {
    result.code: result
    for result in (
        ResultCode("w", "win", True, 1.0, 1.0, ("l",)),
        ResultCode("d", "draw", True, 0.5, 0.5, ("d",)),
        ResultCode("l", "loss", True, 0.0, 0.0, ("w",)),
        ResultCode("+", "won by forfeit (not played)", False, 0.0, 1.0, ("-",)),
        ResultCode("-", "lost by forfeit (not played)", False, 0.0, 0.0, ("+", "-")),
        ResultCode("full-bye", "bye, one point", False, 0.0, 1.0, ()),
        ResultCode("half-bye", "bye, half a point", False, 0.0, 0.5, ()),
        ResultCode("zero-bye", "bye or absence, no point", False, 0.0, 0.0, ()),
    )
}
PENDING = ""
"""An opponent without a result: the game is still to be played."""

OPTIONAL_COLUMNS = ("start_no", "title", "federation", "birth", "k", "games_before", "points_stated")
"""Columns that `Event.players` has only where the input does."""


@dataclass(frozen=True)
class Source:
    """The file that an event was read from: path, SHA-256 of its bytes, name of the layout, sheet."""

    path: Path
    sha256: str
    layout: str
    sheet: str = ""


@dataclass(frozen=True)
class Note:
    """Something that a reader left out or interpreted: its kind, how many there are, what in words, and which."""

    kind: str
    count: int
    what: str
    which: str

    @property
    def text(self) -> str:
        """The whole note but for the count."""
        return f"{self.what}: {self.which}"


class Reading:
    """What reading a file brings, whatever it is: where it was read from, and what was interpreted."""

    source: Source
    notes: tuple[Note, ...]

    def noting(self, *notes: Note) -> Self:
        """The same with further notes."""
        return replace(self, notes=(*self.notes, *notes))  # type: ignore[type-var]  # every subclass is a dataclass

    def read_from(self, source: Source) -> Self:
        """The same with another source."""
        return replace(self, source=source)  # type: ignore[type-var]


@dataclass(frozen=True)
class Event(Reading):
    """A tournament. All frames share one index: the player's number `no`, in the order of the input.

    players  name (str), rating (float, NaN where unrated), and those of OPTIONAL_COLUMNS that the input has
    entries  one row for each player and round that isn't blank: no, round (from 1), opponent (Int64, NA for a
             bye), result (a code of RESULTS, or PENDING); and colour (w, b, empty where unknown) where the input
             has any: it is kept for converting, and no value depends on it
    rounds   how many rounds the input has columns for
    stated   tie-breaks and other values as the input states them, named by its headings (float)
    settings values of the workbook's Settings sheet, by name
    """

    name: str
    source: Source
    players: pd.DataFrame
    entries: pd.DataFrame
    rounds: int
    stated: pd.DataFrame
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games played over the board, each seen from both sides: no, round, opponent, points (1, 0.5, 0)."""
        played = self.entries[self.entries["result"].isin([r.code for r in RESULTS.values() if r.played])]
        return pd.DataFrame(
            {
                "no": played["no"].to_numpy(),
                "round": played["round"].to_numpy(),
                "opponent": played["opponent"].to_numpy(dtype="int64"),
                "points": played["result"].map({code: r.points for code, r in RESULTS.items()}).to_numpy(dtype=float),
            }
        )

    @property
    def sizes(self) -> tuple[str, str, str]:
        """How many players, rounds and games there are, in words."""
        counts = {"player": len(self.players), "round": self.rounds, "game": len(self.games) // 2}
        players, rounds, games = (f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items())
        return players, rounds, games

    def by_round(self, column: str) -> pd.DataFrame:
        """`opponent` (NaN where there is none) or `result` of the entries: one row a player, one column a round."""
        wide = self.entries.pivot(index="no", columns="round", values=column)
        wide = wide.reindex(index=self.players.index, columns=range(1, self.rounds + 1))
        return wide.astype(float) if column == "opponent" else wide.astype(object).fillna("")
