"""Texts of files made harmless for a terminal: what it would act on is shown as a sign."""

from __future__ import annotations

import re

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
"""Characters that a terminal acts on or hides instead of showing them: controls (but for tab and line feed), the marks
that turn the direction of writing, invisible ones. The joiners of Persian and Indian names aren't among them."""


def visible(text: str) -> str:
    """The text with characters that act on a terminal replaced by signs: ␛ for an escape, � where there is none."""
    return _ACTING.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "\ufffd"
