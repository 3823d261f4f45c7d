"""Swiss-Manager's text export: three fields a round (opponent by row position, colour, result)."""

from __future__ import annotations

from pathlib import Path

from pipeline.event import PENDING, Event
from pipeline.readers.above import tell_rounds
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import Cells, quoted
from pipeline.readers.entries import Entries
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts import ranking
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.overlooked import refuse_missing_rounds
from pipeline.readers.vocabulary import codes, colour_meanings
from pipeline.words import said

NAME = said("Swiss-Manager text export")
LOOKED_FOR = said("Rank;SNo.;;Name;Rtg;FED;1.Rd.;;;2.Rd.;;; …")
_OPTIONAL = {"start_no", "title", "federation", "birth", "k"}
_FIELDS = 3
_NO_OPPONENT = ("", "-")
_MEND = said("The three fields are the opponent's row, the colour and the result, such as 12;w;1, 12;-;+ or -;-;x.")


def recognise(grid: Grid) -> Header | None:
    """The header of such an export, None where the grid has none."""
    return find_header(grid, lambda header: _fits(grid, header))


def _fits(grid: Grid, header: Header) -> bool:
    """Rank and name, and behind each round's heading two fields without one, which aren't blank below."""
    taken = {heading.column for heading in header.headings}
    rounds = header.numbered("round").values()
    below = range(header.row + 1, len(grid.rows))
    return (
        {"rank", "name"} <= header.known()
        and any(rounds)
        and all(column + 1 not in taken and column + 2 not in taken for column in rounds)
        and any(not grid.is_blank(row, column + 1) for row in below for column in rounds)
    )


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    builder = new_builder(path, NAME, grid, header)
    tell_rounds(builder, grid, header)
    rounds = header.numbered("round")
    builder.set_rounds(max(rounds))
    fields = [column + offset for column in rounds.values() for offset in range(_FIELDS)]
    rank_column = header.column("rank") or 0
    table = PlayerTable(grid, header, builder, rank_column, fields, _OPTIONAL)
    refuse_missing_rounds(builder, grid, header, rounds.values())
    entries = Entries(builder, header, hints)
    letters = {"", "-", *colour_meanings(), *(hints.colour_letters or ())}
    for row, no in list(ranking.positions(table, rank_column)):
        if _is_whole(table, row, max(fields)):
            table.add_player(row, no)
            for round_, column in rounds.items():
                _read_round(entries, table.cells, row, no, round_, column, letters)
    entries.close()
    table.close()
    return builder.finish()


def _is_whole(table: PlayerTable, row: int, last_column: int) -> bool:
    """Whether the line has a field for every round; one that is cut off is a problem."""
    count = len(table.grid.rows[row])
    if count <= last_column:
        table.builder.problem(
            table.cells.place(row, count - 1),
            said(
                "the line ends here, with {count} fields; the rounds alone need {needed}.",
                count=count, needed=last_column + 1,
            ),
            said("Export the file again: it is probably cut off."),
        )
    return count > last_column


def _read_round(
    entries: Entries, cells: Cells, row: int, no: int, round_: int, column: int, letters: set[str]
) -> None:
    """Keep the three fields of a round, or say why they can't be read; `letters` are those that a colour can be."""
    opponent, colour, result = (cells.grid.text(row, column + offset) for offset in range(_FIELDS))
    if not opponent and not result:
        return
    place = cells.place(row, column)
    has_opponent = opponent not in _NO_OPPONENT
    code = _code(result, has_opponent)
    if code is None or colour.casefold() not in letters:
        _refuse(cells.builder, cells, row, no, round_, column)
    elif not has_opponent:
        entries.add(no, round_, None, code, place)
    else:
        number = cells.whole(row, column, said("round {round}: player {no}'s opponent", round=round_, no=no), _MEND)
        if number is None:
            cells.builder.add_unreadable(no, round_)
        else:
            entries.add(no, round_, number, code, place, colour.strip("-"))


def _code(result: str, has_opponent: bool) -> str | None:
    """The code of a result field; None where it isn't one."""
    if not result and has_opponent:
        return PENDING
    return codes("swiss-manager", "results" if has_opponent else "byes").get(result.casefold())


def _refuse(builder: EventBuilder, cells: Cells, row: int, no: int, round_: int, column: int) -> None:
    shown = ";".join(cells.grid.text(row, column + offset) for offset in range(_FIELDS))
    builder.problem(
        cells.place(row, column),
        said(
            "round {round} of player {no} is {shown}, which isn't a result.", round=round_, no=no, shown=quoted(shown)
        ),
        _MEND,
    )
    builder.add_unreadable(no, round_)
