"""Names that may be one person's, written in two ways: with a title or without, in the other order, with a slip.

The same letters beside a title, federation, number or rating are one person (`SAME`). One other letter, an initial, a
further given name or the other order where no comma tells which is the family name may be one (`LIKE`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pipeline.readers.unplayed import words_of

SAME, LIKE, SHORT = "same", "like", "short"
"""One person for certain, perhaps, and perhaps since one name has an initial of the other's given name."""
_INITIALS = 2
"""A given name of at most so many letters may be short for another."""
_SLIP, _ALONE = 3, 5
"""A word of fewer letters, or one that is all of the name, is another with another letter: Al and Ed, Jan and Jon."""
_TITLE = r"(?:W?(?:GM|IM|FM|CM|NM)|A(?:GM|IM|FM|CM)|IA|FA|NA|Dr|DR|Prof|PROF)\.?"
_BEFORE = re.compile(rf"^(?P<title>{_TITLE})\s+(?=[^\W\d])")
_BEHIND = re.compile(rf"[\s,(]+(?P<title>{_TITLE})\)?$")
_FEDERATION = re.compile(r"[(\[](?P<federation>[A-Z]{3})[)\]]")
_BARE_FEDERATION = re.compile(r"(?<=[a-z])\s+(?P<federation>[A-Z]{3})$")
_RATING = re.compile(r"[\s,]+[(\[]?(?P<rating>[0-9]{3,4})[)\]]?$")
_NUMBER = re.compile(r"^[#(]?(?P<number>[0-9]{1,4})[.):]?\s+(?=[^\W\d])")
_EXTRAS = (_NUMBER, _BEFORE, _RATING, _FEDERATION, _BARE_FEDERATION, _BEHIND)


class Name(NamedTuple):
    """A name's words in their order, family and given name, and what else stands with them: title, rating and so on."""

    words: tuple[str, ...]
    family: str
    given: str
    comma: bool
    extras: dict[str, str]


def name_of(text: str) -> Name:
    """The parts of a name as it is written; without a comma the last word is the family's name."""
    rest = " ".join(text.split())
    extras: dict[str, str] = {}
    for pattern in _EXTRAS:
        match = pattern.search(rest)
        if match is not None and words_of(rest[: match.start()] + rest[match.end() :]):
            extras |= {kind: value.strip(".").casefold() for kind, value in match.groupdict().items()}
            rest = f"{rest[: match.start()]} {rest[match.end() :]}".strip(" ,")
    family, comma, given = rest.partition(",")
    if not comma:
        given, _, family = rest.rpartition(" ")
    parts = words_of(family), words_of(given)
    return Name(tuple(words_of(rest)), " ".join(parts[0]), "".join(parts[1]), bool(comma), extras)


def alike(names: Mapping[int, str]) -> dict[tuple[int, int], str]:
    """Pairs of handles whose names may be one person's, and how sure that is; of a `SHORT` pair the short one first."""
    known = {handle: name_of(text) for handle, text in names.items()}
    found: dict[tuple[int, int], str] = {}
    for one, other in _sharing({handle: [_key(name.words)] for handle, name in known.items()}):
        found[one, other] = _how_sure(known[one], known[other])
    initials = set(_initials(known))
    slips = {handle: [("".join(name.words),), *_slips(name.words)] for handle, name in known.items()}
    for pair in [*_sharing(slips), *_shortened(known)]:
        if pair not in initials and pair[::-1] not in initials:
            found.setdefault(pair, LIKE)
    return found | dict.fromkeys(initials, SHORT)


_Key = tuple[str, ...]


def _key(words: _Key) -> _Key:
    return tuple(sorted(words))


def _sharing(keys: Mapping[int, list[_Key]]) -> Iterator[tuple[int, int]]:
    """Each two handles that have a key in common."""
    groups: dict[_Key, list[int]] = {}
    for handle, own in keys.items():
        for key in set(own):
            groups.setdefault(key, []).append(handle)
    for group in groups.values():
        yield from ((one, other) for at, one in enumerate(group) for other in group[at + 1 :])


def _how_sure(one: Name, other: Name) -> str:
    """Of two names of the same words: what contradicts leaves it open, and so does an order that no comma explains."""
    contradict = any(one.extras[kind] != other.extras[kind] for kind in one.extras.keys() & other.extras.keys())
    swapped = one.words != other.words and one.comma == other.comma
    return SAME if len(one.words) > 1 and not contradict and not swapped else LIKE


def _slips(words: _Key) -> Iterator[_Key]:
    """Keys of which two names have one in common where a single letter of one of their words differs."""
    for at, word in enumerate(words):
        if word.isalpha() and len(word) >= (_SLIP if len(words) > 1 else _ALONE):
            rest = _key(words[:at] + words[at + 1 :])
            yield (*rest, "", word)
            yield from ((*rest, "", word[:letter] + word[letter + 1 :]) for letter in range(len(word)))


def _shortened(known: Mapping[int, Name]) -> Iterator[tuple[int, int]]:
    """Pairs of which one has a further word: Blanco, Boris and Blanco, Boris Antonio."""
    whole: dict[_Key, list[int]] = {}
    for handle, name in known.items():
        if len(name.words) > 1:
            whole.setdefault(_key(name.words), []).append(handle)
    for handle, name in known.items():
        for at in range(len(name.words)):
            for other in whole.get(_key(name.words[:at] + name.words[at + 1 :]), ()):
                yield min(handle, other), max(handle, other)


def _initials(known: Mapping[int, Name]) -> Iterator[tuple[int, int]]:
    """Pairs of the same family name, the first of which has an initial of the other's given name."""
    families: dict[str, list[tuple[str, int]]] = {}
    for handle, name in known.items():
        families.setdefault(name.family, []).append((name.given, handle))
    for same in families.values():
        for given, one in same:
            if 0 < len(given) <= _INITIALS:
                yield from ((one, other) for more, other in same if len(given) < len(more) and more.startswith(given))
