"""Which of a file's tables is the event: the only one, the one that the user picked, or a question.

A table may show an event that another one shows, too (a cross-table by rank beside one by number, or a sheet that is
computed from the first): the same players with the same games. Any other table of games is an event of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from pipeline.errors import InputError, Problem, UsageError
from pipeline.event import RESULTS, Event, Note
from pipeline.readers.cells import quoted
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts import game_list
from pipeline.readers.layouts.table import event_name
from pipeline.words import Said, enumerated, in_quotes, joined, said

_SAME = 0.5
"""A table that can't be read is taken for another view of an event that shares at least so many of its players."""
_SHOWN = 12


class Table(NamedTuple):
    """A table of games: its cells, the layout that knows it and how early that is tried, the number of its sheet."""

    grid: Grid
    layout: ModuleType
    header: Header
    rank: int
    sheet: int

    def read(self, path: Path, grids: list[Grid], hints: Hints) -> Event:
        """The event in it. Raises InputError with all that is wrong with it."""
        event: Event = self.layout.read(path, self.grid, self.header, grids, hints)
        return event

    @property
    def first_row(self) -> int:
        """The row where it begins: that of its title, or of its header."""
        filled = (row for row in range(self.header.row) if any(self.grid.text(row, c) for c in range(9)))
        return self.header.row if self.grid.notation else next(filled, self.header.row)

    @property
    def title(self) -> str:
        """The name that stands above it."""
        if self.grid.fixed:
            lines = (str(row[0]) for row in self.grid.rows if row)
            return next((line[4:].strip() for line in lines if line.startswith("012 ")), "")
        return event_name(self.grid, self.header)

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands below its header."""
        return not self.grid.fixed and not any(any(row) for row in self.grid.rows[self.header.row + 1 :])

    @property
    def is_one_round(self) -> bool:
        """Whether it is a list of games, without rounds, in which nobody has two: the pairings of one round."""
        columns = game_list.columns_of(self.header)
        if not columns or ("", "round") in columns:
            return False
        sides = [columns[side, "name"] for side in game_list.SIDES]
        rows = range(self.header.row + 1, len(self.grid.rows))
        names = [text.casefold() for row in rows for side in sides if (text := self.grid.text(row, side))]
        return len(set(names)) == len(names)

    @property
    def nearest_title(self) -> str:
        """The last line above its header that has one text alone."""
        rows = ([text for text in map(as_text, self.grid.rows[row]) if text] for row in range(self.header.row))
        return next((t[0] for t in reversed(list(rows)) if len(t) == 1 and any(map(str.isalnum, t[0]))), "")

    @property
    def where(self) -> Said:
        """Where it stands, in words."""
        place = self.grid.place(self.first_row, 0)
        sheet = said("sheet {sheet}", sheet=place.sheet) if place.sheet else ""
        parts = (sheet, place.beginning, said("hidden") if self.grid.hidden else "")
        return joined(", ", [part for part in parts if part])

    def names(self) -> set[str]:
        """The texts in its column of names, small."""
        column = self.header.column("name")
        rows = range(self.header.row + 1, len(self.grid.rows))
        return {text.casefold() for row in rows if (text := self.grid.text(row, column))}


def chosen(path: Path, grids: list[Grid], tables: list[Table], hints: Hints) -> Event:
    """The event among `tables` that `hints` pick, or that is the only one.

    Raises InputError with its problems, or with the question which is meant; UsageError for a pick that isn't there.
    """
    in_order = sorted(tables, key=lambda table: table.sheet)  # those of a sheet stay in their order
    if hints.pick:
        number = _picked(hints.pick, in_order)
        picked, title = in_order[number].read(path, grids, hints), _titles(in_order)[number]
        return replace(picked, name=title) if title and len(in_order) > 1 else picked
    tables = [table for table in tables if not table.is_blank] or tables
    first = min(tables, key=lambda table: (table.grid.hidden, table.rank))  # of equal ones the first
    if len(tables) == 1:
        return first.read(path, grids, hints)
    if all(table.is_one_round for table in tables):
        raise _pairings(path, [table for table in in_order if table in tables])
    event, error = _tried(first, path, grids, hints)
    views: list[Said] = []
    for table in tables:
        if table is not first:
            if not _is_view(table, first, event, path, grids, hints):
                raise _question(path, [table for table in in_order if table in tables], first, table)
            views.append(table.where)
    if event is None:
        assert error is not None
        raise error
    what = said("other tables of the same event, not read")
    return event.noting(Note(said("other tables"), len(views), what, enumerated(views, _SHOWN)))


def noting_left_out(event: Event, grids: list[Grid]) -> Event:
    """The event with a note on the tables beside or below it that are none."""
    places = [grid.place(next((r for r, row in enumerate(grid.rows) if any(row)), 0), 0).cell for grid in grids]
    if not places:
        return event
    what = said("tables without games in the same sheet, not read")
    return event.noting(Note(said("tables left out"), len(places), what, joined(", ", places[:_SHOWN])))


def _picked(pick: str, tables: list[Table]) -> int:
    """The table (from 0) with this name or number. Raises UsageError where there is none, or more than one."""
    wanted = pick.strip().casefold()
    for names in ([table.grid.sheet for table in tables], _titles(tables)):
        found = [number for number, name in enumerate(names) if name.strip().casefold() == wanted]
        if len(found) == 1:
            return found[0]
    if wanted.isdecimal() and 1 <= int(wanted) <= len(tables):
        return int(wanted) - 1
    raise UsageError(
        said("--pick: the file has no event {pick!r}, or several.", pick=pick),
        said("Use one of: {listed}.", listed=listed(tables)),
    )


def _titles(tables: list[Table]) -> list[str]:
    """The name of each table: the first line above it, or the nearest where that tells more of them apart."""
    first, nearest = [table.title for table in tables], [table.nearest_title for table in tables]
    return nearest if len(set(nearest)) > len(set(first)) else first


def listed(tables: list[Table]) -> Said:
    """The events with their numbers, names and places."""
    named = zip(tables, _titles(tables), strict=True)
    shown = [
        joined("", [f"{number} (", *([in_quotes(title), ", "] if title else ()), table.where, ")"])
        for number, (table, title) in enumerate(named, start=1)
    ]
    return enumerated(shown, _SHOWN)


def pick_of(event: Event, tables: list[Table]) -> str:
    """The option that picks the table an event was read from."""
    in_order = sorted(tables, key=lambda table: table.sheet)
    source = event.source
    numbers = (
        number
        for number, table in enumerate(in_order, start=1)
        if table.grid.sheet == source.sheet and source.layout.startswith(table.layout.NAME)
    )
    return f"--pick {next(numbers, 1)}"


def _pairings(path: Path, tables: list[Table]) -> InputError:
    where = joined(", ", [table.where for table in tables[:_SHOWN]])
    place = tables[0].grid.place(tables[0].first_row, 0)
    what = said("these {count} tables are the pairings of single rounds: {where}.", count=len(tables), where=where)
    mend = said("Put all games into one table with a column Round, or give the cross-table of all players.")
    return InputError(path, [Problem(place, what, mend)])


def _question(path: Path, tables: list[Table], first: Table, other: Table) -> InputError:
    """The question which of the tables is meant, where `other` isn't the event of `first`."""
    number = max(tables.index(first), tables.index(other)) + 1
    later = tables[number - 1]
    place = later.grid.place(later.first_row, 0)
    if len(tables) == 2:
        begins = said("a second table begins here")
    else:
        begins = said("table {number} of {count} begins here", number=number, count=len(tables))
    if _is_copy(other, first):
        title = quoted(later.title or first.title)
        what = said("{begins}, with the same games under another name ({title}).", begins=begins, title=title)
    elif tables[0] in (first, other):
        what = said("{begins}, and it isn't the same event as the first.", begins=begins)
    else:
        what = said("{begins}, and it isn't the same event as the others.", begins=begins)
    return InputError(
        path, [Problem(place, what, said("Say which is meant with --pick: {listed}.", listed=listed(tables)))]
    )


