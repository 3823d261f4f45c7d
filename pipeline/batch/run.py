"""Does the files of a batch that aren't done yet, several at once, each in a worker process with limits."""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pipeline import isolation
from pipeline.batch.ledger import REFUSED, Ledger, Row
from pipeline.batch.sources import Source
from pipeline.errors import ArpoError, FileError
from pipeline.limits import Limits
from pipeline.words import said

TRIES = 2
"""So often a file is tried whose process ends: somebody may have ended it, or the file does each time."""

Do = Callable[[Source], Row]
"""What is done with a file, in whichever process; it can be pickled, and raises ArpoError where a file is refused."""


class Stopped(NamedTuple):
    """What ends a whole batch, such as a full drive: nothing that the file could help."""

    error: ArpoError


Result = tuple[Source, Row | Stopped]


def left_to_do(
    sources: Iterable[Source], ledger: Ledger, again: bool = False
) -> tuple[dict[Source, Row], list[Source]]:
    """What the ledger has of the files, and the files still to be done; with `again`, those that were refused, too."""
    rows, left = {}, []
    for source in sources:
        row = ledger.known(source, sha256_of(source.path))
        if row is None or (again and row.is_refused):
            left.append(source)
        else:
            rows[source] = row
    return rows, left


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's content; empty where it can't be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def done_in_workers(sources: Iterable[Source], do: Do, jobs: int, limits: Limits) -> Iterator[Result]:
    """Each file with what came of it, as they are done; at most `jobs` at a time.

    Where the caller stops listening, no further file is begun, and the ones begun are finished.
    """
    tasks: queue.SimpleQueue[Source] = queue.SimpleQueue()
    results: queue.SimpleQueue[Result] = queue.SimpleQueue()
    expected = 0
    for source in sources:
        tasks.put(source)
        expected += 1
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            try:
                source = tasks.get_nowait()
            except queue.Empty:
                return
            try:
                results.put((source, done(source, do, limits)))
            except BaseException as error:  # a defect: the caller mustn't wait for ever
                results.put((source, Stopped(ArpoError(said("{what}: {why}", what=type(error).__name__, why=error)))))
                return

    threads = [threading.Thread(target=work) for _ in range(min(jobs, expected))]
    for thread in threads:
        thread.start()
    try:
        for _ in range(expected):
            yield results.get()
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def done(source: Source, do: Do, limits: Limits) -> Row | Stopped:
    """What comes of one file, in a worker process that is ended where it takes too long or too much memory."""
    begun = time.perf_counter()
    for attempt in range(TRIES):
        outcome = isolation.outcome(partial(do, source), limits)
        if not outcome.broke or outcome.broke == "time" or attempt == TRIES - 1:
            break
    if outcome.error is not None:
        if is_drives_fault(outcome.error):
            return Stopped(outcome.error)
        return refused(source, outcome.error, time.perf_counter() - begun)
    if outcome.result is None:
        error = isolation.broken_off(source.path, outcome, limits, said("working on it"))
        return refused(source, error, time.perf_counter() - begun)
    row: Row = outcome.result
    return replace(row, seconds=time.perf_counter() - begun)


class FullDriveError(FileError):
    """A result couldn't be written for want of room, or since the drive is read-only or gone."""


def is_drives_fault(error: ArpoError) -> bool:
    """Whether an error is none of the file's."""
    return isinstance(error, FullDriveError)


def refused(source: Source, error: ArpoError, seconds: float) -> Row:
    """The row of a file that nothing could be made of, with the reason."""
    return Row(REFUSED, sha256_of(source.path), reason=error.said, seconds=seconds)
