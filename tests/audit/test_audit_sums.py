"""Rows under the players: each kind of sum, to its last unit; what rounded addends may add to it, and where it is from.

The event is a round robin of four, 2.5, 2, 1 and half a point: by FIDE's table 273, 125, -125 and -273, c = 0. Ratings
2000, 1900, 1850, 1700 (7450): Ra is 1816.666…, 1850, 1866.666… and 1916.666…, as stated 1816.67, 1850, 1866.67,
1916.67.
"""

from dataclasses import replace

import pytest
from made.fields import event
from made.tables import NAN, audited, by_hand, frame, video, video_columns
from test_habits import DP, SETTINGS, four

from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import Spot, StatedSum, StatedTable
from pipeline.method.settings import Settings, with_values

RATINGS = (2000, 1900, 1850, 1700)
RA = [1816.67, 1850, 1866.67, 1916.67]
PERFORMANCE = [2089.67, 1975, 1741.67, 1643.67]  # Ra + dp, of the unrounded Ra
KINDS = ("plain", "weighted", "mean", "largest")


def summed(columns, kind, key, value, decimals=2, played=None, text=""):
    """The judged cell of one sum under a column; the columns may have one decimal that others lack."""
    played = played or four(*RATINGS)
    table = StatedTable.from_frame(frame(columns), played.players.index)
    total = StatedSum(kind, key, "Sum", value, decimals, Spot("", "X10"), text)
    audit = audit_table(replace(table, sums=(total,)), played, with_values(Settings(), SETTINGS, "command line"))
    return next((cell for cell in audit.cells if cell.spot.cell == "X10"), None)


# --- of right numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "verdict"),
    [
        # True: 7450, three times that, a quarter of it, 1916.666…; of the cells 7450.01, 22350.03, 1862.5025, 1916.67.
        # Half a unit around the true one is right, less than a whole one a way to round. What was added may have been a
        # unit off where it isn't exact, in three of four: that allows 0.03, 0.09, 0.0075 and 0.01 and the sum's own
        # unit from the sum of the cells.
        ("plain", 7450.00, "ok"), ("plain", 7450.01, "rounding"), ("plain", 7449.99, "rounding"),
        ("plain", 7450.05, "rounding"), ("plain", 7450.06, "wrong"),
        ("plain", 7449.97, "rounding"), ("plain", 7449.96, "wrong"),
        ("weighted", 22350.00, "ok"), ("weighted", 22350.01, "rounding"),
        ("weighted", 22350.13, "rounding"), ("weighted", 22350.14, "wrong"),
        ("weighted", 22349.93, "rounding"), ("weighted", 22349.92, "wrong"),
        ("mean", 1862.50, "ok"), ("mean", 1862.51, "rounding"), ("mean", 1862.52, "rounding"),
        ("mean", 1862.53, "wrong"),
        ("mean", 1862.49, "rounding"), ("mean", 1862.48, "wrong"),
        ("largest", 1916.67, "ok"), ("largest", 1916.66, "rounding"), ("largest", 1916.69, "rounding"),
        ("largest", 1916.70, "wrong"), ("largest", 1916.65, "rounding"), ("largest", 1916.64, "wrong"),
    ],
)
def test_a_sum_to_its_last_unit(kind, value, verdict):
    cell = summed({"Ra": RA}, kind, "Ra", value)
    assert cell.verdict == verdict
    # How many cells went into it doesn't move the expected value: that is of the true ones.
    assert cell.expected == pytest.approx({"plain": 7450, "weighted": 22350, "mean": 1862.5, "largest": 5750 / 3}[kind])
    assert cell.from_own == pytest.approx({"plain": 7450.01, "weighted": 22350.03, "mean": 1862.5025,
                                           "largest": 1916.67}[kind])


@pytest.mark.parametrize(("value", "verdict"), [(7449.94, "rounding"), (7449.93, "wrong"), (7450.02, "rounding")])
def test_a_sum_of_numbers_that_were_cut_off(value, verdict):
    # 1816.66 + 1850 + 1866.66 + 1916.66 = 7449.98; three of them may have been a unit off, and the sum by its own.
    assert summed({"Ra": [1816.66, 1850, 1866.66, 1916.66]}, "plain", "Ra", value).verdict == verdict


