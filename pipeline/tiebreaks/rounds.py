"""The event as C.07 reads it: for each player and round the opponent, the points, and what kind of round it was.

The article numbers are those of the FIDE Handbook, C.07 (2024 and March 2026): 16.1.2 voluntary unplayed rounds, 16.2
requested byes, 15.2 events paired in advance.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pipeline.event import KINDS, PENDING, RESULTS, Event
from pipeline.made_from import Floats, Integers, Texts

Flags = NDArray[np.bool_]

REAL, EQUAL, VIRTUAL = "real", "equal", "virtual"
"""Other readings of unplayed rounds, which programs are known for. REAL: opponents count with their real scores. EQUAL:
voluntary ones have no preference in cuts. VIRTUAL: FIDE's rule until 2023, told here by recomputing published values of
some 400 players: an opponent's unplayed rounds are draws; a player's own is one (for Sonneborn-Berger) with a virtual
opponent, who had as many points before the round, the rest of the point in it, and draws after it.
"""

FORFEITS = ("+", "-")
REQUESTED = ("half-bye", "zero-bye")
"""Byes that a player asks for: with the round that he isn't in at all, the half-point and the zero-point bye."""


@dataclass(frozen=True)
class Rounds:
    """Players × rounds of the event (all that the input has columns for).

    opponent   position of the scheduled opponent; -1 for none
    points     as awarded
    win, draw  what they count
    games      played over the board
    forfeits   won or lost, with an opponent
    asked      byes of half a point or none, and rounds in which a player isn't paired
    lost       forfeits lost
    counted    by round: whether it is one up to the last in which somebody has a result against an opponent; later
               ones aren't part of the standings
    colour     w, b, or empty where it isn't known
    advance    whether the event was paired in advance, as a round robin (15.2)
    reading    REAL, EQUAL or VIRTUAL where others' numbers are looked at, which may be read so; empty for C.07's own
    """

    opponent: Integers
    points: Floats
    win: float
    draw: float
    games: Flags
    forfeits: Flags
    asked: Flags
    lost: Flags
    counted: Flags
    colour: Texts
    advance: bool
    reading: str = ""

    @classmethod
    def of(cls, event: Event, advance: bool) -> Rounds:
        """Read an event."""
        size = (len(event.players), event.rounds)
        at = event.arrays.player, event.arrays.round
        opponent = np.full(size, -1, dtype=np.int64)
        opponent[at] = event.arrays.opponent
        kind = np.full(size, KINDS.index(PENDING))  # also where a player has no round
        kind[at] = event.arrays.kind

        def among(codes: Container[str | None]) -> Flags:
            return np.asarray(np.array([code in codes for code in (*KINDS, None)])[kind])

        points = np.zeros(size)
        points[at] = event.awarded
        paired = opponent >= 0
        games = among([code for code, result in RESULTS.items() if result.played]) & paired
        forfeits = among(FORFEITS) & paired
        through = np.flatnonzero((games | forfeits).any(axis=0))
        counted = np.arange(event.rounds) <= (through[-1] if len(through) else -1)
        asked = ~paired & among([*REQUESTED, PENDING])
        return cls(opponent, points, event.scoring.win, event.scoring.draw, games, forfeits, asked,
                   among(["-"]) & paired, counted, event.by_round("colour"), advance)

    @property
    def number(self) -> int:
        """R: the rounds that count."""
        return int(self.counted.sum())

    def with_forfeits_as_games(self) -> Rounds:
        """The same with every forfeit read as a game over the board."""
        nothing = np.zeros_like(self.forfeits)
        return replace(self, games=self.games | self.forfeits, forfeits=nothing, lost=nothing)

    def read_as(self, reading: str) -> Rounds:
        """The same in another reading."""
        return replace(self, reading=reading)

    @cached_property
    def last_paired(self) -> int:
        """The last round that is paired, played or not; 0 for none."""
        rounds = np.flatnonzero((self.opponent >= 0).any(axis=0))
        return int(rounds[-1]) + 1 if len(rounds) else 0

    def byes_until(self, last: int) -> Flags:
        """Requested byes up to round `last` (16.2)."""
        return np.asarray(self.asked & (np.arange(1, self.asked.shape[1] + 1) <= last))

    @cached_property
    def byes(self) -> Flags:
        """Requested byes of the rounds that count."""
        return self.byes_until(self.number)

    @cached_property
    def voluntary(self) -> Flags:
        """Unplayed rounds by a player's own choice: requested byes and forfeits lost (16.1.2)."""
        return self.byes | self.lost

    @cached_property
    def meetings(self) -> Flags:
        """Where two have met: in a game, and in events paired in advance by a forfeit, too (6.1, 15.2)."""
        return self.games | self.forfeits if self.advance else self.games

    @cached_property
    def times(self) -> Integers:
        """For each round with a meeting, how often the two have met; else 0."""
        row, round_ = np.nonzero(self.meetings)
        pairs = row * len(self.opponent) + self.opponent[row, round_]
        _, inverse, counts = np.unique(pairs, return_inverse=True, return_counts=True)
        times = np.zeros(self.opponent.shape, dtype=np.int64)
        times[row, round_] = counts[inverse]
        return times


def is_round_robin(event: Event) -> bool:
    """Whether everybody was paired with everybody, all pairs equally often (games, forfeits, games to be played)."""
    row, opponent = event.arrays.player, event.arrays.opponent
    paired = opponent >= 0
    one, other = row[paired], opponent[paired]
    players = len(event.players)
    _, times = np.unique((one * players + other)[one < other], return_counts=True)
    return len(times) == players * (players - 1) // 2 and len(set(times.tolist())) == 1
