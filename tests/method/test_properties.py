"""What must hold for every event, on random ones: byes, forfeits, absences, unrated players, repeated pairings."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from made.fields import calculate, event

from pipeline.errors import InputError, Place
from pipeline.event import PENDING, RESULTS
from pipeline.method.columns import SAME_RANK
from pipeline.readers.builder import EventBuilder

bounded = hypothesis_settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
ROUNDING = 1e-6
"""Of sums: some thirty values around 2000."""


@st.composite
def rounds(draw, numbers):
    """A round of a Swiss or round robin: pairings at random, now and then unplayed, pending or a bye."""
    order = draw(st.permutations(numbers))
    tokens = []
    for one, other in zip(order[::2], order[1::2], strict=False):
        kind = draw(st.sampled_from(["w", "d", "l", "w", "d", "l", "w", "d", "l", "+", "-", "--", "?", "absent"]))
        if kind != "absent":
            tokens.append(f"{one}{kind}{other}")
    if len(order) % 2:
        bye = draw(st.sampled_from(["full-bye", "half-bye", "zero-bye", ""]))
        tokens += [f"{order[-1]}:{bye}"] if bye else []
    return " ".join(tokens)


@st.composite
def events(draw, most=9):
    """Three to nine players; rounds drawn anew, or half of them played twice as in a double round robin."""
    numbers = list(range(1, draw(st.integers(3, most)) + 1))
    ratings = draw(st.lists(st.one_of(st.integers(800, 2800), st.none()), min_size=len(numbers), max_size=len(numbers)))
    played = draw(st.lists(rounds(numbers), min_size=1, max_size=6))
    if draw(st.booleans()):
        # The second half: the same pairings with other results.
        flip = str.maketrans("wld", draw(st.sampled_from(["wdl", "lwd", "dwl"])))
        played += [re.sub(r"(?<=\d)[wdl](?=\d)", lambda match: match[0].translate(flip), text) for text in played]
    try:
        return event(ratings, *played)
    except InputError:  # no game at all
        assume(False)


def relabelled(made, numbers):
    """The same event with other numbers, its rows in the order of these."""
    new = dict(zip(made.players.index, numbers, strict=True))
    builder = EventBuilder(Path(__file__), "relabelled")
    for no in sorted(made.players.index, key=new.get):
        player = made.players.loc[no]
        builder.add_player(new[no], Place(), player["name"], player["rating"])
    for no, round_, opponent, result in made.entries.itertuples(index=False):
        other = None if pd.isna(opponent) else new[opponent]
        builder.add_entry(new[no], round_, other, result, Place())
    builder.set_rounds(made.rounds)
    return builder.finish()


def part_sums(calculation, values):
    """Games-weighted sums of a column, one for each part of the field."""
    graph = calculation.work.graph
    return np.bincount(graph.component, weights=graph.n * np.nan_to_num(values))[1:]


@bounded
@given(events(), st.randoms(use_true_random=False), st.sampled_from(["field", "opponents"]))
def test_relabelling_the_players_changes_nothing(made, random, c):
    numbers = random.sample(range(1, 1000), len(made.players))
    here, there = calculate(made, c=c, iterations=10), calculate(relabelled(made, numbers), c=c, iterations=10)
    new = dict(zip(made.players.index, numbers, strict=True))
    columns = ["games", "points", "score", "rating", "Ra", "dp", "c", "c_hat", "performance", "rank"]
    columns += [key for key in here.work.frame if key.startswith("iteration_")]
    for key in columns:
        values = [there.work.frame.loc[new[no], key] for no in here.work.frame.index]
        assert values == pytest.approx(here.work.frame[key].tolist(), abs=1e-8, nan_ok=True), key
    limits = [there.exact.loc[new[no], "rp"] for no in here.exact.index]
    assert limits == pytest.approx(here.exact["rp"].tolist(), abs=1e-7, nan_ok=True)


@bounded
@given(events(), st.integers(-500, 500), st.sampled_from(["performance", "rating"]))
def test_a_constant_added_to_all_ratings_is_added_to_rp(made, constant, start):
    players = made.players.assign(rating=made.players["rating"] + constant)
    here = calculate(made, unrated=1400, start=start, iterations=5)
    there = calculate(replace(made, players=players), unrated=1400 + constant, start=start, iterations=5)
    for key in ("rp", "arpo"):
        shift = (there.exact[key] - here.exact[key]).dropna()
        assert shift.to_numpy() == pytest.approx(constant, abs=1e-7)
    assert there.work.frame["c_hat"].equals(here.work.frame["c_hat"])
    # rating - Ra and dp decide: nobody's place changes
    assert there.standings["no"].tolist() == here.standings["no"].tolist()


@bounded
@given(events(), st.sampled_from(["performance", "rating"]), st.sampled_from(["fide", "logistic", "log-odds"]))
def test_games_weighted_sums_are_constant_with_c_of_the_field(made, start, dp):
    """In each part of the field: c is taken there."""
    calculation = calculate(made, start=start, dp=dp, iterations=12)
    frame = calculation.work.frame
    assert part_sums(calculation, frame["c_hat"]) == pytest.approx(0, abs=ROUNDING)
    first = part_sums(calculation, frame[calculation.work.start])
    for key in frame:
        if key.startswith("iteration_") or key == "limit":
            assert part_sums(calculation, frame[key]) == pytest.approx(first, abs=ROUNDING), key
    assert all(check.status != "CHECK" for check in calculation.checks)


@bounded
@given(events(), st.sampled_from(["performance", "rating"]))
def test_the_limit_is_the_fixed_point_of_the_averaged_iteration(made, start):
    """x <- (x + M x + ĉ)/2 always converges (docs/method.md section 4), so it needs no solver."""
    work = calculate(made, start=start, iterations=1).work
    limit, c_hat = work.array("limit"), work.array("c_hat")
    assert np.isnan(limit).tolist() == (work.graph.n == 0).tolist()
    assert work.array("residual")[work.graph.n > 0] == pytest.approx(0, abs=1e-9)
    x = work.array(start if start == "performance" else "start")
    for _ in range(20_000):
        step = (work.graph.average_over_opponents(x) + c_hat - x) / 2
        x = x + step
        if np.nanmax(np.abs(step)) < 1e-11:
            break
    assert x[work.graph.n > 0] == pytest.approx(limit[work.graph.n > 0], abs=1e-6)


@bounded
@given(events())
def test_c_of_the_opponents_drifts_by_the_weighted_sum(made):
    """Every step adds exactly sum n·ĉ to the games-weighted sum, in each part."""
    calculation = calculate(made, c="opponents", iterations=6)
    frame = calculation.work.frame
    added = part_sums(calculation, frame["c_hat"])
    columns = ["performance", *(key for key in frame if key.startswith("iteration_"))]
    sums = [part_sums(calculation, frame[key]) for key in columns]
    for before, after in zip(sums, sums[1:], strict=False):
        assert after - before == pytest.approx(added, abs=ROUNDING)
    drifting = np.abs(added / calculation.work.graph.sides) > 1e-9
    for part, drifts in enumerate(drifting, start=1):
        members = calculation.work.graph.component == part
        assert np.isnan(calculation.work.array("limit")[members]).all() == drifts


@bounded
@given(events())
def test_games_and_points_are_those_of_the_board(made):
    """Counted here entry by entry; forfeits and byes only count in the score, a pending game nowhere."""
    frame = calculate(made, iterations=1).work.frame
    for no in made.players.index:
        own = made.entries[made.entries["no"] == no]
        played = own[own["result"].isin(["w", "d", "l"])]
        worth = {"w": 1, "d": 0.5, "l": 0}
        assert frame.loc[no, "games"] == len(played)
        assert frame.loc[no, "points"] == sum(worth[result] for result in played["result"])
        others = {"+": 1, "-": 0, "full-bye": 1, "half-bye": 0.5, "zero-bye": 0, PENDING: 0}
        assert frame.loc[no, "score"] == sum((worth | others)[result] for result in own["result"])
        if len(played):
            ratings = [frame.loc[opponent, "rating"] for opponent in played["opponent"]]
            assert frame.loc[no, "Ra"] == pytest.approx(sum(ratings) / len(ratings))
    assert set(made.entries["result"]) <= {*RESULTS, PENDING}


@bounded
@given(events())
def test_standings_are_in_order(made):
    """By score, then, inside a part, by RP; those without a game last; ranks count the better players."""
    calculation = calculate(made, iterations=3)
    standings = calculation.standings.join(calculation.work.frame["component"])
    assert standings["rank"].is_monotonic_increasing
    assert standings["score"].is_monotonic_decreasing
    for _, part in standings[standings["component"] > 0].groupby(["score", "component"]):
        assert (part["rp"].diff().dropna() <= 1e-5).all()
        # 1, and the better players: those with more points, and in the same part those with the same and a higher RP
        better = (standings["score"] > part["score"].iloc[0]).sum()
        assert part["rank"].tolist() == [1 + better + (part["rp"] > rp + SAME_RANK).sum() for rp in part["rp"]]
    for _, idle in standings[standings["component"] == 0].iterrows():
        before = (standings["score"] > idle["score"]) | (standings["score"] == idle["score"]) & standings["rp"].notna()
        assert idle["rank"] == 1 + before.sum()


# --- the shapes of a field that docs/method.md section 4 names --------------------------------------------------------

ONE_ROUND = event([2000, 1900, 1800, 1700], "1w2 3d4")
TWO_ROUNDS = event([2000, 1900, 1800, 1700, 1600, 1500], "1w4 2d5 3w6", "1d2 3w4 5w6")
SCHEVENINGEN = event([2000, 1900, 1800, 2050, 1950, 1850], "1w4 2d5 3l6", "1d5 2w6 3l4", "1w6 2d4 3d5")
"""Players 1, 2, 3 against 4, 5, 6, everybody against everybody of the other team."""


def said(calculation):
    return " ".join(calculation.findings)


@pytest.mark.parametrize(
    ("made", "parts"), [(ONE_ROUND, 2), (TWO_ROUNDS, 1), (SCHEVENINGEN, 1)], ids=["one round", "two", "Scheveningen"]
)
def test_a_bipartite_field_swings_and_has_a_limit(made, parts):
    calculation = calculate(made, iterations=40)
    work = calculation.work
    assert work.graph.components == parts
    assert all(work.graph.bipartite)
    differences = work.steps.differences
    # The swing doesn't die down: the last two differences are each other's opposite.
    assert np.abs(differences[:, -1]).max() > 1
    assert differences[:, -1] == pytest.approx(-differences[:, -2], abs=1e-3)
    assert work.steps.converged_at is None
    assert np.abs(work.array("residual")).max() < 1e-9
    assert work.frame["rp"].equals(work.frame["limit"].rename("rp"))
    # The limit lies in the middle of the swing.
    middle = work.steps.values[:, -2:].mean(axis=1)
    assert middle == pytest.approx(work.array("limit"), abs=1e-3)
    assert "bipartite" in said(calculation)
    assert "limit" in said(calculation)
    statuses = {check.key: check.status for check in calculation.checks}
    assert (statuses["bipartite"], statuses["converged"], statuses["residual"]) == ("alert", "alert", "OK")


def test_one_round_in_numbers():
    """1 (2000) beat 2 (1900): dp ±800, c = 0, performances 1900 + 800 and 2000 - 800, sum 3900.

    The limit: x1 = x2 + 800 with x1 + x2 = 3900: 2350 and 1550. The iteration swings: 2000 and 1900, 2700 and 1200.
    """
    frame = calculate(event([2000, 1900], "1w2"), iterations=4).work.frame
    assert frame.loc[1, ["performance", "iteration_1", "iteration_2", "limit", "rp"]].tolist() == [
        2700, 2000, 2700, 2350, 2350,
    ]  # fmt: skip
    assert frame.loc[2, ["performance", "iteration_1", "iteration_2", "limit", "rp"]].tolist() == [
        1200, 1900, 1200, 1550, 1550,
    ]  # fmt: skip


def test_parts_of_the_field_have_a_c_each():
    made = event(
        [2000, 1900, 1800, 1700, 1600, 1500, 1400],
        "1w2 4w5", "1w3 4d6", "2w3 5w6",
    )  # fmt: skip
    calculation = calculate(made)
    frame = calculation.work.frame
    assert frame["component"].tolist() == [1, 1, 1, 2, 2, 2, 0]
    # part 1: 2/2, 1/2, 0/2: 800 + 0 - 800; part 2: 75 % is 193, 50 % is 0, 25 % is -193: both c = 0
    assert frame["c"].tolist() == pytest.approx([0] * 6 + [math.nan], nan_ok=True)
    assert "2 parts that no game links" in said(calculation)
    assert "its own c" in said(calculation)
    uneven = event([2000, 1900, 1800, 1700, 1600, 1500], "1w2 4w5", "1w3 4d6")
    frame = calculate(uneven).work.frame
    # part 1: (2·800 - 800 - 800)/4 = 0; part 2: 1.5/2 is 193, 0/1 is -800, 0.5/1 is 0: (2·193 - 800)/4 = -103.5
    assert frame["c"].tolist() == [0, 0, 0, -103.5, -103.5, -103.5]


def test_drift_with_c_of_the_opponents():
    calculation = calculate(DRIFTING, c="opponents", iterations=60)
    assert calculation.drift != 0
    assert calculation.work.frame[["limit", "rp", "arpo"]].isna().all(axis=None)
    assert "drifts" in said(calculation)
    assert "no RP" in said(calculation)
    assert f"{calculation.drift:.4f}" in said(calculation)
    # The differences go to that constant, not to 0.
    assert calculation.work.steps.differences[:, -1] == pytest.approx(calculation.drift, abs=1e-3)
    statuses = {check.key: check.status for check in calculation.checks}
    # Nothing is wrong, not even in the iterations, each of which gains what ĉ adds up to; but there is no RP.
    assert (statuses["c_hat"], statuses["iteration_sums"], statuses["no_rp"]) == ("provisional", "OK", "OK")
    assert calculation.state == "provisional"
    assert calculation.master.startswith("PROVISIONAL: no RP: ĉ drifts")
    assert "with c = opponents these results have no RP; c = field has one" in said(calculation)
    assert calculate(DRIFTING, c="field").drift == 0


def test_a_slow_iteration_gives_the_limit_and_says_so():
    calculation = calculate(event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2d3"), iterations=3)
    assert calculation.work.steps.converged_at is None
    assert calculation.work.frame["rp"].tolist() == calculation.work.frame["limit"].tolist()
    assert "converge slowly" in said(calculation)


DRIFTING = event([2000, 1900, 1800, 1700], "1w2 3d4", "1w3 2d4", "1w4", "1d2")


def test_a_threshold_above_the_drift_is_no_convergence():
    calculation = calculate(DRIFTING, c="opponents", threshold=100)
    assert calculation.work.steps.converged_at is not None
    assert "converge" not in said(calculation)
    assert "no RP" in said(calculation)
    assert calculation.work.frame["rp"].isna().all()


def test_a_bipartite_field_that_stands_still():
    """Equal ratings and a draw: nothing changes, so nothing swings."""
    calculation = calculate(event([2000, 2000], "1d2"))
    assert calculation.work.frame["rp"].tolist() == [2000, 2000]
    assert "within the threshold" in said(calculation)
    assert "taken from" not in said(calculation)


def test_a_bipartite_field_that_drifts():
    # dp of 1: 1.5/2, 193; 2: 0.5/2, -193; 3: 0/1, -800; 4: 1/1, 800: for 1 and 2 the opponents' c is not the mean
    calculation = calculate(event([2000, 1900, 1800, 1700], "1w3 2l4", "1d2"), c="opponents")
    assert calculation.work.graph.bipartite == (True,)
    assert calculation.drift == 0  # symmetrical by luck
    uneven = calculate(event([2000, 1900, 1800, 1700], "1w3 2d4", "1d2"), c="opponents")
    assert uneven.drift != 0
    assert "while they drift" in said(uneven)
    assert "limit exists" not in said(uneven)


def test_one_part_that_drifts_beside_one_that_does_not():
    rounds = ("1w2 3d4 5d6", "1w3 2d4 6d7", "1w4 5d7", "1d2")
    calculation = calculate(event([2000, 1900, 1800, 1700, 1600, 1500, 1400], *rounds), c="opponents")
    rp = calculation.work.frame["rp"]
    assert rp.isna().tolist() == [True] * 4 + [False] * 3
    # 5, 6, 7 drew all their games: dp 0, so that RP is the mean of the three
    assert rp[4:].tolist() == pytest.approx([1500] * 3)
    assert "in 1 of the 2 parts" in said(calculation)