def test_a_sum_in_whole_numbers_of_exact_ones():
    # 2000 + 1900 + 1850 + 1700; nobody rounded the ratings: only the sum itself may be a unit off, and as 7.4 hundreds.
    for value, verdict in ((7450.0, "ok"), (7449.5, "ok"), (7450.5, "ok"), (7451.0, "rounding"), (7451.5, "wrong")):
        assert summed({"rating": RATINGS}, "plain", "rating", value, 0).verdict == verdict, value
    assert summed({"rating": RATINGS}, "plain", "rating", 7449.9, 1).verdict == "rounding"
    assert summed({"rating": RATINGS}, "plain", "rating", 7449.8, 1).verdict == "wrong"


def test_a_sum_that_holds_no_number_is_missing():
    cell = summed({"Ra": RA}, "plain", "Ra", NAN, text="see above")
    assert (cell.verdict, cell.stated, cell.causes[0].name) == ("missing", "see above", "not_a_number")
    assert summed({"Ra": RA}, "plain", "Ra", NAN).verdict == "missing"


def test_differences_have_a_largest_without_their_sign():
    # Iteration 1 less the start, the performance (7450 - rating)/3 + dp: (4*rating - 7450)/9 - dp/3.
    columns = {"difference_1": [-29.89, -25, 36.11, 18.78]}
    assert summed(columns, "largest", "difference_1", 36.11).verdict == "ok"
    assert summed(columns, "plain", "difference_1", 0.0).verdict == "ok"
    # With the ratings the other way round: -650/9 - 91, -50/9 - 41.67, 150/9 + 41.67, 550/9 + 91.
    columns = {"difference_1": [-163.22, -47.22, 58.33, 152.11]}
    assert summed(columns, "largest", "difference_1", 163.22, played=four(1700, 1850, 1900, 2000)).verdict == "ok"
    assert summed(columns, "largest", "difference_1", 152.11, played=four(1700, 1850, 1900, 2000)).verdict == "wrong"


# --- with a player without a game -------------------------------------------------------------------------------------


def with_bye():
    return event([*RATINGS, 1600], "1w4 2d3", "1w3 2w4", "1d2 3d4 5:full-bye")


@pytest.mark.parametrize("his", [NAN, 0, 1500])
@pytest.mark.parametrize(("kind", "value"), [("plain", 7450), ("weighted", 22350), ("mean", 1862.5), ("largest",
1916.67)])
def test_a_player_without_a_game_is_in_no_sum_of_what_he_has_no_value_in(kind, value, his):
    cell = summed({"Ra": [*RA, his]}, kind, "Ra", value, played=with_bye())
    assert cell.verdict == "ok"
    assert cell.expected == pytest.approx(value, abs=0.005)


@pytest.mark.parametrize(("kind", "value"), [("plain", 9050), ("weighted", 22350), ("mean", 1810)])
def test_he_is_in_those_of_the_event(kind, value):
    # 7450 + 1600; three games of each of the others; 9050/5
    assert summed({"rating": [*RATINGS, 1600]}, kind, "rating", value, 0, with_bye()).verdict == "ok"


# --- of wrong numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "right", "carried", "wrong"),
    [
        # Performance 2 written 2175 for 1975: 7450 or 7650 (by the cells 7650.01); 22350 or 22950; 1862.5 or 1912.5
        # (1912.5025); the largest is 2089.67 or 2175. Three cells aren't exact, so that 0.03 + 0.01 may come on top of
        # 7650.01, and 0.09 + 0.01 on top of 22950.03.
        ("plain", (7450.0,), (7650.0, 7650.01, 7650.05, 7649.97), (7650.08, 7649.93, 7550.0)),
        ("weighted", (22350.0,), (22950.0, 22950.03, 22950.14, 22949.91), (22950.20, 22949.85, 22650.0)),
        ("mean", (1862.5,), (1912.5, 1912.51, 1912.52), (1912.54, 1887.5)),
        ("largest", (2089.67,), (2175.0,), (2176.0, 2132.5)),
    ],
)
def test_a_sum_with_a_wrong_number_in_it(kind, right, carried, wrong):
    columns = {"performance": [2089.67, 2175, 1741.67, 1643.67]}
    for value in right:
        assert summed(columns, kind, "performance", value).verdict == "ok", value
    for value in carried:
        cell = summed(columns, kind, "performance", value)
        assert (cell.verdict, cell.origin.cell, len(cell.origins)) == ("carried", "R2C1", 1), value
    for value in wrong:
        cell = summed(columns, kind, "performance", value)
        assert (cell.verdict, cell.origin.cell) == ("wrong", "X10"), value


