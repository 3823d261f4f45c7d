"""The records that a report is described with, whatever it computes: its columns, and its checks with their outcome.

A column exists once, as heading, rule in words, frame value and spreadsheet formula; a check once, as value, formula
and words. What they compute from is the report's own work (`HasFrame`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np
import pandas as pd

NAMED = 10
"""So many players are named in the words of a check; the others are counted."""

OK, CHECK, ALERT, INFO = "OK", "CHECK", "alert", "info"


class HasFrame(Protocol):
    """A report while it is computed: a frame with one row a player (or a game), filled column by column."""

    frame: pd.DataFrame


W = TypeVar("W", bound=HasFrame)


@dataclass(frozen=True)
class Column(Generic[W]):
    """One column, or one family of columns (a column a round, an iteration or a difference).

    key      the identifier in frames and files; heading what the sheet shows ({k} counts in a family)
    meaning  the rule in words, with unit; source where the rule is from
    style    the number format, by name (workbook.styles); band the group of columns it stands in
    sums     the rows under the players that it has: plain, weighted, deviation, largest, converged
    formula  a template, or a function that chooses one; empty for values that don't follow from others
    zero     what stands in the "no game" row; None leaves it blank
    """

    key: str
    heading: str
    meaning: str
    source: str
    style: str
    band: str
    compute: Callable[[W], pd.Series | pd.DataFrame]
    formula: str | Callable[[W], str]
    family: str = ""
    sums: tuple[str, ...] = ()
    width: float = 9.0
    zero: float | None = None
    wanted: Callable[[W], bool] = field(default=lambda work: True)

    def template(self, work: W) -> str:
        """The formula template for these settings."""
        return self.formula if isinstance(self.formula, str) else self.formula(work)


def key_of(column: Column[W], k: int) -> str:
    """The frame's name of a column: its key, with the number in a family (iteration_1)."""
    return f"{column.key}_{k}" if column.family else column.key


def fill(work: W, columns: Iterable[Column[W]]) -> None:
    """Compute the wanted columns in order, each into `work.frame`, where the next ones find it."""
    for column in columns:
        if not column.wanted(work):
            continue
        values = column.compute(work)
        if isinstance(values, pd.DataFrame):
            values = values.set_axis([key_of(column, k) for k in range(1, values.shape[1] + 1)], axis=1)
        else:
            values = values.rename(column.key)
        work.frame = pd.concat([work.frame, values], axis=1)


@dataclass(frozen=True)
class Check:
    """One check's outcome; `status` is OK, CHECK, alert or info; `trouble` says what it means when it isn't OK."""

    key: str
    name: str
    value: float
    expected: float
    tolerance: float
    kind: str
    trouble: str

    @property
    def status(self) -> str:
        """OK where |value - expected| <= tolerance; else what its kind says."""
        if self.kind == "info":
            return INFO
        if abs(self.value - self.expected) <= self.tolerance:
            return OK
        return CHECK if self.kind == "error" else ALERT


@dataclass(frozen=True)
class CheckRule(Generic[W]):
    """How a check is made: the number and its formula, what it should be, the tolerance, and the words.

    Three kinds: an `error` that is not met makes the status of the report CHECK; an `alert` is something to know; an
    `info` is a number that people look for.
    """

    key: str
    name: str
    kind: str
    value: Callable[[W], float]
    formula: str
    trouble: str
    expected: Callable[[W], float] = field(default=lambda work: 0.0)
    expected_formula: str = ""
    tolerance: Callable[[W], float] = field(default=lambda work: 0.0)
    tolerance_formula: str = ""
    wanted: Callable[[W], bool] = field(default=lambda work: True)
    style: str = "integer"
    """Number format of value and expectation, by name: a count, or a `measure` that may be rounding noise."""
    said: Callable[[W], str] | None = None
    """Further words for the one report: whom it is about, as read."""

    def made(self, work: W) -> Check:
        """The check with its numbers for one report."""
        return Check(
            self.key, self.name, float(self.value(work)), float(self.expected(work)), float(self.tolerance(work)),
            self.kind, self.trouble + (self.said(work) if self.said else ""),
        )


def naming(
    which: Callable[[W], np.ndarray], detail: Callable[[W, int], str] | None = None
) -> Callable[[W], str]:
    """The words that name the players of a mask by their numbers, with `detail` of each in brackets."""
    def said(work: W) -> str:
        numbers = work.frame.index[which(work)].tolist()
        if not numbers:
            return ""
        shown = [f"{no} ({detail(work, no)})" if detail else str(no) for no in numbers[:NAMED]]
        return f" As read: No. {', '.join(shown)}{and_more(len(numbers) - NAMED)}."

    return said


def and_more(left: int) -> str:
    """What stands after a list that was cut short."""
    return f" and {left} more" if left > 0 else ""


class Checked:
    """A finished calculation, seen as the outcome of its checks."""

    checks: tuple[Check, ...]

    def with_status(self, status: str) -> list[Check]:
        """The checks that have this status."""
        return [check for check in self.checks if check.status == status]

    @property
    def to_look_at(self) -> list[Check]:
        """The checks that aren't OK: those that failed, then those to know."""
        return self.with_status(CHECK) + self.with_status(ALERT)

    @property
    def counted(self) -> int:
        """How many checks there are that can fail (all but the infos)."""
        return sum(check.kind != "info" for check in self.checks)

    @property
    def master(self) -> str:
        """The master status in words, as the workbook's master cell has it."""
        failed, alerts = len(self.with_status(CHECK)), len(self.with_status(ALERT))
        passed = self.counted - failed - alerts
        said = f"CHECK: {failed} of {self.counted} checks failed" if failed else f"ALL {passed} CHECKS OK"
        return said + (f" · {alerts} to know" if alerts else "")
