"""What single unknown numbers a sheet points to: the rating of the unrated, and a constant in its RP.

Each stated cell narrows the number down to an interval. The number that most cells agree on is taken: cells with a
mistake point elsewhere, and mustn't keep the others from being heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pipeline.audit.judging.arpo_model import arpo_model, context_of
from pipeline.audit.judging.model import Model, Node, Values
from pipeline.audit.sheet.known_headings import OUTCOMES
from pipeline.audit.sheet.stated import StatedColumn, StatedTable
from pipeline.method.graph import Floats

_STEPS = ("rating", "Ra", "performance", "start")
_ROUND = (100.0, 50.0, 10.0, 5.0, 1.0)
"""A rating is looked for among the roundest numbers first."""
_NEAREST = (0.5, 0.5)
_WINDOWS = (_NEAREST, (0.0, 1.0), (1.0, 0.0), (1.0, 1.0))
"""By how many units the exact value may be less and more than the stated one: nearest, down, up, and any of them."""
_LEAST_RATING = 1000.0
"""What RP alone may say of the rating of the unrated: no less than a published rating, nor more than the field's."""
_MOST_RATING = 4000.0
_TELLING = 0.25
"""One cell alone is telling only where it has no more than this chance to hold a number so round."""
_AGREEING = 0.6
"""A constant is believed where this part of the cells has it, and three of them."""


class Found(NamedTuple):
    """A number that was found, and how likely one as round as this would have been found in any case (0 to 1)."""

    value: float
    chance: float


class Shared(NamedTuple):
    """Where most intervals overlap: of how many, and from where to where."""

    intervals: int
    low: float
    high: float

    def round_number(self, base: float, steps: Sequence[float]) -> Found | None:
        """The roundest of all base + x with x in here."""
        for step in steps:
            number = float(np.round((base + (self.low + self.high) / 2) / step) * step)
            if self.low - 1e-9 <= number - base <= self.high + 1e-9:
                return Found(number, min(1.0, (self.high - self.low) / step))
        return None


def most_shared(low: Floats, high: Floats) -> Shared:
    """The part that most of the intervals share."""
    starts, ends = np.sort(low), np.sort(high)
    intervals = np.searchsorted(starts, starts, "right") - np.searchsorted(ends, starts - 1e-9, "left")
    best = int(np.argmax(intervals))
    from_ = float(starts[best])
    return Shared(int(intervals[best]), from_, float(ends[np.searchsorted(ends, from_ - 1e-9, "left")]))


def unrated_candidates(table: StatedTable, model: Model, last: int, results: bool) -> list[Found]:
    """Ratings other than the setting's that the sheet points to for the unrated.

    The earliest column that points anywhere is heard; RP is all that some sheets have, and what it says must be
    plausible, since RP moves by a constant alone.
    """
    context = context_of(model)
    base = context.settings.unrated
    more = arpo_model(context.ground, replace(context.settings, unrated=base + 1), last, results=results)
    found: dict[float, Found] = {}
    stated = context.ground.event.players["rating"].max()
    highest = float(stated) if np.isfinite(stated) else _MOST_RATING
    for key in (*_STEPS, *(f"iteration_{k}" for k in range(1, last + 1)), *OUTCOMES):
        for column in table.columns.values():
            if key in column.meanings and key in model.by_key:
                least, most = (_LEAST_RATING, highest) if key in OUTCOMES else (1.0, _MOST_RATING)
                for one in _pointed_at(column, model, key, more.truth[key] - model.truth[key], base):
                    if least <= one.value <= most:
                        found.setdefault(one.value, one)
        if found and key != "rating":  # what is stated as a rating is to be weighed against what was gone on with
            break
    return [one for value, one in found.items() if value != base]


def _pointed_at(column: StatedColumn, model: Model, key: str, share: Floats, base: float) -> Iterator[Found]:
    """The numbers that a column points to, if it is taken for `key`, which moves by `share` for each point."""
    usable = column.filled & np.isfinite(model.truth[key]) & (share > 1e-6)
    if not usable.any():
        return
    exact = model.by_key[key].exact
    unit = np.zeros(int(usable.sum())) if exact else np.power(10.0, -column.decimals[usable].astype(float))
    offset = column.values[usable] - model.truth[key][usable]
    # RP, which programs print, is rounded to the nearest: a wrong constant mustn't pass for another way to round.
    for less, more in (_NEAREST,) if key in OUTCOMES else _WINDOWS:
        shared = most_shared((offset - less * unit) / share[usable], (offset + more * unit) / share[usable])
        found = shared.round_number(base, _ROUND)
        if found is None or shared.intervals * 2 < len(offset):
            continue
        if shared.intervals > 1 or found.chance <= _TELLING:
            yield found


def constant_of(table: StatedTable, model: Model) -> Found | None:
    """By how much most stated RP differ from the model's, all alike, where they do."""
    for column in table.columns.values():
        key = next((key for key in column.meanings if key in ("rp", "limit") and key in model.by_key), None)
        if key is None:
            continue
        usable = column.filled & np.isfinite(model.truth[key])
        offset = column.values[usable] - model.truth[key][usable]
        if len(offset) < 3:
            continue
        half = np.power(10.0, -column.decimals[usable].astype(float)) / 2 + model.noise
        right = int((np.abs(offset) <= 2 * half).sum())
        shared = most_shared(offset - half, offset + half)
        if shared.intervals >= max(3, _AGREEING * len(offset)) and right * 2 < shared.intervals:
            steps = 10.0 ** -np.arange(int(column.decimals[usable].max()) + 1)
            found = shared.round_number(0.0, [float(step) for step in steps])
            return found or Found((shared.low + shared.high) / 2, 1.0)
    return None


def with_constant(model: Model, constant: float) -> Model:
    """The model with a constant added to RP, and so to ARPO; not to a last iteration, which follows from others."""
    nodes = tuple(_moved(node, constant) if node.key in ("rp", "limit") else node for node in model.nodes)
    truth = {key: model.truth[key] + constant for key in ("rp", "limit", "arpo") if key in model.truth}
    return replace(model, nodes=nodes, truth={**model.truth, **truth})


def _moved(node: Node, constant: float) -> Node:
    compute = node.compute
    assert compute is not None  # RP is made from other columns

    def moved(values: Values) -> Floats:
        return compute(values) + constant

    return replace(node, compute=moved)
