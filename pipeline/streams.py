"""Standard output and error that no character and no closed pipe can make fail. Light: every command loads it."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

SUBSTITUTES = {
    "ĉ": "c^", "½": "1/2", "→": "->", "−": "-", "–": "-", "·": "-", "…": "...", "“": '"', "”": '"', "≤": "<=",
    "×": "x", "±": "+/-", "Σ": "sum",
}
"""For consoles that have no such character; any other becomes a question mark."""


def make_streams_safe() -> None:
    """Let standard output and error replace what their encoding doesn't have, instead of failing."""

    def substitute(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        wanted = error.object[error.start : error.end]
        return "".join(SUBSTITUTES.get(character, "?") for character in wanted), error.end

    codecs.register_error("arpo", substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="arpo")


def give_up_output() -> None:
    """After a broken pipe (… | head): nobody reads on, and Python's own flush at the end must not complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console_on(stream: TextIO) -> Console:
    """A console that prints on the stream what it is given: no markup, no emoji, no line broken."""
    from rich.console import Console  # only here: see above

    return Console(file=stream, highlight=False, soft_wrap=True, markup=False, emoji=False)
