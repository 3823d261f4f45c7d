"""Lists of games of several events: a column Event, Group, Section or the like tells them apart, as PGN's tag does."""

from __future__ import annotations

from dataclasses import replace

from pipeline.errors import Place
from pipeline.readers import unplayed
from pipeline.readers.containers.pgn import ROUND_AT_END
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, Heading

_BLANK = "none"


def columns_of_events(header: Header) -> list[Heading]:
    """The headings that tell of which event a game is."""
    return [heading for heading in header.headings if unplayed.heading_kind(heading.text) == "event"]


def events_of(grid: Grid, header: Header) -> list[tuple[Grid, Header]]:
    """The grid of each event with its name as title above the header; the grid itself where there is but one.

    A blank cell is no event, unless there are two others.
    """
    columns = [] if grid.notation else [heading.column for heading in columns_of_events(header)]
    rows: dict[str, list[int]] = {}
    spelled: dict[str, str] = {}
    for row in range(header.row + 1, len(grid.rows)) if columns else ():
        if any(not grid.is_blank(row, heading.column) for heading in header.headings):
            texts = [ROUND_AT_END.sub("", grid.text(row, column)).strip(" -") for column in columns]
            name = ", ".join(text for text in texts if text)
            spelled.setdefault(name.casefold(), name)
            rows.setdefault(name.casefold(), []).append(row)
    if len(rows.keys() - {""}) < 2:
        return [(grid, header)]
    return [(_part(grid, header, spelled[key] or _BLANK, found), replace(header, row=1)) for key, found in rows.items()]


def _part(grid: Grid, header: Header, name: str, rows: list[int]) -> Grid:
    """The rows of one event, below its name and the header."""

    def place(row: int, column: int) -> Place:
        return grid.place(header.row if row == 1 else rows[max(0, row - 2)], column)

    shown: list[list[object]] = [[name], grid.rows[header.row], *(grid.rows[row] for row in rows)]
    nothing: frozenset[int] = frozenset()
    return replace(grid, load=lambda: shown, place=place, hidden_rows=nothing, merged=())
