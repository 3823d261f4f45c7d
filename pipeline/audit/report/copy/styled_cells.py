"""Sets the style of single cells in a sheet's XML; a cell that isn't there is put in as a blank one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pipeline.audit.sheet.package import attributes, prefix_of
from pipeline.readers.grid import column_letters

_ADDRESS = re.compile(r"""\sr\s*=\s*["']([A-Za-z]+[0-9]+)["']""")
_STYLE = re.compile(r"""\ss\s*=\s*["']([0-9]+)["']""")

Position = tuple[int, int]
"""Row and column, from 0."""
Restyle = Callable[[int], int]
"""From the number of a cell's style to that of its new one."""


def position_of(address: str) -> Position:
    """Row and column of an address such as C5."""
    letters = address.rstrip("0123456789")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(address[len(letters) :]) - 1, column - 1


def restyled(xml: str, changes: Mapping[Position, Restyle]) -> str:
    """The sheet's XML with other styles for some cells; nothing else changes."""
    p = prefix_of(xml, "worksheet")
    rows: dict[int, dict[int, Restyle]] = {}
    for (row, column), change in changes.items():
        rows.setdefault(row, {})[column] = change
    xml = re.sub(rf"<{p}sheetData\s*/>", f"<{p}sheetData></{p}sheetData>", xml, count=1)
    start = re.search(rf"<{p}sheetData[^>]*>", xml)
    if start is None:
        return xml
    end = xml.index(f"</{p}sheetData>")
    pattern = re.compile(rf"<{p}row(?=[\s/>])([^>]*?)(?:/>|>(.*?)</{p}row>)", re.DOTALL)
    parts: list[str] = []
    before, number = start.end(), -1
    for match in pattern.finditer(xml, start.end(), end):
        number = int(attributes(match[1]).get("r", number + 2)) - 1
        parts.append(xml[before : match.start()])
        for absent in sorted(row for row in rows if row < number):
            parts.append(_new_row(p, absent, rows.pop(absent)))
        wanted = rows.pop(number, None)
        parts.append(match[0] if wanted is None else _row(p, match, number, wanted))
        before = match.end()
    parts.append(xml[before:end])
    parts += [_new_row(p, row, rows[row]) for row in sorted(rows)]
    return xml[: start.end()] + "".join(parts) + xml[end:]


def _new_row(p: str, row: int, wanted: Mapping[int, Restyle]) -> str:
    cells = "".join(_blank(p, row, column, wanted[column]) for column in sorted(wanted))
    return f'<{p}row r="{row + 1}">{cells}</{p}row>'


def _blank(p: str, row: int, column: int, change: Restyle) -> str:
    return f'<{p}c r="{column_letters(column)}{row + 1}" s="{change(0)}"/>'


def _row(p: str, match: re.Match[str], row: int, wanted: dict[int, Restyle]) -> str:
    cells: list[str] = []
    left = dict(wanted)
    column = -1
    row_style = int(attributes(match[1]).get("s", 0))
    pattern = re.compile(rf"<{p}c(?=[\s/>])([^>]*?)(/>|>.*?</{p}c>)", re.DOTALL)
    for cell in pattern.finditer(match[2] or ""):
        address = _ADDRESS.search(cell[1])
        column = position_of(address[1])[1] if address else column + 1
        for absent in sorted(c for c in left if c < column):
            change = left.pop(absent)
            cells.append(_blank(p, row, absent, lambda _, change=change: change(row_style)))  # type: ignore[misc]
        change_here = left.pop(column, None)
        if change_here is None:
            cells.append(cell[0])
        else:
            old = _STYLE.search(cell[1])
            style = change_here(int(old[1]) if old else 0)
            if old:
                cells.append(f"<{p}c{cell[1][: old.start(1)]}{style}{cell[1][old.end(1) :]}{cell[2]}")
            else:
                cells.append(f'<{p}c{cell[1]} s="{style}"{cell[2]}')
    cells += [_blank(p, row, c, lambda _, c=c: left[c](row_style)) for c in sorted(left)]  # type: ignore[misc]
    return f"<{p}row{match[1]}>{''.join(cells)}</{p}row>"
