"""Where a wrong number came from: which wrong cells are behind a carried one, and which of them weighs most.

The event is a round robin of four, 2.5, 2, 1 and half a point: by FIDE's table 273, 125, -125 and -273, c = 0. With the
ratings 2000, 1900, 1850 and 1700 (7450) Ra is 1816.67, 1850, 1866.67, 1916.67.
"""

import pytest
from made.fields import event
from made.tables import NAN, at, audited, cells
from test_habits import DP, SETTINGS, four

RATINGS = (2000, 1900, 1850, 1700)
RA = [1816.67, 1850, 1866.67, 1916.67]
PERFORMANCE = [2089.67, 1975, 1741.67, 1643.67]


def told(columns, **given):
    return audited(columns, four(*RATINGS), **{**SETTINGS, **given})


def at_first(column, value):
    return [value, *column[1:]]


def names(audit, column, no):
    """The cells that a carried number comes from, by column and player: the one that weighs most, then all."""
    cell = at(audit, column, no)
    by_spot = {c.spot: (c.column, c.position + 1) for c in audit.cells}
    return by_spot[cell.origin], {by_spot[spot] for spot in cell.origins}


# --- the one that is most off -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    # Ra and dp of player 1 are so much too high, and his performance by both.
    ("more_ra", "more_dp", "origin"),
    [(10, 40, "dp"), (40, 10, "Ra"), (-10, -40, "dp"), (-40, 10, "Ra"), (10, -40, "dp"), (40, -10, "Ra")],
)
def test_the_origin_is_the_cell_that_is_most_off(more_ra, more_dp, origin):
    audit = told({
        "Ra": at_first(RA, RA[0] + more_ra), "dp": at_first(DP, DP[0] + more_dp),
        "performance": at_first(PERFORMANCE, round(2089.67 + more_ra + more_dp, 2)),
    })
    assert cells(audit, "wrong") == {("Ra", 1), ("dp", 1)}
    assert cells(audit, "carried") == {("performance", 1)}
    assert names(audit, "performance", 1) == ((origin, 1), {("Ra", 1), ("dp", 1)})


@pytest.mark.parametrize(("more", "origin"), [((30, 60, 90), 3), ((90, 60, 30), 1), ((-30, 90, 60), 2), ((60, 30, -120),
3)])
def test_the_origin_among_opponents(more, origin):
    # Iteration 1 of player 4 is a third of the others' performances and his dp: 5806.33/3 - 273 = 1662.44.
    performance = [*(value + off for value, off in zip(PERFORMANCE, more, strict=False)), PERFORMANCE[3]]
    first = [NAN, NAN, NAN, round(1662.44 + sum(more) / 3, 2)]
    audit = told({"performance": performance, "iteration_1": first})
    assert cells(audit, "carried") == {("iteration_1", 4)}
    assert names(audit, "iteration_1", 4) == (
        ("performance", origin), {("performance", 1), ("performance", 2), ("performance", 3)}
    )


def test_the_origin_lies_behind_what_was_carried():
    # dp of 1 is 60 too high; performance and iterations follow, iteration 2 of 1 by way of his opponents, too.
    dp, ra = [333, *DP[1:]], [5450 / 3, 1850, 5600 / 3, 5750 / 3]
    performance = [a + d for a, d in zip(ra, dp, strict=True)]
    columns, before = {"Ra": RA, "dp": dp, "performance": [round(value, 2) for value in performance]}, performance
    c = 60 / 4  # every c is a quarter of 60 over the field
    for k in (1, 2):
        before = [(sum(before) - own) / 3 + d - c for own, d in zip(before, dp, strict=True)]
        columns[f"iteration_{k}"] = [round(value, 2) for value in before]
    audit = told(columns)
    assert cells(audit, "wrong") == {("dp", 1)}
    followed = {(f"iteration_{k}", no) for k in (1, 2) for no in (1, 2, 3, 4)}
    assert cells(audit, "carried") == {("performance", 1)} | followed
    for column, no in cells(audit, "carried"):
        assert names(audit, column, no) == (("dp", 1), {("dp", 1)})
    # A wrong cell further on is one of the origins of what follows it, beside the first.
    columns["iteration_1"][1] = round(columns["iteration_1"][1] + 300, 2)
    for no in (1, 3, 4):
        columns["iteration_2"][no - 1] = round(columns["iteration_2"][no - 1] + 100, 2)
    audit = told(columns)
    assert cells(audit, "wrong") == {("dp", 1), ("iteration_1", 2)}
    assert names(audit, "iteration_2", 3) == (("iteration_1", 2), {("dp", 1), ("iteration_1", 2)})
    assert names(audit, "iteration_2", 2) == (("dp", 1), {("dp", 1)})  # 2 isn't his own opponent


