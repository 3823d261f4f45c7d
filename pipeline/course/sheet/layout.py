"""Where everything stands on the sheet Exercise, the same in the students' file and in the solution; all from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pipeline.course.elo import EXTRAS
from pipeline.course.exercise import ERROR, PLACE, Exercise
from pipeline.words import Said, said
from pipeline.workbook.pages import cell_name

EXERCISE, DP_TABLE, HOW_TO = said("Exercise"), said("dp table"), said("How to")
"""The names of the sheets."""
TITLE_ROW, NAME_ROW, TASK_ROW, RULES_ROW, HEADER_ROW, FIRST_ROW = 0, 1, 2, 3, 4, 5
NO, NAME, RATING, ROUNDS = 0, 1, 2, 3
SUMS = 3
"""Rows of sums under the players."""

HEADINGS: Mapping[str, Said] = {
    "no": said("No."), "name": said("Player"), "rating": said("Rating"), "score": said("Points"),
    "games": said("Games"), "points": said("Points in games"), "per_cent": said("p %"), "Ra": said("Ra"),
    "dp": said("dp"), "c": said("c"), "c_hat": said("ĉ = dp − c"), "performance": said("Performance"),
    PLACE: said("Place"), ERROR: said("Error"),
    "average": said("Ra"), "D": said("D = rating − Ra"), "expected_points": said("Expected points"),
    "K": said("K"), "rating_change": said("Change"), "first_average": said("Ra (first)"),
    "first_rating": said("First rating"), "initial_rating": said("First rating"), "games_before": said("Games before"),
    "birth": said("Born"),
}
"""The headings of single columns, by key."""


def heading_of(key: str) -> Said:
    """The heading of a column."""
    if key.startswith("iteration_"):
        return said("Iteration {k}", k=int(key.rsplit("_", 1)[1]))
    return HEADINGS[key]


ANSWER_HEADINGS: tuple[Said, ...] = (said("Error"), said("Player's No."), said("Column"), said("Right number"))
"""The headings over the answers of an error hunt."""


def opponent_heading(k: int) -> Said:
    """The heading of the opponents of a round."""
    return said("Rd {k} opp.", k=k)


def result_heading(k: int) -> Said:
    """The heading of the results of a round."""
    return said("Rd {k} res.", k=k)


@dataclass(frozen=True)
class Layout:
    """Rows and columns for one exercise."""

    exercise: Exercise

    @property
    def players(self) -> int:
        """How many rows of players there are."""
        return len(self.exercise.event.players)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.exercise.event.rounds

    @staticmethod
    def opponent(k: int) -> int:
        """The column of the opponents of a round (from 1)."""
        return ROUNDS + 2 * (k - 1)

    @staticmethod
    def result(k: int) -> int:
        """The column of the results of a round (from 1)."""
        return ROUNDS + 2 * (k - 1) + 1

    @property
    def score(self) -> int:
        """The column of the points given."""
        return ROUNDS + 2 * self.rounds

    @property
    def extras(self) -> tuple[str, ...]:
        """What is given beside the points: in a table of ratings what K depends on."""
        return EXTRAS.get(self.exercise.elo, ())

    @cached_property
    def asked(self) -> dict[str, int]:
        """The asked columns by key, and the places where ties are asked."""
        first = self.score + 1 + len(self.extras)
        keys = (*self.exercise.ask, *([PLACE] if self.exercise.places else []))
        return {key: first + i for i, key in enumerate(keys)}

    @property
    def last_column(self) -> int:
        """The last column that is printed."""
        return self.score + len(self.extras) + len(self.asked)

    def row(self, position: int) -> int:
        """The row of a player."""
        return FIRST_ROW + position

    @property
    def last_row(self) -> int:
        """The row of the last player."""
        return FIRST_ROW + self.players - 1

    @property
    def sum_row(self) -> int:
        """The first row of the sums: the sum, what it should be, and the difference."""
        return self.last_row + 1

    @property
    def note_row(self) -> int:
        """The row of the notes under the sums."""
        return self.sum_row + (SUMS if self.exercise.has_sums else 0)

    @property
    def answer_row(self) -> int:
        """The first row of the answers of an error hunt; its heading stands one above."""
        return self.note_row + 2

    @property
    def answer_columns(self) -> tuple[tuple[int, int], ...]:
        """First and last column of each part of an answer: its number, the player's, the column, the right number."""
        return (NO, NO), (NAME, NAME), (RATING, self.score - 1), (self.score, self.score + 1)

    @property
    def bottom(self) -> int:
        """The last row that is printed."""
        return self.answer_row + len(self.exercise.planted) - 1 if self.exercise.is_hunt else self.note_row

    def column_range(self, column: int) -> str:
        """The cells of all players in a column, as a formula has them."""
        return f"{cell_name(FIRST_ROW, column)}:{cell_name(self.last_row, column)}"

    @property
    def results_range(self) -> str:
        """All rounds of all players."""
        return f"{cell_name(FIRST_ROW, ROUNDS)}:{cell_name(self.last_row, self.score - 1)}"
