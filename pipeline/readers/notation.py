"""Cells that name an opponent: which part is his number, which the colour and which the result.

“16w1”, “1 16w”, “W16”, “+ 16B”, “1/16w” and “w16+” are one game. The parts are told apart by what they are; where that
leaves two orders (“1w1”), the whole table decides, for each game has a row on both sides. Nothing here knows of rounds,
tables or problems: a layout hands over all the cells and gets back what each of them says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from pipeline.event import RESULTS
from pipeline.readers.hints import Hints
from pipeline.readers.vocabulary import codes, colour_meanings, languages, result_signs, results_of


class Parts(NamedTuple):
    """A cell's parts: the opponent's number, and the words of the result and of the colour, small, empty for none."""

    opponent: int
    result: str
    colour: str


_NEARLY = 0.75
"""The share of a column's cells that are games, where the others are mistakes."""
COLOUR, RESULT = "colour", "result"
ORDERS = ("ncr", "rnc", "nrc", "rcn", "cnr", "crn")
"""The orders of number, colour and result; the first is that of chess-results."""
_GAP = r"(?:[\s/;|()\[\]]+|(?<![0-9])|(?![0-9]))"
"""Between two parts: separators, or nothing where no two digits meet."""
_LETTER = r"[^\W\d_½]"
_HALF = r"½|1/2|0[.,]5"
_US_ONLY = {"x": "+", "f": "-"}
"""In a table with W and L: won and lost by forfeit."""
WHITE, BLACK, NOT_PLAYED = _VEGA_COLOURS = ("cw", "cb", "cf")
"""Vega's marks of an opponent's number, kept as text."""
WIDE = "0123"
"""The digits of results in any scoring that is offered."""
_US_BYE = re.compile(r"(?P<letter>[hbuxf])\s*(?:-{1,4}|0)?", re.IGNORECASE)
_US_DASHED = re.compile(r"[hbuxf]\s*-{2,4}", re.IGNORECASE)
_US_BYES = {"b": "full-bye", "h": "half-bye", "u": "zero-bye", "x": "full-bye", "f": "zero-bye"}
_BYE = "bye"
_BYE_OF = {"w": "full-bye", "+": "full-bye", "d": "half-bye", "l": "zero-bye", "-": "zero-bye"}


@cache
def result_words() -> frozenset[str]:
    """The letters and words that are a result in some language, small."""
    return frozenset(word for language in languages() for word in results_of(language)) | frozenset(_US_ONLY)


@cache
def _colour_words(hinted: tuple[str, str] | None) -> frozenset[str]:
    return frozenset(colour_meanings()) | frozenset(_VEGA_COLOURS) | frozenset(hinted or ())


def us_results() -> dict[str, str]:
    """What W, D, L, X and F of US Chess mean beyond the usual: X is no draw there."""
    return _US_ONLY


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


@cache
def _pattern(
    order: str, numbers: str, words: str = "", hinted: tuple[str, str] | None = None, any_colour: bool = False
) -> re.Pattern[str]:
    """A whole cell in one order; a colour or a result may be missing.

    `numbers` are the digits that are results. `words` says whether letters are results, too, and as what a single
    letter counts that can be both: `colour` or `result`; empty where only signs are results.
    """
    digits = f"(?:[{numbers}](?:[.,]0)?)"
    joined = rf"(?:{_HALF}|{digits}|[+])\s*[-–−:]\s*(?:{_HALF}|{digits}|-)"
    signs = rf"{joined}|{_HALF}|{digits}|[-–−+=]|x"
    part = {
        "n": r"(?P<n>[0-9]{1,5})",
        "r": f"(?P<r>{signs}{'|' + _alternatives(result_words()) if words else ''})",
        "c": f"(?P<c>{_LETTER if any_colour else _alternatives(_colour_words(hinted))})",
    }
    without = {missing: _GAP.join(part[name] for name in order if name != missing) for missing in "cr"}
    forms = [_GAP.join(part[name] for name in order), *(without[name] for name in ("cr" if words == RESULT else "rc"))]
    # A name may stand once in a pattern: each form has names of its own.
    return re.compile(
        "|".join(re.sub(r"\(\?P<(\w)>", rf"(?P<\g<1>{i}>", form) for i, form in enumerate(forms)), re.IGNORECASE
    )


def _parts(pattern: re.Pattern[str], text: str) -> Parts | None:
    match = pattern.fullmatch(text)
    if match is None:
        return None
    found = {name[0]: value for name, value in match.groupdict().items() if value is not None}
    number = int(found["n"])
    result = re.sub(r"\s", "", found.get("r", "")).casefold()
    return Parts(number, result, found.get("c", "").casefold()) if number else None


@dataclass
class Notation:
    """How the cells of one table are to be read: order of the parts, digits and words that are results (`_pattern`)."""

    order: str = ORDERS[0]
    numbers: str = "01"
    words: str = ""
    hinted: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        """Prepare the pattern."""
        self._pattern = _pattern(self.order, self.numbers, self.words, self.hinted)
        self._known: dict[str, Parts | None] = {}

    def parts(self, text: str) -> Parts | None:
        """The parts of a cell's text; None where it isn't a game in this notation."""
        if text not in self._known:
            self._known[text] = _parts(self._pattern, text)
        return self._known[text]

    def unknown_colour(self, text: str) -> str:
        """The letter that stands where the colour does, and is none; empty where the cell is no such."""
        found = _parts(_pattern(self.order, self.numbers, self.words, self.hinted, any_colour=True), text)
        return found.colour if found is not None and self.parts(text) is None else ""


@cache
def _byes() -> dict[str, str]:
    """The words of a cell without an opponent, with the kind of bye."""
    words = {word: code for word, code in codes("native", "results").items() if not RESULTS[code].reply}
    return {**words, **codes("crosstable", "byes")}


