"""Tables that are recognised and hold no games between players: a message instead of an event."""

from __future__ import annotations

from pathlib import Path

from pipeline.addresses import column_letters
from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers.cells import quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.overlooked import result_columns
from pipeline.words import joined, said

NAME = said("table without games")
LOOKED_FOR = ""
_EXPORT = said("Export the cross-table instead (chess-results: “Final Ranking crosstable”), after at least one round.")


_HEADINGS = said(
    "In a round robin number the columns 1, 2, 3, … like the players; else use headings such as "
    "1.Rd, or Opponent 1 and Result 1 (arpo template shows them)."
)
_NUMBERS = said("Call it Rk. (the opponents are named by rank) or No. (by a number of their own).")
_SHOWN = 12
_BOARDS = said(
    "Its cells hold board points of whole teams, not games between two players. Export the "
    "players' games instead (a FIDE report file, or a cross-table of the players)."
)


def recognise(grid: Grid) -> Header | None:
    """The header of a list of players or of a team table, None where the grid has none."""
    return find_header(
        grid,
        lambda header: bool({"name", "team"} & header.known()) and bool({"no", "rank", "rating"} & header.known()),
    )


def _without_numbers(grid: Grid, header: Header) -> Problem:
    """Rounds, and no column that is known to hold the numbers by which the opponents are named."""
    rows = [row for row in range(header.row + 1, len(grid.rows)) if not grid.is_blank(row, header.column("name"))]
    unknown = [heading for heading in header.headings if heading.word is None]
    counting = [h for h in unknown if [grid.text(row, h.column).rstrip(".") for row in rows] == _counted(len(rows))]
    if counting:
        place, called = grid.place(header.row, counting[0].column), quoted(counting[0].text)
        what = said(
            "the heading {called} isn't known; its column may be that of the numbers by which opponents are named.",
            called=called,
        )
        return Problem(place, what, _NUMBERS)
    others = ", ".join(quoted(heading.text) for heading in unknown[:_SHOWN])
    what = (
        said(
            "no column is headed as that of the numbers or ranks by which the cells name the opponents (not known: "
            "{others}).",
            others=others,
        )
        if others
        else said("no column is headed as that of the numbers or ranks by which the cells name the opponents.")
    )
    return Problem(grid.place(header.row, header.column("name") or 0), what, _NUMBERS)


def _counted(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """Never an event: raises InputError that says what the table is."""
    is_team = "name" not in header.known()
    place = grid.place(header.row, header.column("team" if is_team else "name") or 0)
    if is_team and ("round" in header.known() or len(header.number_columns()) > 1):
        raise InputError(path, [Problem(place, said("this is a team cross-table, which can't be used."), _BOARDS)])
    if is_team:
        raise InputError(
            path, [Problem(place, said("this is a list of teams, without games between players."), _EXPORT)]
        )
    if {"round", "opponent"} & header.known() and not {"no", "rank", "start_no"} & header.known():
        raise InputError(path, [_without_numbers(grid, header)])
    position = header.column("no")
    builder = new_builder(path, NAME, grid, header)
    table = PlayerTable(grid, header, builder, position or 0, [], set())
    if builder.problems:
        raise InputError(path, builder.problems)
    rows = list(table)
    used = {heading.column for heading in header.headings if heading.word is not None}
    columns = result_columns(grid, rows, (c for c in range(max(map(len, grid.rows))) if c not in used))
    if columns:
        shown = joined(", ", [
            grid.text(header.row, c) or said("column {column}", column=column_letters(c)) for c in columns
        ])
        what = said("these columns hold results, and their headings don't say of which games: {shown}.", shown=shown)
        raise InputError(path, [Problem(grid.place(header.row, columns[0]), what, _HEADINGS)])
    count = len(rows)
    what = said(
        "{count} players and no column of games: this is a starting list, or a ranking without its games.", count=count
    )
    raise InputError(path, [Problem(place, what, _EXPORT)])
