"""What is given before anything is computed: the event, its graph of games, the settings and the dp rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipeline.event import Event
from pipeline.made_from import Floats
from pipeline.method.dp import DpRule
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings, refused_order
from pipeline.tiebreaks.codes import Code, OrderError, codes_of
from pipeline.tiebreaks.ranking import Stage, stages
from pipeline.tiebreaks.rounds import Rounds, is_round_robin

STATED_RP = ("recrp", "rp")
"""Headings of a stated recursive performance; Swiss-Manager's is RecRp. (“ARPO” is used for two different things.)"""


@dataclass(frozen=True)
class Given:
    """What the rules of the method may use beside the columns that they declare."""

    event: Event
    settings: Settings
    rule: DpRule
    graph: GameGraph

    @property
    def start(self) -> str:
        """The column where the iterations begin."""
        return "start" if self.settings.start == "rating" else "performance"

    @cached_property
    def score(self) -> Floats:
        """Points in the standings."""
        return self.event.score.to_numpy(dtype=float)

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The codes of the order. Raises UsageError for a stated one that the input doesn't have."""
        try:
            return codes_of(self.settings.order, self.event.stated.columns.tolist())
        except OrderError as error:
            raise refused_order(error, self.settings.origin("order")) from None

    @cached_property
    def stages(self) -> list[Stage]:
        """The codes of the order with what each begins with and leaves."""
        return stages(self.codes)

    @cached_property
    def rounds(self) -> Rounds:
        """The rounds as the tie-breaks read them."""
        return Rounds.of(self.event, is_round_robin(self.event))

    def by_round(self, values: Floats, without: float) -> Floats:
        """A value for each side of a game, by player and round; `without` where he had no game."""
        table = np.full((len(self.graph.index), self.event.rounds), without)
        table[self.graph.player, self.event.games["round"].to_numpy() - 1] = values
        return table


def stated_rp_heading(event: Event) -> str | None:
    """The heading under which the input states recursive performances, if it does."""
    return next((h for h in event.stated.columns if h.strip().lower() in STATED_RP), None)
