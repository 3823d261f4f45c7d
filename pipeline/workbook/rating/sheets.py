"""The sheets of the rating report that are its own: Players, Rating and Games, Average, Tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from xlsxwriter.worksheet import Worksheet

from pipeline.event import RESULTS
from pipeline.method.dp import rule
from pipeline.rating.calculation import RatingCalculation
from pipeline.rating.expected import expected_table
from pipeline.rating.k_names import OPTION
from pipeline.registry import key_of
from pipeline.words import said
from pipeline.workbook.column_sheet import HEADING_HEIGHT, column_width, write_bands, write_column
from pipeline.workbook.event_sheet import write_results_table
from pipeline.workbook.layout import FIRST_ROW
from pipeline.workbook.measure import lines_in
from pipeline.workbook.paper import Unit, pages_of, pixels
from pipeline.workbook.rating.layout import (
    AVERAGE,
    BAND_ROW,
    DP_COLUMN,
    HEADER_ROW,
    PD_COLUMN,
    PLAYERS,
    RESULT_COLUMN,
    RULE_COLUMN,
    TABLES,
    RatingLayout,
    Table,
)
from pipeline.workbook.rating.templates import RatingTemplates
from pipeline.workbook.sheets import Sheets, Value
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import STATUS_ROW, TABLE_ROW

_TABLE_WIDTHS = (62, 30, 50, 3, 8, 11, 3, 9, 9, 13, 13, 3)
"""Of the sheet Tables, but for the results."""
_LIVE = {"input": "whole", "input_points": "points", "input_text": "text"}
"""The look of a Players cell that follows the Event sheet."""


class RatingBook(Sheets):
    """A rating report being written."""

    def __init__(self, path: Path, calculation: RatingCalculation, layout: RatingLayout) -> None:
        """Open a new workbook at `path`; nothing is written there before `close`."""
        super().__init__(path, calculation, {})
        self.calculation = calculation
        self.work = calculation.work
        self.layout = layout

    def resolver(self, sheet: str) -> RatingTemplates:
        """Resolves formula templates for the sheet."""
        return RatingTemplates(self.layout, sheet)


def write_table_sheet(book: RatingBook, name: str, title: str, subtitle: str) -> None:
    """Write the sheet of registry columns called `name`."""
    sheet, table = book.sheet(name), book.layout.tables[name]
    book.head(sheet, name, title, subtitle)
    sheet.set_row(HEADER_ROW - 1, HEADING_HEIGHT)
    write_bands(book, sheet, [(column.band, table.spans[column.key].first) for column in table.columns], BAND_ROW)
    for column in table.columns:
        for k in range(1, table.spans[column.key].count + 1):
            _write_column(book, sheet, table, column.key, k)
    sheet.freeze_panes(FIRST_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    columns = list(table.columns)
    # What stands last is for players without a rating: where all have one, it would be an empty page.
    while columns and not columns[-1].family and _is_empty(table.frame[columns[-1].key].tolist()):
        columns.pop()
    units = [
        Unit(number := table.spans[column.key].at(k), number, pixels(column_width(book, column, k, values)))
        for column in columns
        for k in range(1, table.spans[column.key].count + 1)
        for values in [table.frame[key_of(column, k)].tolist()]
    ]
    head = HEADING_HEIGHT + (HEADER_ROW - STATUS_ROW + 1) * LINE
    # Where nobody has more than a number and a name, these are the page.
    pages = pages_of([units[2:] or units[:2]], units[0].width + units[1].width, len(table.frame), LINE, head)
    book.print_areas(sheet, title, (STATUS_ROW, HEADER_ROW), (FIRST_ROW, table.last_row), pages)


def _is_empty(values: list[Any]) -> bool:
    return all(value is None or value != value or value == "" for value in values)


def _write_column(book: RatingBook, sheet: Worksheet, table: Table, key: str, k: int) -> None:
    column = next(column for column in table.columns if column.key == key)
    template = column.template(book.work.games if table.sheet == "Games" else book.work)
    if template and table.sheet == PLAYERS:
        column = replace(column, style=_LIVE[column.style])
    write_column(
        book, sheet, column, table.spans[key].at(k), k, (HEADER_ROW, FIRST_ROW),
        table.frame[key_of(column, k)].tolist(),
        book.resolver(table.sheet).resolve(template, key, k) if template else "",
    )


def write_average_sheet(book: RatingBook) -> None:
    """Write the tournament average of a round robin, each step of it as a live formula."""
    sheet, resolver = book.sheet(AVERAGE), book.resolver(AVERAGE)
    book.head(sheet, AVERAGE, said("Tournament average, step by step"), book.work.rules.source)
    for column, width in enumerate((38, 30, 90)):
        sheet.set_column(column, column, width)
    book.row(sheet, TABLE_ROW - 1, 0, (said("Step"), said("Value"), said("How")), "heading")
    for step in book.work.rules.steps:
        row = book.layout.step_rows[step.key]
        book.write(sheet, row, 0, step.label, "text")
        formula = resolver.resolve(step.template(book.work))
        book.formula(sheet, row, 1, formula, step.style, book.work.steps[step.key])
        book.write(sheet, row, 2, step.meaning, "bullet")
    sheet.freeze_panes(TABLE_ROW - 1, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))


def write_tables_sheet(book: RatingBook) -> None:
    """Write FIDE tables 8.1.1 and 8.1.2, the numbers of the rules, the classes of K, and what each result counts."""
    sheet, rules = book.sheet(TABLES), book.work.rules
    book.head(sheet, TABLES, said("Tables"), said("FIDE Handbook B.02, tables 8.1.1 and 8.1.2, and the numbers of the "
    "rules."))
    for column, width in enumerate(_TABLE_WIDTHS):
        sheet.set_column(column, column, width)
    sheet.set_row(TABLE_ROW - 2, 2 * LINE)
    book.row(sheet, TABLE_ROW - 1, DP_COLUMN, ("p %", "dp (8.1.1)"), "heading")
    for row, (per_cent, value) in enumerate(rule("fide").table.items(), start=TABLE_ROW):
        book.row(sheet, row, DP_COLUMN, (per_cent, value), "whole")
    book.row(sheet, TABLE_ROW - 1, PD_COLUMN, (said("D from"), said("D to"), said("PD higher, % (8.1.2)"),
    said("PD lower, %")), "heading")
    table = expected_table()
    for i, line in enumerate(table):
        last = table[i + 1].start - 1 if i + 1 < len(table) else None
        book.row(sheet, TABLE_ROW + i, PD_COLUMN, (line.start, last, line.higher, line.lower), "whole")
    book.row(sheet, TABLE_ROW, RULE_COLUMN, (said("Numbers of the rules: {rules}", rules=rules.title),
    said("Value")), "heading")
    entry = book.work.entry
    own: dict[str, tuple[str, Value]] = {
        "rounds": (said("Rounds on the sheet Event"), entry.event.rounds if entry.event is not None else None),
        "titles_known": (said("The input has a column of titles"), said("yes") if entry.has("title") else said("no")),
    }
    lines = {p.name: (p.meaning, p.value) for p in rules.parameters} | own
    for name, (meaning, number) in lines.items():
        row = book.layout.parameter_rows[name]
        book.write(sheet, row, RULE_COLUMN, meaning, "bullet")
        book.write(sheet, row, RULE_COLUMN + 1, number, "whole")
        sheet.set_row(row - 1, LINE * lines_in(book.told(meaning), _TABLE_WIDTHS[:1], indent=1))
    _write_classes(book, sheet)
    results = entry.event.results if entry.event is not None else RESULTS
    write_results_table(book, sheet, RESULT_COLUMN, results)
    sheet.freeze_panes(TABLE_ROW - 1, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))


def _write_classes(book: RatingBook, sheet: Worksheet) -> None:
    """The classes of K; that of the option --k takes its number from the settings."""
    rules, (first, _) = book.work.rules, book.layout.class_rows
    book.row(sheet, first - 1, RULE_COLUMN, (said("Class of K"), "K", said("Reason")), "heading")
    for row, k_class in enumerate(rules.k_classes, start=first):
        book.write(sheet, row, RULE_COLUMN, k_class.key, "text")
        if k_class.key == OPTION:
            formula = book.resolver(TABLES).resolve('=IF(ISNUMBER([@k]),[@k],"")')
            book.formula(sheet, row, RULE_COLUMN + 1, formula, "whole", book.work.settings.k)
        else:
            book.write(sheet, row, RULE_COLUMN + 1, k_class.k, "whole")
        book.write(sheet, row, RULE_COLUMN + 2, k_class.reason, "bullet")
        sheet.set_row(row - 1, LINE * lines_in(book.told(k_class.reason), _TABLE_WIDTHS[2:3], indent=1))
    first, _ = book.layout.title_rows
    book.write(sheet, first - 1, RULE_COLUMN, said("Titles with a K of their own"), "heading")
    for row, title in enumerate(rules.titles or (said("none"),), start=first):
        book.write(sheet, row, RULE_COLUMN, title, "text")
