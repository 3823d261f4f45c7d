"""Columns of a list of games that may say that a game wasn't played: Forfeit, Status, Remark, Termination, Played.

A word for it counts in any column that isn't used otherwise: no game is counted against what its row says.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pipeline.event import PENDING
from pipeline.readers import unplayed
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import quoted
from pipeline.readers.game_results import forfeited
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header
from pipeline.words import joined, said

_SHORT = 3
"""In a column of any kind a word of fewer letters (F, wo) may be anything."""
_BYES = frozenset({"bye", "full-bye", "half-bye", "zero-bye"})
_READ = ("forfeit", "played")
"""Kinds of columns that are about this alone."""
_MEND = said("Write +/- or -/+ as the result of a game that wasn't played, and delete the remark or the column.")


class _Column(NamedTuple):
    position: int
    heading: str
    kind: str


class Remarks:
    """What the columns that aren't used otherwise say of the games."""

    def __init__(self, grid: Grid, header: Header, rows: Collection[int], used: Collection[int], builder: EventBuilder):
        """Look at the columns outside `used`; report to `builder`."""
        self.grid = grid
        self.builder = builder
        headings = {heading.column: heading.text for heading in header.headings}
        self._columns = [
            _Column(index, text := headings.get(index, ""), unplayed.heading_kind(text) if text else "remark")
            for index in range(max((len(grid.rows[row]) for row in rows), default=0))
            if index not in used and any(not grid.is_blank(row, index) for row in rows)
        ]
        self._answered = {
            column.position
            for column in self._columns
            if {unplayed.answer(grid.text(row, column.position)) for row in rows} & {"yes", "played"}
        }
        self._forfeits: list[str] = []
        self._read: set[int] = set()

    def judged(self, row: int, codes: tuple[str, str]) -> tuple[str, str]:
        """The result codes of a row's game, as forfeits where a column says so; what is unclear becomes a problem."""
        for column in self._columns:
            says = self._says(column, self.grid.text(row, column.position))
            if says is False or codes[0] == PENDING:
                continue
            place = self.grid.place(row, column.position)
            text = self.grid.text(row, column.position)
            heading = (
                said("the column {heading}", heading=quoted(column.heading))
                if column.heading
                else said("a column without a heading")
            )
            what = (
                said("{column} says {text}", column=heading, text=quoted(text))
                if text
                else said("{column} is blank here", column=heading)
            )
            found = forfeited(codes) if says else None
            if says is None:
                self.builder.problem(
                    place, said("{what}: whether the game was played can't be told.", what=what), _MEND
                )
            elif found is None:
                self.builder.problem(place, said("{what}, and the result is a draw.", what=what), _MEND)
            else:
                self._forfeits.append(joined(" ", [place.cell, quoted(text)]))
                self._read.add(column.position)
                codes = found
        return codes

    def _says(self, column: _Column, text: str) -> bool | None:
        """Whether a cell says that its game wasn't played; None where that can't be told."""
        word = unplayed.is_forfeit(text)
        answer = unplayed.answer(text)
        if column.kind in ("", "event"):
            return bool(word) and len(text) >= _SHORT
        if column.kind == "remark":
            plain = answer == "yes" and text.isalpha() and len(text) > 1
            return None if plain or unplayed.nobody(text) in _BYES and not word else word
        if column.kind == "played":
            known = {"yes": False, "played": False, "no": True}
            return word or (known.get(answer) if text else None if column.position in self._answered else False)
        return word or {"yes": True, "no": False, "played": False}.get(answer, None if text else False)

    def close(self) -> None:
        """Note what was read, and which columns weren't."""
        self.builder.note(said("remarks"), self._forfeits, said("remarks by which a game wasn't played"))
        if not self.grid.notation:
            left_out = [
                column.heading or said("one without a heading")
                for column in self._columns
                if column.kind not in _READ and column.position not in self._read
            ]
            self.builder.note(said("columns left out"), left_out, said("columns that arpo doesn't use"))
