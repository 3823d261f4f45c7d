"""Who plays in a list of games: names, ratings and FIDE's numbers of each game put together into players."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.errors import Place
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import quoted

_INITIALS = 2
"""A given name of at most so many letters may be short for another."""


class Side(NamedTuple):
    """One player of a game, as its row names him; `identity` is FIDE's number, empty where it isn't told."""

    name: str
    rating: float | None
    title: str
    identity: str
    place: Callable[[], Place]


@dataclass
class _Player:
    """A player: all that the games say of him."""

    sides: list[Side] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.sides[0].name


class Players:
    """Collects the players of games. Each gets a handle from 1 when he is first seen, and a number at the end."""

    def __init__(self, builder: EventBuilder) -> None:
        """Report to `builder`."""
        self.builder = builder
        self._players: list[_Player] = []
        self._by_name: dict[str, set[int]] = {}
        self._by_identity: dict[str, int] = {}

    def add(self, side: Side) -> int:
        """The handle of the player of a game's side."""
        form = _form(side.name)
        if side.identity:
            handle = self._by_identity.get(side.identity) or self._unidentified(form) or self._new()
            self._by_identity[side.identity] = handle
        else:
            known = self._by_name.get(form, set())
            if len(known) > 1:
                self.builder.problem(
                    side.place(), f"there are {len(known)} players named {quoted(side.name)}, told apart by FIDE's "
                    "number, which this game doesn't have.", "Write the number, or give them different names.",
                )  # fmt: skip
            handle = min(known, default=0) or self._new()
        self._by_name.setdefault(form, set()).add(handle)
        self._players[handle - 1].sides.append(side)
        return handle

    def _new(self) -> int:
        self._players.append(_Player())
        return len(self._players)

    def _unidentified(self, form: str) -> int | None:
        """The player of a name of whom no game has told FIDE's number yet."""
        known = self._by_name.get(form, set()) - set(self._by_identity.values())
        return min(known, default=None)

    def numbered(self) -> dict[int, int]:
        """Hands the players to the builder, by rating and name, and returns each handle's number."""
        ratings = {handle: self._rating(player) for handle, player in enumerate(self._players, start=1)}
        order = sorted(ratings, key=lambda h: (-(ratings[h] or 0), _form(self._players[h - 1].name), h))
        numbers = {handle: no for no, handle in enumerate(order, start=1)}
        for handle in order:
            player = self._players[handle - 1]
            title = next((side.title for side in player.sides if side.title), "")
            given = {"title": title} if title else {}
            self.builder.add_player(numbers[handle], player.sides[0].place(), player.name, ratings[handle], **given)
        spelled = [
            " = ".join(dict.fromkeys(side.name for side in player.sides))
            for player in self._players
            if len({side.name for side in player.sides}) > 1
        ]
        self.builder.note("spellings", spelled, "names spelled in several ways, each taken for one player")
        return numbers

    def _rating(self, player: _Player) -> float | None:
        rated = [side for side in player.sides if side.rating is not None]
        first = rated[0] if rated else None
        other = next((side for side in rated if first and side.rating != first.rating), None)
        if first and other:
            self.builder.problem(
                other.place(),
                f"the rating of {player.name} is {other.rating:g} here and {first.rating:g} before ({first.place()}).",
                "A player has one rating in an event: write the same in all his games.",
            )
        return first.rating if first else None

    def name(self, handle: int) -> str:
        """The name of a player."""
        return self._players[handle - 1].name

    def place(self, handle: int) -> Place:
        """Where a player is named first."""
        return self._players[handle - 1].sides[0].place()

    def short_for(self) -> list[tuple[int, int]]:
        """Pairs of handles whose names may be one player's: the first has an initial of the other's given name."""
        families: dict[str, list[tuple[str, int]]] = {}
        for handle, player in enumerate(self._players, start=1):
            family, given = _parts(player.name)
            families.setdefault(family, []).append((given, handle))
        return [
            (one, other)
            for same in families.values()
            for given, one in same
            if 0 < len(given) <= _INITIALS
            for longer, other in same
            if len(given) < len(longer) and longer.startswith(given)
        ]


def _form(name: str) -> str:
    """A name as names are compared: capitals, accents, blanks and points apart; digits and letters count."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = (character for character in plain if not unicodedata.combining(character))
    kept = "".join(character if character.isalnum() else " " for character in letters)
    return " ".join(kept.split())


def _parts(name: str) -> tuple[str, str]:
    """Family name and given name in their forms."""
    family, comma, given = name.partition(",")
    if not comma:
        given, _, family = name.rpartition(" ")
    return _form(family), _form(given).replace(" ", "")
