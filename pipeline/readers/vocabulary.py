"""The words of tournament files (templates/vocabulary.toml), looked up by spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from pipeline.resources import template_toml

_LAYOUTS = ("native", "crosstable", "swiss-manager", "us-chess", "vega", "round-robin", "trf")
_KEPT = "#+-/%"


class Word(NamedTuple):
    """What a heading means: its canonical name, the number in it (0 for none), how early its spelling is listed."""

    name: str
    number: int = 0
    preference: int = 0


def _form(text: str) -> str:
    """The form in which headings are compared: letters without accents, digits and a few signs, small."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in plain if character.isalnum() or character in _KEPT)


_GAMES = "n"
"""Bare and small, it is how many games somebody played (on a calculated sheet); N. is a player's number."""


def languages() -> list[str]:
    """The languages that the vocabulary knows."""
    return [name for name in template_toml("vocabulary.toml") if name not in _LAYOUTS]


@cache
def _spellings(section: str) -> tuple[dict[str, Word], list[tuple[re.Pattern[str], Word]]]:
    """All languages' spellings of a section: plain ones by form, those with {n} as patterns."""
    plain: dict[str, Word] = {}
    numbered: list[tuple[re.Pattern[str], Word]] = []
    for language in languages():
        for name, spellings in template_toml("vocabulary.toml")[language].get(section, {}).items():
            for preference, spelling in enumerate(spellings):
                if "{n}" in spelling:
                    before, after = (re.escape(_form(part)) for part in spelling.split("{n}"))
                    numbered.append((re.compile(f"{before}([0-9]{{1,3}}){after}"), Word(name, 0, preference)))
                else:
                    plain.setdefault(_form(spelling), Word(name, 0, preference))
    return plain, numbered


@lru_cache(maxsize=4096)
def heading(text: str) -> Word | None:
    """What a heading means, or None where no language knows it."""
    plain, numbered = _spellings("headings")
    form = _form(text)
    if form in plain and text.strip() != _GAMES:
        return plain[form]
    for pattern, word in numbered:
        match = pattern.fullmatch(form)
        if match:
            return word._replace(number=int(match[1]))
    return None


def form(text: str) -> str:
    """A text as headings are compared: two of the same form are the same heading."""
    return _form(text)


@cache
def spellings(name: str) -> frozenset[str]:
    """All spellings of a canonical name, as the vocabulary lists them."""
    return frozenset(
        spelling
        for language in languages()
        for spelling in template_toml("vocabulary.toml")[language].get("headings", {}).get(name, ())
    )


@cache
def forms(name: str) -> frozenset[str]:
    """The forms of a canonical name in all languages; of a numbered one (Result 1), without its number."""
    return frozenset(_form(spelling.replace("{n}", "")) for spelling in spellings(name))


def is_heading(text: str, name: str) -> bool:
    """Whether a text is a spelling of this heading, even if it is one of another, too (`Name`)."""
    return any(
        _form(text) == _form(spelling)
        for language in languages()
        for spelling in template_toml("vocabulary.toml")[language].get("headings", {}).get(name, ())
    )


def heading_text(name: str, number: int = 0) -> str:
    """The heading that arpo itself writes for a canonical name: the first English spelling."""
    spelling: str = template_toml("vocabulary.toml")["english"]["headings"][name][0]
    return spelling.replace("{n}", str(number))


def is_label(text: str, name: str) -> bool:
    """Whether a text is the label `name` in some language, with or without a colon."""
    plain, _ = _spellings("labels")
    word = plain.get(_form(text))
    return word is not None and word.name == name


@cache
def codes(layout: str, section: str) -> dict[str, str]:
    """Of a layout's section (results, byes, ratings): each spelling, in small letters, with the code it stands for."""
    return {
        spelling.casefold(): code
        for code, spellings in template_toml("vocabulary.toml")[layout][section].items()
        for spelling in spellings
    }


@cache
def colour_meanings() -> dict[str, frozenset[str]]:
    """Each letter or word of a colour, small, with what it means in some language: w (White), b (Black), or both."""
    found: dict[str, set[str]] = {}
    for language in languages():
        for spelling, colour in colours_of(language).items():
            found.setdefault(spelling, set()).add(colour)
    return {spelling: frozenset(colours) for spelling, colours in found.items()}


@cache
def colours_of(language: str) -> dict[str, str]:
    """A language's letters and words of the colours, small, with w or b."""
    section = template_toml("vocabulary.toml")[language].get("colours", {})
    return {spelling.casefold(): colour[0] for colour, spellings in section.items() for spelling in spellings}


@cache
def colour_words() -> dict[str, str]:
    """The words, not the letters, of the colours in all languages, by their form, with w or b."""
    return {
        _form(spelling): colour
        for language in languages()
        for spelling, colour in colours_of(language).items()
        if len(spelling) > 1
    }


@cache
def results_of(language: str) -> dict[str, frozenset[str]]:
    """A language's letters and words of a result, small, with the codes (w, d, l) that each can stand for."""
    found: dict[str, set[str]] = {}
    for code, spellings in template_toml("vocabulary.toml")[language].get("results", {}).items():
        for spelling in spellings:
            found.setdefault(spelling.casefold(), set()).add(code)
    return {spelling: frozenset(meanings) for spelling, meanings in found.items()}


@cache
def result_signs() -> dict[str, str]:
    """The spellings of a result that are the same in every language (1, ½, +, full-bye), with their codes."""
    return {
        spelling: code for spelling, code in codes("native", "results").items() if spelling not in results_of("english")
    }


def heading_languages(texts: Iterable[str]) -> list[str]:
    """The languages that know most of the headings `texts`, all of them where several know as many."""
    row = list(texts)
    known = {language: sum(_known_in(language, text) for text in row) for language in languages()}
    most = max(known.values())
    return [language for language, count in known.items() if count == most]


@lru_cache(maxsize=4096)
def _known_in(language: str, text: str) -> bool:
    form = _form(text)
    return any(pattern.fullmatch(form) for pattern in _patterns(language))


@cache
def _patterns(language: str) -> list[re.Pattern[str]]:
    spellings = template_toml("vocabulary.toml")[language].get("headings", {}).values()
    return [
        re.compile("[0-9]{1,3}".join(re.escape(_form(part)) for part in spelling.split("{n}")))
        for group in spellings
        for spelling in group
    ]
