"""From verdicts to findings: one row a cell that isn't ok, with its causes and where its error came from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.causes import CAUSES, Cause, Fit, WrongCell, possible_causes, probable_causes
from pipeline.audit.causes.by_formula import narrowed
from pipeline.audit.causes.patterns import FEWEST, Pattern, pattern_of
from pipeline.audit.causes.roundings import roundings
from pipeline.audit.formulas.finding import FormulaFinding
from pipeline.audit.judging.hidden import behind
from pipeline.audit.judging.model import Values
from pipeline.audit.judging.state import CellKey
from pipeline.audit.judging.verdicts import JudgedColumn, JudgedSum, Judgement, Verdict
from pipeline.audit.report.found import NOT_JUDGED_BY as NOT_JUDGED_BY
from pipeline.audit.report.found import NOT_SHOWN, OF_EVENT, SaidPattern
from pipeline.audit.report.found import AnyAudit as AnyAudit
from pipeline.audit.report.found import JudgedCell as JudgedCell
from pipeline.audit.report.found import SettingLine as SettingLine
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.event import Event
from pipeline.method.settings import NAMES, Settings

MOST_EXPLAINED = 3000
"""Causes are looked for in so many wrong cells; a sheet with more is about something else."""
_GRAVEST = (Verdict.WRONG, Verdict.MISSING, Verdict.CARRIED, Verdict.ROUNDING, Verdict.OK)


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
        return OF_EVENT, {"name": event.name, "players": len(event.players), "games": len(event.games) // 2}

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
    patterns: list[SaidPattern] = []
    for number, part in enumerate((judgement, *again)):
        left = MOST_EXPLAINED - sum(cell.verdict is Verdict.WRONG for cell in cells)
        sums = (_sum_cell(part, total) for total in part.sums if total.verdict)
        found = [*_given_cells(part), *judged_cells(part, causes, left), *sums]
        found, common = patterned(part, found, causes, number)
        patterns += common
        cells += [replace(cell, table=number) for cell in found] if number else found
    names = _names_by_row((judgement, *again)) if formulas else {}
    judged = [
        _with_formulas(cell, by_spot.pop((cell.spot.sheet, cell.spot.cell), ()), names.get(cell.spot.sheet, {}))
        for cell in cells
    ]
    return Audit(
        tuple(judged), tuple(remarks), tuple(formulas), event, settings, judgement, patterns=merged(patterns)
    )


def _said(judgement: Judgement, pattern: Pattern, table: int) -> SaidPattern:
    column = judgement.columns[pattern.key]
    spots = tuple(spot for i in judgement.table.order if i in pattern.positions and (spot := column.stated.spots[i]))
    return SaidPattern((column.node.shown,), pattern.fit, spots, table)


def merged(patterns: Iterable[SaidPattern]) -> tuple[SaidPattern, ...]:
    """The patterns, those of the columns of a family that were made with the same mistake as one."""
    found: dict[tuple[object, ...], SaidPattern] = {}
    for pattern in patterns:
        key = (pattern.table, pattern.columns[0].split("_")[0], pattern.fit.name, *sorted(pattern.fit.details.items()))
        before = found.get(key)
        found[key] = pattern if before is None else replace(
            before, columns=before.columns + pattern.columns, spots=before.spots + pattern.spots
        )
    return tuple(found.values())


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
                fits = _causes(judgement, column, position, bases, causes)
            yield _cell(judgement, column, position, fits)


def _given_cells(judgement: Judgement) -> Iterator[JudgedCell]:
    """The cells that the event was read from, and that several wrong cells show to have been typed wrong."""
    for cell, ((key, position), (value, _)) in judgement.slips.items():
        given = judgement.table.given.get(key) if key not in judgement.columns else None
        spot = None if given is None else given.spots[position]
        if given is not None and spot is not None:
            number = [bits for bits, one in enumerate(judgement.wrong) if one == cell][0]
            count = sum(
                bits >> number & 1 for column in judgement.columns.values() for bits in column.bits.values()
            )
            yield JudgedCell(
                spot, judgement.model.names[position], judgement.model.by_key[key].shown,
                float(given.values[position]), value, value, Verdict.WRONG, int(given.decimals[position]),
                (Fit("input_typed", {"value": f"{value:g}", "count": str(count)}),), spot, (spot,), position,
            )


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


def _causes(
    judgement: Judgement, column: JudgedColumn, position: int, bases: tuple[Mapping[str, np.ndarray], ...],
    causes: Sequence[Cause],
) -> list[Fit]:
    """The causes of a wrong cell; where it has none of its own, those of a cell before it that isn't shown."""
    supposed = (column.node.key, position) in judgement.slips
    fits = [] if supposed else probable_causes(_wrong_cell(judgement, column, position, bases), causes)
    if fits:
        return fits
    first: list[Fit] = []
    for inside, said in _insides(judgement, column, position, bases):
        found = probable_causes(inside, causes)
        first = first or ([said] if supposed else [])
        if found:
            return [*found, said]
    return first


