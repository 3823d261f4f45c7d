"""What the letters of the colours mean: `b` is Black in English and White (blancas) in Spanish.

Decided from the whole table, for each game has one of each; colours never change a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.readers.vocabulary import colour_meanings, colours_of, heading_languages

OTHER = {"w": "b", "b": "w"}


def meanings(pairs: Iterable[tuple[str, str]], header: Header, hints: Hints) -> dict[str, str]:
    """Each letter that is used, small, with w (White) or b (Black); a letter that can't be told is left out.

    `pairs` holds for each game the two letters, one of them empty where only one row states it. First comes what the
    user said (`hints`), then what a letter means in every language that has it, then the other side of its games, and
    last the language of the headings.
    """
    counted: Counter[tuple[str, ...]] = Counter()
    for (one, other), times in Counter(pairs).items():
        counted[tuple(sorted((one.casefold(), other.casefold())))] += times
    letters = {letter for pair in counted for letter in pair if letter}
    if hints.colour_letters is not None:
        white, black = hints.colour_letters
        return {letter: colour for letter, colour in ((white, "w"), (black, "b")) if letter in letters}
    known = {letter: min(m) for letter in letters if len(m := colour_meanings().get(letter, frozenset())) == 1}
    _add_other_sides(known, counted)
    for letter in letters - set(known):
        spoken = heading_languages(heading.text for heading in header.headings)
        said = {colour for language in spoken if (colour := colours_of(language).get(letter))}
        if len(said) == 1:
            known[letter] = said.pop()
            _add_other_sides(known, counted)
    return known


def _add_other_sides(known: dict[str, str], counted: Counter[tuple[str, ...]]) -> None:
    """Add the letters that stand against known ones; of contradicting games the majority decides."""
    while True:
        votes: dict[str, Counter[str]] = {}
        for (one, other), count in counted.items():
            for letter, against in ((one, other), (other, one)):
                if letter and letter not in known and against in known:
                    votes.setdefault(letter, Counter())[OTHER[known[against]]] += count
        if not votes:
            return
        known.update({letter: vote.most_common(1)[0][0] for letter, vote in votes.items()})
