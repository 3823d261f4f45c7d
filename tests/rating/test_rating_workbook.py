"""The rating report as a workbook: every formula equals the frame after a hard recalculation, and after a change."""

import re

import openpyxl
import pytest
from made.article import WORKBOOKS
from made.fields import VIDEO, address, event
from made.recalc import compare, recalculate, roundtrip
from made.xlsx import edit, formulas, poison, values
from openpyxl.formula.translate import Translator

from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.reading import read_entry
from pipeline.rating.settings import RatingSettings
from pipeline.registry import key_of
from pipeline.workbook.layout import FIRST_ROW
from pipeline.workbook.rating.layout import PLAYERS, layout_of
from pipeline.workbook.rating.write import write_rating_report

ROUNDS = ("1w2 3d4 5l6", "1d3 2w5 4w6", "1l4 2+6 3w5", "1w5 2w4 3:half-bye 6:zero-bye", "1w6 2l3 4?5")
RATINGS = (2710, 2290, 2650, None, 1870, None)
OPTIONAL = {
    "title": ["GM", "FM", "im", "", "", ""], "birth": ["1990", "2009-05-01", None, "2010", "1960", None],
    "games_before": [500, 100, 40, None, 12, None], "k": [10, 40, 20, None, None, 40],
}
TABLES = ("chile_1997", "irt56", "panam_men_1999", "panam_women_1999", "examples")


def small(ratings=RATINGS, rounds=ROUNDS):
    return entry_of(event(ratings, *rounds, **OPTIONAL))


def written(path, entry, **given):
    calculation = calculated(entry, RatingSettings(year=2026, **given))
    write_rating_report(calculation, path)
    return calculation


def frames_cells(calculation):
    """Every cell of the sheets Players, Rating and Games, with the frame's value."""
    cells = {}
    for table in layout_of(calculation).tables.values():
        for column in table.columns:
            span = table.spans[column.key]
            for k in range(1, span.count + 1):
                for row, value in enumerate(table.frame[key_of(column, k)].tolist(), start=FIRST_ROW):
                    cells[table.sheet, address(span.at(k), row)] = value
    return cells


