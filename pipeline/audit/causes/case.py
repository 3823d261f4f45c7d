"""What a cause is, and the wrong cell that it has to explain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from pipeline.audit.judging.model import Model, Node, Values
from pipeline.method.graph import Floats

ANY = ("*",)
"""Applies to every family of columns but those that are counted."""
COUNTED = ("games", "points", "score", "rank")
"""In so few small numbers a slip of any kind would seem to be one of writing it down."""
AROUND, BY_CHANCE = 100, (3, 12)
"""In a column of so few decimals a mistake is named where, of the numbers up to so many units from the stated one, no
more than so many (without a decimal, with one) are what it or a mistake with fewer outcomes would give, rounded up or
down. A random slip, which may lie on either side of the right number, hits one of 3 in 2 of 100 cases."""
NAMED = 3
"""A cause names so many players at most; with rounded numbers more may fit."""


@dataclass(frozen=True)
class Candidate:
    """A value that a mistake would give, and what its sentence names (who: a player; other; column …)."""

    value: float
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class WrongCell:
    """A cell whose number no correct calculation gives.

    stated     the number; `decimals` is how many it claims, `shown` how many it has itself
    order      the players' positions in the order of the sheet's rows
    bases      the columns that its writer may have started from: unrounded ones, and those of the sheet
    allowance  how far rounded numbers among those may have moved a value
    """

    model: Model
    node: Node
    position: int
    stated: float
    decimals: int
    order: Sequence[int]
    bases: tuple[Values, ...]
    shown: int = 0
    allowance: float = 0.0
    slack: float = 0.0

    @property
    def unit(self) -> float:
        """One of the last decimal claimed."""
        return float(10.0**-self.decimals)

    def fits(self, value: float, units: float = 1.0) -> bool:
        """Whether `value`, rounded in any way to the decimals claimed, is the stated number."""
        reach = max(units * self.unit * (1 - 1e-9), self.model.noise) + self.slack
        return bool(abs(value - self.stated) < reach + self.model.noise * (units != 1.0))

    def nearest(self, value: float) -> bool:
        """Whether `value` rounds to the stated number to the nearest."""
        return bool(abs(value - self.stated) <= self.unit / 2 + self.model.noise)

    @cached_property
    def is_coarse(self) -> bool:
        """Whether its column was rounded to so few decimals that much which isn't the mistake would give the number."""
        if self.decimals >= len(BY_CHANCE) or self.node.exact or self.node.printing is not None:
            return False  # a table of ratings is judged as printed, and its numbers are small
        truth = self.model.truth[self.node.key]
        truth = truth[np.isfinite(truth)] / self.unit
        return bool((np.abs(truth - np.round(truth)) > self.model.noise).any())

    @cached_property
    def rights(self) -> list[float]:
        """The right value from the columns of each base."""
        return [self.own(base) for base in self.bases]

    def is_as_far(self, value: float, right: float) -> bool:
        """Whether the stated number is no nearer to `value` than to the right one: then a mistake explains nothing."""
        return abs(value - self.stated) >= abs(right - self.stated) - self.model.noise

    def own(self, base: Values) -> float:
        """The right value from the columns of a base."""
        if self.node.compute is None:
            return float(self.model.truth[self.node.key][self.position])
        return float(self.node.compute(base)[self.position])

    def at(self, column: Floats) -> float:
        """The player's own value in a column."""
        return float(column[self.position])

    @property
    def neighbours(self) -> list[int]:
        """The positions of the players in the rows above and below."""
        row = self.order.index(self.position)
        return [self.order[r] for r in (row - 1, row + 1) if 0 <= r < len(self.order)]

    def name(self, position: int) -> str:
        """A player's name."""
        return self.model.names[position]


Candidates = Callable[[WrongCell, Values], Iterable[Candidate]]


@dataclass(frozen=True)
class Cause:
    """A known mistake: its name (a key of report/sentences), the families it applies to, its values."""

    name: str
    applies_to: tuple[str, ...]
    candidates: Candidates

    def applies(self, node: Node) -> bool:
        """Whether the mistake can be made in this column."""
        return node.family not in COUNTED if self.applies_to == ANY else node.family in self.applies_to


