"""Runs what reads a file where it can be stopped: in a process of its own, with a limit on its time and its memory.

One mechanism on every system, which any thread may call: a worker, a second Python that is started like any program
(there is no fork of this process, which isn't safe where it has threads), takes a task through a pipe and answers
through another. What bounds its memory is the system's: RLIMIT_AS on Linux and other Unixes, a job object on Windows,
and on macOS, which enforces no limit, a look at `ps` five times a second; its time is bounded by this process, which
ends it. A worker that answered is kept for the next task; one that had to be stopped, or broke off, never is.

Measured on two cores (best of 25): a small file read here 7 ms, by a waiting worker 9 ms, by a fork 26 ms. Starting a
worker costs 0.45 s of computing, beside the command's own imports.

Inside a worker nothing is sent on to another: it is apart, and bounded, already.

Where no process can be started (a frozen program, a sandbox), the file is read in this one, and a note says so.
Refusing would leave the user without any report, and the preflight's limits hold all the same.

This package imports neither pandas nor any reader: a command starts its worker before it imports them itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pipeline.errors import FileError
from pipeline.isolation.exchange import Outcome
from pipeline.isolation.pool import POOL, STOPPED, NoProcess
from pipeline.isolation.worker import is_worker, outcome_of
from pipeline.limits import Limits
from pipeline.words import Said, said

if TYPE_CHECKING:
    from pipeline.event import Reading

R = TypeVar("R", bound="Reading")
_READING = said("reading it")
_ANOTHER = said("Open it in Excel or LibreOffice and save it as “Excel workbook (.xlsx)”, or export it again.")

__all__ = ["POOL", "STOPPED", "broken_off", "outcome", "run"]


def run(path: Path, task: Callable[[], R], limits: Limits, doing: Said = _READING) -> R:
    """What `task` (which can be pickled) makes of `path`, apart and within limits; `doing` says what it does.

    Raises the task's ArpoError, or FileError where it had to be stopped.
    """
    got, remark = _outcome(task, limits)
    if got.error is not None:
        raise got.error
    if got.result is None:
        raise broken_off(path, got, limits, doing)
    result: R = got.result
    if not remark:
        return result
    from pipeline.event import Note  # only here: see above

    text = said(
        "no process could be started for it ({error}), so {doing} could not have been stopped",
        error=remark, doing=doing,
    )
    return result.noting(Note(said("isolation"), 1, said("the file was read without a limit on time and memory"), text))


def outcome(task: Callable[[], object], limits: Limits, stop: threading.Event | None = None) -> Outcome:
    """What comes of `task`, apart and within limits, whatever that is; for whoever goes on after one that broke off.

    Once `stop` is set the task is ended: it broke off with STOPPED.
    """
    return _outcome(task, limits, stop)[0]


def _outcome(
    task: Callable[[], object], limits: Limits, stop: threading.Event | None = None
) -> tuple[Outcome, str]:
    """What comes of the task; and why it had to be done in this process, which knows no limits (empty: it hadn't)."""
    if is_worker():
        return outcome_of(task), ""
    try:
        return POOL.do(task, limits, stop), ""
    except NoProcess as error:
        return outcome_of(task), error.args[0]


def broken_off(path: Path, outcome: Outcome, limits: Limits, doing: Said) -> FileError:
    """The error for a task that didn't end by itself."""
    if outcome.broke == "time":
        return FileError(
            path,
            said("{doing} took more than {seconds} seconds and was stopped.", doing=doing, seconds=limits.seconds),
            said(
                "A tournament file takes a few: this one is damaged or far too large. {another}{hint}",
                another=_ANOTHER, hint=limits.hint(),
            ),
        )
    if outcome.broke == "memory":
        return FileError(
            path,
            said(
                "{doing} took more than {memory_mb:,} MB of memory and was stopped.",
                doing=doing, memory_mb=limits.memory_mb,
            ),
            said(
                "A tournament file needs far less: this one is damaged or far too large. {another}{hint}",
                another=_ANOTHER, hint=limits.hint(),
            ),
        )
    if outcome.broke == "recursion":
        error = FileError(path, said("its content is nested too deeply to be read."), _ANOTHER)
    else:
        what = said(
            "the file is damaged in a way that arpo doesn't know; {doing} broke off ({broke}).",
            doing=doing, broke=outcome.broke,
        )
        error = FileError(
            path,
            what,
            said("{another} If that doesn't help, report it as a defect of arpo, with the file.", another=_ANOTHER),
        )
    error.add_note(outcome.details)  # for whoever looks into the defect; the command line doesn't print it
    return error
