"""The field as a graph of games: who played whom, the parts that are connected, and whether a part is bipartite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.made_from import OPPONENTS
from pipeline.made_from import Floats as Floats
from pipeline.made_from import Integers as Integers
from pipeline.method.meetings import Meetings


@dataclass(frozen=True)
class GameGraph:
    """The games played over the board, each twice (once from either side), as positions in the players' index."""

    index: pd.Index
    player: Integers
    opponent: Integers
    points: Floats

    @classmethod
    def of(cls, event: Event) -> GameGraph:
        """The field of an event: the same however often it is asked for, with all that was found of it."""
        if cls not in event.made:
            played = event.played
            event.made[cls] = cls(event.players.index, played.player, played.opponent, played.points)
        found: GameGraph = event.made[cls]
        return found

    @cached_property
    def n(self) -> Integers:
        """Games of each player."""
        return np.bincount(self.player, minlength=len(self.index)).astype(np.int64)

    @cached_property
    def s(self) -> Floats:
        """Points of each player in those games."""
        return np.bincount(self.player, weights=self.points, minlength=len(self.index)).astype(np.float64, copy=False)

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """See `pipeline.made_from.Links`: over the opponents, or over the part of the field."""
        return self.sum_over_opponents(values) if reach == OPPONENTS else self.sum_over_part(values)

    def sum_over_opponents(self, values: Floats) -> Floats:
        """sum_j g[i,j]·values[j]: each opponent counted once for every game; 0 for a player without one."""
        return self._meetings.total(values)

    @cached_property
    def _meetings(self) -> Meetings:
        return Meetings.of(len(self.index), self.player, self.opponent)

    def average_over_opponents(self, values: Floats) -> Floats:
        """sum_j g[i,j]·values[j] / n[i]; NaN for a player without a game."""
        with np.errstate(invalid="ignore"):
            return self.sum_over_opponents(values) / self.n

    def sum_over_part(self, values: Floats) -> Floats:
        """The sum over each player's component; NaN for a player without a game."""
        sums = np.bincount(self.component, weights=values, minlength=1).astype(np.float64, copy=False)
        sums[0] = np.nan
        return sums[self.component]

    def means(self, values: Floats) -> Floats:
        """For component 1, 2, …: sum n·values / sum n."""
        sums = np.bincount(self.component, weights=self.n * values)  # those without a game count to component 0
        return np.asarray(sums[1:] / self.sides)

    def level(self, values: Floats) -> Floats | float:
        """That mean of each player's component, for values of which none is NaN.

        Where there is one component it is one number, also for those without a game, whom nothing is asked of.
        """
        if self.components == 1:
            return float(np.einsum("i,i->", self._weights, values))
        return np.asarray(np.append(0.0, self.means(values))[self.component], dtype=np.float64)

    @cached_property
    def _weights(self) -> Floats:
        return np.asarray(self.n / self.sides[0], dtype=np.float64)

    @cached_property
    def roots(self) -> Floats:
        """√n: in coordinates of √n·x the average over the opponents is symmetric, and a constant is this vector."""
        return np.sqrt(self.n)

    @cached_property
    def inverse_roots(self) -> Floats:
        """1/√n, 0 without a game: it leads back from these coordinates."""
        return np.divide(1.0, self.roots, out=np.zeros(len(self.roots)), where=self.n > 0)

    def symmetric(self, vector: Floats) -> Floats:
        """√n · average over the opponents of vector / √n: D^-1/2 A D^-1/2 · vector; 0 without a game."""
        mixed = self.sum_over_opponents(self.inverse_roots * vector)
        mixed *= self.inverse_roots
        return mixed

    def constants(self, vector: Floats) -> Floats:
        """What a vector in these coordinates has of a constant in each component."""
        return self.roots * self.level(self.inverse_roots * vector)

    def sorted_by_player(self, values: Floats) -> Iterator[tuple[int, Floats]]:
        """Each player who has a game, and the values of his opponents, each once for every game, smallest first."""
        theirs = values[self.opponent]
        ordered = theirs[np.lexsort((theirs, self.player))]
        ends = np.cumsum(self.n)
        for player in np.flatnonzero(self.n).tolist():
            yield player, ordered[ends[player] - self.n[player] : ends[player]]

    @cached_property
    def component(self) -> Integers:
        """The connected part that each player belongs to: 1, 2, … in the players' order; 0 without a game."""
        first = connected(len(self.index), self._meetings.lowest)
        active = self.n > 0
        numbers = np.cumsum(active & (first == np.arange(len(first))))
        return np.where(active, numbers[first], 0)

    @cached_property
    def bipartite(self) -> tuple[bool, ...]:
        """For component 1, 2, …: do its players fall into two groups that only met each other?

        Then the plain iteration swings for ever (docs/method.md section 4): after one or two rounds, or in a
        Scheveningen match. Each player stands twice here, and meets the others' other selves: where nobody is linked
        with his own, the part is bipartite.
        """
        count, lowest = len(self.index), self._meetings.lowest
        twice = connected(2 * count, lambda nodes: np.append(lowest(nodes[count:]), lowest(nodes[:count])))
        _, first = np.unique(self.component, return_index=True)
        return tuple((twice[i] != twice[i + count]).item() for i in first.tolist() if self.component[i])

    @cached_property
    def group(self) -> Integers:
        """The group by results of each player: 1, 2, … from the top, 0 without a game.

        Two players are in one group if each can be reached from the other by going from somebody to those from whom
        he took at least half a point. Where players of two groups met, all points went to one side: their games say
        who is stronger, and not by how much.
        """
        took: list[list[int]] = [[] for _ in self.index]
        for one, other, points in zip(self.player.tolist(), self.opponent.tolist(), self.points.tolist(), strict=True):
            if points > 0:
                took[one].append(other)
        groups = _strongly_connected(took, np.flatnonzero(self.n).tolist())
        numbers = np.zeros(len(self.index), dtype=np.int64)
        for number, members in enumerate(reversed(groups), start=1):  # the bottom ones are found first
            numbers[members] = number
        return numbers

    @cached_property
    def components(self) -> int:
        """How many connected parts have at least one game."""
        return int(self.component.max(initial=0))

    @cached_property
    def sides(self) -> Floats:
        """For component 1, 2, …: the sum of its players' n, two for each of its games."""
        return np.bincount(self.component, weights=self.n).astype(float)[1:]


