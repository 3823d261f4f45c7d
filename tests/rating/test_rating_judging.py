"""The judging of tables of ratings at its limits: blanks, roundings from the sheet's own cells, K, steps, averages."""

import numpy as np
import pytest
from made.making import workbook
from test_rating_causes import ROBIN, SWISS, verdicts, with_cell

from pipeline.audit.report.data import as_data
from pipeline.audit.run import audit_file
from pipeline.commands.rate import make_rating
from pipeline.rating.expected import rounded

FIRST = ["player", "rating", "games", "average", "points", "per_cent", "dp", "initial_rating"]
RATED = ["player", "rating", "games", "average", "points", "expected_per_cent", "expected_points", "difference", "K",
         "rating_change", "new_rating"]  # fmt: skip
# D -57: 42 %, 1 - .42 = .58; 0: 50 %; 50: 57 %, 5 - 5.13 = -.13; 43: 56 %, 5 - 5.04 = -.04. Differences with one
# decimal and changes with none, the half away from zero: 14.5 -> 15, 13.5 -> 14, -.04 × 25 = -1
TABLE = [
    RATED,
    ["Ann", 2000, 1, 2057, 1, 42, 0.42, 0.6, 25, 15, 2015],
    ["Bob", 2000, 8, 2000, 5, 50, 4, 1, 15, 15, 2015],
    ["Cy", 2100, 9, 2050, 5, 57, 5.13, -0.1, 15, -2, 2098],
    ["Di", 2100, 9, 2057, 5, 56, 5.04, 0, 25, -1, 2099],
    # D -28: 46 %: .54
    ["Ed", 2000, 1, 2028, 1, 46, 0.46, 0.5, 25, 14, 2014],
]


def with_cells(rows, *cells):
    for cell in cells:
        rows = with_cell(rows, *cell)
    return rows


@pytest.mark.parametrize(
    ("filled", "players", "missing"),
    [(2, 3, 0), (3, 4, 1), (3, 5, 2), (3, 6, 0), (4, 7, 3), (4, 8, 0), (3, 3, 0), (2, 2, 0)],
)
def test_a_blank_is_missing_where_three_and_most_of_its_kind_have_a_value(tmp_path, filled, players, missing):
    # 4 of 8 against 2000 and so on: 50 %, dp 0
    rows = [["U" + str(i), None, 8, 2000 + i, 4, 50, 0, 2000 + i if i < filled else None] for i in range(players)]
    # of another kind: these have no initial rating
    rated = [[f"R{i}", 2000, 8, 2000, 4, 50, 0, None] for i in range(4)]
    found = verdicts(tmp_path, [FIRST, *rows, *rated])
    assert list(found.values()) == [("missing", [])] * missing


def test_the_table_is_right(tmp_path):
    assert verdicts(tmp_path, TABLE) == {}


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        # K × the rounded difference: 25 × .5 = 12.5 -> 13, and the new rating from it
        (
            [("Ed", "rating_change", 13), ("Ed", "new_rating", 2013)],
            {("Ed", "rating_change"): "rounding", ("Ed", "new_rating"): "rounding"},
        ),
        # -.04 rounded down, and 25 × -.1 = -2.5 cut off: only the sheet's own cell, rounded otherwise, gives -2
        (
            [("Di", "difference", -0.1), ("Di", "rating_change", -2), ("Di", "new_rating", 2098)],
            {("Di", "difference"): "rounding", ("Di", "rating_change"): "rounding", ("Di", "new_rating"): "rounding"},
        ),
        # nothing gives -4
        ([("Di", "difference", -0.1), ("Di", "rating_change", -4)],
         {("Di", "difference"): "rounding", ("Di", "rating_change"): "wrong"}),
        # the new rating follows a wrong change
        ([("Bob", "rating_change", 21), ("Bob", "new_rating", 2021)],
         {("Bob", "rating_change"): "wrong", ("Bob", "new_rating"): "carried"}),
        # or it is wrong itself
        ([("Bob", "new_rating", 2016)], {("Bob", "new_rating"): "wrong"}),
        # the change follows a wrong difference, cut off: 15 × 1.3 = 19.5
        ([("Bob", "difference", 1.3), ("Bob", "rating_change", 19), ("Bob", "new_rating", 2019)],
         {("Bob", "difference"): "wrong", ("Bob", "rating_change"): "carried", ("Bob", "new_rating"): "carried"}),
        # a right cell after a wrong one is right
        ([("Bob", "difference", 1.3)], {("Bob", "difference"): "wrong"}),
        ([("Bob", "K", 10), ("Bob", "rating_change", 10), ("Bob", "new_rating", 2010)],
         {("Bob", "K"): "wrong", ("Bob", "rating_change"): "carried", ("Bob", "new_rating"): "carried"}),
        # what is rounded otherwise after a right cell doesn't come from the wrong one before it: 5 - 5.04, down
        ([("Di", "expected_per_cent", 57), ("Di", "difference", -0.1)],
         {("Di", "expected_per_cent"): "wrong", ("Di", "difference"): "rounding"}),
        # two mistakes in a row: each begins anew
        ([("Bob", "expected_points", 3), ("Bob", "difference", 2), ("Bob", "rating_change", 99)],
         {("Bob", "expected_points"): "wrong", ("Bob", "difference"): "carried", ("Bob", "rating_change"): "wrong"}),
    ],
    ids=str,
)  # fmt: skip
def test_rounding_carried_or_wrong(tmp_path, cells, found):
    said = verdicts(tmp_path, with_cells(TABLE, *cells))
    assert {cell: verdict for cell, (verdict, _) in said.items()} == found


