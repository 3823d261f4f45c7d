"""The model of a table of ratings, derived from the columns that a rule set declares, under a convention of rounding.

Whoever wrote such a table is known to have rounded each column in one way, so that numbers are judged as printed: a
`Convention` says how. What single cells may follow instead (another setting, another rounding) are named ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from pipeline.audit.judging.model import Model, Node, Printing, SumKind, Values
from pipeline.audit.judging.nodes import Nodes, by_hand, judged_of
from pipeline.audit.sheet.claims import Flags
from pipeline.audit.sheet.rating_table import RatingTable
from pipeline.audit.sheet.stated import StatedTable
from pipeline.made_from import EVERYBODY, Floats, Made, chosen
from pipeline.rating.calculation import calculated
from pipeline.rating.expected import EXACT, NEAREST, ROUNDINGS, WHOLE, rounded
from pipeline.rating.ruleset import RatingWork, RuleSet
from pipeline.rating.settings import OF_ALL, OF_OPPONENTS, RatingSettings
from pipeline.registry import Column, Open, fill

OPEN_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "average": (WHOLE, EXACT), "difference": tuple(ROUNDINGS), "first_ra": (OF_OPPONENTS, OF_ALL),
}
"""Settings that a table doesn't state but shows, where its rule set has them; of each the usual value first."""
PLAIN = {"plain": SumKind("plain", lambda x: float(np.nansum(x)))}
"""The sums under a table of games."""
_KIND = ("rating", "participants")
"""Players of a kind have, or lack, the same of these: rated or not, round robin or Swiss."""
_MOST_ROWS_ALIKE = 3
"""A blank is missing where at least so many players of its kind have a value in the column, and most of them."""


@dataclass(frozen=True)
class Convention:
    """What was rounded how.

    settings    the values of OPEN_SETTINGS
    roundings   a name of ROUNDINGS for each column; the usual one where there is none
    as_printed  the columns that were made from a printed number, where their record leaves that open
    """

    settings: tuple[tuple[str, str], ...] = ()
    roundings: tuple[tuple[str, str], ...] = ()
    as_printed: frozenset[str] = frozenset()

    def setting(self, name: str) -> str:
        """The value of a setting."""
        return dict(self.settings).get(name, OPEN_SETTINGS[name][0])

    def rounding(self, key: str) -> str:
        """The rounding of a column."""
        return dict(self.roundings).get(key, NEAREST)

    def with_setting(self, name: str, value: str) -> Convention:
        """The same with the value of a setting."""
        return replace(self, settings=tuple({**dict(self.settings), name: value}.items()))

    def with_rounding(self, key: str, rounding: str) -> Convention:
        """The same with the rounding of a column."""
        return replace(self, roundings=tuple({**dict(self.roundings), key: rounding}.items()))

    def made_from(self, key: str, as_printed: bool) -> Convention:
        """The same, with a column made from the printed number or the unrounded one."""
        return replace(self, as_printed=self.as_printed | {key} if as_printed else self.as_printed - {key})


