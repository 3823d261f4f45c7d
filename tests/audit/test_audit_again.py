"""What stands in a file more than once, formulas without a value, and a report's limits of which half are out of date.

The event is the video's, by FIDE's table and c over the field; its games come from input/video.xlsx.
"""

import openpyxl
import pytest
from made.making import workbook
from made.reading_sheets import COLUMNS, NAMES, rows_of
from made.tables import GOLDEN, ROOT

from pipeline.audit import run
from pipeline.audit.run import audit_file
from pipeline.commands.report import make_report
from pipeline.readers import read_event

EVENT = ROOT / "input" / "video.xlsx"
FIDE = {"dp": "fide", "c": "field", "start": "performance"}
STEPS = ("Ra", "dp", "c", "c_hat", "performance")
RESULT = next(r for r in GOLDEN["results"] if (r["dp"], r["c"], r["start"]) == ("fide", "field", "performance"))


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    """Reads the events without a process of their own, which takes seconds and has its own tests."""
    monkeypatch.setattr(run, "read_event", lambda path, limits, hints, isolated: read_event(path, limits, hints))


def audit_of_book(path, rows, sheet="Ana", given=FIDE, **others):
    return audit_file(workbook(path, rows, sheet=sheet, **others), given, EVENT)[0]


def found(audit, *verdicts):
    """Sheet, cell and verdict of the findings."""
    wanted = verdicts or ("wrong", "carried")
    return [(cell.spot.sheet, cell.spot.cell, cell.verdict) for cell in audit.cells if cell.verdict in wanted]


def with_column(rows, heading, values):
    return [[*row, value] for row, value in zip(rows, [heading, *values], strict=True)]


# --- sheets of their own ----------------------------------------------------------------------------------------------


def test_a_sheet_of_its_own_may_go_further_than_the_first(tmp_path):
    # Ana has more columns, but stops at iteration 1; Luis has iteration 2 and RP, and an error in each, and B10 is a
    # second row of Player D with another: 1850 for his Ra, 1832.5.
    ana = with_column(rows_of(*STEPS), "Iteration 1", COLUMNS["iteration_1"])
    ana = with_column(ana, "p %", [80, 75, 75, 38, 63, 20, 25, 25])
    luis = with_column(rows_of("Ra", "dp", "c", "performance"), "Iteration 2", COLUMNS["iteration_2"])
    luis = with_column(luis, "RP", [round(value, 2) for value in RESULT["limit"]])
    luis[3][6] += 12  # iteration 2 of C
    luis[5][7] += 12  # RP of E
    luis.append([*luis[4][:2], 1850.0, *luis[4][3:]])
    audit = audit_of_book(tmp_path / "hand.xlsx", ana, Luis=luis)
    assert found(audit) == [("Luis", "G4", "wrong"), ("Luis", "H6", "wrong"), ("Luis", "C10", "wrong")]
    assert sum(audit.summary.values()) == 8 * 7 + 8 * 6 + 6
    tables = {(cell.spot.sheet, cell.spot.row >= 9): cell.table for cell in audit.cells}
    assert tables == {("Ana", False): 0, ("Luis", False): 1, ("Luis", True): 2}


def test_a_sheet_of_its_own_has_its_own_sums(tmp_path):
    # Performance adds up to 1996 + 1855.5 + ... : what the video's FIDE columns add up to, and 10 more in Luis's sheet.
    total = round(sum(COLUMNS["performance"]), 2)
    rows = rows_of(*STEPS)
    ana = [*rows, [None, "Sum", None, None, None, None, total]]
    luis = [*rows, [None, "Sum", None, None, None, None, total + 10]]
    audit = audit_of_book(tmp_path / "hand.xlsx", ana, Luis=luis)
    assert found(audit) == [("Luis", "G10", "wrong")]
    assert sum(audit.summary.values()) == 2 * (40 + 1)


# --- sheets that go on from the first ---------------------------------------------------------------------------------


