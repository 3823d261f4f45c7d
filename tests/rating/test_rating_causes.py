"""Each known mistake in a table of ratings: made on purpose in one cell, and named by the audit."""

import math

import pytest
from made.making import workbook

from pipeline.audit.report.data import as_data
from pipeline.audit.run import audit_file

SWISS = [
    ["player", "title", "rating", "games", "average", "D", "expected_per_cent", "expected_points", "points",
     "difference", "K", "rating_change", "per_cent", "dp", "initial_rating"],
    # D 90: 62 %; 8 × .62 = 4.96; 5 - 4.96 = .04; 15 × .04 = .6
    ["Ann", "", 2140, 8, 2050, 90, 62, 4.96, 5, 0.04, 15, 0.6, None, None, None],
    # D -40: 44 %; 9 × .44 = 3.96; 4.5 - 3.96 = .54; 10 × .54 = 5.4
    ["Bob", "IM", 2410, 9, 2450, -40, 44, 3.96, 4.5, 0.54, 10, 5.4, None, None, None],
    # D 200: 76 %; 7.6; 6.5 - 7.6 = -1.1; 15 × -1.1 = -16.5
    ["Cy", "", 2300, 10, 2100, 200, 76, 7.6, 6.5, -1.1, 15, -16.5, None, None, None],
    # 6 of 8 = 75 %: 2000 + 193; 3 of 9 = 33 %: 2100 - 125
    ["Di", "", None, 8, 2000, None, None, None, 6, None, None, None, 75, 193, 2193],
    ["Ed", "", None, 9, 2100, None, None, None, 3, None, None, None, 33, -125, 1975],
]  # fmt: skip
# Six players, two of them unrated (33 %); mean of the rated (2200 + 2100 + 2000 + 1900) / 4 = 2050.
# dp: 80 % 240, 60 % 72, 40 % -72, 20 % -240: sum 0; Rc 2050. D: 150, 50, -50, -150; × 5/6: 125, 41.67, -41.67, -125
ROBIN = [
    ["player", "rating", "points", "per_cent", "dp", "D", "D_corrected", "expected_per_cent", "initial_rating"],
    ["Ann", 2200, 4, 80, 240, 150, 125, 67, None],
    ["Bob", 2100, 3, 60, 72, 50, 42, 56, None],
    ["Cy", 2000, 2, 40, -72, -50, -42, 44, None],
    ["Di", 1900, 1, 20, -240, -150, -125, 33, None],
    # 3 of 5: half a point over 50 %: 2050 + 12.5 = 2062.5 -> 2063; 2 of 5: dp -72 × 5/6 = -60: 1990
    ["Ed", None, 3, 60, None, None, None, None, 2063],
    ["Flo", None, 2, 40, None, None, None, None, 1990],
]


def verdicts(tmp_path, rows) -> dict:
    path = workbook(tmp_path / "table.xlsx", rows, sheet="T")
    return {
        (f["player"], f["column"]): (f["verdict"], f["causes"]) for f in as_data(audit_file(path, {})[0])["findings"]
    }


def with_cell(rows, player, column, value):
    head = rows[0]
    return [
        [value if row[0] == player and heading == column else cell for heading, cell in zip(head, row, strict=True)]
        for row in rows
    ]


def test_the_tables_are_right(tmp_path):
    assert verdicts(tmp_path, SWISS) == verdicts(tmp_path, ROBIN) == {}


