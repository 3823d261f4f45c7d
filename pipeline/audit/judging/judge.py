"""The verdicts: each stated number against the true value, and against what the sheet's own other cells give.

For every column three versions are kept. `truth` is what the event gives. `pinned` is the truth with each wrong cell
put in as it is stated, everything after it following at full precision: what a spreadsheet would show that has these
wrong cells. `held` is what the sheet itself holds, with `pinned` where it holds nothing. A number that agrees with none
of them, recomputed from its inputs, is where an error begins.

Whoever wrote the sheet may have gone on from rounded or from unrounded numbers, column by column: each mixture is
tried. Only where most of a column needs it does a mixture within a column pass as rounding, too. What rounding habits
the sheet's cells share is told in habits.py.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from pipeline.audit.judging.habits import Exact, Exacts, Habits, are_whole, in_any_way
from pipeline.audit.judging.match import Match
from pipeline.audit.judging.model import Input, Model, Node
from pipeline.audit.judging.verdicts import (
    CARRIED,
    MISSING,
    NONE,
    OK,
    ROUNDING,
    WRONG,
    CellKey,
    JudgedColumn,
    JudgedSum,
    Judgement,
)
from pipeline.audit.sheet.claims import Claim
from pipeline.audit.sheet.stated import StatedColumn, StatedSum, StatedTable
from pipeline.method.graph import Floats

_MINORITY = 0.2
"""Cells that only a mixture within their column explains pass as rounding where they are more than this part."""
_ALONE = 1
"""One cell alone is no way of rounding, however few there are."""


def judged(model: Model, table: StatedTable) -> Judgement:
    """The verdicts on a table. Its columns' keys must be nodes of the model."""
    mixed: frozenset[str] = frozenset()
    habits = Habits()
    while True:
        judge = _Judge(model, table, mixed, copy.deepcopy(habits))
        result = judge.run()
        # What was taken for an error in a column may be a habit that only later ones show, and may have hidden others.
        found = mixed | judge.mixed_families()
        if found == mixed and not (judge.by_habit and judge.habits.tell_more_than(habits)):
            return result
        mixed, habits = found, judge.habits


