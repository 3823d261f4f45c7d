"""Numbered tie-breaks (Des 1) that a legend says are ours: judged where most of their numbers are ours, too."""

from __future__ import annotations

from dataclasses import replace

from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.judging.inference import Basis, settled
from pipeline.audit.judging.verdicts import JudgedColumn, Verdict
from pipeline.audit.sheet.stated import Remark, StatedTable, stated_in
from pipeline.method.settings import Settings
from pipeline.words import in_quotes, joined


def settled_with_legends(table: StatedTable, ground: Ground, settings: Settings) -> Basis:
    """The basis for a table. A column known by its legend alone whose numbers aren't mostly right is left out.

    It is some program's number, with rules of its own for byes or the unrated, and no mistake of anybody's.
    Raises UsageError as `settled`.
    """
    basis = settled(table, ground, settings)
    strange = [column.stated.spots for column in basis.judgement.columns.values() if _is_strange(column)]
    if not strange:
        return basis
    left_out = [column for column in table.columns.values() if column.spots in strange]
    unjudged = tuple(one for column in left_out for one in stated_in(column))
    details = {
        "columns": ", ".join(one.cells for one in unjudged),
        "headings": joined(", ", [in_quotes(column.heading) for column in left_out]),
    }
    rest = {key: column for key, column in table.columns.items() if column.spots not in strange}
    kept = replace(
        table, columns=rest, sums=tuple(total for total in table.sums if total.key in rest),
        remarks=(*table.remarks, Remark("other_tie_breaks", details, unjudged)),
    )
    return settled(kept, ground, settings)


def _is_strange(column: JudgedColumn) -> bool:
    wrong = sum(verdict is Verdict.WRONG for verdict in column.verdicts)
    return column.stated.by_legend and wrong * 2 > int(column.stated.filled.sum())
