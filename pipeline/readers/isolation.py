"""Runs a reader where it can be stopped: in a process of its own, with a limit on its time and its memory.

How, and what holds where:
- Linux and other Unixes: a fork, which costs some 20 ms. The system itself refuses memory past the limit (RLIMIT_AS),
  and the parent ends the child when its time is up.
- Windows and macOS have no fork that is safe with the libraries that pandas brings, and starting a second Python takes
  as long as all the rest. So a small file of a kind that Python itself parses (see `is_plain`) is read in this process:
  the preflight has bounded what it can cost. Every other file gets a worker (worker.py): on Windows a job object holds
  its memory down; on macOS, whose memory limits aren't enforced, the parent asks `ps` and ends it.
- Where no process can be started (a frozen program, a sandbox), the file is read in this one, and a note says so.
  Refusing would leave the user without any report, and the preflight's limits hold all the same.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import select
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pipeline.errors import ArpoError, FileError
from pipeline.event import Note, Reading
from pipeline.limits import MB, Limits
from pipeline.readers.preflight import Findings

R = TypeVar("R", bound=Reading)
Task = Callable[[], Reading]
_PLAIN_BYTES = 1 * MB
_PLAIN_CELLS = 20_000
READY = b"ready"
"""A worker's first words, once it has all that it needs: what goes wrong from then on is the file's doing."""
_POLL = 0.2
"""Seconds between two looks at a worker's memory."""
_ANOTHER = "Open it in Excel or LibreOffice and save it as “Excel workbook (.xlsx)”, or export it again."


class Outcome(NamedTuple):
    """What came of a task: its event, an error meant for the user, or what broke off (`memory`, `defect`)."""

    event: Any = None
    error: ArpoError | None = None
    broke: str = ""
    details: str = ""


class NoProcess(Exception):
    """No process could be started."""


def is_plain(findings: Findings) -> bool:
    """Whether a file is so small, and so simple to parse, that it can do no harm in this process."""
    return findings.kind != "ole" and findings.size <= _PLAIN_BYTES and findings.cells <= _PLAIN_CELLS


def can_fork() -> bool:
    """Whether this system has a fork that is safe in a process with pandas in it."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def run(path: Path, task: Callable[[], R], findings: Findings, limits: Limits) -> R:
    """What `task` (which can be pickled) reads from `path`: an event, or something else with notes.

    Raises the task's ArpoError, or FileError where it had to be stopped.
    """
    remark = ""
    try:
        if can_fork():
            outcome = forked(task, limits)
        elif is_plain(findings):
            outcome = outcome_of(task)
        else:
            outcome = worker(task, limits)
    except NoProcess as error:
        outcome = outcome_of(task)
        remark = f"no process could be started for it ({error}), so reading it could not have been stopped"
    if outcome.error is not None:
        raise outcome.error
    if outcome.event is None:
        raise _broken_off(path, outcome, limits)
    event: R = outcome.event
    if not remark:
        return event
    note = Note("isolation", 1, "the file was read without a limit on time and memory", remark)
    return event.noting(note)


def outcome_of(task: Task) -> Outcome:
    """Run a task here; nothing that it raises gets past, but for the user's own Ctrl+C."""
    try:
        return Outcome(event=task())
    except ArpoError as error:
        return Outcome(error=error)
    except MemoryError:
        return Outcome(broke="memory")
    except RecursionError:
        return Outcome(broke="recursion", details=traceback.format_exc(limit=5))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a parser in Rust panics past Exception
        return Outcome(broke=f"{type(error).__name__}: {error}"[:200], details=traceback.format_exc())


def _broken_off(path: Path, outcome: Outcome, limits: Limits) -> FileError:
    """The error for a task that didn't end by itself."""
    if outcome.broke == "time":
        return FileError(
            path,
            f"reading it took more than {limits.seconds} seconds and was stopped.",
            f"A tournament file takes a few: this one is damaged or far too large. {_ANOTHER}{limits.hint()}",
        )
    if outcome.broke == "memory":
        return FileError(
            path,
            f"reading it took more than {limits.memory_mb:,} MB of memory and was stopped.",
            f"A tournament file needs far less: this one is damaged or far too large. {_ANOTHER}{limits.hint()}",
        )
    if outcome.broke == "recursion":
        error = FileError(path, "its content is nested too deeply to be read.", _ANOTHER)
    else:
        what = f"the file is damaged in a way that arpo doesn't know; reading it broke off ({outcome.broke})."
        error = FileError(path, what, f"{_ANOTHER} If that doesn't help, report it as a defect of arpo, with the file.")
    error.add_note(outcome.details)  # for whoever looks into the defect; the command line doesn't print it
    return error


def packed(task: Task) -> bytes:
    """A task's outcome as bytes. A result that can't be packed for want of memory is a lack of memory, too."""
    outcome = outcome_of(task)
    try:
        return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return pickle.dumps(Outcome(broke="memory"))


