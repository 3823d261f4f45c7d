"""Sums that remember what they were made from: a column's rule, run on them, writes out its own arithmetic.

    rules.Ra(Theirs([1770, 1740]), Leaf(2))      ->  (1770 + 1740) / 2 = 3510 / 2 = 1755

A term is shown in stages: whole first, then with what is innermost computed, up to its value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from pipeline.explaining.figures import FEWEST, MOST, Figure, rounded, shown, without_sign
from pipeline.words import Said

LONG = 20
"""A sum of more terms than this is written as Σ and its value."""


@dataclass(frozen=True)
class Term:
    """A number, with how it came about; arithmetic makes further terms."""

    value: float

    def __add__(self, other: Term | float) -> Term:
        return _joined("+", self, other, lambda a, b: a + b)

    def __sub__(self, other: Term | float) -> Term:
        return _joined("−", self, other, lambda a, b: a - b)

    def __mul__(self, other: Term | float) -> Term:
        return _joined("×", self, other, lambda a, b: a * b)

    def __truediv__(self, other: Term | float) -> Term:
        return _joined("/", self, other, lambda a, b: a / b)

    def __radd__(self, other: float) -> Term:
        return Leaf(float(other)) + self

    def __rsub__(self, other: float) -> Term:
        return Leaf(float(other)) - self

    def __rmul__(self, other: float) -> Term:
        return Leaf(float(other)) * self

    def __rtruediv__(self, other: float) -> Term:
        return Leaf(float(other)) / self

    @property
    def height(self) -> int:
        """How many stages there are until it is a number."""
        return 1 + max((part.height for part in self.parts), default=-1)

    @property
    def parts(self) -> tuple[Term, ...]:
        """What it is made from."""
        return ()


@dataclass(frozen=True)
class Leaf(Term):
    """A number that is given."""


@dataclass(frozen=True)
class Joined(Term):
    """Two terms with a sign between them."""

    sign: str
    left: Term
    right: Term

    @property
    def parts(self) -> tuple[Term, ...]:
        """What it is made from."""
        return self.left, self.right


@dataclass(frozen=True)
class Total(Term):
    """The sum of several; a long one is shown by what it is the sum of, such as n × dp."""

    terms: tuple[Term, ...]
    symbol: str

    @property
    def parts(self) -> tuple[Term, ...]:
        """What it is made from: nothing that is shown, for a long one."""
        return () if self.is_long else self.terms

    @property
    def is_long(self) -> bool:
        """Whether it is written as Σ."""
        return len(self.terms) > LONG

    @property
    def height(self) -> int:
        """A long sum is computed at once."""
        return 1 if self.is_long else super().height if len(self.terms) > 1 else self.terms[0].height


def _joined(sign: str, left: Term, right: Term | float, of: Callable[[float, float], float]) -> Joined:
    other = right if isinstance(right, Term) else Leaf(float(right))
    return Joined(of(left.value, other.value), sign, left, other)


@dataclass(frozen=True)
class Theirs:
    """Several players' cells of one column, as a rule sees them (`pipeline.made_from.View`)."""

    terms: tuple[Term, ...]
    symbol: str

    def __mul__(self, other: Theirs) -> Theirs:
        products = tuple(a * b for a, b in zip(self.terms, other.terms, strict=True))
        return Theirs(products, f"{self.symbol} × {other.symbol}")

    def known(self) -> Theirs:
        """The same with 0 for cells that have no value."""
        return Theirs(tuple(t if t.value == t.value else Leaf(0.0) for t in self.terms), self.symbol)

    def total(self) -> Total:
        """Their sum."""
        return Total(sum(term.value for term in self.terms), self.terms, self.symbol)


# As text


class Places(NamedTuple):
    """Decimals of a shown calculation: of its results, and of the numbers that are added up before they are divided."""

    result: int = FEWEST
    inner: int = FEWEST

    @property
    def within(self) -> Places:
        """Those of what is inside a quotient, a sum or a product."""
        return Places(self.inner, self.inner)


_PLACES = [
    Places(inner - more, inner) for inner in range(FEWEST, MOST + 1) for more in range(inner - FEWEST, -1, -1)
]
"""From the fewest digits up."""


def places_for(*terms: Term, fewest: int = FEWEST) -> Places:
    """The fewest decimals with which every shown step is right to its last digit."""
    wide_enough = [places for places in _PLACES if places.result >= fewest]
    return next((places for places in wide_enough if all(adds_up(term, places) for term in terms)), wide_enough[0])


def adds_up(term: Term, places: Places) -> bool:
    """Whether whoever computes with the shown numbers gets the shown results, and these are the true ones, rounded."""
    if _is_kept(term):
        return all(adds_up(part, places.within) for part in term.parts)
    inside = places.within if _is_quotient(term) else places
    right = _of_parts(term, places) == rounded(term.value, places.result)
    return right and all(adds_up(part, inside) for part in term.parts)


