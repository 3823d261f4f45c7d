"""Points that another table of the file states for the players of the event: a sheet of standings beside the games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pandas as pd

from pipeline.event import Event, Note, scoring_of
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.wording import OFFERED
from pipeline.words import enumerated, said

_SAME = 0.75
"""A table is of this event where it has at least so many of its players."""
_AGREE = 0.5
"""Its points are those of the whole event where more than so many agree: else they are of an earlier round."""
_LISTED = 12


def with_other_points(event: Event, grids: Iterable[Grid]) -> Event:
    """The event with the points of its players as other tables state them, where these aren't its score.

    They become its stated points, so that the check of these fails; and a note says where they stand.
    """
    score, names = event.score, event.players["name"].str.casefold()
    count = Counter(names)
    numbers = {name: no for no, name in zip(names.index.tolist(), names, strict=True) if count[name] == 1}
    for grid in grids:
        stated = _points(grid)
        found = {numbers[name]: points for name, points in stated.items() if name in numbers}
        other = {no: points for no, points in found.items() if points != score[no]}
        if not other or len(found) < _SAME * len(names) or _is_computed(grid):
            continue
        if len(other) < (1 - _AGREE) * len(found) or _is_other_scoring(event, found):
            event = _stating(event, other, grid)
    return event


def _header(grid: Grid) -> Header | None:
    return find_header(grid, lambda header: {"name", "points"} <= header.known())


def _is_computed(grid: Grid) -> bool:
    """Whether the points are formulas: they state nothing, and may be those of before the last change."""
    header = _header(grid)
    column = header.column("points") if header is not None else None
    rows = range(header.row + 1, len(grid.rows)) if header is not None else range(0)
    return column is not None and any(grid.is_computed(row, column) for row in rows)


def _points(grid: Grid) -> dict[str, float]:
    """The points by name, small, in a table with columns of names and of points; empty for any other."""
    header = _header(grid)
    if header is None:
        return {}
    name, points = header.column("name"), header.column("points")
    found: dict[str, float] = {}
    for row in range(header.row + 1, len(grid.rows)):
        number = number_in(grid.value(row, points))
        text = grid.text(row, name).casefold()
        if text and number is not None:
            found[text] = math.nan if text in found else number  # who stands twice can't be told
    return {text: number for text, number in found.items() if not math.isnan(number)}


def _is_other_scoring(event: Event, found: dict[int, float]) -> bool:
    """Whether the points are those of a scoring that the event wasn't read with."""
    for name in OFFERED:
        scoring = scoring_of(name)
        if scoring is not None and scoring != event.scoring:
            score = replace(event, scoring=scoring).score
            if all(points == score[no] for no, points in found.items()):
                return True
    return False


def _stating(event: Event, other: dict[int, float], grid: Grid) -> Event:
    players = event.players.copy()
    if "points_stated" not in players:
        players["points_stated"] = math.nan
    players.loc[list(other), "points_stated"] = pd.Series(other)
    where = said("sheet {sheet}", sheet=grid.sheet) if grid.sheet.strip() else grid.place(0, 0).beginning
    shown = [
        said("{no} ({points:g} stated, {score:g} by the games)", no=no, points=points, score=float(event.score[no]))
        for no, points in other.items()
    ]
    what = said("points of {where} that the games don't give", where=where)
    note = Note(said("other points"), len(shown), what, enumerated(shown, _LISTED))
    return replace(event, players=players).noting(note)
