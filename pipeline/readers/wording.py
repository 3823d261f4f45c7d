"""What the result words of a table mean: `v` is a win in Italian (vittoria) and a loss in Dutch (verlies).

Decided from the words that are used, from the whole table (each game has a winner and a loser, or two draws), and from
the language of the headings; where these leave two readings, that is a question to the user.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from pipeline.errors import Place
from pipeline.event import RESULTS
from pipeline.readers.builder import EventBuilder
from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.readers.vocabulary import heading_languages, languages, result_signs, results_of


@dataclass(frozen=True)
class Wording:
    """The meaning of each word that is used, in small letters, and the language it comes from."""

    codes: dict[str, str]
    language: str = "english"
    question: str = ""
    """Two readings that fit equally well, in words; empty where there is only one."""
    others: tuple[str, ...] = ()
    """The languages to choose from where there is a question."""

    def report(self, builder: EventBuilder, place: Place) -> None:
        """Ask the question as a problem of the table at `place`; or note another language than English."""
        if self.question:
            builder.problem(
                place,
                f"the results can be read in two ways: {self.question}.",
                f"Say which: {' or '.join(f'--language {language}' for language in self.others)}.",
            )
        elif self.language != "english":
            builder.note("language", [self.language.capitalize()], "the language of the result words")


def decided(words: Iterable[str], pairs: Iterable[tuple[str, str]], header: Header, hints: Hints) -> Wording:
    """The wording of a table whose result cells hold `words`; `pairs` has the two words of each game.

    A word that no reading explains is not in the codes: the reader reports it where it stands.
    """
    used = {word.casefold() for word in words} - set(result_signs()) - {""}
    if not used:
        return Wording(dict(result_signs()))
    preferred = [hints.language] if hints.language else heading_languages(h.text for h in header.headings)
    tried = [hints.language] if hints.language else languages()
    readings = [reading for language in tried for reading in _readings(language, used)]
    best = min(_unexplained(reading, used) for reading in readings)
    readings = [reading for reading in readings if _unexplained(reading, used) == best]
    if len({_key(reading) for reading in readings}) > 1:
        games = [(one.casefold(), other.casefold()) for one, other in pairs]
        fewest = min(_contradictions(reading, games) for reading in readings)
        readings = [reading for reading in readings if _contradictions(reading, games) == fewest]
    ours = [reading for reading in readings if reading.language in preferred] or readings
    different = {_key(reading): reading for reading in ours}
    chosen = ours[0]
    codes = {**result_signs(), **chosen.codes}
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


def _contradictions(reading: Wording, games: list[tuple[str, str]]) -> int:
    """How many games the two rows of which can't both be right in this reading."""
    codes = {**result_signs(), **reading.codes}
    known = [(codes[one], codes[other]) for one, other in games if one in codes and other in codes]
    return sum(other not in RESULTS[one].reply for one, other in known if RESULTS[one].reply)


def _question(readings: list[Wording]) -> str:
    words = {"w": "a win", "d": "a draw", "l": "a loss"}
    first, second = readings[:2]
    word = next(word for word in sorted(first.codes) if first.codes[word] != second.codes.get(word))
    return (
        f"“{word}” is {words[first.codes[word]]} in {first.language.capitalize()} and "
        f"{words[second.codes[word]]} in {second.language.capitalize()}, and the table fits both"
    )
