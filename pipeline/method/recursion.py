"""The recursion: its iterations, where they lead, and whether they get there (METHOD.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.method.graph import Floats, GameGraph

NO_DRIFT = 1e-9
"""A component drifts if sum n·ĉ / sum n is further from 0 than this (rating points a step): rounding noise is not."""


@dataclass(frozen=True)
class Iterations:
    """x[1] … x[K] as columns of `values` (players × K), and the first step whose differences met the threshold."""

    start: Floats
    values: Floats
    converged_at: int | None

    @property
    def differences(self) -> Floats:
        """x[k] - x[k-1] for k = 1 … K (players × K)."""
        return np.diff(np.column_stack([self.start, self.values]), axis=1)

    @property
    def largest_differences(self) -> Floats:
        """The largest |difference| of each step."""
        return np.asarray(np.nanmax(np.abs(self.differences), axis=0))


def iterate(start: Floats, c_hat: Floats, graph: GameGraph, threshold: float, most: int) -> Iterations:
    """x[k+1] = average of the opponents' x[k], plus ĉ; until no difference exceeds `threshold`, or `most` steps."""
    columns = [start]
    converged_at = None
    while converged_at is None and len(columns) <= most:
        columns.append(graph.average_over_opponents(columns[-1]) + c_hat)
        if np.nanmax(np.abs(columns[-1] - columns[-2])) <= threshold:
            converged_at = len(columns) - 1
    return Iterations(start, np.column_stack(columns[1:]), converged_at)


def drift(c_hat: Floats, graph: GameGraph) -> Floats:
    """For component 1, 2, …: sum n·ĉ / sum n, what every value gains a step in the long run; 0 if it can converge."""
    weights = graph.n * np.nan_to_num(c_hat)
    gained = np.bincount(graph.component, weights=weights)[1:]
    return np.asarray(gained / graph.sides)


def limit(start: Floats, c_hat: Floats, graph: GameGraph) -> Floats:
    """The fixed point x = M x + ĉ with the games-weighted sum of `start`, solved for each component.

    NaN without a game, and in a component that drifts: there is none then.
    """
    result = np.full(len(graph.index), np.nan)
    position = np.zeros(len(graph.index), dtype=np.int64)
    for number, drifted in enumerate(drift(c_hat, graph), start=1):
        if abs(drifted) > NO_DRIFT:
            continue
        members = np.flatnonzero(graph.component == number)
        position[members] = np.arange(len(members))
        inside = graph.component[graph.player] == number
        n = graph.n[members].astype(float)
        # D - A, plus n nᵀ / sum n: that makes it regular, and fixes the games-weighted sum at the same time.
        matrix = np.diag(n) + np.outer(n, n) / n.sum()
        np.subtract.at(matrix, (position[graph.player[inside]], position[graph.opponent[inside]]), 1.0)
        right = n * c_hat[members] + n * (n @ start[members]) / n.sum()
        result[members] = np.linalg.solve(matrix, right)
    return result


def residual(values: Floats, c_hat: Floats, graph: GameGraph) -> Floats:
    """x - (M x + ĉ): 0 (but for rounding) shows that `values` are the fixed point."""
    return np.asarray(values - (graph.average_over_opponents(values) + c_hat))
