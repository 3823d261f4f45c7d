"""How well settings explain a sheet: what a judgement leaves unexplained, as a number to compare settings by.

Every cell where an error begins costs one. So does a cell that is right only if it was rounded otherwise than its own
column: with enough conventions at hand, rounding explains anything that is less than a unit off, and a wrong dp table
would pass for “everything rounded”. A column that is rounded throughout by one convention costs nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.audit.judging.verdicts import JudgedColumn, Judgement, Verdict
from pipeline.audit.sheet.claims import Flags
from pipeline.method.graph import Floats

_MIXTURE = 0.2
"""A rounded cell that no single convention explains, but a mixture of rounded and unrounded numbers before it."""
_EQUAL = 9
"""Explanations that differ by less than floating point are equal: the first one counts, on every machine."""
_HIDDEN = 0.1
"""A rounded cell that no single convention explains, where a column before it isn't shown and may have been rounded."""


class Misfit(NamedTuple):
    """What isn't explained, and how plain the rest is (less is better); the least of two is the better explanation.

    unexplained  cells where an error begins, and cells rounded otherwise than their column
    plainness    minus the cells that are plainly right: two for one that is ok, one for one that is carried right
    """

    unexplained: float
    plainness: int

    def plus(self, price: float) -> Misfit:
        """The same where an explanation costs something by itself: a value that was chosen to fit."""
        return Misfit(round(self.unexplained + price, _EQUAL), self.plainness)


def misfit(judgement: Judgement) -> Misfit:
    """How badly a judgement's settings explain the sheet."""
    counts = judgement.counts()
    irregular = sum(_irregular(column, judgement) for column in judgement.columns.values())
    return Misfit(counts[Verdict.WRONG] + irregular, -(2 * counts[Verdict.OK] + counts[Verdict.CARRIED]))


def _irregular(column: JudgedColumn, judgement: Judgement) -> float:
    """What the rounding of a column leaves unexplained when it is to have one convention."""
    rounded = np.array([verdict is Verdict.ROUNDING for verdict in column.verdicts])
    if column.node.exact or not rounded.any():
        return 0.0
    right = rounded | np.array([verdict is Verdict.OK for verdict in column.verdicts])
    by_convention = _by_convention(column, judgement.model.noise)
    by_any = np.any(by_convention, axis=0)
    most = max(int((right & explained).sum()) for explained in by_convention)
    irregular, mixed = int((right & by_any).sum()) - most, int((right & ~by_any).sum())
    return _HIDDEN * (irregular + mixed) if _follows_hidden(column, judgement) else irregular + _MIXTURE * mixed


def _follows_hidden(column: JudgedColumn, judgement: Judgement) -> bool:
    """Whether a column is made from one that the sheet doesn't show, and that its writer may have rounded.

    The start is a copy of the rating, which nobody rounds.
    """
    sources = (judgement.model.by_key[source.key] for source in column.node.inputs)
    return any(
        source.key not in judgement.columns and not source.exact and source.family != "start" for source in sources
    )


def _by_convention(column: JudgedColumn, noise: float) -> list[Flags]:
    """For each convention which cells it leads to, from the true value or from the sheet's own cells."""
    unit = np.power(10.0, -column.stated.decimals.astype(float))
    pairs = [_roundings(exact, exact - column.stated.values, unit, noise) for exact in (column.expected, column.own)]
    return [true | own for true, own in zip(*pairs, strict=True)]


def _roundings(exact: Floats, excess: Floats, unit: Floats, noise: float) -> tuple[Flags, ...]:
    """Whether an exact value, which exceeds the stated one by so much, was rounded to the nearest, down, up, or off."""
    nearest = np.abs(excess) <= unit / 2 + noise
    down = (excess >= -noise) & (excess < unit + noise)
    up = (excess <= noise) & (excess > -unit - noise)
    return nearest, down, up, np.where(exact >= 0, down, up)
