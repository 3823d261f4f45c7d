"""What a made event must have, so that it can be worked out by hand and teaches what it should.

The plain musts are seen from games and points alone; the others from the calculation itself. Each is a sentence, which
is said where no event of a size can have them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pipeline.course.made.drawing import Drawn
from pipeline.course.ties import apart, order_of, tied
from pipeline.method.dp import percentage
from pipeline.method.work import Work
from pipeline.tiebreaks.codes import SAME_RANK
from pipeline.words import Said, said

MOST_TIED = 3
APART = 5.0
"""RP that decide a tie differ by so many points at least."""
FIRST_ORDER = 2
"""The iteration after which the order of a tie is asked."""
EIGENVALUE = 0.75
SETTLED_IN, SETTLED_TO = 12, 1.0
DRIFT = 1.0
"""A drift that is to be seen, in points a step."""


@dataclass(frozen=True)
class Must:
    """One condition, and how it is said."""

    what: Said
    holds: Callable[[Work], bool]


@dataclass(frozen=True)
class PlainMust:
    """One condition on games and points, and how it is said."""

    what: Said
    holds: Callable[[Games], bool]


@dataclass(frozen=True)
class Games:
    """The games over the board of a drawn tournament: by player his opponents with the points; all from 0."""

    drawn: Drawn
    games: tuple[tuple[tuple[int, float], ...], ...]

    @classmethod
    def of(cls, drawn: Drawn) -> Games:
        """The games of a tournament."""
        found: list[list[tuple[int, float]]] = [[] for _ in drawn.names]
        for no, _, opponent, result in drawn.entries:
            if opponent is not None and result in "wdl":
                found[no - 1].append((opponent - 1, {"w": 1.0, "d": 0.5, "l": 0.0}[result]))
        return cls(drawn, tuple(tuple(games) for games in found))

    @property
    def shares(self) -> list[Fraction]:
        """Points of games, as a part of the games, of each player."""
        return [Fraction(sum(points for _, points in games)) / len(games) for games in self.games]

    @property
    def drawn_share(self) -> float:
        """The share of draws."""
        points = [value for games in self.games for _, value in games]
        return points.count(0.5) / len(points)

    def averages(self, unrated: float) -> list[Fraction]:
        """Ra of each player."""
        ratings = [Fraction(unrated if rating is None else rating) for rating in self.drawn.ratings]
        return [sum((ratings[j] for j, _ in games), Fraction(0)) / len(games) for games in self.games]

    @property
    def is_connected(self) -> bool:
        """Whether everybody is linked with everybody by games."""
        seen, new = {0}, [0]
        while new:
            new = list(dict.fromkeys(j for i in new for j, _ in self.games[i] if j not in seen))
            seen.update(new)
        return len(seen) == len(self.games)


_HALVES = (4, 8)
"""Of so many games, some points are a percentage that ends in a half."""
_EVEN = (4, 5)
"""Ratings in steps of 20, averaged over 4 or 5 opponents, are whole."""


def plain_musts(players: int, rounds: int, unrated: float) -> tuple[PlainMust, ...]:
    """The musts that need no calculation, for a field of this size."""
    most_level = max(1, players // 4)
    kinds = min(5, players // 2 + 1)
    return (
        *_always(most_level, kinds, unrated),
        *([_HALF] if {rounds, rounds - 1} & {*_HALVES} else []),
        *([_whole_ra(unrated)] if rounds in _EVEN else []),
    )


_HALF = PlainMust(said("a percentage that ends in a half (62.5 %)"),
                  lambda field: any((100 * share).denominator == 2 for share in field.shares))


def _whole_ra(unrated: float) -> PlainMust:
    return PlainMust(said("Ra whole or .5 but for one"),
                     lambda field: sum((2 * average).denominator != 1 for average in field.averages(unrated)) <= 1)


def _always(most_level: int, kinds: int, unrated: float) -> tuple[PlainMust, ...]:
    return (
        PlainMust(said("everybody has games, and games link the whole field"),
                  lambda field: all(field.games) and field.is_connected),
        PlainMust(said("15 to 50 % of the games are drawn"), lambda field: 0.15 <= field.drawn_share <= 0.5),
        PlainMust(said("one player at most with 0 or 100 %"),
                  lambda field: sum(share in (0, 1) for share in field.shares) <= 1),
        PlainMust(said("few players with 50 %"),
                  lambda field: sum(share == Fraction(1, 2) for share in field.shares) <= most_level),
        PlainMust(said("several different dp"), lambda field: len(_per_cents(field)) >= kinds),
        PlainMust(said("no answer is a number that is given"), lambda field: not _is_given(field, unrated)),
    )


def _is_given(field: Games, unrated: float) -> bool:
    """Whether an Ra is a rating that stands on the sheet."""
    given = {unrated, *(rating for rating in field.drawn.ratings if rating is not None)}
    return any(float(average) in given for average in field.averages(unrated))


def _per_cents(field: Games) -> set[int]:
    """The different percentages that count as different dp: 1 % and 0 % do, 37 % and 63 % do."""
    return {percentage(float(sum(points for _, points in games)), len(games)) for games in field.games}


# What the calculation shows


def eigenvalue(work: Work) -> float:
    """The second largest |eigenvalue| of M: the iterations converge with its powers (docs/method.md section 4)."""
    graph = work.graph
    count = len(graph.index)
    matrix = np.zeros((count, count))
    np.add.at(matrix, (graph.player, graph.opponent), 1.0)
    root = np.sqrt(graph.n.astype(float))
    # D^-1/2 A D^-1/2 is symmetric, and has the eigenvalues of D^-1 A.
    values = np.sort(np.abs(np.linalg.eigvalsh(matrix / root[:, None] / root[None, :])))
    return float(values[-2])


def ties(work: Work) -> list[list[int]]:
    """The positions of players who share their points with others."""
    return tied(work.score.tolist(), (work.graph.n > 0).tolist())


def _decided(work: Work, *, as_at_first: bool) -> bool:
    """Whether some tie of few is decided clearly by RP, in the order of the asked iteration or in another."""
    limit, asked = work.array("limit"), work.array(f"iteration_{FIRST_ORDER}")
    return any(
        len(tie) <= MOST_TIED and apart(tie, limit) >= APART and apart(tie, asked) > SAME_RANK
        and (order_of(tie, limit) == order_of(tie, asked)) == as_at_first
        for tie in ties(work)
    )


def _settles(work: Work) -> bool:
    largest = work.steps.largest_differences
    return len(largest) < SETTLED_IN or float(largest[SETTLED_IN - 1]) < SETTLED_TO


def _gives_nothing_away(work: Work) -> bool:
    """Whether no asked value, however rounded, is a rating that stands on the sheet: what is given is no answer."""
    given = set(work.event.players["rating"].dropna().tolist()) | {work.settings.unrated}
    asked = [work.array(key) for key in ("performance", "iteration_1", "iteration_2")]
    return not any(round(value, places) in given for column in asked for value in column.tolist() for places in (0, 1))


def _is_no_blank(work: Work) -> bool:
    """Whether no c and no ĉ is 0 to the nearest: a sheet filled with zeros has none right."""
    return all(abs(value) >= 1 for key in ("c", "c_hat") for value in work.array(key).tolist())


_NOT_BIPARTITE = Must(said("the field doesn't fall into two groups that met only each other"),
                      lambda work: not any(work.graph.bipartite))
_NOTHING_AWAY = Must(said("no answer is a number that is given"), _gives_nothing_away)
_NO_ZERO = Must(said("no c and no ĉ of 0"), _is_no_blank)
_CONVERGES = (
    _NOT_BIPARTITE,
    Must(said("second eigenvalue at most 0.75"), lambda work: eigenvalue(work) <= EIGENVALUE),
    Must(said("differences under 1 within 12 steps"), _settles),
    _NOTHING_AWAY,
    _NO_ZERO,
)
USUAL, DRIFTING, EARLY = "", "drift", "early"
LESSONS = (DRIFTING, EARLY)
"""Lessons of their own: c = opponents drifts; the second iteration orders a tie otherwise than the limit does."""
MUSTS: dict[str, tuple[Must, ...]] = {
    USUAL: (
        *_CONVERGES,
        Must(said("a tie of at most three that RP decides by 5 points, in the order of iteration 2"),
             lambda work: _decided(work, as_at_first=True)),
    ),
    EARLY: (
        *_CONVERGES,
        Must(said("a tie of at most three that RP decides by 5 points, in another order than iteration 2"),
             lambda work: _decided(work, as_at_first=False)),
    ),
    DRIFTING: (
        _NOT_BIPARTITE,
        _NOTHING_AWAY,
        _NO_ZERO,
        Must(said("a drift of at least one point a step"), lambda work: max(map(abs, work.drifts), default=0) >= DRIFT),
        Must(said("a tie of at most three"),
             lambda work: any(len(tie) <= MOST_TIED and apart(tie, work.array("iteration_2")) > SAME_RANK
                              for tie in ties(work))),
    ),
}
"""By lesson."""


def plain_unmet(field: Games, musts: Sequence[PlainMust]) -> Said | None:
    """The first must that isn't met."""
    return next((must.what for must in musts if not must.holds(field)), None)


def unmet(work: Work, lesson: str) -> Said | None:
    """The first must of the lesson that isn't met."""
    return next((must.what for must in MUSTS[lesson] if not must.holds(work)), None)


Unmet = Counter[Said]
"""How often each must was the first that wasn't met."""
