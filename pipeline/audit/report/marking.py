"""The mark of judged cells: what is right counts, and what follows rightly from a wrong cell; what was made up doesn't.

Follow-through is fair only where it follows from work. A column in which most cells are wrong and no known mistake
explains them wasn't worked out by anybody: what follows from it shows nothing, and neither does a column filled with
one number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.told import ToldAudit
from pipeline.audit.sheet.stated import Spot

FULL = 1.0
_ALMOST_ALL = 99.9
"""Per cent: 100.0 is said of all cells alone."""
FEWEST = 3
"""In a column of fewer cells nothing is most of it: one slip in the one c of a field is one slip."""
SLIPS = frozenset({
    "opponent_mistaken", "opponent_doubled", "player_mistaken", "player_doubled", "player_left_out",
    "transposed_digits", "decimal_shifted", "neighbour_row", "table_row_beside", "not_a_number",
})  # fmt: skip
"""Causes of one cell each. Among invented numbers some fit by chance, so they explain no column."""

ColumnKey = tuple[int, str]
"""The table that a column stands in, and its name."""


@dataclass(frozen=True)
class Marked:
    """A judged cell with what it counts, from 0 to 1."""

    cell: JudgedCell
    credit: float


@dataclass(frozen=True)
class Mark:
    """What counts, out of how many cells."""

    points: float
    count: int

    @property
    def per_cent(self) -> float:
        """From 0 to 100."""
        return 100 * self.points / max(self.count, 1)

    @property
    def shown(self) -> float:
        """The same with one decimal: 100.0 only where all cells count."""
        return min(self.per_cent, _ALMOST_ALL) if self.points < self.count else self.per_cent


@dataclass(frozen=True)
class MarkedAudit(ToldAudit):
    """An audit of an exercise, whose mark is out of the cells that the exercise asks."""

    mark: Mark


def mark_of(audit: AnyAudit) -> Mark:
    """The mark of an audit: of the exercise where it is one, else out of all judged cells."""
    if isinstance(audit, MarkedAudit):
        return audit.mark
    return Mark(sum(one.credit for one in marked(audit.cells)), len(audit.cells))


def marked(cells: Sequence[JudgedCell], carried: float = FULL) -> list[Marked]:
    """Each cell with its credit; `carried` is that of a cell that follows rightly from a wrong one."""
    made_up, filled = invented(cells), filled_with_one_number(cells)
    columns: dict[Spot, ColumnKey] = {cell.spot: (cell.table, cell.column) for cell in cells}

    def credit(cell: JudgedCell) -> float:
        if (cell.table, cell.column) in filled:
            return 0.0
        if cell.verdict.is_right:
            return FULL
        if cell.verdict is not Verdict.CARRIED:
            return 0.0
        sources = {columns.get(spot) for spot in (cell.origin, *cell.origins) if spot is not None}
        return 0.0 if sources & (made_up | filled) else carried

    return [Marked(cell, credit(cell)) for cell in cells]


def invented(cells: Sequence[JudgedCell]) -> set[ColumnKey]:
    """The columns more than half of which is wrong without a known cause."""
    found = set()
    for key, column in _columns(cells):
        wrong = [cell for cell in column if cell.verdict is Verdict.WRONG]
        known = _known_causes(wrong)
        unknown = [cell for cell in wrong if not known & {fit.name for fit in cell.causes}]
        if len(column) >= FEWEST and 2 * len(unknown) > len(column):
            found.add(key)
    return found


def _known_causes(wrong: Sequence[JudgedCell]) -> set[str]:
    """The mistakes of method that explain at least half of the wrong cells of a column."""
    counted = Counter(fit for cell in wrong for fit in {fit.name for fit in cell.causes})
    return {name for name, count in counted.items() if name not in SLIPS and 2 * count >= len(wrong)}


def filled_with_one_number(cells: Sequence[JudgedCell]) -> set[ColumnKey]:
    """The columns whose cells all hold one number, which is right in less than half of them."""
    found = set()
    for key, column in _columns(cells):
        stated = {cell.stated for cell in column if cell.stated is not None}
        right = sum(cell.verdict.is_right for cell in column)
        count = sum(cell.stated is not None for cell in column)
        if count >= FEWEST and len(stated) == 1 and 2 * right < len(column):
            found.add(key)
    return found


def _columns(cells: Sequence[JudgedCell]) -> Iterator[tuple[ColumnKey, list[JudgedCell]]]:
    """The cells by column; those of players alone, no sums."""
    columns: dict[ColumnKey, list[JudgedCell]] = {}
    for cell in cells:
        if cell.position >= 0:
            columns.setdefault((cell.table, cell.column), []).append(cell)
    yield from columns.items()
