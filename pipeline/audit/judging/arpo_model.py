"""The model of the ARPO sheet (docs/method.md sections 1 to 4), derived from the records of its columns.

A column that has `judged` becomes a node: its rule, fed with the truth, gives the truth; fed with somebody's own cells,
what follows from these; its declared inputs say how far roundings reach. Only RP and ARPO, which a sheet may take from
the limit or from its last iteration, are put together here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import pandas as pd

from pipeline.audit.judging.model import OPPONENTS, PART, Model, Node, SumKind, Values
from pipeline.audit.judging.nodes import Nodes, judged_of
from pipeline.audit.sheet.claims import Flags
from pipeline.event import RESULTS, Event
from pipeline.made_from import EVERYBODY, chosen, made, rules_of
from pipeline.method import recursion, rules
from pipeline.method.columns import COLUMNS
from pipeline.method.dp import refuse_gaps, rule
from pipeline.method.given import Given
from pipeline.method.graph import Floats, GameGraph, Integers
from pipeline.method.settings import Settings

ROUNDED_DRIFT = 1.0
"""Rounded ĉ don't add up to 0 exactly: a drift up to this (rating points a step) doesn't keep a writer from a limit."""
MOST_MEMBERS = 2000
"""In a larger part (this is a matrix of 32 MB) the reach of roundings is found by trials: they don't all go one way."""
_TRIALS, _SURELY = 32, 3.0
"""So many trials, with each ĉ off by its whole radius up or down, and so many times the root of their mean square.

That is five standard deviations of what roundings do, which are off by half of that as a rule: a cell in a million.
"""
_SAME_LIMITS = 16
"""Limits that are kept: each wrong cell of RP asks for that of the same few columns once a cause."""
COPIED = ("rating", "games", "score")
"""What people copy from the event, in the order in which they are judged; then come the columns made from these."""

_COLUMNS = {
    column.key: column for column in sorted(
        (column for column in COLUMNS if column.judged is not None),
        key=lambda column: COPIED.index(column.key) if column.key in COPIED else len(COPIED),
    )
}
_LAST_AS_RP = made(rules.last_as_rp)


@dataclass(frozen=True)
class Ground:
    """An event as an audit needs it: what doesn't depend on the settings, computed once for all their combinations."""

    event: Event

    @cached_property
    def graph(self) -> GameGraph:
        """The graph of games."""
        return GameGraph.of(self.event)

    def games_with(self, position: int) -> Floats:
        """How many games the player at `position` has with each player."""
        graph = self.graph
        return np.bincount(graph.opponent[graph.player == position], minlength=len(graph.index)).astype(float)

    @cached_property
    def opponents(self) -> list[list[int]]:
        """The positions of each player's opponents, everybody once."""
        met: list[set[int]] = [set() for _ in self.graph.index]
        for one, other in zip(self.graph.player.tolist(), self.graph.opponent.tolist(), strict=True):
            met[one].add(other)
        return [sorted(theirs) for theirs in met]

    @cached_property
    def part(self) -> list[list[int]]:
        """The positions of the players in each player's part of the field; himself alone without a game."""
        component = self.graph.component
        members = [np.flatnonzero(component == number).tolist() for number in range(self.graph.components + 1)]
        return [members[number] if number else [i] for i, number in enumerate(component.tolist())]

    @cached_property
    def unplayed(self) -> list[list[tuple[str, int | None]]]:
        """Each player's rounds without a game: the result's code, and the position of the opponent of a forfeit."""
        found: list[list[tuple[str, int | None]]] = [[] for _ in self.event.players.index]
        entries = self.event.entries
        position = {no: i for i, no in enumerate(self.event.players.index.tolist())}
        for no, opponent, result in zip(
            entries["no"].tolist(), entries["opponent"].tolist(), entries["result"].tolist(), strict=True
        ):
            if result in RESULTS and not RESULTS[result].played:
                found[position[no]].append((result, None if pd.isna(opponent) else position[opponent]))
        return found

    @cached_property
    def models(self) -> dict[tuple[Settings, int, bool], Model]:
        """The models made so far, by settings, number of iterations and whether they have results."""
        return {}

    @cached_property
    def unrated(self) -> Flags:
        """Which players have no rating of their own."""
        return self.event.unrated

    def limit_spread(self, start: Floats, c_hat: Floats) -> Floats:
        """How far the limit moves at most when start and ĉ move within these radii; as a rule, in a very large part."""
        graph, result = self.graph, np.zeros(len(start))
        if not (start.any() or c_hat.any()):
            return result  # nothing was rounded, and no matrix is needed
        for members, matrix, share in self._inverses:
            result[members] = np.abs(matrix - share) @ c_hat[members] + share @ start[members]
        large = np.bincount(graph.component)[graph.component] > MOST_MEMBERS
        if (large & (graph.n > 0)).any():
            dice, squares = np.random.default_rng(1), np.zeros(len(start))
            for _ in range(_TRIALS):
                rounded = c_hat * dice.choice((-1.0, 1.0), len(start))
                squares += recursion.limit(np.zeros(len(start)), rounded, graph, np.inf) ** 2
            mean = graph.sum_over_part(graph.n * start) / graph.sum_over_part(graph.n.astype(float))
            result[large] = (mean + _SURELY * np.sqrt(squares / _TRIALS))[large]
        return result

    @cached_property
    def _inverses(self) -> list[tuple[Integers, Floats, Floats]]:
        """For each part of at most MOST_MEMBERS: its members, the matrix that gives the limit from ĉ, their shares.

        limit = matrix · ĉ + share · start for every member, where ĉ has no drift. How far roundings reach at most is
        in the sizes of its cells, so that members × members numbers are needed. That is what bounds it to sheets that
        can be written by hand; it is only made for those that state roundings before a limit.
        """
        graph, found = self.graph, []
        position = np.zeros(len(graph.index), dtype=np.int64)
        for number in range(1, graph.components + 1):
            members = np.flatnonzero(graph.component == number)
            if len(members) > MOST_MEMBERS:
                continue
            position[members] = np.arange(len(members))
            inside = graph.component[graph.player] == number
            n = graph.n[members].astype(float)
            # D - A, plus n nᵀ / sum n: that makes it regular, and fixes the games-weighted sum at the same time.
            matrix = np.diag(n) + np.outer(n, n) / n.sum()
            np.subtract.at(matrix, (position[graph.player[inside]], position[graph.opponent[inside]]), 1.0)
            found.append((members, np.linalg.inv(matrix) * n, n / n.sum()))
        return found


