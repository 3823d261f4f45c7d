"""Reads the table to be audited against an event's players, wherever it stands in the sheets of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pipeline.addresses import column_letters
from pipeline.audit.sheet.claims import decimals_of
from pipeline.audit.sheet.head import Head, find_heads
from pipeline.audit.sheet.known_headings import GIVEN, OUTCOMES, sum_kind
from pipeline.audit.sheet.numbers import PER_CENT, Number, in_per_cent, number_at, thousands_sign
from pipeline.audit.sheet.players import Matched, Row, matched
from pipeline.audit.sheet.problems import problem
from pipeline.audit.sheet.stated import (
    Remark,
    Spot,
    StatedColumn,
    StatedSum,
    StatedTable,
    Unjudged,
    some,
    stated_column,
    stated_in,
)
from pipeline.audit.sheet.unread import unjudged_column, unread_columns
from pipeline.errors import InputError, Place
from pipeline.event import Event, readable
from pipeline.method.graph import GameGraph
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, UnvaluedFormula
from pipeline.readers.layouts import native
from pipeline.words import in_quotes, joined

_RATING_SIZED = ("rating", "Ra", "performance", "start", "iteration", "rp", "limit", "arpo")
"""Families of columns whose numbers are ratings."""
_COMPUTED_BY_HAND = ("dp", "c", "c_hat", "iteration_1")
"""An export of a program states none of these: its points are the program's, who may know more than the games."""
_OTHER_SCORING = 0.2
"""Where more of the stated points than this part differ from those of the games, the event was scored otherwise."""
_FORBIDDEN = dict.fromkeys(map(ord, "[]:*?/\\"), " ")
"""What a sheet's name can't hold."""
_LONGEST_NAME = 31


def sheet_title(path: Path, grid: Grid) -> str:
    """The name of a grid's sheet in reports and in the annotated copy: its own, or the file's for a text file."""
    return grid.sheet or (readable(path.stem).translate(_FORBIDDEN).strip().strip("'")[:_LONGEST_NAME] or "Sheet")


def spot_at(path: Path, grid: Grid, row: int, column: int) -> Spot:
    """A cell (from 0) as the annotated copy has it, which is a workbook for a text file, too."""
    return Spot(sheet_title(path, grid), f"{column_letters(column)}{row + 1}", row, column)


def read_table(path: Path, grids: list[Grid], event: Event) -> StatedTable:
    """The table in `grids`, the one with most columns to audit; columns that only another sheet has are added.

    Raises InputError where no sheet has one, or none of its rows is a player of the event.
    """
    heads = sorted((head for grid in grids for head in find_heads(grid)), key=lambda h: -h.worth)
    if not heads:
        raise no_table(path, grids)
    table = _Reader(path, heads[0], event).read()
    for head in heads[1:]:
        title = sheet_title(path, head.grid)
        if any(head.grid is other.grid for other in heads if other is not head):
            title = f"{title}!{spot_at(path, head.grid, head.row, 0).cell}"
        table = _joined(table, _Reader(path, head, event).read(), title)
    if not table.columns or not table.order:
        raise InputError(path, [problem("no_player", heads[0].grid.place(heads[0].row, 0))])
    return table


def _joined(table: StatedTable, other: StatedTable, sheet: str) -> StatedTable:
    """A table with that of another sheet: its further columns are added, those that stand in both are judged in both.

    A sheet that has most of the steps itself is somebody else's work, and nothing of it goes into the first table.
    """
    steps = {key for key in table.columns if key not in GIVEN and key not in OUTCOMES}
    again = {key: column for key, column in other.columns.items() if key in table.columns and key not in GIVEN}
    if not other.order or not set(other.columns) - set(GIVEN):
        return table
    if len(steps & set(again)) > len(steps) / 2:
        remark = Remark("sheet_apart", {"sheet": sheet})
        return replace(
            table, sheets=(*table.sheets, replace(other, apart=True, title=sheet)),
            remarks=(*table.remarks, remark, *other.remarks),
        )
    new = {key: column for key, column in other.columns.items() if key not in table.columns and key not in GIVEN}
    sums = tuple(total for total in other.sums if total.key in new)
    sheets = (*table.sheets, replace(other, columns=again, sums=())) if again else table.sheets
    remarks = table.remarks + (other.remarks if new else ())
    return replace(table, columns={**table.columns, **new}, sums=table.sums + sums, remarks=remarks, sheets=sheets)


