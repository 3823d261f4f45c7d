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
from pipeline.readers import vocabulary
from pipeline.readers.builder import HIGHEST_RATING, EventBuilder
from pipeline.readers.cells import Cells, is_date, meant_result, quoted
from pipeline.readers.containers import pgn
from pipeline.readers.game_results import bye_of, pair_of
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, find_header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.game_players import Players, Side
from pipeline.readers.layouts.game_rounds import Game, Rounds
from pipeline.readers.layouts.table import event_name, new_builder
from pipeline.readers.vocabulary import codes

NAME = "list of games"
PGN = "PGN"
LOOKED_FOR = "Round, White, Black, Result"
SIDES = ("w", "b")
_NO_NAMES = frozenset({"", "?", "-", "–"})
_MEND = "Write 1-0, ½-½ or 0-1 (+ - for a forfeit: +/-), or * for a game still to be played."
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
    ) | {"white player", "white name", "player white"}


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


def _meaning(text: str) -> tuple[str, str] | None:
    """What a heading means in a table of games."""
    form = vocabulary.form(text)
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
    builder = new_builder(path, PGN if grid.notation == "pgn" else NAME, grid, event_name(grid, header))
    games = _GameTable(grid, header, columns_of(header), Cells(grid, builder))
    players = Players(builder)
    found = list(games.read(players))
    numbers = players.numbered()
    games.close()
    _refuse_short_names(builder, players, found)
    single = _single_round(found)
    if single and not builder.problems:
        raise InputError(path, [Problem(grid.place(header.row, 0), single, _ALL_ROUNDS)])
    if not builder.problems:
        Rounds(builder, numbers).give(found)
    return builder.finish()


_ALL_ROUNDS = "Give a list of the games of all rounds, or the cross-table."


def _single_round(games: list[Game]) -> str:
    """What to say of a list in which nobody has two games; empty for any other."""
    played = [game for game in games if game.black]
    sides = [side for game in played for side in (game.white, game.black)]
    if not played or len(set(sides)) < len(sides):
        return ""
    count = f"{len(played)} games" if len(played) > 1 else "one game"
    return f"these are the pairings of a single round: {count}, and nobody has two."


def _refuse_short_names(builder: EventBuilder, players: Players, games: list[Game]) -> None:
    """“Anand, V” and “Anand, Viswanathan” are a problem unless their games show that they are two."""
    for short, long in players.short_for():
        rounds = [{g.round for g in games if handle in (g.white, g.black)} - {"", "?", "-"} for handle in (short, long)]
        if not rounds[0] & rounds[1] and not any({g.white, g.black} == {short, long} for g in games):
            builder.problem(
                players.place(short),
                f"{quoted(players.name(short))} may be the player who is {quoted(players.name(long))} elsewhere "
                f"({players.place(long)}).",
                "Write the name of a player in the same way in all his games; different ones so that they differ.",
            )


