"""Standard output and error: what is printed can do nothing to a terminal, and what fails there is said or silent.

All that a command prints goes through a `SafeStream`. Light: every command loads it.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from pipeline.errors import OutputError, why_of
from pipeline.visible import visible
from pipeline.words import said

SUBSTITUTES = {
    "ĉ": "c^", "½": "1/2", "→": "->", "−": "-", "–": "-", "·": "-", "…": "...", "“": '"', "”": '"', "≤": "<=",
    "×": "x", "±": "+/-", "Σ": "sum",
}
"""For consoles that have no such character; any other becomes a question mark."""

class ReaderLeft(Exception):
    """Whoever read what is printed has left (… | head): nothing is wrong, and nothing is to be said."""


class SafeStream:
    """A text stream to print on. Its text is made `visible`; `acting` says that colours may pass, for a console.

    Writing raises ReaderLeft where nobody reads on, and OutputError where it fails.
    """

    def __init__(self, stream: TextIO, *, acting: bool = False) -> None:
        """Print on `stream`."""
        self._stream = stream
        self._acting = acting

    def write(self, text: str) -> int:
        """Print the text."""
        try:
            return self._stream.write(text if self._acting else visible(text))
        except OSError as error:
            raise _failure(error) from error

    def flush(self) -> None:
        """Let all that was printed out."""
        try:
            self._stream.flush()
        except OSError as error:
            raise _failure(error) from error

    def with_colours(self) -> SafeStream:
        """The same stream for a console, which sees to its texts itself and adds colours."""
        return SafeStream(self._stream, acting=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _failure(error: OSError) -> Exception:
    return ReaderLeft() if error.errno == errno.EPIPE else OutputError(why_of(error))


@contextmanager
def safe_streams() -> Iterator[None]:
    """Standard output and error as safe streams. Raises OutputError where there is no standard output."""
    _keep_descriptors()
    before = sys.stdout, sys.stderr
    if sys.stderr is None:  # closed: what is said there is lost, and nothing else
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    _substitute_characters()
    sys.stderr = cast(TextIO, SafeStream(sys.stderr))
    try:
        if sys.stdout is None:
            raise OutputError(said("it is closed"))
        sys.stdout = cast(TextIO, SafeStream(sys.stdout))
        yield
    finally:
        sys.stdout, sys.stderr = before


def _keep_descriptors() -> None:
    """Let no file that is opened later get the number of a closed standard stream: it would be written to as one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _substitute_characters() -> None:
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
    """After a failure of standard output or error: Python's own flush at the end must not complain of it again."""
    with contextlib.suppress(OSError, ValueError):  # a test's stream has no number
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (ReaderLeft, OutputError):
                with open(os.devnull, "wb") as nowhere:
                    os.dup2(nowhere.fileno(), stream.fileno())
