"""The other side of a worker: does one task after another, each within its limits; ends when nobody asks any more."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import signal
import sys
import traceback
from pathlib import Path

from pipeline.errors import ArpoError
from pipeline.isolation.exchange import READY, Outcome, Task, received, sent
from pipeline.limits import MB, Limits

_MORE_CPU = 5
"""Seconds; the parent ends a task whose time is up, the system one whose parent is gone."""
_GROWN = 256 * MB
"""Memory; a worker that has so much more than at first ends, and the next task gets a fresh one."""


_working = False


def is_worker() -> bool:
    """Whether this process is a worker."""
    return _working


def main() -> None:
    """Import the modules named on the command line, then answer requests."""
    global _working
    _working = True
    # The answers go out by a copy of standard output: whatever a parser prints must not get into them.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's, which ends its workers
    for name in sys.argv[1:]:
        importlib.import_module(name)
    gc.disable()  # garbage is looked for between the tasks, when nobody waits
    at_first = _in_use(resident=True)
    while request := received(sys.stdin.buffer):
        task, limits = pickle.loads(request)
        limit_this_process(limits)
        answers.write(READY)
        answers.flush()
        sent(answers, packed(task))
        if _in_use(resident=True) > at_first + _GROWN:
            os._exit(0)  # a tidy end would take its time
        del request, task
        gc.collect()


def outcome_of(task: Task) -> Outcome:
    """Run a task here; nothing that it raises gets past, but for the user's own Ctrl+C."""
    try:
        return Outcome(result=task())
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
        from pipeline.isolation import job

        job.limit_memory(limits.memory_mb * MB)
        return
    import resource

    def lower(kind: int, value: int) -> None:
        _, highest = resource.getrlimit(kind)
        wanted = value if highest == resource.RLIM_INFINITY else min(value, highest)
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(kind, (wanted, highest))

    used = resource.getrusage(resource.RUSAGE_SELF)
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + limits.seconds + _MORE_CPU)
    # The address space in use: with the threads of numpy that is much more than the memory in use.
    lower(resource.RLIMIT_AS, _in_use(resident=False) + limits.memory_mb * MB)


def _in_use(*, resident: bool) -> int:
    """Bytes of memory in use (`resident`), or of address space; 0 where the system doesn't say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[resident]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
