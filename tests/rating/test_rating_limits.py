"""The exact limits of both rule sets, each from both sides, and settings of a rating report one at a time."""

import math
from dataclasses import replace

import numpy as np
import pytest
from made.fields import event
from made.making import FOUR, workbook

from pipeline.commands.rate import rating_of, with_previous
from pipeline.errors import InputError, UsageError
from pipeline.rating.calculation import RatingCalculation, calculated
from pipeline.rating.entry import birth_year, entry_of
from pipeline.rating.expected import DOWN, HALF_EVEN, NEAREST, TRUNCATED, UP, rounded
from pipeline.rating.reading import is_round_robin, read_entry
from pipeline.rating.settings import RatingSettings, checked_k, checked_type, with_rating_values
from pipeline.words import told

TRIANGLE = ("1w2", "1w3", "2w3")


def rating(rules, ratings, *rounds, given=None, previous=None, **optional) -> RatingCalculation:
    entry = entry_of(event(ratings, *rounds, **optional))
    settings = RatingSettings(rules=rules, year=2026, **(given or {}))
    return calculated(with_previous(entry, previous) if previous else entry, settings)


def first(calculation, no=1):
    return calculation.work.frame.loc[no]


# --- which games count ------------------------------------------------------------------------------------------------


def test_games_against_the_unrated_count_in_the_article_s_round_robin_alone():
    # 1 beat 2 and 3, 2 beat 3; 3 is unrated
    fide = rating("fide-2024", [2000, 1900, None], *TRIANGLE).work
    assert fide.settings.type == "round-robin"
    assert fide.frame["games"].tolist() == [1, 1, 2]
    assert fide.frame["points"].tolist() == [1, 0, 0]
    article = rating("article", [2000, 1900, None], *TRIANGLE).work
    assert article.frame["games"].tolist() == [2, 2, 2]
    assert article.frame["points"].tolist() == [2, 1, 0]
    swiss = rating("article", [2000, 1900, None], *TRIANGLE, given={"type": "swiss"}).work
    assert swiss.frame["games"].tolist() == [1, 1, 2]
    assert swiss.frame["average"].tolist() == [1900, 2000, 1950]


@pytest.mark.parametrize(
    ("rounds", "complete"),
    [
        (TRIANGLE, True), (TRIANGLE * 2, True), ((*TRIANGLE, "1w2"), False), (("1w2", "1w3", "2+3"), False),
        (("1w2", "1w3"), False),
    ],
)  # fmt: skip
def test_a_round_robin_is_everybody_against_everybody_equally_often(rounds, complete):
    made = event([2000, 1900, 1800], *rounds)
    assert is_round_robin(made) is complete
    settings = rating("article", [2000, 1900, 1800], *rounds).work.settings
    assert settings.type == ("round-robin" if complete else "swiss")
    assert settings.origin("type") == (
        "everybody met everybody" if complete else "not everybody met everybody equally often"
    )


@pytest.mark.parametrize("left", [1, 2, 3])
def test_where_nobody_met_anybody_it_is_none(left):
    # two of them have a pair, and three three pairs, that didn't meet; one alone has no pair that could have met
    made = event([2000, 1900, 1800], *TRIANGLE)
    assert is_round_robin(replace(made, players=made.players.head(left), entries=made.entries.head(0))) is False


# --- the average of a round robin -------------------------------------------------------------------------------------


def test_exactly_20_per_cent_unrated_count_as_2000():
    rounds = ("1w2 3w4", "1w3 2w5", "1w4 3d5", "1d5 2d4", "2d3 4w5")
    # one of five: (2400 + 2300 + 2200 + 2140 + 2000) / 5 = 2208
    steps = rating("article", [2400, 2300, 2200, 2140, None], *rounds).work.steps
    assert (steps["share"], steps["mean_with_unrated"], steps["tournament_average"]) == (20, 2208, 2208)
    # two of five: 3½ of 4 (88 %, 336), 2 (0), 2 (0): 336/3 = 112, × 4/5 = 89.6 -> 90; 2300 - 90
    steps = rating("article", [2400, 2300, 2200, None, None], *rounds).work.steps
    assert (steps["share"], steps["sum_dp"], steps["mean_dp"], steps["corrected_dp"]) == (40, 336, 112, 90)
    assert (steps["mean_rating"], steps["mean_rounded"], steps["tournament_average"]) == (2300, 2300, 2210)
    assert (steps["participants"], steps["opponents"], steps["cycles"]) == (5, 4, 1)
    assert (steps["rated"], steps["unrated"]) == (3, 2)
    # (2400 + 2300 + 2200 + 2·2000) / 5 would be 2180
    assert steps["mean_with_unrated"] == 2180
    # exact: 2300 - 89.6
    exact = rating("article", [2400, 2300, 2200, None, None], *rounds, given={"average": "exact"}).work.steps
    assert exact["tournament_average"] == pytest.approx(2210.4)


