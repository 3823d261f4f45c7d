"""A player by number or by name, as somebody at a desk would say it."""

from __future__ import annotations

import difflib
import re
import unicodedata

from pipeline.errors import UsageError
from pipeline.event import Event
from pipeline.visible import visible
from pipeline.words import counted, said

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
_NUMBER = re.compile(r"(?:#|no\.|n\.?º)\s*(?=[0-9]+$)", re.IGNORECASE)
"""What may stand before a number."""
_NAMED = 8
"""So many candidates are named."""
_LIKE = 0.6


def words_of(name: str) -> list[str]:
    """A name's words in small plain letters: accents, commas, dots and capitals don't count."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return re.findall(r"\w+", plain.translate(_LETTERS))


def player_called(event: Event, text: str) -> int:
    """The number of the player who is called so: his number; his name, in any order, or a part of it.

    A whole name goes before a part of another's; a word may be cut short. Raises UsageError, with the candidates, where
    it is several players' or nobody's.
    """
    numbers = [int(no) for no in event.players.index.tolist()]
    written = _NUMBER.sub("", text.strip())
    if written.isdecimal() and int(written) in numbers:
        return int(written)
    names = {no: words_of(str(name)) for no, name in zip(numbers, event.players["name"].tolist(), strict=True)}
    wanted = words_of(text)
    for fits in (_same, _parts, _beginnings):
        found = [no for no, words in names.items() if wanted and fits(wanted, words)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(said(
                "{text!r} may be any of {count} players: {candidates}.\n    → Give the number, or more of the name.",
                text=visible(text), count=len(found), candidates=_listed(event, found),
            ))
    if written.isdecimal():
        raise UsageError(said(
            "there is no player with the number {text}.\n    → The numbers go from {first} to {last}.",
            text=written, first=min(numbers), last=max(numbers),
        ))
    near = difflib.get_close_matches(" ".join(wanted), [" ".join(words) for words in names.values()], 3, _LIKE)
    like = [no for no, words in names.items() if " ".join(words) in near]
    mend = said("Did you mean {candidates}?", candidates=_listed(event, like)) if like else said(
        "Give his number, or a part of his name as the file has it."
    )
    raise UsageError(said("no player is called {text!r}.\n    → {mend}", text=visible(text), mend=mend))


def _same(wanted: list[str], words: list[str]) -> bool:
    return sorted(wanted) == sorted(words)


def _parts(wanted: list[str], words: list[str]) -> bool:
    return set(wanted) <= set(words)


def _beginnings(wanted: list[str], words: list[str]) -> bool:
    """Each wanted word begins one of the name's, another for each."""
    left = list(words)
    for word in sorted(wanted, key=len, reverse=True):
        found = next((other for other in left if other.startswith(word)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _listed(event: Event, numbers: list[int]) -> str:
    names = [f"{no} {event.players['name'].loc[no]}" for no in numbers[:_NAMED]]
    text = ", ".join(names)
    left = len(numbers) - len(names)
    if not left:
        return text
    return counted("{names} and {count} more", "{names} and {count} more", left, names=text)
