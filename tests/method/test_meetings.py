"""Sums over the opponents by the table of meetings: those of the games added one after the other, bit for bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.method.meetings import _BLOCK, Meetings


def games_of(count, games, busy, seed, ordered):
    """Games drawn at random, each from both sides; a part `busy` of them played by the first player."""
    dice = np.random.default_rng(seed)
    one, other = dice.integers(0, count, games), dice.integers(0, count, games)
    one[dice.random(games) < busy] = 0
    player, opponent = np.append(one, other), np.append(other, one)
    order = np.argsort(player, kind="stable") if ordered else slice(None)
    return player[order], opponent[order], dice.normal(2000, 300, count)


def added_up(count, player, opponent, values):
    """Sum and smallest, game by game."""
    total, lowest = np.zeros(count), np.full(count, np.iinfo(np.int64).max)
    for one, other in zip(player.tolist(), opponent.tolist(), strict=True):
        total[one] += values[other]
        lowest[one] = min(lowest[one], other)
    return total, lowest


@given(
    count=st.integers(2, 40), games=st.integers(0, 120), busy=st.sampled_from([0, 0.3, 0.9]),
    seed=st.integers(0, 2**32 - 1), ordered=st.booleans(),
)
@settings(deadline=None)
def test_of_any_games(count, games, busy, seed, ordered):
    player, opponent, values = games_of(count, games, busy, seed, ordered)
    meetings = Meetings.of(count, player, opponent)
    total, lowest = added_up(count, player, opponent, values)
    assert meetings.total(values).tolist() == total.tolist()
    assert meetings.lowest(np.arange(count)).tolist() == lowest.tolist()


@pytest.mark.parametrize("count", [_BLOCK - 1, _BLOCK, _BLOCK + 1, 3 * _BLOCK + 1])
def test_of_several_blocks(count):
    player, opponent, values = games_of(count, 4 * count, 0.01, 1, ordered=False)
    meetings = Meetings.of(count, player, opponent)
    total, lowest = added_up(count, player, opponent, values)
    assert meetings.total(values).tolist() == total.tolist()
    assert meetings.lowest(np.arange(count)).tolist() == lowest.tolist()


def test_one_who_played_everybody_needs_no_column_for_each():
    # A simultaneous: 5,000 against one, 2 · 5,000 sides; a table of everybody's 5,000 games would be 200 MB.
    others = np.arange(1, 5001)
    player, opponent = np.append(np.zeros(5000, dtype=np.int64), others), np.append(others, np.zeros(5000, np.int64))
    meetings = Meetings.of(5001, player, opponent)
    assert meetings.table.size < 5 * len(player)
    assert meetings.total(np.arange(5001.0))[:3].tolist() == [5000 * 5001 / 2, 0, 0]


def test_nobody_and_no_game():
    nothing = np.zeros(0, dtype=np.int64)
    assert Meetings.of(0, nothing, nothing).total(np.zeros(0)).tolist() == []
    assert Meetings.of(3, nothing, nothing).total(np.full(3, np.nan)).tolist() == [0, 0, 0]
