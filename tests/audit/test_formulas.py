"""Formulas of an audited workbook: typed over, unlike their neighbours, too short, in the wrong row, stale.

The sheet is that of formula_sheets.py.
"""

from pathlib import Path

import openpyxl
import pytest
from made.formula_sheets import (
    C_OF_FIELD,
    FIELD,
    GOLDEN_PERFORMANCE,
    HEADINGS,
    audited,
    average,
    details,
    findings,
    opponents,
    workbook,
)
from made.tables import video_columns

from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file


def test_an_unrounded_result_claims_all_its_decimals(tmp_path):
    # The plain average of dp is (240 + 193 + 193 - 87 + 95 - 240 - 193 - 193)/8 = 1, and that is no 0.94 rounded.
    plain = {"P2": ("=AVERAGE(O2:O9)", 1.0), "Q2": ("=O2-P2", 239.0)}
    audit = audited(tmp_path, plain)
    assert findings(audit)["P2"] == ("wrong", ["unlike_neighbours", "c_plain"])
    assert findings(audit)["Q2"] == ("carried", [])
    # A rounded result, one taken over from elsewhere and a typed number claim what they show.
    elsewhere = {"W1": (0.94, None), "P2": ("=W1", 0.94)}
    for changes in ({"P2": ("=ROUND(16/17,0)", 1.0)}, {"P2": ("=1", 1.0)}, {"P2": (1, None)}, elsewhere):
        changes = {**changes, "Q2": ("=O2-P2", 240 - float(changes["P2"][1] or 1))}
        assert findings(audited(tmp_path, changes))["P2"][0] == "rounding", changes


def test_a_long_chain_of_formulas_beside_the_table_is_not_followed(tmp_path):
    chain = {f"X{row}": (f"=X{row + 1}+0", 0.0) for row in range(1, 1200)}
    audit = audited(tmp_path, {**chain, "P2": ("=AVERAGE(O2:O9)+X1", 1.0), "Q2": ("=O2-P2", 239.0)})
    assert findings(audit)["P2"][0] == "rounding"


def test_who_was_left_out_is_told_by_the_range(tmp_path):
    # 7 and 8 both have -193 in 4 games: c without either is (32 + 772)/30; the range ends at 7.
    short = {"P2": (C_OF_FIELD.format(last=8), 26.8), "Q2": ("=O2-P2", 213.2)}
    audit = audited(tmp_path, short)
    [cell] = [cell for cell in audit.cells if cell.spot.cell == "P2"]
    assert [fit.name for fit in cell.causes] == ["range_too_short", "player_left_out"]
    assert cell.causes[1].details == {"who": "Player H"}


def test_right_formulas_with_right_values_are_passed(tmp_path):
    audit = audited(tmp_path, {})
    assert findings(audit) == {}
    assert audit.formulas == ()
    assert audit.agrees
    assert audit.summary["ok"] == 8 * len(HEADINGS) + 1


def test_a_right_number_typed_over_a_formula_is_said_and_a_difference(tmp_path):
    audit = audited(tmp_path, {"S4": (1805.5, None)})
    assert findings(audit) == {"S4": ("ok", ["typed_over_formula"])}
    assert audit.outcome == "differences"
    assert "1 number was typed over a formula" in words("en").master(audit)


def test_a_wrong_number_typed_over_a_formula(tmp_path):
    # 1815.5 for 1805.5; S10, stored as before, is the right sum of the right numbers, but not of those above it
    audit = audited(tmp_path, {"S4": (1815.5, None)})
    found = findings(audit)
    assert found["S4"][0] == "wrong"
    assert found["S4"][1][0] == "typed_over_formula"
    assert not audit.agrees
    # C's opponents A, B, G and H, and the sum, would change once recalculated; nothing else would.
    stale = details(audit, "stale_value")
    assert set(stale) == {"T2", "T3", "T8", "T9", "S10"}
    assert float(stale["S10"]["value"]) == pytest.approx(sum(GOLDEN_PERFORMANCE) + 10)
    assert set(found) == {"S4", *stale}


