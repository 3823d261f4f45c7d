"""Columns of the Rating sheet that rule sets share; each set puts its own together from these and from its own.

Formula templates are read by `pipeline.workbook.rating.templates`:

    [key]            the cell of column `key` in the same row; [key:rows] the whole column
    [Players key]    the cell of another sheet in the same row; [Players:key] its whole column
    [@name]          a number that stands in a cell
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from pipeline.event import RESULTS
from pipeline.method.dp import percentage, rule
from pipeline.rating.expected import WHOLE, half_away
from pipeline.rating.ruleset import RatingWork
from pipeline.registry import Column

OWN = "this program"
INPUT = "the input"


def by_player(work: RatingWork, key: str) -> pd.Series:
    """Sums of a column of the Games sheet by player."""
    assert work.games is not None
    sums = work.games.frame.groupby("no")[key].sum()
    return sums.reindex(work.frame.index, fill_value=0.0).astype(float)


def sum_of_games(key: str) -> str:
    """The formula of `by_player`."""
    return f"=SUMIF([Games:no],[no],[Games:{key}])"


def rounded_average(value: float, rounding: str) -> float:
    """An average of ratings as the settings want it."""
    return half_away(value) if rounding == WHOLE else value


def as_average(expression: str) -> str:
    """The formula of `rounded_average`."""
    return f'IF([@average]="{WHOLE}",ROUND({expression},0),{expression})'


def mapped(work: RatingWork, *keys: str, value: Callable[..., float]) -> pd.Series:
    """`value` of the columns `keys` by player; NaN where one of them is."""
    return work.series([value(*row) if all(x == x for x in row) else np.nan for row in work.rows(*keys)])


def player_columns(title: str) -> tuple[Column[RatingWork], ...]:
    """Number, name and rating of each player; `title` is the heading of the names."""
    return (
        Column(
            "no", "No.", "Number of the player, or of the row.", INPUT, "whole", "player",
            lambda w: w.series(w.frame.index), "=[Players no]", width=6,
        ),
        Column(
            "name", title, "The player, or the example.", INPUT, "text", "player",
            lambda w: w.series(w.entry.texts("name")), "=[Players name]", width=28,
        ),
        Column(
            "rating", "Rating", "Rating before the event; blank for an unrated player.", INPUT, "whole", "player",
            lambda w: w.series(w.entry.numbers("rating")), '=IF(N([Players rating])>0,[Players rating],"")',
        ),
    )


def _counts_all(work: RatingWork) -> bool:
    """Whether games against unrated opponents count: in a round robin with the average of the whole tournament."""
    return work.one_table and not work.rules.needs_games


def _games(work: RatingWork) -> pd.Series:
    if work.games is not None:
        return by_player(work, "game" if _counts_all(work) else "rated")
    if work.entry.has("games"):
        return work.series(work.entry.numbers("games"))
    return work.series(float(cycles(work) * (len(work.frame) - 1)))


def cycles(work: RatingWork) -> int:
    """How often everybody met everybody: 2 in a double round robin, as the sum of points shows."""
    once = len(work.frame) * (len(work.frame) - 1) * RESULTS["d"].points
    return max(1, round(float(work.entry.numbers("points").sum()) / once)) if once else 1


def _games_formula(work: RatingWork) -> str:
    if work.games is not None:
        return sum_of_games("game" if _counts_all(work) else "rated")
    return "=N([Players games])" if work.entry.has("games") else "=[@cycles]*[@opponents]"


def _points(work: RatingWork) -> pd.Series:
    if work.games is not None:
        return by_player(work, "score" if _counts_all(work) else "rated_score")
    return work.series(work.entry.numbers("points"))


def _points_formula(work: RatingWork) -> str:
    if work.games is not None:
        return sum_of_games("score" if _counts_all(work) else "rated_score")
    return "=N([Players points])"


def average_of_opponents(work: RatingWork) -> pd.Series:
    """The exact average rating of the rated opponents, each counted once for every game; NaN without any."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return by_player(work, "opponent_rating") / work.frame["games"].where(work.frame["games"] > 0)


