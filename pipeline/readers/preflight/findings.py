"""What a preflight hands on, and how it says that something is too large."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import FileError
from pipeline.event import Note
from pipeline.limits import MB, Limits

AGAIN = "Download or export it again."
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

    def note(self, kind: str, items: list[str], what: str) -> None:
        """Keep that something was seen and not used; nothing where `items` is empty."""
        if items:
            rest = f" and {len(items) - LISTED} more" if len(items) > LISTED else ""
            self.notes.append(Note(kind, len(items), what, ", ".join(items[:LISTED]) + rest))


def megabytes(size: int) -> str:
    """A size as a message shows it."""
    return f"{size / MB:,.0f} MB" if size >= 10 * MB else f"{size / MB:,.1f} MB"


def too_large(path: Path, what: str, mend: str, limits: Limits) -> FileError:
    """The error for something over a limit; its mend says how the limit is raised."""
    return FileError(path, what, mend + limits.hint())


def damaged(path: Path, what: str) -> FileError:
    """The error for a container that isn't whole."""
    return FileError(path, f"the file is damaged: {what}.", AGAIN)
