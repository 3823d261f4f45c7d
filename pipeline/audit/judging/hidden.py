"""What a sheet doesn't show, reconstructed from what it does: one slip there may have made many of its cells wrong.

From each wrong cell follows what a cell behind it that isn't shown must have held: dp = performance - Ra, c = dp - ĉ.
Where several wrong cells lead to the same number, or one number leaves fewer cells unexplained, that is supposed: the
error began there. So it is with a rating that the event was read from, where what is made from it tells of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.model import OPPONENTS, PART, ROW, Node
from pipeline.audit.judging.pointers import most_shared
from pipeline.audit.judging.slips import Slip
from pipeline.audit.judging.state import CellKey
from pipeline.audit.judging.verdicts import JudgedColumn, Judgement, Verdict
from pipeline.method.graph import Floats

_COUNTED = ("games", "points", "score", "per_cent", "rank")
"""Nobody's slip in these is looked for: they are counted, and what is made from them has causes of its own."""
_ROUNDS = 4
"""So many slips are looked for, one after the other."""
_TRIED, _OF_EACH = 8, 2
"""So many suppositions are judged for each, those that most wrong cells lead to; so many of a way to come by them."""
_PLAYERS = 8
"""So many players are looked at of those whose cells are farthest off, and of those with most wrong cells around."""
_COLUMNS = 4
"""So many columns with wrong cells are looked at: what comes first tells most."""
_MOST_CELLS = 60_000
"""In a larger table nothing is supposed: it would be judged over and over."""
_GAIN = 0.25
"""A slip must leave so much fewer cells unexplained, as a part of them: else it only happens to fit some."""
_ALIKE = 0.05
"""A slip moves those RP alike that differ by no more than this part of it."""
_SEEN, _SURE = 0.05, 3
"""Shown cells that aren't rounded by more than this show how those behind them were rounded, if so many do."""
_SURELY = 2.0
"""A cell contradicts a slip that would move it by more than so many units, and doesn't."""


class Supposed(NamedTuple):
    """Slips that some wrong cells lead to, and how many do."""

    slips: dict[CellKey, Slip]
    support: int
    order: int


def with_slips(judgement: Judgement) -> Judgement:
    """The judgement with those slips in columns not shown that leave fewest cells wrong; as it was without any."""
    found: dict[CellKey, Slip] = {}
    if len(judgement.model.index) * len(judgement.columns) > _MOST_CELLS:
        return judgement
    for _ in range(_ROUNDS):
        before = _errors(judgement)
        if before < 2:
            return judgement
        best: tuple[int, dict[CellKey, Slip], Judgement] | None = None
        for supposed in _supposed(judgement)[:_TRIED]:
            slips = {**found, **supposed.slips}
            tried = judged(judgement.model, judgement.table, slips)
            if tried.counts()[Verdict.ROUNDING] > judgement.counts()[Verdict.ROUNDING]:
                continue  # it makes right what is a little off, and explains nothing
            if _errors(tried) < (before if best is None else best[0]) and before - _errors(tried) >= _GAIN * before:
                best = _errors(tried), slips, tried
        if best is None:
            return judgement
        _, found, again = best
        judgement = again if judgement.reported is None else _reporting(again, judgement)
    return judgement


def _reporting(again: Judgement, first: Judgement) -> Judgement:
    again.reported = first.reported
    return again


def _errors(judgement: Judgement) -> int:
    """How many cells errors begin in, those of the event included."""
    shown = sum(verdict is Verdict.WRONG for verdict in judgement.verdicts())
    return shown + sum(key not in judgement.columns for key, _ in judgement.slips)


def _supposed(judgement: Judgement) -> list[Supposed]:
    """What may have stood in columns that aren't shown, what most wrong cells lead to first."""
    found: list[Supposed] = []
    looked_at = 0
    for column in judgement.columns.values():
        wrong = [i for i, verdict in enumerate(column.verdicts) if verdict is Verdict.WRONG and column.stated.filled[i]]
        if not wrong or column.node.compute is None:
            continue
        looked_at += 1
        if looked_at > _COLUMNS:
            break
        for chain in chains(judgement, column.node):
            ways = sorted(_of_chain(_Shown(judgement, column, chain), wrong), key=lambda one: -one.support)
            found += ways[:_OF_EACH]
    return sorted(found, key=lambda one: (-one.support, -one.order))


@dataclass(frozen=True)
class Chain:
    """How a shown column is made from one that isn't shown: the hidden ones between, in order, the latter first.

    rows  whether a cell comes from the hidden one of its own row alone
    """

    nodes: tuple[Node, ...]
    rows: bool

    @property
    def first(self) -> Node:
        """The hidden column that it begins with."""
        return self.nodes[0]