@pytest.mark.parametrize(
    ("player", "column", "value", "cause"),
    [
        # the lower rated's column: D 90 read as -90
        ("Ann", "expected_per_cent", 38, "column_misread"),
        ("Ann", "expected_per_cent", 63, "table_row_beside"),
        ("Di", "initial_rating", 2202, "table_row_beside"),  # 76 %: 202
        ("Ed", "dp", -117, "table_row_beside"),  # 34 %
        ("Bob", "K", 15, "k_of_the_wrong_class"),
        ("Bob", "rating_change", 8.1, "k_of_the_wrong_class"),  # 15 × .54
        ("Ann", "rating_change", 1, "k_of_the_wrong_class"),  # 25 × .04, where K 15 is stated
        ("Ann", "D", 72, "factor_undue"),  # 90 × 4/5, in a Swiss of five
        ("Cy", "expected_points", 760, "division_forgotten"),  # 76 × 10
        ("Di", "initial_rating", 2050, "points_instead_of_dp"),  # 2 points over 50 %: 2000 + 50
        ("Cy", "difference", 1.1, "sign"),
        ("Bob", "difference", 1.46, "fractions_swapped"),  # 4 - 3 + (.96 - .5)
        ("Cy", "rating_change", 97.5, "change_of_the_sum"),  # 15 × 6.5
        ("Cy", "expected_points", 6.7, "transposed_digits"),
        ("Bob", "expected_points", 39.6, "decimal_shifted"),
        ("Bob", "difference", 0.04, "neighbour_row"),
    ],
)
def test_a_mistake_in_a_swiss(tmp_path, player, column, value, cause):
    verdict, causes = verdicts(tmp_path, with_cell(SWISS, player, column, value))[player, column]
    assert verdict == "wrong"
    assert cause in causes


def test_what_floating_point_leaves_is_no_digit_that_was_transposed(tmp_path):
    # 5.5 - 4.48 = 1.02 (floats: 1.0199999999999996); 1.02 with two digits changed is 0.12, 2.01 or 1.20, never 0.11
    rows = [SWISS[0][:9] + ["difference"], ["Ann", "", 2043, 8, 2000, 43, 56, 4.48, 5.5, 0.11],
            ["Bob", "", 2140, 8, 2050, 90, 62, 4.96, 5, 0.04]]  # fmt: skip
    verdict, causes = verdicts(tmp_path, rows)["Ann", "difference"]
    assert verdict == "wrong"
    assert "transposed_digits" not in causes
    assert "transposed_digits" in verdicts(tmp_path, with_cell(rows, "Ann", "difference", 2.01))["Ann", "difference"][1]


@pytest.mark.parametrize(
    ("player", "column", "value", "cause"),
    [
        ("Ann", "D_corrected", 150, "factor_forgotten"),
        ("Ann", "expected_per_cent", 70, "factor_forgotten"),  # of 150
        ("Flo", "initial_rating", 1978, "factor_forgotten"),  # 2050 - 72
        ("Ann", "D_corrected", 104, "factor_undue"),  # 125 × 5/6 = 104.17
        ("Ed", "initial_rating", 2060, "factor_undue"),  # 12.5 × 5/6 = 10.42
        ("Ed", "initial_rating", 2122, "dp_instead_of_points"),  # 2050 + 72
        ("Flo", "initial_rating", 2038, "points_instead_of_dp"),  # 2050 - 12.5 = 2037.5
        ("Di", "D_corrected", 125, "sign"),
    ],
)
def test_a_mistake_in_a_round_robin(tmp_path, player, column, value, cause):
    verdict, causes = verdicts(tmp_path, with_cell(ROBIN, player, column, value))[player, column]
    assert verdict == "wrong"
    assert cause in causes


@pytest.mark.parametrize(
    ("player", "value", "cause"),
    [
        ("P3", 0, "rounded_down"),  # 0.857
        ("P4", -83, "rounded_down"),  # -82.29, INT
        ("P6", -252, "rounded_cut_off"),  # -252.86
        ("P0", 256, "rounded_up"),  # 255.43
    ],
)
def test_a_cell_that_is_only_rounded_otherwise(tmp_path, player, value, cause):
    verdict, causes = verdicts(tmp_path, with_cell(rounded_table(round), player, "D_corrected", value))[
        player, "D_corrected"
    ]
    assert verdict == "rounding"
    assert cause in causes


