"""Tables with a row a game: White, Black, result, and perhaps round, ratings and more; and the games of a PGN file.

Players are told apart by their names (by FIDE's number where the games have it) and numbered by rating, then by name.
No value depends on the round of a game: one that isn't known is given a free one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pipeline.errors import InputError, Place, Problem
from pipeline.event import PENDING, Event
from pipeline.readers import unplayed, vocabulary
from pipeline.readers.builder import HIGHEST_RATING, LOWEST_RATING
from pipeline.readers.cells import Cells, is_date, meant_result, quoted
from pipeline.readers.containers import pgn
from pipeline.readers.game_results import Results, decided, pair_of
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.game_players import Players, Side, one_player_each
from pipeline.readers.layouts.game_remarks import Remarks
from pipeline.readers.layouts.game_rounds import Game, Rounds
from pipeline.readers.layouts.table import new_builder
from pipeline.readers.vocabulary import codes
from pipeline.readers.wording import offer
from pipeline.words import Said, counted, joined, said

NAME = said("list of games")
PGN = said("PGN")
LOOKED_FOR = said("Round, White, Black, Result")
SIDES = ("w", "b")
_ENGLISH = ("white", "player", "home")
"""Headings of lists in which W, D, B and L can be results."""
_MEND = said("Write 1-0, ½-½ or 0-1 (+ - for a forfeit: +/-), or * for a game still to be played.")
_NUMBERS = frozenset({"1", "0", "½", "0.5", "0,5", "1/2"})
Columns = dict[tuple[str, str], int]
"""Where things stand: (w or b, name/rating/id/title) and (empty, result/round)."""


def recognise(grid: Grid) -> Header | None:
    """The header of such a table, None where the grid has none."""
    return find_header(grid, lambda header: ("", "result") in columns_of(header))


@cache
def side_spellings() -> frozenset[str]:
    """The words that head the column of White's players, in all languages."""
    return frozenset(
        spelling
        for language in vocabulary.languages()
        for spelling, colour in vocabulary.colours_of(language).items()
        if colour == "w" and len(spelling) > 1
    ) | {"white player", "white name", "player white", "player 1", "home"}


def columns_of(header: Header) -> Columns:
    """The columns of a table of games; empty where the header isn't one's."""
    found: Columns = {}
    ratings: list[int] = []
    points: list[int] = []
    for heading in header.headings:
        meaning = _meaning(heading.text)
        if meaning is not None:
            found.setdefault(meaning, heading.column)
        elif vocabulary.form(heading.text) in vocabulary.forms("rating"):
            ratings.append(heading.column)
        elif vocabulary.form(heading.text) in vocabulary.forms("points"):
            points.append(heading.column)
    if not {("w", "name"), ("b", "name")} <= set(found):
        return {}
    if len(points) == 1:  # “Score”; two of them are the points of the players
        found.setdefault(("", "result"), points[0])
    if len(ratings) == len(SIDES) and not {("w", "rating"), ("b", "rating")} & set(found):
        # Headed alike, they stand in the order of the players.
        ordered = sorted(SIDES, key=lambda side: found[side, "name"])
        found |= {(side, "rating"): column for side, column in zip(ordered, ratings, strict=True)}
    return found


def _has_colours(header: Header, columns: Columns) -> bool:
    """Whether the headings tell who had White: Player 1 and Player 2 don't."""
    named = {columns[side, "name"] for side in SIDES}
    return not any(h.column in named and unplayed.heading_kind(h.text) for h in header.headings)


def _meaning(text: str) -> tuple[str, str] | None:
    """What a heading means in a table of games."""
    form = vocabulary.form(text)
    kind = unplayed.heading_kind(text)
    if kind in ("white", "black"):
        return kind[0], "name"
    if len(form) > 1 and form in vocabulary.forms("result") | {"gameresult"}:
        return "", "result"
    if len(form) > 1 and form in vocabulary.forms("round"):
        return "", "round"
    for word, colour in vocabulary.colour_words().items():
        if form == word:
            return colour, "name"
        rest = form.removeprefix(word) if form.startswith(word) else form.removesuffix(word)
        for what, forms in _details().items():
            if rest != form and rest in forms:
                return colour, what
    return None


