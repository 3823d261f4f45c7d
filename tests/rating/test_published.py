"""Calculations that FIDE published (docs/method.md section 7), to the last digit."""

import csv
from pathlib import Path

import pytest
from made.fields import event

from pipeline.commands.rate import rating_of
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.expected import half_away
from pipeline.rating.settings import RatingSettings

PUBLISHED = Path(__file__).resolve().parents[1] / "fixtures" / "round-robin-12-rated.csv"
EVENT = Path(__file__).resolve().parents[3] / "shared" / "events" / "native" / "round-robin-12-rated.csv"


def rated(ratings, *rounds, k=20, **optional):
    settings = RatingSettings(rules="fide-2024", k=k, year=2026)
    return calculated(entry_of(event(ratings, *rounds, **optional)), settings).work.frame


@pytest.mark.skipif(not EVENT.exists(), reason="the events beside the repository aren't there")
def test_a_closed_event_of_twelve_above_and_below_2650():
    frame = rating_of(EVENT, {}).work.frame
    for row in csv.DictReader(PUBLISHED.open(encoding="utf-8")):
        own = frame.loc[int(row["no"])]
        # Rc is the average of the other eleven, as a whole number
        assert (own.rating, half_away(own.average), own.points, own.games, own.K_used) == tuple(
            float(row[key]) for key in ("rating", "Rc", "points", "games", "K")
        )
        assert f"{own.difference:.2f}" == row["sum_of_changes"]
        assert f"{own.k_times_sum:.2f}" == row["K_times_sum"]
        assert own.rating_change == half_away(float(row["K_times_sum"]))


def test_a_first_rating():
    # (1902 + 1877 + 1884 + 2012 + 1832 + 2 × 1800) / 7 = 1872.43; (3 + 1) / 7 = 57 %, dp 50: 1922.43
    frame = rated([None, 1902, 1877, 1884, 2012, 1832], "1w2", "1w3", "1w4", "1l5", "1l6")
    assert frame["initial_rating"].iloc[0] == 1922


def test_a_change_of_a_half_goes_away_from_zero():
    # D = 88, PD 62 %: ½ - .62 = -.12; D = 14, PD 52 %: ½ - .52 = -.02 … K 10 × -.25: D = 186, PD 74 %, and -.01
    assert half_away(-2.5) == -3
    frame = rated([2400, 2301, 2321], "1d2", "1d3", k=10)
    # D = 99: 64 %, D = 79: 61 %: -.14 - .11 = -.25
    assert (frame["k_times_sum"].iloc[0], frame["rating_change"].iloc[0]) == (-2.5, -3)


def test_the_2650_rule_counts_for_one_of_the_two():
    # 413 counts in full: 93 %; the loser's counts as 400: 8 %
    frame = rated([2813, 2400], "1w2", k=10)
    assert frame["difference"].round(2).tolist() == [0.07, -0.08]
