"""XML in a plain form, so that a part can be changed as text: what looks like a tag is one.

Most programs write their parts so, and such a part stays byte for byte what it was but for the change. Any other one
(with comments, CDATA, processing instructions, character references, a > in an attribute, another encoding) is written
anew by a parser first: in text, a row that stands in a comment can't be told from a row, and a part in Latin-1 can't be
joined with what we add. Parsers that build a tree would do for reading; written, they change the prefixes of names,
which mc:Ignorable and others refer to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.parsers import expat
from xml.sax.saxutils import escape

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ENCODING = re.compile(r"""<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)""")
_MAYBE_IN_ATTRIBUTE = re.compile(r"""=\s*"[^"<>]*[<>]|=\s*'[^'<>]*[<>]""")
_TAG = re.compile(r"""</?[\w:.-]+(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*+>""")
_ESCAPED = {'"': "&quot;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


class NotXml(Exception):
    """A part isn't well formed."""


def plain(data: bytes) -> str:
    """A part as text in the plain form, declared as UTF-8. Raises NotXml."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return rewritten(data)
    declared = _ENCODING.match(text)
    if (declared and declared[1].lower() != "utf-8") or not _is_plain(text):
        return rewritten(data)
    return text


def _is_plain(text: str) -> bool:
    instructions = text.count("<?")
    if "<!" in text or "&#" in text or "\0" in text or instructions > text.startswith("<?xml"):
        return False
    # A formula may hold ="<", too, which looks like an attribute: only the count of all tags tells.
    return not _MAYBE_IN_ATTRIBUTE.search(text) or sum(1 for _ in _TAG.finditer(text)) + instructions == text.count("<")


def rewritten(data: bytes) -> str:
    """A part written anew: the same elements, attributes and texts, names with the prefixes that they had."""
    parts = [_DECLARATION]
    is_open = False

    def closed() -> None:
        nonlocal is_open
        if is_open:
            parts.append(">")
            is_open = False

    def start(name: str, attributes: Sequence[str]) -> None:
        nonlocal is_open
        closed()
        pairs = zip(attributes[::2], attributes[1::2], strict=True)
        parts.append(f"<{name}" + "".join(f' {key}="{escape(value, _ESCAPED)}"' for key, value in pairs))
        is_open = True

    def end(name: str) -> None:
        nonlocal is_open
        parts.append("/>" if is_open else f"</{name}>")
        is_open = False

    def text(value: str) -> None:
        closed()
        parts.append(escape(value, {"\r": "&#13;"}))

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    _parse(parser, data)
    return "".join(parts)


def check(data: bytes) -> None:
    """Raise NotXml where a part isn't well formed, its prefixes included."""
    _parse(expat.ParserCreate(namespace_separator=" "), data)


def _parse(parser: expat.XMLParserType, data: bytes) -> None:
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise NotXml(str(error)) from error
