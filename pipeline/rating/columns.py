"""Columns of the Rating sheet that rule sets share; each set puts its own together from these and from its own.

Formula templates are read by `pipeline.workbook.rating.templates`:

    [key]            the cell of column `key` in the same row; [key:rows] the whole column
    [Players key]    the cell of another sheet in the same row; [Players:key] its whole column
    [@name]          a number that stands in a cell
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np

from pipeline.made_from import Choice, Floats, Integers, Made, Texts, made
from pipeline.method.dp import percentage, rule
from pipeline.rating.expected import WHOLE, half_away, rounded
from pipeline.rating.ruleset import OfGames, RatingWork
from pipeline.registry import Column, Judged, Written
from pipeline.words import Said, said

OWN = said("this program")
INPUT = said("the input")


def sum_of_games(key: str) -> str:
    """The formula of the sum of a column of the Games sheet over a player's games."""
    return f"=SUMIF([Games:no],[no],[Games:{key}])"


def rounded_average(value: float, rounding: str) -> float:
    """An average of ratings as the settings want it."""
    return half_away(value) if rounding == WHOLE else value


def as_average(expression: str) -> str:
    """The formula of `rounded_average`."""
    return f'IF([@average]="{WHOLE}",ROUND({expression},0),{expression})'


def each(value: Callable[..., float], *columns: Floats) -> Floats:
    """`value` of the columns, row by row; NaN where one of them is."""
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([value(*row) if all(x == x for x in row) else np.nan for row in rows], dtype=float)


def stated(column: str) -> Made:
    """A column of numbers as the input states it."""
    def numbers(given: RatingWork) -> Floats:
        return given.entry.numbers(column)

    return made(numbers)


def stated_texts(column: str) -> Made:
    """A column of texts as the input states it."""
    def texts(given: RatingWork) -> Texts:
        return np.array(given.entry.texts(column), dtype=object)

    return made(texts)


def number_of_player(given: RatingWork) -> Integers:
    """The player's number, or that of the row."""
    return given.index.to_numpy()


def player_columns(title: Said) -> tuple[Column[RatingWork], ...]:
    """Number, name and rating of each player; `title` is the heading of the names."""
    return (
        Column(
            "no", said("No."), said("Number of the player, or of the row."), INPUT, "whole", "player",
            made(number_of_player), "=[Players no]", width=7,
        ), Column(
            "name", title, said("The player, or the example."), INPUT, "text", "player",
            stated_texts("name"), "=[Players name]", width=28,
        ),
        Column(
            "rating", said("Rating"), said("Rating before the event; blank for an unrated player."), INPUT, "whole",
            "player",
            stated("rating"), '=IF(N([Players rating])>0,[Players rating],"")', judged=Judged(exact=True),
        ),
    )


def _counts_all(work: RatingWork) -> bool:
    """Whether games against unrated opponents count: in a round robin with the average of the whole tournament."""
    return work.one_table and not work.rules.needs_games


def _source(given: RatingWork) -> str:
    """Where games and points are from."""
    if given.games is not None:
        if not _counts_all(given):
            return "games against the rated"
        return "all games" if given.irt or given.all_rated else "all games of the rated"
    return "the table" if given.entry.has("games") else "everybody met everybody"


def _all_games(games: Annotated[OfGames, "Games:game"]) -> Floats:
    return games.total()


def _rated_games(games: Annotated[OfGames, "Games:rated"]) -> Floats:
    return games.total()


def _all_of_the_rated(
    rating: Floats, games: Annotated[OfGames, "Games:game"], rated: Annotated[OfGames, "Games:rated"]
) -> Floats:
    return np.where(np.isnan(rating), rated.total(), games.total())


def _points_of_the_rated(
    rating: Floats, points: Annotated[OfGames, "Games:score"], rated: Annotated[OfGames, "Games:rated_score"]
) -> Floats:
    return np.where(np.isnan(rating), rated.total(), points.total())


def _complete(given: RatingWork) -> Floats:
    return np.full(len(given.index), float(given.entry.cycles * (len(given.index) - 1)))


