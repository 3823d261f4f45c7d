"""Many events one after the other, and two at a time."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.events import swiss
from bench.measuring import ROOT, Figure, Remark, in_words, process, seconds
from pipeline.commands.convert import write_event
from pipeline.commands.report import make_report

EVENTS, FEWEST, MOST = 200, 60, 150
EACH = 30
"""Reports by which it is seen what two processes give on this machine at all."""


_THESE = """
import sys
from pathlib import Path
from pipeline.commands.report import make_report
for path in sys.argv[2:]:
    make_report(Path(path), {}, out=Path(sys.argv[1]))
"""


def _by_themselves(paths: list[Path], folder: Path, processes: int) -> None:
    """So many processes that each make the reports of these events: what the machine itself gives."""
    running = [
        subprocess.Popen([sys.executable, "-c", _THESE, str(folder / f"alone-{n}.xlsx"), *map(str, paths)], cwd=ROOT)
        for n in range(processes)
    ]
    for each in running:
        each.wait()


def batches() -> Iterator[Figure | Remark]:
    """200 events of 60 to 150 players: a batch by one process and by two, and the same reports made in this one."""
    dice = random.Random(2026)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(EVENTS):
            players = 2 * dice.randint(FEWEST // 2, MOST // 2)
            write_event(swiss(players, 9, seed=number), folder / "events" / f"{number:03}.xlsx")
        paths = sorted((folder / "events").iterdir())

        def here() -> None:
            for path in paths:
                make_report(path, {}, out=folder / "report.xlsx")

        def batch(jobs: int) -> float:
            out = str(folder / f"out-{jobs}")
            command = ("-m", "pipeline", "batch", str(folder / "events"), "--out", out, "--jobs", str(jobs))
            return seconds(process(*command))

        single, both = (seconds(partial(_by_themselves, paths[:EACH], folder, count)) for count in (1, 2))
        yield Remark(f"two processes that know nothing of each other make {2 * single / both:.2f} times as many "
                     f"reports here as one ({in_words(single)} for {EACH}, {in_words(both)} for twice as many)")
        alone, one, two = seconds(here), batch(1), batch(2)
        yield Figure(f"a batch of {EVENTS} events by 1 process / the same reports made in this one", one / alone, 1.15,
                     f"{in_words(one)} against {in_words(alone)}")
        yield Figure(f"a batch of {EVENTS} events by 1 process / by 2", one / two, 1.7,
                     f"{in_words(one)} against {in_words(two)}", at_least=True)
