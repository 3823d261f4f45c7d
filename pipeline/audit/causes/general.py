"""Mistakes that can be made in any column: in writing a number down, or in looking beside it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pipeline.audit.causes.case import ANY, Candidate, Cause, WrongCell, single
from pipeline.audit.judging.model import ROW, Values

_SHIFTS = (-3, -2, -1, 1, 2, 3)
_SIGNIFICANT = 15


def transposed_digits(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Two digits of the right number have changed places: 1940.49 written as 1904.49."""
    own = cell.own(base)
    if not np.isfinite(own) or own == 0 or own * cell.stated < 0:
        return
    most = _SIGNIFICANT - 1 - int(np.floor(np.log10(abs(own))))
    for decimals in {max(0, min(decimals, most)) for decimals in (cell.decimals, cell.shown)}:
        scaled = abs(own) * 10.0**decimals
        if abs(scaled - round(scaled)) <= cell.model.noise * 10.0**decimals:
            scaled = float(round(scaled))  # 5.5 - 4.48 is 1.0199999999999996, and nobody's 1.01
        for whole in {int(np.floor(scaled)), int(np.ceil(scaled)), int(np.floor(scaled + 0.5))}:
            digits = str(whole).rjust(decimals + 1, "0")
            values = list(_transposed(digits, decimals))
            if any(abs(value - abs(cell.stated)) <= max(cell.unit / 2, cell.model.noise) for value in values):
                right = float(np.copysign(whole / 10.0**decimals, own))
                yield Candidate(cell.stated, {"right": f"{right:.{decimals}f}"})
            if cell.is_coarse:  # what it might have given counts there, too
                yield from (Candidate(float(np.copysign(value, own))) for value in values if value != abs(cell.stated))


def _transposed(digits: str, decimals: int) -> Iterator[float]:
    """What a number becomes when two of its digits change places."""
    for i in range(len(digits)):
        for j in range(i + 1, len(digits)):
            if digits[i] != digits[j]:
                swapped = digits[:i] + digits[j] + digits[i + 1 : j] + digits[i] + digits[j + 1 :]
                yield int(swapped) / 10.0**decimals


def decimal_shifted(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The decimal point stands elsewhere: 14.81 written as 148.1 or 1.481."""
    own = cell.own(base)
    if cell.stated == 0:
        return
    for shift in _SHIFTS:
        # What was shifted was a rounded number already, so its last decimal moved with it.
        moved = own * 10.0**shift
        if cell.is_coarse:
            yield Candidate(round(own, cell.decimals) * 10.0**shift, {"places": str(abs(shift))})
        elif own and (cell.fits(moved) or cell.fits(moved, 10.0 ** (cell.decimals - cell.shown + max(0, shift)))):
            yield Candidate(cell.stated, {"places": str(abs(shift))})


def sign(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The right number with the other sign."""
    yield from single(-cell.own(base))


def neighbour_row(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The number, or one that it is made from, was taken from the row above or below."""
    key, compute = cell.node.key, cell.node.compute
    for other in cell.neighbours:
        details = {"who": cell.name(other)}
        yield Candidate(float(cell.model.truth[key][other]), details)
        if compute is None:
            continue
        yield Candidate(float(compute(base)[other]), details)
        for source in cell.node.inputs:
            if source.reach == ROW and not cell.model.by_key[source.key].open:  # the row beside has a choice of its own
                shifted = base[source.key].copy()
                shifted[cell.position] = shifted[other]
                yield Candidate(float(compute({**base, source.key: shifted})[cell.position]), details)


GENERAL = (
    Cause("transposed_digits", ANY, transposed_digits),
    Cause("decimal_shifted", ANY, decimal_shifted),
    Cause("sign", ANY, sign),
    Cause("neighbour_row", ANY, neighbour_row),
)
