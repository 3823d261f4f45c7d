"""How much room a text takes in a cell: columns and rows are made for the words of the language that they hold.

A spreadsheet breaks a word that is wider than its column, and hides the lines that a row has no room for; what fits in
English doesn't in Spanish. The widths are those of Arial, and of the fonts with its measures, in thousandths of its
size.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

from pipeline.workbook.paper import pixels

_REGULAR = {
    191: "'", 222: "ijl‘’", 260: "|", 278: " !,./:;I[\\]ft·", 333: "()-`r“”¡", 334: "{}", 350: "•", 355: '"',
    389: "*", 400: "°", 469: "^", 500: "Jckszvxy", 549: "÷≤≥±√", 556: "#$0123456789?L_abdeghnopqu–«»",
    584: "+<=>~×−", 611: "FTZ¿", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W",
}
_BOLD = {
    238: "'", 278: " ,./I\\ijl·‘’", 280: "|", 333: "!()-:;[]`ft¡", 350: "•", 389: "*r{}", 400: "°", 474: '"',
    500: "z“”", 549: "÷≤≥±√", 556: "#$0123456789J_aceksvxy–«»", 584: "+<=>^~×−", 611: "?FLTZbdghnopqu¿",
    667: "EPSVXY", 722: "&ABCDHKNRU", 778: "GOQw", 833: "M", 889: "%m", 944: "W",
}
_WIDTHS = {
    bold: {character: width for width, characters in widths.items() for character in characters}
    for bold, widths in ((False, _REGULAR), (True, _BOLD))
}
_UNKNOWN = 1000
"""Of a character that isn't listed: none is wider but for a few."""
_PADDING = 6
"""Pixels of a cell beside its text, with a border."""
INDENT = 9
"""Pixels of a step of indentation."""
_POINT = 96 / 72


def text_pixels(text: str, size: float = 10, *, bold: bool = False) -> float:
    """The width of a line of text in pixels; a letter with an accent is as wide as without."""
    widths = _WIDTHS[bold]
    units = 0
    for character in text:
        if character not in widths:
            character = unicodedata.normalize("NFD", character)[0]
        units += widths.get(character, _UNKNOWN)
    return units / 1000 * size * _POINT


@lru_cache(maxsize=4096)
def lines_of(text: str, room: float, size: float = 10, *, bold: bool = False) -> int:
    """The lines that a text takes in a cell so many pixels wide, its words whole where they fit in."""
    lines = 0
    for paragraph in text.split("\n"):
        used, lines = 0.0, lines + 1
        for word in re.findall(r"\S+\s*|\s+", paragraph):
            wide = text_pixels(word.rstrip(), size, bold=bold)
            if used and used + wide > room - _PADDING:
                used, lines = 0.0, lines + 1
            used += text_pixels(word, size, bold=bold)
    return lines


def lines_in(text: str, widths: Iterable[float], *, indent: int = 0) -> int:
    """The lines of a text in a cell that is as wide as all of these columns, given in characters."""
    return lines_of(text, sum(map(pixels, widths)) - INDENT * indent)


def width_of(texts: Iterable[str], *, indent: int = 0) -> float:
    """The width in characters of a column that holds each of the texts in a line."""
    room = max(map(text_pixels, texts), default=0.0) + _PADDING + INDENT * indent
    return ceil((room - pixels(0)) / 7)


def heading_width(headings: Iterable[str], least: float, lines: int, size: float = 10) -> float:
    """The width in characters of a column: at least so much, and as much as its headings need in so many lines."""
    width = least
    for text in headings:
        words = max((text_pixels(word, size, bold=True) for word in text.split()), default=0.0) + _PADDING
        while pixels(width) < words or lines_of(text, pixels(width), size, bold=True) > lines:
            width += 0.5
    return width
