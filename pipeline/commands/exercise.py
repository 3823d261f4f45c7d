"""`arpo exercise`: exercises for students, with their solutions and all that marking needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from pipeline.commands.calculating import settings_for
from pipeline.course.exercise import Exercise, checked_ask
from pipeline.course.folder import write_exercises
from pipeline.course.making import Wish, exercise_from, hard_by_hand, made_exercises, minutes
from pipeline.course.sheet.student import tag_of
from pipeline.errors import in_line
from pipeline.limits import NORMAL, Limits
from pipeline.progress import doing
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints
from pipeline.words import Said, counted, said, told

__all__ = ["Wish", "checked_ask", "exercise_sentences", "make_exercises", "print_exercises"]


def make_exercises(
    event: Path | None, wish: Wish, given: Mapping[str, object], out: Path, limits: Limits = NORMAL, hints: Hints = NONE
) -> tuple[list[Exercise], list[Path]]:
    """Make the exercises and write them under `out`; without `event` they are made from the seed.

    Raises ArpoError; then nothing has been written.
    """
    read = None if event is None else read_event(event, limits, hints, isolated=True)
    with doing(said("Making the exercises")):
        if read is None:
            exercises = made_exercises(wish, given)
        else:
            exercises = [exercise_from(read.in_language(wish.language), settings_for(read, given), wish)]
        return exercises, write_exercises(exercises, out)


def print_exercises(exercises: list[Exercise], paths: list[Path], given: bool, stream: TextIO) -> None:
    """What was made, and where it is; in the exercises' language."""
    written = counted("Written: {count} file in {folder}", "Written: {count} files in {folder}", len(paths),
                      folder=in_line(paths[0].parent.parent))
    for sentence in (*exercise_sentences(exercises, given), written):
        print(told(sentence, exercises[0].language), file=stream)


def exercise_sentences(exercises: list[Exercise], given: bool) -> list[Said]:
    """What was made, what makes a `given` event hard by hand, and the seed."""
    found = []
    for exercise in exercises:
        found.append(said("{tag}: {cells} cells asked, some {minutes} minutes by hand", tag=tag_of(exercise),
                          cells=len(exercise.cells), minutes=round(minutes(exercise))))
        found += [said("  {sentence}", sentence=sentence) for sentence in (hard_by_hand(exercise) if given else ())]
    if exercises[0].seed:
        found.append(said("Seed: {seed} (it makes the same exercises again; it stands in teacher/ alone)",
                          seed=exercises[0].seed))
    return found
