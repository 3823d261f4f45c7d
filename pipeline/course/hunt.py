"""Error hunts: a filled sheet with planted mistakes, of the kinds that the audit knows, their consequences carried.

A mistake is what one of the audit's own causes would have made of the cell. A sheet is accepted only if the audit finds
just the planted cells, each with its cause: what a student can find, the program has found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipeline.audit.causes import CAUSES, Cause, WrongCell
from pipeline.audit.causes.case import Candidate
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.findings import Audit
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.course.exercise import Cell, Exercise, Planted
from pipeline.course.made.dice import Dice
from pipeline.errors import UsageError
from pipeline.made_from import Floats
from pipeline.words import said

MOST_ERRORS = 6
ATTEMPTS = 400
DECIMALS = 2
"""What the sheet shows."""
SEEN = 2.0
"""A mistake moves its number by so many points at least."""
_FARTHEST = 600.0
"""And by no more than this: else it is seen at a glance."""
_NOT_PLANTED = frozenset({"transposed_digits", "decimal_shifted", "dp_interpolated", "dp_log_odds"})
"""The first two are made of what is written down; the others leave a number that no table has."""

_PLAIN = frozenset({"neighbour_row", "sign"})
"""Slips that teach nothing of the method: planted where no other mistake can be."""


def with_errors(exercise: Exercise, count: int) -> Exercise:
    """The exercise as an error hunt with so many mistakes. Raises UsageError where they can't be planted."""
    if not 1 <= count <= MOST_ERRORS:
        raise UsageError(said("--errors: {count} won't do.\n    → Use a whole number from 1 to {most}.", count=count,
                              most=MOST_ERRORS))
    for attempt in range(ATTEMPTS):
        planted = _planted(exercise, count, Dice("hunt", exercise.seed, exercise.id, attempt))
        if planted is not None:
            return replace(exercise, planted=planted)
    raise UsageError(said("--errors: no {count} mistakes were found that can be told from each other in this event.\n"
                          "    → Use fewer.", count=count))


def columns_with(exercise: Exercise, mistakes: dict[Cell, float]) -> dict[str, Floats]:
    """All columns, unrounded, as they follow where these cells hold something else."""
    model = exercise.model
    values: dict[str, Floats] = {}
    for node in model.nodes:
        inputs_known = all(source.key in values for source in node.inputs)
        column = node.compute(values) if node.compute is not None and inputs_known else model.truth[node.key]
        column = np.array(column, dtype=float)
        for (key, position), value in mistakes.items():
            if key == node.key:
                column[_holders(exercise, key, position)] = value
        values[node.key] = column
    return values


def _holders(exercise: Exercise, key: str, position: int) -> list[int]:
    """Whose cell it is: the one c of a field is everybody's."""
    return exercise.playing if key == "c" and exercise.c_once else [position]


def shown(exercise: Exercise, key: str, value: float) -> float:
    """A number as the sheet has it: dp of a table are whole."""
    return round(float(value), 0 if exercise.model.by_key[key].exact else DECIMALS)


def filled(exercise: Exercise) -> dict[str, Floats]:
    """The asked columns as the sheet of the hunt shows them."""
    mistakes = {(one.column, exercise.position_of(one.no)): one.wrong for one in exercise.planted}
    columns = columns_with(exercise, mistakes)
    return {key: np.array([shown(exercise, key, v) if v == v else v for v in columns[key]]) for key in exercise.ask}


def _planted(exercise: Exercise, count: int, dice: Dice) -> tuple[Planted, ...] | None:
    """One try: mistakes one after the other, from left to right; None where the audit doesn't find just these."""
    keys = sorted((dice.one_of(exercise.ask) for _ in range(count)), key=exercise.ask.index)
    mistakes: dict[Cell, float] = {}
    found: list[Planted] = []
    for key in keys:
        position = exercise.playing[0] if key == "c" and exercise.c_once else dice.one_of(exercise.playing)
        columns = columns_with(exercise, mistakes)
        right = shown(exercise, key, columns[key][position])
        made = list(_makings(exercise, key, position, columns))
        if not made or (key, position) in mistakes:
            return None
        causes = sorted({cause for cause, _ in made})
        cause = dice.one_of([cause for cause in causes if cause not in _PLAIN] or causes)
        value = dice.one_of([value for name, value in made if name == cause])
        mistakes[key, position] = value
        found.append(Planted(key, int(exercise.event.players.index[position]), value, right, cause))
    planted = tuple(found)
    return planted if _is_just_found(replace(exercise, planted=planted)) else None


def _makings(
    exercise: Exercise, key: str, position: int, columns: dict[str, Floats]
) -> Iterator[tuple[str, float]]:
    """What the known mistakes would make of a cell: cause and number."""
    model = exercise.model
    right = float(columns[key][position])
    cell = WrongCell(model, model.by_key[key], position, right, DECIMALS, exercise.playing, (columns,), DECIMALS)
    for cause in CAUSES:
        if cause.name in _NOT_PLANTED or not cause.applies(cell.node):
            continue
        for candidate in _candidates(cause, cell, columns):
            value = shown(exercise, key, candidate.value)
            if SEEN <= abs(value - right) <= _FARTHEST:
                yield cause.name, value


def _candidates(cause: Cause, cell: WrongCell, columns: dict[str, Floats]) -> list[Candidate]:
    with np.errstate(all="ignore"):
        return [candidate for candidate in cause.candidates(cell, columns) if np.isfinite(candidate.value)]


def audited(exercise: Exercise) -> Audit:
    """What the audit says of the sheet of a hunt."""
    index = exercise.event.players.index
    frame = pd.DataFrame(filled(exercise), index=index).loc[index[exercise.playing]]
    return audit_table(StatedTable.from_frame(frame, index), exercise.event, exercise.settings, ground=exercise.ground)


def _is_just_found(exercise: Exercise) -> bool:
    """Whether the audit finds the planted mistakes with their causes, and nothing else."""
    audit = audited(exercise)
    wanted = {(one.column, position): one.cause for one in exercise.planted
              for position in _holders(exercise, one.column, exercise.position_of(one.no))}
    wrong = {(cell.column, cell.position): cell for cell in audit.cells if cell.verdict in (Verdict.WRONG,
                                                                                             Verdict.MISSING)}
    return set(wrong) == set(wanted) and all(
        cause in [fit.name for fit in wrong[cell].causes] for cell, cause in wanted.items()
    )


