"""Words that say of a game that it wasn't: in the opponent's place (BYE, spielfrei), beside a result, or in a column.

They are compared as words: capitals, accents and signs don't count.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from pipeline.readers.vocabulary import codes, form

UNSURE = "unsure"
"""What `nobody` says of a word that may be a player's name, too."""
_LAYOUT = "game-list"
_FILLING = frozenset({"player", "point", "points", "requested", "round", "game", "board", "the"})
"""Words beside a word for a bye that change nothing."""


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, small, without accents."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = (character for character in plain if not unicodedata.combining(character))
    return "".join(character if character.isalnum() else " " for character in letters).split()


def nobody(name: str) -> str | None:
    """What a text in the opponent's place says of a bye; None for the name of a player.

    full-bye, half-bye or zero-bye; bye where the word doesn't tell the points; `UNSURE`; empty for signs and noughts.
    """
    words = words_of(name)
    if not any(word.strip("0") for word in words):
        return ""
    without = [kept for word in words if (kept := word.rstrip("0123456789"))]
    found = (_nobodies().get(frozenset(kept)) for kept in (words, without, [w for w in without if w not in _FILLING]))
    return next((code for code in found if code is not None), None)


@cache
def _nobodies() -> dict[frozenset[str], str]:
    return {frozenset(words_of(text)): code for text, code in codes(_LAYOUT, "nobody").items()}


def is_forfeit(text: str) -> bool | None:
    """Whether a remark says that the game wasn't played; None where it says that among other things."""
    words = words_of(text)
    if any((word,) in _phrases("clock") for word in words):
        return False
    if any(_holds(words, phrase) for phrase in _phrases("doubtful")):
        return None
    if not any(_holds(words, phrase) for phrase in _phrases("forfeit")):
        return False
    return True if all((word,) in _phrases("beside") or word in _forfeit_words() for word in words) else None


def _holds(words: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(words[start : start + len(phrase)]) == phrase for start in range(len(words) - len(phrase) + 1))


@cache
def _phrases(kind: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(words_of(text)) for text, code in codes(_LAYOUT, "remarks").items() if code == kind)


@cache
def _forfeit_words() -> frozenset[str]:
    return frozenset(word for phrase in _phrases("forfeit") for word in phrase)


def answer(text: str) -> str:
    """yes, no or played, where a text says one of them in some language; empty for any other."""
    return codes(_LAYOUT, "answers").get(text.casefold().strip(), "")


def heading_kind(text: str) -> str:
    """What a column beside White, Black and Result is: white, black, forfeit, played, remark or event; else empty."""
    return _headings().get(form(text), "")


@cache
def _headings() -> dict[str, str]:
    return {form(text): kind for text, kind in codes(_LAYOUT, "headings").items()}
