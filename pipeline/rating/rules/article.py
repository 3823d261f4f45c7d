"""The rules of the 1970s to 1990s as a Spanish article of 2006 on Elo's system gives them (METHOD.md section 7).

Rated players: change = K × (points − expected points), from the average of the opponents, or of the tournament.
Unrated players: average + dp in a Swiss; in a round robin where more than 20 % are unrated (IRT), by the article's own
correction of the average.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd

from pipeline.rating import columns as shared
from pipeline.rating.average import STEPS, tournament_average
from pipeline.rating.checks import ARTICLE_CHECKS
from pipeline.rating.columns import mapped, rounded_average
from pipeline.rating.expected import expected_per_cent, half_away, whole
from pipeline.rating.first import counted_columns
from pipeline.rating.game_columns import CHECKING_COLUMNS, GAME_COLUMNS
from pipeline.rating.ruleset import KClass, Parameter, RatingWork, RuleSet
from pipeline.registry import Column

_SOURCE = "article of 2006 on Elo's system"
_TITLES = ("IM", "MI", "M", "GM", "G")
"""International masters and grandmasters, as FIDE and the article's tables write them."""

_PARAMETERS = (
    Parameter("high_rating", 2400, "Rating above which an IM or GM has the smallest K"),
    Parameter("new_games", 24, "Rated games up to which a player counts as new"),
    Parameter("unrated_share", 20, "Round robin: per cent of unrated players up to which they count with a rating"),
    Parameter("unrated_as", 2000, "… this rating"),
    Parameter("per_point", 25, "Round robin: rating points for each point over 50 % (12.5 for half a point)"),
    Parameter("least_event_games", 4, "Games that an event needs to count for a first rating"),
    Parameter("least_games", 9, "Games that a first rating needs to be published"),
    Parameter("floor", 2000, "Lowest rating that is published"),
)

_K_CLASSES = (
    KClass("high", 10, "IM or GM above 2400"),
    KClass("new", 25, "fewer than 24 games computed before"),
    KClass("settled", 15, "24 games or more, and no IM or GM above 2400"),
    KClass("option", None, "given with --k; title or games before not stated"),
    KClass("column", None, "as stated; title or games before not stated"),
    KClass("assumed", 15, "assumed: 24 games or more, no IM or GM above 2400"),
)
_K_FORMULA = (
    '=IF([rating]="","",IF(AND([rating]>[@high_rating],ISNUMBER(MATCH([Players title],[@titles],0))),"high",'
    'IF(AND(ISNUMBER([Players games_before]),N([Players games_before])<[@new_games]),"new",'
    'IF(AND(ISNUMBER([Players games_before]),OR([rating]<=[@high_rating],[@titles_known]="yes")),"settled",'
    'IF(ISNUMBER([@k]),"option",IF(ISNUMBER([Players k_given]),"column","assumed"))))))'
)


def _k_class(work: RatingWork) -> list[str]:
    """Article: 25 while fewer than 24 games are computed; then 15; 10 for an IM or GM above 2400."""
    high, new = work.rules.parameter("high_rating"), work.rules.parameter("new_games")
    titles, rows = work.entry.texts("title"), []
    stated = zip(
        work.array("rating").tolist(), titles, work.entry.numbers("games_before").tolist(),
        work.entry.numbers("k_given").tolist(), strict=True,
    )
    for rating, title, games, given in stated:
        if math.isnan(rating):
            rows.append("")
        elif rating > high and title.strip().upper() in _TITLES:
            rows.append("high")
        elif games < new:
            rows.append("new")
        elif games >= new and (rating <= high or work.entry.has("title")):
            rows.append("settled")
        else:
            rows.append("option" if work.settings.k is not None else "assumed" if math.isnan(given) else "column")
    return rows


