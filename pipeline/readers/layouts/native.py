"""arpo's own layout: No., Name, Rating, Opponent 1, Result 1, … in a workbook (sheet Event) or a csv file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipeline.event import Event
from pipeline.readers import vocabulary
from pipeline.readers.above import tell_date, tell_rounds
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import HIGHEST_NUMBER, Cells, is_date, meant_result, number_in, quoted
from pipeline.readers.entries import Entries
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.native_names import with_opponents_numbers
from pipeline.readers.layouts.settings_sheet import read_settings
from pipeline.readers.layouts.table import PlayerTable
from pipeline.readers.unplayed import nobody
from pipeline.readers.vocabulary import heading_text, is_label
from pipeline.readers.wording import Wording, decided
from pipeline.words import Said, in_all, said

NAME = said("native event workbook")
LOOKED_FOR = said("No., Name, Rating, Opponent 1, Result 1, …")
SHEETS = tuple(name.casefold() for name in in_all(said("Event")))
"""What the sheet of an event is called, in every language."""
_CHECKS = frozenset(name.casefold() for name in in_all(said("Checks")))
BESIDE = _CHECKS | {name.casefold() for name in in_all(said("Player"))}
"""Sheets of a report of ours that hold no table of its players: two of them side by side, and its checks."""
_COMPUTED = frozenset(name.casefold() for name in in_all(said("ARPO")))
"""The sheet of a report whose rounds are formulas: those of the event, and stale where none calculated them."""
_OPTIONAL = {"start_no", "title", "federation", "birth", "k", "games_before", "standard_rating"}
_RESULT_MEND = said(
    "Write w, d, l (or 1, ½, 0), + or - for a forfeit, or full-bye, half-bye, zero-bye without an opponent; nothing "
    "while the game is still to be played."
)


def without_lookups(grids: list[Grid]) -> list[Grid]:
    """The sheets but for those of a report of ours that hold no table of its players, or only copy the event's."""
    names = {grid.sheet.casefold() for grid in grids}
    if not (names & set(SHEETS) and names & _CHECKS):
        return grids
    return [grid for grid in grids if grid.sheet.casefold() not in BESIDE | _COMPUTED]


def recognise(grid: Grid) -> Header | None:
    """The header of a native table, None where the grid has none."""
    header = find_header(
        grid,
        lambda h: {"name", "opponent"} <= h.known() and (_number_column(h) is not None or "result" in h.known()),
    )
    return None if header is None or _has_a_row_a_game(grid, header) else header


def _has_a_row_a_game(grid: Grid, header: Header) -> bool:
    """Whether a column says the round of each row, as on the Games sheet of a rating report: a view of an event."""
    rounds = {form for form in vocabulary.forms("round") if len(form) > 1}
    return any(vocabulary.form(grid.text(header.row, column)) in rounds for column in range(len(grid.rows[header.row])))


def _number_column(header: Header) -> int | None:
    """The column of the numbers that name the opponents: where none is headed as such, nothing else can be meant."""
    return next((column for name in ("no", "start_no", "rank") if (column := header.column(name)) is not None), None)


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    builder = EventBuilder(path, NAME, grid.sheet, _event_name(grid, header))
    tell_date(builder, grid, header)
    tell_rounds(builder, grid, header)
    builder.settings = read_settings(grids, builder)
    # What the user says comes before what the workbook says.
    hints = replace(hints, points=hints.points or str(builder.settings.get("points", "")))
    builder.scoring = hints.scoring or builder.scoring
    opponents, results = _round_columns(grid, header, builder)
    colours = header.numbered("colour")
    columns = [heading.column for name in ("opponent", "result", "colour") for heading in header.all_of(name)]
    columns += [column for column in results.values() if column not in columns]
    number_column = _number_column(header)
    at = number_column if number_column is not None else header.column("name") or 0
    table = PlayerTable(grid, header, builder, at, columns, _OPTIONAL)
    numbers = _numbers(table, number_column)
    named = with_opponents_numbers(grid, header, table, numbers, opponents.values(), builder)
    if named is not grid:
        grid = named
        table.show(grid)
    words = _wording(table, opponents, results, numbers, hints)
    entries = Entries(builder, header, hints)
    for row in table:
        no = numbers[row] if number_column is None else _player_number(table, row, number_column)
        if no is None:
            continue
        is_new = not builder.has_player(no)
        table.add_player(row, no)
        if is_new:
            for round_, column in opponents.items():
                letter = grid.text(row, colours.get(round_)) if colours else ""
                _read_round(entries, table.cells, row, no, round_, column, results[round_], words, letter)
    entries.close()
    table.close()
    return builder.finish()