def test_each_step_of_the_average_is_rounded_unless_exact_ones_are_wanted():
    # (2100 + 2001) / 2 = 2050.5 -> 2051; 2 of 2 and 1 of 2 won: 800 and 0, mean 400, × 2/3 = 266.67 -> 267
    whole = rating("article", [2100, 2001, None], *TRIANGLE).work.steps
    assert (whole["mean_rounded"], whole["corrected_dp"], whole["tournament_average"]) == (2051, 267, 1784)
    exact = rating("article", [2100, 2001, None], *TRIANGLE, given={"average": "exact"}).work.steps
    assert exact["tournament_average"] == pytest.approx(2050.5 - 266.666667)


def test_a_round_robin_of_unrated_players_has_no_average_to_speak_of():
    calculation = rating("article", [None, None, None], *TRIANGLE)
    assert {key: calculation.work.steps[key] for key in ("rated", "mean_rating", "mean_dp", "share")} == {
        "rated": 0, "mean_rating": 0, "mean_dp": 0, "share": 100,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("players", "rated", "lacks"),
    [
        # 4 rated, more than 30 per cent of them, 9 games: 4 of 10 are 40 %, 3 of 10 30 % and one short, 3 of 9 33 %;
        # of nine players each has 8 games; 4 of 13 are 31 %, 4 of 14 28.6 %
        (10, 4, (0, 0, 0)), (10, 3, (1, 1, 0)), (9, 3, (1, 0, 1)), (9, 4, (0, 0, 1)), (13, 4, (0, 0, 0)),
        (14, 4, (0, 1, 0)), (4, 4, (0, 0, 6)),
    ],
)
def test_the_conditions_of_an_irt(players, rated, lacks):
    ratings = [2000.0 + i if i < rated else None for i in range(players)]
    rounds = [f"{one}d{other}" for one in range(1, players + 1) for other in range(1, one)]
    checks = {check.key: check.value for check in rating("article", ratings, *rounds).checks}
    assert tuple(checks[key] for key in ("irt_rated", "irt_share", "irt_games")) == lacks


def test_a_double_round_robin_has_two_cycles():
    assert rating("article", [2000, 1900, 1800], *TRIANGLE * 2).work.steps["cycles"] == 2
    assert rating("article", [2000, 1900, 1800], *TRIANGLE * 2).work.frame["opponents"].tolist() == [2, 2, 2]


# --- D and K × the difference -----------------------------------------------------------------------------------------


def test_k_times_the_unrounded_difference():
    # D -57: 42 %; 25 × .58 = 14.5 exactly: 2015. For the other -14.5: 15 × -.58 = -8.7
    calculation = rating("article", [2000, 2057], "1w2", given={"type": "swiss"}, games_before=[10, 24])
    assert calculation.work.frame["rating_change"].tolist() == pytest.approx([14.5, -8.7], abs=1e-12)
    assert calculation.work.frame["new_rating"].tolist() == [2015, 2048]


@pytest.mark.parametrize(("rounding", "in_table"), [("nearest", [58, -93, 35]), ("down", [57, -93, 35])])
def test_d_is_rounded_as_the_settings_say(rounding, in_table):
    # averages: (1900 + 1985)/2 = 1942.5, D 57.5; (2000 + 1985)/2 = 1992.5, D -92.5; (2000 + 1900)/2 = 1950, D 35
    given = {"type": "swiss", "average": "exact", "difference": rounding}
    frame = rating("article", [2000, 1900, 1985], *TRIANGLE, given=given).work.frame
    assert frame["D"].tolist() == [57.5, -92.5, 35]
    assert frame["D_in_table"].tolist() == in_table
    assert frame["expected_per_cent"].tolist() == [58, 37, 55]
    # to the whole: 1943 and 1993
    whole = rating("article", [2000, 1900, 1985], *TRIANGLE, given=given | {"average": "whole"}).work.frame
    assert whole["D"].tolist() == [57, -93, 35]


