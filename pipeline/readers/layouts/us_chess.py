"""The text report of US Chess: two lines a player, fields between strokes; opponents by the pair number.

The first line has the pair number, the name, the points and each round as a letter and an opponent; the second the
state, the member's number with the rating before and after the event, and each round's colour.
"""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.errors import Place
from pipeline.event import Event
from pipeline.readers.builder import RATING_MEND, EventBuilder, is_rating
from pipeline.readers.cells import number_of, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header, header_at, headers
from pipeline.readers.hints import Hints
from pipeline.readers.vocabulary import codes
from pipeline.words import said

NAME = said("US Chess text report")
LOOKED_FOR = said("Pair | Player Name | Total | Round | Round …")
NAME_HEADING = "Player Name"
_FIRST_ROUND = 3
_ROUND = re.compile(r"(?P<letter>[A-Z]) *(?P<opponent>[0-9]{0,5})", re.IGNORECASE)
_RATING = re.compile(r"\b[RQB] *: *(?P<rating>Unrated|Unr\.?|[0-9]{1,4})(?P<games> *P *[0-9]{1,3})?", re.IGNORECASE)
_MEND = said(
    "A round is a letter and the opponent's pair number (W 4, D 2, L 1; X and F for a forfeit), "
    "or H, B or U alone for a bye of ½, 1 or 0."
)


def is_header(grid: Grid, row: int) -> bool:
    """Whether a row is the first of the two that head such a report."""
    cells = [grid.text(row, column).casefold() for column in range(_FIRST_ROUND + 1)]
    return cells == ["pair", NAME_HEADING.casefold(), "total", "round"]


def recognise(grid: Grid) -> Header | None:
    """The header of such a report, None where the grid has none."""
    return next((header for header in headers(grid) if is_header(grid, header.row)), None)


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    builder = EventBuilder(path, NAME, grid.sheet, _event_name(grid, header.row))
    rounds = sum(heading.text.casefold() == "round" for heading in header_at(grid, header.row).headings)
    builder.set_rounds(rounds)
    provisional: list[str] = []
    firsts = [row for row in range(header.row + 1, len(grid.rows)) if grid.text(row, 0).isdecimal()]
    for row, after in zip(firsts, [*firsts[1:], len(grid.rows)], strict=True):
        details = next((below for below in range(row + 1, after) if _RATING.search(grid.text(below, 1))), None)
        _read_player(builder, grid, row, details, provisional)
        _read_rounds(builder, grid, row, details, rounds)
    builder.note(said("provisional"), provisional, said("provisional ratings, used like the others"))
    if grid.remark:
        builder.note(said("encoding"), [grid.remark], said("the text's encoding"))
    return builder.finish()


def _event_name(grid: Grid, header_row: int) -> str:
    """The first line above the table that has letters or digits in it."""
    texts = (grid.text(row, column) for row in range(header_row) for column in range(len(grid.rows[row])))
    return next((text for text in texts if any(character.isalnum() for character in text)), "")


def _read_player(builder: EventBuilder, grid: Grid, row: int, details: int | None, provisional: list[str]) -> None:
    no = int(grid.text(row, 0))
    points = grid.text(row, 2)
    stated = number_of(points)
    if points and stated is None:
        builder.problem(
            grid.place(row, 2),
            said("the number of points is {points}.", points=quoted(points)),
            said("Write it as 4.0 or 4.5."),
        )
    match = _RATING.search(grid.text(details, 1)) if details is not None else None
    if match is None:
        builder.problem(
            grid.place(row, 1),
            said("player {no} has no line with a rating below his name, such as “10000001 / R: 2000 ->2010”.", no=no),
            said("Give the report as it was saved, with two lines a player (R: Unrated for one who has none)."),
        )
    rating = float(match["rating"]) if match and match["rating"].isdecimal() else None
    if match and match["games"]:
        provisional.append(f"{no} ({match['rating']}{match['games'].replace(' ', '')})")
    if rating is not None and not is_rating(rating):
        builder.problem(grid.place(row, 1), said("the rating {rating:g} isn't a rating.", rating=rating), RATING_MEND)
        rating = None
    given = {} if stated is None else {"points_stated": stated}
    builder.add_player(no, grid.place(row, 0), grid.text(row, 1), rating, **given)


def _read_rounds(builder: EventBuilder, grid: Grid, row: int, details: int | None, rounds: int) -> None:
    no = int(grid.text(row, 0))
    for round_ in range(1, rounds + 1):
        column = _FIRST_ROUND + round_ - 1
        text, place = grid.text(row, column), grid.place(row, column)
        colour = grid.text(details, column).casefold()[:1] if details is not None else ""
        if text.strip("-* "):
            _read_round(builder, no, round_, text, place, colour if colour in ("w", "b") else "")


def _read_round(builder: EventBuilder, no: int, round_: int, text: str, place: Place, colour: str) -> None:
    match = _ROUND.fullmatch(text.rstrip("-* "))
    opponent = int(match["opponent"] or 0) if match else 0
    letter = match["letter"].casefold() if match else ""
    code = codes("us-chess", "results" if opponent else "byes").get(letter)
    if code is None:
        what = said(
            "round {round} of player {no} is {text}, which isn't an opponent with a result.",
            round=round_, no=no, text=quoted(text),
        )
        builder.problem(place, what, _MEND)
        builder.add_unreadable(no, round_)
    elif opponent:
        builder.add_entry(no, round_, opponent, code, place, colour)
        builder.keep_result_text(no, round_, match["letter"] if match else "")
    else:
        builder.add_entry(no, round_, None, code, place)
