"""What was asked for as the commands take it: settings, answers to what a file leaves open, limits."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.errors import UsageError
from pipeline.language import SETTING as LANGUAGE
from pipeline.limits import Limits, limits_named
from pipeline.page.views import Asked
from pipeline.readers.hints import Hints
from pipeline.words import said


def limits_of(asked: Asked) -> Limits:
    """The limits. Raises UsageError for a name that isn't known."""
    return limits_named(asked.given.get("limits", "normal"))


def hints_of(asked: Asked) -> Hints:
    """The answers for the readers. Raises UsageError for one that can't be."""
    texts = {name: asked.given.get(name, "") for name in ("language", "colours", "points", "signs", "pick")}
    return Hints(**texts, round=whole(asked, "round") or 0)


def settings_of(asked: Asked, names: Iterable[str]) -> dict[str, object]:
    """Settings by name, None where not given; and the language, which is the page's."""
    return {**{name: asked.given.get(name) for name in names}, LANGUAGE: asked.language}


def whole(asked: Asked, name: str) -> int | None:
    """A whole number that was given; None without one. Raises UsageError for anything else."""
    text = asked.given.get(name, "")
    if not text:
        return None
    if not text.isdecimal():
        raise UsageError(said("{name}: {value!r} won't do.", name=name, value=text), said("Write a whole number."))
    return int(text)


def number(asked: Asked, name: str) -> float | None:
    """A number that was given, with a point or a comma; None without one. Raises UsageError for anything else."""
    text = asked.given.get(name, "")
    try:
        return float(text.replace(",", ".")) if text else None
    except ValueError:
        raise UsageError(
            said("{name}: {value!r} won't do.", name=name, value=text),
            said("Write a number, such as {example}.", example="20"),
        ) from None