def test_numbers_are_typed_over_nothing_where_formulas_are_the_fewer(tmp_path):
    typed = {f"S{no + 1}": (GOLDEN_PERFORMANCE[no - 1], None) for no in range(1, 6)}
    assert findings(audited(tmp_path, typed)) == {}  # five numbers and three formulas
    del typed["S2"]
    found = findings(audited(tmp_path, typed))  # four and four: still no rule
    assert found == {}
    del typed["S3"]
    assert set(findings(audited(tmp_path, typed))) == {"S4", "S5", "S6"}


def test_a_formula_unlike_its_neighbours(tmp_path):
    # ĉ of B as O3+P3 = 193 + 0.9412
    audit = audited(tmp_path, {"Q3": ("=O3+P3", 193 + 16 / 17)})
    assert details(audit, "unlike_neighbours") == {"Q3": {"formula": "=O3+P3", "expected": "=O3-P3"}}
    assert findings(audit)["Q3"] == ("wrong", ["unlike_neighbours", "c_hat_added"])


def test_a_formula_unlike_its_neighbours_that_gives_the_same(tmp_path):
    audit = audited(tmp_path, {"Q3": ("=-P3+O3", 193 - 16 / 17)})
    assert findings(audit) == {"Q3": ("ok", ["unlike_neighbours"])}
    assert audit.agrees


def test_two_formulas_of_equally_many_rows_are_no_rule_for_each_other(tmp_path):
    c_hat = video_columns("fide", "field")["c_hat"]
    changes: dict[str, tuple[object, object]] = {f"Q{row}": (f"=-P{row}+O{row}", c_hat[row - 2]) for row in range(2, 6)}
    assert findings(audited(tmp_path, changes)) == {}
    del changes["Q2"]
    assert set(findings(audited(tmp_path, changes))) == {"Q3", "Q4", "Q5"}


def test_blanks_and_small_letters_make_no_other_formula(tmp_path):
    audit = audited(tmp_path, {"P3": ("=SumProduct($U$2:$U$9,$O$2:$O$9)/sum($U$2:$U$9)", 16 / 17)})
    assert findings(audit) == {}


def test_a_range_shorter_than_its_neighbours(tmp_path):
    # without H (4 games, -193): (32 + 4 · 193) / 30, where over all it is 32/34
    short = (32 + 4 * 193) / 30
    audit = audited(tmp_path, {"P3": (C_OF_FIELD.format(last=8), short)})
    expected = {"formula": C_OF_FIELD.format(last=8), "expected": C_OF_FIELD.format(last=9)}
    assert details(audit, "range_too_short") == {"P3": expected}
    assert findings(audit)["P3"][0] == "wrong"
    assert findings(audit)["P3"][1][0] == "range_too_short"


def test_a_range_too_short_in_every_row(tmp_path):
    # All the formulas are alike, and none takes the last player.
    short = (32 + 4 * 193) / 30
    audit = audited(tmp_path, {f"P{row}": (C_OF_FIELD.format(last=8), short) for row in range(2, 10)})
    assert {cell: found["expected"] for cell, found in details(audit, "range_too_short").items()} == {
        f"P{row}": "U2:U9" for row in range(2, 10)
    }


def slipping_c() -> dict[str, tuple[object, object]]:
    """c with its $ forgotten: in row r the ranges are rows r to r + 7, and the sheet has nothing below row 10."""
    columns = video_columns("fide", "field")
    games = [len(opponents(no)) for no in range(1, 9)]
    changes: dict[str, tuple[object, object]] = {}
    for row in range(2, 10):
        n, dp = games[row - 2 :], columns["dp"][row - 2 :]
        value = sum(a * b for a, b in zip(n, dp, strict=True)) / sum(n)
        changes[f"P{row}"] = f"=SUMPRODUCT(U{row}:U{row + 7},O{row}:O{row + 7})/SUM(U{row}:U{row + 7})", value
    return changes


def test_a_range_that_slipped_as_the_formula_was_filled_down(tmp_path):
    # Row 2 has U2:U9, which are all; every row below has one player less, down to the last alone.
    audit = audited(tmp_path, slipping_c())
    found = details(audit, "range_slipped")
    assert set(found) == {f"P{row}" for row in range(3, 10)}
    assert found["P9"] == {"formula": "=SUMPRODUCT(U9:U16,O9:O16)/SUM(U9:U16)", "expected": "$U$2:$U$9"}
    assert all(findings(audit)[cell][1][0] == "range_slipped" for cell in found)
    assert details(audit, "range_too_short") == {}