@dataclass
class _GameTable:
    """The rows of a table of games, read one by one."""

    grid: Grid
    header: Header
    columns: Columns
    cells: Cells
    _left_out: list[str] = field(default_factory=list)
    _whites: list[str] = field(default_factory=list)
    _without_moves: list[str] = field(default_factory=list)

    def read(self, players: Players) -> Iterator[Game]:
        """The games and byes; what can't be read becomes a problem."""
        titles = [heading.text for heading in self.header.headings]
        for row in range(self.header.row + 1, len(self.grid.rows)):
            texts = [self.grid.text(row, heading.column) for heading in self.header.headings]
            first = next((text for text in texts if text), "")
            if not first or texts == titles:
                continue
            names = [self._text(row, side, "name") for side in SIDES]
            if not any(names):
                self._left_out.append(f"{self.place(row).cell} {quoted(first)}")
                continue
            game = self._game(row, names, players)
            if game is not None:
                yield game

    def place(self, row: int, side: str = "w", what: str = "name") -> Place:
        """Where a cell of a game stands, by its meaning."""
        return self.grid.place(row, self.columns.get((side, what), self.columns["w", "name"]))

    def _text(self, row: int, side: str, what: str) -> str:
        column = self.columns.get((side, what))
        return "" if column is None else self.cells.text(row, column, f"{what} of a game")

    def _game(self, row: int, names: list[str], players: Players) -> Game | None:
        has_player = [not _is_nobody(name) for name in names]
        if not any(has_player):
            self._refuse(row, "w", "name", f"nobody is named here but {quoted(names[0])}", "Write the players' names.")
            return None
        result = self._result(row)
        if result is None:
            return None
        sides = [players.add(self._side(row, side)) if has else 0 for side, has in zip(SIDES, has_player, strict=True)]
        round_ = self.cells.text(row, self.columns.get(("", "round")), "the round")
        place = self.place(row, "", "result")
        if all(sides):
            codes_ = pair_of(result) if result else (PENDING, PENDING)
            if codes_ is None:
                self._refuse(row, "", "result", f"the result is {quoted(result)}, which isn't one of a game", _MEND)
                return None
            return Game(sides[0], sides[1], codes_, round_, place)
        return self._bye(row, sides, names, result, round_, place)

    def _bye(
        self, row: int, sides: list[int], names: list[str], result: str, round_: str, place: Place
    ) -> Game | None:
        """A row with one player: what he gets for it; without BYE in it the other name may be missing."""
        player, other = (sides[0], names[1]) if sides[0] else (sides[1], names[0])
        code = bye_of(result, is_white=bool(sides[0]))
        if code is None or other in ("?", "-") or (not other and self.grid.notation == "pgn"):
            what = f"the opponent is {quoted(other)}, and the result {quoted(result)}"
            mend = "Write the opponent's name; for a bye BYE, with the result 1-0, ½ or 0."
            self._refuse(row, "b" if sides[0] else "w", "name", what, mend)
            return None
        return Game(player, 0, (code, ""), round_, place)

    def _side(self, row: int, side: str) -> Side:
        def place() -> Place:
            return self.place(row, side)

        rating = self._rating(row, side)
        title = self._text(row, side, "title")
        identity = self._text(row, side, "id").strip("0?- ")
        return Side(self._text(row, side, "name"), rating, title, identity and self._text(row, side, "id"), place)

    def _rating(self, row: int, side: str) -> float | None:
        column = self.columns.get((side, "rating"))
        if self.grid.text(row, column).casefold() in codes("native", "ratings") | {"?": "", "0": ""}:
            return None
        mend = f"Write a number up to {HIGHEST_RATING}; leave it blank for an unrated player."
        rating = self.cells.number(row, column, "the rating", mend)
        if rating is not None and not 1 <= rating <= HIGHEST_RATING:
            shown = quoted(self.grid.value(row, column))
            self._refuse(row, side, "rating", f"the rating {shown} isn't a rating", mend)
            return None
        return rating

    def _result(self, row: int) -> str | None:
        """The result as a text, empty for a game to come; None, and a problem, for a cell that can't be one."""
        column = self.columns["", "result"]
        value = self.grid.value(row, column)
        text = self.cells.text(row, column, "the result")
        if is_date(value):
            meant = meant_result(value)
            guess = f"; it was probably meant to be {meant} for White" if meant else ""
            what = f"the result is {quoted(value)}: Excel made a date or time of it{guess}"
            self._refuse(row, "", "result", what, f"Format the column as text. {_MEND}")
            return None
        if not text and not self.grid.is_blank(row, column):
            return None
        if self.grid.notation == "pgn":
            return self._of_pgn(row, text)
        if text in ("1", "0", "½", "0.5", "0,5", "1/2"):
            self._whites.append(f"{self.place(row, '', 'result').cell} {text}")
        return "" if text == "*" else text

    def _of_pgn(self, row: int, text: str) -> str | None:
        """The result of a game of a PGN file, compared with the one that ends its moves."""
        tags = {heading.text: self.grid.text(row, heading.column) for heading in self.header.headings}
        end = tags.get(pgn.END, "")
        open_ = ("", "*", "?")
        if text not in open_ and end not in ("", text, "*") or text in open_ and end not in open_:
            what = f"the tag Result is {quoted(text)}, and the moves end with {quoted(end)}"
            self._refuse(row, "", "result", what, "Correct the one that is wrong.")
            return None
        if text in open_:
            return ""
        ending = tags.get("Termination", "").casefold()
        if "unplayed" in ending or ("forfeit" in ending and "time" not in ending):
            return {"1-0": "+/-", "0-1": "-/+", "0-0": "-/-"}.get(text, text)
        if not tags.get(pgn.MOVES):
            self._without_moves.append(self.place(row).cell)
        return text

    def _refuse(self, row: int, side: str, what: str, said: str, mend: str) -> None:
        self.cells.builder.problem(self.place(row, side, what), f"{said}.", mend)

    def close(self) -> None:
        """Note what was interpreted."""
        builder = self.cells.builder
        self.cells.close()
        builder.note("rows left out", self._left_out, "rows without players")
        builder.note("results of one number", self._whites, "results that are one number, read as White's points")
        games = len(self.grid.rows) - self.header.row - 1
        if self.grid.notation == "pgn" and len(self._without_moves) < games:
            builder.note("no moves", self._without_moves, "results without a move, counted as games (a forfeit?)")
        if self.grid.remark:
            builder.note("encoding", [self.grid.remark], "the text's encoding")
        if not {("w", "rating"), ("b", "rating")} & set(self.columns):
            builder.note("no ratings", ["all players count as unrated"], "the table has no rating column")


def _is_nobody(name: str) -> bool:
    return name in _NO_NAMES or name.strip("*-. ").casefold() in ("bye", "spielfrei", "libre", "exempt", "riposo")


