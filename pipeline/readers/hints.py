"""What a user may have to tell a reader, where a file can be read in two ways."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import UsageError
from pipeline.event import Scoring, scoring_of
from pipeline.readers.vocabulary import languages, results_of
from pipeline.words import either, said

GAMES, FORFEITS = SIGNS = ("games", "forfeits")
"""What + and - can mean in a table: results of games, or of games that weren't played."""


@dataclass(frozen=True)
class Hints:
    """Answers to what a file itself leaves open; empty where nothing was said.

    language  of the result words (a `p` is a win nowhere, a loss in Spanish, a draw in Italian): one of the vocabulary
    colours   the letters of White and Black in a cross-table's cells, such as w/b or b/n
    points    what a win, a draw and a loss count in the standings (and perhaps in the cells), such as 2-1-0
    signs     what + and - mean: games (a win and a loss) or forfeits
    pick      which of several events of a file: the name of its sheet or its own, or its number in the file
    round     the last round that counts (`pipeline.readers.upto`); 0 for all
    """

    language: str = ""
    colours: str = ""
    points: str = ""
    signs: str = ""
    pick: str = ""
    round: int = 0

    def __post_init__(self) -> None:
        """Raise UsageError for a hint that can't be one."""
        if self.language:
            known = [language for language in languages() if results_of(language)]
            if self.language not in known:
                raise UsageError(
                    said("--language: {language!r} is not known.", language=self.language),
                    said("Use one of: {listed}.", listed=", ".join(known)),
                )
        letters = self.colour_letters
        if self.colours and (letters is None or letters[0] == letters[1] or not all(map(str.isalpha, letters))):
            raise UsageError(
                said("--colours: {colours!r} won't do.", colours=self.colours),
                said("Write the letters of White and of Black with a stroke between them, such as w/b, w/s or b/n."),
            )
        if self.points and scoring_of(self.points) is None:
            raise UsageError(
                said("--points: {points!r} won't do.", points=self.points),
                said("Write what a win, a draw and a loss count, such as 2-1-0 or 3-1-0."),
            )
        if self.signs not in ("", *SIGNS):
            raise UsageError(
                said("--signs: {signs!r} is not known.", signs=self.signs), said("Use {listed}.", listed=either(SIGNS))
            )

    @property
    def scoring(self) -> Scoring | None:
        """What results count in the standings; None where it wasn't told."""
        return scoring_of(self.points) if self.points else None

    @property
    def colour_letters(self) -> tuple[str, str] | None:
        """The letters of White and Black, small; None where they weren't told."""
        white, stroke, black = (part.strip().casefold() for part in self.colours.partition("/"))
        return (white, black) if stroke and white and black else None


NONE = Hints()
"""Nothing was said."""
