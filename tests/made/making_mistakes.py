"""Sheets with known mistakes: a mistake is a value for one cell, made as a person would have made it.

Everything after the cell follows from it (`Sheet.overrides`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pandas as pd
from made.making_sheets import STEPS, Cell, Made, Sheet, dp_of, family_of, frame_of, per_cent, rounded

from pipeline.method.dp import rule


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


def transposed(value: float, decimals: int, rng: random.Random) -> float:
    """The number, rounded, with two neighbouring digits changed in place; NaN where that changes nothing."""
    digits = f"{abs(rounded(value, decimals)):.{decimals}f}".replace(".", "")
    pairs = [i for i in range(len(digits) - 1) if digits[i] != digits[i + 1]]
    if not pairs:
        return math.nan
    i = rng.choice(pairs)
    swapped = digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
    return math.copysign(int(swapped) / 10**decimals, value)
