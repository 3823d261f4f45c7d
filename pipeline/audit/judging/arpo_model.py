"""The model of the ARPO sheet (METHOD.md sections 1 to 4): its truth is the report's own, its rules are the sheet's.

The truth comes from `pipeline.method.stages` and `pipeline.method.recursion`, as in a report. The rules recompute a
column from whatever stands in the columns before it; fed with the truth, they give the truth (a test says so).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
import pandas as pd

from pipeline.audit.judging.model import OPPONENTS, PART, Input, Model, Node, SumKind, Values
from pipeline.audit.sheet.claims import Flags
from pipeline.errors import UsageError
from pipeline.event import RESULTS, Event
from pipeline.method import recursion, stages
from pipeline.method.columns import arpo_of
from pipeline.method.dp import DpRule, dp, rule
from pipeline.method.graph import Floats, GameGraph, Integers
from pipeline.method.settings import Settings
from pipeline.method.work import Work

ROUNDED_DRIFT = 1.0
"""Rounded ĉ don't add up to 0 exactly: a drift up to this (rating points a step) doesn't keep a writer from a limit."""


@dataclass(frozen=True)
class Ground:
    """An event as an audit needs it: what doesn't depend on the settings, computed once for all their combinations."""

    event: Event

    @cached_property
    def graph(self) -> GameGraph:
        """The graph of games."""
        return GameGraph.of(self.event)

    @cached_property
    def games_between(self) -> Floats:
        """g[i, j]: games between two players (players × players)."""
        count = len(self.graph.index)
        games = np.zeros((count, count))
        np.add.at(games, (self.graph.player, self.graph.opponent), 1.0)
        return games

    @cached_property
    def opponents(self) -> list[list[int]]:
        """The positions of each player's opponents, everybody once."""
        return [np.flatnonzero(row).tolist() for row in self.games_between]

    @cached_property
    def part(self) -> list[list[int]]:
        """The positions of the players in each player's part of the field; himself alone without a game."""
        component = self.graph.component
        members = [np.flatnonzero(component == number).tolist() for number in range(self.graph.components + 1)]
        return [members[number] if number else [i] for i, number in enumerate(component.tolist())]

    @cached_property
    def score(self) -> Floats:
        """Points in the standings."""
        return stages.score(self.event).to_numpy(dtype=float)

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
        return self.event.players["rating"].isna().to_numpy(dtype=bool)

    @cached_property
    def inverses(self) -> list[tuple[Integers, Floats, Floats]]:
        """For each part of the field: its members, the matrix that gives the limit from ĉ, and their share of games.

        limit = matrix · ĉ + share · start for every member (see `recursion.limit`), where ĉ has no drift.
        """
        found = []
        for number in range(1, self.graph.components + 1):
            members = np.flatnonzero(self.graph.component == number)
            n = self.graph.n[members].astype(float)
            matrix = np.diag(n) - self.games_between[np.ix_(members, members)] + np.outer(n, n) / n.sum()
            found.append((members, np.linalg.inv(matrix) * n, n / n.sum()))
        return found

    def limit(self, start: Floats, c_hat: Floats) -> Floats:
        """The limit from a sheet's own ĉ, which may be rounded: a drift up to ROUNDED_DRIFT is taken out first."""
        result = np.full(len(start), np.nan)
        for members, matrix, share in self.inverses:
            drift = share @ c_hat[members]
            if abs(drift) <= ROUNDED_DRIFT:
                result[members] = matrix @ (c_hat[members] - drift) + share @ start[members]
        return result

    def limit_spread(self, start: Floats, c_hat: Floats) -> Floats:
        """How far the limit moves at most when start and ĉ move within these radii."""
        result = np.zeros(len(start))
        for members, matrix, share in self.inverses:
            result[members] = np.abs(matrix - share) @ c_hat[members] + share @ start[members]
        return result


