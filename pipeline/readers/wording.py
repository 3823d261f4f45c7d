"""What the result words of a table mean: `v` is a win in Italian (vittoria) and a loss in Dutch (verlies).

Decided from the words that are used, from the whole table (each game has a winner and a loser, or two draws), and from
the language of the headings; where these leave two readings, that is a question to the user. So it is with + and -,
which are games in one table and forfeits in another, and with numbers, which may be the points of another scoring.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import product

from pipeline.errors import Place
from pipeline.event import PENDING, RESULTS, Scoring, scoring_of
from pipeline.readers.builder import EventBuilder
from pipeline.readers.headings import Header
from pipeline.readers.hints import FORFEITS, GAMES, SIGNS, Hints
from pipeline.readers.vocabulary import DASHES, heading_languages, languages, result_signs, results_of
from pipeline.words import Said, both, either, in_quotes, said

OFFERED = ("2-1-0", "3-1-0")
"""Scorings that are offered where a table's numbers are such points."""
_NUMBER = re.compile(r"[0-9]{1,2}(?:[.,][0-9])?")
_HALVES = ("½", "1/2", "0.5", "0,5", ".5", ",5")
_JOINED = re.compile(rf"(\S+?)\s*[{DASHES}:]\s*(\S+)")
_Games = Callable[[], list[tuple[str, str]]]


@dataclass(frozen=True)
class Wording:
    """The meaning of each word that is used, in small letters, and the language it comes from."""

    codes: dict[str, str]
    language: str = "english"
    question: str = ""
    """Two readings that fit equally well, in words; empty where there is only one."""
    others: tuple[str, ...] = ()
    """The languages to choose from where there is a question."""
    signs: str = ""
    """What + and - were found to be: games or forfeits; `?` where the table leaves it open, empty where it has none."""
    offered: str = ""
    """The scoring by which the numbers are points of games (2-1-0), where none was said; empty where there is none."""
    scoring: Scoring | None = None
    """The scoring whose points the numbers are, named or offered; None where they are 1, ½ and 0."""
    points: frozenset[str] = field(default_factory=frozenset)
    """The numbers that are results by that scoring alone."""

    def code(self, text: str) -> str | None:
        """The result code of a cell's text; None where it isn't a result."""
        return code_in(self.codes, spelled(text))

    def report(self, builder: EventBuilder, place: Place, hints: Hints) -> None:
        """Ask the questions as problems of the table at `place`; or note what isn't as usual."""
        if self.question:
            builder.problem(
                place,
                said("the results can be read in two ways: {question}.", question=self.question),
                said("Say which: {listed}.", listed=either([f"--language {language}" for language in self.others])),
            )
        elif self.language != "english":
            builder.note(said("language"), [language_name(self.language)], said("the language of the result words"))
        if self.signs == "?":
            builder.problem(
                place,
                said(
                    "the results + and - can be games (a win and a loss) or forfeits; nothing in the table tells which."
                ),
                said("Say which: {listed}.", listed=either([f"--signs {name}" for name in SIGNS])),
            )
        elif self.signs == GAMES:
            what = said("signs that are results of games here, and no forfeits")
            builder.note(said("signs"), [said("+ a win, - a loss")], what)
        if self.offered:
            builder.problem(place, *offer(self.offered, self.points, hints.points))


def offer(scoring: str, results: Iterable[str], named: str = "") -> tuple[Said, Said]:
    """What to say of results that are points of another scoring, such as 2-1-0, and what to do.

    `named` is what --points says.
    """
    counts = scoring_of(scoring) or Scoring()
    why = said("--points says {named}", named=named) if named else said("a game has no more than 1 point")
    return (
        said(
            "{why}, and the results here are {results}, too: they fit an event in which a win counts {win:g} and a "
            "draw {draw:g}.",
            why=why, results=both(map(in_quotes, sorted(results))), win=counts.win, draw=counts.draw,
        ),
        said(
            "If that is so, say --points {scoring}. Board points of teams and totals of several games can't be used.",
            scoring=scoring,
        ),
    )


