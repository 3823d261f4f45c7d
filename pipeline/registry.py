"""The records that a report is described with, whatever it computes: its columns, and its checks with their outcome.

A column exists once, as heading, rule in words, rule as a function of other columns (`pipeline.made_from`), spreadsheet
formula, and what an audit needs to know of it; a check once, as value, formula and words. What they are computed for is
a `Sheet`: it holds the columns as arrays, and is the rules' `given`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import pandas as pd

from pipeline.made_from import Floats, Links, Made, Rule, chosen
from pipeline.words import ENGLISH, Said, enumerated, joined, said

NAMED = 10
"""So many players are named in the words of a check; the others are counted."""

OK, CHECK, PROVISIONAL, ALERT, INFO = said("OK"), said("CHECK"), said("provisional"), said("alert"), said("info")
"""What a check says."""

STATE_OK, STATE_PROVISIONAL, STATE_CHECK = "ok", "provisional", "check"
"""What they say together: whether the results can decide a prize, can't yet, or can't be trusted."""


class Indexed(Protocol):
    """Something with rows."""

    @property
    def index(self) -> pd.Index:
        """What each row is about: the player's number."""


W = TypeVar("W", bound=Indexed)


@dataclass(frozen=True)
class Also:
    """A further meaning that the heading of a column has on other people's sheets: its name, and its rule."""

    key: str
    rule: Made


@dataclass(frozen=True)
class Open:
    """Several values that are right, where the input leaves it open which.

    choices  their rule: an array of choices × rows, the usual one first; NaN where a row has no such choice
    told_by  the column that tells which of them was taken, where this one isn't stated
    """

    choices: Made
    told_by: str


@dataclass(frozen=True)
class Written:
    """How people write a column down, where it is judged as they have printed it.

    tells       the settings that it shows: of their values those are taken that explain most of such columns
    may_follow  the settings that a single cell may follow in another way
    as_printed  the input that some go on from as they have printed it, others unrounded
    otherwise   further roundings on the way, by name
    """

    tells: tuple[str, ...] = ()
    may_follow: tuple[str, ...] = ()
    as_printed: str = ""
    otherwise: tuple[tuple[str, Made], ...] = ()


@dataclass(frozen=True)
class Judged:
    """What an audit needs to know of a column, beside its rule.

    exact    nobody rounds it (a table's value, points): it is right or it isn't; may depend on what is given
    count    it is counted, so that nothing moves with it: no rounding of it is allowed for in what follows
    final    a result, which is rounded to be printed: that says nothing of the columns before it
    instead  how people compute it, where that isn't the report's rule; judged by this rule, too
    also     further meanings of its heading
    solved   its nodes are made by the audit's model: they are solved for, or taken from the last of a family
    open     the values that are right where the input leaves it open; None where there is one
    written  how its cells are rounded where they are judged as printed (tables of ratings)
    """

    exact: bool | Callable[[Any], bool] = False
    count: bool = False
    final: bool = False
    instead: Rule | None = None
    also: tuple[Also, ...] = ()
    solved: bool = False
    open: Open | None = None
    written: Written = Written()


@dataclass(frozen=True)
class Column(Generic[W]):
    """One column, or one family of columns (a column a round, an iteration or a difference).

    key        the identifier in frames and files; heading what the sheet shows ({k} counts in a family)
    meaning    the rule in words, with unit; source where the rule is from
    style      the number format, by name (workbook.styles); band the group of columns it stands in
    rule       the rule as a function of other columns, which it declares; a family's gives all members at once
    formula    a template, or a function that chooses one; empty for values that don't follow from others
    guard      a condition in which the cell is blank, put around the formula
    by_way_of  what the formula refers to beside the declared inputs: helpers of the sheet, which stand for the inputs
               that they are made from, and named cells
    as_read    the formula looks up the program's own value for the event as read: no formula gives it
    steps      the members of a family that goes on until it is done; `rule` then gives one from the one before
    judged     what an audit needs to know; None for a column that it doesn't judge
    sums       the rows under the players that it has: plain, weighted, deviation, largest, converged
    zero       what stands in the "no game" row; None leaves it blank
    sheet      the sheet it stands on; empty for the report's main one
    """

    key: str
    heading: str
    meaning: str
    source: str
    style: str
    band: str
    rule: Rule
    formula: str | Callable[[W], str]
    family: str = ""
    sums: tuple[str, ...] = ()
    width: float = 9.0
    zero: float | None = None
    wanted: Callable[[W], bool] = field(default=lambda work: True)
    guard: str = ""
    by_way_of: frozenset[str] = frozenset()
    as_read: bool = False
    steps: Callable[[W], Floats] | None = None
    judged: Judged | None = None
    sheet: str = ""

    def template(self, work: W) -> str:
        """The formula template for these settings."""
        formula = self.formula if isinstance(self.formula, str) else self.formula(work)
        return f'=IF({self.guard},"",{formula})' if self.guard else formula


