"""What a student has written: his table by player, who he is, which variant it is, and what of the given he changed."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO

import numpy as np
import pandas as pd

from pipeline.audit.sheet.claims import decimals_of
from pipeline.audit.sheet.numbers import PER_CENT, number_at, thousands_sign
from pipeline.audit.sheet.players import Row, matched
from pipeline.audit.sheet.reading import spot_at
from pipeline.audit.sheet.stated import Spot, StatedColumn, StatedTable, stated_column
from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.marking.headings import Head, find_heads
from pipeline.course.sheet.student import NAME_LABEL, RESTS
from pipeline.event import Source
from pipeline.method.graph import Floats, Integers
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, is_blank
from pipeline.words import Said, counted, languages, said, told

TAG = re.compile(r"\b(V[1-9][0-9]{0,2})-([A-Z2-7]{6})\b")
_PARTS = re.compile(r"(?:docProps/|meta\.xml$|xl/workbook\.xml$|styles\.xml$|content\.xml$|xl/worksheets/)")
_RATING_SIZED = ("Ra", "performance", "iteration")
_NAME_ROWS = 30
_NAMED = 4
"""So many changed cells are named in a remark."""
_TRUE_TO = 1e-9


@dataclass
class Answers:
    """One student's table.

    table    his asked columns, by player, ready to be judged
    places   what he wrote as places, by position; with the cells
    remarks  what of the given was changed, and what else was noticed
    """

    head: Head
    table: StatedTable
    places: dict[int, float] = field(default_factory=dict)
    place_spots: dict[int, Spot] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)
    remarks: list[Said] = field(default_factory=list)


def tag_in(data: bytes, grids: Sequence[Grid]) -> tuple[str, str] | None:
    """Variant and id, from the cells or, where these are gone, from the properties, names and footers of the file."""
    for grid in grids:
        for values in grid.rows:
            for value in values:
                match = TAG.search(value) if isinstance(value, str) else None
                if match:
                    return match[1], match[2]
    if data[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(data)) as file:
            for name in sorted(file.namelist()):
                if _PARTS.search(name):
                    match = TAG.search(file.read(name).decode("utf-8", "replace"))
                    if match:
                        return match[1], match[2]
    return None


def like(grids: list[Grid], exercises: Sequence[Exercise]) -> Exercise | None:
    """The one exercise whose players, ratings and results stand in the file, where that doesn't say which it is."""
    fitting = []
    for exercise in exercises:
        for head in find_heads(grids, exercise):
            rows = _rows(head, exercise)
            names = exercise.event.players["name"].tolist()
            same = sum(head.grid.text(row, head.columns.get("name")) == names[i] for i, row in rows.items())
            if rows and 2 * same > len(names) and not _changes(head, rows, exercise):
                fitting.append(exercise)
                break
    return fitting[0] if len(fitting) == 1 else None


def student_name(grids: Sequence[Grid]) -> str:
    """What stands beside “Your name”; empty where there is nothing."""
    labels = {told(NAME_LABEL, language).casefold() for language in languages()}
    for grid in grids:
        for row in range(min(_NAME_ROWS, len(grid.rows))):
            for column in range(len(grid.rows[row])):
                text = grid.text(row, column).casefold()
                if text in labels:
                    right = (grid.text(row, at) for at in range(column + 1, len(grid.rows[row])))
                    found = next((text for text in right if text), "")
                    return "" if found.endswith(":") else found
    return ""


def read_answers(source: Source, grids: list[Grid], exercise: Exercise) -> Answers | None:
    """The table with most answers; None where no sheet has one."""
    heads = find_heads(grids, exercise)
    found = [_answers(source, head, exercise) for head in heads]
    if not found:
        return None
    best = max(found, key=_count)
    if sum(_count(one) > 0 for one in found) > 1:
        best.remarks.append(said("several sheets hold answers; the one with most was marked: {sheet}",
                                 sheet=best.head.grid.sheet))
    return best


def _count(answers: Answers) -> int:
    return sum(int(column.filled.sum()) for column in answers.table.columns.values()) + len(answers.places)


def _answers(source: Source, head: Head, exercise: Exercise) -> Answers:
    rows = _rows(head, exercise)
    reader = _Reader(source, head, exercise, rows)
    asked = head.asked(exercise)
    columns = {key: reader.column(key, column) for key, column in asked.items() if key != PLACE}
    answers = Answers(head, StatedTable(columns, sorted(rows, key=lambda i: rows[i])), rows=rows)
    if PLACE in asked and exercise.places:
        answers.places, answers.place_spots = reader.places(asked[PLACE])
    answers.remarks += _changes(head, rows, exercise)
    missing = [key for key in exercise.ask if key not in asked]
    if missing:
        answers.remarks.append(counted("{count} asked column is missing", "{count} asked columns are missing",
                                       len(missing)))
    gone = [i for i in exercise.playing if i not in rows]
    if gone:
        answers.remarks.append(counted("{count} row of a player is missing", "{count} rows of players are missing",
                                       len(gone)))
    answers.remarks += reader.remarks
    return answers


def _rows(head: Head, exercise: Exercise) -> dict[int, int]:
    """The row of each player, by position: by name, else by number; the first where he has two."""
    who = head.columns
    rows = []
    for row in range(head.row + 1, len(head.grid.rows)):
        name = head.grid.text(row, who.get("name"))
        number = number_in(head.grid.value(row, who["no"])) if "no" in who else None
        whole = int(number) if number is not None and number.is_integer() and number > 0 else None
        if name or whole is not None:
            rows.append(Row(row, name, whole))
    return matched(rows, exercise.event).rows


