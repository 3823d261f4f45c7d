"""PGN: the tags of each game become a row of a table of games, one table an event (tag Event).

Only the tags are read, and of the moves whether there are any and the result at their end. The parser is ours:
python-chess (1.11, GPL) reads tags well and brings a whole library of chess with it; lighter ones stop at comments and
at games without moves. What a reader of tags needs is little (PGN standard of 1994-03-12, sections 8.1 and 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.errors import Place
from pipeline.readers.grid import Grid
from pipeline.words import said

_START = re.compile(r"^[ \t]*\[[A-Za-z]+[ \t]+\"", re.MULTILINE)
_USUAL = re.compile(r"\[(Event|White|Black|Result|Site|Date)[ \t]+\"")
_LOOKED_AT = 20_000
"""Characters in which PGN must have two of the tags that each game has."""
END, MOVES = "Result at the end of the moves", "Moves"
"""Columns that the moves give."""
_NEEDED = ("White", "Black", "Result")
_TAG = re.compile(r"\[\s*([A-Za-z0-9_]+)\s+\"((?:\\.|[^\"\\])*)\"?\s*\]?")
_ENDS = ("1-0", "0-1", "1/2-1/2", "½-½", "1/2", "*")
ROUND_AT_END = re.compile(
    r"[\s,;:|(-]*\b(?:round|rd|runde|ronda|ronde|turno|rodada)\b[\s.:]*[0-9]+(?:\.[0-9]+)*\b.*$", re.IGNORECASE
)
"""A round that some programs add to the name of the event."""


@dataclass
class _Game:
    """A game's tags with their lines (from 1), and what its moves tell."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)

    @property
    def event(self) -> str:
        """The event, without a round that some programs add to its name, and with the section."""
        name = ROUND_AT_END.sub("", " ".join(self.tags.get("Event", "").split())).strip(" ?-")
        section = " ".join(self.tags.get("Section", "").split()).strip("?-")
        return ", ".join(part for part in (name, section) if part)

    def cells(self) -> dict[str, str]:
        """The tags, and what the moves tell, by column."""
        end = self.moves[-1] if self.moves and self.moves[-1] in _ENDS else ""
        played = len(self.moves) - bool(end)
        return {**self.tags, END: end, MOVES: "yes" if played else ""}


def is_pgn(text: str) -> bool:
    """Whether a text is PGN: it has the tags of a game."""
    start = text[:_LOOKED_AT]
    return _START.search(start) is not None and len(set(_USUAL.findall(start))) > 1


def open_grids(text: str, remark: str) -> list[Grid]:
    """A grid for each event: its name as a title, the names of the tags, a row for each game."""
    events: dict[str, list[_Game]] = {}
    spelled: dict[str, str] = {}
    for game in _games(text):
        key = game.event.casefold()
        spelled.setdefault(key, game.event)
        events.setdefault(key, []).append(game)
    return [_grid(spelled[key], games, remark) for key, games in events.items()]


def _grid(name: str, games: list[_Game], remark: str) -> Grid:
    columns = list(dict.fromkeys([*_NEEDED, *(column for game in games for column in game.cells())]))
    rows: list[list[object]] = [[name or None], list(columns)]
    rows += [[game.cells().get(column) or None for column in columns] for game in games]

    def place(row: int, column: int) -> Place:
        game = games[max(0, row - 2)]
        tag = columns[column] if row > 1 and column < len(columns) else ""
        return Place("", said("line {line}", line=game.lines.get(tag, game.line)))

    return Grid("", lambda: rows, place, typed=False, remark=remark, notation="pgn")


def _games(text: str) -> Iterator[_Game]:
    """The games of a text, in its order."""
    game: _Game | None = None
    for line, content in _lines_without_comments(text):
        rest = content
        while (tag := _TAG.match(rest)) is not None:
            name, rest = tag[1], rest[tag.end() :].lstrip()
            if game is None or game.moves or name in game.tags:
                if game is not None:
                    yield game
                game = _Game(line)
            game.tags[name] = re.sub(r"\\(.)", r"\1", tag[2]).strip()
            game.lines[name] = line
        if game is not None:
            game.moves += rest.split()
    if game is not None:
        yield game


def _lines_without_comments(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, without comments in braces or after a semicolon, and escaped lines.

    A brace that is never closed ends where the next game's tags begin: it would swallow that game.
    """
    in_comment = False
    lines = re.split(r"\r\n|\n|\r", text)
    for number, line in enumerate(lines, start=1):
        rest = line.strip()
        if in_comment and _begins_game(lines, number - 1) and not _is_closed(lines, number - 1):
            in_comment = False
        if not in_comment and (not rest or line.startswith("%")):
            continue
        if not in_comment and rest.startswith("[") and _TAG.match(rest):
            yield number, rest
            continue
        kept, in_comment = _outside_braces(rest, in_comment)
        if kept.strip():
            yield number, kept.strip()


def _outside_braces(line: str, in_comment: bool) -> tuple[str, bool]:
    """What of a line of moves stands outside braces, and whether one is open at its end."""
    kept = ""
    while line:
        if in_comment:
            _, closed, line = line.partition("}")
            in_comment = not closed
        else:
            before, sign, after = line, "", ""
            match = re.search(r"[{;]", line)
            if match:
                before, sign, after = line[: match.start()], match[0], line[match.end() :]
            kept += f"{before} "
            if sign == ";":
                break
            in_comment, line = sign == "{", after
    return kept, in_comment


def _begins_game(lines: list[str], row: int) -> bool:
    """Whether a game's first tag stands in a line, with a blank line above it."""
    return lines[row].lstrip().startswith("[Event ") and (row == 0 or not lines[row - 1].strip())


def _is_closed(lines: list[str], row: int) -> bool:
    """Whether a comment that is open in a line is closed before the next one is opened."""
    for line in lines[row:]:
        match = re.search(r"[{}]", line)
        if match:
            return match[0] == "}"
    return False
