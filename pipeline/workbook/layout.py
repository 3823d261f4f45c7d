"""Where everything stands in the report workbook; rows are counted from 1 as Excel shows them, columns from 0.

A player has the same row on the Event and the ARPO sheet, so that =Event!C12 stands in row 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.event import OPTIONAL_COLUMNS, RESULTS, Event
from pipeline.method.calculation import Calculation
from pipeline.method.given import stated_rp_heading
from pipeline.method.settings import NAMES
from pipeline.method.sums import SUM_ROWS
from pipeline.method.work import Work
from pipeline.registry import Checked, Column
from pipeline.tiebreaks.building import DIRECT, ROUNDS, VALUES
from pipeline.tiebreaks.building import SERVING as SERVING_TIES
from pipeline.tiebreaks.columns import SHEET
from pipeline.tiebreaks.performance import STEPS, difference_table, expected_table
from pipeline.words import said
from pipeline.workbook.summary_parts import ABOUT as ABOUT
from pipeline.workbook.summary_parts import SUMMARY as SUMMARY
from pipeline.workbook.summary_parts import SummaryRows
from pipeline.workbook.templates import CHECK_SHEET as CHECK_SHEET
from pipeline.workbook.templates import TABLE_ROW, check_rows

EVENT, ARPO, DP = said("Event"), said("ARPO"), said("dp table")

STEP_ROW = 4
"""ARPO: the number of each iteration and difference, which the chart counts with."""
BAND_ROW = 5
HEADER_ROW = 6
NO_GAME_ROW = 7
FIRST_ROW = 8
"""The first player, on the Event and the ARPO sheet."""
NAME_ROW = 4
"""Event: the event's name, with its label."""
EVENT_HEADER_ROW = 7
ROWS_BELOW = 200
"""So far under the last player a check looks for rows that somebody added."""

DP_CODES_COLUMN = 5
"""The list of results stands beside the dp table, from this column."""


FIDE_COLUMN = DP_CODES_COLUMN + 8
"""FIDE's tables for the tie-breaks of article 10 stand right of that, where the order needs them."""
FIDE_TABLES = (
    ("fide_per_cents", len(difference_table()[0]), FIDE_COLUMN),
    ("fide_dp", len(difference_table()[0]), FIDE_COLUMN + 1),
    ("pd_from", len(expected_table()[0]), FIDE_COLUMN + 3),
    ("pd_per_cent", len(expected_table()[0]), FIDE_COLUMN + 4),
)
"""Their columns: name, rows, position."""


@dataclass(frozen=True)
class Span:
    """The columns of a registry column on a sheet: one, or `count` of a family, `stride` apart."""

    first: int
    count: int = 1
    stride: int = 1

    def at(self, k: int) -> int:
        """The column of member k (from 1)."""
        return self.first + (k - 1) * self.stride

    @property
    def last(self) -> int:
        """The column of the last member."""
        return self.at(self.count)


@dataclass(frozen=True)
class EventGrid:
    """Positions on the Event sheet: its columns by key, with their headings."""

    players: int
    rounds: int
    event: Mapping[str, Span]
    event_headings: Mapping[str, str]

    @property
    def last_row(self) -> int:
        """The last player's row."""
        return FIRST_ROW + self.players - 1


@dataclass(frozen=True)
class Layout(EventGrid):
    """Positions for one ARPO report: the Event sheet's, `columns` of the ARPO sheet by key, and the rest."""

    columns: Mapping[str, Span]
    check_rows: Mapping[str, int]
    component_rows: tuple[int, int]
    parameter_rows: Mapping[str, int]
    dp_rows: tuple[int, int]
    summary: SummaryRows
    ties: Mapping[str, Span] = field(default_factory=dict)
    """The columns of the sheet Tie-breaks by key; empty where the order needs none."""

    @property
    def sum_rows(self) -> dict[str, int]:
        """The rows under the players, by key."""
        return {row.key: self.last_row + i for i, row in enumerate(SUM_ROWS, start=1)}

    @property
    def width(self) -> int:
        """How many columns the ARPO sheet has."""
        return max(span.last for span in self.columns.values()) + 1


STANDINGS = ("rank", "no", "name", "score", "rp", "arpo")
"""The columns of the standings on the Summary."""
PARAMETERS = ("same_rank", "few_games", "half_unit", "settled", "far", "rounds_left", "left_blank")
TIE_PARAMETERS = (
    "same_value", "decimals", "advance", "half", "weight", "ptp_below", "rounds", "last_paired", "ks_line", "kept_out",
    "other_points", "unverified",
)
"""Further ones, where there is a sheet Tie-breaks."""
TIES = SHEET
"""The sheet of the tie-breaks."""
TIE_BANDS = (VALUES, DIRECT, ROUNDS, SERVING_TIES)
"""Its groups of columns from left to right."""
TIES_FIRST = ("no", "name", "score", "rank")
"""What stands first on that sheet, as on the ARPO sheet."""


