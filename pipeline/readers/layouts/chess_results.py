"""Cross-tables whose cells name the opponent, such as “ 16w1”, by rank or by starting number.

chess-results' of Swiss events, in Excel, as a web page or saved as csv; and game files in csv, where two players may
meet many times and the columns have only numbers (1, 2, 1b, 2b): each column is a round there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.errors import Place
from pipeline.event import PENDING, RESULTS, Event, Scoring, scoring_of
from pipeline.readers.above import tell_rounds
from pipeline.readers.cells import is_date, quoted
from pipeline.readers.entries import Entries
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.layouts import ranking
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.notation import (
    NOT_PLAYED,
    WIDE,
    Choice,
    Notation,
    Parts,
    bye_of,
    has_colour,
    us_results,
)
from pipeline.readers.overlooked import refuse_missing_rounds
from pipeline.readers.vocabulary import DASHES, codes
from pipeline.readers.wording import Wording, code_in, decided
from pipeline.words import Said, either, joined, said

NAME = said("chess-results cross-table")
LOOKED_FOR = said("Rk. (or No.), Name, Rtg, 1.Rd, 2.Rd, …")
_OPTIONAL = {"start_no", "title", "federation", "birth", "k"}
_NUMBER = re.compile(r"[0-9]{1,5}")
_BOARD_POINTS = re.compile(r"[0-9]{1,3}\s*[a-z]\s*(?:1[0-9]|[2-9]|1(?=½|[.,]5))(?:½|[.,]5)?", re.IGNORECASE)
_MEND = said(
    "Write the opponent's number, the colour and the result, such as 16w1, 9b½ or 30w-; "
    "-1 for a bye of one point, 0 for an absence."
)

def recognise(grid: Grid) -> Header | None:
    """The header of such a cross-table, None where the grid has none."""
    return find_header(grid, lambda header: _fits(grid, header))


def _fits(grid: Grid, header: Header) -> bool:
    known = header.known()
    if "name" not in known or not {"rank", "no", "start_no"} & known:
        return False
    return "round" in known or bool(_round_columns(grid, header))


def _is_game(grid: Grid, header: Header, column: int) -> bool:
    """Whether a column under a mere number holds opponents: its first cell that isn't blank or a bye decides.

    It must have a colour: in a round robin “0½” are two games, here a draw with somebody.
    """
    rows = range(header.row + 1, len(grid.rows))
    return has_colour(next((t for row in rows if (t := grid.text(row, column)) and bye_of(t) is None), ""))


def _name_opponents(grid: Grid, header: Header, columns: list[int]) -> bool:
    """Whether columns under mere numbers name opponents without a colour: the opponents' rows show it."""
    cells = _cells_by(grid, header, dict(enumerate(columns, start=1)), *_position(header))
    return bool(cells) and Choice(cells, NONE).names_opponents()


def _cells_by(
    grid: Grid, header: Header, rounds: dict[int, int], position: int, by_number: bool
) -> dict[tuple[int, int], str]:
    """The texts in the columns of the rounds, by round and by the number in a column, or by the row's place."""
    name, cells, count = header.column("name"), {}, 0
    for row in range(header.row + 1, len(grid.rows)):
        if grid.is_blank(row, name):
            continue
        count += 1
        number = grid.text(row, position).rstrip(".") if by_number else str(count)
        for round_, column in rounds.items():
            text = grid.text(row, column) if isinstance(grid.value(row, column), str) else ""
            if text and _NUMBER.fullmatch(number):
                cells[int(number), round_] = text
    return cells


def _fitting_position(grid: Grid, header: Header, rounds: dict[int, int]) -> tuple[int, bool]:
    """`_position`, unless its numbers don't fit the cells and those of another column all do."""
    usual, start = _position(header), header.column("start_no")
    if start is None or usual == (start, True) or Choice(_cells_by(grid, header, rounds, *usual), NONE).is_answered():
        return usual
    other = _cells_by(grid, header, rounds, start, by_number=True)
    return (start, True) if other and Choice(other, NONE).is_answered() else usual


def _position(header: Header) -> tuple[int, bool]:
    """The column of the numbers that name the opponents, and whether these are the players' own and no ranks."""
    number, rank = header.column("no"), header.column("rank")
    name_column = header.column("name") or 0
    by_number = number is not None and (rank is None or rank > name_column or number < rank)
    position = number if by_number else rank
    if position is None:  # only a starting number: the opponents can't mean anything else
        return header.column("start_no") or 0, True
    return position, by_number


