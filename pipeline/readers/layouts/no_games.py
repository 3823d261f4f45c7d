"""Tables that are recognised and hold no games, or games that aren't read yet: a message instead of an event."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.layouts.table import PlayerTable, new_builder

NAME = "table without games"
LOOKED_FOR = ""
_EXPORT = "Export the cross-table instead (chess-results: “Final Ranking crosstable”), after at least one round."


def recognise(grid: Grid) -> Header | None:
    """The header of a list of players, None where the grid has none."""
    return find_header(
        grid, lambda header: "name" in header.known() and bool({"no", "rank", "rating"} & header.known())
    )


def read(path: Path, grid: Grid, header: Header, grids: list[Grid]) -> Event:
    """Never an event: raises InputError that says what the table is."""
    place = grid.place(header.row, header.column("name") or 0)
    columns = sum(heading.text.isdecimal() for heading in header.headings)
    if columns > 1:
        what = f"this is a round-robin cross-table ({columns} columns of games), which isn't read yet."
        mend = "Type the games into a native event workbook (arpo template), with opponent and result for each round."
    else:
        position = header.column("no")
        table = PlayerTable(grid, header, new_builder(path, NAME, grid, ""), position or 0, [], set())
        count = len(list(table))
        what = f"{count} players and no column of games: this is a starting list, or a ranking without its games."
        mend = _EXPORT
    raise InputError(path, [Problem(place, what, mend)])
