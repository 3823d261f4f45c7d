"""Events of any size for `make bench`, the same every time."""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

import numpy as np
import pandas as pd
from made.writers import swiss_manager

from bench.measuring import ROOT
from pipeline.errors import Place
from pipeline.event import Event, Source
from pipeline.readers.builder import EventBuilder

OPEN = ROOT.parent / "shared" / "events" / "swiss-manager" / "open-147-players-recrp.txt"
"""A real open of 147 players, where the real files stand beside the checkout."""
STRONGEST, WEAKEST = 2600, 1000
_DRAWN = 0.3
"""So often a game is drawn."""


def swiss(players: int, rounds: int, seed: int = 2026) -> Event:
    """An event paired by score, as an arbiter's program does it: the upper half of a score group against the lower.

    Results are drawn by the ratings, so that those of one strength meet, as in an open.
    """
    dice, builder = random.Random(seed), EventBuilder(ROOT / "pyproject.toml", "benchmark", name="Benchmark")
    rating = {
        no: float(STRONGEST - no * (STRONGEST - WEAKEST) // players) for no in range(1, players + 1)
    }
    for no, elo in rating.items():
        builder.add_player(no, Place(), f"Player {no}", elo)
    score, met = dict.fromkeys(rating, 0.0), {no: set[int]() for no in rating}
    for round_ in range(1, rounds + 1):
        for white, black in _paired(score, met):
            met[white].add(black)
            met[black].add(white)
            expected, drawn = 1 / (1 + 10 ** ((rating[black] - rating[white]) / 400)), dice.random()
            lost = drawn > expected + _DRAWN / 2
            won = drawn < expected - _DRAWN / 2
            result, reply, points = ("w", "l", 1.0) if won else ("l", "w", 0.0) if lost else ("d", "d", 0.5)
            builder.add_entry(white, round_, black, result, Place(), "w")
            builder.add_entry(black, round_, white, reply, Place(), "b")
            score[white] += points
            score[black] += 1 - points
    return builder.finish()


def _paired(score: dict[int, float], met: dict[int, set[int]]) -> list[tuple[int, int]]:
    """Who meets whom in a round: for an even number of players, and without regard for colours."""
    pairs, over = [], list[int]()
    for _, alike in groupby(sorted(score, key=lambda no: (-score[no], no)), key=score.__getitem__):
        group = over + list(alike)
        over = [group.pop()] if len(group) % 2 else []
        upper, lower = group[: len(group) // 2], group[len(group) // 2 :]
        for one in upper:
            at = next((i for i, other in enumerate(lower) if other not in met[one]), 0)
            pairs.append((one, lower.pop(at)))
    return pairs


def field_of(players: int, rounds: int) -> Event:
    """An event for the largest sizes, made as arrays: each round somebody near in rating is met, results are drawn."""
    dice = np.random.default_rng(2026)
    order = np.arange(players)
    numbers, opponents, results = [], [], []
    for _ in range(rounds):
        near = np.argsort(order + dice.normal(0, players / 20 + 2, players))
        one, other = near[::2], near[1::2]
        outcome = dice.integers(0, 3, len(one))
        numbers += [one, other]
        opponents += [other, one]
        results += [np.array(["w", "d", "l"], dtype=object)[outcome], np.array(["l", "d", "w"], dtype=object)[outcome]]
    entries = pd.DataFrame({
        "no": np.concatenate(numbers) + 1,
        "round": np.repeat(np.arange(1, rounds + 1), 2 * (players // 2)),
        "opponent": pd.array(np.concatenate(opponents) + 1, dtype="Int64"),
        "result": np.concatenate(results),
    }).sort_values(["no", "round"], ignore_index=True)  # fmt: skip
    index = pd.RangeIndex(1, players + 1, name="no")
    rating = STRONGEST - (STRONGEST - WEAKEST) * order / players
    frame = pd.DataFrame({"name": [f"Player {no}" for no in index], "rating": np.floor(rating)}, index=index)
    source = Source(ROOT / "pyproject.toml", "", "benchmark")
    return Event("Benchmark", source, frame, entries, rounds, pd.DataFrame(index=index))


def as_their_format(event: Event, path: Path) -> Path:
    """The event as the text that both PyRP and we read, with the points of each player."""
    worth = {"w": 1.0, "d": 0.5, "l": 0.0}
    points = event.entries.assign(points=event.entries["result"].map(worth)).groupby("no")["points"].sum()
    stated = pd.DataFrame({"Pts": points})
    path.write_text(swiss_manager(Event(event.name, event.source, event.players, event.entries, event.rounds, stated)),
                    encoding="utf-8", newline="")  # fmt: skip
    return path
