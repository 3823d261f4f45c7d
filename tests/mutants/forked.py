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
_OPTIONS = ["-q", "-x", "--tb=short", "-p", "no:cacheprovider"]


def warm_up() -> None:
    """Import once what every run needs and no mutation touches."""
    for name in ("numpy", "pandas", "openpyxl", "xlsxwriter", "xlrd", "typer.testing", "rich.console", "hypothesis"):
        importlib.import_module(name)


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
            _prepare(tree, log, write_bytecode)
            status = int(pytest.main([*_OPTIONS, *arguments], plugins=[plugin]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    _, status, used = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):  # readers in forks of their own
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _prepare(tree: Path, log: Path, write_bytecode: bool) -> None:
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
