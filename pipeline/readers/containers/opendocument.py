"""OpenDocument spreadsheets (.ods) of LibreOffice and others, read from their content.xml with the standard library.

Not through python-calamine: that one hands over an error cell as a blank one, which would turn a result into a game
still to be played, knows neither hidden rows nor merged cells of this kind of file, and aborts the whole process on a
repetition that is too large.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pipeline.addresses import column_letters
from pipeline.errors import FileError, Place
from pipeline.readers.grid import ErrorCell, Grid, in_range
from pipeline.words import said

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_TIME = re.compile(r"PT(?P<hours>[0-9]{1,5})H(?P<minutes>[0-9]{1,5})M(?P<seconds>[0-9]{1,5})(?:[.,][0-9]+)?S")
_LONGEST = 12
"""Digits of a count that are read: more than enough for any, and few enough for Python to make a number of them."""
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:[0-9]{3}")
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 100_000, 2_000, 4_000_000
"""A repeated row or column of cells with content past this is no tournament's table."""


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The sheets of a spreadsheet, in its order. Raises FileError where it can't be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = ElementTree.fromstring(archive.read("content.xml"))
    except (KeyError, ElementTree.ParseError, zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise _damaged(path, type(error).__name__) from error
    hidden = _hidden_styles(root)
    grids = [_grid(path, table, hidden) for table in root.iter(f"{_TABLE}table")]
    if not grids:
        raise FileError(path, said("the spreadsheet has no sheet with cells."), said("Export it again."))
    return grids


def _damaged(path: Path, why: str) -> FileError:
    return FileError(
        path,
        said("the spreadsheet is damaged and can't be opened ({why}).", why=why),
        said("Open it in LibreOffice, let it be repaired and save it, or save it as “Excel workbook (.xlsx)”."),
    )


def _hidden_styles(root: Element) -> set[str]:
    """The names of the table styles of hidden sheets."""
    return {
        style.get(f"{_STYLE}name", "")
        for style in root.iter(f"{_STYLE}style")
        for properties in style.iter(f"{_STYLE}table-properties")
        if properties.get(f"{_TABLE}display") == "false"
    }


@dataclass
class _Sheet:
    """What is read of one sheet."""

    rows: list[list[object]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    cells: int = 0


def _grid(path: Path, table: Element, hidden: set[str]) -> Grid:
    name = table.get(f"{_TABLE}name", "")
    sheet = _read(path, name, table)
    return Grid(
        name,
        lambda: sheet.rows,
        lambda row, column: Place(name, f"{column_letters(column)}{row + 1}"),
        typed=True,
        hidden=table.get(f"{_TABLE}style-name", "") in hidden,
        hidden_rows=frozenset(sheet.hidden_rows),
        hidden_columns=frozenset(_hidden_columns(table)),
        merged=tuple(sheet.merged),
    )


def _hidden_columns(table: Element) -> list[int]:
    columns: list[int] = []
    at = 0
    for column in table.iter(f"{_TABLE}table-column"):
        count = _repeated(column, "columns")
        if column.get(f"{_TABLE}visibility") in ("collapse", "filter"):
            columns += range(at, min(at + count, MOST_COLUMNS))
        at += count
    return columns


def _repeated(element: Element, what: str) -> int:
    return max(1, _count(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _count(text: str) -> int:
    """A count as an attribute states it; 1 where it states none."""
    return int(text[:_LONGEST]) if text.isdecimal() else 1


def _read(path: Path, name: str, table: Element) -> _Sheet:
    """The cells of a sheet; repeated blank rows and columns at the end cost nothing."""
    sheet = _Sheet()
    blank_rows = 0
    for row in table.iter(f"{_TABLE}table-row"):
        count = _repeated(row, "rows")
        values = _row_values(row, len(sheet.rows) + blank_rows, sheet)
        if not values:
            blank_rows += count
            continue
        size = len(sheet.rows) + blank_rows + count
        sheet.cells += count * len(values)
        if size > MOST_ROWS or len(values) > MOST_COLUMNS or sheet.cells > MOST_CELLS:
            raise FileError(
                path,
                said(
                    "sheet {name} has cells up to row {size} and column {column}, which is more than any "
                    "tournament needs.",
                    name=name, size=size, column=column_letters(len(values) - 1),
                ),
                said(
                    "Delete what stands outside the table (limits: {most_rows} rows, {most_columns} columns).",
                    most_rows=MOST_ROWS, most_columns=MOST_COLUMNS,
                ),
            )
        sheet.rows += [[] for _ in range(blank_rows)]
        blank_rows = 0
        if row.get(f"{_TABLE}visibility") in ("collapse", "filter"):
            sheet.hidden_rows |= set(range(len(sheet.rows), size))
        sheet.rows += [list(values) for _ in range(count)]
    return sheet


def _row_values(row: Element, at: int, sheet: _Sheet) -> list[object]:
    """The values of a row up to the last cell with content."""
    values: list[object] = []
    blanks = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        count = _repeated(cell, "columns")
        value = _value(cell)
        _note_merged(cell, at, len(values) + blanks, sheet)
        if value is None:
            blanks += count
        else:
            # One past the limit is enough for the limit to be seen.
            values += [None] * min(blanks, MOST_COLUMNS + 1)
            values += [value] * min(count, MOST_COLUMNS + 1)
            blanks = 0
    return values


def _note_merged(cell: Element, row: int, column: int, sheet: _Sheet) -> None:
    spans = [cell.get(f"{_TABLE}number-{what}-spanned", "1") for what in ("rows", "columns")]
    down, across = map(_count, spans)
    if down > 1 or across > 1:
        sheet.merged.append((row, column, row + down - 1, column + across - 1))


def _value(cell: Element) -> object:
    """A cell's value in Python's types; an error value marked as one."""
    kind = cell.get(f"{_OFFICE}value-type", "")
    text = "\n".join(_text(paragraph) for paragraph in cell.findall(f"{_TEXT}p"))
    if cell.get(_CALC) == "error" or (kind == "" and _ERROR.fullmatch(text)):
        return ErrorCell(text or "#ERROR!")
    if kind in ("float", "percentage", "currency"):
        return _number(cell.get(f"{_OFFICE}value", ""), text)
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value") == "true"
    if kind == "date":
        return _date(cell.get(f"{_OFFICE}date-value", ""), text)
    if kind == "time":
        return _time(cell.get(f"{_OFFICE}time-value", ""), text)
    text = cell.get(f"{_OFFICE}string-value") or text
    return text or None


def _text(paragraph: Element) -> str:
    """The text of a paragraph with its runs of blanks; without notes, which are elements beside it."""
    pieces = [paragraph.text or ""]
    for part in paragraph:
        if part.tag == f"{_TEXT}s":
            pieces.append(" " * min(_count(part.get(f"{_TEXT}c", "1")), 1000))
        elif part.tag in (f"{_TEXT}tab", f"{_TEXT}line-break"):
            pieces.append(" ")
        elif part.tag != f"{_OFFICE}annotation":
            pieces.append(_text(part))
        pieces.append(part.tail or "")
    return "".join(pieces)


def _number(value: str, text: str) -> object:
    try:
        number = float(value)
    except ValueError:
        return text or None
    return int(number) if number.is_integer() and abs(number) < 1e15 else in_range(number)


def _date(value: str, text: str) -> object:
    try:
        return datetime.datetime.fromisoformat(value)
    except ValueError:
        return text or None


def _time(value: str, text: str) -> object:
    match = _TIME.fullmatch(value)
    if match is None:
        return text or None
    hours, minutes, seconds = (int(match[name]) for name in ("hours", "minutes", "seconds"))
    if hours < 24 and minutes < 60 and seconds < 60:
        return datetime.time(hours, minutes, seconds)
    return datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
