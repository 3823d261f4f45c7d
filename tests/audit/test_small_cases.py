"""Small sheets that audits once got wrong, each of another kind (tests/fixtures/audits), with what is right."""

from pathlib import Path

import openpyxl
import pytest

from pipeline.audit.report.data import as_data
from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file

CASES = Path(__file__).parents[1] / "fixtures" / "audits"


def of(name, event=None):
    path = CASES / f"{name}.xlsx"
    return as_data(audit_file(path, {}, CASES / f"{event}.xlsx" if event else None)[0])


def found(data, verdict):
    return {finding["cell"]: finding for finding in data["findings"] if finding["verdict"] == verdict}


def test_numbers_under_an_unknown_heading_keep_a_sheet_from_agreeing():
    # 10 players × 14 columns; all but “Resta 4” have headings that are known.
    data = of("agrees_unread")
    assert (data["outcome"], data["judged"]) == ("partly", 130)
    assert data["not_judged"] == [
        {"sheet": "Hoja1", "cells": "AA2:AA11", "count": 10, "heading": "Resta 4", "reason": "columns_unread"}
    ]
    assert data["summary"]["ok"] == 130
    assert [remark["name"] for remark in data["remarks"]] == ["settings_inferred", "columns_unread", "points_of_games"]


def test_ranks_are_judged_by_points_then_arpo():
    wrong = found(of("rank_wrong"), "wrong")
    assert {cell: finding["expected"] for cell, finding in wrong.items()} == {"N2": 1, "N3": 3, "N4": 2, "N5": 4}
    assert all(finding["causes"] == [] for finding in wrong.values())


def test_a_slip_in_a_column_that_is_not_shown_is_one_origin():
    data = of("hidden_dp")
    [(cell, wrong)] = found(data, "wrong").items()
    assert (cell, wrong["causes"]) == ("K4", ["table_row_beside", "not_shown"])
    assert {finding["origin"] for finding in found(data, "carried").values()} == {"K4"}


def test_a_wrong_number_of_games_carries_also_where_the_sum_was_divided_by_the_games_that_there_are():
    data = of("games_wrong")
    assert set(found(data, "wrong")) == {"K4"}
    assert found(data, "carried")["Q4"]["origin"] == "K4"


def test_a_performance_from_rated_opponents_alone():
    data = of("rp_rated_only", "event_unrated")
    assert {cell: f["causes"] for cell, f in found(data, "wrong").items()} == dict.fromkeys(
        ("B2", "B4", "B5"), ["unrated_left_out"]
    )


def test_a_mistake_of_a_whole_column_is_one_cause_said_once():
    data = of("it_with_dp")
    [pattern] = data["patterns"]
    assert (pattern["columns"], pattern["cause"], pattern["count"]) == (["iteration_1"], "iteration_with_dp", 4)
    assert {tuple(finding["causes"]) for finding in data["findings"]} == {("iteration_with_dp",)}


def test_points_are_no_shifted_decimals():
    [wrong] = found(of("points_decimal_shift"), "wrong").values()
    assert (wrong["cell"], wrong["causes"]) == ("J4", [])


def test_an_input_that_several_cells_contradict_is_named():
    data = of("rating_typed_wrong")
    [(cell, wrong)] = found(data, "wrong").items()
    assert (cell, wrong["stated"], wrong["expected"], wrong["causes"]) == ("C4", 2100, 1800, ["input_typed"])
    assert {finding["origin"] for finding in found(data, "carried").values()} == {"C4"}


def test_each_student_is_judged_by_the_settings_of_his_own_sheet():
    assert of("r34_two_students_two_settings")["outcome"] == "agrees"


def test_points_of_the_games_alone_are_right_and_said_once():
    data = of("points_games_only")
    assert data["outcome"] == "agrees"
    assert [remark["name"] for remark in data["remarks"]].count("points_of_games") == 1


@pytest.mark.parametrize("name", ["two_tables_below", "no_number_column", "opponents_by_name"])
def test_all_that_stands_in_the_file_is_read(name):
    data = of(name)
    assert (data["outcome"], data["findings"]) == ("agrees", [])


# The games of the sheet itself

def game(name, tmp_path, changes):
    path = tmp_path / f"{name}.xlsx"
    book = openpyxl.load_workbook(CASES / f"{name}.xlsx")
    for cell, value in changes.items():
        book.active[cell] = value
    book.save(path)
    return as_data(audit_file(path, {})[0])


def test_one_contradictory_result_is_a_finding_and_no_stop(tmp_path):
    """Beta beat Delta in the second round, whose row says so; the numbers do, too: his own row has a loss."""
    right = {"K4": 1991.67, "L2": 2015.17, "L3": 1822.06, "L4": 1894.28, "L5": 1266.5}
    data = game("hidden_dp", tmp_path, {**right, "G3": "l"})
    [finding] = data["findings"]
    assert (finding["cell"], finding["player"], finding["stated"]) == ("G3", "Beta", "l")
    assert (finding["column"], finding["causes"]) == ("result_2", ["results_contradict"])


@pytest.mark.parametrize(("shown", "name"), [("dp", "event_contradicts"), ("Elo", "event_contradicts_untold")])
def test_a_contradiction_in_the_event_s_file_is_no_stop(shown, name, tmp_path):
    """Ana beat Bea, says her row, and Bea's a draw; of two games, dp of 100 % and 0 % are those of the win."""
    event = tmp_path / "event.csv"
    games = "1;Ana;1900;2;w\n2;Bea;1800;1;d\n3;Ida;1700;4;d\n4;Eva;1600;3;d\n"
    event.write_text(f"No.;Name;Elo;Opponent 1;Result 1\n{games}")
    hand = tmp_path / "hand.csv"
    values = {"dp": (800, -800, 0, 0), "Elo": (1900, 1800, 1700, 1600)}[shown]
    ra = (1800, 1900, 1600, 1700)
    rows = [f"{who};{one};{other}" for who, one, other in zip(("Ana", "Bea", "Ida", "Eva"), values, ra, strict=True)]
    hand.write_text("\n".join([f"Nombre;{shown};Ra", *rows]))
    audit, _ = audit_file(hand, {"dp": "fide"}, event)
    assert audit.agrees and len(audit.cells) == 8
    said = {remark.name: words("es").remark(remark) for remark in audit.remarks}
    who = "event.csv, línea 3, campo 5, ronda 1 de Bea: «d»" if shown == "dp" else "event.csv, línea "
    assert list(said) == [name] and who in said[name]


def test_a_result_typed_wrong_in_both_rows_is_named(tmp_path):
    """All dp are those of Alfa's win against Beta, not of a draw."""
    iteration = {f"O{row}": None for row in range(1, 6)}
    data = game("it_with_dp", tmp_path, {**iteration, "E2": "d", "E3": "d"})
    [finding] = data["findings"]
    assert (finding["cell"], finding["causes"], finding["weights"]) == ("E2", ["result_typed"], ["likely"])
    assert data["summary"]["ok"] == 20