CASES = {
    **{name: (lambda name=name: read_entry(WORKBOOKS / f"{name}.xlsx"), {}) for name in TABLES},
    "fide": (small, {"rules": "fide-2024"}),
    "fide with k": (small, {"rules": "fide-2024", "k": 30.0}),
    "article swiss": (small, {"rules": "article"}),
    "article round robin": (small, {"rules": "article", "type": "round-robin"}),
    "rounded down, exact average": (
        lambda: read_entry(WORKBOOKS / "chile_1997.xlsx"), {"average": "exact", "difference": "down"}
    ),
    "video": (lambda: read_entry(VIDEO), {"rules": "fide-2024"}),
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rating")
    return {
        name: (folder / f"{name}.xlsx", written(folder / f"{name}.xlsx", make(), **given))
        for name, (make, given) in CASES.items()
    }


@pytest.mark.needs_libreoffice
@pytest.mark.xdist_group("rating")
def test_every_formula_cell_survives_a_hard_recalculation(reports, tmp_path):
    assert roundtrip([path for path, _ in reports.values()], tmp_path) == []


@pytest.mark.parametrize("name", CASES)
def test_the_cells_are_the_frames(reports, name):
    path, calculation = reports[name]
    assert compare(path, frames_cells(calculation)) == []


@pytest.mark.parametrize("name", CASES)
def test_one_shape_a_column_and_no_numbers_in_formulas(reports, name):
    path, calculation = reports[name]
    found = formulas(path)
    for table in layout_of(calculation).tables.values():
        for column in range(table.width):
            cells = [(table.sheet, address(column, row)) for row in range(FIRST_ROW, table.last_row + 1)]
            texts = [found.get(cell) for cell in cells]
            if texts[0] is None:
                assert set(texts) == {None}
                continue
            for (_, cell), text in zip(cells, texts, strict=True):
                assert Translator(texts[0], origin=cells[0][1]).translate_formula(cell) == text
    for cell, text in found.items():
        bare = re.sub(r'"[^"]*"|\$?[A-Z]{1,3}\$?[0-9]+', "", text)
        numbers = set(re.findall(r"(?<![A-Za-z0-9_.])[0-9]+(?:\.[0-9]+)?", bare))
        assert numbers <= {"0", "1", "100"}, (cell, text)


def assert_what_if(path, changes, expected, tmp_path):
    """Change the workbook's cells, recalculate, and compare all formulas with the report of the changed input."""
    changed = edit(path, tmp_path / "changed.xlsx", changes)
    [new] = recalculate([poison(changed, tmp_path / "poisoned.xlsx")], tmp_path / "out")
    wanted = values(expected)
    skipped = {"About"}
    cells = {cell: wanted.get(cell) for cell in formulas(expected) if cell[0] not in skipped}
    assert compare(new, cells) == []


@pytest.mark.needs_libreoffice
@pytest.mark.parametrize("rules", ["fide-2024", "article"])
def test_what_if_in_an_event(rules, tmp_path):
    """A result, a rating and a pairing."""
    calculation = written(tmp_path / "a.xlsx", small(), rules=rules, type="swiss", k=20.0)
    grid = layout_of(calculation).grid
    assert grid is not None

    def cell(no, key, round_=1):
        return "Event", address(grid.event[key].at(round_), FIRST_ROW + no - 1)

    # round 1: 1w2 becomes 1l2; player 5 gets 2290; round 3: 1l4 3w5 becomes 1l5 3w4
    changes = {
        cell(1, "result"): "l", cell(2, "result"): "w", cell(5, "rating"): 2290,
        cell(1, "opponent", 3): 5, cell(5, "opponent", 3): 1, cell(5, "result", 3): "w",
        cell(3, "opponent", 3): 4, cell(4, "opponent", 3): 3, cell(4, "result", 3): "l",
    }
    rounds = ("1l2 3d4 5l6", *ROUNDS[1:2], "1l5 2+6 3w4", *ROUNDS[3:])
    after = small((2710, 2290, 2650, None, 2290, None), rounds)
    written(tmp_path / "b.xlsx", after, rules=rules, type="swiss", k=20.0)
    assert_what_if(tmp_path / "a.xlsx", changes, tmp_path / "b.xlsx", tmp_path)


@pytest.mark.needs_libreoffice
def test_what_if_in_a_table(tmp_path):
    """Points, a rating, and what K depends on."""
    calculation = written(tmp_path / "a.xlsx", read_entry(WORKBOOKS / "irt56.xlsx"))
    spans = layout_of(calculation).tables[PLAYERS].spans
    changes = {
        (PLAYERS, address(spans[key].first, FIRST_ROW + row)): value
        for key, row, value in (("points", 0, 10), ("points", 7, 8), ("rating", 2, 2195), ("k_given", 2, 25))
    }
    book = openpyxl.load_workbook(WORKBOOKS / "irt56.xlsx")
    sheet = book.active
    for cell, value in (("C4", 10), ("C11", 8), ("B6", 2195), ("K6", 25)):
        assert isinstance(sheet[cell].value, int | float)
        sheet[cell] = value
    book.save(tmp_path / "irt56.xlsx")
    written(tmp_path / "b.xlsx", read_entry(tmp_path / "irt56.xlsx"))
    assert_what_if(tmp_path / "a.xlsx", changes, tmp_path / "b.xlsx", tmp_path)


@pytest.mark.needs_libreoffice
def test_what_if_the_settings_change(tmp_path):
    """The rounding of the average and of D are cells: Chile 1997 with D rounded down is as the article prints it."""
    entry = read_entry(WORKBOOKS / "chile_1997.xlsx")
    calculation = written(tmp_path / "a.xlsx", entry)
    rows = layout_of(calculation).summary.setting_rows
    changes = {("Summary", f"I{rows['average']}"): "exact", ("Summary", f"I{rows['difference']}"): "down"}
    written(tmp_path / "b.xlsx", entry, average="exact", difference="down")
    assert_what_if(tmp_path / "a.xlsx", changes, tmp_path / "b.xlsx", tmp_path)


@pytest.mark.needs_libreoffice
def test_a_result_that_only_one_row_has_fails_its_checks(tmp_path):
    calculation = written(tmp_path / "a.xlsx", small(), rules="fide-2024", k=20.0)
    layout = layout_of(calculation)
    cell = ("Event", address(layout.grid.event["result"].at(1), FIRST_ROW))
    changed = edit(tmp_path / "a.xlsx", tmp_path / "b.xlsx", {cell: "l"})
    [new] = recalculate([poison(changed, tmp_path / "p.xlsx")], tmp_path / "out")
    found = values(new)
    assert [found["Checks", f"F{layout.check_rows[key]}"] for key in ("mismatch", "points")] == ["CHECK", "CHECK"]
    assert found["Summary", "B3"].startswith("CHECK: 2 of")


def test_a_stated_k_that_isnt_the_rules(tmp_path):
    checks = {check.key: check for check in calculated(small(), RatingSettings("fide-2024", k=20.0, year=2026)).checks}
    assert checks["k_other"].value == 1  # player 3 (2650) states 20, the rules say 10; 2 is under 18: 40 is right
    assert checks["k_other"].status == "alert"


def test_text_stays_text(tmp_path):
    entry = entry_of(event([2000, 1900], "1w2", names=["=1+1", "http://x"]))
    written(tmp_path / "a.xlsx", entry, rules="fide-2024")
    found = values(tmp_path / "a.xlsx")
    assert "=1+1" in found.values()
    assert ("Players", "B8") not in {c for c, f in formulas(tmp_path / "a.xlsx").items() if "1+1" in f}


def test_sheets_in_order(reports):
    assert openpyxl.load_workbook(reports["fide"][0], read_only=True).sheetnames == [
        "Summary", "Event", "Players", "Rating", "Games", "Checks", "Tables", "About"
    ]
    assert openpyxl.load_workbook(reports["irt56"][0], read_only=True).sheetnames == [
        "Summary", "Players", "Rating", "Average", "Checks", "Tables", "About"
    ]


def test_players_of_whom_nothing_is_known_have_a_printed_page_too(tmp_path):
    path = tmp_path / "report.xlsx"
    write_rating_report(calculated(entry_of(event([None, None], "1w2")), RatingSettings(rules="fide-2024")), path)
    area = openpyxl.load_workbook(path)["Players"].print_area
    assert area.replace("$", "") == f"'Players'!A{FIRST_ROW}:B{FIRST_ROW + 1}"
