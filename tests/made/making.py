"""Small tournament files for the tests: four invented players, two rounds."""

import copy
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import openpyxl

HEADER = ["No.", "Name", "Rating", "Opponent 1", "Result 1", "Opponent 2", "Result 2"]
FOUR = [
    HEADER,
    [1, "Anna", 2000, 2, "w", 3, "d"],
    [2, "Béla", 1900, 1, "l", 4, "w"],
    [3, "Carl", 1800, 4, "w", 1, "d"],
    [4, "Dora", None, 3, "l", 2, "l"],
]
"""A native table without a defect. On a sheet its header is row 1, Anna row 2, and so on."""

RANKED = [
    ["From the Tournament-Database of Chess-Results http://chess-results.com"],
    ["Village Open"],
    ["Final Ranking crosstable after 3 Rounds"],
    ["Rk.", None, "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "TB1", "TB2"],
    [1, "FM", "Anna ", 2000, "AUT", "  2w1", "  3b½", "  4w+", 2.5, 0, 3.5],
    [2, None, "Béla ", 1900, "HUN", "  1b0", "  5w1", -1, 2, 0, 3],
    [None, None, "Carl ", 1800, "GER", "  4w1", "  1w½", "  5b½", 2, 1, 3],
    [4, None, "Dora ", 0, "AUT", "  3b0", 0, "  1b-", 0, 0, 2.5],
    [5, None, "Emil ", 0, "AUT", 0, "  2b0", "  3w½", 0.5, 0, 2],
    [],
    ["You find all details to this tournament under http://chess-results.com/", *["http://chess-results.com/"] * 10],
]
"""A cross-table by rank with a tie, a bye, absences and a forfeit; its header is row 4, Anna row 5."""


def changed(rows: list[list[Any]], cells: Mapping[tuple[int, int], Any]) -> list[list[Any]]:
    """A copy of `rows` with other values at (row, column), both from 0."""
    rows = copy.deepcopy(rows)
    for (row, column), value in cells.items():
        rows[row][column] = value
    return rows


def workbook(
    path: Path, rows: Iterable[Iterable[Any]], sheet: str = "Event", **others: Iterable[Iterable[Any]]
) -> Path:
    """Write an Excel workbook with `rows` on `sheet`, and further sheets by name."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, table in {sheet: rows, **others}.items():
        worksheet = book.create_sheet(title)
        for row in table:
            worksheet.append(list(row))
    book.save(path)
    return path


def csv_file(path: Path, rows: Iterable[Iterable[Any]], separator: str = ",", encoding: str = "utf-8") -> Path:
    """Write the same as text, without quotation marks."""
    text = "".join(separator.join("" if v is None else str(v) for v in row) + "\r\n" for row in rows)
    path.write_bytes(text.encode(encoding))
    return path
