"""What is known of a column while a sheet is judged; the words are explained at the top of this room."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.audit.judging.model import Node
from pipeline.method.graph import Floats

CellKey = tuple[str, int]
"""A cell: the column's key and the player's position."""


@dataclass
class ColumnState:
    """One column of the model, stated in the sheet or hidden; all by player position.

    truth            what the event gives
    carried          what follows at full precision from all wrong cells before it (and is stated in its own wrong ones)
    origins          the wrong cells that the carried value depends on: bit number = place in the list of wrong cells
    leading          the place of the one that weighs most; -1 where there is none
    on_sheet         what the sheet holds; where it holds nothing, what follows
    rounding         how far from `on_sheet` the number may be that its writer went on with, if he rounded it
    hidden_rounding  how much farther, if columns before it that the sheet doesn't show were rounded
    unrounded        recomputed at full precision from what is stated outside its family: typed ĉ, then formulas
    from_sheet       whether the sheet shows the column, or something that it follows from
    """

    node: Node
    truth: Floats
    carried: Floats
    origins: list[int]
    leading: list[int]
    on_sheet: Floats
    rounding: Floats
    hidden_rounding: Floats
    unrounded: Floats | None = None
    from_sheet: bool = False

    @classmethod
    def true(cls, node: Node, truth: Floats) -> ColumnState:
        """A column that no wrong cell reaches, before anything that is stated in it was looked at."""
        nobody = len(truth)
        return cls(
            node, truth, truth.copy(), [0] * nobody, [-1] * nobody, truth, np.zeros(nobody), np.zeros(nobody)
        )

    @property
    def is_reached(self) -> bool:
        """Whether wrong cells reach somebody's value."""
        return any(self.origins)

    @property
    def off(self) -> list[float]:
        """How far the carried values are from the truth; one without a truth counts as far."""
        off: list[float] = np.nan_to_num(np.abs(self.carried - self.truth), nan=1e9).tolist()
        return off

    def all_origins(self, but: int) -> int:
        """The wrong cells that reach anybody, without the bits `but`."""
        bits = 0
        for origins in self.origins:
            bits |= origins & ~but
        return bits
