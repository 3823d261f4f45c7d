"""Writes a file whole or not at all: beside its target first, then in its place."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pipeline.errors import FileError, UsageError, in_line, why_of
from pipeline.words import said

_CLOSE = said("Close it there and try again, or choose another name for the output (--out).")
_ELSEWHERE = said("Choose another name for the output (--out).")

WORKBOOK = ".xlsx"
REPORT_FILE = ".trf"
"""What the name of a workbook ends with; Excel opens none whose content and name differ."""
_KINDS = {WORKBOOK: said("an Excel workbook"), REPORT_FILE: said("a FIDE report file")}
OUTPUT = Path("output")
"""Where results go when no file is named."""
_PARTS = ".parts"
"""How the folder ends in which the parts of a temporary file are made."""
_LEFTOVER = re.compile(r"\.arpo-[0-9a-f]{12}\.(?i:xlsx|xlsm|trf|parts)")
_TIDIED: set[Path] = set()
"""Folders that this process has looked through for what others left: a batch writes 100,000 files into one."""
_DAY = 24 * 60 * 60
"""Windows: so many seconds old, a temporary file is one that was left."""


def default_output(path: Path, what: str) -> Path:
    """output/NAME-report.xlsx for the event file NAME and `what` = report."""
    return OUTPUT / f"{path.stem}-{what}{WORKBOOK}"


@contextmanager
def replacing(target: Path, *inputs: Path, suffix: str = WORKBOOK) -> Iterator[Path]:
    """A temporary path beside `target` to write to; at the end it takes the target's place and keeps its mode.

    If anything is raised inside, all temporary files are removed and an older target stays as it was. `inputs` are the
    files read, none of which the output may replace; `suffix` is what the target's name must end with. A target that
    is a link stays one: the file it leads to is replaced. Raises FileError where the target can't be written: it is a
    folder, has another suffix, is an input, read-only, or open in another program.
    """
    target = Path(target)
    check_writable(target, *inputs, suffix=suffix)
    with _failures_said(target):
        place = Path(os.path.realpath(target)) if target.is_symlink() else target
        place.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(place.parent)
        temporary = place.with_name(f".arpo-{secrets.token_hex(6)}{target.suffix}")
        try:
            # Here, where it raises an OSError: xlsxwriter's own error for this is no OSError.
            temporary.touch(_mode_of(place))
            with _claimed(temporary), _parts_beside(temporary):
                yield temporary
            if place.exists():
                temporary.chmod(_mode_of(place))  # whoever wrote it may have made a new file
            os.replace(temporary, place)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextmanager
def _failures_said(target: Path) -> Iterator[None]:
    """What the system refuses, as a FileError about the target."""
    try:
        yield
    except PermissionError as error:
        if target.exists():
            raise FileError(
                target, said("it can't be replaced: it is probably open in another program."), _CLOSE
            ) from error
        raise FileError(target, said("you have no permission to write in that folder."), _ELSEWHERE) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise FileError(target, said("its folder is a file."), _ELSEWHERE) from error
    except OSError as error:
        raise _unwritable(target, error) from error
    except Exception as error:
        reason = error.args[0] if error.args else None
        if type(error).__name__ == "FileCreateError" and isinstance(reason, OSError):  # xlsxwriter wraps them
            raise _unwritable(target, reason) from error
        raise


def _unwritable(target: Path, error: OSError) -> FileError:
    return FileError(target, said("it can't be written ({why}).", why=why_of(error)), _ELSEWHERE)


def _mode_of(target: Path) -> int:
    """The permissions of a file; where there is none, those that any new file gets."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        return 0o666


@contextmanager
def _parts_beside(temporary: Path) -> Iterator[None]:
    """Whatever makes temporary files of its own makes them in a folder beside `temporary`, which goes with it.

    A workbook's sheets are written one by one before they are zipped: a run that is killed must not leave them, names
    and ratings, in a folder for temporary files that nobody looks into.
    """
    folder, before = temporary.with_suffix(_PARTS), tempfile.tempdir
    folder.mkdir(0o700)
    tempfile.tempdir = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _claimed(temporary: Path) -> Iterator[None]:
    """Hold the temporary file as one in use; the system gives it up with this process, however that ends."""
    with contextlib.ExitStack() as stack:
        if sys.platform != "win32":  # there, what is open can't be replaced
            _is_free(stack.enter_context(temporary.open("ab")))
        yield