@dataclass(frozen=True)
class Fit:
    """A cause that reproduces the stated number, with what its sentence names."""

    name: str
    details: Mapping[str, str] = field(default_factory=dict)


def probable_causes(cell: WrongCell, causes: Sequence[Cause]) -> list[Fit]:
    """All causes that reproduce the stated number, those that round to it to the nearest first.

    Only where none does, rounded numbers before it are allowed for: a writer may have mixed them with unrounded ones.
    """
    fits = _probable(cell, causes)
    if not fits and cell.allowance:
        return _probable(replace(cell, slack=cell.allowance), causes)
    return fits


def possible_causes(cell: WrongCell, causes: Sequence[Cause]) -> list[Fit]:
    """All causes that give the stated number, those that a random slip would hit as well among them."""
    with np.errstate(all="ignore"):
        found = (_fitting(cell, cause, _outcomes(cell, cause))[0] for cause in causes if cause.applies(cell.node))
        return [fit for fits in found for fit in fits]


def _probable(cell: WrongCell, causes: Sequence[Cause]) -> list[Fit]:
    near: list[Fit] = []
    other: list[Fit] = []
    with np.errstate(all="ignore"):
        outcomes = [(cause, _outcomes(cell, cause)) for cause in causes if cause.applies(cell.node)]
        for cause, found in _telling(cell, outcomes) if cell.is_coarse else outcomes:
            fits, is_near = _fitting(cell, cause, found)
            (near if is_near else other).extend(fits)
    return near + other


Outcomes = list[tuple[Candidate, float]]
"""The values that a mistake would give, each with the right one from the same columns."""


def _outcomes(cell: WrongCell, cause: Cause) -> Outcomes:
    return [
        (candidate, right) for base, right in zip(cell.bases, cell.rights, strict=True)
        for candidate in cause.candidates(cell, base) if np.isfinite(candidate.value)
    ]


def _telling(cell: WrongCell, outcomes: Sequence[tuple[Cause, Outcomes]]) -> Iterator[tuple[Cause, Outcomes]]:
    """The mistakes with so few outcomes that the stated number is hardly one of them by chance, in their order."""
    reach = AROUND * cell.unit
    around = [
        {whole for c, _ in found if abs(c.value - cell.stated) <= reach
         for whole in (math.floor(c.value / cell.unit), math.ceil(c.value / cell.unit))}
        for _, found in outcomes
    ]
    known: set[int] = set()
    telling: set[int] = set()
    for place in sorted(range(len(outcomes)), key=lambda place: len(around[place])):
        known |= around[place]
        if len(known) > BY_CHANCE[cell.decimals]:
            break
        telling.add(place)
    yield from (one for place, one in enumerate(outcomes) if place in telling)


def _fitting(cell: WrongCell, cause: Cause, outcomes: Outcomes) -> tuple[list[Fit], bool]:
    """The cause as one fit, its players named together, and whether some value fits to the nearest."""
    found = [
        candidate for candidate, right in outcomes
        if cell.fits(candidate.value) and not cell.is_as_far(candidate.value, right)
    ]
    if not found:
        return [], False
    near = [candidate for candidate in found if cell.nearest(candidate.value)]
    return [Fit(cause.name, _merged(near or found))], bool(near)


def _merged(candidates: Sequence[Candidate]) -> dict[str, str]:
    """The details of several values of one cause: the first, or its alternatives joined."""
    details: dict[str, list[str]] = {}
    for candidate in candidates:
        for key, text in candidate.details.items():
            if text not in details.setdefault(key, []):
                details[key].append(text)
    return {key: " / ".join(texts[:NAMED]) + (" …" if len(texts) > NAMED else "") for key, texts in details.items()}


def single(value: float) -> Iterator[Candidate]:
    """One value without details."""
    yield Candidate(value)
