"""The rules of the method (docs/method.md sections 1 to 4): each column as a function of those it is made from.

A parameter is a column, called by its key; what it is annotated with says whose cells are taken (`pipeline.made_from`):
Floats the player's own, Opponents those of his opponents, Part those of his part of the field, Everybody the whole
column. `given` is the event with its graph of games and the settings. Three names mean another column from case to
case: `start` is where the iterations begin (performance, or the published start), `previous` the column before an
iteration, `last_…` the last of a family. No value is NaN: a player without a game has none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import numpy as np

from pipeline.event import KINDS, PENDING, RESULTS
from pipeline.made_from import Everybody, Floats, Integers, Opponents, Part, Texts
from pipeline.method import recursion
from pipeline.method.dp import dp_or_nan, percentage
from pipeline.method.given import Given, stated_rp_heading

# What the event gives


def no(given: Given) -> Integers:
    """The player's number."""
    return given.graph.index.to_numpy()


def name(given: Given) -> Texts:
    """The player's name."""
    return given.event.players["name"].to_numpy()


def opponent(given: Given) -> Floats:
    """Number of the opponent in each round."""
    return given.event.by_round("opponent")


def result(given: Given) -> Texts:
    """Result of each round, as a code of RESULTS."""
    return given.event.by_round("result")


def row_of_opponent(given: Given) -> Floats:
    """Where the opponent of each round stands, counted from the row “no game”, which is 1."""
    return given.by_round((given.graph.opponent + 2).astype(np.float64), 1.0)


def games(given: Given) -> Integers:
    """n: games played over the board; no bye, forfeit or absence."""
    return given.graph.n


def points(given: Given) -> Floats:
    """s: points from those games: 1, 1/2, 0."""
    return given.graph.s


def points_of_score(score: Floats, given: Given) -> Floats:
    """s from somebody's own score: the score less the points of byes and forfeits."""
    return score - (given.score - given.graph.s)


def score(given: Given) -> Floats:
    """Points in the standings: games, byes and forfeits."""
    return given.score


def component(given: Given) -> Integers:
    """The connected part of the field: 1, 2, …; 0 without a game."""
    return given.graph.component


def group(given: Given) -> Integers:
    """The group by results: 1, 2, …; 0 without a game."""
    return given.graph.group


def rating(given: Given) -> Floats:
    """The player's rating; that of the settings (rating points) for a player who has none."""
    own = given.event.ratings
    return np.where(np.isnan(own), given.settings.unrated, own)


def stated_rp(given: Given) -> Floats:
    """The recursive performance that the input states."""
    return given.event.stated[stated_rp_heading(given.event)].to_numpy(dtype=float)


# Up to the performance


def per_cent(points: Floats, games: Floats) -> Floats:
    """p: s/n in whole per cent, the half rounded up (FIDE B.01 1.4.9)."""
    return _by_score(lambda s, n: percentage(s, int(n)) if n else np.nan, points, games)


def unrounded_per_cent(points: Floats, games: Floats) -> Floats:
    """p as a sheet may state it: in whole per cent, or with decimals."""
    return 100 * points / games


def Ra(rating: Opponents, games: Floats) -> Floats:
    """Ra: average rating of the opponents, each counted once for every game; not rounded."""
    return rating.total() / games


def dp(points: Floats, games: Floats, given: Given) -> Floats:
    """dp: the rating difference for the percentage scored, by the settings' table or formula (docs/method.md 3)."""
    return _by_score(partial(dp_or_nan, given.rule), points, games)


def _by_score(value: Callable[[float, float], float], points: Floats, games: Floats) -> Floats:
    """A value for each player's points out of games, found once for each score: a field of any size has some dozens."""
    scores = np.empty(len(points), dtype=complex)  # numpy sorts pairs only so
    scores.real, scores.imag = points, games
    different, which = np.unique(scores, return_inverse=True)
    return np.array([value(score.real, score.imag) for score in different.tolist()], dtype=float)[which]


def c_of_field(dp: Part, games: Part) -> Floats:
    """c = field: sum n·dp / sum n over the player's part of the field (all of it where it is connected)."""
    return (games * dp.known()).total() / games.total()


def c_of_opponents(dp: Opponents, games: Opponents) -> Floats:
    """c = opponents: sum g·n·dp / sum g·n over the player's opponents."""
    return (games * dp.known()).total() / games.total()


def c_hat(dp: Floats, c: Floats) -> Floats:
    """ĉ: what the iteration adds at every step."""
    return dp - c


def performance(Ra: Floats, dp: Floats) -> Floats:
    """The performance."""
    return Ra + dp


# The recursion


def start(rating: Floats, given: Given) -> Floats:
    """The published start: the rating of those who have a game."""
    return np.where(given.graph.n > 0, rating, np.nan)


def performance_as_start(performance: Floats) -> Floats:
    """The video's start: the performance."""
    return performance


def iteration(previous: Opponents, c_hat: Floats, games: Floats) -> Floats:
    """One step: the average of the opponents' values in the column before, plus ĉ."""
    return previous.total() / games + c_hat


def difference(iteration: Floats, previous: Floats) -> Floats:
    """What the step changed."""
    return iteration - previous


def limit(start: Part, c_hat: Part, given: Given) -> Floats:
    """The exact solution that the iterations approach, with the games-weighted sum of the start; NaN where ĉ drifts."""
    return recursion.limit(start.values, c_hat.values, given.graph)


def residual(limit: Floats, theirs: Annotated[Opponents, "limit"], games: Floats, c_hat: Floats) -> Floats:
    """Limit - (average of the opponents' limits + ĉ): 0 but for rounding shows that the limit is right."""
    return limit - (theirs.total() / games + c_hat)


