"""Draws a Swiss tournament from dice: players, pairings round by round, results, a bye and a forfeit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.course.made.dice import Dice
from pipeline.event import Event, Source

STEP = 20
"""Ratings are so many points apart, or several times that: sums stay short, averages whole."""
LOWEST, HIGHEST = 1440, 2160
_UNRATED_STRENGTH = 1480.0
_DRAWN = 0.42
"""The share of draws between equals; the larger the difference, the fewer."""
LAYOUT = "made event"
NAMES = (
    "Alba", "Anton", "Berta", "Boris", "Carla", "Casimir", "Diana", "Dario", "Elena", "Emil", "Fatima", "Felix",
    "Greta", "Gustav", "Hanna", "Hugo", "Ines", "Ivan", "Julia", "Jakob", "Karla", "Kemal", "Laura", "Leon", "Marta",
    "Milan", "Nadia", "Nico", "Olga", "Oscar", "Paula", "Pablo", "Rosa", "Ruben", "Sara", "Simon", "Tania", "Tomas",
    "Vera", "Viktor",
)
"""First names that are short, known in many languages, and no two alike."""

Entry = tuple[int, int, int | None, str]
"""Player (from 1), round (from 1), opponent or None, result."""


@dataclass(frozen=True)
class Drawn:
    """A tournament as numbers: names and ratings (None: unrated) in the order of strength, and what each round held."""

    names: tuple[str, ...]
    ratings: tuple[int | None, ...]
    rounds: int
    entries: tuple[Entry, ...]

    def event(self, name: str) -> Event:
        """The same as an event."""
        index = pd.Index(range(1, len(self.names) + 1), name="no", dtype="int64")
        ratings = [np.nan if rating is None else float(rating) for rating in self.ratings]
        players = pd.DataFrame({"name": list(self.names), "rating": ratings}, index=index)
        ordered = sorted(self.entries, key=lambda entry: entry[:2])
        entries = pd.DataFrame(
            {
                "no": [no for no, *_ in ordered], "round": [round_ for _, round_, *_ in ordered],
                "opponent": pd.array([opponent for _, _, opponent, _ in ordered], dtype="Int64"),
                "result": pd.Series([result for *_, result in ordered], dtype=object),
            }
        )
        source = Source(Path(name), "", LAYOUT)
        return Event(name, source, players, entries, self.rounds, pd.DataFrame(index=index))


def drawn(dice: Dice, players: int, rounds: int) -> Drawn | None:
    """A tournament; None where the dice led into a round that can't be paired without a second meeting."""
    steps = dice.some_of(range((HIGHEST - LOWEST) // STEP), players - 1)
    ratings: list[int | None] = [LOWEST + STEP * step for step in sorted(steps, reverse=True)]
    ratings.append(None)
    names = tuple(dice.some_of(NAMES, players))
    swiss = _Swiss(dice, [rating or _UNRATED_STRENGTH for rating in ratings], rounds)
    if not swiss.play():
        return None
    return Drawn(names, tuple(ratings), rounds, tuple(swiss.entries))


class _Swiss:
    """The rounds, one after the other; players from 0, in the order of their ratings."""

    def __init__(self, dice: Dice, strength: list[float], rounds: int) -> None:
        self.dice, self.strength, self.rounds = dice, strength, rounds
        self.entries: list[Entry] = []
        self.scores = [0.0] * len(strength)
        self.met: set[frozenset[int]] = set()
        self.rested: set[int] = set()
        self.absent_round, self.forfeit_round = dice.some_of(range(2, rounds + 1), 2)

    def play(self) -> bool:
        """All rounds; False where one can't be paired."""
        return all(self._round(number) for number in range(1, self.rounds + 1))

    def _round(self, number: int) -> bool:
        here = list(range(len(self.strength)))
        if len(here) % 2 == 0 and number == self.absent_round:
            # Somebody asked for a round off, so that the field is odd and the last one left has a bye.
            self._rest(here, self.dice.one_of(here), number, "half-bye", 0.5)
        if len(here) % 2:
            weakest = sorted(here, key=lambda i: (i in self.rested, self.scores[i], -i))
            self._rest(here, weakest[0], number, "full-bye", 1.0)
        pairs = self._paired(sorted(here, key=lambda i: (-self.scores[i], i)), number == 1)
        if pairs is None:
            return False
        forfeited = self.dice.below(len(pairs)) if number == self.forfeit_round else -1
        for board, (one, other) in enumerate(pairs):
            self._game(one, other, number, board == forfeited)
        return True

    def _rest(self, here: list[int], player: int, number: int, result: str, score: float) -> None:
        here.remove(player)
        self.rested.add(player)
        self.scores[player] += score
        self.entries.append((player + 1, number, None, result))

    def _paired(self, order: list[int], first: bool) -> list[tuple[int, int]] | None:
        """The pairs of a round, nobody twice with the same: by halves in the first, else with whoever stands next."""
        if not order:
            return []
        one, others = order[0], order[1:]
        if first:
            others = others[len(others) // 2 :] + others[: len(others) // 2]
        for other in others:
            if frozenset((one, other)) not in self.met:
                rest = self._paired([i for i in order[1:] if i != other], first)
                if rest is not None:
                    return [(one, other), *rest]
        return None

    def _game(self, one: int, other: int, number: int, forfeited: bool) -> None:
        self.met.add(frozenset((one, other)))
        if forfeited:
            results, won = self.dice.one_of((("+", "-"), ("-", "+"))), (1.0, 0.0)
            points = won if results[0] == "+" else won[::-1]
        else:
            results, points = self._result(self.strength[one] - self.strength[other])
        for player, opponent, result, score in zip((one, other), (other, one), results, points, strict=True):
            self.scores[player] += score
            self.entries.append((player + 1, number, opponent + 1, result))

    def _result(self, difference: float) -> tuple[tuple[str, str], tuple[float, float]]:
        expected = 1 / (1 + 10 ** (-difference / 400))
        draw = _DRAWN * (1 - abs(2 * expected - 1))
        chance = self.dice.share()
        if chance < draw:
            return ("d", "d"), (0.5, 0.5)
        if chance < draw + (expected - draw / 2):
            return ("w", "l"), (1.0, 0.0)
        return ("l", "w"), (0.0, 1.0)