def test_a_wrong_cell_is_an_origin_of_its_own():
    # The performance follows neither from the wrong dp nor from the right one: an error of its own.
    audit = told({"dp": at_first(DP, 293), "performance": at_first(PERFORMANCE, 2000)})
    assert cells(audit, "wrong") == {("dp", 1), ("performance", 1)}
    assert names(audit, "performance", 1) == (("performance", 1), {("performance", 1)})


# --- as near to one as to the other -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    # dp of 1 is `more` too high, in a sheet of whole numbers; Ra is 1816.67: performance 2089.67 or as much more. A dp
    # that isn't the table's may stand for an unrounded one (293 for 292.6), and the performance may be from that: one
    # more.
    ("more", "stated", "verdict"),
    [
        (1, 2090, "ok"),  # 2089.67 to the nearest
        (1, 2091, "carried"),  # 2090.67 to the nearest
        (1, 2089, "rounding"),  # 2089.67 cut off; 2090.67 is more than one away
        (20, 2109, "carried"),  # 2109.67 cut off, and nowhere near the right one
        (20, 2110, "carried"), (20, 2108, "carried"), (20, 2107, "wrong"), (20, 2111, "carried"), (20, 2112, "wrong"),
        (-1, 2089, "carried"),  # 2088.67 to the nearest, though 2089.67 is less than one away
        (-1, 2090, "ok"), (-1, 2088, "carried"), (-1, 2087, "carried"), (-1, 2086, "wrong"),
    ],
)
def test_a_number_near_the_right_one_and_near_what_follows_from_a_wrong_one(more, stated, verdict):
    columns = {"Ra": RA, "dp": at_first(DP, 273 + more), "performance": [stated, 1975, 1742, 1644]}
    assert at(told(columns), "performance", 1).verdict == verdict


@pytest.mark.parametrize(
    # Without Ra, which may have been rounded like the performance: 3 units from 2109.67 in all.
    ("stated", "verdict"), [(2106, "wrong"), (2107, "carried"), (2112, "carried"), (2113, "wrong")],
)
def test_a_step_that_is_not_shown_may_have_been_rounded_before_a_carried_number(stated, verdict):
    columns = {"dp": at_first(DP, 293), "performance": [stated, 1975, 1742, 1644]}
    assert at(told(columns), "performance", 1).verdict == verdict


def test_what_is_right_by_the_event_is_right_whatever_stands_before_it():
    # The wrong Ra was corrected in the performance; what follows has no error in it, and is carried from nothing.
    exact = [5450 / 3 + 273, 1975, 5600 / 3 - 125, 5750 / 3 - 273]
    first = [round((sum(exact) - own) / 3 + dp, 2) for own, dp in zip(exact, DP, strict=True)]
    audit = told({"Ra": at_first(RA, 1856.67), "performance": PERFORMANCE, "iteration_1": first})
    assert cells(audit, "wrong") == {("Ra", 1)}
    assert cells(audit, "carried") == set()
    # Whoever went on with the wrong one all the same, in a column that was right, is wrong there.
    first[1] = round(first[1] + 40 / 3, 2)
    assert cells(told({"Ra": at_first(RA, 1856.67), "performance": PERFORMANCE, "iteration_1": first}), "wrong") == {
        ("Ra", 1), ("iteration_1", 2)
    }


# --- cells rounded more than their column -----------------------------------------------------------------------------


def test_a_cell_rounded_more_than_its_column_may_be_gone_on_with():
    # 1817 among hundredths is 1817.00 for 1816.67: rounding, and no origin; the performance is from it, 2090.00, or
    # from the unrounded one.
    columns = {"Ra": at_first(RA, 1817), "performance": at_first(PERFORMANCE, 2090.00)}
    audit = told(columns)
    assert cells(audit, "rounding") == {("Ra", 1), ("performance", 1)}
    assert cells(audit, "carried") == cells(audit, "wrong") == set()
    assert told({**columns, "performance": PERFORMANCE}).summary["ok"] == 7
    # 2089.80 is from neither of them by rounding, but no farther from 2090 than the truth, 0.3333, and a unit of either
    # column: 0.3533 in all.
    for value, verdict in (
        (2089.80, "rounding"), (2090.35, "rounding"), (2090.36, "wrong"), (2089.65, "rounding"), (2089.64, "wrong"),
    ):
        audit = told({**columns, "performance": at_first(PERFORMANCE, value)})
        assert at(audit, "performance", 1).verdict == verdict, value


def test_a_cell_rounded_more_hides_no_wrong_one():
    # 1817 for 1816.67, and a dp 20 too high: the origin of the performance, 2110.00, is the dp alone.
    audit = told({"Ra": at_first(RA, 1817), "dp": at_first(DP, 293), "performance": at_first(PERFORMANCE, 2110)})
    assert cells(audit, "wrong") == {("dp", 1)}
    assert names(audit, "performance", 1) == (("dp", 1), {("dp", 1)})
    # Where the rounded cell is farther off than the wrong one, it still isn't the origin: 2000 for 1816.67 claims no
    # hundreds, but dp 273.2 for 273 is wrong and 0.2 off, when Ra in whole numbers is 0.33 off.
    audit = told({"Ra": at_first(RA, 1817), "dp": at_first(DP, 273.2), "performance": at_first(PERFORMANCE, 2090.2)})
    assert cells(audit, "wrong") == {("dp", 1)}
    assert names(audit, "performance", 1) == (("dp", 1), {("dp", 1)})


