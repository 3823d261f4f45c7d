"""Mistakes in an average over opponents: Ra, an iteration, ARPO, and c over the opponents or the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pipeline.audit.causes.case import AROUND, Candidate, Candidates, Cause, WrongCell
from pipeline.audit.judging.arpo_model import context_of
from pipeline.audit.judging.model import OPPONENTS, Values
from pipeline.method.graph import Floats

AVERAGES = ("Ra", "iteration", "arpo", "c")


@dataclass(frozen=True)
class Average:
    """sum of weight × value / sum of weights, plus what is added afterwards (ĉ in an iteration)."""

    values: Floats
    counted: Floats
    """How often each player is counted: his games with the player of the cell; all 1 for c over the field."""
    weights: Floats
    added: float

    @property
    def total(self) -> float:
        """Sum of weight × value."""
        return float(np.nansum(self.counted * self.weights * np.nan_to_num(self.values)))

    @property
    def divisor(self) -> float:
        """Sum of the weights."""
        return float((self.counted * self.weights).sum())

    @property
    def players(self) -> list[int]:
        """The positions that are counted."""
        return np.flatnonzero(self.counted * self.weights).tolist()

    def of(self, total: float, divisor: float) -> float:
        """The value that a sum and a divisor give."""
        return total / divisor + self.added if divisor else np.nan


def average_of(cell: WrongCell, base: Values) -> Average:
    """The average that a cell holds, from the columns of a base."""
    context = context_of(cell.model)
    graph, games = context.graph, context.ground.games_with(cell.position)
    ones = np.ones(len(games))
    if cell.node.family == "c":
        if context.settings.c == "opponents":
            return Average(base["dp"], games, base["games"], 0.0)
        same_part = (graph.component == graph.component[cell.position]).astype(float)
        return Average(base["dp"], same_part, base["games"], 0.0)
    added = cell.at(base["c_hat"]) if cell.node.family == "iteration" else 0.0
    return Average(base[averaged_key(cell)], games, ones, added)


def averaged_key(cell: WrongCell) -> str:
    """The column whose values of the opponents are averaged."""
    return next(source.key for source in cell.node.inputs if source.reach == OPPONENTS)


def one_left_out(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """One game's opponent, or one player, is missing in the sum (and perhaps in the number that it is divided by)."""
    average = average_of(cell, base)
    for j in average.players:
        weight, details = average.weights[j], {"who": cell.name(j)}
        total = average.total - weight * average.values[j]
        yield Candidate(average.of(total, average.divisor - weight), details)
        yield Candidate(average.of(total, average.divisor), details)


