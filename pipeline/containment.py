"""Bounds the whole command in computing time and memory, and lets it clean up when it is told to end.

Reading has its own bounds (readers.isolation). What comes after it is mostly bounded before it begins (limits.py);
this is for what nobody foresaw. The system wakes the process after each quarter of a second that it computed, so that
a slow or busy computer changes nothing. Windows has no such timer: there, only what is said before holds.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from pipeline.errors import TooMuchError
from pipeline.limits import MB, Limits
from pipeline.words import Said, joined, said

_OFTEN = 0.25
_GRACE = 5.0
"""Seconds that the command has to clean up before it is stopped once more."""
_running = False


@contextmanager
def contained() -> Iterator[None]:
    """Inside, `hold` bounds the process; at the end it is as free as before."""
    global _running
    if not hasattr(signal, "setitimer") or not _in_main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGPROF)
    _running = True
    try:
        yield
    finally:
        _running = False
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def hold(limits: Limits) -> Limits:
    """From here on the command may compute and grow so much; past that, TooMuchError. Nothing outside `contained`."""
    if _running and sys.platform != "win32":
        since, size = time.process_time(), _memory()

        def look(number: int, frame: FrameType | None) -> None:
            what: Said | None = None
            if time.process_time() - since > limits.seconds:
                what = said(
                    "this has been computing for more than {seconds} seconds and was stopped.", seconds=limits.seconds
                )
            elif _memory() - size > limits.memory_mb * MB:
                what = said(
                    "this took more than {memory_mb:,} MB of memory and was stopped.", memory_mb=limits.memory_mb
                )
            if what:
                signal.setitimer(signal.ITIMER_PROF, _GRACE, _GRACE)
                mend = said("Ask for fewer iterations (--iterations), or for less at once.")
                raise TooMuchError(what, joined("", [mend, limits.hint()]))

        signal.signal(signal.SIGPROF, look)
        signal.setitimer(signal.ITIMER_PROF, _OFTEN, _OFTEN)
    return limits


def _memory() -> int:
    """Bytes of memory in use; on macOS, the most that ever were."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if sys.platform == "darwin" else 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A request to end (SIGTERM, or SIGHUP as a terminal closes) ends the command as Ctrl+C does: it cleans up."""
    if not _in_main_thread():
        yield
        return
    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {kind: signal.getsignal(kind) for kind in kinds}

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # who asks twice doesn't want to wait
        raise SystemExit(128 + number)

    for kind in kinds:
        if before[kind] == signal.SIG_DFL:  # nohup has SIGHUP ignored
            signal.signal(kind, end)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
