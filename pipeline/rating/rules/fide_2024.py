"""FIDE Handbook B.02, Rating Regulations effective from 1 March 2024, with 8.3.1 as amended from 1 October 2025.

Rated players: game by game, K × sum of (score − PD). Unrated players: two drawn games more, against 1800.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np

from pipeline.made_from import Choice, Floats, Texts, made
from pipeline.method.dp import percentage
from pipeline.rating import columns as shared
from pipeline.rating.checks import FIDE_CHECKS
from pipeline.rating.columns import each
from pipeline.rating.expected import WHOLE, expected_per_cent, half_away, rounded
from pipeline.rating.game_columns import CHECKING_COLUMNS, GAME_COLUMNS, REPLY
from pipeline.rating.kinds import STANDARD
from pipeline.rating.rules import fide_2024_k as k
from pipeline.rating.ruleset import GameWork, OfGames, Parameter, RatingWork, Reply, RuleSet
from pipeline.rating.settings import OF_ALL
from pipeline.registry import Column, Judged, Open, Written
from pipeline.words import Said, joined, said

_CHANGE = said("FIDE Handbook B.02 (1 March 2024), 8.3")
_FIRST = said("FIDE Handbook B.02 (1 March 2024), 8.2")

_PARAMETERS = (
    *k.PARAMETERS,
    Parameter("cut", 400, said("8.3.1: a larger rating difference counts as this")),
    Parameter("real_difference", 2650, said("8.3.1 (1 October 2025): from this rating on the real difference counts "
                                       "(standard chess only)")),
    Parameter("far", 600, said("Rapid and blitz (1 December 2024): a game with such a difference or more isn't "
    "rated …")),
    Parameter("far_above", 2600, said("… if one of the two is above this")),
    Parameter("hypothetical_opponents", 2, said("8.2.2: hypothetical opponents of an unrated player")),
    Parameter("hypothetical_rating", 1800, said("8.2.2: their rating")),
    Parameter("hypothetical_points", 1, said("8.2.2: points against them (draws)")),
    Parameter("highest_first", 2200, said("8.2.3: highest first rating")),
    Parameter("least_games", 5, said("7.1.4: games that a first rating needs to be published")),
    Parameter("floor", 1400, said("7.1.4: lowest rating of the list")),
)

# The Games sheet


def _difference(rating: Floats, counted_rating: Floats) -> Floats:
    return rating - counted_rating


def as_it_counts(difference: Floats, rating: Floats, kind: str, given: GameWork | RatingWork) -> Floats:
    """A difference as it counts: at most 400 either way, but the real one from 2650 on in standard chess."""
    cut, real = given.rules.parameter("cut"), given.rules.parameter("real_difference")
    exempt = (rating >= real) & (kind == STANDARD)
    return np.where(exempt, difference, np.clip(difference, -cut, cut))


def _counted(difference: Floats, rating: Floats, given: GameWork) -> Floats:
    return as_it_counts(difference, rating, given.kind, given)


def _counted_formula(work: GameWork) -> str:
    cut = "MAX(-[@cut],MIN([@cut],[difference]))"
    if work.kind == STANDARD:
        cut = f"IF([rating]>=[@real_difference],[difference],{cut})"
    return f'=IF(ISNUMBER([difference]),{cut},"")'


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
        '=IF(AND(ISNUMBER([rating]),ISNUMBER([counted_rating])),[rating]-[counted_rating],"")', width=8,
    ),
    Column(
        "difference_counted", said("D counted"), said("At most 400 either way; in standard chess the real one for a "
        "player rated "
        "2650 or more."), said("{change}.1", change=_CHANGE), "number", "change", made(_counted), _counted_formula,
        width=9,
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


def _source(given: RatingWork) -> str:
    """What a column is made from: the games, or numbers that a table has of them (an audit's), or itself as stated."""
    return "games" if given.games is not None else "the table"


def _difference_from(given: RatingWork) -> str:
    if given.games is not None:
        return "games"
    return "expected points" if given.entry.has("expected_points") and given.entry.has("points") else "the table"


def _change_from(given: RatingWork) -> str:
    if given.games is not None:
        return "games"
    has = given.entry.has
    return "difference" if has("difference") or (has("expected_points") and has("points")) else "the table"


def _used(K: Floats, games: Floats, given: RatingWork) -> Floats:
    most = given.rules.parameter("most_k_games")
    return np.where(np.isnan(games), K, each(lambda k, n: float(most // n) if k * n > most else k, K, games))


def _expected(pd: Annotated[OfGames, "Games:pd"], rating: Floats) -> Floats:
    return np.where(np.isnan(rating), np.nan, pd.total() / 100)


def _difference_of_points(difference: Annotated[OfGames, "Games:score_minus_pd"], rating: Floats) -> Floats:
    return np.where(np.isnan(rating), np.nan, difference.total() / 100)


def _difference_by_hand(points: Floats, expected_points: Floats) -> Floats:
    return points - expected_points


def _k_times_sum(K_used: Floats, difference: Annotated[OfGames, "Games:score_minus_pd"]) -> Floats:
    # From whole per cent, with one division at the end, so that a half is exactly a half.
    return K_used * difference.total() / 100 + 0.0


def _change(k_times_sum: Floats) -> Floats:
    return each(half_away, k_times_sum)


def _change_by_hand(K_used: Floats, difference: Floats) -> Floats:
    return K_used * difference


_BY_HAND = Choice(_change_from, {
    "games": made(_change_by_hand), "difference": made(_change_by_hand), "the table": shared.stated("rating_change"),
})
_AS_PRINTED = Written(as_printed="difference")


def _first_average(
    rating: Floats, opponents: Annotated[OfGames, "Games:counted_rating"], games: Floats, given: RatingWork
) -> Floats:
    return _with_hypothetical(rating, opponents.total(), games, given)


def _first_from(given: RatingWork) -> str:
    if given.games is not None:
        return "games"
    return "average" if given.entry.has("average") else "the table"


def _with_hypothetical(rating: Floats, total: Floats, games: Floats, given: RatingWork) -> Floats:
    count, hypothetical = (given.rules.parameter(f"hypothetical_{what}") for what in ("opponents", "rating"))
    average = (total + count * hypothetical) / (games + count)
    return np.where(np.isnan(rating) & (games > 0), average, np.nan)


def _first_average_by_hand(rating: Floats, average: Floats, games: Floats, given: RatingWork) -> Floats:
    """From the average as a table has it: of the opponents, or with the two hypothetical ones already."""
    if given.settings.first_ra == OF_ALL:
        return np.where(np.isnan(rating), average, np.nan)
    return _with_hypothetical(rating, average * games, games, given)


def _first_per_cent(first_average: Floats, points: Floats, games: Floats, given: RatingWork) -> Floats:
    more, count = given.rules.parameter("hypothetical_points"), int(given.rules.parameter("hypothetical_opponents"))
    return each(lambda _, s, n: float(percentage(s + more, int(n) + count)), first_average, points, games)


def _per_cent_by_hand(rating: Floats, points: Floats, games: Floats, given: RatingWork) -> Floats:
    """Tables have the per cent of the rated, too: plainly points / games."""
    unrated = np.where(np.isnan(rating) & (games > 0), games, np.nan)
    return np.where(np.isnan(rating), _first_per_cent(unrated, points, games, given), shared.per_cent(points, games))


def _initial(first_average: Floats, dp: Floats, points: Floats, given: RatingWork) -> Floats:
    return each(half_away, _initial_by_hand(first_average, dp, points, given))


def _initial_by_hand(first_average: Floats, dp: Floats, points: Floats, given: RatingWork) -> Floats:
    most = given.rules.parameter("highest_first")
    return np.where(points > 0, np.minimum(most, first_average + dp), np.nan)


def _initial_of_rounded(first_average: Floats, dp: Floats, points: Floats, given: RatingWork) -> Floats:
    return _initial_by_hand(rounded(first_average, 0), dp, points, given)


def _why(
    rating: Floats, games: Floats, points: Floats, initial_rating: Floats, new_rating: Floats, given: RatingWork
) -> Texts:
    least, floor = given.rules.parameter("least_games"), given.rules.parameter("floor")
    reasons: list[str] = []
    rows = zip(*(column.tolist() for column in (rating, games, points, initial_rating, new_rating)), strict=True)
    for known, n, s, initial, new in rows:
        if not math.isnan(known):
            low = joined("", [said("no: the stated rating is below "), f"{floor:g}"])
            falls = joined("", [said("no: below "), f"{floor:g}", said(", unrated on the next list")])
            reasons.append(low if known < floor else falls if new < floor else "")
        elif not n:
            reasons.append(said("no: no game against a rated opponent"))
        elif not s:
            reasons.append(said("no: a zero score in the first event is disregarded"))
        elif n < least:
            reasons.append(joined("", [said("no: fewer than "), f"{least:g}", said(" games")]))
        elif initial < floor:
            reasons.append(joined("", [said("no: below "), f"{floor:g}"]))
        else:
            reasons.append(said("yes"))
    return np.array(reasons, dtype=object)


_COLUMNS: tuple[Column[RatingWork], ...] = (
    *shared.player_columns(said("Player")),
    shared.GAMES,
    *shared.points_columns(
        said("Points against rated"), said("Points from the games against rated opponents.")
    ),
    Column(
        "average", said("Ra"), said("Average rating of the rated opponents; not rounded, for information."), _CHANGE,
        "two",
        "game", Choice(_source, {"games": made(shared.average_of_opponents), "the table": shared.stated("average")}),
        f'=IF([games]=0,"",{shared.AVERAGE_OF_OPPONENTS})', judged=Judged(),
    ),
    shared.performance_column(),
    *shared.k_columns(
        k.SOURCE, k.k_class, k.k_formula, Judged(exact=True, open=Open(made(k.open_k), told_by="rating_change"))
    ),
    Column(
        "K_used", said("K used"), said("K, or the largest whole number for which K × games ≤ 700: with the games of "
        "the whole "
        "rating period, of which only this event's are known here."), k.SOURCE, "whole", "K", made(_used),
        '=IF(ISNUMBER([K]),IF([K]*[games]>[@most_k_games],INT([@most_k_games]/[games]),[K]),"")', width=7,
        judged=Judged(exact=True),
    ),
    Column(
        "expected_points", said("Expected points"), said("Sum of PD over the games."), said("{change}.2",
        change=_CHANGE), "two", "change",
        Choice(_source, {"games": made(_expected), "the table": shared.stated("expected_points")}),
        '=IF(ISNUMBER([rating]),SUMIF([Games:no],[no],[Games:pd])/100,"")', judged=Judged(),
    ),
    Column(
        "difference", said("Difference"), said("Sum of score − PD over the games."), said("{change}.2", change=_CHANGE),
        "two", "change",
        made(_difference_of_points),
        '=IF(ISNUMBER([rating]),SUMIF([Games:no],[no],[Games:score_minus_pd])/100,"")',
        judged=Judged(instead=Choice(_difference_from, {
            "games": made(_difference_by_hand), "expected points": made(_difference_by_hand),
            "the table": shared.stated("difference"),
        })),
    ),
    Column(
        "k_times_sum", said("K × sum"), said("K used × sum of (score − PD), with two decimals as FIDE's pages show "
        "it: this "
        "event's share of the rating period's change, which is rounded once."), said("{change}.4", change=_CHANGE),
        "two", "change",
        made(_k_times_sum),
        '=IF(ISNUMBER([K_used]),[K_used]*SUMIF([Games:no],[no],[Games:score_minus_pd])/100,"")', width=8,
        judged=Judged(instead=_BY_HAND, written=_AS_PRINTED),
    ),
    Column(
        "rating_change", said("Rating change"), said("K × sum rounded to the nearest whole, the half away from 0: "
        "the change if "
        "this event is all of the rating period."), said("{change}.4", change=_CHANGE), "whole", "change",
        made(_change),
        '=IF(ISNUMBER([k_times_sum]),ROUND([k_times_sum],0),"")', width=8,
        judged=Judged(instead=_BY_HAND, written=_AS_PRINTED),
    ),
    shared.new_rating_column(_CHANGE),
    Column(
        "first_average", said("Ra with 2 × 1800"), said("Unrated: (sum of rated opponents + 2 × 1800) / (games + 2)."),
        said("{first}.2", first=_FIRST), "two", "first", made(_first_average),
        '=IF(AND([rating]="",[games]>0),(SUMIF([Games:no],[no],[Games:counted_rating])'
        '+[@hypothetical_opponents]*[@hypothetical_rating])/([games]+[@hypothetical_opponents]),"")', width=10,
        judged=Judged(instead=Choice(_first_from, {
            "games": made(_first_average_by_hand), "average": made(_first_average_by_hand),
            "the table": shared.stated("first_average"),
        })),
    ),
    Column(
        "per_cent", said("p %"), said("Unrated: (points + 1) / (games + 2) in whole per cent, the half rounded up."),
        said("{first}.2", first=_FIRST),
        "whole", "first", made(_first_per_cent),
        '=IF(ISNUMBER([first_average]),ROUND(100*([points]+[@hypothetical_points])/'
        '([games]+[@hypothetical_opponents]),0),"")', width=6,
        judged=Judged(exact=True, instead=made(_per_cent_by_hand)),
    ),
    shared.dp_column(said("FIDE Handbook B.02 (2024), table 8.1.1")),
    Column(
        "initial_rating", said("Initial rating"), said("Ra + dp, rounded to the whole, at most 2200; none for a zero "
        "score."),
        _FIRST, "whole", "first", made(_initial),
        '=IF(AND(ISNUMBER([first_average]),[points]>0),MIN([@highest_first],ROUND([first_average]+[dp],0)),"")',
        width=8,
        judged=Judged(instead=made(_initial_by_hand), written=Written(
            tells=("first_ra",), otherwise=((f"average_{WHOLE}", made(_initial_of_rounded)),),
        )),
    ),
    Column(
        "published", said("Published"), said("Whether a first rating can be published, and why not: 5 games, 1400 "
        "or more. "
        "Whoever falls below 1400 is unrated on the next list."), said("FIDE Handbook B.02 (1 March 2024), 7.1.4"),
        "text",
        "first",
        made(_why),
        '=IF(ISNUMBER([rating]),IF([rating]<[@floor],"no: the stated rating is below "&[@floor],'
        'IF(ISNUMBER([new_rating]),IF([new_rating]<[@floor],"no: below "&[@floor]&", unrated on the next list",""),'
        '"")),'
        'IF([games]=0,"no: no game against a rated opponent",'
        'IF([points]=0,"no: a zero score in the first event is disregarded",'
        'IF([games]<[@least_games],"no: fewer than "&[@least_games]&" games",'
        'IF([initial_rating]<[@floor],"no: below "&[@floor],"yes")))))', width=34,
    ),
)

def _notes(work: RatingWork) -> list[Said]:
    return [said(
        "Changes are this event's share of the rating period: FIDE adds up K × sum over all events of the period and "
        "rounds once (8.3.4), and lowers K where K × games of the whole period is more than 700 (8.3.3)."
    )]


RULES = RuleSet(
    name="fide-2024",
    title=said("FIDE rating regulations, 2024"),
    source=said("FIDE Handbook B.02, 1 March 2024, with 8.3.1 as amended 1 October 2025"),
    parameters=_PARAMETERS,
    k_classes=k.K_CLASSES,
    settings=("rules", "kind", "k", "year"),
    columns=_COLUMNS,
    checks=FIDE_CHECKS,
    game_columns=(*GAME_COLUMNS, *_GAME_COLUMNS, *CHECKING_COLUMNS),
    needs_games=True,
    has_kinds=True,
    left_open=("first_ra",),
    notes=_notes,
    asks_year=k.asks_year,
)
