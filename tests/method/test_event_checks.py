"""What may be missing or mistyped in an event: a last round left blank, a rating far from all others; shared places."""

import openpyxl
import pytest
from made.fields import calculate, event, report
from made.recalc import roundtrip, soffice

ROUNDS = ("1w2 3d4", "1d3 2w4")


def looked_at(made, **given):
    return {check.key: check for check in calculate(made, **given).to_look_at}


def test_two_who_have_nothing_in_the_last_round_and_have_not_met():
    """1 and 4 haven't met; 2 drew with 3. The game of 1 and 4 may be played still."""
    found = looked_at(event([2000, 1900, 1800, 1700], *ROUNDS, "2d3"))["left_blank"]
    assert (found.value, found.status) == (2, "alert")
    assert "As read: No. 1, 4." in found.trouble


@pytest.mark.parametrize("last", ["2d3 1:zero-bye 4:zero-bye", "2d3 1?4", "2d3 1w4", "2d3 1-4"])
def test_an_absence_a_bye_or_the_game_itself_says_what_it_was(last):
    assert "left_blank" not in looked_at(event([2000, 1900, 1800, 1700], *ROUNDS, last))


def test_who_met_before_or_was_away_the_round_before_too_is_not_meant():
    # 1 and 2 have met
    assert "left_blank" not in looked_at(event([2000, 1900, 1800, 1700], *ROUNDS, "3w4"))
    # 5 and 6 played the first round and no other
    six = event([2000, 1900, 1800, 1700, 1600, 1500], "1w5 2d6 3d4", "1d3 2w4", "1w4 2d3")
    assert "left_blank" not in looked_at(six)


@pytest.mark.parametrize(("ratings", "odd"), [
    ([2000, 1900, 1800, 203], [4]), ([2000, 2300, 2650, 2990], []), ([200, 230, 2000, 1900], []),
    ([2000, 1500, None, 1000], [1, 2, 4]),
    ([2000, 1599, None, None], []), ([1200, 1600, 2000, 2400], []), ([1200, 1601, 2000, 2400], [1]),
])  # fmt: skip
def test_a_rating_further_than_400_from_every_other(ratings, odd):
    found = looked_at(event(ratings, *ROUNDS, "1w4 2d3")).get("odd_rating")
    assert (0 if found is None else found.value) == len(odd)
    for no in odd:
        assert f"{no} ({ratings[no - 1]})" in found.trouble


def test_places_that_are_shared():
    """All games drawn by 1, 2 and 3: dp 0, c 0, one RP for all three; 4 and 5 have different points."""
    drawn = event([2000, 1900, 1800], "1d2", "2d3", "1d3")
    found = looked_at(drawn)["shared"]
    assert (found.value, found.status) == (3, "alert")
    assert "No. 1 (place 1), 2 (place 1), 3 (place 1)." in found.trouble
    assert "shared" not in looked_at(event([2000, 1900, 1800], "1w2", "2d3", "1d3"))
    # two who played one game, and each other alone
    assert looked_at(event([2000, 1900], "1d2"))["shared"].value == 2
    # by rating nobody is level
    assert "shared" not in looked_at(drawn, order="PTS,RTNG", rules="c07-2026")


def test_places_are_not_said_to_be_shared_where_there_is_no_one_order():
    # two parts: 1 and 2, 3 and 4
    assert "shared" not in looked_at(event([2000, 1900, 1800, 1700], "1d2 3d4"))


@pytest.mark.needs_libreoffice
def test_they_are_live(tmp_path):
    """The checks recalculated are what was written: 3 share a place, and 1 has a rating far from the others'."""
    if soffice() is None:
        pytest.skip("LibreOffice is missing")
    path = tmp_path / "report.xlsx"
    report(path, event([300, 1900, 1800, 1700], "1d2 3d4", "1d3 2d4", "1d4 2d3"))
    assert roundtrip([path], tmp_path / "again") == []
    rows = {row[1]: row for row in openpyxl.load_workbook(path, data_only=True)["Checks"].values if row[1]}
    assert rows["Players whose rating is far from all others"][2] == 1
    assert rows["Players who share a place"][2] == 4


def test_the_summary_does_not_promise_a_prize_among_who_share_a_place(tmp_path):
    shared, parted = "but none among players who share a place", "one order holds for all"
    for rounds, text in (("1d2 2d3 1d3", shared), ("1w2 2d3 1d3", parted)):
        report(tmp_path / "report.xlsx", event([2000, 1900, 1800], *rounds.split()))
        sheet = openpyxl.load_workbook(tmp_path / "report.xlsx", data_only=True)["Summary"]
        assert text in sheet["A4"].value
