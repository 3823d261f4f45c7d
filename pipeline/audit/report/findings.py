"""From verdicts to findings: one row a cell that isn't ok, with its causes and where its error came from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.causes import CAUSES, Cause, Fit, WrongCell, probable_causes
from pipeline.audit.causes.by_formula import narrowed
from pipeline.audit.causes.roundings import roundings
from pipeline.audit.formulas.finding import FormulaFinding
from pipeline.audit.judging.model import Values
from pipeline.audit.judging.state import CellKey
from pipeline.audit.judging.verdicts import VERDICTS, JudgedColumn, JudgedSum, Judgement, Verdict
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.audit.sheet.unvalued import NO_STORED_VALUE
from pipeline.event import Event
from pipeline.method.settings import NAMES, Settings

MOST_EXPLAINED = 3000
"""Causes are looked for in so many wrong cells; a sheet with more is about something else."""
_GRAVEST = (Verdict.WRONG, Verdict.MISSING, Verdict.CARRIED, Verdict.ROUNDING, Verdict.OK)


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
    table: int = 0
    """0 in the first table, 1 and on where the same columns or players stand again."""

    @property
    def difference(self) -> float | None:
        """Stated minus expected."""
        if self.expected is None or not isinstance(self.stated, float):
            return None
        return self.stated - self.expected

    @property
    def is_finding(self) -> bool:
        """Whether there is something to say: it isn't ok, or its formula isn't."""
        return self.verdict is not Verdict.OK or bool(self.causes)


SettingLine = tuple[str, object, str]
"""A setting that was judged by: its name, its value, and where that came from."""
NOT_JUDGED_BY = ("threshold", "iterations")
"""Settings that only say where the iterations end: people needn't read them."""


@dataclass(frozen=True)
class AnyAudit:
    """An audit of whatever table: every judged cell, and what else was seen."""

    cells: tuple[JudgedCell, ...]
    remarks: tuple[Remark, ...]
    formulas: tuple[FormulaFinding, ...]

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited: a label of audit.toml, with its details."""
        raise NotImplementedError

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The settings judged by."""
        raise NotImplementedError

    @property
    def headings(self) -> Mapping[str, str]:
        """What the sheet calls its columns, by the names that cells and causes have for them."""
        return {}

    @property
    def findings(self) -> list[JudgedCell]:
        """The cells with something to say."""
        return [cell for cell in self.cells if cell.is_finding]

    @property
    def summary(self) -> dict[Verdict, int]:
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
    def agrees(self) -> bool:
        """Whether nothing but rounding differs, no formula gives something else than it shows, and all have a value."""
        stale = any(finding.is_error for finding in self.formulas)
        return not stale and not self.unvalued and all(
            verdict.is_right for verdict, count in self.summary.items() if count
        )

    @property
    def unvalued(self) -> int:
        """How many formulas couldn't be judged, since nobody knows their value."""
        return sum(int(str(remark.details["count"])) for remark in self.remarks if remark.name == NO_STORED_VALUE)

    @property
    def first_errors(self) -> list[JudgedCell]:
        """The first wrong or missing cell of each player, in the order in which the columns depend on each other."""
        found: dict[tuple[int, int], JudgedCell] = {}
        for cell in self.cells:
            if cell.verdict.is_error and cell.position >= 0:
                found.setdefault((cell.table, cell.position), cell)
        return [found[key] for key in sorted(found)]