def one_doubled(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """One opponent, or one player, was counted once too often."""
    average = average_of(cell, base)
    for j in average.players:
        weight, details = average.weights[j], {"who": cell.name(j)}
        total = average.total + weight * average.values[j]
        yield Candidate(average.of(total, average.divisor + weight), details)
        yield Candidate(average.of(total, average.divisor), details)


def one_mistaken(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Another player's value was taken instead of an opponent's, or a player's."""
    average = average_of(cell, base)
    gained, weights = average.weights * np.nan_to_num(average.values), average.weights
    possible = np.isfinite(average.values)
    reach = max(cell.unit * (AROUND if cell.is_coarse else 1), cell.model.noise)
    for j in average.players:
        totals = average.total - gained[j] + gained
        divisors = average.divisor - weights[j] + weights
        for results in (totals / divisors + average.added, totals / average.divisor + average.added):
            for b in np.flatnonzero(possible & (np.abs(results - cell.stated) < reach)):
                if b != j:
                    yield Candidate(float(results[b]), {"who": cell.name(j), "other": cell.name(int(b))})


def own_value_included(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The player himself was averaged with his opponents."""
    average = average_of(cell, base)
    i = cell.position
    total = average.total + average.weights[i] * average.values[i]
    yield Candidate(average.of(total, average.divisor + average.weights[i]))
    yield Candidate(average.of(total, average.divisor))


def divided_by_rounds(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The sum was divided by the number of rounds instead of the games."""
    average = average_of(cell, base)
    yield Candidate(average.of(average.total, context_of(cell.model).ground.event.rounds))


def forfeits_averaged(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The opponents of forfeits, or byes with nobody behind them, were counted as games."""
    average = average_of(cell, base)
    rounds = context_of(cell.model).ground.unplayed[cell.position]
    missed = np.array([opponent for _, opponent in rounds if opponent is not None], dtype=int)
    byes = sum(result in ("full-bye", "half-bye") for result, _ in rounds)
    absences = sum(result == "zero-bye" for result, _ in rounds)
    extra = float(np.nansum(average.weights[missed] * average.values[missed]))
    weight = float(average.weights[missed].sum())
    if len(missed):
        yield Candidate(average.of(average.total + extra, average.divisor + weight))
        yield Candidate(average.of(average.total + extra, average.divisor))
    for more in {len(missed), byes, len(missed) + byes, len(missed) + byes + absences}:
        if more and cell.node.family != "c":
            yield Candidate(average.of(average.total, average.divisor + more))
            yield Candidate(average.of(average.total + extra, average.divisor + more))


def unrated_as_zero(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Opponents without a rating were averaged as 0."""
    average, unrated = average_of(cell, base), context_of(cell.model).ground.unrated
    if (average.counted[unrated] > 0).any():
        total = float((average.counted * np.where(unrated, 0.0, average.values)).sum())
        yield Candidate(average.of(total, average.divisor))


def unrated_left_out(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """Only the opponents who have a rating were averaged."""
    average, unrated = average_of(cell, base), context_of(cell.model).ground.unrated
    if (average.counted[unrated] > 0).any():
        rated = average.counted * ~unrated
        yield Candidate(average.of(float((rated * average.values).sum()), float(rated.sum())))


def opponents_cut(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """The worst, the best or both of the opponents' RP were cut, which the settings don't say."""
    average = average_of(cell, base)
    values = np.sort(np.repeat(average.values, average.counted.astype(int)))
    for worst, best in ((1, 0), (0, 1), (1, 1)):
        if len(values) > worst + best:
            details = {"worst": str(worst), "best": str(best)}
            yield Candidate(float(values[worst : len(values) - best].mean()), details)


def unrated_not_counted(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c over the rated players or opponents alone."""
    average, unrated = average_of(cell, base), context_of(cell.model).ground.unrated
    if (average.counted[unrated] > 0).any():
        rated = average.counted * ~unrated * average.weights
        yield Candidate(average.of(float(np.nansum(rated * np.nan_to_num(average.values))), float(rated.sum())))


def parts_together(cell: WrongCell, base: Values) -> Iterator[Candidate]:
    """c over all players of the event, where games link only some of them."""
    graph = context_of(cell.model).graph
    if graph.components > 1 and _is_over_field(cell):
        weights = np.nan_to_num(base["games"])
        yield Candidate(float(np.nansum(weights * np.nan_to_num(base["dp"])) / weights.sum()))


def _among_opponents(candidates: Candidates) -> Candidates:
    """A mistake with one of the opponents; c over the field has players instead."""
    return lambda cell, base: () if _is_over_field(cell) else candidates(cell, base)


def _among_players(candidates: Candidates) -> Candidates:
    """The same mistake with one of the players of the field, in c over it."""
    return lambda cell, base: candidates(cell, base) if _is_over_field(cell) else ()


def _is_over_field(cell: WrongCell) -> bool:
    return cell.node.family == "c" and context_of(cell.model).settings.c == "field"


AVERAGE_CAUSES = (
    Cause("own_rating_included", ("Ra",), own_value_included),
    Cause("himself_included", ("iteration", "arpo"), own_value_included),
    # An unrated opponent who is missing was hardly left out by chance.
    Cause("unrated_as_zero", ("Ra",), unrated_as_zero),
    Cause("unrated_left_out", ("Ra",), unrated_left_out),
    Cause("unrated_not_counted", ("c",), unrated_not_counted),
    Cause("parts_together", ("c",), parts_together),
    Cause("opponents_cut", ("arpo",), opponents_cut),
    Cause("opponent_left_out", AVERAGES, _among_opponents(one_left_out)),
    Cause("opponent_doubled", AVERAGES, _among_opponents(one_doubled)),
    Cause("opponent_mistaken", AVERAGES, _among_opponents(one_mistaken)),
    Cause("player_left_out", ("c",), _among_players(one_left_out)),
    Cause("player_doubled", ("c",), _among_players(one_doubled)),
    Cause("player_mistaken", ("c",), _among_players(one_mistaken)),
    Cause("divided_by_rounds", ("Ra", "iteration", "arpo"), divided_by_rounds),
    Cause("byes_counted", AVERAGES, forfeits_averaged),
)