@pytest.mark.parametrize(
    ("value", "decimals", "rounding", "made"),
    [
        (14.5, 0, "nearest", 15), (-14.5, 0, "nearest", -15), (0.125, 2, "nearest", 0.13),
        (1234.5678, 1, "nearest", 1234.6), (0.125, 2, "half-even", 0.12), (1.239, 2, "down", 1.23),
        (-0.125, 2, "nearest", -0.13), (-1.231, 2, "down", -1.24), (-1.239, 2, "truncated", -1.23),
        (1.231, 2, "up", 1.24), (1250.0, -2, "nearest", 1300),
    ],
)
def test_numbers_with_so_many_decimals(value, decimals, rounding, made):
    names = {"nearest": NEAREST, "half-even": HALF_EVEN, "down": DOWN, "truncated": TRUNCATED, "up": UP}
    assert rounded(np.array([value]), decimals, names[rounding]).tolist() == [pytest.approx(made, abs=1e-12)]


# --- first ratings ----------------------------------------------------------------------------------------------------


def test_the_floor_itself_is_published():
    # 2½ of 5 against 1240: (6200 + 3600)/7 = 1400; 3½/7 = 50 %
    draws = [f"1d{no}" for no in range(2, 7)]
    found = first(rating("fide-2024", [None, *[1240] * 5], *draws))
    assert (found.initial_rating, found.published) == (1400, "yes")
    # against 1238: (6190 + 3600)/7 = 1398.57 -> 1399
    assert first(rating("fide-2024", [None, *[1238] * 5], *draws)).published == "no: below 1400"
    nine = [f"1d{no}" for no in range(2, 11)]
    found = first(rating("article", [None, *[2000] * 9], *nine))
    assert (found.first_rating, found.first_games, found.published) == (2000, 9, "yes")
    found = first(rating("article", [None, *[1999] * 9], *nine))
    assert (found.first_rating, found.published) == (1999, "no: below 2000")
    assert first(rating("article", [None, *[2000] * 8], *nine[:8])).published == "no: fewer than 9 games in all"


def test_exactly_2200_at_most():
    # 4 of 5 against 2220: (11100 + 3600)/7 = 2100; 5/7 = 71 %, dp 158: 2258 -> 2200; against 2136: 2040 + 158 = 2198
    rounds = ("1w2", "1w3", "1w4", "1w5", "1l6")
    assert first(rating("fide-2024", [None, *[2220] * 5], *rounds)).initial_rating == 2200
    assert first(rating("fide-2024", [None, *[2136] * 5], *rounds)).initial_rating == 2198


def test_four_games_of_an_event_count():
    three, four = ["1d2", "1d3", "1d4"], ["1d2", "1d3", "1d4", "1d5"]
    found = first(rating("article", [None, *[2100] * 3], *three))
    assert (found.initial_rating, found.first_games) == (2100, 0)
    assert math.isnan(found.first_rating)
    assert found.published == "no: no event with 4 games or more"
    found = first(rating("article", [None, *[2100] * 4], *four))
    assert (found.first_rating, found.first_games) == (2100, 4)
    # with 2281 of 4 games before, and not with one of 3: (2281 + 2100)/2 = 2190.5 -> 2191
    found = first(rating("article", [None, *[2100] * 4], *four, previous="2281:4,2500:3"))
    assert (found.first_rating, found.first_games) == (2191, 8)
    found = first(rating("article", [None, *[2100] * 4], *four, previous="2281:5"))
    assert (found.first_games, found.published) == (9, "yes")
    # where this event has too few, the earlier one counts alone
    found = first(rating("article", [None, *[2100] * 3], *three, previous="2281:9"))
    assert (found.first_rating, found.first_games) == (2281, 9)