def test_some_rows_with_a_slipped_range_among_fixed_ones(tmp_path):
    changes = {cell: content for cell, content in slipping_c().items() if cell in ("P2", "P4", "P7")}
    audit = audited(tmp_path, changes)
    whole = C_OF_FIELD.format(last=9)
    assert {cell: found["expected"] for cell, found in details(audit, "range_slipped").items()} == {
        "P4": whole, "P7": whole,
    }
    # The first row's range is all the players, though it would slip: other than its neighbours, and right.
    assert findings(audit)["P2"] == ("ok", ["unlike_neighbours"])


def test_a_table_that_slipped_as_the_search_was_filled_down(tmp_path):
    # dp looked up in W2:X10 (the place of the dp, 1 to 8), in row r from W(r) on: what row 2 finds others miss.
    dp = video_columns("fide", "field")["dp"]
    changes: dict[str, tuple[object, object]] = {}
    for no in range(1, 9):
        changes |= {f"W{no + 1}": (no, None), f"X{no + 1}": (dp[no - 1], None)}
        changes[f"O{no + 1}"] = f"=VLOOKUP(A{no + 1},W{no + 1}:X{no + 8},2,FALSE)", dp[no - 1]
    audit = audited(tmp_path, changes)
    found = details(audit, "range_slipped")
    assert {cell: text["expected"] for cell, text in found.items()} == {
        f"O{row}": "$W$2:$X$9" for row in range(3, 10)
    }
    assert findings(audit)["O3"] == ("ok", ["range_slipped"])
    # Nobody says what the table in W and X is.
    assert (audit.outcome, audit.left_out) == ("partly", 16)


def test_a_sum_whose_range_is_too_short(tmp_path):
    audit = audited(tmp_path, {"S10": ("=SUM(S2:S8)", sum(GOLDEN_PERFORMANCE[:-1]))})
    assert details(audit, "range_too_short") == {"S10": {"formula": "=SUM(S2:S8)", "expected": "S2:S9"}}
    assert findings(audit) == {"S10": ("wrong", ["range_too_short", "sum_left_out"])}


def test_a_reference_to_the_row_below(tmp_path):
    # Ra of B and the dp of C, which is 193, too: the number is right and the formula is not
    audit = audited(tmp_path, {"S3": ("=N3+O4", GOLDEN_PERFORMANCE[1])})
    assert details(audit, "reference_to_wrong_row") == {"S3": {"formula": "=N3+O4", "expected": "=N3+O3"}}
    assert findings(audit) == {"S3": ("ok", ["reference_to_wrong_row"])}


@pytest.mark.parametrize(
    ("column", "letter", "value"),
    [
        # G instead of F, who is the last of A's opponents: ratings 1410 for 1920, which add up to 8780
        ("N", "C", (8780 - 1920 + 1410) / 5),
        # with G's performance 1484.5 for F's 1366
        ("T", "S", video_columns("fide", "field")["iteration_1"][0] + (1484.5 - 1366) / 5),
    ],
)
def test_another_players_row_among_the_opponents(tmp_path, column, letter, value):
    cell = f"{column}2"
    text = "=" + average(letter, [2, 3, 4, 5, 7]) + ("+Q2" if column == "T" else "")
    audit = audited(tmp_path, {cell: (text, value)})
    # A's opponents are B, C, D, E and F, in rows 3 to 7; row 8 is G's.
    assert details(audit, "reference_to_wrong_row") == {cell: {"formula": text, "expected": f"{letter}7"}}
    verdict, causes = findings(audit)[cell]
    assert (verdict, causes[0]) == ("wrong", "reference_to_wrong_row")
    assert "opponent_mistaken" in causes