def test_what_follows_on_the_sheet_is_carried_though_rounding_leads_back_to_the_truth(tmp_path):
    # Differences with no decimals, and changes from these. 5 - 3.76 = 1.24 would be 1, as 5 - 4 is; up it is 2, and the
    # new rating goes on from 15 × 2.
    rows = [
        [RATED[i] for i in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)],
        ["Ann", 2000, 8, 2000, 5, 4.0, 1, 15, 15, 2015],
        ["Bob", 2100, 9, 2050, 7, 5.13, 2, 15, 30, 2130],
        ["Cy", 2100, 9, 2057, 8, 5.04, 3, 15, 45, 2145],
        ["Di", 2000, 5, 2057, 1, 2.1, -1, 15, -15, 1985],
        ["Ed", 2000, 8, 2000, 5, 3.76, 2, 15, None, 2030],
    ]
    assert {cell: verdict for cell, (verdict, _) in verdicts(tmp_path, rows).items()} == {
        ("Ed", "expected_points"): "wrong", ("Ed", "difference"): "carried", ("Ed", "rating_change"): "missing",
        ("Ed", "new_rating"): "carried",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "rounding", "whole"),
    [
        # in floating point 0.4999999999999999, 14.499999999999998 and 5.55e-17
        (10 * (0.5 - 0.45), "nearest", 1), (25 * 0.58, "nearest", 15), (0.1 + 0.2 - 0.3, "up", 0),
        (-2.5, "nearest", -3), (-2.5, "half_even", -2), (-2.1, "down", -3), (-2.9, "truncated", -2), (2.1, "up", 3),
        (2.499, "nearest", 2), (2.5 - 2e-9, "nearest", 2),
    ],
)  # fmt: skip
def test_numbers_made_whole(value, rounding, whole):
    assert rounded(np.array([value]), 0, rounding).tolist() == [whole]


def test_a_change_from_the_sheet_s_own_rounding_says_so(tmp_path):
    said = verdicts(tmp_path, with_cells(TABLE, ("Ed", "rating_change", 13), ("Ed", "new_rating", 2013)))
    # 13 is 13.5 rounded down, as well
    assert said["Ed", "rating_change"] == (
        "rounding", ["rounded_down", "rounded_cut_off", "change_from_rounded_difference"]
    )
    assert said["Ed", "new_rating"] == ("rounding", ["rounding_carried"])


