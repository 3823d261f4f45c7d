"""Excel workbooks (.xlsx, .xlsm), through openpyxl."""

from __future__ import annotations

import io
import posixpath
import re
import warnings
import zipfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from pipeline.errors import FileError, Place
from pipeline.readers.containers.strict import transitional
from pipeline.readers.grid import ErrorCell, Grid, UnvaluedFormula, column_letters

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_LAST_COLUMN = 16_384
"""Excel's own; a file can say that columns up to any number are hidden."""
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_FORMULA = re.compile(rb"<f[\s/>]")
"""The element of a formula; those of validation lists (<formula1>) are others."""
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The sheets of a workbook, in its order. Raises FileError where openpyxl can't load it."""
    import openpyxl  # only here: it takes as long to import as a small file to read

    try:
        data = transitional(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions, which arpo doesn't use
            # Not read_only: that mode trusts a dimension that may be false, and drops rows.
            book = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
            sheets = list(book.worksheets)
    except MemoryError:
        raise  # that isn't the file's damage: who limits the memory says so
    except Exception as error:  # openpyxl lets anything through: KeyError, ValueError, zlib.error, ParseError …
        raise FileError(
            path,
            f"the workbook is damaged and can't be opened ({type(error).__name__}).",
            "Open it in Excel or LibreOffice, let it be repaired and save it, or export it again.",
        ) from error
    if not sheets:
        raise FileError(path, "the workbook has no sheet with cells.", "Export it again.")
    parts = _sheet_parts(data)
    return [_grid(sheet, data, parts.get(sheet.title, "")) for sheet in sheets]


def _grid(sheet: Worksheet, data: bytes, part: str) -> Grid:
    return Grid(
        sheet.title,
        partial(_values, sheet, data, part),
        lambda row, column: Place(sheet.title, f"{column_letters(column)}{row + 1}"),
        typed=True,
        hidden=sheet.sheet_state != "visible",
        hidden_rows=frozenset(row - 1 for row, d in sheet.row_dimensions.items() if d.hidden or d.height == 0),
        hidden_columns=frozenset(
            column - 1
            for d in sheet.column_dimensions.values()
            if (d.hidden or d.width == 0) and d.min and d.max
            for column in range(d.min, min(d.max, _LAST_COLUMN) + 1)
        ),
        merged=tuple((m.min_row - 1, m.min_col - 1, m.max_row - 1, m.max_col - 1) for m in sheet.merged_cells.ranges),
    )


def _values(sheet: Worksheet, data: bytes, part: str) -> list[list[object]]:
    """The values of a sheet, its error values and formulas without a value marked as what they are."""
    rows: list[list[object]] = [list(row) for row in sheet.iter_rows(values_only=True)]
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if isinstance(value, str) and value[:1] == "#" and sheet.cell(row + 1, column + 1).data_type == "e":
                values[column] = ErrorCell(value)
    for (row, column), formula in _unvalued_formulas(data, part).items():
        if row < len(rows) and column < len(rows[row]) and rows[row][column] is None:
            rows[row][column] = UnvaluedFormula(formula)
    return rows


def _sheet_parts(data: bytes) -> dict[str, str]:
    """The member of the zip file that each sheet is in; empty where the workbook says it in an unusual way."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    except (KeyError, ElementTree.ParseError):
        return {}
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    parts = {}
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = targets.get(sheet.get(_RELATION), "")
        parts[sheet.get("name", "")] = posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")
    return parts


def _unvalued_formulas(data: bytes, part: str) -> dict[tuple[int, int], str]:
    """The formulas of a sheet that have no cached value. Reads the sheet's XML only where it has formulas at all."""
    found: dict[tuple[int, int], str] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = archive.read(part) if part in archive.namelist() else b""
    if not _FORMULA.search(content):
        return found
    for cell in ElementTree.fromstring(content).iter(f"{_MAIN}c"):
        formula = cell.find(f"{_MAIN}f")
        is_text = cell.get("t") == "str"  # whose value may be "", and that is a value
        if formula is not None and not is_text and not cell.findtext(f"{_MAIN}v"):
            position = _position(cell.get("r", ""))
            if position is not None and min(position) >= 0:
                found[position] = f"={formula.text or '…'}"
    return found


def _position(address: str) -> tuple[int, int] | None:
    """Row and column, from 0, of an address such as C5."""
    letters = address.rstrip("0123456789")
    digits = address[len(letters) :]
    if not letters.isascii() or not letters.isalpha() or not digits:
        return None
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(digits) - 1, column - 1