def _is_free(file: IO[bytes]) -> bool:
    """Lock a file until it is closed: not possible where another process has done so, nor on some drives."""
    if sys.platform == "win32":
        return os.fstat(file.fileno()).st_mtime < time.time() - _DAY
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files of runs that were killed: those that no process holds any more; once a folder."""
    if folder in _TIDIED:
        return
    with contextlib.suppress(OSError):
        _TIDIED.add(folder)
        left = [path for path in folder.iterdir() if _LEFTOVER.fullmatch(path.name)]
        names = {path.stem for path in left if path.suffix != _PARTS}
        for path in left:
            if path.suffix == _PARTS and path.stem not in names:
                shutil.rmtree(path, ignore_errors=True)
            elif path.suffix != _PARTS:
                with contextlib.suppress(OSError):
                    _remove_leftover(path)


def _remove_leftover(path: Path) -> None:
    with path.open("rb") as file:
        if not _is_free(file):
            return
        if sys.platform != "win32":
            path.unlink()
    path.unlink(missing_ok=True)
    shutil.rmtree(path.with_suffix(_PARTS), ignore_errors=True)


def check_writable(target: Path, *inputs: Path, suffix: str = WORKBOOK) -> None:
    """Raise FileError where `target` can't or mustn't be written; see `replacing`."""
    target = Path(target)
    try:
        found = os.stat(target).st_mode
    except FileNotFoundError:
        found = 0
    except NotADirectoryError as error:
        raise FileError(target, said("its folder is a file."), _ELSEWHERE) from error
    except (OSError, ValueError) as error:  # too long, links in a circle, a blank byte
        raise FileError(target, said("it can't be written ({why}).", why=why_of(error)), _ELSEWHERE) from error
    if stat.S_ISDIR(found):
        raise FileError(target, said("this is a folder."), said("Give the name of a file to write."))
    if target.suffix.lower() != suffix:
        what = (
            said("the output is {what}, and this name ends in {end}, not in {suffix}.",
                 what=_KINDS[suffix], end=target.suffix, suffix=suffix)
            if target.suffix
            else said("the output is {what}, and this name has no {suffix} at its end.", what=_KINDS[suffix],
                      suffix=suffix)
        )  # fmt: skip
        raise FileError(
            target,
            what,
            said("Write {stem}{suffix} instead.", stem=target.stem, suffix=suffix),
        )
    if any(_is_same(target, source) for source in inputs):
        raise FileError(target, said("the output would replace the input."), _ELSEWHERE)
    if not found:
        return
    if not stat.S_ISREG(found):
        raise FileError(target, said("this isn't an ordinary file."), _ELSEWHERE)
    if not found & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise FileError(
            target,
            said("it is read-only."),
            said("Allow writing to it, or: choose another name for the output (--out)."),
        )
    for lock in (f"~${target.name}", f".~lock.{target.name}#"):  # of Excel, of LibreOffice
        if os.path.lexists(target.with_name(lock)):
            raise FileError(
                target,
                said("it is open in another program (which put {lock} beside it).", lock=lock),
                said("{close} If it isn't open, delete {lock}.", close=_CLOSE, lock=lock),
            )


def check_new(target: Path, suffix: str = WORKBOOK) -> None:
    """Raise UsageError where there is anything called `target`, FileError where there can't be; see `replacing`."""
    with contextlib.suppress(OSError):
        os.stat(target)
        raise UsageError(
            said("{target}: there is such a file already.", target=in_line(target)),
            said("Choose another name, or delete it."),
        )
    check_writable(target, suffix=suffix)
    if os.path.lexists(target):
        raise UsageError(
            said("{target}: there is a link of this name, which leads nowhere.", target=in_line(target)),
            said("Choose another name."),
        )


def _is_same(target: Path, source: Path) -> bool:
    """Whether two names lead to one file: by links, by other letters where the drive takes them for equal, by “..”."""
    try:
        return os.path.samefile(target, source)
    except OSError:  # one of them isn't there (yet)
        with contextlib.suppress(OSError):  # nor the current folder
            return os.path.realpath(target) == os.path.realpath(source)
    return False
