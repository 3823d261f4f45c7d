"""Random events and their sheets, made without any of the program's own arithmetic but the dp tables.

A sheet is computed by plain loops from the games (`Sheet.columns`), with single cells overridden and everything after
them following (making_mistakes.py).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.event import Event, Source
from pipeline.method.dp import rule

SIZES = (4, 5, 6, 6, 8, 8, 9, 10, 11, 12, 12, 14, 15, 16, 18, 20, 24, 28, 32, 40)
STEPS = 6
"""Iterations of each sheet."""

Cell = tuple[str, int]


@dataclass
class Made:
    """A made-up event: ratings (NaN where unrated), and each round's pairings with results."""

    ratings: list[float]
    rounds: int
    entries: list[tuple[int, int, int | None, str]]
    """Player (from 1), round, opponent or None, result code."""

    @property
    def count(self) -> int:
        return len(self.ratings)

    def event(self) -> Event:
        index = pd.Index(range(1, self.count + 1), name="no", dtype="int64")
        players = pd.DataFrame({"name": [f"Player {no}" for no in index], "rating": self.ratings}, index=index)
        columns = zip(*self.entries, strict=True)
        no, round_, opponent, result = (list(column) for column in columns)
        entries = pd.DataFrame(
            {"no": no, "round": round_, "opponent": pd.array(opponent, dtype="Int64"),
             "result": pd.Series(result, dtype=object)}
        )
        source = Source(Path("made.csv"), "", "made", "")
        return Event("made", source, players, entries, self.rounds, pd.DataFrame(index=index))

    def games(self) -> list[list[tuple[int, float]]]:
        """By player (from 0): his opponents (from 0) with the points, one entry a game."""
        found: list[list[tuple[int, float]]] = [[] for _ in self.ratings]
        for no, _, opponent, result in self.entries:
            if result in "wdl" and opponent is not None:
                found[no - 1].append((opponent - 1, {"w": 1.0, "d": 0.5, "l": 0.0}[result]))
        return found


def made_event(rng: random.Random, count: int) -> Made:
    """A connected event with byes, forfeits, unrated players and absences; now and then a pair meets twice."""
    while True:
        ratings = [float(rng.randrange(1300, 2700)) if rng.random() > 0.1 else math.nan for _ in range(count)]
        rounds = min(rng.randrange(5, 10), max(3, count - 1))
        strength = [r if r == r else 1400.0 for r in ratings]
        entries: list[tuple[int, int, int | None, str]] = []
        met: set[tuple[int, int]] = set()
        for round_ in range(1, rounds + 1):
            left = list(range(count))
            rng.shuffle(left)
            while left:
                one = left.pop()
                if not left or rng.random() < 0.04:
                    entries.append((one + 1, round_, None, rng.choice(["full-bye", "half-bye", "zero-bye"])))
                    continue
                free = [p for p in left if (min(one, p), max(one, p)) not in met] or left
                other = rng.choice(free)
                left.remove(other)
                met.add((min(one, other), max(one, other)))
                expected = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
                draw, luck = rng.random() < 0.3, rng.random()
                result, reply = ("d", "d") if draw else ("w", "l") if luck < expected else ("l", "w")
                if rng.random() < 0.04:
                    result, reply = ("+", "-") if luck < 0.5 else ("-", "+")
                entries += [(one + 1, round_, other + 1, result), (other + 1, round_, one + 1, reply)]
        made = Made(ratings, rounds, sorted(entries, key=lambda e: (e[0], e[1])))
        if _is_connected(made):
            return made


def _is_connected(made: Made) -> bool:
    games, seen, queue = made.games(), {0}, [0]
    while queue:
        for other, _ in games[queue.pop()]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return len(seen) == made.count


@dataclass
class Sheet:
    """A sheet for an event: its settings, and cells that were overridden."""

    made: Made
    dp: str
    c: str
    start: str
    unrated: float = 1400.0
    overrides: dict[Cell, float] = field(default_factory=dict)

    def columns(self) -> dict[str, list[float]]:
        """Every column, the overridden cells put in where they stand."""
        games = self.made.games()
        found: dict[str, list[float]] = {}

        def put(key: str, values: Callable[[int], float]) -> list[float]:
            found[key] = [self.overrides.get((key, i), values(i)) for i in range(self.made.count)]
            return found[key]

        n = [len(g) for g in games]
        s = [sum(points for _, points in g) for g in games]
        rating = [r if r == r else self.unrated for r in self.made.ratings]
        ra = put("Ra", lambda i: sum(rating[j] for j, _ in games[i]) / n[i])
        dp = put("dp", lambda i: dp_of(self.dp, s[i], n[i]))
        c = put("c", lambda i: self.c_of(i, n, dp, games))
        c_hat = put("c_hat", lambda i: dp[i] - c[i])
        performance = put("performance", lambda i: ra[i] + dp[i])
        before = rating if self.start == "rating" else performance
        for k in range(1, STEPS + 1):
            previous = before
            before = put(
                f"iteration_{k}", lambda i, x=previous: sum(x[j] for j, _ in games[i]) / n[i] + c_hat[i]  # type: ignore[misc]
            )
        found["rating"], found["games"], found["points"] = rating, [float(v) for v in n], s
        return found

    def c_of(self, i: int, n: list[int], dp: list[float], games: list[list[tuple[int, float]]]) -> float:
        """c of a player by the sheet's definition."""
        if self.c == "field":
            return sum(n[j] * dp[j] for j in range(len(n))) / sum(n)
        return sum(n[j] * dp[j] for j, _ in games[i]) / sum(n[j] for j, _ in games[i])


def per_cent(points: float, games: int) -> Fraction:
    return Fraction(points) * 100 / games


def dp_of(name: str, points: float, games: int) -> float:
    """dp by a table; the formulas in plain floats."""
    table = rule(name)
    if table.table:
        return table.table.get(math.floor(per_cent(points, games) + Fraction(1, 2)), math.nan)
    if points in (0, games):
        return table.end if points else -table.end
    value = math.log10(points / (games - points)) * 400
    if name == "log-odds":
        return math.log(points / (games - points))
    return float(math.floor(value + 1e-9)) if name == "logistic-floor" else value


# --- rounding ---------------------------------------------------------------------------------------------------------

CONVENTIONS: dict[str, Callable[[float], float]] = {
    "nearest": lambda x: math.floor(abs(x) + 0.5) * (1 if x >= 0 else -1),
    "half-even": lambda x: float(round(x)),
    "down": lambda x: float(math.floor(x + 1e-9)),
    "up": lambda x: float(math.ceil(x - 1e-9)),
    "trunc": lambda x: float(math.trunc(x + math.copysign(1e-9, x))),
}


def rounded(value: float, decimals: int | None, convention: str = "nearest") -> float:
    """A number rounded to decimals (None leaves it as it is)."""
    if decimals is None or not math.isfinite(value):
        return value
    return round(CONVENTIONS[convention](value * 10**decimals) / 10**decimals, decimals)


def family_of(key: str) -> str:
    return key if key == "c_hat" else key.split("_")[0]


def frame_of(columns: dict[str, list[float]], decimals: dict[str, int | None], convention: str) -> pd.DataFrame:
    """The columns as stated: rounded, from unrounded numbers."""
    count = len(columns["Ra"])
    kept = [key for key in columns if key not in ("rating", "games", "points")]
    return pd.DataFrame(
        {key: [rounded(v, decimals.get(family_of(key)), convention) for v in columns[key]]
         for key in kept},
        index=pd.Index(np.arange(1, count + 1), name="no"), dtype=float,
    )
