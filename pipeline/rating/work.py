"""What is to be rated, the sheets while their columns are computed, and how their rules see each other's cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from pipeline.event import Event, Note, Reading, Source
from pipeline.made_from import Floats, Integers, View
from pipeline.rating.settings import ROUND_ROBIN, RatingSettings
from pipeline.registry import Sheet

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


class OfGames(View):
    """A column of the Games sheet (its key begins with “Games:”), as seen from the players whose games they are."""

    reach = "games"
    whose = "of his games"


class Reply(View):
    """The cell in the opponent's row of the same game, on the Games sheet; NaN without a game."""

    reach = "reply"
    whose = "of the opponent in the game"


@dataclass(frozen=True)
class GameWork(Sheet):
    """The Games sheet: one row for each player and round, in that order."""

    event: Event
    rules: RuleSet

    @property
    def graph(self) -> GameWork:
        """Who belongs to whom: this sheet itself knows."""
        return self

    @cached_property
    def opponents(self) -> Integers:
        """For each row the opponent's position among the players; -1 where he isn't one of them."""
        return np.asarray(self.event.players.index.get_indexer(pd.Index(self.values["opponent"])))

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """See `pipeline.made_from.Links`: a value of the reply."""
        rows = self.opponents * self.event.rounds + self.values["round"] - 1
        has_reply = (self.values["game"] == 1) & (self.opponents >= 0)
        return np.where(has_reply, values[np.where(has_reply, rows, 0)], np.nan)


@dataclass(frozen=True)
class RatingWork(Sheet):
    """The Rating sheet: one row a player; with the games (for an event) and the steps of the tournament average."""

    entry: Entry
    settings: RatingSettings
    rules: RuleSet
    games: GameWork | None = None
    steps: dict[str, float] = field(default_factory=dict)

    @property
    def graph(self) -> RatingWork:
        """Who belongs to whom: this sheet itself knows."""
        return self

    def cells(self, key: str) -> Any:
        """The column that a rule calls so; those of the Games sheet begin with “Games:”."""
        sheet, _, column = key.rpartition(":")
        if not sheet:
            return self.values[key]
        assert self.games is not None
        return self.games.values[column]

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """See `pipeline.made_from.Links`: a player's games, those without a value left out."""
        assert self.games is not None
        return np.asarray(np.nan_to_num(values).reshape(len(self.index), -1).sum(axis=1))

    @property
    def one_table(self) -> bool:
        """Whether the players are one round robin, whose average is that of the whole table."""
        return self.settings.type == ROUND_ROBIN and self.entry.is_one_table

    @property
    def corrected(self) -> bool:
        """Whether somebody's D is multiplied by opponents/participants."""
        return self.one_table or self.entry.has("participants")
