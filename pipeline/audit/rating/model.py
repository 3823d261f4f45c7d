"""The columns of a table of ratings, exactly: each from the ones before it, by the rule set article.

Values are fractions, so that a half is a half; None is for a cell that has no value. Which columns were rounded before
the next one was made is said by a `Convention`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pipeline.audit.rating.conventions import HALF_AWAY, ROUNDED, ROUNDINGS, Convention, rounded
from pipeline.audit.rating.table import RatingTable
from pipeline.method.dp import percentage, rule
from pipeline.rating.columns import cycles
from pipeline.rating.expected import WHOLE, expected_per_cent
from pipeline.rating.ruleset import RatingWork, RuleSet

Value = Fraction | None
Row = Mapping[str, Value]
"""The cells of a player, by column."""


def exact(number: float) -> Value:
    """A stated number as the decimal that it shows."""
    return Fraction(repr(float(number))) if math.isfinite(number) else None


@dataclass(frozen=True)
class RatingContext:
    """What is given: the table, and the rules it is judged by; `work` is that of a rating report on the same table."""

    table: RatingTable
    work: RatingWork

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.work.rules

    def parameter(self, name: str) -> Fraction:
        """A number of the rules."""
        return Fraction(self.rules.parameter(name))

    @cached_property
    def given(self) -> list[dict[str, Value]]:
        """What each row gives: rating, points, games, participants, opponents (the last two None in a Swiss)."""
        entry, count = self.work.entry, len(self.work.frame)
        rows = []
        for i in range(count):
            row = {key: exact(entry.numbers(key)[i]) for key in ("rating", "points", "games", "average")}
            for key, less in (("participants", 0), ("opponents", 1)):
                row[key] = Fraction(count - less) if self.work.one_table else exact(entry.numbers(key)[i])
            if row["games"] is None:
                row["games"] = Fraction(cycles(self.work) * (count - 1))
            rows.append(row)
        return rows

    @property
    def judged(self) -> list[str]:
        """The columns that are judged: those stated, but for the average where it is what is given (in a Swiss)."""
        return [key for key in self.table.columns if key != "average" or self.work.one_table]

    def stated(self, key: str, position: int) -> Value:
        """What a judged column states."""
        column = self.table.columns.get(key)
        return exact(float(column.values[position])) if column is not None else None

    def decimals(self, key: str, position: int) -> int:
        """How many decimals the cell claims."""
        return int(self.table.columns[key].decimals[position])

    # The tournament average

    def steps(self, average: str) -> dict[str, Fraction]:
        """The steps of the average of a round robin, rounded to the whole or not (METHOD.md section 7)."""
        ratings = [row["rating"] for row in self.given if row["rating"] is not None]
        players, count = len(self.given), len(ratings)

        def whole(value: Fraction) -> Fraction:
            return rounded(value, 0) if average == WHOLE else value

        mean = sum(ratings, Fraction(0)) / max(count, 1)
        sum_dp = sum((Fraction(self.dp(row)) for row in self.given if row["rating"] is not None), Fraction(0))
        mean_dp = sum_dp / max(count, 1)
        corrected = whole(mean_dp * (players - 1) / players)
        steps = {"mean_rating": mean, "sum_dp": sum_dp, "mean_dp": mean_dp, "corrected_dp": corrected}
        if 100 * (players - count) > self.parameter("unrated_share") * players:
            return {**steps, "tournament_average": whole(mean) - corrected}
        total = sum(ratings, Fraction(0)) + (players - count) * self.parameter("unrated_as")
        return {**steps, "tournament_average": whole(total / players)}

    def dp(self, row: Row) -> int:
        """dp of the percentage that a row's points give."""
        points, games = row["points"], row["games"]
        assert points is not None and games is not None
        return int(rule("fide").table[percentage(float(points), int(games))])

    # K

    def possible_k(self, position: int) -> list[Fraction]:
        """The K that the rules leave open for a player, the usual one first; one where his data decide."""
        classes = {c.key: c.k for c in self.rules.k_classes}
        key = self.work.frame["k_class"].iloc[position]
        if key in ("high", "new", "settled"):
            return [Fraction(classes[key] or 0)]
        option = self.work.settings.k
        if key == "option" and option is not None:
            return [exact(option) or Fraction(0)]
        found = [Fraction(classes["settled"] or 0), Fraction(classes["new"] or 0)]
        rating, title_known = self.given[position]["rating"], self.work.entry.has("title")
        if rating is not None and rating > self.parameter("high_rating") and not title_known:
            found.append(Fraction(classes["high"] or 0))
        return found


def expected_of(difference: Fraction, rounding: str = HALF_AWAY) -> int:
    """Expected per cent for a difference, which is made whole first."""
    return expected_per_cent(ROUNDINGS[rounding](difference))


def computed(context: RatingContext, convention: Convention, key: str, position: int, row: Row) -> Value:
    """The exact value of a cell from the cells of its row in `row`; None where it has none."""
    maker = _MAKERS[key]
    return maker(context, convention, position, row)


