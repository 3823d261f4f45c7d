"""pytest in a fork of this process, which has imported the libraries but nothing of arpo's."""

from __future__ import annotations

import contextlib
import importlib
import os
import resource
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

_MEMORY = 6_000_000_000
"""Bytes of address space: a mutated loop that never ends fills memory, too."""
OPTIONS = ["-c", "pyproject.toml", "-q", "--tb=short", "-p", "no:cacheprovider"]


class InTree:
    """Makes sure that the tests are about the copy, not about the original or an installed arpo, and in one process.

    What reads a file apart does it here, where coverage and mutations are.
    """

    def __init__(self, tree: Path) -> None:
        self.tree = tree

    def pytest_collection_finish(self) -> None:
        module = sys.modules.get("pipeline")
        if module and self.tree not in Path(module.__file__ or "").parents:
            pytest.exit(f"{module.__file__} was imported instead of the copy's", returncode=71)
        if (pool := sys.modules.get("pipeline.isolation.pool")) is not None:
            worker = importlib.import_module("pipeline.isolation.worker")
            pool.POOL.do = lambda task, *_: worker.outcome_of(task)  # type: ignore[attr-defined]


class Judge:
    """Runs the given tests only, in their order, each with a limit on its time; notes the first that fails."""

    def __init__(self, tests: list[str], seconds: dict[str, float], note: Path) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.seconds, self.note = seconds, note

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.note.write_text(f"{item.nodeid}\n", encoding="utf-8")
        signal.setitimer(signal.ITIMER_REAL, 15 + 15 * self.seconds[item.nodeid])  # no handler: it ends the process

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: Any) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            said = crash.message if crash else str(report.longrepr).strip().splitlines()[-1]
            self.note.write_text(f"{report.nodeid}\n{' '.join(said.split())[:200]}\n", encoding="utf-8")


def warm_up() -> None:
    """Import once what every run needs and no mutation touches."""
    for name in ("numpy", "pandas", "openpyxl", "xlsxwriter", "xlrd", "typer.testing", "rich.console", "hypothesis"):
        importlib.import_module(name)


def forget_caches(tree: Path) -> None:
    """Empty what functions of `tree` remember of their results."""
    for module in list(sys.modules.values()):
        if (getattr(module, "__file__", None) or "").startswith(str(tree)):
            for value in list(vars(module).values()):
                if callable(forget := getattr(value, "cache_clear", None)):
                    forget()


def run(
    tree: Path, arguments: list[str], plugin: object, log: Path, *, write_bytecode: bool = False
) -> tuple[int, float]:
    """pytest's exit status in `tree`, or minus the signal that ended it, and its CPU seconds, those of forks included.

    What it prints goes to `log`.
    """
    child = os.fork()
    if child == 0:
        status = 70
        try:
            prepare(tree, log, write_bytecode)
            status = int(pytest.main([*OPTIONS, *arguments], plugins=[InTree(tree), plugin]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    try:
        _, status, used = os.wait4(child, 0)
    finally:
        with contextlib.suppress(ProcessLookupError):  # its own forks, too
            os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def prepare(tree: Path, log: Path, write_bytecode: bool) -> None:
    """Make this process, a fork, one that runs tests in `tree` and prints to `log`."""
    os.setsid()
    os.chdir(tree)
    with log.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    # Bytecode is trusted by time and size of its source, which a mutation needn't change.
    sys.dont_write_bytecode = not write_bytecode
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    _settle_hypothesis()


def _settle_hypothesis() -> None:
    """Always the same examples, nothing remembered, no hurry, and no search for the smallest example."""
    from hypothesis import HealthCheck, Phase, settings

    changes: dict[str, Any] = {"derandomize": True, "database": None, "deadline": None}
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", phases=phases, suppress_health_check=list(HealthCheck), **changes)
    settings.load_profile("mutants")
