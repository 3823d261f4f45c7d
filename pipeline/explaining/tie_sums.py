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
    return needed([code.column])[-1]


def cell(seen: Seen, key: str) -> float:
    """The player's cell of a column."""
    return float(seen.calculation.work.values[key][seen.row])


def family_of(seen: Seen, column: Column[Any]) -> str:
    """The family of rounds whose cells the column adds up; empty where it isn't made so."""
    families = _families(seen, _inputs(seen, column))
    return families[0] if families and summed(seen, column) is not None else ""


def cut_rounds(seen: Seen, column: Column[Any]) -> list[int]:
    """The rounds whose contributions the column leaves out."""
    names = [name for name in _inputs(seen, column) if _CUT.search(name)]
    return [round_ for name in names if (round_ := int(cell(seen, name)))]


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


def _inputs(seen: Seen, column: Column[Any]) -> list[str]:
    return [source.key for source in chosen(column.rule, seen.calculation.work).inputs]


def _families(seen: Seen, names: list[str]) -> list[str]:
    values = seen.calculation.work.values
    return [name for name in names if np.ndim(values[name]) == 2 and np.asarray(values[name]).dtype.kind in "fiu"]


def elements(seen: Seen, family: str) -> list[tuple[int, float]]:
    """The player's cells of a family that are one, with their rounds, up to the last round that counts."""
    work = seen.calculation.work
    cells = np.asarray(work.values[family], dtype=float)[seen.row]
    is_element = ~np.isnan(cells)
    if family == "opponent_rating":
        is_element &= work.rounds.games[seen.row]  # 0 stands there for no game
    return [(k + 1, float(cells[k])) for k in np.flatnonzero(is_element).tolist() if k < len(cells)]


def _shapes(seen: Seen, column: Column[Any]) -> Iterator[Term]:
    names = _inputs(seen, column)
    for family in _families(seen, names)[:1]:
        cells = elements(seen, family)
        if not cells:
            continue
        total: Term = _total(cells, family)
        gone = [dict(cells)[round_] for round_ in cut_rounds(seen, column) if round_ in dict(cells)]
        for value in gone:
            total = total - Leaf(value)
        yield total
        if "games" in names:
            yield total / Leaf(float(len(cells)))
            lowest = min(value for _, value in cells)
            if len(cells) > 1:
                yield (total - Leaf(lowest)) / Leaf(float(len(cells) - 1))
        last = seen.calculation.work.rounds.number
        for first in (1, 2, 3):
            part = [(round_, value) for round_, value in cells if first <= round_ <= last]
            if part:
                yield _total(part, family)


def _total(cells: list[tuple[int, float]], symbol: str) -> Term:
    return Theirs(tuple(Leaf(value) for _, value in cells), symbol).total()
