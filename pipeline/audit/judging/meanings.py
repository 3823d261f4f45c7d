"""What the columns of a table mean where their headings leave it open: what explains most of the cells."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pipeline.audit.judging.arpo_model import context_of
from pipeline.audit.judging.fit import Misfit, misfit
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.model import Model
from pipeline.audit.sheet.stated import Remark, StatedColumn, StatedTable
from pipeline.method.graph import Floats

_ASSIGNMENTS = 200
"""So many ways to take ambiguous headings are tried at most."""


def with_meanings(model: Model, table: StatedTable) -> StatedTable:
    """The table with each ambiguous column taken for what, together, explains most of the cells."""
    table = _renumbered(model, table)
    choices = {key: [m for m in column.meanings if m in model.by_key] for key, column in table.columns.items()}
    if all(meanings == [key] for key, meanings in choices.items()):
        return table
    near = _near(model, choices)
    part = replace(table, columns={key: c for key, c in table.columns.items() if key in near}, sums=())
    best: tuple[Misfit, dict[str, str]] | None = None
    for chosen in itertools.islice(itertools.product(*choices.values()), _ASSIGNMENTS):
        if len(set(chosen)) == len(chosen):
            names = dict(zip(choices, chosen, strict=True))
            found = misfit(judged(model, _renamed(part, names)))
            if best is None or found < best[0]:
                best = found, names
    return _renamed(table, best[1]) if best else table


def _near(model: Model, choices: Mapping[str, list[str]]) -> set[str]:
    """The ambiguous columns, and those that their meanings are made from: what is judged to tell them apart."""
    near = {key for key, meanings in choices.items() if meanings != [key]}
    wanted = {meaning for key in near for meaning in choices[key]}
    for _ in range(2):
        wanted |= {source.key for meaning in wanted for source in model.by_key[meaning].inputs}
    return near | wanted


def _renamed(table: StatedTable, names: Mapping[str, str]) -> StatedTable:
    """The table with other meanings for its columns; their sums go with them."""
    columns = {names[key]: replace(column, key=names[key]) for key, column in table.columns.items()}
    sums = tuple(replace(total, key=names[total.key]) for total in table.sums)
    return replace(table, columns=columns, sums=sums)


def _renumbered(model: Model, table: StatedTable) -> StatedTable:
    """The table with its iterations counted from 0 where its writer counted from 1: his first is the performance."""
    first = table.columns.get("iteration_1")
    known = {meaning for column in table.columns.values() for meaning in column.meanings}
    if first is None or "performance" in known or context_of(model).settings.start != "performance":
        return table
    if not _is_mostly(first, model.truth["performance"]) or _is_mostly(first, model.truth["iteration_1"]):
        return table
    moved = {}
    for key in table.columns:
        if key.startswith("iteration_"):
            k = int(key.rsplit("_", 1)[1])
            moved[key] = f"iteration_{k - 1}" if k > 1 else "performance"
    renamed = _renamed(table, {key: moved.get(key, key) for key in table.columns})
    columns = {
        key: replace(column, meanings=(key,)) if key in moved.values() else column
        for key, column in renamed.columns.items()
    }
    remark = Remark("iterations_from_one", {"heading": first.heading})
    return replace(renamed, columns=columns, remarks=(*table.remarks, remark))


def _is_mostly(column: StatedColumn, truth: Floats) -> bool:
    """Whether more than half of a column's numbers are these, give or take a unit of their last decimal."""
    filled = column.filled
    unit = np.power(10.0, -column.decimals[filled].astype(float))
    return int((np.abs(column.values[filled] - truth[filled]) <= unit).sum()) * 2 > int(filled.sum())
