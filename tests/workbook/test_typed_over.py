"""A number typed over anything that the workbook computes, or rests on, makes the status red.

For each case one cell of an open workbook is changed, and then put back.
"""

import re
import zipfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

import pytest
from made.article import WORKBOOKS
from made.fields import address, event, report
from made.recalc import recalculate
from made.typing_in import type_in
from made.xlsx import Cell, Value, edit, formulas, parts_of, poison, values
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from pipeline.method.calculation import Calculation
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.reading import read_entry
from pipeline.rating.settings import RatingSettings
from pipeline.workbook.guards import NOW
from pipeline.workbook.layout import ARPO, CHECK_SHEET, DP, EVENT, FIRST_ROW, NO_GAME_ROW, STEP_ROW, SUMMARY, layout_of
from pipeline.workbook.names import FIRST_LINE, STANDINGS_SHEET
from pipeline.workbook.rating.layout import TABLES
from pipeline.workbook.rating.write import write_rating_report
from pipeline.workbook.templates import GUARD_TOTALS, STATUS_ROW

NUMBER = 777.25
"""What is typed; no cell of these workbooks has it."""
STATUS = f"B{STATUS_ROW}"
LAST_STATUS = ("About", STATUS)
"""No cell can look at this one, for it looks at all others: it turns red by its own format."""

TWO_PARTS = event([2000, 1900, 1800, 1700, 1600, 1500], "1w2 4w5", "1w3 4d6", "2w3 5w6")


def sound() -> object:
    """Six players, everything agrees; player 6 has no game, and one is unrated."""
    return event([2000, None, 1800, 1700, 1900, 1850], "1w2 3d4", "1d3 2w5", "2d4 1w5", "1w4 3d5 6:full-bye", "2d3 4w5")


REPORTS = {
    "iterations": (sound, {"iterations": 100, "threshold": 0.5}),
    "limit, start and cut": (sound, {"iterations": 3, "start": "rating", "worst": 1}),
    "two parts": (lambda: TWO_PARTS, {"iterations": 4}),
}


