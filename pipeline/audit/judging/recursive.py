"""The Rp of a table of ratings that is the recursive performance: what sheets of the method call RP."""

from __future__ import annotations

from dataclasses import replace

from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.judging.inference import settled
from pipeline.audit.judging.verdicts import Judgement
from pipeline.audit.sheet.stated import Remark, StatedTable
from pipeline.event import Event
from pipeline.method.settings import Settings

_FEWEST = 3
"""So few numbers may be those of any settings."""


def recursive_performances(judgement: Judgement, event: Event) -> tuple[Judgement, Remark] | None:
    """The column Rp judged as RP, with what to say of it; None where it is the performance as well as that, or neither.

    `judgement` is that on a table of ratings. What RP its writer computed is found as for a sheet of the method.
    """
    column = judgement.columns.get("performance")
    if column is None or not column.stated.filled.any():
        return None
    as_rp = StatedTable({"rp": replace(column.stated, key="rp", meanings=("rp",))}, judgement.table.order)
    found = settled(as_rp, Ground(event), Settings()).judgement
    right, total = _right(found, "rp"), int(column.stated.filled.sum())
    if right < _FEWEST or right * 2 <= total or right <= _right(judgement, "performance"):
        return None
    details = {"heading": column.stated.heading, "right": right, "total": total}
    return found, Remark("rp_is_recursive", details)


def _right(judgement: Judgement, key: str) -> int:
    return sum(verdict.is_right for verdict in judgement.columns[key].verdicts)
