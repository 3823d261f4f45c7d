"""`arpo batch`: files and folders -> a report (or table, or rating report) of each event -> one summary of all."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TextIO

from pipeline.batch.cluster import on_cluster
from pipeline.batch.ledger import DONE, Row, settings_key
from pipeline.batch.run import FullDriveError
from pipeline.batch.sources import Source, sources_in
from pipeline.batch.summary import SUMMARY
from pipeline.batch.whole import do_all, in_processes
from pipeline.commands.calculating import calculation_for
from pipeline.commands.rate import make_rating
from pipeline.commands.report import make_report
from pipeline.commands.table import table_text
from pipeline.errors import FileError, in_line
from pipeline.limits import Limits
from pipeline.output import WORKBOOK, replacing
from pipeline.readers.hints import NONE, Hints
from pipeline.registry import ALERT, STATE_CHECK, STATE_OK, STATE_PROVISIONAL, Checked
from pipeline.words import ENGLISH, counted, counting, filled, joined, said, told

REPORT, TABLE, RATE = "report", "table", "rate"
SHOWN = 10
"""So many of the refused files are named on the screen; the summary has all."""
_NO_ROOM = {errno.ENOSPC, errno.EROFS, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}


@dataclass(frozen=True)
class Work:
    """What is done with each event: `kind` is REPORT, TABLE or RATE, `given` the settings by name (None: not given).

    out       the folder of the results, which are called NAME-report.xlsx, NAME-table.csv or NAME-rating.xlsx
    language  of the reasons, and of the summary
    """

    kind: str
    given: Mapping[str, object]
    out: Path
    limits: Limits
    hints: Hints = NONE
    language: str = ENGLISH

    @property
    def key(self) -> str:
        """All that the results depend on, beside the file and the version."""
        hints = {f"hint {name}": value for name, value in asdict(self.hints).items()}
        also = [("kind", self.kind), ("limits", self.limits.name), ("language", self.language)]
        return settings_key([*also, *self.given.items(), *hints.items()])

    def target(self, source: Source) -> Path:
        """Where the result of a file goes."""
        name, suffix = {REPORT: ("report", WORKBOOK), TABLE: ("table", ".csv"), RATE: ("rating", WORKBOOK)}[self.kind]
        return self.out / f"{source.stem}-{name}{suffix}"


def one(work: Work, source: Source) -> Row:
    """Do one file; run in a worker. Raises ArpoError where it is refused, FullDriveError where there is no room."""
    target = work.target(source)
    with _room_for(target):
        if work.kind == RATE:
            rating, _ = make_rating(source.path, work.given, out=target, limits=work.limits, hints=work.hints)
            entry = rating.work.entry
            rounds = entry.event.rounds if entry.event is not None else None
            row = _row(rating, entry.source.sha256, entry.name, len(entry.players), rounds)
        else:
            if work.kind == REPORT:
                calculation, _ = make_report(source.path, work.given, target, work.limits, work.hints)
            else:
                calculation = calculation_for(source.path, work.given, work.limits, work.hints)
                with replacing(target, source.path, suffix=".csv") as temporary:
                    temporary.write_text(table_text(calculation, "csv") + "\n", encoding="utf-8", newline="\n")
            event = calculation.work.event
            row = _row(calculation, event.source.sha256, event.name, len(event.players), event.rounds)
    result = target.relative_to(work.out).as_posix()
    return replace(row, results=(result,), sizes=(target.stat().st_size,))


def _row(checked: Checked, sha256: str, event: str, players: int, rounds: int | None) -> Row:
    alerts = len(checked.with_status(ALERT))
    return Row(DONE, sha256, event, players, rounds, checked.state, alerts, reason=checked.master)


@contextmanager
def _room_for(target: Path) -> Iterator[None]:
    """A target that can't be written for want of room is nothing that the file could help: it ends the batch."""
    try:
        yield
    except FileError as error:
        cause = error.__cause__
        if error.path == target and isinstance(cause, OSError) and cause.errno in _NO_ROOM:
            raise FullDriveError(error.path, error.what, error.mend) from cause
        raise


def make_batch(
    given: Iterable[Path], work: Work, jobs: int | None = None, again: bool = False, scheduler: str = "",
    stream: TextIO | None = None,
) -> tuple[dict[Source, Row], int]:
    """Do all files given, or in folders given, that aren't done yet; see `pipeline.batch.whole.do_all`.

    `jobs` files at once in processes of this computer (None: as many as it has processors); or on the Dask cluster of
    `scheduler`.
    """
    work = replace(work, out=Path(os.path.abspath(work.out)))  # a worker may have been started in another folder
    far = partial(_in_folder, work)
    workers = partial(on_cluster, scheduler, work.out, far) if scheduler else partial(in_processes, jobs)
    sources = sources_in(given, work.out)
    return do_all(sources, work.out, work.key, partial(one, work), work.limits, workers, again, work.language, stream)


def _in_folder(work: Work, out: Path, source: Source) -> Row:
    """Do one file with its results in another folder: a worker of a cluster has its own."""
    return one(replace(work, out=out), source)


def print_batch(rows: Mapping[Source, Row], new: int, work: Work, stream: TextIO) -> None:
    """How many were done, what their states are, which were refused and why, and where the summary is."""

    def say(sentence: str) -> None:
        print(told(sentence, work.language), file=stream)

    refused = [(source, row) for source, row in rows.items() if row.is_refused]
    for source, row in refused[:SHOWN]:
        say(said("Refused: {name}", name=in_line(source.name)))
        say("    " + row.reason.replace("\n", "\n    "))
    if len(refused) > SHOWN:
        say(said("… and {count} more: the summary has all of them.", count=len(refused) - SHOWN))
    states = Counter(row.state for row in rows.values() if row.outcome == DONE)
    parts: list[str] = [filled(_STATES[state], {"count": states[state]}) for state in sorted(states)]
    if refused:
        parts.append(counted("{count} refused", "{count} refused", len(refused)))
    say(counted("{count} file: {parts}", "{count} files: {parts}", len(rows), parts=joined(", ", parts)))
    if new < len(rows):
        say(counted(
            "{count} file was done before and hasn't changed.", "{count} files were done before and haven't changed.",
            len(rows) - new,
        ))  # fmt: skip
    say(said("Written: {path}", path=in_line(work.out / f"{SUMMARY}{WORKBOOK}")))


_STATES = {
    STATE_OK: counting("{count} ok", "{count} ok"),
    STATE_PROVISIONAL: counting("{count} provisional", "{count} provisional"),
    STATE_CHECK: counting("{count} to check", "{count} to check"),
}
