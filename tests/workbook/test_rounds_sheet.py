"""The sheet Rounds of `arpo report --rounds all`: RP after each round."""

import openpyxl
import pytest
from made.fields import event
from made.making import csv_file

from pipeline.commands.calculating import calculation_for
from pipeline.commands.convert import write_event
from pipeline.readers.hints import Hints

RATINGS = [2000, 1900, 1800, 1700]
THREE = ("1w2 3d4", "1d3 2w4", "1w4 2d3")


@pytest.fixture
def sheet(arpo, tmp_path):
    write_event(event(RATINGS, *THREE), tmp_path / "e.xlsx")
    done = arpo("report", "e.xlsx", "--out", "r.xlsx", "--rounds", "all")
    assert done.status == 0, done.err
    return openpyxl.load_workbook(tmp_path / "r.xlsx")["Rounds"]


def test_each_column_is_the_rp_of_the_event_that_ended_there(sheet, tmp_path):
    rows = [row for row in sheet.iter_rows(values_only=True) if isinstance(row[0], int | float)]
    assert [row[2] for row in rows] == ["Player A", "Player B", "Player C", "Player D"]
    for last in (1, 2, 3):
        exact = calculation_for(tmp_path / "e.xlsx", {}, hints=Hints(round=last)).exact["rp"]
        assert [row[2 + last] for row in rows] == pytest.approx([exact[row[1]] for row in rows], abs=1e-9)


def test_the_course_of_the_leaders_is_drawn(sheet):
    [chart] = sheet._charts
    assert len(chart.series) == 4
    assert [series.val.numRef.f for series in chart.series][0].startswith("Rounds!$D$")


def test_a_round_in_which_nobody_had_played_is_blank(arpo, tmp_path):
    write_event(event([2000, 1900], "1:half-bye 2:half-bye", "1w2"), tmp_path / "late.xlsx")
    assert arpo("report", "late.xlsx", "--out", "r.xlsx", "--rounds", "all").status == 0
    rows = openpyxl.load_workbook(tmp_path / "r.xlsx")["Rounds"].iter_rows(values_only=True)
    numbers = [row for row in rows if isinstance(row[0], int | float)]
    assert [row[3] for row in numbers] == [None, None] and all(row[4] for row in numbers)


def test_a_file_without_rounds_has_no_course(arpo, tmp_path):
    rows = [["No.", "Name", "Rtg", 1, 2, 3], [1, "A", 2000, "", 1, "½"], [2, "B", 1900, 0, "", 1],
            [3, "C", 1800, "½", 0, ""]]  # fmt: skip
    csv_file(tmp_path / "rr.csv", rows)
    done = arpo("report", "rr.csv", "--out", "r.xlsx", "--rounds", "all")
    assert (done.status, "doesn't say in which round" in done.err) == (3, True)
    assert not (tmp_path / "r.xlsx").exists()


def test_other_values_of_the_option_are_refused(arpo, tmp_path):
    write_event(event(RATINGS, *THREE), tmp_path / "e.xlsx")
    done = arpo("report", "e.xlsx", "--rounds", "3")
    assert (done.status, "--rounds" in done.err) == (2, True)
