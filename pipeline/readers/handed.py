"""Files that were handed over under a name, such as uploads: they are called so, and nothing is opened by that name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_HANDED: ContextVar[Mapping[Path, Path]] = ContextVar("handed", default={})  # noqa: B039  (never changed)


@contextmanager
def handed(files: Mapping[Path, Path]) -> Iterator[None]:
    """Inside, a file that is read by one of these names has its content elsewhere: name -> where it is."""
    token = _HANDED.set(files)
    try:
        yield
    finally:
        _HANDED.reset(token)


def content_of(path: Path) -> Path:
    """Where the content of a file is: the path itself, but for one that was handed over."""
    return _HANDED.get().get(path, path)
