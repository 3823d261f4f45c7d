"""A field of several parts: which of them swings, drifts or has a limit, with which sign, and what is said of each."""

import itertools
import math
import random

import numpy as np
import pandas as pd
import pytest
from made.fields import calculate, event

from pipeline.method.checks import stale_parts
from pipeline.method.columns import drift_check
from pipeline.method.graph import GameGraph

SWING_AND_TRIANGLE = event([2000, 1900, 1800, 1700, 1600], "1w2 3w4", "3w5", "4d5")
TWO_TRIANGLES = event([2000, 1900, 1800, 1700, 1600, 1500], "1d2 4d5", "1d3 4d6", "2d3 5d6")
AGAINST_EACH_OTHER = event([2000] * 8, "1l2 3d4 5w6 7d8", "2l3 6w7")
"""Each part is a chain; the second has the results of the first turned round, so that its ĉ have the other sign."""
UNEQUAL = event([2000] * 8, "1l3 2l4 5l6", "1l4 2l3 5d8", "3d4 6l7")
BESIDE_A_DRIFT = event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 3d4 5d6", "1w3 2d4 6d7", "1w4 5d7", "1d2")
"""With c of the opponents 1 to 4 drift; 5, 6 and 7 drew all their games, and don't."""


def check(calculation, key):
    return next(check for check in calculation.checks if check.key == key)


def test_which_part_is_bipartite():
    calculation = calculate(SWING_AND_TRIANGLE)
    assert calculation.work.graph.bipartite == (True, False)
    assert check(calculation, "bipartite").value == 1
    assert "1 of the 2 parts is bipartite" in " ".join(calculation.findings)
    # 1 and 2 swing by 1600 for ever; in the triangle the differences die down
    last = np.abs(calculation.work.steps.differences[:, -1])
    assert last[:2].tolist() == [700, 700]  # performances 2700 and 1200; 2000 and 1900; and so on
    assert last[2:] == pytest.approx(0, abs=1e-9)
    # the other way round: the triangle first
    turned = calculate(event([1800, 1700, 1600, 2000, 1900], "1w2 4w5", "1w3", "2d3"))
    assert turned.work.graph.bipartite == (False, True)


def test_two_parts_that_are_not_bipartite():
    calculation = calculate(TWO_TRIANGLES)
    assert check(calculation, "bipartite").value == 0
    parts = check(calculation, "components")
    assert (parts.value, parts.status, parts.reason) == (2, "provisional", "2 parts of the field that no game links")
    assert calculation.master == "PROVISIONAL: 2 parts of the field that no game links"
    assert "bipartite" not in " ".join(calculation.findings)
    # Everybody drew: RP is the mean rating of the part, 5700/3 and 4800/3
    assert calculation.work.frame["rp"].tolist() == pytest.approx([1900] * 3 + [1600] * 3)


def test_two_bipartite_parts():
    calculation = calculate(event([2000, 1900, 1800, 1700], "1w2 3w4"))
    assert check(calculation, "bipartite").value == 2
    assert "All 2 parts are bipartite" in " ".join(calculation.findings)
    # each limit is the part's own mean ± 400: (2700 + 1200)/2 and (2500 + 1000)/2
    assert calculation.work.frame["rp"].tolist() == pytest.approx([2350, 1550, 2150, 1350])
    assert calculation.work.frame["c"].tolist() == [0, 0, 0, 0]


def test_the_drift_that_is_said_is_the_one_that_is_furthest_from_0():
    """1, 2 lost twice (0 %, -800) and 3, 4 have 2½ of 3 (83 %, 273).

    c of 1: (3·273 + 3·273)/6 = 273, ĉ = -1073; of 3: (-1600 - 1600 + 819)/7, ĉ = 613.142857.
    Drift (4·-1073 + 6·613.142857)/10 = -61.3143. The other part: 5 ½ of 2 (-193), 6 1 of 2 (0), 7 800, 8 0:
    ĉ = -193, 0 - (-386 + 800)/3 = -138, 800, 193; drift (-386 - 276 + 800 + 193)/6 = 55.1667.
    """
    calculation = calculate(UNEQUAL, c="opponents")
    assert calculation.work.frame["c_hat"].tolist() == pytest.approx(
        [-1073, -1073, 613.142857, 613.142857, -193, -138, 800, 193]
    )
    assert calculation.drift == pytest.approx(-61.314286)
    said = " ".join(calculation.findings)
    assert "drifts in all 2 parts: every step adds -61.3143 to all values of a part, at most, in the long run" in said
    assert "In such a part there is no limit: with c = opponents these results have no RP; c = field has one." in said
    # the sum of a part: -613.142857 and 331; over all -282.142857, which a hundred iterations add up to
    assert check(calculation, "parts_c_hat").value == pytest.approx(613.142857)
    assert check(calculation, "c_hat").value == pytest.approx(-282.142857)
    frame = calculation.work.frame
    assert frame["games"] @ frame["iteration_100"] - frame["games"] @ frame["performance"] == pytest.approx(-28214.2857)
    # and no more than that; nobody is missing an RP that he could have
    assert check(calculation, "iteration_sums").value == pytest.approx(0, abs=1e-6)
    assert frame["rp"].isna().all()
    assert check(calculation, "no_rp").value == 0
    assert {key: check(calculation, key).status for key in ("parts_c_hat", "c_hat", "iteration_sums", "no_rp")} == {
        # the sum over all says nothing of the parts
        "parts_c_hat": "provisional", "c_hat": "info", "iteration_sums": "OK", "no_rp": "OK",
    }  # fmt: skip
    # not converged, one part bipartite, 7 and 8 with one game where others have three; 1 and 2, who haven't met, have
    # nothing in the last round
    assert calculation.master == (
        "PROVISIONAL: no RP: ĉ drifts; 2 parts of the field that no game links · 4 to know"
    )
    assert calculation.settled is False


