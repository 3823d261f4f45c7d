"""The Checks sheet: every check in words with its live value and status, counted into the one master status."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from xlsxwriter.worksheet import Worksheet

from pipeline.registry import NOT_MET, PROVISIONAL, Check, Checked, CheckRule, W
from pipeline.words import Said, joined, said
from pipeline.workbook.measure import lines_in, width_of
from pipeline.workbook.sheets import Sheets
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import CHECK_SHEET, INFO_GAP, REASONS, TABLE_ROW, absolute, counted_rows

_MASTER = (
    '=IF(COUNTIF([@check_statuses],"CHECK")>0,"CHECK: "&COUNTIF([@check_statuses],"CHECK")&" of "&'
    'ROWS([@check_statuses])&" checks failed",'
    'IF(COUNTIF([@check_statuses],"provisional")>0,"PROVISIONAL: "&{reasons},'
    '"ALL "&COUNTIF([@check_statuses],"OK")&" CHECKS OK"))'
    '&IF(COUNTIF([@check_statuses],"alert")>0," · "&COUNTIF([@check_statuses],"alert")&" to know","")'
)
_ELSEWHERE = re.compile(r"(?:'[^']+'|[^\W\d]\w*)!\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?")
_HERE = re.compile(r"\$[A-Z]+\$\d+(?::\$[A-Z]+\$\d+)?")
_WIDTHS = (7, 40, 12, 12, 11, 11, 48, 7, 40)
NAME, _MEANS, _TWO = 1, 6, 108
"""The columns of a check's name and of what it means, and the width of both together: what is printed is as wide as a
small screen, so that nobody has to look for what a check means.
"""
_HEADINGS = (
    said("No."), said("Check"), said("Value"), said("Should be"), said("Tolerance"), said("Status"),
    said("What it means when it isn't OK"), said("Order"),
    said("What is provisional"),
)


def write_check_table(sheets: Sheets, rules: Iterable[CheckRule[W]], work: W, rows: Mapping[str, int]) -> Worksheet:
    """Write the sheet with the checks of the calculation, whose `rules` hold the formulas; other tables may follow.

    `rows` has the row of each (`templates.check_rows`): infos, which can't fail, stand in a table of their own.
    """
    sheet = sheets.sheet(CHECK_SHEET)
    sheets.head(
        sheet, CHECK_SHEET, said("Checks"),
        said("An error makes the status CHECK; what is open makes it PROVISIONAL; an alert is something to know. A "
        "check's name leads to its cells."),
    )
    widths = widths_of(sheets)
    for column, width in enumerate(widths):
        sheet.set_column(column, column, width)
    sheets.row(sheet, TABLE_ROW - 1, 0, _HEADINGS, "heading")
    by_key, order, counted = {rule.key: rule for rule in rules}, _order(sheets), counted_rows(rows)
    for check in sheets.checked.checks:
        if rows[check.key] in counted:
            _write_check(sheets, sheet, check, by_key[check.key], work, rows, order[check.key], widths)
    if counted[-1] < max(rows.values()):
        headings = ("", said("For information"), said("Value"), said("What it says"))
        sheets.row(sheet, counted[-1] + INFO_GAP, 0, headings, "heading")
    for check in sheets.checked.checks:
        if rows[check.key] not in counted:
            _write_info(sheets, sheet, check, by_key[check.key], work, rows[check.key], widths)
    sheets.late[CHECK_SHEET] = counted
    sheets.judge(sheet, TABLE_ROW, 5, counted[-1])
    sheet.freeze_panes(TABLE_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    sheets.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
    return sheet


def _write_info(
    sheets: Sheets, sheet: Worksheet, check: Check, rule: CheckRule[W], work: W, row: int, widths: list[float]
) -> None:
    """A number that people look for: there is nothing that it should be."""
    formula = sheets.resolver(CHECK_SHEET).resolve(rule.template(work))
    sheets.link(sheet, row, 1, _cells_of(formula), check.name)
    sheets.formula(sheet, row, 2, formula, rule.style, check.value)
    sheet.merge_range(row - 1, 3, row - 1, 6, check.trouble, sheets.formats["bullet"])
    sheet.set_row(row - 1, LINE * lines_in(sheets.told(check.trouble), widths[NAME + 2 : _MEANS + 1], indent=1))


def _write_check(
    sheets: Sheets, sheet: Worksheet, check: Check, rule: CheckRule[W], work: W, rows: Mapping[str, int], order: int,
    widths: list[float],
) -> None:
    resolver, row, last = sheets.resolver(CHECK_SHEET), rows[check.key], counted_rows(rows)[-1]
    formula = resolver.resolve(rule.template(work))
    sheets.write(sheet, row, 0, row - TABLE_ROW + 1, "whole")
    sheets.link(sheet, row, 1, _cells_of(formula), check.name)
    sheets.formula(sheet, row, 2, formula, rule.style, check.value)
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
    sheet.set_row(row - 1, LINE * lines_in(sheets.told(check.trouble), (widths[_MEANS],), indent=1))
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
        sheets.formula(sheet, row, REASONS, formula, "text", _reasons(sheets.checked).get(check.key, ""))


def widths_of(sheets: Sheets) -> list[float]:
    """The columns of the sheet. Names fit in a line, for LibreOffice breaks no line in a text that is a link."""
    widths: list[float] = list(_WIDTHS)
    names = [sheets.told(check.name) for check in sheets.checked.checks]
    widths[NAME] = max(width_of(names, indent=1), _WIDTHS[NAME])
    widths[_MEANS] = max(_TWO - widths[NAME], _WIDTHS[_MEANS])
    return widths


def _cells_of(formula: str) -> str:
    """The cells that a check looks at first, to go to: of another sheet if there are any."""
    found = _ELSEWHERE.search(formula) or _HERE.search(formula)
    return found[0].replace("$", "") if found else ""


def _reasons(checked: Checked) -> dict[str, Said]:
    """The reasons as they stand one after the other in the status."""
    open_ = checked.with_status(PROVISIONAL)
    return {check.key: joined("", ["; " if i else "", check.reason]) for i, check in enumerate(open_)}


def master_formula(sheets: Sheets, rows: Mapping[str, int]) -> str:
    """The master status, as a formula of the sheet Checks."""
    open_ = [rows[check.key] for check in sheets.checked.checks if check.kind == "provisional"]
    reasons = "&".join(absolute(REASONS, row) for row in open_) or '""'
    return sheets.resolver(CHECK_SHEET).resolve(_MASTER.format(reasons=reasons))


def _status_formula(kind: str, row: int) -> str:
    return f'=IF(ISERROR($C{row}),"CHECK",IF(ABS($C{row}-$D{row})<=$E{row},"OK","{NOT_MET[kind]}"))'


def _order(sheets: Sheets) -> dict[str, int]:
    numbers = {check.key: i for i, check in enumerate(sheets.checked.to_look_at, start=1)}
    return {check.key: numbers.get(check.key, 0) for check in sheets.checked.checks}
