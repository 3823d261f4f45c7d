"""One event with byes, forfeits, a pending game and unrated players, rated by both rule sets: every column and check.

Results: 1 beat 2, drew with 3, lost to 4, beat 5 and 6; 2 beat 5 and 4, lost to 3, won by forfeit from 6;
3 drew with 4, beat 5; 4 beat 6; 6 beat 5. 4 and 5 have a game to play.
"""

import math

import openpyxl
import pytest
from made.article import WORKBOOKS
from made.evaluating import differences
from made.fields import event
from made.making import workbook

from pipeline.commands.rate import rating_of, with_previous
from pipeline.rating.calculation import RatingCalculation, calculated, first_ratings
from pipeline.rating.entry import entry_of
from pipeline.rating.settings import RatingSettings
from pipeline.workbook.rating.write import write_rating_report

BLANK = math.nan
ROUNDS = ("1w2 3d4 5l6", "1d3 2w5 4w6", "1l4 2+6 3w5", "1w5 2w4 3:half-bye 6:zero-bye", "1w6 2l3 4?5")
PLAYERS = [2710, 2290, 2650, None, 1870, None]
OPTIONAL = {
    "title": ["GM", "FM", "im", None, None, None], "games_before": [500, 100, 40, None, 12, None],
    "k": [10, 15, None, None, 40, 20],
}  # fmt: skip


OF_ALL_CLASSES = {
    "birth": ["1990", "2009-05-01", "1980", None, "1960", None], "games_before": [500, 100, 300, None, 12, 29],
    "k": [10, 40, 10, None, 40, 20],
}  # fmt: skip


def made(previous=None, ratings=PLAYERS, rounds=ROUNDS, optional=OPTIONAL, **given) -> RatingCalculation:
    entry = entry_of(event(ratings, *rounds, **optional))
    return calculated(with_previous(entry, previous) if previous else entry, RatingSettings(year=2026, **given))


OF_STANDARD = {"standard_rating": [2700, 2100, None, 1900, 1850, None]}


@pytest.fixture(scope="module")
def fide() -> RatingCalculation:
    return made(rules="fide-2024", k=20)


@pytest.fixture(scope="module")
def swiss() -> RatingCalculation:
    return made(rules="article", type="swiss")


@pytest.fixture(scope="module")
def robin() -> RatingCalculation:
    return made(rules="article", type="irt")


