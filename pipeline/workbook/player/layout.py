"""Where everything stands on the sheet Player, who is chosen on it as read, and whom the two have met."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.method.work import Work
from pipeline.workbook.templates import absolute

CHOICE_ROW, STEP_CHOICE_ROW, VERDICT_ROW = 5, 6, 7
HEADINGS_ROW = 10
"""Over the opponents; the two players' names stand one above."""
FIRST_ROUND = HEADINGS_ROW + 1
SIDES = (1, 12)
"""The first column of each player's opponents; that of the rounds is 0."""
RATING, GAMES, DP, BEFORE, RP, MARK = 3, 4, 6, 7, 8, 9
"""Columns of the opponents, counted from the first."""
HELPERS = 23
"""The first column of the helpers: for each player where he stands and where his opponents do; then the list."""
LIST = HELPERS + 3
_BLOCK = (5, 19, 10, 8, 8, 8, 8, 11, 10, 5)
WIDTHS = (7, *_BLOCK, 2, *_BLOCK)
STEP = absolute(2, STEP_CHOICE_ROW)
"""The cell of the iteration that is looked at."""
BOTH, EACH_OTHER = "•", "×"
"""What stands beside an opponent whom the other player has met, too, and beside the other player himself."""


@dataclass(frozen=True)
class Side:
    """One of the two players: the first column of his opponents, his column of helpers, and who he is as read."""

    first: int
    helper: int
    at: int

    @property
    def choice(self) -> str:
        """The cell in which he is chosen."""
        return absolute(self.first + 1, CHOICE_ROW)

    @property
    def place(self) -> str:
        """The cell that says in which of the players' rows he stands; 0 for nobody."""
        return absolute(self.helper, CHOICE_ROW)

    def column(self, offset: int, work: Work) -> str:
        """A column of his opponents, all rounds."""
        return absolute(self.first + offset, FIRST_ROUND, last_row=last_round(work))

    def rows(self, work: Work) -> str:
        """The helpers that say where his opponents stand; 1 where there was no game."""
        return absolute(self.helper, FIRST_ROUND, last_row=last_round(work))

    def average(self, offset: int, work: Work) -> str:
        """The cell of an average under his opponents."""
        return absolute(self.first + offset, average_row(work))


def last_round(work: Work) -> int:
    """The row of the last round."""
    return FIRST_ROUND + work.event.rounds - 1


def average_row(work: Work) -> int:
    """The row of the averages under the opponents; their sums stand above."""
    return last_round(work) + 2


def terms_row(work: Work) -> int:
    """The headings of the terms and of the iterations."""
    return average_row(work) + (3 if work.settings.c == "opponents" else 2)


def first_pair(work: Work) -> tuple[int, int]:
    """The positions of the first two of the list who have the same points; else of the first two."""
    order = np.argsort(work.values["place"], kind="stable")
    score = work.array("score")[order]
    tied = np.flatnonzero(score[:-1] == score[1:])
    first = int(tied[0]) if len(tied) else 0
    return int(order[first]), int(order[min(first + 1, len(order) - 1)])


def label(work: Work, at: int) -> str:
    """A player as the list has him."""
    return f"{work.index[at]} {work.event.players['name'].iloc[at]}"


def list_cells(work: Work) -> str:
    """The list of all players."""
    return absolute(LIST, FIRST_ROUND, last_row=FIRST_ROUND + len(work.index) - 1)


def positions(work: Work, at: int) -> list[int]:
    """Where a player's opponent of each round stands, counted from the row “no game”, which is 1."""
    return [int(row) for row in work.values["row_of_opponent"][at]]


def met(work: Work, at: int) -> list[int]:
    """The positions of those whom a player has played, once for every game."""
    return [position - 2 for position in positions(work, at) if position > 1]
