"""What the headings of a table to be audited mean (templates/columns.toml, and vocabulary.toml for what is given)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from pipeline.method.columns import COLUMNS
from pipeline.readers import vocabulary
from pipeline.resources import template_toml

_HAT = "\u0302"
_KEPT = {"×", "Σ", "|", "Δ", "%"}
_SUMS = "sums"
_TITLES = "titles"
_GIVEN_WORDS = {"rating": ("rating",), "points": ("score", "points")}
"""Headings of the event readers (vocabulary.toml) that an audit knows without listing them again: their meanings."""
GIVEN = ("rating", "games", "score", "points")
"""Columns that any list of players has."""
RECURSIVE = ("rp", "rp_last", "limit")
OUTCOMES = (*RECURSIVE, "arpo", "arpo_last")
"""The columns that the iterations lead to; their truth takes longer than all the rest."""
_BRACKET = re.compile(r"^(.*\S)\s*[(\[].*[)\]]$")
_EQUATION = re.compile(r"^([^=]*\S)\s*=.+$")


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
        for meaning, spellings in meanings.items() if language not in (_SUMS, _TITLES) else ():
            for spelling in spellings:
                if "{n}" in spelling:
                    before, after = (re.escape(_form(part)) for part in spelling.split("{n}"))
                    numbered.append((re.compile(f"{before}([1-9][0-9]{{0,3}}){after}"), meaning))
                elif meaning not in plain.setdefault(_form(spelling), []):
                    plain[_form(spelling)].append(meaning)
    return plain, numbered


@lru_cache(maxsize=4096)
def meanings_of(text: str) -> tuple[str, ...]:
    """The columns that a heading can stand for, the likeliest first; none where it isn't known.

    What stands in brackets behind a heading, or as an equation, explains it: Ra (elo medio), ĉ = dp - c. Not behind a
    column that is given: a “Rating (opponents)” is none.
    """
    found = _listed(text)
    for tail in (_EQUATION, _BRACKET):
        match = None if found else tail.match(text.strip())
        if match:
            found = tuple(meaning for meaning in meanings_of(match[1]) if meaning not in GIVEN)
    return found or _own_headings().get(_form(text), ())


@cache
def _own_headings() -> dict[str, tuple[str, ...]]:
    """What the report calls the columns that can be judged: known without being listed."""
    return {_form(column.heading): (column.key,) for column in COLUMNS if column.judged and not column.family}


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
    return ()


@lru_cache(maxsize=1024)
def sum_kind(text: str) -> str:
    """What the label of a row says that it holds (plain, weighted, mean, largest); empty for any other text."""
    if text.startswith("="):
        return ""  # a formula without a value, not the label of its row
    form = _form(text)
    for kind, spellings in template_toml("columns.toml")[_SUMS].items():
        if form in {_form(spelling) for spelling in spellings}:
            return str(kind)
    explained = _BRACKET.match(text.strip())
    return sum_kind(explained[1]) if explained else ""


@cache
def player_titles() -> frozenset[str]:
    """The titles that may stand before a player's name, small."""
    return frozenset(title.casefold() for title in template_toml("columns.toml")[_TITLES]["before_a_name"])