def _average(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    if not context.work.one_table:
        return context.given[position]["average"]
    return context.steps(convention.average)["tournament_average"]


def _d(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    if row["rating"] is None or row["average"] is None:
        return None
    return row["rating"] - row["average"]


def _corrected(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    participants, opponents, d = row["participants"], row["opponents"], row["D"]
    if d is None or participants is None or opponents is None:
        return d  # in a Swiss nothing is corrected
    return d * opponents / participants


def difference_used(row: Row) -> tuple[str, Value]:
    """The D that the table of expected scores is read with: the corrected one in a round robin."""
    return ("D_corrected", row["D_corrected"]) if row["participants"] is not None else ("D", row["D"])


def _expected(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    key, d = difference_used(row)
    return None if d is None else Fraction(expected_of(d, convention.rounding(key)))


def _expected_points(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    per_cent, games = row["expected_per_cent"], row["games"]
    return None if per_cent is None or games is None else per_cent * games / 100


def _difference(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    points, expected = row["points"], row["expected_points"]
    return None if points is None or expected is None else points - expected


def _k(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    if row["rating"] is None:
        return None
    possible, stated = context.possible_k(position), context.stated("K", position)
    if stated in possible:
        return stated
    if stated is None and "K" not in context.table.columns and len(possible) > 1:
        return _k_of_change(context, convention, position, row, possible)
    return possible[0]


def _k_of_change(
    context: RatingContext, convention: Convention, position: int, row: Row, possible: Sequence[Fraction]
) -> Fraction:
    """Where no K is stated and the data leave several open: the one that the stated change goes with."""
    stated = context.stated("rating_change", position)
    for k in possible:
        change = _change(context, convention, position, {**row, "K": k})
        if stated is not None and change is not None:
            decimals = context.decimals("rating_change", position)
            if rounded(change, decimals, convention.rounding("rating_change")) == stated:
                return k
    return possible[0]


def _change(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    difference, k = row["difference"], row["K"]
    if difference is None or k is None:
        return None
    if convention.change_from == ROUNDED and "difference" in context.table.columns:
        decimals = context.decimals("difference", position)
        difference = rounded(difference, decimals, convention.rounding("difference"))
    return k * difference


def _new_rating(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    rating, change = row["rating"], row["rating_change"]
    return None if rating is None or change is None else rating + rounded(change, 0)


def _per_cent(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    points, games = row["points"], row["games"]
    return None if points is None or not games else Fraction(percentage(float(points), int(games)))


def _dp(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    per_cent = row["per_cent"]
    table = rule("fide").table
    return None if per_cent is None or int(per_cent) not in table else Fraction(int(table[int(per_cent)]))


def over_half(row: Row) -> Fraction:
    """Points over 50 %; negative below."""
    points, games = row["points"], row["games"]
    assert points is not None and games is not None
    return points - games / 2


def _initial(context: RatingContext, convention: Convention, position: int, row: Row) -> Value:
    average, dp, over = row["average"], row["dp"], over_half(row)
    if row["rating"] is not None or average is None or dp is None:
        return None
    if not context.work.one_table:
        return average + dp
    if over > 0:
        return average + over * context.parameter("per_point")
    players = len(context.given)
    return average + (dp * (players - 1) / players if over < 0 else 0)


_MAKERS = {
    "average": _average,
    "D": _d,
    "D_corrected": _corrected,
    "expected_per_cent": _expected,
    "expected_points": _expected_points,
    "difference": _difference,
    "K": _k,
    "rating_change": _change,
    "new_rating": _new_rating,
    "per_cent": _per_cent,
    "dp": _dp,
    "initial_rating": _initial,
}
"""In the order in which the columns are made from each other."""
INPUTS: dict[str, tuple[str, ...]] = {
    "average": (),
    "D": ("average",),
    "D_corrected": ("D",),
    "expected_per_cent": ("D", "D_corrected"),
    "expected_points": ("expected_per_cent",),
    "difference": ("expected_points",),
    "K": (),
    "rating_change": ("difference", "K"),
    "new_rating": ("rating_change",),
    "per_cent": (),
    "dp": ("per_cent",),
    "initial_rating": ("average", "dp"),
}
"""The judged columns that each is made from."""
EXACT_COLUMNS = ("expected_per_cent", "K", "per_cent", "dp")
"""Nobody rounds them: a table's value is right or it isn't."""


def true_rows(context: RatingContext, convention: Convention) -> list[dict[str, Value]]:
    """Every cell as the rules have it, each at full precision from the ones before it."""
    return [_filled(context, convention, i, {}) for i in range(len(context.given))]


def _filled(
    context: RatingContext, convention: Convention, position: int, fixed: Mapping[str, Value]
) -> dict[str, Value]:
    row = dict(context.given[position])
    for key in _MAKERS:
        row[key] = fixed[key] if key in fixed else computed(context, convention, key, position, row)
    return row


def printed(context: RatingContext, convention: Convention, key: str, position: int, value: Value) -> Value:
    """The value as it would be printed in a stated column: with its decimals, by the column's convention."""
    if value is None or key in EXACT_COLUMNS or key not in context.table.columns:
        return value
    return rounded(value, context.decimals(key, position), convention.rounding(key))


def roundings_of(context: RatingContext, key: str, position: int, value: Value) -> Iterator[tuple[str, Fraction]]:
    """The value with the cell's decimals, by each rounding."""
    if value is not None and key in context.table.columns and key not in EXACT_COLUMNS:
        for name in ROUNDINGS:
            yield name, rounded(value, context.decimals(key, position), name)
