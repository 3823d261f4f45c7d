"""What an audit found: its judged cells, what else was seen, and the outcome; the same for tables of all kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pipeline.audit.causes import Fit
from pipeline.audit.formulas.finding import (
    GROWING,
    SHORT_RANGE,
    SLIPPED,
    STALE,
    TYPED_OVER,
    UNLIKE,
    WRONG_ROW,
    FormulaFinding,
)
from pipeline.audit.judging.verdicts import VERDICTS, Verdict
from pipeline.audit.sheet.stated import Remark, Spot, Unjudged

AGREES, PARTLY, DIFFERENCES = "agrees", "partly", "differences"
"""The outcomes of an audit, as they are called in --json."""
NOT_SHOWN = "not_shown"
"""Says of a wrong cell that the error began in one before it that the sheet doesn't show; its causes are that one's."""


@dataclass(frozen=True)
class JudgedCell:
    """One judged cell of the sheet, ready for every report; numbers are None where there is none."""

    spot: Spot
    player: str
    column: str
    stated: float | str | None
    expected: float | None
    from_own: float | None
    verdict: Verdict
    decimals: int
    causes: tuple[Fit, ...] = ()
    origin: Spot | None = None
    origins: tuple[Spot, ...] = ()
    position: int = -1
    key: str = ""
    """The column's name in the model, where it has one: rp_last, which is shown as rp."""
    table: int = 0
    """0 in the first table, 1 and on where the same columns or players stand again."""

    @property
    def difference(self) -> float | None:
        """Stated minus expected."""
        if self.expected is None or not isinstance(self.stated, float):
            return None
        return self.stated - self.expected

    @property
    def fitting(self) -> list[Fit]:
        """The causes of which each would give the number, so that it is one of them."""
        return [fit for fit in self.causes if fit.name not in (*_SHOWN_BY_FORMULA, NOT_SHOWN)]

    @property
    def weights(self) -> list[str]:
        """How sure each cause is: “certain” where a formula shows it, “likely”, or “one of 3” where so many fit."""
        fitting = self.fitting
        guess = LIKELY if len(fitting) <= 1 else ONE_OF.format(count=len(fitting))
        return [
            CERTAIN if fit.name in _SHOWN_BY_FORMULA else guess if fit in fitting else LIKELY for fit in self.causes
        ]

    @property
    def shown_decimals(self) -> int:
        """How many decimals reports show: those claimed; of an unrounded number as many as show that it is off."""
        if self.decimals <= _ROUNDED:
            return self.decimals
        off = abs(self.difference or 0.0)
        return next((places for places in range(2, _ROUNDED) if off >= 0.5 * 10.0**-places), _ROUNDED)

    @property
    def is_finding(self) -> bool:
        """Whether there is something to say: it isn't ok, or its formula isn't."""
        return self.verdict is not Verdict.OK or bool(self.causes)


@dataclass(frozen=True)
class SaidPattern:
    """A mistake that whole columns were made with: the columns, the cause, and the cells that it gives."""

    columns: tuple[str, ...]
    fit: Fit
    spots: tuple[Spot, ...]
    table: int = 0


CERTAIN, LIKELY, ONE_OF = "certain", "likely", "one of {count}"
"""The weights of causes, as they are called in --json."""
_SHOWN_BY_FORMULA = (TYPED_OVER, UNLIKE, SHORT_RANGE, GROWING, SLIPPED, WRONG_ROW, STALE)
_ROUNDED = 4
"""Nobody rounds to more decimals; a number that claims more was calculated."""
SettingLine = tuple[str, object, str]
"""A setting that was judged by: its name, its value, and where that came from."""
NOT_JUDGED_BY = ("threshold", "iterations")
"""Settings that only say where the iterations end: people needn't read them."""
OF_EVENT = "event_of"
"""What the audit of a sheet of the method is about: an event."""
_OF_STANDINGS, _CUTS = ("order", "rules", "type"), ("worst", "best")


@dataclass(frozen=True)
class AnyAudit:
    """An audit of whatever table: every judged cell, and what else was seen."""

    cells: tuple[JudgedCell, ...]
    remarks: tuple[Remark, ...]
    formulas: tuple[FormulaFinding, ...]
    patterns: tuple[SaidPattern, ...] = field(default=(), kw_only=True)

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited: a label of `sentences`, with its details."""
        raise NotImplementedError

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The settings judged by."""
        raise NotImplementedError

    @property
    def telling_settings(self) -> list[SettingLine]:
        """Those of the settings that somebody's numbers depend on: an order of standings isn't one, nor is no cut."""
        untold = (*NOT_JUDGED_BY, *(_OF_STANDINGS if self.about[0] == OF_EVENT else ()))
        return [line for line in self.setting_lines if line[0] not in untold and (line[1] or line[0] not in _CUTS)]

    @property
    def headings(self) -> Mapping[str, str]:
        """What the sheet calls its columns, by the names that cells and causes have for them."""
        return {}

    @cached_property
    def findings(self) -> list[JudgedCell]:
        """The cells with something to say."""
        return [cell for cell in self.cells if cell.is_finding]

    @cached_property
    def summary(self) -> Mapping[Verdict, int]:
        """How many cells have each verdict."""
        counts = dict.fromkeys(VERDICTS, 0)
        for cell in self.cells:
            counts[cell.verdict] += 1
        return counts

    @property
    def right(self) -> int:
        """Cells that are right, rounded right, or carried right."""
        return sum(count for verdict, count in self.summary.items() if verdict.is_right or verdict is Verdict.CARRIED)

    @property
    def not_judged(self) -> list[tuple[str, Unjudged]]:
        """The numbers that aren't judged, each with the name of the remark that says why."""
        return [(remark.name, left_out) for remark in self.remarks for left_out in remark.unjudged]

    @property
    def left_out(self) -> int:
        """How many numbers aren't judged."""
        return sum(left_out.count for _, left_out in self.not_judged)

    @property
    def differs(self) -> bool:
        """Whether a number is not right, or a formula gives something else than it shows."""
        stale = any(finding.is_error for finding in self.formulas)
        return stale or not all(verdict.is_right for verdict, count in self.summary.items() if count)

    @property
    def outcome(self) -> str:
        """In one word: “agrees”, “partly” where numbers aren't judged and all others are right, or “differences”."""
        return DIFFERENCES if self.differs else PARTLY if self.left_out else AGREES

    @property
    def agrees(self) -> bool:
        """Whether nothing but rounding differs, and no number is left that wasn't judged."""
        return self.outcome == AGREES

    @property
    def first_errors(self) -> list[JudgedCell]:
        """The first wrong or missing cell of each player, in the order in which the columns depend on each other."""
        found: dict[tuple[int, int], JudgedCell] = {}
        for cell in self.cells:
            if cell.verdict.is_error and cell.position >= 0:
                found.setdefault((cell.table, cell.position), cell)
        return [found[key] for key in sorted(found)]
