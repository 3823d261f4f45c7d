"""FIDE Handbook B.02, Rating Regulations effective from 1 March 2024, with 8.3.1 as amended from 1 October 2025.

Rated players: game by game, K × sum of (score − PD). Unrated players: two drawn games more, against 1800.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np

from pipeline.made_from import Floats, Texts, made
from pipeline.method.dp import percentage
from pipeline.rating import columns as shared
from pipeline.rating.checks import FIDE_CHECKS
from pipeline.rating.columns import each
from pipeline.rating.expected import expected_per_cent, half_away
from pipeline.rating.game_columns import CHECKING_COLUMNS, GAME_COLUMNS, REPLY
from pipeline.rating.ruleset import GameWork, KClass, OfGames, Parameter, RatingWork, Reply, RuleSet
from pipeline.registry import Column
from pipeline.words import joined, said

_CHANGE = said("FIDE Handbook B.02 (1 March 2024), 8.3")
_FIRST = said("FIDE Handbook B.02 (1 March 2024), 8.2")
_K = said("FIDE Handbook B.02 (1 March 2024), 8.3.3")

_PARAMETERS = (
    Parameter("cut", 400, said("8.3.1: a larger rating difference counts as this")),
    Parameter("real_difference", 2650, said("8.3.1 (1 October 2025): from this rating on the real difference counts")),
    Parameter("new_games", 30, said("8.3.3: games until which a player is new to the list")),
    Parameter("junior_rating", 2300, said("8.3.3: rating under which young players have the largest K")),
    Parameter("junior_age", 18, said("8.3.3: until the end of the year of this birthday")),
    Parameter("high_rating", 2400, said("8.3.3: rating from which K is the smallest")),
    Parameter("k_reached", 10, said("8.3.3: K once 2400 was reached, also after falling below")),
    Parameter("most_k_games", 700, said("8.3.3: K × games is at most this")),
    Parameter("hypothetical_opponents", 2, said("8.2.2: hypothetical opponents of an unrated player")),
    Parameter("hypothetical_rating", 1800, said("8.2.2: their rating")),
    Parameter("hypothetical_points", 1, said("8.2.2: points against them (draws)")),
    Parameter("highest_first", 2200, said("8.2.3: highest first rating")),
    Parameter("least_games", 5, said("7.1.4: games that a first rating needs to be published")),
    Parameter("floor", 1400, said("7.1.4: lowest rating that is published")),
)

_REACHED = 10.0
_K_CLASSES = (
    KClass("new", 40, said("fewer than 30 games before: new to the list")),
    KClass("junior", 40, said("18th birthday in the year of the event or later, below 2300")),
    KClass("high", _REACHED, said("2400 or more")),
    KClass("reached", _REACHED, said("2400 was reached before, as the stated K says")),
    KClass("settled", 20, said("30 games or more, below 2400")),
    KClass("option", None, said("given with --k; birth, games before or the year of the event (--year) not stated")),
    KClass("column", None, said("as stated; birth, games before or the year of the event (--year) not stated")),
    KClass("assumed", 20, said("assumed: 30 games or more, 19 or older, below 2400")),
)
_AGE_KNOWN = "AND(ISNUMBER([@year]),ISNUMBER([Players birth_year]))"
_GROWN = f"OR([rating]>=[@junior_rating],{_AGE_KNOWN})"
_K_FORMULA = (
    '=IF([rating]="","",IF(AND(ISNUMBER([Players games_before]),N([Players games_before])<[@new_games]),"new",'
    f"IF(AND({_AGE_KNOWN},[rating]<[@junior_rating],"
    '[@year]-N([Players birth_year])<=[@junior_age]),"junior",IF([rating]>=[@high_rating],"high",'
    f"IF(AND(ISNUMBER([Players games_before]),{_GROWN}),"
    'IF(OR(AND(ISNUMBER([@k]),[@k]=[@k_reached]),AND(ISNUMBER([Players k_given]),[Players k_given]=[@k_reached])),'
    '"reached","settled"),'
    'IF(ISNUMBER([@k]),"option",IF(ISNUMBER([Players k_given]),"column","assumed")))))))'
)


def _k_class(rating: Floats, given: RatingWork) -> Texts:
    """8.3.3: 40 until 30 games, and for under-18s below 2300; 20 below 2400; 10 once 2400 was reached."""
    new, young, age, high = (
        given.rules.parameter(name) for name in ("new_games", "junior_rating", "junior_age", "high_rating")
    )
    option, entry = given.settings.k, given.entry
    year = math.nan if given.settings.year is None else given.settings.year
    rows = []
    for own, games, birth, k in zip(
        rating.tolist(), entry.numbers("games_before").tolist(), entry.numbers("birth_year").tolist(),
        entry.numbers("k_given").tolist(), strict=True,
    ):
        if math.isnan(own):
            rows.append("")
        elif games < new:
            rows.append("new")
        elif own < young and year - birth <= age:
            rows.append("junior")
        elif own >= high:
            rows.append("high")
        elif games >= new and (own >= young or not math.isnan(year - birth)):
            rows.append("reached" if _REACHED in (option, k) else "settled")
        else:
            rows.append("option" if option is not None else "assumed" if math.isnan(k) else "column")
    return np.array(rows, dtype=object)


# The Games sheet


def _difference(rating: Floats, opponent_rating: Floats) -> Floats:
    return rating - opponent_rating


def _counted(difference: Floats, rating: Floats, given: GameWork) -> Floats:
    cut, real = given.rules.parameter("cut"), given.rules.parameter("real_difference")
    return np.where(rating >= real, difference, np.clip(difference, -cut, cut))


def _pd(difference_counted: Floats) -> Floats:
    return each(lambda d: float(expected_per_cent(d)), difference_counted)


def _score_minus_pd(score: Floats, pd: Floats) -> Floats:
    return 100 * score - pd


def _pd_sum(pd: Floats, reply: Annotated[Reply, "pd"]) -> Floats:
    return pd + reply.total()


_GAME_COLUMNS: tuple[Column[GameWork], ...] = (
    Column(
        "difference", said("D"), said("Rating − the opponent's rating, for two rated players."), said("{change}.1",
        change=_CHANGE), "number", "change",
        made(_difference),
        '=IF(AND(ISNUMBER([rating]),ISNUMBER([opponent_rating])),[rating]-[opponent_rating],"")', width=8,
    ),
    Column(
        "difference_counted", said("D counted"), said("At most 400 either way; the real one for a player rated 2650 "
        "or more."),
        said("{change}.1", change=_CHANGE), "number", "change", made(_counted),
        '=IF(ISNUMBER([difference]),IF([rating]>=[@real_difference],[difference],'
        'MAX(-[@cut],MIN([@cut],[difference]))),"")', width=9,
    ),
    Column(
        "pd", said("PD %"), said("Expected score in per cent, from table 8.1.2."), said("{change}.2", change=_CHANGE),
        "whole", "change", made(_pd),
        '=IF(ISNUMBER([difference_counted]),IF([difference_counted]<0,'
        "INDEX([@pd_lower],MATCH(-[difference_counted],[@pd_from],1)),"
        'INDEX([@pd_higher],MATCH([difference_counted],[@pd_from],1))),"")', width=7,
    ),
    Column(
        "score_minus_pd", said("Score − PD, %"), said("Score − PD, in per cent of a point."), said("{change}.2",
        change=_CHANGE), "integer", "change",
        made(_score_minus_pd), '=IF(ISNUMBER([pd]),100*[score]-[pd],"")', width=9,
    ),
    Column(
        "pd_sum", said("PD of both"), said("PD of the two players of the game: 100, but for the 2650 rule."),
        shared.OWN, "helper", "checking", made(_pd_sum),
        f'=IF(ISNUMBER([pd]),[pd]+INDEX([pd:rows],{REPLY}),"")', width=8,
    ),
)

# The Rating sheet


def _used(K: Floats, games: Floats, given: RatingWork) -> Floats:
    most = given.rules.parameter("most_k_games")
    return each(lambda k, n: float(most // n) if k * n > most else k, K, games)


def _expected(pd: Annotated[OfGames, "Games:pd"], rating: Floats) -> Floats:
    return np.where(np.isnan(rating), np.nan, pd.total() / 100)


def _difference_of_points(difference: Annotated[OfGames, "Games:score_minus_pd"], rating: Floats) -> Floats:
    return np.where(np.isnan(rating), np.nan, difference.total() / 100)


def _change(K_used: Floats, difference: Annotated[OfGames, "Games:score_minus_pd"]) -> Floats:
    # From whole per cent, with one division at the end, so that a half is exactly a half.
    return each(half_away, K_used * difference.total() / 100)


def _first_average(
    rating: Floats, opponents: Annotated[OfGames, "Games:opponent_rating"], games: Floats, given: RatingWork
) -> Floats:
    count, hypothetical = (given.rules.parameter(f"hypothetical_{what}") for what in ("opponents", "rating"))
    average = (opponents.total() + count * hypothetical) / (games + count)
    return np.where(np.isnan(rating) & (games > 0), average, np.nan)


def _first_per_cent(first_average: Floats, points: Floats, games: Floats, given: RatingWork) -> Floats:
    more, count = given.rules.parameter("hypothetical_points"), int(given.rules.parameter("hypothetical_opponents"))
    return each(lambda _, s, n: float(percentage(s + more, int(n) + count)), first_average, points, games)


def _initial(first_average: Floats, dp: Floats, points: Floats, given: RatingWork) -> Floats:
    most = given.rules.parameter("highest_first")
    return np.where(points > 0, each(lambda ra, d: min(most, half_away(ra + d)), first_average, dp), np.nan)


def _why(rating: Floats, games: Floats, points: Floats, initial_rating: Floats, given: RatingWork) -> Texts:
    least, floor = given.rules.parameter("least_games"), given.rules.parameter("floor")
    why: list[str] = []
    rows = zip(*(column.tolist() for column in (rating, games, points, initial_rating)), strict=True)
    for known, n, s, initial in rows:
        if not math.isnan(known):
            why.append("")
        elif not n:
            why.append(said("no: no game against a rated opponent"))
        elif not s:
            why.append(said("no: a zero score in the first event is disregarded"))
        elif n < least:
            why.append(joined("", [said("no: fewer than "), f"{least:g}", said(" games")]))
        elif initial < floor:
            why.append(joined("", [said("no: below "), f"{floor:g}"]))
        else:
            why.append(said("yes"))
    return np.array(why, dtype=object)


_COLUMNS: tuple[Column[RatingWork], ...] = (
    *shared.player_columns(said("Player")),
    shared.GAMES,
    shared.POINTS,
    Column(
        "average", said("Ra"), said("Average rating of the rated opponents; not rounded, for information."), _CHANGE,
        "two",
        "game", made(shared.average_of_opponents), f'=IF([games]=0,"",{shared.AVERAGE_OF_OPPONENTS})',
    ),
    *shared.k_columns(_K, _k_class, _K_FORMULA),
    Column(
        "K_used", said("K used"), said("K, or the largest whole number for which K × games ≤ 700."), _K, "whole", "K",
        made(_used), '=IF(ISNUMBER([K]),IF([K]*[games]>[@most_k_games],INT([@most_k_games]/[games]),[K]),"")', width=7,
    ),
    Column(
        "expected_points", said("Expected points"), said("Sum of PD over the games."), said("{change}.2",
        change=_CHANGE), "two", "change",
        made(_expected), '=IF(ISNUMBER([rating]),SUMIF([Games:no],[no],[Games:pd])/100,"")',
    ),
    Column(
        "difference", said("Difference"), said("Sum of score − PD over the games."), said("{change}.2", change=_CHANGE),
        "two", "change",
        made(_difference_of_points),
        '=IF(ISNUMBER([rating]),SUMIF([Games:no],[no],[Games:score_minus_pd])/100,"")',
    ),
    Column(
        "rating_change", said("Rating change"), said("K used × sum of (score − PD), rounded to the nearest whole, the "
        "half away "
        "from 0."), said("{change}.4", change=_CHANGE), "whole", "change", made(_change),
        '=IF(ISNUMBER([K_used]),ROUND([K_used]*SUMIF([Games:no],[no],[Games:score_minus_pd])/100,0),"")', width=8,
    ),
    shared.new_rating_column(_CHANGE),
    Column(
        "first_average", said("Ra with 2 × 1800"), said("Unrated: (sum of rated opponents + 2 × 1800) / (games + 2)."),
        said("{first}.2", first=_FIRST), "two", "first", made(_first_average),
        '=IF(AND([rating]="",[games]>0),(SUMIF([Games:no],[no],[Games:opponent_rating])'
        '+[@hypothetical_opponents]*[@hypothetical_rating])/([games]+[@hypothetical_opponents]),"")', width=10,
    ),
    Column(
        "per_cent", said("p %"), said("Unrated: (points + 1) / (games + 2) in whole per cent, the half rounded up."),
        said("{first}.2", first=_FIRST),
        "whole", "first", made(_first_per_cent),
        '=IF(ISNUMBER([first_average]),ROUND(100*([points]+[@hypothetical_points])/'
        '([games]+[@hypothetical_opponents]),0),"")', width=6,
    ),
    shared.dp_column(said("FIDE Handbook B.02 (2024), table 8.1.1")),
    Column(
        "initial_rating", said("Initial rating"), said("Ra + dp, rounded to the whole, at most 2200; none for a zero "
        "score."),
        _FIRST, "whole", "first", made(_initial),
        '=IF(AND(ISNUMBER([first_average]),[points]>0),MIN([@highest_first],ROUND([first_average]+[dp],0)),"")',
        width=8,
    ),
    Column(
        "published", said("Published"), said("Whether a first rating can be published, and why not: 5 games, 1400 or "
        "more."),
        said("FIDE Handbook B.02 (1 March 2024), 7.1.4"), "text", "first", made(_why),
        '=IF(ISNUMBER([rating]),"",IF([games]=0,"no: no game against a rated opponent",'
        'IF([points]=0,"no: a zero score in the first event is disregarded",'
        'IF([games]<[@least_games],"no: fewer than "&[@least_games]&" games",'
        'IF([initial_rating]<[@floor],"no: below "&[@floor],"yes")))))', width=34,
    ),
)

RULES = RuleSet(
    name="fide-2024",
    title=said("FIDE rating regulations, 2024"),
    source=said("FIDE Handbook B.02, 1 March 2024, with 8.3.1 as amended 1 October 2025"),
    parameters=_PARAMETERS,
    k_classes=_K_CLASSES,
    settings=("rules", "k", "year"),
    columns=_COLUMNS,
    checks=FIDE_CHECKS,
    game_columns=(*GAME_COLUMNS, *_GAME_COLUMNS, *CHECKING_COLUMNS),
    needs_games=True,
)
