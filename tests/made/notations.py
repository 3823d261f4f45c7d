"""Random small events, and the notations of other programs to write them in: for reading back equal, or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pipeline.event import RESULTS

Rounds = dict[tuple[int, int], tuple[int | None, str, str]]
"""By player and round: opponent (None for a bye), result code, colour (w or b)."""
GAMES = ("w", "d", "l")


@dataclass(frozen=True)
class Event:
    """Players 1, 2, 3, … of a Swiss event."""

    players: int
    rounds: int
    entries: Rounds

    def points(self, no: int) -> float:
        """Points in the standings."""
        return sum(RESULTS[self.entries[no, r][1]].score for r in range(1, self.rounds + 1) if (no, r) in self.entries)

    def plain(self) -> list[tuple[int, int, int, str]]:
        """The entries in their order, colours aside; opponent 0 for a bye."""
        return sorted((no, r, opponent or 0, result) for (no, r), (opponent, result, _) in self.entries.items())


def random_event(random: Random, *, byes: bool = True, forfeits: bool = True) -> Event:
    """A field of 4 to 12 players, 2 to 5 rounds; one decisive game at least, and fewer forfeits than games."""
    players, rounds = random.randint(4, 12), random.randint(2, 5)
    entries: Rounds = {}
    for round_ in range(1, rounds + 1):
        order = random.sample(range(1, players + 1), players)
        pairs = list(zip(order[::2], order[1::2], strict=False))
        for at, (one, other) in enumerate(pairs):
            if byes and at and random.random() < 0.12:
                entries[one, round_] = (None, random.choice(["full-bye", "half-bye", "zero-bye"]), "")
                entries[other, round_] = (None, random.choice(["full-bye", "half-bye", "zero-bye"]), "")
                continue
            result = "w" if at == 0 else random.choice("wwddll")
            if forfeits and at and random.random() < 0.1:
                result = random.choice("+-")
            white = random.choice("wb")
            entries[one, round_] = (other, result, white)
            entries[other, round_] = (one, RESULTS[result].reply[0], "b" if white == "w" else "w")
        if players % 2:
            entries[order[-1], round_] = (None, "full-bye" if byes else "zero-bye", "")
    return Event(players, rounds, entries)


@dataclass(frozen=True)
class Notation:
    """How a program writes a cell: opponent, colour and result in the place of {n}, {c} and {r} (capital: {C})."""

    cell: str
    results: dict[str, str]
    colours: dict[str, str] = field(default_factory=lambda: {"w": "w", "b": "b"})
    byes: dict[str, str] = field(default_factory=lambda: {"full-bye": "-1", "half-bye": "-½", "zero-bye": "0"})
    headings: str = "{}.Rd"
    hints: dict[str, str] = field(default_factory=dict)

    @property
    def has_forfeits(self) -> bool:
        """Whether forfeits can be written in it."""
        return "+" in self.results

    def text(self, entry: tuple[int | None, str, str] | None) -> str:
        """The cell of an entry."""
        if entry is None:
            return ""
        opponent, result, colour = entry
        if opponent is None:
            return self.byes[result]
        letter = self.colours[colour]
        return self.cell.format(n=opponent, c=letter, C=letter.upper(), r=self.results[result])


DIGITS = {"w": "1", "d": "½", "l": "0", "+": "+", "-": "-"}
SIGNS = {"w": "+", "d": "=", "l": "-"}
LETTERS = {"w": "W", "d": "D", "l": "L"}
US = {**LETTERS, "+": "X", "-": "F"}
US_BYES = {"full-bye": "B---", "half-bye": "H---", "zero-bye": "U---"}
WORDS = {"full-bye": "BYE", "half-bye": "½ bye", "zero-bye": "0 bye"}

SWISS = {
    "chess-results": Notation("{n}{c}{r}", DIGITS),
    "blanks": Notation("{n} {c} {r}", DIGITS),
    "capitals": Notation("{n}{C} {r}", DIGITS),
    "decimals": Notation("{n}{c}{r}", {**DIGITS, "d": "0.5"}),
    "fractions": Notation("{n}{c} {r}", {**DIGITS, "d": "1/2"}),
    "equal": Notation("{n}{c}{r}", {**DIGITS, "d": "="}),
    "result first": Notation("{r} {n}{c}", DIGITS),
    "stroke": Notation("{r}/{n}{c}", DIGITS),
    "stroke and fractions": Notation("{r}/{n}{c}", {**DIGITS, "d": "1/2"}),
    "colour first": Notation("{c}{n} {r}", DIGITS),
    "colour first, signs": Notation("{c}{n}{r}", SIGNS),
    "result, colour, opponent": Notation("{r} {c} {n}", DIGITS),
    "vega": Notation("{r} c{c}{n}", DIGITS, byes=WORDS),
    "vega, opponent first": Notation("c{c}{n} {r}", DIGITS, byes=WORDS),
    "brackets": Notation("{n} ({c}) {r}", DIGITS),
    "papi": Notation("{r} {n}{C}", SIGNS, {"w": "b", "b": "n"}, headings="Rd {}"),
    "papi, close": Notation("{r}{n}{C}", SIGNS, {"w": "b", "b": "n"}, headings="Rd {}"),
    "signs behind": Notation("{n}{C} {r}", SIGNS),
    "us chess": Notation("{r}{n}", US, byes=US_BYES, headings="Rd {}"),
    "us chess, blanks": Notation("{r} {n}", US, byes={k: v[0] for k, v in US_BYES.items()}, headings="Round {}"),
    "us chess, mere numbers": Notation("{r}{n}", US, byes=US_BYES, headings="{}"),
    "us chess with colours": Notation("{r}{n}{c}", LETTERS, byes=US_BYES),
    "letters behind": Notation("{n}{r}", LETTERS, byes=US_BYES),
    "spanish letters": Notation("{n}{c}{r}", {"w": "G", "d": "T", "l": "P"}, {"w": "b", "b": "n"}),
    "german letters": Notation("{n}{c} {r}", {"w": "g", "d": "r", "l": "v"}, {"w": "w", "b": "s"}),
    "no colour": Notation("{n} {r}", DIGITS),
    "no colour, result first": Notation("{r} {n}", DIGITS, headings="{}"),
    "joined": Notation("{n}{c} {r}", {"w": "1-0", "d": "½-½", "l": "0-1"}),
    "russian letters": Notation("{n}{c}{r}", DIGITS, {"w": "б", "b": "ч"}, hints={"colours": "б/ч"}),
    "letters of results": Notation("{n}{c}{r}", DIGITS, {"w": "v", "b": "s"}, hints={"colours": "v/s"}),
    "two points": Notation("{n}{c}{r}", {"w": "2", "d": "1", "l": "0", "+": "+", "-": "-"},
                           hints={"points": "2-1-0"}),
    "three points, result first": Notation("{r}/{n}{c}", {"w": "3", "d": "1", "l": "0"}, hints={"points": "3-1-0"}),
    "usual results, two points": Notation("{n}{c}{r}", DIGITS, hints={"points": "2-1-0"}),
}  # fmt: skip
"""The notations of cells that name an opponent."""


def swiss_table(event: Event, notation: Notation, rank: Callable[[int], Any] = lambda no: no) -> list[list[Any]]:
    """A cross-table by rank."""
    rounds = range(1, event.rounds + 1)
    header = ["Rk.", "Name", "Rtg", *(notation.headings.format(r) for r in rounds)]
    return [
        header,
        *([rank(no), f"Player {no:03}", 2050 - 50 * no, *(notation.text(event.entries.get((no, r))) for r in rounds)]
          for no in range(1, event.players + 1)),
    ]  # fmt: skip


RoundRobin = dict[tuple[int, int], list[str]]
"""By player and opponent: the results of their games."""


def random_round_robin(random: Random, cycles: int, *, forfeits: bool = True) -> tuple[int, RoundRobin]:
    """The number of players, and the results of everybody against everybody; the first match isn't split."""
    players = random.randint(4, 8)
    games: RoundRobin = {}
    for no in range(1, players + 1):
        for other in range(no + 1, players + 1):
            results = ["w"] * cycles if (no, other) == (1, 2) else [random.choice("wwddll") for _ in range(cycles)]
            if forfeits and (no, other) != (1, 2) and random.random() < 0.1:
                results[0] = random.choice("+-")
            games[no, other] = results
            games[other, no] = [RESULTS[result].reply[0] for result in results]
    return players, games