@dataclass(frozen=True)
class RatingGround:
    """A table of ratings as an audit needs it; what is computed for a convention is kept."""

    table: RatingTable
    settings: RatingSettings
    rules: RuleSet | None = None
    """Where it isn't the rule set of the settings that judges, but one made for such tables."""

    @cached_property
    def _works(self) -> dict[tuple[str, ...], RatingWork]:
        return {}

    @cached_property
    def _models(self) -> dict[Convention, Model]:
        return {}

    @property
    def work(self) -> RatingWork:
        """The Rating sheet of a report on the same table, by the usual conventions."""
        return self.work_by(Convention())

    @property
    def open_settings(self) -> list[str]:
        """The settings that the table may show."""
        return list(self.work.rules.left_open)

    def work_by(self, convention: Convention) -> RatingWork:
        """The Rating sheet of a report by a convention's settings. Raises UsageError as `calculated`."""
        values = {name: convention.setting(name) for name in OPEN_SETTINGS}
        key = tuple(values.values())
        if key not in self._works:
            settings = self.settings
            for name, value in values.items():
                settings = settings.having(name, value, "the table")
            self._works[key] = self._work(settings)
        return self._works[key]

    def _work(self, settings: RatingSettings) -> RatingWork:
        if self.rules is None:
            return calculated(self.table.entry, settings, audited=True).work
        work = RatingWork(self.table.entry.players.index, self.table.entry, settings, self.rules)
        fill(work, self.rules.columns)
        return work

    def model(self, convention: Convention) -> Model:
        """The model by a convention."""
        if convention not in self._models:
            nodes = RatingNodes(self, convention)
            count = len(self.table.names)
            self._models[convention] = Model(
                index=pd.RangeIndex(1, count + 1), names=self.table.names, active=np.ones(count, dtype=bool),
                nodes=tuple(nodes.made), truth={**nodes.known, **nodes.truth},
                reaches={EVERYBODY: [range(count)] * count}, context=nodes.work, sums=PLAIN,
            )
        return self._models[convention]

    def awaited(self, key: str) -> Flags:
        """Where a number of the column belongs: in the rows of a kind of which most have one."""
        if key not in self._awaited:
            stated = self.table.columns.get(key)
            filled = np.zeros(len(self._alike), dtype=bool) if stated is None else stated.filled
            count = (self._alike & filled).sum(axis=1)
            self._awaited[key] = (count >= _MOST_ROWS_ALIKE) & (2 * count > self._alike.sum(axis=1))
        return self._awaited[key]

    @cached_property
    def _awaited(self) -> dict[str, Flags]:
        return {}

    @cached_property
    def _alike(self) -> Flags:
        """Rows x rows: which two state the same kinds of numbers."""
        kinds = np.array([np.isnan(self.table.entry.numbers(name)) for name in _KIND])
        return np.asarray((kinds[:, :, None] == kinds[:, None, :]).all(axis=0))

    @cached_property
    def stated(self) -> StatedTable:
        """What is judged of the table: not what it gives itself, as that of a Swiss gives the averages."""
        records = {column.key: column for column in self.work.rules.columns}
        judged = {
            key: column for key, column in self.table.columns.items()
            if key in records and records[key].judged is not None
            and (key in self.table.copied or by_hand(records[key], self.work).inputs)
            and not _lacks_games(records[key], self.work)
        }
        return StatedTable(judged, self.table.rows, tuple(t for t in self.table.sums if t.key in judged))


def work_of(model: Model) -> RatingWork:
    """The Rating sheet that a model made here is of."""
    assert isinstance(model.context, RatingWork)
    return model.context


def _lacks_games(column: Column[Any], work: RatingWork) -> bool:
    """Whether a column is made from games, which the table doesn't have."""
    rule = by_hand(column, work) if column.judged is not None else chosen(column.rule, work)
    by_games = any(source.key.startswith("Games:") for source in rule.inputs)
    return work.games is None and by_games


