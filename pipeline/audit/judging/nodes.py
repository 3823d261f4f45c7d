"""The nodes of a model, made from the records of its columns: what a column declares once, an audit judges by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pipeline.audit.judging.model import Input, Node, Values
from pipeline.made_from import Floats, Linked, Made, chosen
from pipeline.registry import Column, Judged


class Nodes:
    """Nodes, one after the other, with the true column of each."""

    def __init__(self, given: Linked) -> None:
        """None is made yet; `given` is what rules get beside columns."""
        self.given = given
        self.made: list[Node] = []
        self.truth: dict[str, Floats] = {}
        self.counts: dict[str, Floats] = {}

    def names(self, k: int) -> dict[str, str]:
        """The columns that a rule calls otherwise, for the member `k` of a family."""
        return {}

    def fixed(self, key: str) -> Any:
        """A column that a rule takes as it is given: no node, so that nobody's numbers are put in its place."""
        raise KeyError(key)

    def of_column(self, column: Column[Any], k: int = 0) -> None:
        """The node of a column, or of a member of a family, and those of its other meanings."""
        judged = judged_of(column)
        exact = judged.exact if isinstance(judged.exact, bool) else judged.exact(self.given)
        node = Node(f"{column.key}_{k}" if k else column.key, column.key, k=k, exact=exact, final=judged.final)
        self.add(node, by_hand(column, self.given))
        if judged.count:
            self.counts[node.key] = self.truth[node.key]
        for also in judged.also:
            self.add(replace(node, key=also.key, column=column.key), also.rule)

    def add(self, node: Node, rule: Made, **names: str) -> None:
        """A node that follows its rule; `names` are the columns that the rule calls otherwise."""
        names = self.names(node.k) | names
        inputs = tuple(
            Input(key, source.reach) for source in rule.inputs
            if (key := names.get(source.key, source.key)) in self.truth
        )

        def compute(values: Values) -> Floats:
            return self.computed(rule, values, names)

        def spread(radii: Values) -> Floats:
            return rule.moved(lambda key: radii[names.get(key, key)], self.counts, self.given)

        moves = any(source.key not in self.counts for source in inputs)
        self.made.append(replace(node, inputs=inputs, compute=compute if inputs else None,
                                 spread=spread if moves else None))
        self.truth[node.key] = compute(self.truth)

    def computed(self, rule: Made, values: Values, names: Mapping[str, str] | None = None) -> Floats:
        """What a rule gives for these columns, and for those that are given."""
        known = names or {}

        def cells(key: str) -> Any:
            key = known.get(key, key)
            return values[key] if key in values else self.fixed(key)

        return np.asarray(rule.of(cells, self.given), dtype=float)


def by_hand(column: Column[Any], given: object) -> Made:
    """The rule that a column is judged by: as people compute it, where that isn't the report's."""
    return chosen(judged_of(column).instead or column.rule, given)


def judged_of(column: Column[Any]) -> Judged:
    """What an audit needs to know of a column that it judges."""
    assert column.judged is not None
    return column.judged