def bye_of(text: str, results: Mapping[str, str] | None = None, lettered: bool = True) -> str | None:
    """The kind of bye that a cell's text is, None where it is none.

    `results` are the table's results (by default the usual ones), for “½ bye”; `lettered` allows the letters of US
    Chess (H, B, U, X, F) without the dashes behind them.
    """
    word = text.casefold()
    if word in _byes():
        return _byes()[word]
    match = _US_BYE.fullmatch(word)
    if match is not None and (lettered or _US_DASHED.fullmatch(word)):
        return _US_BYES[match["letter"]]
    if _BYE not in word:
        return None
    rest = word.replace(_BYE, "", 1).strip(" ()/:;")
    known = result_signs() if results is None else results
    return _BYE_OF.get(known.get(rest) or known.get(rest.strip("-–− "), "")) if rest else "full-bye"


Cells = Mapping[tuple[int, int], str]
"""The texts of the cells that aren't blank, by the player's number and the round."""


@dataclass
class Choice:
    """The notations that explain most of a table's cells, and what each makes of it."""

    cells: Cells
    hints: Hints
    digits: str = ""
    """The digits that can be results; by default those of games and of the scoring that the user named."""

    @cached_property
    def best(self) -> list[Notation]:
        """The notations that fit equally well: those in which no other one explains more cells, or fits better.

        Fitting means that the opponent's row names the player of this one.
        """
        texts = Counter(self.cells.values())
        found, missing = self._fullest(texts, ("",))
        if missing or not any(map(self._with_result, found)):
            more, fewer = self._fullest(texts, (RESULT, COLOUR))
            if fewer < missing or (fewer == missing and any(map(self._with_result, more))):
                found = more
        if len(found) > 1:
            found = _least(found, lambda notation: not self._with_result(notation))
            found = _different(found, texts)
        if len(found) > 1:
            found = _least(found, self._unanswered)
        return found

    def _fullest(self, texts: Counter[str], words: tuple[str, ...]) -> tuple[list[Notation], int]:
        """The notations that leave the fewest cells unexplained, and how many these are."""
        numbers = "".join(sorted({"0", "1", *(self.digits or _digits(self.hints))}))
        notations = [Notation(order, numbers, kind, self.hints.colour_letters) for kind in words for order in ORDERS]
        fewest = sum(texts.values())
        found: list[tuple[Notation, int]] = []
        for notation in notations:
            missing = 0
            for text, count in texts.items():
                if notation.parts(text) is None and bye_of(text) is None:
                    missing += count
                    if missing > fewest:
                        break
            else:
                fewest = missing
                found.append((notation, missing))
        return [notation for notation, missing in found if missing == fewest], fewest

    def _with_result(self, notation: Notation) -> bool:
        """Whether some cell has a result: a table in which all are still to be played is the last resort."""
        return any(parts.result for text in set(self.cells.values()) if (parts := notation.parts(text)))

    def _unanswered(self, notation: Notation) -> int:
        """The cells whose opponent doesn't name the player, or has a sign that can't stand against this one's."""
        signs = result_signs()
        count = 0
        for (no, round_), text in self.cells.items():
            mine = notation.parts(text)
            if mine is None:
                continue
            his = notation.parts(self.cells.get((mine.opponent, round_), ""))
            answered = his is not None and his.opponent == no != mine.opponent
            if his is not None and bool(his.result) != bool(mine.result):
                answered = False
            elif answered and his is not None and {mine.result, his.result} <= set(signs):
                answered = signs[his.result] in RESULTS[signs[mine.result]].reply
            count += not answered
        return count

    def names_opponents(self) -> bool:
        """Whether nearly every cell is explained by an opponent whose cell names the player: no other table does that.

        A cell or two may be wrong: that is for the reader to say.
        """
        notation = self.best[0]
        named = [notation.parts(text) for text in self.cells.values() if bye_of(text) is None]
        found = {parts.opponent for parts in named if parts is not None and parts.result}
        good = sum(parts is not None for parts in named) - self._unanswered(notation)
        return len(found) > 1 and good >= _NEARLY * len(named)


@cache
def _any_colour(order: str) -> re.Pattern[str]:
    return _pattern(order, WIDE, RESULT, any_colour=True)


def has_colour(text: str) -> bool:
    """Whether a text can name an opponent with a colour, which no result of a round robin has."""
    return any((found := _parts(_any_colour(order), text)) is not None and found.colour for order in ORDERS)


def is_game(text: str) -> bool:
    """Whether a text is an opponent with a known colour and a result: nothing but a game looks like that."""
    return any(
        (found := _parts(_pattern(order, "01"), text)) is not None and found.colour and found.result
        for order in ORDERS
    )


def opponent_in(text: str) -> int | None:
    """The opponent that a text may name beside a result, if it does; many other things look like that, too."""
    found = next((f for order in ("ncr", "rnc") if (f := _parts(_pattern(order, "01", RESULT), text))), None)
    return found.opponent if found is not None else None


def _least(notations: list[Notation], key: Callable[[Notation], int]) -> list[Notation]:
    values = [key(notation) for notation in notations]
    return [notation for notation, value in zip(notations, values, strict=True) if value == min(values)]


def _different(notations: list[Notation], texts: Iterable[str]) -> list[Notation]:
    """One notation of each kind that reads the texts alike."""
    kinds: dict[tuple[Parts | None, ...], Notation] = {}
    for notation in notations:
        kinds.setdefault(tuple(notation.parts(text) for text in texts), notation)
    return list(kinds.values())


def _digits(hints: Hints) -> set[str]:
    """The digits that results may be by the scoring that the user named."""
    return {f"{value:g}" for value in hints.scoring or () if float(value).is_integer() and value < 10}
