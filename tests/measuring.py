"""How a figure of `make bench` is measured: a ratio, which means the same on every machine, and its limit."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 5


@dataclass(frozen=True)
class Figure:
    """One measured ratio, the limit it should stay under, and the times it was made from."""

    name: str
    value: float
    limit: float
    note: str = ""

    @property
    def verdict(self) -> str:
        """One word: under the limit or over it."""
        return "ok" if self.value <= self.limit else "OVER"


class NotMeasuredError(Exception):
    """Something that a figure is measured with is missing."""


def seconds(action: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def ratio(name: str, limit: float, measured: Callable[[], object], against: Callable[[], object]) -> Figure:
    """The median time of one action over that of another; in turns, so that a busy moment hits both."""
    measured()  # a warm-up
    against()
    pairs = [(seconds(measured), seconds(against)) for _ in range(RUNS)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    return Figure(name, ours / theirs, limit, f"{ours:.2f} s against {theirs:.2f} s")


def process(*arguments: str) -> Callable[[], object]:
    """An action that runs Python with these arguments, from the checkout."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
