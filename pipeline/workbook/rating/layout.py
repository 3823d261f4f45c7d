"""Where everything stands in the rating report; rows are counted from 1 as Excel shows them, columns from 0.

A player has the same row on the sheets Event, Players and Rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.method.dp import rule
from pipeline.rating.calculation import RatingCalculation
from pipeline.rating.expected import expected_table
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.registry import Column
from pipeline.words import said
from pipeline.workbook.layout import FIRST_ROW, EventGrid, Span, event_grid, rows_of
from pipeline.workbook.summary_parts import SummaryRows
from pipeline.workbook.templates import TABLE_ROW

PLAYERS, RATING, AVERAGE = said("Players"), said("Rating"), said("Average")
GAMES, TABLES = said("Games"), said("Tables")
BAND_ROW, HEADER_ROW = 6, 7
"""Above the columns of the sheets Players, Rating and Games, whose first row is FIRST_ROW."""

RULE_COLUMN, DP_COLUMN, PD_COLUMN, RESULT_COLUMN = 0, 4, 7, 12
"""Tables: the first column of the rules' numbers, of table 8.1.1, of table 8.1.2, of what each result counts."""


@dataclass(frozen=True)
class Table:
    """A sheet of registry columns: which there are, and where."""

    sheet: str
    columns: tuple[Column[Any], ...]
    spans: Mapping[str, Span]
    frame: pd.DataFrame

    @property
    def last_row(self) -> int:
        """The last row with values."""
        return FIRST_ROW + len(self.frame) - 1

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(span.last for span in self.spans.values()) + 1


def table_of(sheet: str, columns: Iterable[Column[Any]], frame: pd.DataFrame, work: Any) -> Table:
    """The wanted columns side by side, each family as wide as the frame has it."""
    wanted = tuple(column for column in columns if column.wanted(work))
    spans: dict[str, Span] = {}
    free = 0
    for column in wanted:
        count = sum(key.startswith(f"{column.key}_") for key in frame.columns) if column.family else 1
        spans[column.key] = Span(free, count)
        free += count
    return Table(sheet, wanted, spans, frame)


@dataclass(frozen=True)
class RatingLayout:
    """Positions for one rating report; `tables` by sheet: Players, Rating and, for an event, Games."""

    tables: Mapping[str, Table]
    grid: EventGrid | None
    check_rows: Mapping[str, int]
    step_rows: Mapping[str, int]
    parameter_rows: Mapping[str, int]
    class_rows: tuple[int, int]
    title_rows: tuple[int, int]
    summary: SummaryRows

    @property
    def dp_rows(self) -> tuple[int, int]:
        """Tables: first and last row of table 8.1.1."""
        return TABLE_ROW, TABLE_ROW + len(rule("fide").table) - 1

    @property
    def pd_rows(self) -> tuple[int, int]:
        """Tables: first and last row of table 8.1.2."""
        return TABLE_ROW, TABLE_ROW + len(expected_table()) - 1


OWN_PARAMETERS = ("rounds", "titles_known")
"""Parameters of the input, which stand under those of the rules."""


def layout_of(calculation: RatingCalculation) -> RatingLayout:
    """The layout for a calculation."""
    work = calculation.work
    tables: dict[str, Table] = {
        PLAYERS: table_of(PLAYERS, PLAYER_COLUMNS, calculation.players, work),
        RATING: table_of(RATING, work.rules.columns, work.frame, work),
    }
    event = work.entry.event
    if work.games is not None:
        tables[GAMES] = table_of(GAMES, work.rules.game_columns, work.games.frame, work.games)
    names = [*(parameter.name for parameter in work.rules.parameters), *OWN_PARAMETERS]
    classes = TABLE_ROW + len(names) + 3
    titles = classes + len(work.rules.k_classes) + 2
    steps = work.rules.steps if work.steps else ()
    return RatingLayout(
        tables=tables,
        grid=event_grid(event) if event is not None else None,
        check_rows=rows_of(calculation),
        step_rows={step.key: TABLE_ROW + i for i, step in enumerate(steps)},
        parameter_rows={name: TABLE_ROW + 1 + i for i, name in enumerate(names)},
        class_rows=(classes, classes + len(work.rules.k_classes) - 1),
        title_rows=(titles, titles + max(len(work.rules.titles), 1) - 1),
        summary=SummaryRows.of(calculation, len(calculation.findings), work.rules.settings),
    )
