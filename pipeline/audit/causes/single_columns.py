"""Mistakes of one column each: c, ĉ, the performance, the iterations, points and games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pipeline.audit.causes.averages import average_of, averaged_key
from pipeline.audit.causes.case import Candidate, Cause, WrongCell, single
from pipeline.audit.causes.percentage import points_with_unplayed
from pipeline.audit.judging.arpo_model import context_of
from pipeline.audit.judging.model import Values
from pipeline.method.dp import dp_or_nan


def _c(cell: WrongCell, base: Values, definition: str, weighted: bool) -> float:
    """c by a definition, weighted by games or plain."""
    graph = context_of(cell.model).graph
    if weighted:
        return cell.at(context_of(cell.model).c(definition, base))
    if definition == "opponents":
        return cell.at(graph.average_over_opponents(base["dp"]))
    part = (graph.component == graph.component[cell.position]) & np.isfinite(base["dp"])
    return float(base["dp"][part].mean()) if part.any() else np.nan


def _other(cell: WrongCell) -> str:
    return "field" if context_of(cell.model).settings.c == "opponents" else "opponents"


def c_plain(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The plain average of dp, not weighted by games."""
    yield from single(_c(cell, base, context_of(cell.model).settings.c, weighted=False))
    dp, games = base["dp"], context_of(cell.model).ground.games_with(cell.position)
    if context_of(cell.model).settings.c == "opponents":
        yield from single(float(np.nanmean(dp[games > 0])))  # everybody once, however often they met


def c_other_definition(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c over the field instead of the opponents, or the other way round."""
    yield Candidate(_c(cell, base, _other(cell), weighted=True), {"other": _other(cell)})


def c_other_plain(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The same, and not weighted by games either."""
    yield Candidate(_c(cell, base, _other(cell), weighted=False), {"other": _other(cell)})


def c_with_himself(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c over the opponents with the player himself included, weighted by games or plain."""
    graph, i = context_of(cell.model).graph, cell.position
    dp, n = np.nan_to_num(base["dp"]), base["games"]
    games = context_of(cell.model).ground.games_with(i)
    yield from single(float(((games * n * dp).sum() + n[i] * dp[i]) / ((games * n).sum() + n[i])))
    yield from single(float(((games * dp).sum() + dp[i]) / (graph.n[i] + 1)))


def c_minus_dp(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """ĉ = c - dp instead of dp - c."""
    yield from single(cell.at(base["c"]) - cell.at(base["dp"]))


def c_hat_added(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """ĉ = dp + c."""
    yield from single(cell.at(base["c"]) + cell.at(base["dp"]))


def c_hat_one_part(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """ĉ is dp alone, or c alone."""
    for key in ("dp", "c"):
        yield Candidate(cell.at(base[key]), {"column": key})


def performance_minus_dp(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Performance = Ra - dp."""
    yield from single(cell.at(base["Ra"]) - cell.at(base["dp"]))


def performance_with_c(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c or ĉ in the performance: Ra + ĉ, Ra + dp + c, Ra + c."""
    ra, dp, c, c_hat = (cell.at(base[key]) for key in ("Ra", "dp", "c", "c_hat"))
    for value in (ra + c_hat, ra + dp - c, ra + dp + c, ra + c, ra + dp + c_hat):
        yield from single(value)


def performance_from_rating(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Performance = the player's own rating + dp."""
    yield from single(cell.at(base["rating"]) + cell.at(base["dp"]))


def performance_of_rated(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Only the games with rated opponents: their average, and dp for the points against them."""
    context = context_of(cell.model)
    graph, unrated = context.graph, context.ground.unrated
    mine = (graph.player == cell.position) & ~unrated[graph.opponent]
    games = int(mine.sum())
    if 0 < games < int(graph.n[cell.position]):
        average = float(base["rating"][graph.opponent[mine]].mean())
        yield from single(average + dp_or_nan(context.rule, float(graph.points[mine].sum()), games))


def iteration_wrong_column(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The opponents' values were taken from another column than the one before."""
    graph, used = context_of(cell.model).graph, averaged_key(cell)
    for node in cell.model.nodes:
        if node.family in ("iteration", "performance", "Ra") and node.key != used:
            # A later column may have been right when it was taken, and follow from this cell now.
            for columns in (base, cell.model.truth):
                value = cell.at(graph.average_over_opponents(columns[node.key])) + cell.at(base["c_hat"])
                yield Candidate(value, {"column": node.shown})


def iteration_without_c_hat(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The average of the opponents alone, without ĉ."""
    average = average_of(cell, base)
    yield from single(average.of(average.total, average.divisor) - average.added)


def iteration_with_c(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c was added instead of ĉ, or taken away. (Beside ĉ it gives dp, which is a cause of its own.)"""
    mean = next(iteration_without_c_hat(cell, base)).value
    c = cell.at(base["c"])
    for value in (mean + c, mean - c):
        yield from single(value)


def iteration_with_dp(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """dp was added instead of ĉ."""
    yield from single(next(iteration_without_c_hat(cell, base)).value + cell.at(base["dp"]))


def iteration_minus_c_hat(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """ĉ was taken away instead of added."""
    yield from single(next(iteration_without_c_hat(cell, base)).value - cell.at(base["c_hat"]))


def iteration_from_ratings(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The opponents' ratings were averaged instead of the column before."""
    if averaged_key(cell) != "start":
        mean = context_of(cell.model).graph.average_over_opponents(base["rating"])
        yield from single(cell.at(mean) + cell.at(base["c_hat"]))


def rounds_counted(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The rounds were counted instead of the games played."""
    yield from single(context_of(cell.model).ground.event.rounds)


def byes_counted_as_games(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Byes or forfeits were counted as games, or their points as points from games."""
    for points, games in points_with_unplayed(cell, cell.model.truth):
        yield from single(points if cell.node.family == "points" else games)


def byes_left_out(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The points without those of byes and forfeits."""
    yield from single(cell.at(cell.model.truth["points"]))


COLUMN_CAUSES = (
    Cause("c_plain", ("c",), c_plain),
    Cause("c_other_definition", ("c",), c_other_definition),
    Cause("c_other_plain", ("c",), c_other_plain),
    Cause("c_with_himself", ("c",), c_with_himself),
    Cause("c_minus_dp", ("c_hat",), c_minus_dp),
    Cause("c_hat_added", ("c_hat",), c_hat_added),
    Cause("c_hat_one_part", ("c_hat",), c_hat_one_part),
    Cause("performance_minus_dp", ("performance",), performance_minus_dp),
    Cause("performance_with_c", ("performance",), performance_with_c),
    Cause("unrated_left_out", ("performance",), performance_of_rated),
    Cause("performance_from_rating", ("performance",), performance_from_rating),
    Cause("iteration_wrong_column", ("iteration",), iteration_wrong_column),
    Cause("iteration_without_c_hat", ("iteration",), iteration_without_c_hat),
    Cause("iteration_with_c", ("iteration",), iteration_with_c),
    Cause("iteration_with_dp", ("iteration",), iteration_with_dp),
    Cause("iteration_minus_c_hat", ("iteration",), iteration_minus_c_hat),
    Cause("iteration_from_ratings", ("iteration",), iteration_from_ratings),
    Cause("rounds_counted", ("games",), rounds_counted),
    Cause("byes_counted", ("games", "points"), byes_counted_as_games),
    Cause("byes_left_out", ("score",), byes_left_out),
)
