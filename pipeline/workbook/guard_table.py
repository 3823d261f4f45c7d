"""Writes the table of guarded blocks, right of the checks, and then the master status; `guards` says how it works."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from xlsxwriter.worksheet import Worksheet

from pipeline.words import said
from pipeline.workbook import guards
from pipeline.workbook.check_table import master_formula
from pipeline.workbook.guards import HEADINGS, LABELS, NOW, Cells, Line, line_cells, typed_over
from pipeline.workbook.layout import EVENT
from pipeline.workbook.sheets import Sheets
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import CHECK_SHEET, GUARD_COLUMN, GUARD_TOTALS, STATUS_ROW, TABLE_ROW, absolute

_STATUS = Cells(STATUS_ROW - 1, 1, STATUS_ROW - 1, 1)
_LAST_PRINTED, _POINTS_OF_A_PAGE = 6, 850
"""Checks: the last column on paper, right of which stand helpers; what a page holds at three fifths of its size."""
_LOOKS = {"formulas": "integer", "numbers": "four"}
_TYPED_OVER = f'"{said("CHECK: formulas of the checks were typed over")}"'


def write_guard_table(sheets: Sheets, check_rows: Mapping[str, int]) -> None:
    """Write the guards of all that the book holds, and then the master status, which rests on them."""
    sheet = sheets.named(CHECK_SHEET)
    blocks = [(name, block) for name in sheets.names for block in guards.formula_blocks(sheets.named(name))]
    blocks = [(name, block) for name, block in blocks if block != _STATUS]
    for name, block in blocks:
        sheets.mark_typed_over(sheets.named(name), *block)
    late = [(name, block) for name, block in blocks if block.first_row + 1 in sheets.late.get(name, ())]
    formulas = [guards.formula_line(*place) for place in blocks if place not in late]
    numbers = [
        guards.number_line(name, *found)
        for name in sheets.names if name != EVENT for found in guards.number_blocks(sheets.named(name))
    ]
    settings = [
        Line(name, (cell := Cells(row - 1, column, row - 1, column)).name, said("settings"), f"={cell.on(name)}", value)
        for name, row, column, value in sheets.fixed_settings if isinstance(value, str)
    ]
    before = [*formulas, *numbers, *settings]
    # What the checks are counted from is guarded with them: the lines so far, and the totals over them.
    own = [Cells(TABLE_ROW - 1, NOW, TABLE_ROW + len(before) - 2, NOW), Cells(0, NOW, 1, NOW), Cells(3, NOW, 3, NOW)]
    checks = [guards.formula_line(*place) for place in [*late, *((CHECK_SHEET, cells) for cells in own)]]
    _write_lines(sheets, sheet, [*before, *checks])
    _write_totals(sheets, sheet, [len(formulas), len(numbers), len(settings), len(checks)])
    guarded = (line_cells(len(before), len(checks)), absolute(NOW, GUARD_TOTALS["checks_typed_over"]))
    late_total = "+".join([f"ABS(N({guarded[1]}))", *map(typed_over, guarded)])
    master = master_formula(sheets, check_rows).removeprefix("=")
    formula = f"=IF({late_total}>0,{_TYPED_OVER},{master})"
    sheets.formula(sheet, STATUS_ROW, 1, formula, "master", sheets.checked.master)
    _set_pages(sheet)
    for name in sheets.names:
        for block in guards.blocks_of(sheets.named(name), sheets.may_be_noise):
            sheets.show_zero(sheets.named(name), *block)


def _set_pages(sheet: Worksheet) -> None:
    """Print the checks and what stands under them, not the guards beside; no more pages than they can be read on."""
    last = max(row for row, cells in sheet.table.items() if min(cells) <= _LAST_PRINTED)
    sheet.print_area(0, 0, last, _LAST_PRINTED)
    # xlsxwriter keeps heights in pixels, under a name of its own.
    points = sum(sheet.row_sizes[row][0] * 72 / 96 if row in sheet.row_sizes else LINE for row in range(last + 1))
    sheet.fit_to_pages(1, ceil(points / _POINTS_OF_A_PAGE))


def _write_lines(sheets: Sheets, sheet: Worksheet, lines: list[Line]) -> None:
    for column, width in enumerate((22, 24, 16, 18, 18), start=GUARD_COLUMN):
        sheet.set_column(column, column, width)
    sheets.row(sheet, TABLE_ROW - 1, GUARD_COLUMN, HEADINGS, "heading")
    for row, line in enumerate(lines, start=TABLE_ROW):
        sheets.row(sheet, row, GUARD_COLUMN, (line.sheet, line.cells, line.holds), "text")
        look = "setting_text" if isinstance(line.written, str) else _LOOKS[line.holds]
        sheets.formula(sheet, row, NOW, line.formula, look, line.written)
        sheets.write(sheet, row, NOW + 1, line.written, look)


def _write_totals(sheets: Sheets, sheet: Worksheet, counts: list[int]) -> None:
    formulas, numbers, settings, checks = counts
    now, written = (
        {
            name: line_cells(sum(counts[:i]), count, column)
            for i, (name, count) in enumerate(zip(("formulas", "numbers", "settings", "checks"), counts, strict=True))
        }
        for column in (NOW, NOW + 1)
    )
    tolerance = sheets.resolver(CHECK_SHEET).names["guard_tolerance"]
    changed = [
        f"SUMPRODUCT(--(ABS({now['numbers']}-{written['numbers']})>(1+ABS({written['numbers']}))*{tolerance}))"
        if numbers else "",
        f"SUMPRODUCT(--({now['settings']}<>{written['settings']}))" if settings else "",
    ]
    totals = (
        (f"=SUM({now['formulas']})-SUM({written['formulas']})", "whole", 0),
        (f"={'+'.join(filter(None, changed)) or 0}", "whole", 0),
        (f"=SUM({now['checks']})-SUM({written['checks']})", "whole", 0),
        ("=1/100/100/100/100", "measure", 1e-8),
    )
    for row, (label, (formula, look, value)) in enumerate(zip(LABELS, totals, strict=True), start=1):
        sheets.write(sheet, row, GUARD_COLUMN, label, "label")
        sheets.formula(sheet, row, NOW, formula, look, value)
