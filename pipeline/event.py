"""The event as every reader hands it over: players, what each round held for them, and what was noticed on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import pandas as pd

from pipeline.words import Said, counted, joined, said, told

_DASH = re.compile(r"[-–−:]")
_VALUE = re.compile(r"[0-9]{1,2}|[0-9]?[.]5|[0-9]{1,2}[.]0")


def readable(name: str) -> str:
    """A file's name as text; a byte in it that is no UTF-8 becomes �, which every file format holds."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class ResultCode(NamedTuple):
    """What one result letter of the native workbook counts (docs/method.md section 1)."""

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
        ResultCode("w", said("win"), True, 1.0, 1.0, ("l",)),
        ResultCode("d", said("draw"), True, 0.5, 0.5, ("d",)),
        ResultCode("l", said("loss"), True, 0.0, 0.0, ("w",)),
        ResultCode("+", said("won by forfeit (not played)"), False, 0.0, 1.0, ("-",)),
        ResultCode("-", said("lost by forfeit (not played)"), False, 0.0, 0.0, ("+", "-")),
        ResultCode("full-bye", said("bye, one point"), False, 0.0, 1.0, ()),
        ResultCode("half-bye", said("bye, half a point"), False, 0.0, 0.5, ()),
        ResultCode("zero-bye", said("bye or absence, no point"), False, 0.0, 0.0, ()),
    )
}


class Scoring(NamedTuple):
    """What a win, a draw and a loss count in the standings; the method itself always counts 1, ½ and 0."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0

    def __str__(self) -> str:
        """As it is written on the command line: 1-½-0, 2-1-0, 3-1-0."""
        return "-".join("½" if value == 0.5 else f"{value:g}" for value in self)

    def results(self) -> dict[str, ResultCode]:
        """The result codes with what they count: a forfeit and a bye of one point as a win, half a point as a draw."""
        if self == Scoring():
            return RESULTS
        score = {"w": self.win, "+": self.win, "full-bye": self.win, "d": self.draw, "half-bye": self.draw}
        meaning = {
            "full-bye": said("bye, as many points as a win"), "half-bye": said("bye, as many points as a draw"),
        }
        return {
            code: result._replace(score=score.get(code, self.loss), meaning=meaning.get(code, result.meaning))
            for code, result in RESULTS.items()
        }


USUAL = Scoring()
"""1, ½ and 0."""


def scoring_of(text: str) -> Scoring | None:
    """The scoring that a text such as 2-1-0 or 1-½-0 stands for; None where it is none.

    A win must count more than a draw, and a draw more than a loss, which counts nothing: else a number in a cell could
    mean two results, or a forfeit another loss than a game.
    """
    parts = [part.strip().replace(",", ".").replace("1/2", ".5").replace("½", ".5") for part in _DASH.split(text)]
    if len(parts) != len(USUAL) or not all(_VALUE.fullmatch(part) for part in parts):
        return None
    win, draw, loss = (float(part) for part in parts)
    return Scoring(win, draw, loss) if win > draw > loss == 0 else None


PENDING = ""
"""An opponent without a result: the game is still to be played."""

KINDS = (PENDING, *RESULTS)
"""What an entry may hold. In `Entries` each is told by its place here, for texts are slow to compare, and what is no
result by the place after them."""


def _by_kind(value: Callable[[ResultCode], float], results: Mapping[str, ResultCode]) -> np.ndarray:
    """A value of each kind of entry, as a number; 0 for what is no result."""
    return np.array([*(value(results[kind]) if kind in results else 0 for kind in KINDS), 0], dtype=float)


_PLAYED = _by_kind(lambda result: result.played, RESULTS) > 0
_POINTS = _by_kind(lambda result: result.points, RESULTS)
"""By kind: whether it was played over the board, and the points in the game."""

OPTIONAL_COLUMNS = ("start_no", "title", "federation", "birth", "k", "games_before", "standard_rating", "points_stated")
"""Columns that `Event.players` has only where the input does."""


@dataclass(frozen=True)
class Source:
    """The file that an event was read from: path, SHA-256 of its bytes, name of the layout, sheet."""

    path: Path
    sha256: str
    layout: str
    sheet: str = ""

    @property
    def file_name(self) -> str:
        """The file's name without its folder, as it can be written."""
        return readable(self.path.name)


@dataclass(frozen=True)
class Note:
    """Something that a reader left out or interpreted: its kind, how many there are, what in words, and which."""

    kind: str
    count: int
    what: str
    which: str

    @property
    def text(self) -> Said:
        """The whole note but for the count."""
        return joined(": ", [self.what, self.which])


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


class Entries(NamedTuple):
    """The entries as arrays; players and opponents as positions in the players' index, rounds counted from 0."""

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray
    """-1 for a round without an opponent, and for one who isn't a player."""
    number: np.ndarray
    """The opponent's number; NaN where there is none."""
    result: list[str]
    kind: np.ndarray
    """The result's place in KINDS; len(KINDS) for what is none."""


class Sides(NamedTuple):
    """The games played over the board, each from both its sides, as arrays; positions and rounds as in `Entries`."""

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray
    points: np.ndarray


def unnamed(no: int) -> Said:
    """What a player without a name is called."""
    return said("Player {no}", no=no)


