"""The audit of a table of ratings: table -> conventions -> verdicts -> findings, for the reports of all audits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.audit.causes.ratings import RATING_CAUSES
from pipeline.audit.judging.conventions import Recognised, recognised, steps_of
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.rating_model import Convention, RatingGround
from pipeline.audit.judging.verdicts import Judgement, Verdict
from pipeline.audit.report.findings import AnyAudit, JudgedCell, SettingLine, judged_cells
from pipeline.audit.sheet.rating_table import RatingTable, read_rating_table
from pipeline.audit.sheet.stated import Remark
from pipeline.rating.expected import NEAREST, ROUNDINGS
from pipeline.rating.settings import RatingSettings
from pipeline.rating.summary import fullest_summary, read_summary
from pipeline.readers.grid import Grid


@dataclass(frozen=True)
class RatingAudit(AnyAudit):
    """An audit of a table of ratings."""

    ground: RatingGround
    judgement: Judgement

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited: a label with its details."""
        entry = self.ground.table.entry
        return "table_of", {
            "name": entry.name, "players": len(entry.players), "type": self.ground.work.settings.type
        }

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The rule set and the type of event, with where each came from."""
        settings = self.ground.work.settings
        return tuple(
            (name, getattr(settings, name), settings.origin(name)) for name in ("rules", "type", "k")
            if getattr(settings, name) is not None
        )

    @property
    def headings(self) -> Mapping[str, str]:
        """The table's headings by key; its cells name their columns by them already."""
        return {key: column.heading for key, column in self.ground.table.columns.items()}


def audit_rating_table(table: RatingTable, settings: RatingSettings) -> RatingAudit:
    """Judge a table by the article's rules (the only ones that go by averages). Raises UsageError as `calculated`."""
    if not settings.rules:
        settings = settings.having("rules", "article", "default for a summary table")
    ground = RatingGround(table, settings)
    convention, found = recognised(ground)
    model = ground.model(convention)
    judgement = judged(model, ground.stated)
    cells = (*judged_cells(judgement, RATING_CAUSES, unrounded=model.truth), *_steps(ground, convention))
    return RatingAudit(cells, _remarks(ground, convention, found), (), ground, judgement)


def audit_of_ratings(path: Path, grids: list[Grid]) -> RatingAudit | None:
    """The audit of a file's table of ratings, None where it has none.

    Raises InputError for a table with nothing to judge, or whose ratings, games or points can't be right.
    """
    grid = fullest_summary(grids)
    if grid is None:
        return None
    entry = read_summary(path, grid)
    return audit_rating_table(read_rating_table(path, grid, entry), RatingSettings())


def _steps(ground: RatingGround, convention: Convention) -> list[JudgedCell]:
    """The steps of the average that the table states in words and that no rounding explains."""
    cells, steps = [], steps_of(ground, convention)
    for step in ground.table.steps if steps else ():
        right = steps[step.key]
        if abs(right - step.value) >= 10.0**-step.decimals:
            cells.append(
                JudgedCell(step.spot, step.label, step.key, step.value, right, right, Verdict.WRONG, step.decimals,
                           origin=step.spot, origins=(step.spot,))
            )
    return cells


def _remarks(ground: RatingGround, convention: Convention, found: list[Recognised]) -> tuple[Remark, ...]:
    """Each convention of the table, once."""
    remarks, steps = [], steps_of(ground, convention)
    if steps:
        value = {"value": f"{steps['tournament_average']:g}"}
        remarks.append(Remark(f"convention_average_{convention.setting('average')}", value))
    for line in found:
        heading = ground.table.columns[line.key].heading
        details = {"column": heading, "explained": line.explained, "total": line.total}
        if line.name not in ROUNDINGS:
            if line.clear:
                remarks.append(Remark(f"convention_change_{line.name}", details))
        elif line.clear or line.name == NEAREST:
            name = "half_away" if line.name == NEAREST else line.name
            remarks.append(Remark(f"convention_{name}", details))
    return tuple(remarks)
