"""The checks that say whether a result can be trusted: each once, as a value, a formula, and words.

Formula templates as in `pipeline.method.columns`, with [key:sum] for a sum row (over the whole family), and [Event:…]
for blocks of the Event sheet.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pipeline.event import KINDS, RESULTS
from pipeline.method import recursion, sums
from pipeline.method.columns import drift_check, pending_join
from pipeline.method.event_checks import EVENT_CHECKS, FAR
from pipeline.method.given import stated_rp_heading
from pipeline.method.order_checks import ORDER_CHECKS
from pipeline.method.recounts import RECOUNTS
from pipeline.method.settings import DEFAULT
from pipeline.method.sums import ROUNDING
from pipeline.method.work import Work, has_limit
from pipeline.registry import GUARDS, NAMED, Check, CheckRule, naming
from pipeline.words import Said, enumerated, joined, said


def few_games(work: Work) -> float:
    """A player with fewer games than this has played less than half of what the busiest has."""
    return float(np.ceil(work.graph.n.max() / 2))


def _pairings_formula(work: Work) -> str:
    """How many players have other opponents than were read, by the sum of their numbers.

    Games to be played are in it where their results change no part of the field: they may be filled in.
    """
    pending = "+[pending_numbers:players]" if pending_join(work) else ""
    as_read = "SUMIF([read_no:players],[no:players],[read_pairings:players])"
    return f"=SUMPRODUCT(--([opponents_numbers:players]{pending}<>{as_read}))"


def _open_kind(work: Work) -> str:
    """What leaves RP or the parts open leaves the standings open where their order compares inside parts."""
    return "provisional" if any(code.by_part for code in work.codes) else "alert"


def _drift_kind(work: Work) -> str:
    """With c = field ĉ can't drift; with c = opponents it may, and then there is no RP."""
    return "error" if work.settings.c == "field" else _open_kind(work)


def _c_hat_kind(work: Work) -> str:
    # Where there are several parts, the check of the parts says it.
    return "info" if work.settings.c == "opponents" and work.graph.components > 1 else _drift_kind(work)


def _without_rp(work: Work) -> float:
    """Players in play who have no RP although nothing drifts."""
    return 0.0 if work.drifts else float((_in_play(work) & np.isnan(work.array("rp"))).sum())


def _without_rp_formula(work: Work) -> str:
    return f'=IF([@check {drift_check(work)}]="OK",SUMPRODUCT(([games:players]>0)*(1-ISNUMBER([rp:players]))),0)'


def _unrated_kind(work: Work) -> str:
    """In a connected field their rating moves all RP alike and no order; between parts it would."""
    declared = work.settings.origin("unrated") != DEFAULT
    return "alert" if declared or work.graph.components < 2 else _open_kind(work)


def stated_half_unit(work: Work) -> float:
    """Half a unit of the last decimal that the input states its recursive performances with."""
    stated = work.array("stated_rp")
    stated = stated[np.isfinite(stated)]
    decimals = next((d for d in range(6) if np.allclose(np.round(stated, d), stated, rtol=0, atol=1e-9)), 6)
    return 0.5 * 10.0**-decimals


def _iteration_sums(work: Work, row: Callable[[np.ndarray], float]) -> np.ndarray:
    return np.array([row(x) for x in work.steps.values.T])


def _range_of_plain_sums(work: Work) -> float:
    plain = _iteration_sums(work, sums.plain)
    return sums.minus(float(plain.max()), float(plain.min()))


def _deviation(work: Work) -> float:
    """The largest |sum × games of iteration k - that of the start - k × that of ĉ|."""
    steps = np.arange(1, work.steps.values.shape[1] + 1)
    gained = steps * sums.weighted(work, work.array("c_hat"))
    start = sums.weighted(work, work.array(work.start))
    deviations = _iteration_sums(work, lambda x: sums.minus(sums.weighted(work, x), start))
    return max(abs(sums.minus(*pair)) for pair in zip(deviations.tolist(), gained.tolist(), strict=True))


def _part_sums(work: Work) -> np.ndarray:
    return np.asarray(recursion.drift(work.array("c_hat"), work.graph) * work.graph.sides)


def stale_parts(work: Work) -> np.ndarray:
    """For component 1, 2, …: whether its limit has another games-weighted sum than its start (one that drifts: no)."""
    limit = work.array("limit")
    start = np.where(np.isnan(limit), 0.0, work.array(work.start))
    off = np.bincount(work.graph.component, weights=work.graph.n * (np.nan_to_num(limit) - np.nan_to_num(start)))
    return np.asarray(np.abs(off[1:]) > ROUNDING)


def _stated_off(work: Work) -> float:
    return float((np.abs(np.nan_to_num(work.array("stated_difference"))) > stated_half_unit(work)).sum())


