"""Vega's pages of the cross-table, by number and by rank: a cell holds the result, the opponent and his colour mark.

The page has “1 b 21” of such a cell once its classes cw, cb and cf have become letters (`containers.html`); cf stands
for a game that wasn't played, BYE for a round without an opponent. Pages of older versions have “+W5”, “-N7”, “=BYE”.
The number that opponents are given by isn't said on the page: it is the one by which the two rows of the games agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.errors import Place
from pipeline.event import PENDING, Event
from pipeline.readers.above import tell_rounds
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, Heading, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.vocabulary import Word, codes, form
from pipeline.words import said

NAME = said("Vega cross-table")
LOOKED_FOR = ""
_MARKED = re.compile(
    r"(?:(?P<result>[10½]|1/2|0[.,]5)\s+)?(?P<colour>[wbf])\s+(?P<opponent>[0-9]{1,4}|BYE)", re.IGNORECASE
)
_OLDER = re.compile(
    r"(?P<result>[+=-])\s*(?:(?P<colour>[WBNF])\s*(?P<opponent>[0-9]{1,4})|BYE|PAB|HPB|FPB|ZPB)", re.IGNORECASE
)
_PLAYER = re.compile(r"(?:(?P<no>[0-9]{1,4})\s+)?(?:(?P<title>[WN]?[GIFC]M|NM)\s+)?(?P<name>\S.*)", re.IGNORECASE)
_NOBODY = ("--", "-", "")
_MEND = said(
    "A cell is the result (1, ½, 0), and the opponent's number or BYE: save the page of the cross-table again."
)
_OLDER_HEADINGS = {"rat": "rating", "scr": "points"}
_NUMBERS = frozenset({"#", "n", "no", "nr", "num", "id", "pos", "rk", "rank", "place", "pl"})


@dataclass(frozen=True)
class _Cell:
    """What a cell holds: result as written, w, b or f (not played), the opponent or 0."""

    result: str
    colour: str
    opponent: int


def recognise(grid: Grid) -> Header | None:
    """The header of such a page's table, None where the grid has none."""
    return find_header(grid, lambda header: _fits(grid, header))


def _fits(grid: Grid, header: Header) -> bool:
    """A name, and columns with mere numbers as headings in which most cells that aren't blank are Vega's."""
    if grid.typed or "name" not in header.known():
        return False
    columns = header.number_columns()
    cells = [grid.text(row, column) for row in range(header.row + 1, len(grid.rows)) for column in columns]
    filled = [text for text in cells if text not in _NOBODY]
    return bool(filled) and sum(_cell(text) is not None for text in filled) * 2 > len(filled)


def _cell(text: str) -> _Cell | None:
    """What a cell holds that isn't blank; None where that can't be told."""
    match = _MARKED.fullmatch(text) or _OLDER.fullmatch(text)
    if match is None:
        return None
    opponent = match["opponent"] or ""
    colour = (match["colour"] or "f").casefold()
    return _Cell(match["result"] or "", colour.replace("n", "f"), int(opponent) if opponent.isdecimal() else 0)


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    name_column = header.column("name") or 0
    rounds = dict(enumerate(header.number_columns(), start=1))
    rows = [row for row in range(header.row + 1, len(grid.rows)) if len(grid.rows[row]) > name_column]
    rows = [row for row in rows if any(not grid.is_blank(row, column) for column in (name_column, *rounds.values()))]
    numbers = _numbers(grid, header, rows, rounds)
    builder = new_builder(path, NAME, grid, header)
    tell_rounds(builder, grid, header)
    builder.set_rounds(max(rounds, default=0))
    table, position = _with_numbers(grid, header, numbers, builder, rounds)
    for row in table:
        no = table.cells.whole(
            row, position, said("the player number"), said("Save the page of the cross-table again.")
        )
        if no is None:
            continue
        table.add_player(row, no)
        for round_, column in rounds.items():
            _read_round(builder, grid, row, no, round_, column)
    table.close()
    return builder.finish()


