"""Tables of a file that no layout knows, although their cells look like games: they refuse the file, and are named."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers.cells import number_in, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.notation import has_game_signs
from pipeline.readers.overlooked import names_opponents
from pipeline.readers.vocabulary import codes
from pipeline.words import Said, said

_Game = tuple[int, float | None, str | None]
"""A player's number, that of his opponent, and the code of the result."""
_LONGEST = 12
"""No cell of a game is longer."""
_FEWEST = 2
_SQUARE = 3
"""A cross-table without headings has at least so many players."""


def refuse_unread(event: Event, grids: list[Grid], read: str) -> None:
    """Raise InputError for the tables among `grids` that look like games; `read` says how to pick that of the event.

    Nothing that looks like a game may be dropped: it is a second event, or a part of this one.
    """
    known = event.entries.dropna(subset="opponent")
    games = set(zip(known["no"].tolist(), known["opponent"].tolist(), known["result"].tolist(), strict=True))
    problems = [
        Problem(
            grid.place(row, column),
            _looks_like_games(grid, row, column),
            said(
                "If it is an event, give it headings (arpo template shows them); to leave it out, say {read}.",
                read=read,
            ),
        )
        for grid in grids
        if (found := _first_game(grid, games)) is not None
        for row, column in [found]
    ]
    if problems:
        raise InputError(event.source.path, problems)


def _looks_like_games(grid: Grid, row: int, column: int) -> Said:
    example = quoted(grid.value(row, column))
    if grid.hidden:
        return said(
            "this table of a hidden sheet has no headings that are known, and its cells look like games (such as "
            "{example}).",
            example=example,
        )
    return said(
        "this table has no headings that are known, and its cells look like games (such as {example}).", example=example
    )


def _first_game(grid: Grid, games: Collection[_Game]) -> tuple[int, int] | None:
    """The first cell of a column of games, of a cross-table, or of opponents beside results; None for no such thing."""
    return next(_columns_of_games(grid), None) or next(_squares(grid), None) or next(_opponents(grid, games), None)


def _columns_of_games(grid: Grid) -> Iterator[tuple[int, int]]:
    """Columns half of whose cells, and at least two, name an opponent with colour and result, or are two results."""
    games: dict[int, list[int]] = {}
    filled: dict[int, int] = {}
    for row, values in enumerate(grid.rows):
        for column, value in enumerate(values):
            if value is None or value == "":
                continue
            filled[column] = filled.get(column, 0) + 1
            if type(value) is str and len(value) <= _LONGEST and has_game_signs(grid.text(row, column)):
                games.setdefault(column, []).append(row)
    for column, rows in sorted(games.items()):
        if len(rows) >= _FEWEST and 2 * len(rows) >= filled[column]:
            yield rows[0], column


def _squares(grid: Grid) -> Iterator[tuple[int, int]]:
    """Squares of results around a diagonal of marks: the cross-table of a round robin."""
    marks, results = codes("round-robin", "marks"), codes("crosstable", "results")
    for row in range(len(grid.rows)):
        for column, value in enumerate(grid.rows[row]):
            if type(value) is not str or len(value) > _SQUARE:  # nearly all, in a large sheet
                continue
            size = 0
            while marks.get(grid.text(row + size, column + size).casefold()) == "self":
                size += 1
            if size < _SQUARE or (row and column and marks.get(grid.text(row - 1, column - 1).casefold()) == "self"):
                continue
            others = [grid.text(row + i, column + j).casefold() for i in range(size) for j in range(size) if i != j]
            if all(text in results or not text for text in others) and 2 * sum(map(bool, others)) >= len(others):
                yield row, column


def _opponents(grid: Grid, games: Collection[_Game]) -> Iterator[tuple[int, int]]:
    """Columns of opponents' numbers that answer each other, with their results beside them.

    Those of the event itself are no more than shown again, and computed ones were typed elsewhere: a calculated sheet.
    """
    results = codes("native", "results")
    numbers = _numbers(grid)
    rows = list(numbers)
    for column in range(1, max((len(grid.rows[row]) for row in rows), default=0) - 1):
        beside = [text.casefold() for row in rows if (text := grid.text(row, column + 1))]
        are_results = len(set(beside)) > 1 and all(text in results for text in beside)
        if are_results and names_opponents(grid, rows, column, numbers, as_numbers=True):
            named = [row for row in rows if number_in(grid.value(row, column)) is not None]
            codes_ = [results.get(grid.text(row, column + 1).casefold()) for row in named]
            shown = {(numbers[row], number_in(grid.value(row, column)), code)
                     for row, code in zip(named, codes_, strict=True)}  # fmt: skip
            if not shown <= set(games) and not all(grid.is_computed(row, column) for row in named):
                yield named[0], column


def _numbers(grid: Grid) -> dict[int, int]:
    """The rows that begin with a whole number, each with a number of its own; empty where two have the same."""
    found: dict[int, int] = {}
    for row, values in enumerate(grid.rows):
        number = number_in(values[0]) if values else None
        if number is not None and number.is_integer():
            found[row] = int(number)
    return found if len(set(found.values())) == len(found) else {}
