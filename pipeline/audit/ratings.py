"""The audit of tables of ratings: table -> rule set -> conventions -> verdicts -> findings, for all reports.

The rule set is the one that is asked for, else the one that explains most of a table. Where none explains most of it,
that is said, and nobody is accused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pipeline.audit.causes import CAUSES
from pipeline.audit.causes.ratings import RATING_CAUSES
from pipeline.audit.judging.conventions import Recognised, recognised, steps_of
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.rating_model import Convention, RatingGround
from pipeline.audit.judging.recursive import recursive_performances
from pipeline.audit.judging.verdicts import Judgement, Verdict
from pipeline.audit.report.findings import AnyAudit, JudgedCell, SettingLine, judged_cells, merged, patterned, sum_cells
from pipeline.audit.report.found import SaidPattern
from pipeline.audit.sheet.claims import MOST_DECIMALS
from pipeline.audit.sheet.game_table import GAME_RULES, read_game_table
from pipeline.audit.sheet.rating_table import RatingTable, read_rating_table
from pipeline.audit.sheet.stated import Remark, StatedColumn, stated_in
from pipeline.errors import InputError
from pipeline.event import Event
from pipeline.method.choices import COMMAND_LINE
from pipeline.rating.expected import NEAREST, ROUNDINGS
from pipeline.rating.rules import rule_sets, rules_named
from pipeline.rating.settings import IRT, ROUND_ROBIN, RatingSettings
from pipeline.rating.summary import fullest_summary
from pipeline.rating.summary_headings import audited_header
from pipeline.readers.grid import Grid
from pipeline.words import in_all, in_quotes, joined, said

_ARTICLE, _FIDE = "article", "fide-2024"


@dataclass(frozen=True)
class RatingAudit(AnyAudit):
    """An audit of tables of ratings; ground and judgement are those of the first."""

    ground: RatingGround
    judgement: Judgement

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited: a label with its details."""
        entry = self.ground.table.entry
        return "table_of", {
            "name": entry.name, "players": len(self.ground.table.rows), "type": self.ground.work.settings.type
        }

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The rule set, the type of event and the kind of chess, with where each came from."""
        settings = self.ground.work.settings
        names = ["rules", "type", "k", "year", *(["kind"] if self.ground.work.rules.has_kinds else [])]
        return tuple(
            (name, getattr(settings, name), settings.origin(name)) for name in names
            if getattr(settings, name) is not None
        )

    @property
    def headings(self) -> Mapping[str, str]:
        """The table's headings by key; its cells name their columns by them already."""
        return {key: column.heading for key, column in self.ground.table.columns.items()}


@dataclass(frozen=True)
class _Part:
    """One table, judged by one rule set."""

    ground: RatingGround
    convention: Convention
    found: list[Recognised]
    judgement: Judgement

    @property
    def right(self) -> int:
        """How many cells are right, rounded or not."""
        counts = self.judgement.counts()
        return counts[Verdict.OK] + counts[Verdict.ROUNDING]

    @property
    def total(self) -> int:
        """How many numbers were judged."""
        counts = self.judgement.counts()
        return sum(counts.values()) - counts[Verdict.MISSING]

    @property
    def explained(self) -> tuple[int, int]:
        """How well the rules explain the table: cells that are right less those where an error begins; the games' too.

        What follows from a wrong cell speaks for nobody.
        """
        counts = self.judgement.counts()
        return self.right - counts[Verdict.WRONG], int(self.ground.work.rules.needs_games)

    @property
    def is_explained(self) -> bool:
        """Whether most of the table is right, or follows from what isn't."""
        counts = self.judgement.counts()
        return 2 * (self.right + counts[Verdict.CARRIED]) > self.total and self.right * 4 > self.total


_A_ROW_A_GAME, _FROM_THE_NUMBERS = said("a row a game"), said("found from the numbers")
"""How the rules of a card and of a list of games are known: only FIDE's go game by game."""


def audit_rating_table(table: RatingTable, settings: RatingSettings) -> RatingAudit:
    """Judge a table, by the rules of the settings or those that explain most of it.

    Raises UsageError where rules can't be used for the table.
    """
    return _audit([_judged_by_best(table, settings)], settings)


