"""How fast the iterations converge: the second eigenvalue of the games, and the steps that it takes.

One step multiplies what an iteration is off the limit by M = D^-1 A (docs/method.md section 4). Its eigenvalues are
real, since M is similar to the symmetric D^-1/2 A D^-1/2; the largest is 1, once for each part of the field, and
belongs to the constant that every step keeps. What is left shrinks by the second largest |eigenvalue| a step, in the
long run.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pipeline.made_from import Floats
from pipeline.method.graph import GameGraph
from pipeline.method.recursion import Iterations

TARGETS = (0.01, 1e-6, 1e-9)
"""Largest differences, in rating points, for which the steps are told."""
_DENSE = 200
"""A field of so many players is solved whole."""
_STEPS = 400
"""Steps of the Lanczos process at most: it has the ends of the spectrum long before."""
_SETTLED = 1e-10
"""The eigenvalue is found when it moves by less in a step; looked at each tenth one."""
_LATE = 1.0
"""A largest difference of so many points, or the last one: from there on the second eigenvalue rules."""


@dataclass(frozen=True)
class Target:
    """How many steps it takes until no difference is larger than `size` points.

    expected  by the second eigenvalue; None where it never gets there
    made      when it happened; None where the iterations ended before
    """

    size: float
    expected: int | None
    made: int | None


@dataclass(frozen=True)
class Convergence:
    """The second largest |eigenvalue| of the slowest part, and the steps for each of TARGETS.

    1 where a part is bipartite (its iterations swing for ever); 0 where one step is enough, or there is no game.
    """

    second_eigenvalue: float
    targets: tuple[Target, ...]


def convergence_of(graph: GameGraph, steps: Iterations, drifting: bool) -> Convergence:
    """How fast the iterations of an event converge; where ĉ drifts they don't."""
    eigenvalue = second_eigenvalue(graph)
    largest = np.nan_to_num(steps.largest_differences)
    never = drifting or eigenvalue >= 1 - _SETTLED
    return Convergence(eigenvalue, tuple(
        Target(size, None if never else _expected(size, largest, eigenvalue), _made(size, largest)) for size in TARGETS
    ))  # fmt: skip


def _made(size: float, largest: Floats) -> int | None:
    """The first step from which on all differences are within `size`."""
    over = np.flatnonzero(largest > size)
    first = int(over[-1]) + 2 if len(over) else 1
    return first if first <= len(largest) else None


def _expected(size: float, largest: Floats, eigenvalue: float) -> int:
    """The step at which the largest difference falls to `size` if it shrinks by `eigenvalue` a step."""
    late = np.flatnonzero(largest <= _LATE)
    known = int(late[0]) if len(late) else len(largest) - 1
    if largest[known] <= size or eigenvalue <= 0:
        return _made(size, largest) or known + 1
    return known + 1 + math.ceil(math.log(size / largest[known]) / math.log(eigenvalue))


def second_eigenvalue(graph: GameGraph) -> float:
    """The second largest |eigenvalue| of M, over all parts of the field: 1 where a part is bipartite."""
    if any(graph.bipartite):
        return 1.0
    playing = graph.n > 0
    size = int(playing.sum())
    if size <= _DENSE:
        whole = np.zeros((len(playing), len(playing)))
        inverse = graph.inverse_roots
        np.add.at(whole, (graph.player, graph.opponent), inverse[graph.player] * inverse[graph.opponent])
        for number in range(1, graph.components + 1):
            own = np.where(graph.component == number, graph.roots, 0.0)
            whole -= np.outer(own, own) / float(own @ own)
        return float(np.abs(np.linalg.eigvalsh(whole)).max(initial=0.0))

    def stepped(vector: Floats) -> Floats:
        """A step without the eigenvectors that belong to 1."""
        vector = graph.symmetric(vector)
        return vector - graph.constants(vector)

    start = np.random.default_rng(1).standard_normal(len(playing)) * playing
    return _lanczos(stepped, start - graph.constants(start), min(_STEPS, size))


def _lanczos(stepped: Callable[[Floats], Floats], start: Floats, most: int) -> float:
    """The largest |eigenvalue| of a symmetric operator (Lanczos, with all vectors kept orthogonal)."""
    basis = [start / np.linalg.norm(start)]
    diagonal: list[float] = []
    beside: list[float] = []
    found = 0.0
    while len(diagonal) < most:
        vector = stepped(basis[-1])
        diagonal.append(float(vector @ basis[-1]))
        kept = np.array(basis)
        for _ in range(2):  # once isn't enough in floating point
            vector = vector - kept.T @ (kept @ vector)
        length = float(np.linalg.norm(vector))
        if len(diagonal) % 10 == 0 or length < _SETTLED or len(diagonal) == most:
            matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
            before, found = found, float(np.abs(np.linalg.eigvalsh(matrix)).max())
            if abs(found - before) < _SETTLED or length < _SETTLED:
                break
        beside.append(length)
        basis.append(vector / length)
    return found
