"""Finds the headings of a table to be audited: one row, or two where a heading stands above others as a band."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pipeline.audit.sheet.known_headings import GIVEN, meanings_of
from pipeline.audit.sheet.numbers import number_at
from pipeline.readers import vocabulary
from pipeline.readers.grid import Grid, UnvaluedFormula, as_text, is_blank
from pipeline.readers.layouts.table import are_ratings
from pipeline.tiebreaks.names import legends_in, number_of

HEADER_ROWS = 60
_WHO = ("name", "no", "start_no", "rank")
_ENTRIES = ("opponent", "result", "round", "colour")
_OF_SETTINGS = ("setting", "value")
"""Words of a sheet of settings: above a player's number they say nothing."""
_LONGEST_COUNT = 4
"""Digits of a heading that counts iterations."""
_STEPS_FROM = ("performance", "c_hat", "dp", "Ra")
"""A heading that is a mere number counts iterations only beside one of these."""
_COMMON = (*GIVEN, "per_cent")
"""Columns that any list of players may have: alone they make no table to be audited."""
_FEWEST_HEADINGS = 3
"""A row with fewer texts isn't one of headings of a further table."""
_LARGE = 100
"""No result and no number of points is so large, and every iteration has a larger number."""
_UNNUMBERED = "difference_before"


@dataclass
class Head:
    """The headings of a table: the columns that say who it is, and those to be audited (by column, their meanings).

    row, bottom  the first and the last row of headings
    texts        each column's heading, with the band above it where it means something only with that
    entries      columns of opponents, results, rounds and colours
    beside       columns of a player's data that have nothing to do with an audit
    tie_breaks   columns of other tie-breaks than ours
    by_legend    columns that are known by a legend alone: “Des 1: Elo medio de los rivales”
    end          the row where the next table of the sheet begins; None for the last one
    """

    grid: Grid
    row: int
    bottom: int
    texts: dict[int, str] = field(default_factory=dict)
    who: dict[str, int] = field(default_factory=dict)
    columns: dict[int, tuple[str, ...]] = field(default_factory=dict)
    entries: list[int] = field(default_factory=list)
    beside: set[int] = field(default_factory=set)
    tie_breaks: set[int] = field(default_factory=set)
    by_legend: set[int] = field(default_factory=set)
    end: int | None = None

    @cached_property
    def legends(self) -> dict[int, str]:
        """What the sheet says of its numbered tie-breaks, the first time that it says it."""
        found: dict[int, str] = {}
        for values in self.grid.rows:
            for text in (value for value in values if isinstance(value, str) and ":" in value):
                for number, words in legends_in(text):
                    found.setdefault(number, words)
        return found

    @property
    def worth(self) -> int:
        """How much of a table to be audited the headings announce; 0 where they are none."""
        computed = sum(meanings[0] not in _COMMON for meanings in self.columns.values())
        return 10 * computed + len(self.columns) if computed and ("name" in self.who or "no" in self.who) else 0

    def rows(self) -> range:
        """The rows under the headings, as far as they belong to them: to the headings of a table of games, if any."""
        last = len(self.grid.rows) if self.end is None else self.end
        for row in range(self.bottom + 1, last if not self.entries else 0):
            # Numbers and formulas' values are no headings, and a table of 500 players has 50,000 of them.
            texts = (as_text(value) for value in self.grid.rows[row] if isinstance(value, str))
            words = (vocabulary.heading(text) for text in texts)
            if {"name", "opponent"} <= {word.name for word in words if word is not None}:
                return range(self.bottom + 1, row)
        return range(self.bottom + 1, last)


_FOUND = "head of an audited table"
"""Several stages ask for it."""


def find_head(grid: Grid) -> Head | None:
    """The headings of a grid that announce most, in one row where that says as much as two; None without any."""
    if _FOUND not in grid.remembered:
        best = max(_candidates(grid), key=lambda head: (head.worth, head.row == head.bottom), default=None)
        grid.remembered[_FOUND] = best if best is not None and best.worth else None
    found: Head | None = grid.remembered[_FOUND]
    return found


