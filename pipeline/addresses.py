"""Addresses of cells: the names that workbooks have for columns and cells, and where they are."""

from __future__ import annotations

import re
from functools import cache, lru_cache

Position = tuple[int, int]
"""Row and column of a cell, from 0."""
_ADDRESS = re.compile("[A-Za-z]{1,9}")


@cache
def column_letters(column: int) -> str:
    """A workbook's name of a column (from 0): A to Z, AA and so on."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=1024)
def column_number(letters: str) -> int:
    """The number, from 1, of the column A, B, …, AA; 0 for no letters."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def address_of(row: int, column: int) -> str:
    """The address of the cell in that row and column (from 0): C5."""
    return f"{column_letters(column)}{row + 1}"


def position_of(address: str) -> Position:
    """Row and column, from 0, of an address such as C5, as openpyxl takes it. Raises ValueError for what is none."""
    match = _ADDRESS.match(address)
    if match is None:
        raise ValueError(f"{address!r} is no address of a cell")
    return int(address[match.end() :]) - 1, column_number(match[0]) - 1


def row_number(text: str | None, following: int) -> int:
    """A row's number (from 1) as openpyxl takes it: 2e0 is 2; `following` where the row doesn't say which it is."""
    try:
        return int(text) if text is not None else following
    except ValueError:
        try:
            return int(float(text or ""))
        except (ValueError, OverflowError):
            return following
