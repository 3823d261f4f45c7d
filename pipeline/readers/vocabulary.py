"""The words of tournament files (templates/vocabulary.toml), looked up by spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from pipeline.resources import template_toml

_LAYOUTS = ("native", "crosstable", "swiss-manager", "us-chess", "vega", "round-robin", "trf", "game-list")
_KEPT = "#+-/%"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""The hyphen of the keyboard, and what word processors and web pages make of it: they all mean the same in a result."""


class Word(NamedTuple):
    """What a heading means: its canonical name, the number in it (0 for none), how early its spelling is listed."""

    name: str
    number: int = 0
    preference: int = 0


_OTHER_SIGNS = re.compile(f"[^a-z0-9{re.escape(_KEPT)}]")


def _form(text: str) -> str:
    """The form in which headings are compared: letters without accents, digits and a few signs, small."""
    if text.isascii():
        return _OTHER_SIGNS.sub("", text.lower())
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in plain if character.isalnum() or character in _KEPT)


_GAMES = "n"
"""Bare and small, it is how many games somebody played (on a calculated sheet); N. is a player's number."""


def languages() -> list[str]:
    """The languages that the vocabulary knows."""
    return [name for name in template_toml("vocabulary.toml") if name not in _LAYOUTS]


class _Spellings(NamedTuple):
    """A section's spellings: plain ones by form, those with {n} by the forms of what is before and behind it."""

    plain: dict[str, Word]
    numbered: dict[tuple[str, str], tuple[int, Word]]
    """With their places in the vocabulary: the first that fits is meant."""
    before: frozenset[str]
    """What stands before a number."""
    longest: int
    """The most characters of a form that has a number and is one of these: a longer text (a formula) needs no look."""


_DIGITS = frozenset("0123456789")
_MOST_DIGITS = 3


@cache
def _spellings(section: str) -> _Spellings:
    """All languages' spellings of a section."""
    plain: dict[str, Word] = {}
    numbered: dict[tuple[str, str], tuple[int, Word]] = {}
    for language in languages():
        for name, spellings in template_toml("vocabulary.toml")[language].get(section, {}).items():
            for preference, spelling in enumerate(spellings):
                if "{n}" in spelling:
                    before, after = (_form(part) for part in spelling.split("{n}"))
                    numbered.setdefault((before, after), (len(numbered), Word(name, 0, preference)))
                else:
                    plain.setdefault(_form(spelling), Word(name, 0, preference))
    longest = max((len(before) + _MOST_DIGITS + len(after) for before, after in numbered), default=0)
    return _Spellings(plain, numbered, frozenset(before for before, _ in numbered), longest)


@lru_cache(maxsize=4096)
def heading(text: str) -> Word | None:
    """What a heading means, or None where no language knows it."""
    spellings = _spellings("headings")
    form = _form(text)
    if form in spellings.plain and text.strip() != _GAMES:
        return spellings.plain[form]
    return _numbered(form, spellings)


def _numbered(form: str, spellings: _Spellings) -> Word | None:
    """The first spelling with a number that a form is one of; most cells of a table are numbers, and none."""
    found: list[tuple[int, Word]] = []
    if len(form) > spellings.longest:
        return None
    for start in range(len(form)):
        end, before = start, form[:start]
        if form[start] in _DIGITS and before in spellings.before:
            while end < len(form) and end - start < _MOST_DIGITS and form[end] in _DIGITS:
                end += 1
                if (there := spellings.numbered.get((before, form[end:]))) is not None:
                    found.append((there[0], there[1]._replace(number=int(form[start:end]))))
    return min(found)[1] if found else None


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
    word = _spellings("labels").plain.get(_form(text))
    return word is not None and word.name == name


@cache
def codes(layout: str, section: str) -> dict[str, str]:
    """Of a layout's section (results, byes, ratings): each spelling, in small letters, with the code it stands for.

    A hyphen in a spelling stands for every kind of dash.
    """
    return {
        spelling.casefold().replace("-", dash): code
        for code, spellings in template_toml("vocabulary.toml")[layout][section].items()
        for spelling in spellings
        for dash in (DASHES if "-" in spelling else "-")
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
