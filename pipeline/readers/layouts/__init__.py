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
from pipeline.readers.hints import FORFEITS, NONE, Hints
from pipeline.readers.layouts import (
    chess_results,
    game_groups,
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
from pipeline.readers.layouts.events import Table, chosen, listed, noting_left_out, pick_of
from pipeline.readers.layouts.standings import with_other_points
from pipeline.readers.layouts.unread import refuse_unread
from pipeline.readers.legends import with_legends
from pipeline.readers.results_beside import with_results_beside
from pipeline.readers.upto import after_round
from pipeline.words import Said, both, in_quotes, joined, said

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
    grids = [with_results_beside(with_halves(grid)) for grid in native.without_lookups(grids)]
    split = [tables_of(grid) for grid in grids]
    tables = [(number, table) for number, parts in enumerate(split) for table in parts]
    events = [table for number, grid in tables if (table := _first_of(EVENTS, grid, number)) is not None]
    events.sort(key=lambda table: table.grid.sheet.casefold() not in native.SHEETS)
    if events:
        groups = _by_event(path, events, hints)
        event = _as_told(chosen(path, grids, groups, hints), hints)
        rest = [(len(split[at]) > 1, grid) for at, grid in tables if all(grid is not e.grid for e in events)]
        if not hints.pick:
            refuse_unread(event, [grid for _, grid in rest], pick_of(event, groups))
        event = with_other_points(event, (grid for _, grid in rest if not grid.hidden))
        event = noting_left_out(event, [grid for is_part, grid in rest if is_part])
        event = with_legends(event, grids)
        return after_round(event, hints.round) if hints.round else event
    others = [table for number, grid in tables if (table := _first_of(NO_EVENTS, grid, number)) is not None]
    if others:
        return min(others, key=lambda table: (table.grid.hidden, table.rank)).read(path, grids, hints)
    raise _no_header(path, grids)


def _first_of(layouts: tuple[ModuleType, ...], grid: Grid, number: int) -> Table | None:
    """A grid as the first layout that recognises it takes it."""
    for rank, layout in enumerate(layouts):
        header = layout.recognise(grid)
        if header is not None and (layout in NO_EVENTS or not one_round.are_pairings(header)):
            return Table(grid, layout, header, rank, number)
    return None


def _by_event(path: Path, tables: list[Table], hints: Hints) -> list[Table]:
    """The tables, a list of games with a column that names several events as one of each.

    Raises InputError where there is nothing else and `hints` don't say which is meant.
    """
    found = [
        table._replace(grid=grid, header=header)
        for table in tables
        for grid, header in (
            game_groups.events_of(table.grid, table.header)
            if table.layout is game_list
            else [(table.grid, table.header)]
        )
    ]
    if len(tables) == 1 < len(found) and not hints.pick:
        table = tables[0]
        columns = game_groups.columns_of_events(table.header)
        called = both(in_quotes(heading.text) for heading in columns)
        what = said("the games are of {count} events by the column {called}.", count=len(found), called=called)
        mend = said(
            "Say which is meant with --pick: {listed}; delete the column if they are one event.", listed=listed(found)
        )
        raise InputError(path, [Problem(table.grid.place(table.header.row, columns[0].column), what, mend)])
    return found


def _as_told(event: Event, hints: Hints) -> Event:
    """The event with the points that the user named.

    Raises InputError where most of what was paired is said not to have been played, unless the user says so, too.
    """
    paired = event.entries.loc[event.entries["opponent"].notna(), "result"]
    forfeits, games = int(paired.isin(["+", "-"]).sum()), len(event.games)
    if forfeits > games and hints.signs != FORFEITS:
        if event.source.layout.startswith(SIGNED):
            mend = said(
                "If they are forfeits, say --signs forfeits; if they are games, --signs games, or write 1 and 0."
            )
        else:
            mend = said("If they are forfeits, say --signs forfeits; if they are games, write 1 and 0.")
        raise InputError(
            event.source.path,
            [Problem(
                Place(event.source.sheet),
                said(
                    "of the results {forfeits} are + and -, which are forfeits here, and only {games} are those of "
                    "games.",
                    forfeits=forfeits, games=games,
                ),
                mend,
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
    looked_for = joined(
        "; ",
        [joined("", [layout.LOOKED_FOR, " (", layout.NAME, ")"]) for layout in LAYOUTS if layout.LOOKED_FOR],
    )
    if all(all(grid.is_blank(r, c) for r in range(len(grid.rows)) for c in range(len(grid.rows[r]))) for grid in grids):
        what, mend = said("there is nothing in it."), said("Give the file that the pairing program exports.")
        return InputError(path, [Problem(Place(_names(grids)), what, mend)])
    what = said(
        "no header row was found in the first {rows} rows; {nearest}. Looked for: {looked_for}.",
        rows=HEADER_ROWS, nearest=_nearest(grids), looked_for=looked_for,
    )
    mend = said("Give the table one of these header rows (arpo template shows one).")
    return InputError(path, [Problem(Place(_names(grids)), what, mend)])


def _nearest(grids: list[Grid]) -> Said:
    """The row that comes nearest to a header, in words."""
    near = [(grid, header) for grid in grids if (header := nearest_header(grid)) is not None]
    if not near:
        return said("no row has any of the headings")
    grid, header = max(near, key=lambda pair: len(pair[1].known()))
    texts = " | ".join(heading.text for heading in header.headings[:12])
    place = grid.place(header.row, header.headings[0].column).said
    return said("the nearest row is {place}: {texts}", place=place, texts=texts)


def _names(grids: list[Grid]) -> str:
    return ", ".join(grid.sheet for grid in grids if grid.sheet.strip())
