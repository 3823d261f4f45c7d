"""Rounds of two columns, of which the first has no more than the round's heading: R1 holds opponents, the one beside it
(without a heading, or Result, or R1 res.) results.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, as_text, is_blank
from pipeline.readers.headings import HEADER_ROWS
from pipeline.readers.vocabulary import heading

_STEP = 2
"""Columns of a round: in exports of programs it has one, or three with a colour."""
_UNNUMBERED = re.compile(r"(?:res(?:ult(?:ado)?)?|rdo|pts|ptos)?\.?", re.IGNORECASE)
"""What may stand above the results: nothing, or a word without the number of its round."""
_RESULT = re.compile(r"[01]|½|1/2|0?[.,]5|1[.,]0|0[.,]0|[+=\-–]|[^\W\d_]{1,12}")


def with_results_beside(grid: Grid) -> Grid:
    """The grid with “Opponent 1, Result 1” above such rounds; the grid itself where it has none."""
    if grid.fixed:
        return grid
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        rounds = _rounds(grid, row)
        if rounds and all(_are_games(grid, row, column) for column in rounds):
            return replace(grid, load=partial(_headed, grid.rows, row, rounds))
    return grid


def _headed(rows: list[list[object]], row: int, rounds: Sequence[int]) -> list[list[object]]:
    """The rows with headings of their own for each round in this one."""
    headings = [*rows[row], *[None] * (max(rounds) + _STEP - len(rows[row]))]
    for number, column in enumerate(rounds, start=1):
        headings[column : column + _STEP] = [f"Opponent {number}", f"Result {number}"]
    return [*rows[:row], headings, *rows[row + 1 :]]


def _rounds(grid: Grid, row: int) -> Sequence[int]:
    """The columns of rounds 1, 2, 3 … of a row of headings, each with a column without one beside it; else none."""
    texts = [as_text(value) for value in grid.rows[row]]
    words = {column: heading(text) for column, text in enumerate(texts) if text}
    found: dict[int, int] = {}
    for column, word in words.items():
        if word is not None and word.name == "round":
            found.setdefault(word.number, column)  # a second R1 beside it is its results
    columns = [found.get(number, -1) for number in range(1, len(found) + 1)]
    if not columns or -1 in columns or any(b - a != _STEP for a, b in zip(columns, columns[1:], strict=False)):
        return ()
    beside = [texts[column + 1] if column + 1 < len(texts) else "" for column in columns]
    if _is_a_third(grid, row, columns[-1] + _STEP) or not all(map(_is_of_results, beside, range(1, len(beside) + 1))):
        return ()
    return columns


def _is_of_results(text: str, number: int) -> bool:
    """Whether a heading beside that of a round is none, that of the round's results, or the round's once more."""
    word = heading(text)
    theirs = word is not None and word.name in ("result", "round") and word.number == number
    return theirs or _UNNUMBERED.fullmatch(text) is not None


def _is_a_third(grid: Grid, row: int, column: int) -> bool:
    """Whether a column without a heading belongs to the round before it: then what stands beside is its colour."""
    headless = not grid.text(row, column)
    return headless and any(grid.text(below, column) for below in range(row + 1, len(grid.rows)))


def _are_games(grid: Grid, row: int, column: int) -> bool:
    """Whether the rows below hold an opponent's number and a result beside it, or neither."""
    games = 0
    for below in range(row + 1, len(grid.rows)):
        opponent, result = grid.value(below, column), grid.text(below, column + 1)
        number = number_in(opponent)
        if is_blank(opponent) and (not result or _RESULT.fullmatch(result)):
            continue
        if number is None or not number.is_integer() or not _RESULT.fullmatch(result):
            return False
        games += 1
    return games > 0