def heading_of(column: Column[W], k: object) -> Said:
    """What the sheet shows above member k of a family, or above a column that is none."""
    heading = column.heading
    template, details = (heading.template, heading.details) if isinstance(heading, Said) else (heading, {})
    return Said(template, {**details, "k": k})


def key_of(column: Column[W], k: int) -> str:
    """The frame's name of a column: its key, with the number in a family (iteration_1)."""
    return f"{column.key}_{k}" if column.family else column.key


@dataclass(frozen=True)
class Sheet:
    """A sheet while it is computed, and afterwards.

    index   what each row is about: the player's number, or the row's
    values  the columns as arrays, in their order; those of a family as rows × members
    """

    index: pd.Index
    values: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def cells(self, key: str) -> Any:
        """The column that a rule calls so."""
        return self.values[key]

    def array(self, key: str) -> Floats:
        """A column (or, with its number, a member of a family) as an array of floats."""
        if key not in self.values:
            family, _, k = key.rpartition("_")
            return np.asarray(self.values[family][:, int(k) - 1], dtype=float)
        return np.asarray(self.values[key], dtype=float)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """All columns, in their order; made when it is first asked for, after they are computed."""
        columns: dict[str, Any] = {}
        for key, values in self.values.items():
            if values.ndim == 2:
                columns |= {f"{key}_{k}": values[:, k - 1] for k in range(1, values.shape[1] + 1)}
            else:
                columns[key] = values
        return pd.DataFrame(columns, index=self.index)


class Filled(Indexed, Protocol):
    """A sheet that is the `given` of its own rules."""

    @property
    def values(self) -> dict[str, Any]:
        """The columns so far."""

    @property
    def graph(self) -> Links:
        """Who belongs to whom."""

    def cells(self, key: str) -> Any:
        """The column that a rule calls so."""


F = TypeVar("F", bound=Filled)


def fill(sheet: F, columns: Iterable[Column[F]]) -> None:
    """Compute the wanted columns in order, each as an array of the sheet, where the next ones find it."""
    for column in columns:
        if column.wanted(sheet):
            rule = chosen(column.rule, sheet)
            sheet.values[column.key] = column.steps(sheet) if column.steps else rule.of(sheet.cells, sheet)


@dataclass(frozen=True)
class Check:
    """One check's outcome: `status` is OK, CHECK, provisional, alert or info.

    `trouble` says what it means when it isn't OK; `reason`, in a few words, what makes the results provisional.
    """

    key: str
    name: str
    value: float
    expected: float
    tolerance: float
    kind: str
    trouble: Said
    reason: str = ""

    @property
    def status(self) -> str:
        """OK where |value - expected| <= tolerance; else what its kind says."""
        if self.kind == "info":
            return INFO
        if abs(self.value - self.expected) <= self.tolerance:
            return OK
        return NOT_MET[self.kind]


NOT_MET = {"error": CHECK, "provisional": PROVISIONAL, "alert": ALERT}
"""What a check of each kind says when it isn't met; an info never fails."""