@dataclass(frozen=True)
class ArpoContext(Given):
    """What the causes need to know beside the columns; the `given` of the rules."""

    ground: Ground

    def c(self, definition: str, values: Values) -> Floats:
        """c by one of its definitions, from the columns `values`."""
        return np.asarray(rules_of(_COLUMNS["c"].rule)[definition].of(values.__getitem__, self))


def context_of(model: Model) -> ArpoContext:
    """The context of a model made here."""
    assert isinstance(model.context, ArpoContext)
    return model.context


def arpo_model(ground: Ground, settings: Settings, last: int, *, results: bool = True) -> Model:
    """The model for an event with `last` iterations, and with RP and ARPO where `results` are wanted.

    Raises UsageError where the dp table lacks a percentage.
    """
    if (settings, last, results) in ground.models:
        return ground.models[settings, last, results]
    event, graph = ground.event, ground.graph
    context = ArpoContext(event, settings, rule(settings.dp), graph, ground)
    refuse_gaps(context.rule, graph.s.tolist(), graph.n.tolist())
    nodes = _Nodes(context, last, results)
    model = Model(
        index=event.players.index,
        names=[str(name) for name in event.players["name"]],
        active=graph.n > 0,
        nodes=tuple(nodes.made),
        truth=nodes.truth,
        reaches={OPPONENTS: ground.opponents, PART: ground.part, EVERYBODY: [range(len(graph.index))] * len(graph.n)},
        sums=_sums(graph),
        context=context,
        supplied={"rating": ground.unrated},
    )
    ground.models[settings, last, results] = model
    return model


class _Nodes(Nodes):
    """The nodes of the method, with the true column of each (converged or not)."""

    def __init__(self, context: ArpoContext, last: int, results: bool) -> None:
        super().__init__(context)
        self.context, self.last = context, last
        stepping = [column for column in _COLUMNS.values() if column.steps or column.family == "difference"]
        for column in _COLUMNS.values():
            if column in stepping:
                for k in range(1, last + 1) if column is stepping[0] else ():
                    for step in stepping:
                        self.of_column(step, k)
            elif not judged_of(column).solved:
                self.of_column(column)
        if results:
            self._results()

    def names(self, k: int) -> dict[str, str]:
        """Where the iterations begin, the column before an iteration, and the iteration itself."""
        start = self.context.start
        previous = start if k <= 1 else f"iteration_{k - 1}"
        return {"start": start, "previous": previous, "iteration": f"iteration_{k}"}

    def _results(self) -> None:
        """RP and ARPO, from the limit and from the last iteration: a heading may mean either."""
        context, names = self.context, self.names(self.last)
        limit, arpo = (chosen(_COLUMNS[key].rule, context) for key in ("limit", "arpo"))
        # However the worst and best are cut, an average of so many moves at most like the largest radii.
        settings = context.settings
        cut = replace(context, settings=replace(settings, worst=settings.worst + settings.best, best=0))

        @lru_cache(maxsize=_SAME_LIMITS)
        def limit_of(start: bytes, c_hat: bytes) -> Floats:
            return recursion.limit(np.frombuffer(start), np.frombuffer(c_hat), context.graph, ROUNDED_DRIFT)

        def solved(values: Values) -> Floats:
            start, c_hat = (np.asarray(values[key], dtype=float).tobytes() for key in (names["start"], "c_hat"))
            return limit_of(start, c_hat).copy()

        def limit_moved(radii: Values) -> Floats:
            return context.ground.limit_spread(radii[names["start"]], radii["c_hat"])

        def result(key: str, family: str) -> Node:
            return Node(key, family, column="" if key == family else family, final=judged_of(_COLUMNS[family]).final)

        def add_arpo(key: str, rp: str) -> None:
            self.add(result(key, "arpo"), arpo, rp=rp)
            self.made[-1] = replace(self.made[-1], spread=lambda radii: arpo.moved(lambda _: radii[rp], {}, cut))

        for key in ("limit", "rp"):
            self.add(result(key, key), limit)
            self.made[-1] = replace(self.made[-1], compute=solved, spread=limit_moved)
        add_arpo("arpo", "rp")
        if self.last:
            self.add(result("rp_last", "rp"), _LAST_AS_RP, last_iteration=f"iteration_{self.last}")
            add_arpo("arpo_last", "rp_last")


def _sums(graph: GameGraph) -> Mapping[str, SumKind]:
    n = graph.n.astype(float)
    return {
        kind.kind: kind
        for kind in (
            SumKind("plain", lambda x: float(np.nansum(x))),
            SumKind("weighted", lambda x: float(np.nansum(n * x))),
            SumKind("mean", lambda x: float(np.nanmean(x)) if np.isfinite(x).any() else np.nan),
            SumKind("largest", lambda x: float(np.nanmax(np.abs(x), initial=0.0))),
        )
    }

