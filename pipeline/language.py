"""In which language a user reads: here alone it is decided."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pipeline.errors import UsageError
from pipeline.words import ENGLISH, languages, said

OPTION = "--lang"
VARIABLE = "ARPO_LANG"
SETTING = "language"
"""The name of the choice in a Settings sheet."""


def language_of(given: str | None = "", sheet: str | None = "") -> str:
    """The language: what the command line gives, else the event's Settings sheet, else ARPO_LANG, else English.

    Raises UsageError for one that there is no catalogue of.
    """
    if given:
        return _known(given, OPTION)
    if sheet:
        return _known(sheet, SETTING)
    # A locale such as es_MX.UTF-8 is allowed, since people set it to what LANG has.
    return _known(os.environ.get(VARIABLE, "").replace("-", "_").partition("_")[0].partition(".")[0], VARIABLE)


def _known(name: str, where: str) -> str:
    language = name.strip().casefold() or ENGLISH
    if language not in languages():
        raise UsageError(
            said("{where}: {name!r} is not known.", where=where, name=name),
            said("Use one of: {listed}.", listed=", ".join(languages())),
        )
    return language


def language_asked(arguments: Sequence[str]) -> str:
    """The value of --lang among the arguments of a command line that can't be, or hasn't yet been, taken apart."""
    for argument, following in zip(arguments, [*arguments, ""][1:], strict=True):
        if argument == OPTION:
            return following
        if argument.startswith(f"{OPTION}="):
            return argument.partition("=")[2]
    return ""


def language_behind(arguments: Sequence[str]) -> list[str]:
    """A command line with a --lang that stands before the command put behind its name, where commands take it.

    Without a command it is for the help alone, and left out. Raises UsageError for a language that isn't known.
    """
    rest, kept, asked = list(arguments), list[str](), list[str]()
    while rest and rest[0].startswith("-"):
        argument = rest.pop(0)
        if argument == OPTION and rest:
            asked = [OPTION, rest.pop(0)]
        elif argument.startswith(f"{OPTION}="):
            asked = [argument]
        else:
            kept.append(argument)
    if not rest:
        language_of(language_asked(asked))
        return kept
    return [*kept, rest[0], *asked, *rest[1:]]


def language_for_errors(arguments: Sequence[str], sheet: str = "") -> str:
    """As `language_of`, for what must be said in any case: as if nobody had asked, where it isn't known."""
    for asked in ((language_asked(arguments), sheet), ("", "")):
        try:
            return language_of(*asked)
        except UsageError:
            continue
    return ENGLISH
