"""The rules of the 1970s to 1990s as a Spanish article of 2006 on Elo's system gives them (docs/method.md section 7).

Rated players: change = K × (points − expected points), from the average of the opponents, or of the tournament.
Unrated players: average + dp in a Swiss; in a round robin where more than 20 % are unrated (IRT), by the article's own
correction of the average.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated

import numpy as np

from pipeline.made_from import Choice, Everybody, Floats, Texts, made
from pipeline.rating import columns as shared
from pipeline.rating.average import STEPS, tournament_average
from pipeline.rating.checks import ARTICLE_CHECKS
from pipeline.rating.columns import each, rounded_average, stated
from pipeline.rating.expected import ROUNDINGS, expected_per_cent, half_away, rounded
from pipeline.rating.first import counted_columns
from pipeline.rating.game_columns import CHECKING_COLUMNS, GAME_COLUMNS
from pipeline.rating.k_names import ASSUMED, COLUMN, HIGH, NEW, OPTION, SETTLED
from pipeline.rating.rules.article_k import TITLES, k_class, open_k
from pipeline.rating.ruleset import KClass, OfGames, Parameter, RatingWork, RuleSet
from pipeline.registry import Column, Judged, Open, Written
from pipeline.words import Said, joined, said

_SOURCE = said("article of 2006 on Elo's system")
_PARAMETERS = (
    Parameter("high_rating", 2400, said("Rating above which an IM or GM has the smallest K")),
    Parameter("new_games", 24, said("Rated games up to which a player counts as new")),
    Parameter("unrated_share", 20, said("Round robin: per cent of unrated players up to which they count with a "
    "rating")),
    Parameter("unrated_as", 2000, said("… this rating")),
    Parameter("irt_rated", 4, said("Conditions of an IRT: rated players, at least")),
    Parameter("irt_share", 30, said("… per cent of rated players, more than")),
    Parameter("irt_games", 9, said("… games of each player, at least")),
    Parameter("per_point", 25, said("Round robin: rating points for each point over 50 % (12.5 for half a point)")),
    Parameter("least_event_games", 4, said("Games that an event needs to count for a first rating")),
    Parameter("least_games", 9, said("Games that a first rating needs to be published")),
    Parameter("floor", 2000, said("Lowest rating that is published")),
)

_K_CLASSES = (
    KClass(HIGH, 10, said("IM or GM above 2400")),
    KClass(NEW, 25, said("fewer than 24 games computed before")),
    KClass(SETTLED, 15, said("24 games or more, and no IM or GM above 2400")),
    KClass(OPTION, None, said("given with --k; title or games before not stated")),
    KClass(COLUMN, None, said("as stated; title or games before not stated")),
    KClass(ASSUMED, 15, said("assumed: 24 games or more, no IM or GM above 2400")),
)
_K_FORMULA = (
    '=IF([rating]="","",IF(AND([rating]>[@high_rating],ISNUMBER(MATCH([Players title],[@titles],0))),"high",'
    'IF(AND(ISNUMBER([Players games_before]),N([Players games_before])<[@new_games]),"new",'
    'IF(AND(ISNUMBER([Players games_before]),OR([rating]<=[@high_rating],[@titles_known]="yes")),"settled",'
    'IF(ISNUMBER([@k]),"option",IF(ISNUMBER([Players k_given]),"column","assumed"))))))'
)


def _kind(given: RatingWork) -> str:
    """What an average is taken from."""
    if given.one_table:
        return "round robin" if given.irt or given.all_rated else "round robin, no IRT"
    return "the table" if given.games is None else "games"


def _of_tournament(rating: Everybody, points: Everybody, games: Everybody, given: RatingWork) -> Floats:
    return np.full(len(given.index), tournament_average(given))


def _of_tournament_or_opponents(
    rating: Floats, points: Everybody, games: Everybody, own_games: Annotated[Floats, "games"], given: RatingWork
) -> Floats:
    """The tournament average; for the unrated of a round robin that is no IRT that of their rated opponents."""
    if given.games is None:
        # Everybody met everybody, so that the rated opponents of an unrated player are all the rated.
        ratings = given.entry.numbers("rating")
        opponents = np.full(len(ratings), np.nanmean(ratings) if np.isfinite(ratings).any() else np.nan)
    else:
        opponents = given.sum_over("games", given.games.values["counted_rating"])
        opponents = opponents / np.where(own_games > 0, own_games, np.nan)
    own = each(lambda value: rounded_average(value, given.settings.average), opponents)
    return np.where(np.isnan(rating), own, tournament_average(given))


def _of_opponents(rating: Annotated[OfGames, "Games:counted_rating"], games: Floats, given: RatingWork) -> Floats:
    exact = shared.average_of_opponents(rating, games)
    return each(lambda value: rounded_average(value, given.settings.average), exact)


_BY_AVERAGE = Written(may_follow=("average",))
_D = Written(tells=("average", "difference"), may_follow=("average",))
_AVERAGE = Choice(_kind, {
    "round robin": made(_of_tournament), "round robin, no IRT": made(_of_tournament_or_opponents),
    "the table": stated("average"), "games": made(_of_opponents),
})


def _average_formula(work: RatingWork) -> str:
    if _kind(work) == "round robin, no IRT":
        if work.games is None:
            mean = shared.as_average("[@mean_rating]")
        else:
            mean = f'IF([games]=0,"",{shared.as_average(shared.AVERAGE_OF_OPPONENTS)})'
        return f'=IF([rating]="",{mean},[@tournament_average])'
    if work.one_table:
        return "=[@tournament_average]"
    if work.games is None:
        return '=IF(ISNUMBER([Players average]),[Players average],"")'
    return f'=IF([games]=0,"",{shared.as_average(shared.AVERAGE_OF_OPPONENTS)})'


def _in_table(given: RatingWork) -> str:
    return "round robin" if given.one_table else "the table"


def _of_round_robin(key: str, less: int) -> tuple[Choice, Callable[[RatingWork], str]]:
    """How many take part in the round robin, or opponents each has: rule and formula."""
    def count(given: RatingWork) -> Floats:
        return np.full(len(given.index), float(len(given.index) - less))

    def formula(work: RatingWork) -> str:
        if work.one_table:
            return f"=[@{key}]"
        return f'=IF(ISNUMBER([Players {key}]),[Players {key}],"")'

    return Choice(_in_table, {"round robin": made(count), "the table": stated(key)}), formula


def _corrected(D: Floats, opponents: Floats, participants: Floats) -> Floats:
    return np.where(np.isnan(participants), D, D * opponents / participants)


def _corrected_formula(work: RatingWork) -> str:
    return '=IF(ISNUMBER([D]),IF(ISNUMBER([participants]),[D]*[opponents]/[participants],[D]),"")'


def _difference_of_ratings(rating: Floats, average: Floats) -> Floats:
    return rating - average


def _in_table_from_d(D: Floats, given: RatingWork) -> Floats:
    return ROUNDINGS[given.settings.difference](D)


def _in_table_from_corrected(D_corrected: Floats, given: RatingWork) -> Floats:
    return ROUNDINGS[given.settings.difference](D_corrected)


def _expected_per_cent(D_in_table: Floats) -> Floats:
    return each(lambda d: float(expected_per_cent(d)), D_in_table)


def _expected_points(expected_per_cent: Floats, games: Floats) -> Floats:
    return expected_per_cent * games / 100


def _difference(points: Floats, expected_per_cent: Floats, games: Floats) -> Floats:
    return (100 * points - expected_per_cent * games) / 100


def _difference_by_hand(points: Floats, expected_points: Floats) -> Floats:
    return points - expected_points


def _change_by_hand(K: Floats, difference: Floats) -> Floats:
    return K * difference


def _change(K: Floats, points: Floats, expected_per_cent: Floats, games: Floats) -> Floats:
    # One division at the end: K × 0.58 would not be exact, and 14.5 could round down.
    return K * (100 * points - expected_per_cent * games) / 100


def _unrounded_initial(
    rating: Floats, average: Floats, games: Floats, points: Floats, dp: Floats, given: RatingWork
) -> Floats:
    added, over = dp, points - games / 2
    if _against_others(given):
        return np.full(len(dp), np.nan)
    if given.irt:
        below = _corrected_dp(dp, given)
        added = np.where(over > 0, over * given.rules.parameter("per_point"), np.where(over < 0, below, 0.0))
    return np.where(np.isnan(rating) & (games > 0), average + added, np.nan)


def _against_others(given: RatingWork) -> bool:
    """Whether a table's points can't tell those against the rated, which a first rating needs: no IRT, many unrated."""
    unrated = int(np.isnan(given.entry.numbers("rating")).sum())
    return given.one_table and not given.irt and given.games is None and unrated > 1


def _initial(
    rating: Floats, average: Floats, games: Floats, points: Floats, dp: Floats, given: RatingWork
) -> Floats:
    return each(half_away, _unrounded_initial(rating, average, games, points, dp, given))


def _corrected_dp(dp: Floats, given: RatingWork) -> Floats:
    players = len(given.index)
    return dp * (players - 1) / players


def _initial_of_rounded_step(
    rating: Floats, average: Floats, games: Floats, points: Floats, dp: Floats, given: RatingWork
) -> Floats:
    """As some tables have it: dp × n/(n+1), which counts under 50 %, was rounded before it was added."""
    below = np.isnan(rating) & (points < games / 2) & given.irt
    return np.where(below, average + rounded(_corrected_dp(dp, given), 0), np.nan)


def _initial_formula(work: RatingWork) -> str:
    dp = "[dp]"
    if _against_others(work):
        return '=""'
    if work.irt:
        over = "([points]-[games]*[@draw_points])"
        dp = f"IF({over}>0,{over}*[@per_point],IF({over}<0,[dp]*[opponents]/[participants],0))"
    return f'=IF(AND([rating]="",ISNUMBER([average]),[games]>0),ROUND([average]+{dp},0),"")'


def _why(rating: Floats, first_games: Floats, first_rating: Floats, given: RatingWork) -> Texts:
    least, most, floor = (given.rules.parameter(name) for name in ("least_event_games", "least_games", "floor"))
    reasons: list[str] = []
    for known, games, first in zip(rating.tolist(), first_games.tolist(), first_rating.tolist(), strict=True):
        if not math.isnan(known):
            reasons.append("")
        elif _against_others(given):
            reasons.append(said("no: the table doesn't say the points against the rated"))
        elif not games:
            reasons.append(joined("", [said("no: no event with "), f"{least:g}", said(" games or more")]))
        elif games < most:
            reasons.append(joined("", [said("no: fewer than "), f"{most:g}", said(" games in all")]))
        elif first < floor:
            reasons.append(joined("", [said("no: below "), f"{floor:g}"]))
        else:
            reasons.append(said("yes"))
    return np.array(reasons, dtype=object)


def _why_formula(work: RatingWork) -> str:
    if _against_others(work):
        return '=IF(ISNUMBER([rating]),"","no: the table doesn\'t say the points against the rated")'
    return _WHY_FORMULA


_WHY_FORMULA = (
    '=IF(ISNUMBER([rating]),"",IF(N([first_games])=0,"no: no event with "&[@least_event_games]&" games or more",'
    'IF([first_games]<[@least_games],"no: fewer than "&[@least_games]&" games in all",'
    'IF([first_rating]<[@floor],"no: below "&[@floor],"yes"))))'
)


def _columns() -> tuple[Column[RatingWork], ...]:
    participants, participants_formula = _of_round_robin("participants", 0)
    opponents, opponents_formula = _of_round_robin("opponents", 1)
    rated = 'ISNUMBER([rating])'
    return (
        *shared.player_columns(said("Player")),
        shared.GAMES,
        *shared.points_columns(
            said("Points counted"),
            said("Points from the games that count: against rated opponents; in a round robin, all."),
        ),
        Column(
            "average", said("Ra"), said("Average rating of the rated opponents; in a round robin that of the whole "
            "tournament."),
            _SOURCE, "number", "game", _AVERAGE, _average_formula, judged=Judged(written=_BY_AVERAGE),
        ), Column(
            "participants", said("Participants"), said("Players of the round robin."), _SOURCE, "helper", "change",
            participants, participants_formula, width=10, wanted=lambda w: w.corrected,
        ), Column(
            "opponents", said("Opponents"), said("Opponents in the round robin: participants less one."), _SOURCE,
            "helper",
            "change", opponents, opponents_formula, width=10, wanted=lambda w: w.corrected,
        ), Column(
            "D", said("D"), said("Rating − Ra."), _SOURCE, "number", "change", made(_difference_of_ratings),
            f'=IF(AND({rated},ISNUMBER([average])),[rating]-[average],"")', judged=Judged(written=_D),
        ), Column(
            "D_corrected", said("Corrected D"), said("Round robin: D × opponents / participants, n/(n+1); else D."),
            _SOURCE, "two", "change", made(_corrected), _corrected_formula, width=10, wanted=lambda w: w.corrected,
            judged=Judged(written=_D),
        ), Column(
            "D_in_table", said("D in table"), said("D (corrected in a round robin) as a whole number, for table "
            "8.1.2."), _SOURCE,
            "whole", "change",
            Choice(lambda given: "round robin" if given.corrected else "else", {
                "round robin": made(_in_table_from_corrected), "else": made(_in_table_from_d),
            }), lambda w: '=IF(ISNUMBER([D]),IF([@difference]="down",INT([{0}]),ROUND([{0}],0)),"")'.format(
                "D_corrected" if w.corrected else "D"
            ), judged=Judged(exact=True, written=Written(may_follow=("difference",))),
        ), Column(
            "expected_per_cent", said("Expected %"), said("From table 8.1.2, for D: the higher rated for D ≥ 0."),
            _SOURCE, "whole", "change", made(_expected_per_cent),
            '=IF(ISNUMBER([D_in_table]),IF([D_in_table]<0,INDEX([@pd_lower],MATCH(-[D_in_table],[@pd_from],1)),'
            'INDEX([@pd_higher],MATCH([D_in_table],[@pd_from],1))),"")',
            judged=Judged(exact=True, written=Written(tells=("average", "difference"), may_follow=("difference",))),
        ), Column(
            "expected_points", said("Expected points"), said("Expected % × games."), _SOURCE, "two", "change",
            made(_expected_points),
            '=IF(ISNUMBER([expected_per_cent]),[expected_per_cent]*[games]/100,"")', judged=Judged(),
        ), Column(
            "difference", said("Difference"), said("Points − expected points."), _SOURCE, "two", "change",
            made(_difference), '=IF(ISNUMBER([expected_per_cent]),(100*[points]-[expected_per_cent]*[games])/100,"")',
            judged=Judged(instead=made(_difference_by_hand)),
        ), *shared.k_columns(
            _SOURCE, k_class, _K_FORMULA, Judged(exact=True, open=Open(made(open_k), told_by="rating_change"))
        ), Column(
            "rating_change", said("Rating change"), said("K × difference, from the unrounded difference."), _SOURCE,
            "two",
            "change", made(_change),
            '=IF(ISNUMBER([difference]),[K]*(100*[points]-[expected_per_cent]*[games])/100,"")',
            judged=Judged(instead=made(_change_by_hand), written=Written(as_printed="difference")),
        ),
        shared.new_rating_column(_SOURCE),
        shared.performance_column(),
        shared.per_cent_column(_SOURCE),
        shared.dp_column(_SOURCE),
        Column(
            "initial_rating", said("Initial rating"), said("Unrated, Swiss or no IRT: Ra + dp. IRT: Ra at 50 %; "
            "above, Ra + 25 "
            "for each point over 50 %; below, Ra + dp × opponents / participants. Rounded to the whole."), _SOURCE,
            "whole", "first", made(_initial), _initial_formula, width=8,
            judged=Judged(instead=made(_unrounded_initial), written=Written(
                may_follow=("average",), otherwise=(("rounded_step", made(_initial_of_rounded_step)),),
            )),
        ), *counted_columns(_SOURCE),
        Column(
            "published", said("Published"), said("Whether a first rating can be published, and why not: 9 games, at "
            "least 4 in "
            "each event counted, 2000 or more."), _SOURCE, "text", "first", made(_why), _why_formula, width=32,
        ),
    )


def _notes(work: RatingWork) -> list[Said]:
    lines = [said(
        "The expected score is read from FIDE's table 8.1.2; the article's printed table differs from it at D = 735 "
        "and from 189 to 197."
    )]
    if work.one_table and not work.all_rated:
        lines.append(
            said("The round robin counts as an IRT: first ratings by its rule.") if work.irt else
            said("The round robin is no IRT: first ratings by the rule of a Swiss, Ra of the rated opponents + dp.")
        )
    return lines


RULES = RuleSet(
    name="article",
    title=said("the rules of the 2006 article"),
    source=said("article of 2006 on Elo's system, with FIDE's rules of the 1970s to 1990s"),
    parameters=_PARAMETERS,
    k_classes=_K_CLASSES,
    settings=("rules", "type", "k", "average", "difference"),
    columns=_columns(),
    checks=ARTICLE_CHECKS,
    game_columns=(*GAME_COLUMNS, *CHECKING_COLUMNS),
    steps=STEPS,
    titles=TITLES,
    weighs_previous=True,
    left_open=("average", "difference"),
    notes=_notes,
)
