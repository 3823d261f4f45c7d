"""The Checks sheet: every check in words with its live value and status, counted into the one master status."""

from __future__ import annotations

from collections.abc import Iterable

from xlsxwriter.worksheet import Worksheet

from pipeline.registry import NOT_MET, PROVISIONAL, Check, Checked, CheckRule, W
from pipeline.words import said
from pipeline.workbook.sheets import Sheets
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import CHECK_SHEET, TABLE_ROW, absolute

_MASTER = (
    '=IF(COUNTIF([@check_statuses],"CHECK")>0,"CHECK: "&COUNTIF([@check_statuses],"CHECK")&" of "&'
    '(COUNTA([@check_statuses])-COUNTIF([@check_statuses],"info"))&" checks failed",'
    'IF(COUNTIF([@check_statuses],"provisional")>0,"PROVISIONAL: "&{reasons},'
    '"ALL "&COUNTIF([@check_statuses],"OK")&" CHECKS OK"))'
    '&IF(COUNTIF([@check_statuses],"alert")>0," · "&COUNTIF([@check_statuses],"alert")&" to know","")'
)
_HEADINGS = (
    "No.", said("Check"), said("Value"), said("Should be"), said("Tolerance"), said("Status"),
    said("What it means when it isn't OK"), said("Order"),
    said("What is provisional"),
)
_REASONS = len(_HEADINGS) - 1


def write_check_table(sheets: Sheets, rules: Iterable[CheckRule[W]], work: W) -> Worksheet:
    """Write the sheet with the checks of the calculation, whose `rules` hold the formulas; other tables may follow."""
    sheet = sheets.sheet(CHECK_SHEET)
    checks = sheets.checked.checks
    sheets.head(
        sheet, CHECK_SHEET, said("Checks"),
        said("An error makes the status CHECK; what is open makes it PROVISIONAL; an alert is something to know."),
    )
    for column, width in enumerate((7, 52, 16, 16, 12, 11, 90, 7, 40)):
        sheet.set_column(column, column, width)
    sheets.row(sheet, TABLE_ROW - 1, 0, _HEADINGS, "heading")
    by_key, order = {rule.key: rule for rule in rules}, _order(sheets)
    for i, check in enumerate(checks):
        _write_check(sheets, sheet, i, check, by_key[check.key], work, order[check.key])
    last = TABLE_ROW + len(checks) - 1
    sheets.late[CHECK_SHEET] = range(TABLE_ROW, last + 1)
    sheets.judge(sheet, TABLE_ROW, 5, last)
    sheet.freeze_panes(TABLE_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    sheets.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
    return sheet


def _write_check(
    sheets: Sheets, sheet: Worksheet, i: int, check: Check, rule: CheckRule[W], work: W, order: int
) -> None:
    resolver, row, last = sheets.resolver(CHECK_SHEET), TABLE_ROW + i, TABLE_ROW + len(sheets.checked.checks) - 1
    sheets.write(sheet, row, 0, i + 1, "whole")
    sheets.write(sheet, row, 1, check.name, "text")
    sheets.formula(sheet, row, 2, resolver.resolve(rule.template(work)), rule.style, check.value)
    if rule.expected_formula:
        sheets.formula(sheet, row, 3, resolver.resolve(rule.expectation(work)), rule.style, check.expected)
    else:
        sheets.write(sheet, row, 3, check.expected, "integer")
    if rule.tolerance_formula:
        sheets.formula(sheet, row, 4, resolver.resolve(rule.tolerance_formula), "measure", check.tolerance)
    else:
        sheets.write(sheet, row, 4, check.tolerance, "measure" if check.tolerance else "integer")
    sheets.formula(sheet, row, 5, _status_formula(check.kind, row), "status", check.status)
    sheets.write(sheet, row, 6, check.trouble, "bullet")
    sheet.set_row(row - 1, LINE * (1 + len(check.trouble) // 95))
    # What failed is numbered first, then what is provisional, then alerts: the Summary lists them in this order.
    this, every = f"$F${TABLE_ROW}:$F{row}", f"$F${TABLE_ROW}:$F${last}"
    formula = (
        f'=IF($F{row}="CHECK",COUNTIF({this},"CHECK"),'
        f'IF($F{row}="provisional",COUNTIF({every},"CHECK")+COUNTIF({this},"provisional"),'
        f'IF($F{row}="alert",COUNTIF({every},"CHECK")+COUNTIF({every},"provisional")+COUNTIF({this},"alert"),0)))'
    )
    sheets.formula(sheet, row, 7, formula, "helper", order)
    if check.kind == "provisional":
        one, many = (f'"{sheets.told(words)}"'.replace("{n}", f'"&$C{row}&"') for words in rule.reason)
        above = f'IF(COUNTIF($F${TABLE_ROW - 1}:$F{row - 1},"provisional")>0,"; ","")'
        formula = f'=IF($F{row}="provisional",{above}&IF($C{row}=1,{one},{many}),"")'
        sheets.formula(sheet, row, _REASONS, formula, "text", _reasons(sheets.checked).get(check.key, ""))


def _reasons(checked: Checked) -> dict[str, str]:
    """The reasons as they stand one after the other in the status."""
    open_ = checked.with_status(PROVISIONAL)
    return {check.key: ("; " if i else "") + check.reason for i, check in enumerate(open_)}


def master_formula(sheets: Sheets) -> str:
    """The master status, as a formula of the sheet Checks."""
    rows = [TABLE_ROW + i for i, check in enumerate(sheets.checked.checks) if check.kind == "provisional"]
    reasons = "&".join(absolute(_REASONS, row) for row in rows) or '""'
    return sheets.resolver(CHECK_SHEET).resolve(_MASTER.format(reasons=reasons))


def _status_formula(kind: str, row: int) -> str:
    if kind == "info":
        return f'=IF(ISERROR($C{row}),"CHECK","info")'
    word = NOT_MET[kind]
    return f'=IF(ISERROR($C{row}),"CHECK",IF(ABS($C{row}-$D{row})<=$E{row},"OK","{word}"))'


def _order(sheets: Sheets) -> dict[str, int]:
    numbers = {check.key: i for i, check in enumerate(sheets.checked.to_look_at, start=1)}
    return {check.key: numbers.get(check.key, 0) for check in sheets.checked.checks}