BANDS = ("player", "rounds", "columns", "iterations", "differences", "results", "helper", "checking", "as read")
"""The groups of columns from left to right: the lesson's sheet first, then what only serves the formulas."""
SERVING = ("helper", "checking", "as read")
"""Groups that a reader of the sheet has no need of: right of all others, and not printed."""


def in_sheet_order(columns: Iterable[Column[Any]]) -> list[Column[Any]]:
    """The registry's columns as they stand on the ARPO sheet: by their group, else in the registry's order."""
    return sorted(columns, key=lambda column: BANDS.index(column.band))


def wanted_columns(work: Work) -> list[Column[Any]]:
    """The columns of the ARPO sheet that this report has, from left to right."""
    return in_sheet_order(column for column in work.columns if not column.sheet)


def tie_columns(work: Work) -> list[Column[Any]]:
    """The columns of the sheet Tie-breaks that this report has: those of values first, in the order of the codes, then
    what they are summed from, and last what only serves the formulas.
    """
    columns = {column.key: column for column in work.columns if column.sheet == TIES}
    first = [stage.code.column or f"before_{stage.number}" for stage in work.stages]
    rest = sorted((key for key in columns if key not in first), key=lambda key: TIE_BANDS.index(columns[key].band))
    keys = [*(key for key in first if key in columns), *rest]
    return [columns[key] for key in dict.fromkeys(keys)]


def layout_of(calculation: Calculation) -> Layout:
    """The layout for a calculation: its columns group by group, the rounds' two families side by side."""
    work = calculation.work
    rounds, steps = work.event.rounds, work.steps.values.shape[1]
    counts = {"search": STEPS, "": 1, "round": rounds, "iteration": steps, "difference": steps}
    columns: dict[str, Span] = {}
    free = 0
    for column in wanted_columns(work):
        count = counts[column.family]
        if column.key == "result":
            columns["result"] = Span(columns["opponent"].first + 1, rounds, 2)
            continue
        paired = column.key == "opponent"
        columns[column.key] = Span(free, count, 2 if paired else 1)
        free += count * (2 if paired else 1)
    ties: dict[str, Span] = {}
    free = len(TIES_FIRST)
    for column in tie_columns(work):
        ties[column.key] = Span(free, counts[column.family])
        free += counts[column.family]
    parameters = (*PARAMETERS, *(TIE_PARAMETERS if ties or "rb" in columns or work.kept_out else ()))
    rows = rows_of(calculation)
    component_first = max(rows.values()) + 5
    component_last = component_first + work.graph.components - 1
    grid = event_grid(work.event)
    return Layout(
        players=grid.players,
        rounds=rounds,
        event=grid.event,
        event_headings=grid.event_headings,
        columns=columns,
        check_rows=rows,
        component_rows=(component_first, component_last),
        parameter_rows={name: component_last + 4 + i for i, name in enumerate(parameters)},
        dp_rows=(TABLE_ROW, TABLE_ROW + max(len(work.rule.table), 2) - 1),
        summary=SummaryRows.of(calculation, 1 + len(calculation.facts), NAMES),
        ties=ties,
    )


def rows_of(checked: Checked) -> dict[str, int]:
    """The row of each check of a calculation on its Checks sheet."""
    return check_rows(
        [check.key for check in checked.checks if check.kind != "info"],
        [check.key for check in checked.checks if check.kind == "info"],
    )


NATIVE_HEADINGS = {
    "no": said("No."),
    "name": said("Name"),
    "rating": said("Rating"),
    "start_no": said("Starting number"),
    "title": said("Title"),
    "federation": said("Federation"),
    "birth": said("Birth"),
    "k": said("K"),
    "games_before": said("Games"),
    "standard_rating": said("Standard rating"),
    "points_stated": said("Points"),
}
"""Headings of the native event workbook, which the readers know in every language."""
ROUND_HEADINGS = {"opponent": said("Opponent {n}"), "result": said("Result {n}"), "colour": said("Colour {n}")}
"""Those of its rounds."""


def event_grid(event: Event) -> EventGrid:
    """Where an event stands on its sheet: as in the native event workbook, the stated values to the right."""
    rounds = event.rounds
    spans = {"no": Span(0), "name": Span(1), "rating": Span(2)}
    spans["opponent"], spans["result"] = Span(3, rounds, 2), Span(4, rounds, 2)
    headings: dict[str, str] = {key: NATIVE_HEADINGS[key] for key in spans if key in NATIVE_HEADINGS}
    free = 3 + 2 * rounds
    for key in OPTIONAL_COLUMNS:
        if key in event.players:
            spans[key], headings[key] = Span(free), NATIVE_HEADINGS[key]
            free += 1
    for heading in event.stated.columns:
        key = "stated_rp" if heading == stated_rp_heading(event) else f"stated {heading}"
        spans[key], headings[key] = Span(free), heading
        free += 1
    if "colour" in event.entries:
        spans["colour"] = Span(free, rounds)
    return EventGrid(len(event.players), rounds, spans, headings)


RESULT_ROWS = (TABLE_ROW + 1, TABLE_ROW + len(RESULTS))
