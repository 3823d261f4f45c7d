"""What is to be rated, and the sheets while their columns are computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from pipeline.event import Event, Note, Reading, Source
from pipeline.rating.settings import ROUND_ROBIN, RatingSettings

if TYPE_CHECKING:
    from pipeline.rating.ruleset import RuleSet

INPUT_COLUMNS = (
    "name", "title", "rating", "birth_year", "games_before", "k_given", "games", "average", "participants",
    "opponents", "points",
)


@dataclass(frozen=True)
class Entry(Reading):
    """What an input says of the players who are to be rated; one index: the player's number, or the table's row.

    players  those of INPUT_COLUMNS that the input has: name and title are texts, the others numbers (NaN: not stated)
    event    the event with its games; None for a summary table, where games, points and averages are stated
    previous first ratings of earlier events with their games, by player
    """

    name: str
    source: Source
    players: pd.DataFrame
    event: Event | None
    previous: Mapping[int, tuple[tuple[float, int], ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def has(self, column: str) -> bool:
        """Whether the input has the column."""
        return column in self.players

    def numbers(self, column: str) -> np.ndarray:
        """A column of numbers; all NaN where the input doesn't have it."""
        if column not in self.players:
            return np.full(len(self.players), np.nan)
        return self.players[column].to_numpy(dtype=float)

    @property
    def is_one_table(self) -> bool:
        """Whether all rows can be the players of one round robin: no row states another number of participants."""
        return not self.has("participants") or bool((self.numbers("participants") == len(self.players)).all())

    def texts(self, column: str) -> list[str]:
        """A column of texts; all empty where the input doesn't have it."""
        return self.players[column].tolist() if column in self.players else [""] * len(self.players)


@dataclass
class GameWork:
    """The Games sheet: one row for each player and round, in that order; `frame` is filled column by column."""

    event: Event
    rules: RuleSet
    frame: pd.DataFrame

    def array(self, key: str) -> np.ndarray:
        """A column of the frame as an array of floats."""
        return self.frame[key].to_numpy(dtype=float)


@dataclass
class RatingWork:
    """The Rating sheet: one row a player; with the games (for an event) and the steps of the tournament average."""

    entry: Entry
    settings: RatingSettings
    rules: RuleSet
    frame: pd.DataFrame
    games: GameWork | None = None
    steps: dict[str, float] = field(default_factory=dict)

    def array(self, key: str) -> np.ndarray:
        """A column of the frame as an array of floats."""
        return self.frame[key].to_numpy(dtype=float)

    def rows(self, *keys: str) -> Iterator[tuple[float, ...]]:
        """Some columns of numbers together, player by player."""
        return zip(*(self.array(key).tolist() for key in keys), strict=True)

    def series(self, values: object) -> pd.Series:
        """Values by player, as a column."""
        return pd.Series(values, index=self.frame.index)

    @property
    def one_table(self) -> bool:
        """Whether the players are one round robin, whose average is that of the whole table."""
        return self.settings.type == ROUND_ROBIN and self.entry.is_one_table

    @property
    def corrected(self) -> bool:
        """Whether somebody's D is multiplied by opponents/participants."""
        return self.one_table or self.entry.has("participants")
