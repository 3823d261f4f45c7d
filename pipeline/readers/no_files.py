"""What is given for a file and can't be one: web addresses, folders, the files that programs lock others with."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.errors import FileError, in_line
from pipeline.readers.containers.detect import FROM_NUMBERS, NUMBERS
from pipeline.words import said

_ADDRESS = re.compile(r"(?:https?|ftp)[:]/|www[.][^/]*[.]", re.IGNORECASE)
_ONE_STROKE = re.compile(r":/(?=[^/])")
"""What a path makes of ://."""
_EXCEL = "~$"
_LIBREOFFICE = re.compile(r"[.]~lock[.](.*)#")
_NAMED = 3


def refuse_by_name(path: Path) -> None:
    """Raise FileError for a path that shows by its name that it is no file to be read."""
    if _ADDRESS.match(str(path)):
        raise FileError(
            _ONE_STROKE.sub("://", str(path)),
            said("this is a web address; arpo reads files of this computer, and nothing from the network."),
            said("Open the page, save it or its Excel or TRF export, and give that file."),
        )
    libreoffice = _LIBREOFFICE.fullmatch(path.name)
    if path.name.startswith(_EXCEL):
        raise _lock(path, path.name.removeprefix(_EXCEL), "Excel")
    if libreoffice:
        raise _lock(path, libreoffice[1], "LibreOffice")


def _lock(path: Path, name: str, program: str) -> FileError:
    return FileError(
        path, said("this isn't the workbook: {program} put it beside {name}, which is open there.", program=program,
                   name=in_line(name)),
        said("Give {name} itself.", name=in_line(path.with_name(name))),
    )


def folder(path: Path) -> FileError:
    """The refusal of a folder, with files in it that may be meant."""
    if path.suffix.casefold() == ".numbers":
        return FileError(path, said("this is {what}.", what=NUMBERS), FROM_NUMBERS)
    try:
        files = (entry.name for entry in path.iterdir() if entry.is_file())
        names = sorted(name for name in files if not name.startswith((".", "~")))
    except OSError:
        names = []
    if not names:
        return FileError(path, said("this is a folder."), said("Give a file in it."))
    listed = ", ".join(in_line(name) for name in names[:_NAMED])
    if len(names) > _NAMED:
        return FileError(path, said("this is a folder."), said("Give a file in it: {names}, …", names=listed))
    return FileError(path, said("this is a folder."), said("Give a file in it: {names}.", names=listed))
