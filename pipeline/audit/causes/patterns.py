"""Mistakes that a whole column was made with: one sentence for all its wrong cells.

A mistake is such where it gives every wrong number of a column, and there are three of them at least. Two are only seen
by the whole column: a round that was left out, and rows that are shifted by one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.causes.case import Fit
from pipeline.audit.judging.arpo_model import ArpoContext, Ground, arpo_model
from pipeline.audit.judging.verdicts import JudgedColumn, Judgement
from pipeline.errors import UsageError
from pipeline.method.graph import Floats

FEWEST = 3
"""So many wrong cells make a pattern."""
_ALL = 0.9
"""The part of the wrong cells that a mistake must give: one of them may be a slip of its own."""
_NOT_BY_ROUNDS = ("rating", "c_hat", "difference", "performance", "start", "rank")
"""Columns that no game goes into directly."""
_HALF = 0.5
"""A round is left out, or rows are shifted, in most of a column."""


@dataclass(frozen=True)
class Pattern:
    """A mistake with the column that it was made in, and the positions of the players whose cells it gives."""

    key: str
    fit: Fit
    positions: tuple[int, ...]


def pattern_of(
    judgement: Judgement, column: JudgedColumn, fits: Mapping[int, Sequence[Sequence[Fit]]]
) -> Pattern | None:
    """The mistake of a whole column, None where its wrong cells have nothing in common.

    `fits` has for each wrong cell what may be said of it: the causes that give its number, together with what says of
    which hidden column they are.
    """
    wrong = [i for i in fits if column.stated.filled[i]]
    if len(wrong) < FEWEST:
        return None
    needed = max(FEWEST, _ALL * len(wrong))
    for fit, given in itertools.chain(_shared(fits), _whole(judgement, column, wrong)):
        if len(given) >= needed:
            return Pattern(column.node.key, fit, tuple(given))
    return None


def _shared(fits: Mapping[int, Sequence[Sequence[Fit]]]) -> Iterator[tuple[Fit, list[int]]]:
    """Each cause with the cells that it gives, those of most cells first; of equals those that name nobody."""
    found: dict[tuple[object, ...], tuple[Fit, list[int]]] = {}
    for position, groups in fits.items():
        for group in groups:
            for fit in group:
                key = (fit.name, *sorted(fit.details.items()))
                found.setdefault(key, (fit, []))[1].append(position)
    yield from sorted(found.values(), key=lambda one: (-len(one[1]), "who" in one[0].details))


def _whole(judgement: Judgement, column: JudgedColumn, wrong: Sequence[int]) -> Iterator[tuple[Fit, list[int]]]:
    filled = column.stated.filled & judgement.model.active
    if len(wrong) < _HALF * int(filled.sum()) or not isinstance(judgement.model.context, ArpoContext):
        return
    unit = np.power(10.0, -column.stated.decimals.astype(float)) + judgement.model.noise
    for fit, values in (*_shifted(judgement, column), *_rounds(judgement, column)):
        with np.errstate(invalid="ignore"):
            same = np.abs(values - column.stated.values) < unit
        known = filled & np.isfinite(values)
        if same[known].sum() >= _ALL * int(known.sum()):
            yield fit, [i for i in wrong if same[i]]


def _shifted(judgement: Judgement, column: JudgedColumn) -> Iterator[tuple[Fit, Floats]]:
    """The column as it is when each row has the value of the row above, or below."""
    order = np.array(judgement.table.order)
    for step, name in ((1, "rows_shifted_down"), (-1, "rows_shifted_up")):
        values = np.full(len(column.own), np.nan)
        values[order[max(0, step): len(order) + min(0, step)]] = column.own[
            order[max(0, -step): len(order) + min(0, -step)]
        ]
        yield Fit(name), values


def _rounds(judgement: Judgement, column: JudgedColumn) -> Iterator[tuple[Fit, Floats]]:
    """The column as it is without one of the rounds, from the sheet's own other columns."""
    context = judgement.model.context
    assert isinstance(context, ArpoContext)
    event, node = context.event, column.node
    if node.final or event.rounds < 2 or node.family in _NOT_BY_ROUNDS:
        return
    shown = {key: state.on_sheet for key, state in judgement.states.items() if key in judgement.columns}
    for round_ in range(1, event.rounds + 1):
        entries = event.entries[event.entries["round"] != round_]
        without = Ground(replace(event, entries=entries.reset_index(drop=True)))
        try:
            model = arpo_model(without, context.settings, node.k, results=False)
        except UsageError:
            continue
        same = model.by_key[node.key]
        values = model.truth[node.key] if same.compute is None else same.compute({**model.truth, **shown})
        yield Fit("round_left_out", {"round": str(round_)}), np.asarray(values, dtype=float)