def _stated_spread(work: Work) -> float:
    return float(np.nanmax(work.array("stated_difference")) - np.nanmin(work.array("stated_difference")))


def _stated_kind(work: Work) -> str:
    """One constant for all players is nothing to look at."""
    spread = np.isfinite(work.array("stated_difference")).any() and _stated_spread(work)
    return "info" if _stated_off(work) and spread <= _stated_tolerance(work) else "alert"


def _stated_tolerance(work: Work) -> float:
    return 2 * stated_half_unit(work) + ROUNDING


def _in_play(work: Work) -> np.ndarray:
    return work.graph.n > 0


def _points_differ(work: Work) -> np.ndarray:
    stated = work.event.players["points_stated"].to_numpy(dtype=float)
    return np.asarray(~np.isnan(stated) & (stated != work.array("score")))


def _points_stated(work: Work, no: int) -> str:
    stated, computed = float(work.event.players["points_stated"][no]), float(work.event.score[no])
    return said("{stated:g} stated, {computed:g} computed", stated=stated, computed=computed)


def _unrated(work: Work) -> np.ndarray:
    return np.asarray(work.event.unrated & _in_play(work))


def _weak(work: Work) -> np.ndarray:
    return _in_play(work) & (work.graph.n < few_games(work))


def _sharing(of: Callable[[Work], np.ndarray]) -> Callable[[Work], str]:
    """The words that name the players of each part or group, where there are several."""
    def named(work: Work) -> Said | str:
        numbers = of(work)
        everyone = [work.index[numbers == number].tolist() for number in range(1, numbers.max() + 1)]
        if len(everyone) < 2:
            return ""
        shown = [
            joined("", [number, ": ", enumerated([str(no) for no in players], NAMED)])
            for number, players in enumerate(everyone, start=1)
        ]
        return said(" As read: {parts}.", parts=enumerated(shown, NAMED, separator="; "))

    return named


def _far(work: Work) -> np.ndarray:
    rating, rp = work.array("rating"), work.array("rp")
    return np.asarray((rp > rating.max() + FAR) | (rp < rating.min() - FAR))


_AGAIN = said(
    "The event was changed after the report was made: run the report again. Until then RP is the last iteration, where "
    "it has settled."
)
NO_RP = said("with c = opponents these results have no RP; c = field has one.")
"""What a drift means, in words that every place uses."""
_DRIFTS = (said("no RP: ĉ drifts"), said("no RP: ĉ drifts"))
_FIX = said("Correct it in the input, and run the report again.")