ROUND_ROBINS = {
    "signs": (lambda results: " ".join(DIGITS[r] for r in results), True),
    "close": (lambda results: "".join(DIGITS[r] for r in results), True),
    "joined": (lambda results: " ".join({"w": "1-0", "d": "½-½", "l": "0-1"}[r] for r in results), False),
    "joined with blanks": (
        lambda results: ", ".join({"w": "1 – 0", "d": "½ – ½", "l": "0 – 1"}[r] for r in results), False,
    ),
    "colons": (lambda results: " ".join({"w": "1:0", "d": "1/2:1/2", "l": "0:1"}[r] for r in results), False),
    "fractions": (lambda results: "; ".join({"w": "1-0", "d": "1/2-1/2", "l": "0-1"}[r] for r in results), False),
    "plus and minus": (lambda results: " ".join(SIGNS[r] for r in results), False),
    "plus and minus, close": (lambda results: "".join(SIGNS[r] for r in results), False),
    "forfeits written out": (
        lambda results: ", ".join({"w": "1-0", "d": "½-½", "l": "0-1", "+": "+ - -", "-": "- - +"}[r] for r in results),
        True,
    ),
}  # fmt: skip
"""How the results of a pair are written in a cell, and whether forfeits can be."""


def round_robin_table(players: int, games: RoundRobin, write: Callable[[list[str]], str]) -> list[list[Any]]:
    """A cross-table with a column for each player."""
    return [
        ["No.", "Name", "Rtg", *range(1, players + 1)],
        *([no, f"Player {no:03}", 2050 - 50 * no,
           *("*" if no == other else write(games[no, other]) for other in range(1, players + 1))]
          for no in range(1, players + 1)),
    ]  # fmt: skip


