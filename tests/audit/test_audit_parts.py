"""Sheets of events in several parts, and RP from a sheet's own ĉ: each part for itself, and which cells it reaches.

Players 1 to 4 are a round robin of four, 2.5, 2, 1 and half a point of three games: by FIDE's table 273, 125, -125,
-273 (83, 67, 33, 17 %), c = 0. Players 5, 6 and 7 met each other: 2, half and half a point of two games, 800, -193,
-193 (100 and 25 %), so that c = (2*800 - 2*193 - 2*193)/6 = 138. Over all seven it would be 6*138/18 = 46. Player 8 had
a bye.

In a round robin of m the limit has x = (S - x)/(m - 1) + ĉ, S being the sum of the start: x = S/m + ĉ*(m - 1)/m. From
the ratings that is 1862.5 + 3/4 ĉ among the four (7450 in all), and 1400 + 2/3 ĉ among the three (4200).
"""

import pandas as pd
import pytest
from made.fields import event
from made.tables import NAN, at, audited, cells
from made.village import STEPS, stated, unrounded, village

from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.method.settings import Settings, with_values

GIVEN = {"dp": "fide", "c": "field", "start": "rating"}
RATINGS = (2000, 1900, 1850, 1700, 1500, 1400, 1300, 1600)
ROUNDS = ("1w4 2d3 5w6", "1w3 2w4 5w7", "1d2 3d4 6d7 8:full-bye")
DP = [273, 125, -125, -273, 800, -193, -193, NAN]
C = [0, 0, 0, 0, 138, 138, 138, NAN]
C_HAT = [273, 125, -125, -273, 662, -331, -331, NAN]
# 1862.5 + 3/4 of 273, 125, -125 and -273; 1400 + 2/3 of 662 and twice -331
RP = [2067.25, 1956.25, 1768.75, 1657.75, 1841.33, 1179.33, 1179.33, NAN]
FIRST, SECOND = range(1, 5), range(5, 8)


def two_parts():
    return event(RATINGS, *ROUNDS)


def changed(column, **others):
    """The column with other numbers for some players (p6=…)."""
    return [others.get(f"p{no}", value) for no, value in enumerate(column, start=1)]


def of(column, players):
    return {(column, no) for no in players}


# --- c ----------------------------------------------------------------------------------------------------------------


def test_c_over_the_field_is_that_of_the_part():
    audit = audited({"dp": DP, "c": C, "c_hat": C_HAT}, two_parts(), **GIVEN)
    assert audit.summary == {"ok": 21, "rounding": 0, "carried": 0, "wrong": 0, "missing": 0}
    over_all = audited({"dp": DP, "c": [46] * 7 + [NAN]}, two_parts(), **GIVEN)
    assert cells(over_all, "wrong") == of("c", [*FIRST, *SECOND])


@pytest.mark.parametrize("with_c", [True, False])
def test_a_wrong_dp_reaches_its_own_part_alone(with_c):
    # -143 for -193: c of the three is (1600 - 2*143 - 2*193)/6 = 928/6 = 154.67, ĉ 645.33, -297.67 and -347.67.
    columns = {"dp": changed(DP, p6=-143)}
    if with_c:
        columns["c"] = changed(C, p5=154.67, p6=154.67, p7=154.67)
    columns["c_hat"] = changed(C_HAT, p5=645.33, p6=-297.67, p7=-347.67)
    audit = audited(columns, two_parts(), **GIVEN)
    assert cells(audit, "wrong") == {("dp", 6)}
    assert cells(audit, "carried") == {(key, no) for key in columns if key != "dp" for no in SECOND}
    assert {at(audit, "c_hat", no).origin for no in SECOND} == {at(audit, "dp", 6).spot}
    assert {at(audit, "c_hat", no).verdict for no in FIRST} == {"ok"}


def test_a_wrong_dp_reaches_the_c_of_the_opponents():
    # By the opponents c of 5 is -193, of 6 and 7 (800 - 193)/2 = 303.5; with -143 for 6 that of 5 is -168 and that of 7
    # (800 - 143)/2 = 328.5. His own c has none of his dp in it.
    c = [-91, -125 + 34, 91, 91, -168, 303.5, 328.5, NAN]
    # Of 1: (125 - 125 - 273)/3 = -91; of 2: (273 - 125 - 273)/3 = -41.67; of 3: 91.67 - 50 = 41.67; of 4: 91.
    c[1], c[2] = -41.67, 41.67
    audit = audited({"dp": changed(DP, p6=-143), "c": c}, two_parts(), **{**GIVEN, "c": "opponents"})
    assert cells(audit, "wrong") == {("dp", 6)}
    assert cells(audit, "carried") == {("c", 5), ("c", 7)}
    assert {at(audit, "c", no).verdict for no in (1, 2, 3, 4, 6)} == {"ok"}


