"""The words that settings may have, apart from all that needs numpy: the command line offers them before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pipeline.words import Said, in_all, said

DP_NAMES = ("fide", "logistic-floor", "logistic", "log-odds", "article")
C_NAMES = ("field", "opponents")
START_NAMES = ("performance", "rating")

SETTING_NAMES = {
    "dp": said("dp"), "c": said("c"), "start": said("start"), "unrated": said("unrated"),
    "threshold": said("threshold"), "iterations": said("iterations"), "worst": said("worst"), "best": said("best"),
    "points": said("points"), "order": said("order"), "rules": said("rules"), "type": said("type"),
    "kind": said("kind"), "k": said("k"), "year": said("year"), "average": said("average"),
    "difference": said("difference"), "language": said("language"),
}  # fmt: skip
"""How sheets call the settings; the options of the command line are called by the names themselves."""
VALUES = {
    "fide": said("fide"), "logistic-floor": said("logistic-floor"), "logistic": said("logistic"),
    "log-odds": said("log-odds"), "article": said("article"), "field": said("field"), "opponents": said("opponents"),
    "performance": said("performance"), "rating": said("rating"), "swiss": said("swiss"),
    "round-robin": said("round-robin"), "auto": said("auto"), "whole": said("whole"), "exact": said("exact"),
    "nearest": said("nearest"), "down": said("down"), "fide-2024": said("fide-2024"), "c07-2024": said("c07-2024"),
    "c07-2026": said("c07-2026"), "standard": said("standard"), "rapid": said("rapid"), "blitz": said("blitz"),
}  # fmt: skip
"""How sheets call what a setting is one of."""

COMMAND_LINE = said("command line")
"""Where a value came from that was typed as an option: there alone, names and values are those of the options."""


def in_words(value: Any) -> Any:
    """A setting's name or value as sheets call it; what isn't one of a few words, as it is."""
    return SETTING_NAMES.get(value) or VALUES.get(value, value) if isinstance(value, str) else value


def called_at(origin: str) -> Callable[[Any], Any]:
    """How names and values of settings are called where they were given: as options, or in the sheet's words."""
    return str if origin == COMMAND_LINE else in_words


@cache
def setting_called(text: str) -> str:
    """The name of the setting that a sheet calls so, in whatever language; the text itself, small, for any other."""
    return _called(SETTING_NAMES, text)


@cache
def value_called(text: str) -> str:
    """The same for a setting's value."""
    return _called(VALUES, text)


def _called(words: Mapping[str, Said], text: str) -> str:
    wanted = text.strip().casefold()
    found = (name for name, word in words.items() if wanted in (name, *(w.casefold() for w in in_all(word))))
    return next(found, wanted)