class RatingNodes(Nodes):
    """The judged columns of a rule set under a convention; `known` are the others that are numbers."""

    def __init__(self, ground: RatingGround, convention: Convention) -> None:
        """All nodes, in the order of the columns."""
        work = ground.work_by(convention)
        super().__init__(work)
        self.ground, self.convention, self.work = ground, convention, work
        self.columns = {column.key: column for column in work.rules.columns}
        self._given: dict[str, Any] = {}
        for column in _in_order(list(self.columns.values())):
            if _lacks_games(column, work):
                continue
            if column.judged is not None:
                self.of_column(column)
            elif column.key in work.values:
                self._given[column.key] = work.values[column.key]
            else:
                self._given[column.key] = chosen(column.rule, work).of(self._cells, work)
        self.known = {key: values for key, values in self._given.items() if values.dtype != object}

    def fixed(self, key: str) -> Any:
        """A column that isn't judged, or one of another sheet."""
        return self._given[key] if key in self._given else self.work.cells(key)

    def _cells(self, key: str) -> Any:
        return self.truth[key] if key in self.truth else self.fixed(key)

    def add(self, node: Node, rule: Made, **names: str) -> None:
        """A node that is judged as printed: no rounding before it reaches it unnamed."""
        column = self.columns[node.key]
        super().add(node, rule, **names)
        judged, stated = judged_of(column), self.ground.table.columns.get(node.key)
        heading = stated.heading if stated is not None else node.key
        made = replace(self.made[-1], column=heading, spread=None, open=judged.open is not None)
        if judged.open is not None:
            made = self._left_open(made, judged.open)
        elif judged.written.as_printed:
            made = replace(made, compute=lambda values: self.going_on(column, rule, values, self._is_printed(column)))
        if made.compute is not None:
            self.truth[node.key] = made.compute(self.truth)
        self.made[-1] = replace(made, printing=self._printing(made, column, rule))

    # What is printed

    def printed(self, key: str, values: Floats, rounding: str = "") -> Floats:
        """A column as the table prints it, or as another rounding would; nobody rounds exact ones, or hidden ones."""
        stated = self.ground.table.columns.get(key)
        if stated is None or judged_of(self.columns[key]).exact:
            return values
        return rounded(values, stated.decimals, rounding or self.convention.rounding(key))

    def _is_printed(self, column: Column[Any]) -> bool:
        return column.key in self.convention.as_printed

    def going_on(self, column: Column[Any], rule: Made, values: Values, as_printed: bool) -> Floats:
        """A column from an input as it is printed, or unrounded."""
        source = judged_of(column).written.as_printed
        return self.computed(rule, {**values, source: self.printed(source, values[source])} if as_printed else values)

    def _printing(self, node: Node, column: Column[Any], rule: Made) -> Printing:
        key, written = node.key, judged_of(column).written

        def ways(values: Values) -> Iterator[tuple[str, Floats]]:
            usual = node.compute(values) if node.compute is not None else self.truth[key]
            for name in ROUNDINGS if not node.exact else ():
                yield name, self.printed(key, usual, name)
            for setting in written.may_follow:
                for value in OPEN_SETTINGS[setting]:
                    if value != self.convention.setting(setting):
                        other = self._following(setting, value, key, values)
                        if not np.array_equal(other, usual, equal_nan=True):
                            yield f"{setting}_{value}", self.printed(key, other, NEAREST)
            if written.as_printed:
                other = self.going_on(column, rule, values, not self._is_printed(column))
                for name in ROUNDINGS:
                    yield source_name(not self._is_printed(column)), self.printed(key, other, name)
            for name, made in written.otherwise:
                yield name, self.computed(made, values)

        return Printing(lambda values: self.printed(key, values), ways, self.ground.awaited(key))

    def _following(self, setting: str, value: str, key: str, values: Values) -> Floats:
        """A column where it, and those before it that may, follow another value of a setting."""
        model = self.ground.model(self.convention.with_setting(setting, value))
        changed = dict(values)
        for node in model.nodes:
            if setting in judged_of(self.columns[node.key]).written.may_follow:
                changed[node.key] = node.compute(changed) if node.compute is not None else model.truth[node.key]
            if node.key == key:
                break
        return changed[key]

    # What is left open

    def _left_open(self, node: Node, left_open: Open) -> Node:
        """One of several right values: the stated one, else the one that another column goes with, else the usual."""
        choices = left_open.choices.of(self._cells, self.work)
        stated, told_by = self.ground.table.columns.get(node.key), self.ground.table.columns.get(left_open.told_by)
        column = self.columns[left_open.told_by]
        rule = by_hand(column, self.work)

        def compute(values: Values) -> Floats:
            assert told_by is not None
            taken: Floats = choices[0]
            for choice in choices[::-1]:
                chosen_so = {**values, node.key: choice, f"{node.key}_used": choice}
                made = self.going_on(column, rule, chosen_so, self._is_printed(column))
                goes_with = np.abs(self.printed(column.key, made) - told_by.values) <= 1e-9
                taken = np.where(goes_with, choice, taken)
            return taken

        if stated is not None or told_by is None:
            taken = _taken(choices, stated.values if stated is not None else choices[0])
            if stated is not None and told_by is not None:
                # Where none of them is stated, the other column still tells which was meant.
                taken = np.where((choices == stated.values).any(axis=0), taken, compute(self.truth))
            self.truth[node.key] = taken
            return node if not node.inputs else replace(node, inputs=(), compute=None)
        inputs = tuple(source for source in rule.inputs if source.key in self.truth and source.key != node.key)
        return replace(node, inputs=inputs, compute=compute)


def _in_order(columns: list[Column[Any]]) -> list[Column[Any]]:
    """The columns with those that are left open, and what follows from these alone, just before what tells them."""
    keys = [column.key for column in columns]
    for column in columns:
        if column.judged is not None and column.judged.open is not None:
            moved = [column.key, *(key for key in (f"{column.key}_used",) if key in keys)]
            told_by = {column.judged.open.told_by, "k_times_sum"}
            rest = [one for one in columns if one.key not in moved]
            at = next((i for i, one in enumerate(rest) if one.key in told_by), len(rest))
            return [*rest[:at], *(one for one in columns if one.key in moved), *rest[at:]]
    return columns


def _taken(choices: Floats, stated: Floats) -> Floats:
    """Of several values for each row the stated one, where it is one of them; else the first."""
    return np.where((choices == stated).any(axis=0), stated, choices[0])


def source_name(as_printed: bool) -> str:
    """What a column was made from, as the conventions and ways of rounding call it."""
    return "from_rounded" if as_printed else "from_unrounded"
