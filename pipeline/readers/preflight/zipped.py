"""Zip containers (xlsx, xlsm, ods): whole, of a bearable size, and with harmless XML in them.

Nothing is ever unpacked to disk, so absolute names and names with .. in them do no harm and need no check.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections import Counter
from pathlib import Path

from pipeline.errors import FileError
from pipeline.limits import MB, Limits
from pipeline.readers.preflight import spreadsheets
from pipeline.readers.preflight.findings import AGAIN, Findings, damaged, megabytes, too_large
from pipeline.readers.preflight.xml import Refused, is_xml
from pipeline.words import said

_LOCAL_HEADER = struct.Struct("<4s5H3I2H")
_END = b"PK\x05\x06"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_HIGHEST_RATIO = 250
"""Times that a part may grow when unzipped: real sheets grow to 40 times, zip's own limit is 1,032 times."""
_MISTRUST = said("Don't trust this file: export it again from the pairing program.")
_RATIO_FROM = 20 * MB
"""Below this size a high ratio does no harm."""


def examine(path: Path, data: bytes, limits: Limits) -> Findings:
    """What is in a zip container. Raises FileError where it is damaged, encrypted, too large or unsafe."""
    members = _members(path, data, limits)
    names = [member.filename for member in members]
    is_ods = "content.xml" in names
    is_workbook = any(name.startswith("xl/") for name in names)
    findings = Findings("ods" if is_ods and not is_workbook else "workbook" if is_workbook else "other")
    book = spreadsheets.Book(path, limits, findings, names)
    for member in members:
        content = _inflated(path, data, member)
        findings.size += len(content)
        if findings.kind != "other" and is_xml(content):
            _look_through(book, member.filename, content)
    book.close()
    return findings


def _members(path: Path, data: bytes, limits: Limits) -> list[zipfile.ZipInfo]:
    """The container's table of contents, checked against the limits before anything is unzipped."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError, struct.error) as error:
        what = (
            said("its table of contents can't be read")
            if _END in data[-66000:]
            else said("it is cut off before its end")
        )
        raise damaged(path, said("it is a workbook or zip file, and {what}", what=what)) from error
    if len(members) > limits.parts:
        what = said(
            "the file is a zip container with {count:,} parts (limit {parts:,}).",
            count=len(members), parts=limits.parts,
        )
        raise too_large(path, what, said("No tournament file has so many: export it again."), limits)
    if any(member.flag_bits & 1 for member in members):
        raise FileError(path, said("this is protected by a password."), said("Remove the password and save it again."))
    twice = [name for name, count in Counter(member.filename for member in members).items() if count > 1]
    if twice:
        raise damaged(
            path, said("its part {value} stands in it twice, and programs differ in which they show", value=twice[0])
        )
    size = sum(member.file_size for member in members)
    if size > limits.unzipped_mb * MB:
        largest = max(members, key=lambda member: member.file_size)
        raise too_large(
            path,
            said(
                "the file has {size} and unzips to {unzipped} (limit {unzipped_mb} MB); its largest "
                "part is {filename}.",
                size=megabytes(len(data)), unzipped=megabytes(size), unzipped_mb=limits.unzipped_mb,
                filename=largest.filename,
            ),
            said("Delete unused sheets, rows and pictures, and save it again."),
            limits,
        )
    for member in members:
        if member.file_size > _RATIO_FROM and member.file_size > member.compress_size * _HIGHEST_RATIO:
            ratio = member.file_size // max(member.compress_size, 1)
            what = said(
                "its part {filename} unzips to {ratio:,} times its size (limit {highest_ratio}).",
                filename=member.filename, ratio=ratio, highest_ratio=_HIGHEST_RATIO,
            )
            raise FileError(path, what, said("No real workbook does; it may be an attack. {again}", again=AGAIN))
    return members


def _inflated(path: Path, data: bytes, member: zipfile.ZipInfo) -> bytes:
    """A member's content, inflated no further than its declared size: a part that holds more is refused."""
    where = f"its part {member.filename}"
    header = data[member.header_offset : member.header_offset + _LOCAL_HEADER.size]
    if len(header) < _LOCAL_HEADER.size or header[:4] != b"PK\x03\x04":
        raise damaged(path, said("{where} isn't where the table of contents says", where=where))
    name_length, extra_length = _LOCAL_HEADER.unpack(header)[-2:]
    start = member.header_offset + _LOCAL_HEADER.size + name_length + extra_length
    packed = memoryview(data)[start : start + member.compress_size]
    if len(packed) < member.compress_size:
        raise damaged(path, said("{where} is cut off", where=where))
    if member.compress_type not in _METHODS:
        raise FileError(
            path,
            said("{where} is compressed in a way that spreadsheets don't use.", where=where),
            said("Save it again in Excel."),
        )
    if member.compress_type == zipfile.ZIP_STORED:
        content = bytes(packed)
    else:
        try:
            content = zlib.decompressobj(-15).decompress(packed, member.file_size + 1)
        except zlib.error as error:
            raise damaged(path, said("{where} can't be unzipped", where=where)) from error
    if len(content) != member.file_size:
        more = said("more") if len(content) > member.file_size else said("less")
        raise damaged(
            path,
            said(
                "{where} holds {more} than the {file_size:,} bytes that it declares",
                where=where, more=more, file_size=member.file_size,
            ),
        )
    if zlib.crc32(content) != member.CRC:
        raise damaged(path, said("the check sum of {where} is wrong", where=where))
    return content


def _look_through(book: spreadsheets.Book, name: str, content: bytes) -> None:
    """Look through one XML part; a malformed one is refused only where arpo would read it."""
    try:
        book.look_through(name, content)
    except Refused as error:
        if error.malformed and not name.endswith((".xml", ".rels")):
            return  # Excel's .vml drawings aren't always well formed; no parser of ours opens them
        if error.malformed:
            raise damaged(book.path, said("its part {name} {what}", name=name, what=error.what)) from error
        raise FileError(book.path, said("its part {name} {what}.", name=name, what=error.what), _MISTRUST) from error
