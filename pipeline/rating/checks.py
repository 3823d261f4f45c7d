"""The checks of a rating report; `pipeline.registry.CheckRule` says what a check is."""

from __future__ import annotations

import numpy as np

from pipeline.event import PENDING, RESULTS
from pipeline.rating.k_names import ASSUMED
from pipeline.rating.kinds import STANDARD
from pipeline.rating.ruleset import RatingWork
from pipeline.registry import GUARDS, CheckRule, naming
from pipeline.words import joined, said

ROUNDING = 1e-6
"""Sums of some hundred numbers carry rounding noise of 1e-12; an error is far larger."""
_DRAW = RESULTS["d"].points


def _is_event(work: RatingWork) -> bool:
    return work.games is not None


def _games_sum(work: RatingWork, key: str) -> float:
    return float(np.nansum(work.games.array(key))) if work.games is not None else 0.0


def _rated(work: RatingWork) -> np.ndarray:
    return np.asarray(np.isfinite(work.array("rating")))


def _assumed(work: RatingWork) -> np.ndarray:
    return np.array([key == ASSUMED for key in work.frame["k_class"].tolist()])


def _other_k(work: RatingWork) -> np.ndarray:
    given = work.entry.numbers("k_given")
    return np.asarray(np.isfinite(given) & _rated(work) & (given != work.array("K")))


def _no_value(work: RatingWork) -> np.ndarray:
    """Unrated players whose games don't give an initial rating."""
    return np.asarray(~_rated(work) & np.isnan(work.array("initial_rating")))


def _pending(work: RatingWork) -> float:
    """Games whose result isn't known yet: each stands in two rows."""
    event = work.entry.event
    return 0.0 if event is None else float((event.entries["result"] == PENDING).sum() / 2)


def _rows(work: RatingWork) -> float:
    """What the players' games would be in a complete round robin, every pair as often as the busiest player's share."""
    return float(len(work.frame) * work.array("games").max())


COMMON_CHECKS: tuple[CheckRule[RatingWork], ...] = (
    *GUARDS,
    CheckRule(
        "mismatch", said("Both players of a game tell the same"), "error", lambda w: _games_sum(w, "mismatch"),
        "=SUM([Games:mismatch])",
        said("An opponent or result is contradicted by the other player's row: correct it on the sheet Event."),
        wanted=_is_event,
    ),
    CheckRule(
        "points", said("Sum of points = half a point for each side of a game"), "error",
        lambda w: _games_sum(w, "score"), "=SUM([Games:score])",
        said("Some game's two results don't add up to one point."),
        expected=lambda w: _games_sum(w, "game") * _DRAW, expected_formula="=SUM([Games:game])*[@draw_points]",
        wanted=_is_event, style="measure",
    ),
    CheckRule(
        "text", said("Numbers stored as text"), "error", lambda w: 0.0,
        "=SUMPRODUCT(ISTEXT([Players:numbers])*(LEN([Players:numbers])>0))",
        said("Numbers stored as text are not calculated with: type them again on the sheet Players."),
    ),
    CheckRule(
        "errors", said("Error cells"), "error", lambda w: 0.0, "=SUMPRODUCT(--ISERROR([Rating:sheet]))",
        said("A formula can't be computed: look for # on the sheet Rating."),
    ),
    CheckRule(
        "pending", said("Games to be played"), "provisional", _pending,
        "=(COUNT([Event:rounds])-SUMPRODUCT(COUNTIF([Event:rounds],[@result_codes]),[@result_opponents]))/(1+1)",
        said("Pairings without a result yet: they count for nothing here, and the changes aren't final."),
        wanted=_is_event, reason=(said("1 game to be played"), said("{n} games to be played")),
    ),
    CheckRule(
        "k_assumed", said("Players whose K is assumed"), "alert", lambda w: float(_assumed(w).sum()),
        '=COUNTIF([Rating:k_class],"assumed")',
        said("Title, birth or earlier games aren't stated, so the usual K was taken: add them, or a column K, or "
        "use --k."),
        said=naming(_assumed),
    ),
    CheckRule(
        "k_other", said("Players whose stated K isn't the rules'"), "alert", lambda w: float(_other_k(w).sum()),
        "=SUMPRODUCT(ISNUMBER([Rating:rating])*ISNUMBER([Players:k_given])*([Players:k_given]<>[Rating:K]))",
        said("The rules' K was used; see the reason beside it."), said=naming(_other_k),
    ),
    CheckRule(
        "no_rating", said("Unrated players without an initial rating"), "info", lambda w: float(_no_value(w).sum()),
        "=SUMPRODUCT((1-ISNUMBER([Rating:rating]))*(1-ISNUMBER([Rating:initial_rating])))",
        said("They met no rated opponent, or their score doesn't count."), said=naming(_no_value),
    ),
    CheckRule(
        "published", said("First ratings that can be published"), "info",
        lambda w: float((w.frame["published"] == "yes").sum()), '=COUNTIF([Rating:published],"yes")',
        said("The column Published says why one can't."),
    ),
)

