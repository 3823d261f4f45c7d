"""One event with byes, forfeits, a pending game, unrated players and one without a game: every column and every check.

Rounds of the six who played, 7 never came:

    1  beat 2, won by forfeit from 3, drew with 6, absent, beat 4
    2  lost to 1, beat 5, lost by forfeit to 4, no show against 3, half-point bye
    3  drew with 4, lost by forfeit, lost to 5, no show, absent
    4  drew with 3, has a game with 6 to play, won by forfeit from 2, beat 5, lost to 1
    5  full-point bye, lost to 2, beat 3, lost to 4, drew with 6
    6  half-point bye, the game with 4, drew with 1, absent, drew with 5
"""

import math

import openpyxl
import pytest
from made.fields import VIDEO, calculate, event, report

from pipeline.method.calculation import Calculation
from pipeline.readers import read_event

BLANK = math.nan
MIXED = event(
    [2000, None, 1800, 1700, None, 1500, 1600],
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6 2:half-bye",
)  # fmt: skip


@pytest.fixture(scope="module")
def mixed() -> Calculation:
    return calculate(MIXED, iterations=2)


COLUMNS = {
    "no": [1, 2, 3, 4, 5, 6, 7],
    "opponent_2": [3, 5, 1, 6, 2, 4, BLANK],
    "opponent_4": [BLANK, 3, 2, 5, 4, BLANK, BLANK],
    # row 1 is “no game”, row 2 the first player: only opponents of games over the board have one
    "row_of_opponent_1": [3, 2, 5, 4, 1, 1, 1],
    "row_of_opponent_2": [1, 6, 1, 1, 3, 1, 1],
    "row_of_opponent_5": [5, 1, 1, 2, 7, 6, 1],
    "games": [3, 2, 2, 3, 4, 2, 0],
    "points": [2.5, 1, 0.5, 1.5, 1.5, 1, 0],
    # 83.33, 50, 25, 50, 37.5, 50
    "per_cent": [83, 50, 25, 50, 38, 50, BLANK],
    "component": [1, 1, 1, 1, 1, 1, 0],
    "rating": [2000, 1400, 1800, 1700, 1400, 1500, 1600],
    # (1400 + 1500 + 1700)/3, (2000 + 1400)/2, (1700 + 1400)/2, (1800 + 1400 + 2000)/3, (1400 + 1800 + 1700 + 1500)/4, …
    "Ra": [1533.333333, 1700, 1550, 1733.333333, 1600, 1700, BLANK],
    "dp": [273, 0, -193, 0, -87, 0, BLANK],
    # (3·273 - 2·193 - 4·87)/16 = 85/16
    "c": [*[5.3125] * 6, BLANK],
    "c_hat": [267.6875, -5.3125, -198.3125, -5.3125, -92.3125, -5.3125, BLANK],
    # 2½ + 1; 1 + ½; ½; 1½ + 1; 1½ + 1; 1 + ½
    "score": [3.5, 1.5, 0.5, 2.5, 2.5, 1.5, 0],
    "performance": [1806.333333, 1700, 1357, 1733.333333, 1513, 1700, BLANK],
    # 1: (1700 + 1700 + 1733.3333)/3 + 267.6875; 2: (1806.3333 + 1513)/2 - 5.3125; …
    "iteration_1": [1978.798611, 1654.354167, 1424.854167, 1553.465278, 1530.270833, 1654.354167, BLANK],
    "difference_1": [172.465278, -45.645833, 67.854167, -179.868056, 17.270833, -45.645833, BLANK],
    # 2: (1978.798611 + 1530.270833)/2 - 5.3125 = 1749.222222
    "iteration_2": [1888.412037, 1749.222222, 1343.555556, 1639.328704, 1479.444444, 1749.222222, BLANK],
    "difference_2": [-90.386574, 94.868056, -81.298611, 85.863426, -50.826389, 94.868056, BLANK],
    "residual": [0, 0, 0, 0, 0, 0, BLANK],
    # by score; 2 and 6 have the same opponents' sum, and share a rank
    "rank": [1, 4, 6, 2, 3, 4, 7],
    "place": [1, 4, 6, 2, 3, 5, 7],
    # 2 + 6 + 4, 1 + 5, 4 + 5, 3 + 5 + 1, 2 + 3 + 4 + 6, 1 + 5
    "opponents_numbers": [12, 6, 9, 9, 15, 6, 0],
    # the game of 4 and 6 that is to be played, from either side
    "pending_numbers": [0, 0, 0, 6, 0, 4, 0],
    "read_no": [1, 2, 3, 4, 5, 6, 7],
    "read_component": [1, 1, 1, 1, 1, 1, 0],
    # 5 beat 3, who drew with 4, who beat 5; all who drew or took turns are one group
    "read_group": [1, 1, 1, 1, 1, 1, 0],
    **{f"mismatch_{k}": [0] * 7 for k in range(1, 6)},
}


