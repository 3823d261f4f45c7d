"""Standard, rapid or blitz: which kind of chess an event was, from its time control or, as a question, its name."""

from __future__ import annotations

import re
import unicodedata

STANDARD, RAPID, BLITZ = KINDS = ("standard", "rapid", "blitz")
MOVES = 60
"""A time control is as long as it lasts for so many moves (FIDE Laws of Chess, appendices A and B)."""
LEAST_STANDARD, MOST_BLITZ = 60, 10
"""Minutes: standard from the first on, blitz up to the second, rapid between."""
_LEAST_SECONDS = 300
"""A bare number so large, at the head of a time control, counts seconds (PGN, and record 222 of TRF26)."""
_MOST_MINUTES = 120
"""A bare number between the two may be either: 180 minutes, or the 180 seconds of 3+2."""

_WORDS = {
    RAPID: r"(?:semir?)?rapid[oae]s?|rapid|rapidplay|rapidchess|rapidschach|schnellschach|activechess",
    BLITZ: r"blitz\w*|relampagos?|lightning|bullet|blitzschach",
    STANDARD: r"standard|classical|clasico|estandar",
}
_ENCODED = re.compile(r"(?:[0-9]+/)?(?P<base>[0-9]+)(?:\+(?P<step>[0-9]+))?")
_UNITS = {
    60.0: r"h|hs|hrs?|hours?|horas?|std|stunden?|heures?|ore",
    1.0: r"min|mins|minutes?|minutos?|minuten|minuti|m|'",
    1 / 60: r"sec|secs|seconds?|seg|segs|segundos?|sekunden?|sek|s|''",
}
_QUANTITY = re.compile(
    r"(?P<number>[0-9]+(?:[.,][0-9]+)?)\s*(?P<unit>"
    + "|".join(f"(?:{words})" for words in sorted(_UNITS.values(), key=len, reverse=True)) + r")(?![a-z])"
)
_CLOCK = re.compile(r"(?<![0-9:])(?P<hours>[0-9]):(?P<minutes>[0-5][0-9])(?!['0-9])")
_GAME_IN = re.compile(r"(?:\b(?:g|sd|40)\s*/\s*|\bgame in\s+)(?P<minutes>[0-9]+)(?![0-9]*\s*')")
_STEP = re.compile(r"(?:[+;|]|\bd|\binc\w*)\s*(?P<step>[0-9]+)(?![0-9]*\s*(?:min|h|m\b|/))")


def kind_of(time_control: str) -> str:
    """The kind that a time control makes; empty for a text that isn't understood."""
    length = minutes(time_control)
    if length is None:
        named = kinds_named(time_control)
        return named.pop() if len(named) == 1 else ""
    return STANDARD if length >= LEAST_STANDARD else BLITZ if length <= MOST_BLITZ else RAPID


def kinds_named(text: str) -> set[str]:
    """The kinds that a text names: Torneo Rápido, 3rd Blitz Cup."""
    words = re.findall(r"[a-z]+", _plain(text))
    return {kind for kind, pattern in _WORDS.items() if any(re.fullmatch(pattern, word) for word in words)}


def minutes(time_control: str) -> float | None:
    """How many minutes a player has for 60 moves; None for a text that isn't understood.

    90 min + 30 sec, 1:30 + 10 from move 1, 15'+10'', 3+2, G/25, and as PGN writes it: 40/5400+30:1800+30.
    """
    text = _plain(time_control)
    periods = [_ENCODED.fullmatch(part.strip()) for part in re.split(r"[:,]", text)]
    if all(periods):
        return _encoded([(float(p["base"]), float(p["step"] or 0)) for p in periods if p])
    total, step = 0.0, 0.0
    for match in _CLOCK.finditer(text):
        total += 60 * float(match["hours"]) + float(match["minutes"])
    for match in _GAME_IN.finditer(text):
        total += float(match["minutes"])
    for match in _QUANTITY.finditer(text):
        number = float(match["number"].replace(",", "."))
        factor = next(f for f, words in reversed(_UNITS.items()) if re.fullmatch(words, match["unit"]))
        if factor < 1:
            step = max(step, number)
        else:
            total += factor * number
    if not step:
        step = max((float(match["step"]) for match in _STEP.finditer(text)), default=0.0)
    return total + step * MOVES / 60 if total else None


def _encoded(periods: list[tuple[float, float]]) -> float | None:
    """Bare numbers, period by period: seconds where the first is large; minutes where it is small; else unknown."""
    total, step = sum(base for base, _ in periods), max(step for _, step in periods)
    if periods[0][0] >= _LEAST_SECONDS:
        total /= 60
    elif periods[0][0] > _MOST_MINUTES or not total:
        return None
    return total + step * MOVES / 60


def _plain(text: str) -> str:
    # The many signs for minutes and seconds, before normalizing makes a blank with an accent of ´.
    kept = unicodedata.normalize("NFKD", re.sub('["”″“]', "''", re.sub("[’′´‘`]", "'", text)).casefold())
    return "".join(character for character in kept if not unicodedata.combining(character)).strip()
