"""The work of a report: the event, the choices, and the frame that its columns are computed into, one by one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.method import recursion
from pipeline.method.dp import DpRule
from pipeline.method.graph import GameGraph
from pipeline.method.recursion import Iterations
from pipeline.method.settings import Settings

STATED_RP = ("recrp", "rp")
"""Headings of a stated recursive performance; Swiss-Manager's is RecRp. (“ARPO” is used for two different things.)"""


@dataclass
class Work:
    """The sheet while its columns are computed: the event, the choices, and the frame so far (index: number)."""

    event: Event
    settings: Settings
    rule: DpRule
    graph: GameGraph
    frame: pd.DataFrame
    iterations: Iterations | None = None

    def array(self, key: str) -> np.ndarray:
        """A column of the frame as an array of floats."""
        return self.frame[key].to_numpy(dtype=float)

    @property
    def start(self) -> str:
        """The column where the iterations begin."""
        return "start" if self.settings.start == "rating" else "performance"

    @property
    def steps(self) -> Iterations:
        """The iterations, once their stage has run."""
        if self.iterations is None:
            raise RuntimeError("the iterations are computed after the performance")
        return self.iterations

    @property
    def drifts(self) -> list[float]:
        """What each part of the field that drifts gains a step; empty where none does."""
        return [d for d in recursion.drift(self.array("c_hat"), self.graph) if abs(d) > recursion.NO_DRIFT]


def has_limit(work: Work) -> bool:
    """Whether anybody has a limit: nobody has where the whole field drifts."""
    return bool(work.frame["limit"].notna().any())


def stated_rp_heading(event: Event) -> str | None:
    """The heading under which the input states recursive performances, if it does."""
    return next((h for h in event.stated.columns if h.strip().lower() in STATED_RP), None)
