"""An exercise: an event with its settings, and the cells of it that are asked."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.model import Model
from pipeline.course.elo import elo_model
from pipeline.course.made.musts import EARLY, MOST_TIED, USUAL
from pipeline.course.ties import apart, order_of, tied
from pipeline.errors import UsageError
from pipeline.event import Event
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.settings import Settings
from pipeline.words import said

DEFAULT_ASK = ("Ra", "dp", "c", "c_hat", "performance", "iteration_1", "iteration_2")
ERROR = "error"
"""Not a column either: a line of the answers to an error hunt; the position counts them."""
PLACE = "place"
"""Not a column of the method: the place of a tied player, by the last iteration asked."""
_COLUMNS = ("games", "points", "per_cent", "Ra", "dp", "c", "c_hat", "performance")
MOST_STEPS = 9
"""So many iterations can be asked."""
CLEARLY = 1.0
"""Values that order a tie differ by so many points at least, so that whole numbers show the order, too."""
_LETTERS = 6

Cell = tuple[str, int]
"""An asked cell: the column's key and the player's position; the c of a field stands at its first player."""


@dataclass(frozen=True)
class Planted:
    """A mistake that an error hunt holds: column and player's number, what stands there, what is right, its cause."""

    column: str
    no: int
    wrong: float
    right: float
    cause: str


