"""Writes a file whole or not at all: beside its target first, then in its place."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import FileError

_CLOSE = "Close it there and try again, or choose another name for the output (--out)."
_ELSEWHERE = "Choose another name for the output (--out)."

WORKBOOK = ".xlsx"
"""What the name of a workbook ends with; Excel opens none whose content and name differ."""
OUTPUT = Path("output")
"""Where results go when no file is named."""


def default_output(path: Path, what: str) -> Path:
    """output/NAME-report.xlsx for the event file NAME and `what` = report."""
    return OUTPUT / f"{path.stem}-{what}{WORKBOOK}"


@contextmanager
def replacing(target: Path, source: Path | None = None, suffix: str = WORKBOOK) -> Iterator[Path]:
    """A temporary path beside `target` to write to; at the end it takes the target's place.

    If anything is raised inside, the temporary file is removed and an older target stays as it was. `source` is the
    input, which the output must not replace; `suffix` is what the target's name must end with. Raises FileError where
    the target can't be written: it is a folder, has another suffix, is the input itself, read-only, or open in another
    program.
    """
    target = Path(target)
    check_writable(target, source, suffix)
    temporary = target.with_name(f".arpo-{secrets.token_hex(6)}{target.suffix}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary.touch()  # here, where it raises an OSError: xlsxwriter's own error for this is no OSError
        yield temporary
        os.replace(temporary, target)
    except PermissionError as error:
        if target.exists():
            raise FileError(target, "it can't be replaced: it is probably open in another program.", _CLOSE) from error
        raise FileError(target, "you have no permission to write in that folder.", _ELSEWHERE) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise FileError(target, "its folder is a file.", _ELSEWHERE) from error
    except OSError as error:
        raise FileError(target, f"it can't be written ({error.strerror or error}).", _ELSEWHERE) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_writable(target: Path, source: Path | None = None, suffix: str = WORKBOOK) -> None:
    """Raise FileError where `target` can't or mustn't be written; see `replacing`."""
    if target.is_dir():
        raise FileError(target, "this is a folder.", "Give the name of a file to write.")
    if target.suffix.lower() != suffix:
        ends = f"has no {suffix} at its end" if not target.suffix else f"ends in {target.suffix}, not in {suffix}"
        raise FileError(
            target, f"the output is an Excel workbook, and this name {ends}.", f"Write {target.stem}{suffix} instead."
        )
    if source is not None and _is_same(target, source):
        raise FileError(target, "the output would replace the input.", _ELSEWHERE)
    if not target.exists():
        return
    if not target.is_file():
        raise FileError(target, "this isn't an ordinary file.", _ELSEWHERE)
    if not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise FileError(target, "it is read-only.", f"Allow writing to it, or: {_ELSEWHERE[0].lower()}{_ELSEWHERE[1:]}")
    for lock in (f"~${target.name}", f".~lock.{target.name}#"):  # of Excel, of LibreOffice
        if target.with_name(lock).exists():
            raise FileError(
                target,
                f"it is open in another program (which put {lock} beside it).",
                f"{_CLOSE} If it isn't open, delete {lock}.",
            )


def _is_same(target: Path, source: Path) -> bool:
    try:
        return target.samefile(source)
    except OSError:
        return target.resolve() == source.resolve()
