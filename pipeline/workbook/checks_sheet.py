"""The sheets Checks and dp table: what the formulas rest on, and whether it holds."""

from __future__ import annotations

import numpy as np
from xlsxwriter.worksheet import Worksheet

from pipeline import recursion
from pipeline.checks import ALERT, CHECK, CHECKS, OK, ROUNDING, few_games, stated_half_unit
from pipeline.columns import SAME_RANK, stated_rp_heading
from pipeline.event import RESULTS
from pipeline.workbook.book import Book, Value
from pipeline.workbook.layout import (
    CHECK_SHEET,
    DP,
    DP_CODES_COLUMN,
    LINE,
    PARAMETERS,
    RESULT_ROWS,
    STATUS_ROW,
    TABLE_ROW,
)

_MASTER = (
    '=IF(COUNTIF([@check_statuses],"CHECK")>0,"CHECK: "&COUNTIF([@check_statuses],"CHECK")&" of "&'
    '(COUNTIF([@check_statuses],"CHECK")+COUNTIF([@check_statuses],"OK")+COUNTIF([@check_statuses],"alert"))'
    '&" checks failed","ALL "&COUNTIF([@check_statuses],"OK")&" CHECKS OK")'
    '&IF(COUNTIF([@check_statuses],"alert")>0," · "&COUNTIF([@check_statuses],"alert")&" to know","")'
)
_HEADINGS = ("No.", "Check", "Value", "Should be", "Tolerance", "Status", "What it means when it isn't OK", "Order")


