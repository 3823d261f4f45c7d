"""Random events and sheets with known mistakes, made without any of the program's own arithmetic but the dp tables.

A sheet is computed by plain loops from the games (`Sheet.columns`), with single cells overridden and everything after
them following; a mistake is a value for one cell, made as a person would have made it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.dp import rule
from pipeline.event import Event, Source

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


# --- mistakes ---------------------------------------------------------------------------------------------------------


@dataclass
class Spoilt:
    """A sheet with known mistakes: the stated columns, its settings, and the cause in each spoilt cell."""

    event: int
    """Which of the events it is for."""
    stated: pd.DataFrame
    settings: dict[str, object]
    mistakes: dict[Cell, str]
    right: pd.DataFrame
    """The columns without a mistake, rounded in the same way."""


def spoilt_sheets(rng: random.Random, events: Sequence[Made], count: int, mistakes: int) -> Iterator[Spoilt]:
    """`count` sheets, each with so many mistakes that can be seen in it."""
    while count:
        number = rng.randrange(len(events))
        dp, c = rng.choice(["fide", "fide", "logistic-floor", "logistic"]), rng.choice(["field", "opponents"])
        sheet = Sheet(events[number], dp, c, rng.choice(["performance", "rating"]))
        decimals, convention = rng.choice(PRECISIONS), rng.choice(["nearest", "nearest", "half-even", "down"])
        right = sheet.columns()
        found = _spoil(sheet, right, mistakes, decimals, convention, rng)
        if found is not None:
            count -= 1
            settings = {"dp": sheet.dp, "c": sheet.c, "start": sheet.start, "unrated": sheet.unrated}
            stated, unspoilt = (frame_of(columns, decimals, convention) for columns in (sheet.columns(), right))
            yield Spoilt(number, stated, settings, found, unspoilt)


def _spoil(
    sheet: Sheet, right: dict[str, list[float]], count: int, decimals: dict[str, int | None], convention: str,
    rng: random.Random,
) -> dict[Cell, str] | None:
    """Put mistakes into a sheet, those of earlier columns first; None where one can't be made or wouldn't be seen."""
    order = list(right)
    picks = sorted((_pick(order, rng) for _ in range(count)), key=lambda pick: order.index(pick[1]))
    found: dict[Cell, str] = {}
    for name, key, make in picks:
        i = rng.randrange(sheet.made.count)
        now, places = sheet.columns(), decimals[family_of(key)]
        value = make(Making(sheet, now, key, i, rng))
        if value == TRANSPOSED:
            value = transposed(now[key][i], 4 if places is None else places, rng)
        elif value == SHIFTED:
            value = rounded(now[key][i], places) * rng.choice([10, 0.1, 100])
        stated = rounded(value, places, convention)
        seen = all(_is_seen(stated, exact, places) for exact in (now[key][i], right[key][i]))
        if (key, i) in found or not math.isfinite(value) or not seen:
            return None
        found[key, i] = name
        sheet.overrides[key, i] = value
    return found


def _pick(order: Sequence[str], rng: random.Random) -> tuple[str, str, Callable[[Making], float]]:
    name, (column, make) = rng.choice(list(KINDS.items()))
    if column == "iteration":
        column = f"iteration_{rng.randrange(1, STEPS + 1)}"
    elif column == "*":
        column = rng.choice([key for key in order if key not in ("rating", "games", "points")])
    return name.split("@")[0], column, make


def _is_seen(stated: float, exact: float, places: int | None) -> bool:
    """Whether a stated number differs from an exact one by more than its decimals, or its column's, let pass."""
    if places is None:
        places = 6
    shown = next((d for d in range(12) if abs(round(stated, d) - stated) < 1e-11), 12)
    return abs(stated - exact) >= 1.5 * 10.0**-places and abs(stated - exact) > 0.5 * 10.0**-shown


def family_of(key: str) -> str:
    return key if key == "c_hat" else key.split("_")[0]


PRECISIONS: tuple[dict[str, int | None], ...] = tuple(
    dict(zip(("Ra", "dp", "c", "c_hat", "performance", "iteration"), places, strict=True))
    for places in (
        (None,) * 6, (2, 2, 4, 2, 2, 2), (4,) * 6, (2, 2, 4, 4, 2, 2), (1,) * 6,
    )
)
"""Decimals by family of columns; None is unrounded."""


