"""Whatever a user reads, in his language: sentences are written in English where they are used, and told in another at
the border (screen, workbook, page), from the catalogue of that language in templates/words/.

    raise InputError(path, [Problem(place, said("round {n} has no results.", n=3), said("Fill them in."))])
    told(said("round {n} has no results.", n=3), "es")

A `Said` is its English text, so it is compared, joined and printed like any other; what keeps it translatable are the
template and the details that it remembers. An f-string or a `+` loses them: put the parts in as details, which are told
in the language, too.

Catalogues are gettext's: translators' programs open them, plurals follow each language's own rule, and Python reads
them without another package. `make words` (tools/words.py) collects the calls of `said` and `counted` into them.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from string import Formatter
from typing import Any

from pipeline.resources import template_names, template_path

ENGLISH = "en"
"""The language of the source, which needs no catalogue."""
_COMPILED = ".mo"
_FOUR_DIGITS = len("1,940")
"""Where the comma is the decimal sign, longer numbers are grouped by blanks, and shorter ones not at all."""


@cache
def languages() -> tuple[str, ...]:
    """English, and the languages that there is a catalogue of: a new one is a file, and nothing else."""
    return (ENGLISH, *(name.removesuffix(_COMPILED) for name in template_names("words") if name.endswith(_COMPILED)))


class Said(str):
    """A sentence or a word for users: its English text, and what another language makes its own from.

    template  the English sentence with {details}; plural, of one that counts, the form for several
    details   what is put in: texts that are `Said`, too, are told in the language; floats get its decimal sign
    number    the number that a counting sentence is about; None for one that doesn't count
    """

    template: str
    plural: str
    details: Mapping[str, Any]
    number: int | None

    def __new__(
        cls, template: str, details: Mapping[str, Any], plural: str = "", number: int | None = None
    ) -> Said:
        """Fill in the English sentence. A detail that the template names and that is missing is a KeyError."""
        form = plural if plural and number != 1 else template
        new = super().__new__(cls, form.format_map(details) if details else form)
        new.template, new.plural, new.details, new.number = template, plural, details, number
        return new

    def __reduce__(self) -> tuple[type[Said], tuple[str, Mapping[str, Any], str, int | None]]:
        """Pickle what it was made from: sentences come from processes that read in isolation."""
        return Said, (self.template, self.details, self.plural, self.number)


def said(template: str, /, **details: Any) -> Said:
    """A sentence, given in English as a literal (the catalogues are collected from the calls), with its details.

    Braces that are meant as such are doubled only where there are details.
    """
    return Said(template, details)


def counted(one: str, many: str, count: int, /, **details: Any) -> Said:
    """A sentence that counts: the forms for one and for several; {count} is the number."""
    return Said(one, {"count": count, **details}, many, count)


def counting(one: str, many: str, /) -> Said:
    """A sentence that counts, of which the number isn't known yet: `filled` puts it in, as {count}."""
    return Said(one, {}, many)


def filled(sentence: Said, details: Mapping[str, Any]) -> Said:
    """A sentence that was given without its details, with them; one that counts takes the form for {count}."""
    return Said(sentence.template, details, sentence.plural, details["count"] if sentence.plural else None)


def joined(separator: str, parts: Iterable[object]) -> Said:
    """Several texts (or numbers) one after the other, each told in the language."""
    kept = list(parts)
    template = separator.replace("{", "{{").replace("}", "}}").join(f"{{p{i}}}" for i in range(len(kept)))
    return Said(template, {f"p{i}": part for i, part in enumerate(kept)})


def in_quotes(text: str) -> Said:
    """A text between the quotation marks of the language."""
    return said("“{text}”", text=text)


def enumerated(parts: Sequence[str], most: int | None = None, separator: str = ", ") -> Said:
    """Texts with commas between them; past the first `most`, how many more there are."""
    shown = joined(separator, parts[:most])
    left = len(parts) - len(parts[:most])
    return counted("{first} and {count} more", "{first} and {count} more", left, first=shown) if left else shown


def either(parts: Iterable[str]) -> Said:
    """Texts with “or” between them."""
    return _folded(parts, lambda one, other: said("{one} or {other}", one=one, other=other))


def both(parts: Iterable[str]) -> Said:
    """Texts with “and” between them."""
    return _folded(parts, lambda one, other: said("{one} and {other}", one=one, other=other))


def _folded(parts: Iterable[str], fold: Callable[[str, str], Said]) -> Said:
    whole = reduce(fold, parts)
    return whole if isinstance(whole, Said) else joined("", [whole])


def told(text: str, language: str) -> str:
    """The text in the language; what isn't a `Said`, or isn't in the catalogue, stays as it is."""
    if language == ENGLISH or not isinstance(text, Said):
        return str(text)
    catalogue = _catalogue(language)
    if text.number is None or not text.plural:
        # The empty text would be the catalogue's own header.
        form = catalogue.gettext(text.template) if text.template else ""
    else:
        form = catalogue.ngettext(text.template, text.plural, text.number)
    return _Filling(language).vformat(form, (), text.details) if text.details else form


def in_all(text: str) -> tuple[str, ...]:
    """A text in every language, English first: what the readers know one of our own files by."""
    return tuple(told(text, language) for language in languages())


class _Filling(Formatter):
    """Puts details into a sentence as the language writes them."""

    def __init__(self, language: str) -> None:
        self._language = language

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        value, key = super().get_field(field_name, args, kwargs)
        return (told(value, self._language) if isinstance(value, Said) else value), key

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        sign = decimal_sign(self._language)
        if sign == "." or not isinstance(value, (int, float)):
            return text
        whole, point, decimals = text.partition(".")
        if "," in whole:
            whole = whole.replace(",", "\u00a0" if len(whole) > _FOUR_DIGITS else "")
        return whole + (sign if point else "") + decimals


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """The compiled catalogue (`make words`). Raises MissingPart where the installation lacks it."""
    with template_path(f"words/{language}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@cache
def own_name(language: str) -> str:
    """What the speakers of a language call it: the catalogue's head says it."""
    return "English" if language == ENGLISH else _catalogue(language).info().get("x-name", language)


@cache
def decimal_sign(language: str) -> str:
    """What stands before the decimals of a number in a text: the catalogue's head says it."""
    return "." if language == ENGLISH else _catalogue(language).info().get("x-decimal-sign", ".")
