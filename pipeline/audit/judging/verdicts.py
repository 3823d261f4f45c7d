"""What an audit says of each cell: the verdicts, and the columns and sums that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.audit.judging.model import Model, Node
from pipeline.audit.judging.state import CellKey, ColumnState
from pipeline.audit.sheet.stated import StatedColumn, StatedSum, StatedTable
from pipeline.method.graph import Floats


class Verdict(StrEnum):
    """What is said of a cell; its value is the name in --json and in the words of each language."""

    OK = "ok"
    ROUNDING = "rounding"
    CARRIED = "carried"
    WRONG = "wrong"
    MISSING = "missing"
    NONE = ""
    """No value belongs there, and none is judged."""

    @property
    def is_right(self) -> bool:
        """Whether the number is the true one, however it was rounded."""
        return self in (Verdict.OK, Verdict.ROUNDING)

    @property
    def is_error(self) -> bool:
        """Whether an error begins in the cell: its number follows from nothing, or it is blank."""
        return self in (Verdict.WRONG, Verdict.MISSING)


VERDICTS = tuple(verdict for verdict in Verdict if verdict)
"""Those that are counted, in the order of the reports."""


@dataclass
class JudgedColumn:
    """A stated column with its verdicts, by player position.

    own        what follows from the sheet's own cells
    allowance  how far rounded numbers before it may have moved a value
    how        by position, the ways of rounding that explain a number, where these have names
    bits       the wrong cells that a value depends on, as bits: see `Judgement.cells`
    leading    for a carried value the wrong cell that weighs most, for a wrong one itself
    """

    node: Node
    stated: StatedColumn
    expected: Floats
    own: Floats
    verdicts: list[Verdict]
    allowance: Floats
    how: Mapping[int, list[str]] = field(default_factory=dict)
    bits: dict[int, int] = field(default_factory=dict)
    leading: dict[int, CellKey] = field(default_factory=dict)


@dataclass
class JudgedSum:
    """A stated sum with its verdict."""

    stated: StatedSum
    expected: float
    own: float
    verdict: Verdict
    bits: int = 0


@dataclass
class Judgement:
    """All verdicts, and the columns they were made with (for the causes).

    `reported` are the keys of the columns to report, None for all: others only say what the table went on from.
    `slips` has, by the cell at which it is shown, each slip in a column that the table doesn't show (see slips.py).
    """

    model: Model
    table: StatedTable
    columns: dict[str, JudgedColumn]
    sums: list[JudgedSum]
    states: Mapping[str, ColumnState]
    wrong: list[CellKey]
    reported: frozenset[str] | None = None
    slips: dict[CellKey, tuple[CellKey, tuple[float, float]]] = field(default_factory=dict)

    @property
    def carried(self) -> dict[str, Floats]:
        """Every column as it follows from the wrong cells, these included; the truth where none was judged."""
        return {**self.model.truth, **{key: state.carried for key, state in self.states.items()}}

    @property
    def on_sheet(self) -> dict[str, Floats]:
        """Every column as the sheet holds it, else as it follows from what it holds."""
        return {**self.model.truth, **{key: state.on_sheet for key, state in self.states.items()}}

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

    def counts(self) -> dict[Verdict, int]:
        """How many cells have each verdict."""
        counted = dict.fromkeys(VERDICTS, 0)
        for verdict in self.verdicts():
            if verdict:
                counted[verdict] += 1
        return counted

    def verdicts(self) -> Iterator[Verdict]:
        """Every verdict, columns first."""
        for column in self.columns.values():
            yield from column.verdicts
        for judged in self.sums:
            yield judged.verdict
