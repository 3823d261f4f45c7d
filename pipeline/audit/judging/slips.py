"""Slips: single wrong values in columns that a sheet doesn't show, which some cell of those that it does betrays.

A slip is shown at one cell of the sheet: in the first column that follows from it, in the same row if it can be. That
is where the error begins, as far as anybody can see; all others that follow from the slip are carried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pipeline.audit.judging.state import CellKey
from pipeline.audit.judging.verdicts import Judgement, Verdict


class Slip(NamedTuple):
    """What a cell that isn't shown must hold, give or take `radius` (what the decimals of shown cells leave open)."""

    value: float
    radius: float = 0.0


NO_SLIPS: Mapping[CellKey, Slip] = MappingProxyType({})


def show_slips(judgement: Judgement, slips: Mapping[CellKey, Slip]) -> None:
    """Choose the cell at which each slip is shown, and call it wrong. Those that nobody can see stay where they are.

    A slip in a column that the event was read from has a cell of its own: that is where it is shown.
    """
    taken: set[CellKey] = set()
    for number, hidden in enumerate(judgement.wrong):
        if hidden not in slips or hidden[0] in judgement.columns:
            continue
        given = judgement.table.given.get(hidden[0])
        if given is not None and given.spots[hidden[1]] is not None:
            judgement.slips[hidden] = (hidden, slips[hidden])
            continue
        shown = next((cell for cell in _following(judgement, number, hidden[1]) if cell not in taken), None)
        if shown is None:
            continue
        taken.add(shown)
        key, position = shown
        column = judgement.columns[key]
        column.verdicts[position] = Verdict.WRONG
        column.bits[position], column.leading[position] = 1 << number, shown
        judgement.slips[shown] = (hidden, slips[hidden])
        judgement.wrong[number] = shown
        for other in judgement.columns.values():
            other.leading.update({i: shown for i, leading in other.leading.items() if leading == hidden})


def _following(judgement: Judgement, number: int, position: int) -> Iterator[CellKey]:
    """The cells that are carried from the wrong cell of this number, column by column, that in its own row first."""
    for key, column in judgement.columns.items():
        found = [
            i for i, bits in column.bits.items() if bits >> number & 1 and column.verdicts[i] is Verdict.CARRIED
        ]
        yield from ((key, i) for i in sorted(found, key=lambda i: i != position))