def _event_name(grid: Grid, header: Header) -> str:
    """The text after a label such as “Event” above the table."""
    for row in range(header.row):
        texts = [text for column in range(len(grid.rows[row])) if (text := grid.text(row, column))]
        if len(texts) > 1 and is_label(texts[0], "event_name"):
            return "" if is_label(texts[1], "rounds") or is_label(texts[1], "date") else texts[1]
    return ""


def _round_columns(grid: Grid, header: Header, builder: EventBuilder) -> tuple[dict[int, int], dict[int, int]]:
    """The columns of the opponents and of the results by round; both hold the same rounds."""
    opponents, results = header.numbered("opponent"), header.numbered("result")
    if not results and header.numbered("round").keys() == opponents.keys():
        results = header.numbered("round")  # Op1 and R1
    for name, columns in (("opponent", opponents), ("result", results)):
        for heading in header.all_of(name):
            number = heading.word.number if heading.word else 0
            if columns[number] != heading.column:
                builder.problem(
                    grid.place(header.row, heading.column),
                    said("the heading {heading} stands twice.", heading=quoted(heading.text)),
                    said("Number the rounds 1, 2, 3, …"),
                )
    last = max([*opponents, *results])
    for round_ in range(1, last + 1):
        for name, columns in (("opponent", opponents), ("result", results)):
            if round_ not in columns and last <= len(opponents) + len(results):
                builder.problem(
                    grid.place(header.row, 0),
                    said(
                        "the header has no “{heading}”, but it has rounds up to {last}.",
                        heading=heading_text(name, round_), last=last,
                    ),
                    said("Give every round an opponent and a result column, left blank where nothing was played."),
                )
    if last > len(opponents) + len(results):
        builder.problem(
            grid.place(header.row, 0),
            said("the rounds aren't numbered 1 to {last}.", last=last),
            said("Number them 1, 2, 3, …"),
        )
    in_both = [round_ for round_ in opponents if round_ in results]
    builder.set_rounds(max(in_both, default=0))
    return {r: opponents[r] for r in in_both}, {r: results[r] for r in in_both}


def _wording(
    table: PlayerTable, opponents: dict[int, int], results: dict[int, int], numbers: dict[int, int], hints: Hints
) -> Wording:
    """What the words in the result columns mean; a question is reported at the first of these."""
    grid = table.grid
    used = [
        text
        for row in table
        for round_, column in results.items()
        if (text := grid.text(row, column)) or not grid.is_blank(row, opponents[round_])
    ]

    def pairs() -> Iterator[tuple[str, str]]:
        rows = {str(numbers[row]): row for row in table}
        for row in table:
            for round_, column in opponents.items():
                other = rows.get(grid.text(row, column))
                if other is not None:
                    yield grid.text(row, results[round_]), grid.text(other, results[round_])

    words = decided(used, pairs(), table.header, hints)
    place = table.cells.place(table.header.row, min(results.values(), default=0))
    words.report(table.builder, place, hints)
    return words


def _numbers(table: PlayerTable, number_column: int | None) -> dict[int, int]:
    """By row, the player's number: that of the column, else his place in the table, as opponents are named by it."""
    found = {row: number_in(table.grid.value(row, number_column)) for row in table} if number_column is not None else {}
    return {row: int(found.get(row) or place) for place, row in enumerate(table, start=1)}