@pytest.mark.parametrize(
    ("result", "average", "initial"),
    [
        # 1 has 75, 50 or 25 % (193, 0, -193), 2 50 %: mean dp 96.5, 0, -96.5, × 2/3 = 64.33
        # 3 under 50 %: ½ of 2, -193 × 2/3 = -128.67: 1807.33
        ("l", 1936, 1807),
        # exactly 50 %: Rc
        ("d", 2000, 2000),
        # 1½ of 2, half a point over: + 12.5
        ("w", 2064, 2077),
    ],
)
def test_50_per_cent_in_a_round_robin(result, average, initial):
    # 1 and 2 drew; 3, unrated, drew with 2 and lost, drew or won against 1
    irt = {"type": "irt"}  # two rated players and two games make none by themselves
    calculation = rating("article", [2000, 2000, None], "1d2", f"3{result}1", "3d2", given=irt)
    assert calculation.work.steps["tournament_average"] == average
    assert first(calculation, 3).initial_rating == initial


# --- the 400 points and 2650 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower", "counted"),
    [
        (2200, 1800, [400, -400]), (2200, 1799, [400, -400]), (2200, 1801, [399, -399]), (2649, 2200, [400, -400]),
        (2650, 2200, [450, -400]), (2651, 2200, [451, -400]), (2800, 2650, [150, -150]),
    ],
)  # fmt: skip
def test_a_difference_counts_as_400_at_most_under_2650(higher, lower, counted):
    calculation = rating("fide-2024", [higher, lower], "1d2", given={"k": 20})
    assert calculation.work.games.frame["difference_counted"].tolist() == counted
    cut = next(check for check in calculation.checks if check.key == "cut")
    assert cut.value == sum(abs(one) != higher - lower for one in counted)


@pytest.mark.parametrize(("games", "used"), [(17, 40), (18, 38), (35, 20), (36, 19)])
def test_k_times_games_is_700_at_most(games, used):
    # 40 × 17 = 680; 700 // 18 = 38; 20 × 35 = 700; 700 // 36 = 19
    k = 40 if games < 20 else 20
    calculation = rating("fide-2024", [1900, 1900], *["1d2"] * games, given={"k": k})
    assert calculation.work.frame["K_used"].tolist() == [used, used]
    lowered = next(check for check in calculation.checks if check.key == "k_lowered")
    assert lowered.value == (2 if used < k else 0)


def test_who_was_2300_is_no_junior():
    # 2300 and 30 games: 20, whatever is stated; below, he may be under 18
    calculation = rating("fide-2024", [2300, 2299], "1d2", games_before=[30, 30], k=[40, 40])
    assert calculation.work.frame["K"].tolist() == [20, 40]
    assert calculation.work.frame["k_class"].tolist() == ["settled", "column"]


def test_from_2300_on_nobody_is_a_junior():
    # born in 2012, rated in 2026
    four = {"games_before": [30] * 4, "birth": ["2012-05-01"] * 4}
    calculation = rating("fide-2024", [2299, 2300, 2301, 2390], "1d2 3d4", **four)
    assert calculation.work.frame["K"].tolist() == [40, 20, 20, 20]


def test_k_times_games_of_just_over_700():
    # 35.02 × 20 = 700.4; 34.99 × 20 = 699.8
    for k, used in ((35.02, 35), (34.99, 34.99)):
        calculation = rating("fide-2024", [1900, 1900], *["1d2"] * 20, given={"k": k})
        assert calculation.work.frame["K_used"].tolist() == [used, used]


# --- settings ---------------------------------------------------------------------------------------------------------


def test_k_and_type_that_can_be():
    assert (checked_k(None), checked_k(0.5), checked_k(100)) == (None, 0.5, 100)
    assert [checked_type(name) for name in (None, "swiss", "round-robin")] == [None, "swiss", "round-robin"]
    for k in (0, -1, 100.5):
        with pytest.raises(UsageError, match="isn't a K.\n    → Use a number above 0, 100 at most."):
            checked_k(k)
    with pytest.raises(UsageError, match="'team' is not known.\n    → Use one of: swiss, round-robin."):
        checked_type("team")


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [
        # a K is above 0, 100 at most; a year from 1970 to 2100
        ("k", 0, None), ("k", "0", None), ("k", 0.5, 0.5), ("k", "0,5", 0.5), ("k", 1, 1), ("k", 100, 100),
        ("k", 100.5, None), ("k", -20, None), ("k", "much", None),
        ("year", 1969, None), ("year", 1970, 1970), ("year", "2026", 2026), ("year", 2100, 2100), ("year", 2101, None),
        ("year", 2026.5, None),
    ],
)  # fmt: skip
def test_numbers_that_a_setting_can_be(name, value, taken):
    if taken is not None:
        made = with_rating_values(RatingSettings(), {name: value}, "test")
        assert (getattr(made, name), made.origin(name)) == (taken, "test")
        return
    with pytest.raises(UsageError, match="isn't a K" if name == "k" else "isn't a year") as caught:
        with_rating_values(RatingSettings(), {name: value}, "test")
    assert caught.value.mend == (
        "Use a number above 0, 100 at most." if name == "k" else "Write one such as 2026."
    )


