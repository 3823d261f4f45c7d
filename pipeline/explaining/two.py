"""Two players of one calculation, side by side."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from pipeline.explaining.figures import FEWEST, rounded, shown
from pipeline.explaining.page import Form
from pipeline.explaining.player import arpo_term
from pipeline.explaining.seen import Seen
from pipeline.explaining.terms import Term
from pipeline.method.calculation import Calculation
from pipeline.words import Said

MOST = 8
"""Decimals that two players are compared with, at most."""


@dataclass(frozen=True)
class Pair:
    """Two players of a finished calculation; the first is before the second in the list."""

    one: Seen
    other: Seen

    @classmethod
    def of(cls, calculation: Calculation, first: int, second: int, form: Form) -> Pair:
        """The two in the order of the list."""
        place = dict(zip(calculation.work.index.tolist(), calculation.work.values["place"].tolist(), strict=True))
        ordered = sorted((first, second), key=lambda no: place[no])
        return cls(*(Seen(calculation, no, form) for no in ordered))

    @property
    def both(self) -> tuple[Seen, Seen]:
        """The two of them."""
        return self.one, self.other

    @property
    def calculation(self) -> Calculation:
        """What they are players of."""
        return self.one.calculation

    def values(self, key: str) -> tuple[float, float]:
        """Their cells of a column."""
        return self.one.value(key), self.other.value(key)

    def difference(self, key: str) -> float:
        """The first's cell minus the second's."""
        return self.one.value(key) - self.other.value(key)

    @cached_property
    def averages(self) -> tuple[Term, Term]:
        """The average RP of the opponents of each."""
        return arpo_term(self.one), arpo_term(self.other)

    @cached_property
    def decimals(self) -> int:
        """As few decimals as show two digits of the difference, with shown values whose differences are right."""
        off = abs(self.difference("rp"))
        fewest = max(FEWEST, min(MOST - 2, 1 - math.floor(math.log10(off)))) if off > 1e-6 else FEWEST
        tried = range(fewest, MOST + 1)
        fitting = (d for agree in (self._agree, self._differences_agree) for d in tried if agree(d))
        return next(fitting, fewest)

    def _differences_agree(self, d: int) -> bool:
        """Whether each difference is that of the two numbers as shown."""
        columns = [self.values(key) for key in ("Ra", "performance", "c", "c_hat", "rp")]
        columns.append((self.averages[0].value, self.averages[1].value))
        return all(rounded(a, d) - rounded(b, d) == rounded(a - b, d) for a, b in columns)

    def _agree(self, d: int) -> bool:
        """Whether the sums that give their RP do so as shown, too."""
        sums = [(average.value, seen.value("c_hat"), seen.value("rp"))
                for average, seen in zip(self.averages, self.both, strict=True)]
        right = all(rounded(a, d) + rounded(b, d) == rounded(total, d) for a, b, total in sums)
        return right and self._differences_agree(d)

    def inner(self, a: float, b: float, total: float) -> int:
        """Decimals for two numbers that are added up, so that whoever does so gets the total, rounded as shown."""
        unit = Decimal(1).scaleb(-self.decimals)
        fitting = (
            d for d in range(self.decimals, MOST + 1)
            if (rounded(a, d) + rounded(b, d)).quantize(unit, ROUND_HALF_UP) == rounded(total, self.decimals)
        )
        return next(fitting, self.decimals)



@dataclass(frozen=True)
class Compared:
    """Their opponents: those that only one had, and those of both, each once for a game; and whether they met."""

    own: tuple[list[int], list[int]]
    common: list[int]
    each_other: bool


def compared_opponents(pair: Pair) -> Compared:
    """Whom each had and whom both."""
    a, b = Counter(pair.one.opponents), Counter(pair.other.opponents)
    met = bool(a.pop(pair.other.row, 0) + b.pop(pair.one.row, 0))
    return Compared((list((a - b).elements()), list((b - a).elements())), list((a & b).elements()), met)


def figured(value: float, decimals: int, *, signed: bool = False) -> Said:
    """A number as a text of its own."""
    return Said("{x}", {"x": shown(value, decimals, signed=signed)})
