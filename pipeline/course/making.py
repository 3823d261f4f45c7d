"""From options to exercises: made ones, a variant for each student if wanted, or one from a given event."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from pipeline.course.elo import ASK, with_data
from pipeline.course.exercise import DEFAULT_ASK, PLACE, Exercise
from pipeline.course.hunt import with_errors
from pipeline.course.key import ORIGIN
from pipeline.course.made.events import made_event
from pipeline.course.made.musts import DRIFTING, EIGENVALUE, USUAL, eigenvalue
from pipeline.course.ties import tied
from pipeline.errors import UsageError
from pipeline.event import Event
from pipeline.method.choices import COMMAND_LINE
from pipeline.method.settings import NAMES, Settings, with_values
from pipeline.words import Said, counted, said, told

MOST_VARIANTS = 200
PENCIL_MINUTES = 45
_MINUTES = {"games": 0.1, "points": 0.1, "per_cent": 0.2, "Ra": 0.7, "dp": 0.35, "c_hat": 0.15, "performance": 0.2,
            "iteration": 1.0, "place": 0.2, "c": 3.0, "average": 0.7, "D": 0.2,
            "expected_points": 1.2, "K": 0.2, "rating_change": 0.4, "first_average": 0.7, "first_rating": 0.5,
            "initial_rating": 0.5}
"""What a cell takes with pencil and pocket calculator; a c of the whole field stands once."""


@dataclass(frozen=True)
class Wish:
    """What is asked for on the command line."""

    variants: int = 1
    seed: str = ""
    players: int = 8
    rounds: int = 5
    ask: tuple[str, ...] = DEFAULT_ASK
    errors: int = 0
    lesson: str = USUAL
    language: str = "en"
    elo: str = ""


def new_seed() -> str:
    """A seed that nobody guesses, short enough to be typed."""
    return secrets.token_hex(4)


def decided(settings: Settings) -> Settings:
    """The settings with every one of them decided: nothing is inferred from a student's numbers."""
    return with_values(settings, {name: getattr(settings, name) for name in NAMES}, ORIGIN)


def made_exercises(wish: Wish, given: Mapping[str, object]) -> list[Exercise]:
    """The variants of a seed, each with an event of its own. Raises UsageError for a wish that can't be met."""
    if not 1 <= wish.variants <= MOST_VARIANTS:
        raise UsageError(said("--variants: {count} won't do.\n    → Use a whole number from 1 to {most}.",
                              count=wish.variants, most=MOST_VARIANTS))
    settings = with_values(Settings(), given, COMMAND_LINE)
    if wish.lesson == DRIFTING:
        settings = replace(settings, c="opponents")
    settings = decided(settings)
    seed = wish.seed or new_seed()
    _check_elo(wish)
    if wish.elo:
        return [
            Exercise(variant, _made(wish, seed, variant, settings), settings, ASK[wish.elo], wish.language, seed,
                     elo=wish.elo)
            for variant in range(1, wish.variants + 1)
        ]
    made = [
        Exercise(variant, _made(wish, seed, variant, settings), settings, wish.ask, wish.language, seed, wish.lesson)
        for variant in range(1, wish.variants + 1)
    ]
    return [with_errors(one, wish.errors) for one in made] if wish.errors else made


def _made(wish: Wish, seed: str, variant: int, settings: Settings) -> Event:
    """The event of a variant, the same in all languages but for its name, which files keep as it is."""
    event = made_event(seed, variant, wish.players, wish.rounds, settings, wish.lesson)
    if wish.elo:
        event = with_data(event, wish.elo, seed)
    return replace(event, name=told(event.name, wish.language))


def exercise_from(event: Event, settings: Settings, wish: Wish) -> Exercise:
    """The one variant of a given event."""
    if wish.variants != 1:
        raise UsageError(said("--variants: a given event makes one exercise.\n    → Leave --variants out, or EVENT."))
    chosen = decided(replace(settings, points=str(event.scoring)))
    _check_elo(wish)
    if wish.elo:
        if "games_before" not in event.players:
            raise UsageError(said("--elo: the event doesn't say how many games each player had before: K isn't known."),
                             said("Add a column Games to its event workbook."))
        return Exercise(1, replace(event, settings={}), chosen, ASK[wish.elo], wish.language, wish.seed, elo=wish.elo)
    made = Exercise(1, replace(event, settings={}), chosen, wish.ask, wish.language, wish.seed)
    return with_errors(made, wish.errors) if wish.errors else made


def _check_elo(wish: Wish) -> None:
    """Raise UsageError for wishes that a table of ratings can't meet."""
    if wish.elo and (wish.errors or wish.lesson or wish.ask != DEFAULT_ASK):
        raise UsageError(said("--elo: --errors, --lesson and --ask are about the method's columns."),
                         said("Leave them out, or --elo."))


def minutes(exercise: Exercise) -> float:
    """What the exercise takes by hand, roughly."""
    if exercise.is_hunt:
        return sum(_MINUTES[_family(key)] for key, _ in replace(exercise, planted=()).cells if key != PLACE) * 0.8
    return sum(_MINUTES[_family(key)] for key, _ in exercise.cells)


def _family(key: str) -> str:
    return key.rsplit("_", 1)[0] if key.startswith("iteration") else key


def hard_by_hand(exercise: Exercise) -> list[Said]:
    """What makes an event hard to work by hand, in sentences."""
    found: list[Said] = []
    if exercise.elo:
        return found
    work = exercise.calculation.work
    takes = minutes(exercise)
    if takes > PENCIL_MINUTES:
        found.append(said("{cells} cells take some {minutes} minutes by hand, more than {most}.",
                          cells=len(exercise.cells), minutes=round(takes), most=PENCIL_MINUTES))
    if work.graph.components > 1:
        found.append(said("The field falls into {parts} parts, each with its own c.", parts=work.graph.components))
    if any(work.graph.bipartite):
        found.append(said("Two groups met only each other: the iterations swing for ever."))
    if work.drifts:
        found.append(said("ĉ drifts: every iteration gains {gain:.2f} a step, and there is no RP.",
                          gain=float(max(work.drifts, key=abs))))
    elif work.graph.components == 1 and eigenvalue(work) > EIGENVALUE:
        found.append(said("The iterations converge slowly (second eigenvalue {value:.2f}).", value=eigenvalue(work)))
    plays = work.graph.n > 0
    long = int(sum((2 * value) % 1 > 1e-9 for value in work.array("Ra")[plays].tolist()))
    if long:
        found.append(counted("{count} Ra has more decimals than .5.", "{count} Ra have more decimals than .5.", long))
    scores = zip(work.graph.s[plays].tolist(), work.graph.n[plays].tolist(), strict=True)
    ends = sum(points in (0, games) for points, games in scores)
    if ends > 1:
        found.append(said("{count} players scored 0 or 100 %.", count=ends))
    if not exercise.ties:
        every = tied(exercise.event.score.tolist(), plays.tolist())
        found.append(said("No tie is asked: {why}.", why=said(
            "none is of few players and clear at the last iteration, with the order of the limit"
        ) if every else said("nobody is tied")))
    if not np.isfinite(exercise.event.players["rating"].to_numpy(dtype=float)).all():
        found.append(said("Some players have no rating; they count as {rating}.",
                          rating=f"{exercise.settings.unrated:g}"))
    return found