@dataclass(frozen=True)
class ArpoContext:
    """What the causes need to know beside the columns."""

    ground: Ground
    settings: Settings
    rule: DpRule

    @property
    def graph(self) -> GameGraph:
        """The graph of games."""
        return self.ground.graph


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
    context = ArpoContext(ground, settings, rule(settings.dp))
    model = Model(
        index=event.players.index,
        names=[str(name) for name in event.players["name"]],
        active=graph.n > 0,
        nodes=_nodes(context, last, results),
        truth=true_values(context, last, results),
        reaches={OPPONENTS: ground.opponents, PART: ground.part},
        sums=_sums(graph),
        context=context,
    )
    ground.models[settings, last, results] = model
    return model


def true_values(context: ArpoContext, last: int, results: bool = True) -> dict[str, Floats]:
    """Every column of the sheet as the report computes it, with `last` iterations (converged or not)."""
    event, settings, graph = context.ground.event, context.settings, context.graph
    frame = pd.DataFrame(index=event.players.index)
    frame["rating"] = stages.rating(event, settings.unrated)
    frame["games"], frame["points"] = stages.games(graph), stages.points(graph)
    frame["score"] = context.ground.score
    frame["Ra"] = stages.ra(frame, graph)
    frame["dp"] = stages.dp_column(frame, context.rule)
    frame["c"] = stages.c(frame, graph, settings.c)
    frame["c_hat"] = stages.c_hat(frame)
    frame["performance"] = stages.performance(frame)
    frame["start"] = frame["rating"].where(frame["games"] > 0)
    truth = {key: frame[key].to_numpy(dtype=float) for key in frame.columns}
    truth["start_performance"] = truth["performance"]
    truth["per_cent"] = _per_cent(truth)
    start = "start" if settings.start == "rating" else "performance"
    before, c_hat = truth[start], truth["c_hat"]
    for k in range(1, last + 1):
        truth[f"iteration_{k}"] = graph.average_over_opponents(before) + c_hat
        truth[f"difference_{k}"] = truth[f"iteration_{k}"] - before
        before = truth[f"iteration_{k}"]
    if not results:
        return truth
    limit = recursion.limit(truth[start], c_hat, graph)
    truth["limit"] = truth["rp"] = limit
    truth["rp_last"] = before
    truth["arpo"], truth["arpo_last"] = _arpo(context, limit), _arpo(context, before)
    return truth


def _arpo(context: ArpoContext, rp: Floats) -> Floats:
    """The average of the opponents' RP; `arpo_of` asks for no more of a report's work than what a context has."""
    return np.asarray(arpo_of(cast("Work", context), rp))


def _averaged(graph: GameGraph, key: str) -> Callable[[Values], Floats]:
    """Average of a column over the opponents, with the sheet's own number of games."""

    def average(values: Values) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(graph.sum_over_opponents(values[key]) / values["games"])

    return average


def _per_cent(values: Values) -> Floats:
    """Points in per cent of the games, not rounded: a sheet may state them as whole per cent or with decimals."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return 100 * values["points"] / values["games"]


def _dp_of(context: ArpoContext) -> Callable[[Values], Floats]:
    def compute(values: Values) -> Floats:
        pairs = zip(values["points"].tolist(), values["games"].tolist(), strict=True)
        return np.array([dp_or_nan(context.rule, s, n) for s, n in pairs])

    return compute


def dp_or_nan(table: DpRule, points: float, games: float) -> float:
    """dp for a score, NaN for one that nobody can have or the table doesn't know."""
    if not (games >= 1 and float(games).is_integer() and 0 <= points <= games):
        return np.nan
    try:
        return dp(table, float(points), int(games))
    except UsageError:
        return np.nan