def named_in(players: pd.DataFrame, language: str) -> pd.DataFrame:
    """The players with such names told in the language; all others stay as they are in the file."""
    if not any(isinstance(name, Said) for name in players["name"]):
        return players
    return players.assign(name=[told(name, language) for name in players["name"]])


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
    scoring  what results count in the standings
    declared how many rounds the file says that the event has; 0 where it doesn't say
    date     the day on which it began, as 2026-03-01; empty where the input doesn't say
    has_rounds whether the file tells the rounds of its games: a cross-table of a round robin doesn't
    ranks    the input's own ranks, by the players' numbers; those who share one have the first place of theirs
    paired   how the input says that the event was paired: swiss or round-robin; empty where it doesn't say
    own_order the input's own list of tie-breaks, as it writes them (record 212 or 202 of a report file)
    year     in which it ends, where the file says so; and its time control, as the file writes it
    legends  what the file says of its tie-breaks, by their headings: TB1, “Direct Encounter (DE)”
    """

    name: str
    source: Source
    players: pd.DataFrame
    entries: pd.DataFrame
    rounds: int
    stated: pd.DataFrame
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    scoring: Scoring = USUAL
    declared: int = 0
    date: str = ""
    has_rounds: bool = True
    ranks: Mapping[int, int] = field(default_factory=dict)
    paired: str = ""
    own_order: str = ""
    year: int | None = None
    time_control: str = ""
    legends: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def results(self) -> dict[str, ResultCode]:
        """The result codes with what they count in this event's standings."""
        return self.scoring.results()

    @cached_property
    def made(self) -> dict[type, Any]:
        """What others have made from the event and find again, by its class: the graph of its games."""
        return {}

    @cached_property
    def ratings(self) -> np.ndarray:
        """The players' ratings, NaN for those who have none, as an array for computing."""
        return self.players["rating"].to_numpy(dtype=float)

    @cached_property
    def unrated(self) -> np.ndarray:
        """By player: whether he has no rating."""
        return np.asarray(np.isnan(self.ratings))

    @cached_property
    def arrays(self) -> Entries:
        """The entries as arrays, for computing."""
        index, number = self.players.index, self.entries["opponent"].to_numpy(dtype=float, na_value=np.nan)
        places, results = {code: place for place, code in enumerate(KINDS)}, self.entries["result"].tolist()
        return Entries(
            index.get_indexer(pd.Index(self.entries["no"])),
            self.entries["round"].to_numpy(dtype=np.int64) - 1,
            index.get_indexer(pd.Index(number)),
            number,
            results,
            np.array([places.get(result, len(KINDS)) for result in results], dtype=np.int64),
        )

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games played over the board, each seen from both sides: no, round, opponent, points (1, 0.5, 0)."""
        return pd.DataFrame(
            {
                "no": self.entries["no"].to_numpy()[self.sides],
                "round": self.played.round + 1,
                "opponent": self.arrays.number[self.sides].astype(np.int64),
                "points": self.played.points,
            }
        )

    @cached_property
    def played(self) -> Sides:
        """The same games as arrays, for computing."""
        at, arrays = self.sides, self.arrays
        return Sides(
            arrays.player[at].astype(np.int64), arrays.round[at], arrays.opponent[at].astype(np.int64),
            _POINTS[arrays.kind[at]],
        )

    @cached_property
    def sides(self) -> np.ndarray:
        """Which entries are of games played over the board: their places."""
        return np.flatnonzero(_PLAYED[self.arrays.kind])

    @cached_property
    def pending(self) -> np.ndarray:
        """By entry: whether it is of a game that is still to be played, or without a result and an opponent."""
        return np.asarray(self.arrays.kind == KINDS.index(PENDING))

    @cached_property
    def has_colours(self) -> bool:
        """Whether every game has its colours."""
        if "colour" not in self.entries:
            return False
        return bool(np.isin(self.entries["colour"].to_numpy()[self.sides], ("w", "b")).all())

    @cached_property
    def score(self) -> pd.Series:
        """Each player's points in the standings: those of games, byes and forfeits."""
        sums = np.bincount(self.arrays.player, weights=self.awarded, minlength=len(self.players))
        return pd.Series(sums.astype(float), index=self.players.index)

    @cached_property
    def awarded(self) -> np.ndarray:
        """The points of each entry in the standings."""
        return np.asarray(_by_kind(lambda result: result.score, self.results)[self.arrays.kind])

    @cached_property
    def rounds_left(self) -> int:
        """How many rounds, of those that the file has columns for or declares, nobody has been paired in."""
        held = self.arrays.round[~np.isnan(self.arrays.number)]
        return max(self.rounds, self.declared) - len(np.unique(held))

    def in_language(self, language: str) -> Event:
        """The event with the names that the program itself gave to players without one in the language."""
        return replace(self, players=named_in(self.players, language))

    @property
    def rounds_held(self) -> int:
        """How many rounds somebody has been paired in."""
        return max(self.rounds, self.declared) - self.rounds_left

    @property
    def sizes(self) -> tuple[Said, Said, Said]:
        """How many players, rounds and games there are, in words."""
        return (
            counted("{count} player", "{count} players", len(self.players)),
            counted("{count} round", "{count} rounds", self.rounds),
            counted("{count} game", "{count} games", len(self.games) // 2),
        )

    def by_round(self, column: str) -> np.ndarray:
        """`opponent` (NaN for none), `result` or `colour` of the entries: a row a player, a column a round."""
        numbers = column == "opponent"
        size = (len(self.players), self.rounds)
        wide: np.ndarray = np.full(size, np.nan) if numbers else np.full(size, "", dtype=object)
        if column == "colour":
            values: object = self.entries["colour"].to_numpy() if column in self.entries else ""
        else:
            values = self.arrays.number if numbers else self.arrays.result
        wide[self.arrays.player, self.arrays.round] = values
        return wide
