"""What every container hands to the layouts: sheets of cell values that know where they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pipeline.addresses import Position
from pipeline.errors import Place

BLANKS = " \t\r\n\f\v\u00a0\u200b\u2007\u202f\ufeff"
"""What is stripped from a text before it is read: blanks of all sorts, and a stray byte-order mark."""


class ErrorCell(str):
    """An error value of a workbook, such as #N/A."""


_BEYOND = 1e308
"""Excel's largest number is some 1E+308."""


def in_range(number: float) -> float | ErrorCell:
    """A number as a spreadsheet can hold it; an error value for one that is too large for it, or none."""
    return number if -_BEYOND < number < _BEYOND else ErrorCell("#NUM!")


class UnvaluedFormula(str):
    """A formula that the file holds no value for: a program wrote it that doesn't calculate."""


def no_serial(value: object) -> float:
    """The number of a date in a file that has none."""
    raise ValueError(f"{value!r} has no number")


@dataclass
class Formulas:
    """The formulas of a sheet by position; the values that the file keeps for them are the grid's."""

    texts: dict[Position, tuple[str, Position]] = field(default_factory=dict)
    """The text of each (without =), and the cell that it was written for: another one, where cells share a formula."""
    of_blocks: set[Position] = field(default_factory=set)
    """Cells with a formula for a whole block (an array, a data table), whose text isn't kept."""
    unvalued: dict[Position, str] = field(default_factory=dict)
    """The formulas of any kind that the file holds no value for."""
    blank_texts: set[Position] = field(default_factory=set)
    """Cells whose value is a text of no characters, which is no blank to a formula."""
    serial: Callable[[object], float] = no_serial
    """The number that a date, time or datetime of the grid is to a formula."""


@dataclass
class Grid:
    """A sheet, or a whole text file: rows of cell values, and what else a layout may have to know or say.

    A value is None, str, int, float, bool, a date, time or datetime, an ErrorCell or an UnvaluedFormula. Rows and
    columns count from 0 here; only `place` speaks the user's language (C5, or line 12, field 7).
    """

    sheet: str
    load: Callable[[], list[list[object]]]
    place: Callable[[int, int], Place]
    typed: bool
    """Numbers and texts are told apart, so that a number stored as text is worth a note."""
    hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    merged: tuple[tuple[int, int, int, int], ...] = ()
    """First row, first column, last row, last column of each merged block."""
    remark: str = ""
    """What the container interpreted (an encoding), for a note."""
    halves: list[str] = field(default_factory=list)
    """The signs that were read as ½, once the rows are loaded (see `halves`)."""
    fixed: bool = False
    """Every row is one whole line, whose fields stand in fixed columns of characters."""
    notation: str = ""
    """What the rows were made from where that is no table: pgn."""
    load_formulas: Callable[[], Formulas] = Formulas
    member: str = ""
    """The part of a workbook's container that the sheet is in."""
    offset: Position = (0, 0)
    """Where the first cell stands on the sheet that this is a part of."""

    @cached_property
    def rows(self) -> list[list[object]]:
        """The values, loaded when first asked for: a layout need not look at every sheet."""
        return self.load()

    @cached_property
    def remembered(self) -> dict[int | str, Any]:
        """What searches for headings have made of a row, or, by their name, of all rows: several look for the same."""
        return {}

    def is_computed(self, row: int, column: int) -> bool:
        """Whether a cell holds a formula: what it shows was typed elsewhere."""
        at = row + self.offset[0], column + self.offset[1]
        return at in self.formulas.texts or at in self.formulas.of_blocks

    def part(self, top: int, bottom: int, left: int = 0, right: int | None = None) -> Grid:
        """The rows from `top` to before `bottom`, the columns from `left` to before `right` (None: all), as a grid."""
        shown = range(top, bottom)

        def load() -> list[list[object]]:
            rows = self.rows[top:bottom]
            return [row[left:right] for row in rows] if left or right is not None else rows

        return replace(
            self, load=load, offset=(self.offset[0] + top, self.offset[1] + left),
            place=lambda row, column: self.place(row + top, column + left),
            hidden_rows=frozenset(row - top for row in self.hidden_rows if row in shown),
            hidden_columns=frozenset(
                column - left for column in self.hidden_columns
                if column >= left and (right is None or column < right)
            ),
            merged=tuple(
                (first - top, start - left, last - top, end - left)
                for first, start, last, end in self.merged
                if first < bottom and last >= top and end >= left and (right is None or start < right)
            ),
        )  # fmt: skip

    @cached_property
    def formulas(self) -> Formulas:
        """The sheet's formulas, loaded when first asked for; none but in an Excel workbook."""
        return self.load_formulas()

    def value(self, row: int, column: int | None) -> object:
        """The value of a cell; None outside the rows and for no column."""
        if column is None or row >= len(rows := self.rows) or column >= len(values := rows[row]):
            return None
        return values[column]

    def is_blank(self, row: int, column: int | None) -> bool:
        """Whether a cell holds nothing, or only blanks."""
        return is_blank(self.value(row, column))

    def text(self, row: int, column: int | None) -> str:
        """A cell as text, without blanks around it."""
        return as_text(self.value(row, column))


def is_blank(value: object) -> bool:
    """Whether a cell's value is nothing, or only blanks."""
    return value is None or (
        isinstance(value, str) and not isinstance(value, UnvaluedFormula) and not value.strip(BLANKS)
    )


def as_text(value: object) -> str:
    """A cell's value as text on one line, without blanks around it; a whole number without its .0."""
    if type(value) is str and value.isalnum():
        return value  # nothing to do for most texts
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value) if value.is_integer() and abs(value) < 1e15 else value)
    if type(value) is int:
        return str(value)
    return " ".join(str(value).splitlines()).strip(BLANKS)
