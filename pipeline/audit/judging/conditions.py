"""From what a stated number agrees with to its verdict: an ordered list of conditions, of which the first decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.sheet.claims import Flags
from pipeline.method.graph import Floats

MIXTURE = "a mixture of rounded and unrounded cells"


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


@dataclass(frozen=True)
class Circumstances:
    """What else decides, by player.

    stands   there is a cell for the player; `filled`: with a number
    belongs  he has a value in this column, as far as games go; `known`: the event gives it
    follows  there is a value for him that follows from wrong cells
    reached  wrong cells, or coarse ones, reach his value; `touched`: wrong ones do
    mixes    whether a mixture passes as rounding in this family
    """

    stands: Flags
    filled: Flags
    belongs: Flags
    known: Flags
    follows: Flags
    reached: Flags
    touched: Flags
    mixes: bool


class Condition(NamedTuple):
    """Where it holds and no earlier one does, the verdict is given."""

    name: str
    verdict: Verdict
    holds: Flags


def conditions(match: Match, where: Circumstances) -> Iterator[Condition]:
    """In order: what stands there at all, then what the number agrees with."""
    blank, unknown = ~where.filled, ~where.known
    wanted = where.belongs & (where.known | where.follows)
    own = where.reached & (match.tight | match.loose)
    yield Condition("no cell", Verdict.NONE, ~where.stands)
    yield Condition("a blank where a value belongs", Verdict.MISSING, blank & wanted)
    yield Condition("a blank", Verdict.NONE, blank)
    yield Condition("a number where none is judged", Verdict.NONE, ~where.belongs)
    yield Condition("no such value, by the event or by the sheet", Verdict.WRONG, unknown & ~where.reached)
    yield Condition("the truth", Verdict.OK, match.ok)
    yield Condition("what follows from wrong cells", Verdict.CARRIED, where.touched & match.nearest & match.nearer)
    yield Condition("the truth, rounded in some way", Verdict.ROUNDING, match.rounded)
    yield Condition("from wrong cells, rounded in some way", Verdict.CARRIED, own & where.touched & match.nearer)
    yield Condition("from coarse cells, or near the truth", Verdict.ROUNDING, own)
    yield Condition("an exact value, rounded in some way", Verdict.ROUNDING, match.tight)
    yield Condition(MIXTURE, Verdict.ROUNDING if where.mixes else Verdict.WRONG, match.loose)
    yield Condition("nothing", Verdict.WRONG, np.ones(len(match.ok), dtype=bool))


class Decided(NamedTuple):
    """The verdict of each player, and by how many cells a family shows whether it mixes.

    plain  cells that need no mixture to be right; `mixed`: cells that nothing else explains
    """

    verdicts: list[Verdict]
    plain: int
    mixed: int


def decided(match: Match, where: Circumstances) -> Decided:
    """The first condition that holds decides on each cell."""
    ordered = list(conditions(match, where))
    first = np.argmax(np.array([condition.holds for condition in ordered]), axis=0)
    names = [condition.name for condition in ordered]
    judged = first >= names.index("the truth")
    plain = judged & (match.ok | match.rounded | match.tight)
    return Decided(
        [ordered[i].verdict for i in first.tolist()], int(plain.sum()), int((first == names.index(MIXTURE)).sum())
    )
