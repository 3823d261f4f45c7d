"""“Adds up?”: live sums under the columns, which the method itself keeps. They give no answer away.

What is checked offline can be read offline, so no cell here says that a number is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pipeline.course.sheet.layout import RATING, Layout
from pipeline.workbook.pages import PageCell, cell_name

_NOISE = 6
"""Decimals of a difference: what is smaller is a float's."""


@dataclass(frozen=True)
class _Sum:
    """What the sum under a column is, and what it should be; `given` where that follows from what the sheet gives."""

    formula: str
    value: float
    should: str
    should_value: float
    given: bool


def sum_cells(layout: Layout, *, filled: bool) -> Iterator[PageCell]:
    """The cells of the sums; without values where the columns are still empty."""
    for key, column in layout.asked.items():
        found = _sum_of(layout, key)
        if found is None:
            yield from (PageCell(layout.sum_row + i, column, None, "live_blank") for i in range(3))
            continue
        yield PageCell(layout.sum_row, column, found.value if filled else "", "live", found.formula)
        if not found.should:
            yield from (PageCell(layout.sum_row + i, column, None, "live_blank") for i in (1, 2))
            continue
        should = found.should_value if filled or found.given else ""
        yield PageCell(layout.sum_row + 1, column, should, "live", found.should)
        difference = round(found.value - found.should_value, _NOISE) + 0.0 if filled else ""
        yield PageCell(layout.sum_row + 2, column, difference, "live", _difference(layout, column))


def _difference(layout: Layout, column: int) -> str:
    total, should = cell_name(layout.sum_row, column), cell_name(layout.sum_row + 1, column)
    return f'=IF(OR({total}="",{should}=""),"",ROUND({total}-{should},{_NOISE}))'


def games_mask(layout: Layout) -> str:
    """The games of each player, as an array: how many w, d and l stand in each row."""
    cells = layout.results_range
    return "+".join(f'({cells}="{letter}")' for letter in "wdl")


def _weighted(layout: Layout, column: int) -> str:
    return f"SUMPRODUCT(({games_mask(layout)})*{layout.column_range(column)})"


def _sum_of(layout: Layout, key: str) -> _Sum | None:
    """The sum of a column and what it should be; None for a column whose sum says nothing."""
    exercise = layout.exercise
    truth, n = exercise.model.truth, exercise.ground.graph.n
    column, field = layout.asked[key], exercise.settings.c == "field"

    def weighted(name: str) -> float:
        return float(np.nansum(n * truth[name]))

    def total(should: str = "", should_value: float = 0.0, *, given: bool = False) -> _Sum:
        live = f'=IF(COUNT({layout.column_range(column)})=0,"",IFERROR({_weighted(layout, column)},"?"))'
        return _Sum(live, weighted(key), should, should_value, given)

    if key == "Ra":
        return total(_of_ratings(layout), weighted("rating"), given=True)
    if key == "dp" and "c" not in exercise.ask:
        return total(f"={weighted('dp'):.10g}", weighted("dp"), given=True)
    if key == "c_hat" and field:
        return total("=0", given=True)
    if key == "performance":
        if not {"Ra", "dp"} <= set(layout.asked):
            return total()
        parts = (layout.asked["Ra"], layout.asked["dp"])
        blank = f"COUNT({layout.column_range(parts[0])},{layout.column_range(parts[1])})=0"
        both = "+".join(_weighted(layout, part) for part in parts)
        return total(f'=IF({blank},"",IFERROR({both},"?"))', weighted("Ra") + weighted("dp"))
    if key.startswith("iteration_") and field:
        k = int(key.rsplit("_", 1)[1])
        if k == 1 and exercise.settings.start == "rating":
            return total(_of_ratings(layout), weighted("rating"), given=True)
        before = f"iteration_{k - 1}" if k > 1 else "performance"
        if before in layout.asked:
            return total(f"={cell_name(layout.sum_row, layout.asked[before])}", weighted(before))
        return total()
    return None


def _of_ratings(layout: Layout) -> str:
    """Games × rating, the unrated with theirs."""
    ratings = layout.column_range(RATING)
    unrated = f"{layout.exercise.settings.unrated:.10g}"
    return f"=SUMPRODUCT(({games_mask(layout)})*({ratings}+{unrated}*({ratings}=0)))"
