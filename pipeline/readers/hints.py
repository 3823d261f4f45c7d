"""What a user may have to tell a reader, where a file can be read in two ways."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import UsageError
from pipeline.readers.vocabulary import languages


@dataclass(frozen=True)
class Hints:
    """Answers to what a file itself leaves open; empty where nothing was said.

    language  of the result words (a `p` is a win nowhere, a loss in Spanish, a draw in Italian): one of the vocabulary
    colours   the letters of White and Black in a cross-table's cells, such as w/b or b/n
    pick      which of several events of a file: the name of its sheet or its own, or its number in the file
    """

    language: str = ""
    colours: str = ""
    pick: str = ""

    def __post_init__(self) -> None:
        """Raise UsageError for a hint that can't be one."""
        if self.language and self.language not in languages():
            raise UsageError(
                f"--language: {self.language!r} is not known.\n    → Use one of: {', '.join(languages())}."
            )
        letters = self.colour_letters
        if self.colours and (letters is None or letters[0] == letters[1]):
            raise UsageError(
                f"--colours: {self.colours!r} won't do.\n"
                "    → Write the letters of White and of Black with a stroke between them, such as w/b, w/s or b/n."
            )

    @property
    def colour_letters(self) -> tuple[str, str] | None:
        """The letters of White and Black, small; None where they weren't told."""
        white, stroke, black = (part.strip().casefold() for part in self.colours.partition("/"))
        return (white, black) if stroke and white and black else None


NONE = Hints()
"""Nothing was said."""
