"""One XML part of a container, looked through with expat before a parser builds anything from it.

expat itself decides what is a DTD, an element or an encoding, so that no spelling of them gets past: patterns of bytes
alone would miss UTF-16, character references and prefixes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from pipeline.words import Said, said

DEEPEST = 200
"""Levels of nesting; real spreadsheets have some ten."""
ELEMENTS_A_CELL = 10
"""A part may have this many elements for each cell that the limits allow (a cell has itself, a value, a text run …)."""

LARGE_PART = 100_000
"""Bytes; parts from this size on are looked through in faster ways."""

Start = Callable[[str, dict[str, str]], None]
_STARTS_XML = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*<|\xff\xfe|\xfe\xff|<\0|\0<")


class Refused(Exception):
    """An XML part can't be read or mustn't be; `what` is the end of a sentence that begins with the part's name."""

    def __init__(self, what: Said, malformed: bool = False) -> None:
        """Keep what is wrong; `malformed` where it is only damaged."""
        super().__init__(what)
        self.what = what
        self.malformed = malformed


def is_xml(content: bytes) -> bool:
    """Whether a parser would take the content for XML."""
    return _STARTS_XML.match(content) is not None


def scan(content: bytes, cells: int, start: Start | None = None, end: Callable[[str], None] | None = None) -> int:
    """Call `start` and `end` with the local name of each element; returns the number of elements.

    Raises Refused for a DTD, for too many or too deeply nested elements (`cells` is the limit), and for malformed XML.
    """
    elements = depth = 0
    most = cells * ELEMENTS_A_CELL
    if start is None and len(content) > LARGE_PART:
        elements = content.count(b"<")  # too many, with the end tags, and fast: a large table of texts
        if elements > most * 2:
            raise Refused(said("has more than {most:,} elements", most=most))

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal elements, depth
        elements += 1
        depth += 1
        if depth > DEEPEST:
            raise Refused(said("is nested more than {levels} levels deep, which no spreadsheet is", levels=DEEPEST))
        if elements > most:
            raise Refused(said("has more than {most:,} elements", most=most))
        if start is not None:
            start(name.rpartition(":")[2], attributes)

    def finish(name: str) -> None:
        nonlocal depth
        depth -= 1
        if end is not None:
            end(name.rpartition(":")[2])

    def doctype(*_: object) -> None:
        raise Refused(said("has a document type definition (DTD), which no spreadsheet has and which can be an attack"))

    parser = expat.ParserCreate()
    if not elements:
        parser.StartElementHandler = begin
        parser.EndElementHandler = finish
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Refused(
            said(
                "is no valid XML (line {line}: {error})",
                line=error.lineno, error=expat.ErrorString(error.code),
            ),
            True,
        ) from error
    except (LookupError, ValueError, UnicodeError) as error:  # an encoding that Python doesn't know, or can't map
        raise Refused(said("has an unknown encoding ({error})", error=error), True) from error
    return elements
