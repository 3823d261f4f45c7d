"""How fast the iterations converge: the second eigenvalue, and the steps by it beside those made."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.fields import event

from pipeline.method import convergence
from pipeline.method.calculation import calculated
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings


def _graph(*rounds, players):
    return GameGraph.of(event([2000 - 10 * i for i in range(players)], *rounds))


def _by_numpy(graph):
    """All eigenvalues of M itself, which isn't symmetric; without one 1 for each part."""
    size = len(graph.index)
    matrix = np.zeros((size, size))
    np.add.at(matrix, (graph.player, graph.opponent), 1.0 / graph.n[graph.player])
    values = sorted(np.linalg.eigvals(matrix).real, key=lambda value: -value)
    return max((abs(value) for value in values[graph.components:]), default=0.0)


def test_everybody_against_everybody():
    # M has 1/(n-1) off the diagonal: eigenvalues 1 and -1/(n-1); n = 4
    graph = _graph("1w2 3w4", "1w3 2w4", "1w4 2w3", players=4)
    assert convergence.second_eigenvalue(graph) == pytest.approx(1 / 3)


def test_a_ring_of_five():
    # eigenvalues of a ring of n: cos(2πk/n); the second by size is cos(4π/5) = -0.809…
    graph = _graph("1w2 3w4", "2w3 4w5", "5w1", players=5)
    assert convergence.second_eigenvalue(graph) == pytest.approx(abs(math.cos(4 * math.pi / 5)))


def test_two_groups_that_only_met_each_other_never_converge():
    assert convergence.second_eigenvalue(_graph("1w3 2w4", "1w4 2w3", players=4)) == 1.0


def test_the_slowest_part_counts_and_players_without_a_game_do_not():
    # a triangle (1, 2, 3: -1/2) and four of whom each met each (-1/3); 8 has no game
    graph = _graph("1w2 4w5 6w7", "2w3 4w6 5w7", "3w1 4w7 5w6", players=8)
    assert convergence.second_eigenvalue(graph) == pytest.approx(1 / 2)


@settings(max_examples=20, deadline=None)
@given(st.integers(6, 40), st.integers(0, 1000))
def test_lanczos_finds_what_the_whole_matrix_has(players, seed):
    dice = np.random.default_rng(seed)
    rounds = []
    for _ in range(4):
        order = dice.permutation(players) + 1
        rounds.append(" ".join(f"{a}w{b}" for a, b in zip(order[::2], order[1::2], strict=False)))
    graph = _graph(*rounds, players=players)
    if any(graph.bipartite):
        assert convergence.second_eigenvalue(graph) == 1.0
        return
    expected = _by_numpy(graph)
    assert convergence.second_eigenvalue(graph) == pytest.approx(expected, abs=1e-9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(convergence, "_DENSE", 0)
        assert convergence.second_eigenvalue(graph) == pytest.approx(expected, abs=1e-7)


SWISS = ("1w9 2d10 3w11 4d12 5l13 6w14 7w15 8d16", "1d2 9w10 3w4 11l12 5w6 13d14 7d8 15w16",
         "1w3 2l4 9d11 10w12 5w7 6d8 13w15 14l16", "1d5 3w7 2w6 4d8 9w13 11d15 10l14 12w16",
         "1w12 5d4 3l9 7w2 13d6 8w11 15d10 16l14")  # fmt: skip


@pytest.mark.parametrize("dp", ["fide", "logistic-floor"])
def test_the_steps_by_the_eigenvalue_are_those_that_it_takes(dp):
    calculation = calculated(event([2400 - 40 * i for i in range(16)], *SWISS), Settings(dp=dp, iterations=400))
    for target in calculation.convergence.targets:
        # By the slowest share of the difference alone: never fewer steps than it takes, and few more.
        assert target.made <= target.expected <= 1.1 * target.made + 3
        largest = calculation.work.steps.largest_differences
        assert (largest[target.made - 1:] <= target.size).all() and largest[target.made - 2] > target.size


def test_of_iterations_that_end_early_the_steps_are_told_beforehand():
    rated = event([2400 - 40 * i for i in range(16)], *SWISS)
    whole = calculated(rated, Settings(iterations=400)).convergence.targets
    short = calculated(rated, Settings(iterations=12)).convergence.targets
    assert [target.made for target in short] == [None, None, None]
    for early, late in zip(short, whole, strict=True):
        assert late.made <= early.expected <= 1.25 * late.made + 3


def test_what_drifts_or_swings_never_gets_there():
    # Where all have played as many games, nothing drifts: three didn't play the last two rounds.
    fewer = (*SWISS[:3], "1d5 3w7 2w6 4d8 9w13 11d15", "1w12 5d4 3l9 7w2 13d6 8w11")
    drifting = calculated(event([2400 - 40 * i for i in range(16)], *fewer), Settings(c="opponents"))
    assert drifting.work.drifts and [target.expected for target in drifting.convergence.targets] == [None] * 3
    swinging = calculated(event([2000, 1900, 1800, 1700], "1w3 2w4", "1w4 2d3"), Settings())
    assert [target.expected for target in swinging.convergence.targets] == [None] * 3


@pytest.mark.parametrize("name", ["swiss-manager/open-147-players-recrp.txt", "trf/open-round-9.trf"])
def test_real_opens(shared_events, name):
    from pipeline.readers import read_event

    calculation = calculated(read_event(shared_events / name), Settings(iterations=400))
    for target in calculation.convergence.targets:
        assert target.made <= target.expected + 1 and target.expected <= 1.1 * target.made + 3
