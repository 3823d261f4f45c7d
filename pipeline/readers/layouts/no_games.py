"""Tables that are recognised and hold no games between players: a message instead of an event."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers.grid import Grid, column_letters
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.overlooked import result_columns

NAME = "table without games"
LOOKED_FOR = ""
_EXPORT = "Export the cross-table instead (chess-results: “Final Ranking crosstable”), after at least one round."


_HEADINGS = (
    "In a round robin number the columns 1, 2, 3, … like the players; else use headings such as 1.Rd, or Opponent 1 "
    "and Result 1 (arpo template shows them)."
)
_BOARDS = (
    "Its cells hold board points of whole teams, not games between two players. Export the players' games instead "
    "(a FIDE report file, or a cross-table of the players)."
)


def recognise(grid: Grid) -> Header | None:
    """The header of a list of players or of a team table, None where the grid has none."""
    return find_header(
        grid,
        lambda header: bool({"name", "team"} & header.known()) and bool({"no", "rank", "rating"} & header.known()),
    )


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """Never an event: raises InputError that says what the table is."""
    is_team = "name" not in header.known()
    place = grid.place(header.row, header.column("team" if is_team else "name") or 0)
    if is_team and ("round" in header.known() or len(header.number_columns()) > 1):
        raise InputError(path, [Problem(place, "this is a team cross-table, which can't be used.", _BOARDS)])
    if is_team:
        raise InputError(path, [Problem(place, "this is a list of teams, without games between players.", _EXPORT)])
    position = header.column("no")
    builder = new_builder(path, NAME, grid, "")
    table = PlayerTable(grid, header, builder, position or 0, [], set())
    if builder.problems:
        raise InputError(path, builder.problems)
    rows = list(table)
    used = {heading.column for heading in header.headings if heading.word is not None}
    columns = result_columns(grid, rows, (c for c in range(max(map(len, grid.rows))) if c not in used))
    if columns:
        shown = ", ".join(grid.text(header.row, c) or f"column {column_letters(c)}" for c in columns)
        what = f"these columns hold results, and their headings don't say of which games: {shown}."
        raise InputError(path, [Problem(grid.place(header.row, columns[0]), what, _HEADINGS)])
    count = len(rows)
    what = f"{count} players and no column of games: this is a starting list, or a ranking without its games."
    raise InputError(path, [Problem(place, what, _EXPORT)])
