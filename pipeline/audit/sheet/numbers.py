"""The numbers in the cells of a table to be audited: real ones, and texts that are meant as one."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from pipeline.audit.sheet.claims import decimals_in
from pipeline.method.graph import Floats, Integers
from pipeline.readers.cells import number_in
from pipeline.readers.grid import ErrorCell, UnvaluedFormula, as_text

PER_CENT = "per_cent"
"""The column whose cells may be written as 75, 75 %, or 0.75."""
BLANKS = {"-", "–", "—", "−", "n/a", "na"}
_NUMBER = re.compile(r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_GROUPED = {
    sign: re.compile(rf"[1-9][0-9]{{0,2}}(?P<groups>(?:[{sign}][0-9]{{3}})*)(?:[{other}][0-9]*)?")
    for sign, other in (".,", ",.")
}
"""Numbers in which a sign separates the thousands, by that sign; the other one may begin the decimals."""


class Number(NamedTuple):
    """What a cell holds: a number with the decimals that its text has (None for a real number), or another text."""

    value: float | None = None
    decimals: int | None = None
    text: str = ""

    @property
    def was_text(self) -> bool:
        """Whether it is a number that was stored as a text."""
        return self.decimals is not None


def number_at(value: object, thousands: str = "", *, per_cent: bool = False) -> Number:
    """The number in a cell; in a column of percentages a text may end in %.

    `thousands` is the sign that separates the thousands in the column, where that is known.
    """
    if type(value) is float and math.isfinite(value):
        return Number(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Number(float(value)) if np.isfinite(value) else Number(text=as_text(value))
    text = as_text(value)
    if not text or text.casefold() in BLANKS:
        return Number()
    if not isinstance(value, str) or isinstance(value, ErrorCell | UnvaluedFormula):
        return Number(text=text)
    bare = text.removesuffix("%").rstrip() if per_cent else text
    plain = _without_thousands(bare.replace(thousands, "") if thousands else bare)
    number = _plain_number(plain)
    if number is None:
        return Number(text=text)
    return Number(number, 1 if plain[-1] in "½xX" else decimals_in(plain))


def in_per_cent(values: Floats, decimals: Integers) -> tuple[Floats, Integers]:
    """A column of percentages in per cent, where it holds parts of 1 (as a cell formatted as 75 % does)."""
    filled = np.isfinite(values)
    if not filled.any() or np.abs(values[filled]).max() > 1:
        return values, decimals
    return np.round(100 * values, 10), np.maximum(decimals - 2, 0)


def thousands_sign(values: Iterable[object]) -> str:
    """The sign that separates the thousands in a column of ratings: 1.756 can't be one; empty where there is none.

    All its texts must read so, and none of its numbers may be as small as they would be with a decimal point.
    """
    found = list(values)
    texts = ["".join(value.split()) for value in found if isinstance(value, str) and number_in(value) is not None]
    numbers = [value for value in found if isinstance(value, int | float)]
    for sign, pattern in _GROUPED.items():
        matches = [pattern.fullmatch(text) for text in texts]
        if all(matches) and any(match and match["groups"] for match in matches):
            return sign if all(abs(number) >= 100 for number in numbers) else ""
    return ""


def _plain_number(text: str) -> float | None:
    """The number that a text is, however many digits a program wrote, or None; 7½ and 7x as in events."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else number_in(text)


def _without_thousands(text: str) -> str:
    """1,940.49 and 1.940,49 without the sign between the thousands; blanks between digits go, too."""
    plain = "".join(text.split())
    if "." in plain and "," in plain:
        thousands = min(".,", key=plain.rfind)
        plain = plain.replace(thousands, "")
    return plain.replace("−", "-")
