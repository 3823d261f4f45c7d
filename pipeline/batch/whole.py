"""A batch from its list of files to its summary: what the ledger doesn't have is done, and entered as it comes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from pipeline.batch.ledger import Ledger, Row
from pipeline.batch.progress import Progress
from pipeline.batch.run import Do, Result, Stopped, done_in_workers, left_to_do
from pipeline.batch.sources import Source
from pipeline.batch.summary import SUMMARY, write_csv, write_workbook
from pipeline.errors import FileError, why_of
from pipeline.limits import Limits
from pipeline.output import WORKBOOK, replacing
from pipeline.words import ENGLISH, said, told

Workers = Callable[[Iterable[Source], Do, Limits], Iterator[Result]]
"""Who does the files: processes of this computer, or a cluster."""


def do_all(
    sources: list[Source], out: Path, key: str, do: Do, limits: Limits, workers: Workers, again: bool = False,
    language: str = ENGLISH, stream: TextIO | None = None,
) -> tuple[dict[Source, Row], int]:
    """Do the files that aren't done yet, and write the summary of all.

    out      the folder of the results, with the ledger and the summary
    key      all that the results depend on, beside the file and the version
    do       what is done with a file; `workers` do it, each within twice `limits` (for reading, and for what follows)
    again    do those, too, that were refused
    language of the reasons, and of the summary as a workbook
    stream   where the progress is shown, if it is a terminal; None for nowhere

    Returns each file's row, in the order of the files, and how many of them this run did. Raises ArpoError where
    nothing can be done, or a full drive ended it: what is done is kept, and the next run goes on.
    """
    _make_folder(out)
    bounded = replace(limits, seconds=2 * limits.seconds, memory_mb=2 * limits.memory_mb)
    with Ledger(out, key) as ledger:
        rows, left = left_to_do(sources, ledger, again)
        before = len(rows)
        with Progress(len(sources), before, stream) as progress:
            for source, row in workers(left, do, bounded):
                if isinstance(row, Stopped):
                    raise row.error
                rows[source] = replace(row, reason=told(row.reason, language))
                ledger.enter(source, rows[source])
                progress.advance(row.is_refused)
        ordered = {source: rows[source] for source in sources}
        _write_summary(out, ordered, language)
    return ordered, len(rows) - before


def in_processes(jobs: int | None, sources: Iterable[Source], do: Do, limits: Limits) -> Iterator[Result]:
    """The files done by processes of this computer, `jobs` at once; as many as it has processors where None."""
    return done_in_workers(sources, do, jobs or os.cpu_count() or 1, limits)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            out, said("this folder can't be made ({why}).", why=why_of(error)),
            said("Choose another folder (--out)."),
        ) from error


def _write_summary(out: Path, rows: Mapping[Source, Row], language: str) -> None:
    for suffix, write in ((".csv", write_csv), (WORKBOOK, partial(write_workbook, language=language))):
        with replacing(out / f"{SUMMARY}{suffix}", suffix=suffix) as temporary:
            write(temporary, rows)
