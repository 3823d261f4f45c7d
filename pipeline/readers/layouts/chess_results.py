"""Cross-tables whose cells name the opponent, such as “ 16w1”, by rank or by starting number.

chess-results' of Swiss events, in Excel, as a web page or saved as csv; and game files in csv, where two players may
meet many times and the columns have only numbers (1, 2, 1b, 2b): each column is a round there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from pipeline.event import PENDING, Event
from pipeline.readers.cells import Cells, is_date, quoted
from pipeline.readers.entries import Entries
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts import ranking
from pipeline.readers.layouts.table import PlayerTable, event_name, new_builder
from pipeline.readers.vocabulary import codes, colour_meanings

NAME = "chess-results cross-table"
LOOKED_FOR = "Rk. (or No.), Name, Rtg, 1.Rd, 2.Rd, …"
_OPTIONAL = {"start_no", "title", "federation", "birth", "k"}
_BOARD_POINTS = re.compile(r"[0-9]{1,3}\s*[a-z]\s*(?:1[0-9]|[2-9]|1(?=½|[.,]5))(?:½|[.,]5)?", re.IGNORECASE)
_MEND = (
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
    return "round" in known or any(_is_game(grid, header, column) for column in header.number_columns())


def _is_game(grid: Grid, header: Header, column: int) -> bool:
    """Whether a column under a mere number holds opponents: its first cell that isn't blank decides.

    It must have a colour: in a round robin “0½” are two games, here a draw with somebody.
    """
    first = next((text for row in range(header.row + 1, len(grid.rows)) if (text := grid.text(row, column))), "")
    match = _cell_pattern().fullmatch(first)
    return match is not None and match["colour"] is not None


def _round_columns(grid: Grid, header: Header) -> dict[int, int]:
    """The column of each round; those with mere numbers as headings are rounds in their order."""
    if "round" in header.known():
        return header.numbered("round")
    columns = header.number_columns()
    return dict(enumerate(columns, start=1)) if any(_is_game(grid, header, column) for column in columns) else {}


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    number, rank = header.column("no"), header.column("rank")
    name_column = header.column("name") or 0
    by_number = number is not None and (rank is None or rank > name_column or number < rank)
    position = number if by_number else rank
    if position is None:  # only a starting number: the opponents can't mean anything else
        position, by_number = header.column("start_no"), True
    layout = f"{NAME}, opponents by {'starting number' if by_number else 'rank'}"
    builder = new_builder(path, layout, grid, event_name(grid, header))
    rounds = _round_columns(grid, header)
    builder.set_rounds(max(rounds))
    table = PlayerTable(grid, header, builder, position or 0, list(rounds.values()), _OPTIONAL)
    entries = Entries(builder, header, hints)
    stray: list[str] = []
    for row, no in _by_number(table, position or 0) if by_number else ranking.positions(table, position or 0):
        table.add_player(row, no)
        for round_, column in rounds.items():
            _read_cell(entries, table.cells, row, no, round_, column, stray)
    entries.close()
    builder.note("stray text", stray, "cells with a mere dot or the like, read as blank")
    table.close()
    return builder.finish()


def _by_number(table: PlayerTable, column: int) -> list[tuple[int, int]]:
    """Each player's row and the number in the column; a missing or second one is a problem."""
    found: dict[int, int] = {}
    mend = "Give every player a whole number of his own, or export the table again."
    for row in table:
        if table.grid.is_blank(row, column):
            name = table.grid.text(row, table.header.column("name"))
            table.builder.problem(table.cells.place(row, column), f"player {quoted(name)} has no number.", mend)
            continue
        no = table.cells.whole(row, column, "the player number", mend)
        if no is not None and no in found:
            first = table.cells.place(found[no], column)
            table.builder.problem(
                table.cells.place(row, column), f"player number {no} stands twice (first in {first}).", mend
            )
        elif no is not None:
            found[no] = row
    return [(row, no) for no, row in found.items()]


@cache
def _cell_pattern() -> re.Pattern[str]:
    """Opponent, colour, result; a game still to be played has no result, and a forfeit may have no colour."""
    colours = "".join(sorted(word for word in colour_meanings() if len(word) == 1))
    spellings = sorted(codes("crosstable", "results"), key=len, reverse=True)
    results = "|".join(map(re.escape, spellings))
    unmistakable = "|".join(re.escape(spelling) for spelling in spellings if not spelling[0].isdecimal())
    return re.compile(
        rf"(?P<opponent>[0-9]{{1,5}})\s*(?:(?P<colour>[{colours}])\s*(?P<result>{results})?|(?P<colourless>{unmistakable}))",
        re.IGNORECASE,
    )


@lru_cache(maxsize=65_536)  # a large open has many cells of the same text
def _game(text: str) -> tuple[int, str, str] | None:
    """Opponent, result code and colour letter of a cell's text; None where it isn't a game."""
    match = _cell_pattern().fullmatch(text)
    if match is None:
        return None
    spelling = match["result"] or match["colourless"]
    result = codes("crosstable", "results")[spelling.casefold()] if spelling else PENDING
    return int(match["opponent"]), result, match["colour"] or ""


def _read_cell(
    entries: Entries, cells: Cells, row: int, no: int, round_: int, column: int, stray: list[str]
) -> None:
    """Keep one cell of the cross-table, or say why it can't be read."""
    value = cells.grid.value(row, column)
    place = cells.place(row, column)
    game = _game(as_text(value)) if type(value) is str else None
    if game is not None:
        entries.add(no, round_, game[0], game[1], place, game[2])
        return
    what = f"round {round_} of player {no}"
    text = cells.text(row, column, what)
    if not text:
        if not cells.grid.is_blank(row, column):
            cells.builder.add_unreadable(no, round_)
        return
    bye = codes("crosstable", "byes").get(text.casefold())
    if bye is not None and not isinstance(value, bool):
        entries.add(no, round_, None, bye, place)
    elif codes("round-robin", "marks").get(text) == "stray":
        stray.append(f"{place.cell} {quoted(value)}")
    else:
        kind = ", which isn't an opponent with a result"
        if is_date(value):
            kind = ": Excel made a date or time of it"
        elif _BOARD_POINTS.fullmatch(text):
            kind = ": a game has no more than 1 point, so these are the board points of a team match, and no games"
        cells.builder.problem(place, f"{what} is {quoted(value)}{kind}.", _MEND)
        cells.builder.add_unreadable(no, round_)