def _tried(
    table: Table, path: Path, grids: list[Grid], hints: Hints
) -> tuple[Event | None, InputError | None]:
    try:
        return table.read(path, grids, hints), None
    except InputError as error:
        return None, error


def _is_view(
    table: Table, first: Table, event: Event | None, path: Path, grids: list[Grid], hints: Hints
) -> bool:
    """Whether a table shows the event of the first one in another way, or is a copy of it."""
    if _is_copy(table, first):
        return table.title == first.title
    other, _ = _tried(table, path, grids, hints)
    if event is not None and other is not None:
        is_other_view = event.source.layout != other.source.layout or event.name == other.name
        return is_other_view and _games(event) == _games(other) and _agree(event, other)
    ours, theirs = first.names(), table.names()
    shared = len(ours & theirs) / max(1, min(len(ours), len(theirs)))
    return table.layout is not first.layout and shared >= _SAME


def _is_copy(table: Table, other: Table) -> bool:
    """Whether two tables hold the same cells from their headings on; what stands above them is left aside."""
    if table.grid.fixed and other.grid.fixed:
        records = ([row for row in one.grid.rows if row and str(row[0])[:3] == "001"] for one in (table, other))
        return next(records) == next(records)
    cells = ([row for row in one.grid.rows[one.header.row :] if any(row)] for one in (table, other))
    return table.layout is other.layout and next(cells) == next(cells)


def _agree(event: Event, other: Event) -> bool:
    """Whether nobody has another rating in the other table (none at all says nothing), or other points."""
    worth = {code: result.score for code, result in RESULTS.items()}
    views = []
    for one in (event, other):
        names = one.players["name"].str.casefold()
        score = one.entries["result"].map(worth).fillna(0.0).groupby(one.entries["no"]).sum()
        score = score.reindex(one.players.index, fill_value=0.0)
        views.append(sorted(zip(names.tolist(), score.tolist(), one.players["rating"].tolist(), strict=True)))
    return len(views[0]) == len(views[1]) and all(
        mine[:2] == his[:2] and (mine[2] == his[2] or math.isnan(mine[2]) or math.isnan(his[2]))
        for mine, his in zip(*views, strict=True)
    )


def _games(event: Event) -> Counter[tuple[str, str, float]]:
    """The games by the names of their players, in any order; each from both sides."""
    names = event.players["name"].str.casefold()
    games = event.games
    return Counter(
        zip(names[games["no"]].tolist(), names[games["opponent"]].tolist(), games["points"].tolist(), strict=True)
    )
