"""Which row of a table is about which player of the event: by name however it is written, else by number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.audit.sheet.known_headings import player_titles
from pipeline.event import Event, unnamed
from pipeline.words import in_all

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "’": "", "'": ""})
"""Letters that aren't a plain one with an accent, and signs inside a word."""
_WORD = re.compile(r"\w+")
Words = tuple[str, ...]


def words_of(name: str) -> Words:
    """A name's words in small plain letters: accents, commas, blanks and capitals don't count."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return tuple(_WORD.findall(plain.translate(_LETTERS)))


def _untitled(words: Words) -> Words:
    """The words without a title in front."""
    return words[1:] if len(words) > 1 and words[0] in player_titles() else words


def _abbreviates(short: Words, long: Words) -> bool:
    """Whether `short` is `long` with words left out or cut to their first letter, at least one kept whole."""
    left = list(long)
    kept = [word for word in short if word in left]
    for word in kept:
        if word not in left:
            return False
        left.remove(word)
    for word in short:
        if word not in kept:
            found = next((w for w in left if len(word) == 1 and w.startswith(word)), None)
            if found is None:
                return False
            left.remove(found)
    return bool(kept)


def same_name(one: Words, other: Words) -> bool:
    """Whether two names can be the same person's: the same words in any order, some of them cut short or left out."""
    one, other = _untitled(one), _untitled(other)
    return _abbreviates(one, other) or _abbreviates(other, one)


class PlayerNames:
    """The names of the event's players, to be found by a name as somebody else wrote it."""

    def __init__(self, names: Iterable[str]) -> None:
        """Index the names, from the strictest way to compare them to the loosest."""
        self.words = [words_of(name) for name in names]
        self._levels: list[tuple[Callable[[Words], Words], dict[Words, list[int]]]] = []
        for key in (tuple[str, ...], _sorted, _sorted_untitled):
            positions: dict[Words, list[int]] = {}
            for position, words in enumerate(self.words):
                positions.setdefault(key(words), []).append(position)
            self._levels.append((key, positions))

    def found(self, name: str) -> list[int]:
        """The positions of all players with this name, compared as strictly as finds any; none where nobody fits."""
        words = words_of(name)
        if not words:
            return []
        for key, positions in self._levels:
            if key(words) in positions:
                return positions[key(words)]
        return [position for position, other in enumerate(self.words) if other and same_name(words, other)]


def _sorted(words: Words) -> Words:
    return tuple(sorted(words))


def _sorted_untitled(words: Words) -> Words:
    return tuple(sorted(_untitled(words)))


@dataclass(frozen=True)
class Row:
    """A row that may be about a player: its name and number as they stand there, empty and None without."""

    row: int
    name: str
    number: int | None


@dataclass
class Matched:
    """The rows by player position, and what else there is to say of them.

    by_number  rows matched by their number although they have another name, with the position
    again      further rows of players who have one, by position: their second rows, their third ones and so on
    others     rows that are about no player of the event
    """

    rows: dict[int, int] = field(default_factory=dict)
    by_number: list[tuple[Row, int]] = field(default_factory=list)
    again: list[dict[int, int]] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)

    def add(self, position: int, row: int) -> None:
        """Keep a row of a player, his first one or a further one."""
        for rows in (self.rows, *self.again):
            if position not in rows:
                rows[position] = row
                return
        self.again.append({position: row})


def matched(rows: Sequence[Row], event: Event) -> Matched:
    """The rows matched with the event's players: all names first, so that no number takes a named player's place.

    Numbers count where they are the event's: not where more named rows contradict them than agree with them, as ranks
    do. Against another name they count only where some names do agree, or most are alike (Jugador A for Player A); else
    it is somebody else's event.
    """
    names = PlayerNames(map(str, event.players["name"]))
    by_number = {no: position for position, no in enumerate(event.players.index.tolist())}
    numbered = {row.row: by_number[row.number] for row in rows if row.number is not None and row.number in by_number}
    found = {row.row: _named(names.found(row.name), numbered.get(row.row)) for row in rows}
    named = [row.row for row in rows if found[row.row] is not None and row.row in numbered]
    trusted = 2 * sum(found[row] == numbered[row] for row in named) >= len(named)
    taken = {position for position in found.values() if position is not None}
    others = [row for row in rows if row.name and row.row in numbered]
    alike = [row for row in others if set(words_of(row.name)) & set(names.words[numbered[row.row]])]
    familiar = bool(taken) or 2 * len(alike) > len(others)
    result = Matched()
    for row in rows:
        position = found[row.row]
        if position is None and trusted and numbered.get(row.row) is not None:
            position = numbered[row.row]
            if row.name and position in taken:
                position = None  # that player stands elsewhere, by his name
            elif row.name and event.players["name"].iloc[position] not in in_all(unnamed(row.number or 0)):
                if familiar:
                    result.by_number.append((row, position))
                else:
                    position = None
        if position is None:
            result.others.append(row)
        else:
            result.add(position, row.row)
    return result


def _named(fitting: Sequence[int], numbered: int | None) -> int | None:
    """The one player with a name; of several the one with the row's number."""
    if len(fitting) == 1:
        return fitting[0]
    return numbered if numbered in fitting else None