def test_the_drifts_of_two_parts_that_cancel_out():
    """Over all nothing drifts, in each part it does: with log-odds by less than the threshold. There is no RP."""
    calculation = calculate(AGAINST_EACH_OTHER, c="opponents", dp="log-odds", threshold=100)
    assert calculation.work.steps.converged_at == 1
    assert check(calculation, "converged").status == "OK"
    assert check(calculation, "c_hat").value == pytest.approx(0, abs=1e-9)
    assert check(calculation, "c_hat").status == "info"  # where there are several parts, each is asked for itself
    # dp of 1 … 4: -ln 100, 0, ln 3, 0. c: 0, (-ln 100 + 2·ln 3)/3, 0, ln 3.
    # Sum of games × ĉ: -ln 100 - 2·(-ln 100 + 2·ln 3)/3 + 2·ln 3 - ln 3 = -ln 100/3 - ln 3/3
    sum_of_part = (math.log(100) + math.log(3)) / 3
    assert check(calculation, "parts_c_hat").value == pytest.approx(sum_of_part)
    assert check(calculation, "parts_c_hat").status == "provisional"
    assert calculation.master.startswith("PROVISIONAL: no RP: ĉ drifts; 2 parts of the field")
    assert abs(calculation.drift) == pytest.approx(sum_of_part / 6)
    assert calculation.work.frame[["limit", "rp", "arpo"]].isna().all(axis=None)
    assert calculation.exact.isna().all(axis=None)
    assert calculation.settled is False
    # with c of each part all of that is 0
    assert check(calculate(AGAINST_EACH_OTHER), "parts_c_hat").value == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("start", ["performance", "rating"])
def test_a_part_without_a_drift_keeps_its_limit(start):
    calculation = calculate(BESIDE_A_DRIFT, c="opponents", start=start)
    frame = calculation.work.frame
    assert frame["rp"].isna().tolist() == [True] * 4 + [False] * 3
    assert (check(calculation, "no_rp").value, check(calculation, "no_rp").status) == (0, "OK")
    assert check(calculation, "parts_c_hat").status == calculation.state == "provisional"
    assert frame["rp"].tolist()[4:] == pytest.approx([1500] * 3)
    # its sum of games × limit is that of its start: 2·4500; that of the others doesn't count
    assert check(calculation, "limit_sum").value == pytest.approx(9000)
    assert check(calculation, "limit_sum").expected == pytest.approx(9000)
    assert [check(calculation, key).status for key in ("limit_sum", "residual", "parts_limit")] == ["OK"] * 3
    said = " ".join(calculation.findings)
    assert "drifts in 1 of the 2 parts" in said
    assert "has its own c" not in said
    # nobody is far from the ratings: who has no RP doesn't count
    assert check(calculation, "far").value == 0


def test_the_checks_of_parts_are_for_several_parts():
    one = {check.key for check in calculate(event([2000, 1900, 1800], "1w2", "2w3", "1d3")).checks}
    two = {check.key for check in calculate(TWO_TRIANGLES).checks}
    assert two - one == {"parts_c_hat", "parts_limit"}
    # where nobody has a limit, there is nothing to check of it
    drifting = {check.key for check in calculate(UNEQUAL, c="opponents").checks}
    assert two - drifting == {"residual", "limit_sum", "parts_limit"}


