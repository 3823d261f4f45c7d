"""What a batch has done: a SQLite file beside the results, so that an interrupted run goes on where it was.

A row counts for the file it was made of (its SHA-256), the settings, and the version of the program; with anything else
the file is done again. One run at a time writes in it: a second one is refused while the first lasts, however that
ends, since the lock is the system's.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from pipeline import __version__
from pipeline.batch.sources import Source
from pipeline.errors import FileError
from pipeline.words import said

NAME = "arpo-batch.sqlite"
_FORMAT = 1
_BUSY = 0.5
"""Seconds to wait for whoever else has the ledger open."""

DONE, REFUSED = "done", "refused"


@dataclass(frozen=True)
class Row:
    """What came of a file: DONE with the results' names (under the folder of results), or REFUSED with the reason.

    event, players, rounds, state, alerts are the summary's columns; None where there is nothing to say. `seconds` is
    the time that it took.
    """

    outcome: str
    sha256: str
    event: str = ""
    players: int | None = None
    rounds: int | None = None
    state: str = ""
    alerts: int | None = None
    seconds: float = 0.0
    reason: str = ""
    results: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether there is no result."""
        return self.outcome == REFUSED


class Ledger:
    """The open ledger of a folder of results. Use it in a `with`."""

    def __init__(self, folder: Path, settings: str) -> None:
        """Open or make it, for this run alone; `settings` tells all that results depend on beside the file.

        Raises FileError where another run has it, or it can't be opened.
        """
        self.path = folder / NAME
        self._folder = folder
        self._key = (settings, __version__)
        try:
            self._base = sqlite3.connect(self.path, timeout=_BUSY)
            self._open()
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _open(self) -> None:
        # Held from the first writing until the connection ends; committed rows are on the drive at once.
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("BEGIN EXCLUSIVE")
        [format_] = self._base.execute("PRAGMA user_version").fetchone()
        if format_ != _FORMAT:  # of another version of arpo: nothing in it counts
            self._base.execute("DROP TABLE IF EXISTS done")
            self._base.execute(f"PRAGMA user_version = {_FORMAT}")
        self._base.execute(
            "CREATE TABLE IF NOT EXISTS done (name TEXT, stem TEXT, sha256 TEXT, settings TEXT, version TEXT, row TEXT,"
            " PRIMARY KEY (name, stem, sha256, settings, version))"
        )
        self._base.commit()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()

    def known(self, source: Source, sha256: str) -> Row | None:
        """What was done with the file of these bytes; None where it wasn't, or where a result is gone since."""
        found = self._base.execute(
            "SELECT row FROM done WHERE name = ? AND stem = ? AND sha256 = ? AND settings = ? AND version = ?",
            (source.name, source.stem, sha256, *self._key),
        ).fetchone()
        if found is None:
            return None
        values = json.loads(found[0])
        row = Row(**{**values, "results": tuple(values["results"]), "sizes": tuple(values["sizes"])})
        return row if self._stands(row) else None

    def _stands(self, row: Row) -> bool:
        """Whether the results are still there, as large as they were written."""
        try:
            return [self._folder.joinpath(name).stat().st_size for name in row.results] == list(row.sizes)
        except OSError:
            return False

    def enter(self, source: Source, row: Row) -> None:
        """Keep what was done. Raises FileError where the drive is full."""
        try:
            self._base.execute(
                "INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?, ?, ?)",
                (source.name, source.stem, row.sha256, *self._key, json.dumps(asdict(row))),
            )
            self._base.commit()
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _failed(self, error: sqlite3.Error) -> FileError:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_BUSY"):
            return FileError(
                self.path, said("another batch writes its results in this folder."),
                said("Wait until it is done, or choose another folder (--out)."),
            )
        if name.startswith("SQLITE_NOTADB") or name.startswith("SQLITE_CORRUPT"):
            return FileError(
                self.path, said("this isn't a ledger of arpo, or it is damaged."),
                said("Delete it: all files are done again. Or choose another folder (--out)."),
            )
        return FileError(
            self.path, said("it can't be written ({why}).", why=str(error)),
            said("Make room on the drive or allow writing there, and run it again: it goes on where it was."),
        )


def settings_key(parts: Iterable[tuple[str, object]]) -> str:
    """All that the results depend on beside the file, as one text."""
    return json.dumps(sorted((name, str(value)) for name, value in parts if value not in (None, "")))
