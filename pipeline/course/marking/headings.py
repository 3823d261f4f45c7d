"""Finds the exercise's table in a student's file, by what our headings say in any language, with signs lost or not."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache

from pipeline.audit.sheet.known_headings import meanings_of
from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.sheet.layout import heading_of, opponent_heading, result_heading
from pipeline.readers.grid import Grid
from pipeline.readers.vocabulary import heading
from pipeline.words import languages, told

_GIVEN = ("no", "name", "rating", "score")
_ROWS = 60


@dataclass
class Head:
    """The row of the headings, and the columns by key: asked ones, given ones, opponent_1, result_1 …"""

    grid: Grid
    row: int
    columns: dict[str, int] = field(default_factory=dict)

    def asked(self, exercise: Exercise) -> dict[str, int]:
        """The asked columns that are there."""
        keys = (*exercise.ask, PLACE)
        return {key: self.columns[key] for key in keys if key in self.columns}


def find_heads(grids: list[Grid], exercise: Exercise) -> list[Head]:
    """The tables of the exercise, one a sheet at most; they have a player's name or number, and an asked column."""
    found = []
    for grid in grids:
        heads = (_head(grid, row, exercise) for row in range(min(_ROWS, len(grid.rows))))
        best = max((head for head in heads if head is not None), default=None, key=lambda head: len(head.columns))
        if best is not None:
            found.append(best)
    return found


def _head(grid: Grid, row: int, exercise: Exercise) -> Head | None:
    texts = {column: grid.text(row, column) for column in range(len(grid.rows[row])) if grid.text(row, column)}
    if len(texts) < 2:
        return None
    known = _spellings(exercise.ask, exercise.event.rounds)
    head = Head(grid, row)
    unknown = []
    for column, text in texts.items():
        key = known.get(form_of(text)) or _by_sense(text, exercise)
        if key and key not in head.columns:
            head.columns[key] = column
        elif not key:
            unknown.append(column)
    if not {"name", "no"} & head.columns.keys() or not head.asked(exercise):
        return None
    _by_place(head, unknown, exercise)
    return head


@cache
def _spellings(ask: tuple[str, ...], rounds: int) -> dict[str, str]:
    """Our headings in all languages, in the form in which they are compared."""
    found: dict[str, str] = {}
    for language in languages():
        for key in (*_GIVEN, *ask, PLACE):
            found.setdefault(form_of(told(heading_of(key), language)), key)
        for k in range(1, rounds + 1):
            found.setdefault(form_of(told(opponent_heading(k), language)), f"opponent_{k}")
            found.setdefault(form_of(told(result_heading(k), language)), f"result_{k}")
    return found


def form_of(text: str) -> str:
    """Small letters and digits without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if sign.isalnum() and sign.isascii()) + ("%" if "%" in text else "")


def column_called(text: str, exercise: Exercise) -> str:
    """The asked column that a text names; empty where it is none."""
    key = _spellings(exercise.ask, exercise.event.rounds).get(form_of(text)) or _by_sense(text, exercise)
    if not key and form_of(text) == "c" and "c_hat" in exercise.ask:
        key = "c_hat" if "̂" in unicodedata.normalize("NFKD", text) else "c"
    return key if key in exercise.ask else ""


def _by_sense(text: str, exercise: Exercise) -> str:
    """A heading that lost its signs: “? = dp ? c”; or that somebody wrote himself, in words that audits know."""
    form = form_of(text)
    if ("=" in text and "dp" in form) or form in ("chat", "dpc", "cdpc"):
        return "c_hat"
    step = re.fullmatch(r"(?:iteraci?.{0,4}n|iter|it)([1-9])", form)
    if step:
        return f"iteration_{step[1]}"
    if exercise.places and (word := heading(text)) is not None and word.name == "rank":
        return PLACE
    return next((meaning for meaning in meanings_of(text) if meaning in exercise.ask), "")


def _by_place(head: Head, unknown: list[int], exercise: Exercise) -> None:
    """Columns whose headings say nothing any more, where the headings beside them tell which they must be."""
    order = [key for key in (*exercise.ask, *([PLACE] if exercise.places else []))]
    for column in unknown:
        left = max((c for c in head.columns.values() if c < column), default=-1)
        right = min((c for c in head.columns.values() if c > column), default=-1)
        before = next((key for key, c in head.columns.items() if c == left), "")
        after = next((key for key, c in head.columns.items() if c == right), "")
        at = order.index(before) + 1 if before in order else 0 if before == "score" else -1
        wanted = order[at] if 0 <= at < len(order) else ""
        follows = order[at + 1] if at >= 0 and at + 1 < len(order) else ""
        if wanted and wanted not in head.columns and after == follows and column == left + 1:
            head.columns[wanted] = column