def connected(count: int, lowest_linked: Callable[[Integers], Integers]) -> Integers:
    """For each of `count` nodes the first one of those that it is linked with, directly or by way of others.

    `lowest_linked` gives for each node the smallest value of those next to it; links stand in both directions.

    FastSV (Zhang, Azad, Hu, SIAM Conference on Parallel Processing 2020): whoever has met somebody with a lower first
    one takes it, and that one's. Some three passes over the games for a field of any size: 0.1 ms for 1,000 players of
    9 rounds, where a walk in Python takes 1.8 ms; scipy's takes no longer, but is 100 MB to install.
    """
    lowest = np.arange(count)
    while True:
        beyond = lowest[lowest]
        next_to = lowest_linked(beyond)
        first = np.minimum(beyond, next_to)
        np.minimum.at(first, lowest, next_to)
        lowest = first
        if not lowest.any() or np.array_equal(lowest[lowest], beyond):
            return lowest


def _strongly_connected(neighbours: list[list[int]], nodes: list[int]) -> list[list[int]]:
    """The strongly connected components of a directed graph, each before those that lead to it.

    Tarjan's algorithm (SIAM J. Comput. 1, 1972), without recursion: a field may have thousands of players.
    """
    found: list[list[int]] = []
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in nodes:
        if root in order:
            continue
        work = [(root, iter(neighbours[root]))]
        order[root] = lowest[root] = len(order)
        path.append(root)
        on_path.add(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    path.append(other)
                    on_path.add(other)
                    work.append((other, iter(neighbours[other])))
                    break
                if other in on_path:
                    lowest[node] = min(lowest[node], order[other])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    start = path.index(node)
                    found.append(path[start:])
                    on_path.difference_update(path[start:])
                    del path[start:]
    return found