def limit_this_process(limits: Limits) -> None:
    """Bound the memory of this process to what it has now and `limits.memory_mb`; and its time, if the parent dies."""
    if sys.platform == "win32":
        from pipeline.readers import job

        job.limit_memory(limits.memory_mb * MB)
        return
    import resource

    def lower(kind: int, value: int) -> None:
        _, highest = resource.getrlimit(kind)
        wanted = value if highest == resource.RLIM_INFINITY else min(value, highest)
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(kind, (wanted, highest))

    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_CPU, limits.seconds + 5)
    lower(resource.RLIMIT_AS, _address_space() + limits.memory_mb * MB)


def _address_space() -> int:
    """Bytes of address space in use: with the threads of numpy that is much more than the memory in use."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


# By fork


def forked(task: Task, limits: Limits) -> Outcome:
    """Run a task in a fork of this process."""
    if sys.platform == "win32":
        raise NoProcess("Windows has no fork")
    receiver, sender = os.pipe()
    try:
        with warnings.catch_warnings():
            # Python warns where there are other threads. They are numpy's, idle, and hold no lock that a reader needs.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
    except OSError as error:
        os.close(receiver)
        os.close(sender)
        raise NoProcess(error.strerror or str(error)) from error
    if child == 0:
        _be_the_child(receiver, sender, task, limits)
    os.close(sender)
    status = None
    try:
        content = _received(receiver, time.monotonic() + limits.seconds)
        if content is None:
            os.kill(child, signal.SIGKILL)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(receiver)
        _, status = os.waitpid(child, 0)
    if content is None:
        return Outcome(broke="time")
    return _unpacked(content, os.waitstatus_to_exitcode(status))


def _be_the_child(receiver: int, sender: int, task: Task, limits: Limits) -> None:
    """Never returns: what the parent has open or registered to be done at its end is not the child's."""
    try:
        os.close(receiver)
        faulthandler.disable()  # the parent reports a crash
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)  # standard output is the parent's, for its table or JSON
        os.dup2(nowhere, 2)  # a parser's last words in Rust or C help nobody
        limit_this_process(limits)
        content = packed(task)
        view = memoryview(content)
        while view:
            view = view[os.write(sender, view) :]
    finally:
        os._exit(0)


def _received(receiver: int, deadline: float) -> bytes | None:
    """All that comes through a pipe until its other end is closed; None when the time is up before that."""
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([receiver], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        part = os.read(receiver, 1 << 20)
        if not part:
            return b"".join(parts)
        parts.append(part)


def _unpacked(content: bytes, status: int) -> Outcome:
    """The outcome that a child sent, or what its sudden end tells."""
    try:
        outcome = pickle.loads(content)
    except Exception:  # it sent nothing, or ended in the middle
        if status in (-signal.SIGABRT, -signal.SIGSEGV) or status > 0 or status < -64:
            return Outcome(broke=f"the parser crashed, {_ending(status)}")
        return Outcome(broke="time" if status == -getattr(signal, "SIGXCPU", 24) else "memory")
    assert isinstance(outcome, Outcome)
    return outcome


def _ending(status: int) -> str:
    if -64 <= status < 0:
        return signal.Signals(-status).name
    return f"status {status & 0xFFFFFFFF:#x}"


# By a worker


def worker(task: Task, limits: Limits) -> Outcome:
    """Run a task in a Python of its own."""
    if getattr(sys, "frozen", False) or not sys.executable:
        raise NoProcess("this is a program without a Python of its own")
    root = str(Path(__file__).resolve().parents[2])
    # -P: a file json.py in the folder where arpo was called must not be taken for Python's.
    code = f"import sys; sys.path.insert(0, {root!r}); from pipeline.readers.worker import main; main()"
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except OSError as error:
        raise NoProcess(error.strerror or str(error)) from error
    request: bytes | None = pickle.dumps((task, limits), pickle.HIGHEST_PROTOCOL)
    deadline = time.monotonic() + limits.seconds
    with process:
        try:
            while True:
                try:
                    content, _ = process.communicate(request, timeout=_POLL)
                    if not content.startswith(READY):
                        raise NoProcess("a second Python doesn't start here")
                    return _unpacked(content[len(READY) :], process.returncode)
                except subprocess.TimeoutExpired:
                    request = None  # it is on its way
                    if time.monotonic() > deadline:
                        return Outcome(broke="time")
                    if sys.platform == "darwin" and memory_of(process.pid) > limits.memory_mb * MB:
                        return Outcome(broke="memory")
        finally:
            process.kill()


def memory_of(pid: int) -> int:
    """Bytes of memory that a process has in use, as `ps` says; 0 where it doesn't."""
    try:
        answer = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, timeout=5)
        return int(answer.stdout.strip() or 0) * 1024
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return 0
