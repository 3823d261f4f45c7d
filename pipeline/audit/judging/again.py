"""What stands in a file more than once: further rows of a player, further sheets with the same columns.

They are judged by the settings that were found for the first table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.inference import Basis, last_iteration, wants_results
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.meanings import with_meanings
from pipeline.audit.judging.model import Model
from pipeline.audit.judging.verdicts import Judgement
from pipeline.audit.sheet.stated import StatedColumn, StatedTable
from pipeline.event import Event


def judged_again(basis: Basis, event: Event) -> Iterator[Judgement]:
    """The verdicts on all that the first table doesn't have."""
    yield from _rows_again(basis.model, basis.table)
    ground = Ground(event)
    for sheet in basis.table.sheets:
        tables = (sheet,) if sheet.apart else (sheet, basis.table)
        last = max(map(last_iteration, tables))
        model = arpo_model(ground, basis.settings, last, results=any(map(wants_results, tables)))
        found = with_meanings(model, sheet if sheet.apart else _with_columns_before(model, sheet, basis.table))
        spots = {spot for column in sheet.columns.values() for spot in column.spots}
        own = frozenset(key for key, column in found.columns.items() if spots.issuperset(column.spots))
        yield replace(judged(model, found), reported=None if sheet.apart else own)
        if sheet.apart:
            yield from _rows_again(model, found)


def _with_columns_before(model: Model, sheet: StatedTable, first: StatedTable) -> StatedTable:
    """A sheet with the columns of the first table that its own are made from, whatever they turn out to be."""
    own: dict[str, StatedColumn] = {}
    for column in sheet.columns.values():
        left = tuple(meaning for meaning in _like_first(column, first) if meaning not in own) or (column.key,)
        own[left[0]] = replace(column, meanings=left)
    meanings = {meaning for column in own.values() for meaning in column.meanings}
    before = _made_from(model, meanings) - meanings
    context = {key: replace(first.columns[key], meanings=(key,)) for key in first.columns if key in before}
    return replace(sheet, columns={**context, **own})


def _like_first(column: StatedColumn, first: StatedTable) -> tuple[str, ...]:
    """What a column can be: what a column of the first table is that has most of the same numbers, if any has."""
    known = [key for key in column.meanings if key in first.columns]
    same = [int((np.abs(first.columns[key].values - column.values) <= 10.0 ** -column.decimals).sum()) for key in known]
    return (known[same.index(max(same))],) if any(same) else column.meanings


def _rows_again(model: Model, table: StatedTable) -> Iterator[Judgement]:
    """The verdicts on further rows of players, each with the first rows of all others."""
    columns = {key: replace(column.again, key=key) for key, column in table.columns.items() if column.again}
    if not columns:
        return
    order = [
        i for i in table.order if any(columns[key].spots[i] != table.columns[key].spots[i] for key in columns)
    ]
    again = replace(table, columns={**table.columns, **columns}, order=order, sums=(), sheets=())
    yield replace(judged(model, again), reported=frozenset(columns))
    yield from _rows_again(model, again)


def _made_from(model: Model, keys: Iterable[str]) -> set[str]:
    """The columns that these are made from, however far back."""
    wanted = set(keys)
    for node in reversed(model.nodes):
        if node.key in wanted:
            wanted |= {source.key for source in node.inputs}
    return wanted