def _round_columns(grid: Grid, header: Header) -> dict[int, int]:
    """The column of each round; those with mere numbers as headings are rounds in their order."""
    if "round" in header.known():
        return header.numbered("round")
    columns = header.number_columns()
    are_rounds = any(_is_game(grid, header, column) for column in columns) or (
        bool(columns) and _name_opponents(grid, header, columns)
    )
    return dict(enumerate(columns, start=1)) if are_rounds else {}


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    rounds = _round_columns(grid, header)
    position, by_number = _fitting_position(grid, header, rounds)
    layout = said("{name}, opponents by starting number", name=NAME) if by_number else said(
        "{name}, opponents by rank", name=NAME
    )
    builder = new_builder(path, layout, grid, header)
    tell_rounds(builder, grid, header)
    builder.set_rounds(max(rounds))
    table = PlayerTable(grid, header, builder, position, list(rounds.values()), _OPTIONAL)
    refuse_missing_rounds(builder, grid, header, rounds.values())
    rows = list(_by_number(table, position) if by_number else ranking.positions(table, position))
    cells = _Rounds(table, rows, rounds, hints)
    for row, no in rows:
        table.add_player(row, no)
        for round_, column in rounds.items():
            cells.read(row, no, round_, column)
    cells.close()
    table.close()
    return builder.finish()


def _by_number(table: PlayerTable, column: int) -> list[tuple[int, int]]:
    """Each player's row and the number in the column; a missing or second one is a problem."""
    found: dict[int, int] = {}
    mend = said("Give every player a whole number of his own, or export the table again.")
    for row in table:
        if table.grid.is_blank(row, column):
            name = table.grid.text(row, table.header.column("name"))
            table.builder.problem(
                table.cells.place(row, column), said("player {name} has no number.", name=quoted(name)), mend
            )
            continue
        no = table.cells.whole(row, column, said("the player number"), mend)
        if no is not None and no in found:
            first = table.cells.place(found[no], column)
            table.builder.problem(
                table.cells.place(row, column),
                said("player number {no} stands twice (first in {first}).", no=no, first=first),
                mend,
            )
        elif no is not None:
            found[no] = row
    return [(row, no) for no, row in found.items()]


