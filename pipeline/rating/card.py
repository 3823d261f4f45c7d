"""A player's card: what stands above the table of his games, and which rows are games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.event import readable
from pipeline.rating.entry import Entry, entry_of
from pipeline.rating.summary_headings import card_label, game_columns
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid, as_text
from pipeline.readers.headings import HEADER_ROWS
from pipeline.words import said

_SCORES = {
    "1": 1.0, "1-0": 1.0, "w": 1.0, "win": 1.0, "won": 1.0, "g": 1.0, "gana": 1.0, "ganada": 1.0, "v": 1.0,
    "½": 0.5, "1/2": 0.5, "½-½": 0.5, "d": 0.5, "draw": 0.5, "t": 0.5, "tablas": 0.5, "=": 0.5,
    "0": 0.0, "0-1": 0.0, "l": 0.0, "loss": 0.0, "lost": 0.0, "p": 0.0, "pierde": 0.0, "perdida": 0.0,
}  # fmt: skip
"""Results as cards write them, from the side of the card's player."""


@dataclass(frozen=True)
class Card:
    """What stands above the games: whose card it is, his rating, K, year of birth and games before; the event."""

    player: str = ""
    rating: float | None = None
    k: float | None = None
    birth: str = ""
    games_before: float | None = None
    year: float | None = None
    event: str = ""


def card_of(grid: Grid, header: int) -> Card:
    """What the lines above a header say, as “Elo: 2130” in one cell or in two beside each other."""
    found: dict[str, str] = {}
    for row in range(header):
        texts = [grid.text(row, column) for column in range(len(grid.rows[row]))]
        for i, text in enumerate(texts):
            label, sign, rest = text.partition(":")
            key = card_label(label.strip())
            value = rest.strip() if sign and rest.strip() else next((t for t in texts[i + 1 : i + 3] if t), "")
            if key and value and not (not sign and card_label(value)):
                found.setdefault(key, value)
    return Card(
        found.get("player", ""), _number(found, "rating"), _number(found, "k_given"), found.get("birth_year", ""),
        _number(found, "games_before"), _number(found, "year"), found.get("event", ""),
    )


def _number(found: Mapping[str, str], key: str) -> float | None:
    number = number_in(found.get(key, ""))
    return number if number is not None and number > 0 else None


def score_in(value: object) -> float:
    """The score of a game; NaN for what isn't a played game."""
    text = as_text(value).casefold().replace(" ", "").replace("–", "-")
    if text in _SCORES:
        return _SCORES[text]
    number = number_in(value)
    return number if number in (0.0, 0.5, 1.0) and number is not None else math.nan


def rows_of_games(grid: Grid, header: int, columns: Mapping[str, int]) -> Sequence[int]:
    """The rows under the header that hold a game: an opponent's rating, or an opponent with a result."""
    rows = []
    for row in range(header + 1, len(grid.rows)):
        rating = number_in(grid.value(row, columns["opponent_rating"]))
        has_score = not math.isnan(score_in(grid.value(row, columns["points"])))
        named = "opponent" in columns and not grid.is_blank(row, columns["opponent"])
        if has_score and (named or (rating is not None and "opponent" not in columns)):
            rows.append(row)
    return rows


LAYOUT = "player's card"
_CODES = {1.0: ("w", "l"), 0.5: ("d", "d"), 0.0: ("l", "w")}


def card_header(grid: Grid) -> int | None:
    """The row with the headings of a card: opponent, his rating, result, and no column of players; None without one."""
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        columns = game_columns(grid, row).keys()
        if {"opponent", "opponent_rating", "points"} <= columns and "player" not in columns:
            return row
    return None


def read_card(path: Path, grid: Grid) -> Entry:
    """The games of a card as an event of its player and his opponents, of whom only he is rated.

    Raises InputError with all that is wrong with it.
    """
    header = card_header(grid)
    assert header is not None
    columns, card = game_columns(grid, header), card_of(grid, header)
    builder = EventBuilder(path, LAYOUT, grid.sheet, card.event)
    place = grid.place(header, columns["points"])
    optional = {"k": card.k, "birth": card.birth or None, "games_before": card.games_before}
    given = {key: value for key, value in optional.items() if value is not None}
    builder.add_player(1, grid.place(header, 0), card.player or readable(path.stem), card.rating, **given)
    rows = rows_of_games(grid, header, columns)
    if not rows:
        builder.problem(place, said("there is no game under the headings."), said("Fill in opponents and results."))
    for round_, row in enumerate(rows, start=1):
        number = number_in(grid.value(row, columns["opponent_rating"]))
        score = score_in(grid.value(row, columns["points"]))
        opponent_name = grid.text(row, columns["opponent"])
        builder.add_player(round_ + 1, grid.place(row, columns["opponent"]), opponent_name, number)
        for no, opponent, code in ((1, round_ + 1, _CODES[score][0]), (round_ + 1, 1, _CODES[score][1])):
            builder.add_entry(no, round_, opponent, code, grid.place(row, columns["points"]))
    event = builder.finish()
    event = replace(event, year=int(card.year) if card.year else None)
    entry = entry_of(event)
    others = ["", *["yes"] * (len(event.players) - 1)]
    return replace(entry, players=entry.players.assign(only_opponent=others))
