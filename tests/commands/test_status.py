"""The status as a promise: ok, provisional or check, in words, in --json and as an exit status; and the ranks."""

import json

import pytest
from made.fields import VIDEO, calculate, event, report
from made.xlsx import values

from pipeline.commands.convert import write_event
from pipeline.readers import read_event
from pipeline.workbook.layout import layout_of

WHOLE = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2d3")
PENDING = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1?4 2d3")
PARTS = event([2000, 1900, 1800, 1700, 1600, None], "1w2 4w5", "1w3 4d6", "2w3 5w6")
WRONG = event([2000, 1900, 1800], "1w2", "1d3", "2w3", points_stated=[4, 1, 0.5])
"""Player 1 has 1½ points and not 4."""
STATES = {
    "whole": (WHOLE, (), "ok", "ALL "),
    "pending": (PENDING, (), "provisional", "PROVISIONAL: 1 game to be played"),
    "parts": (
        PARTS, (), "provisional",
        "PROVISIONAL: 2 parts of the field that no game links; 1 unrated player without a declared rating",
    ),
    "declared": (PARTS, ("--unrated", 1500), "provisional", "PROVISIONAL: 2 parts of the field that no game links"),
    "drift": (WHOLE, ("--c", "opponents", "--start", "rating"), "ok", "ALL "),
    "wrong": (WRONG, (), "check", "CHECK: 1 of 2"),
}


@pytest.mark.parametrize("name", STATES)
def test_states(arpo, tmp_path, name):
    made, given, state, begins = STATES[name]
    write_event(made, tmp_path / "e.xlsx")
    done = arpo("report", "e.xlsx", "--out", "r.xlsx", "--json", *given)
    data = json.loads(done.out)
    assert (done.status, data["state"]) == (0, state)
    assert data["status"].startswith(begins)
    found = values(tmp_path / "r.xlsx")
    statuses = {found.get((sheet, "B3")) for sheet in ("Summary", "Event", "ARPO", "Checks", "dp table", "About")}
    assert statuses == {data["status"]}
    # With --strict only ok is an exit status of 0; the workbook is written and the numbers are printed all the same.
    expected = 0 if state == "ok" else 1
    strict = arpo("report", "e.xlsx", "--out", "s.xlsx", "--strict", *given)
    assert (strict.status, (tmp_path / "s.xlsx").is_file()) == (expected, True)
    table = arpo("table", "e.xlsx", "--strict", *given)
    assert (table.status, table.out.startswith("no,name,")) == (expected, True)
    if not given:
        checked = arpo("check", "e.xlsx", "--strict")
        assert checked.status == expected
        assert checked.out.startswith(data["status"])
        assert arpo("check", "e.xlsx").status == 0