class _Rounds:
    """The cells of the rounds: read in the notation that the whole table shows."""

    def __init__(self, table: PlayerTable, rows: list[tuple[int, int]], rounds: dict[int, int], hints: Hints) -> None:
        """Decide what the cells of `rows` (row, number) in the columns of the `rounds` can mean."""
        self.table = table
        self.cells = table.cells
        self.entries = Entries(table.builder, table.header, hints)
        self._stray: list[str] = []
        grid = table.grid
        texts = {
            (no, round_): text
            for row, no in rows
            for round_, column in rounds.items()
            if isinstance(grid.value(row, column), str) and (text := grid.text(row, column))
        }
        self._notation, self._words = self._decided(texts, next(iter(rounds.values())), hints)
        parts = [found for text in texts.values() if (found := self._notation.parts(text))]
        self._lettered = any(found.result in ("w", "l") for found in parts)
        self._coloured = sum(bool(found.colour) for found in parts) > len(parts) / 2
        self._byes = points_of_byes(self._words.scoring)
        if not any(self._byes.get(grid.text(row, c)) == "full-bye" for row, _ in rows for c in rounds.values()):
            self._byes = {}  # where -1 is the bye of one point, as usual
        self._results = {**self._words.codes, **(us_results() if self._lettered else {})}

    def _decided(
        self, texts: dict[tuple[int, int], str], column: int, hints: Hints
    ) -> tuple[Notation, Wording]:
        """The notation and the wording; where they leave a question, it is a problem of the first round's heading."""
        choice = Choice(texts, hints)
        notation = choice.best[0]
        place = self.cells.place(self.table.header.row, column)
        if len(choice.best) > 1:
            example = next(t for t in texts.values() if len({n.parts(t) for n in choice.best}) > 1)
            readings = either(_in_words(n.parts(example)) for n in choice.best[:2])
            self.table.builder.problem(
                place,
                said(
                    "the cells can be read in two ways, and the table fits both: {example} is {readings}.",
                    example=quoted(example), readings=readings,
                ),
                said("Write the opponent's number, the colour and the result in this order, such as 16w1."),
            )
        words = self._wording(notation, texts, hints)
        if not words.offered and not all(notation.parts(text) or bye_of(text) for text in texts.values()):
            # Numbers that no game brings aren't even parts of a cell in the usual notation.
            wide = Choice(texts, hints, WIDE)
            pointed = self._wording(wide.best[0], texts, hints)
            worth = points_of_byes(scoring_of(pointed.offered))
            if pointed.offered and all(wide.best[0].parts(t) or t in worth or bye_of(t) for t in texts.values()):
                notation, words = wide.best[0], pointed
        words.report(self.table.builder, place, hints)
        return notation, words

    def _wording(self, notation: Notation, texts: dict[tuple[int, int], str], hints: Hints) -> Wording:
        found = {key: parts for key, text in texts.items() if (parts := notation.parts(text))}

        def pairs() -> Iterator[tuple[str, str]]:
            for (no, round_), mine in found.items():
                his = found.get((mine.opponent, round_))
                if his is not None and his.opponent == no and (no < mine.opponent):
                    yield mine.result, his.result

        return decided((parts.result for parts in found.values()), pairs(), self.table.header, hints)

    def read(self, row: int, no: int, round_: int, column: int) -> None:
        """Keep one cell, or say why it can't be read."""
        value = self.cells.grid.value(row, column)
        place = self.cells.place(row, column)
        parts = self._notation.parts(as_text(value)) if type(value) is str else None
        if parts is not None:
            self.cells.builder.keep_result_text(no, round_, as_text(value))
        if parts is not None and self._coloured and not parts.colour and self._is_bye(as_text(value)):
            parts = None  # -1 among “+ 4w” and “- 5b”: a bye, and no game that was lost to number 1
        result = code_in(self._results, parts.result) if parts is not None and parts.result else PENDING
        if parts is not None and result is not None and (result == PENDING or RESULTS[result].reply):
            if parts.colour == NOT_PLAYED:
                self.entries.add(no, round_, parts.opponent, {"w": "+", "l": "-"}.get(result, result), place)
            else:
                self.entries.add(no, round_, parts.opponent, result, place, parts.colour)
            return
        what = said("round {round} of player {no}", round=round_, no=no)
        text = self.cells.text(row, column, what)
        if not text:
            if not self.cells.grid.is_blank(row, column):
                self.cells.builder.add_unreadable(no, round_)
            return
        bye = self._byes.get(text) or bye_of(text, self._words.codes, self._lettered)
        if bye is not None and not isinstance(value, bool) and not is_date(value):
            self.entries.add(no, round_, None, bye, place)
        elif codes("round-robin", "marks").get(text) == "stray":
            self._stray.append(joined(" ", [place.cell, quoted(value)]))
        else:
            self._refuse(what, value, text, place)
            self.cells.builder.add_unreadable(no, round_)

    def _is_bye(self, text: str) -> bool:
        return text in self._byes or bye_of(text, lettered=False) is not None

    def _refuse(self, what: Said, value: object, text: str, place: Place) -> None:
        shown, mend = quoted(value), _MEND
        letter = self._notation.unknown_colour(text)
        if is_date(value):
            wrong = said("{what} is {value}: Excel made a date or time of it.", what=what, value=shown)
        elif _BOARD_POINTS.fullmatch(text):
            wrong = said(
                "{what} is {value}: a game has no more than 1 point, so these are the board points of a team match, "
                "and no games.",
                what=what, value=shown,
            )
        elif letter:
            wrong = said(
                "{what} is {value}, which isn't an opponent with a result: “{letter}” is no colour that is known.",
                what=what, value=shown, letter=letter,
            )
            mend = said(
                "If it is one, say --colours with the letters of White and Black, such as w/b. {mend}", mend=_MEND
            )
        else:
            wrong = said("{what} is {value}, which isn't an opponent with a result.", what=what, value=shown)
        self.cells.builder.problem(place, wrong, mend)

    def close(self) -> None:
        """Hand the rounds over, and note what was interpreted."""
        self.entries.close()
        self.table.builder.note(said("stray text"), self._stray,
        said("cells with a mere dot or the like, read as blank"))


def points_of_byes(scoring: Scoring | None) -> dict[str, str]:
    """The texts of byes in cells that hold points of another scoring, such as -2, -1 and -0; none for the usual one."""
    if scoring is None:
        return {}
    worth = zip(scoring, ("full-bye", "half-bye", "zero-bye"), strict=True)
    return {f"{dash}{value:g}": code for value, code in worth for dash in DASHES}


def _in_words(parts: Parts | None) -> Said:
    if parts is None:
        return said("nothing")
    return said("“{what}” against {opponent}", what=parts.result or parts.colour, opponent=parts.opponent)