def test_games_that_the_sheet_counts_otherwise_weigh_otherwise():
    # 4 games for player 6's 2: his dp is that of 0.5/4 = 13 %, -322, and c = (1600 - 4*322 - 386)/8 = -74/8 = -9.25.
    games = [3, 3, 3, 3, 2, 4, 2, 0]
    columns = {"games": games, "dp": changed(DP, p6=-322), "c": changed(C, p5=-9.25, p6=-9.25, p7=-9.25)}
    audit = audited(columns, two_parts(), **GIVEN)
    assert cells(audit, "wrong") == {("games", 6)}
    assert cells(audit, "carried") == {("dp", 6), ("c", 5), ("c", 6), ("c", 7)}
    assert at(audit, "c", 5).origin == at(audit, "games", 6).spot


# --- RP ---------------------------------------------------------------------------------------------------------------


def with_rp(c_hat, rp, dp=DP, **given):
    return audited({"dp": dp, "c_hat": c_hat, "limit": rp}, two_parts(), **{**GIVEN, **given})


def test_rp_of_each_part():
    assert with_rp(C_HAT, RP).summary == {"ok": 21, "rounding": 0, "carried": 0, "wrong": 0, "missing": 0}


def test_a_wrong_dp_reaches_the_rp_of_its_part():
    # ĉ as above; 1400 + 2/3 of 645.333, -297.667 and -347.667: 1830.22, 1201.56 and 1168.22
    c_hat = changed(C_HAT, p5=645.33, p6=-297.67, p7=-347.67)
    rp = changed(RP, p5=1830.22, p6=1201.56, p7=1168.22)
    audit = with_rp(c_hat, rp, changed(DP, p6=-143))
    assert cells(audit, "wrong") == {("dp", 6)}
    assert cells(audit, "carried") == of("c_hat", SECOND) | of("limit", SECOND)
    assert {at(audit, "limit", no).origin for no in SECOND} == {at(audit, "dp", 6).spot}


@pytest.mark.parametrize(
    # The drift of the four is a quarter of what the first ĉ has too much, and is taken out of all of them.
    ("more", "rp", "verdict"),
    [
        # 3.9: drift 0.975; 1862.5 + 3/4 (276.9 - 0.975) = 2069.44, and the others 3/4*0.975 = 0.73 lower
        (3.9, (2069.44, 1955.52, 1768.02, 1657.02), "carried"),
        (4.0, (2069.50, 1955.50, 1768.00, 1657.00), "carried"),  # drift 1 exactly: 1862.5 + 3/4 (277 - 1)
        (-4.0, (2065.00, 1957.00, 1769.50, 1658.50), "carried"),  # and downwards: 1862.5 + 3/4 (269 + 1)
        (4.04, (2069.52, 1955.49, 1767.99, 1656.99), "wrong"),  # 1.01 is no rounding: such ĉ have no limit
        (-4.04, (2064.98, 1957.01, 1769.51, 1658.51), "wrong"),
    ],
)
def test_rp_from_c_hat_that_drifts(more, rp, verdict):
    audit = with_rp(changed(C_HAT, p1=273 + more), changed(RP, **{f"p{no}": rp[no - 1] for no in FIRST}))
    assert cells(audit, "wrong") - of("limit", FIRST) == {("c_hat", 1)}
    assert {at(audit, "limit", no).verdict for no in FIRST} == {verdict}
    assert {at(audit, "limit", no).verdict for no in SECOND} == {"ok"}


def test_rp_from_c_hat_cut_off_to_whole_numbers():
    # ĉ of the village, 331.71, -76.29, -91.29, 90.71, 120.71, -326.29, cut off: with 4, 5, 4, 4, 3, 4 games they add up
    # to 1324 - 380 - 364 + 360 + 360 - 1304 = -4, a drift of -1/6 that is no part of the limit.
    made = village()
    exact = unrounded(made, "fide", "field", "performance")
    c_hat, games, rp = [331, -76, -91, 90, 120, -326], made.games(), exact["performance"]
    for _ in range(STEPS):
        rp = [sum(rp[j] for j, _ in own) / len(own) + c_hat[i] + 1 / 6 for i, own in enumerate(games)]
    assert max(abs(one - other) for one, other in zip(rp, exact["rp"], strict=True)) > 0.3
    given = {"dp": "fide", "c": "field", "start": "performance", "unrated": 1400}
    columns = {"dp": stated(exact)["dp"], "c_hat": c_hat, "limit": [round(value, 2) for value in rp]}
    audit = audited(columns, made.event(), **given)
    assert cells(audit, "wrong") == cells(audit, "carried") == set()
    columns["limit"][2] += 3  # more than whole numbers may move it
    assert cells(audited(columns, made.event(), **given), "wrong") == {("limit", 3)}


