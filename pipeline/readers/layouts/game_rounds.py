"""The rounds of a list of games: as the list has them, and a free one for a game whose round isn't known."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from pipeline.errors import Place
from pipeline.readers.builder import EventBuilder
from pipeline.words import joined, said

_NUMBER = re.compile(r"(?<![0-9.])[0-9]{1,3}(?![0-9])")


class Game(NamedTuple):
    """A game by the handles of its players, or a bye (`black` 0): result codes of both, the round as written."""

    white: int
    black: int
    codes: tuple[str, str]
    round: str
    place: Place


class Rounds:
    """Gives each game its round, and hands it to the builder."""

    def __init__(self, builder: EventBuilder, numbers: dict[int, int], colours: bool = True) -> None:
        """`numbers` holds each handle's number in the event; `colours`: the first player of a game has White."""
        self.builder = builder
        self._colours = ("w", "b") if colours else ("", "")
        self._numbers = numbers
        self._taken: set[tuple[int, int]] = set()

    def give(self, games: list[Game]) -> None:
        """Hand all games to the builder; those that stand twice are problems."""
        self._refuse_twice(games)
        self._refuse_both_views(games)
        numbers = ((index, _number(game.round)) for index, game in enumerate(games))
        known = {index: number for index, number in numbers if 1 <= number <= len(games)}
        if self._contradict(games, known):
            known = {}
        later: list[int] = []
        for index, game in enumerate(games):
            if index in known and self._is_free(game, known[index]):
                self._add(game, known[index])
            else:
                later.append(index)
        if later:
            self.builder.has_rounds = False
        for index in later:
            round_ = next(r for r in range(1, len(games) + 2) if self._is_free(games[index], r))
            self._add(games[index], round_)
        given = [joined("", [games[i].place.cell, " (", games[i].round or said("none"), ")"]) for i in later]
        what = said("games without a round of their own, given a free one, on which no value depends")
        self.builder.note(said("rounds"), given, what)

    def _is_free(self, game: Game, round_: int) -> bool:
        return not {(game.white, round_), (game.black, round_)} & self._taken

    def _add(self, game: Game, round_: int) -> None:
        white, black = self._numbers[game.white], self._numbers.get(game.black)
        self._taken |= {(game.white, round_)} | ({(game.black, round_)} if black else set())
        self.builder.add_entry(white, round_, black, game.codes[0], game.place, self._colours[0] if black else "")
        if black:
            self.builder.add_entry(black, round_, white, game.codes[1], game.place, self._colours[1])

    def _refuse_twice(self, games: list[Game]) -> None:
        """The same players with the same colours in the same round, or twice without one: that is one game."""
        seen: dict[tuple[int, int, str], Game] = {}
        for game in games:
            key = game.white, game.black, game.round.strip(" ?-")
            first = seen.setdefault(key, game)
            if first is game or (not key[2] and first.codes != game.codes):
                continue
            what = (
                said("this game stands twice (first in {place}).", place=first.place.said)
                if first.codes == game.codes
                else said("this game stands twice (first in {place}, with another result).", place=first.place.said)
            )
            mend = said("Delete one of them; if both were played, number their rounds.")
            self.builder.problem(game.place, what, mend)

    def _refuse_both_views(self, games: list[Game]) -> None:
        """A list that has each game twice, once from each side, isn't one of two games a pair."""
        played = Counter((g.white, g.black, g.round, g.codes) for g in games if g.black)
        mirrored = Counter((g.black, g.white, g.round, g.codes[::-1]) for g in games if g.black)
        if played and played == mirrored:
            place = next(game.place for game in games if game.black)
            self.builder.problem(
                place, said("each game stands twice in this list, once for each of its players."),
                said("Leave one row a game, with White's name in its column."),
            )  # fmt: skip

    def _contradict(self, games: list[Game], known: dict[int, int]) -> bool:
        """Whether the rounds can't be the games': somebody has two opponents in one.

        Numbers with a point (1.2) may count games or boards, and one number in all of the list is no round: those are
        left aside. Elsewhere it is a problem, for one of the names is wrong.
        """
        first: dict[tuple[int, int], int] = {}
        pairs = [(index, player) for index in known for player in (games[index].white, games[index].black) if player]
        twice = [
            (index, player)
            for index, player in pairs
            if _opponent(games[first.setdefault((player, known[index]), index)], player)
            != _opponent(games[index], player)
        ]
        unsure = len(set(known.values())) == 1 or any("." in games[index].round for index, _ in twice)
        for index, player in [] if unsure else twice:
            there = games[first[player, known[index]]].place
            self.builder.problem(
                games[index].place,
                said(
                    "round {round}: player {no} has two opponents (the other in {there}).",
                    round=known[index], no=self._numbers[player], there=there.said,
                ),
                said("Correct the name or the round; leave the round blank where it isn't known."),
            )
        return bool(twice)


def round_keys(games: list[Game]) -> list[str]:
    """What tells the round of each game, as far as the list does; empty where it doesn't.

    The number where nobody has two opponents in one, else the whole text; one text for all games is no round.
    """
    texts = [game.round.strip(" ?-") for game in games]
    if len(set(texts) - {""}) < 2:
        return [""] * len(games)
    numbers = [str(_number(text) or "") for text in texts]
    opponents: dict[tuple[str, int], set[int]] = {}
    for game, number in zip(games, numbers, strict=True):
        opponents.setdefault((number, game.white), set()).add(game.black)
        opponents.setdefault((number, game.black), set()).add(game.white)
    contradict = any(len(found) > 1 for (number, player), found in opponents.items() if number and player)
    return texts if contradict else numbers


def _opponent(game: Game, player: int) -> int:
    return game.black if player == game.white else game.white


def _number(round_: str) -> int:
    """The number of a round as it is written (3, 3.1, Round 3); 0 where there is none."""
    match = _NUMBER.search(round_)
    return int(match[0]) if match else 0
