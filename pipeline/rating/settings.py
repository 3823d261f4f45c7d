"""The choices a rating report is made with, and where each came from."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from pipeline.errors import UsageError
from pipeline.language import SETTING as LANGUAGE
from pipeline.method.choices import called_at
from pipeline.rating.expected import DOWN, EXACT, NEAREST, WHOLE
from pipeline.rating.kinds import KINDS
from pipeline.words import joined, said

SWISS, ROUND_ROBIN, IRT, NO_IRT = "swiss", "round-robin", "irt", "no-irt"
TYPES = (SWISS, ROUND_ROBIN, IRT, NO_IRT)
"""A round robin is an IRT where it meets the article's conditions; the last two say so whatever it meets."""
OF_OPPONENTS, OF_ALL = "opponents", "all"
YEARS = (1970, 2100)
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
    kind: str = ""
    k: float | None = None
    year: int | None = None
    average: str = WHOLE
    difference: str = NEAREST
    language: str = field(default="", compare=False)
    first_ra: str = OF_OPPONENTS
    """Only of tables that are audited: whether an unrated player's Ra has the two hypothetical opponents in it."""
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def origin(self, name: str) -> str:
        """Where the value of the setting came from, in words."""
        return self.origins.get(name, DEFAULT)

    def having(self, name: str, value: object, origin: str) -> RatingSettings:
        """The same with one more value, and where it came from."""
        changed: dict[str, object] = {name: value, "origins": {**self.origins, name: origin}}
        return replace(self, **changed)  # type: ignore[arg-type]


NAMES = tuple(f.name for f in fields(RatingSettings) if f.name not in ("origins", "first_ra", "language"))

MEANINGS = {
    "rules": said("rule set, by name"),
    "type": said("round-robin: everybody against everybody, with the average of the whole tournament (irt or no-irt: "
                 "it is an IRT or isn't, whatever conditions it meets); else swiss"),
    "kind": said("standard, rapid or blitz"),
    "k": said("K for players whose K neither the rules can tell nor the input states"),
    "year": said("year of the event, for the age of young players"),
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


def with_rating_values(settings: RatingSettings, values: Mapping[str, object], origin: str) -> RatingSettings:
    """Settings with `values` put in (names as in `NAMES`; None means not given); each must be one it can have.

    Raises UsageError that names the setting, the value, `origin` and what is allowed.
    """
    for name, value in values.items():
        if value is not None and name != LANGUAGE:  # which `rating_of` decides
            settings = settings.having(name, _checked(name, value, origin), origin)
    return settings


CHOICES = {"type": TYPES, "kind": KINDS, "average": AVERAGES, "difference": DIFFERENCES}
"""Settings that are one of a few words."""


def _checked(name: str, value: object, origin: str) -> object:
    called = called_at(origin)
    if name in CHOICES or name == "rules":
        text = str(value).strip().lower()
        if name in CHOICES and text not in CHOICES[name]:
            allowed = joined(", ", map(called, CHOICES[name]))
            raise UsageError(said("{name} ({origin}): {value!r} is not known.", name=called(name), origin=origin,
                                  value=str(value)), said("Use one of: {allowed}.", allowed=allowed))
        return text
    try:
        number = float(str(value).strip().replace(",", "."))
    except ValueError:
        number = math.nan
    if name == "k":
        if not 0 < number <= HIGHEST_K:
            raise UsageError(said("{name} ({origin}): {value!r} isn't a K.", name=called(name), origin=origin,
                                  value=str(value)),
                             said("Use a number above 0, {most} at most.", most=HIGHEST_K))
        return number
    if not (number.is_integer() and YEARS[0] <= number <= YEARS[1]):
        raise UsageError(said("{name} ({origin}): {value!r} isn't a year.", name=called(name), origin=origin,
                              value=str(value)),
                         said("Write one such as 2026."))
    return int(number)


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