def _all_points(points: Annotated[OfGames, "Games:score"]) -> Floats:
    return points.total()


def _rated_points(points: Annotated[OfGames, "Games:rated_score"]) -> Floats:
    return points.total()


def _games_formula(work: RatingWork) -> str:
    if work.games is not None:
        return _of_games(work, "game", "rated")
    return "=N([Players games])" if work.entry.has("games") else "=[@cycles]*[@opponents]"


def _points_formula(work: RatingWork) -> str:
    return "=N([Players points])" if work.games is None else _of_games(work, "score", "rated_score")


def _of_games(work: RatingWork, every: str, rated: str) -> str:
    """The sum of all of a player's games, or of those against the rated: both, by player, where that differs."""
    source = _source(work)
    if source != "all games of the rated":
        return sum_of_games(every if source == "all games" else rated)
    both = (sum_of_games(key).removeprefix("=") for key in (rated, every))
    return '=IF([rating]="",{},{})'.format(*both)


def _standings(result: Annotated[OfGames, "Games:result"], given: RatingWork) -> Floats:
    assert given.entry.event is not None
    return np.asarray(given.entry.event.score.to_numpy(dtype=float))


def average_of_opponents(rating: Annotated[OfGames, "Games:counted_rating"], games: Floats) -> Floats:
    """The exact average rating of the rated opponents, each counted once for every game; NaN without any."""
    return rating.total() / np.where(games > 0, games, np.nan)


AVERAGE_OF_OPPONENTS = "SUMIF([Games:no],[no],[Games:counted_rating])/[games]"

GAMES = Column[RatingWork](
    "games", said("Games"), said("Games that count: against rated opponents; in a round robin, all of them."),
    said("article of 2006; FIDE Handbook B.02 8.1"), "whole", "game",
    Choice(_source, {
        "all games": made(_all_games), "games against the rated": made(_rated_games), "the table": stated("games"),
        "everybody met everybody": made(_complete), "all games of the rated": made(_all_of_the_rated),
    }), _games_formula, width=7, judged=Judged(exact=True),
)
_POINTS = Choice(_source, {
    "all games": made(_all_points), "games against the rated": made(_rated_points), "the table": stated("points"),
    "everybody met everybody": stated("points"), "all games of the rated": made(_points_of_the_rated),
})
_STANDINGS = Column[RatingWork](
    "score", said("Points in the standings"), said("Points of the standings: byes, forfeits and games against the "
    "unrated count."),
    INPUT, "points", "game", made(_standings),
    "=SUMPRODUCT(COUNTIF([Event result:row],[@result_codes]),[@result_scores])", width=9,
    wanted=lambda w: w.games is not None, judged=Judged(exact=True),
)


def points_columns(heading: str, meaning: str) -> tuple[Column[RatingWork], ...]:
    """The points from the games that count, as the rule set labels them, with those of the standings beside."""
    return (
        Column(
            "points", heading, meaning, INPUT, "points", "game", _POINTS, _points_formula, width=8,
            judged=Judged(exact=True),
        ),
        _STANDINGS,
    )


def per_cent(points: Floats, games: Floats) -> Floats:
    """p: points / games in whole per cent, the half rounded up."""
    return each(lambda s, n: float(percentage(s, int(n))) if n else np.nan, points, games)


def _dp(per_cent: Floats) -> Floats:
    table = rule("fide").table
    return each(lambda p: table.get(int(p), np.nan), per_cent)


def per_cent_column(source: str) -> Column[RatingWork]:
    """p, in whole per cent, the half rounded up."""
    return Column(
        "per_cent", said("p %"), said("Points / games in whole per cent, the half rounded up."), source, "whole",
        "first",
        made(per_cent), '=IF([games]>0,ROUND(100*[points]/[games],0),"")', width=6, judged=Judged(exact=True),
    )


