"""What stands in a file more than once: further rows of a player, further sheets with the same columns.

They are judged by the settings that were found for the first table; a table that is somebody else's by its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.hidden import with_slips
from pipeline.audit.judging.inference import Basis, last_iteration, settled, wants_results
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.meanings import with_meanings
from pipeline.audit.judging.model import Model
from pipeline.audit.judging.ranks import with_ranks
from pipeline.audit.judging.remarks import in_line
from pipeline.audit.judging.verdicts import Judgement
from pipeline.audit.sheet.stated import Remark, StatedColumn, StatedTable
from pipeline.event import Event
from pipeline.method.settings import Settings


class Again(NamedTuple):
    """A judgement on what stands in the file once more, and what there is to say of it."""

    judgement: Judgement
    remarks: tuple[Remark, ...] = ()


def judged_again(basis: Basis, event: Event, given: Settings) -> Iterator[Again]:
    """The verdicts on all that the first table doesn't have.

    Somebody else's table is judged by its own settings: those that are `given`, else what its numbers tell.
    """
    for further in _rows_again(basis.model, basis.table):
        yield Again(further)
    ground = Ground(event)
    for sheet in basis.table.sheets:
        if sheet.apart:
            yield from _apart(sheet, ground, given, basis.settings)
            continue
        last = max(map(last_iteration, (sheet, basis.table)))
        model = arpo_model(ground, basis.settings, last, results=any(map(wants_results, (sheet, basis.table))))
        found = with_meanings(model, _with_columns_before(model, sheet, basis.table))
        spots = {spot for column in sheet.columns.values() for spot in column.spots}
        own = frozenset(key for key, column in found.columns.items() if spots.issuperset(column.spots))
        yield Again(replace(judged(model, found), reported=own))


def _apart(sheet: StatedTable, ground: Ground, given: Settings, first: Settings) -> Iterator[Again]:
    """The verdicts on somebody else's table; its settings are said where they aren't those of the first one."""
    own = settled(sheet, ground, given)
    remarks = tuple(remark for remark in own.remarks if remark.name != "settings_inferred")
    if any(getattr(own.settings, name) != getattr(first, name) for name in ("dp", "c", "start", "unrated")):
        said = in_line(own.settings, ("dp", "c", "start", "unrated"))
        remarks = (Remark("settings_of_sheet", {"sheet": sheet.title, "settings": said}), *remarks)
    judgement, ranks = with_ranks(own.judgement)
    yield Again(judgement, (*remarks, *ranks))
    for further in _rows_again(own.model, own.table):
        yield Again(further)


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
    yield with_slips(replace(judged(model, again), reported=frozenset(columns)))
    yield from _rows_again(model, again)


def _made_from(model: Model, keys: Iterable[str]) -> set[str]:
    """The columns that these are made from, however far back."""
    wanted = set(keys)
    for node in reversed(model.nodes):
        if node.key in wanted:
            wanted |= {source.key for source in node.inputs}
    return wanted
