"""A report of our own whose event was changed after it was made: its limits are those of the event as it was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.model import PART
from pipeline.audit.judging.verdicts import Judgement, Verdict
from pipeline.audit.sheet.stated import Remark, Spot, Unjudged, some
from pipeline.method.columns import COLUMNS
from pipeline.words import in_all

_LIMIT = "limit"
_TAKEN_FROM_LIMIT = ("rp", "rp_last", "arpo", "arpo_last")
"""What is empty in a report where it can only be taken from a limit that is out of date."""


def as_it_is_now(judgement: Judgement) -> tuple[Judgement, tuple[Remark, ...]]:
    """The judgement without a report's limits for an event that has been changed since, and remarks on them.

    A limit that somebody typed over stands alone; after a change most of a part of the field have another limit.
    """
    column = judgement.columns.get(_LIMIT)
    headings = in_all(next(column.heading for column in COLUMNS if column.key == _LIMIT))
    if column is None or column.stated.heading not in headings:
        return judgement, ()
    parts = {part[0]: part for part in judgement.model.reaches[PART] if part}  # each once: everybody is in one at most
    late = {i for part in parts.values() if _is_outdated(column.verdicts, part) for i in part}
    outdated = late & set(judgement.table.order)
    if not outdated:
        return judgement, ()
    table = judgement.table
    columns = {**table.columns, _LIMIT: column.stated.without(outdated)}
    empty: list[Spot] = []
    for key in _TAKEN_FROM_LIMIT:
        if key in columns:
            blank = {i for i in outdated if not columns[key].filled[i] and i not in columns[key].texts}
            empty += [spot for i in sorted(blank) if (spot := columns[key].spots[i]) is not None]
            columns[key] = columns[key].without(blank)
    sums = tuple(total for total in table.sums if total.key != _LIMIT)
    again = judged(judgement.model, replace(table, columns=columns, sums=sums))
    spots = [spot for i in sorted(outdated) if (spot := column.stated.spots[i]) is not None]
    return again, tuple(_remarks(column.stated.heading, spots, empty))


def _is_outdated(verdicts: list[Verdict], part: Sequence[int]) -> bool:
    found = [verdicts[i] for i in part]
    differing = sum(verdict.is_error or verdict is Verdict.CARRIED for verdict in found)
    return differing > sum(verdict.is_right for verdict in found)


def _remarks(heading: str, outdated: list[Spot], empty: list[Spot]) -> Iterator[Remark]:
    left_out = tuple(Unjudged(spot.sheet, spot.cell, 1, heading) for spot in outdated)
    yield Remark("limit_as_read", {"heading": heading, "count": len(outdated)}, left_out)
    if empty:
        yield Remark("rp_as_read", {"count": len(empty), "cells": some([spot.cell for spot in empty])})
