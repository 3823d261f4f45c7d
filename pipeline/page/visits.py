"""The files of visits: each visit has a folder, all of them stand in one temporary folder of this process.

It goes when the process ends; a visit's when nobody has used it for an hour. What a killed process left is removed by
the next one that starts: a file in the folder is held as long as its process lives.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pipeline.page.views import Uploaded

PREFIX = "arpo-page-"
UNUSED = 60 * 60
"""Seconds after which a visit that nobody uses is removed."""
_HELD = "held"
_LONGEST = 120
"""Characters of a name that is shown."""


@dataclass
class Visit:
    """What somebody brought: the files, those of the second kind (an event, a teacher's copies), what can be done."""

    token: str
    folder: Path
    files: tuple[Uploaded, ...] = ()
    further: tuple[Uploaded, ...] = ()
    offered: tuple[str, ...] = ()
    used: float = field(default_factory=time.monotonic)
    _count: int = 0

    def place(self) -> Path:
        """Where the next file's content goes."""
        self._count += 1
        return self.folder / f"file-{self._count}"


class Visits:
    """All visits of this process."""

    def __init__(self) -> None:
        """Make the folder, and remove those that killed processes left."""
        sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._held = _holding(self.folder / _HELD)
        self._lock = threading.Lock()
        self._visits: dict[str, Visit] = {}

    def new(self) -> Visit:
        """A new visit."""
        token = secrets.token_urlsafe(9)
        folder = self.folder / token
        folder.mkdir(0o700)
        visit = Visit(token, folder)
        with self._lock:
            self._visits[token] = visit
        return visit

    def get(self, token: str) -> Visit | None:
        """The visit, which is used now; None where it is gone, or never was."""
        with self._lock:
            visit = self._visits.get(token)
            if visit is not None:
                visit.used = time.monotonic()
            return visit

    def forget(self, token: str) -> None:
        """Remove a visit with all its files."""
        with self._lock:
            visit = self._visits.pop(token, None)
        if visit is not None:
            shutil.rmtree(visit.folder, ignore_errors=True)

    def forget_unused(self, seconds: float = UNUSED) -> list[str]:
        """Remove the visits that nobody has used for so long; returns which."""
        last = time.monotonic() - seconds
        with self._lock:
            old = [token for token, visit in self._visits.items() if visit.used < last]
        for token in old:
            self.forget(token)
        return old

    def close(self) -> None:
        """Remove everything."""
        self._held.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def shown_name(name: str) -> str:
    """The name of an upload as it is shown and handed on: without folders, in one line, not too long."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(character for character in last if character.isprintable()).strip()
    if len(plain) > _LONGEST:
        stem, dot, suffix = plain.rpartition(".")
        plain = f"{stem[: _LONGEST - len(suffix)]}{dot}{suffix}" if 0 < len(suffix) < 6 else plain[:_LONGEST]
    return plain if plain.strip(".") else "file"


def unlike(name: str, taken: set[str]) -> str:
    """The name, with a number where another file of the visit has it already; it is taken from now on."""
    stem, dot, suffix = name.rpartition(".") if "." in name else (name, "", "")
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{stem} ({number}){dot}{suffix}"
    taken.add(free.casefold())
    return free


def _holding(path: Path) -> IO[bytes]:
    """A file that is held open, and locked, as long as this process lives."""
    file = path.open("ab")
    if sys.platform != "win32":  # there, a file that is open can't be removed, which says the same
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return file


def sweep() -> None:
    """Remove the folders that killed processes of this user left."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                if not folder.is_symlink() and _is_mine(folder) and _is_left(folder / _HELD):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_mine(folder: Path) -> bool:
    return sys.platform == "win32" or folder.lstat().st_uid == os.getuid()


def _is_left(held: Path) -> bool:
    """Whether no process holds a folder's file any more; one that has none yet is just being made."""
    if sys.platform == "win32":
        held.unlink()  # raises an OSError where it is open
        return True
    import fcntl

    with held.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
