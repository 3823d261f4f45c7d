"""Finds the table to be audited in the sheets of a file, and reads it against an event's players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pipeline.audit.headings import meanings_of, sum_kind
from pipeline.audit.problems import problem
from pipeline.audit.rounding import decimals_in, decimals_of
from pipeline.audit.stated import Remark, Spot, StatedColumn, StatedSum, StatedTable, stated_column
from pipeline.errors import InputError, Place
from pipeline.event import Event
from pipeline.readers import vocabulary
from pipeline.readers.cells import number_in
from pipeline.readers.grid import ErrorCell, Grid, UnvaluedFormula, as_text, column_letters
from pipeline.readers.layouts import native
from pipeline.stages import score

HEADER_ROWS = 60
_BLANKS = {"-", "–", "—", "−", "n/a", "na"}
_WHO = ("name", "no", "start_no", "rank")
_GIVEN = {"rating", "games", "score", "points"}
"""Columns that any list of players has: alone they make no table to be audited."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_FORBIDDEN = dict.fromkeys(map(ord, "[]:*?/\\"), " ")
"""What a sheet's name can't hold."""
_LONGEST_NAME = 31
_LONGEST_COUNT = 4
"""Digits of a heading that counts iterations."""
_STEPS_FROM = ("performance", "c_hat", "dp", "Ra")
"""A heading that is a mere number counts iterations only beside one of these."""


@dataclass
class Head:
    """A header row: the columns that say who it is, and those to be audited (by column, their meanings)."""

    grid: Grid
    row: int
    who: dict[str, int] = field(default_factory=dict)
    columns: dict[int, tuple[str, ...]] = field(default_factory=dict)
    entries: list[int] = field(default_factory=list)

    @property
    def worth(self) -> int:
        """How much of a table to be audited the row announces; 0 where it is none."""
        computed = sum(meanings[0] not in _GIVEN for meanings in self.columns.values())
        return 10 * computed + len(self.columns) if computed and ("name" in self.who or "no" in self.who) else 0


def sheet_title(path: Path, grid: Grid) -> str:
    """The name of a grid's sheet in reports and in the annotated copy: its own, or the file's for a text file."""
    return grid.sheet or (path.stem.translate(_FORBIDDEN).strip().strip("'")[:_LONGEST_NAME] or "Sheet")


def spot_at(path: Path, grid: Grid, row: int, column: int) -> Spot:
    """A cell (from 0) as the annotated copy has it, which is a workbook for a text file, too."""
    return Spot(sheet_title(path, grid), f"{column_letters(column)}{row + 1}", row, column)


def read_table(path: Path, grids: list[Grid], event: Event) -> StatedTable:
    """The table in `grids`, the one with most columns to audit; columns that only another sheet has are added.

    Raises InputError where no sheet has one, or none of its rows is a player of the event.
    """
    heads = sorted((head for grid in grids if (head := find_head(grid)) is not None), key=lambda h: -h.worth)
    if not heads:
        raise _no_table(path, grids)
    table = _Reader(path, heads[0], event).read()
    for head in heads[1:]:
        other = _Reader(path, head, event).read()
        new = {key: column for key, column in other.columns.items() if key not in table.columns and key not in _GIVEN}
        sums = tuple(total for total in other.sums if total.key in new)
        table = StatedTable({**table.columns, **new}, table.order, table.sums + sums, table.remarks)
    if not table.columns or not table.order:
        raise InputError(path, [problem("no_player", heads[0].grid.place(heads[0].row, 0))])
    return table


def without_given(table: StatedTable, event: Event, path: Path) -> StatedTable:
    """The table without the columns that the event was read from: there is nothing to compare them with.

    Those are the ratings of the event's own sheet and, in an export, the points; a native sheet's points are computed.
    """
    if event.source.path.resolve() != path.resolve():
        return table
    same_sheet = not event.source.sheet or any(
        spot is not None and spot.sheet == event.source.sheet
        for column in table.columns.values() for spot in column.spots
    )
    given = {"rating"} if same_sheet else set()
    if event.source.layout != native.NAME:
        given |= {"score", "points"}
    columns = {key: column for key, column in table.columns.items() if key not in given}
    sums = tuple(total for total in table.sums if total.key in columns)
    remarks = table.remarks
    if "score" in given and "points_stated" in event.players:
        stated = event.players["points_stated"].to_numpy(dtype=float)
        differ = np.flatnonzero(np.isfinite(stated) & (stated != score(event).to_numpy(dtype=float)))
        if len(differ):
            names = [str(event.players["name"].iloc[i]) for i in differ]
            remarks = (*remarks, Remark("points_differ", {"count": len(names), "players": _some(names)}))
    left_out = {key: column for key, column in table.columns.items() if key in given}
    return StatedTable(columns, table.order, sums, remarks, left_out)


