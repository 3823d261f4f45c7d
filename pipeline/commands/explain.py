"""`arpo explain`: one player's calculation in words, or why one is before another."""

from __future__ import annotations

from pipeline.explaining import compared, explained, player_called
from pipeline.method.calculation import Calculation


def explanation(calculation: Calculation, players: list[str], kind: str, language: str) -> str:
    """The text. Raises UsageError for a player who can't be found, or not told from others."""
    numbers = [player_called(calculation.work.event, text) for text in players]
    if len(numbers) == 1:
        return explained(calculation, numbers[0], kind=kind, language=language)
    return compared(calculation, *numbers, kind=kind, language=language)
