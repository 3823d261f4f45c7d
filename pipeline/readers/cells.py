"""Reads one cell as a text, a number or a result, and says precisely what is wrong where it isn't one."""

from __future__ import annotations

import datetime
import math
import re

from pipeline.errors import Place
from pipeline.readers.builder import EventBuilder
from pipeline.readers.grid import ErrorCell, Grid, UnvaluedFormula, as_text
from pipeline.words import Said, in_quotes, joined, said

_DATES = (datetime.date, datetime.time, datetime.timedelta)  # a tuple: a union takes ten times as long to test
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_ORDINAL = re.compile(r"([0-9]{1,5})\s*[.)ºª°]")
_THOUSANDS = re.compile(r"[0-9]{1,3}[.,][0-9]{3}")
HIGHEST_NUMBER = 999_999
"""No event has more players; a larger number is a slip, or some other kind of number."""
_HALVES = {"½": ".5", "x": ".5", "X": ".5"}
_LONGEST = 16
"""Characters of a number with a half behind it; _NUMBER has as many."""


def quoted(value: object) -> Said:
    """A cell's value as a message shows it."""
    text = as_text(_without_midnight(value))
    return in_quotes(f"{text[:60]}…" if len(text) > 60 else text)


def _without_midnight(value: object) -> object:
    """A date that a workbook holds as the moment when it begins, as the date that its user sees."""
    return value.date() if isinstance(value, datetime.datetime) and value.time() == datetime.time() else value


def is_date(value: object) -> bool:
    """Whether a workbook holds the cell as a date or time."""
    return isinstance(value, _DATES)


def meant_result(value: object) -> str:
    """What was probably typed where Excel made a date or time of it: ½, 1 or 0; empty where that can't be told."""
    if isinstance(value, datetime.date) and {value.day, value.month} == {1, 2}:
        return "½"  # 1/2, as 2 January or 1 February
    if isinstance(value, datetime.time) and (value.hour, value.minute) in ((0, 1), (1, 0)):
        return "1" if value.hour else "0"  # 1:0 or 0:1
    if isinstance(value, datetime.time) and (value.hour, value.minute) in ((0, 0), (12, 0)):
        return "½" if value.hour else "0"  # the number 0.5 or 0, shown as a time
    return ""


def number_of(text: str) -> float | None:
    """The number that a text clearly is (7.5, 7,5, 7½, and Swiss-Manager's 7x), else None."""
    if text and text[-1] in _HALVES and len(text) <= _LONGEST and (text[:-1].isdecimal() or not text[:-1]):
        return float((text[:-1] or "0") + _HALVES[text[-1]])
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def number_in(value: object) -> float | None:
    """The number that a cell holds, as a number or as a text that clearly is one, else None."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return number_of(as_text(value)) if isinstance(value, str) else None


_RATING = re.compile(
    r"(?P<whole>[0-9]{3,4}|[0-9][\s'’][0-9]{3})\s*(?:P\s*[0-9]{0,2}|/\s*[0-9]{1,2}|[FNE])?", re.IGNORECASE
)
"""A rating with its games while it is provisional (1900P12, 1900/12), a letter behind it (2000 F), or a blank in it."""


def rating_of(text: str) -> float | None:
    """The rating in a text that says more than the number, or has a blank behind the thousands; else None."""
    match = _RATING.fullmatch(text)
    return float(re.sub(r"\D", "", match["whole"])) if match is not None and not text.isdecimal() else None


class Cells:
    """Reads the cells of a grid for a builder, to which problems and, at `close`, notes go."""

    def __init__(self, grid: Grid, builder: EventBuilder) -> None:
        """Read `grid`; report to `builder`."""
        self.grid = grid
        self.builder = builder
        self._texts: list[str] = []

    def place(self, row: int, column: int) -> Place:
        """Where a cell stands."""
        return self.grid.place(row, column)

    def is_sound(self, row: int, column: int, what: Said) -> bool:
        """Whether a cell can be used at all; an error value or a formula without a value is a problem."""
        value = self.grid.value(row, column)
        if isinstance(value, ErrorCell):
            self.builder.problem(
                self.place(row, column),
                said("{what} is the error value {value}.", what=what, value=quoted(value)),
                said("Mend the formula, or type it."),
            )
            return False
        if isinstance(value, UnvaluedFormula):
            self.builder.problem(
                self.place(row, column),
                said(
                    "{what} is the formula {value}, and the file holds no value for it.", what=what, value=quoted(value)
                ),
                said("Open the file in Excel or LibreOffice and save it, or type the value."),
            )
            return False
        return True

    def text(self, row: int, column: int | None, what: Said) -> str:
        """A cell as text; empty for a blank one, and for one that is a problem."""
        value = self.grid.value(row, column)
        if type(value) is str and value.isalnum():
            return value  # most cells; a large file has 100,000 of them
        if column is None or self.grid.is_blank(row, column) or not self.is_sound(row, column, what):
            return ""
        return as_text(_without_midnight(value))

    def number(self, row: int, column: int | None, what: Said, mend: Said) -> float | None:
        """A cell as a number; None for a blank one, and for one that is a problem."""
        value = self.grid.value(row, column)
        if type(value) is int or type(value) is float and math.isfinite(value):
            return float(value)
        if column is None or self.grid.is_blank(row, column) or not self.is_sound(row, column, what):
            return None
        number = number_in(value)
        if isinstance(value, str):
            if _THOUSANDS.fullmatch(as_text(value)):
                number = None
            elif number is not None and self.grid.typed and _NUMBER.fullmatch(as_text(value)):
                self._texts.append(joined(" ", [self.place(row, column).cell, quoted(value)]))
        if number is None or not math.isfinite(number):
            wrong = (
                said("{what} is a date or time {value}, which isn't a number.", what=what, value=quoted(value))
                if is_date(value)
                else said("{what} is {value}, which isn't a number.", what=what, value=quoted(value))
            )
            self.builder.problem(self.place(row, column), wrong, mend)
            return None
        return number

    def whole(self, row: int, column: int | None, what: Said, mend: Said, highest: int = HIGHEST_NUMBER) -> int | None:
        """A cell as a whole number from 1 to `highest`; None for a blank one, and for one that is a problem."""
        text = self.grid.value(row, column)
        ordinal = _ORDINAL.fullmatch(as_text(text)) if type(text) is str else None
        number = float(ordinal[1]) if ordinal is not None else self.number(row, column, what, mend)
        if number is None or column is None:
            return None
        if not number.is_integer() or not 1 <= number <= highest:
            shown = quoted(self.grid.value(row, column))
            self.builder.problem(
                self.place(row, column),
                said(
                    "{what} is {shown}, which isn't a whole number from 1 to {highest}.",
                    what=what, shown=shown, highest=highest,
                ),
                mend,
            )
            return None
        return int(number)

    def close(self) -> None:
        """Note the numbers that were stored as text."""
        self.builder.note(said("numbers as text"), self._texts, said("numbers stored as text, read as numbers"))