FIDE = {
    # against rated opponents: 1 met 2, 3, 5; 2 met 1, 5, 3; 3 met 1, 5, 2; 4 met 3, 1, 2; 5 met 2, 3, 1; 6 met 5, 1
    "games": [3, 3, 3, 3, 3, 2],
    "points": [2.5, 1, 2.5, 1.5, 0, 1],
    # (2290 + 2650 + 1870)/3, (2710 + 1870 + 2650)/3, (2710 + 1870 + 2290)/3, (2650 + 2710 + 2290)/3, …, (1870 + 2710)/2
    "average": [2270, 2410, 2290, 2550, 2550, 2290],
    "K": [10, 20, 10, BLANK, 40, BLANK],
    "K_used": [10, 20, 10, BLANK, 40, BLANK],
    # 1: 420 93 %, 60 58 %, 840 100 %; 2: -400 8 %, 400 92 %, -360 10 %; 3: -60 42 %, 780 100 %, 360 90 %; 5: 3 × 8 %
    "expected_points": [2.51, 1.1, 2.32, BLANK, 0.24, BLANK],
    "difference": [-0.01, -0.1, 0.18, BLANK, -0.24, BLANK],
    # (7650 + 3600)/5, (4580 + 3600)/4
    "first_average": [BLANK, BLANK, BLANK, 2250, BLANK, 2045],
    # 2½/5, 2/4
    "per_cent": [BLANK, BLANK, BLANK, 50, BLANK, 50],
    "dp": [BLANK, BLANK, BLANK, 0, BLANK, 0],
    "initial_rating": [BLANK, BLANK, BLANK, 2200, BLANK, 2045],
}
GAMES = {
    # rows of 2: lost to 1, beat 5, a forfeit, beat 4 who is unrated, lost to 3
    "no": [2, 2, 2, 2, 2],
    "round": [1, 2, 3, 4, 5],
    "opponent": [1, 5, 6, 4, 3],
    "game": [1, 1, 0, 1, 1],
    "score": [0, 1, BLANK, 1, 0],
    "rating": [2290, 2290, BLANK, 2290, 2290],
    "opponent_rating": [2710, 1870, BLANK, BLANK, 2650],
    "rated": [1, 1, 0, 0, 1],
    "rated_score": [0, 1, BLANK, BLANK, 0],
    "difference": [-420, 420, BLANK, BLANK, -360],
    "difference_counted": [-400, 400, BLANK, BLANK, -360],
    "pd": [8, 92, BLANK, BLANK, 10],
    "score_minus_pd": [-8, 8, BLANK, BLANK, -10],
    # 93 of 1's, who has the real difference; 8 of 5; 90 of 3
    "pd_sum": [101, 100, BLANK, BLANK, 100],
    "mismatch": [0, 0, 0, 0, 0],
    "position": [2, 2, 2, 2, 2],
    "place": [1, 3, 5, 7, 9],
}
SWISS = {
    "games": [3, 3, 3, 3, 3, 2],
    "points": [2.5, 1, 2.5, 1.5, 0, 1],
    "average": [2270, 2410, 2290, 2550, 2550, 2290],
    "D": [440, -120, 360, BLANK, -680, BLANK],
    "D_in_table": [440, -120, 360, BLANK, -680, BLANK],
    "expected_per_cent": [94, 34, 90, BLANK, 1, BLANK],
    "expected_points": [2.82, 1.02, 2.7, BLANK, 0.03, BLANK],
    "difference": [-0.32, -0.02, -0.2, BLANK, -0.03, BLANK],
    "K": [10, 15, 10, BLANK, 25, BLANK],
    "rating_change": [-3.2, -0.3, -2, BLANK, -0.75, BLANK],
    "new_rating": [2707, 2290, 2648, BLANK, 1869, BLANK],
    "per_cent": [83, 33, 83, 50, 0, 50],
    "dp": [273, -125, 273, 0, -800, 0],
    "initial_rating": [BLANK, BLANK, BLANK, 2550, BLANK, 2290],
    "first_games": [BLANK, BLANK, BLANK, 0, BLANK, 0],
    "first_rating": [BLANK] * 6,
}
ROBIN = {
    # all games over the board
    "games": [5, 4, 4, 4, 4, 3],
    "points": [3.5, 2, 3, 2.5, 0, 1],
    # (2710 + 2290 + 2650 + 1870)/4 = 2380; dp 149 + 0 + 193 - 800 = -458, /4 -114.5, × 5/6 = -95.4 -> -95
    "average": [2475] * 6,
    "participants": [6] * 6,
    "opponents": [5] * 6,
    "D": [235, -185, 175, BLANK, -605, BLANK],
    "D_corrected": [195.833333, -154.166667, 145.833333, BLANK, -504.166667, BLANK],
    "D_in_table": [196, -154, 146, BLANK, -504, BLANK],
    "expected_per_cent": [75, 29, 70, BLANK, 4, BLANK],
    "expected_points": [3.75, 1.16, 2.8, BLANK, 0.16, BLANK],
    "difference": [-0.25, 0.84, 0.2, BLANK, -0.16, BLANK],
    "rating_change": [-2.5, 12.6, 2, BLANK, -4, BLANK],
    "new_rating": [2707, 2303, 2652, BLANK, 1866, BLANK],
    # 2½ of 4 is half a point over 50 %: 2475 + 12.5; 1 of 3, 33 %: 2475 - 125 × 5/6 = 2370.83
    "initial_rating": [BLANK, BLANK, BLANK, 2488, BLANK, 2371],
    "first_games": [BLANK, BLANK, BLANK, 4, BLANK, 0],
    "first_rating": [BLANK, BLANK, BLANK, 2488, BLANK, BLANK],
}


def same(column, expected):
    return column.tolist() == pytest.approx(expected, nan_ok=True, abs=1e-6)


@pytest.mark.parametrize("key", FIDE)
def test_a_column_of_fide_2024(fide, key):
    assert same(fide.work.frame[key], FIDE[key])


@pytest.mark.parametrize("key", GAMES)
def test_a_column_of_the_games(fide, key):
    frame = fide.work.games.frame
    assert len(frame) == 30
    assert same(frame[key][frame["no"] == 2], GAMES[key])