def without_audited(grid: Grid) -> Grid:
    """The grid with its columns to be audited blank, but for the ratings: what an event is read from."""
    head = find_head(grid)
    if head is None:
        return grid
    audited = {column for column, meanings in head.columns.items() if meanings[0] != "rating"}
    rows = [
        [None if row > head.row and column in audited else value for column, value in enumerate(values)]
        for row, values in enumerate(grid.rows)
    ]
    return replace(grid, load=lambda: rows)


def find_head(grid: Grid) -> Head | None:
    """The header row of a grid that announces most; None where no row is one."""
    best = max((_head(grid, row) for row in range(min(HEADER_ROWS, len(grid.rows)))), key=lambda h: h.worth,
               default=None)
    return best if best is not None and best.worth else None


def _head(grid: Grid, row: int) -> Head:
    head = Head(grid, row)
    numbers: dict[int, int] = {}
    for column in range(len(grid.rows[row])):
        value = grid.value(row, column)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if float(value).is_integer() and value > 0:
                numbers[column] = int(value)
            continue
        text = as_text(value)
        if not text:
            continue
        word = vocabulary.heading(text)
        if word is not None and word.name in _WHO:
            head.who.setdefault(word.name, column)
        elif word is not None and word.name in ("opponent", "result", "round", "colour"):
            head.entries.append(column)
        elif meanings := meanings_of(text):
            head.columns[column] = meanings
        elif text.isdecimal() and len(text) <= _LONGEST_COUNT:
            numbers[column] = int(text)
    if any(meanings[0] in _STEPS_FROM for meanings in head.columns.values()):
        head.columns.update(_counted(numbers, max(head.entries, default=-1)))
    return head


def _counted(numbers: Mapping[int, int], after: int) -> dict[int, tuple[str, ...]]:
    """Headings 1, 2, 3, … behind the rounds: iterations the first time, differences the second."""
    families = iter(("iteration", "difference"))
    family, expected = "", 0
    found: dict[int, tuple[str, ...]] = {}
    for column, number in sorted(numbers.items()):
        if column <= after:
            continue
        if number == 1:
            family, expected = next(families, ""), 1
        if family and number == expected:
            found[column] = (f"{family}_{number}",)
            expected += 1
    return found


def _no_table(path: Path, grids: list[Grid]) -> InputError:
    return InputError(path, [problem("no_table", Place(", ".join(grid.sheet for grid in grids if grid.sheet)))])


