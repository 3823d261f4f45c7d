"""Tables of one round's pairings, and cards of single players: a message that says what they are, and no event."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers import vocabulary
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts import game_list

NAME = "pairings or a player's card"
LOOKED_FOR = ""
_EXPORT = "Export the cross-table of all players instead (chess-results: “Final Ranking crosstable”)."


def recognise(grid: Grid) -> Header | None:
    """The header of such a table, None where the grid has none."""
    return find_header(grid, lambda header: bool(_what(header)))


def _what(header: Header) -> str:
    """What a table with this header is; empty for any other."""
    names = sum(heading.word is not None and heading.word.name == "name" for heading in header.headings)
    forms = [vocabulary.form(heading.text) for heading in header.headings]
    has_result, has_round = (
        any(len(form) > 1 and form in vocabulary.forms(name) for form in forms) for name in ("result", "round")
    )
    if game_list.columns_of(header) or (names == len(game_list.SIDES) and not {"round", "opponent"} & header.known()):
        return "pairings: two players in each row"
    if names == 1 and has_result and has_round:
        return "the card of one player: his opponents, round by round"
    return ""


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """Never an event: raises InputError that says what the table is."""
    place = grid.place(header.row, header.headings[0].column)
    raise InputError(path, [Problem(place, f"this is no event, but {_what(header)}.", _EXPORT)])
