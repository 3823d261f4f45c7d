"""What is to be rated: an event, or the rows of a summary table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.event import RESULTS, Event, Note, Reading, Source, named_in

INPUT_COLUMNS = (
    "name", "title", "rating", "standard_rating", "birth_year", "games_before", "k_given", "games", "average",
    "participants", "opponents", "points", "only_opponent",
)


@dataclass(frozen=True)
class Entry(Reading):
    """What an input says of the players who are to be rated; one index: the player's number, or the table's row.

    players  those of INPUT_COLUMNS that the input has: name and title are texts, the others numbers (NaN: not stated)
    event    the event with its games; None for a summary table, where games, points and averages are stated
    previous first ratings of earlier events with their games, by player
    settings those that the file carries, by name
    """

    name: str
    source: Source
    players: pd.DataFrame
    event: Event | None
    previous: Mapping[int, tuple[tuple[float, int], ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    def has(self, column: str) -> bool:
        """Whether the input has the column."""
        return column in self.players

    def numbers(self, column: str) -> np.ndarray:
        """A column of numbers, not to be changed; all NaN where the input doesn't have it."""
        if column not in self._numbers:
            values = self.players[column].to_numpy(dtype=float) if column in self.players else np.nan
            self._numbers[column] = np.array(np.broadcast_to(values, len(self.players)))
            self._numbers[column].setflags(write=False)
        return self._numbers[column]

    @cached_property
    def _numbers(self) -> dict[str, np.ndarray]:
        """What was asked for: an audit asks thousands of times, and a frame takes a tenth of a millisecond."""
        return {}

    @property
    def is_one_table(self) -> bool:
        """Whether all rows can be the players of one round robin: no row states another number of participants."""
        return not self.has("participants") or bool((self.numbers("participants") == len(self.players)).all())

    @property
    def cycles(self) -> int:
        """How often everybody met everybody in a round robin: 2 in a double one, as the sum of points shows."""
        return cycles_of(float(np.nansum(self.numbers("points"))), len(self.players))

    def in_language(self, language: str) -> Entry:
        """The entry with the names that the program itself gave in the language."""
        event = None if self.event is None else self.event.in_language(language)
        return replace(self, players=named_in(self.players, language), event=event)

    def texts(self, column: str) -> list[str]:
        """A column of texts; all empty where the input doesn't have it."""
        return self.players[column].tolist() if column in self.players else [""] * len(self.players)


_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")


def entry_of(event: Event) -> Entry:
    """The players of an event, with what the input says of them."""
    players = pd.DataFrame({"name": event.players["name"], "rating": event.players["rating"]})
    for column, name in (("k", "k_given"), ("games_before", "games_before"), ("standard_rating", "standard_rating")):
        if column in event.players:
            players[name] = event.players[column]
    if "title" in event.players:
        players["title"] = event.players["title"].fillna("").astype(str)
    if "birth" in event.players:
        players["birth_year"] = [birth_year(str(birth)) for birth in event.players["birth"]]
    return Entry(event.name, event.source, players, event, notes=event.notes)


def birth_year(text: str) -> float:
    """The year in a date of birth, however it is written; NaN where there is none."""
    found = _YEAR.search(text)
    return float(found[0]) if found else float("nan")


def cycles_of(points: float, players: int) -> int:
    """How often everybody met everybody, as the points of so many players show."""
    once = players * (players - 1) * RESULTS["d"].points
    return max(1, round(points / once)) if once else 1
