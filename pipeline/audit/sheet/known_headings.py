"""What the headings of a table to be audited mean (templates/columns.toml, and vocabulary.toml for what is given)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from pipeline.method.columns import COLUMNS
from pipeline.method.sums import SUM_ROWS
from pipeline.readers import vocabulary
from pipeline.resources import template_toml
from pipeline.words import in_all

_HAT = "\u0302"
_KEPT = {"×", "Σ", "|", "Δ", "%"}
_SUMS = "sums"
_TITLES = "titles"
_PHRASES = "phrases"
_GIVEN_WORDS = {"rating": ("rating",), "points": ("score", "points")}
"""Headings of the event readers (vocabulary.toml) that an audit knows without listing them again: their meanings."""
GIVEN = ("rating", "games", "score", "points")
"""Columns that any list of players has."""
RECURSIVE = ("rp", "rp_last", "limit")
OUTCOMES = (*RECURSIVE, "arpo", "arpo_last")
"""The columns that the iterations lead to; their truth takes longer than all the rest."""
_LONGEST = 300
"""Characters of a heading or a label, explanations included; a longer text is none (and takes long to be looked at)."""
_BRACKET = re.compile(r"^(.*\S)\s*[(\[](.*)[)\]]$")
_EQUATION = re.compile(r"^([^=]*\S)\s*=(.+)$")
_SUBTRACTION = re.compile(r"^(.*\S)\s*[-\u2010-\u2015\u2212]\s*(\S.*)$")
_WORD = re.compile(r"[^\W_]+")
_DIFFERENCE = re.compile(r"^\s*(?:diferencia|difference|diff|dif|delta|Δ)s?\b\.?\s*:?\s*", re.IGNORECASE)
_NTH = r"([1-9][0-9]{0,3})(?:ra|da|ta|ma|va|na|a|ro|do|to|mo|vo|no|er|o|st|nd|rd|th)?"
"""A number with the ending of an ordinal, as “nth” stands for it: 1st, 2nd, 1ra, 2da, 3ª."""
_GENERAL = ("difference_before", "Ra", "c")
"""Meanings of headings so general (Difference, Average) that a bracket behind them says which one it is."""


def _form(text: str) -> str:
    """The form in which headings are compared: small letters and digits without accents, the hat of ĉ kept."""
    plain = unicodedata.normalize("NFKD", text.replace("^", _HAT).replace("∑", "Σ")).casefold()
    kept = {sign.casefold() for sign in _KEPT}
    return re.sub(
        f"{_HAT}+", _HAT,
        "".join(
            character for i, character in enumerate(plain)
            if character.isalnum() or character in kept or (character == _HAT and plain[i - 1 : i] == "c")
        ),
    )


@cache
def _spellings() -> tuple[dict[str, list[str]], list[tuple[re.Pattern[str], str]]]:
    """Plain spellings with their meanings, and numbered ones as patterns."""
    plain: dict[str, list[str]] = {}
    numbered: list[tuple[re.Pattern[str], str]] = []
    for language, meanings in template_toml("columns.toml").items():
        for meaning, spellings in meanings.items() if language not in (_SUMS, _TITLES, _PHRASES) else ():
            for spelling in spellings:
                if "{n" in spelling:
                    before, after = (re.escape(_form(part)) for part in re.split(r"\{n(?:th)?\}", spelling))
                    number = _NTH if "{nth}" in spelling else "([1-9][0-9]{0,3})"
                    numbered.append((re.compile(f"{before}{number}{after}"), meaning))
                elif meaning not in plain.setdefault(_form(spelling), []):
                    plain[_form(spelling)].append(meaning)
    return plain, numbered


@lru_cache(maxsize=4096)
def meanings_of(text: str) -> tuple[str, ...]:
    """The columns that a heading can stand for, the likeliest first; none where it isn't known.

    What stands in brackets behind a heading, or as an equation, explains it: Ra (elo medio), ĉ = dp - c. Where the
    heading alone says less than its explanation, that counts: Dif. puntos (dp). Not behind a column that is given: a
    “Rating (opponents)” is none. It2 - It1 is the difference of the two.
    """
    if len(text) > _LONGEST:
        return ()
    bare = text.strip()
    return _listed(text) or _explained(bare) or _subtracted(bare) or _own_headings().get(_form(text), ())


def _explained(text: str) -> tuple[str, ...]:
    """What a heading with an explanation behind it means: what both say, else what the one says that says more."""
    for tail in (_EQUATION, _BRACKET):
        match = tail.match(text)
        if match:
            head = tuple(meaning for meaning in meanings_of(match[1]) if meaning not in GIVEN)
            said = () if vocabulary.heading(match[1]) else _listed(match[2]) or _subtracted(match[2].strip())
            behind = tuple(meaning for meaning in said if meaning not in GIVEN and meaning not in _GENERAL[:1])
            both = tuple(meaning for meaning in head if meaning in behind)
            found = both or (behind if not head or head[0] in _GENERAL and behind else head)
            if found:
                return found
    return ()


def _subtracted(text: str) -> tuple[str, ...]:
    """The difference that a heading spells out: an iteration minus the column before it."""
    match = _SUBTRACTION.match(text)
    if not match:
        return ()
    first = match[1] if _listed(match[1]) else _DIFFERENCE.sub("", match[1])
    later, earlier = _listed(first), _listed(match[2])
    number = next((int(m.rsplit("_", 1)[1]) for m in later if m.startswith("iteration_")), 0)
    before = ("performance", "start", "rating") if number == 1 else (f"iteration_{number - 1}",)
    counted = match[2].strip().isdecimal() and int(match[2]) == number - 1
    return (f"difference_{number}",) if number and (counted or set(before) & set(earlier)) else ()


@cache
def _own_headings() -> dict[str, tuple[str, ...]]:
    """What the report calls the columns that can be judged: known without being listed."""
    judged = (column for column in COLUMNS if column.judged and not column.family)
    return {_form(heading): (column.key,) for column in judged for heading in in_all(column.heading)}


def _listed(text: str) -> tuple[str, ...]:
    """The meanings of a heading that stands in the lists as it is."""
    plain, numbered = _spellings()
    form = _form(text)
    word = vocabulary.heading(text)
    given = _GIVEN_WORDS.get(word.name, ()) if word is not None else ()
    found = tuple(dict.fromkeys((*plain.get(form, ()), *given)))
    if found:
        return found
    for pattern, meaning in numbered:
        match = pattern.fullmatch(form)
        if match:
            return (f"{meaning}_{int(match[1])}",)
    return _phrased(text)


def _phrased(text: str) -> tuple[str, ...]:
    """The meaning of a heading that is made of known words alone, with one of each kind that it needs."""
    words = [_form(word) for word in _WORD.findall(text)]
    for meaning, kinds in _phrases().items():
        known = set().union(*kinds.values())
        if words and known.issuperset(words) and all(kinds[kind] & set(words) for kind in kinds if kind != "may"):
            return (meaning,)
    return ()


@cache
def _phrases() -> dict[str, dict[str, set[str]]]:
    """By meaning, the words that a heading is made of: by kind of word, of which it needs one; “may” are others."""
    return {
        meaning: {kind: {_form(word) for word in words} for kind, words in kinds.items()}
        for meaning, kinds in template_toml("columns.toml")[_PHRASES].items()
    }


@lru_cache(maxsize=1024)
def sum_kind(text: str) -> str:
    """What the label of a row says that it holds (plain, weighted, mean, largest); empty for any other text."""
    if text.startswith("=") or len(text) > _LONGEST:
        return ""  # a formula without a value, not the label of its row
    form = _form(text)
    for kind, spellings in template_toml("columns.toml")[_SUMS].items():
        if form in {_form(spelling) for spelling in spellings}:
            return str(kind)
    own = _own_labels().get(form, text)
    if own != text:
        return sum_kind(own)
    explained = _BRACKET.match(text.strip())
    return sum_kind(explained[1]) if explained else ""


@cache
def _own_labels() -> dict[str, str]:
    """What the report calls the rows under its players in other languages, with the English label."""
    return {_form(label): str(row.label) for row in SUM_ROWS for label in in_all(row.label)[1:]}


@cache
def player_titles() -> frozenset[str]:
    """The titles that may stand before a player's name, small."""
    return frozenset(title.casefold() for title in template_toml("columns.toml")[_TITLES]["before_a_name"])
