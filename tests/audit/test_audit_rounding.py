"""How much of a column has to be rounded otherwise before it is a habit: each share and limit from both sides.

The event is a drawn round robin of ten (drawn.py).
"""

import math

import numpy as np
import pytest
from made.drawn import average, drawn
from made.tables import NAN, at, audited, cells
from made.village import village

from pipeline.audit.sheet.claims import Claim

SETTINGS = {"dp": "fide", "c": "field", "start": "performance"}
WHOLE = [1620 + 81 * k for k in (0, 1, 2, 3, 4, 0, 1, 2, 3, 4)]
"""S = 16200 + 81*20: Ra is (17820 - 1620 - 81k)/9 = 1800 - 9k, iteration 1 (17820 - 1800 + 9k)/9 = 1780 + k: all
whole."""
NINTHS = [1700 + d for d in (9, 4, 3, 2, 1, 5, 14, 23, 32, 6)]
"""S = 17000 + 99, Ra = (17099 - 1700 - d)/9 = 1711 - d/9, a whole number for player 1 alone; of 2 to 5 it is 1710.5556,
1710.6667, 1710.7778, 1710.8889, which is rounded up to the nearest hundredth; of the others 1710.4444, 1709.4444,
1708.4444, 1707.4444, 1710.3333, rounded down."""


def told(columns, ratings):
    return audited(columns, drawn(ratings), **SETTINGS)


def cut(value):
    """Without what comes after the hundredths."""
    return math.floor(value * 100 + 1e-6) / 100


# --- what a column claims ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    # 1700 + d with d = 2 for six of 13 (12 in all): Ra = 1701 - d/12 is 1700.8333 for these. Of 14 players five have 2
    # and one has 3 (13): Ra = 1701 - d/13 is 1700.8462 and 1700.7692. All others have 1701.
    ("ds", "fine", "rounding"),
    [([2] * 6 + [0] * 7, 1700.83, True), ([2] * 5 + [3] + [0] * 8, 1700.85, False)],
)
def test_the_finest_decimals_that_some_of_the_cells_have_are_the_columns(ds, fine, rounding):
    # Two cells with two decimals are 15.4 % of 13, more than 15: all claim two, and .8 is rounded further than the
    # column. Of 14 they are 14.3 %: the others claim the one decimal that they have, and are right.
    stated = [fine, fine, 1700.8, 1700.8, 1700.8, 1700.8, *[1701] * (len(ds) - 6)]
    audit = told({"Ra": stated}, [1700 + d for d in ds])
    assert cells(audit, "rounding") == ({("Ra", no) for no in (3, 4, 5, 6)} if rounding else set())
    assert cells(audit, "wrong") == set()


@pytest.mark.parametrize(
    # Ra of the first three is 1701 - 2/13 = 1700.8462, which is .0462 over 1700.8 and .0538 under 1700.9; of the next
    # 1701 - 6/13 = 1700.5385, .0385 over 1700.5 and .0615 under 1700.6. S = 14*1700 + 2 + 2 + 2 + 6 + 1.
    ("no", "tenth", "verdict"), [(3, 1700.8, "rounding"), (3, 1700.9, "wrong"), (4, 1700.5, "rounding"),
                                 (4, 1700.6, "wrong")],
)
def test_a_cell_with_fewer_decimals_than_its_column_is_half_of_its_own_unit_off_at_most(no, tenth, verdict):
    ds = [2, 2, 2, 6, 1, *[0] * 9]
    stated = [round(1701 - d / 13, 2) for d in ds]
    assert cells(told({"Ra": stated}, [1700 + d for d in ds]), "rounding") == set()
    audit = told({"Ra": [*stated[: no - 1], tenth, *stated[no:]]}, [1700 + d for d in ds])
    assert at(audit, "Ra", no).verdict == verdict


@pytest.mark.parametrize(
    # 12.5 in a column of hundredths: half of its own tenth is .05, half of a hundredth .005, a hundredth .01, and a
    # hundredth with an allowance of .2 is .21; the noise of 1e-9 is added to all but the hundredth.
    ("how", "reach"), [("same", 0), ("nearest", 0.005), ("nearest_as_written", 0.05), ("close", 0.21)],
)
@pytest.mark.parametrize("side", [-1, 1])
def test_how_far_a_number_may_be_from_the_exact_one(how, reach, side):
    claim = Claim.of(np.full(2, 12.5), np.full(2, 2), np.full(2, 1), noise=1e-9)
    exact = 12.5 + side * (reach + np.array([0.9e-9, 1.2e-9]))
    given = [np.full(2, 0.2)] if how == "close" else []
    assert getattr(claim, how)(exact, *given).tolist() == [True, False]