@pytest.mark.parametrize("key", COLUMNS)
def test_a_column(mixed, key):
    assert mixed.work.frame[key].tolist() == pytest.approx(COLUMNS[key], nan_ok=True, abs=1e-6)


def test_results_by_round(mixed):
    rows = {
        1: ["w", "l", "d", "d", "full-bye", "half-bye", ""],
        2: ["+", "w", "-", "", "l", "", ""],
        4: ["zero-bye", "-", "-", "w", "l", "", ""],
    }
    assert {k: mixed.work.frame[f"result_{k}"].tolist() for k in rows} == rows
    assert mixed.work.frame["name"].tolist() == [f"Player {letter}" for letter in "ABCDEFG"]


def test_columns_that_are_there(mixed):
    keys = list(mixed.work.frame)
    absent = {"start", "opponent_rp_1", "stated_rp", "stated_difference", "iteration_3"}
    assert not (absent | {f"{key}_6" for key in ("opponent", "result", "row_of_opponent", "mismatch")}) & set(keys)
    # one between two parts, or with somebody who has no game yet, would change the parts; and where all were played
    for rounds in (["1d2 3d4", "2?3"], ["1d2", "2?3"], ["1d2 3d4", "2d3"]):
        assert "pending_numbers" not in calculate(event([2000, 1900, 1800, 1700], *rounds), iterations=1).work.frame
    assert "opponent_rp_5" in calculate(MIXED, iterations=1, best=1).work.frame
    assert "opponent_rp_5" in calculate(MIXED, iterations=1, worst=1).work.frame
    assert "start" in calculate(MIXED, iterations=1, start="rating").work.frame
    assert list(mixed.table) == [
        "no", "name", "rating", "games", "points", "score", "Ra", "dp", "c", "c_hat", "performance", "iteration_1",
        "iteration_2", "rp", "arpo",
    ]  # fmt: skip
    assert list(mixed.standings) == ["rank", "no", "name", "score", "rp", "arpo"]
    assert mixed.standings["no"].tolist() == [1, 4, 5, 2, 6, 3, 7]


def test_the_limit_solves_the_equations_with_the_sum_of_the_start(mixed):
    """x = average of the opponents' x + ĉ, for each; 3·x1 + 2·x2 + … = the same of the performances, 26185."""
    x = mixed.work.frame["limit"]
    opponents = {1: [2, 6, 4], 2: [1, 5], 3: [4, 5], 4: [3, 5, 1], 5: [2, 3, 4, 6], 6: [1, 5]}
    for no, met in opponents.items():
        assert x[no] == pytest.approx(sum(x[met]) / len(met) + mixed.work.frame["c_hat"][no], abs=1e-8)
    # 3·1806.333 + 2·1700 + 2·1357 + 3·1733.333 + 4·1513 + 2·1700 = 5419 + 3400 + 2714 + 5200 + 6052 + 3400
    assert sum(len(met) * x[no] for no, met in opponents.items()) == pytest.approx(26185)
    # not converged: RP is the limit, and ARPO the average of the opponents'
    assert mixed.work.frame["rp"].equals(x.rename("rp"))
    assert mixed.exact["rp"].equals(x.rename("rp"))
    for frame in (mixed.work.frame, mixed.exact):
        arpo = [sum(x[met]) / len(met) for met in opponents.values()]
        assert frame["arpo"].tolist() == pytest.approx([*arpo, BLANK], nan_ok=True)


