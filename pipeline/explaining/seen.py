"""One player as the explanations see him: his row, his opponents, what his rounds held, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipeline.event import PENDING
from pipeline.explaining.figures import Figure, shown
from pipeline.explaining.page import Form
from pipeline.explaining.worked import Worked, column_called, opponents_of, worked
from pipeline.method.calculation import Calculation
from pipeline.words import Said, counted, joined, said

RESULT_WORDS = {"w": said("win"), "d": said("draw"), "l": said("loss")}
SIGNS = {"w": "1", "d": "½", "l": "0"}


@dataclass(frozen=True)
class Seen:
    """A player of a finished calculation, and how names are written."""

    calculation: Calculation
    no: int
    form: Form

    @cached_property
    def row(self) -> int:
        """His position."""
        return self.calculation.work.index.tolist().index(self.no)

    @cached_property
    def opponents(self) -> list[int]:
        """The positions of his opponents, in the order of the rounds, one for every game."""
        return opponents_of(self.calculation.work, self.no)

    @property
    def name(self) -> str:
        """His name."""
        return self.name_of(self.row)

    def name_of(self, row: int) -> str:
        """The name of the player in a row."""
        return self.form.name(self.calculation.work.event.players["name"].iloc[row])

    def number_of(self, row: int) -> int:
        """The number of the player in a row."""
        return int(self.calculation.work.index[row])

    def value(self, key: str) -> float:
        """His cell of a column (of a member of a family, with its number)."""
        return float(self.calculation.work.array(key)[self.row])

    def worked(self, key: str, k: int = 0) -> Worked:
        """A column with his own numbers."""
        return worked(self.calculation.work, column_called(key), self.no, k)

    @property
    def has_games(self) -> bool:
        """Whether he played over the board."""
        return bool(self.opponents)

    @cached_property
    def unrated(self) -> np.ndarray:
        """By row: whether the player has no rating of his own."""
        return self.calculation.work.event.unrated

    def rating(self, row: int | None = None) -> Said:
        """A player's rating, in words where he has none."""
        at = self.row if row is None else row
        if self.unrated[at]:
            return said("unrated")
        return Said("{x}", {"x": shown(float(self.calculation.work.array("rating")[at]), short=True)})

    @cached_property
    def results(self) -> list[str]:
        """The results of his games, in the order of the rounds."""
        work = self.calculation.work
        codes = work.values["result"][self.row].tolist()
        return [str(codes[number - 1]) for number in self.rounds]

    @cached_property
    def rounds(self) -> list[int]:
        """The rounds of his games."""
        work = self.calculation.work
        return sorted((work.event.played.round[work.graph.player == self.row] + 1).tolist())

    def without_a_game(self) -> list[Said]:
        """What his other rounds held, in words: byes, forfeits, games to be played, rounds without an entry."""
        work = self.calculation.work
        said_: list[Said] = []
        unpaired: list[int] = []
        for number in range(1, work.event.rounds + 1):
            if number in self.rounds:
                continue
            code = str(work.values["result"][self.row, number - 1])
            opponent = work.values["opponent"][self.row, number - 1]
            if code == PENDING and opponent != opponent:
                unpaired.append(number)
                continue
            name = self.name_of(work.index.tolist().index(int(opponent))) if opponent == opponent else ""
            said_.append(_round_in_words(number, code, name, work.event.results))
        if unpaired:
            numbers = ", ".join(map(str, unpaired))
            said_.append(counted(
                "round {rounds}: not paired", "rounds {rounds}: not paired", len(unpaired), rounds=numbers
            ))
        return said_


def _round_in_words(number: int, code: str, name: str, results: object) -> Said:
    if code == PENDING:
        return said("round {number}: the game against {name} is still to be played", number=number, name=name)
    points = points_in_words(results[code].score)  # type: ignore[index]
    if code == "+":
        return said("round {number}: won by forfeit against {name}, {points}", number=number, name=name, points=points)
    if code == "-":
        return said("round {number}: lost by forfeit against {name}, {points}", number=number, name=name, points=points)
    if code == "zero-bye":
        return said("round {number}: bye or absence, {points}", number=number, points=points)
    return said("round {number}: bye, {points}", number=number, points=points)


def points_in_words(points: float) -> Said:
    """1 point, 2.5 points."""
    return said("1 point") if points == 1 else said("{x} points", x=shown(points, short=True))


def games_in_words(games: int) -> Said:
    """1 game, 5 games."""
    return counted("{count} game", "{count} games", games)


def listing(parts: list[Said] | list[str]) -> Said:
    """One thing after the other."""
    return joined("; ", parts)


def two(value: float, decimals: int = 2) -> Figure:
    """A figure in a table."""
    return shown(value, decimals)