def _the_event() -> Event:
    games = {
        1: ((1, 4, "w"), (2, 5, "w"), (3, 6, "d")),
        2: ((1, 2, "d"), (3, 5, "w"), (4, 6, "w")),
        3: ((1, 3, "w"), (2, 4, "w"), (5, 6, "w")),
    }
    entries: Rounds = {}
    for round_, played in games.items():
        for one, other, result in played:
            entries[one, round_] = (other, result, "w")
            entries[other, round_] = (one, RESULTS[result].reply[0], "b")
    return Event(6, 3, entries)


THE_EVENT = _the_event()
"""Points 2½ 2½ 1½ 1 1 ½; nine games, of which seven are decisive, and no forfeit."""
SCORES = [2.5, 2.5, 1.5, 1.0, 1.0, 0.5]


def native_table(event: Event, results: dict[str, Any] | None = None) -> list[list[Any]]:
    """arpo's own table, with other words for the results."""
    words = results or {}
    rounds = range(1, event.rounds + 1)
    rows: list[list[Any]] = [
        ["No.", "Name", "Rating", *(f"{name} {r}" for r in rounds for name in ("Opponent", "Result"))]
    ]
    for no in range(1, event.players + 1):
        cells = [event.entries[no, r] for r in rounds]
        games = [part for opponent, result, _ in cells for part in (opponent, words.get(result, result))]
        rows.append([no, f"Player {no:03}", 2050 - 50 * no, *games])
    return rows
