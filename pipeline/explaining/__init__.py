"""The calculation in words: one player's, step by step with his own numbers, and why one player is before another.

    explained(calculation, player_called(event, "pla a"), language="es")            # a text; kind="md" for Markdown
    compared(calculation, 1, 2)                                                     # the difference, term by term

Steps and sums come from the registry: a column's rule is run on numbers that remember what they were made from
(`worked`), so a new column explains itself, and `tellings` may give it better words.
"""

from __future__ import annotations

from pipeline.explaining.finding import player_called as player_called
from pipeline.explaining.page import KINDS as KINDS
from pipeline.explaining.page import TEXT, Form, rendered
from pipeline.explaining.player import player_page
from pipeline.method.calculation import Calculation
from pipeline.words import ENGLISH


def explained(calculation: Calculation, no: int, *, kind: str = TEXT, language: str = ENGLISH) -> str:
    """How the RP and the ARPO of player `no` come about, as text or Markdown (`kind` of KINDS)."""
    form = Form(kind)
    return rendered(player_page(calculation, no, form), form, language)
