"""`arpo convert`: an event of any kind as an event workbook, to be corrected by hand and read again."""

from __future__ import annotations

from pathlib import Path

from pipeline.event import Event
from pipeline.output import replacing
from pipeline.workbook import native
from pipeline.workbook.room import check_event


def write_event(event: Event, path: Path) -> None:
    """Write `event` as a native workbook that reads back as the same event.

    Raises FileError where `path` can't be written, or is the file that the event was read from.
    """
    check_event(event, more_columns=event.rounds if "colour" in event.entries else 0)
    with replacing(path, event.source.path) as temporary:
        native.write_event_frames(event, temporary)