def write_checks_sheet(book: Book) -> None:
    """Write every check in words with its live value and status, the parts of the field, and the parameters."""
    sheet = book.sheet(CHECK_SHEET)
    checks = book.calculation.checks
    book.head(sheet, CHECK_SHEET, "Checks", "An error makes the status CHECK; an alert is something to know.")
    resolver = book.resolver(CHECK_SHEET)
    book.formula(sheet, STATUS_ROW, 1, resolver.resolve(_MASTER), "master", book.calculation.master)
    for column, width in enumerate((7, 52, 16, 16, 12, 10, 90, 7)):
        sheet.set_column(column, column, width)
    book.row(sheet, TABLE_ROW - 1, 0, _HEADINGS, "heading")
    rules = {rule.key: rule for rule in CHECKS}
    first, order = TABLE_ROW, _order(book)
    for i, check in enumerate(checks):
        row, rule = TABLE_ROW + i, rules[check.key]
        book.write(sheet, row, 0, i + 1, "whole")
        book.write(sheet, row, 1, check.name, "text")
        book.formula(sheet, row, 2, resolver.resolve(rule.formula), rule.style, check.value)
        if rule.expected_formula:
            book.formula(sheet, row, 3, resolver.resolve(rule.expected_formula), rule.style, check.expected)
        else:
            book.write(sheet, row, 3, check.expected, "integer")
        if rule.tolerance_formula:
            book.formula(sheet, row, 4, resolver.resolve(rule.tolerance_formula), "measure", check.tolerance)
        else:
            book.write(sheet, row, 4, check.tolerance, "measure" if check.tolerance else "integer")
        book.formula(sheet, row, 5, _status_formula(rule.kind, row), "status", check.status)
        book.write(sheet, row, 6, check.trouble, "bullet")
        sheet.set_row(row - 1, LINE * (1 + len(check.trouble) // 95))
        # Failed checks are numbered first, then alerts: the Summary lists them in this order.
        this, every = f"$F${first}:$F{row}", f"$F${first}:$F${first + len(checks) - 1}"
        formula = (
            f'=IF($F{row}="CHECK",COUNTIF({this},"CHECK"),'
            f'IF($F{row}="alert",COUNTIF({every},"CHECK")+COUNTIF({this},"alert"),0))'
        )
        book.formula(sheet, row, 7, formula, "helper", order[check.key])
    last = TABLE_ROW + len(checks) - 1
    book.judge(sheet, TABLE_ROW, 5, last, OK, CHECK, ALERT)
    _write_parts(book, sheet)
    _write_parameters(book, sheet)
    sheet.freeze_panes(TABLE_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))


def _status_formula(kind: str, row: int) -> str:
    if kind == "info":
        return f'=IF(ISERROR($C{row}),"CHECK","info")'
    word = "CHECK" if kind == "error" else "alert"
    return f'=IF(ISERROR($C{row}),"CHECK",IF(ABS($C{row}-$D{row})<=$E{row},"OK","{word}"))'


def _order(book: Book) -> dict[str, int]:
    numbers = {check.key: i for i, check in enumerate(book.calculation.to_look_at, start=1)}
    return {check.key: numbers.get(check.key, 0) for check in book.calculation.checks}


def _write_parts(book: Book, sheet: Worksheet) -> None:
    """The parts of the field: for each, what c = field is made of. Their number and shape are as read."""
    work, field = book.work, book.work.field
    first, last = book.layout.component_rows
    resolver = book.resolver(CHECK_SHEET)
    sheet.set_row(first - 2, 2 * LINE)
    headings = ("Part", "Players", "Games × 2", "Sum games × dp", "c (field)", "Sum games × ĉ", "Bipartite (1 yes)")
    book.row(sheet, first - 1, 0, headings, "heading")
    players = np.bincount(field.component, minlength=field.components + 1)[1:]
    n = field.sides
    n_dp = np.bincount(field.component, weights=field.n * np.nan_to_num(work.array("dp")))[1:]
    n_c_hat = recursion.drift(work.array("c_hat"), field) * n
    for i in range(field.components):
        row = first + i
        part = f"--({resolver.resolve('[component:players]')}=$A{row})"
        book.write(sheet, row, 0, i + 1, "whole")
        for column, formula, look, value in (
            (1, f"=COUNTIF([component:players],$A{row})", "whole", float(players[i])),
            (2, f"=SUMIF([component:players],$A{row},[games:players])", "whole", float(n[i])),
            (3, f"=SUMPRODUCT({part},[games:players],[dp:players])", "four", float(n_dp[i])),
            (4, f"=$D{row}/$C{row}", "four", float(n_dp[i] / n[i])),
            (5, f"=SUMPRODUCT({part},[games:players],[c_hat:players])", "four", float(n_c_hat[i])),
        ):
            book.formula(sheet, row, column, resolver.resolve(formula), look, value)
        book.write(sheet, row, 6, int(field.bipartite[i]), "helper")


def _write_parameters(book: Book, sheet: Worksheet) -> None:
    rows = book.layout.parameter_rows
    book.row(sheet, rows[PARAMETERS[0]] - 1, 0, ("", "Parameter", "Value"), "heading")
    stated = stated_rp_heading(book.work.event) is not None
    values: dict[str, tuple[str, Value]] = {
        "same_rank": ("Equal scores share a rank if their RP differ by no more than", SAME_RANK),
        "few_games": ("Few games: fewer than (half of the busiest player's)", few_games(book.work)),
        "half_unit": ("Half a unit of the last decimal of the stated RP",
                      stated_half_unit(book.work) + ROUNDING if stated else None),
    }
    for name, (words, value) in values.items():
        book.write(sheet, rows[name], 1, words, "text")
        book.write(sheet, rows[name], 2, value, "integer" if name == "few_games" else "measure")


def write_dp_sheet(book: Book) -> None:
    """Write the dp table in use, which the formulas look up, and what each result counts."""
    sheet, rule = book.sheet(DP), book.work.rule
    book.head(sheet, DP, f"dp: {rule.title}", f"Source: {rule.source}.")
    for column, width in enumerate((24, 30, 3, 3, 3, 12, 28, 12, 8, 10, 8)):
        sheet.set_column(column, column, width)
    if rule.logarithm:
        book.row(sheet, TABLE_ROW - 1, 0, ("Parameter", "Value"), "heading")
        for i, (words, value) in enumerate((("scale", rule.scale), ("perfect or zero score: ±", rule.end))):
            book.write(sheet, TABLE_ROW + i, 0, words, "text")
            book.write(sheet, TABLE_ROW + i, 1, value, "number")
        function = f"scale × {rule.logarithm}(s / (n − s))"
        sheet.write_string(TABLE_ROW + 2, 0, f"dp = {f'INT({function})' if rule.floored else function}",
                           book.formats["label"])
    else:
        book.row(sheet, TABLE_ROW - 1, 0, ("p %", "dp"), "heading")
        for row, (per_cent, value) in enumerate(rule.table.items(), start=TABLE_ROW):
            book.write(sheet, row, 0, per_cent, "whole")
            book.write(sheet, row, 1, value, "whole")
    sheet.set_row(TABLE_ROW - 2, 2 * LINE)
    headings = ("Result", "Meaning", "Has opponent", "Game", "Points in game", "Score")
    book.row(sheet, RESULT_ROWS[0] - 1, DP_CODES_COLUMN, headings, "heading")
    for row, result in enumerate(RESULTS.values(), start=RESULT_ROWS[0]):
        book.write(sheet, row, DP_CODES_COLUMN, result.code, "code")
        book.write(sheet, row, DP_CODES_COLUMN + 1, result.meaning, "text")
        numbers = (float(bool(result.reply)), float(result.played), result.points, result.score)
        book.row(sheet, row, DP_CODES_COLUMN + 2, numbers, "number")
    sheet.freeze_panes(TABLE_ROW - 1, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
