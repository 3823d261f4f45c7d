"""The tables of ratings to be audited: what each gives (ratings, points, games), and the columns that are judged.

A table has a row a player. Where the event is known, its rows are matched with the event's players, and what they give
is judged, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.addresses import column_letters
from pipeline.audit.sheet.claims import decimals_in, decimals_of
from pipeline.audit.sheet.known_headings import sum_kind
from pipeline.audit.sheet.numbers import in_per_cent, number_at
from pipeline.audit.sheet.players import Row, matched
from pipeline.audit.sheet.problems import problem
from pipeline.audit.sheet.reading import sheet_title, spot_at
from pipeline.audit.sheet.stated import Remark, Spot, StatedColumn, StatedSum, Unjudged, cells_of, stated_column
from pipeline.audit.sheet.unread import letters_of
from pipeline.errors import InputError, Place
from pipeline.event import Event, Source, readable
from pipeline.made_from import Floats, Integers
from pipeline.rating.entry import Entry, birth_year, entry_of
from pipeline.rating.rules import rule_sets
from pipeline.rating.summary import LAYOUT, read_summary, summary_rows
from pipeline.rating.summary_headings import audited_header, columns_in, header_row, step_labels
from pipeline.readers import vocabulary
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, UnvaluedFormula, as_text
from pipeline.words import in_quotes, joined

NAMES = {"k_given": "K"}
"""What an input is called where it is judged."""
PER_CENTS = ("per_cent", "expected_per_cent")
"""Columns whose cells may be written as 76, 76 %, "76%" or 0.76."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_INPUTS = ("rating", "standard_rating", "games_before", "k_given", "games", "average", "points")
_STATED_TOO = ("expected_points", "difference", "rating_change", "first_average")
"""Judged columns that others follow from where nothing tells how they came about themselves."""
_ADDED = ("games", "points", "score", "expected_points", "difference", "k_times_sum", "rating_change")
"""Columns that somebody may add up under the table."""
_OF_EVENT = ("rating", "games", "points", "average")
"""What an event gives, so that a table of it can be judged in these, too."""


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
    """The table: `entry` as a rating report would read it, the judged columns by key, and the steps above it.

    order    the positions of the players, in the order of the rows
    copied   columns that copy what the event says, which are judged though no rule makes them
    remarks  what was seen while reading
    sums     under the rows
    places   by heading, by how many places the decimal point of a column was moved when it was read: 0.87 as 87 is 2
    """

    entry: Entry
    columns: Mapping[str, StatedColumn]
    steps: tuple[StatedStep, ...] = ()
    order: Sequence[int] = ()
    copied: frozenset[str] = frozenset()
    remarks: tuple[Remark, ...] = field(default=())
    sums: tuple[StatedSum, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The players, as printed."""
        return self.entry.texts("name")

    @property
    def rows(self) -> list[int]:
        """The positions of the players who have a row, in the order of the rows."""
        return list(self.order) if self.order else list(range(len(self.names)))

    def step(self, key: str) -> StatedStep | None:
        """A step that the text above the table states."""
        return next((step for step in self.steps if step.key == key), None)


@cache
def judged_keys() -> tuple[str, ...]:
    """The columns that some rule set judges, in the order in which they are made from each other."""
    return tuple(dict.fromkeys(c.key for rules in rule_sets().values() for c in rules.columns if c.judged is not None))


def read_rating_table(path: Path, grid: Grid, entry: Entry | None = None, event: Event | None = None) -> RatingTable:
    """The columns to be judged of a table; `event` is the one that it is about, where that is known.

    Raises InputError where it has nothing to be judged, or its ratings, games or points can't be right.
    """
    header = audited_header(grid, with_games=event is not None)
    header = header_row(grid) if header is None else header
    assert header is not None
    found = columns_in(grid, header)
    rows = [row for row in summary_rows(grid, header) if not sum_kind(grid.text(row, found["name"]))]
    read = {key: ReadColumn.of(path, grid, column, rows, key in PER_CENTS) for key, column in found.items()}
    if event is not None:
        table = _of_event(path, grid, header, found, rows, read, event)
    else:
        if entry is None:
            entry = _entry(path, grid, header, found, rows, read)
        columns = _judged(grid, header, found, read, list(range(len(rows))), len(rows))
        table = RatingTable(entry, columns, tuple(_steps(path, grid, header)), list(range(len(rows))))
    table = replace(table, columns=_first_apart(dict(table.columns), table.entry))
    unread = _unread(path, grid, header, set(found.values()), rows)
    added = {key: found[key] for key in _ADDED if key in found}
    sums = tuple(sums_under(path, grid, added, max(rows, default=header)))
    table = replace(table, remarks=(*table.remarks, *unread), sums=sums)
    if not set(table.columns) - {"average", "K", "games", "points", "rating", "score"}:
        raise InputError(path, [problem("nothing_to_judge", Place(grid.sheet))])
    return table


@dataclass(frozen=True)
class ReadColumn:
    """What stands in a column, row by row: numbers (NaN where there is none) with their decimals, and other texts."""

    values: Floats
    own: Integers
    texts: Mapping[int, str]
    spots: Sequence[Spot]

    @classmethod
    def of(cls, path: Path, grid: Grid, column: int, rows: Sequence[int], per_cent: bool) -> ReadColumn:
        """The cells of a column in these rows."""
        values, own, texts = np.full(len(rows), np.nan), np.zeros(len(rows), dtype=np.int64), {}
        for i, row in enumerate(rows):
            number = number_at(grid.value(row, column), per_cent=per_cent)
            if number.value is not None:
                values[i] = number.value
                own[i] = decimals_of(values[i : i + 1])[0] if number.decimals is None else number.decimals
            elif number.text and _is_filled(grid, row, column):
                texts[i] = number.text
        if per_cent:
            values, own = in_per_cent(values, own)
        return cls(values, own, texts, [spot_at(path, grid, row, column) for row in rows])

    @property
    def is_filled(self) -> bool:
        """Whether a cell says something."""
        return bool(np.isfinite(self.values).any() or self.texts)

    def placed(self, key: str, heading: str, order: Sequence[int], count: int) -> StatedColumn:
        """The column by player: the i-th row is about the player at order[i]; -1 is nobody."""
        values, own = np.full(count, np.nan), np.zeros(count, dtype=np.int64)
        spots: list[Spot | None] = [None] * count
        texts = {}
        for i, position in enumerate(order):
            if position >= 0:
                values[position], own[position], spots[position] = self.values[i], self.own[i], self.spots[i]
                if i in self.texts:
                    texts[position] = self.texts[i]
        return stated_column(key, heading, values, spots, own=own, texts=texts)


def _is_filled(grid: Grid, row: int, column: int) -> bool:
    """Whether a cell says something. A formula that gives an empty text is stored as one without a value."""
    return not grid.is_blank(row, column) and not isinstance(grid.value(row, column), UnvaluedFormula)


def _judged(
    grid: Grid, header: int, found: Mapping[str, int], read: Mapping[str, ReadColumn], order: Sequence[int], count: int
) -> dict[str, StatedColumn]:
    keys = {NAMES.get(key, key): key for key in found}
    return {
        key: read[keys[key]].placed(key, grid.text(header, found[keys[key]]), order, count)
        for key in judged_keys() if key in keys and read[keys[key]].is_filled
    }


def _entry(
    path: Path, grid: Grid, header: int, found: Mapping[str, int], rows: Sequence[int], read: Mapping[str, ReadColumn]
) -> Entry:
    """What the table gives: as a summary table is read where it is one, else whatever numbers there are."""
    if header == header_row(grid) and len({"games", "average"} & found.keys()) != 1 and len(rows) == len(
        summary_rows(grid, header)
    ) and ({"games", "average"} <= found.keys() or _STATED_TOO[0] not in found):
        entry = read_summary(path, grid)
        players = entry.players
    else:
        players = pd.DataFrame(index=pd.RangeIndex(1, len(rows) + 1, name="no"))
        players["name"] = [grid.text(row, found["name"]) for row in rows]
        if "title" in found:
            players["title"] = [grid.text(row, found["title"]) for row in rows]
        if "birth_year" in found:
            players["birth_year"] = [birth_year(as_text(grid.value(row, found["birth_year"]))) for row in rows]
        for key in _INPUTS:
            if key in found:
                players[key] = read[key].values
        players["rating"] = players["rating"].where(players["rating"] > 0) if "rating" in players else np.nan
        entry = Entry(readable(path.stem), Source(path, "", LAYOUT, grid.sheet), players, None)
    more = {key: read[key].values for key in _STATED_TOO if key in found and read[key].is_filled}
    if "k_times_sum" in found and "rating_change" not in more:
        more["rating_change"] = read["k_times_sum"].values
    return replace(entry, players=players.assign(**more))


def _of_event(
    path: Path, grid: Grid, header: int, found: Mapping[str, int], rows: Sequence[int],
    read: Mapping[str, ReadColumn], event: Event,
) -> RatingTable:
    """A table about the players of an event."""
    numbers = [number_in(grid.value(row, found["no"])) if "no" in found else None for row in rows]
    named = [
        Row(row, grid.text(row, found["name"]), int(number) if number and number.is_integer() else None)
        for row, number in zip(rows, numbers, strict=True)
    ]
    about = {row: position for position, row in matched(named, event).rows.items()}
    order = [about.get(row, -1) for row in rows]
    if not about:
        raise InputError(path, [problem("no_player", grid.place(header, found["name"]))])
    columns = _judged(grid, header, found, read, order, len(event.players))
    entry = entry_of(event)
    given = {
        key: columns[key].values for key in ("K",)
        if key in columns and "k_given" not in entry.players and np.isfinite(columns[key].values).any()
    }
    if given:
        entry = replace(entry, players=entry.players.assign(k_given=given["K"]))
    same = event.source.path.resolve() == path.resolve() and event.source.sheet == grid.sheet
    columns = _as_they_count(columns, event)
    return RatingTable(
        entry, {key: column for key, column in columns.items() if not (same and key == "rating")}, (),
        [position for position in order if position >= 0], frozenset(_OF_EVENT),
        tuple(_absent(named, about)),
    )


def _as_they_count(columns: dict[str, StatedColumn], event: Event) -> dict[str, StatedColumn]:
    """Points that are those of the standings for most players, called so: byes and the unrated count there."""
    points = columns.get("points")
    if points is None or "score" in columns:
        return columns
    rated = event.players["rating"].notna()
    games = event.games
    against = games[games["opponent"].map(rated).astype(bool)].groupby("no")["points"].sum()
    counted = against.reindex(event.players.index).fillna(0).to_numpy(dtype=float)
    score, filled = event.score.to_numpy(dtype=float), points.filled
    if (points.values == score)[filled].sum() <= (points.values == counted)[filled].sum():
        return columns
    renamed = {("score" if key == "points" else key): column for key, column in columns.items()}
    renamed["score"] = replace(points, key="score")
    return renamed


def _first_apart(columns: dict[str, StatedColumn], entry: Entry) -> dict[str, StatedColumn]:
    """The columns with what stands as the new rating of an unrated player for what it is: his first rating."""
    new, unrated = columns.get("new_rating"), np.isnan(entry.numbers("rating"))
    if new is None or "initial_rating" in columns or not (new.filled & unrated).any():
        return columns
    first = new.without(np.flatnonzero(~unrated).tolist())
    columns["initial_rating"] = replace(first, key="initial_rating")
    rest = new.without(np.flatnonzero(unrated).tolist())
    if rest.filled.any() or rest.texts:
        columns["new_rating"] = rest
    else:
        del columns["new_rating"]
    return columns


def sums_under(
    path: Path, grid: Grid, columns: Mapping[str, int], last: int, per_cent: Sequence[str] = ()
) -> Iterator[StatedSum]:
    """The sums of these columns in the rows under the last one of the table, where a label says that they are sums."""
    for row in range(last + 1, len(grid.rows)):
        label = next((text for column in range(len(grid.rows[row])) if (text := grid.text(row, column))), "")
        if sum_kind(label) != "plain":
            continue
        for key, column in columns.items():
            number = number_at(grid.value(row, column), per_cent=key in per_cent)
            if number.value is not None:
                own = int(decimals_of(np.array([number.value]))[0]) if number.decimals is None else number.decimals
                yield StatedSum("plain", key, label, number.value, own, spot_at(path, grid, row, column))


def _absent(named: Sequence[Row], about: Mapping[int, int]) -> Iterator[Remark]:
    strangers = [in_quotes(row.name) for row in named if row.row not in about]
    if strangers:
        yield Remark("rows_of_nobody", {"count": len(strangers), "rows": joined("; ", strangers[:6])})


def _unread(
    path: Path, grid: Grid, header: int, known: set[int], rows: Sequence[int]
) -> Iterator[Remark]:
    """The columns with numbers whose headings nobody knows: they aren't judged."""
    unread = []
    for column in range(len(grid.rows[header])):
        text = grid.text(header, column)
        word = vocabulary.heading(text)
        if not text or column in known or (word is not None and word.name != "tie_break"):
            continue
        filled = [row for row in rows if number_at(grid.value(row, column)).value is not None]
        if filled:
            cells = cells_of(filled, column_letters(column))
            unread.append((column, Unjudged(sheet_title(path, grid), cells, len(filled), text)))
    if unread:
        headings = joined(", ", [in_quotes(left_out.heading) for _, left_out in unread])
        details = {"count": len(unread), "columns": letters_of([column for column, _ in unread]), "headings": headings}
        yield Remark("columns_unread", details, tuple(left_out for _, left_out in unread))


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
