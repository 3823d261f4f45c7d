"""The rule set fide-2024 on cases computed by hand: the arithmetic stands above each expected value."""

import math

import pytest
from made.fields import event

from pipeline.errors import InputError, UsageError
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.expected import expected_per_cent, half_away
from pipeline.rating.settings import RatingSettings


def rated(ratings, *rounds, option=None, year=2026, **optional):
    """The Rating sheet of an event, by player."""
    settings = RatingSettings(rules="fide-2024", k=option, year=year)
    return calculated(entry_of(event(ratings, *rounds, **optional)), settings).work


def row(work, no=1):
    return work.frame.loc[no]


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (189, 75), (197, 75), (198, 76), (-198, 24), (735, 99), (736, 100), (-736, 0),
     (5000, 100)],
)
def test_table_8_1_2(difference, expected):
    assert expected_per_cent(difference) == expected


def test_a_rating_change():
    # 1900 beats 2000: D = -100, PD 36 %: 1 - .36 = .64. Draws with 1850: D = 50, PD 57 %: .5 - .57 = -.07.
    # K 20: 20 × (.64 - .07) = 11.4 -> 11
    work = rated([1900, 2000, 1850], "1w2", "1d3", option=20)
    assert row(work).rating_change == 11
    assert row(work).new_rating == 1911
    assert row(work).difference == pytest.approx(0.57)


def test_400_points():
    # 2300 beats 1800: 500 counts as 400, PD 92 %: 20 × .08 = 1.6 -> 2. The other: PD 8 %: 20 × -.08 = -1.6 -> -2
    work = rated([2300, 1800], "1w2", option=20)
    assert [row(work, no).rating_change for no in (1, 2)] == [2, -2]
    # as often as it happens (once an event was the rule before 2024): two wins, 20 × .16 = 3.2 -> 3
    assert row(rated([2300, 1800, 1700], "1w2", "1w3", option=20)).rating_change == 3
    # exactly 400 is not cut, and has the same PD
    assert rated([2200, 1800], "1w2", option=20).games.frame["difference_counted"].iloc[0] == 400


def test_2650_has_the_real_difference_and_the_opponent_at_most_400():
    # 2700 draws with 2200: D = 500, PD 96 %: 10 × (.5 - .96) = -4.6 -> -5. For 2200: -400, PD 8 %: 20 × .42 = 8.4 -> 8
    work = rated([2700, 2200], "1d2", option=20)
    assert work.games.frame["difference_counted"].tolist() == [500, -400]
    assert [row(work, no).rating_change for no in (1, 2)] == [-5, 8]
    # 2650 itself has it; 2649 hasn't: PD 92 %: 10 × (.5 - .92) = -4.2 -> -4
    assert rated([2650, 2150], "1d2").games.frame["difference_counted"].iloc[0] == 500
    assert row(rated([2649, 2149], "1d2", option=20)).rating_change == -4
    # 736 and more is PD 100 %: a win changes nothing
    assert row(rated([2800, 2000], "1w2")).rating_change == 0


def test_pd_of_both_players_adds_to_100_but_for_the_2650_rule():
    checks = {check.key: check for check in calculated(
        entry_of(event([2700, 2200, 2100, 1500], "1d2 3w4")), RatingSettings(rules="fide-2024", k=20, year=2026)
    ).checks}
    assert checks["pairs"].status == checks["balance"].status == "OK"
    assert checks["cut"].value == 3  # 2200 against 2700, 2100 and 1500 against each other


@pytest.mark.parametrize(
    ("value", "rounded"), [(0.5, 1), (-0.5, -1), (2.5, 3), (-2.5, -3), (1.4, 1), (-1.4, -1), (0, 0), (22.5, 23)]
)
def test_the_half_goes_away_from_zero(value, rounded):
    assert half_away(value) == rounded


def test_a_change_of_a_half():
    # Draw with an opponent 36 higher: D = -36, PD 45 %: .5 - .45 = .05; K 10: exactly .5 -> 1, and -1 the other way
    work = rated([2400, 2436], "1d2")
    assert [row(work, no).rating_change for no in (1, 2)] == [1, -1]
    # 25 × .58 is 14.499999999999998 for a computer: K 25, three games, sum exactly .58: 14.5 -> 15
    # D = -57 (PD 42): win .58
    assert row(rated([1943, 2000], "1w2", option=25)).rating_change == 15