_LANGUAGES = {
    "english": said("English"), "german": said("German"), "spanish": said("Spanish"), "italian": said("Italian"),
    "french": said("French"), "portuguese": said("Portuguese"), "dutch": said("Dutch"),
}  # fmt: skip


def language_name(language: str) -> str:
    """The name of one of the vocabulary's languages, for people."""
    return _LANGUAGES.get(language, language.capitalize())


@lru_cache(maxsize=1024)
def spelled(text: str) -> str:
    """A result as it is looked up: small, and without blanks around a dash."""
    word = text.casefold()
    return re.sub(rf"\s*([{DASHES}:])\s*", r"\1", word) if " " in word and _JOINED.fullmatch(word) else word


def code_in(codes: Mapping[str, str], word: str) -> str | None:
    """The code of a word as `spelled` gives it, two joined results included; None where it isn't a result."""
    if word in codes:
        return codes[word]
    match = _JOINED.fullmatch(word)
    return joined(codes, match[1], match[2]) if match is not None else None


def joined(codes: Mapping[str, str], one: str, other: str) -> str | None:
    """The code of two results that a dash joins (1-0), the player's own first; None where they can't be one game."""
    mine, his = codes.get(one), codes.get(other)
    return mine if mine is not None and his is not None and his in RESULTS[mine].reply else None


def decided(words: Iterable[str], pairs: Iterable[tuple[str, str]], header: Header, hints: Hints) -> Wording:
    """The wording of a table whose result cells hold `words`, each as often as it stands there.

    `pairs` has the two words of each game. An empty word is a game still to be played. A word that no reading explains
    is not in the codes: the reader reports it where it stands.
    """
    tally = Counter(map(spelled, words))
    games: _Games = cache(lambda: [(spelled(one), spelled(other)) for one, other in pairs])
    signs = _numbers(tally, games, hints)
    unknown = {word for word in tally if word and not _explained(word, signs)}
    found = _in_language({word for word in unknown if not _NUMBER.fullmatch(word)}, games, header, hints, signs)
    return _with_offer(_with_signs(found, tally, games, hints), tally, games, hints)


def _explained(word: str, codes: Mapping[str, str]) -> bool:
    match = _JOINED.fullmatch(word)
    return word in codes or (match is not None and {match[1], match[2]} <= set(codes))


# Numbers


def _numbers(tally: Counter[str], games: _Games, hints: Hints) -> dict[str, str]:
    """The signs, with the numbers as points of the scoring that was named, if the table's are such."""
    usual = result_signs()
    if hints.scoring is None:
        return usual
    pointed = _as_points(tally, hints.scoring)
    numbers = {word for word in tally if _NUMBER.fullmatch(word) or word in _HALVES}
    return min((pointed, usual), key=lambda codes: (len(numbers - set(codes)), _contradictions(codes, games())))


def _as_points(tally: Iterable[str], scoring: Scoring) -> dict[str, str]:
    """The signs, where each number is the points that a result brings."""
    meaning = dict(zip(scoring, "wdl", strict=True))
    codes = {word: code for word, code in result_signs().items() if word not in _HALVES and not _NUMBER.fullmatch(word)}
    for word in tally:
        value = float(word.replace(",", ".")) if _NUMBER.fullmatch(word) else None
        if value in meaning:
            codes[word] = meaning[value]
    return codes


def _with_offer(wording: Wording, tally: Counter[str], games: _Games, hints: Hints) -> Wording:
    """The wording, with the scoring by which all of the numbers are points of games, if it takes one."""
    strange = frozenset(word for word in tally if _NUMBER.fullmatch(word) and word not in wording.codes)
    if not strange:
        named, usual = hints.scoring, result_signs()
        worth = zip(map("{:g}".format, named or ()), "wdl", strict=False)
        is_pointed = any(tally[word] and wording.codes.get(word) == code != usual.get(word) for word, code in worth)
        return replace(wording, scoring=named) if is_pointed else wording
    for name in OFFERED:
        codes = _as_points(tally, scoring_of(name) or Scoring())
        numbers = {word for word in tally if _NUMBER.fullmatch(word) or word in _HALVES}
        if numbers <= set(codes) and not _contradictions({**wording.codes, **codes}, games()):
            # The file is refused with the offer; read this way it brings no other problems with it.
            scoring = scoring_of(name)
            return replace(wording, offered=name, scoring=scoring, points=strange, codes={**wording.codes, **codes})
    return wording