def _player_number(table: PlayerTable, row: int, column: int) -> int | None:
    if table.grid.is_blank(row, column):
        name = table.grid.text(row, table.header.column("name"))
        table.builder.problem(
            table.cells.place(row, column),
            said("player {name} has no number.", name=quoted(name))
            if name
            else said("this player has neither a number nor a name."),
            said("Give every player a number of his own, or delete the row if it isn't a player."),
        )
        return None
    return table.cells.whole(
        row, column, said("the player number"), said("Give every player a whole number of his own.")
    )


def _read_round(
    entries: Entries, cells: Cells, row: int, no: int, round_: int, opponent_column: int, result_column: int,
    words: Wording, letter: str,
) -> None:  # fmt: skip
    """Keep one round of a player, or say why it can't be read."""
    number, word = cells.grid.value(row, opponent_column), cells.grid.value(row, result_column)
    if type(number) is int and 1 <= number <= HIGHEST_NUMBER and type(word) is str and word in words.codes:
        # As nearly every cell of a large file is, and needs no words for what might be wrong with it.
        opponent: int | None = number
        written, result = word, words.codes[word]
    else:
        count = len(cells.builder.problems)
        bye = _bye(cells.grid.text(row, opponent_column), cells.grid.text(row, result_column), words)
        opponent = None if bye else cells.whole(
            row,
            opponent_column,
            said("round {round}: player {no}'s opponent", round=round_, no=no),
            said(
                "Write the opponent's number; for a bye leave it blank, with full-bye, half-bye or zero-bye "
                "as the result."
            ),
        )
        what = said("round {round}: player {no}'s result", round=round_, no=no)
        result = bye or _read_result(cells, row, result_column, what, words)
        if len(cells.builder.problems) > count:
            cells.builder.add_unreadable(no, round_)
            return
        if opponent is None and not result:
            return
        written = cells.grid.text(row, result_column)
    column = result_column if opponent is None else opponent_column
    place, result_place = partial(cells.place, row, column), partial(cells.place, row, result_column)
    entries.add(no, round_, opponent, result, place, letter, result_place)
    if written != result:
        cells.builder.keep_result_text(no, round_, written)


_BYES = {"w": "full-bye", "d": "half-bye", "l": "zero-bye"}


def _bye(opponent: str, result: str, words: Wording) -> str:
    """The bye where its word stands in the opponent's place and its points as the result; empty for all else."""
    word = nobody(opponent) if opponent and not opponent.isdecimal() else None
    if word != "bye" and word not in _BYES.values():
        return ""
    code = words.code(result) or ""
    if not code.isalpha() or not result.isalpha():  # points, or the code itself: nobody wins against a bye by w
        code = _BYES.get(code, code)
    return code if code in _BYES.values() and word in ("bye", code) else ""


def _read_result(cells: Cells, row: int, column: int, what: Said, words: Wording) -> str:
    """The result's code; empty for a blank cell, and for one that is a problem."""
    text = cells.text(row, column, what)
    value = cells.grid.value(row, column)
    if not text:
        return ""
    if is_date(value):
        meant = meant_result(value)
        guess = said("; it was probably meant to be {meant}", meant=meant) if meant else ""
        cells.builder.problem(
            cells.place(row, column),
            said(
                "{what} is {value}: Excel made a date or time of it{guess}.",
                what=what, value=quoted(value), guess=guess,
            ),
            said("Format the column as text, then write {meant} again.", meant=meant or said("the result")),
        )
        return ""
    code = words.code(text) or ""
    if not code or isinstance(value, bool):
        cells.builder.problem(
            cells.place(row, column),
            said("{what} is {value}, which isn't a result.", what=what, value=quoted(value)),
            _RESULT_MEND,
        )
    return code
