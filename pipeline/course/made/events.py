"""The made event of a seed: the first one drawn that has all that the lesson needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from pipeline.course.made.dice import Dice
from pipeline.course.made.drawing import drawn
from pipeline.course.made.musts import (
    DRIFTING,
    LESSONS,
    SETTLED_IN,
    USUAL,
    Games,
    Unmet,
    plain_musts,
    plain_unmet,
    unmet,
)
from pipeline.errors import UsageError
from pipeline.event import Event
from pipeline.method.columns import COLUMNS
from pipeline.method.dp import DpRule, refuse_gaps, rule
from pipeline.method.graph import GameGraph
from pipeline.method.settings import Settings
from pipeline.method.work import Work
from pipeline.registry import fill
from pipeline.words import Said, said

FEWEST_PLAYERS, MOST_PLAYERS = 6, 12
"""More don't fit on a page with rows for a pencil."""
FEWEST_ROUNDS, MOST_ROUNDS = 4, 9
_LOOKED_AT = ("games", "points", "rating", "Ra", "dp", "c", "c_hat", "performance", "start", "iteration", "limit")
"""What the musts look at: the columns that are worked out by hand, and the limit."""
ATTEMPTS = 5000
"""So many draws at most; a few do for the usual size."""


def made_event(
    seed: object, variant: int = 1, players: int = 8, rounds: int = 5, settings: Settings | None = None,
    lesson: str = USUAL,
) -> Event:
    """The event of a seed and a variant: the same for ever.

    Raises UsageError for a size or a lesson that there is no such event of.
    """
    settings = settings or Settings()
    _check(players, rounds, lesson)
    if lesson == DRIFTING:
        settings = replace(settings, c="opponents")
    elif settings.c == "opponents":
        raise UsageError(said(
            "--c opponents: in made events ĉ then drifts, and there is nothing to find.\n"
            "    → Use --lesson drift, which is about that, or give an event."
        ))
    chosen = rule(settings.dp)
    if chosen.scale == 1:
        raise UsageError(said(
            "--dp {name}: its unit isn't rating points, so made events have no clear order by it.\n"
            "    → Use another table, or give an event.", name=chosen.name,
        ))
    plain = plain_musts(players, rounds, settings.unrated)
    failed: Unmet = Counter()
    for attempt in range(ATTEMPTS):
        field = drawn(Dice("arpo", seed, variant, players, rounds, lesson, attempt), players, rounds)
        if field is None:
            continue
        missing = plain_unmet(Games.of(field), plain)
        if missing is None:
            event = field.event(said("Exercise {variant}", variant=f"V{variant}"))
            try:
                missing = unmet(_worked_out(event, settings, chosen), lesson)
            except UsageError:  # the dp table has a gap
                missing = said("a dp table that has a value for every percentage")
            if missing is None:
                return event
        failed[missing] += 1
    raise UsageError(_in_vain(players, rounds, failed))


def _worked_out(event: Event, settings: Settings, chosen: DpRule) -> Work:
    """The columns that the musts look at. Raises UsageError where the dp table has a gap."""
    graph = GameGraph.of(event)
    refuse_gaps(chosen, graph.s.tolist(), graph.n.tolist())
    work = Work(graph.index, event, replace(settings, iterations=SETTLED_IN), chosen, graph)
    fill(work, (column for column in COLUMNS if column.key in _LOOKED_AT))
    return work


def _check(players: int, rounds: int, lesson: str) -> None:
    if lesson and lesson not in LESSONS:
        raise UsageError(said("--lesson: {lesson!r} is not known.\n    → Use drift or early.", lesson=lesson))
    for option, value, least, most in (
        ("--players", players, FEWEST_PLAYERS, MOST_PLAYERS), ("--rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS),
    ):
        if not least <= value <= most:
            raise UsageError(said("{option}: {value} won't do.\n    → Use a whole number from {least} to {most}.",
                                  option=option, value=value, least=least, most=most))
    if rounds >= players:
        raise UsageError(said(
            "--rounds: {players} players can't play {rounds} rounds without meeting twice.\n"
            "    → Use fewer rounds, or more players.", players=players, rounds=rounds,
        ))


def _in_vain(players: int, rounds: int, failed: Unmet) -> Said:
    what = failed.most_common(1)[0][0] if failed else said("rounds that can be paired")
    return said(
        "no event of {players} players and {rounds} rounds was found that can be worked by hand; what most lacked: "
        "{what}.\n    → Use another number of players or rounds; 8 and 5 always do.",
        players=players, rounds=rounds, what=what,
    )
