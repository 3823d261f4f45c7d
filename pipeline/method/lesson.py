"""Recognises the event of the video lesson, as input/video.xlsx has it, so that its report says what it is."""

from __future__ import annotations

from pipeline.event import Event
from pipeline.words import Said, said

_RATINGS = (1930, 1770, 1740, 1640, 1710, 1920, 1410, 1340)
_ROUNDS = (  # by player: his opponents and results
    "2d 3d 4w 5w 6w", "1d 4w 3d 8w", "7w 1d 2d 8w", "5d 2l 1l 6w", "4d 6w 1l 7w", "8l 5l 7w 4l 1l", "3l 8w 6l 5l",
    "6w 7l 2l 3l",
)
"""Its games: whom each player met, and how it ended."""


def is_lesson(event: Event) -> bool:
    """Whether these are the players' ratings and the games of the reconstruction of the lesson's event."""
    if event.players["rating"].tolist() != list(_RATINGS):
        return False
    letter = {1.0: "w", 0.5: "d", 0.0: "l"}
    columns = (event.games[key].tolist() for key in ("no", "opponent", "points"))
    played = sorted(f"{no}-{opponent}{letter[points]}" for no, opponent, points in zip(*columns, strict=True))
    return played == sorted(f"{no}-{game}" for no, games in enumerate(_ROUNDS, 1) for game in games.split())


LESSON = said(
    "This event is a reconstruction: one tournament of many that satisfy all that the video lesson states. The lesson "
    "reads FIDE's table, which has 193 for 75 %, and computes with 190; docs/lesson.md goes through its numbers, its "
    "sums and its c."
)


def remark(event: Event) -> list[Said]:
    """What is to be said of the lesson's event; nothing of any other."""
    return [LESSON] if is_lesson(event) else []
