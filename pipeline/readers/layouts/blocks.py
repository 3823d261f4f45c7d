"""Finds the tables of a sheet or text that stand one below the other, or side by side: each becomes a grid of its own.

A table begins at its header row, with the lines of title above it. The same header once more, with the numbers going
on, is a page break of one table (such as an export for printing has), not a second table.
"""

from __future__ import annotations

import re
from functools import cache

from pipeline.readers import vocabulary
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header, header_at
from pipeline.readers.layouts import game_list, one_round, us_chess

_TITLE_CELLS = 2
"""A line of title above a table has at most so many cells: a text, or a label with its value."""
_DIGITS = re.compile("[0-9]+")
_REPORT_START = "012 "
"""The first line of a tournament in a FIDE report file."""


def tables_of(grid: Grid) -> list[Grid]:
    """The tables of a grid, in their order; the grid itself where it has one at most."""
    if grid.fixed:
        return _reports(grid)
    heads = _heads(grid)
    if not heads:
        return [grid]
    found: list[Grid] = []
    starts = [0, *(_title_above(grid, before.row, head.row) for before, head in zip(heads, heads[1:], strict=False))]
    ends = [*starts[1:], len(grid.rows)]
    for head, top, bottom in zip(heads, starts, ends, strict=True):
        edges = _side_by_side(grid, head, bottom)
        if (top, bottom) == (0, len(grid.rows)) and len(edges) == 1:
            return [grid]
        found += [grid.part(top, bottom, left, right) for left, right in edges]
    return found


def _reports(grid: Grid) -> list[Grid]:
    """The tournaments of a report file; several only where player numbers come again."""
    lines = [str(row[0]) for row in grid.rows]
    starts = [row for row, line in enumerate(lines) if line.startswith(_REPORT_START)]
    bounds = list(zip([0, *starts[1:]], [*starts[1:], len(lines)], strict=True)) if starts else []
    numbers = [{line[4:8] for line in lines[top:bottom] if line.startswith("001")} for top, bottom in bounds]
    if len(bounds) < 2 or not all(numbers) or len(set.union(*numbers)) == sum(map(len, numbers)):
        return [grid]
    return [grid.part(top, bottom) for top, bottom in bounds]


# Tables below each other


def _heads(grid: Grid) -> list[Header]:
    """The header rows that begin a table."""
    found: list[Header] = []
    for row, values in enumerate(grid.rows):
        if any(type(value) is str and value.casefold().strip() in _first_words() for value in values):
            header = header_at(grid, row)
            if _is_head(grid, header) and (not found or _begins_another(grid, found[-1], header)):
                found.append(header)
    return found


@cache
def _first_words() -> frozenset[str]:
    """The words, small, of which each header has one: spellings of Name, and of White."""
    names = vocabulary.spellings("name") | frozenset({us_chess.NAME_HEADING})
    return frozenset(word.casefold() for word in names | game_list.side_spellings())


def _is_head(grid: Grid, header: Header) -> bool:
    """Whether a row is the header of a table of players or of games."""
    if game_list.columns_of(header) or us_chess.is_header(grid, header.row):
        return True
    known = header.known()
    others = {"no", "rank", "start_no", "rating", "round", "opponent"}
    return "name" in known and bool(others & known or _counts_rounds(header))


def _counts_rounds(header: Header) -> bool:
    """Whether its numbers are those of a cross-table's columns, from 1 on: other numbers are a player called Player."""
    columns = set(header.number_columns())
    numbers = [int(_DIGITS.match(h.text)[0]) for h in header.headings if h.column in columns]  # type: ignore[index]
    return len(numbers) > 1 and sorted(set(numbers)) == list(range(1, numbers[-1] + 1)) and numbers == sorted(numbers)


def _begins_another(grid: Grid, before: Header, header: Header) -> bool:
    """Whether a header row begins a table of its own, and isn't the second row of the heading or a page break."""
    between = range(before.row + 1, header.row)
    if not any(len(_filled(grid, row)) > _TITLE_CELLS for row in between):
        return False
    if [h.text for h in before.headings] != [h.text for h in header.headings]:
        return True
    if game_list.columns_of(header):  # games have no numbers that could go on
        return any(len(_filled(grid, row)) <= _TITLE_CELLS for row in between)
    column = next((c for name in ("no", "rank", "start_no") if (c := header.column(name)) is not None), None)
    above = [number for row in between if (number := number_in(grid.value(row, column))) is not None]
    below = (number_in(grid.value(row, column)) for row in range(header.row + 1, len(grid.rows)))
    first = next((number for number in below if number is not None), None)
    return first is None or not above or first <= max(above)


def _title_above(grid: Grid, before: int, head: int) -> int:
    """The first row of what belongs to a header: lines of title above it, up to a blank one or the table before."""
    top = head
    while top - 1 > before and not _filled(grid, top - 1):
        top -= 1
    if top - 1 == before or len(_filled(grid, top - 1)) > _TITLE_CELLS:
        return head
    while top - 1 > before and 0 < len(filled := _filled(grid, top - 1)) <= _TITLE_CELLS:
        if number_in(filled[0]) is not None or as_text(filled[0]).startswith("#"):
            break
        top -= 1
    return top


def _filled(grid: Grid, row: int) -> list[object]:
    return [value for column, value in enumerate(grid.rows[row]) if not grid.is_blank(row, column)]


# Tables beside each other


def _side_by_side(grid: Grid, head: Header, bottom: int) -> list[tuple[int, int | None]]:
    """The columns of each table that has its header in this row: from, and to before (None: the last)."""
    names = [h for h in head.headings if h.word is not None and h.word.name == "name"]
    names = [h for h in names if h.text == names[0].text]
    if one_round.are_pairings(head):
        return [(0, None)]
    cuts: list[int] = []
    for before, after in zip(names, names[1:], strict=False):
        between = range(before.column + 1, after.column)
        again = [h.column for h in head.headings if h.column in between and h.text == head.headings[0].text]
        blank = [c for c in between if all(grid.is_blank(row, c) for row in range(head.row, bottom))]
        if not again and not blank:
            return [(0, None)]  # two players in one row: pairings
        cuts.append(again[0] if again else blank[0])
    return list(zip([0, *cuts], [*cuts, None], strict=True))