CHECKS = {
    # key: value, what it should be, tolerance, status
    # nothing was typed over when it is written
    "typed_over": (0, 0, 0, "OK"),
    "numbers": (0, 0, 0, "OK"),
    "mismatch": (0, 0, 0, "OK"),
    "letters": (0, 0, 0, "OK"),
    "text": (0, 0, 0, "OK"),
    "twice": (0, 0, 0, "OK"),
    "below": (0, 0, 0, "OK"),
    # 2½ + 1 + ½ + 1½ + 1½ + 1 = 16 sides of games / 2
    "points": (8, 8, 0, "OK"),
    "c_hat": (0, 0, 1e-6, "OK"),
    # 267.6875 - 3·5.3125 - 198.3125 - 92.3125
    "plain_c_hat": (-38.875, 0, 1e-6, "info"),
    "iteration_sums": (0, 0, 1e-6, "OK"),
    # iteration 1: 9796.097222; iteration 2: 9849.185185
    "plain_sums": (53.087963, 0, 1e-6, "info"),
    "no_rp": (0, 0, 0, "OK"),
    "residual": (0, 0, 1e-6, "OK"),
    "limit_sum": (26185, 26185, 1e-6, "OK"),
    "components": (1, 1, 0, "OK"),
    "groups": (1, 1, 0, "info"),
    # 1·12 + 4·6 + 9·9 + 16·9 + 25·15 + 36·6 = 852; the game to be played 16·6 + 36·4
    "pairings": (0, 0, 0, "OK"),
    "errors": (0, 0, 0, "OK"),
    "rp": (0, 0, 0, "OK"),
    # each player's RP counts in his opponents' ARPO once a game: the sum of games × RP, and so that of the start
    "arpo": (26185, 26185, 1e-6, "OK"),
    # 1 + 4 + 6 + 2 + 3 + 4 + 7
    "rank": (27, 27, 0, "OK"),
    "place": (0, 0, 0, "OK"),
    "list": (0, 0, 0, "OK"),
    # 2 and 5
    # 2 and 6, at place 4
    "shared": (2, 0, 0, "alert"),
    "unrated": (2, 0, 0, "alert"),
    # half of 4 is 2: nobody has fewer
    "few_games": (0, 0, 0, "OK"),
    "far": (0, 0, 0, "OK"),
    # one game, seen from both sides, is one
    "pending": (1, 0, 0, "provisional"),
    "converged": (94.868056, 0, 1e-9, "alert"),
    "bipartite": (0, 0, 0, "OK"),
}


def test_every_check_in_numbers(mixed):
    assert [check.key for check in mixed.checks] == list(CHECKS)
    for check in mixed.checks:
        value, expected, tolerance, status = CHECKS[check.key]
        assert check.value == pytest.approx(value, abs=1e-6), check.key
        assert check.expected == pytest.approx(expected, abs=1e-6), check.key
        assert (check.tolerance, check.status) == (tolerance, status), check.key
    assert "As read: No. 2, 5." in next(check.trouble for check in mixed.checks if check.key == "unrated")
    # 31 less the infos plain_c_hat, plain_sums and groups; what is provisional, and three to know
    assert (mixed.counted, mixed.master) == (28, "PROVISIONAL: 1 game to be played · 3 to know")
    assert [check.key for check in mixed.to_look_at] == ["pending", "shared", "unrated", "converged"]


def test_sums_that_differ_in_their_last_bits_are_equal_as_in_a_spreadsheet():
    calculation = calculate(read_event(VIDEO), dp="logistic-floor", c="opponents")
    sums = (calculation.work.frame["games"] @ calculation.work.frame.filter(regex="^iteration_")).to_numpy()
    assert 0 < abs(sums - 57673).max() < 1e-9
    assert next(check.value for check in calculation.checks if check.key == "iteration_sums") == 0


