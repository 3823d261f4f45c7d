"""`make templates`: what a person can pick up without running anything, in each language, in templates/.

event.xlsx, evento.xlsx      the blank event workbook that `arpo template` writes
lesson.xlsx, leccion.xlsx    the blank sheet of the lesson: the video's event, for pencil or spreadsheet
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.commands.calculating import settings_for  # noqa: E402
from pipeline.commands.template import write_blank  # noqa: E402
from pipeline.course.making import Wish, exercise_from  # noqa: E402
from pipeline.course.sheet.student import about_of, student_pages  # noqa: E402
from pipeline.readers import read_event  # noqa: E402
from pipeline.words import languages, said, told  # noqa: E402
from pipeline.workbook.pages import write_pages  # noqa: E402

EVENT = said("Event")
LESSONS = {"en": "lesson", "es": "leccion"}
"""As the lessons in docs/ are called; another language's is lesson-xx."""


def write_all(folder: Path) -> list[Path]:
    """Write a blank event workbook and lesson sheet for each language; say which."""
    made = []
    event = read_event(ROOT / "input" / "video.xlsx")
    for language in languages():
        blank = folder / f"{told(EVENT, language).lower()}.xlsx"
        write_blank(blank, language=language)
        named = [told(said("Player {no}", no=name.removeprefix("Player ")), language) for name in event.players["name"]]
        own = replace(event, players=event.players.assign(name=named))
        exercise = exercise_from(own, settings_for(own, {}), Wish(language=language))
        lesson = folder / f"{LESSONS.get(language, f'lesson-{language}')}.xlsx"
        title = said("Exercise {variant}", variant=exercise.name)
        write_pages(lesson, student_pages(exercise), about_of(exercise, title))
        made += [blank, lesson]
    return made


if __name__ == "__main__":
    for path in write_all(ROOT / "templates"):
        print(path.relative_to(ROOT))