@pytest.mark.parametrize("side", [-1, 1])
def test_whatever_the_rounding_it_moves_a_number_by_less_than_a_unit(side):
    claim = Claim.of(np.full(2, 12.5), np.full(2, 2), np.full(2, 1), noise=1e-9)
    assert claim.rounded(12.5 + side * np.array([0.01 - 1e-7, 0.01])).tolist() == [True, False]


def test_what_floating_point_may_add_to_a_number_that_nobody_rounds():
    # 1e-9 for each thousand of the largest number, the rating 1944: 1.944e-9.
    for more, verdict in ((1.8e-9, "ok"), (-1.8e-9, "ok"), (2.2e-9, "wrong"), (-2.2e-9, "wrong")):
        columns = {"rating": [WHOLE[0] + more, *WHOLE[1:]]}
        assert at(told(columns, WHOLE), "rating", 1).verdict == verdict, more


@pytest.mark.parametrize(
    # Ra of player 1 is so much less than 1800, and 1800 is stated: half a unit is right, less than a unit rounding.
    ("less", "verdict"),
    [(0.5, "ok"), (0.5 + 1e-10, "ok"), (0.5 + 1e-6, "rounding"), (1 - 1e-6, "rounding"), (1, "wrong"),
     (1 + 1e-6, "wrong"),
     (-0.5, "ok"), (-0.5 - 1e-6, "rounding"), (-1 + 1e-6, "rounding"), (-1, "wrong")],
)
def test_half_a_unit_is_right_and_less_than_one_is_rounding(less, verdict):
    ratings = [WHOLE[0], WHOLE[1] - 9 * less, *WHOLE[2:]]
    assert at(told({"Ra": [1800, *[NAN] * 9]}, ratings), "Ra", 1).verdict == verdict


# --- a direction of rounding ------------------------------------------------------------------------------------------


def with_slip(nearest, slip, wrong=0):
    """Ra cut off to hundredths, but to the nearest for so many of players 2 to 5; that of 1, a whole one, `slip` off.

    The last `wrong` numbers are 7 too high.
    """
    exact = average(NINTHS)
    stated = [round(value, 2) if 1 <= i <= nearest else cut(value) for i, value in enumerate(exact)]
    stated[0] = round(stated[0] + slip, 2)
    for i in range(10 - wrong, 10):
        stated[i] = round(stated[i] + 7, 2)
    return told({"Ra": stated}, NINTHS)


@pytest.mark.parametrize(
    # Of ten cells two may have been rounded otherwise than down; with a third, nobody cuts off, and 0.01 is an error.
    ("nearest", "slip", "verdict"),
    [(0, -0.01, "rounding"), (2, -0.01, "rounding"), (3, -0.01, "wrong"), (4, -0.01, "wrong"),
     (0, -0.02, "wrong"), (0, 0.01, "wrong"), (4, 0.01, "wrong")],
)
def test_a_fifth_of_the_cells_may_be_rounded_otherwise_than_the_others(nearest, slip, verdict):
    audit = with_slip(nearest, slip)
    assert at(audit, "Ra", 1).verdict == verdict
    assert cells(audit, "wrong") == ({("Ra", 1)} if verdict == "wrong" else set())


@pytest.mark.parametrize(("wrong", "verdict"), [(4, "wrong"), (5, "rounding")])
def test_a_column_of_which_half_is_wrong_tells_nothing_of_rounding(wrong, verdict):
    # With four wrong cells four of the other six are to the nearest, not down; with five the column tells nothing.
    assert at(with_slip(4, -0.01, wrong), "Ra", 1).verdict == verdict


@pytest.mark.parametrize(("up", "verdict"), [(0, "wrong"), (1, "wrong"), (2, "rounding"), (5, "rounding")])
def test_rounding_up_is_shown_by_two_cells_that_are_up_from_less_than_a_half(up, verdict):
    # Players 2 to 5 are up to the nearest, of the others so many up from .44 and .33, the rest blank; 1 is 0.01 too
    # high.
    exact = average(NINTHS)
    stated = [math.ceil(value * 100 - 1e-6) / 100 for value in exact]
    stated[0] = 1710.01
    stated[5 + up:] = [NAN] * (5 - up)
    audit = told({"Ra": stated}, NINTHS)
    assert at(audit, "Ra", 1).verdict == verdict
    assert len(cells(audit, "rounding") - {("Ra", 1)}) == up


