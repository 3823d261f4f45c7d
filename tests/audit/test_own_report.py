"""Our own report as the audited file: its helpers, its limits as read, and what follows once a result was changed."""

from pathlib import Path

import openpyxl
import pytest
from made.tables import ROOT

from pipeline.audit.run import audit_file
from pipeline.audit.sheet.file import opened
from pipeline.audit.sheet.helpers import without_helpers
from pipeline.commands.report import make_report
from pipeline.limits import NORMAL
from pipeline.readers.hints import NONE


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    """The report of the video by c over the field, which always has a limit."""
    given = {"dp": "fide", "c": "field"}
    return make_report(ROOT / "input" / "video.xlsx", given, tmp_path_factory.mktemp("report") / "report.xlsx")[1]


def edited(report: Path, path: Path, changes: dict[tuple[str, str], object]) -> Path:
    """A copy with other contents of cells, saved without any stored value, as openpyxl does it."""
    book = openpyxl.load_workbook(report)
    for (sheet, cell), value in changes.items():
        book[sheet][cell] = value
    book.save(path)
    return path


def column_of(report: Path, heading: str) -> str:
    sheet = openpyxl.load_workbook(report)["ARPO"]
    return next(cell.column_letter for cell in sheet[6] if cell.value == heading)


def other_result(report: Path) -> dict[tuple[str, str], object]:
    """Player A's first result and his opponent's, the other way round: of a win a loss, of all else a win."""
    sheet = openpyxl.load_workbook(report)["Event"]
    opponent, result = sheet["D8"].value, sheet["E8"].value
    mine, his = ("l", "w") if result == "w" else ("w", "l")
    return {("Event", "E8"): mine, ("Event", f"E{7 + opponent}"): his}


def test_an_untouched_report_needs_no_remark(report):
    audit = audit_file(report, {})[0]
    assert audit.agrees
    assert audit.remarks == ()
    assert audit.summary["ok"] == len(audit.cells)


def test_rows_and_columns_that_serve_the_report_are_no_part_of_the_table(report):
    grids = {grid.sheet: grid for grid in without_helpers(opened(report, NORMAL, NONE).grids)[0]}
    names = [grids["ARPO"].text(row, 1) for row in range(len(grids["ARPO"].rows))]
    assert "Player A" in names and "Sum" in names and "Sum × games" in names
    assert "(no game)" not in names and "At most the threshold?" not in names
    headings = [grids["ARPO"].text(5, column) for column in range(len(grids["ARPO"].rows[5]))]
    assert "Limit (as read)" in headings and "Iteration 3" in headings
    assert "Limit as read" not in headings and "Residual" not in headings
    assert grids["Event"] is next(g for g in without_helpers(list(grids.values()))[0] if g.sheet == "Event")


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_the_input_states_is_input(language, tmp_path):
    """RecRp in whole numbers and by another start (10 less than RP), a tie-break of the order, one without a game."""
    path = tmp_path / "event.csv"
    path.write_text(
        "No.;Name;Rating;Opponent 1;Result 1;Opponent 2;Result 2;RecRp;TB1\n"
        "1;Ana;1900;2;w;3;d;1700;2.5\n2;Bea;1800;1;l;4;w;1800;1\n3;Ida;1700;4;d;1;d;1650;2\n"
        "4;Eva;1600;3;d;2;l;1500;1.5\n5;Leo;1500;;zero-bye;;zero-bye;3;0\n", "utf-8")
    given = {"language": language, "order": "PTS,stated:TB1,RP"}
    book = make_report(path, given, tmp_path / "report.xlsx")[1]
    audit = audit_file(book, {})[0]
    assert audit.agrees and audit.left_out == 0
    assert [(remark.name, remark.details) for remark in audit.remarks] == [
        ("stated_by_input", {"headings": "“RecRp”, “TB1”"})]
    sheets = ("Summary", "Standings") if language == "en" else ("Resumen", "Clasificación")
    assert {cell.spot.sheet for cell in audit.cells} == {"ARPO", *sheets}
    # He has 0 points of games, which is judged; he has no RP.
    assert {cell.column for cell in audit.cells if cell.player == "Leo"} == {
        "rating", "games", "score", "points", "rank"}


