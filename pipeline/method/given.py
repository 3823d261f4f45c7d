"""What is given before anything is computed: the event, its graph of games, the settings and the dp rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.made_from import Floats
from pipeline.method.dp import DpRule
from pipeline.method.graph import GameGraph
from pipeline.method.settings import DEFAULT, OWN_LIST, SETTINGS_SHEET, Settings, refused_order
from pipeline.tiebreaks.codes import Code, OrderError, codes_of
from pipeline.tiebreaks.editions import C07_2026, ROUND_ROBIN, Kept, not_allowed, not_known, sorted_out
from pipeline.tiebreaks.names import own_list
from pipeline.tiebreaks.ranking import Stage, stages
from pipeline.tiebreaks.rounds import Rounds

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
        """The codes of the order that may stand. Raises UsageError as `_ordered` does."""
        return self._ordered[0]

    @property
    def kept_out(self) -> tuple[Kept, ...]:
        """The codes that the input asks for, and that can't stand in its order."""
        return self._ordered[1]

    @cached_property
    def _ordered(self) -> tuple[tuple[Code, ...], tuple[Kept, ...]]:
        """The codes of the order, and those kept out of it.

        Raises UsageError for a stated one that the input doesn't have, and for one that can't stand where the user
        himself asks for it.
        """
        origin, event = self.settings.origin("order"), self.event
        try:
            codes = codes_of(self.settings.order, event.stated.columns.tolist())
        except OrderError as error:
            raise refused_order(error, origin) from None
        unrated = [] if self.settings.origin("unrated") != DEFAULT else event.players.index[event.unrated].tolist()
        kept, out = sorted_out(codes, lambda code: not_allowed(
            code, self.settings.rules, self.rounds.advance, unrated, event.has_colours))
        if out and (not kept or origin not in (DEFAULT, OWN_LIST, SETTINGS_SHEET)):
            raise refused_order(OrderError(out[0].why, out[0].mend), origin)
        if origin in (DEFAULT, OWN_LIST):
            out = (*out, *(not_known(name) for name, code in own_list(event.own_order) if not code))
        return kept, out

    @property
    def capped(self) -> bool:
        """Whether dummies are capped (16.4 in the edition of 2026)."""
        return self.settings.rules == C07_2026

    @cached_property
    def file_ranks(self) -> Mapping[int, int]:
        """The input's own ranks; none where they are those of a starting list, by which points don't fall."""
        ranks, score = self.event.ranks, self.event.score
        if "points_stated" in self.event.players:
            score = self.event.players["points_stated"].fillna(score)
        order = self.event.players.index.get_indexer(pd.Index(sorted(ranks, key=lambda no: ranks[no])))
        falling = score.to_numpy(dtype=float)[order]
        return ranks if (falling[:-1] >= falling[1:]).all() else {}

    @cached_property
    def stages(self) -> list[Stage]:
        """The codes of the order with what each begins with and leaves."""
        return stages(self.codes)

    @cached_property
    def rounds(self) -> Rounds:
        """The rounds as the tie-breaks read them."""
        return Rounds.of(self.event, self.settings.type == ROUND_ROBIN)

    def by_round(self, values: Floats, without: float) -> Floats:
        """A value for each side of a game, by player and round; `without` where he had no game."""
        table = np.full((len(self.graph.index), self.event.rounds), without)
        table[self.graph.player, self.event.played.round] = values
        return table


def stated_rp_heading(event: Event) -> str | None:
    """The heading under which the input states recursive performances, if it does."""
    return next((h for h in event.stated.columns if h.strip().lower() in STATED_RP), None)
