"""The verdict on a sum under the players."""

from __future__ import annotations

import numpy as np

from pipeline.audit.judging.model import Model
from pipeline.audit.judging.state import ColumnState
from pipeline.audit.judging.verdicts import JudgedSum, Verdict
from pipeline.audit.sheet.stated import StatedSum


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