def test_k_from_the_rules():
    def k_and_why(rating, k=None, given=None, **optional):
        optional = {name: [value, None] for name, value in optional.items()}
        if given is not None:
            optional["k"] = [given, None]
        frame = rated([rating, 2000], "1w2", option=k, **optional).frame
        return frame["K"].iloc[0], frame["k_class"].iloc[0]

    assert k_and_why(2350, games_before=29) == (40, "new")
    # FIDE's order: 2400 comes before everything, and a stated 10 says that it was reached once
    assert k_and_why(2500, games_before=29) == (10, "high")
    assert k_and_why(2450, games_before=10, birth="2010") == (10, "high")
    assert k_and_why(1500, games_before=10, birth="2010", given=10) == (10, "reached")
    # a junior never 2300; a stated 20 says that he was once
    assert k_and_why(2290, games_before=100, birth="2010") == (40, "junior")
    assert k_and_why(2290, games_before=100, birth="2010", given=20) == (20, "once")
    assert k_and_why(2290, birth="2010", given=20) == (20, "once")
    assert k_and_why(2290, games_before=10, birth="2010", given=20) == (40, "new")
    assert k_and_why(2350, games_before=30) == (20, "settled")
    assert k_and_why(2399, games_before=30, birth="1980") == (20, "settled")
    assert k_and_why(2400, games_before=30) == (10, "high")
    assert k_and_why(2400) == (10, "high")
    # below 2400 again: only the stated K, or --k, can tell that 2400 was reached
    assert k_and_why(2380, games_before=300, birth="1980", given=10) == (10, "reached")
    assert k_and_why(2380, games_before=300, birth="1980", k=10) == (10, "reached")
    assert k_and_why(2380, games_before=300, birth="1980", given=40) == (20, "settled")
    # nothing stated
    assert k_and_why(1900, given=40) == (40, "column")
    assert k_and_why(1900, k=40) == (40, "option")
    assert k_and_why(1900, k=40, given=20) == (40, "option")
    assert k_and_why(1900) == (20, "assumed")
    assert k_and_why(1900, games_before=100) == (20, "assumed")  # may be under 18


def test_under_18_until_the_end_of_the_year():
    def k_of(rating, birth, **optional):
        given = {"birth": [birth, None], "games_before": [100, None], **optional}
        return rated([rating, 2000], "1w2", year=2026, **given).frame["K"].iloc[0]

    # 18 in 2026: born 2008, to the end of that year, whenever his birthday is
    assert k_of(2200, "2008-12-31") == k_of(2200, "2008/01/01") == k_of(2200, "2008") == 40
    assert k_of(2200, "2007-12-31") == 20
    assert k_of(2299, "2010") == 40
    assert k_of(2300, "2010") == 20


def test_without_the_year_of_the_event_it_is_asked_for_where_k_depends_on_it():
    """No rule asks for today's date: the same file gives the same K on any day."""
    def k_and_why(rating, birth, games=100, **given):
        optional = {name: [value, None] for name, value in given.items()}
        made = rated([rating, 2000], "1w2", year=None, birth=[birth, None], games_before=[games, None], **optional)
        return made.frame[["K", "k_class"]].iloc[0].tolist()

    for given in ({}, {"k": 40}):  # 40 of a junior; whoever has had 30 games and is none has 20
        with pytest.raises(InputError, match="the K of Player A depends on the year of the event"):
            k_and_why(2200, "2010", **given)
    # These K don't depend on it: born before 2006, too many points, 2300 once, few games
    assert k_and_why(2200, "1960") == [20, "settled"]
    assert k_and_why(2200, "2005") == [20, "settled"]
    assert k_and_why(2300, "2010") == [20, "settled"]
    assert k_and_why(2200, "2010", k=20) == [20, "column"]
    assert k_and_why(2200, "2010", games=5) == [40, "new"]
    assert k_and_why(2200, "2010", k=10) == [10, "reached"]
    assert k_and_why(2200, "2010", games=None, k=40) == [40, "column"]