def _is_quotient(term: Term) -> bool:
    return isinstance(term, Joined) and term.sign == "/"


def _is_kept(term: Term) -> bool:
    """Whether its result keeps all digits that its shown numbers give: sums and products."""
    return bool(term.parts) and (isinstance(term, Total) or (isinstance(term, Joined) and term.sign == "×"))


def figure(term: Term, places: Places) -> Figure:
    """The term as a number: exact ones as they are, quotients with all their decimals unless they are whole."""
    if _is_kept(term):
        return shown(float(_of_parts(term, places)), 2 * MOST, short=True)
    return shown(term.value, places.result, short=not _is_quotient(term))


def _shown(term: Term, places: Places) -> Decimal:
    """What is shown for a term: sums and products those of the shown numbers, else the true value, rounded."""
    return _of_parts(term, places) if _is_kept(term) else rounded(term.value, places.result)


def _of_parts(term: Term, places: Places) -> Decimal:
    """The term's value, computed from what is shown."""
    if isinstance(term, Total) and term.parts:
        return sum((_shown(part, places.within) for part in term.parts), Decimal(0))
    if not isinstance(term, Joined):
        return rounded(term.value, places.result)
    inside = places.within if term.sign in "/×" else places
    left, right = _shown(term.left, inside), _shown(term.right, inside)
    if term.sign == "×":
        return left * right
    if term.sign == "/":
        return (left / right).quantize(Decimal(1).scaleb(-places.result), ROUND_HALF_UP) if right else Decimal("NaN")
    result = left + right if term.sign == "+" else left - right
    return result.quantize(Decimal(1).scaleb(-places.result), ROUND_HALF_UP)


def stages(term: Term, places: Places | None = None) -> list[Said]:
    """The term as it is computed: as it stands, then ever shorter; the last is its value."""
    texts: list[Said] = []
    for stage in range(term.height + 1):
        text = _written(term, stage, places_for(term) if places is None else places)
        if not texts or text != texts[-1]:
            texts.append(text)
    return texts


def _written(term: Term, stage: int, places: Places) -> Said:
    """The term with everything up to this height computed."""
    if term.height <= stage or not (term.parts or isinstance(term, Total)):
        return Said("{x}", {"x": figure(term, places)})
    if isinstance(term, Total):
        if term.is_long:
            return Said("Σ {symbol}" if " " not in term.symbol else "Σ({symbol})", {"symbol": term.symbol})
        return _sum(list(term.terms), stage, places.within)
    assert isinstance(term, Joined)
    inside = places.within if term.sign in "/×" else places
    left, right = _written(term.left, stage, inside), _written(term.right, stage, inside)
    if term.sign in "+−":
        sign, right = _signed(term.sign, term.right, right, stage, inside)
        if sign == "−" and _is_sum(term.right, stage):
            right = Said("({x})", {"x": right})
        return Said("{a} {sign} {b}", {"a": left, "sign": sign, "b": right})
    left = Said("({x})", {"x": left}) if _is_sum(term.left, stage) else left
    wrapped = _is_sum(term.right, stage) or str(right).startswith("−")
    right = Said("({x})", {"x": right}) if wrapped else right
    return Said("{a} {sign} {b}", {"a": left, "sign": term.sign, "b": right})


def _is_sum(term: Term, stage: int) -> bool:
    if term.height <= stage:
        return False
    if isinstance(term, Total):
        return not term.is_long and len(term.terms) > 1
    return isinstance(term, Joined) and term.sign in "+−"


def _sum(terms: list[Term], stage: int, places: Places) -> Said:
    details: dict[str, Any] = {"x0": _written(terms[0], stage, places)}
    template = "{x0}"
    for i, term in enumerate(terms[1:], start=1):
        sign, text = _signed("+", term, _written(term, stage, places), stage, places)
        template += f" {sign} {{x{i}}}"
        details[f"x{i}"] = text
    return Said(template, details)


def _signed(sign: str, term: Term, text: Said, stage: int, places: Places) -> tuple[str, Said]:
    """A term after a + or −: a minus of its own is drawn into the sign; 4 × (−89) after + is − 4 × 89."""
    if term.height <= stage or isinstance(term, Leaf):
        if str(text).startswith("−"):
            return _other(sign), Said("{x}", {"x": without_sign(figure(term, places))})
    elif isinstance(term, Joined) and term.sign == "×" and isinstance(term.right, Leaf) and term.right.value < 0:
        details = {"a": _written(term.left, stage, places), "b": without_sign(figure(term.right, places))}
        return _other(sign), Said("{a} × {b}", details)
    return sign, text


def _other(sign: str) -> str:
    return "−" if sign == "+" else "+"

