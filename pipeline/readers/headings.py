"""Finds the header row of a table, and which column holds what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.readers import vocabulary
from pipeline.readers.grid import Grid

HEADER_ROWS = 60
"""The header is looked for in so many rows; chess-results puts up to some twenty lines of information above it."""


_NUMBER = re.compile(r"[0-9]{1,3}(?:[a-z]|[./-][0-9a-z])?", re.IGNORECASE)


class Heading(NamedTuple):
    """A cell of the header row: its column, its text, and what it means (None where that isn't known)."""

    column: int
    text: str
    word: vocabulary.Word | None


@dataclass(frozen=True)
class Header:
    """A header row and what its columns mean."""

    row: int
    headings: tuple[Heading, ...]

    def all_of(self, name: str) -> list[Heading]:
        """The headings with a canonical name, the preferred spelling first."""
        found = [h for h in self.headings if h.word is not None and h.word.name == name]
        return sorted(found, key=lambda h: h.word.preference if h.word else 0)

    def column(self, name: str) -> int | None:
        """The column with a canonical name, None where there is none."""
        found = self.all_of(name)
        return found[0].column if found else None

    def numbered(self, name: str) -> dict[int, int]:
        """The columns of a name that is numbered (of a round): number -> column, the first of each number."""
        columns: dict[int, int] = {}
        for heading in self.all_of(name):
            if heading.word is not None:
                columns.setdefault(heading.word.number, heading.column)
        return dict(sorted(columns.items()))

    def number_columns(self) -> list[int]:
        """The columns whose heading is a mere number, with or without a letter (1, 2, 1b, 2.2), from the left."""
        return [heading.column for heading in self.headings if _NUMBER.fullmatch(heading.text)]

    def known(self) -> set[str]:
        """The canonical names in this row."""
        return {h.word.name for h in self.headings if h.word is not None}


def header_at(grid: Grid, row: int) -> Header:
    """A row read as if it were a header."""
    headings = []
    for column in range(len(grid.rows[row])):
        text = grid.text(row, column)
        if text:
            headings.append(Heading(column, text, vocabulary.heading(text)))
    return Header(row, tuple(headings))


def headers(grid: Grid) -> Iterator[Header]:
    """The rows in which a header may stand."""
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        if row not in grid.remembered:
            plain = header_at(grid, row)
            whole = _with_row_above(grid, plain)
            grid.remembered[row] = [plain] if whole == plain else [plain, whole]
        yield from grid.remembered[row]


_NUMBERED = ("opponent", "result", "colour")
_DIGITS = re.compile(r"[0-9]{1,3}")


def _with_row_above(grid: Grid, header: Header) -> Header:
    """A header whose headings go over two rows: “Round 1” above “Opponent” and “Result”, or above a blank cell.

    Opponents and results without any number are those of the first round, the second and so on.
    """
    texts = {heading.column: heading.text for heading in header.headings}
    above = {h.column: h.text for h in header_at(grid, header.row - 1).headings} if header.row else {}
    counts: dict[str, int] = {}
    found = dict(texts)
    group = ""
    for column in range(max([*texts, *above], default=-1) + 1):
        group = above.get(column, group)
        text = texts.get(column, "")
        if not text:
            found |= {column: above[column]} if column in above else {}
            continue
        word = vocabulary.heading(f"{text} 1") if vocabulary.heading(text) is None else None
        if word is not None and word.name in _NUMBERED:
            counts[word.name] = counts.get(word.name, 0) + 1
            number = _DIGITS.search(group)
            found[column] = f"{text} {number[0] if number else counts[word.name]}"
    headings = (Heading(column, text, vocabulary.heading(text)) for column, text in sorted(found.items()))
    return Header(header.row, tuple(headings))


def find_header(grid: Grid, fits: Callable[[Header], bool]) -> Header | None:
    """The first row that fits as a layout's header."""
    return next((header for header in headers(grid) if fits(header)), None)


def nearest_header(grid: Grid) -> Header | None:
    """The row that has most of what a header has, for a message; None where no row has any of it."""
    best = max(headers(grid), key=lambda header: len(header.known()), default=None)
    return best if best is not None and best.known() else None