_IRT = said("Where it isn't one, first ratings follow the Swiss rule; --type irt or no-irt says what it is.")


def _of_irt(work: RatingWork) -> str:
    """The conditions matter where somebody is unrated."""
    return "info" if work.all_rated else "alert"


def _all_count(work: RatingWork) -> bool:
    """Whether all games of a round robin count: those of the unrated among themselves don't where it is no IRT."""
    return work.one_table and (work.irt or work.all_rated or work.games is None)


def _below(work: RatingWork, key: str) -> np.ndarray:
    return np.asarray(work.array(key) < work.rules.parameter("floor"))


def _falls(work: RatingWork) -> np.ndarray:
    return np.asarray(_below(work, "new_rating") & ~_below(work, "rating"))


def _plays_with_standard(work: RatingWork) -> np.ndarray:
    event = work.entry.event
    if event is None or work.settings.kind == STANDARD:
        return np.zeros(len(work.index), dtype=bool)
    return np.asarray(event.unrated & _rated(work))


def _game(work: RatingWork, key: str) -> np.ndarray:
    return work.games.array(key) if work.games is not None else np.array([])


def _far(work: RatingWork) -> np.ndarray:
    far = (_game(work, "rated") == 0) & np.isfinite(_game(work, "opponent_rating"))
    return np.asarray(far & np.isfinite(_game(work, "rating")))


ARTICLE_CHECKS: tuple[CheckRule[RatingWork], ...] = (
    *COMMON_CHECKS,
    CheckRule(
        "table_points", said("Sum of points = half of all games"), "error", lambda w: float(w.array("points").sum()),
        "=SUM([Rating:points])", said("In a complete round robin all points come from the table's own games: a score "
        "is "
        "wrong, a player is missing, or not everybody met everybody (then use --type swiss)."),
        expected=lambda w: float(w.array("games").sum() * _DRAW),
        expected_formula="=SUM([Rating:games])*[@draw_points]", wanted=_all_count, style="measure",
    ),
    CheckRule(
        "complete", said("Games of a complete round robin"), "alert", lambda w: float(w.array("games").sum()),
        "=SUM([Rating:games])", said("Somebody has fewer games than others: expected points are for the games played."),
        expected=_rows, expected_formula="=COUNT([Rating:no])*MAX([Rating:games])", wanted=_all_count,
    ),
    CheckRule(
        "irt_rated", said("IRT: rated players that it lacks"), _of_irt,
        lambda w: float(max(0.0, w.rules.parameter("irt_rated") - _rated(w).sum())),
        "=MAX(0,[@irt_rated]-COUNT([Rating:rating]))", joined(" ", [said("An IRT needs at least 4 rated players."),
        _IRT]),
        wanted=lambda w: w.one_table,
    ),
    CheckRule(
        "irt_share", said("IRT: more than 30 % are rated (0 yes, 1 no)"), _of_irt,
        lambda w: float(100 * _rated(w).sum() <= w.rules.parameter("irt_share") * len(w.index)),
        "=IF(100*COUNT([Rating:rating])>[@irt_share]*COUNT([Rating:no]),0,1)",
        joined(" ", [said("An IRT needs more than 30 % rated players."), _IRT]), wanted=lambda w: w.one_table,
    ),
    CheckRule(
        "irt_games", said("IRT: games of each player that it lacks"), _of_irt,
        lambda w: max(0.0, w.rules.parameter("irt_games") - float(np.max(w.array("games"), initial=0.0))),
        "=MAX(0,[@irt_games]-MAX([Rating:games]))", joined(" ", [said("An IRT needs 9 games of each player."), _IRT]),
        wanted=lambda w: w.one_table,
    ),
    CheckRule(
        "balance", said("Sum of expected points + differences = points of the rated"), "error",
        lambda w: float(np.nansum(w.array("expected_points")) + np.nansum(w.array("difference"))),
        "=SUM([Rating:expected_points])+SUM([Rating:difference])",
        said("A difference isn't points − expected points."),
        expected=lambda w: float(w.array("points")[np.isfinite(w.array("difference"))].sum()),
        expected_formula="=SUMPRODUCT(ISNUMBER([Rating:difference])*[Rating:points])",
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "differences", said("Sum of the differences"), "info", lambda w: float(np.nansum(w.array("difference"))),
        "=SUM([Rating:difference])",
        said("In a round robin of rated players about 0: what is left comes from whole per cent and the rounded D."),
        style="measure",
    ),
)


