"""Columns that a layout doesn't use although their cells look like games: their headings are missing or mistyped.

Nothing that looks like a game may be left out with a note: such a column refuses the file, and is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import number_in, quoted
from pipeline.readers.grid import Grid, column_letters
from pipeline.readers.headings import Header
from pipeline.readers.notation import bye_of, is_game, opponent_in

_RESULT = r"(?:1|0|½|1/2|0[.,]5)"
_JOINED = re.compile(rf"{_RESULT}\s*[-–−:]\s*{_RESULT}")
_SHARE = 0.75
"""The share of a column's numbers that are opponents where the opponents' own rows show it."""
_FEWEST = 4
_UNSURE = ("", "round", "opponent", "result", "colour")
"""Headings that aren't known, or that stand twice."""
_MEND = "Give it the heading of its round (such as 2.Rd, or Opponent 2 and Result 2), or delete the column."


def refuse_overlooked(builder: EventBuilder, grid: Grid, header: Header, rows: list[int], used: Collection[int],
                      numbers: Mapping[int, int]) -> None:  # fmt: skip
    """A problem for each column outside `used` whose cells in `rows` look like games.

    `numbers` has the number of each row's player, as opponents are named by it.
    """
    headings = {heading.column: heading for heading in header.headings}
    for column in range(max((len(grid.rows[row]) for row in rows), default=0)):
        if column in used:
            continue
        heading = headings.get(column)
        word = heading.word.name if heading is not None and heading.word is not None else ""
        row = _first_game(grid, rows, column)
        if row is None and _names_opponents(grid, rows, column, numbers, word in _UNSURE):
            row = next(row for row in rows if not grid.is_blank(row, column))
        if row is not None:
            unnamed = f"column {column_letters(column)}, without a heading,"
            called = f"the column {quoted(heading.text)}" if heading else unnamed
            example = quoted(grid.value(row, column))
            builder.problem(
                grid.place(header.row, column),
                f"{called} isn't understood, and its cells look like games (such as {example}).",
                _MEND,
            )


def _first_game(grid: Grid, rows: Iterable[int], column: int) -> int | None:
    """The first row whose cell can be nothing but a game."""
    for row in rows:
        value = grid.value(row, column)
        if type(value) is str and not value.isalpha() and (text := grid.text(row, column)):
            if any(map(str.isdecimal, text)) and (is_game(text) or _JOINED.fullmatch(text)):
                return row
            if "½" in text and (is_game(text) or _JOINED.fullmatch(text)):
                return row
    return None


def _names_opponents(
    grid: Grid, rows: list[int], column: int, numbers: Mapping[int, int], as_numbers: bool
) -> bool:
    """Whether nearly all of the column's cells name an opponent whose cell names this player.

    Mere numbers count only `as_numbers`: under a heading that is known, they are what it says.
    """
    named: dict[int, int] = {}
    filled = 0
    for row in rows:
        value, text = grid.value(row, column), grid.text(row, column)
        if not text or (isinstance(value, str) and bye_of(text) is not None and opponent_in(text) is None):
            continue
        number = number_in(value)
        if number is not None and (not number.is_integer() or not as_numbers):
            continue
        filled += 1
        opponent = opponent_in(text) if number is None else int(number)
        if opponent is not None:
            named[numbers[row]] = opponent
    mutual = sum(named.get(opponent) == no != opponent for no, opponent in named.items())
    return mutual >= _FEWEST and mutual >= _SHARE * filled


def result_columns(grid: Grid, rows: list[int], columns: Iterable[int]) -> list[int]:
    """The columns that hold nothing but single results, as a round robin's do, with a ½ or the mark of the diagonal."""
    found = []
    for column in columns:
        texts = {grid.text(row, column).casefold() for row in rows} - {""}
        if texts and texts <= _RESULTS and texts & _TELLING:
            found.append(column)
    return found if len(found) > 1 else []


_TELLING = frozenset({"½", "1/2", "0.5", "0,5", "*", "=", "+", "-"})
_RESULTS = _TELLING | {"1", "0", "x", "**", "***", "#"}