def test_k_times_games_is_at_most_700():
    # 18 games × 40 = 720 > 700: the largest whole K is 38 (38 × 18 = 684, 39 × 18 = 702)
    rounds = [f"1{'w' if i % 2 else 'l'}2" for i in range(18)]
    work = rated([2000, 2000], *rounds, games_before=[5, 100], option=20)
    assert row(work).K == 40
    assert row(work).K_used == 38
    # 20 × 18 = 360 stays; 40 × 17 = 680, too
    assert row(work, 2).K_used == 20
    assert row(rated([2000, 2000], *rounds[:17], games_before=[5, 100])).K_used == 40


def test_a_first_rating():
    # Points 2½ of 5 against 1700, 1750, 1800, 1850, 1900: (9000 + 3600) / 7 = 1800; (2.5 + 1) / 7 = 50 %: 1800
    work = rated([None, 1700, 1750, 1800, 1850, 1900], "1w2", "1w3", "1d4", "1l5", "1l6", option=20)
    assert row(work).first_average == 1800
    assert row(work).per_cent == 50
    assert row(work).initial_rating == 1800
    assert row(work).published == "yes"
    # 4 of 5: (4 + 1) / 7 = 71.43 -> 71 %, dp 158: 1958
    work = rated([None, 1700, 1750, 1800, 1850, 1900], "1w2", "1w3", "1w4", "1w5", "1l6", option=20)
    assert row(work).initial_rating == 1958
    # A rated opponent's game against an unrated player isn't rated: no game, no change
    assert row(work, 2).games == 0
    assert math.isnan(row(work, 2).average)
    assert row(work, 2).rating_change == 0


def test_a_first_rating_is_rounded_with_the_half_up():
    # (1601 + 3600) / 3 = 1733.67; win: (1 + 1) / 3 = 67 %, dp 125: 1858.67 -> 1859
    assert row(rated([None, 1601], "1w2", option=20)).initial_rating == 1859
    # (1803 + 1800 + 3600) / 4 = 1800.75; 1½ + 1 of 4 = 62.5 -> 63 %, dp 95: 1895.75 -> 1896
    assert row(rated([None, 1803, 1800], "1w2", "1d3", option=20)).initial_rating == 1896


def test_at_most_2200():
    # 5 of 5 against 2300: (11500 + 3600) / 7 = 2157.14; 6 / 7 = 86 %, dp 309: 2466 -> 2200
    work = rated([None, *[2300] * 5], "1w2", "1w3", "1w4", "1w5", "1w6", option=20)
    assert row(work).initial_rating == 2200


def test_a_zero_score_in_the_first_event_is_disregarded():
    work = rated([None, *[1700] * 5], "1l2", "1l3", "1l4", "1l5", "1l6", option=20)
    assert math.isnan(row(work).initial_rating)
    assert row(work).published == "no: a zero score in the first event is disregarded"


def test_published_from_5_games_and_1400():
    four = rated([None, *[1700] * 4], "1w2", "1w3", "1w4", "1w5", option=20)
    assert row(four).published == "no: fewer than 5 games"
    # ½ of 5 against 1400: (7000 + 3600) / 7 = 1514.29; 1½ / 7 = 21 %, dp -230: 1284 < 1400
    low = rated([None, *[1400] * 5], "1d2", "1l3", "1l4", "1l5", "1l6", option=20)
    assert row(low).initial_rating == 1284
    assert row(low).published == "no: below 1400"
    # 1½ of 5 against 1400: 1514.29; 2½ / 7 = 35.7 -> 36 %, dp -102: 1412
    above = rated([None, *[1400] * 5], "1d2", "1w3", "1l4", "1l5", "1l6", option=20)
    assert row(above).initial_rating == 1412
    assert row(above).published == "yes"
    nobody = rated([None, None, 1700, 1700], "1w2 3w4", option=20)
    assert row(nobody).published == "no: no game against a rated opponent"


def test_forfeits_and_byes_are_no_games():
    # Only the win against 1850 counts: D = 50, PD 57 %: 20 × .43 = 8.6 -> 9
    work = rated([1900, 2000, 1850], "1+2", "1w3", "1:full-bye", option=20)
    assert (row(work).games, row(work).points, row(work).rating_change) == (1, 1, 9)


def test_a_summary_table_has_no_games(tmp_path):
    from made.article import WORKBOOKS

    from pipeline.commands.rate import rating_of

    with pytest.raises(UsageError, match="go game by game, and chile_1997.xlsx is a summary table"):
        rating_of(WORKBOOKS / "chile_1997.xlsx", {"rules": "fide-2024"})
