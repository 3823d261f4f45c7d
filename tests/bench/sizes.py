"""What an event of any size costs: values only, in memory, each size in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.events import as_their_format, field_of
from bench.measuring import ROOT, Figure, NotMeasuredError, Remark, in_words, process, seconds

PLAYERS = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ROUNDS = 9
LINEAR_FROM = 10_000
_ONE = r"""
import json, re, sys, time
sys.path[:0] = [{root!r}, {tests!r}]
from bench.authors import rp_alone
from bench.events import field_of
from pipeline.method.graph import GameGraph
event = field_of({players}, {rounds})
event.games
times, looks = [], []
while len(times) < 3 or sum(times) < 0.2:
    event.made.clear()
    start = time.process_time()
    limit = rp_alone(event)
    times.append(time.process_time() - start)
graph = GameGraph.of(event)
graph.sum_over_opponents(limit)
while len(looks) < 5:
    start = time.process_time()
    graph.sum_over_opponents(limit)
    looks.append(time.process_time() - start)
peak = re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())
print(json.dumps([min(times), int(peak[1]) / 1e3, min(looks) / len(graph.opponent) * 1e9]))
"""


@dataclass(frozen=True)
class Size:
    """One measured size: the processor's seconds for RP, and the process's memory at most, in MB.

    `look` is what it takes to look up and add one opponent's value, in ns: all that grows more than the games do.
    """

    players: int
    seconds: float
    memory: float
    look: float

    @property
    def line(self) -> str:
        """One line of the table."""
        per_game = self.seconds / (self.players * ROUNDS / 2)
        return (f"{self.players:>9,} players  {in_words(self.seconds):>10}  {per_game * 1e9:>7.0f} ns a game  "
                f"{self.look:>5.2f} ns an opponent  {self.memory:>6.0f} MB")


def curve() -> Iterator[Figure | Remark]:
    """From 10 to 1,000,000 players, 9 rounds: RP's exact values with the columns that they need."""
    yield Remark(f"RP of events of {ROUNDS} rounds (values in memory; the process's memory with the event itself):")
    found = []
    for players in PLAYERS:
        found.append(measured(players))
        yield Remark(found[-1].line)
    decades = [(a, b) for a in found for b in found if a.players >= LINEAR_FROM and b.players == 10 * a.players]
    for small, large in decades:
        yield Figure(f"RP of {large.players:,} players / 10 times that of {small.players:,}",
                     large.seconds / small.seconds / 10, 1.2)
    SIZES[:] = found


SIZES: list[Size] = []
"""What the last curve found, for the plot."""


def measured(players: int) -> Size:
    """One size, in a process of its own."""
    if not Path("/proc/self/status").is_file():
        raise NotMeasuredError("memory is read from /proc")
    code = _ONE.format(root=str(ROOT), tests=str(ROOT / "tests"), players=players, rounds=ROUNDS)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return Size(players, *json.loads(done.stdout))


def tables() -> Figure:
    """`arpo table` of 100,000 players as a process, against that of 10,000."""
    with tempfile.TemporaryDirectory() as folder:
        taken = [
            seconds(process("-m", "pipeline", "table", str(path), "--limits", "large", "--iterations", "10"))
            for path in (as_their_format(field_of(n, ROUNDS), Path(folder, f"{n}.txt")) for n in (10_000, 100_000))
        ]
    return Figure("arpo table: 100,000 players / 10,000", taken[1] / taken[0], 12.0,
                  f"{in_words(taken[1])} against {in_words(taken[0])}")
