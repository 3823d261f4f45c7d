"""The calculation in words: one player's, step by step with his own numbers, and why one player is before another.

    explained(calculation, player_called(event, "pla a"), language="es")            # a text; kind="md" for Markdown
    compared(calculation, 1, 2)                                                     # the difference, term by term
    [compared(calculation, *pair) for pair in ties(calculation)]                    # every tie

Steps and sums come from the registry: a column's rule is run on numbers that remember what they were made from
(`worked`), so a new column explains itself, and `tellings` may give it better words.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.explaining.finding import player_called as player_called
from pipeline.explaining.page import KINDS as KINDS
from pipeline.explaining.page import MARKED, TEXT, Block, Form, rendered, told_blocks
from pipeline.explaining.pair import pair_page
from pipeline.explaining.pair import ties as ties
from pipeline.explaining.player import player_page
from pipeline.method.calculation import Calculation
from pipeline.words import ENGLISH


def explained(calculation: Calculation, no: int, *, kind: str = TEXT, language: str = ENGLISH) -> str:
    """How the RP and the ARPO of player `no` come about, as text or Markdown (`kind` of KINDS)."""
    form = Form(kind)
    return rendered(player_page(calculation, no, form), form, language)


def compared(calculation: Calculation, one: int, other: int, *, kind: str = TEXT, language: str = ENGLISH) -> str:
    """Why one of two players is before the other, by the order in use, as text or Markdown.

    Raises UsageError where it is the same player twice.
    """
    form = Form(kind)
    return rendered(pair_page(calculation, one, other, form), form, language)


def explained_blocks(calculation: Calculation, numbers: Sequence[int], language: str) -> list[Block]:
    """The explanation of one player, or of two, as headings, lines and tables in the form MARKED."""
    form = Form(MARKED)
    if len(numbers) == 1:
        return told_blocks(player_page(calculation, numbers[0], form), language)
    one, other = numbers
    return told_blocks(pair_page(calculation, one, other, form), language)
