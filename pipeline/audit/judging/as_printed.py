"""The numbers of a column that is judged as printed: what each agrees with, and which ways of rounding explain it.

Here nothing is forgiven that rounding might do: a number is one that the table's own convention prints, or one that a
way of rounding which has a name would have printed.
"""

from __future__ import annotations

import numpy as np

from pipeline.audit.judging.conditions import Match
from pipeline.audit.judging.habits import Exacts, in_any_way
from pipeline.audit.judging.model import Printing, Values
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.sheet.claims import Claim, Flags
from pipeline.method.graph import Floats

CARRIED_ROUNDING = "carried_rounding"
"""The name for what follows from a number before it that was rounded otherwise."""


def matched_as_printed(
    printing: Printing, claim: Claim, exacts: Exacts, truth: Floats, true: Values, on_sheet: Values
) -> Match:
    """The column's `truth`, and what follows from wrong cells (`exacts`), as printed or in a named way."""
    ok = claim.same(printing.printed(truth)) | claim.same(truth)
    nearest = in_any_way(np.array([claim.same(printing.printed(values)) for values in exacts.values]))
    none = np.zeros(len(ok), dtype=bool)
    how: dict[str, Flags] = {}
    rounded, tight = none.copy(), nearest.copy()
    if (np.isfinite(claim.values) & ~ok).any():
        for name, values in printing.ways(true):
            how[name] = how.get(name, none) | claim.same(values)
        for flags in how.values():
            rounded |= flags
        for _, values in printing.ways(on_sheet):
            tight |= claim.same(values)
    return Match(ok, rounded, nearest, tight, none, none, ~none, np.zeros(len(ok)), how)


def ways_of(match: Match, verdicts: list[Verdict]) -> dict[int, list[str]]:
    """By position, the names of what explains each rounded number."""
    found = {i for i, verdict in enumerate(verdicts) if verdict is Verdict.ROUNDING}
    return {i: [name for name, flags in match.how.items() if flags[i]] or [CARRIED_ROUNDING] for i in found}