def test_the_row_of_no_game_adds_nothing(tmp_path):
    """What a round without a game refers to: 0 wherever opponents' values are added up, blank elsewhere."""
    report(tmp_path / "report.xlsx", MIXED, iterations=2, start="rating")
    headings, row = list(openpyxl.load_workbook(tmp_path / "report.xlsx")["ARPO"].values)[5:7]
    assert row[1] == "(no game)"
    filled = {heading: value for heading, value in zip(headings, row, strict=True) if value is not None}
    rows = [f"row of opp. {k}" for k in range(1, 6)]
    assert [filled.pop(heading) for heading in rows] == [1] * 5
    del filled["Name"]
    assert filled == dict.fromkeys(
        ["No.", "Games", "Rating", "dp", "Performance", "Start", "Iteration 1", "Iteration 2", "Limit (as read)",
         "RP (video: ARPO)", "Rank"], 0,
    )  # fmt: skip


def test_what_should_be_is_live_in_the_workbook(tmp_path):
    report(tmp_path / "report.xlsx", MIXED, iterations=2)
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["Checks"]
    rows = [row for row in sheet.values if row[6] is not None and str(row[5]).startswith("=IF(ISERROR(")]
    # numbers for information stand apart, without a status
    assert len(rows) == sum(status != "info" for *_, status in CHECKS.values())
    assert [row[1] for row in rows if str(row[3]).startswith("=")] == [
        "Sum of points = half a point for each side of a game", "Sum of games × limit = that of the start",
        "Sum of games × ARPO = sum of games × RP", "Sum of ranks = players, and for each those before him",
    ]
    # as read: the number of parts is 1
    assert {row[1] for row in rows if row[3] not in (0, None) and not str(row[3]).startswith("=")} == {
        "Parts of the field (as read)"
    }
    assert [row[1] for row in rows if str(row[4]).startswith("=")] == ["Largest difference at the last iteration"]


def test_sums_with_other_settings():
    calculation = calculate(MIXED, iterations=2, c="opponents", dp="logistic-floor", start="rating")
    frame = calculation.work.frame
    # 400·log10: 2½/3 279.6, ½/2 -190.8, 1½/4 -88.7
    assert frame["dp"].tolist() == pytest.approx([279, 0, -191, 0, -89, 0, BLANK], nan_ok=True)
    # c of 1: opponents 2, 6, 4, dp 0; of 2: (3·279 - 4·89)/7 = 68.7143; of 3: (0 - 4·89)/(3 + 4) = -50.8571;
    # of 4: (-2·191 - 4·89 + 3·279)/9 = 11; of 5: -2·191/(2 + 2 + 3 + 2) = -42.4444; of 6 as of 2
    assert frame["c"].tolist() == pytest.approx(
        [0, 68.714286, -50.857143, 11, -42.444444, 68.714286, BLANK], nan_ok=True, abs=1e-6
    )
    assert frame["start"].tolist() == pytest.approx([2000, 1400, 1800, 1700, 1400, 1500, BLANK], nan_ok=True)
    # 3·279 - 4·68.714286 + 2·(-191 + 50.857143) - 3·11 + 4·(-89 + 42.444444) = 62.634921; / 16 games
    checks = {check.key: check for check in calculation.checks}
    assert checks["c_hat"].value == pytest.approx(62.634921, abs=1e-6)
    assert calculation.drift == pytest.approx(62.634921 / 16, abs=1e-6)
    # two iterations add it twice, and nothing else
    gained = frame["games"] @ frame["iteration_2"].fillna(0) - frame["games"] @ frame["start"].fillna(0)
    assert gained == pytest.approx(2 * 62.634921, abs=1e-6)
    assert checks["iteration_sums"].value == pytest.approx(0, abs=1e-6)
    assert calculation.master == "PROVISIONAL: no RP: ĉ drifts; 1 game to be played · 2 to know"
    # 1: (1400 + 1500 + 1700)/3 + 279
    assert frame.loc[1, "iteration_1"] == pytest.approx(1533.333333 + 279)
    assert frame.loc[1, "difference_1"] == pytest.approx(1533.333333 + 279 - 2000)