@dataclass
class Making:
    """One mistake being made: in row `i` of `column`."""

    sheet: Sheet
    columns: dict[str, list[float]]
    column: str
    i: int
    rng: random.Random

    @property
    def games(self) -> list[tuple[int, float]]:
        return self.sheet.made.games()[self.i]

    @property
    def n(self) -> list[float]:
        return self.columns["games"]

    @property
    def right(self) -> float:
        return self.columns[self.column][self.i]

    def own(self, key: str) -> float:
        return self.columns[key][self.i]

    @property
    def before(self) -> list[float]:
        k = int(self.column.rsplit("_", 1)[1])
        first = "rating" if self.sheet.start == "rating" else "performance"
        return self.columns[f"iteration_{k - 1}" if k > 1 else first]

    def unplayed(self) -> list[tuple[int | None, float]]:
        """His byes and forfeits: opponent (from 0) or None, and the points."""
        worth = {"+": 1.0, "-": 0.0, "full-bye": 1.0, "half-bye": 0.5}
        return [
            (None if opponent is None else opponent - 1, worth[result])
            for no, _, opponent, result in self.sheet.made.entries if no == self.i + 1 and result in worth
        ]

    def averaged(self) -> tuple[list[float], float]:
        """What a column averages over the opponents, and what it adds."""
        if self.column == "Ra":
            return self.columns["rating"], 0.0
        return self.before, self.own("c_hat")

    def table(self) -> dict[int, float]:
        return dict(rule(self.sheet.dp).table)


def _other_table(name: str) -> Callable[[Making], float]:
    return lambda m: dp_of(name, m.own("points"), len(m.games)) if name != m.sheet.dp else math.nan


def _floored(m: Making) -> float:
    return m.table().get(math.floor(per_cent(m.own("points"), len(m.games))), math.nan)


def _half_even(m: Making) -> float:
    return m.table().get(round(per_cent(m.own("points"), len(m.games))), math.nan)


def _row_beside(m: Making) -> float:
    row = math.floor(per_cent(m.own("points"), len(m.games)) + Fraction(1, 2)) + m.rng.choice([-1, 1])
    return m.table().get(row, math.nan)


def _interpolated(m: Making) -> float:
    exact, table = per_cent(m.own("points"), len(m.games)), m.table()
    low = math.floor(exact)
    if low == exact or low + 1 not in table or low not in table:
        return math.nan
    return table[low] + (table[low + 1] - table[low]) * float(exact - low)


def _byes_dp(m: Making) -> float:
    unplayed = m.unplayed()
    if not unplayed:
        return math.nan
    return dp_of(m.sheet.dp, m.own("points") + sum(p for _, p in unplayed), len(m.games) + len(unplayed))


def _rounds_dp(m: Making) -> float:
    return dp_of(m.sheet.dp, m.own("points"), m.sheet.made.rounds)


def _forfeits(m: Making) -> float:
    values, added = m.averaged()
    absent = [j for j, _ in m.unplayed() if j is not None]
    if not absent:
        return math.nan
    total = sum(values[j] for j, _ in m.games) + sum(values[j] for j in absent)
    return total / (len(m.games) + len(absent)) + added


def _by_rounds(m: Making) -> float:
    values, added = m.averaged()
    return sum(values[j] for j, _ in m.games) / m.sheet.made.rounds + added


def _with_himself(m: Making) -> float:
    values, added = m.averaged()
    return (sum(values[j] for j, _ in m.games) + values[m.i]) / (len(m.games) + 1) + added


def _left_out(m: Making) -> float:
    values, added = m.averaged()
    if len(m.games) < 2:
        return math.nan
    out = m.rng.randrange(len(m.games))
    kept = [values[j] for g, (j, _) in enumerate(m.games) if g != out]
    return sum(kept) / m.rng.choice([len(kept), len(m.games)]) + added


def _doubled(m: Making) -> float:
    values, added = m.averaged()
    more = values[m.rng.choice(m.games)[0]]
    return (sum(values[j] for j, _ in m.games) + more) / (len(m.games) + 1) + added


def _mistaken(m: Making) -> float:
    values, added = m.averaged()
    out = m.rng.choice(m.games)[0]
    other = m.rng.choice([b for b in range(m.sheet.made.count) if b != out])
    return (sum(values[j] for j, _ in m.games) - values[out] + values[other]) / len(m.games) + added


def _unrated_zero(m: Making) -> float:
    ratings = m.sheet.made.ratings
    if not any(ratings[j] != ratings[j] for j, _ in m.games):
        return math.nan
    return sum(0.0 if ratings[j] != ratings[j] else ratings[j] for j, _ in m.games) / len(m.games)


def _c_plain(m: Making) -> float:
    dp = m.columns["dp"]
    return sum(dp) / len(dp) if m.sheet.c == "field" else sum(dp[j] for j, _ in m.games) / len(m.games)


def _c_other(m: Making) -> float:
    other = Sheet(m.sheet.made, m.sheet.dp, "opponents" if m.sheet.c == "field" else "field", m.sheet.start)
    return other.c_of(m.i, [int(v) for v in m.n], m.columns["dp"], m.sheet.made.games())


def _c_himself(m: Making) -> float:
    dp, n = m.columns["dp"], m.n
    if m.sheet.c == "field":
        return math.nan
    top = sum(n[j] * dp[j] for j, _ in m.games) + n[m.i] * dp[m.i]
    return top / (sum(n[j] for j, _ in m.games) + n[m.i])


