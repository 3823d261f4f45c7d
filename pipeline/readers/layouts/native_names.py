"""Opponents that a table names instead of giving their numbers, and players without a number: each gets the number that
he has in the table, or else that of his row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pipeline.readers import vocabulary
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import number_in, quoted
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header
from pipeline.words import said

_NUMBERED = re.compile(r"#?([0-9]{1,5})\s*[-.:)]?\s+(\D.*)|(\D*\S)\s*[(\[]\s*#?([0-9]{1,5})\s*[)\]]")
"""A number with a name: 2 Beta, 2. Beta, Beta (2)."""
_WORD = re.compile(r"\w+")


def with_opponents_numbers(
    grid: Grid, header: Header, rows: Iterable[int], numbers: Mapping[int, int], columns: Iterable[int],
    builder: EventBuilder,
) -> Grid:
    """The grid with the number of each opponent where his name stands; `numbers` are those of the players by row.

    A name that no player has stays as it is, and is a problem for the reader. One that several have, and one beside
    another player's number, are a problem here.
    """
    rows, columns = list(rows), list(columns)
    if not any(_is_name(grid.value(row, column)) for row in rows for column in columns):
        return grid
    players: dict[tuple[str, ...], set[int]] = {}
    for row in rows:
        players.setdefault(_form(grid.text(row, header.column("name"))), set()).add(numbers[row])
    changed = [list(values) for values in grid.rows]
    for row in rows:
        for column in columns:
            value = grid.value(row, column)
            if _is_name(value) and (number := _number(grid, row, column, players, builder)) is not None:
                changed[row][column] = number
    return replace(grid, load=lambda: changed)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and number_in(value) is None and any(sign.isalpha() for sign in value)


def _number(
    grid: Grid, row: int, column: int, players: Mapping[tuple[str, ...], set[int]], builder: EventBuilder
) -> int | None:
    text = as_text(grid.value(row, column))
    known = players.get(_form(text), set())
    match = _NUMBERED.fullmatch(text.strip()) if not known else None
    stated = int(match[1] or match[4]) if match else None
    if match:
        known = players.get(_form(match[2] or match[3]), set())
        if known and stated not in known:
            builder.problem(
                grid.place(row, column),
                said("the opponent is {text}, and the player of that name has the number {number}.",
                     text=quoted(text), number=min(known)),
                said("Write one of the two, the number or the name."),
            )
            return min(known)
    if stated in known:
        return stated
    if len(known) > 1:
        builder.problem(
            grid.place(row, column),
            said("the opponent is {text}, and {count} players have that name.", text=quoted(text), count=len(known)),
            said("Write the opponent's number."),
        )
    return min(known, default=None)


def _form(name: str) -> tuple[str, ...]:
    """A name as it is compared: its words without accents, in any order."""
    return tuple(sorted(filter(None, map(vocabulary.form, _WORD.findall(name)))))
