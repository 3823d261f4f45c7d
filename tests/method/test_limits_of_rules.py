"""The exact limits of the method's rules, each from both sides: cuts, thresholds, ranks, few games, far, stated RP."""

import math

import numpy as np
import openpyxl
import pytest
from made.fields import calculate, event, report

from pipeline.method import sums
from pipeline.method.sums import SUM_ROWS

FOUR = ("1w2 3w4", "1w3 2w4", "1w4 2d3")
"""Everybody against everybody: RP 2450, 1850, 1850, 1250."""
RATINGS = [2000, 1900, 1800, 1700]
STATED = ("1w2 3w4", "1d3 2w4", "1w4 2d3")
"""RP 2029.625, 1824.875, 1918.625, 1224.875."""
BLANK = math.nan


def check(calculation, key):
    return next(check for check in calculation.checks if check.key == key)


# --- the opponents that are cut from ARPO -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cut", "arpo"),
    [
        # opponents of 1: 1850, 1850, 1250; of 2 and 3: 2450, 1850, 1250; of 4: 2450, 1850, 1850
        ({}, [1650, 1850, 1850, 2050]),
        ({"best": 1}, [1550, 1550, 1550, 1850]),
        ({"worst": 1}, [1850, 2150, 2150, 2150]),
        ({"worst": 1, "best": 1}, [1850, 1850, 1850, 1850]),
        ({"best": 2}, [1250, 1250, 1250, 1850]),
        ({"worst": 2}, [1850, 2450, 2450, 2450]),
        # nobody is left
        ({"best": 3}, [BLANK] * 4),
        ({"worst": 2, "best": 1}, [BLANK] * 4),
    ],
    ids=str,
)
def test_worst_and_best_are_cut_each_for_itself(cut, arpo):
    calculation = calculate(event(RATINGS, *FOUR), **cut)
    assert calculation.work.frame["rp"].tolist() == pytest.approx([2450, 1850, 1850, 1250])
    for frame in (calculation.work.frame, calculation.exact, calculation.table):
        assert frame["arpo"].tolist() == pytest.approx(arpo, nan_ok=True)


def test_who_has_no_more_games_than_are_cut_has_no_arpo():
    # 1 played three games, 2 and 3 two, 4 one, 5 none
    made = event([2000, 1900, 1800, 1700, 1600], "1w2 5:full-bye", "1w3", "1w4 2d3")
    blank = {
        cut: calculate(made, best=cut).work.frame["arpo"].isna().tolist() for cut in (0, 1, 2, 3)
    }
    assert blank == {
        0: [False, False, False, False, True],
        1: [False, False, False, True, True],
        2: [False, True, True, True, True],
        3: [True, True, True, True, True],
    }


# --- convergence ------------------------------------------------------------------------------------------------------


def test_a_difference_of_exactly_the_threshold_is_convergence():
    # performances 1900 and 2000; the iteration swings to 2000 and 1900: by 100
    drawn = event([2000, 1900], "1d2")
    exactly = calculate(drawn, threshold=100)
    assert (exactly.work.steps.converged_at, exactly.settled) == (1, True)
    assert exactly.work.frame["rp"].tolist() == [2000, 1900]  # the last iteration, far from the limit
    assert exactly.exact["rp"].tolist() == [1950, 1950]
    assert (check(exactly, "converged").value, check(exactly, "converged").tolerance) == (100, 100)
    assert check(exactly, "converged").status == "OK"
    [said] = [row.value(exactly.work, exactly.work.array("difference_1")) for row in SUM_ROWS if row.key == "converged"]
    assert said == "yes"
    less = calculate(drawn, threshold=99.9, iterations=7)
    [said] = [row.value(less.work, less.work.array("difference_1")) for row in SUM_ROWS if row.key == "converged"]
    assert said == "no"
    assert (less.work.steps.converged_at, less.settled) == (None, False)
    assert less.work.frame["rp"].tolist() == [1950, 1950]
    assert check(less, "converged").status == "alert"


@pytest.mark.parametrize("most", [1, 2, 5])
def test_as_many_iterations_as_the_settings_allow(most):
    frame = calculate(event([2000, 1900], "1d2"), iterations=most).work.frame
    columns = [f"{kind}_{k}" for kind in ("iteration", "difference") for k in range(1, most + 1)]
    assert [key for key in frame if key.startswith(("iteration_", "difference_"))] == columns
    assert abs(frame[f"difference_{most}"]).tolist() == [100, 100]


