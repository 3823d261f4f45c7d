"""One pass through a calculation's columns: each stated number against the true value, and the sheet's own other cells.

A number that agrees with neither the truth nor any exact value that it may have had is where an error begins. Whoever
wrote the sheet may have gone on from rounded or from unrounded numbers, column by column: each mixture is tried. Only
where most of a column needs it does a mixture within a column pass as rounding, too. What rounding habits the sheet's
cells share is told in habits.py; which condition gives which verdict in conditions.py.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from pipeline.audit.judging.as_printed import matched_as_printed, ways_of
from pipeline.audit.judging.conditions import Circumstances, Match, decided
from pipeline.audit.judging.habits import Exact, Exacts, Habits, are_whole, in_any_way
from pipeline.audit.judging.model import Input, Model, Node
from pipeline.audit.judging.slips import NO_SLIPS, Slip, show_slips
from pipeline.audit.judging.state import CellKey, ColumnState
from pipeline.audit.judging.totals import judged_sum, of_fitting_kinds
from pipeline.audit.judging.verdicts import JudgedColumn, Judgement, Verdict
from pipeline.audit.sheet.claims import Claim, Flags
from pipeline.audit.sheet.stated import StatedColumn, StatedTable
from pipeline.method.graph import Floats

_MINORITY = 0.2
"""Cells that only a mixture within their column explains pass as rounding where they are more than this part."""
_ALONE = 1
"""One cell alone is no way of rounding, however few there are."""


def judged(model: Model, table: StatedTable, slips: Mapping[CellKey, Slip] = NO_SLIPS) -> Judgement:
    """The verdicts on a table. Its columns' keys must be nodes of the model.

    `slips` are cells of columns that the table doesn't show, for which other values than what follows are supposed.
    """
    mixed: frozenset[str] = frozenset()
    habits = Habits()
    while True:
        judge = _Judge(model, table, mixed, copy.deepcopy(habits), slips)
        result = judge.run()
        # What was taken for an error in a column may be a habit that only later ones show, and may have hidden others.
        found = mixed | judge.mixed_families()
        if found == mixed and not (judge.by_habit and judge.habits.tell_more_than(habits)):
            return result
        mixed, habits = found, judge.habits


def judged_also(judgement: Judgement, model: Model, stated: StatedColumn) -> Judgement:
    """A judgement with one more column, the last of `model`, which is made from columns of the former."""
    table = replace(judgement.table, columns={**judgement.table.columns, stated.key: stated})
    judge = _Judge(model, table, frozenset(), Habits(), NO_SLIPS)
    judge.states, judge.columns, judge.wrong = dict(judgement.states), dict(judgement.columns), judgement.wrong
    needed = judge._needed()
    for node in model.nodes:
        if node.key in needed and node.key not in judge.states:
            state = judge.states[node.key] = judge._reached(node)
            if node.key == stated.key:
                judge.columns[node.key] = judge._judge(state, stated)
            else:
                judge._hide(state)
    return replace(judgement, model=model, table=table, columns=judge.columns, states=judge.states)


class _Judge:
    """One pass through the nodes in order; `mixed` names the families in which a mixture passes as rounding."""

    def __init__(
        self, model: Model, table: StatedTable, mixed: frozenset[str], habits: Habits, slips: Mapping[CellKey, Slip]
    ) -> None:
        self.slips = slips
        self.model, self.table, self.mixed, self.habits = model, table, mixed, habits
        self.count = len(model.index)
        self.states: dict[str, ColumnState] = {}
        self.columns: dict[str, JudgedColumn] = {}
        self.wrong: list[CellKey] = []
        self.coarse = 0
        """The bits of cells that are no errors: rounded more than their column, which reaches what follows them."""
        self.by_habit = False
        """Whether a cell was judged by a habit, or would have been if the writer had it: up to two units off."""
        self.shown_by_family: dict[str, list[int]] = {}
        """By family, how many cells are right without a mixture, and how many only by one."""

    def run(self) -> Judgement:
        """Judge every column, then the sums."""
        needed = self._needed()
        for node in self.model.nodes:
            if node.key not in needed:
                continue
            state = self.states[node.key] = self._reached(node)
            stated = self.table.columns.get(node.key)
            if stated is None:
                self._hide(state)
            else:
                self.columns[node.key] = self._judge(state, stated)
        totals = of_fitting_kinds(self.table.sums, self.model, self.states, self.coarse)
        sums = [judged_sum(total, self.model, self.states[total.key], self.coarse) for total in totals]
        judgement = Judgement(self.model, self.table, self.columns, sums, self.states, self.wrong)
        show_slips(judgement, self.slips)
        return judgement

    def _needed(self) -> set[str]:
        wanted = set(self.table.columns) | {total.key for total in self.table.sums}
        for node in reversed(self.model.nodes):
            if node.key in wanted:
                wanted |= {source.key for source in node.inputs}
        return wanted

    def mixed_families(self) -> frozenset[str]:
        """The families in which cells that only a mixture explains are too many to be errors."""
        return frozenset(
            family
            for family, (plain, mixed) in self.shown_by_family.items()
            if mixed > max(_ALONE, _MINORITY * (mixed + plain))
        )

    def _inputs(self, node: Node, which: Callable[[ColumnState], Floats]) -> dict[str, Floats]:
        """One of the versions of the columns that a node is made from, by key."""
        return {source.key: which(self.states[source.key]) for source in node.inputs}

    def _state(self, source: Input) -> ColumnState:
        return self.states[source.key]

    # What a column should be, before what is stated in it is looked at

    def _reached(self, node: Node) -> ColumnState:
        """What follows from the wrong cells before a column, and which of them reach whom."""
        state = ColumnState.true(node, self.model.truth[node.key])
        dirty = [source for source in node.inputs if self.states[source.key].is_reached]
        if node.compute is None or not dirty:
            return state
        follows = node.compute(self._inputs(node, lambda before: before.carried))
        origins, state.leading = self._traced(dirty)
        reached = np.array([bits != 0 for bits in origins])
        reached &= ~self._is_true(follows, state) | self._is_off_on_sheet(state)
        state.carried = np.where(reached, follows, state.truth)
        state.origins = [bits if is_reached else 0 for bits, is_reached in zip(origins, reached.tolist(), strict=True)]
        return state

    def _is_true(self, values: Floats, state: ColumnState) -> Flags:
        return np.asarray(np.abs(values - state.truth) <= self.model.noise)

    def _is_off_on_sheet(self, state: ColumnState) -> Flags:
        """Whether the sheet's own cells lead elsewhere though at full precision the truth follows from wrong ones.

        Only numbers that are judged as printed can be told from mere roundings so.
        """
        node = state.node
        if node.printing is None or node.compute is None:
            return np.zeros(self.count, dtype=bool)
        return ~self._is_true(node.compute(self._inputs(node, lambda before: before.on_sheet)), state)

    def _traced(self, dirty: Sequence[Input]) -> tuple[list[int], list[int]]:
        """For each player the wrong cells behind his inputs, and the one behind the input that is most off."""
        origins, leading = [0] * self.count, [-1] * self.count
        sources = [(source.reach, self.states[source.key]) for source in dirty]
        offs = [before.off for _, before in sources]
        for i in range(self.count):
            most = -1.0
            for (reach, before), off in zip(sources, offs, strict=True):
                for j in self.model.cells_of(reach, i):
                    if before.origins[j]:
                        origins[i] |= before.origins[j]
                        if off[j] > most:
                            most, leading[i] = off[j], before.leading[j]
        return origins, leading

    def _moved(self, node: Node, which: Callable[[ColumnState], Floats]) -> Floats:
        """How far the column may move when its inputs move by these roundings of theirs."""
        if node.spread is None:
            return np.zeros(self.count)
        return np.nan_to_num(node.spread(self._inputs(node, which)))

    # Columns that the sheet doesn't show

    def _hide(self, state: ColumnState) -> None:
        """A hidden column, as it follows from what the sheet does show."""
        node = state.node
        slips = {i: slip for (key, i), slip in self.slips.items() if key == node.key}
        for i, slip in slips.items():
            number = len(self.wrong)
            self.wrong.append((node.key, i))
            state.carried[i], state.origins[i], state.leading[i] = slip.value, 1 << number, number
        state.on_sheet = state.carried
        if node.compute is not None and any(self.states[source.key].from_sheet for source in node.inputs):
            state.from_sheet = True
            state.on_sheet = node.compute(self._inputs(node, lambda before: before.on_sheet))
        state.rounding = self._moved(node, lambda before: before.rounding)
        state.hidden_rounding = self._moved(node, lambda before: before.hidden_rounding) + self._hidden_unit(node)
        for i, slip in slips.items():
            state.from_sheet = True
            state.on_sheet[i], state.rounding[i] = slip.value, slip.radius

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

    # Columns that it states

    def _judge(self, state: ColumnState, stated: StatedColumn) -> JudgedColumn:
        """The verdicts on a stated column; its state is then what the columns after it go on from."""
        node = state.node
        claim = Claim.of(stated.values, stated.decimals, stated.own, self.model.noise)
        computed = list(self._computed(state))
        own = computed[0].values if computed else state.truth
        match = self._matched(state, claim, own, Exacts(claim, [self._carried(state), *computed]))
        state.unrounded = self._unrounded(node)
        state.from_sheet = True
        state.on_sheet = np.where(stated.filled, stated.values, own if node.printing else state.carried)
        found = decided(match, self._circumstances(state, stated))
        counts = self.shown_by_family.setdefault(node.family, [0, 0])
        counts[0] += found.plain
        counts[1] += found.mixed
        how = ways_of(match, found.verdicts) if node.printing else {}
        column = JudgedColumn(node, stated, state.truth, own, found.verdicts, match.allowance, how)
        self._settle(state, column, claim, match)
        state.rounding = self._rounding(state, claim, column, match)
        return column

    def _computed(self, state: ColumnState) -> Iterator[Exact]:
        """The column recomputed from its inputs: from those on the sheet first, then from each mixture with others."""
        node = state.node
        if node.compute is None:
            return
        sources = [self.states[source.key] for source in node.inputs]
        if not any(before.from_sheet or before.is_reached for before in sources):
            yield self._carried(state)  # nothing before it is stated: it can only be the truth
            return
        choices: list[list[tuple[str, Floats]]] = []
        for before in sources:
            versions = [before.on_sheet]
            if before.from_sheet:
                versions.append(before.carried)
                if before.node.family == "games" and before.is_reached:
                    versions.append(before.truth)  # divided by the games that there are, as AVERAGE does
                if before.unrounded is not None and before.node.family == node.family:
                    versions.append(before.unrounded)
            choices.append([(before.node.key, version) for version in versions])
        for mixture in itertools.product(*choices):
            values = dict(mixture)
            yield Exact(node.compute(values), are_whole(values.values()))

    def _carried(self, state: ColumnState) -> Exact:
        """The carried column as it is before its own wrong cells are put in."""
        inputs = self._inputs(state.node, lambda before: before.carried)
        return Exact(state.carried.copy(), are_whole(inputs.values()))

    def _unrounded(self, node: Node) -> Floats | None:
        """The column from what is on the sheet, but from the unrounded one before it in its own family."""
        if node.compute is None:
            return None

        def version(before: ColumnState) -> Floats:
            is_of_family = before.node.family == node.family
            return before.unrounded if is_of_family and before.unrounded is not None else before.on_sheet

        return node.compute(self._inputs(node, version))

    def _matched(self, state: ColumnState, claim: Claim, own: Floats, exacts: Exacts) -> Match:
        """What the stated numbers of a column agree with: the truth, or any exact value that it may have had."""
        truth, node = state.truth, state.node
        if node.printing is not None:
            true = self.model.truth
            sheet = {**true, **{key: before.on_sheet for key, before in self.states.items()}}
            return matched_as_printed(node.printing, claim, exacts, truth, true, sheet)
        off = np.abs(claim.values - state.carried)
        if any(before.node.family == "games" and before.is_reached for before in map(self._state, node.inputs)):
            off = np.fmin(off, np.fmin.reduce(np.abs(claim.values - exacts.values), axis=0))
        nearer = ~(np.abs(claim.values - truth) < off)
        if node.exact:
            ok = claim.same(truth)
            explained = in_any_way(claim.same(exacts.values))
            none = np.zeros(self.count, dtype=bool)
            return Match(ok, ok, explained, explained, none, none, nearer, np.zeros(self.count))
        nearest = in_any_way(claim.nearest(exacts.values))
        rounded, tight = claim.rounded(truth), nearest | in_any_way(claim.rounded(exacts.values))
        judged = np.isfinite(claim.values) & self.model.active
        self.habits.learn(exacts, judged & np.array([not bits for bits in state.origins]))
        if (judged & ~tight).any():
            beside = in_any_way(claim.close(exacts.values, claim.unit))
            self.by_habit |= bool((judged & ~tight & beside).any())
            tight |= self.habits.slipped(exacts)
        coarse = claim.nearest_as_written(truth) & (claim.own_unit > claim.unit) & ~rounded & ~tight
        allowance = self._moved(node, lambda before: before.rounding)
        hidden = self._moved(node, lambda before: before.hidden_rounding)
        if hidden.any():
            slack = exacts.shared_slack(judged & ~coarse, self.habits) * claim.unit
            tight |= in_any_way(claim.close(exacts.values, np.minimum(slack, hidden + allowance)))
            allowance = allowance + np.minimum(slack, hidden)
        loose = claim.close(own, allowance) & (allowance > 0)
        return Match(claim.nearest(truth), rounded | coarse, nearest, tight, loose, coarse, nearer, allowance)

    def _circumstances(self, state: ColumnState, stated: StatedColumn) -> Circumstances:
        """What decides beside the numbers: without a game a player has only what the event itself gives."""
        reached = np.array([bits != 0 for bits in state.origins])
        touched = np.array([bits & ~self.coarse != 0 for bits in state.origins])
        all_, known, printing = np.ones(self.count, dtype=bool), np.isfinite(state.truth), state.node.printing
        return Circumstances(
            stands=np.array([spot is not None for spot in stated.spots]),
            filled=stated.filled,
            texts=np.array([printing is not None and i in stated.texts for i in range(self.count)]),
            # Of points and games a player without a game has some, too: 0. Where he has a blank, nothing is missing.
            belongs=self.model.active | (stated.filled & known if state.node.exact else ~all_)
            if state.node.inputs else all_,
            awaited=all_ if printing is None else printing.awaited,
            known=known,
            follows=reached & np.isfinite(state.carried),
            reached=reached,
            touched=touched,
            mixes=state.node.family in self.mixed,
        )

    def _settle(self, state: ColumnState, column: JudgedColumn, claim: Claim, match: Match) -> None:
        """Carry the wrong cells on; note where carried ones come from; go back to the truth where the sheet does.

        A cell rounded more than its column is carried on, too: its writer may have gone on with it.
        """
        key, carried, origins, leading = column.node.key, state.carried, state.origins, state.leading
        apart = ~claim.close(carried, match.allowance)
        for i, verdict in enumerate(column.verdicts):
            coarse = verdict is Verdict.ROUNDING and bool(match.coarse[i]) and not origins[i]
            if verdict is Verdict.WRONG or coarse:
                number = len(self.wrong)
                self.wrong.append((key, i))
                carried[i], origins[i], leading[i] = claim.values[i], 1 << number, number
                if coarse:
                    self.coarse |= 1 << number
                else:
                    column.bits[i], column.leading[i] = 1 << number, (key, i)
            elif verdict is Verdict.CARRIED:
                bits = column.bits[i] = origins[i] & ~self.coarse
                ahead = leading[i] if bits >> leading[i] & 1 else bits.bit_length() - 1
                column.leading[i] = self.wrong[ahead]
            elif verdict.is_right and origins[i] and apart[i]:
                carried[i], origins[i], leading[i] = state.truth[i], 0, -1

    @staticmethod
    def _rounding(state: ColumnState, claim: Claim, column: JudgedColumn, match: Match) -> Floats:
        """How far from the stated value the number may be that its writer went on with: a unit, or not at all.

        Where the cell is rounded more than its column, the truth lies farther away, and he may have gone on with that.
        """
        off = np.abs(claim.values - state.truth)
        as_written: Flags = match.coarse & np.array([verdict is Verdict.ROUNDING for verdict in column.verdicts])
        reach = claim.unit + np.where(as_written, off, 0.0)
        return np.where(np.isfinite(claim.values) & ~(off <= claim.noise), reach, 0.0)