def test_a_sum_names_every_wrong_cell_behind_it():
    # dp of 1 and 3 are 20 and 7 too high, and the performances follow: 7450 + 27
    columns = {"dp": [293, 125, -118, -273], "performance": [2109.67, 1975, 1748.67, 1643.67]}
    cell = summed(columns, "plain", "performance", 7477)
    assert (cell.verdict, [spot.cell for spot in cell.origins]) == ("carried", ["R1C1", "R3C1"])


def test_a_cell_rounded_more_than_its_column_is_no_origin_of_a_sum():
    # 1816.7 among hundredths is 1816.70 for 1816.67: rounded, and 0.04 further off in the sum.
    columns = {"Ra": [1816.7, 1850, 1866.67, 1916.67]}
    cell = summed(columns, "plain", "Ra", 7450.04)
    assert (cell.verdict, cell.origins) == ("rounding", ())


def test_a_sum_of_whole_numbers_that_were_added_as_they_stand():
    # 2090 + 1975 + 1742 + 1744 (1643.67 with 100 too many): 7551, where unrounded they are 7550; with two decimals it
    # is right only if the whole numbers were added.
    cell = summed({"performance": [2090, 1975, 1742, 1744]}, "plain", "performance", 7551.0)
    assert (cell.verdict, cell.origin.cell) == ("carried", "R4C1")
    # Whole numbers may each be one off where they aren't exact; three of these: 7551 + 3 + 0.01.
    assert summed({"performance": [2090, 1975, 1742, 1744]}, "plain", "performance", 7553.5).verdict == "carried"
    assert summed({"performance": [2090, 1975, 1742, 1744]}, "plain", "performance", 7556.0).verdict == "wrong"


def test_dp_that_nobody_rounds_allow_nothing():
    for value, verdict in ((0.0, "ok"), (1.0, "rounding"), (2.0, "wrong"), (-2.0, "wrong")):
        assert summed({"dp": DP}, "plain", "dp", value, 0).verdict == verdict, value


def test_a_blank_cell_adds_its_true_value():
    # Player 2 has no number: the true 1850 stands for it, and the cell itself is missing.
    audit = audited({"Ra": [1816.67, NAN, 1866.67, 1916.67]}, four(*RATINGS), **SETTINGS)
    assert audit.summary["missing"] == 1
    assert summed({"Ra": [1816.67, NAN, 1866.67, 1916.67]}, "plain", "Ra", 7450.01).verdict == "rounding"
    assert summed({"Ra": [1816.67, NAN, 1866.67, 1916.67]}, "plain", "Ra", 5600.01).verdict == "wrong"


# --- a row that only says “Sum” ---------------------------------------------------------------------------------------


def labelled(label, values):
    """The verdicts on a row of sums, and what was noted, of a sheet of the lesson's event: key -> value."""
    columns = by_hand(video_columns())
    table = StatedTable.from_frame(frame(columns), video().players.index)
    sums = tuple(
        StatedSum("plain", key, label, value, 2, Spot("Hand", f"{letter}10", 9, ord(letter)))
        for letter, (key, value) in zip("KLMN", values.items(), strict=False)
    )
    audit = audit_table(
        replace(table, sums=sums), video(), with_values(Settings(), {"dp": "logistic-floor", "c": "opponents"}, "test")
    )
    verdicts = [str(cell.verdict) for cell in audit.cells if cell.spot.cell.endswith("10")]
    return verdicts, [remark.name for remark in audit.remarks if remark.name == "sums_weighted"]


PLAIN = {"performance": 13578.0, "iteration_1": 13561.53}
WEIGHTED = {"performance": 57673.0, "iteration_1": 57673.0, "c_hat": 0.0}


def test_a_row_of_mere_sums_may_hold_weighted_ones_throughout():
    """The sums that the method keeps: 57673 for each iteration. Plain ones are 13578 and 13561.53."""
    assert labelled("Suma", PLAIN) == (["ok", "ok"], [])
    assert labelled("Suma", WEIGHTED) == (["ok", "ok", "ok"], ["sums_weighted"])
    assert labelled("Total", WEIGHTED)[0] == ["ok", "ok", "ok"]


@pytest.mark.parametrize(("label", "values"), [
    ("Suma simple", WEIGHTED),  # it says that it is plain
    ("Suma", {"performance": 57673.0, "iteration_1": 13561.53}),  # one of each
    ("Suma", {"performance": 57673.0}),  # one alone shows nothing
    ("Suma", {"performance": 57673.0, "iteration_1": 57600.0}),  # and a slip
])  # fmt: skip
def test_other_rows_are_judged_by_their_label(label, values):
    verdicts, noted = labelled(label, values)
    assert "wrong" in verdicts and not noted
