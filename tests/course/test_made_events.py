"""Made events: the same for a seed, and with all that a lesson needs, counted here once more from the games alone."""

import csv
import time
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from made.course import exercise_of
from made.fields import ROOT

from pipeline.course.made.events import made_event
from pipeline.errors import UsageError
from pipeline.event import Event
from pipeline.method.settings import Settings

SEEDS = range(100)
with (ROOT / "pipeline" / "tables" / "fide_dp.csv").open(encoding="utf-8", newline="") as _table:
    FIDE_DP = {int(row["per_cent"]): float(row["dp"]) for row in csv.DictReader(_table)}


SECONDS = 5.0
"""Of computing, for all of them."""


@pytest.fixture(scope="module")
def events() -> list[Event]:
    began = time.process_time()
    made = [made_event(seed) for seed in SEEDS]
    took.append(time.process_time() - began)
    return made


took: list[float] = []


def games_of(event: Event) -> list[list[tuple[int, Fraction]]]:
    """By player, from 0: opponents and points of the games over the board."""
    found: list[list[tuple[int, Fraction]]] = [[] for _ in event.players.index]
    points = {"w": Fraction(1), "d": Fraction(1, 2), "l": Fraction(0)}
    for no, opponent, result in event.entries[["no", "opponent", "result"]].itertuples(index=False):
        if result in points:
            found[no - 1].append((int(opponent) - 1, points[result]))
    return found


