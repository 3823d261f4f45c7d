"""The table of ratings to be audited: what it gives (ratings, points, games), and the columns that are judged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from pipeline.audit.sheet.claims import decimals_in, decimals_of
from pipeline.audit.sheet.numbers import PER_CENT, in_per_cent, number_at
from pipeline.audit.sheet.problems import problem
from pipeline.audit.sheet.reading import spot_at
from pipeline.audit.sheet.stated import Spot, StatedColumn, stated_column
from pipeline.errors import InputError, Place
from pipeline.rating.entry import Entry
from pipeline.rating.rules import rule_sets
from pipeline.rating.summary import summary_rows
from pipeline.rating.summary_headings import columns_in, header_row, step_labels
from pipeline.readers.grid import Grid, UnvaluedFormula

_NAMES = {"k_given": "K"}
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


@dataclass(frozen=True)
class StatedStep:
    """A number of the tournament average that is said in words above the table: its step, the number, its cell."""

    key: str
    label: str
    value: float
    decimals: int
    spot: Spot


@dataclass(frozen=True)
class RatingTable:
    """The table: `entry` as a rating report would read it, the judged columns by key, and the steps above it."""

    entry: Entry
    columns: Mapping[str, StatedColumn]
    steps: tuple[StatedStep, ...]

    @property
    def names(self) -> list[str]:
        """The players, as printed."""
        return self.entry.texts("name")

    def step(self, key: str) -> StatedStep | None:
        """A step that the text above the table states."""
        return next((step for step in self.steps if step.key == key), None)


@cache
def judged_keys() -> tuple[str, ...]:
    """The columns that some rule set judges, in the order in which they are made from each other."""
    return tuple(dict.fromkeys(c.key for rules in rule_sets().values() for c in rules.columns if c.judged is not None))


def read_rating_table(path: Path, grid: Grid, entry: Entry) -> RatingTable:
    """The columns to be judged of a summary table. Raises InputError where it has none."""
    header = header_row(grid)
    assert header is not None
    found = {_NAMES.get(key, key): column for key, column in columns_in(grid, header).items()}
    rows = summary_rows(grid, header)
    columns = {
        key: _column(path, grid, key, found[key], header, rows)
        for key in judged_keys()
        if key in found and any(_is_filled(grid, row, found[key]) for row in rows)
    }
    if not set(columns) - {"average", "K"}:
        raise InputError(path, [problem("nothing_to_judge", Place(grid.sheet))])
    return RatingTable(entry, columns, tuple(_steps(path, grid, header)))


def _is_filled(grid: Grid, row: int, column: int) -> bool:
    """Whether a cell says something. A formula that gives an empty text is stored as one without a value."""
    return not grid.is_blank(row, column) and not isinstance(grid.value(row, column), UnvaluedFormula)


def _column(path: Path, grid: Grid, key: str, column: int, header: int, rows: list[int]) -> StatedColumn:
    values, own, texts = np.full(len(rows), np.nan), np.zeros(len(rows), dtype=np.int64), {}
    for i, row in enumerate(rows):
        number = number_at(grid.value(row, column), per_cent=key == PER_CENT)
        if number.value is not None:
            values[i] = number.value
            own[i] = decimals_of(values[i : i + 1])[0] if number.decimals is None else number.decimals
        elif number.text and _is_filled(grid, row, column):
            texts[i] = number.text
    if key == PER_CENT:
        values, own = in_per_cent(values, own)
    spots = [spot_at(path, grid, row, column) for row in rows]
    return stated_column(key, grid.text(header, column), values, spots, own=own, texts=texts)


def _steps(path: Path, grid: Grid, header: int) -> list[StatedStep]:
    """Numbers with a label in the lines above the table: “mean dp 52, … average 2057 - 48 = 2009” (the last counts)."""
    found: dict[str, StatedStep] = {}
    for row in range(header):
        for column in range(len(grid.rows[row])):
            spot = spot_at(path, grid, row, column)
            for part in re.split(r"[,;:](?!\d)", grid.text(row, column)):
                label = _NUMBER.split(part)[0].strip(" =:#")
                key = step_labels().get(" ".join(label.casefold().split()))
                numbers = _NUMBER.findall(part)
                if key and numbers:
                    text = numbers[-1] if "=" in part else numbers[0]
                    found[key] = StatedStep(key, label, float(text.replace(",", ".")), decimals_in(text), spot)
    return list(found.values())
