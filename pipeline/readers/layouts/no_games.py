"""Tables that are recognised and hold no games between players: a message instead of an event."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import PlayerTable, new_builder

NAME = "table without games"
LOOKED_FOR = ""
_EXPORT = "Export the cross-table instead (chess-results: “Final Ranking crosstable”), after at least one round."


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
    table = PlayerTable(grid, header, new_builder(path, NAME, grid, ""), position or 0, [], set())
    count = len(list(table))
    what = f"{count} players and no column of games: this is a starting list, or a ranking without its games."
    raise InputError(path, [Problem(place, what, _EXPORT)])
