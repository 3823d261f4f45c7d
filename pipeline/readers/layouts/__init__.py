"""From grids to an event: one module for each layout, recognised by its headings.

Each has NAME, LOOKED_FOR (its headings, for a message), recognise(grid) -> Header | None, and
read(path, grid, header, grids, hints) -> Event.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

from pipeline.errors import InputError, Place, Problem
from pipeline.event import Event
from pipeline.readers.collection import no_collection
from pipeline.readers.grid import Grid
from pipeline.readers.halves import with_halves
from pipeline.readers.headings import HEADER_ROWS, nearest_header
from pipeline.readers.hints import FORFEITS, GAMES, NONE, Hints
from pipeline.readers.layouts import (
    chess_results,
    game_list,
    native,
    no_games,
    one_round,
    round_robin,
    swiss_manager,
    trf,
    us_chess,
    vega,
)
from pipeline.readers.layouts.blocks import tables_of
from pipeline.readers.layouts.events import Table, chosen, noting_left_out

EVENTS: tuple[ModuleType, ...] = (trf, native, swiss_manager, vega, chess_results, us_chess, game_list, round_robin)
"""In this order: a Swiss-Manager header would fit a cross-table's, mere numbers as headings would fit a round robin's
where the cells name opponents."""
NO_EVENTS: tuple[ModuleType, ...] = (one_round, no_games)
"""Only where no table is an event's: any header would fit a list of players."""
LAYOUTS = EVENTS + NO_EVENTS


@no_collection()
def read_grids(path: Path, grids: list[Grid], hints: Hints = NONE) -> Event:
    """The event in the tables of a file, a sheet named Event before the others.

    Raises InputError where no table fits, with the problems of the one that does, and where several tables are events
    and `hints` don't say which is meant; UsageError where they say what isn't there.
    """
    grids = [with_halves(grid) for grid in grids]
    split = [tables_of(grid) for grid in grids]
    tables = [(number, table) for number, parts in enumerate(split) for table in parts]
    events = [table for number, grid in tables if (table := _first_of(EVENTS, grid, number)) is not None]
    events.sort(key=lambda table: table.grid.sheet.casefold() != native.SHEET.casefold())
    if events:
        rest = [grid for parts in split if len(parts) > 1 for grid in parts if all(grid is not e.grid for e in events)]
        return _as_told(noting_left_out(chosen(path, grids, events, hints), rest), hints)
    others = [table for number, grid in tables if (table := _first_of(NO_EVENTS, grid, number)) is not None]
    if others:
        return min(others, key=lambda table: (table.grid.hidden, table.rank)).read(path, grids, hints)
    raise _no_header(path, grids)


def _first_of(layouts: tuple[ModuleType, ...], grid: Grid, number: int) -> Table | None:
    """A grid as the first layout that recognises it takes it."""
    for rank, layout in enumerate(layouts):
        header = layout.recognise(grid)
        if header is not None:
            return Table(grid, layout, header, rank, number)
    return None


def _as_told(event: Event, hints: Hints) -> Event:
    """The event with the points that the user named.

    Raises InputError where most of what was paired is said not to have been played, unless the user says so, too.
    """
    paired = event.entries.loc[event.entries["opponent"].notna(), "result"]
    forfeits, games = int(paired.isin(["+", "-"]).sum()), len(event.games)
    if forfeits > games and hints.signs != FORFEITS:
        signs = f"--signs {GAMES}, or write 1 and 0" if event.source.layout.startswith(SIGNED) else "write 1 and 0"
        raise InputError(
            event.source.path,
            [Problem(
                Place(event.source.sheet),
                f"of the results {forfeits} are + and -, which are forfeits here, and only {games} are those of games.",
                f"If they are forfeits, say --signs {FORFEITS}; if they are games, {signs}.",
            )],
        )  # fmt: skip
    return event if hints.scoring is None else replace(event, scoring=hints.scoring)


SIGNED = (native.NAME, chess_results.NAME, round_robin.NAME)
"""The layouts in which + and - can be the results of games."""


def has_games(grids: list[Grid]) -> bool:
    """Whether some grid is a table of games, be it right or wrong."""
    return any(layout.recognise(grid) is not None for layout in EVENTS for grid in grids)


def _no_header(path: Path, grids: list[Grid]) -> InputError:
    """Says what was looked for and where, and which row came nearest."""
    looked_for = "; ".join(f"{layout.LOOKED_FOR} ({layout.NAME})" for layout in LAYOUTS if layout.LOOKED_FOR)
    if all(all(grid.is_blank(r, c) for r in range(len(grid.rows)) for c in range(len(grid.rows[r]))) for grid in grids):
        what, mend = "there is nothing in it.", "Give the file that the pairing program exports."
        return InputError(path, [Problem(Place(_names(grids)), what, mend)])
    what = f"no header row was found in the first {HEADER_ROWS} rows; {_nearest(grids)}. Looked for: {looked_for}."
    mend = "Give the table one of these header rows (arpo template shows one)."
    return InputError(path, [Problem(Place(_names(grids)), what, mend)])


def _nearest(grids: list[Grid]) -> str:
    """The row that comes nearest to a header, in words."""
    near = [(grid, header) for grid in grids if (header := nearest_header(grid)) is not None]
    if not near:
        return "no row has any of the headings"
    grid, header = max(near, key=lambda pair: len(pair[1].known()))
    texts = " | ".join(heading.text for heading in header.headings[:12])
    return f"the nearest row is {grid.place(header.row, header.headings[0].column)}: {texts}"


def _names(grids: list[Grid]) -> str:
    return ", ".join(grid.sheet for grid in grids if grid.sheet.strip())
