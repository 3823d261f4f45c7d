"""The audit of a table of ratings: from its verdicts to findings, with causes, for the reports of all audits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.audit.causes.case import Fit, WrongCell, probable_causes
from pipeline.audit.judging.model import Input, Model, Node, Values
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.rating.causes import RATING_CAUSES
from pipeline.audit.rating.conventions import DOWN, HALF_AWAY, HALF_EVEN, TRUNCATED, UP, Convention, Recognised
from pipeline.audit.rating.judge import JudgedRow, judged_rows, recognised
from pipeline.audit.rating.model import INPUTS, RatingContext, Value, computed, exact
from pipeline.audit.rating.table import RatingTable, read_rating_table
from pipeline.audit.report.findings import AnyAudit, JudgedCell, SettingLine
from pipeline.audit.sheet.stated import Remark
from pipeline.method.graph import Floats
from pipeline.rating.calculation import calculated
from pipeline.rating.rules import rules_named
from pipeline.rating.settings import RatingSettings
from pipeline.rating.summary import fullest_summary, read_summary
from pipeline.readers.grid import Grid

_GIVEN = ("rating", "points", "games", "participants", "opponents")
_HOW = {
    HALF_AWAY: "rounded_nearest", HALF_EVEN: "rounded_nearest", DOWN: "rounded_down", TRUNCATED: "rounded_cut_off",
    UP: "rounded_up", "average_whole": "average_rounded_first", "average_exact": "average_not_rounded",
    "change_from_rounded": "change_from_rounded_difference",
    "change_from_unrounded": "change_from_unrounded_difference",
    "rounded_step": "step_rounded", "carried_rounding": "rounding_carried",
}
"""What was rounded otherwise, as a cause; d_… is what D was looked up with."""


@dataclass(frozen=True)
class RatingAudit(AnyAudit):
    """An audit of a table of ratings."""

    context: RatingContext
    convention: Convention

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited: a label with its details."""
        entry = self.context.table.entry
        return "table_of", {
            "name": entry.name, "players": len(entry.players), "type": self.context.work.settings.type
        }

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The rule set and the type of event, with where each came from."""
        settings = self.context.work.settings
        return tuple(
            (name, getattr(settings, name), settings.origin(name)) for name in ("rules", "type", "k")
            if getattr(settings, name) is not None
        )

    @property
    def headings(self) -> Mapping[str, str]:
        """The table's headings by key; its cells name their columns by them already."""
        return {key: column.heading for key, column in self.context.table.columns.items()}


def audit_rating_table(table: RatingTable, settings: RatingSettings) -> RatingAudit:
    """Judge a table by the article's rules (the only ones that go by averages). Raises UsageError as `calculated`."""
    if not settings.rules:
        settings = settings.having("rules", "article", "default for a summary table")
    rules_named(settings.rules)
    context = RatingContext(table, calculated(table.entry, settings).work)
    convention, found = recognised(context)
    rows = judged_rows(context, convention)
    model = _model(context, convention, rows)
    own = _arrays(context, [row.own for row in rows])
    held = _held(context, own)
    bases = ({**model.truth}, held)
    cells = [
        _cell(context, convention, model, bases, rows, key, i)
        for key in context.judged for i in range(len(rows)) if rows[i].verdicts[key] is not Verdict.NONE
    ]
    cells += _steps(context, convention)
    return RatingAudit(tuple(cells), _remarks(context, convention, found), (), context, convention)


def audit_of_ratings(path: Path, grids: list[Grid]) -> RatingAudit | None:
    """The audit of a file's table of ratings, None where it has none.

    Raises InputError for a table with nothing to judge, or whose ratings, games or points can't be right.
    """
    grid = fullest_summary(grids)
    if grid is None:
        return None
    entry = read_summary(path, grid, path.read_bytes())
    return audit_rating_table(read_rating_table(path, grid, entry), RatingSettings())


def _float(value: Value) -> float:
    return float("nan") if value is None else float(value)


def _arrays(context: RatingContext, rows: list[dict[str, Value]]) -> dict[str, Floats]:
    """Columns of floats from rows of fractions, with what is given."""
    given = {key: np.array([_float(row[key]) for row in context.given]) for key in _GIVEN}
    return given | {key: np.array([_float(row[key]) for row in rows]) for key in INPUTS}


