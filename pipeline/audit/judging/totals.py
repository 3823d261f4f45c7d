"""The verdict on a sum under the players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pipeline.audit.judging.model import Model
from pipeline.audit.judging.state import ColumnState
from pipeline.audit.judging.verdicts import JudgedSum, Verdict
from pipeline.audit.sheet.stated import Spot, StatedSum

PLAIN, WEIGHTED = "plain", "weighted"


_SAID_PLAIN = re.compile(r"simple|plain", re.IGNORECASE)
"""A label that says so means plain sums."""


def of_fitting_kinds(
    totals: Sequence[StatedSum], model: Model, states: Mapping[str, ColumnState], coarse: int
) -> list[StatedSum]:
    """The sums, rows of mere “sums” taken for weighted ones where all of them are that, two at least, and not all are
    plain: the sums that the method keeps are weighted by games, and few people write so beside them.
    """
    rows: dict[tuple[str, int], list[StatedSum]] = {}
    for total in totals:
        if total.kind == PLAIN and not _SAID_PLAIN.search(total.label):
            rows.setdefault((total.spot.sheet, total.spot.row), []).append(total)
    weighted: set[Spot] = set()
    for row in rows.values():
        if len(row) > 1 and not _all_fit(row, PLAIN, model, states, coarse) and _all_fit(
            row, WEIGHTED, model, states, coarse
        ):
            weighted |= {total.spot for total in row}
    return [replace(total, kind=WEIGHTED) if total.spot in weighted else total for total in totals]


def _all_fit(
    row: Sequence[StatedSum], kind: str, model: Model, states: Mapping[str, ColumnState], coarse: int
) -> bool:
    return kind in model.sums and all(
        judged_sum(replace(total, kind=kind), model, states[total.key], coarse).verdict.is_right for total in row
    )


def judged_sum(total: StatedSum, model: Model, state: ColumnState, coarse: int) -> JudgedSum:
    """A stated sum against that of the true column, and of the sheet's own; `coarse` are bits that are no errors.

    Each addend may have been rounded when it was added: a unit each, as the sum itself weighs it.
    """
    value_of = model.sums[total.kind].value
    truth, on_sheet, carried = (value_of(values) for values in (state.truth, state.on_sheet, state.carried))
    if not np.isfinite(total.value):
        return JudgedSum(total, truth, on_sheet, Verdict.MISSING)
    unit = 10.0**-total.decimals
    noise = model.noise * len(model.index)
    allowance = value_of(state.rounding)
    bits = state.all_origins(but=coarse)
    touched = bool(bits)

    def within(exact: float, reach: float) -> bool:
        return abs(total.value - exact) <= reach + noise

    def from_sheet(reach: float) -> bool:
        return touched and (within(carried, reach) or within(on_sheet, reach))

    if within(truth, unit / 2):
        return JudgedSum(total, truth, on_sheet, Verdict.OK)
    if from_sheet(unit / 2):
        return JudgedSum(total, truth, on_sheet, Verdict.CARRIED, bits)
    if within(truth, unit * (1 - 1e-9)) or (not touched and within(on_sheet, unit + allowance)):
        return JudgedSum(total, truth, on_sheet, Verdict.ROUNDING)
    if from_sheet(unit + allowance):
        return JudgedSum(total, truth, on_sheet, Verdict.CARRIED, bits)
    return JudgedSum(total, truth, on_sheet, Verdict.WRONG)
