"""The folder of an exercise: students/ with what is handed out, teacher/ with what marks it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.course.exercise import Exercise
from pipeline.course.key import read_exercise, write_event
from pipeline.course.sheet.solution import solution_pages
from pipeline.course.sheet.student import about_of, student_pages
from pipeline.errors import FileError, UsageError
from pipeline.limits import NORMAL, Limits
from pipeline.output import check_writable, replacing
from pipeline.words import said
from pipeline.workbook.pages import write_pages

STUDENTS, TEACHER = "students", "teacher"


def write_exercises(exercises: Sequence[Exercise], out: Path) -> list[Path]:
    """Write the workbooks of all variants under `out`; returns where they are.

    Nothing that is there is overwritten but by the same bytes: a student's answers may be in it. Raises UsageError
    where something else is there, FileError where it can't be written.
    """
    for path in (out, out / STUDENTS, out / TEACHER):
        if path.exists() and not path.is_dir():
            raise FileError(path, said("this is a file, and a folder is to be made of that name."),
                            said("Choose another folder (--out)."))
    with tempfile.TemporaryDirectory(prefix="arpo-") as made:
        files = [file for exercise in exercises for file in _files(exercise, out)]
        contents: list[tuple[Path, bytes]] = []
        for target, write in files:
            temporary = Path(made, "made.xlsx")
            write(temporary)
            contents.append((target, temporary.read_bytes()))
    _check_free(contents, out)
    for target, data in contents:
        with replacing(target) as temporary:
            temporary.write_bytes(data)
    return [target for target, _ in contents]


def _files(exercise: Exercise, out: Path) -> list[tuple[Path, Callable[[Path], None]]]:
    name, solution = f"{exercise.name}.xlsx", said("Solution {variant}", variant=exercise.name)
    return [
        (out / STUDENTS / f"exercise-{name}", lambda path: write_pages(
            path, student_pages(exercise), about_of(exercise, said("Exercise {variant}", variant=exercise.name)))),
        (out / TEACHER / f"solution-{name}", lambda path: write_pages(
            path, solution_pages(exercise), about_of(exercise, solution))),
        (out / TEACHER / f"event-{name}", lambda path: write_event(exercise, path)),
    ]


def _check_free(contents: Sequence[tuple[Path, bytes]], out: Path) -> None:
    for target, data in contents:
        check_writable(target)
        if target.exists() and target.read_bytes() != data:
            raise UsageError(said(
                "{target}: there is another exercise in this folder, or a student's answers.\n"
                "    → Choose another folder (--out).", target=str(target),
            ))
    wanted = {target for target, _ in contents}
    others = [path for path in sorted((out / TEACHER).glob("event-*.xlsx")) if path not in wanted]
    if others:
        raise UsageError(said(
            "{target}: there are more variants of another exercise in this folder.\n    → Choose another folder "
            "(--out).", target=str(others[0]),
        ))


def read_exercises(folder: Path, limits: Limits = NORMAL) -> list[Exercise]:
    """The exercises of a folder, from teacher/ alone. `folder` may be teacher/ itself.

    Raises FileError where there is none, or one can't be read.
    """
    if not folder.is_dir():
        raise FileError(folder, said("there is no such folder."),
                        said("Give the folder that arpo exercise wrote (--exercise)."))
    teacher = folder / TEACHER if (folder / TEACHER).is_dir() else folder
    paths = sorted(teacher.glob("event-V*.xlsx"))
    if not paths:
        raise FileError(folder, said("there is no exercise in it: teacher/event-V1.xlsx is missing."),
                        said("Give the folder that arpo exercise wrote (--exercise)."))
    return sorted((read_exercise(path, limits) for path in paths), key=lambda exercise: exercise.variant)