# Words


def _in_language(
    used: set[str], games: _Games, header: Header, hints: Hints, signs: dict[str, str]
) -> Wording:
    """The meaning of the words that aren't signs."""
    if not used:
        return Wording(dict(signs))
    preferred = [hints.language] if hints.language else heading_languages(h.text for h in header.headings)
    tried = [hints.language] if hints.language else languages()
    readings = [reading for language in tried for reading in _readings(language, used)]
    best = min(_unexplained(reading, used) for reading in readings)
    readings = [reading for reading in readings if _unexplained(reading, used) == best]
    if len({_key(reading) for reading in readings}) > 1:
        contradictions = [_contradictions({**signs, **reading.codes}, games()) for reading in readings]
        fewest = min(contradictions)
        readings = [r for r, count in zip(readings, contradictions, strict=True) if count == fewest]
    ours = [reading for reading in readings if reading.language in preferred] or readings
    different = {_key(reading): reading for reading in ours}
    chosen = ours[0]
    codes = {**signs, **chosen.codes}
    if len(different) == 1:
        return Wording(codes, chosen.language)
    return Wording(
        codes, chosen.language, _question(list(different.values())), tuple(r.language for r in different.values())
    )


def _readings(language: str, used: set[str]) -> list[Wording]:
    """What the used words mean in a language: one reading, or several where a letter has two meanings in it."""
    known = {word: sorted(meanings) for word, meanings in results_of(language).items() if word in used}
    return [Wording(dict(zip(known, meanings, strict=True)), language) for meanings in product(*known.values())]


def _key(reading: Wording) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(reading.codes.items()))


def _unexplained(reading: Wording, used: set[str]) -> int:
    return len(used - set(reading.codes))


def _contradictions(codes: Mapping[str, str], games: list[tuple[str, str]]) -> int:
    """How many games the two rows of which can't both be right by these codes."""
    known = [(mine, his) for one, other in games if (mine := code_in(codes, one)) and (his := code_in(codes, other))]
    return sum(his not in RESULTS[mine].reply for mine, his in known if RESULTS[mine].reply)


def _question(readings: list[Wording]) -> Said:
    words = {"w": said("a win"), "d": said("a draw"), "l": said("a loss")}
    first, second = readings[:2]
    word = next(word for word in sorted(first.codes) if first.codes[word] != second.codes.get(word))
    return said(
        "“{word}” is {one} in {language} and {other} in {other_language}, and the table fits both",
        word=word, one=words[first.codes[word]], language=language_name(first.language),
        other=words[second.codes[word]], other_language=language_name(second.language),
    )


# Signs


def _with_signs(wording: Wording, tally: Counter[str], games: _Games, hints: Hints) -> Wording:
    """The wording, with + and - as wins and losses where the table shows them to be.

    Beside other wins and losses, or a draw in letters, they are forfeits. Where there are none of these, they are
    games: all the more with =, which is the draw of the same notation. More draws in another notation, more games to
    be played, or a game that both lost leave it open.
    """
    minus = [word for word in DASHES if tally[word]]
    signed = tally["+"] + sum(tally[word] for word in minus)
    if not signed:
        return wording
    meaning = hints.signs or _meaning_of_signs(wording, tally, games, signed)
    if meaning != GAMES:
        return replace(wording, signs=meaning)
    return replace(wording, signs=GAMES, codes={**wording.codes, "+": "w", **dict.fromkeys(DASHES, "l")})


def _meaning_of_signs(wording: Wording, tally: Counter[str], games: _Games, signed: int) -> str:
    codes = {word: wording.code(word) for word in tally if word}
    if any(code in ("w", "l") or (code == "d" and word.isalpha() and word != "x") for word, code in codes.items()):
        return FORFEITS
    if any(one in DASHES and other in DASHES for one, other in games() if one and other):
        return "?"
    other_draws = sum(tally[word] for word, code in codes.items() if code == "d")
    return GAMES if tally["="] or (signed > other_draws and signed >= tally[PENDING]) else "?"
