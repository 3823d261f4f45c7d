"""Ranks, code after code (C.07 4.2): each code orders those who are level after the codes before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.made_from import Floats, Integers
from pipeline.tiebreaks.codes import Code
from pipeline.tiebreaks.direct import members_of, regrouped


@dataclass(frozen=True)
class Stage:
    """One code of an order.

    number  its place in the order, from 1
    parted  whether a code before it has compared values inside the parts of the field: then nobody of another part can
            be level with anybody
    last    whether it is the last: what it leaves is the rank
    """

    code: Code
    number: int
    parted: bool
    last: bool

    @property
    def key(self) -> str:
        """The column of the ranks that it leaves."""
        return "rank" if self.last else f"after_{self.number}"

    @property
    def previous(self) -> str:
        """The column of the ranks that it begins with; empty for the first."""
        return f"after_{self.number - 1}" if self.number > 1 else ""


def stages(codes: Sequence[Code]) -> list[Stage]:
    """The stages of an order."""
    return [
        Stage(code, i + 1, any(before.by_part for before in codes[:i]), i == len(codes) - 1)
        for i, code in enumerate(codes)
    ]


def level(stage: Stage, previous: Integers, part: Integers) -> Integers:
    """Who is level before the stage: a number that they share. `part` is the part of the field, 0 without a game."""
    return regrouped(previous, part) if stage.parted else regrouped(previous)


def ranks_after(stage: Stage, values: Floats, previous: Integers, part: Integers) -> Integers:
    """The ranks when a code with values has been looked at; those without a value come after those who have one."""
    group = level(stage, previous, part)
    compared = np.nan_to_num(-values if stage.code.lowest else values, nan=-np.inf, posinf=np.inf, neginf=-np.inf)
    if not stage.code.by_part or stage.parted:
        return previous + _before(group, compared, stage.code.same)
    before = _before(regrouped(group, part), compared, stage.code.same)
    for members in members_of(group):
        # Who has no game belongs to no part: he comes after all who have a value.
        idle = members[part[members] == 0]
        before[idle] = _better(compared[idle], compared[members], stage.code.same)
    return previous + before


def _before(group: Integers, compared: Floats, same: float) -> Integers:
    """How many of his group are better than each."""
    before = np.zeros(len(group), dtype=np.int64)
    if same:
        for members in members_of(group):
            before[members] = _better(compared[members], compared[members], same)
        return before
    # All groups at once: from the best down, who is equal to the one above has as many before him.
    order = np.lexsort((-compared, group))
    at, first = np.arange(len(order)), np.ones(len(order), dtype=bool)
    new_group = first.copy()
    new_group[1:] = group[order][1:] != group[order][:-1]
    first[1:] = new_group[1:] | (compared[order][1:] != compared[order][:-1])
    since, start = (np.maximum.accumulate(np.where(mark, at, 0)) for mark in (first, new_group))
    before[order] = since - start
    return before


def _better(own: Floats, others: Floats, same: float) -> Integers:
    """How many of the others are better by more than `same`."""
    return np.asarray(len(others) - np.searchsorted(np.sort(others), own + same, side="right"))
