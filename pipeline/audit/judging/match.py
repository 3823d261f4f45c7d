"""What the stated numbers of a column agree with, for the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.audit.sheet.claims import Flags
from pipeline.method.graph import Floats


@dataclass(frozen=True)
class Match:
    """What each stated number of a column agrees with.

    ok, rounded  the truth, to the nearest and by some rounding
    nearest      some exact value that it may have had, to the nearest; `tight`: by any rounding
    loose        what the sheet's own cells give, if some of these were rounded and others not
    coarse       the truth, by the decimals that the cell itself shows, which are fewer than its column's
    nearer       the number is as near to what follows from wrong cells as to the truth
    allowance    how far what was rounded before may have moved it
    """

    ok: Flags
    rounded: Flags
    nearest: Flags
    tight: Flags
    loose: Flags
    coarse: Flags
    nearer: Flags
    allowance: Floats