def _average(work: RatingWork) -> pd.Series:
    if work.one_table:
        return work.series(tournament_average(work))
    if work.games is None:
        return work.series(work.entry.numbers("average"))
    exact = shared.average_of_opponents(work)
    return exact.map(lambda value: rounded_average(value, work.settings.average), na_action="ignore")


def _average_formula(work: RatingWork) -> str:
    if work.one_table:
        return "=[@tournament_average]"
    if work.games is None:
        return '=IF(ISNUMBER([Players average]),[Players average],"")'
    return f'=IF([games]=0,"",{shared.as_average(shared.AVERAGE_OF_OPPONENTS)})'


def _of_round_robin(
    key: str, less: int
) -> tuple[Callable[[RatingWork], pd.Series | pd.DataFrame], Callable[[RatingWork], str]]:
    def compute(work: RatingWork) -> pd.Series:
        if work.one_table:
            return work.series(float(len(work.frame) - less))
        return work.series(work.entry.numbers(key))

    def formula(work: RatingWork) -> str:
        if work.one_table:
            return f"=[@{key}]"
        return f'=IF(ISNUMBER([Players {key}]),[Players {key}],"")'

    return compute, formula


def _corrected(work: RatingWork) -> pd.Series:
    opponents, participants = work.array("opponents"), work.array("participants")
    d = work.array("D")
    return work.series(np.where(np.isnan(participants), d, d * opponents / participants))


def _corrected_formula(work: RatingWork) -> str:
    return '=IF(ISNUMBER([D]),IF(ISNUMBER([participants]),[D]*[opponents]/[participants],[D]),"")'


def _initial(work: RatingWork) -> pd.Series:
    values = []
    per_point = work.rules.parameter("per_point")
    for rating, average, games, points, dp in work.rows("rating", "average", "games", "points", "dp"):
        if not math.isnan(rating) or math.isnan(average) or not games:
            values.append(math.nan)
            continue
        over, added = points - games / 2, dp
        if work.one_table:
            players = len(work.frame)
            added = over * per_point if over > 0 else dp * (players - 1) / players if over < 0 else 0.0
        values.append(half_away(average + added))
    return work.series(values)


def _initial_formula(work: RatingWork) -> str:
    dp = "[dp]"
    if work.one_table:
        over = "([points]-[games]*[@draw_points])"
        dp = f"IF({over}>0,{over}*[@per_point],IF({over}<0,[dp]*[opponents]/[participants],0))"
    return f'=IF(AND([rating]="",ISNUMBER([average]),[games]>0),ROUND([average]+{dp},0),"")'


