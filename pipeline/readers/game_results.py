"""The result of a game as one text for both players: 1-0, ½ - ½, 1:0, 1/2-1/2, +/-, 0-0."""

from __future__ import annotations

import re

_HALVES = ("1/2", "0.5", "0,5", ".5", ",5", "=")
_PAIR = re.compile(r"(?P<white>[10½+-])(?P<f1>f?)[-:/]?(?P<black>[10½+-])(?P<f2>f?)")
_GAMES = {("1", "0"): ("w", "l"), ("0", "1"): ("l", "w"), ("½", "½"): ("d", "d")}
_FORFEITS = {
    ("+", "-"): ("+", "-"), ("-", "+"): ("-", "+"), ("-", "-"): ("-", "-"), ("1", "0"): ("+", "-"),
    ("0", "1"): ("-", "+"), ("0", "0"): ("-", "-"),
}  # fmt: skip
_SINGLE = {"1": ("w", "l"), "0": ("l", "w"), "½": ("d", "d"), "+": ("+", "-")}
_BYES = {"1": "full-bye", "½": "half-bye", "0": "zero-bye", "+": "full-bye", "-": "zero-bye", "": "zero-bye"}


def pair_of(text: str) -> tuple[str, str] | None:
    """The result codes of White and Black; None for a text that isn't a result.

    One number alone is White's. A game that both lose (0-0) wasn't played out: both sides lose by forfeit.
    """
    plain = _plain(text)
    if plain in _SINGLE:
        return _SINGLE[plain]
    match = _PAIR.fullmatch(plain)
    if match is None or plain == "--":  # which may be no result at all
        return None
    signs = match["white"], match["black"]
    if match["f1"] or match["f2"] or not set(signs) & {"1", "½"}:
        return _FORFEITS.get(signs)
    return _GAMES.get(signs)


def bye_of(text: str, is_white: bool) -> str | None:
    """What a player without an opponent gets, from a result of both sides or of his alone; None for no result."""
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
