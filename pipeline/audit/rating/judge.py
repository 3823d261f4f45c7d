"""The verdicts on a table of ratings: first its conventions are found, then each cell is judged by them.

A cell is right when the rules, with the table's own way of rounding, give it. Whatever else rounding explains is
`rounding`; what follows from a wrong cell of the row is `carried`; the rest is where an error begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.rating.conventions import (
    AVERAGES,
    HALF_AWAY,
    ROUNDED,
    ROUNDINGS,
    UNROUNDED,
    Convention,
    Recognised,
    best,
    rounded,
    same,
)
from pipeline.audit.rating.model import (
    INPUTS,
    RatingContext,
    Value,
    computed,
    difference_used,
    expected_of,
    printed,
    roundings_of,
    true_rows,
)
from pipeline.rating.expected import EXACT, WHOLE

_MOST_ROWS_ALIKE = 3
"""A blank is missing where at least so many players of its kind have a value in the column, and most of them."""


@dataclass
class JudgedRow:
    """A player's cells: the true ones, those from the sheet's own, and their verdicts; causes of a rounding."""

    truth: dict[str, Value]
    own: dict[str, Value] = field(default_factory=dict)
    pinned: dict[str, Value] = field(default_factory=dict)
    """The truth with the wrong cells put in as stated: what follows from them at full precision."""
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """Of a carried cell the column of its row where the error began."""
    how: dict[str, list[str]] = field(default_factory=dict)
    """Of a `rounding` cell: what may have been rounded otherwise than in the rest of the table."""


def recognised(context: RatingContext) -> tuple[Convention, list[Recognised]]:
    """The convention that explains most of the table, and what of it can be told from the table."""
    convention, found = _average_and_d(context)
    for key in ("expected_points", "difference", "initial_rating"):
        if key in context.table.columns:
            convention, line = _rounding(context, convention, key)
            found += line
    if "rating_change" in context.table.columns:
        convention, lines = _change(context, convention)
        found += lines
    # What needs no rounding in this table says nothing about how its writer rounds.
    return convention, [
        line for line in found if line.name.startswith("from_") or _needs_rounding(context, convention, line.key)
    ]


def _needs_rounding(context: RatingContext, convention: Convention, key: str) -> bool:
    """Whether some exact value of the column has more decimals than are printed."""
    return any(
        row[key] is not None and context.stated(key, i) is not None
        and not same(printed(context, convention, key, i, row[key]), row[key])
        for i, row in enumerate(true_rows(context, convention))
    )


def _explained(context: RatingContext, convention: Convention, *keys: str) -> int:
    """How many stated cells of some columns are as the convention has them."""
    rows = true_rows(context, convention)
    return sum(
        same(printed(context, convention, key, i, row[key]), context.stated(key, i))
        for key in keys if key in context.table.columns
        for i, row in enumerate(rows)
    )


def _stated_count(context: RatingContext, key: str) -> int:
    return int(context.table.columns[key].filled.sum())


def _average_and_d(context: RatingContext) -> tuple[Convention, list[Recognised]]:
    """How the average was rounded, and D, by which the table of expected scores is read."""
    keys = ("D", "D_corrected", "expected_per_cent")
    options = [
        Convention(average, UNROUNDED, (("D", kind), ("D_corrected", kind)))
        for average in _averages(context) for kind in ROUNDINGS
    ]
    chosen, _, _ = best(options, lambda option: _explained(context, option, *keys))
    found = []
    for key in ("D", "D_corrected"):
        if key in context.table.columns:
            others = [option for option in options if option.average == chosen.average]
            kind, explained, clear = best(others, lambda option, key=key: _explained(context, option, key))  # type: ignore[misc]
            chosen = chosen.having(key, kind.rounding(key))
            found.append(Recognised(key, kind.rounding(key), explained, _stated_count(context, key), clear))
    return chosen, found


def _averages(context: RatingContext) -> tuple[str, ...]:
    """How the tournament average may have been rounded: where the table states it, as it is stated."""
    stated = context.table.step("tournament_average")
    if stated is None:
        return AVERAGES
    fitting = tuple(
        average for average in AVERAGES
        if abs(float(context.steps(average)["tournament_average"]) - stated.value) <= 0.5 * 10.0**-stated.decimals
    )
    exact = context.steps(EXACT)["tournament_average"]
    if stated.decimals and float(exact) == stated.value:
        return (EXACT,)
    return fitting or AVERAGES


def _rounding(context: RatingContext, convention: Convention, key: str) -> tuple[Convention, list[Recognised]]:
    options = [convention.having(key, kind) for kind in ROUNDINGS]
    chosen, explained, clear = best(options, lambda option: _explained(context, option, key))
    return chosen, [Recognised(key, chosen.rounding(key), explained, _stated_count(context, key), clear)]


def _change(context: RatingContext, convention: Convention) -> tuple[Convention, list[Recognised]]:
    options = [
        Convention(convention.average, source, convention.having("rating_change", kind).roundings)
        for source in (UNROUNDED, ROUNDED) for kind in ROUNDINGS
    ]
    chosen, explained, clear = best(options, lambda option: _explained(context, option, "rating_change"))
    total = _stated_count(context, "rating_change")
    other = [option for option in options if option.change_from != chosen.change_from]
    told = best(other, lambda option: _explained(context, option, "rating_change"))[1] < explained
    return chosen, [
        Recognised("rating_change", chosen.rounding("rating_change"), explained, total, clear),
        Recognised("rating_change", f"from_{chosen.change_from}", explained, total, told),
    ]


# Judging


def judged_rows(context: RatingContext, convention: Convention) -> list[JudgedRow]:
    """Every stated cell's verdict."""
    rows = [JudgedRow(truth) for truth in true_rows(context, convention)]
    for i, row in enumerate(rows):
        held = dict(context.given[i])
        row.pinned = dict(context.given[i])
        for key in INPUTS:
            row.own[key] = computed(context, convention, key, i, held)
            row.pinned[key] = computed(context, convention, key, i, row.pinned)
            stated = context.stated(key, i)
            if key in context.table.columns:
                row.verdicts[key] = _verdict(context, convention, row, key, i)
            held[key] = row.own[key] if stated is None else stated
            if row.verdicts.get(key) == Verdict.WRONG:
                row.pinned[key] = stated
    return rows


