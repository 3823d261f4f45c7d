"""Tables with a row a game: a player's card, or the games of many; what is computed in them, game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.audit.sheet.numbers import number_at
from pipeline.audit.sheet.players import PlayerNames
from pipeline.audit.sheet.rating_table import NAMES, RatingTable, ReadColumn, sums_under
from pipeline.audit.sheet.stated import StatedColumn, StatedSum
from pipeline.event import Event, Source, readable
from pipeline.made_from import Floats, made
from pipeline.rating.card import Card, card_of, rows_of_games, score_in
from pipeline.rating.columns import each, stated
from pipeline.rating.entry import Entry
from pipeline.rating.expected import expected_per_cent, rounded
from pipeline.rating.rules import rules_named
from pipeline.rating.rules.fide_2024 import as_it_counts
from pipeline.rating.ruleset import RatingWork, RuleSet
from pipeline.rating.summary_headings import game_columns, game_header
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid
from pipeline.registry import Column, Judged, Open, Written

LAYOUT = "table of games"
_GIVEN = ("rating", "opponent_rating", "points")


def _d(rating: Floats, opponent_rating: Floats) -> Floats:
    return rating - opponent_rating


def _counted(D: Floats, rating: Floats, given: RatingWork) -> Floats:
    return as_it_counts(D, rating, given.settings.kind, given)


def _pd(difference_counted: Floats) -> Floats:
    return each(lambda d: float(expected_per_cent(d)), rounded(difference_counted, 0))


def _score_minus_pd(points: Floats, pd: Floats) -> Floats:
    return points - pd / 100


def _change(K: Floats, score_minus_pd: Floats) -> Floats:
    return K * score_minus_pd


def _k(given: RatingWork) -> Floats:
    return given.entry.numbers("k_card")


def _open_k(rating: Floats, given: RatingWork) -> Floats:
    """The K that stands above the card; else, of the same for all games, those that the rules have."""
    card = given.entry.numbers("k_card")
    known = np.isfinite(card)
    choices = [np.where(known, card, k) for k in (20.0, 40.0, 10.0)]
    return np.array([np.where(rating >= given.rules.parameter("high_rating"), 10.0, k) for k in choices])


def _column(key: str, rule: object, judged: Judged) -> Column[RatingWork]:
    return Column(key, key, "", "", "number", "game", rule, "", judged=judged)  # type: ignore[arg-type]


_FIDE = rules_named("fide-2024")
GAME_RULES: RuleSet = replace(_FIDE, left_open=(), columns=(
    _column("rating", stated("rating"), Judged(exact=True)),
    _column("opponent_rating", stated("opponent_rating"), Judged(exact=True)),
    _column("points", stated("points"), Judged(exact=True)),
    _column("D", made(_d), Judged()),
    _column("difference_counted", made(_counted), Judged()),
    _column("pd", made(_pd), Judged(exact=True)),
    _column("score_minus_pd", made(_score_minus_pd), Judged()),
    _column("K", made(_k), Judged(exact=True, open=Open(made(_open_k), told_by="rating_change"))),
    _column("rating_change", made(_change), Judged(written=Written(as_printed="score_minus_pd"))),
))
"""FIDE's rules of 2024, game by game."""


def read_game_table(path: Path, grid: Grid, event: Event | None) -> RatingTable | None:
    """The games of a sheet that has something computed for each; None where it has no such table."""
    header = game_header(grid)
    if header is None:
        return None
    found = game_columns(grid, header)
    rows = rows_of_games(grid, header, found)
    if not rows:
        return None
    card = card_of(grid, header)
    read = {
        key: ReadColumn.of(path, grid, column, rows, key == "pd")
        for key, column in found.items() if key not in ("player", "opponent", "round", "no")
    }
    read["points"] = replace(read["points"], values=np.array(
        [score_in(grid.value(row, found["points"])) for row in rows], dtype=float), texts={})
    scales: dict[str, int] = {key: _scale(grid, found[key], rows) for key in ("pd", "score_minus_pd") if key in found}
    if scales.get("score_minus_pd") == 1:
        whole = read["score_minus_pd"]
        read["score_minus_pd"] = replace(whole, values=np.round(whole.values / 100, 10), own=whole.own + 2)
    players = _players(grid, found, rows, read, card)
    copied: frozenset[str] = frozenset()
    if event is not None:
        players, copied = _with_event(players, grid, found, rows, event, card)
    names = {NAMES.get(key, key): key for key in read}
    columns: dict[str, StatedColumn] = {}
    for column in GAME_RULES.columns:
        key = names.get(column.key)
        if key is not None and read[key].is_filled:
            columns[column.key] = read[key].placed(
                column.key, grid.text(header, found[key]), list(range(len(rows))), len(rows)
            )
    entry = Entry(readable(path.stem), Source(path, "", LAYOUT, grid.sheet), players, None)
    moved = {
        "pd": 2 if scales.get("pd") == 100 else 0, "score_minus_pd": -2 if scales.get("score_minus_pd") == 1 else 0
    }
    places = {columns[key].heading: by for key, by in moved.items() if by and key in columns}
    return RatingTable(
        entry, columns, (), list(range(len(rows))), copied, (), _sums(path, grid, found, rows, scales), places
    )