def _numbers(grid: Grid, header: Header, rows: list[int], rounds: dict[int, int]) -> dict[int, int]:
    """The number of each row: of those that the page has (beside the name, in a column, by position) what fits most."""
    name_column = header.column("name") or 0
    beside = {row: match["no"] for row in rows if (match := _PLAYER.fullmatch(grid.text(row, name_column)))}
    ways = [{row: int(number) for row, number in beside.items() if number}]
    for heading in header.headings:
        if form(heading.text) in _NUMBERS:
            texts = {row: grid.text(row, heading.column).rstrip(".") for row in rows}
            ways.append({row: int(text) for row, text in texts.items() if text.isdecimal()})
    ways.append({row: position for position, row in enumerate(rows, start=1)})
    whole = [way for way in ways if len(set(way.values())) == len(rows)]
    return max(whole, key=lambda way: _agreeing(grid, way, rounds))


def _agreeing(grid: Grid, numbers: dict[int, int], rounds: dict[int, int]) -> int:
    """How many cells name an opponent whose own cell of the round names this player."""
    row_of = {no: row for row, no in numbers.items()}
    opponents = {
        (row, round_): cell.opponent
        for row in numbers
        for round_, column in rounds.items()
        if (cell := _cell(grid.text(row, column))) is not None
    }
    return sum(
        opponents.get((row_of.get(other, -1), round_)) == numbers[row] for (row, round_), other in opponents.items()
    )


def _with_numbers(
    grid: Grid, header: Header, numbers: dict[int, int], builder: EventBuilder, rounds: dict[int, int]
) -> tuple[PlayerTable, int]:
    """The table with names alone in their column, and two further columns: number and title."""
    name_column = header.column("name") or 0
    width = max(map(len, grid.rows))

    def load() -> list[list[object]]:
        rows: list[list[object]] = []
        for row, values in enumerate(grid.rows):
            cells: list[object] = [*values, *[None] * (width - len(values)), numbers.get(row), None]
            match = _PLAYER.fullmatch(grid.text(row, name_column)) if row in numbers else None
            if match:
                cells[name_column], cells[width + 1] = match["name"], match["title"]
            rows.append(cells)
        return rows

    def place(row: int, column: int) -> Place:
        return grid.place(row, column if column < width else name_column)

    wide = replace(grid, load=load, place=place)
    plain = tuple(
        h._replace(word=Word(_OLDER_HEADINGS[form(h.text)])) if form(h.text) in _OLDER_HEADINGS else h
        for h in header.headings
        if form(h.text) not in _NUMBERS
    )
    titles = [] if header.column("title") is not None else [Heading(width + 1, "Title", Word("title"))]
    head = Header(header.row, (*plain, Heading(width, "No.", Word("no")), *titles))
    return PlayerTable(wide, head, builder, width, list(rounds.values()), {"title", "federation"}), width


def _read_round(builder: EventBuilder, grid: Grid, row: int, no: int, round_: int, column: int) -> None:
    text, place = grid.text(row, column), grid.place(row, column)
    if text in _NOBODY:
        return
    cell = _cell(text)
    code = None if cell is None else _code(cell)
    if cell is None or code is None:
        what = said(
            "round {round} of player {no} is {text}, which isn't an opponent with a result.",
            round=round_, no=no, text=quoted(text),
        )
        builder.problem(place, what, _MEND)
        builder.add_unreadable(no, round_)
    elif cell.opponent:
        builder.add_entry(no, round_, cell.opponent, code, place, cell.colour.strip("f"))
        builder.keep_result_text(no, round_, cell.result)
    else:
        builder.add_entry(no, round_, None, code, place)


def _code(cell: _Cell) -> str | None:
    """The result's code; None for what no game brings, such as half a point for one that wasn't played."""
    if not cell.opponent:
        return codes("vega", "byes").get(cell.result)
    if not cell.result:
        return PENDING
    code = codes("vega", "results").get(cell.result)
    if cell.colour == "f":
        return {"w": "+", "l": "-"}.get(code or "")
    return code
