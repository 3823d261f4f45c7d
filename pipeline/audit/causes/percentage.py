"""Mistakes in dp: the wrong table, the wrong percentage, or the wrong row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from pipeline.audit.causes.case import Candidate, Cause, WrongCell, single
from pipeline.audit.judging.arpo_model import context_of
from pipeline.audit.judging.model import Values
from pipeline.method.dp import dp_or_nan, percentage, rule
from pipeline.method.settings import DP_NAMES


def _score(cell: WrongCell, base: Values) -> tuple[float, int] | None:
    """The player's points and games, where they make sense."""
    points, games = cell.at(base["points"]), cell.at(base["games"])
    return (points, int(games)) if games >= 1 and games.is_integer() and 0 <= points <= games else None


def _table(cell: WrongCell) -> dict[int, float]:
    """The table that the percentage is looked up in: FIDE's where the settings have a formula."""
    return dict(context_of(cell.model).rule.table or rule("fide").table)


def other_table(name: str, cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """dp from another table or formula."""
    found, chosen = _score(cell, base), context_of(cell.model).settings.dp
    if not found or name == chosen:
        return
    value = dp_or_nan(rule(name), *found)
    floored = dp_or_nan(rule("logistic-floor"), *found)
    if name == "logistic" and chosen != "logistic-floor" and cell.stated == floored and not cell.nearest(value):
        return  # that is the floored formula, which is a cause of its own
    if name == "log-odds" and cell.stated.is_integer():
        return  # none is a whole number but the right one for 50 %
    yield Candidate(value, {"table": rule(name).title})


def _misread(cell: WrongCell, base: Values, rounding: Callable[[Fraction], int]) -> Iterator[Candidate]:
    """The table's value for the percentage rounded in another way, where that is another percentage."""
    found = _score(cell, base)
    if found:
        points, games = found
        per_cent = rounding(Fraction(points) * 100 / games)
        if per_cent != percentage(points, games):
            yield from single(_table(cell).get(per_cent, math.nan))


def percentage_floored(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The percentage was rounded down: 62.5 read as 62."""
    yield from _misread(cell, base, math.floor)


def percentage_half_even(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The half was rounded to the even number, as Python does: 62.5 read as 62."""
    yield from _misread(cell, base, round)


def table_row_beside(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The row above or below was read in the table."""
    found = _score(cell, base)
    if found:
        for step in (-1, 1):
            per_cent = percentage(*found) + step
            yield Candidate(_table(cell).get(per_cent, math.nan), {"row": str(per_cent)})


def dp_interpolated(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """dp was interpolated between two rows of the table, which is never done."""
    found = _score(cell, base)
    if found:
        points, games = found
        exact = Fraction(points) * 100 / games
        below = math.floor(exact)
        if exact == below:
            return
        table = _table(cell)
        low, high = table.get(below, math.nan), table.get(min(below + 1, 100), math.nan)
        yield from single(low + (high - low) * float(exact - below))


def points_with_unplayed(cell: WrongCell, base: Values) -> Iterator[tuple[float, int]]:
    """Points and games with forfeits, with byes, and with both counted as games."""
    found = _score(cell, base)
    if found is None:
        return
    ground = context_of(cell.model).ground
    rounds, results = [result for result, _ in ground.unplayed[cell.position]], ground.event.results
    forfeits = [results[result].score for result in rounds if result in "+-"]
    byes = [results[result].score for result in rounds if result in ("full-bye", "half-bye")]
    absences = [0.0] * rounds.count("zero-bye")
    for extra in (forfeits, byes, forfeits + byes, byes + absences, forfeits + byes + absences, absences):
        if extra:
            yield found[0] + sum(extra), found[1] + len(extra)
            yield found[0] + sum(extra), found[1]  # the points alone


def byes_counted_in_dp(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Byes or forfeits were counted as games, or their points as points from games."""
    for points, games in points_with_unplayed(cell, base):
        yield from single(dp_or_nan(context_of(cell.model).rule, points, games))


def dp_divided_by_rounds(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The percentage was taken of the rounds instead of the games."""
    context = context_of(cell.model)
    for points in (cell.at(base["points"]), cell.at(base["score"])):
        yield from single(dp_or_nan(context.rule, points, context.ground.event.rounds))


PERCENTAGE = (
    *(Cause(f"dp_{name.replace('-', '_')}", ("dp",), partial(other_table, name)) for name in DP_NAMES),
    Cause("percentage_floored", ("dp",), percentage_floored),
    Cause("percentage_half_even", ("dp",), percentage_half_even),
    Cause("table_row_beside", ("dp",), table_row_beside),
    Cause("dp_interpolated", ("dp",), dp_interpolated),
    Cause("byes_counted", ("dp",), byes_counted_in_dp),
    Cause("divided_by_rounds", ("dp",), dp_divided_by_rounds),
)