def _why(work: RatingWork) -> pd.Series:
    least, most, floor = (work.rules.parameter(name) for name in ("least_event_games", "least_games", "floor"))
    said = []
    for rating, games, first in work.rows("rating", "first_games", "first_rating"):
        if not math.isnan(rating):
            said.append("")
        elif not games:
            said.append(f"no: no event with {least:g} games or more")
        elif games < most:
            said.append(f"no: fewer than {most:g} games in all")
        elif first < floor:
            said.append(f"no: below {floor:g}")
        else:
            said.append("yes")
    return work.series(said)


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
        *shared.player_columns("Player"),
        shared.GAMES,
        shared.POINTS,
        Column(
            "average", "Ra", "Average rating of the rated opponents; in a round robin that of the whole tournament.",
            _SOURCE, "number", "game", _average, _average_formula,
        ),
        Column(
            "participants", "Participants", "Players of the round robin.", _SOURCE, "helper", "change", participants,
            participants_formula, width=10, wanted=lambda w: w.corrected,
        ),
        Column(
            "opponents", "Opponents", "Opponents in the round robin: participants less one.", _SOURCE, "helper",
            "change", opponents, opponents_formula, width=10, wanted=lambda w: w.corrected,
        ),
        Column(
            "D", "D", "Rating − Ra.", _SOURCE, "number", "change",
            lambda w: w.frame["rating"] - w.frame["average"],
            f'=IF(AND({rated},ISNUMBER([average])),[rating]-[average],"")',
        ),
        Column(
            "D_corrected", "Corrected D", "Round robin: D × opponents / participants, n/(n+1); else D.", _SOURCE,
            "two", "change", _corrected, _corrected_formula, width=10, wanted=lambda w: w.corrected,
        ),
        Column(
            "D_in_table", "D in table", "D (corrected in a round robin) as a whole number, for table 8.1.2.", _SOURCE,
            "whole", "change",
            lambda w: mapped(
                w, "D_corrected" if w.corrected else "D", value=lambda d: whole(d, w.settings.difference)
            ),
            lambda w: '=IF(ISNUMBER([D]),IF([@difference]="down",INT([{0}]),ROUND([{0}],0)),"")'.format(
                "D_corrected" if w.corrected else "D"
            ),
        ),
        Column(
            "expected_per_cent", "Expected %", "From table 8.1.2, for D: the higher rated for D ≥ 0.", _SOURCE,
            "whole", "change",
            lambda w: mapped(w, "D_in_table", value=lambda d: float(expected_per_cent(d))),
            '=IF(ISNUMBER([D_in_table]),IF([D_in_table]<0,INDEX([@pd_lower],MATCH(-[D_in_table],[@pd_from],1)),'
            'INDEX([@pd_higher],MATCH([D_in_table],[@pd_from],1))),"")',
        ),
        Column(
            "expected_points", "Expected points", "Expected % × games.", _SOURCE, "two", "change",
            lambda w: w.frame["expected_per_cent"] * w.frame["games"] / 100,
            '=IF(ISNUMBER([expected_per_cent]),[expected_per_cent]*[games]/100,"")',
        ),
        Column(
            "difference", "Difference", "Points − expected points.", _SOURCE, "two", "change",
            lambda w: (100 * w.frame["points"] - w.frame["expected_per_cent"] * w.frame["games"]) / 100,
            '=IF(ISNUMBER([expected_per_cent]),(100*[points]-[expected_per_cent]*[games])/100,"")',
        ),
        *shared.k_columns(_SOURCE, _K_FORMULA),
        Column(
            "rating_change", "Rating change", "K × difference, from the unrounded difference.", _SOURCE, "two",
            "change",
            # One division at the end: K × 0.58 would not be exact, and 14.5 could round down.
            lambda w: w.frame["K"] * (100 * w.frame["points"] - w.frame["expected_per_cent"] * w.frame["games"]) / 100,
            '=IF(ISNUMBER([difference]),[K]*(100*[points]-[expected_per_cent]*[games])/100,"")',
        ),
        shared.new_rating_column(_SOURCE),
        shared.per_cent_column(_SOURCE),
        shared.dp_column(_SOURCE),
        Column(
            "initial_rating", "Initial rating", "Unrated, Swiss: Ra + dp. Round robin: Ra at 50 %; above, Ra + 25 for "
            "each point over 50 %; below, Ra + dp × opponents / participants. Rounded to the whole.", _SOURCE, "whole",
            "first", _initial, _initial_formula, width=8,
        ),
        *counted_columns(_SOURCE),
        Column(
            "published", "Published", "Whether a first rating can be published, and why not: 9 games, at least 4 in "
            "each event counted, 2000 or more.", _SOURCE, "text", "first", _why, _WHY_FORMULA, width=32,
        ),
    )


RULES = RuleSet(
    name="article",
    title="the rules of the 2006 article",
    source="article of 2006 on Elo's system, with FIDE's rules of the 1970s to 1990s",
    parameters=_PARAMETERS,
    k_classes=_K_CLASSES,
    k_class=_k_class,
    settings=("rules", "type", "k", "average", "difference"),
    columns=_columns(),
    checks=ARTICLE_CHECKS,
    game_columns=(*GAME_COLUMNS, *CHECKING_COLUMNS),
    steps=STEPS,
    titles=_TITLES,
    weighs_previous=True,
)