def test_a_sheet_that_goes_on_from_the_first_is_judged_by_its_numbers(tmp_path):
    # dp of D is -95 for -87: what follows in the second sheet, in a column that stands in both, comes from there.
    first = rows_of(*STEPS)
    first[4][3] = -95
    first[4][6] = 1737.5  # 1832.5 - 95
    second = [[row[0], row[1], row[6]] for row in first]
    second[2][2] += 5  # and an error of its own
    audit = audit_of_book(tmp_path / "hand.xlsx", first, Results=second)
    results = [(c.spot.cell, c.verdict, c.origin.cell) for c in audit.cells if c.spot.sheet == "Results" and c.origin]
    assert results == [("C3", "wrong", "C3"), ("C5", "carried", "D5")]
    assert len([cell for cell in audit.cells if cell.spot.sheet == "Results"]) == 8
    # dp alone is wrong in the first: c was judged to be that of the right one and the games.
    assert ("Ana", "D5", "wrong") in found(audit)


def test_a_heading_of_two_meanings_is_in_the_second_sheet_what_it_is_in_the_first(tmp_path):
    # “ARPO” is the limit's RP in the first sheet; so it is in the second, where five of the numbers are the ARPO: by
    # themselves they would be taken for a column of ARPO with three mistakes.
    values = [round(value, 2) for value in RESULT["limit"]]
    first = with_column(rows_of(*STEPS), "ARPO", values)
    second = [[row[0], row[1], row[7]] for row in first]
    for i in (1, 3, 5, 6, 8):
        second[i][2] = round(RESULT["arpo"][i - 1], 2)
    audit = audit_of_book(tmp_path / "hand.xlsx", first, Results=second)
    assert found(audit) == [("Results", f"C{row}", "wrong") for row in (2, 4, 6, 7, 9)]
    assert {cell.column for cell in audit.cells if cell.spot.sheet == "Results"} == {"rp"}


def test_the_last_iteration_of_a_second_sheet_is_that_of_the_first(tmp_path):
    # “ARPO” is iteration 2, the last one of the first sheet; in the second it stands alone, with one error.
    first = with_column(rows_of(*STEPS), "Iteration 1", COLUMNS["iteration_1"])
    first = with_column(with_column(first, "Iteration 2", COLUMNS["iteration_2"]), "ARPO", COLUMNS["iteration_2"])
    second = [[row[0], row[1], row[9]] for row in first]
    second[4][2] += 10
    audit = audit_of_book(tmp_path / "hand.xlsx", first, Results=second)
    assert found(audit) == [("Results", "C5", "wrong")]
    assert sum(audit.summary.values()) == 64 + 8


def test_iterations_of_a_second_sheet_are_as_many_as_it_has(tmp_path):
    # Iteration 1 stands in both; the second sheet's iteration 2 is its own and belongs to the first table.
    first = with_column(rows_of(*STEPS), "Iteration 1", COLUMNS["iteration_1"])
    second = [["No.", "Name", "Iteration 1", "Iteration 2"]]
    second += [[i + 1, name, COLUMNS["iteration_1"][i], COLUMNS["iteration_2"][i]] for i, name in enumerate(NAMES)]
    second[2][2] += 30
    second[3][3] += 30
    audit = audit_of_book(tmp_path / "hand.xlsx", first, Results=second)
    assert found(audit) == [("Results", "D4", "wrong"), ("Results", "C3", "wrong")]
    assert sum(audit.summary.values()) == 56 + 8


# --- further rows -----------------------------------------------------------------------------------------------------