def test_the_other_column_of_another_row_in_a_step(tmp_path):
    # ĉ of B in the row of A
    text = f"={average('S', opponents(1))}+Q3"
    value = video_columns("fide", "field")["iteration_1"][0] - 240 + 193
    audit = audited(tmp_path, {"T2": (text, value)})
    assert details(audit, "reference_to_wrong_row") == {"T2": {"formula": text, "expected": "Q2"}}
    assert findings(audit)["T2"][1] == ["reference_to_wrong_row", "neighbour_row"]


def test_a_stored_value_that_a_recalculation_does_not_give(tmp_path):
    audit = audited(tmp_path, {"S4": ("=N4+O4", 1815.5)})
    assert details(audit, "stale_value") == {"S4": {"value": "1805.5"}}
    assert findings(audit)["S4"][0] == "wrong"
    assert "stale_value" in findings(audit)["S4"][1]


def test_a_right_stored_value_that_would_change_is_a_difference(tmp_path):
    # The number is right as it is shown, but the formula gives Ra - dp = 1419.5.
    audit = audited(tmp_path, {"S4": ("=N4-O4", 1805.5)})
    assert audit.summary["wrong"] == 0
    assert findings(audit)["S4"] == ("ok", ["unlike_neighbours", "stale_value"])
    assert details(audit, "stale_value")["S4"] == {"value": "1419.5"}
    assert not audit.agrees


def test_formulas_without_stored_values_are_calculated(tmp_path):
    """openpyxl writes none."""
    path = workbook(tmp_path / "hand.xlsx", {"Q3": ("=O3+P3", 0)})
    book = openpyxl.load_workbook(path)
    book.save(tmp_path / "bare.xlsx")
    audit = audit_file(tmp_path / "bare.xlsx", FIELD)[0]
    found = findings(audit)
    assert found["Q3"] == ("wrong", ["unlike_neighbours", "c_hat_added"])
    # Iteration 1 of B is carried, by the same 2 · 16/17.
    assert found == {"Q3": found["Q3"], "T3": ("carried", [])}
    assert details(audit, "stale_value") == {}


def bare(tmp_path: Path, changes: dict[str, tuple[object, object]]):
    """The audit of the sheet saved by openpyxl, which stores no values."""
    openpyxl.load_workbook(workbook(tmp_path / "hand.xlsx", changes)).save(tmp_path / "bare.xlsx")
    return audit_file(tmp_path / "bare.xlsx", FIELD)[0]


def test_a_search_by_order_without_stored_values_is_calculated(tmp_path):
    # dp of A, 240, at the second place of 0, 30, 40: the last that is not above 35
    audit = bare(tmp_path, {
        "W2": (0, None), "W3": (30, None), "W4": (40, None), "X2": (0, None), "X3": (240, None), "X4": (9, None),
        "O2": ("=VLOOKUP(35,$W$2:$X$4,2)", 0),
    })
    assert audit.agrees
    assert {remark.name for remark in audit.remarks} == {"settings_inferred"}


def test_what_has_no_value_and_is_not_calculated_can_not_be_judged(tmp_path):
    # The performance of B, iteration 1 of his opponents, and the sum of the performances have no value.
    audit = bare(tmp_path, {"S3": ("=OFFSET(N3,0,0)+O3", 0)})
    without = {f"T{no + 1}" for no in opponents(2)} | {"S3", "S10"}
    [remark] = [remark for remark in audit.remarks if remark.name != "settings_inferred"]
    assert (remark.name, remark.details["count"]) == ("no_stored_value", len(without))
    assert without.isdisjoint({cell.spot.cell for cell in audit.cells})
    assert audit.summary["ok"] == len(audit.cells) == 8 * len(HEADINGS) + 1 - len(without)
    assert not audit.agrees
    judged = f"{len(audit.cells)} of {8 * len(HEADINGS) + 1}"
    assert words("en").master(audit).startswith(f"PARTLY: {judged} numbers judged, all right")


def test_what_is_not_calculated_is_said_and_judged_as_stored(tmp_path):
    audit = audited(tmp_path, {"S3": ('=WEBSERVICE("http://localhost/")', GOLDEN_PERFORMANCE[1])})
    [remark] = [remark for remark in audit.remarks if remark.name == "not_evaluated"]
    assert remark.details["functions"] == "WEBSERVICE"
    assert findings(audit)["S3"] == ("ok", ["unlike_neighbours"])
