"""What can go wrong, in words that help: which file, sheet, cell, value; what is wrong; what to do."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.words import Said, counted, joined, said

SHOWN_PROBLEMS = 20
"""A file's problems are listed together; past this many, only counted."""


def in_line(name: object) -> str:
    """The name of a file or a sheet in a message: on one line, so that it can't look like a line of the program's."""
    return str(name).translate({ord(sign): chr(0x2400 + ord(sign)) for sign in "\t\n\r"})


SYSTEM_ERRORS = {
    "ENOENT": said("No such file or directory"), "EACCES": said("Permission denied"),
    "EPERM": said("Operation not permitted"), "ENOSPC": said("No space left on device"),
    "EDQUOT": said("Disk quota exceeded"), "EROFS": said("Read-only file system"), "EISDIR": said("Is a directory"),
    "ENOTDIR": said("Not a directory"), "EEXIST": said("File exists"), "ENAMETOOLONG": said("File name too long"),
    "ELOOP": said("Too many levels of symbolic links"), "EMFILE": said("Too many open files"),
    "ENFILE": said("Too many open files in system"), "EIO": said("Input/output error"),
    "EBUSY": said("Device or resource busy"), "ETXTBSY": said("Text file busy"), "EFBIG": said("File too large"),
    "ENOMEM": said("Cannot allocate memory"), "EAGAIN": said("Resource temporarily unavailable"),
    "EINVAL": said("Invalid argument"), "EBADF": said("Bad file descriptor"),
    "ENODEV": said("No such device"), "ENXIO": said("No such device or address"), "ESTALE": said("Stale file handle"),
    "EADDRINUSE": said("Address already in use"), "EADDRNOTAVAIL": said("Cannot assign requested address"),
    "ETIMEDOUT": said("Connection timed out"), "ECONNREFUSED": said("Connection refused"),
    "EHOSTUNREACH": said("No route to host"), "ENETUNREACH": said("Network is unreachable"),
}
"""What the system says of an error, by its name: the words of the field's systems, to be told in another language."""


def why_of(error: BaseException) -> str:
    """What went wrong by the system's account; of an error that isn't the system's, what it says itself."""
    number = error.errno if isinstance(error, OSError) else None
    known = SYSTEM_ERRORS.get(errno.errorcode.get(number, "")) if number is not None else None
    return known or getattr(error, "strerror", None) or str(error)


class Place(NamedTuple):
    """Where something stands: a sheet and cell of a workbook, or, with a cell that is `Said` and no sheet, words such
    as "line 3" or "table 2, row 5".
    """

    sheet: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return str(self.said)

    @property
    def beginning(self) -> str:
        """The cell; of a place in words its first part, such as the line or the table."""
        parts = self.cell.details if isinstance(self.cell, Said) else {}
        return str(self.cell) if "p0" not in parts else parts["p0"]

    @property
    def said(self) -> Said:
        """The place in words; empty where nothing is known of it."""
        sheet = said("sheet {sheet}", sheet=in_line(self.sheet)) if self.sheet else ""
        cell = said("cell {cell}", cell=self.cell) if self.cell and not isinstance(self.cell, Said) else self.cell
        return joined(", ", [part for part in (sheet, cell) if part])


Where = Place | Callable[[], Place]
"""A place, or how to find it when it is needed: a large event has 70,000, and most are never said."""


def place_of(where: Where) -> Place:
    """The place itself."""
    return where if isinstance(where, Place) else where()


_MEND = "\n    → "
"""Stands between what is wrong and what to do."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an input: the place, what is wrong (with the value), and the mend."""

    place: Place
    what: Said
    mend: Said

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Said:
        """The whole of it."""
        where = self.place.said
        return joined(_MEND, [joined(": ", [where, self.what]) if where else self.what, self.mend])


class ArpoError(Exception):
    """Base of all errors that a user is meant to read; `exit_status` is the command line's answer.

    `said` is the message, to be told in the user's language; `language` is the one that the input itself asks for.
    """

    exit_status = 3
    language = ""

    def __init__(self, what: Said, mend: Said | None = None) -> None:
        """Keep the message: what is wrong, and what to do."""
        self.said = what if mend is None else joined(_MEND, [what, mend])
        super().__init__(str(self.said))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from: files are read in a process of their own, and errors come back from there."""
        return type(self), (self.said,), {"language": self.language}


class UsageError(ArpoError):
    """An option or a setting has a value that it can't have."""

    exit_status = 2

    def __init__(self, what: Said, mend: Said | None = None) -> None:
        """Keep both parts: where a setting stands in a file, they are said with its place."""
        super().__init__(what, mend)
        self.what = what
        self.mend = mend

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle both parts, too."""
        return type(self), (self.said,), {"language": self.language, "what": self.what, "mend": self.mend}


class FileError(ArpoError):
    """A file can't be read or written at all."""

    exit_status = 4

    def __init__(self, path: Path | str, what: Said, mend: Said) -> None:
        """Keep the file, what is wrong with it and the mend; the message holds all three."""
        super().__init__(joined(": ", [in_line(path), what]), mend)
        self.path = Path(path)
        self.what = what
        self.mend = mend

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from."""
        return type(self), (self.path, self.what, self.mend), {"language": self.language}


class OutputError(ArpoError):
    """Standard output can't be written to."""

    exit_status = 4

    def __init__(self, why: str) -> None:
        """Say what the system says."""
        super().__init__(
            said("standard output can't be written: {why}.", why=why),
            said("Print to a terminal, or to a file on a drive with room."),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from."""
        return type(self), (self.said.details["p0"].details["why"],)


class TooMuchError(ArpoError):
    """The work would take more than the limits, or the computer, or a spreadsheet allow."""

    exit_status = 4


class InputError(ArpoError):
    """A file was read, and what it says can't be right; holds every problem found, not only the first."""

    exit_status = 3

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        """Keep the file and its problems; the message shows the first `SHOWN_PROBLEMS` and the count."""
        self.path = Path(path)
        self.problems = problems
        count = len(problems)
        lines = [counted(
            "{path}: {count} problem found; nothing was written.",
            "{path}: {count} problems found; nothing was written.", count, path=in_line(path),
        )]
        lines += [joined("", ["  ", problem.said]) for problem in problems[:SHOWN_PROBLEMS]]
        if count > SHOWN_PROBLEMS:
            lines.append(counted("  … and {count} more.", "  … and {count} more.", count - SHOWN_PROBLEMS))
        super().__init__(joined("\n", lines))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from."""
        return type(self), (self.path, self.problems), {"language": self.language}