@pytest.mark.parametrize(
    ("player", "value", "cause"),
    [
        # -16.5 rounded is -17: 2300 - 17 = 2283; 2300 - 16.5 = 2283.5, rounded 2284
        ("Cy", 2284, "sum_rounded"),
        ("Cy", 2283.5, "sum_not_rounded"),
        ("Ann", 2140.6, "sum_not_rounded"),  # 2140 + .6, where .6 rounded is 1
        ("Bob", 2415.4, "sum_not_rounded"),  # 2410 + 5.4
    ],
)
def test_a_new_rating_that_is_only_rounded_otherwise(tmp_path, player, value, cause):
    rows = [[*row, new] for row, new in zip(SWISS, ["new_rating", 2141, 2415, 2283, None, None], strict=True)]
    assert verdicts(tmp_path, rows) == {}
    assert verdicts(tmp_path, with_cell(rows, player, "new_rating", value)) == {
        (player, "new_rating"): ("rounding", [cause])
    }


def rounded_table(convention):
    """A round robin of seven (points sum 21, all rated, mean 2003 exactly), D corrected × 6/7 by a convention."""
    ratings, points = [2301, 2203, 2098, 2004, 1907, 1800, 1708], [5, 4.5, 4, 3, 2.5, 1.5, 0.5]
    rows = [["player", "rating", "points", "D_corrected"]]
    for i, (rating, score) in enumerate(zip(ratings, points, strict=True)):
        rows.append([f"P{i}", rating, score, convention((rating - 2003) * 6 / 7)])
    return rows


@pytest.mark.parametrize("convention", [round, int, math.floor, math.ceil])
def test_a_column_rounded_by_one_convention_is_right(tmp_path, convention):
    assert verdicts(tmp_path, rounded_table(convention)) == {}


@pytest.mark.parametrize(("change", "causes"), [(38, ["neighbour_row"]), (39, []), (37, []), (20, None)])
def test_the_k_used_of_the_row_beside_is_a_whole_number(tmp_path, change, causes):
    """Ann's K of 40 is lowered to 700 // 18 = 38; × 1 it is 38, and no 37 or 39 is a rounding of it. Bob's is 20."""
    rows = [["player", "rating", "K", "games", "points", "expected_points", "difference", "K*chg"],
            ["Ann", 1900, 40, 18, 9, 8, 1, 38], ["Bob", 1900, 20, 9, 4.5, 3.5, 1, change],
            ["Cy", 1900, 20, 9, 4.5, 3.5, 1, 20], ["Di", 1900, 20, 9, 4.5, 3.5, 1, 20]]  # fmt: skip
    assert verdicts(tmp_path, rows) == ({} if causes is None else {("Bob", "K*chg"): ("wrong", causes)})


FIRST = [
    ["Nombre", "Partidas", "Puntos", "Ra", "%", "dp", "Elo inicial"],
    ["Eva", 3, 1.5, 1760, 50, 0, 1760],
    ["Zoe", 4, 1, 1850, 33, -125, 1725],
]
"""First ratings by FIDE's rules, with the two draws against 1800: (1 + 1) / (4 + 2) = 33 %, 1850 - 125."""


@pytest.mark.parametrize(("wrong", "causes"), [
    # 34 %: -117; 32 %: -133; half a point of 12.5 is a sum of other rules: 1850 - 2 × 12.5
    (1733, ["table_row_beside"]), (1717, ["table_row_beside"]), (1825, []), (1700, []),
])  # fmt: skip
def test_a_first_rating_by_rules_without_12_5_for_half_a_point(tmp_path, wrong, causes):
    assert verdicts(tmp_path, FIRST) == {}
    found = verdicts(tmp_path, with_cell(FIRST, "Zoe", "Elo inicial", wrong))
    assert found == {("Zoe", "Elo inicial"): ("wrong", causes)}


def test_a_first_rating_where_the_points_are_missing_is_judged_all_the_same(tmp_path):
    found = verdicts(tmp_path, with_cell(FIRST, "Zoe", "Puntos", None))
    assert {verdict for verdict, _ in found.values()} <= {"wrong", "carried", "missing"}
