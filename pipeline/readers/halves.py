"""Half points that were written in one encoding and read in another: « is the ½ of MS-DOS, Â½ that of UTF-8.

They are read as ½ only where a column holds the sign in no other use, and no half point stands there as it should.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.readers.grid import Grid
from pipeline.readers.headings import HEADER_ROWS
from pipeline.readers.vocabulary import heading
from pipeline.words import counted

_WRONG = ("&frac12;", "&#189;", "Â½", "Â˝", "ВЅ", "┬╜", "┬¢", "«", "˝", "╜", "¢", "œ", "Ω", "Ѕ", "\ufffd")
"""½ of UTF-8 read as Windows-1252, 1250, 1251 and MS-DOS; of MS-DOS as Windows; of Windows as the others, or lost."""
_SEEN = re.compile("|".join(map(re.escape, _WRONG)))
_FRACTION = re.compile("1[\u2044\u2215]2")
"""½ as word processors write it, with a stroke of fractions."""
_BEFORE, _BEHIND = r"(?:[0-9]{1,5}\s*)?(?:[^\W\d_½]\s*)?", r"(?:\s*[0-9]{1,5}\s*[^\W\d_½]?)?"
_RIGHT = ("½", "1/2")


def with_halves(grid: Grid) -> Grid:
    """The grid with ½ where another sign surely stands for it; `grid.halves` says which, once the rows are loaded."""
    if grid.fixed:
        return grid
    found: list[str] = []
    return replace(grid, load=lambda: _mended(grid.rows, found), halves=found)


def _mended(rows: list[list[object]], found: list[str]) -> list[list[object]]:
    names = _names(rows)
    rows = _without_fractions(rows, names)
    strange: dict[int, dict[str, list[tuple[int, str]]]] = {}
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if type(value) is str and not value.isascii() or type(value) is str and "&" in value:
                match = _SEEN.search(value)
                if match is not None and column not in names:
                    strange.setdefault(column, {}).setdefault(match[0], []).append((row, value.strip()))
    places = [
        (row, column, sign)
        for column, signs in strange.items()
        for sign, cells in signs.items()
        if len(signs) == 1 and _is_half(rows, column, sign, [text for _, text in cells])
        for row, _ in cells
    ]
    if len({sign for *_, sign in places}) != 1:
        return rows
    mended = [list(values) for values in rows]
    for row, column, sign in places:
        mended[row][column] = str(rows[row][column]).replace(sign, "½")
    found.append(counted("“{sign}” in {count} cell", "“{sign}” in {count} cells", len(places), sign=places[0][2]))
    return mended


def _names(rows: list[list[object]]) -> set[int]:
    """The columns of names: whatever somebody is called is no half point."""
    return {
        column for values in rows[:HEADER_ROWS] for column, value in enumerate(values)
        if type(value) is str and (word := heading(value)) is not None and word.name == "name"
    }


def _without_fractions(rows: list[list[object]], names: set[int]) -> list[list[object]]:
    """The rows with ½ for 1⁄2, but in columns of names; the same list where there is none."""
    found = [
        (row, column, _FRACTION.sub("½", value))
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
        if type(value) is str and not value.isascii() and column not in names and _FRACTION.search(value)
    ]
    if found:
        rows = [list(values) for values in rows]
        for row, column, text in found:
            rows[row][column] = text
    return rows


def _is_half(rows: list[list[object]], column: int, sign: str, texts: list[str]) -> bool:
    """Whether the sign stands for ½ in each cell of the column that has it, and none has it as it should be."""
    half = re.escape(sign)
    pattern = re.compile(rf"{_BEFORE}{half}{_BEHIND}|{half}\s*[-–−:]\s*{half}")
    values = (values[column] for values in rows if column < len(values))
    return all(pattern.fullmatch(text) for text in texts) and not any(
        isinstance(value, str) and any(right in value for right in _RIGHT) and sign not in value for value in values
    )