class _Judge:
    """One pass through the nodes in order; `mixed` names the families in which a mixture passes as rounding."""

    def __init__(self, model: Model, table: StatedTable, mixed: frozenset[str], habits: Habits) -> None:
        self.model, self.table, self.mixed, self.habits = model, table, mixed, habits
        self.count = len(model.index)
        self.pinned: dict[str, Floats] = {}
        self.held: dict[str, Floats] = {}
        self.onward: dict[str, Floats] = {}
        """Recomputed at full precision from what is stated outside the family: typed ĉ, then formulas."""
        self.radius: dict[str, Floats] = {}
        """How far from its number each cell may be that the writer went on with, since what is stated was rounded."""
        self.veiled: dict[str, Floats] = {}
        """How much farther in columns that the sheet doesn't show, if these were rounded."""
        self.by_habit = False
        """Whether a cell was judged by a habit, or would have been if the writer had it: up to two units off."""
        self.origins: dict[str, list[int]] = {}
        """By column and player, the wrong cells that a value depends on: bit number = place in `wrong`."""
        self.leading: dict[str, list[int]] = {}
        self.wrong: list[CellKey] = []
        self.coarse = 0
        """The bits of cells that are no errors: rounded more than their column, which reaches what follows them."""
        self.columns: dict[str, JudgedColumn] = {}
        self.shown: set[str] = set()
        """The columns that the sheet shows, and those that follow from them."""
        self.tight: dict[str, int] = {}
        self.loose: dict[str, int] = {}
        self.needed = self._needed()

    def _needed(self) -> set[str]:
        wanted = set(self.table.columns) | {total.key for total in self.table.sums}
        for node in reversed(self.model.nodes):
            if node.key in wanted:
                wanted |= {source.key for source in node.inputs}
        return wanted

    def run(self) -> Judgement:
        """Judge every column, then the sums."""
        for node in self.model.nodes:
            if node.key not in self.needed:
                continue
            self._prepare(node)
            stated = self.table.columns.get(node.key)
            if stated is None:
                self.held[node.key] = self._hidden(node)
                self.radius[node.key] = self._moved(node, self.radius)
                self.veiled[node.key] = self._moved(node, self.veiled) + self._hidden_unit(node)
            else:
                self.columns[node.key] = self._column(node, stated)
        sums = [self._sum(total) for total in self.table.sums]
        return Judgement(self.model, self.table, self.columns, sums, self.pinned, self.held, self.wrong)

    def mixed_families(self) -> frozenset[str]:
        """The families in which cells that only a mixture explains are too many to be errors."""
        return frozenset(
            family
            for family, loose in self.loose.items()
            if loose > max(_ALONE, _MINORITY * (loose + self.tight.get(family, 0)))
        )

    # What a column should be

    def _prepare(self, node: Node) -> None:
        """The pinned column, and what it depends on, before the stated cells are looked at."""
        truth = self.model.truth[node.key]
        dirty = [source for source in node.inputs if any(self.origins[source.key])]
        if node.compute is None or not dirty:
            self.pinned[node.key] = truth.copy()
            self.origins[node.key] = [0] * self.count
            self.leading[node.key] = [-1] * self.count
            return
        computed = node.compute(self.pinned)
        origins, leading = self._traced(node, dirty)
        touched = np.array([bits != 0 for bits in origins])
        same = np.abs(computed - truth) <= self.model.noise
        touched &= ~same
        self.pinned[node.key] = np.where(touched, computed, truth)
        self.origins[node.key] = [bits if t else 0 for bits, t in zip(origins, touched.tolist(), strict=True)]
        self.leading[node.key] = leading

    def _traced(self, node: Node, dirty: Sequence[Input]) -> tuple[list[int], list[int]]:
        """For each player the wrong cells behind his inputs, and the one behind the input that is most off."""
        origins, leading = [0] * self.count, [-1] * self.count
        sources = [(s.reach, self.origins[s.key], self.leading[s.key], self._off(s.key)) for s in dirty]
        for i in range(self.count):
            most = -1.0
            for reach, bits, ahead, off in sources:
                for j in self.model.cells_of(reach, i):
                    if bits[j]:
                        origins[i] |= bits[j]
                        if off[j] > most:
                            most, leading[i] = off[j], ahead[j]
        return origins, leading

    def _off(self, key: str) -> list[float]:
        """How far the pinned column is from the truth; a value without a truth counts as far."""
        off: list[float] = np.nan_to_num(np.abs(self.pinned[key] - self.model.truth[key]), nan=1e9).tolist()
        return off

    def _candidates(self, node: Node) -> Iterator[Exact]:
        """The column recomputed from its inputs: from held ones first, then from each mixture with pinned ones."""
        if node.compute is None:
            return
        if not any(source.key in self.shown or any(self.origins[source.key]) for source in node.inputs):
            yield self._pinned(node)  # nothing before it is stated: it can only be the truth
            return
        choices: list[list[tuple[str, Floats]]] = []
        for source in node.inputs:
            options = [(source.key, self.held[source.key])]
            if source.key in self.shown:
                options.append((source.key, self.pinned[source.key]))
                if source.key in self.onward and node.family == self.model.by_key[source.key].family:
                    options.append((source.key, self.onward[source.key]))
            choices.append(options)
        for mixture in itertools.product(*choices):
            values = dict(mixture)
            yield Exact(node.compute(values), are_whole(values.values()))

    def _pinned(self, node: Node) -> Exact:
        """The pinned column as it is before its own wrong cells are put in."""
        return Exact(self.pinned[node.key].copy(), are_whole(self.pinned[source.key] for source in node.inputs))

    def _onward(self, node: Node) -> Floats | None:
        """The column from held inputs, but from the unrounded one before it in its own family."""
        if node.compute is None:
            return None
        inputs = {
            s.key: self.onward.get(s.key, self.held[s.key])
            if self.model.by_key[s.key].family == node.family else self.held[s.key]
            for s in node.inputs
        }
        return node.compute(inputs)

    def _moved(self, node: Node, radii: dict[str, Floats]) -> Floats:
        """How far the column may move when its inputs move by these radii."""
        if node.spread is None:
            return np.zeros(self.count)
        return np.nan_to_num(node.spread({s.key: radii[s.key] for s in node.inputs}))

    def _hidden(self, node: Node) -> Floats:
        """A column that the sheet doesn't show, as it follows from what the sheet does show."""
        if node.compute is None or not any(source.key in self.shown for source in node.inputs):
            return self.pinned[node.key]
        self.shown.add(node.key)
        return node.compute({source.key: self.held[source.key] for source in node.inputs})

    def _hidden_unit(self, node: Node) -> float:
        """The unit to which its writer may have rounded a column that the sheet doesn't show, like those that it does.

        That is like its own family where some of it is shown, else like the coarsest.
        """
        if node.exact or node.compute is None:
            return 0.0
        units = self._units.get(node.family) or [unit for found in self._units.values() for unit in found]
        return max(units, default=0.0)

    @cached_property
    def _units(self) -> dict[str, list[float]]:
        """One of the last decimal of each stated column that is rounded, by family; single cells may have more."""
        units: dict[str, list[float]] = {}
        for key, column in self.table.columns.items():
            node = self.model.by_key[key]
            if not node.exact and not node.final and column.filled.any():
                units.setdefault(node.family, []).append(10.0 ** -float(column.decimals[column.filled].min()))
        return units

    # The verdicts

    def _column(self, node: Node, stated: StatedColumn) -> JudgedColumn:
        key, model = node.key, self.model
        truth, pinned = model.truth[key], self.pinned[key]
        claim = Claim.of(stated.values, stated.decimals, stated.own, model.noise)
        candidates = list(self._candidates(node))
        own = candidates[0].values if candidates else truth
        match = self._matched(node, claim, own, Exacts(claim, [self._pinned(node), *candidates]))
        onward = self._onward(node)
        if onward is not None:
            self.onward[key] = onward
        column = JudgedColumn(node, stated, truth, own, [NONE] * self.count, match.allowance)
        self.columns[key] = column
        self.shown.add(key)
        self.held[key] = np.where(stated.filled, stated.values, pinned)
        for i in range(self.count):
            if stated.spots[i] is not None:
                column.verdicts[i] = self._verdict(node, stated, match, i)
        self._settle(column, claim, match)
        self.radius[key] = self._radius(claim, truth, column, match)
        self.veiled[key] = np.zeros(self.count)
        return column

    def _belongs(self, node: Node, position: int) -> bool:
        """Whether the player has a value in this column: without a game only what the event itself gives."""
        return bool(self.model.active[position]) or (not node.inputs)

    def _matched(self, node: Node, claim: Claim, own: Floats, exacts: Exacts) -> Match:
        """What the stated numbers of a column agree with: the truth, or any exact value that it may have had."""
        truth, pinned = self.model.truth[node.key], self.pinned[node.key]
        nearer = ~(np.abs(claim.values - truth) < np.abs(claim.values - pinned))
        if node.exact:
            ok = claim.same(truth)
            explained = in_any_way(claim.same(exacts.values))
            none = np.zeros(self.count, dtype=bool)
            return Match(ok, ok, explained, explained, none, none, nearer, np.zeros(self.count))
        nearest = in_any_way(claim.nearest(exacts.values))
        rounded, tight = claim.rounded(truth), nearest | in_any_way(claim.rounded(exacts.values))
        judged = np.isfinite(claim.values) & self.model.active
        self.habits.learn(exacts, judged & np.array([not bits for bits in self.origins[node.key]]))
        if (judged & ~tight).any():
            beside = in_any_way(claim.close(exacts.values, claim.unit))
            self.by_habit |= bool((judged & ~tight & beside).any())
            tight |= self.habits.slipped(exacts)
        coarse = claim.nearest_as_written(truth) & (claim.own_unit > claim.unit) & ~rounded & ~tight
        allowance, veil = self._moved(node, self.radius), self._moved(node, self.veiled)
        if veil.any():
            slack = exacts.shared_slack(judged & ~coarse, self.habits) * claim.unit
            tight |= in_any_way(claim.close(exacts.values, np.minimum(slack, veil + allowance)))
            allowance = allowance + np.minimum(slack, veil)
        loose = claim.close(own, allowance) & (allowance > 0)
        return Match(claim.nearest(truth), rounded | coarse, nearest, tight, loose, coarse, nearer, allowance)

    def _verdict(self, node: Node, stated: StatedColumn, match: Match, i: int) -> str:
        """The verdict for one cell of the table."""
        origins = self.origins[node.key][i]
        truth_is_known = bool(np.isfinite(self.model.truth[node.key][i]))
        if not stated.filled[i]:
            belongs = truth_is_known or (bool(origins) and bool(np.isfinite(self.pinned[node.key][i])))
            return MISSING if belongs and self._belongs(node, i) else NONE
        if not self._belongs(node, i):
            return NONE
        if not truth_is_known and not origins:
            return WRONG  # there is no such value, by the event or by the sheet
        return self._verdict_of_number(node.family, origins, match, i)

    def _verdict_of_number(self, family: str, origins: int, match: Match, i: int) -> str:
        """The verdict for one number; `origins` are the wrong (or coarse) cells before it that reach it."""
        self.tight[family] = self.tight.get(family, 0) + bool(match.ok[i] | match.rounded[i] | match.tight[i])
        if match.ok[i]:
            return OK
        touched = bool(origins & ~self.coarse)
        if touched and match.nearest[i] and match.nearer[i]:
            return CARRIED
        if match.rounded[i]:
            return ROUNDING
        if origins and (match.tight[i] or match.loose[i]):
            return CARRIED if touched and match.nearer[i] else ROUNDING
        if match.tight[i]:
            return ROUNDING
        if match.loose[i]:
            self.loose[family] = self.loose.get(family, 0) + 1
            if family in self.mixed:
                return ROUNDING
        return WRONG

    def _settle(self, column: JudgedColumn, claim: Claim, match: Match) -> None:
        """Pin the wrong cells; note where carried ones come from; go back to the truth where the sheet does.

        A cell rounded more than its column is pinned, too: its writer may have gone on with it.
        """
        key = column.node.key
        pinned, origins, leading = self.pinned[key], self.origins[key], self.leading[key]
        apart = ~claim.close(pinned, match.allowance)
        for i, verdict in enumerate(column.verdicts):
            coarse = verdict == ROUNDING and bool(match.coarse[i]) and not origins[i]
            if verdict == WRONG or coarse:
                number = len(self.wrong)
                self.wrong.append((key, i))
                pinned[i], origins[i], leading[i] = claim.values[i], 1 << number, number
                if coarse:
                    self.coarse |= 1 << number
                else:
                    column.bits[i], column.leading[i] = 1 << number, (key, i)
            elif verdict == CARRIED:
                bits = column.bits[i] = origins[i] & ~self.coarse
                ahead = leading[i] if bits >> leading[i] & 1 else bits.bit_length() - 1
                column.leading[i] = self.wrong[ahead]
            elif verdict in (OK, ROUNDING) and origins[i] and apart[i]:
                pinned[i], origins[i], leading[i] = self.model.truth[key][i], 0, -1

    @staticmethod
    def _radius(claim: Claim, truth: Floats, column: JudgedColumn, match: Match) -> Floats:
        """How far from the stated value the number may be that its writer went on with: a unit, or not at all.

        Where the cell is rounded more than its column, the truth lies farther away, and he may have gone on with that.
        """
        off = np.abs(claim.values - truth)
        as_written = match.coarse & np.array([verdict == ROUNDING for verdict in column.verdicts])
        reach = claim.unit + np.where(as_written, off, 0.0)
        return np.where(np.isfinite(claim.values) & ~(off <= claim.noise), reach, 0.0)

    # Sums

    def _sum(self, total: StatedSum) -> JudgedSum:
        value_of = self.model.sums[total.kind].value
        truth, held, pinned = (
            value_of(columns[total.key]) for columns in (self.model.truth, self.held, self.pinned)
        )
        if not np.isfinite(total.value):
            return JudgedSum(total, truth, held, MISSING)
        unit = 10.0**-total.decimals
        noise = self.model.noise * self.count
        # Each addend may have been rounded when it was added: a unit each, as the sum itself weighs it.
        allowance = value_of(self.radius[total.key])
        bits = 0
        for origin in self.origins[total.key]:
            bits |= origin & ~self.coarse
        touched = bool(bits)

        def within(exact: float, reach: float) -> bool:
            return abs(total.value - exact) <= reach + noise

        if within(truth, unit / 2):
            return JudgedSum(total, truth, held, OK)
        if touched and (within(pinned, unit / 2) or within(held, unit / 2)):
            return JudgedSum(total, truth, held, CARRIED, bits)
        if within(truth, unit * (1 - 1e-9)) or (not touched and within(held, unit + allowance)):
            return JudgedSum(total, truth, held, ROUNDING)
        if touched and (within(pinned, unit + allowance) or within(held, unit + allowance)):
            return JudgedSum(total, truth, held, CARRIED, bits)
        return JudgedSum(total, truth, held, WRONG)
