"""How large a file may be, and what reading it and all that follows may cost.

Chosen by name on the command line (--limits).
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import UsageError
from pipeline.words import Said, either, said

MB = 1_000_000


@dataclass(frozen=True)
class Limits:
    """What a file may hold and what reading it may cost; all of it far above what any real tournament needs.

    An open with 3,000 players and 11 rounds has 120,000 cells, 5 MB unzipped, and takes a few seconds.
    """

    name: str = "normal"
    file_mb: int = 50
    """Size of the file itself."""
    text_mb: int = 20
    """Size of a text file, which needs more memory for the same size than a workbook does."""
    unzipped_mb: int = 100
    """Size of all that a workbook unpacks to."""
    parts: int = 2_000
    """Members of a workbook's zip container."""
    cells: int = 500_000
    """Cells that the sheets span, blank ones included, from A1 to the last cell that is used."""
    rows: int = 100_000
    """Rows of a sheet, lines of a text."""
    columns: int = 2_000
    merges: int = 5_000
    """Merged blocks of a sheet: openpyxl compares each with all the others."""
    line: int = 200_000
    """Characters of the longest line of a text file."""
    memory_mb: int = 1_000
    """What reading may take; and, once more, what comes after it."""
    seconds: int = 60
    """The same for time: while reading by the clock, after it of computing."""
    iterations: int = 10_000_000
    """Players × iterations at most: a number each, which is held some eight times while it is computed and printed."""
    workbook_mb: int = 600
    """Memory that the cells of a report may take while it is written: some two million formulas, 20 seconds."""

    def hint(self) -> Said | str:
        """How these limits can be raised, as the end of a message; empty where they are the largest already."""
        if self.name == LARGE.name:
            return ""
        return said(
            " If it is right, and from somebody you trust, add --limits large (with make: ARGS=\"--limits large\")."
        )


NORMAL = Limits()
LARGE = Limits(
    "large", file_mb=500, text_mb=200, unzipped_mb=1_000, parts=20_000, cells=5_000_000, rows=1_100_000,
    columns=20_000, merges=20_000, line=5_000_000, memory_mb=8_000, seconds=600,
    iterations=100_000_000, workbook_mb=6_000,
)  # fmt: skip
_NAMES = {limits.name: limits for limits in (NORMAL, LARGE)}
NAMES = tuple(_NAMES)


def limits_named(name: str) -> Limits:
    """The limits called `name`. Raises UsageError for a name that isn't known."""
    if name not in _NAMES:
        raise UsageError(
            said("--limits: {name!r} is not known.", name=name), said("Use {listed}.", listed=either(_NAMES))
        )
    return _NAMES[name]
