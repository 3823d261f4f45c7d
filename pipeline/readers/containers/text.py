"""Text files: finds out the encoding, whether it is a web page, fixed columns or fields, and the separator."""

from __future__ import annotations

import codecs
import csv
import io
import re
from functools import partial
from html import unescape as html_text
from pathlib import Path
from typing import Literal

from pipeline.errors import FileError, InputError, Place, Problem
from pipeline.readers.cells import quoted
from pipeline.readers.containers import pgn
from pipeline.readers.grid import Grid
from pipeline.words import joined, said

_SEPARATORS = ";\t,"
"""Of equally frequent ones, the first is taken."""
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HTML = re.compile(r"<(?:!doctype\s+html|html|table|head|body)\b", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE)
_XML_WORKBOOK = "urn:schemas-microsoft-com:office:spreadsheet"
_TRF = re.compile(r"^(?:001 [ 0-9]{4} |012 \S|XXR |[ \t]{1,8}001 [ 0-9]{4} [ mwfMWF]|[ \t]*001\t[ 0-9])", re.MULTILINE)
_US_CHESS = re.compile(r"^[ \t]*Pair[ \t]*\|[ \t]*Player Name[ \t]*\|", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,500}>")
_NO_ENCODINGS = frozenset(
    {"idna", "mbcs", "oem", "palmos", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}
)
"""Codecs of Python that decode texts, and which no page is written in."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_LOOKED_AT = 4000
"""Characters that are looked at to recognise a text of some other kind."""


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The one grid of a text file, or the grids of a web page's tables.

    Raises FileError for a binary file and for texts that aren't tables.
    """
    text, remark = _decoded(path, data)
    start = text[:_LOOKED_AT]
    if _XML_WORKBOOK in start:
        raise FileError(
            path,
            said("this is a workbook saved as XML (Excel 2003), which isn't read."),
            said("Open it in Excel or LibreOffice and save it as “Excel workbook (.xlsx)”."),
        )
    if _HTML.search(start) and not _US_CHESS.search(text):
        from pipeline.readers.containers import html  # only here: few files need it

        return html.open_grids(path, text, remark)
    if _TRF.search(text):
        return [_fixed_grid(text, remark)]
    if pgn.is_pgn(text):
        return pgn.open_grids(text, remark)
    if _US_CHESS.search(text):
        text = html_text(_TAG.sub("", text)) if _HTML.search(start) else text
        rows, lines = _rows(path, text, "|", csv.QUOTE_NONE)
    else:
        rows, lines = _rows(path, text)
    return [Grid("", lambda: rows, partial(_place, lines), typed=False, remark=remark)]


def _place(lines: list[int], row: int, column: int) -> Place:
    line = lines[row] if row < len(lines) else row + 1
    return Place("", joined(", ", [said("line {line}", line=line), said("field {field}", field=column + 1)]))


def _decoded(path: Path, data: bytes) -> tuple[str, str]:
    """The text, and a remark where the encoding had to be guessed."""
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "")
    if not encoding and data[:400].count(0) >= len(data[:400]) // 3:
        encoding = "utf-16-le" if data[1:400:2].count(0) > data[0:400:2].count(0) else "utf-16-be"
    remark = ""
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        if encoding:
            raise FileError(
                path, said("the text is damaged or cut off."), said("Download or export it again.")
            ) from error
        text, remark = _declared(path, data) or _western(data)
    if len(_CONTROL.findall(text[:_LOOKED_AT])) > len(text[:_LOOKED_AT]) // 100:
        raise FileError(
            path,
            said("this is neither an Excel workbook nor a text file."),
            said("Give the Excel file (.xlsx), the csv file or the text file that the pairing program exports."),
        )
    return text.replace("\0", ""), remark


def _declared(path: Path, data: bytes) -> tuple[str, str] | None:
    """The text in the encoding that a web page states, None where it states none or a wrong one.

    Raises InputError for an encoding that no page has.
    """
    match = _CHARSET.search(data[:_LOOKED_AT])
    if match is None:
        return None
    name = match[1].decode("ascii")
    try:
        if codecs.lookup(name).name.replace("_", "-") in _NO_ENCODINGS:
            raise LookupError(name)
        return data.decode(name), ""
    except UnicodeError:
        return None
    except LookupError as error:  # unknown, or one that makes no text
        what = said("the page says that its encoding is {name}, which isn't one of web pages.", name=quoted(name))
        mend = said("Save the page again from the browser, or as UTF-8.")
        raise InputError(path, [Problem(Place(), what, mend)]) from error


def _western(data: bytes) -> tuple[str, str]:
    remark = said("not UTF-8: read as Western European (Windows-1252); look at the names with accents")
    try:
        return data.decode("cp1252"), remark
    except UnicodeDecodeError:
        return data.decode("latin-1"), remark


def _fixed_grid(text: str, remark: str) -> Grid:
    """A file of fixed columns (TRF): one line a row, untouched, for a comma or quotation mark means nothing there."""
    rows: list[list[object]] = [[line] for line in _LINE_END.split(text)]
    return Grid("", lambda: rows, _column_place, typed=False, remark=remark, fixed=True)


def _column_place(row: int, column: int) -> Place:
    return Place("", joined(", ", [said("line {line}", line=row + 1), said("column {column}", column=column + 1)]))


def _rows(
    path: Path, text: str, separator: str = "", quoting: Literal[0, 3] = csv.QUOTE_MINIMAL
) -> tuple[list[list[object]], list[int]]:
    """The fields of each line, and the number of each row's first line; a `separator` that isn't given is found."""
    if not separator:
        separator = max(_SEPARATORS, key=text.count)
        if text.startswith("sep=") and len(text) > 4:  # Excel's own way to say it
            separator = text[4]
    if text.count('"') % 2:
        # An odd number of quotation marks: they are part of a name, and would swallow lines as quotes.
        quoting = csv.QUOTE_NONE
    rows: list[list[object]] = []
    lines: list[int] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=quoting)
    try:
        before = 0
        for fields in reader:
            rows.append([field if field else None for field in fields])
            lines.append(before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise FileError(
            path,
            said("line {line} can't be read as a table.", line=reader.line_num),
            said("Export the file again."),
        ) from error
    return rows, lines