def without_given(table: StatedTable, event: Event, path: Path) -> StatedTable:
    """The table without the columns that the event was read from: there is nothing to compare them with.

    Those are the ratings of the event's own sheet. The points of an export are no part of its event, which has the
    games; they can only be compared where they are counted as usual.
    """
    if event.source.path.resolve() != path.resolve():
        return table
    same_sheet = not event.source.sheet or any(
        spot is not None and spot.sheet == event.source.sheet
        for column in table.columns.values() for spot in column.spots
    )
    given = {"rating"} if same_sheet else set()
    differing = _other_points(event) if event.source.layout != native.NAME else []
    if differing and set(table.columns) & set(_COMPUTED_BY_HAND) and _are_of_games(table, event):
        differing = []
    if len(differing) > _OTHER_SCORING * len(event.players) or not set(table.columns) & set(_COMPUTED_BY_HAND):
        given |= {"score", "points"}
    columns = {key: column for key, column in table.columns.items() if key not in given}
    sums = tuple(total for total in table.sums if total.key in columns)
    remarks = table.remarks
    if "score" in given and differing:
        details = {"count": len(differing), "players": some(differing, "; ")}
        remarks = (*remarks, Remark("points_differ", details, stated_in(table.columns["score"])))
    left_out = {key: column for key, column in table.columns.items() if key in given}
    return replace(table, columns=columns, sums=sums, remarks=remarks, given=left_out)


def _are_of_games(table: StatedTable, event: Event) -> bool:
    """Whether the stated points are those of the games alone."""
    column = table.columns.get("score")
    if column is None or "points" not in column.meanings:
        return False
    of_games = GameGraph.of(event).s
    return bool((column.values == of_games)[column.filled].all())


def _other_points(event: Event) -> list[str]:
    """The players whose points in the file aren't those of their games, byes and forfeits."""
    if "points_stated" not in event.players:
        return []
    stated = event.players["points_stated"].to_numpy(dtype=float)
    differ = np.flatnonzero(np.isfinite(stated) & (stated != event.score.to_numpy(dtype=float)))
    return [str(event.players["name"].iloc[i]) for i in differ]


def no_table(path: Path, grids: list[Grid]) -> InputError:
    """What to say where no sheet has a table to be audited."""
    return InputError(path, [problem("no_table", Place(", ".join(grid.sheet for grid in grids if grid.sheet)))])