def test_each_part_has_its_own_c_and_sum():
    """1 beat 2; 3 beat 4 twice and drew with 5: dp 800, -800; 83 % 273, -800, 0.

    c of the second part: (3·273 - 2·800 + 0)/6 = -130.1667.
    """
    calculation = calculate(event([2000, 1900, 1800, 1700, 1600, 1500], "1w2 3w4", "3w4", "3d5"), iterations=5)
    frame = calculation.work.frame
    assert frame["component"].tolist() == [1, 1, 2, 2, 2, 0]
    assert frame["c"].tolist() == pytest.approx([0, 0, -130.166667, -130.166667, -130.166667, math.nan], nan_ok=True)
    # performances: 2700, 1200; Ra (1700·2 + 1600)/3 + 273, 1800 - 800, 1800 + 0: sums 3900 and 5819 + 2000 + 1800
    sums = [3900, 9619]
    for key in ("performance", "iteration_1", "iteration_5", "limit"):
        of_parts = [frame.loc[part, "games"] @ frame.loc[part, key] for part in ([1, 2], [3, 4, 5])]
        assert of_parts == pytest.approx(sums), key
    assert check(calculation, "limit_sum").expected == pytest.approx(3900 + 9619)
    assert check(calculation, "parts_limit").value == 0
    assert "As read: 1: 1, 2; 2: 3, 4, 5." in check(calculation, "components").trouble


def test_groups_within_parts_are_numbered_from_the_top():
    # 2 beat 1, 3 beat 4; 5 and 6 drew
    work = calculate(event([2000, 1900, 1800, 1700, 1600, 1500], "1l2 3w4 5d6")).work
    assert work.frame["read_group"].max() == 5
    group = work.frame["read_group"]
    assert group[2] < group[1]
    assert group[3] < group[4]
    assert group[5] == group[6]


@pytest.mark.parametrize(
    ("made", "check_of_drift"),
    [(TWO_TRIANGLES, "parts_c_hat"), (event([2000, 1900, 1800], "1w2", "2w3", "1d3"), "c_hat")],
)
def test_whether_c_hat_drifts_is_looked_at_part_by_part(made, check_of_drift):
    assert drift_check(calculate(made).work) == check_of_drift


def test_which_part_has_another_sum_than_its_start():
    """A limit moved by 1 for the three of the second part: 2 games each, 6 more in all; player 7 has no game."""
    made = event([2000, 1900, 1800, 2000, 1900, 1800, 1500], "1w2 4w5", "2w3 5w6", "1d3 4d6")
    work = calculate(made).work
    assert stale_parts(work).tolist() == [False, False]
    work.values["limit"] = work.array("limit") + np.array([0, 0, 0, 1, 1, 1, 0])
    assert stale_parts(work).tolist() == [False, True]


@pytest.mark.parametrize(
    ("given", "rounds", "status"),
    [
        # 2 is unrated. In one part his rating moves all RP alike; of two parts it moves one, unless somebody stated it
        ({}, ("1w2 3d4", "1d3 2w4"), "alert"), ({"unrated": 1500}, ("1w2 3d4", "1d3 2w4"), "alert"),
        ({}, ("1w2 3d4",), "provisional"), ({"unrated": 1500}, ("1w2 3d4",), "alert"),
        ({"unrated": 1400}, ("1w2 3d4",), "alert"),
    ],
)
def test_an_unrated_player_keeps_the_order_of_several_parts_open(given, rounds, status):
    assert check(calculate(event([2000, None, 1800, 1700], *rounds), **given), "unrated").status == status


@pytest.mark.parametrize("seed", range(40))
def test_parts_and_sides_as_a_walk_finds_them(seed):
    """From somebody to those he met, and on to theirs, telling sides apart: chains, stars, many parts, none."""
    dice = random.Random(seed)
    count = dice.choice([0, 1, 2, 5, 20, 60])
    pairs = {tuple(dice.sample(range(count), 2)) for _ in range(dice.choice([0, count // 3, count])) if count > 1}
    if seed % 4 == 0:  # one long chain, its players in any order
        order = dice.sample(range(count), count)
        pairs = set(itertools.pairwise(order))
    one, other = np.array([*pairs, *((b, a) for a, b in pairs)], dtype=np.int64).reshape(-1, 2).T
    graph = GameGraph(pd.RangeIndex(count), one, other, np.full(len(one), 0.5))

    part, side, swings = [0] * count, [0] * count, []
    for first in range(count):
        if part[first] or first not in one:
            continue
        swings.append(True)
        part[first], reached = len(swings), [first]
        for at in reached:
            for met in other[one == at].tolist():
                if not part[met]:
                    part[met], side[met] = part[at], 1 - side[at]
                    reached.append(met)
                swings[-1] &= side[met] != side[at]
    assert graph.component.tolist() == part
    assert graph.bipartite == tuple(swings)
    assert graph.components == len(swings)
