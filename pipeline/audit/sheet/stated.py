"""The table to be audited: what stands in it, cell by cell, and where."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from pipeline.addresses import column_letters
from pipeline.audit.sheet.claims import Flags, claimed_decimals, decimals_of
from pipeline.method.graph import Floats, Integers
from pipeline.words import Said, joined

_NAMED = 6
"""So many cells or players are named in a remark."""


@dataclass(frozen=True)
class Spot:
    """A cell: its sheet ('' for a text file), its address as the user knows it, and row and column from 0."""

    sheet: str
    cell: str
    row: int = -1
    column: int = -1


@dataclass(frozen=True)
class StatedColumn:
    """A column of the table, by player (positions in the event's index).

    key       what it is taken for: a name of the audit's model; `meanings` are all that its heading can be
    values    the numbers (NaN where there is none); `decimals` what each claims, `own` what it shows
    texts     what stands in cells that should hold a number and don't, by position
    spots     where each player's cell is; None for players who aren't in the table; one for several who share a cell
    again     the column once more, as further rows of the same players have it; None where nobody has two
    by_legend whether it is a numbered tie-break (Des 1) that a legend explains: programs have ways of their own
    """

    key: str
    heading: str
    values: Floats
    decimals: Integers
    own: Integers
    spots: tuple[Spot | None, ...]
    texts: Mapping[int, str] = field(default_factory=dict)
    meanings: tuple[str, ...] = ()
    again: StatedColumn | None = None
    by_legend: bool = False

    @property
    def filled(self) -> Flags:
        """Which players have a number."""
        return np.asarray(np.isfinite(self.values))

    def without(self, positions: Collection[int]) -> StatedColumn:
        """The column without the cells of these players."""
        values = self.values.copy()
        values[list(positions)] = np.nan
        spots = tuple(None if i in positions else spot for i, spot in enumerate(self.spots))
        texts = {i: text for i, text in self.texts.items() if i not in positions}
        return replace(self, values=values, spots=spots, texts=texts)


@dataclass(frozen=True)
class StatedSum:
    """A cell of a row under the players: which sum of which column it is (`kind` as in the model's sums)."""

    kind: str
    key: str
    label: str
    value: float
    decimals: int
    spot: Spot
    text: str = ""


@dataclass(frozen=True)
class Unjudged:
    """Numbers that aren't judged: their cells (N2:N11, or L4), how many they are, and the heading of their column."""

    sheet: str
    cells: str
    count: int
    heading: str = ""


@dataclass(frozen=True)
class Remark:
    """Something seen while reading that isn't a verdict: the sentence's name in report/sentences and what goes into it.

    `unjudged` are the numbers that it says aren't judged; nobody may be told that all is right where there are some.
    """

    name: str
    details: Mapping[str, object] = field(default_factory=dict)
    unjudged: tuple[Unjudged, ...] = ()


@dataclass(frozen=True)
class StatedTable:
    """The columns by key, the sums, and the players' positions in the order of the rows.

    given  columns that aren't judged, as the event was read from them; formulas refer to their cells
    sheets tables of further sheets with columns that this one has, too; `apart` is one that has its own of most steps,
           else it goes on from those of the first; `title` is what such a one is called
    rank   places, judged when all the others are; `ranked` where the players have other numbers, so that they are
           nothing but places
    """

    columns: Mapping[str, StatedColumn]
    order: Sequence[int]
    sums: tuple[StatedSum, ...] = ()
    remarks: tuple[Remark, ...] = ()
    given: Mapping[str, StatedColumn] = field(default_factory=dict)
    sheets: tuple[StatedTable, ...] = ()
    apart: bool = False
    title: str = ""
    rank: StatedColumn | None = None
    ranked: bool = False

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, index: pd.Index) -> StatedTable:
        """A table from numbers: `frame` has one column a key and the players' numbers as index; NaN is a blank.

        `index` is that of the event's players.
        """
        placed = frame.reindex(index)
        rows = {no: row for row, no in enumerate(frame.index)}
        columns = {}
        for number, key in enumerate(frame.columns):
            spots = tuple(
                Spot("", f"R{rows[no] + 1}C{number + 1}", rows[no], number) if no in rows else None for no in index
            )
            columns[key] = stated_column(key, key, placed[key].to_numpy(dtype=float), spots)
        return cls(columns, index.get_indexer(frame.index).tolist())


def stated_column(
    key: str, heading: str, values: Floats, spots: Sequence[Spot | None], *, own: Integers | None = None,
    texts: Mapping[int, str] | None = None, meanings: tuple[str, ...] = (),
) -> StatedColumn:
    """A column whose cells claim their own decimals or the column's; `own` where the numbers were texts."""
    shown = decimals_of(values) if own is None else own
    decimals = claimed_decimals(shown, np.asarray(np.isfinite(values)))
    return StatedColumn(key, heading, values, decimals, shown, tuple(spots), texts or {}, meanings or (key,))


def some(items: Sequence[str], between: str = ", ") -> Said:
    """The first of many things that a remark names; `between` is another sign where they have commas in them."""
    return joined(between, [*items[:_NAMED], *(["…"] if len(items) > _NAMED else [])])


def cells_of(rows: Sequence[int], letters: str) -> str:
    """The cells of a column in these rows (from 0) as one range: N2:N11."""
    first, last = f"{letters}{min(rows) + 1}", f"{letters}{max(rows) + 1}"
    return first if first == last else f"{first}:{last}"


def stated_in(column: StatedColumn) -> tuple[Unjudged, ...]:
    """The numbers of a column that isn't judged after all."""
    spots = [spot for i, spot in enumerate(column.spots) if spot is not None and column.filled[i]]
    if not spots:
        return ()
    cells = cells_of([spot.row for spot in spots], column_letters(spots[0].column))
    return (Unjudged(spots[0].sheet, cells, len(spots), column.heading),)