def find_heads(grid: Grid) -> list[Head]:
    """The headings of all tables of a grid that stand under each other, each with the row where it ends."""
    first = find_head(grid)
    if first is None:
        return []
    heads = [replace(first)]  # where it ends is noted on one of our own
    for row in range(first.bottom + 1, len(grid.rows)):
        values = [value for value in grid.rows[row] if not is_blank(value)]
        if len(values) < _FEWEST_HEADINGS or not all(isinstance(value, str) for value in values):
            continue
        head = _head(grid, row, row, _own(grid, row), {})
        if head.worth and set(head.columns.values()) & set(first.columns.values()) and _is_another(head, heads[-1]):
            heads[-1].end = row
            heads.append(head)
    return heads


def _is_another(head: Head, before: Head) -> bool:
    """Whether headings begin another table: with other columns, or the same players. Else they only stand again."""
    if head.columns != before.columns or head.who != before.who:
        return True
    column = head.who.get("name", head.who.get("no"))
    below = {text for row in range(head.row + 1, len(head.grid.rows)) if (text := head.grid.text(row, column))}
    above = {text for row in range(before.bottom + 1, head.row) if (text := head.grid.text(row, column))}
    return bool(below & above)


def without_audited(grid: Grid) -> Grid:
    """The grid with its columns to be audited blank, but for the ratings: what an event is read from.

    A table that has no games of its own is blank altogether: they stand in another table of the sheet.
    """
    heads = find_heads(grid)
    if not heads:
        return grid
    head = heads[0]
    further = range(len(grid.rows) if head.end is None else head.end, len(grid.rows))
    kept = {column for column, meanings in head.columns.items() if meanings[0] == "rating"}
    audited = set(head.columns) - kept
    counts = {column for column in audited if head.grid.text(head.bottom, column).isdecimal()}
    apart = not head.entries
    below = head.rows()
    rows: list[list[object]] = [
        [None for _ in values] if row in further or apart and (head.row <= row <= head.bottom or row in below)
        else [
            None if column in audited and (row > head.bottom or (row == head.bottom and column in counts)) else value
            for column, value in enumerate(values)
        ]
        for row, values in enumerate(grid.rows)
    ]
    read = set() if apart else set(head.texts) - audited
    merged = tuple(block for block in grid.merged if any(block[1] <= column <= block[3] for column in read))
    return replace(grid, load=lambda: rows, merged=merged)


def _candidates(grid: Grid) -> Iterator[Head]:
    """Each row as headings, and each two rows."""
    own = [_own(grid, row) for row in range(min(HEADER_ROWS + 1, len(grid.rows)))]
    for row, above in enumerate(own[:HEADER_ROWS]):
        yield _head(grid, row, row, dict(above), {})
        if row + 1 < len(grid.rows):
            below = own[row + 1]
            bands = {column: text for column, text in above.items() if not _is_number(grid.value(row, column))}
            if bands and below:
                yield _head(grid, row, row + 1, {**bands, **below}, _spread(grid, row, bands))


def _own(grid: Grid, row: int) -> dict[int, str]:
    return {column: text for column in range(len(grid.rows[row])) if (text := grid.text(row, column))}


def _spread(grid: Grid, row: int, texts: Mapping[int, str]) -> dict[int, str]:
    """The texts of a row as bands: over the cells merged with each, else over the blank ones to its right."""
    blocks = {left: right for top, left, _, right in grid.merged if top == row}
    width = max((len(values) for values in grid.rows[row : row + 2]), default=0)
    starts = [*sorted(texts), width]
    return {
        column: texts[start]
        for start, end in zip(starts, starts[1:], strict=False)
        for column in range(start, blocks.get(start, end - 1) + 1)
    }


def _head(grid: Grid, row: int, bottom: int, texts: dict[int, str], bands: Mapping[int, str]) -> Head:
    head = Head(grid, row, bottom, texts)
    numbers: dict[int, int] = {}
    ratings: list[tuple[int, int]] = []
    for column, text in sorted(texts.items()):
        number = _counting(text)
        band = bands.get(column, "")
        under_band = [f"{band} {text}"] if band and band != text else []
        if number and not any(_take(head, column, tried, ratings) for tried in under_band):
            numbers[column] = number
        elif not number and not _is_number(grid.value(bottom, column)):
            any(_take(head, column, tried, ratings) for tried in (text, *under_band))
    _take_rating(head, ratings)
    _count(head, numbers)
    _number_differences(head)
    return head


