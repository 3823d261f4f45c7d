"""What all tables of players have in common: where they end, the players' columns, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.readers.above import tell_date
from pipeline.readers.builder import HIGHEST_RATING, RATING_MEND, EventBuilder, is_rating
from pipeline.readers.cells import Cells, number_in, number_of, quoted, rating_of
from pipeline.readers.grid import ErrorCell, Grid, UnvaluedFormula, as_text, is_blank
from pipeline.readers.headings import Header
from pipeline.readers.notation import is_game
from pipeline.readers.overlooked import refuse_overlooked
from pipeline.readers.vocabulary import codes, heading_text
from pipeline.words import in_all, joined, said

LOWEST_RATING = 400
"""Where half of a column's numbers are lower, they are places: no event has so many players."""
_TEXT_COLUMNS = ("title", "federation", "birth")
_NUMBER_COLUMNS = ("k", "games_before", "standard_rating")
_NUMBER_MEND, _WHOLE_MEND = said("Write a number."), said("Write a whole number.")
_POINTS_MEND = said("Write a number such as 7 or 7.5.")
_START_NO, _POINTS, _NAME, _RATING = (
    said("the starting number"), said("the number of points"), said("the name"), said("the rating")
)
"""Made once: a large table has thousands of players."""
_NO_GAME = in_all(said("(no game)"))
"""What stands where a name does in the row of zeros that the formulas of a report of ours need."""


