"""The columns of a report of our own that its input stated, as RecRp or TB1: they are no work of the report's."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from pipeline.readers.grid import Grid, as_text
from pipeline.readers.layouts.native import SHEETS
from pipeline.tiebreaks.codes import BY_CODE
from pipeline.words import in_all, said
from pipeline.workbook.layout import EVENT_HEADER_ROW, NATIVE_HEADINGS, ROUND_HEADINGS

_TOP = 20
"""The headings of a report's sheets stand in so many rows."""
_AS_STATED = said("{heading} (as stated)")


def stated_in(grid: Grid) -> list[str]:
    """The headings of the columns of a report's sheet Event that its input stated, as RecRp or TB1."""
    if grid.sheet.casefold() not in SHEETS or len(grid.rows) < EVENT_HEADER_ROW:
        return []
    texts = [as_text(value) for value in grid.rows[EVENT_HEADER_ROW - 1]]
    return [text for text in texts if text and text not in _of_event() and not _rounds().fullmatch(text)]


def without_stated(grid: Grid, stated: list[str]) -> Grid:
    """A sheet of a report without the columns under these headings; a code of the order may be called like one."""
    shown = {*stated, *(word.format(heading=heading) for heading in stated for word in in_all(_AS_STATED))}
    if grid.sheet.casefold() not in SHEETS:
        shown -= BY_CODE.keys()
    heads = [
        (row, column) for row, values in enumerate(grid.rows[:_TOP]) for column, value in enumerate(values)
        if as_text(value) in shown
    ]
    if not heads:
        return grid
    first = min(row for row, _ in heads)
    columns = {column for _, column in heads}
    rows = [
        [None if row >= first and column in columns else value for column, value in enumerate(values)]
        for row, values in enumerate(grid.rows)
    ]
    return replace(grid, load=lambda: rows)


@cache
def _of_event() -> frozenset[str]:
    """The headings of an event's own columns, in every language."""
    return frozenset(text for heading in NATIVE_HEADINGS.values() for text in in_all(heading))


@cache
def _rounds() -> re.Pattern[str]:
    """The headings of the rounds, in every language."""
    texts = {text for heading in ROUND_HEADINGS.values() for text in in_all(heading)}
    return re.compile("|".join(re.escape(text).replace(re.escape("{n}"), "[0-9]+") for text in sorted(texts)))
