"""What a rule set is: parameters, classes of K, columns, steps and checks, each with the rule that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.rating.work import GameWork, RatingWork
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

    def parameter(self, name: str) -> float:
        """The value of the parameter called `name`."""
        return next(parameter.value for parameter in self.parameters if parameter.name == name)
