"""Round-robin cross-tables: a column for each player, cells that hold results only; single, double or more.

Several games of a pair stand in one cell (“1 ½”, “10”) or in several columns (1 1 2 2, 1a 1b, or 1 … n twice). Such a
table has no rounds, and nothing that is computed depends on them. Each game gets the round that the Berger tables
(FIDE Handbook C.05, Annex 1) give the pair, so that nobody has two games in one round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipeline.errors import Place
from pipeline.event import PENDING, RESULTS, Event
from pipeline.readers.cells import is_date, meant_result, number_in, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.table import PlayerTable, new_builder
from pipeline.readers.vocabulary import DASHES, codes
from pipeline.readers.wording import Wording, decided, joined
from pipeline.words import counted, said

NAME = said("round-robin cross-table")
LOOKED_FOR = said("Rk. (or No.), Name, Rtg, 1, 2, 3, …")
_OPTIONAL = {"start_no", "title", "federation", "birth", "k"}
_LABEL = re.compile(r"[0-9]{1,3}")
_MEND = said(
    "Write 1, ½ or 0; + or - for a forfeit; several games with blanks between them (1 ½), the columns as text."
)
_SEPARATORS = re.compile(r"[;|]|(?<!1)/|/(?!2)|,(?!5)|(?<!0),")
"""Between two games: signs that join nothing; but 1/2 and 0,5 are one result."""
_ATOM = re.compile(rf"[10]k\b|1/2|0[.,]5|[½0-9+=]|[{DASHES}:]|[^\W\d_½]+|\S")
_JOINTS = (*DASHES, ":")
_SEVERAL_CELLS = 6
"""So many cells with two results are those of three pairs."""


def recognise(grid: Grid) -> Header | None:
    """The header of such a table, None where the grid has none."""
    return find_header(grid, lambda header: "name" in header.known() and len(_opponents(header)) > 1)


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    builder = new_builder(path, NAME, grid, header)
    builder.has_rounds = False
    number, rank = header.column("no"), header.column("rank")
    name_column = header.column("name") or 0
    # Whichever stands before the name; the other one is a remark behind the table.
    positions = [column for column in (number, rank) if column is not None and column < name_column]
    position = min(positions, default=number if number is not None else rank)
    columns = _game_columns(grid, header)
    every = [column for group in columns.values() for column in group]
    table = PlayerTable(grid, header, builder, name_column if position is None else position, every, _OPTIONAL)
    cross = _CrossTable(table, columns, hints)
    if cross.is_usable():
        cross.read()
    table.close()
    return builder.finish()


def _opponents(header: Header) -> dict[int, list[int]]:
    """The columns of each number from 1 without a gap, by number; empty where the numbers aren't such."""
    found: dict[int, list[int]] = {}
    for column in header.number_columns():
        text = next(heading.text for heading in header.headings if heading.column == column)
        match = _LABEL.match(text)
        if match:
            found.setdefault(int(match[0]), []).append(column)
    return found if sorted(found) == list(range(1, len(found) + 1)) else {}


def _game_columns(grid: Grid, header: Header) -> dict[int, list[int]]:
    """The columns of each opponent, with those to the right whose heading is blank since it was merged with theirs."""
    found = _opponents(header)
    taken = {heading.column for heading in header.headings}
    starts = sorted(column for columns in found.values() for column in columns)
    gaps = {after - before for before, after in zip(starts, starts[1:], strict=False)}
    width = gaps.pop() if len(gaps) == 1 else 1
    return {
        no: [c for column in columns for c in range(column, column + width) if c == column or c not in taken]
        for no, columns in found.items()
    }


