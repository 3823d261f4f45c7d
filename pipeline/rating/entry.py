"""What is to be rated: an event, or the rows of a summary table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from pipeline.event import Event, Note, Reading, Source

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