def audit_of_ratings(
    path: Path, grids: list[Grid], given: Mapping[str, object] | None = None, event: Event | None = None
) -> RatingAudit | None:
    """The audit of a file's tables of ratings, with a row a player or a row a game; None where it has none.

    `given` are the options of `rate`; `event` is the event that the tables are about, where it is known.
    Raises InputError for tables with nothing to judge, or whose ratings, games or points can't be right.
    """
    settings = RatingSettings()
    for name, value in (given or {}).items():
        if value is not None:
            settings = settings.having(name, value, COMMAND_LINE)
    if settings.rules:
        rules_named(settings.rules)
    parts: list[_Part] = []
    problems: list[InputError] = []
    for grid in sorted(_without_own_summary(grids), key=lambda grid: grid.hidden):
        games = read_game_table(path, grid, event)
        if games is not None:
            kind = settings if settings.kind or event is None else _kind_of(settings, event)
            found = kind.having("rules", _FIDE, _A_ROW_A_GAME).having("type", "swiss", _A_ROW_A_GAME)
            found = found.having("kind", kind.kind or "standard", kind.origin("kind"))
            parts.append(_judged_by(games, found, is_of_games=True))
        elif audited_header(grid, with_games=event is not None) is not None:
            try:
                table = read_rating_table(path, grid, None, event)
            except InputError as error:
                problems.append(error)
                continue
            parts.append(_judged_by_best(table, settings))
    if not parts:
        if problems:
            raise problems[0]
        fullest = fullest_summary(grids)
        if fullest is None or event is not None:
            return None
        parts.append(_judged_by_best(read_rating_table(path, fullest), settings))
    return _audit(sorted(parts, key=lambda part: -part.total), settings)


def _without_own_summary(grids: list[Grid]) -> list[Grid]:
    """The sheets but for the Summary of a rating report of ours, which only looks up its sheet Rating."""
    names = {grid.sheet.casefold() for grid in grids}
    if not all(names & sheet for sheet in (_RATING, _CHECKS)):
        return grids
    return [grid for grid in grids if grid.sheet.casefold() not in _SUMMARY]


_RATING, _CHECKS, _SUMMARY = (
    {name.casefold() for name in in_all(sheet)} for sheet in (said("Rating"), said("Checks"), said("Summary"))
)


def _kind_of(settings: RatingSettings, event: Event) -> RatingSettings:
    from pipeline.rating.kinds import kind_of

    kind = kind_of(event.time_control)
    return settings.having("kind", kind, "time control of the event") if kind else settings


def _audit(parts: Sequence[_Part], settings: RatingSettings) -> RatingAudit:
    cells: list[JudgedCell] = []
    remarks: list[Remark] = []
    patterns: list[SaidPattern] = []
    for number, part in enumerate(parts):
        if not part.is_explained and not settings.rules:
            remarks.append(_unexplained(part))
            continue
        model, judgement = part.ground.model(part.convention), part.judgement
        event = part.ground.table.entry.event
        as_rp = recursive_performances(judgement, event) if event is not None else None
        recursive: list[JudgedCell] = []
        if as_rp is not None:
            judgement = replace(judgement, reported=frozenset(judgement.columns) - {"performance"})
            recursive = list(judged_cells(as_rp[0], CAUSES))
            remarks.append(as_rp[1])
        own = list(judged_cells(judgement, RATING_CAUSES, unrounded=model.truth))
        own, common = patterned(judgement, own, RATING_CAUSES, number, model.truth)
        patterns += common
        found = [*own, *recursive, *sum_cells(judgement), *_sums_of_given(part.ground),
                 *_steps(part.ground, part.convention)]
        cells += [replace(_as_written(cell, part.ground.table), table=number) for cell in found]
        remarks += [*part.ground.table.remarks, *_of_other_rules(part.ground),
                    *_remarks(part.ground, part.convention, part.found)]
    return RatingAudit(
        tuple(cells), tuple(remarks), (), parts[0].ground, parts[0].judgement, patterns=merged(patterns)
    )


def _unexplained(part: _Part) -> Remark:
    """That no rule set explains most of a table: its cells aren't called wrong."""
    ground = part.ground
    given = {column.key for column in ground.work.rules.columns} - ground.stated.columns.keys()
    columns = ground.table.columns.items()
    left_out = [one for key, column in columns if key not in given for one in stated_in(column)]
    details = {
        "rules": ground.work.rules.name, "right": part.right, "total": part.total,
        "sheet": left_out[0].sheet if left_out else "",
    }
    return Remark("no_rules_explain", details, tuple(left_out))


def _of_other_rules(ground: RatingGround) -> Iterator[Remark]:
    """The columns that only other rules have: by these nothing can be said of them."""
    known = {column.key for column in ground.work.rules.columns}
    left_out = [part for key, column in ground.table.columns.items() if key not in known for part in stated_in(column)]
    if left_out:
        headings = joined(", ", [in_quotes(part.heading) for part in left_out])
        yield Remark("of_other_rules", {"headings": headings, "rules": ground.work.rules.name}, tuple(left_out))


