"""The choices a report is made with, and where each came from: the command line, the workbook, or the default."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from pipeline.errors import UsageError
from pipeline.event import USUAL, scoring_of
from pipeline.language import SETTING as LANGUAGE
from pipeline.language import language_of
from pipeline.method.choices import C_NAMES as C_NAMES
from pipeline.method.choices import DP_NAMES as DP_NAMES
from pipeline.method.choices import START_NAMES as START_NAMES
from pipeline.method.choices import called_at
from pipeline.tiebreaks.codes import DEFAULT_ORDER, OrderError, order_of
from pipeline.tiebreaks.editions import AUTO, EDITIONS, TYPES, rules_of
from pipeline.words import joined, said

MOST_ITERATIONS = 1000
"""Two columns each, so that a sheet (16,384 columns) has room for them and for the rounds."""

WHOLE = {"iterations": (1, MOST_ITERATIONS), "worst": (0, 5), "best": (0, 5)}
"""Settings that are whole numbers, with the least and the most."""
CHOICES = {"dp": DP_NAMES, "c": C_NAMES, "start": START_NAMES, "type": (*TYPES, AUTO)}
"""Settings that are one of a few words."""
SCORINGS = ("points",)
"""Settings that are what a win, a draw and a loss count."""
RANGES = {"unrated": (0.0, 4000.0), "threshold": (0.0, 100.0)}
"""Settings that are any number above the first, up to the second."""


SETTINGS_SHEET = said("Settings sheet")
"""Where a value came from that stands in the input."""
OWN_LIST = said("the file's own list of tie-breaks")
"""Where an order came from that a report file gives (record 212 or 202)."""
DEFAULT = said("default")
"""Where a value came from that nobody gave."""


@dataclass(frozen=True)
class Settings:
    """What the method leaves open (docs/method.md sections 2 to 4); the field order is the order of every listing."""

    dp: str = "fide"
    c: str = "field"
    start: str = "performance"
    unrated: float = 1400.0
    threshold: float = 1e-9
    iterations: int = 100
    worst: int = 0
    best: int = 0
    points: str = str(USUAL)
    order: str = DEFAULT_ORDER
    rules: str = AUTO
    type: str = AUTO
    language: str = field(default="", compare=False)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def origin(self, name: str) -> str:
        """Where the value of the setting came from, in words."""
        return self.origins.get(name, DEFAULT)


NAMES = tuple(f.name for f in fields(Settings) if f.name not in ("origins", LANGUAGE))

MEANINGS = {
    "dp": said("table or formula that turns a percentage into a rating difference"),
    "c": said("average of dp taken over the whole field, or over each player's opponents"),
    "start": said("where the iterations begin: performance (Ra + dp) or rating"),
    "unrated": said("rating used for players who have none"),
    "threshold": said("converged once the largest difference is under this"),
    "iterations": said("iteration columns at most"),
    "worst": said("so many of a player's opponents with the lowest RP are left out of his ARPO"),
    "best": said("so many of a player's opponents with the highest RP are left out of his ARPO"),
    "points": said("what a win, a draw and a loss count in the standings; the method itself counts 1, ½ and 0"),
    "order": said("what the standings are ordered by, one after the other: codes of FIDE's C.07, RP, ARPO, "
    "stated:NAME"),
    "rules": said("edition of C.07 for its tie-breaks: c07-2024 or c07-2026; auto is by the event's date"),
    "type": said("how the event was paired, for tie-breaks: swiss or round-robin (in advance); auto is as the games "
    "show"),
}


def with_values(settings: Settings, values: Mapping[str, object], origin: str) -> Settings:
    """Settings with `values` put in (names as in `NAMES`; None means not given); each must be one it can have.

    Raises UsageError that names the setting, the value, `origin` and what is allowed.
    """
    for name, value in values.items():
        if value is not None:
            settings = replace(
                settings, origins={**settings.origins, name: origin},
                **{name: _checked(name, value, origin)},  # type: ignore[arg-type]
            )
    return settings


def _checked(name: str, value: object, origin: str) -> object:
    called = called_at(origin)
    if name in CHOICES:
        text = str(value).strip().lower()
        if text not in CHOICES[name]:
            choices = joined(", ", map(called, CHOICES[name]))
            raise UsageError(
                said("{name} ({origin}): {value!r} is not known.", name=called(name), origin=origin, value=value),
                said("Use one of: {choices}.", choices=choices),
            )
        return text
    if name == LANGUAGE:
        return language_of(sheet=str(value))
    if name not in NAMES:
        raise UsageError(
            said("{origin}: there is no setting {name!r}.", origin=origin, name=name),
            said("Settings are: {names}.", names=joined(", ", map(called, NAMES))),
        )
    if name in SCORINGS:
        scoring = scoring_of(str(value))
        if scoring is None:
            raise UsageError(
                said("{name} ({origin}): {value!r} won't do.", name=called(name), origin=origin, value=str(value)),
                said(
                    "Write what a win, a draw and a loss count, such as 1-½-0, 2-1-0 or 3-1-0 (as text, for "
                    "Excel makes dates of such)."
                ),
            )
        return str(scoring)
    if name == "rules":
        try:
            return rules_of(str(value))
        except ValueError as error:
            raise UsageError(
                said("{name} ({origin}): {value!r} is not known, or two editions of C.07 are named.",
                     name=called(name), origin=origin, value=str(error)),
                said("Use one of: {choices}.", choices=joined(", ", map(called, (*EDITIONS, AUTO)))),
            ) from None
    if name == "order":
        try:
            return order_of(str(value))
        except OrderError as error:
            raise refused_order(error, origin) from None
    return _number(name, value, origin)


def refused_order(error: OrderError, origin: str) -> UsageError:
    """What a user is told of an order that can't be."""
    name = called_at(origin)("order")
    return UsageError(said("{name} ({origin}): {what}", name=name, origin=origin, what=error.what), error.mend)


def _number(name: str, value: object, origin: str) -> float | int:
    called = called_at(origin)(name)
    try:
        number = float(str(value).strip().replace(",", "."))
    except ValueError:
        number = math.nan
    if name in WHOLE:
        least, most = WHOLE[name]
        if not (number.is_integer() and least <= number <= most):
            raise UsageError(
                said("{name} ({origin}): {value!r} won't do.", name=called, origin=origin, value=value),
                said("Use a whole number from {least} to {most}.", least=least, most=most),
            )
        return int(number)
    low, high = RANGES[name]
    if not low < number <= high:
        raise UsageError(
            said("{name} ({origin}): {value!r} won't do.", name=called, origin=origin, value=value),
            said("Use a number above {low:g}, {high:g} at most.", low=low, high=high),
        )
    return number
