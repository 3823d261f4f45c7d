"""Starts the page at once: its plain options are taken here, since the command line's own parser takes longer to load
than the page itself. Whatever isn't plain (help, a wrong option, a port that can't be had) is the command line's.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.containment import ended_by_signals
from pipeline.errors import UsageError
from pipeline.language import OPTION
from pipeline.streams import give_up_output, safe_streams
from pipeline.words import languages


class Plain(NamedTuple):
    """The options of `arpo page` as `serve` takes them."""

    port: int = 0
    language: str = ""
    opened: bool = True


def plain(arguments: Sequence[str]) -> Plain | None:
    """The options, where there is nothing to be said of them; else None."""
    port, language, opened = Plain()
    left = [part for argument in arguments for part in argument.split("=", 1)]
    while left:
        name = left.pop(0)
        if name == "--no-open":
            opened = False
        elif name == "--port" and left and left[0].isdecimal() and int(left[0]) < 65536:
            port = int(left.pop(0))
        elif name == OPTION and left and left[0] in languages():
            language = left.pop(0)
        else:
            return None
    return Plain(port, language, opened)


def started(arguments: Sequence[str]) -> bool:
    """Serve the page until its end; False, and nothing done, where that is the command line's to do, or to refuse."""
    options = plain(arguments)
    if options is None:
        return False
    gc.disable()  # until the page is there: what is imported stays
    try:
        from pipeline.page.serving import listening, serve  # the part that may not be installed

        listener = listening(options.port)
    except (ImportError, UsageError):
        gc.enable()
        return False
    with safe_streams(), ended_by_signals():
        serve(listener, options.language, opened=options.opened)
        give_up_output()
    sys.exit(0)
