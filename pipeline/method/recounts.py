"""The checks that compute the report's results once more, from what they come from: RP, ARPO, ranks, places, standings.

`pipeline.registry.GUARDS` count what was typed over a formula; these also find another formula in its place.
"""

from __future__ import annotations

import numpy as np

from pipeline.method import sums
from pipeline.method.columns import converged_condition, limit_condition, settled_condition
from pipeline.method.work import Work, has_limit
from pipeline.registry import CheckRule
from pipeline.tiebreaks.columns import recount
from pipeline.words import said


def _rp_formula(work: Work) -> str:
    """How many players' RP isn't what it is taken from: copies are equal to the last bit."""
    last = "SUMPRODUCT(--([rp:players]<>[last_iteration:players]))"
    other = f"IF({settled_condition(work)},{last},COUNT([rp:players]))"
    if has_limit(work):
        limit = "SUMPRODUCT(ISNUMBER([limit:players])*([rp:players]<>[limit:players]))"
        other = f"IF({limit_condition(work)},{limit},{other})"
    return f"=IF({converged_condition(work)},{last},{other})"


def _opponents_rp(work: Work) -> float:
    """Sum of games × ARPO, or of all opponents' RP where some are cut."""
    if work.settings.worst + work.settings.best:
        return float(np.nansum(work.values["opponent_rp"]))
    return sums.weighted(work, work.array("arpo"))


def _opponents_rp_formula(work: Work) -> str:
    cut = work.settings.worst + work.settings.best
    return "=SUM([opponent_rp:block])" if cut else "=SUMPRODUCT([games:players],[arpo:players])"


def _ranks(work: Work) -> str:
    """The sum of all ranks, counted another way: each player, and once for each who is before him by a code."""
    return "+".join(["=COUNT([no:players])", *(recount(stage) for stage in work.stages)])


_PLACE = "ROW([@list_no])-ROW([@list_top])"
_LIST = (
    "="
    + "+".join(f"SUMPRODUCT(--(SUMIF([place:players],{_PLACE},[{key}:players])<>[@list_{key}]))"
               for key in ("rank", "no", "score"))
    + "".join(f"+SUMPRODUCT(--(SUMIF([place:players],{_PLACE},[{key}:players])<>[@wall_{key}]))"
              for key in ("rank", "no", "score"))
    + "".join(
        f"+SUMPRODUCT(ISNUMBER([@list_{key}])*(SUMIF([place:players],{_PLACE},[{key}:players])<>[@list_{key}]))"
        f"+ABS(COUNT([@list_{key}])-COUNT([{key}:players]))"
        for key in ("rp", "arpo")
    )
)
"""How many cells of the standings, on the Summary and on their own sheet, aren't those of the ARPO sheet."""

RECOUNTS: tuple[CheckRule[Work], ...] = (
    CheckRule(
        "rp", said("Players whose RP isn't what it is taken from"), "error", lambda w: 0.0, _rp_formula,
        said("RP is a copy of the last iteration or of the limit: its formula was changed."),
    ),
    CheckRule(
        "arpo", said("Sum of games × ARPO = sum of games × RP"), "error",
        _opponents_rp, _opponents_rp_formula,
        said("Each player's RP counts once for every game in his opponents' ARPO: a formula was changed. (Where some "
        "are "
        "cut, the RP of all opponents are added up.)"),
        expected=lambda w: sums.weighted(w, w.array("rp")),
        expected_formula="=SUMPRODUCT([games:players],[rp:players])",
        tolerance=sums.rounding_of, style="measure",
    ),
    CheckRule(
        "rank", said("Sum of ranks = players, and for each those before him"), "error",
        lambda w: w.array("rank").sum(), "=SUM([rank:players])", said("A rank's formula was changed."),
        expected=lambda w: w.array("rank").sum(), expected_formula=_ranks,
    ),
    CheckRule(
        "place", said("Places that stand twice or aren't after the rank"), "error", lambda w: 0.0,
        "=SUMPRODUCT(--(COUNTIF([place:players],[place:players])>1))+ABS(MAX([place:players])-COUNT([no:players]))"
        "+SUMPRODUCT(--([place:players]<[rank:players]))",
        said("Each player has one place in the list: a formula was changed."),
    ),
    CheckRule(
        "list", said("Standings unlike the ARPO sheet"), "error", lambda w: 0.0, _LIST,
        said("The standings are a copy of the ARPO sheet, in the order of the places: a formula was changed."),
    ),
)
