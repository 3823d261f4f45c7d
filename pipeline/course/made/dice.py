"""Chance that is the same on every computer and with every version of Python: all of it from random()."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """What a seed gives, draw by draw. Only `random()` promises the same numbers from version to version."""

    def __init__(self, *seed: object) -> None:
        """Begin where the parts of the seed, joined, begin."""
        self._random = random.Random("/".join(str(part) for part in seed))

    def share(self) -> float:
        """A number from 0 to under 1."""
        return self._random.random()

    def below(self, count: int) -> int:
        """A whole number from 0 to under `count`."""
        return int(self.share() * count)

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """So many of the items, in chance order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]
