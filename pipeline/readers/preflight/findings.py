"""What a preflight hands on, and how it says that something is too large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import FileError
from pipeline.event import Note
from pipeline.limits import MB, Limits
from pipeline.words import Said, enumerated, joined, said

AGAIN = said("Download or export it again.")
LISTED = 12
"""A note names this many things; past that it counts."""


@dataclass
class Findings:
    """What was measured in a file, and what the report must mention of it."""

    kind: str
    """workbook, ods, ole, text, html, or other."""
    cells: int = 0
    """Cells that the sheets span, blank ones included."""
    size: int = 0
    """Bytes, unzipped."""
    notes: list[Note] = field(default_factory=list)

    def note(self, kind: str, items: Sequence[str], what: Said) -> None:
        """Keep that something was seen and not used; nothing where `items` is empty."""
        if items:
            self.notes.append(Note(kind, len(items), what, enumerated(items, LISTED)))


def megabytes(size: int) -> Said:
    """A size as a message shows it."""
    return said("{size:,.0f} MB", size=size / MB) if size >= 10 * MB else said("{size:,.1f} MB", size=size / MB)


def too_large(path: Path, what: Said, mend: Said, limits: Limits) -> FileError:
    """The error for something over a limit; its mend says how the limit is raised."""
    return FileError(path, what, joined("", [mend, limits.hint()]))


def damaged(path: Path, what: Said) -> FileError:
    """The error for a container that isn't whole."""
    return FileError(path, said("the file is damaged: {what}.", what=what), AGAIN)