def test_unrated_players_of_a_connected_field_are_to_know():
    made = event([2000, None, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2w3")
    calculation = calculate(made)
    assert calculation.state == "ok"
    assert calculation.master.endswith(" · 1 to know")


def test_rate_has_the_states(arpo, tmp_path):
    for made, state, status in ((WHOLE, "ok", 0), (PENDING, "provisional", 1)):
        write_event(made, tmp_path / "e.xlsx")
        done = arpo("rate", "e.xlsx", "--k", 20, "--out", "r.xlsx", "--json", "--strict")
        assert (done.status, json.loads(done.out)["state"]) == (status, state)
        assert arpo("rate", "e.xlsx", "--k", 20, "--out", "r.xlsx").status == 0
    assert values(tmp_path / "r.xlsx")["Rating", "B3"].startswith("PROVISIONAL: 1 game to be played")


def test_rp_decides_inside_a_part_and_equal_points_of_two_parts_share_a_rank():
    """Part 1 is 1, 2, 3, 4, where 1 beat 3 and 2 beat 4, whom 3 beat; part 2 is 5 and 6, where 5 won and had a bye."""
    made = event([2000, 1900, 1800, 1700, 1600, 1500], "1w3 2w4 5w6", "1d2 5:half-bye", "3w4")
    frame = calculate(made).work.frame
    assert frame["score"].tolist() == [1.5, 1.5, 1, 0, 1.5, 0]
    assert frame["rp"][1] > frame["rp"][2] + 1
    # 1 is before 2 by RP; 5 compares with neither, and nobody is before him in his part; 3 comes after these three; the
    # last of both parts, 4 and 6, share the fifth rank
    assert frame["rank"].tolist() == [1, 2, 4, 5, 1, 5]
    assert frame["place"].tolist() == [1, 3, 4, 5, 2, 6]


def test_one_round_has_as_many_parts_as_games():
    calculation = calculate(event([2000 - 10 * i for i in range(8)], "1w2 3w4 5w6 7d8"))
    # 1, 3 and 5 won; 7 and 8 drew: inside their part 7 is no better than 8 by RP, for both met only each other
    ranks = calculation.work.frame["rank"]
    assert [ranks[no] for no in (1, 3, 5)] == [1, 1, 1]
    assert [ranks[no] for no in (2, 4, 6)] == [6, 6, 6]


def test_a_stated_rp_that_is_one_constant_off_is_said_first_and_once(tmp_path):
    rounds = "1w2 3d4", "1d3 2w4", "1w4 2d3"
    rp = calculate(event([2000, 1900, 1800, 1700], *rounds)).work.frame["rp"]
    stated = {"RecRp": (rp - 7).round(3).tolist()}
    calculation = report(tmp_path / "r.xlsx", event([2000, 1900, 1800, 1700], *rounds, stated=stated))
    assert calculation.state == "ok"
    assert "stated" not in calculation.master
    said = "The stated RecRp is RP but for one constant (+7.00 for all 4 players who have one)"
    assert calculation.findings[0] == f"{said}, so the order is the same."
    first = f"A{layout_of(calculation).summary.findings_row}"
    assert values(tmp_path / "r.xlsx")["Summary", first].startswith(f"As read: {said}, so the order")
    assert not [check for check in calculation.to_look_at if "stated" in check.key]


def test_a_stated_rp_that_is_another_one_is_an_error():
    made = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2d3", stated={"RecRp": [2000, 1900, 1850, 1700]})
    calculation = calculate(made)
    assert calculation.state == "check"
    assert calculation.findings[0].startswith("The stated RecRp isn't RP, nor RP but for one constant")


def test_summary_is_the_first_sheet_and_every_sheet_has_the_status_in_its_first_rows(tmp_path):
    import openpyxl

    calculation = report(tmp_path / "r.xlsx", PENDING)
    book = openpyxl.load_workbook(tmp_path / "r.xlsx", data_only=True)
    assert book.sheetnames[0] == "Summary"
    assert layout_of(calculation).summary.table_row > 3
    for sheet in book:
        first_rows = [str(cell.value) for row in sheet.iter_rows(max_row=12) for cell in row]
        assert sum(text.startswith("PROVISIONAL: 1 game to be played") for text in first_rows) == 1, sheet.title


def test_the_video_by_c_of_the_opponents_and_the_fide_table_has_no_rp(arpo):
    done = arpo("check", VIDEO)
    assert done.out.startswith("ALL ")  # the event's own settings: logistic-floor
    done = arpo("report", VIDEO, "--dp", "fide", "--strict")
    assert done.status == 1
    assert "Status: PROVISIONAL: no RP: ĉ drifts" in done.out


def test_rounds_that_are_left_are_provisional(arpo, tmp_path):
    # Three rounds have columns, two were played; typed in full, nothing is left.
    two = event([2000, 1900, 1800, 1700], "1w2 3w4", "1w3 2w4", "")
    write_event(two, tmp_path / "two.xlsx")
    assert arpo("check", "two.xlsx").out.startswith("PROVISIONAL: 1 round to be played")
    report = arpo("report", "two.xlsx", "--json", "--out", "r.xlsx")
    assert json.loads(report.out)["state"] == "provisional"
    assert values(tmp_path / "r.xlsx")["Summary", "B3"].startswith("PROVISIONAL: 1 round to be played")
    three = event([2000, 1900, 1800, 1700], "1w2 3w4", "1w3 2w4", "1w4 2d3")
    assert calculate(three).state == "ok"


@pytest.mark.parametrize(("record", "left"), [("XXR 9", 8), ("142 3", 2), ("XXR 1", 0), ("", 0)])
def test_rounds_that_a_report_file_declares(tmp_path, record, left):
    lines = [
        "012 Village", *([record] if record else []),
        "001    1      Anna                              2000                             1.0    1     2 w 1",
        "001    2      Bo                                1900                             0.0    2     1 b 0",
    ]
    path = tmp_path / "v.trf"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert read_event(path).rounds_left == left
