"""What workers do for visits: begun once, waited for, stopped; the result stays in the visit's folder."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import pickle
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pipeline import isolation
from pipeline.errors import UsageError
from pipeline.isolation import STOPPED
from pipeline.limits import NORMAL, Limits, limits_named
from pipeline.page.task import work
from pipeline.page.views import Asked, Fault, View
from pipeline.page.visits import Visit
from pipeline.words import said, told

_VIEW, _PROGRESS = "view.pickle", "progress.txt"
_WITH_FURTHER = ("look", "audit", "class", "mark")
"""The actions that take files of the second kind."""
_KEPT = 40
"""So many results of a visit are kept; the oldest goes first."""


@dataclass
class Job:
    """Something asked for: it runs, is done (its view is in its folder), or was stopped."""

    asked: Asked
    address: str = ""
    """Of the page that shows it."""
    stop: threading.Event = field(default_factory=threading.Event)
    finished: asyncio.Event = field(default_factory=asyncio.Event)
    was_stopped: bool = False

    @property
    def view(self) -> View:
        """The result."""
        view = pickle.loads((self.asked.folder / _VIEW).read_bytes())
        assert isinstance(view, View)
        return view

    @property
    def key(self) -> str:
        """What it is known by in its visit."""
        return self.asked.folder.name

    @property
    def progress(self) -> str:
        """What is being done, in words; empty while the program is still being loaded."""
        with contextlib.suppress(OSError):
            return (self.asked.folder / _PROGRESS).read_text(encoding="utf-8")
        return ""


class Jobs:
    """All jobs of this process."""

    def __init__(self) -> None:
        """Begin without any."""
        self._jobs: dict[tuple[str, str], Job] = {}
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 1), "job")

    def job(
        self, visit: Visit, action: str, values: dict[str, str], players: tuple[str, ...], language: str
    ) -> Job:
        """The job for this, begun if it hasn't been."""
        given = tuple(sorted(values.items()))
        further = visit.further if action in _WITH_FURTHER else ()
        key = _key(action, visit.files, further, given, players, language)
        job = self._jobs.get((visit.token, key))
        if job is None:
            folder = visit.folder / key
            folder.mkdir(0o700, exist_ok=True)
            job = Job(Asked(action, visit.files, further, given, language, folder, players))
            self._jobs[visit.token, key] = job
            self._drop_old(visit)
            loop = asyncio.get_running_loop()
            self._threads.submit(self._run, job, loop)
        return job

    def known(self, visit: Visit, key: str) -> Job | None:
        """The job of a visit that is known by this key."""
        return self._jobs.get((visit.token, key))

    def _drop_old(self, visit: Visit) -> None:
        mine = [key for key in self._jobs if key[0] == visit.token]
        for key in mine[:-_KEPT]:
            if self._jobs[key].finished.is_set():
                shutil.rmtree(self._jobs.pop(key).asked.folder, ignore_errors=True)

    def _run(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: have a worker do it, and keep the result."""
        try:
            if not job.stop.is_set():
                view = _outcome(job)
                if view is not None:
                    (job.asked.folder / _VIEW).write_bytes(pickle.dumps(view))
                job.was_stopped = view is None
        except OSError:  # the visit was forgotten, or the drive is full
            job.was_stopped = True
        finally:
            job.was_stopped = job.was_stopped or job.stop.is_set() and not (job.asked.folder / _VIEW).exists()
            with contextlib.suppress(RuntimeError):  # the loop is closed: the program ends
                loop.call_soon_threadsafe(job.finished.set)

    def again(self, job: Job) -> None:
        """Forget a job, so that it can be begun again."""
        job.stop.set()
        for key, other in list(self._jobs.items()):
            if other is job:
                del self._jobs[key]
        shutil.rmtree(job.asked.folder, ignore_errors=True)

    def forget(self, token: str) -> None:
        """Stop whatever runs for a visit, and forget it."""
        for key in [key for key in self._jobs if key[0] == token]:
            self._jobs.pop(key).stop.set()

    def close(self) -> None:
        """Stop everything, and wait until it has ended."""
        for job in self._jobs.values():
            job.stop.set()
        self._threads.shutdown(cancel_futures=True)


def _key(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def _outcome(job: Job) -> View | None:
    """The view; what broke off, as what is wrong; None where it was stopped."""
    asked = job.asked
    limits = _limits(asked)
    outcome = isolation.outcome(partial(work, asked), limits, job.stop)
    if outcome.broke == STOPPED:
        return None
    if isinstance(outcome.result, View):
        return outcome.result
    name = asked.files[0].name if asked.files else ""
    error = isolation.broken_off(Path(name), outcome, limits, said("working on it"))
    fault = Fault("", told(error.what, asked.language), told(error.mend, asked.language))
    return View(asked.action, faults={name: (fault,)})


def _limits(asked: Asked) -> Limits:
    try:
        return limits_named(asked.given.get("limits", NORMAL.name))
    except UsageError:  # which the worker says
        return NORMAL
