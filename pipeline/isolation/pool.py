"""Workers: Pythons of their own that take tasks from this one. An idle worker waits for the next task."""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import why_of
from pipeline.isolation.exchange import READY, Outcome, Task, received, sent
from pipeline.limits import MB, Limits
from pipeline.words import said

_STARTED_IN = 120
"""Seconds that a second Python may take until it is ready; a busy machine takes a few."""
_POLL = 0.2
"""Seconds between two looks at the clock, and at a worker's memory where the system doesn't bound it."""
_IDLE = os.cpu_count() or 1
"""More workers than these aren't kept for later."""
_ENDED_IN = 5
"""Seconds for the pipes of a worker that was ended to be empty."""


_THREADS = "OPENBLAS_NUM_THREADS"
"""Of numpy's linear algebra, whose threads keep turning for a while when they have nothing to do: a worker took 1.17
processors, and two of them on two processors made 1.4 to 1.6 times as many reports as one; without, 1.8 to 2.1 times.
"""
STOPPED = "stopped"
"""What broke a task off that was told to end."""
_NEVER = threading.Event()


class NoProcess(Exception):
    """No process could be started."""


class Worker:
    """One process. It takes a task at a time, and is done for once a task had to be stopped or broke off."""

    def __init__(self, modules: tuple[str, ...] = ()) -> None:
        """Start it; it imports `modules` while nobody has a task for it. Raises NoProcess."""
        if getattr(sys, "frozen", False) or not sys.executable:
            raise NoProcess(said("this is a program without a Python of its own"))
        root = str(Path(__file__).resolve().parents[2])
        # -P: a file json.py in the folder where arpo was called must not be taken for Python's.
        code = f"import sys; sys.path.insert(0, {root!r}); from pipeline.isolation.worker import main; main()"
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", code, *modules],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={_THREADS: "1", **os.environ}, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise NoProcess(why_of(error)) from error

    def do(self, request: bytes, limits: Limits, stop: threading.Event) -> Outcome:
        """What comes of a packed task. Raises NoProcess where the worker is gone or can't begin with it."""
        exchange = _Exchange(self._process.stdin, self._process.stdout, request)  # type: ignore[arg-type]
        try:
            broke = self._awaited(exchange, limits, stop)
        except BaseException:  # the user's Ctrl+C
            self.end(exchange)
            raise
        if not broke and exchange.content:
            outcome = pickle.loads(exchange.content)
            assert isinstance(outcome, Outcome)
            return outcome
        status = self.end(exchange)
        if not exchange.ready.is_set():
            raise NoProcess(said("a second Python doesn't start here"))
        return Outcome(broke=broke or _what_ended(status))

    def _awaited(self, exchange: _Exchange, limits: Limits, stop: threading.Event) -> str:
        """Wait until the worker has answered or ended; what it must be stopped for, else nothing."""
        begun = time.monotonic()
        waiting = True
        while not exchange.done.wait(_POLL):
            if stop.is_set():
                return STOPPED
            if waiting and exchange.ready.is_set():
                begun, waiting = time.monotonic(), False
            if time.monotonic() - begun > (_STARTED_IN if waiting else limits.seconds):
                return "time"
            if sys.platform == "darwin" and memory_of(self._process.pid) > limits.memory_mb * MB:
                return "memory"
        return ""

    @property
    def is_alive(self) -> bool:
        """Whether it can still be given a task, as far as can be seen."""
        return self._process.poll() is None

    def end(self, exchange: _Exchange | None = None) -> int:
        """End it whatever it does; returns the status that it ended with."""
        self._process.kill()
        status = self._process.wait()
        if exchange is not None and not exchange.done.wait(_ENDED_IN):
            return status  # a process of its own has the pipes: closing them would wait for that
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        return status


class _Exchange:
    """Sends a task and receives the answer in a thread of its own, so that the wait for it can be ended anywhere."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO, request: bytes) -> None:
        self.ready, self.done = threading.Event(), threading.Event()
        self.content = b""
        threading.Thread(target=self._run, args=(requests, answers, request), daemon=True).start()

    def _run(self, requests: BinaryIO, answers: BinaryIO, request: bytes) -> None:
        try:
            sent(requests, request)
            if answers.read(len(READY)) == READY:
                self.ready.set()
                self.content = received(answers)
        except (OSError, ValueError):  # the worker is gone, or its pipes were closed
            pass
        finally:
            self.done.set()


def _what_ended(status: int) -> str:
    """What the status says of a worker that ended in the middle of a task."""
    if status == -getattr(signal, "SIGXCPU", 24):
        return "time"
    if status in (-signal.SIGABRT, -signal.SIGSEGV) or status > 0 or status < -64:
        name = signal.Signals(-status).name if -64 <= status < 0 else f"status {status & 0xFFFFFFFF:#x}"
        return f"the parser crashed, {name}"
    return "memory"


def memory_of(pid: int) -> int:
    """Bytes of memory that a process has in use, as `ps` says; 0 where it doesn't."""
    try:
        answer = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, timeout=5)
        return int(answer.stdout.strip() or 0) * 1024
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return 0


class Pool:
    """The workers of this process that wait for a task; any thread may take one."""

    def __init__(self) -> None:
        """Begin without any."""
        self._lock = threading.Lock()
        self._idle: list[Worker] = []

    def prepare(self, *modules: str) -> None:
        """Start a worker that will be needed, so that its imports go on beside this process's own."""
        with contextlib.suppress(NoProcess):  # the task that needs it will say so
            self._give_back(Worker(modules))

    def do(self, task: Task, limits: Limits, stop: threading.Event | None = None) -> Outcome:
        """What comes of a task, done by an idle worker or a new one. Raises NoProcess where there is none.

        Once `stop` is set the worker is ended, and the outcome is that it broke off: STOPPED.
        """
        request = pickle.dumps((task, limits), pickle.HIGHEST_PROTOCOL)
        while True:
            idle = self._take()
            worker = idle or Worker()
            try:
                outcome = worker.do(request, limits, stop or _NEVER)
            except NoProcess:
                if idle is None:
                    raise
                continue  # it ended while it was idle
            if worker.is_alive:
                self._give_back(worker)
            return outcome

    def _take(self) -> Worker | None:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive:
                    return worker
                worker.end()
        return None

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            if len(self._idle) < _IDLE:
                self._idle.append(worker)
                return
        worker.end()

    def close(self) -> None:
        """End the workers that wait."""
        with self._lock:
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.end()

    def forget(self) -> None:
        """In a fork of this process: the workers are the other's."""
        self._lock = threading.Lock()
        self._idle = []


POOL = Pool()
atexit.register(POOL.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.forget)