def dp_column(source: str) -> Column[RatingWork]:
    """dp, from FIDE table 8.1.1, for the percentage."""
    return Column(
        "dp", said("dp"), said("Rating difference for the percentage, from table 8.1.1."), source, "whole", "first",
        made(_dp), '=IF(ISNUMBER([per_cent]),INDEX([@dp_values],MATCH([per_cent],[@dp_per_cents],0)),"")', width=7,
        judged=Judged(exact=True),
    )


def _k(k_class: Texts, given: RatingWork) -> Floats:
    fixed = {c.key: c.k for c in given.rules.k_classes}
    option = np.nan if given.settings.k is None else given.settings.k
    elsewhere = {"option": np.full(len(k_class), option), "column": given.entry.numbers("k_given")}
    values = []
    for i, key in enumerate(k_class.tolist()):
        k = fixed.get(key)
        values.append(np.nan if not key else elsewhere[key][i] if k is None else k)
    return np.array(values, dtype=float)


def _k_reason(k_class: Texts, given: RatingWork) -> Texts:
    reasons = {c.key: c.reason for c in given.rules.k_classes}
    return np.array([reasons.get(key, "") for key in k_class.tolist()], dtype=object)


def _new_rating(rating: Floats, rating_change: Floats) -> Floats:
    return rating + rounded(rating_change, 0)


def _not_rounded(rating: Floats, rating_change: Floats) -> Floats:
    return rating + rating_change


def _sum_rounded(rating: Floats, rating_change: Floats) -> Floats:
    return rounded(rating + rating_change, 0)


def k_columns(
    source: str, k_class: Callable[..., Texts], class_formula: str | Callable[[RatingWork], str],
    judged: Judged | None = None,
) -> tuple[Column[RatingWork], ...]:
    """The class of K (by the rule `k_class`) with its reason, and K: from the table of classes, else as stated."""
    reasons = "INDEX([@k_reasons],MATCH([k_class],[@k_classes],0))"
    value = "INDEX([@k_values],MATCH([k_class],[@k_classes],0))"
    return (
        Column(
            "k_class", said("Class of K"), said("Which rule the player's K is from."), source, "code", "K",
            made(k_class), class_formula, width=10,
        ), Column(
            "K", said("K"), said("Factor that a difference is multiplied by."), source, "whole", "K", made(_k),
            f'=IF([k_class]="","",IF([k_class]="column",[Players k_given],{value}))', width=6, judged=judged,
        ), Column(
            "k_reason", said("Why this K"), said("The reason in words."), source, "text", "K",
            made(_k_reason), f'=IF([k_class]="","",{reasons})', width=48,
        ),
    )


def _performance(points: Floats, games: Floats, average: Floats) -> Floats:
    return average + _dp(per_cent(points, games))


def performance_column() -> Column[RatingWork]:
    """What rating tables call Rp: no recursive performance, but the average of the opponents + dp."""
    per_cent = "ROUND(100*[points]/[games],0)"
    return Column(
        "performance", said("Rp"), said("Performance: Ra + dp of the points against the rated, in whole per cent; for "
        "information."), said("FIDE Handbook B.01 (2024), 1.4.9"), "two", "game", made(_performance),
        f'=IF([games]>0,[average]+INDEX([@dp_values],MATCH({per_cent},[@dp_per_cents],0)),"")', width=8,
        wanted=lambda w: not w.corrected, judged=Judged(written=Written(
            otherwise=((f"average_{WHOLE}", made(_performance_of_rounded)),),
        )),
    )


def _performance_of_rounded(points: Floats, games: Floats, average: Floats) -> Floats:
    return _performance(points, games, rounded(average, 0))


def new_rating_column(source: str) -> Column[RatingWork]:
    """The rating after the event."""
    return Column(
        "new_rating", said("New rating"), said("Rating + rating change, the change rounded to the whole, the half "
        "away from 0."),
        source, "whole", "change", made(_new_rating),
        '=IF(ISNUMBER([rating_change]),[rating]+ROUND([rating_change],0),"")', width=8,
        judged=Judged(written=Written(otherwise=(
            ("sum_rounded", made(_sum_rounded)), ("sum_not_rounded", made(_not_rounded)),
        ))),
    )
