"""Known mistakes in tables of ratings, each a small function that gives the values it would lead to."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pipeline.audit.causes.case import ANY, Candidate, Cause, WrongCell, single
from pipeline.audit.causes.general import decimal_shifted, neighbour_row, sign, transposed_digits
from pipeline.audit.judging.model import Values
from pipeline.audit.judging.rating_model import work_of
from pipeline.method.dp import rule
from pipeline.rating.expected import expected_per_cent, expected_table, half_away
from pipeline.rating.ruleset import RatingWork

_ROWS = (-2, -1, 1, 2)
"""So far beside the right row of a table somebody looks: one row, or two where one is missing in print."""
_DIVISORS = ("games", "participants", "opponents")


def _work(cell: WrongCell) -> RatingWork:
    """What is given."""
    return work_of(cell.model)


def _at(cell: WrongCell, base: Values, key: str) -> float:
    """The player's cell; NaN where the rule set has no such column."""
    return float(base[key][cell.position]) if key in base else math.nan


def _average(cell: WrongCell, base: Values) -> float:
    """What a first rating is made from: the average with hypothetical opponents, where the rules have them."""
    return _at(cell, base, "first_average" if "first_average" in base else "average")


def _corrected(cell: WrongCell, base: Values) -> bool:
    """Whether the player's D belongs corrected: in a round robin."""
    return not math.isnan(_at(cell, base, "participants"))


def _factor(cell: WrongCell, base: Values) -> float:
    """n/(n+1): of the player's round robin; of a Swiss, as if all the table's players had played one."""
    if _corrected(cell, base):
        return _at(cell, base, "opponents") / _at(cell, base, "participants")
    players = len(cell.model.names)
    return (players - 1) / players


def _used(cell: WrongCell, base: Values) -> str:
    return "D_corrected" if _corrected(cell, base) else "D"


