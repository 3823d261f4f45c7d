"""How a column explains itself: its rule, run on the player's own numbers, written out as a sum.

    worked(work, column_called("Ra"), no=1)      ->  (1770 + 1740 + …) / 5 = 8780 / 5 = 1756

It is made from what the registry declares: the rule's inputs and how far each reaches. So a new column explains itself;
a rule that isn't arithmetic (a table, a ranking) has no sum, and `inputs` still says what it was made from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.explaining.terms import Leaf, Places, Term, Theirs, stages
from pipeline.made_from import OPPONENTS, ROW, Input, chosen
from pipeline.method.columns import COLUMNS
from pipeline.method.work import Work
from pipeline.registry import Column
from pipeline.words import Said

SYMBOLS = {"games": "n", "c_hat": "ĉ"}
"""How a column is called in a sum that isn't written out; others by their key."""
_WRONG = 1e-6


@dataclass(frozen=True)
class Worked:
    """One cell of a column: `term` has the sum that gives it, None where the rule isn't arithmetic.

    value   the cell; NaN where the player has none
    inputs  the columns that it is made from, and whose cells of them
    """

    column: Column[Any]
    value: float
    inputs: tuple[Input, ...]
    term: Term | None

    def written(self, places: Places | None = None) -> list[Said]:
        """The sum in its stages, with as many decimals as it takes to add up; nothing where there is none."""
        return [] if self.term is None else stages(self.term, places)


def column_called(key: str) -> Column[Work]:
    """The column of the registry. Raises KeyError where there is none."""
    try:
        return next(column for column in COLUMNS if column.key == key)
    except StopIteration:
        raise KeyError(key) from None


def opponents_of(work: Work, no: int) -> list[int]:
    """The positions of the player's opponents, in the order of the rounds, one for every game."""
    at = np.flatnonzero(work.graph.player == work.index.get_loc(no))
    at = at[np.argsort(work.event.played.round[at], kind="stable")]
    return [int(position) for position in work.graph.opponent[at]]


def worked(work: Work, column: Column[Work], no: int, k: int = 0) -> Worked:
    """The column's cell for player `no`; of a family, that of its member `k` (from 1)."""
    rule = chosen(column.rule, work)
    row = work.index.tolist().index(no)
    values = work.values[column.key]
    value = float(values[row, k - 1] if values.ndim == 2 else values[row])
    return Worked(column, value, rule.inputs, None if rule.takes_given else _run(work, rule, row, no, k, value))


def cells(work: Work, key: str, k: int = 0) -> np.ndarray:
    """The column that a rule calls so, in the step `k` of a family."""
    values = np.asarray(work.cells(key))
    return values[:, k - 1] if values.ndim == 2 and k else values


def _run(work: Work, rule: Any, row: int, no: int, k: int, value: float) -> Term | None:
    """The rule's result as a term; None where it does what numbers alone can do, or comes to another number."""
    if value != value:
        return None
    try:
        term = rule.function(*(_seen(work, source, row, no, k) for source in rule.inputs))
    except (TypeError, AttributeError, KeyError, ValueError):
        return None
    return term if isinstance(term, Term) and abs(term.value - value) <= _WRONG * max(1, abs(value)) else None


def _seen(work: Work, source: Input, row: int, no: int, k: int) -> Term | Theirs:
    values = cells(work, source.key, k)
    if source.reach == ROW:
        return Leaf(float(values[row]))
    if source.reach == OPPONENTS:
        rows = opponents_of(work, no)
    else:
        part = work.graph.component
        rows = np.flatnonzero(part == part[row]).tolist()
    return Theirs(tuple(Leaf(float(values[i])) for i in rows), SYMBOLS.get(source.key, source.key))
