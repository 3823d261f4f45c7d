"""All columns of a report, for an event: the method's, those of the order, and what follows from the ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.event import Event
from pipeline.method.columns import AFTER, BEFORE
from pipeline.method.dp import DpRule, refuse_gaps
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings
from pipeline.method.work import Work
from pipeline.registry import Column, fill
from pipeline.tiebreaks.columns import columns_for
from pipeline.tiebreaks.rounds import Rounds


def _columns(work: Work) -> Iterator[Column[Any]]:
    """The columns for an event, each when those before it are computed."""
    yield from BEFORE
    known: set[str] = set()
    for stage in work.stages:
        for column in columns_for(stage, work):
            if column.key not in known:
                known.add(column.key)
                yield column
    yield from AFTER


def computed(event: Event, settings: Settings, rule: DpRule, rounds: Rounds | None = None) -> Work:
    """Every column of the registry for the event, in order; `rounds` where they are read in another way than C.07's.

    Raises UsageError where the dp table has a gap, or the order names what the input doesn't state.
    """
    graph = GameGraph.of(event)
    refuse_gaps(rule, graph.s.tolist(), graph.n.tolist())
    work = Work(index=graph.index, event=event, settings=settings, rule=rule, graph=graph)
    if rounds is not None:
        work.__dict__["rounds"] = rounds  # where the property keeps them
    for column in _columns(work):
        if column.wanted(work):
            fill(work, [column])
            work.columns.append(column)
    return work