def _judged_by_best(table: RatingTable, settings: RatingSettings) -> _Part:
    """The table judged by the rules asked for, else by those that explain most of it."""
    names = [settings.rules] if settings.rules else list(_candidates(table))
    found: list[_Part] = []
    for name in names:
        own = settings if settings.rules else settings.having("rules", name, _FROM_THE_NUMBERS)
        part = _judged_by(table, own)
        found.append(part)
        work = part.ground.work
        if work.settings.type == ROUND_ROBIN and not settings.type and not work.irt and not work.all_rated:
            # Whether a round robin counted as an IRT stands in its numbers, whatever conditions it meets.
            found.append(_judged_by(table, own.having("type", IRT, _FROM_THE_NUMBERS)))
    return max(found, key=lambda part: part.explained)


def _candidates(table: RatingTable) -> Iterator[str]:
    """The rule sets that can judge a table: those that go by averages need these, or a whole round robin."""
    entry = table.entry
    complete = not entry.players["rating"].isna().all() and entry.has("points") and (
        entry.event is not None or entry.has("games") == entry.has("average")
    )
    for name in rule_sets():
        if name != _ARTICLE or complete or not entry.has("rating"):
            if name == _ARTICLE and not entry.has("points"):
                continue
            yield name


def _judged_by(table: RatingTable, settings: RatingSettings, *, is_of_games: bool = False) -> _Part:
    ground = RatingGround(table, settings, GAME_RULES if is_of_games else None)
    convention, found = recognised(ground)
    return _Part(ground, convention, found, judged(ground.model(convention), ground.stated))


def _as_written(cell: JudgedCell, table: RatingTable) -> JudgedCell:
    """The cell with its numbers as the table writes them, where they were read as others: 0.87, not 87 per cent."""
    places = table.places.get(cell.column, 0)
    if not places:
        return cell

    def moved(value: float) -> float:
        return round(value * 10.0**-places, MOST_DECIMALS)

    return replace(
        cell, stated=moved(cell.stated) if isinstance(cell.stated, float) else cell.stated,
        expected=None if cell.expected is None else moved(cell.expected),
        from_own=None if cell.from_own is None else moved(cell.from_own), decimals=max(cell.decimals + places, 0),
    )


def _sums_of_given(ground: RatingGround) -> list[JudgedCell]:
    """The sums of columns that are given, and aren't judged themselves: of what stands in them."""
    cells = []
    for total in ground.table.sums:
        column = ground.table.columns.get(total.key)
        if column is None or total.key in ground.stated.columns:
            continue
        right = float(np.nansum(column.values))
        unit = 10.0**-total.decimals
        off = abs(total.value - right)
        verdict = Verdict.OK if off <= unit / 2 + 1e-9 else Verdict.ROUNDING if off < unit else Verdict.WRONG
        origin = total.spot if verdict is Verdict.WRONG else None
        cells.append(JudgedCell(
            total.spot, total.label, column.heading, total.value, right, right, verdict, total.decimals,
            origin=origin, origins=(total.spot,) if origin else (),
        ))
    return cells


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


def _expected_in_all(ground: RatingGround, given: StatedColumn) -> list[Remark]:
    """That the expected points don't add up to the points of a closed field, where the games aren't known.

    There each game's expected points are 1 together, but for those of players of 2650 or more: one of the numbers is
    wrong, and nobody can say which.
    """
    entry = ground.table.entry
    ratings, games, points = (entry.numbers(name) for name in ("rating", "games", "points"))
    closed = np.isfinite(ratings).all() and np.isfinite(games).all() and 2 * points.sum() == games.sum()
    if not closed or not given.filled.all() or ratings.max() >= ground.work.rules.parameter("real_difference"):
        return []
    expected, scored = float(given.values.sum()), float(points.sum())
    if abs(expected - scored) <= len(ratings) * 10.0 ** -float(given.decimals.min()):
        return []
    details = {"heading": given.heading, "expected": expected, "points": scored}
    return [Remark("expected_in_all", details, stated_in(given))]


def _remarks(ground: RatingGround, convention: Convention, found: list[Recognised]) -> tuple[Remark, ...]:
    """Each convention of the table, once."""
    remarks, steps = [], steps_of(ground, convention)
    given = ground.table.columns.get("expected_points")
    if given is not None and "expected_points" not in ground.stated.columns:
        remarks += _expected_in_all(ground, given) or [Remark("expected_given", {"heading": given.heading})]
    if steps:
        value = {"value": f"{steps['tournament_average']:g}"}
        remarks.append(Remark(f"convention_average_{convention.setting('average')}", value))
    for line in found:
        heading = ground.table.columns[line.key].heading
        details = {"column": heading, "explained": line.explained, "total": line.total}
        if line.name not in ROUNDINGS:
            if line.clear:
                remarks.append(Remark(f"convention_change_{line.name}", details))
        elif line.explained and (line.clear or line.name == NEAREST):
            name = "half_away" if line.name == NEAREST else line.name
            remarks.append(Remark(f"convention_{name}", details))
    return tuple(remarks)
