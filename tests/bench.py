"""`make bench`: how fast it is, as ratios, which mean the same on every machine. Prints; asserts nothing."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
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


def whole_process() -> Figure:
    """(a) 8 players, everything: start, read, compute, write; against the bare import of what that needs."""
    with tempfile.TemporaryDirectory() as folder:
        return ratio(
            "8 players, whole process / importing pandas, openpyxl, xlsxwriter",
            2.5,
            process("-m", "pipeline", "report", "input/video.xlsx", "--out", str(Path(folder, "report.xlsx"))),
            process("-c", "import pandas, openpyxl, xlsxwriter"),
        )


FIGURES: tuple[Callable[[], Figure], ...] = (whole_process,)


def main() -> None:
    """Measure and print each figure as soon as it is there."""
    print(f"{'ratio':>7}  {'limit':>5}  {'':4}  median of {RUNS}")
    for measure in FIGURES:
        figure = measure()
        line = f"{figure.value:7.2f}  {figure.limit:5.2f}  {figure.verdict:4}  {figure.name} ({figure.note})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
