"""A report or an exercise of our own as an audit reads it: without what only serves its formulas, and what its input
itself stated.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pipeline.audit.sheet.by_input import stated_in, without_stated
from pipeline.audit.sheet.known_headings import meanings_of, sum_kind
from pipeline.audit.sheet.stated import Remark
from pipeline.method.columns import COLUMNS, NO_GAME
from pipeline.method.sums import ADDS_UP, SUM_ROWS
from pipeline.readers import vocabulary
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.layouts.native import BESIDE
from pipeline.words import in_all, in_quotes, joined

_NAMES = 1
"""The column of the players' names, and of the labels of rows."""
_TOP = 20
"""The row without a game is one of so many."""


def without_helpers(grids: list[Grid]) -> tuple[list[Grid], tuple[Remark, ...]]:
    """The sheets without what only serves a report's formulas, and without what the event's file stated itself.

    These are rows that are no player's, columns that are no step, sheets without a table of all players. The stated
    columns (RecRp, tie-breaks) are input: a remark says which, if there are any.
    """
    grids = [_without_live_sums(grid) for grid in grids]
    rows = [_no_game_row(grid) for grid in grids]
    if not any(rows):
        return grids, ()
    stated = [heading for grid in grids for heading in stated_in(grid)]
    found = [
        replace(grid, load=list) if grid.sheet.casefold() in BESIDE
        else _without_helpers(grid, row - 1) if row else without_stated(grid, stated)
        for grid, row in zip(grids, rows, strict=True)
    ]
    named = joined(", ", map(in_quotes, stated))
    return found, (Remark("stated_by_input", {"headings": named}),) if stated else ()


def _without_live_sums(grid: Grid) -> Grid:
    """An exercise without its sums, which its own formulas make of the numbers above; any other sheet as it is."""
    labels = {label for row in ADDS_UP for label in in_all(row)}
    found = {row for row, values in enumerate(grid.rows) if values and as_text(values[0]) in labels}
    if not found:
        return grid
    rows = [[] if row in found else values for row, values in enumerate(grid.rows)]
    return replace(grid, load=lambda: rows)


def _no_game_row(grid: Grid) -> int:
    """The row without a game, which the calculation of our own reports has; 0 on other sheets."""
    return next((row for row in range(1, min(_TOP, len(grid.rows))) if grid.text(row, _NAMES) in in_all(NO_GAME)), 0)


def _without_helpers(grid: Grid, header: int) -> Grid:
    labels = {*in_all(NO_GAME), *(label for row in SUM_ROWS if not sum_kind(row.label) for label in in_all(row.label))}
    helpers = {column for column, value in enumerate(grid.rows[header]) if _is_helper(as_text(value))}
    rows = [
        [] if grid.text(row, _NAMES) in labels
        else [None if row >= header and column in helpers else value for column, value in enumerate(values)]
        for row, values in enumerate(grid.rows)
    ]
    return replace(grid, load=lambda: rows)


def _is_helper(heading: str) -> bool:
    """Whether a heading is one of a report's that an audit has no use for; those as read stand a second time there."""
    return heading in _not_judged() or not (meanings_of(heading) or vocabulary.heading(heading))


@cache
def _not_judged() -> frozenset[str]:
    """The headings of the values as read, and of those that the event's file stated."""
    left_out = (column for column in COLUMNS if column.band == "as read" or column.key == "stated_rp")
    return frozenset(text for column in left_out for text in in_all(column.heading))
