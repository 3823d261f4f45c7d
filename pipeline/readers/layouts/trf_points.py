"""The points that a FIDE report file states for a player, compared with what his results give.

A win counts 1, a draw ½ and a loss 0 unless the file says otherwise: XXS (JaVaFo), BBW, BBD … (bbpPairings) or 162
(TRF26). The method itself always counts 1, ½ and 0 (METHOD section 1); so with other values the points are checked
here and kept as a stated column, which nothing compares with the score.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from pipeline.errors import Place
from pipeline.event import RESULTS, Scoring
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import number_of, quoted

HEADING = "Points of the file"
_XXS = re.compile(r"([A-Z]{1,3})=([0-9]+(?:\.[0-9]+)?)")
_BB = re.compile(r"BB([WDLZFU]) +([0-9]+(?:\.[0-9]+)?)")
_162 = re.compile(r"([WDLAPX]) *([0-9]+(?:[.,][0-9]+)?)")
_TEAMS = ("013 ", "310 ", "320 ", "362 ")
"""Records that only a file of a team tournament has."""
_PLAYERS_299 = slice(23, None)
_GROUPS = {
    "W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL"), "A": ("ZPB", "FL"), "P": ("PAB",),
    "Z": ("ZPB",), "F": ("FL",), "U": ("PAB",),
}  # fmt: skip
"""What the short names stand for; those of bbpPairings and of record 162 agree, but for JaVaFo's plain names below."""
_BYE_NAMES = {"U": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}
_BYES = {Fraction(1): "full-bye", Fraction(1, 2): "half-bye", Fraction(0): "zero-bye"}


class Points:
    """The values of a file's results, the sums of the players, and what is said of those that don't agree."""

    def __init__(self, builder: EventBuilder, lines: list[str], scoring: Scoring | None = None) -> None:
        """Look in `lines` for the value of each result; `scoring` is what the user said that results count."""
        self.builder = builder
        self._scoring = scoring
        self._scores: dict[int, float] = {}
        self._values: dict[str, Fraction] = {}
        self._sums: dict[int, list[Fraction]] = {}
        self._adjusted: set[int] = set()
        self._said: list[str] = []
        is_team = any(line.startswith(_TEAMS) for line in lines)
        for line in lines:
            self._read_values(line, is_team)
            if line.startswith("299 "):
                self._adjusted |= {int(no) for no in line[_PLAYERS_299].split() if no.isdecimal()}
        # Other values of byes alone are told by the kind of the bye, so that the score is the file's.
        self._changes_games = any(
            value not in _BYES if name in _BYE_NAMES.values() else value != self._default(name)
            for name, value in self._values.items()
            if name != "X"
        )
        self._explained: list[str] = []
        self._unexplained: list[str] = []
        self._penalties: list[str] = []

    @staticmethod
    def _default(name: str) -> Fraction:
        if name in ("WW", "BW", "FW", "FPB", "PAB"):
            return Fraction(1)
        return Fraction(1, 2) if name in ("WD", "BD", "HPB") else Fraction(0)

    def _read_values(self, line: str, is_team: bool) -> None:
        if line.startswith("XXS"):
            found = _XXS.findall(line)
        elif line.startswith("BB"):
            found = _BB.findall(line)
        else:
            found = _162.findall(line[4:]) if line.startswith("162 ") else []
            if is_team:  # where a bye is a team's, and P what each team gets for it
                found = [(name, value) for name, value in found if name != "P"]
        values = {
            full: Fraction(value.replace(",", ".")) for name, value in found for full in _GROUPS.get(name, (name,))
        }
        if line.startswith("162 ") and "WW" in values and not is_team:
            values.setdefault("PAB", values["WW"])  # TRF26: the default of P is the value of W
        self._values.update(values)
        if any(value != self._default(name) for name, value in values.items() if name != "X"):
            self._said.append(line.strip())

    def worth_of_bye(self, code: str, result: str) -> str:
        """The bye that is worth what the file gives for it, where there is one of that worth."""
        name = _BYE_NAMES.get(result.upper(), "")
        return _BYES.get(self._values[name], code) if name in self._values else code

    def add(self, no: int, round_: int, code: str, result: str, colour: str) -> None:
        """Add what a round brings player `no`."""
        name = self._name(code, result, colour)
        value = self._values.get(name, Fraction(RESULTS[code].score) if code else Fraction(0))
        self._sums.setdefault(no, []).append(value)
        if self._scoring is not None and code:
            self._scores[no] = self._scores.get(no, 0.0) + self._scoring.results()[code].score

    @staticmethod
    def _name(code: str, result: str, colour: str) -> str:
        if code in ("w", "d", "l"):
            return f"{'B' if colour == 'b' else 'W'}{code.upper()}"
        if code in ("+", "-"):
            return "FW" if code == "+" else "FL"
        return _BYE_NAMES.get(result.upper(), "")

    def check(
        self, no: int, place: Place, stated: str, blank: list[int], is_sound: bool, where: Callable[[int], Place]
    ) -> None:
        """Compare the points `stated` for player `no` with his results; rounds left `blank` may explain the rest."""
        if not stated:
            return
        number = number_of(stated)
        if number is None:
            self.builder.problem(
                place, f"the number of points is {quoted(stated)}, which isn't a number.", "Write it as 4.0 or 4.5."
            )
            return
        values = self._sums.get(no, [])
        found = sum(values, Fraction(0))
        difference = Fraction(number) - found
        each = difference / len(blank) if blank else Fraction(0)
        if not is_sound or not self.builder.has_player(no):
            return
        if self._scoring is not None and number == self._scores.get(no, 0.0):
            self.builder.set_points(no, number)
            return
        if each in (Fraction(1, 2), Fraction(1)):
            # The older form has no letters for byes: a round without an opponent that brought points was one.
            for round_ in blank:
                self.builder.add_entry(no, round_, None, _BYES[each], where(round_))
                self._explained.append(f"{no} (round {round_}: {_BYES[each]})")
        elif 0 < difference <= len(blank) or (difference and no in self._adjusted):
            self._unexplained.append(f"{no} ({_shown(Fraction(number))} stated, {_shown(found)} found)")
        elif difference < 0 and not self._changes_games:  # which the check of stated points shows
            self._penalties.append(f"{no} ({_shown(Fraction(number))} stated, {_shown(found)} found)")
        elif difference:
            self.builder.problem(
                place,
                f"player {no} has {_shown(Fraction(number))} points stated, but his results give "
                f"{_shown(found)} ({' + '.join(map(_shown, values)) or 'none'}).",
                "Correct the points or the results; where a win isn't 1 or a draw ½, an XXS or 162 line must say so.",
            )
        if self._changes_games or self._scoring is not None:
            self.builder.add_stated(no, HEADING, number)
        else:
            self.builder.set_points(no, number)

    def close(self) -> None:
        """Note what was interpreted."""
        self.builder.note("point values", self._said, "the file counts results in its own way; the method 1, ½ and 0")
        self.builder.note(
            "byes by points", self._explained, "rounds left blank that the stated points show to have been byes"
        )
        self.builder.note(
            "points", self._unexplained, "stated points that the results don't explain (byes left blank, or penalties)"
        )
        self.builder.note("penalties", self._penalties, "stated points below what the results give (a penalty?)")


def _shown(value: Fraction) -> str:
    whole, half = divmod(value, 1)
    if half == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not half else f"{float(value):g}"