CHECKS: tuple[CheckRule[Work], ...] = (
    *GUARDS,
    CheckRule(
        "mismatch", said("Both players of a game tell the same"), "error",
        lambda w: w.values["mismatch"].sum(), "=SUM([mismatch:block])",
        said("An opponent or result is contradicted by the other player's row. {fix}", fix=_FIX),
    ),
    CheckRule(
        "letters", said("Results that are not of the list"), "error",
        lambda w: (w.event.arrays.kind == len(KINDS)).sum(),
        "=SUMPRODUCT(--ISTEXT([Event:rounds]))-SUMPRODUCT(COUNTIF([Event:rounds],[@result_codes]))"
        "-SUMPRODUCT(ISTEXT([Event:rounds])*ISNUMBER(VALUE([Event:rounds])))",
        said("Use the letters of the list beside the dp table. {fix}", fix=_FIX),
    ),
    CheckRule(
        "text", said("Numbers stored as text"), "error",
        lambda w: 0.0 if w.event.players["rating"].dtype == float else 1.0,
        "=SUMPRODUCT(ISTEXT([Event:rounds])*ISNUMBER(VALUE([Event:rounds])))"
        "+SUMPRODUCT(--ISTEXT([Event:no]))+SUMPRODUCT(--ISTEXT([Event:rating]))",
        said("Numbers stored as text are not calculated with: type them again in the Event sheet."),
    ),
    CheckRule(
        "twice", said("Player numbers that stand twice"), "error", lambda w: w.index.duplicated(keep=False).sum(),
        "=SUMPRODUCT(--(COUNTIF([no:players],[no:players])>1))",
        said("Opponents are found by number: give every player his own."),
    ),
    CheckRule(
        "below", said("Rows added under the players"), "error",
        lambda w: len(w.event.players.index.difference(w.index)), "=COUNTA([Event:below])",
        said("The formulas don't reach the added rows: run the report again."),
    ),
    CheckRule(
        "points", said("Sum of points = half a point for each side of a game"), "error",
        lambda w: w.values["points"].sum(), "=SUM([points:players])",
        said("Some game's two results don't add up to one point."),
        expected=lambda w: w.values["games"].sum() * RESULTS["d"].points,
        expected_formula="=SUM([games:players])*[@draw_points]", style="measure",
    ),
    CheckRule(
        "stated_points", said("Players whose stated points differ from the score"), "error",
        lambda w: _points_differ(w).sum(),
        "=SUMPRODUCT(ISNUMBER([Event:points_stated])*([Event:points_stated]<>[score:players]))",
        said("Results are missing or wrong in the input, or it counts points another way (3-1-0, or byes)."),
        wanted=lambda w: "points_stated" in w.event.players, said=naming(_points_differ, _points_stated),
    ),
    CheckRule(
        "c_hat", said("Sum of games × ĉ"), _c_hat_kind, lambda w: sums.weighted(w, w.array("c_hat")),
        "=[c_hat:weighted]",
        said("Every iteration drifts by this sum / all games, so that there is no limit. With c = opponents it is 0 "
        "only "
             "by luck: {no_rp} With c = field it is 0 by construction: then a formula was changed.", no_rp=NO_RP),
        tolerance=lambda w: ROUNDING, style="measure", reason=_DRIFTS,
    ),
    CheckRule(
        "parts_c_hat", said("Largest sum of games × ĉ in a part of the field"), _drift_kind,
        lambda w: sums.largest(_part_sums(w)), "=MAX(MAX([@component_c_hat]),-MIN([@component_c_hat]))",
        said("A part of the field drifts and has no limit. With c = opponents that is the rule: {no_rp}", no_rp=NO_RP),
        tolerance=lambda w: ROUNDING, wanted=lambda w: w.graph.components > 1, style="measure", reason=_DRIFTS,
    ),
    CheckRule(
        "plain_c_hat", said("Plain sum of ĉ"), "info", lambda w: sums.plain(w.array("c_hat")), "=[c_hat:plain]",
        said("Isn't 0 where players have played different numbers of games: then only the sum of games × ĉ is."),
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "iteration_sums", said("Sum × games of all iterations: largest deviation"), "error", _deviation,
        "=SUMPRODUCT(MAX(ABS([iteration:deviation]-[iteration:step]*[c_hat:weighted])))",
        said("Each step adds the games-weighted sum of ĉ, which is 0 where nothing drifts, to that of the column "
        "before; "
        "what is more or less than that comes from a formula that was changed."),
        tolerance=sums.rounding_of, style="measure",
    ),
    CheckRule(
        "plain_sums", said("Plain sums of the iterations: largest minus smallest"), "info",
        _range_of_plain_sums, "=MAX([iteration:plain])-MIN([iteration:plain])",
        said("Isn't 0 where players have played different numbers of games: then only the sums × games are equal."),
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "no_rp", said("Players with a game and without RP, though nothing drifts"), "error", _without_rp,
        _without_rp_formula,
        said("The event was changed after the report was made, and the iterations have not settled: run the report "
        "again."),
    ),
    CheckRule(
        "residual", said("Largest residual of the limit"), "alert", lambda w: sums.largest(w.array("residual")),
        "=[residual:largest]", _AGAIN, tolerance=lambda w: ROUNDING, wanted=has_limit, style="measure",
    ),
    CheckRule(
        "limit_sum", said("Sum of games × limit = that of the start"), "alert",
        lambda w: sums.weighted(w, w.array("limit")), "=[limit:weighted]", _AGAIN,
        expected=lambda w: sums.weighted(w, np.where(np.isfinite(w.values["limit"]), w.array(w.start), 0.0)),
        expected_formula="=SUMPRODUCT([games:players],[start:players],--ISNUMBER([limit:players]))",
        tolerance=sums.rounding_of, wanted=has_limit, style="measure",
    ),
    CheckRule(
        "parts_limit", said("Parts of the field where that sum isn't that of the start"), "alert",
        lambda w: stale_parts(w).sum(), "=SUM([@component_stale])", _AGAIN,
        wanted=lambda w: has_limit(w) and w.graph.components > 1,
    ),
    CheckRule(
        "components", said("Parts of the field (as read)"), _open_kind, lambda w: w.graph.components,
        "=MAX([component:players])",
        said("No game links the parts: values compare only inside a part, and c is taken for each (c = field). RP "
        "decides "
        "inside a part; players of different parts with the same points and the same place in theirs share a rank."),
        expected=lambda w: 1.0, said=_sharing(lambda w: w.graph.component),
        reason=(said("1 part of the field"), said("{n} parts of the field that no game links")),
    ),
    CheckRule(
        "groups", said("Groups by results (as read)"), "info", lambda w: w.graph.group.max(),
        "=MAX([read_group:players])",
        said("Where players of two groups met, all points went to one side: their games say who is stronger, and not "
        "by "
        "how much."),
        expected=lambda w: 1.0, said=_sharing(lambda w: w.graph.group),
    ),
    CheckRule(
        "pairings", said("Players whose opponents aren't those that were read"), "error", lambda w: 0.0,
        _pairings_formula,
        said("Games were added, taken away or given to others, so the parts of the field may be others: run the report "
        "again."),
    ),
    CheckRule(
        "errors", said("Error cells"), "error",
        lambda w: sum(int(np.isinf(x).sum()) for x in w.values.values() if x.dtype.kind == "f"),
        lambda w: "=SUMPRODUCT(--ISERROR([sheet]))+SUMPRODUCT(--ISERROR([@info_values]))"
        + ("+SUMPRODUCT(--ISERROR([ties sheet]))" if any(column.sheet for column in w.columns) else ""),
        said("A formula can't be computed: look for # in the ARPO sheet. With the article's dp table: a missing row."),
    ),
    *RECOUNTS,
    *ORDER_CHECKS,
    CheckRule(
        "stated_shift", said("Stated RP (RecRp) = RP but for one constant"), "error", _stated_spread,
        "=MAX([stated_difference:players])-MIN([stated_difference:players])",
        said("The differences range over more than rounding: the stated values come from other results, ratings, dp "
        "or c."),
        tolerance=_stated_tolerance,
        wanted=lambda w: "stated_difference" in w.values and bool(np.isfinite(w.values["stated_difference"]).any()),
        style="measure",
    ),
    CheckRule(
        "stated_rp", said("Players whose stated RP (RecRp) isn't RP itself"), _stated_kind, _stated_off,
        "=SUMPRODUCT(ISNUMBER([stated_difference:players])*([stated_difference:players]>[@half_unit]))"
        "+SUMPRODUCT(ISNUMBER([stated_difference:players])*([stated_difference:players]<-[@half_unit]))",
        said("Where the check before is OK, all differ by one constant, which changes no order: it comes from another "
        "start "
        "(--start rating) or another rating for the unrated (--unrated)."),
        wanted=lambda w: stated_rp_heading(w.event) is not None,
    ),
    CheckRule(
        "unrated", said("Players with a game and without a rating"), _unrated_kind,
        lambda w: _unrated(w).sum(),
        "=SUMPRODUCT(([games:players]>0)*(1-([Event:rating]>0)))",
        said("They get the rating of the settings, which shifts all RP of their part alike, and no order in it. FIDE "
        "C.07 "
        "article 10 drops rating-based tie-breaks here, unless the regulations say how the unrated are treated: "
        "declare their rating (--unrated, or the Settings sheet)."),
        said=naming(_unrated), reason=(said("1 unrated player without a declared rating"),
        said("{n} unrated players without a declared rating")),
    ),
    CheckRule(
        "few_games", said("Players with fewer games than half of the busiest player's"), "alert",
        lambda w: _weak(w).sum(), "=SUMPRODUCT(([games:players]>0)*([games:players]<[@few_games]))",
        said("A value from few games is a weak one: be careful where such a player is tied."),
        said=naming(_weak),
    ),
    CheckRule(
        "far", said("Players whose RP is far outside all ratings"), "alert", lambda w: _far(w).sum(),
        "=SUMPRODUCT(ISNUMBER([rp:players])*([rp:players]>MAX([rating:players])+[@far]))"
        "+SUMPRODUCT(ISNUMBER([rp:players])*([rp:players]<MIN([rating:players])-[@far]))",
        said("Few rounds, or scores of (nearly) 0 % or 100 %: their dp is the end of its table, a convention. Take "
        "such a "
        "value for an order, not for a strength."),
        wanted=lambda w: bool(not w.event.unrated.all()), said=naming(_far),
    ),
    *EVENT_CHECKS,
    # What is settled already, RP being taken from the limit, comes last.
    CheckRule(
        "converged", said("Largest difference at the last iteration"), "alert",
        lambda w: w.steps.largest_differences[-1], "=[last_difference:largest]",
        said("The iterations have not reached the threshold: RP is taken from the limit, where one fits the event; "
        "after a "
        "change it may be the last iteration, while that is settled to 1e-6. Where ĉ drifts there is none."),
        tolerance=lambda w: w.settings.threshold, tolerance_formula="=[@threshold]", style="measure",
    ),
    CheckRule(
        "bipartite", said("Bipartite parts (as read)"), "alert", lambda w: sum(w.graph.bipartite),
        "=SUM([@component_bipartite])",
        said("Two groups of players only met each other (after one or two rounds, or in a Scheveningen match): the "
        "iterations swing for ever; the limit is right."),
    ),
)


def made_checks(work: Work) -> tuple[Check, ...]:
    """Every check that applies to the report, in the order of the Checks sheet."""
    return tuple(rule.made(work) for rule in CHECKS if rule.wanted(work))