def _take(head: Head, column: int, text: str, ratings: list[tuple[int, int]]) -> bool:
    """Note what a heading means; False where it isn't known. Columns of ratings go to `ratings`, the best one first."""
    word = vocabulary.heading(text)
    if word is not None and word.name == "rating_or_rank":
        word = word._replace(name="rating" if are_ratings(head.grid, head.bottom, column) else "rank", preference=99)
    if word is not None and word.name == "rating":
        ratings.append((word.preference, column))
    elif word is not None and word.name in _WHO and word.name not in head.who:
        head.who[word.name] = column
    elif word is not None and word.name in _ENTRIES:
        head.entries.append(column)
    elif meanings := meanings_of(text):
        head.columns[column] = meanings
    elif word is not None and word.name == "tie_break":
        text = _take_tie_break(head, column, text)
    elif word is not None and word.name not in _OF_SETTINGS:
        head.beside.add(column)
    else:
        return False
    head.texts[column] = text
    return True


def _take_tie_break(head: Head, column: int, text: str) -> str:
    """Note a tie-break; one of ours where the legend of its number says so. Returns what to call it."""
    number = number_of(text)
    legend = head.legends.get(number, "") if number else ""
    meanings = tuple(meaning for meaning in meanings_of(legend) if meaning not in GIVEN) if legend else ()
    if meanings:
        head.columns[column] = meanings
        head.by_legend.add(column)
    else:
        head.tie_breaks.add(column)
    return f"{text}: {legend}" if legend else text


def _counting(text: str) -> int:
    """The number that a heading is; 0 for any other, and for one of so many digits that it counts nothing."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_COUNT else 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _take_rating(head: Head, found: list[tuple[int, int]]) -> None:
    """Of several columns of ratings the one that the event readers take; the others are data of the player."""
    if found:
        taken = min(found)[1]
        head.columns[taken] = ("rating",)
        head.beside |= {column for _, column in found if column != taken}


def _count(head: Head, numbers: Mapping[int, int]) -> None:
    """Headings 1, 2, 3, … behind the rounds: iterations the first time, differences the second.

    Where the cells under the first of them hold no ratings, they are the opponents of a cross-table.
    """
    behind = max(head.entries, default=-1)
    has_steps = any(meanings[0] in _STEPS_FROM for meanings in head.columns.values())
    families = ["iteration", "difference"]
    for run in _runs(numbers):
        if run[0] < behind:
            continue
        if len(families) == 2 and not _may_be_iterations(head.grid, head.bottom, run[0]):
            head.entries += run
        elif has_steps and families:
            family = families.pop(0)
            head.columns |= {column: (f"{family}_{count}",) for count, column in enumerate(run, start=1)}


def _runs(numbers: Mapping[int, int]) -> list[list[int]]:
    """The columns whose headings count 1, 2, 3, …, one list for each time that they begin with 1."""
    runs: list[list[int]] = []
    for column, number in sorted(numbers.items()):
        if number == 1:
            runs.append([column])
        elif runs and number == len(runs[-1]) + 1:
            runs[-1].append(column)
    return runs


def _may_be_iterations(grid: Grid, bottom: int, column: int) -> bool:
    """Whether a column is blank under a row, or has a number as large as a rating there."""
    known: dict[int, tuple[int, int]] = grid.remembered.setdefault(_LAST, {})
    if column not in known:
        last = (row for row in reversed(range(len(grid.rows))) if not is_blank(grid.value(row, column)))
        large = (row for row in reversed(range(len(grid.rows))) if _is_large(grid.value(row, column)))
        known[column] = next(last, -1), next(large, -1)
    filled, large_one = known[column]
    return filled <= bottom or large_one > bottom


_LAST = "last rows with anything, and with numbers as large as ratings"
"""By column; each row that may be one of headings asks for it."""


def _is_large(value: object) -> bool:
    """Whether it is as large as a rating, or a formula that may be."""
    number = number_at(value).value
    return isinstance(value, UnvaluedFormula) or number is not None and abs(number) >= _LARGE


def _number_differences(head: Head) -> None:
    """A difference without a number is that of the iteration before it; without one it can't be judged."""
    last = ""
    for column, meanings in sorted(head.columns.items()):
        if meanings[0].startswith("iteration_"):
            last = meanings[0].removeprefix("iteration_")
        elif meanings[0] == _UNNUMBERED:
            del head.columns[column]
            if last:
                head.columns[column] = (f"difference_{last}",)
