"""The checks of the event itself: what is still to be played, or may be missing or mistyped."""

from __future__ import annotations

import numpy as np

from pipeline.method.work import Work
from pipeline.registry import CheckRule, naming
from pipeline.words import Said, said

FAR = 400.0
"""An RP that lies further than this outside the ratings of the field says little of anybody's strength; a rating that
is further than this from every other one may be mistyped."""


def _odd(work: Work) -> np.ndarray:
    """Whose rating is further than FAR from every other rating, where there are three at least."""
    rating = work.event.ratings
    order = np.argsort(rating)[: int(np.isfinite(rating).sum())]
    far = np.diff(rating[order]) > FAR
    odd = np.zeros(len(rating), dtype=bool)
    if len(order) > 2:
        odd[order] = np.append(True, far) & np.append(far, True)
    return odd


def _rating_of(work: Work, no: int) -> Said:
    return said("{rating:g}", rating=float(work.event.players["rating"][no]))


def left_blank(work: Work) -> np.ndarray:
    """Whom the last round has neither paired nor given a bye, though he was there the round before, and another of
    them, of the same part, is one whom he hasn't met: a game may be missing. (Who has withdrawn is blank more than
    once.)
    """
    opponent, result = work.event.by_round("opponent"), work.event.by_round("result")
    held = np.flatnonzero(~np.isnan(opponent).all(axis=0))
    found = np.zeros(len(work.index), dtype=bool)
    if not work.event.has_rounds or not len(held) or not held[-1]:
        return found
    blank = np.isnan(opponent) & (result == "")
    waiting = np.flatnonzero(blank[:, held[-1]] & ~blank[:, held[-1] - 1])
    numbers, parts = work.event.players.index.to_numpy()[waiting], work.graph.component[waiting]
    for at, own, part in zip(waiting.tolist(), opponent[waiting], parts, strict=True):
        unmet = (waiting != at) & ~np.isin(numbers, own) & (parts == part)
        found[at] = unmet.any()
    return found


EVENT_CHECKS: tuple[CheckRule[Work], ...] = (
    CheckRule(
        "odd_rating", said("Players whose rating is far from all others"), "alert", lambda w: float(_odd(w).sum()),
        '=SUMPRODUCT(([Event:rating]>0)*(COUNTIFS([Event:rating],">="&([Event:rating]-[@far]),'
        '[Event:rating],"<="&([Event:rating]+[@far]))<1+1))',
        said("A digit may be missing, or another number have been taken for it; it counts in the RP of all his "
             "opponents. Compare it with the rating list."),
        wanted=lambda w: bool(_odd(w).any()), said=naming(_odd, _rating_of),
    ),
    CheckRule(
        "rounds", said("Rounds in which nobody is paired (as read)"), "provisional", lambda w: w.event.rounds_left,
        "=[@rounds_left]",
        said("The file has columns for them, or says that the event has so many rounds: the standings aren't final. If "
        "there are no more rounds, take the empty columns away (or the number of rounds that the file gives)."),
        wanted=lambda w: w.event.rounds_left > 0, reason=(said("1 round to be played"),
        said("{n} rounds to be played")),
    ),
    CheckRule(
        "pending", said("Games to be played"), "provisional",
        lambda w: w.event.pending.sum() / 2,
        "=(COUNT([Event:rounds])-SUMPRODUCT(COUNTIF([Event:rounds],[@result_codes]),[@result_opponents]))/(1+1)",
        said("Pairings without a result yet: they count for nothing here, and the standings aren't final."),
        reason=(said("1 game to be played"), said("{n} games to be played")),
    ),
    CheckRule(
        "left_blank", said("Players left blank in the last round (as read)"), "alert",
        lambda w: float(left_blank(w).sum()), "=[@left_blank]",
        said("They have neither an opponent nor a bye there, and haven't all met: a game may be missing. Write it "
             "(without a result while it is played), or zero-bye for whoever was absent, and run the report again."),
        wanted=lambda w: bool(left_blank(w).any()), said=naming(left_blank),
    ),
)