def weighted_c(graph: GameGraph, definition: str, n: Floats, values: Floats) -> Floats:
    """c from the column `values` with weights `n` (METHOD.md section 4)."""
    weighted = np.where(graph.n > 0, n * np.nan_to_num(values), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        if definition == "opponents":
            return np.asarray(graph.sum_over_opponents(weighted) / graph.sum_over_opponents(n))
        sums = np.bincount(graph.component, weights=weighted) / np.bincount(graph.component, weights=n)
        return np.where(graph.component > 0, sums[graph.component], np.nan)


def _nodes(context: ArpoContext, last: int, results: bool) -> tuple[Node, ...]:
    graph, settings = context.graph, context.settings
    unplayed = context.ground.score - graph.s
    games = Input("games")
    whole_dp = not context.rule.logarithm or context.rule.floored
    whose = OPPONENTS if settings.c == "opponents" else PART
    start = "start" if settings.start == "rating" else "performance"
    nodes = [
        Node("rating", "rating", exact=True),
        Node("games", "games", exact=True),
        Node("score", "score", exact=True),
        Node("points", "points", (Input("score"),), lambda v: v["score"] - unplayed, exact=True),
        Node("per_cent", "per_cent", (Input("points"), games), _per_cent, final=True),
        Node("Ra", "Ra", (Input("rating", OPPONENTS), games), _averaged(graph, "rating"), _average_of(graph, "rating")),
        Node("dp", "dp", (Input("points"), games), _dp_of(context), exact=whole_dp),
        Node(
            "c", "c", (Input("dp", whose), Input("games", whose)),
            lambda v: weighted_c(graph, settings.c, v["games"], v["dp"]),
            lambda r: weighted_c(graph, settings.c, graph.n.astype(float), r["dp"]),
        ),
        Node("c_hat", "c_hat", (Input("dp"), Input("c")), lambda v: v["dp"] - v["c"], lambda r: r["dp"] + r["c"]),
        Node(
            "performance", "performance", (Input("Ra"), Input("dp")), lambda v: v["Ra"] + v["dp"],
            lambda r: r["Ra"] + r["dp"],
        ),
        Node("start", "start", (Input("rating"),), lambda v: np.where(graph.n > 0, v["rating"], np.nan)),
        Node(
            "start_performance", "start", (Input("performance"),), lambda v: v["performance"],
            lambda r: r["performance"], column="start",
        ),
    ]
    before = start
    for k in range(1, last + 1):
        key = f"iteration_{k}"
        nodes += [
            Node(
                key, "iteration", (Input(before, OPPONENTS), Input("c_hat"), games),
                _step(graph, before), _step_spread(graph, before), k,
            ),
            Node(
                f"difference_{k}", "difference", (Input(key), Input(before)), _difference(key, before),
                _sum_of(key, before), k,
            ),
        ]
        before = key
    return tuple(nodes + _results(context, start, before) if results else nodes)


def _results(context: ArpoContext, start: str, last: str) -> list[Node]:
    """RP and ARPO, from the limit and from the last iteration: a heading may mean either."""
    made_from = (Input(start, PART), Input("c_hat", PART))

    def solved(values: Values) -> Floats:
        return context.ground.limit(values[start], values["c_hat"])

    def moved(radii: Values) -> Floats:
        return context.ground.limit_spread(radii[start], radii["c_hat"])

    def average(key: str) -> Callable[[Values], Floats]:
        return lambda v: _arpo(context, v[key])

    found = [
        Node("limit", "limit", made_from, solved, moved, final=True),
        Node("rp", "rp", made_from, solved, moved, final=True),
        Node("arpo", "arpo", (Input("rp", OPPONENTS),), average("rp"), average("rp"), final=True),
    ]
    if last != start:
        whose = (Input("rp_last", OPPONENTS),)
        found += [
            Node("rp_last", "rp", (Input(last),), lambda v: v[last], lambda r: r[last], column="rp", final=True),
            Node("arpo_last", "arpo", whose, average("rp_last"), average("rp_last"), column="arpo", final=True),
        ]
    return found


def _step(graph: GameGraph, before: str) -> Callable[[Values], Floats]:
    average = _averaged(graph, before)
    return lambda v: average(v) + v["c_hat"]


def _average_of(graph: GameGraph, key: str) -> Callable[[Values], Floats]:
    return lambda r: graph.average_over_opponents(r[key])


def _step_spread(graph: GameGraph, before: str) -> Callable[[Values], Floats]:
    return lambda r: graph.average_over_opponents(r[before]) + r["c_hat"]


def _difference(one: str, other: str) -> Callable[[Values], Floats]:
    return lambda v: v[one] - v[other]


def _sum_of(one: str, other: str) -> Callable[[Values], Floats]:
    return lambda r: r[one] + r[other]


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