def test_the_step_at_which_it_converged_is_the_last_column():
    # Three who drew all: performance 1750, 1800, 1850, mean 1800; each step halves the distance and turns it round:
    # 50, 25, 12.5, …; differences 75, 37.5, 18.75, 9.375
    triangle = event([1900, 1800, 1700], "1d2", "2d3", "1d3")
    calculation = calculate(triangle, threshold=18.75)
    assert calculation.work.steps.converged_at == 3
    assert calculation.work.frame.filter(like="difference_").iloc[0].abs().tolist() == [75, 37.5, 18.75]
    assert calculation.work.frame["rp"].tolist() == pytest.approx([1806.25, 1800, 1793.75])
    assert "at iteration 3 no value changes by more than 18.75. RP is the last iteration." in calculation.findings[0]
    assert calculate(triangle, threshold=18.7).work.steps.converged_at == 4
    # the iterations are used up at the very step that converges
    assert calculate(triangle, threshold=18.75, iterations=3).work.steps.converged_at == 3
    assert calculate(triangle, threshold=18.75, iterations=2).work.steps.converged_at is None


# --- ranks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("apart", "ranks", "places"), [(5e-7, [1, 1, 1, 1], [1, 2, 3, 4]), (2e-6, [3, 3, 1, 1], [3, 4, 1, 2])]
)
def test_rp_within_a_millionth_share_a_rank(apart, ranks, places):
    """Four who drew all their games, 3 and 4 rated 9a more: with this threshold RP is the first iteration.

    Performances 2000 + 6a for 1 and 2, 2000 + 3a for 3 and 4; the average of the others' is 2000 + (6 + 3 + 3)a/3 and
    2000 + (6 + 6 + 3)a/3: a less, and a more.
    """
    better = 2000 + 9 * apart
    calculation = calculate(event([2000, 2000, better, better], "1d2 3d4", "1d3 2d4", "1d4 2d3"), threshold=100)
    rp = calculation.work.frame["rp"]
    assert rp.tolist() == pytest.approx([2000 + 4 * apart] * 2 + [2000 + 5 * apart] * 2, rel=0, abs=1e-9)
    assert calculation.work.frame["rank"].tolist() == ranks
    assert calculation.work.frame["place"].tolist() == places
    order = calculation.standings
    assert order["no"].tolist() == ([1, 2, 3, 4] if apart < 1e-6 else [3, 4, 1, 2])


@pytest.mark.parametrize("apart", [0, 2e-6, 500])
def test_rp_of_two_parts_are_not_compared(apart):
    # RP 2000 and 2000 + apart: nobody is before anybody in his part
    frame = calculate(event([2000, 2000, 2000 + apart, 2000 + apart], "1d2 3d4")).work.frame
    assert frame["rp"].tolist() == pytest.approx([2000, 2000, 2000 + apart, 2000 + apart], rel=0, abs=1e-9)
    assert frame["rank"].tolist() == [1, 1, 1, 1]
    assert frame["place"].tolist() == [1, 2, 3, 4]


def test_the_score_comes_before_rp_and_rp_before_none():
    # 1 and 2 drew; 3 has a bye of half a point, 4 one of a point, 5 none
    made = event([2000, 1900, 2500, 1500, 2600], "1d2 3:half-bye 4:full-bye 5:zero-bye")
    frame = calculate(made).work.frame
    assert frame["score"].tolist() == [0.5, 0.5, 0.5, 1, 0]
    assert frame["rank"].tolist() == [2, 2, 4, 1, 5]  # RP of 1 and 2: 1950; 3 has none
    assert frame["place"].tolist() == [2, 3, 4, 1, 5]


# --- few games, far from the ratings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "weak"),
    [
        # games 4, 2, 1, 1: half of 4 is 2
        (["1w2", "1d2", "1w3", "1w4"], [3, 4]),
        # games 3, 2, 1: half of 3 is 1½, so that 2 are enough and 1 isn't
        (["1w2", "1d2", "1w3"], [3]),
        # games 2, 1, 1: half of 2 is 1
        (["1w2", "1w3"], []),
    ],
)
def test_few_games_are_fewer_than_half_of_the_busiest(rounds, weak):
    few = check(calculate(event(RATINGS, *rounds), iterations=2), "few_games")
    assert (few.value, few.status) == (len(weak), "alert" if weak else "OK")
    assert few.trouble.endswith(f"As read: No. {', '.join(map(str, weak))}." if weak else "tied.")


