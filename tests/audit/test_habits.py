"""A writer's rounding is a habit: what the cells of a column show together decides what one of them may be off.

Some of the events are a round robin of four, 2.5, 2, 1 and half a point of three games each: 83, 67, 33 and 17 %, by
FIDE's table 273, 125, -125 and -273, so that c over the field is 0 and ĉ is dp.
"""

import math

import pytest
from made.fields import calculate
from made.making_sheets import Made
from made.tables import at, audited, by_hand, cells, video_columns

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.method.settings import Settings, with_values

SETTINGS = {"dp": "fide", "c": "field", "start": "performance"}
DP = [273, 125, -125, -273]
_GAMES = ((1, 1, 4, "w"), (1, 2, 3, "d"), (2, 1, 3, "w"), (2, 2, 4, "w"), (3, 1, 2, "d"), (3, 3, 4, "d"))
_REPLY = {"w": "l", "d": "d"}


def four(*ratings):
    """The round robin with these ratings."""
    entries = [(one, round_, other, result) for round_, one, other, result in _GAMES]
    entries += [(other, round_, one, _REPLY[result]) for round_, one, other, result in _GAMES]
    return Made([float(rating) for rating in ratings], 3, sorted(entries, key=lambda entry: entry[:2])).event()


def six(*ratings):
    """A round robin of six, all games drawn: five opponents each."""
    entries = []
    for round_ in range(5):
        order = [0, *(1 + (i + round_) % 5 for i in range(5))]
        for one, other in zip(order[:3], reversed(order[3:]), strict=True):
            entries += [(one + 1, round_ + 1, other + 1, "d"), (other + 1, round_ + 1, one + 1, "d")]
    return Made([float(rating) for rating in ratings], 5, sorted(entries, key=lambda entry: entry[:2])).event()


# --- steps that the sheet doesn't show --------------------------------------------------------------------------------


def with_hidden_steps(off):
    """The video's Ra, dp and iteration 2 without c, ĉ, performance and iteration 1; player 2's number is `off`."""
    columns = {key: by_hand(video_columns("fide", "field"))[key] for key in ("Ra", "dp", "iteration_2")}
    columns["iteration_2"][1] = round(columns["iteration_2"][1] + off, 2)
    return audited(columns, **SETTINGS)


@pytest.mark.parametrize("off", [0.02, -0.05, 0.18, -0.6, 0.9, 1.5])
def test_no_hidden_step_is_rounded_for_one_cell_alone(off):
    # The seven others are exact to their two decimals, so nobody rounded c, ĉ, performance or iteration 1.
    audit = with_hidden_steps(off)
    assert cells(audit, "wrong") == {("iteration_2", 2)}
    assert len(cells(audit, "ok")) == 23
    # A cause has to give the stated number by two decimals, too: that of c instead of ĉ is 193 + 0.94 - 0.94 away.
    # The plain average of dp, 0.99, is 0.05 away from c.
    causes = [fit.name for fit in at(audit, "iteration_2", 2).causes]
    assert causes == (["c_plain", "not_shown"] if off == -0.05 else [])


@pytest.mark.parametrize("unrounded", [False, True])
def test_hidden_steps_rounded_for_the_whole_column_are_rounding(unrounded):
    # Performance rounded to whole numbers, which isn't shown: iteration 1 is off by as much in most of the cells.
    ra = [5738 / 3, 5705 / 3, 5659 / 3, 5932 / 3]  # of 7678 less the own rating
    performance = [round(a + dp) for a, dp in zip(ra, DP, strict=True)]  # 2186, 2027, 1761, 1704
    first = [(sum(performance) - performance[i]) / 3 + DP[i] for i in range(4)]
    stated = [float(round(value)) for value in first]
    if unrounded:  # in one cell iteration 1 isn't rounded, which says nothing of the performance before it
        stated[0] = first[0]
    audit = audited({"iteration_1": stated}, four(1940, 1973, 2019, 1746), **SETTINGS)
    assert cells(audit, "wrong") == set()


@pytest.mark.parametrize("result", ["per_cent", "rp", "limit", "arpo"])
def test_whole_results_do_not_say_that_hidden_steps_were_rounded(result):
    """Ra with two decimals, then iteration 1 from performances rounded to whole numbers, which the sheet doesn't show.

    Nobody works with whole numbers who shows two decimals; a result is rounded to be printed, which says nothing.
    """
    event = four(1940, 1973, 2019, 1746)
    ra = [5738 / 3, 5705 / 3, 5659 / 3, 5932 / 3]
    performance = [round(a + dp) for a, dp in zip(ra, DP, strict=True)]
    first = [round((sum(performance) - performance[i]) / 3 + DP[i], 2) for i in range(4)]
    columns = {"Ra": [round(a, 2) for a in ra], "iteration_1": first}
    whole = [float(round(v)) for v in calculate(event, dp="fide", c="field").work.frame[result]]
    alone, beside = (audited(given, event, **SETTINGS) for given in (columns, columns | {result: whole}))
    assert cells(alone, "wrong") == cells(beside, "wrong") == {("iteration_1", no) for no in (1, 2, 3, 4)}