def chains(judgement: Judgement, node: Node) -> Iterator[Chain]:
    """Each column not shown that a shown one is made from, by way of others that aren't shown."""
    model, wanted, rows = judgement.model, [node], {node.key: True}
    for before in reversed(model.nodes):
        by_way = [(after, source) for after in wanted for source in after.inputs if source.key == before.key]
        if not by_way or before.key in judgement.columns or before.family in _COUNTED:
            continue
        wanted.insert(0, before)
        rows[before.key] = all(source.reach == ROW and rows[after.key] for after, source in by_way)
        nodes = tuple(one for one in model.nodes if one in wanted and one is not node)
        yield Chain(nodes, rows[before.key])


class _Shown:
    """A shown column as it follows from a hidden one."""

    def __init__(self, judgement: Judgement, column: JudgedColumn, chain: Chain) -> None:
        self.judgement, self.column, self.chain = judgement, column, chain
        self.sheet = judgement.on_sheet
        hidden = chain.first
        self.base = np.array(self.sheet[hidden.key], dtype=float)
        self.values = self.of(self.base)
        unit = np.power(10.0, -column.stated.decimals.astype(float))
        self.reach = unit + np.nan_to_num(column.allowance) + judgement.model.noise
        self.missed = column.stated.values - self.values
        right = np.array([verdict is Verdict.OK for verdict in column.verdicts]) & np.isfinite(self.missed)
        whole = np.abs(self.base - np.round(self.base)) < _SEEN
        telling = right & (self.reach < _SEEN)
        self.unrounded = int(telling.sum()) >= _SURE and not bool(whole[telling].all())
        """Whether the right cells follow from hidden ones that aren't whole: then their writer rounds none of these."""

    def of(self, hidden: Floats) -> Floats:
        """The shown column, if the hidden one is this."""
        values = {**self.sheet, self.chain.first.key: hidden}
        for node in self.chain.nodes[1:]:
            if node.compute is not None:
                values[node.key] = node.compute(values)
        assert self.column.node.compute is not None
        return self.column.node.compute(values)


def snapped(node: Node, low: float, high: float) -> Slip:
    """The number between two bounds: a whole one where the hidden column has such."""
    middle = (low + high) / 2
    whole = float(np.round(middle))
    if (node.exact or node.compute is None) and low - 1e-9 <= whole <= high + 1e-9:
        return Slip(whole)
    return Slip(middle, (high - low) / 2)


def _of_chain(shown: _Shown, wrong: Sequence[int]) -> Iterator[Supposed]:
    """The slips in the hidden column of a chain that these wrong cells lead to."""
    node = shown.chain.first
    order = shown.judgement.model.nodes.index(node)
    with np.errstate(all="ignore"):
        if shown.chain.rows:
            yield from _in_rows(shown, wrong, order)
            return
        if _put_as_nothing(shown, wrong):
            return
        for i in _candidates(shown, wrong):
            one_more = shown.base.copy()
            one_more[i] += 1.0
            share = shown.of(one_more) - shown.values
            slip, support = _voted(shown, share, i, wrong)
            if slip is not None:
                yield Supposed({(node.key, i): slip}, support, order)


def _put_as_nothing(shown: _Shown, wrong: Sequence[int]) -> bool:
    """Whether all these cells follow where 0 stands for what the event hasn't got (ratings of the unrated).

    That is no slip in one cell but a mistake of method, which has a cause of its own.
    """
    supplied = shown.judgement.model.supplied.get(shown.chain.first.key)
    if supplied is None or not supplied.any():
        return False
    missed = shown.column.stated.values - shown.of(np.where(supplied, 0.0, shown.base))
    return bool((np.abs(missed[list(wrong)]) <= shown.reach[list(wrong)]).all())


def _in_rows(shown: _Shown, wrong: Sequence[int], order: int) -> Iterator[Supposed]:
    """A slip in the row of each wrong cell: in one of them alone, and in all."""
    key = shown.chain.first.key
    share = shown.of(shown.base + 1.0) - shown.values
    slips: dict[CellKey, Slip] = {}
    for i in wrong:
        if np.isfinite(share[i]) and abs(share[i]) > 1e-9 and np.isfinite(shown.missed[i]):
            value, reach = shown.base[i] + shown.missed[i] / share[i], shown.reach[i] / abs(share[i])
            slip = snapped(shown.chain.first, value - reach, value + reach)
            if shown.unrounded or not _is_rounded(slip, float(shown.base[i])):
                slips[key, i] = slip
    alone = sorted(slips, key=lambda cell: -abs(slips[cell].value - shown.base[cell[1]]))
    yield from (Supposed({cell: slips[cell]}, 1, order) for cell in alone[:2])
    if len(slips) > 1:
        yield Supposed(slips, len(slips), order)


