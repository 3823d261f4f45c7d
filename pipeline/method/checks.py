"""The checks that say whether a result can be trusted: each once, as a value, a formula, and words.

Formula templates as in `pipeline.method.columns`, with [key:sum] for a sum row (over the whole family), and [Event:…]
for blocks of the Event sheet.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pipeline.event import PENDING, RESULTS
from pipeline.method import recursion, sums
from pipeline.method.given import stated_rp_heading
from pipeline.method.work import Work, has_limit
from pipeline.registry import NAMED, Check, CheckRule, and_more, naming

ROUNDING = 1e-6
"""Sums of some thousand ratings carry rounding noise of 1e-9; an error of a hand or a program is far larger."""


FAR = 400.0
"""An RP that lies further than this outside the ratings of the field says little of anybody's strength."""


def few_games(work: Work) -> float:
    """A player with fewer games than this has played less than half of what the busiest has."""
    return float(np.ceil(work.graph.n.max() / 2))


def pairings_print(work: Work) -> float:
    """A number that changes when somebody meets somebody else: sum of no² × numbers of his opponents."""
    return float((work.array("no") ** 2 * work.array("opponents_numbers")).sum())


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
    start = sums.weighted(work, work.array(work.start))
    return max(abs(sums.minus(total, start)) for total in _iteration_sums(work, lambda x: sums.weighted(work, x)))


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


def _in_play(work: Work) -> np.ndarray:
    return work.graph.n > 0


def _points_differ(work: Work) -> np.ndarray:
    stated = work.event.players["points_stated"].to_numpy(dtype=float)
    return np.asarray(~np.isnan(stated) & (stated != work.array("score")))


def _points_stated(work: Work, no: int) -> str:
    stated, computed = float(work.event.players["points_stated"][no]), float(work.event.score[no])
    return f"{stated:g} stated, {computed:g} computed"


def _unrated(work: Work) -> np.ndarray:
    return np.asarray(np.isnan(work.event.players["rating"].to_numpy(dtype=float)) & _in_play(work))


def _weak(work: Work) -> np.ndarray:
    return _in_play(work) & (work.graph.n < few_games(work))


def _sharing(of: Callable[[Work], np.ndarray]) -> Callable[[Work], str]:
    """The words that name the players of each part or group, where there are several."""
    def said(work: Work) -> str:
        numbers = of(work)
        everyone = [work.index[numbers == number].tolist() for number in range(1, numbers.max() + 1)]
        if len(everyone) < 2:
            return ""
        shown = "; ".join(
            f"{number}: {', '.join(map(str, players[:NAMED]))}{and_more(len(players) - NAMED)}"
            for number, players in enumerate(everyone[:NAMED], start=1)
        )
        return f" As read: {shown}{and_more(len(everyone) - NAMED)}."

    return said


def _far(work: Work) -> np.ndarray:
    rating, rp = work.array("rating"), work.array("rp")
    return np.asarray((rp > rating.max() + FAR) | (rp < rating.min() - FAR))


_AGAIN = "The event was changed after the report was made: run the report again."
_FIX = "Correct it in the input, and run the report again."

