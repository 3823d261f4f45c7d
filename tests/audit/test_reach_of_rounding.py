"""The audit's model follows from the records of the columns: its order, its truth, and how far roundings reach."""

import random
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from made.fields import event
from made.making_sheets import made_event

from pipeline.audit.judging import arpo_model as arpo_module
from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.method import recursion
from pipeline.method.computing import computed
from pipeline.method.dp import rule
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings

CHOICES = [
    {}, {"c": "opponents", "dp": "logistic"}, {"start": "rating"}, {"worst": 1}, {"best": 1}, {"worst": 1, "best": 2},
    {"dp": "log-odds", "start": "rating", "c": "opponents"},
]  # fmt: skip
COUNTS = {"games", "points", "score"}


def fields():
    yield event([2000, 1900, 1800, 1700, 1600, 1500], "1w2 4d5", "2d3 4w6", "1w3 5d6")  # two parts
    for count in (6, 9, 14):
        yield made_event(random.Random(count), count).event()


@pytest.mark.parametrize("start", ["performance", "rating"])
def test_columns_are_judged_in_this_order(start):
    """What people copy comes first, then each column after those that it is made from: errors are numbered so."""
    model = arpo_model(Ground(next(fields())), Settings(start=start), 2)
    assert [node.key for node in model.nodes] == [
        "rating", "games", "score", "points", "per_cent", "Ra", "dp", "c", "c_hat", "performance", "start",
        "start_performance", "iteration_1", "difference_1", "iteration_2", "difference_2", "limit", "rp", "arpo",
        "rp_last", "arpo_last",
    ]  # fmt: skip
    known = set()
    for node in model.nodes:
        assert {source.key for source in node.inputs} <= known
        known.add(node.key)


@pytest.mark.parametrize("given", CHOICES, ids=str)
def test_a_limit_from_unrounded_cells_is_the_reports(given):
    """Hands may have a little drift in their ĉ, which the report has not; without any both are the same."""
    for field in fields():
        settings = Settings(**given, iterations=5, threshold=1e-300)
        model = arpo_model(Ground(field), settings, 5)
        report = computed(field, settings, rule(settings.dp)).frame
        np.testing.assert_allclose(model.truth["limit"], report["limit"], atol=1e-9)
        for key in ("limit", "arpo"):
            if np.isfinite(model.truth[key]).any():
                np.testing.assert_allclose(model.by_key[key].compute(model.truth), model.truth[key], atol=1e-8)


@pytest.mark.parametrize("given", CHOICES, ids=str)
def test_no_rounding_moves_a_cell_further_than_its_spread(given):
    """By brute force: inputs moved within their radii, to their ends and in between, for every column."""
    rng = np.random.default_rng(5)
    for field in fields():
        model = arpo_model(Ground(field), Settings(**given), 3)
        for node in model.nodes:
            if node.spread is None:
                assert not node.inputs or {source.key for source in node.inputs} <= COUNTS
                continue
            keys = {source.key for source in node.inputs}
            size = len(model.index)
            radii = {key: rng.choice([0.005, 0.05, 0.5, 0.0], size) * (key not in COUNTS) for key in keys}
            spread, before = np.nan_to_num(node.spread(radii)), node.compute(model.truth)
            if not np.isfinite(before).any():
                continue
            most = np.zeros(size)
            for trial in range(60):
                way = rng.choice([-1.0, 1.0], size) if trial % 2 else rng.uniform(-1, 1, size)
                moved = {key: model.truth[key] + way * radii[key] * (1 if trial % 3 else -1) for key in keys}
                most = np.fmax(most, np.nan_to_num(np.abs(node.compute(moved) - before)))
            assert (most <= spread + 1e-7).all(), node.key


@pytest.mark.parametrize(
    ("key", "radii", "expected"),
    [
        # Player 1 met 2 and 3 (Ra: the mean of their radii); games never move anything.
        ("Ra", {"rating": [9, 1, 2, 0, 0, 0], "games": [5] * 6}, 1.5),
        ("performance", {"Ra": [2] * 6, "dp": [0.5] * 6}, 2.5),
        ("c_hat", {"dp": [0.5] * 6, "c": [0.25] * 6}, 0.75),
        # The mean of 2's and 3's, and his own ĉ.
        ("iteration_2", {"iteration_1": [9, 1, 2, 0, 0, 0], "c_hat": [0.25] * 6, "games": [5] * 6}, 1.75),
        ("difference_2", {"iteration_2": [1] * 6, "iteration_1": [2] * 6}, 3),
        # 1, 2 and 3 have 2 games each: a third of the radii's sum.
        ("c", {"dp": [3, 1, 2, 0, 0, 0], "games": [5] * 6}, 2),
    ],
)
def test_spreads_by_hand(key, radii, expected):
    model = arpo_model(Ground(next(fields())), Settings(), 2)
    spread = model.by_key[key].spread({name: np.array(values, dtype=float) for name, values in radii.items()})
    assert spread[0] == pytest.approx(expected)


def test_in_a_large_field_the_reach_is_found_by_trials(monkeypatch):
    """It covers what roundings do, and isn't more than three times what they do at the worst."""
    ground = Ground(made_event(random.Random(3), 40).event())
    rng, count = np.random.default_rng(8), len(ground.graph.index)
    start, c_hat = rng.choice([0.005, 0.05], count), rng.choice([0.005, 0.05], count)
    worst = ground.limit_spread(start, c_hat)
    monkeypatch.setattr(arpo_module, "MOST_MEMBERS", 39)
    tried = Ground(ground.event).limit_spread(start, c_hat)
    played = ground.graph.n > 0
    assert (tried[played] < 3 * worst[played]).all()
    for _ in range(200):
        off = rng.uniform(-1, 1, count) * start, rng.uniform(-1, 1, count) * c_hat
        moved = recursion.limit(*off, ground.graph, forgiven=1.0)
        assert (np.abs(moved[played]) <= tried[played]).all()


def test_a_sheet_of_many_players_needs_no_matrix():
    """4,000 players who met one after the other: members x members numbers would be 128 MB."""
    pairs = [(i, (i + step) % 4_000) for i in range(4_000) for step in (1, 7, 500)]
    one, other = np.array(pairs).T
    ground = Ground(None)
    graph = GameGraph(
        pd.RangeIndex(4_000), np.concatenate([one, other]), np.concatenate([other, one]), np.full(2 * len(pairs), 0.5)
    )
    vars(ground)["graph"] = graph
    tracemalloc.start()
    spread = ground.limit_spread(np.full(4_000, 0.005), np.full(4_000, 0.005))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 17e6
    assert ((spread > 0.005) & np.isfinite(spread)).all()
