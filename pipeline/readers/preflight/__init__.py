"""Looks at a file before any parser does: how large it gets, how far its cells reach, and what is unsafe in it.

Parsers trust a file: one cell at XFD1048576 in 5 KB makes one abort the whole process and another run for hours, and
2 MB can unzip to 2 GB. All of that can be seen in milliseconds, without building anything from the file.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.limits import MB, Limits
from pipeline.readers.preflight.findings import Findings, megabytes, too_large
from pipeline.words import said

__all__ = ["Findings", "check_size", "examine"]

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"{\\rtf")
"""First bytes of files that no parser of ours opens; they get their own message later."""


def check_size(path: Path, size: int, limits: Limits) -> None:
    """Raise FileError for a file so large that it isn't even read."""
    if size > limits.file_mb * MB:
        what = said("the file has {megabytes} (limit {file_mb} MB).", megabytes=megabytes(size), file_mb=limits.file_mb)
        raise too_large(path, what, said("A tournament file is much smaller: is it the right one?"), limits)


def examine(path: Path, data: bytes, limits: Limits) -> Findings:
    """What the bytes of a file are and hold. Raises FileError where they are damaged, too large or unsafe."""
    if data.startswith(_ZIP):
        from pipeline.readers.preflight import zipped

        return zipped.examine(path, data, limits)
    if data.startswith(_OLE):
        from pipeline.readers.preflight import ole

        return ole.examine(path, data, limits)
    if data.startswith(_OTHER):
        return Findings("other", size=len(data))
    from pipeline.readers.preflight import texts

    return texts.examine(path, data, limits)
