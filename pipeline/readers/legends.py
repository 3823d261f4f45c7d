"""The legend under a table: which tie-break is meant by the heading TB1, Des 1 or Wtg1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pipeline.event import Event
from pipeline.readers.grid import Grid
from pipeline.tiebreaks.names import legends_in, number_of


def with_legends(event: Event, grids: Iterable[Grid]) -> Event:
    """The event with what the file says of its numbered tie-breaks; the first legend of a number counts."""
    headings = {number: heading for heading in event.stated.columns if (number := number_of(heading))}
    if not headings:
        return event
    found: dict[str, str] = {}
    for grid in grids:
        for value in (value for row in grid.rows for value in row):
            if isinstance(value, str) and ":" in value:
                for number, words in legends_in(value):
                    if number in headings:
                        found.setdefault(headings[number], words)
    return replace(event, legends=found) if found else event
