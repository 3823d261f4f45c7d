"""FIDE's C.07 once more, in exact fractions and player by player, to be compared with the program on random events.

Written from the articles alone, without a look at the program; slow and plain on purpose.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import floor

import pandas as pd

from pipeline.event import Event
from pipeline.tiebreaks.performance import difference_table, expected_table

HALF = Fraction(1, 2)
_POINTS = {"w": Fraction(1), "d": HALF, "+": Fraction(1), "full-bye": Fraction(1), "half-bye": HALF}
_EXPECTED = tuple(column.tolist() for column in expected_table())
_CUTS = {"": 0, "C1": 1, "C2": 2, "M1": 1, "M2": 2}


@dataclass(frozen=True)
class Cell:
    """What a round held for a player: the opponent (0 for none), the colour, the result code, and the points."""

    opponent: int
    colour: str
    result: str
    points: Fraction

    @property
    def played(self):
        return self.result in ("w", "d", "l")

    @property
    def requested(self):
        """16.2: byes that a player asks for."""
        return self.result in ("half-bye", "zero-bye")

    @property
    def voluntary(self):
        """16.1.2: these, and forfeits lost."""
        return self.requested or self.result == "-"


def half_up(value):
    return None if value is None else floor(value + HALF)


class Oracle:
    """All codes of one event in one edition (2024 or 2026); `advance` for one paired in advance (15.2)."""

    def __init__(self, event: Event, edition: int, advance: bool, unrated: int) -> None:
        self.edition, self.advance = edition, advance
        self.ids = event.players.index.tolist()
        ratings = event.players["rating"].fillna(unrated)
        self.rating = {no: int(ratings[no]) for no in self.ids}
        self.rounds = event.rounds
        absent = Cell(0, "", "zero-bye", Fraction(0))
        self.cells = {no: [absent] * self.rounds for no in self.ids}
        for row in event.entries.itertuples():
            opponent = 0 if pd.isna(row.opponent) else int(row.opponent)
            points = _POINTS.get(row.result, Fraction(0))
            self.cells[row.no][row.round - 1] = Cell(opponent, row.colour, row.result, points)

    def score(self, no, cells=None):
        return sum((cell.points for cell in (cells or self.cells)[no]), Fraction(0))

    def adjusted(self, no, cells=None):
        """16.3."""
        own = (cells or self.cells)[no]
        last = max((r for r, cell in enumerate(own, start=1) if not cell.voluntary), default=0)
        asked = sum(cell.requested for cell in own[last:])
        return sum((cell.points for cell in own[:last]), Fraction(0)) + HALF * asked

    def elements(self, no, cells=None):
        """What each round counts (8.1, 15.2, 16.4), with its points, and whether it is a voluntary unplayed one."""
        cells = cells or self.cells
        found = []
        for cell in cells[no]:
            if self.advance:
                if cell.opponent:
                    found.append((self.score(cell.opponent, cells), cell.points, False))
                continue
            counts = self.adjusted(cell.opponent, cells) if cell.played else self.score(no, cells)
            if not cell.played and self.edition == 2026:
                cap = self.adjusted(cell.opponent, cells) if cell.opponent else HALF * self.rounds
                counts = min(counts, cap)
            found.append((counts, cell.points, cell.voluntary))
        return found

    @cached_property
    def fore(self):
        """8.3: every pairing of the last round drawn."""
        return {
            no: [*own[:-1], replace(own[-1], result="d", points=HALF) if own[-1].opponent else own[-1]]
            for no, own in self.cells.items()
        }

    @staticmethod
    def cut(elements, kind, weighted):
        """14.1 to 14.4, 16.5."""
        left = [(counts, counts * points if weighted else counts, free) for counts, points, free in elements]
        number = _CUTS[kind]
        if len(left) < number * (2 if kind.startswith("M") else 1):
            return Fraction(0)
        for _ in range(number):
            least = min(left, key=lambda one: (one[0], one[1]))
            own = min((one for one in left if one[2]), key=lambda one: (one[1], one[0]), default=None)
            left.remove(own if own is not None and own[1] >= least[1] else least)
        for _ in range(number if kind.startswith("M") else 0):
            left.remove(max(left, key=lambda one: (one[0], one[1])))
        return sum((one[1] for one in left), Fraction(0))

    def games(self, no):
        return [cell for cell in self.cells[no] if cell.played]

    def mean(self, values: Iterable):
        values = list(values)
        return Fraction(sum(values), 1) / len(values) if values else None

    def ks(self, no):
        count = len(self.ids)
        most = self.rounds - (self.rounds // count if self.advance and count % 2 else 0)
        return sum((cell.points for cell in self.cells[no]
                    if cell.opponent and self.score(cell.opponent) >= HALF * most), Fraction(0))

    def std(self, no):
        total = Fraction(0)
        for r, cell in enumerate(self.cells[no]):
            other = self.cells[cell.opponent][r].points if cell.opponent else HALF
            total += 1 if cell.points > other else HALF if cell.points == other else 0
        return total

    def running(self, no):
        return [sum((cell.points for cell in self.cells[no][: r + 1]), Fraction(0)) for r in range(self.rounds)]

    def aro(self, no, cut=0):
        return half_up(self.mean(sorted(self.rating[cell.opponent] for cell in self.games(no))[cut:]))

    def tpr(self, no):
        own = self.games(no)
        if not own:
            return None
        per_cents, differences = difference_table()
        per_cent = floor(100 * sum(cell.points for cell in own) / len(own) + HALF)
        return self.aro(no) + int(differences[list(per_cents).index(per_cent)])

    def ptp(self, no):
        own = self.games(no)
        if not own:
            return None
        ratings, points = [self.rating[cell.opponent] for cell in own], sum(cell.points for cell in own)
        if points == 0:
            return min(ratings) - 800
        whole = range(min(ratings) - 800, max(ratings) + 800)
        return whole[bisect_left(whole, 100 * points, key=lambda x: sum(_expected(x - rating) for rating in ratings))]

    @cache  # noqa: B019 (an oracle lives as long as its event)
    def value(self, code, no):
        """The exact value of a code; None for none."""
        name, _, kind = code.partition("-")
        number, own, games = int(kind[1:] or 0) if kind else 0, self.cells[no], self.games(no)
        black = [cell for cell in games if cell.colour == "b"]
        simple = {
            "PTS": lambda: self.score(no),
            "WIN": lambda: sum(cell.points == 1 for cell in own),
            "WON": lambda: sum(cell.points == 1 for cell in games),
            "BPG": lambda: len(black),
            "BWG": lambda: sum(cell.points == 1 for cell in black),
            "PS": lambda: sum(self.running(no)[number:], Fraction(0)),
            "REP": lambda: self.rounds - sum(cell.voluntary for cell in own),
            "STD": lambda: self.std(no),
            "TPN": lambda: no,
            "RTNG": lambda: self.rating[no],
            "BH": lambda: self.cut(self.elements(no), kind, False),
            "FB": lambda: self.cut(self.elements(no, self.fore), kind, False),
            "SB": lambda: self.cut(self.elements(no), kind, True),
            "AOB": lambda: self.mean(self.value("BH", cell.opponent) for cell in games),
            "KS": lambda: self.ks(no),
            "ARO": lambda: self.aro(no, number),
            "TPR": lambda: self.tpr(no),
            "PTP": lambda: self.ptp(no),
            "APRO": lambda: half_up(self.mean(self.value("TPR", cell.opponent) for cell in games)),
            "APPO": lambda: half_up(self.mean(self.value("PTP", cell.opponent) for cell in games)),
        }
        return simple[name]()

    def direct(self, group: Sequence[int]) -> list[list[int]]:
        """6: the group in its order, who is level together."""
        met = {no: {} for no in group}
        for no in group:
            for cell in self.cells[no]:
                if cell.opponent in met and (cell.played or self.advance):
                    met[no].setdefault(cell.opponent, []).append(cell.points)
        points = {no: sum((self.mean(found) for found in of.values()), Fraction(0)) for no, of in met.items()}
        missing = {no: len(group) - 1 - len(of) for no, of in met.items()}
        if self.advance or not any(missing.values()):
            found = sorted(set(points.values()), reverse=True)
            levels = [[no for no in group if points[no] == level] for level in found]
            return levels if len(levels) == 1 else [part for level in levels for part in self.direct(level)]
        rest, placed = list(group), []
        while len(rest) > 1:
            first = [no for no in rest if all(points[no] > points[o] + missing[o] for o in rest if o != no)]
            if not first:
                break
            placed.append(first)
            rest.remove(first[0])
        return [*placed, *self.direct(rest)] if placed else [list(group)]

    def ranks(self, order: Sequence[str]) -> dict[int, int]:
        """4.2: the codes one after the other; who is level shares the first place."""
        groups = [list(self.ids)]
        for code in order:
            groups = [part for group in groups for part in self._parted(code, group)]
        return {no: 1 + sum(len(group) for group in groups[:i]) for i, group in enumerate(groups) for no in group}

    def _parted(self, code, group):
        if code == "DE":
            return self.direct(group) if len(group) > 1 else [group]
        sign = 1 if code == "TPN" else -1
        values = {no: self.value(code, no) for no in group}
        keys = {no: (value is None, sign * (value or 0)) for no, value in values.items()}
        return [[no for no in group if keys[no] == key] for key in sorted(set(keys.values()))]


def _expected(difference: int) -> int:
    """Expected score in per cent: the whole table 8.1.2, no cut at 400."""
    starts, per_cents = _EXPECTED
    return per_cents[bisect_right(starts, difference) - 1]
