"""The points that a FIDE report file states for a player, compared with what his results give.

A win counts 1, a draw ½ and a loss 0 unless the file says otherwise: XXS (JaVaFo), BBW, BBD … (bbpPairings) or 162
(TRF26). Its standings are then by these values, and the stated points are compared with them; the method itself always
counts 1, ½ and 0 (METHOD section 1).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from pipeline.errors import Place
from pipeline.event import RESULTS, USUAL, Scoring
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import number_of, quoted
from pipeline.words import Said, said

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


class Points:
    """The values of a file's results, the sums of the players, and what is said of those that don't agree."""

    def __init__(self, builder: EventBuilder, lines: list[str], scoring: Scoring | None = None) -> None:
        """Look in `lines` for the value of each result; `scoring` is what the user said that results count."""
        self.builder = builder
        self._scores: dict[int, float] = {}
        self._values: dict[str, Fraction] = {}
        self._first = 0, ""
        self._sums: dict[int, list[Fraction]] = {}
        self._adjusted: set[int] = set()
        self._said: list[str] = []
        is_team = any(line.startswith(_TEAMS) for line in lines)
        for row, line in enumerate(lines):
            self._read_values(row, line, is_team)
            if line.startswith("299 "):
                self._adjusted |= {int(no) for no in line[_PLAYERS_299].split() if no.isdecimal()}
        self._scoring = self._of_the_file()
        self._is_told = scoring is not None
        if scoring is not None:
            self._refuse_other(scoring)
            self._scoring = scoring
        builder.scoring = self._scoring
        win, draw, loss = map(Fraction, self._scoring)
        # Other values of byes are told by the kind of the bye, so that the score is the file's.
        self._byes = {win: "full-bye", draw: "half-bye", loss: "zero-bye"}
        self._allocated: list[str] = []
        self._explained: list[str] = []
        self._unexplained: list[str] = []
        self._penalties: list[str] = []

    @staticmethod
    def _default(name: str) -> Fraction:
        if name in ("WW", "BW", "FW", "FPB", "PAB"):
            return Fraction(1)
        return Fraction(1, 2) if name in ("WD", "BD", "HPB") else Fraction(0)

    def _of_the_file(self) -> Scoring:
        """What a win, a draw and a loss count by the file; 1, ½ and 0 where it can't be told in these three numbers.

        The stated points then differ from the score, which a check shows.
        """
        win, draw, loss = (
            {self._values.get(f"{colour}{result}", self._default(f"{colour}{result}")) for colour in "WB"}
            for result in "WDL"
        )
        if len(win) == len(draw) == 1 and loss == {Fraction(0)} and min(win) > min(draw) > 0:
            return Scoring(float(min(win)), float(min(draw)))
        return USUAL

    def _refuse_other(self, scoring: Scoring) -> None:
        """A problem where the file itself says what a win or a draw counts, and the user something else."""
        named = {name: value for name, value in self._values.items() if name in ("WW", "BW", "WD", "BD")}
        told = {"W": Fraction(scoring.win), "D": Fraction(scoring.draw)}
        if any(value != told[name[1]] for name, value in named.items()):
            row, line = self._first
            self.builder.problem(
                Place("", said("line {line}", line=row + 1)),
                said(
                    "this line says what results count ({line}), and --points says {scoring}.",
                    line=line.strip(), scoring=scoring,
                ),
                said("Leave --points out: the file's own values are used; or correct the line."),
            )

    def _read_values(self, row: int, line: str, is_team: bool) -> None:
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
        if {"WW", "BW", "WD", "BD"} & set(values) and not self._first[1]:
            self._first = row, line
        if any(value != self._default(name) for name, value in values.items() if name != "X"):
            self._said.append(line.strip())

    def worth_of_bye(self, no: int, round_: int, code: str, result: str) -> str:
        """The bye that is worth what the file gives for it, where there is one of that worth."""
        name = _BYE_NAMES.get(result.upper(), "")
        found = self._byes.get(self._values[name], code) if name in self._values else code
        if name == "PAB" and found in ("half-bye", "zero-bye"):
            self._allocated.append(said("{no} (round {round})", no=no, round=round_))
        return found

    def add(self, no: int, round_: int, code: str, result: str, colour: str) -> None:
        """Add what a round brings player `no`."""
        name = self._name(code, result, colour)
        value = self._values.get(name, Fraction(RESULTS[code].score) if code else Fraction(0))
        self._sums.setdefault(no, []).append(value)
        if code:
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
                place,
                said("the number of points is {stated}, which isn't a number.", stated=quoted(stated)),
                said("Write it as 4.0 or 4.5."),
            )
            return
        values = self._sums.get(no, [])
        score = self._scores.get(no, 0.0)
        found = Fraction(score) if self._is_told else sum(values, Fraction(0))
        difference = Fraction(number) - found
        each = difference / len(blank) if blank else Fraction(0)
        if not is_sound or not self.builder.has_player(no):
            return
        self.builder.set_points(no, number)
        if number == score:
            return
        if each and each in self._byes:
            # The older form has no letters for byes: a round without an opponent that brought points was one.
            for round_ in blank:
                self.builder.add_entry(no, round_, None, self._byes[each], where(round_))
                bye = self._byes[each]
                self._explained.append(said("{no} (round {round}: {bye})", no=no, round=round_, bye=bye))
        elif 0 < difference <= len(blank) or (difference and no in self._adjusted):
            self._unexplained.append(_both(no, number, found))
        elif difference < 0:  # which the check of stated points shows
            self._penalties.append(_both(no, number, found))
        elif difference and not self._is_told:
            self.builder.problem(
                place,
                said(
                    "player {no} has {stated} points stated, but his results give {found} ({sum}).",
                    no=no, stated=_shown(Fraction(number)), found=_shown(found),
                    sum=" + ".join(map(_shown, values)) or said("none"),
                ),
                said(
                    "Correct the points or the results; where a win isn't 1 or a draw ½, an XXS or 162 line must "
                    "say so."
                ),
            )

    def close(self) -> None:
        """Note what was interpreted."""
        what = said("the file counts results in its own way, and so do the standings; the method 1, ½ and 0")
        self.builder.note(said("point values"), self._said, what)
        self.builder.note(
            said("allocated byes"), self._allocated, said("byes allocated by the pairing that aren't worth a win; "
            "tie-breaks count them as asked for (C.07 16.1.2), which no published example shows")
        )
        self.builder.note(
            said("byes by points"), self._explained, said("rounds left blank that the stated points show to have been "
            "byes")
        )
        self.builder.note(
            said("points"),
            self._unexplained,
            said("stated points that the results don't explain (byes left blank, or penalties)"),
        )
        self.builder.note(said("penalties"), self._penalties,
        said("stated points below what the results give (a penalty?)"))


def _both(no: int, stated: float, found: Fraction) -> Said:
    shown = _shown(Fraction(stated)), _shown(found)
    return said("{no} ({stated} stated, {found} found)", no=no, stated=shown[0], found=shown[1])


def _shown(value: Fraction) -> str:
    whole, half = divmod(value, 1)
    if half == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not half else f"{float(value):g}"
