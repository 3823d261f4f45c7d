"""What kind of file it is, from its bytes; each kind that can't be read gets a message of its own."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from pipeline.errors import FileError
from pipeline.words import said

_EXPORT = said(
    "Export it from the pairing program as Excel (.xlsx), chess-results “Final Ranking crosstable”, "
    "or as Swiss-Manager text."
)
_RESAVE = said("Open it in Excel or LibreOffice and save it as “Excel workbook (.xlsx)”.")
NUMBERS = said("a document of Apple Numbers (.numbers), which isn't read")
FROM_NUMBERS = said("Open it in Numbers, choose File, Export To, Excel (.xlsx), and give that file.")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_SIGNATURES = (
    (b"%PDF", said("a PDF document, from which no table can be read for certain"), _EXPORT),
    (b"\x89PNG", said("a picture (PNG)"), _EXPORT),
    (b"\xff\xd8\xff", said("a picture (JPEG)"), _EXPORT),
    (b"GIF8", said("a picture (GIF)"), _EXPORT),
    (b"\x1f\x8b", said("a compressed file (gzip)"), said("Unpack it first, and give the file inside.")),
    (b"7z\xbc\xaf\x27\x1c", said("a compressed folder (7z)"), said("Unpack it first, and give the file inside.")),
    (b"Rar!", said("a compressed folder (RAR)"), said("Unpack it first, and give the file inside.")),
    (b"{\\rtf", said("a text document (RTF)"), _EXPORT),
)
"""First bytes, what such a file is, and the mend."""

_OLE_STREAMS = (
    (
        "EncryptedPackage", said("protected by a password"),
        said("Open it in Excel, remove the password (File, Info) and save it."),
    ),
    ("WordDocument", said("a Word document"), _EXPORT),
    ("PowerPoint Document", said("a PowerPoint presentation"), _EXPORT),
)
"""Names of streams in an OLE container, what such a file is, and the mend."""

_OLE_WORKBOOKS = ("Workbook", "Book")
"""Names of the stream of an Excel workbook, since 1997 and before."""

_ZIP_MEMBERS = (
    ("xl/workbook.bin", said("an Excel binary workbook (.xlsb), which isn't read"), _RESAVE),
    ("word/", said("a Word document (.docx)"), _EXPORT),
    ("ppt/", said("a PowerPoint presentation (.pptx)"), _EXPORT),
    ("Index/", NUMBERS, FROM_NUMBERS),
    ("Index.zip", NUMBERS, FROM_NUMBERS),
)
"""Beginnings of member names, what such a zip file is, and the mend."""


def kind_of(path: Path, data: bytes) -> str:
    """The container: “excel” (.xlsx), “excel97” (.xls), “opendocument” (.ods) or “text”.

    Raises FileError for every other kind of file, and says what it is.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise FileError(path, said("the file is empty."), said("Export it again."))
    for signature, what, mend in _SIGNATURES:
        if data.startswith(signature):
            raise FileError(path, said("this is {what}.", what=what), mend)
    if data.startswith(_OLE):
        _check_ole(path, data)
        return "excel97"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(path, data)
    return "text"


def _check_ole(path: Path, data: bytes) -> None:
    """Let only an Excel workbook of the old kind pass."""
    for stream, what, mend in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            raise FileError(path, said("this is {what}.", what=what), mend)
    if not any(stream.encode("utf-16-le") in data for stream in _OLE_WORKBOOKS):
        what = said("this is an old Microsoft Office file of an unknown kind, or a damaged one.")
        raise FileError(path, what, _RESAVE)


def _zip_kind(path: Path, data: bytes) -> str:
    """“excel” or “opendocument”; every other zip file is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            names = [member.filename for member in members]
            mimetype = archive.read("mimetype")[:80] if "mimetype" in names else b""
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise FileError(
            path,
            said("the file is damaged: it is a workbook or zip file that is cut off."),
            said("Download or export it again."),
        ) from error
    if any(member.flag_bits & 1 for member in members):
        raise FileError(path, said("this is protected by a password."), said("Remove the password and save it again."))
    if b"opendocument.spreadsheet" in mimetype:
        return "opendocument"
    for start, what, mend in _ZIP_MEMBERS:
        if any(name.startswith(start) for name in names):
            raise FileError(path, said("this is {what}.", what=what), mend)
    if path.suffix.casefold() == ".numbers":  # those of 2009
        raise FileError(path, said("this is {what}.", what=NUMBERS), FROM_NUMBERS)
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise FileError(
            path, said("this is a zip file, and no Excel workbook."), said("Unpack it, and give the file inside.")
        )
    return "excel"
