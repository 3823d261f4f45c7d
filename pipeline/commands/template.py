"""`arpo template`: the blank event workbook, to be filled in."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from pipeline.errors import UsageError
from pipeline.output import replacing
from pipeline.words import ENGLISH, said
from pipeline.workbook import native

PLAYERS = 30
ROUNDS = 9
MOST_PLAYERS = 5000
MOST_ROUNDS = 99


def write_blank(path: Path, players: int = PLAYERS, rounds: int = ROUNDS, language: str = ENGLISH) -> None:
    """Write a blank native workbook with numbered rows for `players` and columns for `rounds`.

    Raises UsageError for numbers that won't do, FileError where `path` can't be written.
    """
    for what, number, most in ((said("players"), players, MOST_PLAYERS), (said("rounds"), rounds, MOST_ROUNDS)):
        if not 1 <= number <= most:
            raise UsageError(
                said("{what}: {number} won't do.", what=what, number=number),
                said("Use a whole number from 1 to {most}.", most=most),
            )
    with replacing(path) as temporary:
        nobody = native.blank_players(players)
        no_entries = pd.DataFrame(columns=["no", "round", "opponent", "result"])
        native.write_native(temporary, nobody, rounds, no_entries, pd.DataFrame(index=nobody.index), "", {},
        language=language)
