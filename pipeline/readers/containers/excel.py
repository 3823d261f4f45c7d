"""Excel workbooks (.xlsx, .xlsm), through openpyxl; and their formulas, which it gives only in place of the values."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from pipeline.addresses import Position, column_letters, position_of, row_number
from pipeline.errors import FileError, Place
from pipeline.readers.containers.strict import transitional
from pipeline.readers.grid import ErrorCell, Formulas, Grid, UnvaluedFormula, in_range
from pipeline.words import said

if TYPE_CHECKING:
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.worksheet.worksheet import Worksheet

_LAST_COLUMN = 16_384
"""Excel's own; a file can say that columns up to any number are hidden."""
_FORMULA = re.compile(rb"<(?:[^\s<>/:]+:)?f[\s/>]|\0")
"""The element of a formula, in whatever namespace; a part in UTF-16 is always looked through."""
_SIGNS = (b"<f", b":f", b"\0")
"""A part without any of them has no such element: known in a tenth of the time that it takes to look for one."""
_LARGEST_BLOCK = 100_000
"""Cells of a block whose formula is one; a larger one counts as its first cell."""
_OF_BLOCKS = ("array", "dataTable")
"""Kinds of formulas that stand for more cells than their own."""


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The sheets of a workbook, in its order. Raises FileError where openpyxl can't load it."""
    # Only here: it takes as long to import as a small file to read.
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.utils.datetime import to_excel

    try:
        data = transitional(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions, which arpo doesn't use
            # Not read_only: that mode trusts a dimension that may be false, and drops rows.
            reader = ExcelReader(io.BytesIO(data), data_only=True, keep_links=False)
            reader.read()
            sheets = list(reader.wb.worksheets)
            members = list(_members(reader))
    except MemoryError:
        raise  # that isn't the file's damage: who limits the memory says so
    except Exception as error:  # openpyxl lets anything through: KeyError, ValueError, zlib.error, ParseError …
        raise FileError(
            path,
            said("the workbook is damaged and can't be opened ({name}).", name=type(error).__name__),
            said("Open it in Excel or LibreOffice, let it be repaired and save it, or export it again."),
        ) from error
    if not sheets:
        raise FileError(path, said("the workbook has no sheet with cells."), said("Export it again."))
    serial = partial(to_excel, epoch=reader.wb.epoch)
    return [_grid(sheet, data, member, serial) for sheet, member in zip(sheets, members, strict=True)]


def _members(reader: ExcelReader) -> Iterator[str]:
    """The part that each worksheet was read from, in their order: a title may not be the name in the file."""
    for _, relation in reader.parser.find_sheets():
        if relation.target in reader.valid_files and "chartsheet" not in relation.Type:
            yield relation.target


def _grid(sheet: Worksheet, data: bytes, member: str, serial: Callable[[object], float]) -> Grid:
    content = _Content(sheet, data, member, serial)
    return Grid(
        sheet.title,
        content.values,
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
        load_formulas=lambda: content.formulas,
        member=member,
    )


class _Content:
    """The values of a sheet and its formulas; its XML is looked through once for both, and only if it has formulas."""

    def __init__(self, sheet: Worksheet, data: bytes, member: str, serial: Callable[[object], float]) -> None:
        self._sheet, self._data, self._member, self._serial = sheet, data, member, serial

    def values(self) -> list[list[object]]:
        """The values, error values and formulas without a value marked as what they are."""
        # By openpyxl's own table of cells: its iterators make a cell for each blank one, and take three times as long.
        cells = self._sheet._cells
        height, width = (self._sheet.max_row, self._sheet.max_column) if cells else (0, 0)
        rows: list[list[object]] = [[None] * width for _ in range(height)]
        for (row, column), cell in cells.items():
            value = cell.value
            if isinstance(value, str):
                if value[:1] == "#" and cell.data_type == "e":
                    value = ErrorCell(value)
                elif "!" in value and cell.hyperlink and cell.hyperlink.location == value:
                    value = None  # openpyxl fills an empty cell with where its link leads to
            elif isinstance(value, int | float):
                value = in_range(value)
            rows[row - 1][column - 1] = value
        for (row, column), formula in self.formulas.unvalued.items():
            if row < len(rows) and column < len(rows[row]) and rows[row][column] is None:
                rows[row][column] = UnvaluedFormula(formula)
        return rows

    @cached_property
    def formulas(self) -> Formulas:
        """The formulas, at the positions at which openpyxl has the cells."""
        found = Formulas(serial=self._serial)
        with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
            content = archive.read(self._member)
        if not any(sign in content for sign in _SIGNS) or not _FORMULA.search(content):
            return found
        shared: dict[str, tuple[str, Position]] = {}
        row = 0
        for element in ElementTree.fromstring(content).iter():
            if _name(element) == "row":
                row, column = row_number(element.get("r"), row + 1), -1
                for cell in element:
                    address = cell.get("r")
                    at = position_of(address) if address else (row - 1, column + 1)
                    column = at[1]
                    _add(found, shared, cell, at)
        return found


def _name(element: ElementTree.Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def _block(reference: str | None, at: Position) -> Iterator[Position]:
    """The cells that a formula of a whole block stands in: itself, and those that only the block names."""
    yield at
    match = re.fullmatch(r"([A-Z]{1,3}[0-9]{1,7}):([A-Z]{1,3}[0-9]{1,7})", reference or "")
    if match:
        (top, left), (bottom, right) = position_of(match[1]), position_of(match[2])
        if (bottom - top + 1) * (right - left + 1) <= _LARGEST_BLOCK:
            yield from ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def _add(
    found: Formulas, shared: dict[str, tuple[str, Position]], cell: ElementTree.Element, at: Position
) -> None:
    """Add what a cell has of a formula."""
    formula, value = None, None
    for part in cell:
        name = part.tag
        if name[-2:] == "}f":
            formula = part
        elif name[-2:] == "}v":
            value = part.text
    is_text = cell.get("t") == "str"
    if is_text and not value:
        found.blank_texts.add(at)
    if formula is None:
        return
    kind, text = formula.get("t"), formula.text
    if not value and not is_text:
        found.unvalued[at] = f"={text or '…'}"
    if kind in _OF_BLOCKS:
        found.of_blocks.update(_block(formula.get("ref"), at))
    elif text:
        found.texts[at] = text, at
        if kind == "shared":
            shared[formula.get("si", "")] = text, at
    elif formula.get("si", "") in shared:
        found.texts[at] = shared[formula.get("si", "")]
