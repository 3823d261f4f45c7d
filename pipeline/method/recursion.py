"""The recursion: its iterations, where they lead, and whether they get there (docs/method.md section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipeline.made_from import Floats
from pipeline.method.graph import GameGraph

NO_DRIFT = 1e-9
"""A component drifts if sum n·ĉ / sum n is further from 0 than this (rating points a step): rounding noise is not."""


@dataclass(frozen=True)
class Iterations:
    """x[1] … x[K] as columns of `values` (players × K), from `start`; converged where the last met the threshold."""

    start: Floats
    values: Floats
    threshold: float

    @cached_property
    def before(self) -> Floats:
        """x[0] … x[K-1]: what each iteration was made from (players × K)."""
        return np.column_stack([self.start, self.values[:, :-1]])

    @cached_property
    def differences(self) -> Floats:
        """x[k] - x[k-1] for k = 1 … K (players × K)."""
        return self.values - self.before

    @cached_property
    def largest_differences(self) -> Floats:
        """The largest |difference| of each step."""
        return np.asarray(np.fmax.reduce(np.abs(self.differences), axis=0))

    @property
    def converged_at(self) -> int | None:
        """The first step whose differences all met the threshold, which is then the last; None where none did."""
        return self.values.shape[1] if self.largest_differences[-1] <= self.threshold else None


def iterate(start: Floats, step: Callable[[Floats], Floats], threshold: float, most: int) -> Floats:
    """The columns that `step` makes, each from the one before (players × K).

    It ends with the first in which no difference exceeds `threshold`, or after `most` steps.
    """
    columns = [start]
    while len(columns) <= most:
        columns.append(step(columns[-1]))
        if np.fmax.reduce(np.abs(columns[-1] - columns[-2])) <= threshold:
            break
    return np.column_stack(columns[1:])


def drift(c_hat: Floats, graph: GameGraph) -> Floats:
    """For component 1, 2, …: sum n·ĉ / sum n, what every value gains a step in the long run; 0 if it can converge."""
    return graph.means(c_hat)


def drifts(c_hat: Floats, graph: GameGraph) -> list[float]:
    """What each part of the field that drifts gains a step; empty where none does."""
    return [gained for gained in drift(c_hat, graph).tolist() if abs(gained) > NO_DRIFT]


_DESCENTS = 3
"""What the first leaves to floating point, the others find from the residual computed anew."""
_LEVELLED = 8
"""After so many steps what rounding has brought of a constant is taken out: it is nothing yet."""
_AS_GOOD, _NOISE = 1e-24, 1e-31
"""Squares: what one descent leaves of its residual, and what floating point makes of the values anyway."""


def limit(start: Floats, c_hat: Floats, graph: GameGraph, forgiven: float = NO_DRIFT) -> Floats:
    """The fixed point x = M x + ĉ with the games-weighted sum of `start`, in each component.

    NaN without a game, and in a component that drifts by more than `forgiven` (rating points a step): there is none
    then. A smaller drift is taken out of ĉ.
    """
    gained = drift(c_hat, graph)
    has_one = np.append(False, np.abs(gained) <= forgiven)[graph.component]

    values, wanted = np.where(has_one, start, 0.0), np.where(has_one, c_hat, 0.0)
    wanted, mean = wanted - graph.level(wanted), graph.level(values)
    for _ in range(_DESCENTS):
        residual = np.where(has_one, wanted - (values - graph.average_over_opponents(values)), 0.0)
        scaled = graph.roots * values
        further = _descent(residual, graph, _product(scaled, scaled) * _NOISE)
        if further is None:
            break
        values = values + further
        values = values + (mean - graph.level(values))
    return np.where(has_one, values, np.nan)


def _descent(residual: Floats, graph: GameGraph, noise: float) -> Floats | None:
    """x with x - M x = `residual` less its level, whose games-weighted sum is 0 in each component; None for noise.

    The conjugate gradient for √n·x, in which M is symmetric, and 1 less it positive semidefinite whether a component
    is bipartite or not. A constant in a component is nothing to it, so that what rounding brings of one would grow for
    ever: it is taken out now and then. It needs memory for the games alone, and some 40 steps for a field of any size
    that is well mixed. `noise` is the sum of squares that isn't worth a step. (In place, for a step's arrays needn't be
    found anew for the next.)
    """
    rest = graph.roots * (residual - graph.level(residual))
    size = _product(rest, rest)
    if size <= noise:
        return None
    direction, solution, taken = rest.copy(), np.zeros(len(rest)), np.empty(len(rest))
    enough = max(size * _AS_GOOD, noise)
    for step in range(1, 2 * len(rest)):
        if not size > enough:
            break
        image = graph.symmetric(direction)
        np.subtract(direction, image, out=image)
        length = size / _product(direction, image)
        solution += np.multiply(direction, length, out=taken)
        image *= length
        rest -= image
        if step % _LEVELLED == 0:
            rest -= graph.constants(rest)
        size, before = _product(rest, rest), size
        direction *= size / before
        direction += rest
    solution *= graph.inverse_roots
    return solution


_SHORT = 10_000
"""Products of longer vectors would wake a thread on every processor, and not be faster for it."""


def _product(one: Floats, other: Floats) -> float:
    """sum one · other."""
    return float(one @ other if len(one) <= _SHORT else np.einsum("i,i->", one, other))
