"""Exercises for the tests, and what a student's file holds."""

import re
import zipfile
from pathlib import Path

from pipeline.course.exercise import Exercise
from pipeline.course.made.events import made_event
from pipeline.course.making import decided
from pipeline.course.sheet.student import about_of, student_pages
from pipeline.method.settings import Settings, with_values
from pipeline.workbook.pages import write_pages


def exercise_of(seed: object = 7, lesson: str = "", language: str = "en", ask: tuple[str, ...] = (), **settings):
    """The exercise of a seed, as the command makes it."""
    if lesson == "drift":
        settings["c"] = "opponents"
    chosen = decided(with_values(Settings(), settings, "test"))
    event = made_event(seed, settings=chosen, lesson=lesson)
    made = Exercise(1, event, chosen, language=language, seed=str(seed), lesson=lesson)
    return made if not ask else Exercise(1, event, chosen, ask, language, str(seed), lesson)


def student_file(exercise: Exercise, path: Path) -> Path:
    write_pages(path, student_pages(exercise), about_of(exercise, exercise.name))
    return path


def parts_of(path: Path) -> dict[str, str]:
    """All parts of a workbook as text."""
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name).decode("utf-8") for name in file.namelist()}


def numbers_in(text: str) -> set[str]:
    """Every number that stands in a text, as it is written."""
    return set(re.findall(r"-?[0-9]+(?:[.,][0-9]+)?", text))