def test_every_further_row_of_a_player_is_judged(tmp_path):
    rows = rows_of(*STEPS)
    twice, thrice, other = list(rows[4]), list(rows[4]), list(rows[2])
    twice[3] = -95  # the second row of D; the third one has another Ra, and B has a second row, which is right
    thrice[2] = 1800.0
    audit = audit_of_book(tmp_path / "hand.xlsx", [*rows, twice, other, thrice])
    assert found(audit) == [("Ana", "D10", "wrong"), ("Ana", "C12", "wrong")]
    assert sum(audit.summary.values()) == 40 + 3 * 5
    assert [cell.table for cell in audit.cells if cell.spot.row >= 9] == [1] * 10 + [2] * 5
    # A sum under them is of the first rows, and judged once.
    total = round(sum(COLUMNS["performance"]), 2)
    summed = [*rows, twice, [None, "Sum", None, None, None, None, total]]
    audit = audit_of_book(tmp_path / "summed.xlsx", summed)
    assert [cell.verdict for cell in audit.cells if cell.spot.cell == "G11"] == ["ok"]
    assert sum(audit.summary.values()) == 40 + 5 + 1


# --- formulas without a value -----------------------------------------------------------------------------------------


def test_formulas_that_nobody_knows_the_value_of_are_not_judged(tmp_path):
    # openpyxl stores no values, and OFFSET isn't calculated here: two cells and a sum have nothing to be judged.
    rows = rows_of(*STEPS)
    rows[1][2], rows[3][6] = "=OFFSET(A1,1,1)", "=OFFSET(A1,2,1)"
    rows[2][3] = "see there"
    rows.append([None, "Sum", "=OFFSET(A1,1,1)", 0, None, None, round(sum(COLUMNS["performance"]), 2)])
    audit = audit_of_book(tmp_path / "hand.xlsx", rows)
    [remark] = [remark for remark in audit.remarks if remark.name == "no_stored_value"]
    assert remark.details == {"count": 3, "cells": "C2, G4, C10"}
    assert {"C2", "G4", "C10"} & {cell.spot.cell for cell in audit.cells} == set()
    assert [cell.spot.cell for cell in audit.cells if cell.verdict == "missing"] == ["D3"]  # a text isn't a formula
    assert sum(audit.summary.values()) == 40 - 2 + 2
    assert not audit.agrees
    # Without any there is no such remark.
    audit = audit_of_book(tmp_path / "plain.xlsx", rows_of(*STEPS))
    assert audit.remarks == () and audit.agrees


# --- a report's limits ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    given = {"dp": "fide", "c": "field"}
    return make_report(EVENT, given, tmp_path_factory.mktemp("report") / "report.xlsx")[1]


def limits_typed_over(report, path, count):
    """A copy of a report with other numbers for so many of the eight limits."""
    book = openpyxl.load_workbook(report)
    sheet = book["ARPO"]
    letter = next(cell.column_letter for cell in sheet[6] if cell.value == "Limit (as read)")
    for row in range(8, 8 + count):
        sheet[f"{letter}{row}"] = 1000.0 + row
    book.save(path)
    return path


@pytest.mark.parametrize(("count", "outdated"), [(4, False), (5, True)])
def test_limits_are_out_of_date_where_most_of_a_part_are_wrong(report, tmp_path, count, outdated):
    audit = audit_file(limits_typed_over(report, tmp_path / "typed.xlsx", count), {})[0]
    assert {remark.name for remark in audit.remarks} >= ({"limit_as_read"} if outdated else set())
    limits = [cell.verdict for cell in audit.cells if cell.column == "limit" and cell.position >= 0]
    assert limits == ([] if outdated else ["wrong"] * 4 + ["ok"] * 4)
    if outdated:
        [remark] = [remark for remark in audit.remarks if remark.name == "limit_as_read"]
        assert remark.details == {"heading": "Limit (as read)", "count": 8}


def test_a_column_of_limits_in_a_sheet_of_ones_own_is_never_out_of_date(tmp_path):
    # Headed otherwise than in a report, eight wrong limits are eight errors.
    limits = [round(value + 50 + 7 * i, 2) for i, value in enumerate(RESULT["limit"])]
    audit = audit_of_book(tmp_path / "hand.xlsx", with_column(rows_of(*STEPS), "Limit", limits))
    assert found(audit) == [("Ana", f"H{row}", "wrong") for row in range(2, 10)]