def one_cell_of_each_run(path: Path, skipped: tuple[str, ...] = ()) -> list[Cell]:
    """For each column of each sheet, and each run of formulas in it, the one in the middle."""
    places: dict[tuple[str, int], list[int]] = {}
    for sheet, cell in formulas(path):
        column, row = coordinate_from_string(cell)
        if sheet not in skipped:
            places.setdefault((sheet, column_index_from_string(column) - 1), []).append(row)
    chosen = []
    for (sheet, column), rows in places.items():
        for _, run in groupby(enumerate(sorted(rows)), lambda place: place[1] - place[0]):
            found = [row for _, row in run]
            chosen.append((sheet, address(column, found[len(found) // 2])))
    return chosen


def of_the_arpo_sheet(calculation: Calculation) -> list[Cell]:
    """A player's cell of each column (of a family, of its last), every sum under it, and what it rests on."""
    layout = layout_of(calculation)
    rests_on = [(key, row) for key in ("rating", "iteration", "rp") for row in (NO_GAME_ROW, STEP_ROW)]
    sums = [(key, row) for key in layout.columns if key != "name" for row in layout.sum_rows.values()]
    places = [*((key, FIRST_ROW + 2) for key in layout.columns), *sums, *rests_on]
    return [(ARPO, address(layout.columns[key].last, row)) for key, row in places]


def numbers_of_tables(path: Path) -> list[Cell]:
    """Of each column of the tables of numbers, one; what is typed in as an input isn't on these sheets."""
    chosen: dict[tuple[str, str], Cell] = {}
    rules = formulas(path)
    for (sheet, cell), value in values(path).items():
        column, row = coordinate_from_string(cell)
        if sheet in (DP, TABLES, CHECK_SHEET) and isinstance(value, float) and (sheet, cell) not in rules and row > 5:
            chosen.setdefault((sheet, column), (sheet, cell))
    return list(chosen.values())


def red(found: Mapping[Cell, Value]) -> bool:
    """Whether the status on some sheet says CHECK."""
    return any(cell == STATUS and str(value).startswith("CHECK:") for (_, cell), value in found.items())


def unnoticed(path: Path, cells: list[Cell], folder: Path) -> list[Cell]:
    """The cells, of those that hold something, over which a number can be typed and no status turns red."""
    held = values(path)
    cells = [cell for cell in dict.fromkeys(cells) if cell in held and cell != LAST_STATUS]
    found = type_in({path: [{cell: NUMBER} for cell in cells]}, folder)[path]
    return [cell for cell, case in zip(cells, found, strict=True) if not red(case)]


def rating_report(path: Path, name: str) -> None:
    games = event([2710, 2290, 2650, None], "1w2 3d4", "1d3 2w4", "1l4 2+3", birth=["1990", "2009", None, "2010"])
    entry = entry_of(games) if name == "event" else read_entry(WORKBOOKS / "irt56.xlsx")
    calculation = calculated(entry, RatingSettings(k=20.0, year=2026))
    write_rating_report(calculation, path)
    assert calculation.state == "ok"


@pytest.mark.needs_office_python
def test_a_number_over_any_column_sum_or_block_of_a_report(tmp_path):
    path = tmp_path / "report.xlsx"
    make, given = REPORTS["limit, start and cut"]
    calculation = report(path, make(), **given)
    assert calculation.state == "ok"
    cells = of_the_arpo_sheet(calculation) + one_cell_of_each_run(path, skipped=(ARPO, EVENT)) + numbers_of_tables(path)
    cells += [
        (SUMMARY, f"I{row}")
        for name, row in layout_of(calculation).summary.setting_rows.items()
        if name not in ("unrated", "threshold")
    ]
    assert len(cells) > 150
    assert unnoticed(path, cells, tmp_path) == []


@pytest.mark.needs_office_python
def test_a_number_over_any_column_or_block_of_a_rating_report(tmp_path):
    path = tmp_path / "rating.xlsx"
    rating_report(path, "event")
    cells = one_cell_of_each_run(path, skipped=(EVENT, "About")) + numbers_of_tables(path)
    assert len(cells) > 60
    assert unnoticed(path, cells, tmp_path) == []


@pytest.mark.needs_libreoffice
@pytest.mark.parametrize("name", [*REPORTS, "event", "summary table"])
def test_every_cell_that_was_typed_over_is_counted(name, tmp_path):
    """One cell of each column of each block at once; those of the checks are counted by themselves."""
    path = tmp_path / "report.xlsx"
    if name in REPORTS:
        make, given = REPORTS[name]
        calculation = report(path, make(), **given)
        assert calculation.state == ("provisional" if name == "two parts" else "ok")
    else:
        rating_report(path, name)
    guards = {(CHECK_SHEET, address(NOW, row)) for row in range(1, 200)}
    cells = {cell for cell in one_cell_of_each_run(path) if cell[1] != STATUS and cell not in guards}
    changed = edit(path, tmp_path / "e.xlsx", dict.fromkeys(cells, NUMBER), over_formulas=True)
    [new] = recalculate([poison(changed, tmp_path / "p.xlsx")], tmp_path / "out")
    found = values(new)
    counted = [found[CHECK_SHEET, address(NOW, GUARD_TOTALS[total])] for total in ("typed_over", "checks_typed_over")]
    assert sum(counted) == len(cells)
    assert found[CHECK_SHEET, STATUS] == "CHECK: formulas of the checks were typed over"


@pytest.mark.needs_office_python
def test_another_formula_in_the_place_of_rp_arpo_rank_place_or_standing(tmp_path):
    """They are recomputed from what they come from: a formula that gives something else is found, too."""
    path = tmp_path / "report.xlsx"
    make, given = REPORTS["iterations"]
    calculation = report(path, make(), **given)
    layout = layout_of(calculation)
    row = layout.summary.table_row + 2
    cells = [(ARPO, address(layout.columns[key].first, FIRST_ROW + 1)) for key in ("rp", "arpo", "rank", "place")]
    cells += [(SUMMARY, f"{column}{row}") for column in "ABDEF"]
    cells += [(STANDINGS_SHEET, f"{column}{FIRST_LINE + 1}") for column in "ABE"]
    for cell, found in zip(cells, type_in({path: [{cell: "=1000+1"} for cell in cells]}, tmp_path)[path], strict=True):
        assert str(found[SUMMARY, STATUS]).startswith("CHECK:"), cell
        guard = layout.check_rows["typed_over"]
        assert found[CHECK_SHEET, f"F{guard}"] == "OK", cell  # they are formulas


def test_every_formula_block_turns_red_by_its_own_format(tmp_path):
    """Also the last status cell, at which no other can look."""
    path = tmp_path / "report.xlsx"
    make, given = REPORTS["limit, start and cut"]
    report(path, make(), **given)
    found = formulas(path)
    with zipfile.ZipFile(path) as archive:
        for sheet, part in parts_of(path).items():
            xml = archive.read(part).decode("utf-8")
            formats = re.findall(r'<conditionalFormatting sqref="([^"]+)">(.*?)</cond', xml, re.DOTALL)
            areas = [area for area, rules in formats if "NOT(_xlfn.ISFORMULA(" in rules]
            covered = {cell for area in areas for cell in _cells(area)}
            own = {cell for of, cell in found if of == sheet}
            if sheet == CHECK_SHEET:  # the table of guarded blocks is looked at by the status itself
                own = {c for c in own if column_index_from_string(coordinate_from_string(c)[0]) - 1 < NOW}
            assert own <= covered, sheet


def _cells(area: str) -> list[str]:
    first, _, last = area.partition(":")
    (c1, r1), (c2, r2) = (coordinate_from_string(cell) for cell in (first, last or first))
    columns = range(column_index_from_string(c1) - 1, column_index_from_string(c2))
    return [address(column, row) for column in columns for row in range(r1, r2 + 1)]
