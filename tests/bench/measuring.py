"""What a figure of `make bench` is, and how two actions are timed against each other."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNS = 5


@dataclass(frozen=True)
class Figure:
    """One measured ratio, the bound that it should keep, and what it was made from.

    Most are costs, which should stay under their bound; where `at_least`, more is better.
    """

    name: str
    value: float
    bound: float
    note: str = ""
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """One word: within the bound or not."""
        kept = self.value >= self.bound if self.at_least else self.value <= self.bound
        return "ok" if kept else "OVER" if not self.at_least else "UNDER"


@dataclass(frozen=True)
class Remark:
    """A line of words among the figures: a size, a number for information."""

    text: str


class NotMeasuredError(Exception):
    """Something that a figure is measured with is missing."""


def seconds(action: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def side_by_side(
    measured: Callable[[], object], against: Callable[[], object], runs: int = RUNS
) -> tuple[float, float]:
    """The median times of two actions, after a call of each; in turns, so that a busy moment hits both."""
    measured()
    against()
    pairs = [(seconds(measured), seconds(against)) for _ in range(runs)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    return ours, theirs


def ratio(
    name: str, bound: float, measured: Callable[[], object], against: Callable[[], object], runs: int = RUNS
) -> Figure:
    """The median time of one action over that of another."""
    ours, theirs = side_by_side(measured, against, runs)
    return Figure(name, ours / theirs, bound, f"{in_words(ours)} against {in_words(theirs)}")


def in_words(time_taken: float) -> str:
    """A time with its unit."""
    return f"{time_taken * 1000:.2f} ms" if time_taken < 0.1 else f"{time_taken:.2f} s"


def process(*arguments: str, status: int = 0) -> Callable[[], object]:
    """An action that runs Python with these arguments, from the checkout; its exit status must be `status`."""
    command = [sys.executable, *arguments]

    def run() -> None:
        done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != status:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}")

    return run