class _Reader:
    """Reads the cells of one table."""

    def __init__(self, source: Source, head: Head, exercise: Exercise, rows: Mapping[int, int]) -> None:
        self.source, self.head, self.exercise, self.rows = source, head, exercise, rows
        self.grid = head.grid
        self.remarks: list[Said] = []

    def column(self, key: str, column: int) -> StatedColumn:
        """An asked column; the c of a field, which stands once, is everybody's."""
        count = len(self.exercise.event.players)
        cells: dict[int, tuple[int, int]] = {
            i: (row, column) for i, row in self.rows.items() if self.exercise.model.active[i]
        }
        if key == "c" and self.exercise.c_once:
            cells = dict.fromkeys(self.exercise.playing, self._one_cell(column))
        values, own = np.full(count, np.nan), np.zeros(count, dtype=np.int64)
        texts: dict[int, str] = {}
        spots: list[Spot | None] = [None] * count
        sign = thousands_sign(self.grid.value(*at) for at in cells.values()) if key.startswith(_RATING_SIZED) else ""
        for position, at in cells.items():
            spots[position] = spot_at(self.source.path, self.grid, *at)
            number = number_at(self.grid.value(*at), sign, per_cent=key == PER_CENT)
            if number.value is not None:
                values[position] = number.value
                shown = int(decimals_of(np.array([number.value]))[0]) if number.decimals is None else number.decimals
                own[position] = shown
            elif number.text:
                texts[position] = number.text
        for text in sorted(set(texts.values()))[:1]:
            self.remarks.append(counted("{count} answer is no number, such as “{text}”",
                                        "{count} answers are no numbers, such as “{text}”", len(texts), text=text))
        if key == PER_CENT:
            values, own = self._in_per_cent(key, values, own)
        heading = self.grid.text(self.head.row, column)
        return stated_column(key, heading, values, spots, own=own, texts=texts, meanings=(key,))

    def _in_per_cent(self, key: str, values: Floats, own: Integers) -> tuple[Floats, Integers]:
        """Percentages in per cent: who types 75 % into a spreadsheet has 0.75 in the cell, maybe not in all."""
        truth = self.exercise.model.truth[key]
        parts = (np.abs(values) <= 1) & (values != 0) & (np.abs(truth) > 1)
        return np.where(parts, np.round(100 * values, 10), values), np.where(parts, np.maximum(own - 2, 0), own)

    def _one_cell(self, column: int) -> tuple[int, int]:
        """Where the one c stands: the first cell under the heading that isn't blank."""
        last = max(self.rows.values(), default=self.head.row + 1)
        under = range(self.head.row + 1, last + 1)
        return next(((row, column) for row in under if not is_blank(self.grid.value(row, column))),
                    (self.head.row + 1, column))

    def places(self, column: int) -> tuple[dict[int, float], dict[int, Spot]]:
        """The places of the tied, and their cells."""
        found: dict[int, float] = {}
        spots: dict[int, Spot] = {}
        for position in self.exercise.places:
            if position in self.rows:
                at = self.rows[position], column
                spots[position] = spot_at(self.source.path, self.grid, *at)
                value = number_at(self.grid.value(*at)).value
                if value is None:
                    match = re.fullmatch(r"([0-9]{1,3})\s*(?:\.|º|°|st|nd|rd|th|\.º|o)", self.grid.text(*at))
                    value = float(match[1]) if match else None
                if value is not None:
                    found[position] = value
        return found, spots


def _changes(head: Head, rows: Mapping[int, int], exercise: Exercise) -> list[Said]:
    """The given cells that hold something else than the exercise gave: they change nothing, and are remarked."""
    changed = [text for position, row in rows.items() for text in _changed_in(head, row, position, exercise)]
    if not changed:
        return []
    shown = ", ".join(changed[:_NAMED]) + (" …" if len(changed) > _NAMED else "")
    return [counted("{count} given cell was changed, which changes nothing: {cells}",
                    "{count} given cells were changed, which changes nothing: {cells}", len(changed), cells=shown)]


def _changed_in(head: Head, row: int, position: int, exercise: Exercise) -> Iterator[str]:
    player, event = exercise.event.players.iloc[position], exercise.event
    rests = {told(said("bye"), language) for language in languages()}
    wanted: dict[str, object] = {"rating": player["rating"], "score": float(event.score.iloc[position])}
    entries = event.entries[event.entries["no"] == event.players.index[position]]
    for _, round_, opponent, result in entries[["no", "round", "opponent", "result"]].itertuples(index=False):
        wanted[f"opponent_{round_}"] = None if pd.isna(opponent) else float(opponent)
        wanted[f"result_{round_}"] = RESTS.get(result, result)
    for key, value in wanted.items():
        if key not in head.columns:
            continue
        text = head.grid.text(row, head.columns[key])
        if key.startswith("result_"):
            same = text.casefold() == str(value) or _number(text) == _number(str(value)) is not None
        elif value is None:
            same = text in rests
        else:
            number = _number(text)
            wanted_number = float(str(value))
            blank = wanted_number != wanted_number
            same = number is None if blank else number is not None and abs(number - wanted_number) < _TRUE_TO
        if not same:
            yield spot_at(event.source.path, head.grid, row, head.columns[key]).cell


def _number(text: str) -> float | None:
    return number_in({"½": "0.5"}.get(text, text)) if text else None