@pytest.mark.parametrize(
    ("apart", "far"),
    [
        # 1 won both (800), 2 and 3 have 25 % (-193); c = (1600 - 4·193)/6 = 138; x1 = mean + 2/3·662 = mean + 441.33.
        # mean = r + apart/3, so that x1 - (r + apart) = 441.33 - 2/3·apart: 400.67 and 399.33
        (61, [1]), (63, []),
    ],
)  # fmt: skip
def test_far_is_more_than_400_above_all_ratings(apart, far):
    calculation = calculate(event([1500 + apart, 1500, 1500], "1w2", "1w3", "2d3"), start="rating")
    assert calculation.work.frame["rp"][1] - 1500 - apart == pytest.approx(441.333333 - apart * 2 / 3)
    found = check(calculation, "far")
    assert (found.value, found.status) == (len(far), "alert" if far else "OK")


@pytest.mark.parametrize(("apart", "far"), [(61, 1), (63, 0)])
def test_far_is_more_than_400_below_all_ratings(apart, far):
    """The same with all results turned round."""
    calculation = calculate(event([1500 - apart, 1500, 1500], "1l2", "1l3", "2d3"), start="rating")
    assert check(calculation, "far").value == far


def test_exactly_400_is_not_far():
    # 1 beat 2, both rated 1500: 1500 ± 400
    calculation = calculate(event([1500, 1500], "1w2"))
    assert calculation.work.frame["rp"].tolist() == [1900, 1100]
    assert check(calculation, "far").value == 0


# --- stated RP --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rp", "off", "status"),
    [
        # RP 2029.625, 1824.875, 1918.625, 1224.875. Differences that range over no more than a unit of the last decimal
        # may be one constant: that is for information
        ([2029.62, 1824.87, 1918.62, 1224.88], 0, "OK"),  # two decimals, either way from the half
        ([2029.625, 1824.875, 1918.625, 1224.875], 0, "OK"),
        ([2029.6, 1824.9, 1918.6, 1224.9], 0, "OK"),  # one decimal: at most .05
        ([2030, 1825, 1919, 1225], 0, "OK"),
        ([2029.61, 1824.87, 1918.62, 1224.88], 1, "alert"),  # .015 is more than half a hundredth; .015 + .005
        ([2029.64, 1824.87, 1918.62, 1224.88], 1, "alert"),  # .015 + .005
        ([2029.626, 1824.875, 1918.625, 1224.875], 1, "info"),  # .001
        ([2029.627, 1824.875, 1918.625, 1224.875], 1, "alert"),  # .002
        ([2029.62501, 1824.87501, 1918.62499, 1224.87502], 4, "alert"),  # .00001 is more than half of it; .00003
        ([2029, 1825, 1919, 1225], 1, "info"),  # .625 + .375
        ([2031, 1824, 1918, None], 3, "alert"),  # 1.375 + .875
        ([2022.62, 1817.87, 1911.62, 1217.88], 4, "info"),  # all by 7
        ([None, None, 1919, None], 0, "OK"),
    ],
    ids=str,
)
def test_a_stated_rp_is_right_to_half_a_unit_of_its_last_decimal(rp, off, status):
    stated = check(calculate(event(RATINGS, *STATED, stated={"RecRp": rp})), "stated_rp")
    assert (stated.value, stated.status) == (off, status)


@pytest.mark.parametrize(
    ("rp", "spread", "unit", "status"),
    [
        # computed - stated: .625, -.125, -.375, -.125; half a unit either way makes 1
        ([2029, 1825, 1919, 1225], 1, 1, "OK"),
        ([2028, 1825, 1919, 1225], 2, 1, "CHECK"),
        # all by 200 more or less: a shift; .005 + .005 - .02
        ([2229.62, 2024.87, 2118.62, 1424.88], 0.01, 0.01, "OK"),
        ([1829.62, 1624.85, 1718.62, 1024.87], 0.02, 0.01, "CHECK"),
        ([None, 1825, 1919, 1225], 0.25, 1, "OK"),
    ],
)
def test_a_shift_of_all_stated_rp_is_no_mistake(rp, spread, unit, status):
    shift = check(calculate(event(RATINGS, *STATED, stated={"RecRp": rp})), "stated_shift")
    assert shift.value == pytest.approx(spread, abs=1e-6)
    assert shift.tolerance == pytest.approx(unit + 1e-6, abs=1e-12)
    assert shift.status == status


