"""The terms of a player's calculation as the sheet Player lists them: words, formula, and value as read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pipeline.method.work import Work
from pipeline.words import said
from pipeline.workbook.player.layout import BEFORE, BOTH, EACH_OTHER, MARK, RP, STEP, Side, met


@dataclass(frozen=True)
class Term:
    """One line: its words, its formula for a player, its value for a player beside a rival as read, its look.

    main is False for a part of the line above.
    """

    words: str
    formula: Callable[[Work, Side], str]
    value: Callable[[Work, int, int], float]
    look: str
    main: bool = True


def terms_of(work: Work) -> tuple[Term, ...]:
    """The lines, in the order of the calculation."""
    over_field = work.settings.c == "field"
    c = said("c: average dp of the field, games-weighted") if over_field else said("c: Σ games × dp / Σ games, above")
    dp = said("dp: by the formula of the dp table") if work.rule.logarithm else said("dp: row p of the dp table")
    return (
        _own("score", said("Points in the standings"), "points_right"),
        _own("games", said("n: games played over the board"), "integer"),
        _own("points", said("s: points in those games"), "points_right"),
        _own("per_cent", said("p = s / n, in per cent"), "integer"),
        _own("Ra", said("Ra: average rating of the opponents"), "three"),
        _own("dp", dp, "dp_right"),
        _own("performance", said("Performance = Ra + dp"), "three"),
        _own("c", c, "three"),
        _own("c_hat", said("ĉ = dp − c"), "three"),
        Term(said("Average of the column before"), _average(BEFORE), _average_before, "three"),
        Term(said("Iteration = that average + ĉ"),
             lambda work, side: f"INDEX([iteration:block],{side.place},{STEP})",
             lambda work, at, rival: float(work.steps.values[at, 0]), "three"),
        Term(said("Average RP of the opponents"), _average(RP), _average_rp, "three"),
        _share(said("from those whom both have met"), lambda marks: f'--({marks}="{BOTH}")',
               lambda work, other, rival: other != rival and other in met(work, rival)),
        _share(said("from each other"), lambda marks: f'--({marks}="{EACH_OTHER}")',
               lambda work, other, rival: other == rival),
        _share(said("from those whom one has met"),
               lambda marks: f'({marks}<>"{BOTH}")*({marks}<>"{EACH_OTHER}")',
               lambda work, other, rival: other != rival and other not in met(work, rival)),
        _own("rp", said("RP = that average + ĉ"), "three"),
        _own("arpo", said("ARPO"), "three"),
    )


def rank_term() -> Term:
    """The last line."""
    return _own("rank", said("Rank"), "integer")


def _own(key: str, words: str, look: str) -> Term:
    """A cell of the ARPO sheet."""
    return Term(words, lambda work, side: f"INDEX([{key}:players],{side.place})",
                lambda work, at, rival: float(work.array(key)[at]), look)


def _average(offset: int) -> Callable[[Work, Side], str]:
    """An average that stands under the opponents."""
    return lambda work, side: side.average(offset, work)


def _mean(values: Iterable[float], games: int) -> float:
    numbers = list(values)
    return float(np.sum(numbers)) / games if games else np.nan


def _average_before(work: Work, at: int, rival: int) -> float:
    others = met(work, at)
    return _mean((work.array(work.start)[other] for other in others), len(others))


def _average_rp(work: Work, at: int, rival: int) -> float:
    others = met(work, at)
    return _mean((work.array("rp")[other] for other in others), len(others))


def _share(
    words: str, which: Callable[[str], str], belongs: Callable[[Work, int, int], bool]
) -> Term:
    """What some of the opponents bring to the average RP: the sum of their RP, divided by all games."""
    def formula(work: Work, side: Side) -> str:
        marks, values = side.column(MARK, work), side.column(RP, work)
        games = f"INDEX([games:players],{side.place})"
        return f'IF(ISNUMBER({side.average(RP, work)}),SUMPRODUCT({which(marks)},{values})/{games},"")'

    def value(work: Work, at: int, rival: int) -> float:
        others = met(work, at)
        if np.isnan(_average_rp(work, at, rival)):
            return np.nan
        return _mean((work.array("rp")[other] for other in others if belongs(work, other, rival)), len(others))

    return Term(words, formula, value, "three", main=False)