@cache
def _details() -> dict[str, frozenset[str]]:
    return {
        "name": vocabulary.forms("name"), "rating": vocabulary.forms("rating") | {"fideelo", "fiderating"},
        "id": frozenset({"id", "fideid"}), "title": vocabulary.forms("title"),
    }  # fmt: skip


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    builder = new_builder(path, PGN if grid.notation == "pgn" else NAME, grid, header)
    games = _GameTable(grid, header, columns_of(header), Cells(grid, builder), hints)
    games.refuse_whole(path)
    players = Players(builder)
    found = one_player_each(builder, players, list(games.read(players)))
    numbers = players.numbered()
    games.close()
    single = _single_round(found)
    if single and not builder.problems:
        raise InputError(path, [Problem(grid.place(header.row, 0), single, _ALL_ROUNDS)])
    if not builder.problems:
        Rounds(builder, numbers, _has_colours(header, games.columns)).give(found)
    return builder.finish()


_ALL_ROUNDS = said("Give a list of the games of all rounds, or the cross-table.")


def _single_round(games: list[Game]) -> Said | None:
    """What to say of a list in which nobody has two games; None for any other."""
    played = [game for game in games if game.black]
    sides = [side for game in played for side in (game.white, game.black)]
    if not played or len(set(sides)) < len(sides):
        return None
    return counted(
        "these are the pairings of a single round: one game, and nobody has two.",
        "these are the pairings of a single round: {count} games, and nobody has two.", len(played),
    )


_CELLS = {
    "name": said("the name of a game"), "title": said("the title of a game"), "id": said("the FIDE number of a game"),
}  # fmt: skip
"""How messages call a cell of a game."""