def test_the_origin_of_a_carried_cell_is_where_the_row_went_wrong(tmp_path):
    rows = with_cells(TABLE, ("Bob", "expected_points", 3), ("Bob", "difference", 2), ("Bob", "rating_change", 30),
                      ("Bob", "new_rating", 2030))  # fmt: skip
    data = as_data(audit_file(workbook(tmp_path / "table.xlsx", rows, sheet="T"), {})[0])
    found = {finding["column"]: (finding["verdict"], finding.get("origin")) for finding in data["findings"]}
    # row 3, expected_points in G
    assert found == {
        "expected_points": ("wrong", "G3"), "difference": ("carried", "G3"), "rating_change": ("carried", "G3"),
        "new_rating": ("carried", "G3"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("title", "rating", "k", "right"),
    [
        # a title is stated, games before aren't: 15, or 25 of a new player; an IM above 2400 has 10
        ("", 2300, 15, True), ("", 2300, 25, True), ("", 2300, 10, False), ("IM", 2410, 10, True),
        ("IM", 2410, 15, False), ("IM", 2400, 15, True), ("IM", 2400, 10, False),
        # no column of titles: above 2400 he may be an IM
        (None, 2410, 10, True), (None, 2410, 15, True), (None, 2410, 25, True), (None, 2400, 10, False),
    ],
)  # fmt: skip
def test_the_k_that_the_rules_leave_open(tmp_path, title, rating, k, right):
    rows = [["player", "title", "rating", "games", "average", "points", "D", "K"],
            ["Ann", title, rating, 8, 2300, 4, rating - 2300, k], ["Bob", title, 2300, 8, 2300, 4, 0, 15],
            ["Cy", title, 2310, 8, 2300, 4, 10, 15]]  # fmt: skip
    if title is None:
        rows = [[row[0], *row[2:]] for row in rows]
    assert {cell: verdict for cell, (verdict, _) in verdicts(tmp_path, rows).items()} == (
        {} if right else {("Ann", "K"): "wrong"}
    )


@pytest.mark.parametrize(("change", "right"), [(-16.5, True), (-27.5, True), (-11, False), (-22, False)])
def test_a_change_goes_with_any_k_that_is_open(tmp_path, change, right):
    # -1.1 × 15, × 25; 10 and 20 are not possible. Without a column of K
    rows = [[cell for i, cell in enumerate(row) if i not in (1, 10)] for row in SWISS]
    rows = with_cell([row for row in rows if row[0] != "Bob"], "Cy", "rating_change", change)
    assert ([cell for cell in verdicts(tmp_path, rows)] == []) is right


# --- round robins: the audit has the rules of the rating report -------------------------------------------------------

ROUND_ROBINS = {
    # one of five unrated, exactly 20 %; two of five; one in four with 50 %, and over 50 %; everybody twice
    "20 per cent": [("A", 2400, 3), ("B", 2300, 2.5), ("C", 2200, 2), ("D", 2140, 1.5), ("E", None, 1)],
    "40 per cent": [("A", 2400, 3), ("B", 2300, 2.5), ("C", 2200, 2), ("D", None, 1.5), ("E", None, 1)],
    "half": [("A", 2101, 2), ("B", 2000, 1.5), ("C", 1900, 1), ("D", None, 1.5)],
    "over half": [("A", 2101, 1), ("B", 2000, 1.5), ("C", 1900, 1), ("D", None, 2.5)],
    "twice": [("A", 2101, 4.5), ("B", 2000, 3), ("C", 1900, 1.5), ("D", None, 3)],
}
AVERAGES = {
    # 11040/5 = 2208. 3 of 4 (75 %, 193), 2½ (63 %, 95), 2 (0): 288/3 = 96, × 4/5 = 76.8 -> 77: 2300 - 77
    "20 per cent": 2208, "40 per cent": 2223,
    # 6001/3 = 2000.33 -> 2000; 67 % 125, 50 % 0, 33 % -125: 0; 33, 50, 33: -250/3 = -83.33, × 3/4 = -62.5 -> -63
    "half": 2000, "over half": 2063,
    # 75, 50 and 25 %
    "twice": 2000,
}  # fmt: skip


@pytest.mark.parametrize("name", ROUND_ROBINS)
def test_a_round_robin_by_rule_agrees(tmp_path, name):
    path = workbook(tmp_path / "table.xlsx", [["player", "rating", "points"], *ROUND_ROBINS[name]], sheet="T")
    calculation, report = make_rating(path, {}, out=tmp_path / "report.xlsx")
    assert calculation.work.steps["tournament_average"] == AVERAGES[name]
    audit = audit_file(report, {})[0]
    assert as_data(audit)["findings"] == []
    average = next(remark for remark in audit.remarks if remark.name.startswith("convention_average"))
    assert average.details["value"] == str(AVERAGES[name])


def test_first_ratings_of_a_round_robin(tmp_path):
    """Half a point over 50 % is 12.5 points, to 2062.5; below it dp × n/(n+1)."""
    assert verdicts(tmp_path, with_cell(ROBIN, "Ed", "initial_rating", 2062)) == {}  # rounded down, as all of them
    assert verdicts(tmp_path, with_cell(ROBIN, "Ed", "initial_rating", 2061))["Ed", "initial_rating"][0] == "wrong"
    assert verdicts(tmp_path, with_cell(ROBIN, "Ed", "initial_rating", 2075))["Ed", "initial_rating"][0] == "wrong"
    assert verdicts(tmp_path, with_cell(ROBIN, "Flo", "initial_rating", 1991))["Flo", "initial_rating"][0] == "wrong"


@pytest.mark.parametrize(
    ("stated", "verdict", "causes"),
    [
        (2008, None, None), (2006, "wrong", []),
        (2007, "rounding", ["rounded_down", "rounded_cut_off", "step_rounded"]),
    ],
)
def test_a_step_of_a_first_rating_that_was_rounded_is_named(tmp_path, stated, verdict, causes):
    """Twelve players, seven rated 2101 with 5½ of 11 (50 %, dp 0): Rc is 2101, and dp counts 11/12 of it.

    4 of 11 are 36 %, -102 × 11/12 = -93.5: 2007.5 -> 2008, and with the step rounded 2101 - 94 = 2007. 3 are 27 %,
    -175 × 11/12 = -160.42: 1940.58; 5 are 45 %, -36 × 11/12 = -33. 8 are 2½ over 50 %, 62.5 more: 2163.5; 7½ are 50.
    """
    rows = [["player", "rating", "points", "per_cent", "dp", "initial_rating"],
            *[[f"R{i}", 2101, 5.5, 50, 0, None] for i in range(7)], ["U1", None, 4, 36, -102, stated],
            ["U2", None, 3, 27, -175, 1941], ["U3", None, 5, 45, -36, 2068], ["U4", None, 8, 73, 175, 2164],
            ["U5", None, 7.5, 68, 133, 2151]]  # fmt: skip
    assert verdicts(tmp_path, rows) == ({("U1", "initial_rating"): (verdict, causes)} if verdict else {})


@pytest.mark.parametrize(
    ("table", "player", "value", "causes"),
    [
        # a Swiss corrects no dp: 2000 + 193 × 4/5 = 2154.4 isn't a matter of rounding
        (SWISS, "Di", 2154, {"factor_undue"}),
        # under 50 %: the row beside, 39 % (-80): 2050 - 80 × 5/6 = 1983.33; over it there is no dp to be misread:
        # 61 % (80), 2050 + 80 × 5/6 = 2116.67
        (ROBIN, "Flo", 1983, {"table_row_beside"}), (ROBIN, "Ed", 2117, set()),
        # under 50 % the points aren't counted: 2050 - 12.5; nor dp over it: 2050 + 72
        (ROBIN, "Flo", 2038, {"points_instead_of_dp"}), (ROBIN, "Ed", 2122, {"dp_instead_of_points"}),
        # with the factor, too: 2050 + 72 × 5/6 = 2110, which no rounding of a step makes right
        (ROBIN, "Ed", 2110, {"dp_instead_of_points"}),
    ],
)  # fmt: skip
def test_which_mistake_of_a_first_rating_it_was(tmp_path, table, player, value, causes):
    verdict, named = verdicts(tmp_path, with_cell(table, player, "initial_rating", value))[player, "initial_rating"]
    assert verdict == "wrong"
    ours = {"factor_undue", "table_row_beside", "points_instead_of_dp", "dp_instead_of_points"}
    assert set(named) & ours == causes


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("average 2050", []), ("average 2051", ["average"]), ("mean rating 2050, corrected mean dp 0", []),
        ("corrected mean dp 1", ["corrected mean dp"]), ("average 2050 - 1 = 2049", ["average"]),
        ("average 2050.4", ["average"]),
    ],
)  # fmt: skip
def test_steps_that_are_said_in_words_above_the_table(tmp_path, words, wrong):
    data = as_data(audit_file(workbook(tmp_path / "table.xlsx", [[words], *ROBIN], sheet="T"), {})[0])
    assert [finding["player"] for finding in data["findings"]] == wrong
    assert all((finding["cell"], finding["verdict"]) == ("A1", "wrong") for finding in data["findings"])
