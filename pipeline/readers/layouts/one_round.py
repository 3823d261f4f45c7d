"""Tables of one round's pairings, and cards of single players: a message that says what they are, and no event."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.readers import vocabulary
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, Heading, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts import game_list
from pipeline.words import said

NAME = said("pairings or a player's card")
LOOKED_FOR = ""
_EXPORT = said("Export the cross-table of all players instead (chess-results: “Final Ranking crosstable”).")
_FROM_A_SIDE = said("a list of players and their opponents, perhaps with each game from both sides")
_HEADINGS = said("Leave one row a game, and call the columns Player 1, Player 2 (or White, Black) and Result.")


def recognise(grid: Grid) -> Header | None:
    """The header of such a table, None where the grid has none."""
    return find_header(grid, lambda header: bool(_what(header)))


def are_pairings(header: Header) -> bool:
    """Whether a row has two players' names with one result between them, as chess-results heads the pairings."""
    names = [heading.column for heading in header.all_of("name")]
    results = [heading.column for heading in header.headings if _is(heading, "result")]
    if len(names) != len(game_list.SIDES) or len(results) != 1 or {"round", "opponent"} & header.known():
        return False
    return min(names) < results[0] < max(names)


def _is(heading: Heading, name: str) -> bool:
    """Whether a heading is a spelling of a numbered name, with its number or without."""
    form = vocabulary.form(heading.text)
    return (heading.word is not None and heading.word.name == name) or (
        len(form) > 1 and form in vocabulary.forms(name)
    )


def _what(header: Header) -> str:
    """What a table with this header is; empty for any other."""
    names = sum(heading.word is not None and heading.word.name == "name" for heading in header.headings)
    has_result, has_round, has_opponent = (
        any(_is(heading, name) for heading in header.headings) for name in ("result", "round", "opponent")
    )
    if game_list.columns_of(header) or (names == len(game_list.SIDES) and not {"round", "opponent"} & header.known()):
        return said("pairings: two players in each row")
    if names == 1 and has_result and has_opponent:
        return _FROM_A_SIDE
    if names == 1 and has_result and has_round:
        return said("the card of one player: his opponents, round by round")
    return ""


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """Never an event: raises InputError that says what the table is."""
    place = grid.place(header.row, header.headings[0].column)
    what = _what(header)
    mend = _HEADINGS if what == _FROM_A_SIDE else _EXPORT
    raise InputError(path, [Problem(place, said("this is no event, but {what}.", what=what), mend)])