@pytest.mark.parametrize(("rp", "said"), [
    # 1800 and 1801 drew: RP is 1800.5 for both, half a unit from 1801 and from 1800
    ([1801, 1800], "The stated RecRp is RP, for all 2 players who have one."),
    ([1801, 1801], "The stated RecRp is RP, for all 2 players who have one."),
    ([1802, 1802], "The stated RecRp is RP but for one constant (-1.50 for all 2 players who have one), so the order "
                   "is the same."),
    ([1802, 1800], "The stated RecRp isn't RP, nor RP but for one constant (the differences range over 2): it was "
                   "computed from other results, ratings, dp or c."),
])  # fmt: skip
def test_what_is_said_of_a_stated_rp(rp, said):
    assert calculate(event([1800, 1801], "1d2", stated={"RecRp": rp})).stated == [said]


def test_what_is_stated_stands_in_the_frame():
    made = event(RATINGS, *STATED, stated={"TB1": [1, 2, 3, 4], " rp ": [2029, None, 1919, 1225]})
    frame = calculate(made).work.frame
    assert frame["stated_rp"].tolist() == pytest.approx([2029, BLANK, 1919, 1225], nan_ok=True)
    assert frame["stated_difference"].tolist() == pytest.approx([0.625, BLANK, -0.375, -0.125], nan_ok=True, abs=1e-6)
    # ARPO is used for two things, so that it is not compared
    other = calculate(event(RATINGS, *STATED, stated={"ARPO": [2029, 1825, 1919, 1225]}))
    assert "stated_rp" not in other.work.frame
    assert not {"stated_rp", "stated_shift"} & {check.key for check in other.checks}


def test_a_stated_rp_without_a_computed_one_is_neither_right_nor_wrong():
    # 3 has only a bye
    made = event([2000, 1900, 1800], "1d2 3:full-bye", stated={"RecRp": [None, None, 1800]})
    keys = {check.key: check.value for check in calculate(made).checks}
    assert keys["stated_rp"] == 0
    assert "stated_shift" not in keys


# --- the same numbers in the workbook ---------------------------------------------------------------------------------


def test_the_parameters_in_the_workbook(tmp_path):
    report(tmp_path / "report.xlsx", event(RATINGS, *STATED, stated={"RecRp": [2029.62, 1824.87, 1918.62, 1224.88]}))
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["Checks"]
    written = {row[1].value: row[2].value for row in sheet.iter_rows() if isinstance(row[1].value, str)}
    found = {
        start: next(value for words, value in written.items() if words.startswith(start))
        for start in ("Equal scores share", "Few games", "Half a unit", "After a change", "RP far outside")
    }
    assert found == {
        "Equal scores share": 1e-6, "Few games": 2, "Half a unit": pytest.approx(0.005 + 1e-6, abs=1e-12),
        "After a change": 1e-6, "RP far outside": 400,
    }  # fmt: skip


def test_what_floating_point_leaves_of_large_sums_is_no_change():
    """A tolerance of 1e-6 is less than the last bits of a sum of 1.6e9: 2 ** -48 of that sum is 5.7e-6."""
    work = calculate(event([2000, 1900, 1800], "1w2", "2d3", "1d3")).work
    assert sums.rounding_of(work) == 1e-6
    work.values["performance"] = np.array([4e8, 4e8, 0.0])
    assert sums.rounding_of(work) == pytest.approx(1.6e9 / 2**48)  # two games each


# --- RB ---------------------------------------------------------------------------------------------------------------


def test_rb_is_what_its_recursion_leads_to_where_players_have_different_numbers_of_games():
    """RB = average of the opponents' RB + s/n - 1/2, which 1 and 2 have met twice: s/n - 1/2 = 1/3, -1/6, -1/4.

    1 - 2: 5/3 · (RB1 - RB2) = 1/2, so 0.3; 3: RB3 = (RB1 + RB2)/2 - 1/4 = RB2 + 0.15 - 0.25.
    """
    calculation = calculate(event([2000, 1900, 1800], "1w2", "2d3", "1w3", "1d2"), order="PTS,RB")
    rb, residual = (calculation.work.array(key) for key in ("rb", "rb_residual"))
    assert [rb[0] - rb[1], rb[2] - rb[1]] == pytest.approx([0.3, -0.1], abs=1e-12)
    assert residual.tolist() == pytest.approx([0, 0, 0], abs=1e-12)
    assert check(calculation, "rb").status == "OK"