def _verdict(context: RatingContext, convention: Convention, row: JudgedRow, key: str, i: int) -> Verdict:
    stated = context.stated(key, i)
    if context.table.columns[key].texts.get(i):
        return Verdict.WRONG
    if stated is None:
        return Verdict.MISSING if row.truth[key] is not None and _belongs(context, key, i) else Verdict.NONE
    if same(stated, printed(context, convention, key, i, row.truth[key])) or same(stated, row.truth[key]):
        return Verdict.OK
    off = (Verdict.WRONG, Verdict.CARRIED)
    wrong_before = next((row.origins.get(k, k) for k in _before(key) if row.verdicts.get(k) in off), "")
    follows = [printed(context, convention, key, i, values[key]) for values in (row.own, row.pinned)]
    if wrong_before and any(same(stated, value) for value in follows):
        row.origins[key] = wrong_before
        return Verdict.CARRIED
    how = [name for name, value in _otherwise(context, convention, row.truth, key, i) if same(value, stated)]
    if how:
        row.how[key] = how
        return Verdict.ROUNDING
    own = [value for _, value in _otherwise(context, convention, _own_row(context, row, i), key, i)]
    if any(same(stated, value) for value in (*own, printed(context, convention, key, i, row.own[key]))):
        if wrong_before:
            row.origins[key] = wrong_before
            return Verdict.CARRIED
        row.how[key] = ["carried_rounding"]
        return Verdict.ROUNDING
    return Verdict.WRONG


def _before(key: str) -> Iterator[str]:
    """The columns that a column is made from, nearest first."""
    for source in INPUTS[key]:
        yield source
        yield from _before(source)


def _own_row(context: RatingContext, row: JudgedRow, i: int) -> dict[str, Value]:
    """The sheet's own cells, with the computed ones where it has none."""
    held = {**row.truth, **{key: value for key, value in row.own.items() if value is not None}}
    return held | {key: value for key in INPUTS if (value := context.stated(key, i)) is not None}


def _otherwise(
    context: RatingContext, convention: Convention, row: dict[str, Value], key: str, i: int
) -> Iterator[tuple[str, Fraction]]:
    """What other ways of rounding would have given: of the cell itself, or of what it is made from."""
    yield from roundings_of(context, key, i, computed(context, convention, key, i, row))
    other_average = Convention(
        EXACT if convention.average == WHOLE else WHOLE, convention.change_from, convention.roundings
    )
    for average in (other_average,) if context.work.one_table else ():
        changed = dict(row)
        for source in ("average", "D", "D_corrected", "dp"):
            changed[source] = computed(context, average, source, i, changed)
        for name, value in roundings_of(context, key, i, computed(context, average, key, i, changed)):
            if name == HALF_AWAY:
                yield f"average_{average.average}", value
    if key == "expected_per_cent":
        _, d = difference_used(row)
        if d is not None:
            yield from ((f"d_{kind}", Fraction(expected_of(d, kind))) for kind in ROUNDINGS)
    if key == "rating_change":
        source = ROUNDED if convention.change_from == UNROUNDED else UNROUNDED
        other = Convention(convention.average, source, convention.roundings)
        yield from (
            (f"change_from_{source}", value)
            for _, value in roundings_of(context, key, i, computed(context, other, key, i, row))
        )
    if key == "initial_rating" and row["dp"] is not None and row["average"] is not None and context.work.one_table:
        players = len(context.given)
        correction = rounded(row["dp"] * (players - 1) / players, 0)
        yield "rounded_step", row["average"] + correction


def _belongs(context: RatingContext, key: str, i: int) -> bool:
    """Whether most players of the same kind (rated or not, round robin or Swiss) have a value in the column."""
    column = context.table.columns[key]
    kind = [(row["rating"] is None, row["participants"] is None) for row in context.given]
    alike = [j for j in range(len(kind)) if kind[j] == kind[i]]
    filled = sum(bool(column.filled[j]) for j in alike)
    return filled >= _MOST_ROWS_ALIKE and 2 * filled > len(alike)
