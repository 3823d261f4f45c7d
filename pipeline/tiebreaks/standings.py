"""The finished standings: who is where, with what value of each code, tied with whom, and what decided it.

What a page of standings, a player's page and an explanation need to know of the order stands here, for the event as
read; the workbook has the same live, in the columns `after_1` … `rank` (`Stage.key`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pipeline.made_from import Floats, Integers
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL
from pipeline.tiebreaks.codes import Code
from pipeline.tiebreaks.ranking import Stage
from pipeline.words import Said, joined, said


@dataclass(frozen=True)
class Line:
    """A player in the list.

    no, rank  his number, and his rank
    values    by code of the order: its value (None where he has none, and for DE where nobody was level)
    tied      the numbers of those who were level with him after the first code of the order
    decided   the code after which he was level with nobody of those any more; None where he shares his rank, or wasn't
              tied with anybody
    shares    the numbers of those who share his rank and could be compared with him
    """

    no: int
    rank: int
    values: tuple[float | None, ...]
    tied: tuple[int, ...]
    decided: Code | None
    shares: tuple[int, ...]

    @property
    def said(self) -> Said | str:
        """By what the tie was decided, in words for a list on the wall; empty for who was tied with nobody."""
        if not self.tied:
            return ""
        if self.decided is None:
            others = joined(", ", [str(no) for no in self.shares])
            return said("shares the rank with No. {others}", others=others) if self.shares else said("not decided")
        return said("by {code}", code=self.decided.code)


@dataclass(frozen=True)
class Between:
    """Why one player is before another: the code that decides, and the value of each (None for none).

    stage is None where nothing decides: they share a rank, or can't be compared (`comparable` says which).
    """

    stage: Stage | None
    values: tuple[float | None, float | None]
    comparable: bool


@dataclass(frozen=True)
class Standings:
    """The list; all arrays are by player, in the order of `index`.

    index   the players' numbers
    stages  the codes of the order
    after   players × codes: the rank that each code leaves; the last is the rank
    part    the part of the field, 0 without a game
    place   the place in the list, from 1
    values  the values of a code by its place in the order, NaN for none
    """

    index: Sequence[int]
    stages: Sequence[Stage]
    after: Integers
    part: Integers
    place: Integers
    values: Callable[[Stage], Floats]

    @property
    def codes(self) -> list[Code]:
        """The codes of the order."""
        return [stage.code for stage in self.stages]

    @cached_property
    def lines(self) -> list[Line]:
        """The players in the order of the list."""
        return [self._line(at) for at in np.argsort(self.place).tolist()]

    def line(self, no: int) -> Line:
        """The line of a player. Raises KeyError for a number that nobody has."""
        if no not in self.index:
            raise KeyError(no)
        return self._line(list(self.index).index(no))

    def between(self, one: int, other: int) -> Between:
        """What decides between two players, by their numbers."""
        numbers = list(self.index)
        a, b = numbers.index(one), numbers.index(other)
        comparable = True
        for i, stage in enumerate(self.stages):
            comparable = comparable and not (stage.code.by_part and self._apart(a, b))
            if self.after[a, i] != self.after[b, i]:
                pair = self._columns[i][a], self._columns[i][b]
                return Between(stage, (_value(pair[0]), _value(pair[1])), comparable)
        return Between(None, (None, None), comparable)

    def _apart(self, a: int, b: int) -> bool:
        return bool(self.part[a] and self.part[b] and self.part[a] != self.part[b])

    @cached_property
    def _columns(self) -> list[Floats]:
        return [np.asarray(self.values(stage), dtype=float) for stage in self.stages]

    @cached_property
    def _groups(self) -> list[dict[tuple[int, ...], list[int]]]:
        """For each code, who is level after it: by their ranks, and their parts once these have been compared."""
        groups: list[dict[tuple[int, ...], list[int]]] = []
        parted = False
        for i, stage in enumerate(self.stages):
            parted = parted or stage.code.by_part
            of: dict[tuple[int, ...], list[int]] = {}
            for at in range(len(self.index)):
                of.setdefault(self._key(at, i, parted), []).append(at)
            groups.append(of)
        return groups

    def _key(self, at: int, i: int, parted: bool) -> tuple[int, ...]:
        rank = int(self.after[at, i])
        return (rank, int(self.part[at])) if parted else (rank,)

    def _level(self, at: int, i: int) -> list[int]:
        parted = any(stage.code.by_part for stage in self.stages[: i + 1])
        return self._groups[i][self._key(at, i, parted)]

    def _line(self, at: int) -> Line:
        first, last = self._level(at, 0), self._level(at, len(self.stages) - 1)
        decided = None
        if len(first) > 1 and len(last) == 1:
            decided = next(stage.code for i, stage in enumerate(self.stages) if len(self._level(at, i)) == 1)
        return Line(
            int(self.index[at]), int(self.after[at, -1]), tuple(_value(column[at]) for column in self._columns),
            self._numbers(first, at), decided, self._numbers(last, at),
        )

    def _numbers(self, those: Sequence[int], but: int) -> tuple[int, ...]:
        return tuple(int(self.index[other]) for other in those if other != but)


def which_standings(played: int) -> dict[str, Said]:
    """What standings these are, by the state of the calculation, for a page on the wall."""
    return {
        STATE_OK: said("Standings after round {n}", n=played),
        STATE_CHECK: said("Not to be used: a check of this report failed"),
        STATE_PROVISIONAL: said("Standings after round {n}, provisional", n=played),
    }


def _value(value: Any) -> float | None:
    return None if math.isnan(value) else float(value)


def printed(code: Code, value: float | None) -> str:
    """A value as it is printed: with the decimals of its article, the half up; all of them where nothing is rounded."""
    if value is None:
        return ""
    if code.decimals is None:
        return repr(value)
    scale = 10**code.decimals
    # The 9th decimal takes the noise of floating point away, and no half: they have one decimal more than is printed.
    return f"{math.floor(round(value * scale, 9) + 0.5) / scale:.{code.decimals}f}"