@pytest.mark.parametrize("key", SWISS)
def test_a_column_of_the_article_for_a_swiss(swiss, key):
    assert same(swiss.work.frame[key], SWISS[key])


@pytest.mark.parametrize("key", ROBIN)
def test_a_column_of_the_article_for_a_round_robin(robin, key):
    assert same(robin.work.frame[key], ROBIN[key])


def test_why_nobody_is_published(fide, swiss, robin):
    few, five = "no: no event with 4 games or more", "no: fewer than 5 games"
    assert fide.work.frame["published"].tolist() == ["", "", "", five, "", five]
    assert swiss.work.frame["published"].tolist() == ["", "", "", few, "", few]
    assert robin.work.frame["published"].tolist() == ["", "", "", "no: fewer than 9 games in all", "", few]


def test_columns_that_are_there(swiss, robin):
    assert not {"participants", "opponents", "D_corrected"} & set(swiss.work.frame)
    assert {"participants", "opponents", "D_corrected"} <= set(robin.work.frame)
    assert swiss.work.steps == {}
    assert list(robin.work.steps)[-1] == "tournament_average"


GUARDED = {"typed_over": (0, 0, "OK"), "numbers": (0, 0, "OK")}
"""Nothing was typed over when it is written."""
PENDING = {"pending": (1, 0, "provisional")}
"""The game of 4 and 5."""
CHECKS = {
    # key: value, what it should be, status, by rule set; 24 sides of games over the board
    "fide": {
        **GUARDED, "mismatch": (0, 0, "OK"), "points": (12, 12, "OK"), "text": (0, 0, "OK"), "errors": (0, 0, "OK"),
        **PENDING, "k_assumed": (0, 0, "OK"),
        # 2's K is 20, as --k says
        "k_other": (1, 0, "alert"), "no_rating": (0, 0, "info"), "published": (0, 0, "info"),
        "low": (0, 0, "OK"), "falls": (0, 0, "OK"),
        # the pairs of 2650 and more are left out
        "pairs": (0, 0, "OK"),
        # 100 × points of rated games between rated players: 2½ + 1 + 2½ + 0
        "balance": (600, 600, "OK"),
        # 2 against 1 and 5; 5 against 2, 3 and 1
        "cut": (5, 0, "info"), "k_lowered": (0, 0, "info"),
    },
    "swiss": {
        **GUARDED, "mismatch": (0, 0, "OK"), "points": (12, 12, "OK"), "text": (0, 0, "OK"), "errors": (0, 0, "OK"),
        **PENDING, "k_assumed": (0, 0, "OK"),
        # 5's stated K of 40 isn't 25
        "k_other": (1, 0, "alert"), "no_rating": (0, 0, "info"), "published": (0, 0, "info"),
        "balance": (6, 6, "OK"), "differences": (-0.57, 0, "info"),
    },
    "robin": {
        **GUARDED, "mismatch": (0, 0, "OK"), "points": (12, 12, "OK"), "text": (0, 0, "OK"), "errors": (0, 0, "OK"),
        **PENDING, "k_assumed": (0, 0, "OK"), "k_other": (1, 0, "alert"), "no_rating": (0, 0, "info"),
        "published": (0, 0, "info"), "table_points": (12, 12, "OK"),
        # six players with five games each
        "complete": (24, 30, "alert"),
        # four rated players of six are enough; five games aren't nine
        "irt_rated": (0, 0, "OK"), "irt_share": (0, 0, "OK"), "irt_games": (4, 0, "alert"), "balance": (8.5, 8.5,
        "OK"), "differences": (0.63, 0, "info"),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_in_numbers(name, request):
    calculation = request.getfixturevalue(name)
    found = {check.key: (check.value, check.expected, check.status) for check in calculation.checks}
    assert list(found) == list(CHECKS[name])
    for key, (value, expected, status) in CHECKS[name].items():
        assert found[key] == (pytest.approx(value), pytest.approx(expected), status), key


def test_what_is_said(fide, swiss, robin):
    assert fide.findings[0].endswith("for standard chess.")
    assert fide.findings[1] == "2 unrated players; 0 of their first ratings can be published."
    assert fide.findings[2].startswith("Changes are this event's share of the rating period")
    assert swiss.findings[1] == fide.findings[1]
    assert swiss.findings[2].startswith("The expected score is read from FIDE's table 8.1.2")
    assert robin.findings[-1] == "The round robin counts as an IRT: first ratings by its rule."
    assert robin.findings[1] == (
        "Tournament average: 2475 (more than 20 % are unrated, so the mean rating of the rated is corrected by their "
        "mean dp); see the sheet Average."
    )
    few = made(rules="article", ratings=[2400, 2300, 2200, 2140, None], optional={},
               rounds=("1w2 3w4", "1w3 2w5", "1w4 3d5", "1d5 2d4", "2d3 4w5"))  # fmt: skip
    assert "Tournament average: 2208 (20 % are unrated and count as 2000)" in few.findings[1]
    none = made(rules="article", ratings=[2000, 1900, 1800], rounds=("1w2", "1w3", "2w3"), optional={})
    assert none.findings[1] == "Tournament average: 1900 (the mean of all ratings); see the sheet Average."


def test_first_ratings_of_all_events_else_of_this_one(fide, robin):
    assert same(first_ratings(fide.work.frame), FIDE["initial_rating"])
    assert same(first_ratings(robin.work.frame), ROBIN["initial_rating"])
    # 6 has 1 of 3 in this event, which are too few, and 2280 of 10 games before
    earlier = made(rules="article", type="irt", previous="Player F=2280:4,2250:6")
    # (2280·4 + 2250·6)/10 = 2262
    assert same(first_ratings(earlier.work.frame), [BLANK, BLANK, BLANK, 2488, BLANK, 2262])
    assert earlier.work.frame["published"][6] == "yes"
    assert next(check.value for check in earlier.checks if check.key == "published") == 1
    assert earlier.findings[2] == "2 unrated players; 1 of their first ratings can be published."


def test_the_players_sheet():
    players = made(rules="article", previous="Player F=2280:4,2250:6,2100:1").players
    assert players["title"].tolist() == ["GM", "FM", "im", "", "", ""]
    assert same(players["k_given"], [10, 15, BLANK, BLANK, 40, 20])
    assert same(players["games_before"], [500, 100, 40, BLANK, 12, BLANK])
    assert same(players["previous_rating_3"], [*[BLANK] * 5, 2100])
    assert same(players["previous_games_2"], [*[BLANK] * 5, 6])
    assert "previous_rating_4" not in players
    # two can be filled in, where somebody needs one
    assert "previous_games_2" in made(rules="article").players
    assert "previous_games_3" not in made(rules="article").players
    assert "previous_games_1" not in made(rules="fide-2024").players
    all_rated = made(rules="article", ratings=[2000, 1900], rounds=["1w2"], optional={})
    assert "previous_games_1" not in all_rated.players


_ALWAYS = ["no", "name", "title", "rating", "birth_year", "games_before", "k_given"]
_EARLIER = ["previous_rating_1", "previous_rating_2", "previous_games_1", "previous_games_2"]


@pytest.mark.parametrize(
    ("name", "columns", "kind", "why"),
    [
        ("irt56", ["points", *_EARLIER], "round-robin", "the table has no column average"),
        ("chile_1997", ["points"], "round-robin", "the table has no column average"),
        ("panam_men_1999", ["games", "average", "points", *_EARLIER], "swiss",
         "the table states each player's average"),
        ("examples", ["games", "average", "participants", "opponents", "points"], "swiss",
         "the table states each player's average"),
    ],
)  # fmt: skip
def test_what_a_summary_table_states(name, columns, kind, why):
    calculation = rating_of(WORKBOOKS / f"{name}.xlsx", {})
    assert list(calculation.players) == [*_ALWAYS, *columns]
    settings = calculation.work.settings
    assert (settings.rules, settings.origin("rules")) == ("article", "default for a summary table")
    assert (settings.type, settings.origin("type")) == (kind, why)


def test_what_an_event_states(fide):
    assert list(fide.players) == _ALWAYS
    calculation = made()
    assert calculation.work.settings.rules == "fide-2024"
    assert calculation.work.settings.origin("rules") == "default for an event with its games"


def test_a_table_of_one_round_robin_may_state_its_average(tmp_path):
    rows = [["player", "rating", "games", "average", "participants", "opponents", "points"],
            *[[f"P{i}", 2000 + 100 * i, 2, 2100, 3, 2, i] for i in range(3)]]  # fmt: skip
    settings = rating_of(workbook(tmp_path / "a.xlsx", rows, sheet="T"), {}).work.settings
    assert (settings.type, settings.origin("type")) == ("round-robin", "all players are in one round robin")
    rows[1][4] = 4
    assert rating_of(workbook(tmp_path / "b.xlsx", rows, sheet="T"), {}).work.settings.type == "swiss"


def test_unrated_players_without_a_value():
    # 2 met nobody who is rated; 3 lost to 4
    calculation = made(rules="fide-2024", ratings=[None, None, None, 1800], rounds=["1d2 3l4"], optional={})
    no_rating = next(check for check in calculation.checks if check.key == "no_rating")
    assert (no_rating.value, no_rating.status) == (3, "info")
    assert no_rating.trouble.endswith("As read: No. 1, 2, 3.")
    assert calculation.work.frame["published"].tolist() == [
        *["no: no game against a rated opponent"] * 2, "no: a zero score in the first event is disregarded", ""
    ]
    assumed = next(check for check in calculation.checks if check.key == "k_assumed")
    assert (assumed.value, assumed.status) == (1, "alert")
    assert assumed.trouble.endswith("As read: No. 4.")


@pytest.mark.parametrize(
    ("name", "live"),
    [
        ("fide", {"Sum of points = half a point", "Sum of PD + differences"}),
        ("swiss", {"Sum of points = half a point", "Sum of expected points + differences"}),
        ("robin", {"Sum of points = half a point", "Sum of expected points + differences",
                   "Sum of points = half of all", "Games of a complete round robin"}),
    ],
)  # fmt: skip
def test_what_should_be_is_live_in_the_workbook(name, live, request, tmp_path):
    write_rating_report(request.getfixturevalue(name), tmp_path / "report.xlsx")
    rows = openpyxl.load_workbook(tmp_path / "report.xlsx")["Checks"].values
    formulas = [row[1] for row in rows if str(row[3]).startswith("=")]
    assert len(formulas) == len(live)
    assert all(check.startswith(tuple(live)) for check in formulas)


REPORTS = {
    "fide": {"rules": "fide-2024", "k": 30.0},
    "fide, all classes": {
        "rules": "fide-2024", "optional": OF_ALL_CLASSES, "ratings": [2710, 2290, 2380, None, 1870, 2399]
    },
    "fide, limits of classes": {
        "rules": "fide-2024", "optional": OF_ALL_CLASSES, "ratings": [2300, 2299, 2380, 2400, None, 1401], "k": 10.0
    },
    "swiss, exact": {"rules": "article", "type": "swiss", "average": "exact"},
    "round robin, no IRT": {"rules": "article", "type": "round-robin"},
    "round robin": {"rules": "article", "type": "irt"},
    "rapid": {"rules": "fide-2024", "kind": "rapid", "k": 20.0, "ratings": [2710, 2050, 2380, None, 1870, 2399]},
    # 4 is unrated in rapid, and plays with 1900; in standard nobody does
    "rapid, with standard ratings": {
        "rules": "fide-2024", "kind": "rapid", "k": 20.0, "optional": OF_STANDARD,
        "ratings": [2710, 2050, 2380, None, 1870, None],
    },
    "standard, with standard ratings": {"rules": "fide-2024", "kind": "standard", "k": 20.0, "optional": OF_STANDARD},
    # everybody twice but for two games: 3 games of 1 and 2 are 1.5 times 2 opponents, so 2; 4 points of 3 would say 1
    "round robin, unfinished": {
        "rules": "article", "type": "round-robin", "ratings": [2000, 1900, 1800], "optional": {},
        "rounds": ("1w2", "1d3", "2w3", "1w2"),
    },
    "round robin, down": {"rules": "article", "type": "irt", "difference": "down"},
    "round robin, exact": {"rules": "article", "type": "irt", "average": "exact", "k": 12.0},
    "earlier results": {"rules": "article", "type": "swiss", "previous": "Player F=2280:4,2250:6,2100:1"},
}


@pytest.mark.parametrize("name", REPORTS)
def test_the_frame_is_what_the_formulas_say(name, tmp_path):
    write_rating_report(made(**REPORTS[name]), tmp_path / "report.xlsx")
    assert differences(tmp_path / "report.xlsx") == []