def column_misread(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The table of expected scores was read with another column, or its other half (higher for lower) was."""
    d = _at(cell, base, _used(cell, base))
    if math.isfinite(d):
        yield Candidate(float(expected_per_cent(-half_away(d))), {"column": f"-{_used(cell, base)}"})
    for key in ("D", "D_corrected"):
        value = _at(cell, base, key)
        if key != _used(cell, base) and math.isfinite(value):
            yield Candidate(float(expected_per_cent(half_away(value))), {"column": key})


def table_row_beside(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The row beside was read in the table of expected scores, or in that of dp."""
    if cell.node.family == "expected_per_cent":
        right = cell.own(base)
        halves = {row.higher for row in expected_table()} | {row.lower for row in expected_table()}
        for step in _ROWS:
            if math.isfinite(right) and right + step in halves:
                yield Candidate(right + step, {"row": f"{right + step:g}"})
        return
    per_cent, table = _at(cell, base, "per_cent"), rule("fide").table
    for step in _ROWS if math.isfinite(per_cent) else ():
        dp = table.get(int(per_cent) + step)
        if dp is None:
            continue
        details = {"row": f"{per_cent + step:g}"}
        yield Candidate(dp, details) if cell.node.family == "dp" else Candidate(_first(cell, base, dp), details)


def _first(cell: WrongCell, base: Values, dp: float) -> float:
    """The initial rating that another dp would give, where it is made with dp at all."""
    over = _at(cell, base, "points") - _at(cell, base, "games") / 2
    if _work(cell).one_table:
        return _average(cell, base) + dp * _factor(cell, base) if over < 0 else math.nan
    return _average(cell, base) + dp


def k_of_the_wrong_class(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Another K of the rules was taken."""
    right = _at(cell, base, "K")
    for k in sorted({c.k for c in _work(cell).rules.k_classes if c.k is not None}):
        if k != right:
            value = k if cell.node.family == "K" else k * _at(cell, base, "difference")
            yield Candidate(value, {"k": f"{k:g}"})


def factor_forgotten(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """n/(n+1) was left out where the rules require it."""
    family, d = cell.node.family, _at(cell, base, "D")
    if not _corrected(cell, base):
        return
    if family == "D_corrected":
        yield from single(d)
    elif family == "expected_per_cent" and math.isfinite(d):
        yield from single(float(expected_per_cent(half_away(d))))
    elif family == "initial_rating":
        yield from single(_average(cell, base) + _at(cell, base, "dp"))


def factor_undue(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """n/(n+1) was applied where it isn't due: in a Swiss, to a D already corrected, or above 50 %."""
    family, factor = cell.node.family, _factor(cell, base)
    if family == "D":
        yield from single(_at(cell, base, "D") * factor if math.isfinite(_at(cell, base, "D")) else math.nan)
    elif family == "D_corrected":
        yield from single(cell.own(base) * factor)
    elif family == "expected_per_cent" and math.isfinite(d := factor * _at(cell, base, _used(cell, base))):
        yield from single(float(expected_per_cent(half_away(d))))
    elif family == "initial_rating":
        average = _average(cell, base)
        yield from single(average + (cell.own(base) - average) * factor)


def division_forgotten(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """A sum, or a percentage times games, was not divided."""
    own = cell.own(base)
    yield Candidate(own * 100, {"divisor": "100"})
    for key in _DIVISORS:
        if math.isfinite(_at(cell, base, key)):
            yield Candidate(own * _at(cell, base, key), {"divisor": key})


def dp_instead_of_points(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """dp was added where 12.5 for each half point over 50 % belongs."""
    if _work(cell).one_table and _at(cell, base, "points") > _at(cell, base, "games") / 2:
        dp = _at(cell, base, "dp")
        for value in (dp, dp * _factor(cell, base)):
            yield from single(_average(cell, base) + value)


def points_instead_of_dp(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """12.5 for each half point over (or under) 50 % was added where dp belongs, by rules that know such a sum."""
    over, work = _at(cell, base, "points") - _at(cell, base, "games") / 2, _work(cell)
    if work.rules.has_parameter("per_point") and not (work.one_table and over > 0):
        yield from single(_average(cell, base) + over * work.rules.parameter("per_point"))


def fractions_swapped(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """In a subtraction the smaller fraction was taken from the larger: 5.5 - 4.48 = 0.98, as if .48 - .5 were right."""
    points, expected = _at(cell, base, "points"), _at(cell, base, "expected_points")
    if math.isfinite(expected):
        wholes, fractions = math.floor(points) - math.floor(expected), points % 1 - expected % 1
        yield from single(wholes - fractions)


def change_of_the_sum(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """K was multiplied by the points, or by the expected points, instead of their difference."""
    for key in ("points", "expected_points"):
        yield Candidate(_at(cell, base, "K") * _at(cell, base, key), {"column": key})


RATING_CAUSES: tuple[Cause, ...] = (
    Cause("column_misread", ("expected_per_cent",), column_misread),
    Cause("factor_forgotten", ("D_corrected", "expected_per_cent", "initial_rating"), factor_forgotten),
    Cause("factor_undue", ("D", "D_corrected", "expected_per_cent", "initial_rating"), factor_undue),
    Cause("table_row_beside", ("expected_per_cent", "dp", "initial_rating"), table_row_beside),
    Cause("k_of_the_wrong_class", ("K", "rating_change"), k_of_the_wrong_class),
    Cause("dp_instead_of_points", ("initial_rating",), dp_instead_of_points),
    Cause("points_instead_of_dp", ("initial_rating",), points_instead_of_dp),
    Cause("fractions_swapped", ("difference",), fractions_swapped),
    Cause("change_of_the_sum", ("rating_change",), change_of_the_sum),
    Cause("division_forgotten", ("average", "expected_points", "initial_rating"), division_forgotten),
    Cause("sign", ANY, sign),
    Cause("transposed_digits", ANY, transposed_digits),
    Cause("decimal_shifted", ANY, decimal_shifted),
    Cause("neighbour_row", ANY, neighbour_row),
)
"""Those of the field first; the last four can happen in any column."""
