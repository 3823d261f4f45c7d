"""Ranks: by points, among equals by RP or ARPO, whichever explains the sheet; equals may share one or have an order.

Ranks are judged when all other columns are, for they may follow from the sheet's own points and RP. A column of places
that is the order of the ratings, or of the players' numbers, is a list that somebody started with: it is no result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.judging.arpo_model import ArpoContext, arpo_model, context_of
from pipeline.audit.judging.judge import judged_also
from pipeline.audit.judging.model import Input, Model, Node, Values
from pipeline.audit.judging.verdicts import Judgement
from pipeline.audit.sheet.stated import Remark, StatedColumn
from pipeline.errors import UsageError
from pipeline.made_from import EVERYBODY
from pipeline.method.calculation import calculated
from pipeline.method.columns import SAME_RANK
from pipeline.method.graph import Floats
from pipeline.method.settings import DEFAULT

RANK = "rank"
_ORDERS = (
    ("score", "rp"), ("score", "arpo"), ("score", "rp_last"), ("score", "arpo_last"), ("score", "performance"),
    ("score",), ("points", "rp"), ("rp",), ("arpo",), ("performance",),
)
"""What ranks may go by, the likeliest first; by points alone, any order of equals is right."""
_LISTED = "order"
"""Ranks by the order that the file's settings name."""
_OWN_CODES = {"PTS", "RP", "ARPO"}
"""The codes whose columns an audit has."""
_STARTING = ("rating",)
_MOSTLY = 0.8
"""A column that also names the players is one of ranks only where it explains so many of its cells."""
_HALF = 0.5


@dataclass(frozen=True)
class _Order:
    """Ranks by some columns, and how many of the stated ones it explains."""

    keys: tuple[str, ...]
    explained: int


def with_ranks(judgement: Judgement) -> tuple[Judgement, tuple[Remark, ...]]:
    """The judgement with the table's ranks, and what they were judged by where that isn't points, then RP, all right.

    As it was where the table has no ranks.
    """
    stated = judgement.table.rank
    if stated is None or not stated.filled.any():
        return judgement, ()
    context, table = context_of(judgement.model), judgement.table
    last = max((node.k for node in judgement.model.nodes), default=0)
    model = _with_truth(judgement.model, arpo_model(context.ground, context.settings, last))
    filled = int(stated.filled.sum())
    by_list = _by_the_list(context)
    tried = list(_orders(judgement))
    if by_list is not None:  # then points alone, by which equals may have any order, explain nothing
        model = replace(model, truth={**model.truth, _LISTED: by_list})
        tried = [*(keys for keys in tried if keys != ("score",)), (_LISTED,)]
    orders = [_Order(keys, _explained(stated, model.truth, judgement.on_sheet, keys)) for keys in tried]
    best = max(orders, key=lambda order: order.explained)
    if best.explained < filled and _is_a_list(stated, model, table.order):
        return judgement, ()
    if best.explained < _MOSTLY * filled and not table.ranked:
        return judgement, ()
    if best.explained <= _HALF * filled:
        best = orders[0]
    keys = best.keys

    def compute(values: Values) -> Floats:
        return ranks([model.truth[key] if key == _LISTED else values[key] for key in keys], stated.values)

    inputs = tuple(Input(key, EVERYBODY) for key in keys if key != _LISTED)
    node = Node(RANK, RANK, inputs, compute, exact=True)
    ranked = replace(model, nodes=(*model.nodes, node), truth={**model.truth, RANK: compute(model.truth)})
    name = "ranks_by_list" if keys == (_LISTED,) else "ranks_by" if len(keys) > 1 else "ranks_by_one"
    details = {"column": keys[0], "then": keys[-1], "heading": stated.heading}
    if name == "ranks_by_list":
        details = {"order": context.settings.order, "heading": stated.heading}
    plain = keys == _ORDERS[0] and best.explained == filled
    return judged_also(judgement, ranked, stated), () if plain else (Remark(name, details),)


def _by_the_list(context: ArpoContext) -> Floats | None:
    """What ranks go by where the file's settings name an order with other codes than ours, the highest first.

    None where they name none, or one that can't be for this event.
    """
    codes = context.settings.order.split(",")
    if context.settings.origin("order") == DEFAULT or not set(codes) - _OWN_CODES:
        return None
    try:
        work = calculated(context.event, replace(context.settings, iterations=1)).work
    except UsageError:
        return None
    return -work.array("rank")


def ranks(columns: Sequence[Floats], stated: Floats) -> Floats:
    """Each player's rank by columns of numbers, the first one first; among equals the stated one where it may be so.

    Equals share the first of their places, or each has a place of his own, in any order.
    """
    values = [np.nan_to_num(np.asarray(column, dtype=float), nan=-np.inf) for column in columns]
    count = len(stated)
    better, same = np.zeros((count, count), dtype=bool), np.ones((count, count), dtype=bool)
    for column in values:
        with np.errstate(invalid="ignore"):
            above = column[None, :] > column[:, None] + SAME_RANK
        better |= same & above
        same &= ~above & ~above.T
    first = 1 + better.sum(axis=1)
    last = first + same.sum(axis=1) - 1
    shared = (same & (stated[None, :] == stated[:, None])).sum(axis=1) > 1
    own_place = (stated >= first) & (stated <= last) & (stated == np.round(stated)) & ~shared
    return np.where(own_place, stated, first).astype(float)


def _orders(judgement: Judgement) -> Iterator[tuple[str, ...]]:
    """What ranks may go by: what the sheet shows before what it doesn't."""
    def hidden(keys: tuple[str, ...]) -> int:
        return sum(key not in judgement.columns for key in keys[1:])

    known = [keys for keys in _ORDERS if all(key in _KNOWN or key in judgement.columns for key in keys)]
    yield from sorted(known, key=lambda keys: (len(keys) < 2, hidden(keys)))


_KNOWN = ("score", "points", "rp", "arpo")
"""What ranks may go by where the sheet doesn't show it."""


def _with_truth(model: Model, full: Model) -> Model:
    """The model of a judgement, with the results that it may lack."""
    known = model.by_key
    more = tuple(node for node in full.nodes if node.key not in known)
    return replace(model, nodes=(*model.nodes, *more), truth={**full.truth, **model.truth})


def _explained(stated: StatedColumn, truth: Values, on_sheet: Values, keys: Sequence[str]) -> int:
    """How many stated ranks follow from the event, or from the sheet's own columns."""
    found = []
    for values in (truth, {**truth, **on_sheet}):
        right = ranks([values[key] for key in keys], stated.values)
        found.append(int((right == stated.values)[stated.filled].sum()))
    return max(found)


def _is_a_list(stated: StatedColumn, model: Model, order: Sequence[int]) -> bool:
    """Whether places only count the rows, or the players by their ratings or numbers."""
    filled = stated.filled
    rows = np.full(len(filled), np.nan)
    rows[list(order)] = np.arange(1, len(order) + 1)
    lists = (rows, model.index.to_numpy(dtype=float), ranks([model.truth[_STARTING[0]]], stated.values))
    return any(bool((numbers == stated.values)[filled].all()) for numbers in lists)
