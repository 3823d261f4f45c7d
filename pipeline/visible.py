"""Texts of files made harmless: for a terminal, which would act on some signs, and for spreadsheets that open a csv."""

from __future__ import annotations

import re

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
"""Characters that a terminal acts on or hides instead of showing them: controls (but for tab and line feed), the marks
that turn the direction of writing, invisible ones. The joiners of Persian and Indian names aren't among them."""

GUARD = "'"
"""Stands before a text in csv that a spreadsheet would take for a formula; Excel and LibreOffice mean the same by it
in a cell.
"""
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def visible(text: str) -> str:
    """The text with characters that act on a terminal replaced by signs: ␛ for an escape, � where there is none."""
    return _ACTING.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "\ufffd"


def guarded(value: object) -> object:
    """A value for csv: a text that a spreadsheet would take for a formula with GUARD before it."""
    return GUARD + value if isinstance(value, str) and value.startswith(_FORMULA_SIGNS) else value
