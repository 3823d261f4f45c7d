"""What a table holds of its rounds, collected until the whole of it has been seen: colours are decided only then."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.errors import Where
from pipeline.readers import colours
from pipeline.readers.builder import EventBuilder
from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.words import in_quotes, said


class Entry(NamedTuple):
    """One round of a player: opponent's number or None, result code, the letter of his colour (as in the file).

    `result_place` is where the result stands, in a layout that has it in a cell of its own.
    """

    no: int
    round: int
    opponent: int | None
    result: str
    letter: str
    place: Where
    result_place: Where | None


class Entries:
    """Collects entries for a builder; `close` hands them over with their colours."""

    def __init__(self, builder: EventBuilder, header: Header, hints: Hints) -> None:
        """`header` tells the table's language, `hints` what the user said of its colours."""
        self.builder = builder
        self._header = header
        self._hints = hints
        self._entries: list[Entry] = []

    def add(
        self, no: int, round_: int, opponent: int | None, result: str, place: Where, letter: str = "",
        result_place: Where | None = None,
    ) -> None:
        """Keep what round `round_` held for player `no`."""
        self._entries.append(Entry(no, round_, opponent, result, letter.casefold(), place, result_place))

    def close(self) -> None:
        """Hand everything over, and note letters whose colour can't be told."""
        lettered = [entry for entry in self._entries if entry.letter and entry.opponent is not None]
        letters = {(entry.no, entry.round): entry.letter for entry in lettered}
        pairs = [
            (entry.letter, letters.get((entry.opponent, entry.round), ""))
            for entry in self._entries
            if letters and entry.opponent is not None and (entry.letter or letters.get((entry.opponent, entry.round)))
        ]
        known = colours.meanings(pairs, self._header, self._hints)
        contradicting: list[str] = []
        for entry in self._entries:
            colour = known.get(entry.letter, "") if entry.letter and entry.opponent is not None else ""
            if colour and colour == known.get(letters.get((entry.opponent or 0, entry.round), "")):
                colour = ""
                contradicting.append(said("{no} (round {round})", no=entry.no, round=entry.round))
            self.builder.add_entry(
                entry.no, entry.round, entry.opponent, entry.result, entry.place, colour, entry.result_place
            )
        self.builder.note(
            said("colours"), contradicting, said("colours left out, since both players of the game have the same")
        )
        unknown = sorted({letter for pair in pairs for letter in pair if letter} - set(known))
        self.builder.note(
            said("colours"),
            [in_quotes(letter) for letter in unknown],
            said("letters that can mean either colour, left out (say which with --colours, such as w/b or b/n)"),
        )
