"""The headings of summary tables of ratings (templates/rating.toml), looked up by spelling."""

from __future__ import annotations

import unicodedata
from functools import cache

from pipeline.rating.rules import rule_sets
from pipeline.readers.grid import Grid
from pipeline.readers.headings import HEADER_ROWS, header_at
from pipeline.resources import template_toml
from pipeline.words import Said, in_all

_GAMES = {"opponent", "result", "round"}
"""What the readers call a column with the games themselves: with one of them it is no summary table."""

_SURE = {"expected_points", "k_times_sum", "rating_change", "new_rating", "initial_rating", "first_average"}
_MARKS = {*_SURE, "expected_per_cent", "D", "D_corrected", "difference"}
"""Columns of tables of ratings; the others have another meaning elsewhere."""
_COMPUTED = {"D", "difference_counted", "pd", "score_minus_pd", "rating_change"}
_LONGEST = 100
"""Characters of a heading."""
_CROSSTABLE = 2
"""With so many headings that are mere numbers, of opponents or rounds, it is a cross-table."""


def _form(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("±", "+").replace("º", "o"))
    return "".join(character for character in plain if character.isalnum() or character in "%#+")


@cache
def _spellings(section: str) -> dict[str, str]:
    """Each spelling's form with its name."""
    return {
        _form(spelling): name
        for name, spellings in template_toml("rating.toml")[section].items()
        for spelling in spellings
    }


@cache
def step_labels() -> dict[str, str]:
    """The words for a step of the tournament average, small, with the step's key."""
    return {
        spelling.casefold(): key
        for key, spellings in template_toml("rating.toml")["steps"].items()
        for spelling in spellings
    }


@cache
def _own_headings() -> dict[str, str]:
    """What the rating reports call the columns that an audit judges: known without being listed."""
    columns = [column for rules in rule_sets().values() for column in rules.columns if column.judged is not None]
    return {
        _form(heading): "k_given" if column.key == "K" else column.key
        for column in columns
        for heading in (in_all(column.heading) if isinstance(column.heading, Said) else (column.heading,))
    }


@cache
def _own_game_headings() -> dict[str, str]:
    """The same for the sheet with the games: what is listed of it in English is known in every language."""
    known = _spellings("games")
    columns = [column for rules in rule_sets().values() for column in rules.game_columns]
    return {
        _form(heading): known[_form(column.heading)]
        for column in columns if _form(column.heading) in known
        for heading in (in_all(column.heading) if isinstance(column.heading, Said) else (column.heading,))
    }


def audited_header(grid: Grid, *, with_games: bool = False) -> int | None:
    """The row with the headings of a table of ratings that somebody has computed something in; None without one.

    It has a name, a rating (or points, for first ratings), and a column that only such tables have. `with_games`: it
    may stand in a cross-table, whose games are another's business.
    """
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        columns = columns_in(grid, row).keys()
        if "name" in columns and columns & {"rating", "points"} and columns & _MARKS:
            header = header_at(grid, row)
            numbered = sum(heading.text.isdecimal() for heading in header.headings)
            if with_games or not (header.known() & _GAMES or numbered >= _CROSSTABLE):
                return row
    return None


def is_of_ratings(grid: Grid) -> bool:
    """Whether a sheet has a table that no other calculation than that of ratings has."""
    row = audited_header(grid, with_games=True)
    return row is not None and bool(columns_in(grid, row).keys() & _SURE)


def columns_in(grid: Grid, row: int, section: str = "headings") -> dict[str, int]:
    """The known columns of a row read as a header, the first of each name; `section` of rating.toml."""
    found: dict[str, int] = {}
    own = {"headings": _own_headings, "games": _own_game_headings}.get(section, dict)()
    spellings = {**own, **_spellings(section)}
    for column in range(len(grid.rows[row])):
        text = grid.text(row, column)
        name = spellings.get(_form(text), "") if len(text) <= _LONGEST else ""
        if name:
            found.setdefault(name, column)
    return found


def card_label(text: str) -> str:
    """What a text above the card of a player announces: player, rating, k_given …; empty for any other."""
    return _spellings("card").get(_form(text), "") if 0 < len(text) <= _LONGEST else ""


def game_header(grid: Grid) -> int | None:
    """The row with the headings of a table with a row a game: the opponent's rating, the result, something computed."""
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        columns = game_columns(grid, row)
        if {"opponent_rating", "points"} <= columns.keys() and columns.keys() & _COMPUTED:
            return row
    return None


def game_columns(grid: Grid, row: int) -> dict[str, int]:
    """The columns of such a table; where there is only one Elo, beside the opponent, it is his."""
    columns = columns_in(grid, row, "games")
    if "opponent_rating" not in columns and "rating" in columns and "opponent" in columns and "player" not in columns:
        columns["opponent_rating"] = columns.pop("rating")
    return columns


def dp_table_columns(grid: Grid, row: int) -> dict[str, int]:
    """The columns of a printed dp table, where the row is its header."""
    return columns_in(grid, row, "dp_table")


def header_row(grid: Grid) -> int | None:
    """The row with the headings of a summary table: a name, a rating and points, and no games; None without one."""
    for row in range(min(HEADER_ROWS, len(grid.rows))):
        if {"name", "rating", "points"} <= columns_in(grid, row).keys():
            header = header_at(grid, row)
            numbered = sum(heading.text.isdecimal() for heading in header.headings)
            return None if header.known() & _GAMES or numbered >= _CROSSTABLE else row
    return None