@dataclass
class _CrossTable:
    """The cells of the table, read for the builder."""

    table: PlayerTable
    columns: Mapping[int, list[int]]
    hints: Hints

    @cached_property
    def rows(self) -> dict[int, int]:
        """The row of each player by number: that of the column where his row has the mark of himself, else his place.

        The rows may have been sorted since the columns were numbered; the diagonal shows it.
        """
        marked = {self._marked(row): row for row in self.table}
        if None not in marked and len(marked) == len(list(self.table)):
            return {no: row for no, row in marked.items() if no is not None}
        return dict(enumerate(self.table, start=1))

    def _marked(self, row: int) -> int | None:
        """The number of the column that holds the mark of a player himself, and which is no result."""
        signs = codes("crosstable", "results")
        marks = codes("round-robin", "marks")
        found = [
            no
            for no, columns in self.columns.items()
            if marks.get(text := self.table.grid.text(row, columns[0]).casefold()) == "self"
            and (text not in signs or text in DASHES[1:])
        ]
        return found[0] if len(found) == 1 else None

    def is_usable(self) -> bool:
        """Whether there is a column for each player; the table is something else where not, and that is a problem."""
        players, columns = len(list(self.table)), len(self.columns)
        if players and players != columns:
            place = self.table.cells.place(self.table.header.row, self.columns[1][0])
            self.table.builder.problem(
                place,
                said(
                    "the table has {players} players and {columns} columns of results without opponents.",
                    players=players, columns=columns,
                ),
                said(
                    "A round-robin cross-table has a column for each player. For a Swiss event export the one "
                    "that names the opponents (chess-results: “Final Ranking crosstable”)."
                ),
            )
        return players == columns

    def read(self) -> None:
        """Hand the players and their games to the builder."""
        builder, words = self.table.builder, self._wording()
        if all(len(columns) == 1 for columns in self.columns.values()):
            self._ask_about_pairs(words)
        games: dict[tuple[int, int], list[str]] = {}
        unreadable: set[tuple[int, int]] = set()
        for no, row in self.rows.items():
            self.table.add_player(row, no)
            for opponent in self.columns:
                before = len(builder.problems)
                games[no, opponent] = self._games(no, row, opponent, words)
                if len(builder.problems) > before:
                    unreadable.add((no, opponent))
        most = 1
        for no in self.rows:
            for opponent in self.columns:
                count = len(games[no, opponent])
                if no == opponent or {(no, opponent), (opponent, no)} & unreadable:
                    continue
                if no < opponent and count != len(games[opponent, no]):
                    self._refuse_counts(no, opponent, count, len(games[opponent, no]))
                most = max(most, count)
                for index, result in enumerate(games[no, opponent]):
                    round_ = berger_round(no, opponent, len(self.columns), index)
                    place = self._place(no, opponent, index)
                    builder.add_entry(no, round_, opponent, result, place)
                    builder.keep_result_text(no, round_, self._text(no, opponent, index))
        builder.set_rounds(rounds_of(len(self.columns)) * most)
        builder.note(
            said("rounds"),
            [said("{count} rounds by the Berger tables", count=rounds_of(len(self.columns)) * most)],
            said("the table has no rounds; the games were given some, and no value depends on them"),
        )

    def _place(self, no: int, opponent: int, index: int) -> Place:
        columns = self.columns[opponent]
        return self.table.cells.place(self.rows[no], columns[min(index, len(columns) - 1)])

    def _text(self, no: int, opponent: int, index: int) -> str:
        columns = self.columns[opponent]
        return self.table.grid.text(self.rows[no], columns[min(index, len(columns) - 1)])

    def _refuse_counts(self, no: int, opponent: int, count: int, other: int) -> None:
        there = self._place(opponent, no, 0)
        self.table.builder.problem(
            self._place(no, opponent, 0),
            counted(
                "player {no} has {count} game against {opponent}, who has {other} against him ({there}).",
                "player {no} has {count} games against {opponent}, who has {other} against him ({there}).",
                count, no=no, opponent=opponent, other=other, there=there.said,
            ),
            said(
                "Both rows must hold the same games. Where Excel made the number 1 of “01”, format the columns as text."
            ),
        )

    def _off_diagonal(self) -> Iterator[tuple[int, int, int, int]]:
        """The cells of the games: the player's number, his opponent's, row and column."""
        for no, row in self.rows.items():
            for opponent, columns in self.columns.items():
                if no != opponent and opponent in self.rows:
                    yield from ((no, opponent, row, column) for column in columns)

    def _wording(self) -> Wording:
        """What the results in the cells mean."""
        grid = self.table.grid
        words = [
            word
            for *_, row, column in self._off_diagonal()
            for word in _words(grid.text(row, column).casefold()) or [PENDING]
        ]
        wording = decided(words, self._pairs(), self.table.header, self.hints)
        place = self.table.cells.place(self.table.header.row, self.columns[1][0])
        wording.report(self.table.builder, place, self.hints)
        return wording

    def _pairs(self) -> Iterator[tuple[str, str]]:
        grid = self.table.grid
        for no, opponent, row, column in self._off_diagonal():
            if no < opponent:
                position = self.columns[opponent].index(column)
                if position < len(self.columns[no]):
                    his = grid.text(self.rows[opponent], self.columns[no][position])
                    yield from zip(_words(grid.text(row, column).casefold()), _words(his.casefold()), strict=False)

    def _ask_about_pairs(self, words: Wording) -> None:
        """Refuse cells that all hold two results which can be the two sides of one game, such as 1/0.

        With a stroke, and with two forfeits, that is the rule; with blanks only where a whole table shows it, for
        hardly a double round robin has each of its matches drawn.
        """
        grid = self.table.grid
        found = [
            (row, column, text, tokens)
            for *_, row, column in self._off_diagonal()
            if len(tokens := _tokens(text := grid.text(row, column).casefold(), words.codes) or []) > 1
        ]
        if not all(len(tokens) == 2 and tokens[1] in RESULTS[tokens[0]].reply for *_, tokens in found):
            return
        stroked = [cell for cell in found if "/" in cell[2].replace("1/2", "") or set(cell[3]) <= {"+", "-"}]
        blanks = [cell for cell in found if cell[3] != ["d", "d"] and any(blank in cell[2] for blank in " ;|,")]
        asked = stroked or (blanks if len(found) >= _SEVERAL_CELLS else [])
        if asked:
            row, column, text, _ = asked[0]
            self.table.builder.problem(
                self.table.cells.place(row, column),
                said(
                    "{text} can be one game or two, and so can all the other cells with two results.", text=quoted(text)
                ),
                said(
                    "Write one game as a single result (1, ½, 0, + or -); of two games, write each in a column "
                    "of its own."
                ),
            )

    def _games(self, no: int, row: int, opponent: int, words: Wording) -> list[str]:
        """The results of player `no` against `opponent`, in their order; a blank cell is a game still to be played."""
        results: list[str] = []
        cells = self.table.cells
        for column in self.columns[opponent]:
            text = cells.text(
                row, column, said("the result of player {no} against {opponent}", no=no, opponent=opponent)
            )
            if no == opponent:
                self._check_self(no, row, column, text)
            elif text:
                results += self._cell(no, row, opponent, column, text, words)
            else:
                results.append(PENDING)
        return results

    def _check_self(self, no: int, row: int, column: int, text: str) -> None:
        if text and codes("round-robin", "marks").get(text.casefold()) != "self":
            self.table.builder.problem(
                self.table.cells.place(row, column),
                said(
                    "player {no} has {value} against himself.", no=no, value=quoted(self.table.grid.value(row, column))
                ),
                said("Mark the diagonal with * or leave it blank; if the rows were sorted, export the table again."),
            )

    def _cell(self, no: int, row: int, opponent: int, column: int, text: str, words: Wording) -> list[str]:
        """The results in one cell that isn't blank; none, and a problem, where it can't be read."""
        value = self.table.grid.value(row, column)
        tokens = _tokens(text.casefold(), words.codes)
        if tokens is not None and not is_date(value) and not isinstance(value, bool) and value != -1:
            return tokens
        builder, place = self.table.builder, self.table.cells.place(row, column)
        what = said(
            "the result of player {no} against {opponent} is {value}", no=no, opponent=opponent, value=quoted(value)
        )
        number = number_in(value)
        if is_date(value):
            meant = meant_result(value)
            guess = said("; it was probably meant to be {meant}", meant=meant) if meant else ""
            builder.problem(
                place, said("{what}: Excel made a date or time of it{guess}.", what=what, guess=guess), _MEND
            )
        elif number is not None and number > 1:
            builder.problem(
                place,
                said(
                    "{what}: that is the total of several games, or the board points of two teams, and not a game.",
                    what=what,
                ),
                said("{mend} Team cross-tables can't be used: export the players' games.", mend=_MEND),
            )
        else:
            builder.problem(place, said("{what}, which isn't a result.", what=what), _MEND)
        return []


