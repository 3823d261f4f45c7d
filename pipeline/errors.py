"""What can go wrong, in words that help: which file, sheet, cell, value; what is wrong; what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

SHOWN_PROBLEMS = 20
"""A file's problems are listed together; past this many, only counted."""


def in_line(name: object) -> str:
    """The name of a file or a sheet in a message: on one line, so that it can't look like a line of the program's."""
    return str(name).translate({ord(sign): chr(0x2400 + ord(sign)) for sign in "\t\n\r"})


class Place(NamedTuple):
    """Where something stands: a sheet and cell of a workbook; a line of a text file, or a table of a web page (then
    `sheet` is empty).
    """

    sheet: str = ""
    cell: str = ""

    def __str__(self) -> str:
        sheet = f"sheet {in_line(self.sheet)}" if self.sheet else ""
        cell = self.cell if not self.cell or self.cell.startswith(("line", "table")) else f"cell {self.cell}"
        return ", ".join(part for part in (sheet, cell) if part)


Where = Place | Callable[[], Place]
"""A place, or how to find it when it is needed: a large event has 70,000, and most are never said."""


def place_of(where: Where) -> Place:
    """The place itself."""
    return where if isinstance(where, Place) else where()


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an input: the place, what is wrong (with the value), and the mend."""

    place: Place
    what: str
    mend: str

    def __str__(self) -> str:
        where = str(self.place)
        return f"{where}: {self.what}\n    → {self.mend}" if where else f"{self.what}\n    → {self.mend}"


class ArpoError(Exception):
    """Base of all errors that a user is meant to read; `exit_status` is the command line's answer."""

    exit_status = 3


class UsageError(ArpoError):
    """An option or a setting has a value that it can't have."""

    exit_status = 2


class FileError(ArpoError):
    """A file can't be read or written at all."""

    exit_status = 4

    def __init__(self, path: Path | str, what: str, mend: str) -> None:
        """Keep the file, what is wrong with it and the mend; the message holds all three."""
        super().__init__(f"{in_line(path)}: {what}\n    → {mend}")
        self.path = Path(path)
        self.what = what
        self.mend = mend

    def __reduce__(self) -> tuple[type[FileError], tuple[Path, str, str]]:
        """Pickle what it was made from: files are read in a process of their own, and errors come back from there."""
        return type(self), (self.path, self.what, self.mend)


class OutputError(ArpoError):
    """Standard output can't be written to."""

    exit_status = 4

    def __init__(self, why: str) -> None:
        """Say what the system says."""
        super().__init__(
            f"standard output can't be written: {why}.\n    → Print to a terminal, or to a file on a drive with room."
        )


class TooMuchError(ArpoError):
    """The work would take more than the limits, or the computer, or a spreadsheet allow."""

    exit_status = 4

    def __init__(self, what: str, mend: str) -> None:
        """Say what is too much and what to do."""
        super().__init__(f"{what}\n    → {mend}")


class InputError(ArpoError):
    """A file was read, and what it says can't be right; holds every problem found, not only the first."""

    exit_status = 3

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        """Keep the file and its problems; the message shows the first `SHOWN_PROBLEMS` and the count."""
        self.path = Path(path)
        self.problems = problems
        count = len(problems)
        lines = [f"{in_line(path)}: {count} {'problem' if count == 1 else 'problems'} found; nothing was written."]
        lines += [f"  {problem}" for problem in problems[:SHOWN_PROBLEMS]]
        if count > SHOWN_PROBLEMS:
            lines.append(f"  … and {count - SHOWN_PROBLEMS} more.")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[type[InputError], tuple[Path, list[Problem]]]:
        """Pickle what it was made from."""
        return type(self), (self.path, self.problems)