@dataclass(frozen=True)
class Audit(AnyAudit):
    """The audit of a sheet of the method, with the event and the settings that it was judged by."""

    event: Event
    settings: Settings
    judgement: Judgement

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """The event."""
        event = self.event
        return "event_of", {"name": event.name, "players": len(event.players), "games": len(event.games) // 2}

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """All settings."""
        return tuple((name, getattr(self.settings, name), self.settings.origin(name)) for name in NAMES)

    @property
    def headings(self) -> Mapping[str, str]:
        """The headings of the judged columns, and of those that the event was read from."""
        table, by_key = self.judgement.table, self.judgement.model.by_key
        return {by_key[key].shown if key in by_key else key: column.heading
                for key, column in {**table.given, **table.columns}.items()}


def made_audit(
    event: Event, settings: Settings, judgement: Judgement, remarks: Sequence[Remark],
    formulas: Sequence[FormulaFinding] = (), causes: Sequence[Cause] = CAUSES, again: Iterable[Judgement] = (),
) -> Audit:
    """The audit of a judgement; `formulas` are findings about the same cells, which become causes of theirs.

    `again` are judgements on what stands in the file once more.
    """
    by_spot: dict[tuple[str, str], list[FormulaFinding]] = {}
    for finding in formulas:
        by_spot.setdefault((finding.spot.sheet, finding.spot.cell), []).append(finding)
    cells: list[JudgedCell] = []
    for number, part in enumerate((judgement, *again)):
        left = MOST_EXPLAINED - sum(cell.verdict is Verdict.WRONG for cell in cells)
        found = [*judged_cells(part, causes, left), *(_sum_cell(part, total) for total in part.sums if total.verdict)]
        cells += [replace(cell, table=number) for cell in found] if number else found
    names = _names_by_row((judgement, *again)) if formulas else {}
    judged = [
        _with_formulas(cell, by_spot.pop((cell.spot.sheet, cell.spot.cell), ()), names.get(cell.spot.sheet, {}))
        for cell in cells
    ]
    return Audit(tuple(judged), tuple(remarks), tuple(formulas), event, settings, judgement)


def judged_cells(
    judgement: Judgement, causes: Sequence[Cause], most: int = MOST_EXPLAINED, unrounded: Values | None = None
) -> Iterator[JudgedCell]:
    """The judged cells of the columns to report, the first `most` wrong ones with their causes.

    A mistake may have been made with the numbers on the sheet, or with `unrounded` ones: those carried, if not given.
    """
    bases = (judgement.carried if unrounded is None else unrounded, judgement.on_sheet)
    explained = 0
    for column in judgement.columns_to_report():
        for position in _positions(judgement, column):
            fits = roundings(column.how.get(position, ()))
            if column.verdicts[position] is Verdict.WRONG and explained < most:
                explained += 1
                fits = probable_causes(_wrong_cell(judgement, column, position, bases), causes)
            yield _cell(judgement, column, position, fits)


def _positions(judgement: Judgement, column: JudgedColumn) -> list[int]:
    """The players whose cells have a verdict; of those who share a cell, the first one whose verdict is gravest."""
    judged = [position for position in judgement.table.order if column.verdicts[position]]
    gravest: dict[Spot | None, int] = {}
    for position in judged:
        spot = column.stated.spots[position]
        held = gravest.setdefault(spot, position)
        if _GRAVEST.index(column.verdicts[position]) < _GRAVEST.index(column.verdicts[held]):
            gravest[spot] = position
    return judged if len(gravest) == len(judged) else sorted(gravest.values(), key=judged.index)


def _wrong_cell(
    judgement: Judgement, column: JudgedColumn, position: int, bases: tuple[Mapping[str, np.ndarray], ...]
) -> WrongCell:
    stated = column.stated
    return WrongCell(
        judgement.model, column.node, position, float(stated.values[position]), int(stated.decimals[position]),
        judgement.table.order, bases, int(stated.own[position]), float(column.allowance[position]),
    )


def _cell(judgement: Judgement, column: JudgedColumn, position: int, fits: Sequence[Fit]) -> JudgedCell:
    stated, spot = column.stated, column.stated.spots[position]
    assert spot is not None
    value: float | str | None = _number(stated.values[position])
    if value is None:
        value = stated.texts.get(position)
        fits = [Fit("not_a_number", {"text": str(value)})] if value else fits
    leading = column.leading.get(position)
    return JudgedCell(
        spot, judgement.model.names[position], column.node.shown, value, _number(column.expected[position]),
        _number(column.own[position]), column.verdicts[position], int(stated.decimals[position]), tuple(fits),
        _spot(judgement, leading) if leading else None,
        tuple(spot for key in judgement.origins(column, position) if (spot := _spot(judgement, key)) is not None),
        position,
    )


def _sum_cell(judgement: Judgement, total: JudgedSum) -> JudgedCell:
    stated = total.stated
    origins = tuple(spot for key in judgement.cells(total.bits) if (spot := _spot(judgement, key)) is not None)
    fits: list[Fit] = []
    if total.verdict is Verdict.WRONG:
        fits = list(sum_causes(judgement, total))
    value: float | str | None = _number(stated.value)
    if value is None and stated.text:
        value, fits = stated.text, [Fit("not_a_number", {"text": stated.text})]
    origin = origins[0] if origins else stated.spot if total.verdict is Verdict.WRONG else None
    return JudgedCell(
        stated.spot, stated.label, judgement.model.by_key[stated.key].shown, value, _number(total.expected),
        _number(total.own), total.verdict, stated.decimals, tuple(fits), origin,
        origins or ((stated.spot,) if origin else ()),
    )


def sum_causes(judgement: Judgement, total: JudgedSum) -> list[Fit]:
    """Mistakes in a sum: one player's value is missing in it, or another kind of sum was taken.

    The values added may be those of the sheet or, where it was calculated unrounded, the true ones.
    """
    stated = total.stated
    state = judgement.states[stated.key]
    bases = [state.on_sheet, state.carried, state.truth]
    reach = 10.0**-stated.decimals + judgement.model.noise * len(bases[0])

    def fits(value_of: Callable[[np.ndarray], float], bases: Iterable[np.ndarray]) -> bool:
        return any(abs(value_of(values) - stated.value) < reach for values in bases)

    found = []
    for position in judgement.table.order:
        without = [np.where(np.arange(len(values)) == position, np.nan, values) for values in bases]
        if fits(judgement.model.sums[stated.kind].value, without):
            found.append(Fit("sum_left_out", {"who": judgement.model.names[position]}))
    for kind in judgement.model.sums.values():
        if kind.kind != stated.kind and fits(kind.value, bases):
            found.append(Fit("sum_of_another_kind", {"kind": kind.kind}))
    return found


def _names_by_row(judgements: Iterable[Judgement]) -> dict[str, dict[int, str]]:
    """By sheet and row, whose row it is."""
    found: dict[str, dict[int, str]] = {}
    for judgement in judgements:
        for column in judgement.columns.values():
            for position, spot in enumerate(column.stated.spots):
                if spot is not None:
                    found.setdefault(spot.sheet, {})[spot.row] = judgement.model.names[position]
    return found


def _with_formulas(cell: JudgedCell, found: Sequence[FormulaFinding], names: Mapping[int, str]) -> JudgedCell:
    if not found:
        return cell
    fits = [Fit(finding.name, finding.details) for finding in found]
    return replace(cell, causes=(*fits, *narrowed(cell.causes, found, names)))


def _spot(judgement: Judgement, key: CellKey) -> Spot | None:
    column, position = key
    return judgement.columns[column].stated.spots[position]


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