def test_each_wrong_setting_of_a_file_says_what_it_can_be(tmp_path):
    rows = [["Setting", "Value"], ["kind", "bullet"], ["k", 0], ["year", 20261], ["average", "rough"],
            ["difference", "up"], ["type", "team"], ["rules", "club"]]  # fmt: skip
    with pytest.raises(InputError) as caught:
        read_entry(workbook(tmp_path / "event.xlsx", FOUR, Settings=rows))
    # type and rules are names of other settings, too: a word that isn't ours is left to these
    assert [(p.place.sheet, p.place.cell, p.what, p.mend) for p in caught.value.problems] == [
        ("Settings", "B2", "kind (Settings sheet): 'bullet' is not known.", "Use one of: standard, rapid, blitz."),
        ("Settings", "B3", "k (Settings sheet): '0' isn't a K.", "Use a number above 0, 100 at most."),
        ("Settings", "B4", "year (Settings sheet): '20261' isn't a year.", "Write one such as 2026."),
        ("Settings", "B5", "average (Settings sheet): 'rough' is not known.", "Use one of: whole, exact."),
        ("Settings", "B6", "difference (Settings sheet): 'up' is not known.", "Use one of: nearest, down."),
    ]
    assert str(caught.value).count("→") == 5
    spanish = told(caught.value.problems[0].said, "es")
    assert spanish == "hoja Settings, celda B2: ritmo (hoja Ajustes): 'bullet' no se conoce.\n    → " + (
        "Use uno de: clásico, rápido, relámpago.")


def test_where_a_setting_of_a_file_comes_from(tmp_path):
    path = workbook(tmp_path / "event.xlsx", FOUR, Settings=[["Setting", "Value"], ["kind", "blitz"], ["k", 20]])
    settings = rating_of(path, {"k": 40}).work.settings
    assert (settings.kind, settings.k) == ("blitz", 40)
    said = [[told(settings.origin(name), language) for name in ("kind", "k")] for language in ("en", "es")]
    assert said == [["Settings sheet", "command line"], ["hoja Ajustes", "línea de órdenes"]]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2008-12-31", 2008), ("31.12.1999", 1999), ("2008/01/01", 2008), ("1987", 1987), ("", None), ("1887", None),
        ("21008", None), ("20081", None),
    ],
)  # fmt: skip
def test_the_year_of_birth(text, year):
    assert birth_year(text) == year if year else math.isnan(birth_year(text))


@pytest.mark.parametrize(
    ("high", "title", "before", "given", "k"),
    [
        (2401, "GM", 100, None, 10), (2400, "GM", 100, None, 15), (2401, "FM", 100, None, 15),
        (2401, "g", None, None, 10), (2401, "mi", 10, None, 10), (2300, "GM", 23, None, 25), (2300, "GM", 24, None, 15),
        (2300, "", None, None, 15), (2300, "", None, 25, 25), (2401, "", 30, 10, 15),
    ],
)  # fmt: skip
def test_k_of_the_article(high, title, before, given, k):
    optional = {"title": [title, "GM"], "games_before": [before, 100], "k": [given, None]}
    calculation = rating("article", [high, 2500], "1w2", **optional)
    assert calculation.work.frame["K"].tolist() == [k, 10]


def test_an_option_k_comes_before_a_stated_one_in_the_article_s_rules():
    calculation = rating("article", [2300, 2300, 2300], *TRIANGLE, given={"k": 12}, k=[20, None, 12],
                         games_before=[None, 30, None])  # fmt: skip
    assert calculation.work.frame["K"].tolist() == [12, 15, 12]
    assert calculation.work.frame["k_class"].tolist() == ["option", "settled", "option"]
    other = next(check for check in calculation.checks if check.key == "k_other")
    assert (other.value, other.status) == (1, "alert")
    assert other.trouble.endswith("As read: No. 1.")
