"""The Checks sheet: every check in words with its live value and status, counted into the one master status."""

from __future__ import annotations

from collections.abc import Iterable

from xlsxwriter.worksheet import Worksheet

from pipeline.registry import ALERT, CHECK, OK, CheckRule, W
from pipeline.workbook.sheets import Sheets
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import CHECK_SHEET, STATUS_ROW, TABLE_ROW

_MASTER = (
    '=IF(COUNTIF([@check_statuses],"CHECK")>0,"CHECK: "&COUNTIF([@check_statuses],"CHECK")&" of "&'
    '(COUNTIF([@check_statuses],"CHECK")+COUNTIF([@check_statuses],"OK")+COUNTIF([@check_statuses],"alert"))'
    '&" checks failed","ALL "&COUNTIF([@check_statuses],"OK")&" CHECKS OK")'
    '&IF(COUNTIF([@check_statuses],"alert")>0," · "&COUNTIF([@check_statuses],"alert")&" to know","")'
)
_HEADINGS = ("No.", "Check", "Value", "Should be", "Tolerance", "Status", "What it means when it isn't OK", "Order")


def write_check_table(sheets: Sheets, rules: Iterable[CheckRule[W]]) -> Worksheet:
    """Write the sheet with the checks of the calculation, whose `rules` hold the formulas; other tables may follow."""
    sheet = sheets.sheet(CHECK_SHEET)
    checks = sheets.checked.checks
    sheets.head(sheet, CHECK_SHEET, "Checks", "An error makes the status CHECK; an alert is something to know.")
    resolver = sheets.resolver(CHECK_SHEET)
    sheets.formula(sheet, STATUS_ROW, 1, resolver.resolve(_MASTER), "master", sheets.checked.master)
    for column, width in enumerate((7, 52, 16, 16, 12, 10, 90, 7)):
        sheet.set_column(column, column, width)
    sheets.row(sheet, TABLE_ROW - 1, 0, _HEADINGS, "heading")
    by_key = {rule.key: rule for rule in rules}
    first, order = TABLE_ROW, _order(sheets)
    for i, check in enumerate(checks):
        row, rule = TABLE_ROW + i, by_key[check.key]
        sheets.write(sheet, row, 0, i + 1, "whole")
        sheets.write(sheet, row, 1, check.name, "text")
        sheets.formula(sheet, row, 2, resolver.resolve(rule.formula), rule.style, check.value)
        if rule.expected_formula:
            sheets.formula(sheet, row, 3, resolver.resolve(rule.expected_formula), rule.style, check.expected)
        else:
            sheets.write(sheet, row, 3, check.expected, "integer")
        if rule.tolerance_formula:
            sheets.formula(sheet, row, 4, resolver.resolve(rule.tolerance_formula), "measure", check.tolerance)
        else:
            sheets.write(sheet, row, 4, check.tolerance, "measure" if check.tolerance else "integer")
        sheets.formula(sheet, row, 5, _status_formula(rule.kind, row), "status", check.status)
        sheets.write(sheet, row, 6, check.trouble, "bullet")
        sheet.set_row(row - 1, LINE * (1 + len(check.trouble) // 95))
        # Failed checks are numbered first, then alerts: the Summary lists them in this order.
        this, every = f"$F${first}:$F{row}", f"$F${first}:$F${first + len(checks) - 1}"
        formula = (
            f'=IF($F{row}="CHECK",COUNTIF({this},"CHECK"),'
            f'IF($F{row}="alert",COUNTIF({every},"CHECK")+COUNTIF({this},"alert"),0))'
        )
        sheets.formula(sheet, row, 7, formula, "helper", order[check.key])
    sheets.judge(sheet, TABLE_ROW, 5, TABLE_ROW + len(checks) - 1, OK, CHECK, ALERT)
    sheet.freeze_panes(TABLE_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    sheets.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
    return sheet


def _status_formula(kind: str, row: int) -> str:
    if kind == "info":
        return f'=IF(ISERROR($C{row}),"CHECK","info")'
    word = "CHECK" if kind == "error" else "alert"
    return f'=IF(ISERROR($C{row}),"CHECK",IF(ABS($C{row}-$D{row})<=$E{row},"OK","{word}"))'


def _order(sheets: Sheets) -> dict[str, int]:
    numbers = {check.key: i for i, check in enumerate(sheets.checked.to_look_at, start=1)}
    return {check.key: numbers.get(check.key, 0) for check in sheets.checked.checks}
