"""What a worker and its parent send each other: a request (task and limits), READY, and the outcome."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

from pipeline.errors import ArpoError

Task = Callable[[], Any]
READY = b"ready"
"""A worker's first words, once it has all that it needs: what goes wrong from then on is the file's doing."""
_LENGTH = struct.Struct("<Q")


class Outcome(NamedTuple):
    """What came of a task: its result, an error meant for the user, or what broke off (`memory`, `time`, a defect)."""

    result: Any = None
    error: ArpoError | None = None
    broke: str = ""
    details: str = ""


def sent(stream: BinaryIO, content: bytes) -> None:
    """Write a message."""
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def received(stream: BinaryIO) -> bytes:
    """Read a message; empty where the other side is gone before all of it came."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return b""
    [length] = _LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else b""
