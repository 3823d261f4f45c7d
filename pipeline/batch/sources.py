"""Which files a batch works on, and what the results of each are called."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pipeline.errors import FileError, UsageError, in_line, why_of
from pipeline.words import said

_NOT_EVENTS = re.compile(r"\..*|~\$.*|thumbs\.db|desktop\.ini", re.IGNORECASE)
"""Names of what systems and programs leave in folders: hidden files, locks of open workbooks."""


class Source(NamedTuple):
    """A file of a batch: its path, its name in lists (from the folder that all have in common), and what the names of
    its results begin with, a path under the folder of results.
    """

    path: Path
    name: str
    stem: str


def sources_in(given: Iterable[Path], out: Path) -> list[Source]:
    """The files given, and those in folders given, sorted by name and each once; but for what is in `out`.

    Results are called as the file without its ending; namesakes (four.csv, four.trf) keep theirs. Hidden files and
    locks of open workbooks are no files of a folder. Raises UsageError where there is no file at all, FileError for a
    folder that can't be read.
    """
    out = Path(os.path.abspath(out))
    paths = sorted({Path(os.path.abspath(path)) for one in given for path in _files(Path(one), out)})
    if not paths:
        raise UsageError(said(
            "{given}: there are no files in it.\n    → Give the files, or a folder that has some.",
            given=", ".join(in_line(one) for one in given),
        ))
    names = _names(paths)
    stems = _stems(names)
    found = [Source(path, name, stem) for path, name, stem in zip(paths, names, stems, strict=True)]
    return sorted(found, key=lambda source: (source.name.casefold(), source.name))


def _files(path: Path, out: Path) -> Iterable[Path]:
    """The file itself, or all files in the folder; what isn't there is a file, too: its row says so."""
    if not path.is_dir():
        yield path
        return

    def failed(error: OSError) -> None:
        raise FileError(
            error.filename or path, said("this folder can't be read ({why}).", why=why_of(error)),
            said("Check its permissions, or give the files in it."),
        )

    for folder, folders, files in os.walk(path, onerror=failed):
        folders[:] = sorted(
            name for name in folders
            if not _NOT_EVENTS.fullmatch(name) and Path(os.path.abspath(Path(folder, name))) != out
        )
        yield from (Path(folder, name) for name in files if not _NOT_EVENTS.fullmatch(name))


def _names(paths: list[Path]) -> list[str]:
    """The paths from the folder that they have in common, with / between its parts on every system."""
    try:
        common = os.path.commonpath([path.parent for path in paths])
    except ValueError:  # several drives of Windows
        return [path.as_posix().replace(":", "") for path in paths]
    return [Path(os.path.relpath(path, common)).as_posix() for path in paths]


def _stems(names: list[str]) -> list[str]:
    """What the results of each begin with: the name without its ending where no other has the same."""
    stems = [name.removesuffix(Path(name).suffix) for name in names]
    while True:
        count = Counter(stem.casefold() for stem in stems)
        longer = [
            name if count[stem.casefold()] > 1 else stem for stem, name in zip(stems, names, strict=True)
        ]
        if longer == stems:
            return stems
        stems = longer
