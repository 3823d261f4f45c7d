"""Columns that a layout doesn't use although their cells look like games: their headings are missing or mistyped.

Nothing that looks like a game may be left out with a note: such a column refuses the file, and is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from pipeline.addresses import column_letters
from pipeline.readers.builder import LISTED, EventBuilder
from pipeline.readers.cells import number_in, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header
from pipeline.readers.notation import bye_of, has_game_signs, opponent_in
from pipeline.readers.vocabulary import DASHES, codes
from pipeline.words import counted, said

_SHARE = 0.75
"""The share of a column's numbers that are opponents where the opponents' own rows show it."""
_FEWEST, _FEWEST_BYES = 4, 2
_BYE = re.compile(rf".*bye.*|[{DASHES}](?:½|1/2|0(?:[.,]5)?)|[hbuxf]\s*[{DASHES}]{{2,4}}", re.IGNORECASE)
_UNKNOWN = ("", "left_out", "round", "opponent", "result")
"""Headings that aren't known, that are never used, or that stand twice."""
_UNSURE = ("", "round", "opponent", "result", "colour")
"""Headings that aren't known, or that stand twice."""
_MEND = said("Give it the heading of its round (such as 2.Rd, or Opponent 2 and Result 2), or delete the column.")


def refuse_overlooked(builder: EventBuilder, grid: Grid, header: Header, rows: list[int], used: Collection[int],
                      numbers: Mapping[int, int]) -> None:  # fmt: skip
    """A problem for each column outside `used` whose cells in `rows` look like games.

    `numbers` has the number of each row's player, as opponents are named by it.
    """
    headings = {heading.column: heading for heading in header.headings}
    for column in range(max((len(grid.rows[row]) for row in rows), default=0)):
        if column in used or _are_measures(grid, rows, column):
            continue
        heading = headings.get(column)
        word = heading.word.name if heading is not None and heading.word is not None else ""
        row = _first_game(grid, rows, column)
        if row is None and (heading is None or word in _UNKNOWN) and _are_byes(grid, rows, column, heading is None):
            row = next(row for row in rows if not grid.is_blank(row, column))
        if row is None and not builder.problems and _are_results(grid, rows, column):
            row = next(row for row in rows if not grid.is_blank(row, column))
        if row is None and names_opponents(grid, rows, column, numbers, word in _UNSURE):
            row = next(row for row in rows if not grid.is_blank(row, column))
        if row is not None:
            called = (
                said("the column {heading}", heading=quoted(heading.text))
                if heading
                else said("column {column}, without a heading,", column=column_letters(column))
            )
            example = quoted(grid.value(row, column))
            builder.problem(
                grid.place(header.row, column),
                said(
                    "{called} isn't understood, and its cells look like games (such as {example}).",
                    called=called, example=example,
                ),
                _MEND,
            )


def refuse_missing_rounds(builder: EventBuilder, grid: Grid, header: Header, columns: Iterable[int]) -> None:
    """A problem where the headings of the rounds' `columns` leave a number out, and nothing else is said of a column.

    Headings that aren't all plain numbers or those of rounds (1, 1b) say nothing of that.
    """
    found = [heading for heading in header.headings if heading.column in set(columns)]
    texts = [heading.text for heading in found if heading.word is None or heading.word.name != "round"]
    numbers = [heading.word.number for heading in found if heading.word is not None and heading.word.name == "round"]
    numbers += [int(text) for text in texts if text.isdecimal()]
    missing = [str(number) for number in range(1, max(numbers, default=0)) if number not in numbers]
    if missing and len(set(numbers)) == len(found) and not builder.problems:
        after = min(h.column for h, number in zip(found, numbers, strict=True) if number > int(missing[0]))
        which = counted("round {rounds}", "the rounds {rounds}", len(missing), rounds=", ".join(missing[:LISTED]))
        builder.problem(
            grid.place(header.row, after),
            said(
                "the rounds go up to {last}, and no column has the heading of {which}.", last=max(numbers), which=which
            ),
            said(
                "Give the column its heading, or add it, blank where nothing was played; or number the "
                "rounds from 1 without a gap."
            ),
        )


def _are_measures(grid: Grid, rows: list[int], column: int) -> bool:
    """Whether a column holds numbers alone, at least half of them fractions above 1, as averages and performances are.

    No game is written so; the many columns of a worked sheet needn't be looked through for one.
    """
    values = [grid.value(row, column) for row in rows]
    fractions = sum(type(value) is float and value > 1 and not value.is_integer() for value in values)
    return 2 * fractions >= len(values) and all(value is None or type(value) in (float, int) for value in values)


def _first_game(grid: Grid, rows: Iterable[int], column: int) -> int | None:
    """The first row whose cell can be nothing but a game."""
    for row in rows:
        value = grid.value(row, column)
        if type(value) is str and not value.isalpha() and (text := grid.text(row, column)) and has_game_signs(text):
            return row
    return None


def _are_byes(grid: Grid, rows: list[int], column: int, is_nameless: bool) -> bool:
    """Whether a column holds nothing but byes, and one that can be nothing else (-½, -0, half-bye).

    A single one under a heading may be a remark.
    """
    texts = [text for row in rows if (text := grid.text(row, column))]
    if len(texts) < (1 if is_nameless else _FEWEST_BYES) or any(bye_of(text) is None for text in texts):
        return False
    return any(_BYE.fullmatch(text) for text in texts)


def _are_results(grid: Grid, rows: list[int], column: int) -> bool:
    """Whether a column holds nothing but results, for at least half of the players.

    That is w, d and l, with won and lost games; or a round robin's results with the one mark of who meets himself.
    """
    texts = [text.casefold() for row in rows if (text := grid.text(row, column))]
    if 2 * len(texts) < len(rows):
        return False
    marks = [text for text in texts if codes("round-robin", "marks").get(text) == "self"]
    others = {text for text in texts if text not in marks}
    is_square = len(marks) == 1 and len(others) > 1 and others <= set(codes("crosstable", "results"))
    return is_square or {"w", "l"} <= others <= {"w", "d", "l"}


def names_opponents(
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
