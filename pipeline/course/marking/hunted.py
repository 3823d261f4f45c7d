"""Marks the answers of an error hunt: half for the right cell, half for its right number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.audit.sheet.numbers import number_at
from pipeline.audit.sheet.reading import spot_at
from pipeline.audit.sheet.stated import Spot
from pipeline.course.exercise import Exercise
from pipeline.course.hunt import columns_with
from pipeline.course.marking.headings import column_called, form_of
from pipeline.course.sheet.layout import ANSWER_HEADINGS
from pipeline.event import Source
from pipeline.readers.grid import Grid
from pipeline.words import languages, told

HALF = 0.5
_NEAR = 0.51
"""A number is right to the nearest whole at least."""


class Line(NamedTuple):
    """One line of the answers: the player's number, the column's key, the number; with its cell."""

    no: int | None
    column: str
    number: float | None
    spot: Spot


def read_lines(source: Source, grids: Sequence[Grid], exercise: Exercise) -> list[Line] | None:
    """The answers, as many as there are errors; None where the file has no lines for them."""
    for grid in grids:
        for row in range(len(grid.rows)):
            columns = _columns(grid, row)
            if len(columns) == len(ANSWER_HEADINGS):
                rows = range(row + 1, min(row + 1 + len(exercise.planted), len(grid.rows)))
                return [_line(source, grid, at, columns, exercise) for at in rows]
    return None


def _columns(grid: Grid, row: int) -> list[int]:
    """Where the headings of the answers stand, in their order."""
    found = []
    for heading in ANSWER_HEADINGS:
        forms = {form_of(told(heading, language)) for language in languages()}
        at = next((c for c in range(len(grid.rows[row])) if form_of(grid.text(row, c)) in forms), None)
        if at is not None:
            found.append(at)
    return found


def _line(source: Source, grid: Grid, row: int, columns: Sequence[int], exercise: Exercise) -> Line:
    _, player, column, number = columns
    who = number_at(grid.value(row, player)).value
    if who is None:
        names = [str(name).casefold() for name in exercise.event.players["name"]]
        text = grid.text(row, player).casefold()
        who = float(exercise.event.players.index[names.index(text)]) if text in names else None
    return Line(
        None if who is None else int(who), column_called(grid.text(row, column), exercise),
        number_at(grid.value(row, number)).value, spot_at(source.path, grid, row, player),
    )


def credits(exercise: Exercise, lines: Sequence[Line]) -> list[tuple[float, Line | None]]:
    """What each error counts, with the line that names it; no line counts twice."""
    mistakes = {(one.column, exercise.position_of(one.no)): one.wrong for one in exercise.planted}
    found: list[tuple[float, Line | None]] = []
    for one in exercise.planted:
        position = exercise.position_of(one.no)
        is_shared = one.column == "c" and exercise.c_once
        line = next((line for line in lines if line.column == one.column and (is_shared or line.no == one.no)), None)
        if line is None:
            found.append((0.0, None))
            continue
        # Right is the event's number, and the one that follows from what the sheet has before it.
        others = {cell: wrong for cell, wrong in mistakes.items() if cell != (one.column, position)}
        rights = (float(exercise.model.truth[one.column][position]),
                  float(columns_with(exercise, others)[one.column][position]), one.right)
        is_right = line.number is not None and any(abs(line.number - right) <= _reach(exercise, one.column)
                                                   for right in rights)
        found.append((HALF + HALF * is_right, line))
    return found


def _reach(exercise: Exercise, key: str) -> float:
    return 1e-9 if exercise.model.by_key[key].exact else _NEAR
