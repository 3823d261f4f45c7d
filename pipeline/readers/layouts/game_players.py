"""Who plays in a list of games: names, ratings and FIDE's numbers of each game put together into players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.errors import Place
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import quoted
from pipeline.readers.layouts.game_names import LIKE, SAME, alike, name_of
from pipeline.readers.layouts.game_rounds import Game, round_keys
from pipeline.readers.unplayed import words_of
from pipeline.words import said


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
        """The plainest spelling: with nothing but the name, and with a comma; of equal ones the first."""
        names = dict.fromkeys(side.name for side in self.sides)
        return min(names, key=lambda text: (len((parts := name_of(text)).extras), not parts.comma))


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
                    side.place(),
                    said(
                        "there are {count} players named {name}, told apart by FIDE's number, which this game doesn't "
                        "have.",
                        count=len(known), name=quoted(side.name),
                    ),
                    said("Write the number, or give them different names."),
                )
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
        ratings = {handle: self._rating(player) for handle, player in enumerate(self._players, start=1) if player.sides}
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
        self.builder.note(said("spellings"), spelled, said("names spelled in several ways, each taken for one player"))
        return numbers

    def _rating(self, player: _Player) -> float | None:
        rated = [side for side in player.sides if side.rating is not None]
        first = rated[0] if rated else None
        other = next((side for side in rated if first and side.rating != first.rating), None)
        if first and other:
            self.builder.problem(
                other.place(),
                said(
                    "the rating of {name} is {rating:g} here and {before:g} before ({place}).",
                    name=player.name, rating=other.rating, before=first.rating, place=first.place().said,
                ),
                said("A player has one rating in an event: write the same in all his games."),
            )
        return first.rating if first else None

    def name(self, handle: int) -> str:
        """The name of a player."""
        return self._players[handle - 1].name

    def place(self, handle: int) -> Place:
        """Where a player is named first."""
        return self._players[handle - 1].sides[0].place()

    def alike(self) -> dict[tuple[int, int], str]:
        """Pairs of handles whose names may be one person's, with how sure that is (see game_names)."""
        return alike({handle: player.name for handle, player in enumerate(self._players, start=1)})

    def are_told_apart(self, one: int, other: int, kind: str) -> bool:
        """Whether FIDE's numbers of two players differ, or their ratings where the names are but `LIKE`."""
        players = [self._players[handle - 1] for handle in (one, other)]
        numbers, ratings = (
            [{value for side in player.sides if (value := getattr(side, what))} for player in players]
            for what in ("identity", "rating")
        )
        differ = [all(found) and not found[0] & found[1] for found in (numbers, ratings)]
        return differ[0] or (kind == LIKE and differ[1])

    def unite(self, one: int, other: int) -> None:
        """Take two players for one: `other` has no sides of his own any more."""
        self._players[one - 1].sides += self._players[other - 1].sides
        self._players[other - 1].sides = []


def one_player_each(builder: EventBuilder, players: Players, games: list[Game]) -> list[Game]:
    """The games, with the players united whose names are surely one person's.

    Those that may be one are a problem, unless they can't be: they met, or had two opponents in one round.
    """
    united: dict[int, int] = {}
    asked: set[tuple[int, int]] = set()
    opponents = _opponents(games)
    pairs = [
        (one, other, kind)
        for (one, other), kind in sorted(players.alike().items(), key=lambda pair: pair[1] != SAME)
        if not players.are_told_apart(one, other, kind) and not _met_or_played_both(opponents, one, other)
    ]
    for short, long, kind in pairs:
        one, other = united.get(short, short), united.get(long, long)
        if one == other or (one, other) in asked:
            continue
        if kind == SAME:
            players.unite(one, other)
            united |= {handle: one for handle in [other, *(h for h, into in united.items() if into == other)]}
            continue
        asked.add((one, other))
        builder.problem(
            players.place(one),
            said(
                "{name} may be the player who is {other} elsewhere ({place}).",
                name=quoted(players.name(one)), other=quoted(players.name(other)), place=players.place(other).said,
            ),
            said("Write the name of a player in the same way in all his games; different ones so that they differ."),
        )
    return [
        game._replace(white=united.get(game.white, game.white), black=united.get(game.black, game.black))
        for game in games
    ]


def _opponents(games: list[Game]) -> dict[int, dict[str, set[int]]]:
    """The opponents of each player by round; those of no known round under an empty one."""
    found: dict[int, dict[str, set[int]]] = {}
    for game, key in zip(games, round_keys(games), strict=True):
        for mine, his in ((game.white, game.black), (game.black, game.white)):
            found.setdefault(mine, {}).setdefault(key, set()).add(his)
    return found


def _met_or_played_both(opponents: dict[int, dict[str, set[int]]], one: int, other: int) -> bool:
    mine, his = opponents.get(one, {}), opponents.get(other, {})
    return any(other in found for found in mine.values()) or any(
        mine[key] != his[key] for key in mine.keys() & his.keys() if key
    )


def _form(name: str) -> str:
    """A name as names are compared: capitals, accents, blanks and points apart; digits and letters count."""
    return " ".join(words_of(name))
