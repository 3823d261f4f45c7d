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
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import event_name

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
    def nearest_title(self) -> str:
        """The last line above its header that has one text alone."""
        rows = ([text for text in map(as_text, self.grid.rows[row]) if text] for row in range(self.header.row))
        return next((texts[0] for texts in reversed(list(rows)) if len(texts) == 1), "")

    @property
    def where(self) -> str:
        """Where it stands, in words."""
        place = self.grid.place(self.first_row, 0)
        cell = place.cell.partition(", ")[0]
        return ", ".join(part for part in (f"sheet {place.sheet}" if place.sheet else "", cell) if part)

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
    visible = [table for table in tables if not table.grid.hidden] or tables
    first = min(visible, key=lambda table: table.rank)  # of equal ones the first
    if len(visible) == 1:
        return first.read(path, grids, hints)
    event, error = _tried(first, path, grids, hints)
    views: list[str] = []
    for table in visible:
        if table is not first:
            if not _is_view(table, first, event, path, grids, hints):
                raise _question(path, [table for table in in_order if table in visible])
            views.append(table.where)
    if event is None:
        assert error is not None
        raise error
    shown = ", ".join(views[:_SHOWN]) + (f" and {len(views) - _SHOWN} more" if len(views) > _SHOWN else "")
    return event.noting(Note("other tables", len(views), "other tables of the same event, not read", shown))


def noting_left_out(event: Event, grids: list[Grid]) -> Event:
    """The event with a note on the tables beside or below it that are none."""
    places = [grid.place(next((r for r, row in enumerate(grid.rows) if any(row)), 0), 0).cell for grid in grids]
    if not places:
        return event
    shown = ", ".join(places[:_SHOWN])
    return event.noting(Note("tables left out", len(places), "tables without games in the same sheet, not read", shown))


def _picked(pick: str, tables: list[Table]) -> int:
    """The table (from 0) with this name or number. Raises UsageError where there is none, or more than one."""
    wanted = pick.strip().casefold()
    for names in ([table.grid.sheet for table in tables], _titles(tables)):
        found = [number for number, name in enumerate(names) if name.strip().casefold() == wanted]
        if len(found) == 1:
            return found[0]
    if wanted.isdecimal() and 1 <= int(wanted) <= len(tables):
        return int(wanted) - 1
    raise UsageError(f"--pick: the file has no event {pick!r}, or several.\n    → Use one of: {_list(tables)}.")


def _titles(tables: list[Table]) -> list[str]:
    """The name of each table: the first line above it, or the nearest where that tells more of them apart."""
    first, nearest = [table.title for table in tables], [table.nearest_title for table in tables]
    return nearest if len(set(nearest)) > len(set(first)) else first


def _list(tables: list[Table]) -> str:
    """The events with their numbers, names and places."""
    said = [
        f"{number} ({f'“{title}”, ' if title else ''}{table.where})"
        for number, (table, title) in enumerate(zip(tables, _titles(tables), strict=True), start=1)
    ][:_SHOWN]
    return ", ".join(said) + (f" and {len(tables) - _SHOWN} more" if len(tables) > _SHOWN else "")


def _question(path: Path, tables: list[Table]) -> InputError:
    second = tables[1]
    place = second.grid.place(second.first_row, 0)
    count = "a second table begins here" if len(tables) == 2 else f"the second of {len(tables)} tables begins here"
    what = f"{count}, and it isn't the same event as the first."
    return InputError(path, [Problem(place, what, f"Say which is meant with --pick: {_list(tables)}.")])


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
    """Whether a table shows the event of the first one in another way: never one of the same layout."""
    other, _ = _tried(table, path, grids, hints)
    if event is not None and other is not None:
        return event.source.layout != other.source.layout and _games(event) == _games(other) and _agree(event, other)
    ours, theirs = first.names(), table.names()
    shared = len(ours & theirs) / max(1, min(len(ours), len(theirs)))
    return table.layout is not first.layout and shared >= _SAME


def _agree(event: Event, other: Event) -> bool:
    """Whether nobody has another rating in the other table (none at all says nothing), or other points."""
    worth = {code: result.score for code, result in RESULTS.items()}
    told = []
    for one in (event, other):
        names = one.players["name"].str.casefold()
        score = one.entries["result"].map(worth).fillna(0.0).groupby(one.entries["no"]).sum()
        score = score.reindex(one.players.index, fill_value=0.0)
        told.append(sorted(zip(names.tolist(), score.tolist(), one.players["rating"].tolist(), strict=True)))
    return len(told[0]) == len(told[1]) and all(
        mine[:2] == his[:2] and (mine[2] == his[2] or math.isnan(mine[2]) or math.isnan(his[2]))
        for mine, his in zip(*told, strict=True)
    )


def _games(event: Event) -> Counter[tuple[str, str, float]]:
    """The games by the names of their players, in any order; each from both sides."""
    names = event.players["name"].str.casefold()
    games = event.games
    return Counter(
        zip(names[games["no"]].tolist(), names[games["opponent"]].tolist(), games["points"].tolist(), strict=True)
    )
