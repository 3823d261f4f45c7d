"""Course material: exercises made, and a class's answers marked."""

from __future__ import annotations

import shutil

from pipeline.commands.exercise import Wish, checked_ask, exercise_sentences, make_exercises
from pipeline.commands.mark import make_marks, mark_rows
from pipeline.course.folder import TEACHER
from pipeline.page.views import Asked, MadeFile, Table, View
from pipeline.page.work.given import hints_of, limits_of, number, whole
from pipeline.page.work.report import WORKBOOK
from pipeline.page.work.zipped import zipped
from pipeline.words import counted, said, told


def exercise_view(asked: Asked) -> View:
    """Make exercises, of the file where there is one; see `pipeline.commands.exercise.make_exercises`."""
    language, given = asked.language, asked.given
    event = asked.files[0].label if asked.files else None
    wish = Wish(
        variants=whole(asked, "variants") or 1, seed=given.get("seed", ""), players=whole(asked, "players") or 8,
        rounds=whole(asked, "rounds") or 5, ask=checked_ask(given["ask"]) if "ask" in given else Wish().ask,
        errors=whole(asked, "errors") or 0, lesson=given.get("lesson", ""), language=language,
        elo=given.get("elo", ""),
    )
    folder = asked.folder / "exercise"
    settings = {name: given.get(name) for name in ("dp", "c", "start", "points")}
    exercises, paths = make_exercises(event, wish, settings, folder, limits_of(asked), hints_of(asked))
    archive = zipped(asked.folder / "exercise.zip", paths, folder)
    files = [MadeFile("exercise.zip", archive, "application/zip",
                      told(said("All files: the students' and the teacher's"), language))]
    files += [MadeFile(path.name, path, WORKBOOK, path.relative_to(folder).as_posix()) for path in paths]
    return View(
        asked.action, told(said("Exercises"), language), "ok",
        told(counted("{count} exercise made", "{count} exercises made", len(exercises)), language),
        sentences=tuple(told(one, language) for one in exercise_sentences(exercises, event is not None)),
        files=tuple(files),
    )


def marks_view(asked: Asked) -> View:
    """Mark answers by the teacher's files; see `pipeline.commands.mark.make_marks`."""
    language = asked.language
    teacher = asked.folder / TEACHER
    teacher.mkdir(exist_ok=True)
    for number_, file in enumerate(asked.further, start=1):
        shutil.copyfile(file.content, teacher / f"event-V{number_}.xlsx")
    carried, passing = number(asked, "carried"), number(asked, "pass")
    out = asked.folder / "class"
    marks, paths = make_marks(
        [file.label for file in asked.files], teacher, out, 1.0 if carried is None else carried,
        80.0 if passing is None else passing, language, limits_of(asked))
    archive = zipped(asked.folder / "class.zip", paths, out)
    headings, rows = mark_rows(marks, language)
    return View(
        asked.action, told(said("A class"), language), "ok" if marks.files else "check",
        told(counted("{count} file marked", "{count} files marked", len(marks.files)), language),
        notes=tuple(told(said("not marked: {file}: {reason}", file=one.path.name, reason=one.reason), language)
                    for one in marks.failed),
        tables={"class": Table(told(said("Marks"), language), headings, rows, numbers=(0,))} if rows else {},
        files=(MadeFile("class.zip", archive, "application/zip",
                        told(said("All files: the class's list and each copy"), language)),
               MadeFile(paths[0].name, paths[0], WORKBOOK, told(said("The class's list"), language))),
    )