@dataclass(frozen=True)
class Exercise:
    """What one variant asks.

    settings  every one of them decided, whatever their origin
    seed      what the event was made from; empty for a given event
    planted   the mistakes of an error hunt, in the order of the columns; none in an exercise to be worked out
    elo       the rule set, where it is a table of ratings; empty for the method
    """

    variant: int
    event: Event
    settings: Settings
    ask: tuple[str, ...] = DEFAULT_ASK
    language: str = "en"
    seed: str = ""
    lesson: str = USUAL
    planted: tuple[Planted, ...] = field(default=())
    elo: str = ""

    def __reduce__(self) -> tuple[type[Exercise], tuple[object, ...]]:
        """Pickle what it was made from, not what was computed of it: files are marked in processes of their own."""
        values = (getattr(self, one.name) for one in fields(self))
        return Exercise, tuple(values)

    @property
    def name(self) -> str:
        """V1, V2, …: what a student writes down."""
        return f"V{self.variant}"

    @cached_property
    def id(self) -> str:
        """Six letters and digits that are this exercise's alone: made of what the sheet shows, so they give nothing
        away.
        """
        settings = {name: getattr(self.settings, name) for name in ("dp", "c", "start", "unrated")}
        planted = [[one.column, one.no, one.wrong] for one in self.planted]
        entries = self.event.entries
        shown = [
            self.variant, settings, self.ask, planted, [str(name) for name in self.event.players["name"]],
            [None if pd.isna(rating) else rating for rating in self.event.players["rating"].tolist()],
            entries["no"].tolist(), entries["round"].tolist(),
            [None if pd.isna(opponent) else int(opponent) for opponent in entries["opponent"]],
            entries["result"].tolist(), self.event.scoring,
            *([self.elo, self.event.players["games_before"].tolist()] if self.elo else []),
        ]
        digest = hashlib.sha256(json.dumps(shown).encode("utf-8")).digest()
        return base64.b32encode(digest).decode("ascii")[:_LETTERS]

    def position_of(self, no: int) -> int:
        """The position of a player's number."""
        return self.event.players.index.tolist().index(no)

    @property
    def is_hunt(self) -> bool:
        """Whether it is a filled sheet in which mistakes are to be found."""
        return bool(self.planted)

    @property
    def has_sums(self) -> bool:
        """Whether sums stand under the columns: those of the method."""
        return not self.is_hunt and not self.elo

    @property
    def steps(self) -> int:
        """The last iteration asked; 0 without one."""
        return max((int(key.rsplit("_", 1)[1]) for key in self.ask if key.startswith("iteration_")), default=0)

    @cached_property
    def ground(self) -> Ground:
        """The event as the audit needs it."""
        return Ground(self.event)

    @cached_property
    def model(self) -> Model:
        """The truth. Raises UsageError where the dp table lacks a percentage."""
        if self.elo:
            return elo_model(self.event, self.elo)
        return arpo_model(self.ground, self.settings, self.steps, results=False)

    @cached_property
    def calculation(self) -> Calculation:
        """The report's own calculation of the event: the limit, and where it is reached."""
        return calculated(self.event, self.settings)

    @property
    def c_once(self) -> bool:
        """Whether there is one c for everybody, which is asked once."""
        return not self.elo and self.settings.c == "field" and self.ground.graph.components == 1

    @property
    def playing(self) -> list[int]:
        """The positions of the players with a game."""
        return np.flatnonzero(self.model.active).tolist()

    @cached_property
    def ties(self) -> list[list[int]]:
        """The ties whose order is asked: of few players, clear at the last iteration, and no other in the limit.

        In the lesson about stopping early the limit may have another order: that is what it is about.
        """
        if not self.steps or self.is_hunt or self.elo:
            return []
        last = self.model.truth[f"iteration_{self.steps}"]
        limit = self.calculation.work.array("limit")

        def is_final(tie: list[int]) -> bool:
            return bool(np.isnan(limit[tie]).any()) or order_of(tie, limit) == order_of(tie, last)

        return [
            tie for tie in tied(self.event.score.tolist(), self.model.active.tolist())
            if len(tie) <= MOST_TIED and apart(tie, last) >= CLEARLY and (self.lesson == EARLY or is_final(tie))
        ]

    def first_place(self, tie: Sequence[int]) -> int:
        """The first of the places that the players of a tie share."""
        score = self.event.score.to_numpy(dtype=float)
        return 1 + int((score > score[tie[0]]).sum())

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each tied player who is asked, by position."""
        found: dict[int, int] = {}
        for tie in self.ties:
            last = self.model.truth[f"iteration_{self.steps}"]
            for place, position in enumerate(order_of(tie, last), start=self.first_place(tie)):
                found[position] = place
        return found

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All asked cells, in the order of the columns: the denominator of every mark. Of a hunt, its errors."""
        if self.is_hunt:
            return tuple((ERROR, i) for i in range(len(self.planted)))
        found: list[Cell] = []
        if self.elo:
            return tuple((key, i) for key in self.ask for i in self.playing if np.isfinite(self.model.truth[key][i]))
        for key in self.ask:
            players = self.playing[:1] if key == "c" and self.c_once else self.playing
            found += [(key, position) for position in players]
        return (*found, *((PLACE, position) for position in sorted(self.places)))


def checked_ask(text: str) -> tuple[str, ...]:
    """The columns that --ask names, in the order of the sheet.

    Raises UsageError for a name that isn't one, and for iterations with a gap.
    """
    asked = [part.strip() for part in text.split(",") if part.strip()]
    known = (*_COLUMNS, *(f"iteration_{k}" for k in range(1, MOST_STEPS + 1)))
    lower = {key.casefold(): key for key in known} | {"ĉ": "c_hat"}
    unknown = [name for name in asked if name.casefold() not in lower]
    if unknown or not asked:
        raise UsageError(said(
            "--ask: {name!r} is no column that can be asked.\n    → Use {known}, and iteration_1 to iteration_{most}, "
            "with commas between them.", name=", ".join(unknown), known=", ".join(_COLUMNS), most=MOST_STEPS,
        ))
    chosen = {lower[name.casefold()] for name in asked}
    steps = sorted(int(key.rsplit("_", 1)[1]) for key in chosen if key.startswith("iteration_"))
    if steps != list(range(1, len(steps) + 1)):
        raise UsageError(said(
            "--ask: iteration_{last} comes from those before it, and one of them isn't asked.\n"
            "    → Ask all from iteration_1 on.", last=steps[-1],
        ))
    return tuple(key for key in known if key in chosen)
