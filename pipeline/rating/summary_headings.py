"""The headings of summary tables of ratings (templates/rating.toml), looked up by spelling."""

from __future__ import annotations

import unicodedata
from functools import cache

from pipeline.readers.grid import Grid
from pipeline.readers.headings import HEADER_ROWS, header_at
from pipeline.resources import template_toml

_GAMES = {"opponent", "result", "round"}
"""What the readers call a column with the games themselves: with one of them it is no summary table."""

_CROSSTABLE = 2
"""With so many headings that are mere numbers, of opponents or rounds, it is a cross-table."""


def _form(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if character.isalnum() or character in "%#")


@cache
def _spellings(section: str) -> dict[str, str]:
    """Each spelling's form with its name."""
    return {
        _form(spelling): name
        for name, spellings in template_toml("rating.toml")[section].items()
        for spelling in spellings
    }


@cache
def step_labels() -> dict[str, str]:
    """The words for a step of the tournament average, small, with the step's key."""
    return {
        spelling.casefold(): key
        for key, spellings in template_toml("rating.toml")["steps"].items()
        for spelling in spellings
    }


def columns_in(grid: Grid, row: int, section: str = "headings") -> dict[str, int]:
    """The known columns of a row read as a header, the first of each name; `section` of rating.toml."""
    found: dict[str, int] = {}
    for column in range(len(grid.rows[row])):
        name = _spellings(section).get(_form(grid.text(row, column)), "")
        if name:
            found.setdefault(name, column)
    return found


def dp_table_columns(grid: Grid, row: int) -> dict[str, int]:
    """The columns of a printed dp table, where the row is its header."""
    return columns_in(grid, row, "dp_table")


def header_row(grid: Grid) -> int | None:
    """The row with the headings of a summary table: a name, a rating and points, and no games; None without one."""
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        if {"name", "rating", "points"} <= columns_in(grid, row).keys():
            header = header_at(grid, row)
            numbered = sum(heading.text.isdecimal() for heading in header.headings)
            return None if header.known() & _GAMES or numbered >= _CROSSTABLE else row
    return None