class _Reader:
    """Reads the rows under one header."""

    def __init__(self, path: Path, head: Head, event: Event) -> None:
        self.path = path
        self.head, self.grid, self.event = head, head.grid, event
        self.remarks: list[Remark] = []
        self.as_text: list[str] = []
        self.index = event.players.index
        self.by_number = {no: i for i, no in enumerate(self.index.tolist())}
        names = [as_text(name).casefold() for name in event.players["name"]]
        counts = Counter(names)
        self.by_name = {name: i for i, name in enumerate(names) if counts[name] == 1}

    def read(self) -> StatedTable:
        """The table."""
        players: dict[int, int] = {}
        others: list[int] = []
        for row in range(self.head.row + 1, len(self.grid.rows)):
            position = self._player(row)
            if position is not None and position not in players:
                players[position] = row
            elif any(not self.grid.is_blank(row, column) for column in self.head.columns):
                others.append(row)
        columns: dict[str, StatedColumn] = {}
        where: dict[str, int] = {}
        for column, meanings in self._assigned().items():
            columns[meanings[0]] = self._column(column, meanings, players)
            where[meanings[0]] = column
        totals = self._totals(others, where)
        if self.as_text:
            self.remarks.append(Remark("numbers_as_text", {"count": len(self.as_text), "cells": _some(self.as_text)}))
        self._spare_unrated(columns)
        order = sorted(players, key=lambda position: players[position])
        return StatedTable(columns, order, totals, tuple(self.remarks))

    def _spare_unrated(self, columns: dict[str, StatedColumn]) -> None:
        """A blank or a 0 as the rating of an unrated player is no cell to judge."""
        column = columns.get("rating")
        if column is not None:
            unrated = self.event.players["rating"].isna().to_numpy(dtype=bool)
            spared = unrated & ~(np.nan_to_num(column.values) > 0)
            column.values[spared] = np.nan
            spots = tuple(None if gone else spot for gone, spot in zip(spared, column.spots, strict=True))
            columns["rating"] = replace(column, spots=spots)

    def _assigned(self) -> dict[int, tuple[str, ...]]:
        """Each column with the meanings that are left for it, one that has no other choice first."""
        taken: set[str] = set()
        found: dict[int, tuple[str, ...]] = {}
        for column, meanings in sorted(self.head.columns.items(), key=lambda item: (len(item[1]), item[0])):
            left = tuple(meaning for meaning in meanings if meaning not in taken)
            if left:
                found[column] = left
                taken.add(left[0])
            else:
                heading = self.grid.text(self.head.row, column)
                details = {"heading": heading, "cell": self._cell(self.head.row, column)}
                self.remarks.append(Remark("heading_twice", details))
        # A heading of one meaning is that; the others stay open, and what explains most of the cells is taken.
        fixed = {meanings[0] for meanings in found.values() if len(meanings) == 1}
        return {
            column: (meanings[0], *(m for m in self.head.columns[column] if m not in {meanings[0], *fixed}))
            for column, meanings in sorted(found.items())
        }

    def _player(self, row: int) -> int | None:
        """The position of the player that a row is about: by a name that only one has, else by number."""
        who = self.head.who
        name = self.grid.text(row, who.get("name")).casefold()
        if name in self.by_name:
            return self.by_name[name]
        number = number_in(self.grid.value(row, who["no"])) if "no" in who else None
        if number is None or not number.is_integer() or int(number) not in self.by_number:
            return None
        if name and "name" in who and sum_kind(name):
            return None
        return self.by_number[int(number)]

    def _cell(self, row: int, column: int) -> str:
        return self._spot(row, column).cell

    def _spot(self, row: int, column: int) -> Spot:
        return spot_at(self.path, self.grid, row, column)

    def _column(self, column: int, meanings: tuple[str, ...], players: Mapping[int, int]) -> StatedColumn:
        count = len(self.index)
        values, own = np.full(count, np.nan), np.zeros(count, dtype=np.int64)
        typed = np.zeros(count, dtype=bool)
        texts: dict[int, str] = {}
        spots: list[Spot | None] = [None] * count
        for position, row in players.items():
            spots[position] = self._spot(row, column)
            number, decimals, text = self._number(row, column)
            if number is not None:
                values[position] = number
                typed[position] = decimals is None
                own[position] = decimals or 0
            elif text:
                texts[position] = text
        own = np.where(typed, decimals_of(values), own)
        heading = self.grid.text(self.head.row, column)
        return stated_column(meanings[0], heading, values, spots, own=own, texts=texts, meanings=meanings)

    def _number(self, row: int, column: int) -> tuple[float | None, int | None, str]:
        """A cell's number with the decimals that its text has (None for a real number), or the text it holds."""
        value = self.grid.value(row, column)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return (float(value), None, "") if np.isfinite(value) else (None, None, as_text(value))
        text = as_text(value)
        if not text or text.casefold() in _BLANKS or isinstance(value, ErrorCell | UnvaluedFormula):
            return None, None, "" if text.casefold() in _BLANKS else text
        plain = _without_thousands(text)
        number = _plain_number(plain) if isinstance(value, str) else None
        if number is None:
            return None, None, text
        if self.grid.typed:
            self.as_text.append(self._cell(row, column))
        return number, 1 if plain[-1] in "½xX" else decimals_in(plain), ""

    def _totals(self, rows: list[int], where: Mapping[str, int]) -> tuple[StatedSum, ...]:
        """The rows under the players that a label makes known as sums."""
        found: list[StatedSum] = []
        unknown: list[str] = []
        for row in rows:
            texts = [self.grid.text(row, column) for column in range(len(self.grid.rows[row]))]
            label, kind = next(((text, sum_kind(text)) for text in texts if text and sum_kind(text)), ("", ""))
            if not kind:
                unknown.append(self._cell(row, min(self.head.columns)))
                continue
            for key, column in where.items():
                number, decimals, text = self._number(row, column)
                if number is None and not text or text and sum_kind(text):
                    continue
                shown = decimals if decimals is not None else int(decimals_of(np.array([number or 0.0]))[0])
                spot = self._spot(row, column)
                found.append(StatedSum(kind, key, label, np.nan if number is None else number, shown, spot, text))
        if unknown:
            self.remarks.append(Remark("rows_left_out", {"count": len(unknown), "cells": _some(unknown)}))
        return tuple(found)


def _plain_number(text: str) -> float | None:
    """The number that a text is, however many digits a program wrote, or None; 7½ and 7x as in events."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else number_in(text)


def _without_thousands(text: str) -> str:
    """1,940.49 and 1.940,49 without the sign between the thousands; blanks between digits go, too."""
    plain = "".join(text.split())
    if "." in plain and "," in plain:
        thousands = min(".,", key=plain.rfind)
        plain = plain.replace(thousands, "")
    return plain.replace("−", "-")


def _some(items: list[str]) -> str:
    return ", ".join(items[:6]) + ("" if len(items) <= 6 else ", …")
