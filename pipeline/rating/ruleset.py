"""What a rule set is, and the sheets that are computed by one.

A rule set holds parameters, classes of K, columns, steps and checks, each with the rule that it comes from; their
functions take the sheet while it is computed, which in turn knows its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.made_from import Floats, Integers, View
from pipeline.rating.entry import Entry
from pipeline.rating.kinds import STANDARD
from pipeline.rating.settings import IRT, NO_IRT, SWISS, RatingSettings
from pipeline.registry import CheckRule, Column, Sheet
from pipeline.words import Said


@dataclass(frozen=True)
class Parameter:
    """A number of the rules, which stands in a cell: its name in formulas, its value, what it is in words."""

    name: str
    value: float
    meaning: str


@dataclass(frozen=True)
class KClass:
    """A class of players who have the same K: K (None where it is stated elsewhere), and the reason in words."""

    key: str
    k: float | None
    reason: str


@dataclass(frozen=True)
class Step:
    """A step on the way to the tournament average: its name, words, number format, value and formula."""

    key: str
    label: str
    meaning: str
    style: str
    compute: Callable[[RatingWork], float]
    formula: str | Callable[[RatingWork], str]

    def template(self, work: RatingWork) -> str:
        """The formula template."""
        return self.formula if isinstance(self.formula, str) else self.formula(work)


@dataclass(frozen=True)
class RuleSet:
    """Rules by which ratings are computed.

    name, title, source   as the output prints them; the source with its date
    needs_games           computed game by game, so that a summary table won't do
    weighs_previous       several first results are weighted by games
    has_kinds             rapid and blitz have rules of their own
    left_open             settings that a table doesn't state but shows: an audit finds them
    notes                 what the report says about the rules beside its numbers, in sentences
    asks_year             the players whose K depends on the year of the event, where that isn't known
    titles                titles that have a K of their own
    settings              the settings that its reports list: those that change something
    columns, game_columns the columns of the Rating and the Games sheet, in order
    steps                 the tournament average of a round robin, in order; the last is `tournament_average`
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    k_classes: tuple[KClass, ...]
    settings: tuple[str, ...]
    columns: tuple[Column[RatingWork], ...]
    checks: tuple[CheckRule[RatingWork], ...]
    game_columns: tuple[Column[GameWork], ...] = ()
    steps: tuple[Step, ...] = ()
    titles: tuple[str, ...] = ()
    needs_games: bool = False
    weighs_previous: bool = False
    has_kinds: bool = False
    left_open: tuple[str, ...] = ()
    notes: Callable[[RatingWork], list[Said]] = field(default=lambda work: [])
    asks_year: Callable[[Entry, RatingSettings], list[str]] | None = None

    def has_parameter(self, name: str) -> bool:
        """Whether the rules have a parameter called so."""
        return any(parameter.name == name for parameter in self.parameters)

    def parameter(self, name: str) -> float:
        """The value of the parameter called `name`."""
        return next(parameter.value for parameter in self.parameters if parameter.name == name)


class OfGames(View):
    """A column of the Games sheet (its key begins with “Games:”), as seen from the players whose games they are."""

    reach = "games"
    whose = "of his games"


class Reply(View):
    """The cell in the opponent's row of the same game, on the Games sheet; NaN without a game."""

    reach = "reply"
    whose = "of the opponent in the game"


@dataclass(frozen=True)
class GameWork(Sheet):
    """The Games sheet: one row for each player and round, in that order."""

    event: Event
    rules: RuleSet
    ratings: Floats
    """Each player's rating as it counts: in rapid and blitz that of the unrated may be their standard one."""
    kind: str = STANDARD

    @property
    def graph(self) -> GameWork:
        """Who belongs to whom: this sheet itself knows."""
        return self

    @cached_property
    def opponents(self) -> Integers:
        """For each row the opponent's position among the players; -1 where he isn't one of them."""
        return np.asarray(self.event.players.index.get_indexer(pd.Index(self.values["opponent"])))

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """See `pipeline.made_from.Links`: a value of the reply."""
        rows = self.opponents * self.event.rounds + self.values["round"] - 1
        has_reply = (self.values["game"] == 1) & (self.opponents >= 0)
        return np.where(has_reply, values[np.where(has_reply, rows, 0)], np.nan)


@dataclass(frozen=True)
class RatingWork(Sheet):
    """The Rating sheet: one row a player; with the games (for an event) and the steps of the tournament average."""

    entry: Entry
    settings: RatingSettings
    rules: RuleSet
    games: GameWork | None = None
    steps: dict[str, float] = field(default_factory=dict)

    @property
    def graph(self) -> RatingWork:
        """Who belongs to whom: this sheet itself knows."""
        return self

    def cells(self, key: str) -> Any:
        """The column that a rule calls so; those of the Games sheet begin with “Games:”."""
        sheet, _, column = key.rpartition(":")
        if not sheet:
            return self.values[key]
        assert self.games is not None
        return self.games.values[column]

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """See `pipeline.made_from.Links`: a player's games, those without a value left out."""
        assert self.games is not None
        return np.asarray(np.nan_to_num(values).reshape(len(self.index), -1).sum(axis=1))

    @property
    def one_table(self) -> bool:
        """Whether the players are one round robin, whose average is that of the whole table."""
        return self.settings.type != SWISS and self.entry.is_one_table

    @property
    def all_rated(self) -> bool:
        """Whether every player has a rating."""
        return bool(np.isfinite(self.entry.numbers("rating")).all())

    @property
    def irt(self) -> bool:
        """Whether the round robin is an IRT: it is said to be one, or meets the article's conditions."""
        if "irt_rated" not in {parameter.name for parameter in self.rules.parameters}:
            return False
        rated, players = float(np.isfinite(self.entry.numbers("rating")).sum()), len(self.index)
        met = (
            rated >= self.rules.parameter("irt_rated") and 100 * rated > self.rules.parameter("irt_share") * players
            and self._most_games >= self.rules.parameter("irt_games")
        )
        return self.one_table and (self.settings.type == IRT or (self.settings.type != NO_IRT and met))

    @property
    def _most_games(self) -> float:
        """The games of the player who has most; needed before the column of games is computed."""
        if self.games is not None:
            return float(self.sum_over("games", self.games.array("game")).max(initial=0.0))
        if self.entry.has("games"):
            return float(np.nanmax(self.entry.numbers("games"), initial=0.0))
        return float(self.entry.cycles * (len(self.index) - 1))

    @property
    def corrected(self) -> bool:
        """Whether somebody's D is multiplied by opponents/participants."""
        return self.one_table or self.entry.has("participants")
