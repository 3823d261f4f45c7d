"""Tables whose opponents are given by rank, which is the row's position: the rank is left blank on a tie."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.errors import InputError, Problem
from pipeline.readers.cells import quoted
from pipeline.readers.layouts.table import PlayerTable
from pipeline.readers.vocabulary import DASHES
from pipeline.words import counted, joined, said

_TIE = re.compile(r"(?:=|T)\s*([0-9]{1,5})\.?|([0-9]{1,5})\.?\s*(?:=|T)", re.IGNORECASE)
_SPAN = re.compile(rf"([0-9]{{1,5}})\.?\s*[{DASHES}/]\s*([0-9]{{1,5}})\.?")
_MEND = said(
    "Export the table again, in the order of rank and with all players; or number the rows 1, 2, "
    "3, … as the cells of the rounds name the opponents."
)


def positions(table: PlayerTable, rank_column: int) -> Iterator[tuple[int, int]]:
    """Each player's row and his number, which is his position in the table.

    A rank may be blank or `=` on a tie, say the places that are shared (1-2, =1), or be that of the row above (1, 1,
    3). One that isn't the position is a problem: the rows were sorted or deleted, and no opponent can be trusted.
    """
    ties: list[str] = []
    shared = 0
    off: list[tuple[int, int]] = []
    for no, row in enumerate(table, start=1):
        before = len(table.builder.problems)
        first, last = _places(table, row, rank_column, no, shared)
        if first == 0 and len(table.builder.problems) == before or first and first == last == shared:
            ties.append(str(no))
        elif first and not first <= no <= last:
            off.append((row, no))
        shared = first or shared
        table.builder.set_rank(no, shared or no)
        yield row, no
    if off:
        _refuse(table, rank_column, off)
    table.builder.note(said("ties in rank"), ties, said("players tied with the one above, numbered by their row"))


def _refuse(table: PlayerTable, column: int, off: list[tuple[int, int]]) -> None:
    """One problem for all ranks that aren't the position, with what is behind it where that shows.

    Nothing that the cells say can be trusted then, so it is the only one. Raises InputError.
    """
    (row, no), grid, name = off[0], table.grid, table.header.column("name") or 0
    place = table.cells.place(row, column)
    wrong = said(
        "the rank is {value}, but this is row {no} of the table, and opponents are given by rank.",
        value=quoted(grid.value(row, column)), no=no,
    )
    more = counted("So it is in {count} further row.", "So it is in {count} further rows.", len(off) - 1)
    rows: dict[str, int] = {}
    twice = next((
        said("{name} stands in {first} and in {second}.", name=quoted(text), first=grid.place(rows[text], name).cell,
             second=grid.place(at, name).cell)
        for at in table if (text := grid.text(at, name)) and rows.setdefault(text, at) != at
    ), "")
    parts = [wrong, *([more] if len(off) > 1 else []), *([twice] if twice else [])]
    raise InputError(table.builder.path, [*table.builder.problems, Problem(place, joined(" ", parts), _MEND)])


def _places(table: PlayerTable, row: int, column: int, no: int, shared: int) -> tuple[int, int]:
    """The first and the last place that a rank stands for; (0, 0) for none. `shared` is the first of the row above."""
    text = table.grid.text(row, column) if isinstance(table.grid.value(row, column), str) else ""
    span, tie = _SPAN.fullmatch(text), _TIE.fullmatch(text)
    if text == "=":
        return 0, 0
    if span is not None:
        return int(span[1]), int(span[2])
    if tie is not None:
        first = int(tie[1] or tie[2])
        return first, no if first in (no, shared) else first
    rank = table.cells.whole(row, column, said("the rank"), _MEND) or 0
    return rank, rank
