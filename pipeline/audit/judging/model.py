"""What an audit knows of a field of calculation: which columns there are, what each is made from, and its true value.

A `Node` is a column that can be recomputed from other columns; a `Model` is all of them in order, with the truth. The
judging and the reports work on these alone, so that another calculation only needs another model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.made_from import OPPONENTS as OPPONENTS
from pipeline.made_from import PART as PART
from pipeline.made_from import ROW as ROW
from pipeline.made_from import Floats
from pipeline.made_from import Input as Input
from pipeline.made_from import Values as Values


@dataclass(frozen=True)
class Printing:
    """How a table prints a column, where that is known beforehand: its numbers are then judged as printed.

    printed  exact values as the table's own convention prints them
    ways     what other ways of rounding would have printed, by name, from columns that the column is made from
    awaited  whose blank is missing
    """

    printed: Callable[[Floats], Floats]
    ways: Callable[[Values], Iterable[tuple[str, Floats]]]
    awaited: np.ndarray


@dataclass(frozen=True)
class Node:
    """A column of the model.

    key      its name, as in the registry of columns and in --json (iteration_3)
    family   what causes apply to: the key without a number; `k` is that number
    inputs   the columns it is made from; all are earlier nodes
    compute  the column from its inputs; None for what the event itself gives
    spread   how far its values can move when inputs move by as much as these radii; None where they can't
    column   the name to show, where it isn't the key (two meanings of one heading)
    exact    nobody rounds it (a table's value, a count, points): it is right or it isn't
    final    a result, which is rounded to be printed: that says nothing of the columns before it
    open     the event leaves it open: its true value is one of several, as the sheet has it
    printing how the table prints it; None where any rounding may have been its writer's, or none
    """

    key: str
    family: str
    inputs: tuple[Input, ...] = ()
    compute: Callable[[Values], Floats] | None = None
    spread: Callable[[Values], Floats] | None = None
    k: int = 0
    column: str = ""
    exact: bool = False
    final: bool = False
    open: bool = False
    printing: Printing | None = None

    @property
    def shown(self) -> str:
        """The name that reports use."""
        return self.column or self.key


@dataclass(frozen=True)
class SumKind:
    """A row under the players: the sum from a column's values."""

    kind: str
    value: Callable[[Floats], float]


@dataclass(frozen=True)
class Model:
    """A calculation for one event and one choice of settings.

    index    the players' numbers; `names` theirs; `active` those who have values at all
    nodes    in an order in which inputs come first; `truth` holds the true column of each
    reaches  for OPPONENTS, PART and EVERYBODY: the positions that each player's cell is made from
    context  what the causes of this field need to know (the event, the dp rule …)
    supplied whose value of a given column a setting supplies, by the column: the event has none (unrated players)
    """

    index: pd.Index
    names: Sequence[str]
    active: np.ndarray
    nodes: tuple[Node, ...]
    truth: Values
    reaches: Mapping[str, Sequence[Sequence[int]]]
    sums: Mapping[str, SumKind] = field(default_factory=dict)
    context: object = None
    supplied: Mapping[str, np.ndarray] = field(default_factory=dict)

    @cached_property
    def by_key(self) -> Mapping[str, Node]:
        """The nodes by key."""
        return {node.key: node for node in self.nodes}

    @cached_property
    def noise(self) -> float:
        """What floating point may add to a value (absolute): 1e-9 for each thousand of the largest number."""
        largest = max((float(np.nanmax(np.abs(v), initial=0.0)) for v in self.truth.values()), default=0.0)
        return 1e-9 * max(1.0, largest / 1000)

    def cells_of(self, reach: str, position: int) -> Sequence[int]:
        """The positions that an input with this reach takes for the player at `position`."""
        return (position,) if reach == ROW else self.reaches[reach][position]