AVERAGE_OF_OPPONENTS = "SUMIF([Games:no],[no],[Games:opponent_rating])/[games]"

GAMES = Column[RatingWork](
    "games", "Games", "Games that count: against rated opponents; in a round robin, all of them.",
    "article of 2006; FIDE Handbook B.02 8.1", "whole", "game", _games, _games_formula, width=7,
)
POINTS = Column[RatingWork](
    "points", "Points", "Points from the games that count.", INPUT, "points", "game", _points, _points_formula,
    width=7,
)


def per_cent_column(source: str) -> Column[RatingWork]:
    """p, in whole per cent, the half rounded up."""
    return Column(
        "per_cent", "p %", "Points / games in whole per cent, the half rounded up.", source, "whole", "first",
        lambda w: mapped(w, "points", "games", value=lambda s, n: float(percentage(s, int(n))) if n else np.nan),
        '=IF([games]>0,ROUND(100*[points]/[games],0),"")', width=6,
    )


def dp_column(source: str, per_cent: str = "per_cent") -> Column[RatingWork]:
    """dp, from FIDE table 8.1.1, for the percentage in column `per_cent`."""
    table = rule("fide").table
    return Column(
        "dp", "dp", "Rating difference for the percentage, from table 8.1.1.", source, "whole", "first",
        lambda w: mapped(w, per_cent, value=lambda p: table[int(p)]),
        f'=IF(ISNUMBER([{per_cent}]),INDEX([@dp_values],MATCH([{per_cent}],[@dp_per_cents],0)),"")', width=7,
    )


def k_columns(source: str, class_formula: str) -> tuple[Column[RatingWork], ...]:
    """The class of K with its reason, and K: from the table of classes, else as stated."""

    def k_of(work: RatingWork) -> pd.Series:
        fixed = {c.key: c.k for c in work.rules.k_classes}
        option = np.nan if work.settings.k is None else work.settings.k
        stated = {"option": np.full(len(work.frame), option), "column": work.entry.numbers("k_given")}
        values = []
        for i, key in enumerate(work.frame["k_class"].tolist()):
            k = fixed.get(key)
            values.append(np.nan if not key else stated[key][i] if k is None else k)
        return work.series(np.array(values, dtype=float))

    reasons = "INDEX([@k_reasons],MATCH([k_class],[@k_classes],0))"
    value = "INDEX([@k_values],MATCH([k_class],[@k_classes],0))"
    return (
        Column(
            "k_class", "Class of K", "Which rule the player's K is from.", source, "code", "K",
            lambda w: w.series(w.rules.k_class(w)), class_formula, width=10,
        ),
        Column(
            "K", "K", "Factor that a difference is multiplied by.", source, "whole", "K", k_of,
            f'=IF([k_class]="","",IF([k_class]="column",[Players k_given],{value}))', width=6,
        ),
        Column(
            "k_reason", "Why this K", "The reason in words.", source, "text", "K",
            lambda w: w.series([_reason(w, key) for key in w.frame["k_class"].tolist()]),
            f'=IF([k_class]="","",{reasons})', width=48,
        ),
    )


def _reason(work: RatingWork, key: str) -> str:
    return next((c.reason for c in work.rules.k_classes if c.key == key), "")


def new_rating_column(source: str) -> Column[RatingWork]:
    """The rating after the event."""
    return Column(
        "new_rating", "New rating", "Rating + rating change, the change rounded to the whole, the half away from 0.",
        source, "whole", "change", lambda w: mapped(w, "rating", "rating_change", value=lambda r, c: r + half_away(c)),
        '=IF(ISNUMBER([rating_change]),[rating]+ROUND([rating_change],0),"")', width=8,
    )