def test_after_a_change_the_limits_as_read_are_not_judged(report, tmp_path):
    audit = audit_file(edited(report, tmp_path / "edited.xlsx", other_result(report)), {})[0]
    assert [remark.name for remark in audit.remarks] == ["limit_as_read"]
    assert audit.remarks[0].details["heading"] == "Limit (as read)"
    assert "limit" not in {cell.column for cell in audit.cells}
    assert audit.outcome == "partly"  # everything else follows the change, as its formulas are live


def test_what_is_wrong_after_a_change_is_still_found(report, tmp_path):
    cell = f"{column_of(report, 'ĉ')}9"
    changes = {**other_result(report), ("ARPO", cell): 1000.0}
    audit = audit_file(edited(report, tmp_path / "edited.xlsx", changes), {})[0]
    assert "limit_as_read" in {remark.name for remark in audit.remarks}
    assert {found.spot.cell for found in audit.cells if found.verdict == "wrong"} == {cell}


def test_a_single_limit_typed_over_is_wrong(report, tmp_path):
    cell = f"{column_of(report, 'Limit (as read)')}9"
    audit = audit_file(edited(report, tmp_path / "edited.xlsx", {("ARPO", cell): 1000.0}), {})[0]
    assert {found.spot.cell for found in audit.cells if found.verdict == "wrong"} == {cell}
    assert audit.remarks == ()


def test_rp_that_is_empty_because_the_limit_is_out_of_date_is_not_missing(report, tmp_path):
    # RP is empty where neither the iterations nor the limit can be trusted; the report's formulas say so.
    rp, arpo = column_of(report, "RP (video: ARPO)"), column_of(report, "ARPO")
    changes = other_result(report) | {("ARPO", f"{letter}{row}"): None for letter in (rp, arpo) for row in range(8, 16)}
    audit = audit_file(edited(report, tmp_path / "edited.xlsx", changes), {})[0]
    assert [remark.name for remark in audit.remarks] == ["limit_as_read", "rp_as_read", "ranks_by_one"]
    assert audit.remarks[1].details["count"] == 16
    assert audit.summary["missing"] == 0
    assert audit.outcome == "partly"


def test_ranks_are_judged_by_the_order_that_the_report_names(tmp_path):
    # Three have one point; one of them elected to play all rounds: 6, 7, 7, which no order of ours explains.
    report = make_report(ROOT / "input" / "video.xlsx", {"order": "PTS,REP"}, tmp_path / "report.xlsx")[1]
    audit = audit_file(report, {})[0]
    assert audit.agrees
    assert [remark.name for remark in audit.remarks] == ["ranks_by_list"]
    rank = column_of(report, "Rank")
    wrong = audit_file(edited(report, tmp_path / "wrong.xlsx", {("ARPO", f"{rank}15"): 6}), {})[0]
    assert [(cell.spot.cell, cell.expected) for cell in wrong.cells if cell.verdict == "wrong" and cell.column == "rank"
            ] == [(f"{rank}15", 7)]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_calculation_s_sheet_alone_is_judged_by_its_own_rounds(language, tmp_path):
    """Copied to a workbook of its own, as values: its row without a game is nobody's."""
    path = make_report(ROOT / "input" / "video.xlsx", {"language": language}, tmp_path / "report.xlsx")[1]
    book = openpyxl.load_workbook(path, data_only=True)
    for name in book.sheetnames:
        if name != "ARPO":
            del book[name]
    book.save(tmp_path / "alone.xlsx")
    audit = audit_file(tmp_path / "alone.xlsx", {})[0]
    assert audit.agrees and len(audit.event.players) == 8
