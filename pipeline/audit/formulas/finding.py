"""What can be wrong with a formula, as a finding about its cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.audit.sheet.stated import Spot

TYPED_OVER, UNLIKE, SHORT_RANGE, GROWING, SLIPPED, WRONG_ROW, STALE = (
    "typed_over_formula", "unlike_neighbours", "range_too_short", "range_grows", "range_slipped",
    "reference_to_wrong_row", "stale_value",
)
_ERRORS = {STALE, TYPED_OVER}


@dataclass(frozen=True)
class FormulaFinding:
    """One finding: where, what (a name of report/sentences), and what its sentence names."""

    spot: Spot
    name: str
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_error(self) -> bool:
        """Whether the sheet is no longer what it shows: another number when recalculated, or none of its formula's."""
        return self.name in _ERRORS

    @property
    def explains(self) -> bool:
        """Whether it is only a cause: of a right number it says nothing, for a running sum is written so, too."""
        return self.name == GROWING
