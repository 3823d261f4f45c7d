"""Says what is being done where it takes long: on standard error, and only where that is a terminal.

    with doing(said("Reading {name}", name=path.name)): …

After two seconds of the command a line says so, with the seconds; it goes when the work is done, so that what is
printed then stands alone.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

from pipeline.errors import OutputError
from pipeline.language import language_for_errors
from pipeline.streams import ReaderLeft, SafeStream
from pipeline.visible import visible
from pipeline.words import Said, told

PATIENCE = 2.0
"""Seconds that a command may take without a word."""
_OFTEN = 0.5
_CLEAR = "\r\x1b[K"
_begun = time.monotonic()
_listener: ContextVar[Callable[[Said], None] | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(listener: Callable[[Said], None]) -> Iterator[None]:
    """Inside, whatever is begun is told to `listener`, at once, instead of on standard error."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def doing(what: Said) -> Iterator[None]:
    """While the work inside lasts, say what it is, once the command has taken PATIENCE seconds."""
    listener, stream = _listener.get(), sys.stderr
    if listener is not None:
        listener(what)
    if listener is not None or stream is None or not stream.isatty():
        yield
        return
    done = threading.Event()
    line = threading.Thread(target=_say, args=(what, done, stream), daemon=True)
    line.start()
    try:
        yield
    finally:
        done.set()
        line.join()


def _say(what: Said, done: threading.Event, stream: TextIO) -> None:
    """The line, renewed until the work is done, and then taken away."""
    if done.wait(max(0.0, PATIENCE - (time.monotonic() - _begun))):
        return
    acting = stream.with_colours() if isinstance(stream, SafeStream) else stream
    text = visible(told(what, language_for_errors(sys.argv[1:])))
    with contextlib.suppress(OSError, OutputError, ReaderLeft):
        while True:
            acting.write(f"{_CLEAR}{text} … {time.monotonic() - _begun:.0f} s")
            acting.flush()
            if done.wait(_OFTEN):
                break
        acting.write(_CLEAR)
        acting.flush()