class PlayerTable:
    """A header and the rows below it; hands the players to the builder, and notes what else there was."""

    def __init__(
        self, grid: Grid, header: Header, builder: EventBuilder, position: int, rounds: list[int], optional: set[str]
    ) -> None:
        """`position` is the column of the number or rank, `rounds` the columns of the rounds.

        `optional` names the columns to read beside name, rating and points, where the table has them.
        """
        self.grid = grid
        self.header = header
        self.builder = builder
        self.cells = Cells(grid, builder)
        self._position = position
        self._rounds = rounds
        self._columns = {name: header.column(name) for name in ("name", "rating", "points", *sorted(optional))}
        if self._columns["rating"] is None:
            self._columns["rating"] = rating_column(grid, header)
        if "title" in optional and self._columns["title"] is None:
            self._columns["title"] = self._unnamed_title()
        self._texts, self._numbers_of = (
            {name: joined("", [heading_text(name)]) for name in names if name in self._columns}
            for names in (_TEXT_COLUMNS, _NUMBER_COLUMNS)
        )
        self._nameless: list[str] = []
        self._longer_ratings: list[str] = []
        self._rows = self._player_rows()
        refuse_overlooked(builder, grid, header, self._rows, self._in_use(), self._numbers())
        self._stated = self._stated_columns()

    def _in_use(self) -> set[int]:
        """The columns whose cells are read as what they are, so that a game in them is a problem anyway."""
        names = (self._columns[name] for name in ("name", "rating", "points"))
        return {self._position, *self._rounds, *(column for column in names if column is not None)}

    def _numbers(self) -> dict[int, int]:
        """The number of each row's player: that of the column where all have one of their own, else his place."""
        found = {row: number_in(self.grid.value(row, self._position)) for row in self._rows}
        numbers = {row: int(number) for row, number in found.items() if number is not None}
        if len(set(numbers.values())) == len(self._rows):
            return numbers
        return {row: number for number, row in enumerate(self._rows, start=1)}

    def _unnamed_title(self) -> int | None:
        """The column of titles without a heading that chess-results and Swiss-Manager put just before the name."""
        before = (self._columns["name"] or 0) - 1
        taken = {heading.column for heading in self.header.headings} | {self._position, *self._rounds}
        return before if before >= 0 and before not in taken else None

    def show(self, grid: Grid) -> None:
        """Read the cells of another grid from here on: of the same table, with numbers where names stand."""
        self.grid = grid
        self.cells.grid = grid

    # Rows

    def __iter__(self) -> Iterator[int]:
        """The rows that hold players, from the top."""
        return iter(self._rows)

    def _is_number(self, row: int) -> bool:
        number = number_in(self.grid.value(row, self._position))
        return number is not None and number.is_integer()

    def _has_rounds(self, row: int) -> bool:
        return any(not self.grid.is_blank(row, column) for column in self._rounds)

    def _has_game(self, row: int) -> bool:
        return any(is_game(self.grid.text(row, column)) for column in self._rounds)

    def _is_player(self, row: int) -> bool:
        if self._is_banner(row) or self.grid.text(row, self._columns["name"]) in _NO_GAME:
            return False
        has_name = not self.grid.is_blank(row, self._columns["name"])
        has_data = self._has_rounds(row) or not self.grid.is_blank(row, self._columns["rating"])
        return (has_name and has_data) or (self._is_number(row) and (has_name or has_data))

    def _is_banner(self, row: int) -> bool:
        """Whether a row is one text across all columns (chess-results' links), or the header over again."""
        values = self.grid.rows[row]
        if all(as_text(values[h.column]) == h.text for h in self.header.headings if h.column < len(values)):
            return True
        rest: list[str] = []
        for value in values[1:]:
            text = as_text(value)
            if text and rest and text != rest[0]:
                return False
            rest += [text] if text else []
        return len(rest) > 2 and number_of(rest[0]) is None

    def _player_rows(self) -> list[int]:
        first, end = self.header.row + 1, len(self.grid.rows)
        players = [row for row in range(first, end) if self._is_player(row)]
        known = set(players)
        last = players[-1] if players else first
        outside: list[str] = []
        comments: list[str] = []
        unused: list[str] = []
        for row in range(first, end):
            if row in known:
                continue
            filled = [c for c in range(len(self.grid.rows[row])) if not self.grid.is_blank(row, c)]
            if not filled:
                continue
            if filled == [self._position] and self._is_number(row):
                unused.append(self.grid.place(row, self._position).cell)
            elif self._has_rounds(row) and not self._is_banner(row) and (row < last or self._has_game(row)):
                self.builder.problem(
                    self.cells.place(row, self._position),
                    said("this row has opponents or results, and neither a number nor a name."),
                    said("Give it the player's number and name, or delete it."),
                )
            elif not self.grid.typed and self.grid.text(row, filled[0]).startswith("#"):
                comments.append(self.grid.place(row, filled[0]).beginning)
            else:
                value = quoted(self.grid.value(row, filled[0]))
                outside.append(joined(" ", [self.grid.place(row, filled[0]).cell, value]))
        self.builder.note(said("rows left out"), outside, said("rows in or under the table that aren't players"))
        self.builder.note(said("comments"), comments, said("comment lines"))
        self.builder.note(said("unused rows"), unused, said("rows with a number and no player"))
        return players

    # Columns

    def add_player(self, row: int, no: int) -> None:
        """Hand the player of a row to the builder, with all that the table says of him."""
        builder, cells = self.builder, self.cells
        optional: dict[str, object] = {
            name: cells.text(row, self._columns[name], what) or None for name, what in self._texts.items()
        }
        for name, what in self._numbers_of.items():
            optional[name] = cells.number(row, self._columns[name], what, _NUMBER_MEND)
        optional["start_no"] = cells.whole(row, self._columns.get("start_no"), _START_NO, _WHOLE_MEND)
        optional["points_stated"] = cells.number(row, self._columns["points"], _POINTS, _POINTS_MEND)
        given = {name: value for name, value in optional.items() if value is not None}
        name_column = self._columns["name"] or 0
        name = cells.text(row, name_column, _NAME)
        if not name:
            self._nameless.append(str(no))
        builder.add_player(no, cells.place(row, self._position), name, self._rating(row), **given)
        for column, heading in self._stated.items():
            value = number_in(self.grid.value(row, column))
            if value is not None:
                builder.add_stated(no, heading, value)

    def _rating(self, row: int) -> float | None:
        column = self._columns["rating"]
        if self.grid.text(row, column).casefold() in codes("native", "ratings"):
            return None
        value = self.grid.value(row, column)
        longer = rating_of(as_text(value)) if isinstance(value, str) else None
        if longer is not None:
            self._longer_ratings.append(joined(" ", [self.cells.place(row, column or 0).cell, quoted(value)]))
            return longer
        rating = self.cells.number(row, column, _RATING, RATING_MEND)
        if rating is not None and column is not None and not is_rating(rating):
            shown = quoted(self.grid.value(row, column))
            self.builder.problem(
                self.cells.place(row, column), said("the rating {shown} isn't a rating.", shown=shown), RATING_MEND
            )
            return None
        return rating

    def _stated_columns(self) -> dict[int, str]:
        """The columns of tie-breaks: those the vocabulary knows, and unknown ones that hold only numbers."""
        used = {self._position, *self._rounds, *(c for c in self._columns.values() if c is not None)}
        stated: dict[int, str] = {}
        left_out: list[str] = []
        for heading in self.header.headings:
            if heading.column in used:
                continue
            word = heading.word.name if heading.word is not None else ""
            if word in ("", "tie_break", "rating_or_rank") and self._is_numeric(heading.column):
                count = sum(text == heading.text or text.startswith(f"{heading.text} (") for text in stated.values())
                stated[heading.column] = f"{heading.text} ({count + 1})" if count else heading.text
            else:
                left_out.append(heading.text)
        self.builder.note(said("columns left out"), left_out, said("columns that arpo doesn't use"))
        return stated

    def _is_numeric(self, column: int) -> bool:
        values = [self.grid.value(row, column) for row in self._rows if not self._is_error(row, column)]
        filled = [value for value in values if not is_blank(value)]
        return bool(filled) and all(number_in(value) is not None for value in filled)

    def _is_error(self, row: int, column: int) -> bool:
        return isinstance(self.grid.value(row, column), ErrorCell | UnvaluedFormula)

    def close(self) -> None:
        """Note what was interpreted in the whole grid."""
        self.cells.close()
        self.builder.note(
            said("ratings"), self._longer_ratings, said("ratings with a blank, a letter or a number of games in them")
        )
        self.builder.note(said("half points"), self.grid.halves, said("half points in a wrong encoding, read as ½"))
        self.builder.note(said("no name"), self._nameless, said("players without a name, named by their number"))
        errors = [
            self.grid.place(row, column).cell
            for row in self._rows
            for column in self._stated
            if self._is_error(row, column)
        ]
        self.builder.note(said("error cells"), errors, said("error values among the stated tie-breaks, left out"))
        if self.grid.remark:
            self.builder.note(said("encoding"), [self.grid.remark], said("the text's encoding"))
        if self._columns["rating"] is None:
            unrated = said("all players count as unrated")
            self.builder.note(said("no ratings"), [unrated], said("the table has no rating column"))
        if self.grid.hidden:
            self.builder.note(said("hidden"), [self.grid.sheet], said("the sheet is hidden, and was read all the same"))
        hidden = [str(row + 1) for row in self._rows if row in self.grid.hidden_rows]
        self.builder.note(said("hidden"), hidden, said("hidden rows, read like the others"))
        columns = [h.text for h in self.header.headings if h.column in self.grid.hidden_columns]
        self.builder.note(said("hidden"), columns, said("hidden columns, read like the others"))
        self._refuse_merged()

    def _refuse_merged(self) -> None:
        """Merged cells among those that are read are a problem: only one of them holds the value."""
        read = {*self._in_use(), *self._stated, *(column for column in self._columns.values() if column is not None)}
        for top, left, bottom, right in self.grid.merged:
            if any(top <= row <= bottom for row in self._rows) and not read.isdisjoint(range(left, right + 1)):
                first, last = self.grid.place(top, left), self.grid.place(bottom, right)
                self.builder.problem(
                    first,
                    said("the cells {first} to {last} are merged.", first=first.cell, last=last.cell),
                    said("Unmerge them, and fill in each of them."),
                )


