"""All tie-breaks of C.07, as columns."""

from __future__ import annotations

import statistics
from dataclasses import replace

from bench.events import swiss
from bench.measuring import RUNS, Figure, in_words, ratio, seconds
from pipeline.event import Event
from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings
from pipeline.tiebreaks.codes import CODES

TIMES = 20
"""So often in a row, since once takes a few milliseconds."""
EVERY = ",".join(code.code for code in CODES)
"""All tie-breaks, one after the other."""


def every_tie_break() -> Figure:
    """All tie-breaks of C.07 for 150 players, beside the columns of RP and ARPO: what they add to these."""
    event, usual, every = swiss(150, 9), Settings(order="PTS,RP,ARPO"), Settings(order=EVERY)

    def timed(settings: Settings) -> float:
        return statistics.median(seconds(lambda: _some(event, settings)) for _ in range(RUNS)) / TIMES

    base = timed(usual)
    added = timed(every) - base
    return Figure("150 players: what all tie-breaks add / columns of RP and ARPO", added / base, 2.0,
                  f"{in_words(added)}, {in_words(base)}")


def tie_breaks_of_many() -> Figure:
    """All tie-breaks for 3,000 players, against 20 times as long as for 150: no slower than linear, within 30 %."""
    few, many, every = swiss(150, 9), swiss(3000, 9), Settings(order=EVERY)
    return ratio(
        "3,000 players: all tie-breaks / those of 150 players, 20 times", 1.3, lambda: calculated(replace(many), every),
        lambda: _some(few, every),
    )


def _some(event: Event, settings: Settings) -> None:
    for _ in range(TIMES):
        calculated(replace(event), settings)
