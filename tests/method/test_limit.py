"""The exact limit, for fields of every shape: by fractions for small ones, by its residuals for large ones."""

import random
import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from made.fields import DOUBLE_ROUND_ROBIN, calculate, event

from pipeline.method import recursion
from pipeline.method.graph import GameGraph


def graph_of(pairs, players):
    """A graph from its games, each given once."""
    one, other = np.array(pairs, dtype=np.int64).T
    return GameGraph(
        pd.RangeIndex(players), np.concatenate([one, other]), np.concatenate([other, one]), np.full(2 * len(pairs), 0.5)
    )


def without_drift(c_hat, graph):
    return c_hat - np.append(0.0, recursion.drift(c_hat, graph))[graph.component]


def exact_limit(start, c_hat, graph):
    """The same by Gauss in fractions: n·x - sum over opponents = n·ĉ, the last row the games-weighted sum."""
    values = np.full(len(start), np.nan)
    for number in range(1, graph.components + 1):
        members = np.flatnonzero(graph.component == number).tolist()
        rows = []
        for i in members:
            met = graph.opponent[graph.player == i].tolist()
            row = [Fraction(int(graph.n[i])) * (i == j) - met.count(j) for j in members]
            rows.append([*row, int(graph.n[i]) * Fraction(float(c_hat[i]))])
        weights = [Fraction(int(graph.n[i])) for i in members]
        rows[-1] = [*weights, sum(w * Fraction(float(start[i])) for w, i in zip(weights, members, strict=True))]
        for column in range(len(members)):
            pivot = next(r for r in range(column, len(rows)) if rows[r][column])
            rows[column], rows[pivot] = rows[pivot], rows[column]
            rows[column] = [x / rows[column][column] for x in rows[column]]
            for r in range(len(rows)):
                if r != column and rows[r][column]:
                    rows[r] = [x - rows[r][column] * y for x, y in zip(rows[r], rows[column], strict=True)]
        values[members] = [float(row[-1]) for row in rows]
    return values


FIELDS = {
    "one round": event([2000] * 4, "1w2 3d4"),
    "two against two": event([2000] * 4, "1w3 2d4", "1d4 2w3"),
    "double round robin": event([2000] * 4, *DOUBLE_ROUND_ROBIN),
    "one game four times": event([2000] * 3, "1w2", "1l2", "1d2", "1w2"),
    "a star": event([2000] * 5, "1w2", "1d3", "1l4", "1w5"),
    "a chain": event([2000] * 6, "1w2 3d4 5l6", "2w3 4d5"),
    "parts of each kind, and nobody": event([2000] * 9, "1w2 4d5 7w8", "2d3 5w6", "1w3"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_the_limit_by_fractions(name):
    graph, rng = GameGraph.of(FIELDS[name]), np.random.default_rng(1)
    start = rng.uniform(1200, 2700, len(graph.index))
    c_hat = without_drift(rng.normal(0, 200, len(start)), graph)
    found = recursion.limit(start, c_hat, graph)
    np.testing.assert_allclose(found, exact_limit(start, c_hat, graph), atol=1e-9)
    assert np.isnan(found[graph.n == 0]).all()


def test_a_part_that_drifts_has_none_and_leaves_the_others_theirs():
    graph = GameGraph.of(event([2000] * 5, "1w2 3d4"))
    c_hat = np.array([100.0, -100.0, 50.0, -49.0, np.nan])
    found = recursion.limit(np.full(5, 2000.0), c_hat, graph)
    # x1 = x2 + 100, and both together stay at 4000
    assert found[:2] == pytest.approx([2050, 1950], abs=1e-9)
    assert np.isnan(found[2:]).all()
    # A drift of (50 - 49) / 2 forgiven: ĉ is ±49.5, and x3 = x4 + 49.5
    forgiven = recursion.limit(np.full(5, 2000.0), c_hat, graph, forgiven=0.5)
    assert forgiven[2:4] == pytest.approx([2024.75, 1975.25], abs=1e-9)


def test_a_cell_without_a_value_spoils_its_own_part_alone():
    graph = GameGraph.of(event([2000] * 4, "1w2 3d4"))
    found = recursion.limit(np.full(4, 2000.0), np.array([100.0, -100.0, np.nan, 0.0]), graph)
    assert found[:2] == pytest.approx([2050, 1950], abs=1e-9)
    assert np.isnan(found[2:]).all()


def test_what_an_event_keeps_of_its_games_is_the_same_for_all_settings():
    def made(event, **given):
        return calculate(event, **given).work.array("limit").tolist()

    def fresh():
        return event([2000, 1900, None, 1700], "1w2 3d4", "1d3 2w4")

    kept = fresh()
    for given in ({}, {"c": "opponents"}, {"unrated": 2300, "dp": "logistic"}, {}):
        assert made(kept, **given) == pytest.approx(made(fresh(), **given), abs=0, nan_ok=True)


@pytest.mark.parametrize(("players", "rounds", "opponents"), [(12_000, 9, "any"), (12_000, 9, "other half")])
def test_a_large_field_takes_the_memory_of_its_games(players, rounds, opponents):
    """A dense matrix of 12,000 players has 1.15 GB; bipartite in the second case."""
    dice, pairs = random.Random(3), []
    for _ in range(rounds):
        order = dice.sample(range(players), players)
        if opponents == "other half":
            order = [p for pair in zip(dice.sample(range(players // 2), players // 2),
                                       dice.sample(range(players // 2, players), players // 2), strict=True)
                     for p in pair]
        pairs += list(zip(order[::2], order[1::2], strict=True))
    graph = graph_of(pairs, players)
    start = np.random.default_rng(1).uniform(1200, 2700, players)
    c_hat = without_drift(np.random.default_rng(2).normal(0, 200, players), graph)
    tracemalloc.start()
    found = recursion.limit(start, c_hat, graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60e6
    assert np.abs(found - graph.average_over_opponents(found) - c_hat).max() < 1e-10
    assert graph.n @ found == pytest.approx(graph.n @ start, rel=1e-13)
    assert all(graph.bipartite) == (opponents == "other half")


def test_a_long_chain():
    """The slowest of all fields: 0-1, 1-2, … 400 games in a row, each with the same difference of 10."""
    graph = graph_of([(i, i + 1) for i in range(400)], 401)
    wanted = 2000.0 + 10 * (np.arange(401) - 200)
    c_hat = wanted - graph.average_over_opponents(wanted)
    found = recursion.limit(np.full(401, 2000.0), c_hat, graph)
    np.testing.assert_allclose(found, wanted, atol=1e-8)