def rating_column(grid: Grid, header: Header) -> int | None:
    """The column under a heading that means the rating or the place, where its numbers are ratings."""
    return next((h.column for h in header.all_of("rating_or_rank") if are_ratings(grid, header.row, h.column)), None)


def are_ratings(grid: Grid, header_row: int, column: int) -> bool:
    """Whether the numbers under a heading are ratings and no places: the middle one decides; 0 is an unrated player."""
    found = [number_in(grid.value(row, column)) for row in range(header_row + 1, len(grid.rows))]
    numbers = sorted(number for number in found if number)
    return bool(numbers) and LOWEST_RATING <= numbers[len(numbers) // 2] <= HIGHEST_RATING


def event_name(grid: Grid, header: Header) -> str:
    """The first line above the table that can be the event's name; empty where there is none."""
    for row in range(header.row):
        texts = [grid.text(row, column) for column in range(len(grid.rows[row]))]
        first = next((text for text in texts if text), "")
        if any(map(str.isalnum, first)) and "chess-results" not in first.casefold():
            return first
    return ""


def new_builder(path: Path, layout: str, grid: Grid, header: Header) -> EventBuilder:
    """A builder for the event in `grid`, with the name and the day that stand above the table."""
    builder = EventBuilder(path, layout, grid.sheet, event_name(grid, header))
    tell_date(builder, grid, header)
    return builder