@dataclass
class _GameTable:
    """The rows of a table of games, read one by one."""

    grid: Grid
    header: Header
    columns: Columns
    cells: Cells
    hints: Hints
    _left_out: list[str] = field(default_factory=list)
    _whites: list[str] = field(default_factory=list)
    _without_moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find the rows that hold something, and decide how the results of all of them are written."""
        titles = [heading.text for heading in self.header.headings]
        self._rows = [
            row
            for row in range(self.header.row + 1, len(self.grid.rows))
            if any(texts := [self.grid.text(row, heading.column) for heading in self.header.headings])
            and texts != titles
        ]
        first = self.grid.text(self.header.row, self.columns["w", "name"]).casefold()
        column = self.columns["", "result"]
        texts = [text for row in self._rows if (text := self.grid.text(row, column)) not in ("", "*", "?")]
        self._results: Results = decided(texts, self.hints, first.startswith(_ENGLISH))
        used = set(self.columns.values())
        self._remarks = Remarks(self.grid, self.header, self._rows, used, self.cells.builder)
        self._strange = {text for text in texts if pair_of(text) is None}

    def refuse_whole(self, path: Path) -> None:
        """Raise InputError, with the one problem, for a list that is cut off or has points of another scoring."""
        if self._results.offered:
            problem = Problem(self.place(self.header.row, "", "result"), *offer(self._results.offered, self._strange))
            raise InputError(path, [problem])
        if self.columns["b", "name"] < self.columns["", "result"] < self.columns["w", "name"]:
            what = said(
                "Black's column stands before the result, White's behind it: whose the first number is isn't clear."
            )
            mend = said(
                "Put White's column first, with the results seen from there; or call them Player 1 and Player 2."
            )
            raise InputError(path, [Problem(self.place(self.header.row, "", "result"), what, mend)])
        if self._is_cut():
            what = said("the list ends in the middle of this line: it has less in it than all the others.")
            raise InputError(
                path, [Problem(self.place(self._rows[-1]), what, said("Export or download the file again."))]
            )

    def _is_cut(self) -> bool:
        """Whether the last line of a text has fewer fields than all others, or a result of which half is missing."""
        if self.grid.typed or self.grid.notation or len(self._rows) <= len(SIDES):
            return False
        *others, last = self._rows
        if len(self.grid.rows[last]) < min(len(self.grid.rows[row]) for row in others):
            return True
        if any(unplayed.nobody(self.grid.text(last, self.columns[side, "name"])) is not None for side in SIDES):
            return False  # a bye has one number
        results = [self.grid.text(row, self.columns["", "result"]) for row in self._rows]
        return results[-1] in _NUMBERS and any(results[:-1]) and not set(results[:-1]) & _NUMBERS

    def read(self, players: Players) -> Iterator[Game]:
        """The games and byes; what can't be read becomes a problem."""
        for row in self._rows:
            names = [self._text(row, side, "name") for side in SIDES]
            if not any(names):
                first = next(text for heading in self.header.headings if (text := self.grid.text(row, heading.column)))
                self._left_out.append(joined(" ", [self.place(row).cell, quoted(first)]))
                continue
            game = self._game(row, names, players)
            if game is not None:
                yield game

    def place(self, row: int, side: str = "w", what: str = "name") -> Place:
        """Where a cell of a game stands, by its meaning."""
        return self.grid.place(row, self.columns.get((side, what), self.columns["w", "name"]))

    def _text(self, row: int, side: str, what: str) -> str:
        column = self.columns.get((side, what))
        return "" if column is None else self.cells.text(row, column, _CELLS[what])

    def _game(self, row: int, names: list[str], players: Players) -> Game | None:
        nobody = [unplayed.nobody(name) for name in names]
        if any([self._is_doubtful(row, *which) for which in zip(SIDES, names, nobody, strict=True)]):
            return None
        has_player = [word in (None, unplayed.UNSURE) for word in nobody]
        if not any(has_player):
            what = said("nobody is named here but {name}.", name=quoted(names[0]))
            self._refuse(row, "w", "name", what, said("Write the players' names."))
            return None
        result = self._result(row)
        if result is None:
            return None
        sides = [players.add(self._side(row, side)) if has else 0 for side, has in zip(SIDES, has_player, strict=True)]
        round_ = self.cells.text(row, self.columns.get(("", "round")), said("the round"))
        place = self.place(row, "", "result")
        if all(sides):
            codes_ = self._results.pair(result) if result else (PENDING, PENDING)
            if codes_ is None:
                what = said("the result is {result}, which isn't one of a game.", result=quoted(result))
                self._refuse(row, "", "result", what, _MEND)
                return None
            return Game(sides[0], sides[1], self._remarks.judged(row, codes_), round_, place)
        at = 1 if sides[0] else 0
        code = self._bye(row, at, names[at], result)
        return None if code is None else Game(sides[1 - at], 0, (code, ""), round_, place)

    def _is_doubtful(self, row: int, side: str, name: str, nobody: str | None) -> bool:
        """Whether a word for a bye may be a player's name, which is a problem: by itself, or since it has a rating."""
        if not nobody or not name:
            return False
        has_more = self._rating(row, side) is not None or bool(self._identity(row, side))
        if has_more == (nobody == unplayed.UNSURE):
            return False
        what = (
            said("{name} can stand for a bye and has a rating or a number here.", name=quoted(name))
            if has_more
            else said("{name} can stand for a bye, and may be a player's name.", name=quoted(name))
        )
        mend = said("For a bye write BYE, without a rating; for a player his full name, as in all his games.")
        self._refuse(row, side, "name", what, mend)
        return True

    def _bye(self, row: int, at: int, name: str, result: str) -> str | None:
        """What the only player of a row gets, by the result and by the word in the place (0 or 1) of his opponent.

        Without a word the opponent's name may be missing; a sign in its place may be a name that isn't known.
        """
        by_word = unplayed.nobody(name) or ""
        code = self._results.bye(result, is_white=at == 1)
        sign = bool(name) and not by_word
        if not result and by_word:
            code = None if by_word == "bye" else by_word
        agree = by_word in ("", "bye", code)
        if code is not None and agree and not sign and (name or self.grid.notation != "pgn"):
            return code
        what = said("the opponent is {name}, and the result {result}.", name=quoted(name), result=quoted(result))
        mend = said("Write the opponent's name; for a bye BYE, with the result 1-0, ½ or 0.")
        self._refuse(row, SIDES[at], "name", what, mend)
        return None

    def _side(self, row: int, side: str) -> Side:
        def place() -> Place:
            return self.place(row, side)

        rating = self._rating(row, side)
        title = self._text(row, side, "title")
        return Side(self._text(row, side, "name"), rating, title, self._identity(row, side), place)

    def _identity(self, row: int, side: str) -> str:
        """FIDE's number of a player; empty where the row doesn't tell it."""
        text = self._text(row, side, "id")
        return text if text.strip("0?- ") else ""

    def _rating(self, row: int, side: str) -> float | None:
        column = self.columns.get((side, "rating"))
        if self.grid.text(row, column).casefold() in codes("native", "ratings") | {"?": "", "0": ""}:
            return None
        mend = said(
            "Write a number from {lowest} to {highest}; leave it blank for an unrated player.",
            lowest=LOWEST_RATING, highest=HIGHEST_RATING,
        )
        rating = self.cells.number(row, column, said("the rating"), mend)
        if rating is not None and not LOWEST_RATING <= rating <= HIGHEST_RATING:
            shown = quoted(self.grid.value(row, column))
            self._refuse(row, side, "rating", said("the rating {shown} isn't a rating.", shown=shown), mend)
            return None
        return rating

    def _result(self, row: int) -> str | None:
        """The result as a text, empty for a game to come; None, and a problem, for a cell that can't be one."""
        column = self.columns["", "result"]
        value = self.grid.value(row, column)
        text = self.cells.text(row, column, said("the result"))
        if is_date(value):
            meant = meant_result(value)
            guess = said("; it was probably meant to be {meant} for White", meant=meant) if meant else ""
            what = said(
                "the result is {value}: Excel made a date or time of it{guess}.", value=quoted(value), guess=guess
            )
            self._refuse(row, "", "result", what, said("Format the column as text. {mend}", mend=_MEND))
            return None
        if not text and not self.grid.is_blank(row, column):
            return None
        if self.grid.notation == "pgn":
            return self._of_pgn(row, text)
        if text in _NUMBERS:
            self._whites.append(f"{self.place(row, '', 'result').cell} {text}")
        return "" if text == "*" else text

    def _of_pgn(self, row: int, text: str) -> str | None:
        """The result of a game of a PGN file, compared with the one that ends its moves."""
        tags = {heading.text: self.grid.text(row, heading.column) for heading in self.header.headings}
        end = tags.get(pgn.END, "")
        open_ = ("", "*", "?")
        same = text == end or (pair_of(text) is not None and pair_of(text) == pair_of(end))
        if text not in open_ and end not in ("", "*") and not same or text in open_ and end not in open_:
            what = said(
                "the tag Result is {text}, and the moves end with {end}.", text=quoted(text), end=quoted(end)
            )
            self._refuse(row, "", "result", what, said("Correct the one that is wrong."))
            return None
        if text in open_:
            return ""
        if not tags.get(pgn.MOVES):
            self._without_moves.append(self.place(row).cell)
        return text

    def _refuse(self, row: int, side: str, cell: str, what: Said, mend: Said) -> None:
        self.cells.builder.problem(self.place(row, side, cell), what, mend)

    def close(self) -> None:
        """Note what was interpreted."""
        builder = self.cells.builder
        self.cells.close()
        self._remarks.close()
        builder.note(said("rows left out"), self._left_out, said("rows without players"))
        builder.note(said("results of one number"), self._whites,
        said("results that are one number, read as White's points"))
        games = len(self.grid.rows) - self.header.row - 1
        if self.grid.notation == "pgn" and len(self._without_moves) < games:
            builder.note(said("no moves"), self._without_moves,
            said("results without a move, counted as games (a forfeit?)"))
        builder.note(said("half points"), self.grid.halves, said("half points in a wrong encoding, read as ½"))
        if self.grid.remark:
            builder.note(said("encoding"), [self.grid.remark], said("the text's encoding"))
        if not {("w", "rating"), ("b", "rating")} & set(self.columns):
            builder.note(said("no ratings"), [said("all players count as unrated")],
            said("the table has no rating column"))
