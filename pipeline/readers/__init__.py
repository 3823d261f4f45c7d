"""Reads a tournament file of any known layout: `read_event` looks at the bytes, never at the name."""

from __future__ import annotations

import difflib
import hashlib
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pipeline.errors import FileError, in_line, why_of
from pipeline.event import Event, Reading
from pipeline.limits import NORMAL, Limits
from pipeline.progress import doing
from pipeline.readers import preflight
from pipeline.readers.grid import Grid
from pipeline.readers.handed import content_of
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.no_files import folder, refuse_by_name
from pipeline.readers.preflight import Findings
from pipeline.words import Said, either, said

__all__ = ["FileBytes", "event_in", "file_bytes", "parsed", "read_bytes", "read_event", "read_file"]

R = TypeVar("R", bound=Reading)
Parse = Callable[[Path, bytes, list[Grid], Hints], R]
"""What makes a result of a file's bytes and grids; a function of a module, so that another process can find it."""


def read_event(
    path: Path, limits: Limits = NORMAL, hints: Hints = NONE, *, isolated: bool = False
) -> Event:
    """The event in a file.

    `hints` answer what the file leaves open. `isolated` parses it in a process of its own, which `limits` bounds in
    time and memory; the command line does that.
    Raises FileError for a file that can't be read at all, and InputError, with every problem found, for one that says
    what can't be right.
    """
    return read_file(path, _event, limits, hints, isolated=isolated)


def read_file(
    path: Path, parse: Parse[R], limits: Limits = NORMAL, hints: Hints = NONE, *, isolated: bool = False
) -> R:
    """What `parse` makes of a file, read as `read_event` reads one: with the preflight and, `isolated`, apart."""
    file = file_bytes(path, limits)
    task = partial(parsed, file, parse, hints)
    if not isolated:
        return task()
    from pipeline import isolation

    with doing(said("Reading {name}", name=in_line(path.name))):
        return isolation.run(file.path, task, limits)


@dataclass(frozen=True)
class FileBytes:
    """A file's content, read once, and what the preflight found in it: all that is said of the file is of these bytes.

    It may change or go while they are looked at.
    """

    path: Path
    data: bytes
    findings: Findings


def file_bytes(path: Path, limits: Limits) -> FileBytes:
    """The content of a file, once the preflight has passed it. Raises FileError."""
    path = Path(path)
    data = read_bytes(path, limits)
    return FileBytes(path, data, preflight.examine(path, data, limits))


def event_in(file: FileBytes, hints: Hints) -> Event:
    """The event in a file's bytes, read in this process. Raises as `read_event` does."""
    return parsed(file, _event, hints)


def _event(path: Path, data: bytes, grids: list[Grid], hints: Hints) -> Event:
    from pipeline.readers.layouts import read_grids  # only where a file is parsed, as in `parsed`

    return read_grids(path, grids, hints)


def parsed(file: FileBytes, parse: Parse[R], hints: Hints) -> R:
    """What `parse` makes of a file's bytes, in this process; with the notes of the preflight, and their SHA-256."""
    # Only here: a command has its files parsed by another process, and starts in a tenth less without these 50 modules.
    from pipeline.readers.containers import open_grids
    from pipeline.readers.layouts.settings_sheet import SETTINGS_SHEETS

    grids, findings = open_grids(file.path, file.data), file.findings
    result = parse(file.path, file.data, grids, hints)
    result = result.read_from(replace(result.source, sha256=hashlib.sha256(file.data).hexdigest()))
    hidden = [grid.sheet for grid in grids if grid.hidden and grid.sheet != result.source.sheet]
    settings = [sheet for sheet in hidden if sheet.casefold() in SETTINGS_SHEETS and getattr(result, "settings", None)]
    findings.note(said("hidden settings"), settings, said("hidden sheets, whose settings were read all the same"))
    unread = [sheet for sheet in hidden if sheet not in settings]
    findings.note(said("hidden sheets"), unread, said("hidden sheets, whose tables weren't read"))
    return result.noting(*findings.notes) if findings.notes else result


def read_bytes(path: Path, limits: Limits) -> bytes:
    """The content of a file. Raises FileError, with what to do, where it can't be read or is too large to be."""
    refuse_by_name(path)
    place = content_of(path)
    try:
        found = place.stat()
        if stat.S_ISDIR(found.st_mode):
            raise folder(path)
        if not stat.S_ISREG(found.st_mode):  # a device or a pipe may never end
            raise FileError(path, said("this isn't an ordinary file."), said("Give the name of a file."))
        preflight.check_size(path, found.st_size, limits)
        return place.read_bytes()
    except FileNotFoundError as error:
        raise FileError(path, said("there is no such file."), _near_names(path)) from error
    except PermissionError as error:
        if path.is_dir():  # what Windows raises for a folder
            raise folder(path) from error
        mend = said("Copy it to a folder of your own, or close the program that has it open.")
        raise FileError(path, said("you have no permission to read it."), mend) from error
    except IsADirectoryError as error:
        raise folder(path) from error
    except (OSError, ValueError) as error:
        raise FileError(
            path, said("it can't be read ({why}).", why=why_of(error)), said("Check the name and the drive.")
        ) from error


_LIKE = 0.7
"""How like a file's stem is to the one that was asked for, from 0 to 1, to be named as perhaps meant."""


def _near_names(path: Path) -> Said:
    """The mend for a missing file: names in its folder that look like it."""
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.is_file()]
    except OSError:
        return said("The folder {folder} doesn't exist either: check the path.", folder=in_line(path.parent))
    # By the stem: all names of workbooks end alike, and a short one would look like any other.
    wanted = path.stem.casefold()
    by_stem: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: Path(name).suffix.casefold() != path.suffix.casefold()):
        by_stem.setdefault(Path(name).stem.casefold(), []).append(name)
    near = [by_stem[stem][0] for stem in difflib.get_close_matches(wanted, by_stem, n=3, cutoff=_LIKE)]
    if near:
        return said("Did you mean {names}?", names=either(map(in_line, near)))
    try:
        return said("Check the name; the folder is {folder}.", folder=in_line(path.parent.resolve()))
    except OSError:
        return said("The current folder was deleted: change to another one.")
