"""`arpo mark`: a class's answers in; marks, what to teach again, and an annotated copy for each student out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from pipeline.course.folder import read_exercises
from pipeline.course.marking.class_pages import class_pages, line_of, outcome_lines
from pipeline.course.marking.group import CLASS, MARKED_SUFFIX, MarkedClass, files_of, marked_class
from pipeline.errors import FileError, UsageError, in_line
from pipeline.event import readable
from pipeline.limits import NORMAL, Limits
from pipeline.output import WORKBOOK, check_writable, replacing
from pipeline.readers.collection import no_collection
from pipeline.words import counted, decimal_sign, joined, said, told
from pipeline.workbook.pages import About, write_pages

MACROS = ".xlsm"
FAILED = 4
"""The exit status where no file could be marked."""


def make_marks(
    paths: Sequence[Path], folder: Path, out: Path, carried: float = 1.0, passing: float = 80.0,
    language: str | None = None, limits: Limits = NORMAL,
) -> tuple[MarkedClass, list[Path]]:
    """Mark the files, and those of folders, by the exercise in `folder`; write class.xlsx and the copies to `out`.

    Raises UsageError for numbers that won't do and where there is nothing to mark, FileError for an exercise that
    can't be read or an output that can't be written.
    """
    _check(carried, passing)
    exercises = read_exercises(folder, limits)
    files = files_of(paths)
    if not files:
        raise UsageError(said("{where}: there is no file to mark.\n    → Give the students' files or their folder.",
                              where=", ".join(in_line(path) for path in paths)))
    check_writable(out / CLASS, *files)
    with no_collection():
        marks = marked_class(files, exercises, carried, passing, limits)
    chosen = language or exercises[0].language
    return marks, _written(marks, out, files, chosen)


def _check(carried: float, passing: float) -> None:
    if not 0 <= carried <= 1:
        raise UsageError(said("--carried: {value} won't do.\n    → Use a number from 0 to 1.", value=f"{carried:g}"))
    if not 0 <= passing <= 100:
        raise UsageError(said("--pass: {value} won't do.\n    → Use a number from 0 to 100.", value=f"{passing:g}"))


def _written(marks: MarkedClass, out: Path, inputs: Sequence[Path], language: str) -> list[Path]:
    """Write class.xlsx and the copies; names that stand twice get a number."""
    if out.exists() and not out.is_dir():
        raise FileError(out, said("this is a file, and a folder is to be made of that name."),
                        said("Choose another folder (--out)."))
    target = out / CLASS
    with replacing(target, *inputs) as temporary:
        write_pages(temporary, class_pages(marks, language), About(title=told(said("Class"), language)))
    written, taken = [target], {CLASS}
    for file in marks.files:
        suffix = MACROS if file.source.path.suffix.lower() == MACROS else WORKBOOK
        stem = f"{readable(file.source.path.stem)}{MARKED_SUFFIX}"
        name, number = f"{stem}{suffix}", 2
        while name.casefold() in taken:
            name, number = f"{stem} ({number}){suffix}", number + 1
        taken.add(name.casefold())
        with replacing(out / name, *inputs, suffix=suffix) as temporary:
            temporary.write_bytes(file.copy)
        written.append(out / name)
    return written


def mark_rows(marks: MarkedClass, language: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Headings and a row a student, for people: mark, passed or not, file, name, variant, first error, remarks."""
    headings = (said("Mark (0-100)"), said("Passed"), said("File"), said("Name"), said("Variant"),
                said("First error, and its cause"), said("Remarks"))
    sign = decimal_sign(language)
    rows = tuple((
        f"{file.mark.shown:.1f}".replace(".", sign),
        told(said("yes") if marks.has_passed(file) else said("no"), language), readable(file.source.path.name),
        file.student, file.variant, file.first, told(joined("; ", file.remarks), language),
    ) for file in marks.files)
    return tuple(told(one, language) for one in headings), rows


def print_marks(marks: MarkedClass, paths: Sequence[Path], language: str | None, stream: TextIO) -> None:
    """A line a file, those not marked with the reason, the summary, and where all is."""
    chosen = language or marks.exercises[0].language

    def tell(text: str) -> None:
        print(told(text, chosen), file=stream)

    for file in marks.files:
        tell(line_of(file, marks.has_passed(file)))
    for one in marks.failed:
        tell(said("not marked: {file}: {reason}", file=in_line(readable(one.path.name)), reason=one.reason))
    for line in outcome_lines(marks):
        tell(line)
    tell(counted("Written: {count} file in {folder}", "Written: {count} files in {folder}", len(paths),
                 folder=in_line(paths[0].parent)))
