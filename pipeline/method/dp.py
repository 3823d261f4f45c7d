"""dp, the rating difference that belongs to a score: the tables and formulas of docs/method.md section 3."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.words import said

TABLES = Path(__file__).parents[1] / "tables"
POINTS_END = 800.0
"""dp of a zero or a perfect score (FIDE B.02 table 8.1.1: 0 % and 100 %)."""
SCALE = 400.0
"""Rating points for a tenfold ratio of wins to losses: Elo's logistic curve."""


@dataclass(frozen=True)
class DpRule:
    """How a score becomes a dp: from a table by whole per cent, or from a formula of points and games.

    `scale` and `end` belong to the formulas: dp = scale·log(s/(n-s)), and ±end for a perfect or a zero score.
    `logarithm` is the spreadsheet function (LOG10 or LN); empty for a table.
    """

    name: str
    title: str
    source: str
    table: Mapping[int, float]
    logarithm: str = ""
    scale: float = SCALE
    end: float = POINTS_END
    floored: bool = False


@cache
def percentage(points: float, games: int) -> int:
    """Whole per cent of `points` out of `games`, the half rounded up: 2.5/4 is 63 (FIDE B.01 1.4.9).

    Computed with fractions: a float, or a language's own rounding, would turn some halves down.
    """
    return math.floor(Fraction(points) * 100 / games + Fraction(1, 2))


def dp(rule: DpRule, points: float, games: int) -> float:
    """Rating difference for `points` out of `games` (at least one game).

    Raises UsageError where the table has no value for the percentage (the article's has none for 75 % and 100 %).
    """
    if not rule.logarithm:
        per_cent = percentage(points, games)
        try:
            return rule.table[per_cent]
        except KeyError:
            raise UsageError(
                said(
                    "dp table “{name}” has no value for {per_cent} % ({points:g} points in {games} games).",
                    name=rule.name, per_cent=per_cent, points=points, games=games,
                ), said("Choose another table: --dp fide."),
            ) from None
    if points in (0, games):
        return rule.end if points else -rule.end
    if rule.floored:
        return float(_floor_of_log(rule, points, games))
    ratio = points / (games - points)
    return rule.scale * (math.log(ratio) if rule.logarithm == "LN" else math.log10(ratio))


def dp_or_nan(rule: DpRule, points: float, games: float) -> float:
    """dp for a score, NaN for one that nobody can have or the table doesn't know."""
    if not (games >= 1 and float(games).is_integer() and 0 <= points <= games):
        return math.nan
    if not rule.logarithm:
        return rule.table.get(percentage(points, int(games)), math.nan)
    return dp(rule, points, int(games))


def refuse_gaps(rule: DpRule, points: Iterable[float], games: Iterable[int]) -> None:
    """Raise UsageError for the first score (of those with a game) for which the table has no value."""
    for s, n in dict.fromkeys(zip(points, games, strict=True)):
        if n:
            dp(rule, s, n)


def _floor_of_log(rule: DpRule, points: float, games: int) -> int:
    """floor(scale·log10(s/(n-s))), decided by whole numbers where a float could fall on the wrong side."""
    won, lost = Fraction(points), games - Fraction(points)
    value = rule.scale * math.log10(won / lost)
    nearest = round(value)
    if abs(value - nearest) > 1e-6:
        return math.floor(value)
    # value >= nearest  <=>  (won/lost)^scale >= 10^nearest
    return nearest if (won / lost) ** int(rule.scale) >= Fraction(10) ** nearest else nearest - 1


@cache
def rule(name: str) -> DpRule:
    """The rule called `name` (one of settings.DP_NAMES)."""
    log_end = POINTS_END * math.log(10) / SCALE
    rules = {
        "fide": lambda: DpRule("fide", said("FIDE table 8.1.1"), said("FIDE Handbook B.02 (2024), table 8.1.1"),
        _fide()), "article": lambda: DpRule(
            "article",
            said("the 2006 article's table, as printed"),
            said("article of 2006 on Elo's system; as printed: 78 % has 219, 75 % and 100 % have no value"),
            _article(),
        ), "logistic-floor": lambda: DpRule(
            "logistic-floor",
            said("floor(400·log10(s/(n-s)))"),
            said("what the video lesson's sheet shows; ±800 for a perfect or a zero score"),
            {}, "LOG10", floored=True,
        ), "logistic": lambda: DpRule(
            "logistic",
            said("400·log10(s/(n-s))"),
            said("Elo's logistic curve, unrounded; ±800 for a perfect or a zero score"),
            {}, "LOG10",
        ), "log-odds": lambda: DpRule(
            "log-odds",
            said("ln(s/(n-s))"),
            said("González-Díaz, Hendrickx, Lohmann 2013; a perfect or a zero score, infinite there, gets ±4.6052, "
            "the same as 800 rating points"),
            {}, "LN", scale=1.0, end=log_end,
        ),
    }
    return rules[name]()


def table_rows(file: str) -> list[dict[str, str]]:
    """The rows of a file of tables/, each by its headings."""
    with (TABLES / file).open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def _fide() -> dict[int, float]:
    return {int(row["per_cent"]): float(row["dp"]) for row in table_rows("fide_dp.csv")}


def _article() -> dict[int, float]:
    """The printed half table and its mirror image; a row without a dp (100 %) is left out."""
    table: dict[int, float] = {}
    for row in table_rows("article_dp.csv"):
        if row["dp"]:
            table[int(row["per_cent_higher"])] = float(row["dp"])
            table[int(row["per_cent_lower"])] = -float(row["dp"]) if float(row["dp"]) else 0.0
    return dict(sorted(table.items()))