# Results


def rp(
    last_iteration: Floats, last_difference: Everybody, c_hat: Everybody, limit: Floats, given: Given
) -> Floats:
    """RP: the last iteration where it has converged, else the limit. A small drift looks like convergence."""
    settled = np.nanmax(np.abs(last_difference.values)) <= given.settings.threshold
    return last_iteration if settled and not recursion.drifts(c_hat.values, given.graph) else limit


def last_as_rp(last_iteration: Floats) -> Floats:
    """What people call RP, or ARPO as in the video: the last iteration, converged or not."""
    return last_iteration


def opponent_rp(rp: Opponents, given: Given) -> Floats:
    """The RP of the opponent in each round."""
    return given.by_round(rp.values[given.graph.opponent], np.nan)


def arpo(rp: Opponents, given: Given) -> Floats:
    """ARPO: the average of the opponents' RP, the settings' worst and best cut; NaN where nobody is left."""
    worst, best = given.settings.worst, given.settings.best
    if not worst + best:
        return given.graph.average_over_opponents(rp.values)
    averages = np.full(len(rp.values), np.nan)
    for player, values in given.graph.sorted_by_player(rp.values):
        if len(values) > worst + best:
            averages[player] = values[worst : len(values) - best].mean()
    return averages


def rb_start(points: Floats, games: Floats, given: Given) -> Floats:
    """Where the recursive Buchholz begins: rounds × s/n; nothing without a game."""
    return given.rounds.number * points / games


def read_rb(points: Floats, games: Floats, rb_start: Part, given: Given) -> Floats:
    """RB as read: the limit of x <- average of the opponents' x + s/n - 1/2 (docs/method.md section 8)."""
    return recursion.limit(rb_start.values, points / games - RESULTS["d"].points, given.graph)


def rb(read_rb: Floats) -> Floats:
    """RB: the recursive Buchholz, in points."""
    return np.asarray(read_rb, dtype=float)


def rb_residual(
    rb: Floats, theirs: Annotated[Opponents, "rb"], points: Floats, games: Floats
) -> Floats:
    """RB - (average of the opponents' RB + s/n - 1/2): 0 but for rounding shows that it is right."""
    # As arrays: the half stands in a cell of the workbook, not in its formula.
    share = np.asarray(points / games, dtype=float) - RESULTS["d"].points
    return rb - (theirs.total() / games + share)


def arbo(rb: Opponents, games: Floats) -> Floats:
    """ARBO: the average of the opponents' RB."""
    return rb.total() / games


def stated_difference(rp: Floats, stated_rp: Floats) -> Floats:
    """Computed minus stated."""
    return rp - stated_rp


def place(rank: Everybody) -> Integers:
    """In the order of the ranks, players of the same rank one after the other."""
    order = np.argsort(rank.values, kind="stable")
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(1, len(order) + 1)
    return places


def pending_numbers(given: Given) -> Floats:
    """Sum of the numbers of the opponents against whom the game is to be played."""
    player, number = given.event.arrays.player, given.event.arrays.number
    pending = given.event.pending & ~np.isnan(number)
    return np.bincount(player[pending], weights=number[pending], minlength=len(given.graph.index)).astype(float)


# Checking


_REPLIES = [RESULTS[kind].reply if kind in RESULTS else (PENDING,) for kind in KINDS]
"""By kind, what the opponent's row may say of the game. What isn't a result answers nothing, and nothing answers it."""
_ALONE = np.array([*(not replies for replies in _REPLIES), False])
"""By kind: whether it is for a round without an opponent."""
_ANSWERS = np.zeros((len(KINDS) + 1, len(KINDS) + 1), dtype=bool)
"""By kind and the opponent's kind: whether the two tell the same of a game."""
_ANSWERS[:-1, :-1] = [[reply in replies for reply in KINDS] for replies in _REPLIES]
_NOBODY = -2


def mismatch(given: Given) -> Floats:
    """1 for each player and round whose entry the opponent's doesn't answer, else 0."""
    row, round_, opponents, number, _, kind = given.event.arrays
    # Whom each player has in each round, and with what result; the row at the end is for no opponent.
    theirs = np.full((len(given.event.players) + 1, given.event.rounds), _NOBODY)
    reply = np.full(theirs.shape, KINDS.index(PENDING))
    theirs[row, round_], reply[row, round_] = opponents, kind
    fits = np.where(
        np.isnan(number), _ALONE[kind],
        (theirs[opponents, round_] == row) & (opponents != row) & _ANSWERS[kind, reply[opponents, round_]],
    )
    wrong = np.zeros((len(given.event.players), given.event.rounds))
    wrong[row, round_] = ~fits
    return wrong


def opponents_numbers(no: Opponents) -> Floats:
    """Sum of the opponents' numbers: another where pairings were changed."""
    return no.total()


# As read


def read_no(no: Floats) -> Floats:
    """The number as read."""
    return no


def read_rank(given: Given) -> Floats:
    """The input's own rank."""
    return np.array([given.file_ranks.get(no, np.nan) for no in given.graph.index.tolist()], dtype=float)


def read_component(component: Floats) -> Floats:
    """The part of the field as read."""
    return component


def read_limit(limit: Floats) -> Floats:
    """The limit as read."""
    return limit


def read_pairings(opponents_numbers: Floats) -> Floats:
    """The sum of the opponents' numbers as read."""
    return opponents_numbers


def read_pairings_pending(opponents_numbers: Floats, pending_numbers: Floats) -> Floats:
    """The same with those against whom the game is to be played."""
    return opponents_numbers + pending_numbers
