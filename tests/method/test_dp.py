"""dp and the percentage: half up, the tables as printed, and the logarithms exact where they are rounded down."""

import csv
import math
from fractions import Fraction

import pytest
from made.fields import calculate, event

from pipeline.errors import UsageError
from pipeline.method.dp import dp, percentage, rule

HALF_POINTS = [(half / 2, n) for n in range(1, 31) for half in range(2 * n + 1)]


@pytest.mark.parametrize(
    ("points", "games", "expected"),
    [
        (2.5, 4, 63),  # 62.5
        (1, 8, 13),  # 12.5
        (1.5, 12, 13),  # 12.5
        (1.5, 4, 38),  # 37.5
        (0.5, 100, 1),  # 0.5
        (1, 3, 33),  # 33.33
        (2, 3, 67),  # 66.67
        (0, 7, 0),
        (7, 7, 100),
    ],
)
def test_percentage_rounds_the_half_up(points, games, expected):
    assert percentage(points, games) == expected


def test_percentage_of_every_score_up_to_30_games():
    for points, games in HALF_POINTS:
        exact = Fraction(points) * 100 / games
        up = exact - math.floor(exact) >= Fraction(1, 2)
        assert percentage(points, games) == math.floor(exact) + up, (points, games)


@pytest.mark.parametrize(
    ("points", "games", "expected"),
    [
        # The video's own sheet: 400·log10(3/1) = 190.85; (2.5/1.5) 88.74; (1.5/2.5) -88.74; (1/4) -240.82; (4/1) 240.82
        (3, 4, 190),
        (2.5, 4, 88),
        (1.5, 4, -89),
        (1, 5, -241),
        (4, 5, 240),
        (1, 4, -191),
        (2, 4, 0),
        (4, 4, 800),
        (0, 4, -800),
        (10, 11, 400),  # 400·log10(10), a whole number
        (1, 11, -400),
        (20, 22, 400),
    ],
)
def test_logistic_floor(points, games, expected):
    assert dp(rule("logistic-floor"), points, games) == expected


def test_logistic_floor_is_exact_up_to_60_games():
    """k = floor(400·log10(a/b)) is the whole number with 10^k <= (a/b)^400 < 10^(k+1), in big integers."""
    for games in range(1, 61):
        for a in range(1, 2 * games):
            b = 2 * games - a
            k = int(dp(rule("logistic-floor"), a / 2, games))
            won, lost = a**400, b**400
            if k < 0:
                won *= 10**-k
            else:
                lost *= 10**k
            assert lost <= won < 10 * lost, (a / 2, games, k)


@pytest.mark.parametrize(
    ("name", "points", "games", "expected"),
    [
        ("logistic", 3, 4, 190.848501887865),  # 400·log10(3)
        ("logistic", 1, 4, -190.848501887865),
        ("logistic", 4, 4, 800),
        ("logistic", 0, 4, -800),
        ("log-odds", 3, 4, 1.09861228866811),  # ln 3
        ("log-odds", 9, 10, 2.19722457733622),  # ln 9
        ("log-odds", 5, 5, 4.60517018598809),  # ln 100, which is 800 points: 800·ln(10)/400
        ("log-odds", 0, 5, -4.60517018598809),
        ("fide", 3, 5, 72),  # 60 %
        ("fide", 2, 4, 0),
        ("fide", 3, 4, 193),  # 75 %: the video has 190
        ("fide", 2.5, 4, 95),  # 63 %; 62 % would be 87
        ("fide", 1.5, 4, -87),  # 38 %
        ("fide", 1, 8, -322),  # 13 %
        ("fide", 1, 1, 800),
        ("fide", 0, 9, -800),
        ("article", 3, 5, 72),
        ("article", 2, 5, -72),
        ("article", 39, 50, 219),  # 78 %, a misprint that is kept (FIDE: 220)
        ("article", 11, 50, -219),
    ],
)
def test_other_rules(name, points, games, expected):
    assert dp(rule(name), points, games) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("name", "missing"), [("fide", set()), ("article", {0, 25, 75, 100})])
def test_tables_are_whole_rising_and_mirrored(name, missing):
    table = rule(name).table
    assert set(table) == set(range(101)) - missing
    values = [table[p] for p in sorted(table)]
    assert values == sorted(values)
    assert all(table[100 - p] == -value for p, value in table.items())


def test_tables_are_those_of_their_sources(shared_events):
    def rows(name):
        with (shared_events.parent / "tables" / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    assert rule("fide").table == {int(row["per_cent"]): float(row["dp"]) for row in rows("fide_dp.csv")}
    printed = [row for row in rows("article_dp.csv") if row["dp"]]
    for row in printed:
        assert rule("article").table[int(row["per_cent_higher"])] == float(row["dp"])
        assert rule("article").table[int(row["per_cent_lower"])] == -float(row["dp"])


@pytest.mark.parametrize(("points", "games", "gap"), [(3, 4, "75 %"), (1, 4, "25 %"), (5, 5, "100 %"), (0, 3, "0 %")])
def test_gaps_of_the_article_say_so(points, games, gap):
    with pytest.raises(UsageError, match="article") as caught:
        dp(rule("article"), points, games)
    assert f"no value for {gap} ({points:g} points in {games} games)" in str(caught.value)
    assert "--dp fide" in str(caught.value)


def test_gap_of_the_article_stops_an_event():
    won = event([2000, 1900], "1w2")
    with pytest.raises(UsageError, match="no value for 100 %"):
        calculate(won, dp="article")
    # 1.5/2 is 75 %
    with pytest.raises(UsageError, match="no value for 75 %"):
        calculate(event([2000, 1900], "1w2", "1d2"), dp="article")