def _words(text: str) -> list[str]:
    """The single results in a text, small and without what joins or separates them; an unknown rest is a word, too."""
    return [word for part in _items(text) for word in part if word not in _JOINTS]


def _items(text: str) -> list[list[str]]:
    """The parts between separators, each as its results and the dashes or colons that join two of them."""
    return [list(map(str.strip, _ATOM.findall(part))) for part in _SEPARATORS.split(text) if part.strip()]


def _tokens(text: str, known: Mapping[str, str]) -> list[str] | None:
    """The results in a text such as “½”, “1 ½”, “10”, “+ -” or “1-0 ½-½”; None where something else stands in it.

    A dash or a colon between two results joins them to one game, the player's own result first.
    """
    if text in known:
        return [known[text]] if RESULTS[known[text]].reply else None
    found: list[str] = []
    for part in _items(text):
        at = 0
        while at < len(part):
            size = 3 if at + 2 < len(part) and part[at + 1] in _JOINTS else 1
            code = joined(known, part[at], part[at + 2]) if size == 3 else known.get(part[at])
            at += size
            if code is None or not RESULTS[code].reply or (size == 3 and at + 1 < len(part) and part[at] in _JOINTS):
                return None
            found.append(code)
    return found


def rounds_of(players: int) -> int:
    """The rounds of a single round robin: one less than an even number of players, as many as an odd one."""
    return max(1, players - 1 + players % 2)


def berger_round(one: int, other: int, players: int, cycle: int = 0) -> int:
    """The round (from 1) in which the Berger tables pair two numbers; `cycle` 1 is the second time they meet.

    With n players, n even: the numbers i and j below n meet in round i+j-1, and i and n in round 2i-1, both modulo n-1
    (FIDE Handbook C.05, Annex 1). An odd number of players leaves the place n+1 free.
    """
    rounds = rounds_of(players)
    last = players + players % 2
    low, high = sorted((one, other))
    pairing = 2 * low - 1 if high == last else low + high - 1
    return (pairing - 1) % rounds + 1 + cycle * rounds
