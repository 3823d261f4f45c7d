"""How a wide sheet of columns is put on A4 pages: which columns stand side by side, and how small.

Groups of columns (rounds to performance, the first iterations, the results) begin a page of their own. A group that
would be too small to be read on one page is parted; the names of the players stand on every page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

MARGINS = {"left": 0.4, "right": 0.4, "top": 0.75, "bottom": 0.6}
"""In inches; the title stands in the upper one, file and page in the lower one."""
_PAGE_WIDTH = 96 * (11.69 - MARGINS["left"] - MARGINS["right"])
"""Pixels at full size, A4 landscape."""
_PAGE_HEIGHT = 72 * (8.27 - MARGINS["top"] - MARGINS["bottom"])
"""Points at full size."""
_SMALLEST = 0.5
"""Columns are put side by side down to this size."""
_ROWS_A_PAGE = 55
"""So many rows on a page can still be read."""
_LEAST_SCALE = 10
"""Per cent; spreadsheets know no smaller one."""
_SPARE = 0.9
"""Programs measure a little differently: what just fits in one would be a page more in another."""


@dataclass(frozen=True)
class Pages:
    """How a sheet is printed: its areas (first and last column, from 0), and its scale in per cent."""

    areas: tuple[tuple[int, int], ...]
    scale: int


def pixels(width: float) -> int:
    """The pixels of a column that is so many characters wide."""
    return int(width * 7 + 0.5) + 5


@dataclass(frozen=True)
class Unit:
    """Columns that stay together: first, last (from 0) and their width in pixels."""

    first: int
    last: int
    width: int


def pages_of(
    groups: Iterable[Sequence[Unit]], names: int, rows: int, row_height: float, head_height: float
) -> Pages:
    """The pages for groups of units that stand side by side.

    names  the width in pixels of the columns that every page repeats
    rows   how many rows there are, each `row_height` points high, under headings of `head_height`
    """
    room = _PAGE_WIDTH / _SMALLEST * _SPARE - names
    areas = [area for group in groups for area in _parted(group, room)]
    by_width = _PAGE_WIDTH / (names + max(area.width for area in areas))
    by_height = _PAGE_HEIGHT / (head_height + ceil(rows / ceil(rows / _ROWS_A_PAGE)) * row_height)
    scale = min(1.0, by_width * _SPARE, by_height * _SPARE)
    return Pages(tuple((area.first, area.last) for area in areas), max(floor(100 * scale), _LEAST_SCALE))


def _parted(group: Sequence[Unit], room: float) -> list[Unit]:
    """The areas of a group: as many units side by side as there is room for."""
    areas: list[Unit] = []
    for unit in group:
        if areas and areas[-1].width + unit.width <= room:
            areas[-1] = Unit(areas[-1].first, unit.last, areas[-1].width + unit.width)
        else:
            areas.append(unit)
    return areas
