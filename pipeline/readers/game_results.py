"""The results of a list of games, each one text for both players: 1-0, ½ - ½, 1:0, 1/2-1/2, +/-, 0-0, remis.

The whole list decides whether letters are results (W, D, B), and whether numbers are points of another scoring (2-0).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pipeline.event import Scoring, scoring_of
from pipeline.readers.hints import Hints
from pipeline.readers.unplayed import is_forfeit
from pipeline.readers.vocabulary import colour_words, form, languages, results_of
from pipeline.readers.wording import OFFERED

_HALVES = ("1/2", "0.5", "0,5", ".5", ",5", "=")
_PAIR = re.compile(r"(?P<white>[10½+-])(?P<f1>f?)[-:/]?(?P<black>[10½+-])(?P<f2>f?)")
_POINTS = re.compile(r"([0-9])[-:]([0-9])")
_REMARKED = re.compile(r"(?P<result>[^a-z]+?)[\s(\[,;]*(?P<remark>[^\W\d_].*?)[)\]]?", re.IGNORECASE)
"""A result with a word behind it: 1-0 (forfeit)."""
_WIN, _DRAW, _LOSS = ("w", "l"), ("d", "d"), ("l", "w")
_GAMES = {("1", "0"): _WIN, ("0", "1"): _LOSS, ("½", "½"): _DRAW}
_FORFEITS = {
    ("+", "-"): ("+", "-"), ("-", "+"): ("-", "+"), ("-", "-"): ("-", "-"), ("1", "0"): ("+", "-"),
    ("0", "1"): ("-", "+"), ("0", "0"): ("-", "-"),
}  # fmt: skip
_SINGLE = {"1": _WIN, "0": _LOSS, "½": _DRAW, "+": ("+", "-")}
_LETTERS = ({"w": _WIN, "d": _DRAW, "b": _LOSS}, {"w": _WIN, "d": _DRAW, "l": _LOSS})
"""White, draw, Black; or White's win, draw, loss."""
_BYES = {"1": "full-bye", "½": "half-bye", "0": "zero-bye", "+": "full-bye", "-": "zero-bye", "": "zero-bye"}


@dataclass(frozen=True)
class Results:
    """How the results of one list are to be read."""

    scoring: Scoring | None = None
    """The numbers are its points."""
    letters: bool = False
    """W, D, B and L are results."""
    offered: str = ""
    """The scoring by which the numbers are results, where none was said; empty where there is none."""

    def pair(self, text: str) -> tuple[str, str] | None:
        """The result codes of White and Black; None for a text that isn't a result.

        One number alone is White's. A game that both lose (0-0) wasn't played out: both sides lose by forfeit.
        """
        if self.letters:
            found = [letters[text.casefold()] for letters in _LETTERS if text.casefold() in letters]
            return found[0] if found else pair_of(text)
        return _of_points(text, self.scoring) if self.scoring is not None else pair_of(text)

    def bye(self, text: str, is_white: bool) -> str | None:
        """What a player without an opponent gets, from a result of both sides or of his alone; None for no result."""
        if self.scoring is not None:
            points = re.sub(r"\s", "", text).replace(":", "-").split("-")
            own = points[0 if is_white else -1] if len(points) <= 2 else ""
            byes = ("full-bye", "half-bye", "zero-bye")
            worth = dict(zip((f"{value:g}" for value in self.scoring), byes, strict=True))
            if own in worth:
                return worth[own]
        return _bye_of(text, is_white)


def decided(texts: Iterable[str], hints: Hints, english: bool) -> Results:
    """How the results `texts` are to be read; in an `english` list letters can be results."""
    found = {text for text in texts if text}
    strange = {text for text in found if pair_of(text) is None}
    if not strange:
        return Results()
    if english and any({text.casefold() for text in found} <= set(known) for known in _LETTERS):
        return Results(letters=True)
    names = [hints.points] if hints.scoring is not None else OFFERED
    for scoring in map(scoring_of, names):
        if scoring is None or not any(_of_points(text, scoring) for text in strange):
            continue
        if hints.scoring is not None:
            return Results(scoring)
        if all(_of_points(text, scoring) for text in found):
            return Results(scoring, offered=str(scoring))
    return Results()


def _of_points(text: str, scoring: Scoring) -> tuple[str, str] | None:
    """The codes of a result in points of a scoring; signs of forfeits stay what they are."""
    match = _POINTS.fullmatch(re.sub(r"[–—−‒]", "-", re.sub(r"\s", "", text)))
    if match is None:
        found = pair_of(text)
        return found if found is not None and set(found) <= {"+", "-"} else None
    win, draw, loss = (f"{value:g}" for value in scoring)
    known = {(win, loss): _WIN, (draw, draw): _DRAW, (loss, win): _LOSS, (loss, loss): ("-", "-")}
    return known.get((match[1], match[2]))


def pair_of(text: str) -> tuple[str, str] | None:
    """The result codes of White and Black by the usual spellings; None for a text that isn't a result."""
    plain = _plain(text)
    if plain in _SINGLE:
        return _SINGLE[plain]
    word = form(text)
    if word in _words():
        return _words()[word]
    match = _PAIR.fullmatch(plain)
    if match is None or plain == "--":  # which may be no result at all
        return _with_remark(text)
    signs = match["white"], match["black"]
    if match["f1"] or match["f2"] or not set(signs) & {"1", "½"}:
        return _FORFEITS.get(signs)
    return _GAMES.get(signs)


def _with_remark(text: str) -> tuple[str, str] | None:
    """A result with a word behind it that says that the game wasn't played."""
    match = _REMARKED.fullmatch(text.strip())
    if match is None or not is_forfeit(match["remark"]):
        return None
    found = pair_of(match["result"])
    return forfeited(found) if found is not None else None


def forfeited(codes: tuple[str, str]) -> tuple[str, str] | None:
    """The codes of a game that wasn't played, from those of its result; None for a draw, which no forfeit is."""
    return {_WIN: ("+", "-"), _LOSS: ("-", "+")}.get(codes, codes if set(codes) <= {"+", "-"} else None)


@cache
def _words() -> dict[str, tuple[str, str]]:
    """Words for a draw in all languages, and for the colour that won."""
    draws = {
        form(word): _DRAW
        for language in languages()
        for word, meanings in results_of(language).items()
        if len(word) > 1 and meanings == {"d"}
    }
    colours = {word: colour for word, colour in colour_words().items() if len(word) > 2}  # no cw and cb of Vega
    return {**draws, **{word: _WIN if colour == "w" else _LOSS for word, colour in colours.items()}}


def _bye_of(text: str, is_white: bool) -> str | None:
    plain = _plain(text)
    match = _PAIR.fullmatch(plain)
    if match:
        plain = match["white" if is_white else "black"]
    return _BYES.get(plain)


def _plain(text: str) -> str:
    plain = re.sub(r"[\s()]", "", text.casefold())
    plain = re.sub(r"[–—−‒]", "-", plain)
    for half in _HALVES:
        plain = plain.replace(half, "½")
    return re.sub(r"([10])[.,]0(?![0-9])", r"\1", plain)