CHECKS: tuple[CheckRule[Work], ...] = (
    CheckRule(
        "mismatch", "Both players of a game tell the same", "error",
        lambda w: w.values["mismatch"].sum(), "=SUM([mismatch:block])",
        "An opponent or result is contradicted by the other player's row. " + _FIX,
    ),
    CheckRule(
        "letters", "Results that are not of the list", "error",
        lambda w: sum(r not in RESULTS and r != PENDING for r in w.event.arrays.result),
        "=SUMPRODUCT(--ISTEXT([Event:rounds]))-SUMPRODUCT(COUNTIF([Event:rounds],[@result_codes]))"
        "-SUMPRODUCT(ISTEXT([Event:rounds])*ISNUMBER(VALUE([Event:rounds])))",
        "Use the letters of the list beside the dp table. " + _FIX,
    ),
    CheckRule(
        "text", "Numbers stored as text", "error", lambda w: 0.0 if w.event.players["rating"].dtype == float else 1.0,
        "=SUMPRODUCT(ISTEXT([Event:rounds])*ISNUMBER(VALUE([Event:rounds])))"
        "+SUMPRODUCT(--ISTEXT([Event:no]))+SUMPRODUCT(--ISTEXT([Event:rating]))",
        "Numbers stored as text are not calculated with: type them again in the Event sheet.",
    ),
    CheckRule(
        "twice", "Player numbers that stand twice", "error", lambda w: w.index.duplicated(keep=False).sum(),
        "=SUMPRODUCT(--(COUNTIF([no:players],[no:players])>1))",
        "Opponents are found by number: give every player his own.",
    ),
    CheckRule(
        "below", "Rows added under the players", "error",
        lambda w: len(w.event.players.index.difference(w.index)), "=COUNTA([Event:below])",
        "The formulas don't reach the added rows: run the report again.",
    ),
    CheckRule(
        "points", "Sum of points = half a point for each side of a game", "error",
        lambda w: w.values["points"].sum(), "=SUM([points:players])",
        "Some game's two results don't add up to one point.",
        expected=lambda w: w.values["games"].sum() * RESULTS["d"].points,
        expected_formula="=SUM([games:players])*[@draw_points]", style="measure",
    ),
    CheckRule(
        "stated_points", "Players whose stated points differ from the score", "error",
        lambda w: _points_differ(w).sum(),
        "=SUMPRODUCT(ISNUMBER([Event:points_stated])*([Event:points_stated]<>[score:players]))",
        "Results are missing or wrong in the input, or it counts points another way (3-1-0, or byes).",
        wanted=lambda w: "points_stated" in w.event.players, said=naming(_points_differ, _points_stated),
    ),
    CheckRule(
        "c_hat", "Sum of games × ĉ", "error", lambda w: sums.weighted(w, w.array("c_hat")), "=[c_hat:weighted]",
        "Every iteration drifts by this sum / all games, so that there is no limit. With c = opponents it is 0 only "
        "by luck: choose c = field.",
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "parts_c_hat", "Largest sum of games × ĉ in a part of the field", "error",
        lambda w: sums.largest(_part_sums(w)), "=MAX(MAX([@component_c_hat]),-MIN([@component_c_hat]))",
        "A part of the field drifts and has no limit. With c = opponents that is the rule: choose c = field.",
        tolerance=lambda w: ROUNDING, wanted=lambda w: w.graph.components > 1, style="measure",
    ),
    CheckRule(
        "plain_c_hat", "Plain sum of ĉ", "info", lambda w: sums.plain(w.array("c_hat")), "=[c_hat:plain]",
        "Isn't 0 where players have played different numbers of games: then only the sum of games × ĉ is.",
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "iteration_sums", "Sum × games of all iterations: largest deviation", "error", _deviation,
        "=MAX(MAX([iteration:deviation]),-MIN([iteration:deviation]))",
        "The columns must all have the same games-weighted sum: ĉ doesn't add up to 0, or a formula was changed.",
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "plain_sums", "Plain sums of the iterations: largest minus smallest", "info",
        _range_of_plain_sums, "=MAX([iteration:plain])-MIN([iteration:plain])",
        "Isn't 0 where players have played different numbers of games: then only the sums × games are equal.",
        tolerance=lambda w: ROUNDING, style="measure",
    ),
    CheckRule(
        "converged", "Largest difference at the last iteration", "alert",
        lambda w: w.steps.largest_differences[-1], "=[last_difference:largest]",
        "The iterations have not converged: RP is taken from the limit, where one fits the event; after a change it "
        "may be the last iteration, while that is settled to 1e-6.",
        tolerance=lambda w: w.settings.threshold, tolerance_formula="=[@threshold]", style="measure",
    ),
    CheckRule(
        "no_limit", "Players with a game and without a limit", "error",
        lambda w: (_in_play(w) & np.isnan(w.values["limit"])).sum(),
        "=SUMPRODUCT(([games:players]>0)*(1-ISNUMBER([limit:players])))",
        "Their part of the field drifts (see the sum of games × ĉ), or they had no game when the report was made: "
        "they have no RP. Choose c = field, or run the report again.",
    ),
    CheckRule(
        "residual", "Largest residual of the limit", "error", lambda w: sums.largest(w.array("residual")),
        "=[residual:largest]", _AGAIN, tolerance=lambda w: ROUNDING, wanted=has_limit, style="measure",
    ),
    CheckRule(
        "limit_sum", "Sum of games × limit = that of the start", "error",
        lambda w: sums.weighted(w, w.array("limit")), "=[limit:weighted]", _AGAIN,
        expected=lambda w: sums.weighted(w, np.where(np.isfinite(w.values["limit"]), w.array(w.start), 0.0)),
        expected_formula="=SUMPRODUCT([games:players],[start:players],--ISNUMBER([limit:players]))",
        tolerance=lambda w: ROUNDING, wanted=has_limit, style="measure",
    ),
    CheckRule(
        "parts_limit", "Parts of the field where that sum isn't that of the start", "error",
        lambda w: stale_parts(w).sum(), "=SUM([@component_stale])", _AGAIN,
        wanted=lambda w: has_limit(w) and w.graph.components > 1,
    ),
    CheckRule(
        "components", "Parts of the field (as read)", "alert", lambda w: w.graph.components,
        "=MAX([component:players])",
        "No game links the parts: values compare only inside a part, and c is taken for each (c = field).",
        expected=lambda w: 1.0, said=_sharing(lambda w: w.graph.component),
    ),
    CheckRule(
        "groups", "Groups by results (as read)", "info", lambda w: w.graph.group.max(), "=MAX([read_group:players])",
        "Where players of two groups met, all points went to one side: their games say who is stronger, and not by "
        "how much.",
        expected=lambda w: 1.0, said=_sharing(lambda w: w.graph.group),
    ),
    CheckRule(
        "bipartite", "Bipartite parts (as read)", "alert", lambda w: sum(w.graph.bipartite),
        "=SUM([@component_bipartite])",
        "Two groups of players only met each other (after one or two rounds, or in a Scheveningen match): the "
        "iterations swing for ever; the limit is right.",
    ),
    CheckRule(
        "pairings", "Pairings are those that were read", "error", pairings_print,
        "=SUMPRODUCT([no:players],[no:players],[opponents_numbers:players])",
        "Pairings were changed, so the parts of the field may be others: run the report again.",
        expected=pairings_print,
    ),
    CheckRule(
        "errors", "Error cells", "error",
        lambda w: sum(int(np.isinf(x).sum()) for x in w.values.values() if x.dtype.kind == "f"),
        "=SUMPRODUCT(--ISERROR([sheet]))",
        "A formula can't be computed: look for # in the ARPO sheet. With the article's dp table: a missing row.",
    ),
    CheckRule(
        "stated_rp", "Players whose stated RP (RecRp) isn't the computed one", "alert", _stated_off,
        "=SUMPRODUCT(ISNUMBER([stated_difference:players])*([stated_difference:players]>[@half_unit]))"
        "+SUMPRODUCT(ISNUMBER([stated_difference:players])*([stated_difference:players]<-[@half_unit]))",
        "If the next check is OK, all differ by one constant, which changes no order: try another start "
        "(--start rating) or rating for the unrated (--unrated).",
        wanted=lambda w: stated_rp_heading(w.event) is not None,
    ),
    CheckRule(
        "stated_shift", "RP minus stated RP: largest minus smallest", "error", _stated_spread,
        "=MAX([stated_difference:players])-MIN([stated_difference:players])",
        "More than rounding: the stated values were computed from other results, ratings, dp or c.",
        tolerance=lambda w: 2 * stated_half_unit(w) + ROUNDING,
        wanted=lambda w: "stated_difference" in w.values and bool(np.isfinite(w.values["stated_difference"]).any()),
        style="measure",
    ),
    CheckRule(
        "unrated", "Players with a game and without a rating", "alert",
        lambda w: _unrated(w).sum(),
        "=SUMPRODUCT(([games:players]>0)*(1-([Event:rating]>0)))",
        "They get the rating of the settings, which shifts all RP of their part alike. FIDE C.07 article 10 drops "
        "rating-based tie-breaks here, unless the regulations say how the unrated are treated.",
        said=naming(_unrated),
    ),
    CheckRule(
        "few_games", "Players with fewer games than half of the busiest player's", "alert",
        lambda w: _weak(w).sum(),
        "=SUMPRODUCT(([games:players]>0)*([games:players]<[@few_games]))",
        "A value from few games is a weak one: be careful where such a player is tied.",
        said=naming(_weak),
    ),
    CheckRule(
        "far", "Players whose RP is far outside all ratings", "alert", lambda w: _far(w).sum(),
        "=SUMPRODUCT(ISNUMBER([rp:players])*([rp:players]>MAX([rating:players])+[@far]))"
        "+SUMPRODUCT(ISNUMBER([rp:players])*([rp:players]<MIN([rating:players])-[@far]))",
        "Few rounds, or scores of (nearly) 0 % or 100 %: their dp is the end of its table, a convention. Take such a "
        "value for an order, not for a strength.",
        wanted=lambda w: bool(w.event.players["rating"].notna().any()), said=naming(_far),
    ),
    CheckRule(
        "pending", "Rows with an opponent and no result yet (two for each game)", "alert",
        lambda w: w.event.arrays.result.count(PENDING),
        "=COUNT([Event:rounds])-SUMPRODUCT(COUNTIF([Event:rounds],[@result_codes]),[@result_opponents])",
        "Games are still to be played; they count for nothing here.",
    ),
)


def made_checks(work: Work) -> tuple[Check, ...]:
    """Every check that applies to the report, in the order of the Checks sheet."""
    return tuple(rule.made(work) for rule in CHECKS if rule.wanted(work))
