"""From bytes to grids: one module for each kind of file, chosen by what the bytes are, never by the file's name."""

from __future__ import annotations

from pathlib import Path

from pipeline.readers.containers import text, workbook
from pipeline.readers.containers.detect import kind_of
from pipeline.readers.grid import Grid

_OPENERS = {"workbook": workbook.open_grids, "text": text.open_grids}


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The grids of a file with the content `data`. Raises FileError for a file that arpo can't read."""
    return _OPENERS[kind_of(path, data)](path, data)