# --- blanks -----------------------------------------------------------------------------------------------------------


def test_a_blank_passes_a_wrong_number_on():
    # dp of 1 is 40 too high; his performance is blank, and iteration 1 of the others follows: 40/3 more, less 40/4.
    exact = [5450 / 3 + 273, 1975, 5600 / 3 - 125, 5750 / 3 - 273]
    first = [(sum(exact) - own) / 3 + dp for own, dp in zip(exact, DP, strict=True)]
    moved = [first[0] + 40 - 10, *(value + 40 / 3 - 10 for value in first[1:])]
    performance = [NAN, *PERFORMANCE[1:]]
    audit = told({"dp": at_first(DP, 313), "performance": performance, "iteration_1": [round(v, 2) for v in moved]})
    assert cells(audit, "missing") == {("performance", 1)}
    assert cells(audit, "carried") == {("iteration_1", no) for no in (1, 2, 3, 4)}
    assert at(audit, "iteration_1", 2).origin == at(audit, "dp", 1).spot


def test_a_blank_start_is_judged_by_the_true_one():
    audit = told({"performance": [NAN] * 4, "iteration_1": [2059.78, 1950, 1777.78, 1662.44]})
    assert audit.summary == {"ok": 4, "rounding": 0, "carried": 0, "wrong": 0, "missing": 4}


def test_the_start_is_that_of_the_settings():
    # From the ratings iteration 1 is Ra + ĉ = the performance; a start that was typed wrong is carried into the
    # others'.
    columns = {"start": [2060, 1900, 1850, 1700], "iteration_1": [2089.67, 1995, 1761.67, 1663.67]}
    audit = told(columns, start="rating")
    assert cells(audit, "wrong") == {("start", 1)}
    assert cells(audit, "carried") == {("iteration_1", 2), ("iteration_1", 3), ("iteration_1", 4)}
    assert at(audit, "iteration_1", 1).verdict == "ok"


def test_points_follow_from_the_score_by_what_was_not_played():
    # 1w4, 2d3; 1w3; byes of a point for 2, half a point for 4: scores 2, 1.5, 0.5, 0.5, points 2, 0.5, 0.5, 0.
    made = event([2000, 1900, 1850, 1700], "1w4 2d3", "1w3 2:full-bye 4:half-bye")
    right = {"score": [2, 1.5, 0.5, 0.5], "points": [2, 0.5, 0.5, 0]}
    assert audited(right, made, **SETTINGS).summary["ok"] == 8
    told_ = audited({"score": [2, 2.5, 0.5, 0.5], "points": [2, 1.5, 0.5, 0]}, made, **SETTINGS)
    assert (cells(told_, "wrong"), cells(told_, "carried")) == ({("score", 2)}, {("points", 2)})
    told_ = audited({"score": [2, 2.5, 0.5, 0.5], "points": [2, 2.5, 0.5, 0]}, made, **SETTINGS)
    assert cells(told_, "wrong") == {("score", 2), ("points", 2)}
    # dp from his own points: one point of one game is 800; two of one game is nothing that anybody can have.
    told_ = audited({"points": [2, 1, 0.5, 0], "dp": [800, 800, -193, -800]}, made, **SETTINGS)
    assert (cells(told_, "wrong"), cells(told_, "carried")) == ({("points", 2)}, {("dp", 2)})
    told_ = audited({"points": [2, 2, 0.5, -1], "dp": [800, 800, -193, -600]}, made, **SETTINGS)
    assert cells(told_, "wrong") == {("points", 2), ("points", 4), ("dp", 2), ("dp", 4)}


def test_percentages_are_judged_unrounded_and_from_own_points():
    made = event([2000, 1900, 1850, 1700], "1w4 2d3", "1w3 2w4", "1d2 3d4")
    # 2.5, 2, 1, 0.5 of 3: 83.33…, 66.67, 33.33, 16.67
    assert audited({"per_cent": [83, 67, 33, 17]}, made, **SETTINGS).summary["ok"] == 4
    assert cells(audited({"per_cent": [83.33, 66.67, 33.33, 16.66]}, made, **SETTINGS), "rounding") == {("per_cent", 4)}
    told_ = audited({"games": [3, 4, 3, 3], "per_cent": [83, 50, 33, 17]}, made, **SETTINGS)
    assert (cells(told_, "wrong"), cells(told_, "carried")) == ({("games", 2)}, {("per_cent", 2)})
