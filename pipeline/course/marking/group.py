"""A class: its files marked, what they have in common, and those that can't be marked, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pipeline import isolation
from pipeline.course.exercise import Exercise
from pipeline.course.marking.one import MarkedFile, Outcome, marked_file
from pipeline.errors import ArpoError, in_line
from pipeline.limits import NORMAL, Limits
from pipeline.progress import doing
from pipeline.readers import file_bytes
from pipeline.words import Said, counted, joined, said

FEWEST_EQUAL = 2
"""So many equal wrong numbers without a known cause are worth a look."""
SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods", ".csv", ".txt", ".html", ".htm")
MARKED_SUFFIX = "-marked"
CLASS = "class.xlsx"
"""What marking writes, which is no answer of anybody's."""


@dataclass(frozen=True)
class NotMarked:
    """A file that couldn't be marked, and why."""

    path: Path
    reason: str


@dataclass(frozen=True)
class MarkedClass:
    """All files of a class. `passing` is the mark in per cent that passes."""

    exercises: tuple[Exercise, ...]
    files: tuple[MarkedFile, ...]
    failed: tuple[NotMarked, ...]
    carried: float
    passing: float

    def has_passed(self, file: MarkedFile) -> bool:
        """Whether a student has passed."""
        return file.mark.per_cent >= self.passing - 1e-9


def files_of(paths: Sequence[Path]) -> list[Path]:
    """The files to be marked: those named, and of a folder all that can be a student's, in the order of their names."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += [
                one for one in sorted(path.iterdir(), key=lambda one: one.name.casefold())
                if one.is_file() and one.suffix.casefold() in SUFFIXES and not one.name.startswith(("~$", ".", "_"))
                and not one.stem.endswith(MARKED_SUFFIX) and one.name != CLASS
            ]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def marked_class(
    paths: Sequence[Path], exercises: Sequence[Exercise], carried: float, passing: float, limits: Limits = NORMAL,
) -> MarkedClass:
    """Mark all files, each apart and within limits; one that can't be marked never stops the others."""
    marked: list[MarkedFile] = []
    failed: list[NotMarked] = []
    for number, path in enumerate(paths, start=1):
        what = said("Marking {name} ({number} of {count})", name=in_line(path.name), number=number, count=len(paths))
        try:
            with doing(what):
                task = partial(marked_file, file_bytes(path, limits), tuple(exercises), carried)
                marked.append(isolation.run(path, task, limits, said("marking it")))
        except ArpoError as error:
            failed.append(NotMarked(path, _reason(error, path)))
    return MarkedClass(tuple(exercises), tuple(_remarked(marked)), tuple(failed), carried, passing)


def _reason(error: ArpoError, path: Path) -> str:
    """The error without the file's name, which stands beside it."""
    text = getattr(error, "what", None) or str(error).removeprefix(f"{path}: ")
    return text if isinstance(text, Said) else str(text)


def _remarked(files: Sequence[MarkedFile]) -> list[MarkedFile]:
    """The files with what only all of them together show: equal wrong numbers, and names that stand twice."""
    names = Counter(file.student.casefold() for file in files if file.student)
    return [
        replace(file, remarks=(*file.remarks, *_of_names(file, names), *_equal(file, files))) for file in files
    ]


def _of_names(file: MarkedFile, names: Counter[str]) -> list[Said]:
    if not file.student:
        return [said("no name is written in it")]
    return [said("another file has the same name in it")] if names[file.student.casefold()] > 1 else []


def _equal(file: MarkedFile, files: Sequence[MarkedFile]) -> list[Said]:
    """Whose wrong numbers without a known cause are the same: something to look at, and no verdict."""
    own = _unexplained(file)
    found = [
        (other.source.path.name, len(own & _unexplained(other)))
        for other in files if other is not file and other.id == file.id
    ]
    alike = [(name, count) for name, count in found if count >= FEWEST_EQUAL]
    if not alike:
        return []
    parts = joined(", ", [said("{file} ({count})", file=name, count=count) for name, count in alike])
    return [counted("look at: equal wrong numbers without a known cause in {files}",
                    "look at: equal wrong numbers without a known cause in {files}", len(alike), files=parts)]


def _unexplained(file: MarkedFile) -> set[tuple[str, int, object]]:
    """The wrong cells without a known cause, with their numbers; a column filled with one number isn't anybody's."""
    by_key: dict[str, set[object]] = {}
    for cell in file.cells:
        by_key.setdefault(cell.key, set()).add(cell.stated)
    return {
        (cell.key, cell.position, cell.stated) for cell in file.cells
        if cell.outcome is Outcome.WRONG and not cell.causes and len(by_key[cell.key]) > 1
    }