def steps_of(event: Event, count: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Iterations 0 … count by plain sums, with c over the field; and the matrix M."""
    games = games_of(event)
    ratings = [1400.0 if r != r else r for r in event.players["rating"]]
    n = np.array([len(own) for own in games], dtype=float)
    dp = np.array([
        FIDE_DP[int(100 * sum((p for _, p in own), Fraction(0)) / len(own) + Fraction(1, 2))] for own in games
    ])
    c = (n * dp).sum() / n.sum()
    matrix = np.zeros((len(n), len(n)))
    for i, own in enumerate(games):
        for j, _ in own:
            matrix[i, j] += 1 / n[i]
    values = [matrix @ np.array(ratings) + dp]
    for _ in range(count):
        values.append(matrix @ values[-1] + dp - c)
    return values, matrix


def test_a_hundred_seeds_take_less_than_five_seconds_of_computing(events):
    assert len(events) == 100 and took[0] < SECONDS


def test_all_have_eight_players_five_rounds_and_are_paired_as_a_swiss(events):
    for event in events:
        assert (len(event.players), event.rounds) == (8, 5)
        met = Counter(frozenset((no, opponent)) for no, opponent in
                      event.entries.dropna(subset="opponent")[["no", "opponent"]].itertuples(index=False))
        assert set(met.values()) == {2}  # once from either side: nobody meets twice


def test_all_have_a_bye_a_forfeit_and_one_unrated_player_and_ratings_in_steps_of_20(events):
    for event in events:
        results = set(event.entries["result"])
        assert {"+", "-", "full-bye"} <= results
        assert int(event.players["rating"].isna().sum()) == 1
        assert not (event.players["rating"].dropna() % 20).any()


def test_draws_percentages_and_averages_can_be_worked_by_hand(events):
    for event in events:
        games = games_of(event)
        points = [p for own in games for _, p in own]
        assert 0.15 <= points.count(Fraction(1, 2)) / len(points) <= 0.5
        shares = [sum((p for _, p in own), Fraction(0)) / len(own) for own in games]
        assert any((100 * share).denominator == 2 for share in shares)
        assert sum(share in (0, 1) for share in shares) <= 1
        assert shares.count(Fraction(1, 2)) <= 2
        dp = {FIDE_DP[int(100 * share + Fraction(1, 2))] for share in shares}
        assert len(dp) >= 5
        ratings = [1400 if r != r else int(r) for r in event.players["rating"]]
        averages = [Fraction(sum(ratings[j] for j, _ in own), len(own)) for own in games]
        assert sum((2 * average).denominator != 1 for average in averages) <= 1


def test_the_iterations_settle(events):
    for event in events:
        values, matrix = steps_of(event, 12)
        eigenvalues = np.sort(np.abs(np.linalg.eigvals(matrix)))
        # 1 once alone: connected, and -1 is none: not bipartite.
        assert eigenvalues[-1] == pytest.approx(1) and eigenvalues[-2] <= 0.75
        assert np.abs(values[12] - values[11]).max() < 1


def test_a_tie_is_decided_by_five_points_in_the_order_of_iteration_2(events):
    for event in events:
        values, _ = steps_of(event, 300)
        score = event.score.to_numpy()
        ties = [np.flatnonzero(score == s) for s in set(score.tolist())]
        good = [
            tie for tie in ties if 2 <= len(tie) <= 3 and np.diff(np.sort(values[300][tie])).min() >= 5
            and np.argsort(values[300][tie]).tolist() == np.argsort(values[2][tie]).tolist()
        ]
        assert good


def test_no_answer_is_a_number_that_the_sheet_gives_and_no_zero_is_right(events):
    for seed in (0, 1, 2):
        exercise = exercise_of(seed)
        given = {*exercise.event.players["rating"].dropna(), 1400.0}
        for key in ("Ra", "performance", "iteration_1", "iteration_2"):
            values = exercise.model.truth[key].tolist()
            assert not {round(value, places) for value in values for places in (0, 1, 2)} & given
        assert all(abs(value) >= 1 for key in ("c", "c_hat") for value in exercise.model.truth[key].tolist())


def test_the_same_seed_makes_the_same_event_and_another_another():
    one, again, other, variant = made_event(5), made_event(5), made_event(6), made_event(5, 2)
    assert one.players.equals(again.players) and one.entries.equals(again.entries)
    assert not one.players.equals(other.players) and not one.players.equals(variant.players)


def test_an_event_once_made_stays_as_it_is():
    """Seeds are promises: a class is marked weeks after its exercise was made."""
    event = made_event("promise")
    assert event.players["name"].tolist() == PROMISED_NAMES
    assert "".join(event.entries["result"].tolist()) == PROMISED_RESULTS


PROMISED_NAMES = ["Boris", "Kemal", "Laura", "Paula", "Simon", "Ivan", "Casimir", "Nico"]
PROMISED_RESULTS = "wddwwwdwwwddwllwddwllldldldlfull-byeddwll+lddhalf-bye-"


def test_with_c_over_the_opponents_made_events_drift_and_are_refused_but_as_a_lesson():
    with pytest.raises(UsageError, match="--lesson drift"):
        made_event(1, settings=Settings(c="opponents"))
    for seed in range(5):
        assert abs(exercise_of(seed, "drift").calculation.drift) >= 1


def test_the_lesson_early_has_a_tie_that_iteration_2_orders_otherwise_than_the_limit():
    for seed in range(3):
        event = made_event(seed, lesson="early")
        values, _ = steps_of(event, 300)
        score = event.score.to_numpy()
        ties = [np.flatnonzero(score == s) for s in set(score.tolist())]
        assert any(
            2 <= len(tie) <= 3 and np.argsort(values[300][tie]).tolist() != np.argsort(values[2][tie]).tolist()
            for tie in ties
        )


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 5), (9, 5), (10, 6), (12, 7), (12, 9)])
def test_other_sizes_are_made_too(players, rounds):
    event = made_event(1, players=players, rounds=rounds)
    assert (len(event.players), event.rounds) == (players, rounds)


@pytest.mark.parametrize(("players", "rounds", "said"), [
    (5, 4, "--players: 5"), (13, 5, "--players: 13"), (8, 3, "--rounds: 3"), (8, 8, "without meeting twice"),
])
def test_sizes_that_wont_do_are_said(players, rounds, said):
    with pytest.raises(UsageError, match=said):
        made_event(1, players=players, rounds=rounds)
