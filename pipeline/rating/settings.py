"""The choices a rating report is made with, and where each came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from pipeline.errors import UsageError
from pipeline.rating.expected import DOWN, EXACT, NEAREST, WHOLE
from pipeline.words import said

SWISS, ROUND_ROBIN = "swiss", "round-robin"
TYPES = (SWISS, ROUND_ROBIN)
AVERAGES = (WHOLE, EXACT)
DIFFERENCES = (NEAREST, DOWN)
HIGHEST_K = 100
DEFAULT = said("default")
"""Where a value came from that nobody gave."""


@dataclass(frozen=True)
class RatingSettings:
    """What the rules leave open, or the input doesn't say; the field order is the order of every listing."""

    rules: str = ""
    type: str = ""
    k: float | None = None
    year: int | None = None
    average: str = WHOLE
    difference: str = NEAREST
    language: str = field(default="", compare=False)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def origin(self, name: str) -> str:
        """Where the value of the setting came from, in words."""
        return self.origins.get(name, DEFAULT)

    def having(self, name: str, value: object, origin: str) -> RatingSettings:
        """The same with one more value, and where it came from."""
        changed: dict[str, object] = {name: value, "origins": {**self.origins, name: origin}}
        return replace(self, **changed)  # type: ignore[arg-type]


NAMES = tuple(f.name for f in fields(RatingSettings) if f.name not in ("origins", "language"))

MEANINGS = {
    "rules": said("rule set, by name"),
    "type": said("round-robin: everybody against everybody, with the average of the whole tournament; else swiss"),
    "k": said("K for players whose K neither the rules can tell nor the input states"),
    "year": said("year of the event, for the age of young players; where it isn't given, nobody's age is known"),
    "average": said("averages of ratings: rounded to the whole, as the tables print them, or exact"),
    "difference": said("D for the table of expected scores: rounded to the nearest whole, or down (INT)"),
}

_PREVIOUS = re.compile(r"\s*([0-9]{1,4}(?:[.,][0-9]+)?)\s*:\s*([0-9]{1,3})\s*(?:[,;]|(?<=\s)|$)")
"""One result and what separates it from the next. A comma inside a rating is a decimal one: 2280,5:4."""


def checked_k(k: float | None) -> float | None:
    """A K given by the user. Raises UsageError for one that can't be."""
    if k is not None and not 0 < k <= HIGHEST_K:
        raise UsageError(
            said("--k: {k:g} isn't a K.", k=k), said("Use a number above 0, {highest} at most.", highest=HIGHEST_K)
        )
    return k


def checked_type(name: str | None) -> str | None:
    """A type of event given by the user. Raises UsageError for one that isn't known."""
    if name is not None and name not in TYPES:
        raise UsageError(
            said("--type: {name!r} is not known.", name=name), said("Use one of: {listed}.", listed=", ".join(TYPES))
        )
    return name


def previous_results(text: str) -> tuple[tuple[float, int], ...]:
    """First ratings of earlier events with their games, from a text such as 2280:5,2400:10.

    Raises ValueError for another text.
    """
    found: list[tuple[float, int]] = []
    at = 0
    while at < len(text):
        match = _PREVIOUS.match(text, at)
        rating = float(match[1].replace(",", ".")) if match else 0.0
        if match is None or rating <= 0 or not int(match[2]):
            raise ValueError(text[at:].strip() or text)
        found.append((rating, int(match[2])))
        at = match.end()
    if not found:
        raise ValueError(text)
    return tuple(found)