def test_rp_follows_from_the_start():
    # The rating of 6 stated as 1460 for 1400: his part starts with 60 more, each RP is 20 higher.
    rating = list(changed(RATINGS, p6=1460))
    columns = {"rating": rating, "limit": changed(RP, p5=1861.33, p6=1199.33, p7=1199.33)}
    audit = audited(columns, two_parts(), **GIVEN)
    assert cells(audit, "wrong") == {("rating", 6)}
    assert cells(audit, "carried") == of("limit", SECOND)


# --- ARPO, and what has no value --------------------------------------------------------------------------------------


def test_arpo_follows_from_rp_and_the_last_iteration_has_its_own():
    # ARPO of 1: (1956.25 + 1768.75 + 1657.75)/3 = 1794.25. With RP of 2 written 30 higher those of 1, 3, 4 are 10
    # higher.
    arpo = [1794.25, 1831.25, 1893.75, 1930.75, 1179.33, 1510.33, 1510.33, NAN]
    audit = audited({"rp": RP, "arpo": arpo}, two_parts(), **GIVEN)
    assert audit.summary["ok"] == 14
    told = changed(arpo, p1=1804.25, p3=1903.75, p4=1940.75)
    audit = audited({"rp": changed(RP, p2=1986.25), "arpo": told}, two_parts(), **GIVEN)
    assert cells(audit, "wrong") == {("rp", 2)}
    assert cells(audit, "carried") == {("arpo", 1), ("arpo", 3), ("arpo", 4)}
    assert at(audit, "arpo", 3).origin == at(audit, "rp", 2).spot


def test_a_value_that_nobody_has_is_wrong_and_what_follows_from_it_is_carried():
    # dp 800, 0, -193, 0 with 1, 2, 2, 1 games; c over the opponents 0, (800 - 2*193)/3 = 138, 0, -193; n times ĉ add up
    # to 800 - 276 - 386 + 193 = 331: nobody has an RP. A blank isn't missing, a number is wrong, and its ARPO follows.
    path = event([1500, 1400, 1300, 1200], "1w2 3d4", "2w3")
    given = {**GIVEN, "c": "opponents"}
    audit = audited({"rp": [NAN, 1200, NAN, NAN], "arpo": [NAN] * 4}, path, **given)
    assert cells(audit, "wrong") == {("rp", 2)}
    assert at(audit, "rp", 2).expected is None
    assert cells(audit, "missing") == {("arpo", 1)}  # the sheet has the RP of his only opponent, not all of the others'
    audit = audited({"rp": [1400, 1200, 1000, 900], "arpo": [1200, 1200, 1050, 1010]}, path, **given)
    assert cells(audit, "wrong") == of("rp", FIRST) | {("arpo", 4)}  # 1000, the RP of 3
    assert cells(audit, "carried") == {("arpo", 1), ("arpo", 2), ("arpo", 3)}
    assert at(audit, "arpo", 1).origins == (at(audit, "rp", 2).spot,)
    assert set(at(audit, "arpo", 3).origins) == {at(audit, "rp", 2).spot, at(audit, "rp", 4).spot}


# --- players without a game, without a rating, or not in the table ----------------------------------------------------


def test_numbers_of_a_player_without_a_game_are_judged_where_the_event_gives_them():
    # He has a rating, no games, and the point of a bye in his score; none of the points are from games.
    columns = {
        "rating": changed(RATINGS, p8=1650), "games": [3, 3, 3, 3, 2, 2, 2, 1],
        "score": [2.5, 2, 1, 0.5, 2, 0.5, 0.5, 0],
        "points": [2.5, 2, 1, 0.5, 2, 0.5, 0.5, 1], "start": changed(RATINGS, p8=1650), "dp": changed(DP, p8=0),
    }
    audit = audited(columns, two_parts(), **GIVEN)
    assert cells(audit, "wrong") == {("rating", 8), ("games", 8), ("score", 8), ("points", 8)}
    assert cells(audit, "missing") == set()
    left_out = {key: [*columns[key][:7], NAN] for key in ("rating", "games", "score", "dp")}
    assert cells(audited(left_out, two_parts(), **GIVEN), "missing") == {("rating", 8), ("games", 8), ("score", 8)}


def test_players_without_a_row_have_no_cell_and_their_true_values_count():
    played = two_parts()
    told = {"dp": [273.0, -143.0, -193.0], "c": [0.0, 154.67, 154.67]}
    table = StatedTable.from_frame(pd.DataFrame(told, index=pd.Index([1, 6, 7], name="no")), played.players.index)
    audit = audit_table(table, played, with_values(Settings(), GIVEN, "command line"))
    assert len(audit.cells) == 6
    assert cells(audit, "wrong") == {("dp", 6)}
    assert cells(audit, "carried") == {("c", 6), ("c", 7)}