class _Reader:
    """Reads the rows under one head."""

    def __init__(self, path: Path, head: Head, event: Event) -> None:
        self.path = path
        self.head, self.grid, self.event = head, head.grid, event
        self.remarks: list[Remark] = []
        self.as_text: list[str] = []
        self.thousands: dict[int, str] = {}
        self.merged = {
            (row, column): (top, left)
            for top, left, bottom, right in head.grid.merged if head.bottom < top < bottom
            for column in head.columns if left <= column <= right
            for row in range(top, min(bottom + 1, len(head.grid.rows)))
        }
        """The first cell of the block that a cell to be judged is merged with others below each other."""

    def read(self) -> StatedTable:
        """The table."""
        found = self._matched()
        columns: dict[str, StatedColumn] = {}
        where: dict[str, int] = {}
        for column, meanings in self._assigned(list(found.rows.values())).items():
            self._find_thousands(column, meanings[0], found)
            columns[meanings[0]] = self._columns(column, meanings, [found.rows, *found.again])
            where[meanings[0]] = column
        numbered = "no" in self.head.who
        strangers = [row for row in found.others if row.number is not None or (row.name and not numbered)]
        totals = self._totals([row.row for row in found.others if row not in strangers], where)
        if self.as_text:
            self.remarks.append(Remark("numbers_as_text", {"count": len(self.as_text), "cells": some(self.as_text)}))
        self.remarks += unread_columns(self.head, list(found.rows.values()), sheet_title(self.path, self.grid))
        self.remarks += self._unmatched(found, strangers)
        order = sorted(found.rows, key=lambda position: found.rows[position])
        ranked = not {"no", "start_no"}.isdisjoint(self.head.who)
        return StatedTable(columns, order, totals, tuple(self.remarks), rank=self._rank(found), ranked=ranked)

    def _rank(self, found: Matched) -> StatedColumn | None:
        """The column of places; where one is blank, as in lists of players who share a place, nothing is judged."""
        at = self.head.who.get("rank")
        if at is None:
            return None
        column = self._column(at, ("rank",), found.rows)
        return column.without([i for i in range(len(column.values)) if not column.filled[i] and i not in column.texts])

    # Rows

    def _matched(self) -> Matched:
        """The rows that say who they are about, or hold numbers, with the players that they are about."""
        who = self.head.who
        rows: list[Row] = []
        for row in self.head.rows():
            name = self.grid.text(row, who.get("name"))
            number = number_in(self.grid.value(row, who["no"])) if "no" in who else None
            whole = int(number) if number is not None and number.is_integer() and number > 0 else None
            if sum_kind(name) or (not name and self._sum_label(row)[1]):
                name, whole = "", None
            rows.append(Row(row, name, whole))
        found = matched(rows, self.event)
        found.others = [row for row in found.others if self._has_numbers(row.row)]
        return found

    def _has_numbers(self, row: int) -> bool:
        """Whether there are numbers, or formulas that the file holds none for."""
        values = [self.grid.value(row, column) for column in self.head.columns]
        return any(number_at(value).value is not None or isinstance(value, UnvaluedFormula) for value in values)

    def _unmatched(self, found: Matched, strangers: Sequence[Row]) -> Iterator[Remark]:
        """What there is to say of rows that aren't plainly those of the event's players, and of players without."""
        names = [str(name) for name in self.event.players["name"]]
        who = self.head.who
        shown = who.get("name", who.get("no", 0))
        if found.by_number:
            pairs = [
                joined("", [self._cell(row.row, shown), " ", in_quotes(row.name), f" = {row.number} {names[i]}"])
                for row, i in found.by_number
            ]
            yield Remark("matched_by_number", {"count": len(pairs), "rows": some(pairs, "; ")})
        if found.again:
            twice = [f"{self._cell(row, shown)} {names[i]}" for rows in found.again for i, row in rows.items()]
            yield Remark("row_again", {"count": len(twice), "rows": some(twice, "; ")})
        if strangers:
            named = [(self._cell(row.row, shown), in_quotes(row.name or str(row.number))) for row in strangers]
            details = {"count": len(named), "rows": some([joined(" ", pair) for pair in named], "; ")}
            yield Remark("rows_of_nobody", details, self._in_rows([row.row for row in strangers]))
        absent = [names[i] for i in self._playing() if i not in found.rows]
        if absent and found.rows:
            yield Remark("players_without_row", {"count": len(absent), "players": some(absent, "; ")})

    def _in_rows(self, rows: Sequence[int]) -> tuple[Unjudged, ...]:
        """The numbers of rows that aren't judged: of those columns that others are judged in."""
        title = sheet_title(self.path, self.grid)
        return tuple(
            Unjudged(title, self._cell(row, column), 1, self.head.texts.get(column, ""))
            for row in rows for column in sorted(self.head.columns)
            if number_at(self.grid.value(row, column)).value is not None
        )

    def _playing(self) -> list[int]:
        """The positions of the players with a game."""
        return np.flatnonzero(self.event.players.index.isin(self.event.games["no"])).tolist()

    # Columns

    def _assigned(self, rows: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Each column with the meanings that are left for it, one that has no other choice first."""
        taken: set[str] = set()
        found: dict[int, tuple[str, ...]] = {}
        for column, meanings in sorted(self.head.columns.items(), key=lambda item: (len(item[1]), item[0])):
            left = tuple(meaning for meaning in meanings if meaning not in taken)
            if left:
                found[column] = left
                taken.add(left[0])
            else:
                details = {"heading": self.head.texts[column], "cell": self._cell(self.head.bottom, column)}
                left_out = unjudged_column(self.head, rows, column, sheet_title(self.path, self.grid))
                self.remarks.append(Remark("heading_twice", details, (left_out,)))
        # A heading of one meaning is that; the others stay open, and what explains most of the cells is taken.
        fixed = {meanings[0] for meanings in found.values() if len(meanings) == 1}
        return {
            column: (meanings[0], *(m for m in self.head.columns[column] if m not in {meanings[0], *fixed}))
            for column, meanings in sorted(found.items())
        }

    def _find_thousands(self, column: int, key: str, found: Matched) -> None:
        """Note the sign that separates the thousands in a column of ratings, where its texts have one."""
        rows = [*found.rows.values(), *(row.row for row in found.others)]
        values = [self.grid.value(row, column) for row in rows]
        sign = thousands_sign(values) if key.split("_")[0] in _RATING_SIZED else ""
        if sign:
            self.thousands[column] = sign
            text = next(value for value in values if isinstance(value, str) and sign in value)
            details = {"heading": self.head.texts[column], "sign": sign, "text": text,
                       "number": f"{number_at(text, sign).value:g}"}
            self.remarks.append(Remark("thousands_read", details))

    def _columns(
        self, column: int, meanings: tuple[str, ...], levels: Sequence[Mapping[int, int]]
    ) -> StatedColumn:
        """A column, and the same again with the further rows of players who have some."""
        first = self._column(column, meanings, levels[0])
        if len(levels) == 1:
            return first
        further = [{**levels[0], **levels[1]}, *levels[2:]]
        return replace(first, again=self._columns(column, meanings, further))

    def _column(self, column: int, meanings: tuple[str, ...], players: Mapping[int, int]) -> StatedColumn:
        count = len(self.event.players)
        values, own = np.full(count, np.nan), np.zeros(count, dtype=np.int64)
        typed = np.zeros(count, dtype=bool)
        texts: dict[int, str] = {}
        spots: list[Spot | None] = [None] * count
        for position, (row, at) in self._cells(column, meanings[0], players).items():
            spots[position] = self._spot(row, at)
            number = self._number(row, at, per_cent=meanings[0] == PER_CENT)
            if number.value is not None:
                values[position] = number.value
                typed[position] = not number.was_text
                own[position] = number.decimals or 0
            elif number.text:
                texts[position] = number.text
        own = np.where(typed, decimals_of(values), own)
        if meanings[0] == PER_CENT:
            values, own = in_per_cent(values, own)
        found = stated_column(
            meanings[0], self.head.texts[column], values, spots, own=own, texts=texts, meanings=meanings
        )
        found = replace(found, by_legend=column in self.head.by_legend)
        return self._spare_unrated(found) if meanings[0] == "rating" else found

    def _cells(self, column: int, key: str, players: Mapping[int, int]) -> dict[int, tuple[int, int]]:
        """Each player's cell: his row's, the block's that it is merged with, or the only one where c stands once."""
        cells = {i: self.merged.get((row, column), (row, column)) for i, row in players.items()}
        filled = {cell for cell in cells.values() if not self.grid.is_blank(*cell)}
        if key == "c" and len(filled) == 1 and len(set(cells.values())) > 1:
            [only] = filled
            self.remarks.append(Remark("c_once", {"cell": self._cell(*only)}))
            return dict.fromkeys(cells, only)
        return cells

    def _spare_unrated(self, column: StatedColumn) -> StatedColumn:
        """A column of ratings: a blank or a 0 as the rating of an unrated player is no cell to judge."""
        unrated = self.event.unrated
        spared = unrated & ~(np.nan_to_num(column.values) > 0)
        values = np.where(spared, np.nan, column.values)
        spots = tuple(None if gone else spot for gone, spot in zip(spared, column.spots, strict=True))
        return replace(column, values=values, spots=spots)

    # Cells

    def _cell(self, row: int, column: int) -> str:
        return self._spot(row, column).cell

    def _spot(self, row: int, column: int) -> Spot:
        return spot_at(self.path, self.grid, row, column)

    def _number(self, row: int, column: int, *, per_cent: bool = False) -> Number:
        """The number in a cell; one stored as text in a sheet that has real numbers, too, is noted."""
        value = self.grid.value(row, column)
        number = number_at(value, self.thousands.get(column, ""), per_cent=per_cent)
        if number.was_text and self.grid.typed and not str(value).rstrip().endswith("%"):
            self.as_text.append(self._cell(row, column))
        return number

    # Sums

    def _totals(self, rows: Sequence[int], where: Mapping[str, int]) -> tuple[StatedSum, ...]:
        """The rows under the players that a label makes known as sums."""
        found: list[StatedSum] = []
        unknown: list[int] = []
        for row in rows:
            label, kind = self._sum_label(row)
            if not kind:
                unknown.append(row)
                continue
            for key, column in where.items():
                value, decimals, text = self._number(row, column)
                if value is None and not text or text and sum_kind(text):
                    continue
                shown = decimals if decimals is not None else int(decimals_of(np.array([value or 0.0]))[0])
                spot = self._spot(row, column)
                found.append(StatedSum(kind, key, label, np.nan if value is None else value, shown, spot, text))
        if unknown:
            cells = [self._cell(row, min(self.head.columns)) for row in unknown]
            details = {"count": len(unknown), "cells": some(cells)}
            self.remarks.append(Remark("rows_left_out", details, self._in_rows(unknown)))
        return tuple(found)

    def _sum_label(self, row: int) -> tuple[str, str]:
        """The label of a row of sums with the kind that it stands for; empty for any other row."""
        texts = (self.grid.text(row, column) for column in range(len(self.grid.rows[row])))
        return next(((text, kind) for text in texts if text and (kind := sum_kind(text))), ("", ""))