def _insides(
    judgement: Judgement, column: JudgedColumn, position: int, bases: tuple[Mapping[str, np.ndarray], ...]
) -> Iterator[tuple[WrongCell, Fit]]:
    """The cells not shown that a wrong one may come from, with what says so."""
    cell = _wrong_cell(judgement, column, position, bases)
    for hidden in behind(judgement, column, position):
        details = {"column": hidden.node.shown, "who": judgement.model.names[hidden.position],
                   "value": f"{hidden.value:.{cell.decimals}f}", "right": f"{hidden.right:.{cell.decimals}f}"}
        inside = replace(cell, node=hidden.node, position=hidden.position, stated=hidden.value, slack=hidden.radius,
                         allowance=0.0)
        yield inside, Fit(NOT_SHOWN, details)


def patterned(
    judgement: Judgement, cells: Sequence[JudgedCell], causes: Sequence[Cause], table: int,
    unrounded: Values | None = None,
) -> tuple[list[JudgedCell], list[SaidPattern]]:
    """The cells of a table with the mistakes that whole columns were made with as their causes; and these mistakes.

    `unrounded` as in `judged_cells`; `table` is the number of the table.
    """
    bases = (judgement.carried if unrounded is None else unrounded, judgement.on_sheet)
    by_column: dict[str, list[int]] = {}
    for cell in cells:
        if cell.verdict is Verdict.WRONG and cell.key and cell.position >= 0:
            by_column.setdefault(cell.key, []).append(cell.position)
    found: dict[str, Pattern] = {}
    for key, positions in by_column.items():
        if len(positions) >= FEWEST and sum(map(len, by_column.values())) <= MOST_EXPLAINED:
            column = judgement.columns[key]
            fits = {i: list(_possible(judgement, column, i, bases, causes)) for i in positions}
            pattern = pattern_of(judgement, column, fits)
            if pattern is not None:
                found[key] = pattern
    said = [_said(judgement, pattern, table) for pattern in found.values()]
    return [_by_pattern(cell, found.get(cell.key)) for cell in cells], said


def _possible(
    judgement: Judgement, column: JudgedColumn, position: int, bases: tuple[Mapping[str, np.ndarray], ...],
    causes: Sequence[Cause],
) -> Iterator[list[Fit]]:
    """What may be said of a wrong cell together with others: its own causes, else those of cells that aren't shown."""
    if not column.stated.filled[position]:
        return
    own = possible_causes(_wrong_cell(judgement, column, position, bases), causes)
    yield own
    for inside, said in _insides(judgement, column, position, bases) if not own else ():
        hidden = {"inside": str(said.details["column"])}
        yield [Fit(fit.name, {**fit.details, **hidden}) for fit in possible_causes(inside, causes)]


def _by_pattern(cell: JudgedCell, pattern: Pattern | None) -> JudgedCell:
    if pattern is None or cell.position not in pattern.positions or cell.verdict is not Verdict.WRONG:
        return cell
    return replace(cell, causes=(pattern.fit,))


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
        position, column.node.key,
    )


def sum_cells(judgement: Judgement) -> Iterator[JudgedCell]:
    """The judged sums under a table."""
    return (_sum_cell(judgement, total) for total in judgement.sums if total.verdict)


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
    found = [finding for finding in found if cell.verdict.is_error or not finding.explains]
    fits = [Fit(finding.name, finding.details) for finding in found]
    return replace(cell, causes=(*fits, *narrowed(cell.causes, found, names)))


def _spot(judgement: Judgement, key: CellKey) -> Spot | None:
    column, position = key
    if column in judgement.columns:
        return judgement.columns[column].stated.spots[position]
    given = judgement.table.given.get(column)
    return None if given is None else given.spots[position]


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
