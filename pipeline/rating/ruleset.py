"""What a rule set is, and the sheets that are computed by one.

A rule set holds parameters, classes of K, columns, steps and checks, each with the rule that it comes from; their
functions take the sheet while it is computed, which in turn knows its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.rating.entry import Entry
from pipeline.rating.settings import ROUND_ROBIN, RatingSettings
from pipeline.registry import CheckRule, Column


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
    titles                titles that have a K of their own
    k_class               the key of the player's class of K, for all players (empty for an unrated one)
    settings              the settings that its reports list: those that change something
    columns, game_columns the columns of the Rating and the Games sheet, in order
    steps                 the tournament average of a round robin, in order; the last is `tournament_average`
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    k_classes: tuple[KClass, ...]
    k_class: Callable[[RatingWork], list[str]]
    settings: tuple[str, ...]
    columns: tuple[Column[RatingWork], ...]
    checks: tuple[CheckRule[RatingWork], ...]
    game_columns: tuple[Column[GameWork], ...] = ()
    steps: tuple[Step, ...] = ()
    titles: tuple[str, ...] = ()
    needs_games: bool = False
    weighs_previous: bool = False

    def parameter(self, name: str) -> float:
        """The value of the parameter called `name`."""
        return next(parameter.value for parameter in self.parameters if parameter.name == name)


@dataclass
class GameWork:
    """The Games sheet: one row for each player and round, in that order; `frame` is filled column by column."""

    event: Event
    rules: RuleSet
    frame: pd.DataFrame

    def array(self, key: str) -> np.ndarray:
        """A column of the frame as an array of floats."""
        return self.frame[key].to_numpy(dtype=float)


@dataclass
class RatingWork:
    """The Rating sheet: one row a player; with the games (for an event) and the steps of the tournament average."""

    entry: Entry
    settings: RatingSettings
    rules: RuleSet
    frame: pd.DataFrame
    games: GameWork | None = None
    steps: dict[str, float] = field(default_factory=dict)

    def array(self, key: str) -> np.ndarray:
        """A column of the frame as an array of floats."""
        return self.frame[key].to_numpy(dtype=float)

    def rows(self, *keys: str) -> Iterator[tuple[float, ...]]:
        """Some columns of numbers together, player by player."""
        return zip(*(self.array(key).tolist() for key in keys), strict=True)

    def series(self, values: object) -> pd.Series:
        """Values by player, as a column."""
        return pd.Series(values, index=self.frame.index)

    @property
    def one_table(self) -> bool:
        """Whether the players are one round robin, whose average is that of the whole table."""
        return self.settings.type == ROUND_ROBIN and self.entry.is_one_table

    @property
    def corrected(self) -> bool:
        """Whether somebody's D is multiplied by opponents/participants."""
        return self.one_table or self.entry.has("participants")
