"""The sum of a tie-break of C.07 with a player's own numbers, from what the registry makes the column of.

The rules of these columns run on whole arrays, so that no sum can be read off them as off the method's. But nearly all
have one shape: the cells of a family of rounds added up, less those that a cut takes away, or divided by the games. The
shape that gives the column's value is the one that is written out; where none does, there is no sum.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.explaining.seen import Seen
from pipeline.explaining.terms import Leaf, Term, Theirs
from pipeline.made_from import chosen
from pipeline.method.work import Work
from pipeline.registry import Column
from pipeline.tiebreaks.codes import Code
from pipeline.tiebreaks.columns import needed

_CUT = re.compile(r"_(?:cut|high)\d+$")
"""Columns that name a round which a cut takes away."""
_SAME = 1e-9
OTHERWISE = ("win", "won", "bpg", "bwg", "rep", "tpr", "ptp")
"""What counts rounds, or looks something up: that some sum gives the same number would be chance."""


@dataclass(frozen=True)
class Summed:
    """A value's sum, and whether the value is the sum's in whole points, the half up."""

    term: Term
    is_rounded: bool


def column_of(code: Code) -> Column[Any]:
    """The column of a code of C.07."""
    return needed(code.column)[-1]


def cell(seen: Seen, key: str) -> float:
    """The player's cell of a column."""
    return float(seen.calculation.work.values[key][seen.row])


def family_of(work: Work, column: Column[Any]) -> str:
    """The family of rounds whose cells the column adds up; empty where it isn't made so."""
    if column.key in OTHERWISE:
        return ""
    values = work.values
    numbers = (name for name in _inputs(work, column) if np.asarray(values[name]).dtype.kind in "fiu")
    return next((name for name in numbers if np.ndim(values[name]) == 2), "")


def cuts_of(work: Work, column: Column[Any]) -> list[str]:
    """The columns that name the rounds whose contributions the column leaves out."""
    return [name for name in _inputs(work, column) if _CUT.search(name)]


def cut_rounds(seen: Seen, column: Column[Any]) -> list[int]:
    """The rounds whose contributions the column leaves out of the player's sum."""
    cuts = cuts_of(seen.calculation.work, column)
    return [round_ for name in cuts if (round_ := int(cell(seen, name)))]


def summed(seen: Seen, column: Column[Any]) -> Summed | None:
    """The sum that gives the player's value of the column; None where there is none, and without a value."""
    value = cell(seen, column.key)
    if value != value or column.key in OTHERWISE:
        return None
    for term in _shapes(seen, column):
        if abs(term.value - value) <= _SAME:
            return Summed(term, False)
        if math.floor(round(term.value, 9) + 0.5) == value:
            return Summed(term, True)
    return None


def _inputs(work: Work, column: Column[Any]) -> list[str]:
    return [source.key for source in chosen(column.rule, work).inputs]


def elements_of(work: Work, family: str, at: int) -> list[tuple[int, float]]:
    """The cells of a family that the player at a position has, with their rounds."""
    cells = np.asarray(work.values[family], dtype=float)[at]
    is_element = ~np.isnan(cells)
    if family == "opponent_rating":
        is_element &= work.rounds.games[at]  # 0 stands there for no game
    return [(k + 1, float(cells[k])) for k in np.flatnonzero(is_element).tolist()]


def elements(seen: Seen, family: str) -> list[tuple[int, float]]:
    """The player's cells of a family, with their rounds."""
    return elements_of(seen.calculation.work, family, seen.row)


def _shapes(seen: Seen, column: Column[Any]) -> Iterator[Term]:
    work = seen.calculation.work
    family = family_of(work, column)
    cells = elements(seen, family) if family else []
    if not cells:
        return
    total: Term = _total(cells, family)
    for round_ in cut_rounds(seen, column):
        total = total - Leaf(dict(cells)[round_])
    yield total
    if "games" in _inputs(work, column):
        yield total / Leaf(float(len(cells)))
        if len(cells) > 1:
            lowest = min(value for _, value in cells)
            yield (total - Leaf(lowest)) / Leaf(float(len(cells) - 1))
    for first in (1, 2, 3):
        part = [(round_, value) for round_, value in cells if first <= round_ <= work.rounds.number]
        if part:
            yield _total(part, family)


def _total(cells: list[tuple[int, float]], symbol: str) -> Term:
    return Theirs(tuple(Leaf(value) for _, value in cells), symbol).total()