@dataclass(frozen=True)
class CheckRule(Generic[W]):
    """How a check is made: the number and its formula, what it should be, the tolerance, and the words.

    Four kinds: an `error` that is not met makes the status of the report CHECK; a `provisional` makes it PROVISIONAL,
    nothing being wrong; an `alert` is something to know; an `info` is a number that people look for. A kind may depend
    on the settings, and so may a formula.
    """

    key: str
    name: str
    kind: str | Callable[[W], str]
    value: Callable[[W], float]
    formula: str | Callable[[W], str]
    trouble: str
    expected: Callable[[W], float] = field(default=lambda work: 0.0)
    expected_formula: str | Callable[[W], str] = ""
    tolerance: Callable[[W], float] = field(default=lambda work: 0.0)
    tolerance_formula: str = ""
    wanted: Callable[[W], bool] = field(default=lambda work: True)
    style: str = "integer"
    """Number format of value and expectation, by name: a count, or a `measure` that may be rounding noise."""
    said: Callable[[W], str] | None = None
    """Further words for the one report: whom it is about, as read."""
    reason: tuple[str, str] = ("", "")
    """Of a `provisional`, for the status: the words where its value is 1, and else; {n} is the value."""

    def made(self, work: W) -> Check:
        """The check with its numbers for one report."""
        value = float(self.value(work))
        one, many = self.reason
        return Check(
            self.key, self.name, value, float(self.expected(work)), float(self.tolerance(work)),
            self.kind_for(work), joined("", [self.trouble, self.said(work) if self.said else ""]),
            Said(str(one if value == 1 else many), {"n": f"{value:g}"}),
        )

    def kind_for(self, work: W) -> str:
        """The kind of the check with these settings."""
        return self.kind if isinstance(self.kind, str) else self.kind(work)

    def expectation(self, work: W) -> str:
        """The formula template of what the value should be; empty where that is a fixed number."""
        return self.expected_formula if isinstance(self.expected_formula, str) else self.expected_formula(work)

    def template(self, work: W) -> str:
        """The formula template of the value with these settings."""
        return self.formula if isinstance(self.formula, str) else self.formula(work)


GUARDS: tuple[CheckRule[Any], ...] = (
    CheckRule(
        "typed_over", said("Formula cells that hold something else"), "error", lambda work: 0.0, "=[@typed_over]",
        said("Something was typed over a formula: that cell is red, and right of the checks its block is counted. "
        "Make the "
        "report again."),
    ),
    CheckRule(
        "numbers", said("Fixed numbers and settings that were changed"), "error", lambda work: 0.0,
        "=[@numbers_changed]",
        said("The formulas rest on these; right of the checks stands which block has another sum than when it was "
        "written. "
        "Make the report again, with other settings if need be."),
    ),
)
"""Checks that every workbook has, whatever it computes: nothing was typed over (`pipeline.workbook.guards`)."""


def naming(
    which: Callable[[W], np.ndarray], detail: Callable[[W, int], str] | None = None
) -> Callable[[W], str]:
    """The words that name the players of a mask by their numbers, with `detail` of each in brackets."""
    def named(work: W) -> Said | str:
        numbers = work.index[which(work)].tolist()
        if not numbers:
            return ""
        shown = [joined("", [str(no), " (", detail(work, no), ")"]) if detail else str(no) for no in numbers]
        return said(" As read: No. {players}.", players=enumerated(shown, NAMED))

    return named


class Checked:
    """A finished calculation, seen as the outcome of its checks."""

    checks: tuple[Check, ...]

    @property
    def language(self) -> str:
        """The language of all that is written of it."""
        return ENGLISH

    def with_status(self, status: str) -> list[Check]:
        """The checks that have this status."""
        return [check for check in self.checks if check.status == status]

    @property
    def to_look_at(self) -> list[Check]:
        """The checks that aren't OK: those that failed, then what is provisional, then those to know."""
        return self.with_status(CHECK) + self.with_status(PROVISIONAL) + self.with_status(ALERT)

    @property
    def counted(self) -> int:
        """How many checks there are that can fail (all but the infos)."""
        return sum(check.kind != "info" for check in self.checks)

    @property
    def state(self) -> str:
        """STATE_OK, a promise: every check holds. Else STATE_CHECK, an error; or STATE_PROVISIONAL, without one."""
        if self.with_status(CHECK):
            return STATE_CHECK
        return STATE_PROVISIONAL if self.with_status(PROVISIONAL) else STATE_OK

    @property
    def is_ok(self) -> bool:
        """Whether the state is STATE_OK."""
        return self.state == STATE_OK

    @property
    def master(self) -> Said:
        """The state in words, with its reason, as the workbook's master cell has it."""
        failed, open_, alerts = (self.with_status(status) for status in (CHECK, PROVISIONAL, ALERT))
        # In the parts that the workbook's formula has, too: the two must say the same in every language.
        states: dict[str, list[object]] = {
            STATE_CHECK: [said("CHECK: "), len(failed), said(" of "), self.counted, said(" checks failed")],
            STATE_PROVISIONAL: [said("PROVISIONAL: "), joined("; ", [check.reason for check in open_])],
            STATE_OK: [said("ALL "), len(self.with_status(OK)), said(" CHECKS OK")],
        }
        return joined("", states[self.state] + ([" · ", len(alerts), said(" to know")] if alerts else []))