def test_a_direction_that_one_column_shows_holds_for_the_next():
    # Ra to the nearest, as four cells show; so nobody cut the performance of player 1 off, which is Ra: 1709.99 is
    # wrong. Where Ra isn't shown, four of ten performances cut off from more than a half allow it.
    exact = average(NINTHS)
    performance = [cut(value) for value in exact]
    performance[0] = 1709.99
    ra = [round(value, 2) for value in exact]
    assert at(told({"Ra": ra, "performance": performance}, NINTHS), "performance", 1).verdict == "wrong"
    assert at(told({"performance": performance}, NINTHS), "performance", 1).verdict == "rounding"


def test_negative_numbers_are_cut_off_upwards():
    # Difference 1 is iteration 1 less the performance: (17099 - Ra)/9 - Ra = 15388/9 - 1711 + d*(1/9 + 1/81)
    # = 10 d/81 - 11/9: for d = 9, 4, 3, 2, 1, 5, 14, 23, 32, 6 it is -0.1111, -0.7284, -0.8519, -0.9753, -1.0988,
    # -0.6049, 0.5062, 1.6173, 2.7284, -0.4815.
    off = [-0.11, -0.72, -0.85, -0.97, -1.09, -0.60, 0.50, 1.61, 2.72, -0.48]
    audit = told({"difference_1": off}, NINTHS)
    assert audit.summary["wrong"] == 0
    assert cells(audit, "rounding") == {("difference_1", no) for no in (2, 4, 5, 7, 8, 9)} - _nearest(off)


def _nearest(stated):
    exact = [10 * (rating - 1700) / 81 - 11 / 9 for rating in NINTHS]
    return {("difference_1", i + 1) for i, value in enumerate(exact) if abs(stated[i] - value) <= 0.005}


# --- steps that aren't shown ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    # Whole numbers, of which nothing but iteration 1 is shown. What all but a fifth of the cells are off by, three
    # times, may hidden steps have moved a cell: 1 -> 3; 4 is an error.
    ("units", "verdicts"),
    [
        ({3: 1, 5: 1, 7: 3}, ("rounding", "rounding", "rounding")),
        ({3: 1, 5: 1, 7: -3}, ("rounding", "rounding", "rounding")),
        ({3: 1, 5: 1, 7: 4}, ("rounding", "rounding", "wrong")),
        ({5: 3, 7: 3}, ("wrong", "wrong")),  # eight of ten are exact: no step was rounded
        ({5: 2, 7: -2}, ("wrong", "wrong")),
    ],
)
def test_how_far_hidden_steps_move_a_cell(units, verdicts):
    stated = [1780 + k + units.get(no, 0) for no, k in enumerate((0, 1, 2, 3, 4, 0, 1, 2, 3, 4), start=1)]
    audit = told({"iteration_1": stated}, WHOLE)
    assert tuple(at(audit, "iteration_1", no).verdict for no in units) == verdicts
    assert audit.summary["ok"] == 10 - len(units)


@pytest.mark.parametrize(
    # Four cells are too few to tell a habit from an error: what isn't shown (Ra, the performance, c and ĉ, each rounded
    # to whole numbers) may move a cell by 4, and it may be a unit off itself.
    ("count", "more", "verdict"),
    [(4, 2, "rounding"), (4, 5, "rounding"), (4, -5, "rounding"), (4, 6, "wrong"), (5, 2, "wrong"), (5, 5, "wrong")],
)
def test_four_cells_are_too_few_to_tell(count, more, verdict):
    stated = [1780 + more, 1781, 1782, 1783, 1784][:count]
    audit = told({"iteration_1": [*stated, *[NAN] * (10 - count)]}, WHOLE)
    assert at(audit, "iteration_1", 1).verdict == verdict
    assert audit.summary["ok"] == count - 1


@pytest.mark.parametrize(
    # Iteration 1 of player 7 is 15388/9 + 14/81 = 1709.9506: .97 is 1.94 units off, .98 2.94.
    ("ra", "stated", "verdict"), [(cut, 1709.97, "rounding"), (cut, 1709.98, "wrong"), (round, 1709.97, "wrong")],
)
def test_who_cuts_off_may_have_done_so_twice(ra, stated, verdict):
    # Ra and iteration 1 of the ten in hundredths; performance, c and ĉ aren't shown. Where Ra was cut off, a step in
    # between may have been, too: one unit more for a cell of iteration 1, though the others need none.
    exact = average(NINTHS)
    first = [round(value, 2) for value in average(exact)]
    first[6] = stated
    columns = {"Ra": [cut(value) if ra is cut else round(value, 2) for value in exact], "iteration_1": first}
    assert at(told(columns, NINTHS), "iteration_1", 7).verdict == verdict


