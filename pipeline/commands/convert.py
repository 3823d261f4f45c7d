"""`arpo convert`: an event of any kind as an event workbook, to be corrected by hand, or as a FIDE report file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pipeline.commands.calculating import settings_for
from pipeline.event import Event
from pipeline.method.calculation import calculated
from pipeline.output import REPORT_FILE, replacing
from pipeline.rating.kinds import kind_of
from pipeline.report_file import code_in_file, report_file
from pipeline.tiebreaks.editions import ROUND_ROBIN, edition_of
from pipeline.tiebreaks.names import own_order
from pipeline.words import ENGLISH
from pipeline.workbook import native
from pipeline.workbook.room import check_event


def write_event(event: Event, path: Path, language: str = ENGLISH) -> None:
    """Write `event` as a native workbook that reads back as the same event.

    What a report file says beside the games (its date, how it was paired) is kept as settings.
    Raises FileError where `path` can't be written, or is the file that the event was read from.
    """
    check_event(event, more_columns=event.rounds if "colour" in event.entries else 0)
    with replacing(path, event.source.path) as temporary:
        kept = replace(event.in_language(language), settings={**_known(event), **event.settings})
        native.write_event_frames(kept, temporary, language=language)


def _known(event: Event) -> dict[str, object]:
    """What the event says beside its games, as settings: edition by its date, how it was paired, what it is ordered by,
    and, for ratings, kind of chess and year.
    """
    known = {
        "rules": edition_of(event)[0] if event.date else "", "type": event.paired, "kind": kind_of(event.time_control),
        "year": event.year, "order": own_order(event.own_order),
    }
    return {name: value for name, value in known.items() if value}


def write_report_file(event: Event, path: Path, form: str, given: Mapping[str, object]) -> None:
    """Write `event` as a report file that reads back as the same event, ranked by the order of the settings `given`.

    Raises FileError as `write_event` does, UsageError for an order that can't be, or what a report file can't hold.
    """
    work = calculated(event, settings_for(event, given)).work
    ranks = dict(zip(work.index.tolist(), work.values["rank"].tolist(), strict=True))
    codes = [code_in_file(code.code) for code in work.codes]
    text = report_file(event, form, ranks, codes, work.settings.type == ROUND_ROBIN)
    with replacing(path, event.source.path, suffix=REPORT_FILE) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")
