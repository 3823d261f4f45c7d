"""The key of an exercise: a sheet of the teacher's event workbook, from which the exercise is known again.

Its names are identifiers, the same in every language; beside them stands what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipeline import __version__
from pipeline.course.exercise import Exercise, Planted
from pipeline.errors import FileError
from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.method.settings import NAMES, Settings, with_values
from pipeline.readers import event_in, file_bytes
from pipeline.readers.cells import number_in
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE
from pipeline.words import Said, said, told
from pipeline.workbook.native import write_event_frames
from pipeline.workbook.pages import Page, PageCell

MARK = "arpo key"
"""Stands in the first cell of the sheet."""
_SHEET = said("Key")
_ERROR = "error"
_NOT_READ = ("threshold", "iterations", "worst", "best")
"""Settings that no asked number depends on."""
ORIGIN = said("exercise")


def write_event(exercise: Exercise, path: Path) -> None:
    """The teacher's event workbook: the event with its settings, and the key."""
    settings = {name: getattr(exercise.settings, name) for name in NAMES if name not in _NOT_READ}
    write_event_frames(replace(exercise.event, settings=settings), path, [_page(exercise)], exercise.language)


def _page(exercise: Exercise) -> Page:
    tell = partial(told, language=exercise.language)
    cells = [PageCell(0, 0, MARK, "title"), PageCell(0, 2, tell(said("Keep this file: the exercise is marked by it.")),
                                                      "label")]
    for row, (name, value, meaning) in enumerate(_rows(exercise), start=2):
        cells += [PageCell(row, 0, name, "label"), PageCell(row, 1, value, "wrapped"),
                  PageCell(row, 2, tell(meaning), "wrapped")]
    return Page(tell(_SHEET), cells, {0: 14.0, 1: 60.0, 2: 60.0}, frozen=(1, 0))


def _rows(exercise: Exercise) -> Iterator[tuple[str, str, Said]]:
    yield "id", exercise.id, said("stands on the print and in the students' file")
    yield "variant", str(exercise.variant), said("its number")
    yield "ask", ",".join(exercise.ask), said("the columns that are asked")
    yield "cells", str(len(exercise.cells)), said("so many cells are asked: the mark is out of these")
    yield "lang", exercise.language, said("the language of the sheets")
    yield "seed", exercise.seed, said("the same seed makes the same exercise again; empty for a given event")
    yield "lesson", exercise.lesson, said("a lesson of its own, if it is one")
    yield "elo", exercise.elo, said("the rule set, where it is a table of ratings")
    yield "version", __version__, said("the version of arpo that made it")
    for number, one in enumerate(exercise.planted, start=1):
        value = " | ".join([one.column, str(one.no), repr(one.wrong), repr(one.right), one.cause])
        yield f"{_ERROR} {number}", value, said("a planted mistake: column, player's number, what stands there, what "
                                                "is right, its cause")


def read_exercise(path: Path, limits: Limits = NORMAL) -> Exercise:
    """The exercise of a teacher's event workbook.

    Raises FileError where it has no key or isn't the event that the key is for, and what `read_event` raises.
    """
    file = file_bytes(path, limits)
    key = key_in(open_grids(path, file.data))
    if key is None:
        raise FileError(path, said("it has no key of an exercise."), said("Give the folder that arpo exercise wrote."))
    event = event_in(file, NONE)
    exercise = _exercise(path, key, event)
    if exercise.id != key.get("id"):
        raise FileError(
            path, said("this isn't the event that the exercise was made from: something in it was changed."),
            said("Make the exercise again with its seed, or take the file from a copy."),
        )
    return exercise


def key_in(grids: Sequence[Grid]) -> dict[str, str] | None:
    """The key of an exercise by name, from the sheets of a workbook; None where there is none."""
    for grid in grids:
        if grid.rows and grid.text(0, 0) == MARK:
            rows = range(1, len(grid.rows))
            return {grid.text(row, 0): grid.text(row, 1) for row in rows if grid.text(row, 0)}
    return None


def _exercise(path: Path, key: dict[str, str], event: Event) -> Exercise:
    try:
        planted = [_planted(key[name]) for name in key if name.startswith(_ERROR)]
        settings = with_values(Settings(), {name: getattr(Settings(), name) for name in NAMES}, ORIGIN)
        settings = with_values(settings, event.settings, ORIGIN)
        return Exercise(
            int(key["variant"]), replace(event, settings={}), settings, tuple(key["ask"].split(",")), key["lang"],
            key.get("seed", ""), key.get("lesson", ""), tuple(planted),
            key.get("elo", ""),
        )
    except (KeyError, ValueError) as error:
        raise FileError(path, said("its key can't be read ({why}).", why=str(error)),
                        said("Make the exercise again with its seed, or take the file from a copy.")) from error


def _planted(text: str) -> Planted:
    column, no, wrong, right, cause = (part.strip() for part in text.split("|"))
    assert number_in(no) is not None
    return Planted(column, int(no), float(wrong), float(right), cause)