def test_which_columns_are_results():
    """Those that are rounded to be printed, and those that nobody rounds: counts, ratings and what a table says."""
    model = arpo_model(Ground(four(2000, 1900, 1850, 1700)), with_values(Settings(), SETTINGS, "test"), 2)
    assert {key for key, node in model.by_key.items() if node.final} == {
        "per_cent", "limit", "rp", "arpo", "rp_last", "arpo_last",
    }  # fmt: skip
    assert {key for key, node in model.by_key.items() if node.exact} == {"rating", "games", "score", "points", "dp"}


# --- a unit too low ---------------------------------------------------------------------------------------------------


RATINGS = (2060, 2031, 1999, 2110, 2061, 2000)
"""12261 in all: Ra is 2040.2, 2046.0, 2052.4, 2030.2, 2040.0 and 2052.2."""


def ra_of_six(**changes):
    stated = [(sum(RATINGS) - rating) / 5 for rating in RATINGS]
    for position, value in changes.items():
        stated[int(position.removeprefix("p")) - 1] = value
    return audited({"Ra": stated}, six(*RATINGS), **SETTINGS)


def test_a_number_on_the_grid_may_be_cut_off_to_the_one_below():
    # int(2052.2 * 100) / 100 is 2052.19, for 2052.2 * 100 is 205219.99999999997
    assert int(2052.2 * 100) / 100 == 2052.19
    audit = ra_of_six(p6=2052.19, p1=2040.20)
    assert at(audit, "Ra", 6).verdict == "rounding"
    assert audit.agrees


@pytest.mark.parametrize("stated", [2052.21, 2052.18])
def test_it_is_not_cut_off_to_the_one_above_or_two_below(stated):
    assert cells(ra_of_six(p6=stated, p1=2040.19), "wrong") == {("Ra", 6)}


def test_nothing_is_cut_off_where_the_sheet_rounds_to_the_nearest():
    # 7450 less the own rating: 1816.67, 1850, 1866.67, 1916.67; 1849.99 isn't how the others were rounded.
    event = four(2000, 1900, 1850, 1700)
    assert cells(audited({"Ra": [1816.67, 1849.99, 1866.67, 1916.67]}, event, **SETTINGS), "wrong") == {("Ra", 2)}
    down = audited({"Ra": [1816.66, 1849.99, 1866.66, 1916.66]}, event, **SETTINGS)
    assert cells(down, "rounding") == {("Ra", no) for no in (1, 2, 3, 4)}


def test_whole_numbers_of_whole_numbers_are_exact():
    event = four(2000, 1900, 1850, 1700)
    # 5550/3 is 1850 on every machine, however the others were cut off
    assert cells(audited({"Ra": [1816, 1849, 1866, 1916]}, event, **SETTINGS), "wrong") == {("Ra", 2)}


def test_a_slip_of_one_in_an_addition_is_wrong():
    # 1817 + 273 = 2090, and 1816.67 + 273 = 2089.67: neither gives 2091
    columns = {"Ra": [1817, 1850, 1867, 1917], "dp": DP, "performance": [2091, 1975, 1742, 1644]}
    audit = audited(columns, four(2000, 1900, 1850, 1700), **SETTINGS)
    assert cells(audit, "wrong") == {("performance", 1)}
    cell = at(audit, "performance", 1)
    assert cell.from_own == 2090
    assert cell.causes == ()  # c is 0: what it is added to is not what went wrong


# --- numbers that end in zeros ----------------------------------------------------------------------------------------


def cut_off(ratings, steps):
    """Ra, performance and iterations of the four, unrounded in themselves, written down to two decimals."""
    columns = {"Ra": [(sum(ratings) - rating) / 3 for rating in ratings]}
    columns["performance"] = before = [ra + dp for ra, dp in zip(columns["Ra"], DP, strict=True)]
    for k in range(1, steps + 1):
        columns[f"iteration_{k}"] = before = [(sum(before) - own) / 3 + dp for own, dp in zip(before, DP, strict=True)]
    return {key: [math.floor(value * 100 + 1e-6) / 100 for value in values] for key, values in columns.items()}


def test_a_number_that_ends_in_zeros_is_as_precise_as_its_column():
    # Player 1's iteration 4 is 2125.00, from 2125.008: no reason to let iteration 5 of the others be a third off.
    ratings = (1940, 1973, 2019, 1746)
    columns = cut_off(ratings, 5)
    assert columns["iteration_4"][0] == 2125
    assert cells(audited(columns, four(*ratings), **SETTINGS), "wrong") == set()
    columns["iteration_5"][1] = round(columns["iteration_5"][1] + 0.3, 2)
    assert cells(audited(columns, four(*ratings), **SETTINGS), "wrong") == {("iteration_5", 2)}


# --- from own cells ---------------------------------------------------------------------------------------------------


def test_from_own_cells_of_a_wrong_number_is_what_it_should_have_been():
    columns = by_hand(video_columns("fide", "field"))
    columns["Ra"][0] = 1765.0  # 1756 with two digits transposed; nothing that Ra is made from is in the sheet
    cell = at(audited(columns, **SETTINGS), "Ra", 1)
    assert (cell.verdict, cell.expected, cell.from_own) == ("wrong", 1756, 1756)