def _is_rounded(slip: Slip, right: float) -> bool:
    """Whether it is no slip but the right number, rounded to the whole."""
    return abs(slip.value - right) < 1 and abs(slip.value - round(slip.value)) <= slip.radius + 1e-9


def _candidates(shown: _Shown, wrong: Sequence[int]) -> list[int]:
    """The players whose slip may be behind these cells: whose own cell is farthest off, or who is near most of them."""
    reaches = shown.judgement.model.reaches
    near = np.zeros(len(shown.base))
    for i in wrong:
        near[list(reaches[OPPONENTS][i])] += 1
    off = np.nan_to_num(np.abs(shown.missed))
    few = len(near) - min(_PLAYERS, len(near))
    found = [*np.argsort(near)[few:][::-1].tolist(), *np.argsort(off)[few:][::-1].tolist()]
    return [i for i in dict.fromkeys(found) if near[i] or off[i] or i in reaches[PART][wrong[0]]]


def _voted(shown: _Shown, share: Floats, i: int, wrong: Sequence[int]) -> tuple[Slip | None, int]:
    """The number that most wrong cells lead to, if one player's hidden cell is behind them; and how many do."""
    telling = [j for j in wrong if abs(share[j]) > 1e-9 and np.isfinite(shown.missed[j])]
    if not telling:
        return None, 0
    if shown.column.node.final and np.ptp(share[telling]) < _ALIKE * np.abs(share[telling]).max():
        return None, 0  # all alike: a constant, which anybody's slip would give
    values = shown.base[i] + shown.missed[telling] / share[telling]
    reach = shown.reach[telling] / np.abs(share[telling])
    shared = most_shared(values - reach, values + reach)
    slip = snapped(shown.chain.first, shared.low, shared.high)
    if not shown.unrounded and _is_rounded(slip, float(shown.base[i])):
        return None, 0
    moved = np.abs(share * (slip.value - shown.base[i]))
    known = np.where(np.isfinite(shown.missed), moved, -1.0)
    most = int(known.argmax())
    if known[most] > 1.5 * known.mean() and abs(abs(shown.missed[most]) - moved[most]) > shown.reach[most]:
        return None, 0  # what it would move most isn't so
    contradicting = [
        j for j, verdict in enumerate(shown.column.verdicts)
        if verdict.is_right and moved[j] > _SURELY * shown.reach[j]
    ]
    return (None, 0) if len(contradicting) * 4 > shared.intervals else (slip, shared.intervals)


class Behind(NamedTuple):
    """What a hidden cell must have held for a wrong one to follow from it, and what would be right there."""

    node: Node
    position: int
    value: float
    radius: float
    right: float


def behind(judgement: Judgement, column: JudgedColumn, position: int) -> Iterator[Behind]:
    """The hidden cells of a wrong cell's own row that it may come from: its supposed slip, else whichever could be."""
    model = judgement.model
    if (column.node.key, position) in judgement.slips:
        (key, i), (value, radius) = judgement.slips[column.node.key, position]
        yield Behind(model.by_key[key], i, value, radius, float(model.truth[key][i]))
        if model.by_key[key].compute is not None:
            yield from _farther(judgement, model.by_key[key], i, Slip(value, radius))
        return
    if column.node.compute is not None and column.stated.filled[position]:
        unit = 10.0 ** -float(column.stated.decimals[position])
        stated = Slip(float(column.stated.values[position]), unit + float(np.nan_to_num(column.allowance[position])))
        yield from _farther(judgement, column.node, position, stated)


def _farther(judgement: Judgement, node: Node, position: int, held: Slip) -> Iterator[Behind]:
    """The hidden cells of the same row, however far back, from which a cell would follow that holds this."""
    model, sheet = judgement.model, judgement.on_sheet
    for source in node.inputs:
        before = model.by_key[source.key]
        if source.reach != ROW or before.key in judgement.columns or before.family in _COUNTED or not before.compute:
            continue
        assert node.compute is not None
        base = np.array(sheet[before.key], dtype=float)
        with np.errstate(all="ignore"):
            now = float(node.compute({**sheet, before.key: base})[position])
            share = float(node.compute({**sheet, before.key: base + 1.0})[position]) - now
        if not np.isfinite(now) or not np.isfinite(share) or abs(share) < 1e-9:
            continue
        value, reach = base[position] + (held.value - now) / share, held.radius / abs(share)
        slip = snapped(before, value - reach, value + reach)
        yield Behind(before, position, slip.value, slip.radius, float(model.truth[before.key][position]))
        yield from _farther(judgement, before, position, slip)
