"""What a column is made from: one function on arrays, whose parameters are its inputs and say how far each reaches.

    def c_hat(dp: Floats, c: Floats) -> Floats: ...                   the cells of the same row
    def Ra(rating: Opponents, games: Floats) -> Floats: ...           each opponent's cell, once for every game
    def c_of_field(dp: Part, games: Part) -> Floats: ...              all cells of the player's part of the field
    def rank(score: Everybody, rp: Everybody) -> Floats: ...          the whole column

`made(f)` reads the declaration. A parameter is called like the column that it takes; where one column is taken in two
ways, the second says whose it is: `theirs: Annotated[Opponents, "limit"]`. A parameter `given` is no input: it gets the
event, the graph of its games and the settings.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Protocol, Self, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Texts = NDArray[np.object_]
"""A column of texts: results, reasons."""
Values = Mapping[str, Floats]
"""Columns by key, each an array by row."""

ROW, OPPONENTS, PART, EVERYBODY = "row", "opponents", "part", "everybody"
"""How far an input reaches: the own cell; those of the opponents, of the part of the field, of everybody."""


class Links(Protocol):
    """Who belongs to whom: the graph of games, for opponents and parts; a rating sheet, for the games of a player."""

    def sum_over(self, reach: str, values: Floats) -> Floats:
        """For each row the sum of the values that it reaches: over the opponents (each once for every game), …"""


class Linked(Protocol):
    """What every `given` has; a rule's own says what else it needs."""

    @property
    def graph(self) -> Links:
        """Who belongs to whom."""


@dataclass(frozen=True)
class View:
    """A column as seen from each row: those of its cells that an input reaches. Arithmetic is cell by cell.

    `whose` says in words whose cells these are.
    """

    values: Floats
    links: Links
    reach: ClassVar[str]
    whose: ClassVar[str]

    def __mul__(self, other: Self) -> Self:
        return type(self)(self.values * other.values, self.links)

    def known(self) -> Self:
        """The same with 0 for cells that have no value."""
        return type(self)(np.nan_to_num(self.values), self.links)

    def total(self) -> Floats:
        """The sum of what it reaches, for each row."""
        return self.links.sum_over(self.reach, self.values)


class Opponents(View):
    """The cells of each player's opponents, each once for every game."""

    reach = OPPONENTS
    whose = "of the opponents"


class Part(View):
    """The cells of each player's part of the field."""

    reach = PART
    whose = "of the part of the field"


class Everybody(View):
    """The whole column; rules that compare everybody with everybody use its `values`."""

    reach = EVERYBODY
    whose = "of everybody"


@dataclass(frozen=True)
class Input:
    """One column that another is made from, and whose cells of it."""

    key: str
    reach: str = ROW


_GIVEN = "given"


@dataclass(frozen=True)
class Made:
    """A rule with its declared inputs.

    `views` has for each input the class that it is handed over as; None is the plain array.
    """

    function: Callable[..., Any]
    inputs: tuple[Input, ...]
    views: tuple[type[View] | None, ...]
    takes_given: bool

    def of(self, cells: Callable[[str], Any], given: Linked) -> Any:
        """The column, from what `cells` has for each input's key. No value is NaN, never an error."""
        return self._of([cells(source.key) for source in self.inputs], given)

    def moved(self, radii: Callable[[str], Floats], fixed: Values, given: Linked) -> Floats:
        """How far each cell may move when the inputs move by as much as `radii`: the sum of what each moves it alone.

        Right for rules that are linear in the inputs that move. Those that don't are in `fixed`, with their values:
        nobody rounds games.
        """
        still = [fixed[s.key] if s.key in fixed else np.zeros_like(radii(s.key)) for s in self.inputs]
        before = self._of(still, given)
        moved: Floats = np.zeros(len(before))
        for i, source in enumerate(self.inputs):
            if source.key not in fixed:
                moved = moved + np.abs(self._of([*still[:i], radii(source.key), *still[i + 1 :]], given) - before)
        return moved

    def _of(self, columns: Sequence[Any], given: Linked) -> Any:
        arguments = [
            column if view is None else view(column, given.graph)
            for column, view in zip(columns, self.views, strict=True)
        ]
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            return self.function(*arguments, given=given) if self.takes_given else self.function(*arguments)


def made(function: Callable[..., Any]) -> Made:
    """The rule of a column, with the inputs that the parameters of `function` declare.

    Raises TypeError for a parameter whose annotation isn't one of the kinds named above.
    """
    hints = get_type_hints(function, include_extras=True)
    inputs: list[Input] = []
    views: list[type[View] | None] = []
    parameters = list(inspect.signature(function).parameters)
    for name in parameters:
        if name == _GIVEN:
            continue
        view, key = _declared(hints.get(name), name)
        inputs.append(Input(key, ROW if view is None else view.reach))
        views.append(view)
    return Made(function, tuple(inputs), tuple(views), _GIVEN in parameters)


def _declared(hint: Any, name: str) -> tuple[type[View] | None, str]:
    """The view and the column that a parameter declares."""
    if get_origin(hint) is Annotated:
        hint, name = get_args(hint)[:2]
    if isinstance(hint, type) and issubclass(hint, View):
        return hint, name
    if hint in (Floats, Texts):
        return None, name
    raise TypeError(f"parameter {name!r} of a rule is annotated {hint!r}: no array, and no view of a column")


@dataclass(frozen=True)
class Choice:
    """A rule that depends on what is given: `by` names one of the options."""

    by: Callable[[Any], str]
    options: Mapping[str, Made]


Rule = Made | Choice


def chosen(rule: Rule, given: object) -> Made:
    """The rule in the case that is given."""
    return rule if isinstance(rule, Made) else rule.options[rule.by(given)]


def rules_of(rule: Rule) -> Mapping[str, Made]:
    """All that a rule may be, by the name of the case (empty where there is only one)."""
    return {"": rule} if isinstance(rule, Made) else rule.options