def _wrong_column(m: Making) -> float:
    k = int(m.column.rsplit("_", 1)[1])
    # The columns that stand before this one: nobody takes a number that isn't there yet.
    names = ["performance", *(f"iteration_{j}" for j in range(1, k))]
    used = f"iteration_{k - 1}" if k > 1 else "performance" if m.sheet.start == "performance" else ""
    key = m.rng.choice([name for name in names if name != used] or ["Ra"])
    return sum(m.columns[key][j] for j, _ in m.games) / len(m.games) + m.own("c_hat")


def _mean_before(m: Making) -> float:
    return sum(m.before[j] for j, _ in m.games) / len(m.games)


def _from_ratings(m: Making) -> float:
    if m.column == "iteration_1" and m.sheet.start == "rating":
        return math.nan
    return sum(m.columns["rating"][j] for j, _ in m.games) / len(m.games) + m.own("c_hat")


def _neighbour(m: Making) -> float:
    j = m.i + m.rng.choice([-1, 1])
    return m.columns[m.column][j] if 0 <= j < m.sheet.made.count else math.nan


TRANSPOSED, SHIFTED = math.inf, -math.inf
"""Mistakes in writing a rounded number down are made when it is rounded."""

KINDS: dict[str, tuple[str, Callable[[Making], float]]] = {
    "dp_logistic_floor": ("dp", _other_table("logistic-floor")),
    "dp_fide": ("dp", _other_table("fide")),
    "dp_logistic": ("dp", _other_table("logistic")),
    "dp_article": ("dp", _other_table("article")),
    "percentage_floored": ("dp", _floored),
    "percentage_half_even": ("dp", _half_even),
    "table_row_beside": ("dp", _row_beside),
    "dp_interpolated": ("dp", _interpolated),
    "sign@dp": ("dp", lambda m: -m.right),
    "sign@c_hat": ("c_hat", lambda m: -m.right),
    "byes_counted@dp": ("dp", _byes_dp),
    "byes_counted@Ra": ("Ra", _forfeits),
    "divided_by_rounds@dp": ("dp", _rounds_dp),
    "divided_by_rounds@Ra": ("Ra", _by_rounds),
    "divided_by_rounds@iteration": ("iteration", _by_rounds),
    "own_rating_included": ("Ra", _with_himself),
    "opponent_left_out@Ra": ("Ra", _left_out),
    "opponent_doubled@Ra": ("Ra", _doubled),
    "opponent_mistaken@Ra": ("Ra", _mistaken),
    "opponent_left_out@iteration": ("iteration", _left_out),
    "opponent_doubled@iteration": ("iteration", _doubled),
    "opponent_mistaken@iteration": ("iteration", _mistaken),
    "unrated_as_zero": ("Ra", _unrated_zero),
    "c_plain": ("c", _c_plain),
    "c_other_definition": ("c", _c_other),
    "c_with_himself": ("c", _c_himself),
    "c_minus_dp": ("c_hat", lambda m: m.own("c") - m.own("dp")),
    "performance_minus_dp": ("performance", lambda m: m.own("Ra") - m.own("dp")),
    "performance_with_c@1": ("performance", lambda m: m.own("Ra") + m.own("c_hat")),
    "performance_with_c@2": ("performance", lambda m: m.own("Ra") + m.own("dp") + m.own("c")),
    "iteration_wrong_column": ("iteration", _wrong_column),
    "iteration_without_c_hat": ("iteration", _mean_before),
    "iteration_with_c": ("iteration", lambda m: _mean_before(m) + m.own("c")),
    "iteration_from_ratings": ("iteration", _from_ratings),
    "transposed_digits": ("*", lambda m: TRANSPOSED),
    "decimal_shifted": ("*", lambda m: SHIFTED),
    "neighbour_row": ("*", _neighbour),
}


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


def transposed(value: float, decimals: int, rng: random.Random) -> float:
    """The number, rounded, with two neighbouring digits changed in place; NaN where that changes nothing."""
    digits = f"{abs(rounded(value, decimals)):.{decimals}f}".replace(".", "")
    pairs = [i for i in range(len(digits) - 1) if digits[i] != digits[i + 1]]
    if not pairs:
        return math.nan
    i = rng.choice(pairs)
    swapped = digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
    return math.copysign(int(swapped) / 10**decimals, value)


def frame_of(columns: dict[str, list[float]], decimals: dict[str, int | None], convention: str) -> pd.DataFrame:
    """The columns as stated: rounded, from unrounded numbers."""
    count = len(columns["Ra"])
    kept = [key for key in columns if key not in ("rating", "games", "points")]
    return pd.DataFrame(
        {key: [rounded(v, decimals.get(family_of(key)), convention) for v in columns[key]]
         for key in kept},
        index=pd.Index(np.arange(1, count + 1), name="no"), dtype=float,
    )