def _scale(grid: Grid, column: int, rows: Sequence[int]) -> int:
    """What makes per cent of a column's numbers: 1 where they are, 100 where they are parts of 1."""
    numbers = [number_at(grid.value(row, column), per_cent=True).value for row in rows]
    return 1 if any(number is not None and abs(number) > 1 for number in numbers) else 100


def _players(
    grid: Grid, found: Mapping[str, int], rows: Sequence[int], read: Mapping[str, ReadColumn], card: Card
) -> pd.DataFrame:
    """What is given for each game; the columns that the card states above it count for all."""
    none = np.full(len(rows), np.nan)
    own = read["rating"].values if "rating" in read else none
    return pd.DataFrame({
        "name": [_name(grid, found, row) for row in rows],
        "rating": np.where(np.isfinite(own) & (own > 0), own, np.nan if card.rating is None else card.rating),
        "opponent_rating": np.where(read["opponent_rating"].values > 0, read["opponent_rating"].values, np.nan),
        "points": read["points"].values,
        "k_given": read["k_given"].values if "k_given" in read else none,
        "k_card": np.full(len(rows), np.nan if card.k is None else card.k),
    }, index=pd.RangeIndex(1, len(rows) + 1, name="no"))


def _name(grid: Grid, found: Mapping[str, int], row: int) -> str:
    texts = [grid.text(row, found[key]) for key in ("player", "opponent") if key in found]
    return " – ".join(text for text in texts if text) or str(row + 1)


def _with_event(
    players: pd.DataFrame, grid: Grid, found: Mapping[str, int], rows: Sequence[int], event: Event, card: Card
) -> tuple[pd.DataFrame, frozenset[str]]:
    """The games as the event has them, where it has them; else as the table says."""
    names = PlayerNames([str(name) for name in event.players["name"]])
    index = list(event.players.index)

    def about(row: int, key: str, text: str) -> int | None:
        name = grid.text(row, found[key]) if key in found else text
        number = number_in(name) if key != "player" else None
        if number is None and "no" in found and key == "player":
            number = number_in(grid.value(row, found["no"]))
        if number is not None and int(number) in index:
            return int(number)
        fitting = names.found(name)
        return index[fitting[0]] if len(fitting) == 1 else None

    games = event.games
    changed, matched_rows = players.copy(), 0
    for i, row in enumerate(rows):
        no, other = about(row, "player", card.player), about(row, "opponent", "")
        if no is None or other is None:
            continue
        those = games[(games["no"] == no) & (games["opponent"] == other)]
        round_ = number_in(grid.value(row, found["round"])) if "round" in found else None
        if len(those) > 1 and round_ is not None:
            those = those[those["round"] == round_]
        if len(those) == 1:
            matched_rows += 1
            at = changed.index[i]
            changed.loc[at, ["rating", "opponent_rating", "points"]] = [
                event.players["rating"][no], event.players["rating"][other], float(those["points"].iloc[0])
            ]
    return changed, frozenset(_GIVEN) if matched_rows else frozenset()


def _sums(
    path: Path, grid: Grid, found: Mapping[str, int], rows: Sequence[int], scales: Mapping[str, int]
) -> tuple[StatedSum, ...]:
    """The sums under the games, where a label says so; in per cent like their columns."""
    columns = {key: found[key] for key in ("points", "pd", "score_minus_pd", "rating_change") if key in found}
    sums = []
    for total in sums_under(path, grid, columns, max(rows), ("pd",)):
        if total.key == "pd" and scales["pd"] == 100:
            total = replace(total, value=100 * total.value, decimals=max(total.decimals - 2, 0))
        elif total.key == "score_minus_pd" and scales["score_minus_pd"] == 1:
            total = replace(total, value=total.value / 100, decimals=total.decimals + 2)
        sums.append(total)
    return tuple(sums)