def _pairs_apart(work: RatingWork) -> float:
    """Sides of games whose two PD don't add to 100, those of players with the 2650 exception left out."""
    high = work.rules.parameter("real_difference") if work.settings.kind == STANDARD else np.inf
    both = _game(work, "pd_sum")
    low = (_game(work, "rating") < high) & (_game(work, "opponent_rating") < high)
    return float((np.isfinite(both) & (both != 100) & low).sum())


FIDE_CHECKS: tuple[CheckRule[RatingWork], ...] = (
    *COMMON_CHECKS,
    CheckRule(
        "low", said("Stated ratings below 1400"), "alert", lambda w: float(_below(w, "rating").sum()),
        "=SUMPRODUCT(ISNUMBER([Rating:rating])*([Rating:rating]<[@floor]))",
        said("Since March 2024 FIDE has no rating below 1400: it is a national one, or a mistake. It was calculated "
        "with as "
        "stated."), said=naming(lambda w: _below(w, "rating")),
    ),
    CheckRule(
        "falls", said("Players who fall below 1400: unrated on the next list"), "alert",
        lambda w: float(_falls(w).sum()),
        "=SUMPRODUCT(ISNUMBER([Rating:new_rating])*([Rating:new_rating]<[@floor])*([Rating:rating]>=[@floor]))",
        said("If this event is all of the rating period."), said=naming(_falls),
    ),
    CheckRule(
        "standard", said("Unrated players who play with their standard rating"), "info",
        lambda w: float(_plays_with_standard(w).sum()),
        '=COUNT([Rating:rating])-COUNTIF([Event:rating],">0")',
        said("Rapid and blitz: whoever is unrated there plays with it."), wanted=lambda w: w.settings.kind != STANDARD,
        said=naming(_plays_with_standard),
    ),
    CheckRule(
        "far", said("Sides of games that aren't rated: a difference of 600 or more, one above 2600"), "info",
        lambda w: float(_far(w).sum()),
        "=SUMPRODUCT(ISNUMBER([Games:rating])*ISNUMBER([Games:opponent_rating])*([Games:rated]=0))",
        said("Rapid and blitz, from 1 December 2024."), wanted=lambda w: w.settings.kind != STANDARD,
    ),
    CheckRule(
        "pairs", said("PD of the two players of a game don't add to 100"), "error", _pairs_apart,
        lambda w: "=SUMPRODUCT(ISNUMBER([Games:pd_sum])*([Games:pd_sum]<>100)*ISNUMBER([Games:rating])" + (
            "*([Games:rating]<[@real_difference])*([Games:opponent_rating]<[@real_difference]))"
            if w.settings.kind == STANDARD else ")"
        ),
        said("A difference or PD was changed. (Games of players rated 2650 and more are left out: for them the real "
        "difference counts, for their opponents at most 400.)"),
    ),
    CheckRule(
        "balance", said("Sum of PD + differences = points in rated games (per cent)"), "error",
        lambda w: float(np.nansum(_game(w, "pd")) + np.nansum(_game(w, "score_minus_pd"))),
        "=SUM([Games:pd])+SUM([Games:score_minus_pd])", said("A difference isn't score − PD."),
        expected=lambda w: float(100 * np.nansum(_game(w, "score")[np.isfinite(_game(w, "pd"))])),
        expected_formula="=100*SUMPRODUCT(--ISNUMBER([Games:pd]),[Games:score])",
    ),
    CheckRule(
        "cut", said("Sides of games with the 400-point rule"), "info",
        lambda w: float((_game(w, "difference_counted") != _game(w, "difference"))[
            np.isfinite(_game(w, "difference"))].sum()),
        "=SUMPRODUCT(ISNUMBER([Games:difference])*([Games:difference]<>[Games:difference_counted]))",
        said("Differences of more than 400 points count as 400, but for players rated 2650 and more."),
    ),
    CheckRule(
        "k_lowered", said("Players whose K was lowered, so that K × games ≤ 700"), "info",
        lambda w: float((w.array("K_used") < w.array("K")).sum()),
        "=SUMPRODUCT(ISNUMBER([Rating:K])*([Rating:K_used]<[Rating:K]))", said("FIDE B.02 8.3.3."),
    ),
)
