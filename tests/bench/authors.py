"""RP against PyRP, the program of the method's authors, which is installed for this into a folder of its own."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.events import OPEN, as_their_format, swiss
from bench.measuring import Figure, NotMeasuredError, Remark, in_words, side_by_side
from pipeline.event import Event
from pipeline.made_from import Floats
from pipeline.method.calculation import calculated
from pipeline.method.columns import BEFORE
from pipeline.method.dp import rule
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings
from pipeline.method.work import Work
from pipeline.readers import read_event
from pipeline.registry import fill

PYRP = "PyRP==0.2"
UNRATED = 1201
SETTINGS = Settings(unrated=UNRATED, start="rating")
"""Those of the file's own RP."""
AT_LEAST = {"147": 5.0, "150": 5.0, "1,000": 50.0, "10,000": 50.0}
SAME = 1e-8


@contextmanager
def _their_tournaments() -> Iterator[Any]:
    """Their class of tournaments."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, PYRP]
        if subprocess.run(install, check=False, stderr=subprocess.DEVNULL).returncode:
            raise NotMeasuredError(f"{PYRP} can't be installed")
        sys.path.insert(0, folder)
        try:
            yield importlib.import_module("PyRP.RP").Tournament
        finally:
            sys.path.remove(folder)


def _needed(key: str, found: dict[str, None]) -> dict[str, None]:
    """A column's key and those of all that it is made from."""
    columns = {column.key: column for column in BEFORE}
    if key in columns and key not in found:
        for source in getattr(columns[key].rule, "inputs", ()):
            _needed(source.key, found)
        found[key] = None
    return found


NEEDED = [column for column in BEFORE if column.key in _needed("limit", {})]
"""The columns of RP's exact value: rating, points, games, dp, c, ĉ and the limit."""


def rp_alone(event: Event) -> Floats:
    """The limit, and the columns that it is made from, and nothing else."""
    graph = GameGraph.of(event)
    work = Work(index=graph.index, event=event, settings=SETTINGS, rule=rule(SETTINGS.dp), graph=graph)
    fill(work, NEEDED)
    return work.array("limit")


def rp_of_both() -> Iterator[Figure | Remark]:
    """RP by PyRP against ours, once both have read the file: the open of 147 players, and events of several sizes."""
    with _their_tournaments() as tournaments, tempfile.TemporaryDirectory() as folder:
        paths = {"147": OPEN} if OPEN.is_file() else {}
        paths |= {
            f"{players:,}": as_their_format(swiss(players, 9), Path(folder, f"{players}.txt"))
            for players in (150, 1000, 10_000)
        }
        for players, path in paths.items():
            yield from _compared(players, tournaments.load(str(path), elo_default=UNRATED), read_event(path))


def _compared(players: str, tournament: Any, event: Event) -> Iterator[Figure | Remark]:
    try:
        found = np.asarray(_their_rp(tournament), dtype=float)
    except Exception as why:
        residual = _residual(event)
        yield Remark(f"{players} players: {PYRP} raises {why}; ours is exact but for {residual:.1e}")
        return
    ours = rp_alone(event)  # from here on the event knows who met whom, as theirs does
    ours = ours[np.isfinite(ours)]  # theirs leaves out who has no game
    off = np.nanmax(np.abs(found - ours))
    theirs_taken, ours_taken = side_by_side(lambda: _their_rp(tournament), lambda: rp_alone(event))
    yield Figure(
        f"{players} players: rp() of {PYRP} / RP here", theirs_taken / ours_taken, AT_LEAST[players],
        f"{in_words(theirs_taken)} against {in_words(ours_taken)}; values differ by at most {off:.1e}"
        + ("" if off <= SAME else ", NOT the same"), at_least=True,
    )


def _their_rp(tournament: Any) -> Any:
    """All recursive performances by PyRP, computed anew."""
    tournament._recursive_performances = None  # it keeps the values that it has
    return tournament.rp()


def _residual(event: Event) -> float:
    """How far the limit is from what it is to be, the average of the opponents' limits + ĉ."""
    work = calculated(event, replace(SETTINGS, iterations=1)).work
    return float(np.nanmax(np.abs(work.array("residual"))))


def all_values_of_an_open() -> Figure:
    """The open of 147 players: all columns and checks, against the RP alone by PyRP; its RB is ours, too."""
    if not OPEN.is_file():
        raise NotMeasuredError(f"{OPEN.name} is missing")
    event = read_event(OPEN)
    with _their_tournaments() as tournaments:
        tournament = tournaments.load(str(OPEN), elo_default=UNRATED)
        with_rb = calculated(event, replace(SETTINGS, order="PTS,RB")).work.array("rb")
        if not np.allclose(with_rb[np.isfinite(with_rb)], tournament.rb(), rtol=0, atol=1e-9):
            raise NotMeasuredError(f"RB isn't that of {PYRP}")

        def theirs() -> None:
            for _ in range(20):
                _their_rp(tournament)

        def ours() -> None:
            for _ in range(20):
                calculated(replace(event), SETTINGS)  # another event, which has kept nothing

        taken, against = side_by_side(ours, theirs)
        return Figure(f"147 players: all columns and checks / rp() of {PYRP}, 20 times", taken / against, 0.8,
                      f"{in_words(taken)} against {in_words(against)}; RB is the same to 1e-9")
