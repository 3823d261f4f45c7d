"""Many events one after the other, and two at a time."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.events import swiss
from bench.measuring import Figure, in_words, process, seconds
from pipeline.commands.convert import write_event
from pipeline.commands.report import make_report

EVENTS, FEWEST, MOST = 200, 60, 150


def batches() -> Iterator[Figure]:
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

        alone, one, two = seconds(here), batch(1), batch(2)
        yield Figure(f"a batch of {EVENTS} events by 1 process / the same reports made in this one", one / alone, 1.15,
                     f"{in_words(one)} against {in_words(alone)}")
        yield Figure(f"a batch of {EVENTS} events by 1 process / by 2", one / two, 1.7,
                     f"{in_words(one)} against {in_words(two)}", at_least=True)