@pytest.mark.parametrize(
    # ĉ in whole numbers (0), four cells of iteration 2 in hundredths: 15260/9 … = 1782.2222 - k/9. What isn't shown was
    # rounded like its own kind where some of that is, else like the coarsest: Ra and the performance to whole numbers,
    # 1 each, iteration 1 to hundredths. That makes 2.01 and its own unit, 0.01.
    ("more", "verdict"), [(2.01, "rounding"), (2.03, "wrong"), (-2.01, "rounding"), (-2.03, "wrong")],
)
def test_hidden_columns_are_rounded_like_their_kind_else_like_the_coarsest(more, verdict):
    second = [1782.22, 1782.11, 1782.00, 1781.89]
    second[1] = round(1782.11 + more, 2)
    columns = {"c_hat": [0] * 10, "iteration_2": [*second, *[NAN] * 6]}
    assert at(told(columns, WHOLE), "iteration_2", 2).verdict == verdict


@pytest.mark.parametrize(
    # Without ĉ all was rounded to hundredths: performance 0.02, ĉ by way of c 0.02, iteration 1 0.01 and these, 0.05,
    # and iteration 2 by ĉ once more, 0.07. One cell has a digit more, which says nothing of the columns: 0.071 with its
    # unit.
    ("stated", "verdict"), [(1782.181, "rounding"), (1782.185, "wrong")],  # of 1782.1111: 0.0699 and 0.0739 off
)
def test_hidden_columns_are_rounded_no_more_than_what_is_shown(stated, verdict):
    second = [1782.22, 1782.11, 1782.00, 1781.89]
    second[1] = stated
    assert at(told({"iteration_2": [*second, *[NAN] * 6]}, WHOLE), "iteration_2", 2).verdict == verdict


def test_a_result_says_nothing_of_how_the_columns_before_it_were_rounded():
    # RP in whole numbers, as printed (S/n = 1782 for everybody), and four cells of iteration 2 in hundredths: a cell
    # that is off by 2 isn't explained by whole numbers in between.
    columns = {"rp": [1782] * 10, "iteration_2": [1782.22, 1784.11, 1782.00, 1781.89, *[NAN] * 6]}
    assert at(told(columns, WHOLE), "iteration_2", 2).verdict == "wrong"


@pytest.mark.parametrize(("shown", "verdict"), [(True, "wrong"), (False, "rounding")])
def test_what_is_shown_was_not_hidden(shown, verdict):
    # All of iteration 1 in whole numbers, of performances in whole numbers: where these are shown, a cell 2 off is
    # wrong.
    stated = [1780 + k + (2 if no == 1 else 0) for no, k in enumerate((0, 1, 2, 3), start=1)] + [NAN] * 6
    columns = {"iteration_1": stated}
    if shown:
        columns |= {"performance": [1800 - 9 * k for k in (0, 1, 2, 3, 4) * 2], "c_hat": [0] * 10}
    assert at(told(columns, WHOLE), "iteration_1", 1).verdict == verdict


def test_who_typed_one_column_may_have_gone_on_unrounded_in_the_next():
    # ĉ of the village cut off to whole numbers and typed; iteration 1 shown in whole numbers, but gone on with as it
    # was: from performances 2036, 1628, 1713, 1870, 1825, 1478 it is 1672.25 + 331 = 2003.25, 1784.4 - 76 = 1708.40,
    # 1839.75 - 91 = 1748.75, 1713.75 + 90 = 1803.75, 1606.33 + 120 = 1726.33, 1839.75 - 326 = 1513.75. Iteration 2 of
    # player 3 (against 4, 1, 2, 5) is (1803.75 + 2003.25 + 1708.40 + 1726.33)/4 - 91 = 1719.43, by whole numbers
    # 1719.25 and by the event 1719.60.
    columns = {
        "performance": [2036, 1628, 1713, 1870, 1825, 1478], "c_hat": [331, -76, -91, 90, 120, -326],
        "iteration_1": [2003, 1708, 1749, 1804, 1726, 1514], "iteration_2": [NAN, NAN, 1719.43, NAN, NAN, NAN],
    }
    audit = audited(columns, village().event(), **SETTINGS, unrated=1400)
    assert audit.summary["wrong"] == audit.summary["carried"] == 0
    columns["iteration_2"][2] = 1719.53
    assert cells(audited(columns, village().event(), **SETTINGS, unrated=1400), "wrong") == {("iteration_2", 3)}


