"""What an audit says of each cell: the verdicts, and the columns and sums that have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.audit.judging.model import Model, Node
from pipeline.audit.sheet.stated import StatedColumn, StatedSum, StatedTable
from pipeline.method.graph import Floats

OK, ROUNDING, CARRIED, WRONG, MISSING, NONE = "ok", "rounding", "carried", "wrong", "missing", ""
VERDICTS = (OK, ROUNDING, CARRIED, WRONG, MISSING)
"""NONE is for cells where no value belongs and none is judged."""

CellKey = tuple[str, int]
"""A cell: the column's key and the player's position."""


@dataclass
class JudgedColumn:
    """A stated column with its verdicts, by player position.

    allowance  how far rounded numbers before it may have moved a value
    bits       the wrong cells that a value depends on, as bits: see `Judgement.cells`
    leading    for a carried value the wrong cell that weighs most, for a wrong one itself
    """

    node: Node
    stated: StatedColumn
    expected: Floats
    own: Floats
    verdicts: list[str]
    allowance: Floats
    bits: dict[int, int] = field(default_factory=dict)
    leading: dict[int, CellKey] = field(default_factory=dict)


@dataclass
class JudgedSum:
    """A stated sum with its verdict."""

    stated: StatedSum
    expected: float
    own: float
    verdict: str
    bits: int = 0


@dataclass
class Judgement:
    """All verdicts, and the columns they were made with (for the causes).

    `reported` are the keys of the columns to report, None for all: others only say what the table went on from.
    """

    model: Model
    table: StatedTable
    columns: dict[str, JudgedColumn]
    sums: list[JudgedSum]
    pinned: dict[str, Floats]
    held: dict[str, Floats]
    wrong: list[CellKey]
    reported: frozenset[str] | None = None

    def columns_to_report(self) -> list[JudgedColumn]:
        """The columns whose cells are findings of this table."""
        return [column for key, column in self.columns.items() if self.reported is None or key in self.reported]

    def cells(self, bits: int) -> list[CellKey]:
        """The wrong cells that these bits stand for, in the order in which they were found."""
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.wrong[lowest.bit_length() - 1])
            bits ^= lowest
        return found

    def origins(self, column: JudgedColumn, position: int) -> list[CellKey]:
        """The wrong cells that a carried (or wrong) value comes from."""
        return self.cells(column.bits.get(position, 0))

    def counts(self) -> dict[str, int]:
        """How many cells have each verdict."""
        counted = dict.fromkeys(VERDICTS, 0)
        for verdict in self.verdicts():
            if verdict:
                counted[verdict] += 1
        return counted

    def verdicts(self) -> Iterator[str]:
        """Every verdict, columns first."""
        for column in self.columns.values():
            yield from column.verdicts
        for judged in self.sums:
            yield judged.verdict
