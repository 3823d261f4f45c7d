"""The columns up to the performance, each a pure function of the columns before it (METHOD.md section 2).

`frame` is the sheet so far: one row a player, indexed by his number. A player without a game has NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from pipeline.event import PENDING, RESULTS, Event
from pipeline.method.dp import DpRule, dp, percentage
from pipeline.method.graph import GameGraph


def rating(event: Event, unrated: float) -> pd.Series:
    """The player's rating; `unrated` (rating points) for a player who has none."""
    return event.players["rating"].fillna(unrated)


def games(graph: GameGraph) -> pd.Series:
    """n: games played over the board; no bye, forfeit or absence."""
    return pd.Series(graph.n, index=graph.index)


def points(graph: GameGraph) -> pd.Series:
    """s: points from those games: 1, 1/2, 0."""
    return pd.Series(graph.s, index=graph.index)


def score(event: Event) -> pd.Series:
    """Points in the standings: games, byes and forfeits."""
    worth = event.entries["result"].map({code: r.score for code, r in event.results.items()}).fillna(0.0)
    return worth.groupby(event.entries["no"]).sum().reindex(event.players.index, fill_value=0.0)


def per_cent(frame: pd.DataFrame) -> pd.Series:
    """p: s/n in whole per cent, the half rounded up (FIDE B.01 1.4.9)."""
    return _where_played(frame, lambda s, n: float(percentage(s, n)))


def dp_column(frame: pd.DataFrame, rule: DpRule) -> pd.Series:
    """dp: the rating difference for the percentage scored, by `rule` (METHOD.md section 3)."""
    return _where_played(frame, lambda s, n: dp(rule, s, n))


def _where_played(frame: pd.DataFrame, value: Callable[[float, int], float]) -> pd.Series:
    pairs = zip(frame["points"].tolist(), frame["games"].tolist(), strict=True)
    return pd.Series([value(s, n) if n else np.nan for s, n in pairs], index=frame.index, dtype=float)


def ra(frame: pd.DataFrame, graph: GameGraph) -> pd.Series:
    """Ra: average rating of the opponents, each counted once for every game; not rounded."""
    return pd.Series(graph.average_over_opponents(frame["rating"].to_numpy()), index=frame.index)


def c(frame: pd.DataFrame, graph: GameGraph, definition: str) -> pd.Series:
    """c: the games-weighted average of dp, over the field or over the opponents (METHOD.md section 4).

    field      sum n·dp / sum n over the player's connected component (the whole field where it is connected);
    opponents  per player: sum_j g·n·dp / sum_j g·n.
    """
    n, dp_values = graph.n.astype(float), frame["dp"].to_numpy()
    weighted = np.where(graph.n > 0, n * np.nan_to_num(dp_values), 0.0)
    with np.errstate(invalid="ignore"):
        if definition == "opponents":
            values = graph.sum_over_opponents(weighted) / graph.sum_over_opponents(n)
        else:
            sums = np.bincount(graph.component, weights=weighted) / np.bincount(graph.component, weights=n)
            values = np.where(graph.component > 0, sums[graph.component], np.nan)
    return pd.Series(values, index=frame.index)


def c_hat(frame: pd.DataFrame) -> pd.Series:
    """ĉ: dp - c, what the iteration adds at every step."""
    return frame["dp"] - frame["c"]


def performance(frame: pd.DataFrame) -> pd.Series:
    """Performance: Ra + dp."""
    return frame["Ra"] + frame["dp"]


def mismatch(event: Event) -> pd.DataFrame:
    """1 for each player and round whose entry the opponent's doesn't answer, else 0 (columns: rounds from 1)."""
    entries = {
        (no, round_): (opponent, result)
        for no, round_, opponent, result in zip(
            event.entries["no"].tolist(),
            event.entries["round"].tolist(),
            event.entries["opponent"].tolist(),
            event.entries["result"].tolist(),
            strict=True,
        )
    }
    wrong = pd.DataFrame(0.0, index=event.players.index, columns=range(1, event.rounds + 1))
    for (no, round_), (opponent, result) in entries.items():
        if pd.isna(opponent):
            fits = result in RESULTS and not RESULTS[result].reply
        else:
            other, reply = entries.get((opponent, round_), (None, PENDING))
            answers = RESULTS[result].reply if result else (PENDING,)
            fits = other == no != opponent and reply in answers
        if not fits:
            wrong.loc[no, round_] = 1.0
    return wrong
