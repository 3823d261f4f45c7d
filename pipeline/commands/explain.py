"""`arpo explain`: one player's calculation in words, or why one is before another."""

from __future__ import annotations

from pipeline.explaining import compared, explained, explained_blocks, player_called
from pipeline.explaining.page import Block
from pipeline.method.calculation import Calculation


def explanation(calculation: Calculation, players: list[str], kind: str, language: str) -> str:
    """The text. Raises UsageError for a player who can't be found, or not told from others."""
    numbers = _numbers(calculation, players)
    if len(numbers) == 1:
        return explained(calculation, numbers[0], kind=kind, language=language)
    return compared(calculation, *numbers, kind=kind, language=language)


def explanation_blocks(calculation: Calculation, players: list[str], language: str) -> list[Block]:
    """The same for a page: its headings, lines and tables. Raises UsageError as `explanation` does."""
    return explained_blocks(calculation, _numbers(calculation, players), language)


def _numbers(calculation: Calculation, players: list[str]) -> list[int]:
    return [player_called(calculation.work.event, text) for text in players]