# --- a mixture of rounded and unrounded numbers -----------------------------------------------------------------------

RA = [1710, 1711, 1711, 1711, 1711, 1710, 1709, 1708, 1707, 1710]
"""That of NINTHS in whole numbers: nobody's but 1's is exact, and who went on with another may be one off."""
PERFORMANCE = [1710, 1710.56, 1710.67, 1710.78, 1710.89, 1710.44, 1709.44, 1708.44, 1707.44, 1710.33]
"""From the unrounded Ra."""


def mixed(players, more=0.2):
    """The performance, from Ra as stated and something on top for these players: from neither Ra."""
    return [round(RA[i] + more, 2) if i + 1 in players else value for i, value in enumerate(PERFORMANCE)]


@pytest.mark.parametrize(("count", "verdict"), [(1, "wrong"), (2, "wrong"), (3, "rounding"), (9, "rounding")])
def test_the_share_that_makes_a_mixture_a_habit(count, verdict):
    # Of ten cells two are errors, a fifth; three are a way of going on.
    players = range(2, 2 + count)
    audit = told({"Ra": RA, "performance": mixed(players)}, NINTHS)
    assert cells(audit, verdict) == {("performance", no) for no in players}
    assert audit.summary["ok"] == 20 - count


@pytest.mark.parametrize(("count", "verdict"), [(1, "wrong"), (2, "rounding")])
def test_one_cell_alone_is_no_mixture(count, verdict):
    # Of four cells one is a quarter, and yet an error.
    players = range(2, 2 + count)
    performance = [value if i in (1, 2, 3, 4) else NAN for i, value in enumerate(mixed(players))]
    audit = told({"Ra": RA, "performance": performance}, NINTHS)
    assert cells(audit, verdict) == {("performance", no) for no in players}


@pytest.mark.parametrize(
    # As far as a unit of Ra and one of their own reach, 1.01; not at all for player 1, whose Ra is exact.
    ("no", "more", "verdict"),
    [(9, 1.01, "rounding"), (9, 1.02, "wrong"), (9, -1.01, "rounding"), (9, -1.02, "wrong"), (1, 0.2, "wrong")],
)
def test_how_far_a_mixture_reaches(no, more, verdict):
    performance = mixed((2, 3, 4, 5))
    performance[no - 1] = round(RA[no - 1] + more, 2)
    audit = told({"Ra": RA, "performance": performance}, NINTHS)
    assert at(audit, "performance", no).verdict == verdict
    assert len(cells(audit, "rounding")) == 4 + (verdict == "rounding")


def test_a_mixture_in_one_column_is_none_in_another():
    # Four performances are a mixture; iterations are another kind of column, in which two of ten cells are errors, even
    # where they are no farther off than the Ra and performances in whole numbers may move them.
    ra = [float(round(value)) for value in average(NINTHS)]
    audit = told({"Ra": ra, "performance": mixed((2, 3, 4, 5)), "iteration_1": _spoilt(mixed((2, 3, 4, 5)))}, NINTHS)
    assert cells(audit, "wrong") == {("iteration_1", 6), ("iteration_1", 9)}
    assert {("performance", no) for no in (2, 3, 4, 5)} <= cells(audit, "rounding")


def _spoilt(performance):
    first = [round(value, 2) for value in average(performance)]
    first[5], first[8] = round(first[5] + 0.5, 2), round(first[8] - 0.5, 2)
    return first


def test_mixtures_of_all_iterations_count_together():
    # Performances in whole numbers, iterations in hundredths. One cell of iteration 1 and two of iteration 2 are from
    # neither; of 20 iterations that is less than a fifth. With two more in iteration 1 it is a quarter.
    exact = average(NINTHS)
    first, second = average(exact), average(average(exact))
    columns = {
        "performance": RA, "iteration_1": [round(v, 2) for v in first], "iteration_2": [round(v, 2) for v in second],
        "c_hat": [0] * 10,
    }
    for no in (3, 4):
        columns["iteration_1"][no] = round(columns["iteration_1"][no] + 0.3, 2)
    assert cells(told(columns, NINTHS), "wrong") >= {("iteration_1", 4), ("iteration_1", 5)}
    for no in (5, 6, 7, 8):
        columns["iteration_1"][no] = round(columns["iteration_1"][no] + 0.3, 2)
    assert cells(told(columns, NINTHS), "wrong") & {("iteration_1", no) for no in range(1, 11)} == set()