def _held(context: RatingContext, own: Mapping[str, Floats]) -> dict[str, Floats]:
    """What the sheet holds, with what follows from it where it holds nothing."""
    held = dict(own)
    for key, column in context.table.columns.items():
        held[key] = np.where(column.filled, column.values, own[key])
    return held


def _model(context: RatingContext, convention: Convention, rows: list[JudgedRow]) -> Model:
    nodes = tuple(
        Node(key, key, tuple(Input(source) for source in sources if source != "K"), _compute(context, convention, key),
             column=context.table.columns[key].heading if key in context.table.columns else key)
        for key, sources in INPUTS.items()
    )
    return Model(
        index=pd.RangeIndex(1, len(rows) + 1), names=context.table.names, active=np.ones(len(rows), dtype=bool),
        nodes=nodes, truth=_arrays(context, [row.truth for row in rows]), reaches={}, context=context,
    )


def _compute(context: RatingContext, convention: Convention, key: str) -> Callable[[Values], Floats]:
    def compute(values: Values) -> Floats:
        count = len(context.given)
        rows = [
            {name: exact(float(column[i])) for name, column in values.items()} for i in range(count)
        ]
        return np.array([_float(computed(context, convention, key, i, row)) for i, row in enumerate(rows)])

    return compute


def _cell(
    context: RatingContext, convention: Convention, model: Model, bases: tuple[Values, ...], rows: list[JudgedRow],
    key: str, i: int,
) -> JudgedCell:
    column, row = context.table.columns[key], rows[i]
    spot, verdict = column.spots[i], row.verdicts[key]
    assert spot is not None
    text = column.texts.get(i)
    fits: tuple[Fit, ...] = ()
    if text:
        fits = (Fit("not_a_number", {"text": text}),)
    elif verdict is Verdict.WRONG:
        cell = WrongCell(
            model, model.by_key[key], i, float(column.values[i]), int(column.decimals[i]),
            list(range(len(rows))), bases, int(column.own[i]),
        )
        fits = tuple(probable_causes(cell, RATING_CAUSES))
    elif verdict is Verdict.ROUNDING:
        fits = tuple(Fit(name) for name in _ways(row.how[key]))
    origin = spot if verdict is Verdict.WRONG else None
    if verdict is Verdict.CARRIED:
        origin = context.table.columns[row.origins[key]].spots[i]
    number = float(column.values[i])
    return JudgedCell(
        spot, context.table.names[i], column.heading, text or (None if np.isnan(number) else number),
        _shown(row.truth[key]), _shown(row.own[key]), verdict, int(column.decimals[i]), fits, origin,
        (origin,) if origin else (), i,
    )


def _ways(how: list[str]) -> list[str]:
    """The causes of a rounding, each once; a number rounded to the nearest was not rounded up or down besides."""
    names = list(dict.fromkeys(_HOW.get(name, "difference_rounded_otherwise") for name in how))
    one_sided = {"rounded_down", "rounded_up", "rounded_cut_off"}
    return [name for name in names if "rounded_nearest" not in names or name not in one_sided]


def _shown(value: Value) -> float | None:
    return None if value is None else float(value)


def _steps(context: RatingContext, convention: Convention) -> list[JudgedCell]:
    """The steps of the average that the table states in words and that no rounding explains."""
    cells = []
    steps = context.steps(convention.average)
    for step in context.table.steps if context.work.one_table else ():
        right = float(steps[step.key])
        if abs(right - step.value) >= 10.0**-step.decimals:
            cells.append(
                JudgedCell(step.spot, step.label, step.key, step.value, right, right, Verdict.WRONG, step.decimals,
                           origin=step.spot, origins=(step.spot,))
            )
    return cells


def _remarks(context: RatingContext, convention: Convention, found: list[Recognised]) -> tuple[Remark, ...]:
    """Each convention of the table, once."""
    remarks = []
    if context.work.one_table:
        value = float(context.steps(convention.average)["tournament_average"])
        remarks.append(Remark(f"convention_average_{convention.average}", {"value": f"{value:g}"}))
    for line in found:
        heading = context.table.columns[line.key].heading
        details = {"column": heading, "explained": line.explained, "total": line.total}
        if line.name.startswith("from_"):
            if line.clear:
                remarks.append(Remark(f"convention_change_{line.name}", details))
        elif line.clear or line.name == HALF_AWAY:
            remarks.append(Remark(f"convention_{line.name}", details))
    return tuple(remarks)
