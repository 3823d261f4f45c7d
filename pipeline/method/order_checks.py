"""The checks of what the order of the standings rests on: codes kept out, passes of direct encounters, RB."""

from __future__ import annotations

import numpy as np

from pipeline.event import USUAL
from pipeline.made_from import Floats
from pipeline.method import sums
from pipeline.method.recursive_buchholz import has_rb
from pipeline.method.sums import ROUNDING
from pipeline.method.work import Work
from pipeline.registry import CheckRule, naming
from pipeline.tiebreaks.codes import FIDE, POINTS
from pipeline.tiebreaks.editions import C07_2026
from pipeline.tiebreaks.rounds import Rounds
from pipeline.words import Said, joined, said

_AGAIN = said("The event was changed after the report was made: run the report again.")


def _passes(work: Work) -> list[str]:
    """The last pass of each direct encounter, which placed nobody when the report was made."""
    last: dict[str, str] = {}
    for column in work.columns:
        if column.key.startswith("de") and column.key.endswith("_before"):
            last[column.key.partition("_")[0]] = column.key
    return list(last.values())


def _counts_otherwise(work: Work) -> bool:
    return work.event.scoring != USUAL and any(code.code in FIDE for code in work.codes if code != POINTS)


def unverified(work: Work) -> list[Said]:
    """What no published example shows of the codes in the order, where it occurs in the event."""
    codes, rounds, found = {code.code for code in work.codes}, work.rounds, []
    if "DE" in codes and not rounds.advance and (rounds.times > 1).any():
        found.append(said("two who met more than once count on average in DE (6.1.2)"))
    if "STD" in codes and _both_lost(rounds).any():
        found.append(said("a forfeit that both lost is half a point each in STD (7.7), as the text reads"))
    if "REP" in codes and rounds.advance and work.settings.rules == C07_2026 and rounds.lost.any():
        found.append(said("a forfeit lost in an event paired in advance isn't a round one elected to play (15.2)"))
    if work.event.rounds_left and codes & (FIDE - {POINTS.code}):
        found.append(said("before the last round only the rounds so far count"))
    return found


def _both_lost(rounds: Rounds) -> np.ndarray:
    """Rounds in which both lost by forfeit."""
    other = np.take_along_axis(rounds.lost, np.maximum(rounds.opponent, 0), axis=0)
    return np.asarray(rounds.lost & (rounds.opponent >= 0) & other)


def moved(work: Work) -> np.ndarray:
    """Who stands elsewhere than in the file's own order; places that are shared are all of theirs."""
    if not work.file_ranks:
        return np.zeros(len(work.index), dtype=bool)
    own, file = work.array("rank"), work.array("read_rank")
    known = np.isfinite(file)
    last, file_last = (values + _sharing(values) - 1 for values in (own, file))
    return np.asarray(known & ((file > last) | (file_last < own)))


def _shared(work: Work) -> np.ndarray:
    """Players with a game who share their rank."""
    return np.asarray((work.graph.n > 0) & (_sharing(work.array("rank")) > 1))


def _has_one_order(work: Work) -> bool:
    """Whether the standings have one order; where they have none (no RP, several parts), other checks say so."""
    return work.graph.components < 2 and not (work.drifts and any(code.by_part for code in work.codes))


def _place(work: Work, no: int) -> Said:
    return said("place {rank}", rank=int(work.array("rank")[work.index.get_loc(no)]))


def _sharing(ranks: Floats) -> Floats:
    """How many have each player's rank."""
    _, number, counts = np.unique(ranks, return_inverse=True, return_counts=True)
    return np.asarray(counts[number], dtype=float)


def _both(work: Work, no: int) -> Said:
    at = work.index.get_loc(no)
    file, own = int(work.array("read_rank")[at]), int(work.array("rank")[at])
    return said("{file} in the file, {own} here", file=file, own=own)


def _last(column: str) -> str:
    return f"([{column}:players]+COUNTIF([{column}:players],[{column}:players])-1)"


ORDER_CHECKS: tuple[CheckRule[Work], ...] = (
    CheckRule(
        "kept_out", said("Tie-breaks that the input asks for, kept out of the order"), "alert",
        lambda w: float(len(w.kept_out)), "=[@kept_out]",
        said("They can't stand in this event's order:"),
        wanted=lambda w: bool(w.kept_out),
        said=lambda w: joined("", [joined("", [" ", kept.why]) for kept in w.kept_out]),
    ),
    CheckRule(
        "moved", said("Players who stand elsewhere than in the file's own order"), "info",
        lambda w: float(moved(w).sum()),
        f"=SUMPRODUCT(ISNUMBER([read_rank:players])*(([read_rank:players]>{_last('rank')})"
        f"+({_last('read_rank')}<[rank:players])))",
        said("The file's standings are by other tie-breaks, or by other values of them."),
        wanted=lambda w: bool(w.file_ranks), said=naming(moved, _both),
    ),
    CheckRule(
        "shared", said("Players who share a place"), "alert", lambda w: float(_shared(w).sum()),
        "=SUMPRODUCT(([games:players]>0)*(COUNTIF([rank:players],[rank:players])>1))",
        said("The order doesn't part them, so it decides no prize among them. Add a tie-break to it (--order), or "
             "share the prize, as the regulations say."),
        wanted=_has_one_order, said=naming(_shared, _place),
    ),
    CheckRule(
        "other_points", said("Points other than 1-½-0 under tie-breaks of C.07"), "alert", lambda w: 1.0,
        "=[@other_points]",
        said("The value of a draw follows them in dummies, adjusted scores and standard points; no published example "
             "shows that this is how it is meant."), wanted=_counts_otherwise,
    ),
    CheckRule(
        "unverified", said("Points of C.07 that no published example shows"), "alert",
        lambda w: float(len(unverified(w))), "=[@unverified]",
        said("Tie-breaks of this event rest on them, as this program reads the text:"),
        wanted=lambda w: bool(unverified(w)), said=lambda w: joined("", [" ", joined("; ", unverified(w)), "."]),
    ),
    CheckRule(
        "direct", said("Players whom another pass of the direct encounter would place"), "error", lambda w: 0.0,
        lambda w: "=" + "+".join(f"SUM([{key}:players])" for key in _passes(w)), _AGAIN,
        wanted=lambda w: bool(_passes(w)),
    ),
    CheckRule(
        "rb", said("Largest residual of RB"), "error", lambda w: sums.largest(w.array("rb_residual")),
        "=MAX(MAX([rb_residual:players]),-MIN([rb_residual:players]))", _AGAIN, tolerance=lambda w: ROUNDING,
        wanted=has_rb, style="measure",
    ),
)
