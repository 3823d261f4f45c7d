"""Standard output and error: what is printed can do nothing to a terminal, and what fails there is said or silent.

All that a command prints goes through a `SafeStream`, its tables through `console_on`. Light: every command loads it.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from pipeline.errors import OutputError

if TYPE_CHECKING:
    from rich.console import Console

SUBSTITUTES = {
    "ĉ": "c^", "½": "1/2", "→": "->", "−": "-", "–": "-", "·": "-", "…": "...", "“": '"', "”": '"', "≤": "<=",
    "×": "x", "±": "+/-", "Σ": "sum",
}
"""For consoles that have no such character; any other becomes a question mark."""

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
"""Characters that a terminal acts on or hides instead of showing them: controls (but for tab and line feed), the marks
that turn the direction of writing, invisible ones. The joiners of Persian and Indian names aren't among them."""


class ReaderLeft(Exception):
    """Whoever read what is printed has left (… | head): nothing is wrong, and nothing is to be said."""


def visible(text: str) -> str:
    """The text with characters that act on a terminal replaced by signs: ␛ for an escape, � where there is none."""
    return _ACTING.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "\ufffd"


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
    return ReaderLeft() if error.errno == errno.EPIPE else OutputError(error.strerror or str(error))


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
            raise OutputError("it is closed")
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


def console_on(stream: TextIO) -> Console:
    """A console that prints on the stream what it is given: no markup, no emoji, no line broken, no raw control."""
    from pipeline.console import SafeConsole  # only here: see above

    file = cast(TextIO, stream.with_colours()) if isinstance(stream, SafeStream) else stream
    return SafeConsole(file=file, highlight=False, soft_wrap=True, markup=False, emoji=False)
