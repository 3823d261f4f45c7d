"""Excel workbooks of the old kind (.xls, Excel 97 to 2003), through xlrd.

xlrd and not python-calamine: that one hands over an error cell as a blank one, which would turn a result into a game
still to be played, and can't say which rows are hidden.
"""

from __future__ import annotations

import datetime
import io
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.addresses import column_letters
from pipeline.errors import FileError, Place
from pipeline.readers.grid import ErrorCell, Grid, in_range
from pipeline.words import said

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Sheet

_DAMAGED = said("Open it in Excel or LibreOffice, let it be repaired and save it as “Excel workbook (.xlsx)”.")


def open_grids(path: Path, data: bytes) -> list[Grid]:
    """The sheets of a workbook, in its order. Raises FileError where xlrd can't load it."""
    import xlrd  # only here: few files need it

    try:
        # formatting_info tells the hidden rows and the merged cells; the log file would be the console.
        book = xlrd.open_workbook(file_contents=data, formatting_info=True, logfile=io.StringIO())
    except Exception as error:  # xlrd lets anything through: struct.error, IndexError, AssertionError …
        if "encrypt" in str(error).casefold():
            raise FileError(
                path,
                said("this is protected by a password."),
                said("Open it in Excel, remove the password and save it."),
            ) from error
        raise FileError(
            path, said("the workbook is damaged and can't be opened ({name}).", name=type(error).__name__), _DAMAGED
        ) from error
    if not book.nsheets:
        raise FileError(path, said("the workbook has no sheet with cells."), said("Export it again."))
    return [_grid(book, sheet) for sheet in book.sheets()]


def _grid(book: Book, sheet: Sheet) -> Grid:
    return Grid(
        sheet.name,
        partial(_values, book, sheet),
        lambda row, column: Place(sheet.name, f"{column_letters(column)}{row + 1}"),
        typed=True,
        hidden=sheet.visibility != 0,
        hidden_rows=frozenset(row for row, info in sheet.rowinfo_map.items() if info.hidden),
        hidden_columns=frozenset(column for column, info in sheet.colinfo_map.items() if info.hidden),
        # xlrd's last row and column are the first ones outside.
        merged=tuple((top, left, bottom - 1, right - 1) for top, bottom, left, right in sheet.merged_cells),
    )


def _values(book: Book, sheet: Sheet) -> list[list[object]]:
    return [
        [_value(book, kind, value) for kind, value in zip(sheet.row_types(row), sheet.row_values(row), strict=True)]
        for row in range(sheet.nrows)
    ]


def _value(book: Book, kind: int, value: object) -> object:
    """A cell's value in Python's types; an error value marked as one."""
    import xlrd

    if kind == xlrd.XL_CELL_ERROR:
        return ErrorCell(xlrd.error_text_from_code.get(value, "#ERROR!"))
    if kind == xlrd.XL_CELL_BOOLEAN:
        return bool(value)
    if kind == xlrd.XL_CELL_DATE and isinstance(value, float):
        return _date(book, value)
    if kind in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
        return None
    return in_range(value) if isinstance(value, float) else value


def _date(book: Book, value: float) -> object:
    """A date or, below one day, a time; the number itself where it can't be a date."""
    import xlrd

    try:
        moment = xlrd.xldate_as_datetime(value, book.datemode)
    except (ValueError, OverflowError, xlrd.XLDateError):
        return in_range(value)
    return moment.time() if 0 <= value < 1 else _checked(moment)


def _checked(moment: object) -> datetime.datetime:
    assert isinstance(moment, datetime.datetime)
    return moment
