"""What stands above a table in words: how many rounds the event has, and on which day it began.

chess-results writes “Number of rounds : 7” and “Date : 2025/04/30” there, in one cell; whoever types a table puts the
value into the next one. A table of fewer rounds than that is no final one, whatever its own heading says.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from itertools import zip_longest

from pipeline.event import Event
from pipeline.readers.builder import EventBuilder
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header
from pipeline.readers.vocabulary import is_label
from pipeline.words import said

_ROUNDS = re.compile(r"([0-9]{1,2})(?![0-9.,/])")
_DATES = tuple(re.compile(pattern) for pattern in (
    r"(?P<year>[0-9]{4}|[0-9]{2})[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2})(?![0-9])",
    r"(?P<day>[0-9]{1,2})[-/.](?P<month>[0-9]{1,2})[-/.](?P<year>[0-9]{4})(?![0-9])",
))
"""Dates as the handbook has them (2026/03/01), and as some programs write them."""


def date_of(text: str) -> str:
    """A date as 2026-03-01, whichever way it is written; empty where it is none."""
    return _date(text.strip(), whole=True)


def tell_rounds(builder: EventBuilder, grid: Grid, header: Header) -> None:
    """Hand over how many rounds the lines above the table say that the event has."""
    found = next((match for value in _values(grid, header, "rounds") if (match := _ROUNDS.match(value))), None)
    if found:
        builder.declare_rounds(int(found[1]))


def tell_date(builder: EventBuilder, grid: Grid, header: Header) -> None:
    """Hand over the day on which the event began, as the lines above the table have it: the first of a span."""
    builder.date = next((day for value in _values(grid, header, "date") if (day := _date(value))), "")


def said_above(event: Event) -> list[str]:
    """What a written event has beside its name, so that it is read again: labels and values, one after the other.

    The number of rounds stands there where it says more than the columns of the table do.
    """
    told = [said("Rounds"), str(event.declared)] if event.declared > event.rounds else []
    return [*told, said("Date"), event.date] if event.date else told


def _values(grid: Grid, header: Header, label: str) -> Iterator[str]:
    """What stands behind a label: in the same cell behind a colon, or in the next filled cell of the row."""
    for row in range(header.row):
        texts = [text for column in range(len(grid.rows[row])) if (text := grid.text(row, column))]
        for text, following in zip_longest(texts, texts[1:], fillvalue=""):
            before, _, behind = text.partition(":")
            if is_label(before, label) and (value := behind.strip() or following):
                yield value


def _date(text: str, whole: bool = False) -> str:
    for pattern in _DATES:
        match = pattern.fullmatch(text) if whole else pattern.match(text)
        if match:
            year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
            try:
                return datetime.date(year, int(match["month"]), int(match["day"])).isoformat()
            except ValueError:
                return ""
    return ""
