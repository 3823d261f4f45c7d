"""From bytes to grids: one module for each kind of file, chosen by what the bytes are, never by the file's name."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

from pipeline.readers.collection import no_collection
from pipeline.readers.containers.detect import kind_of
from pipeline.readers.grid import Grid


@no_collection()
def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The grids of a file with the content `data`. Raises FileError for a file that arpo can't read."""
    # Each kind has a module of its name, imported when a file needs it: that keeps the start short.
    container = import_module(f"{__name__}.{kind_of(path, data)}")
    # What a parser prints isn't for the user (openpyxl: “60 is out of range”), and would get into tables and JSON.
    with redirect_stdout(io.StringIO()):
        grids: list[Grid] = container.open_grids(path, data)
    return grids
