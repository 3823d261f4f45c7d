"""What most commands begin with: an event file read, its settings found, everything computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from pipeline.errors import InputError, TooMuchError
from pipeline.event import Event
from pipeline.language import language_of
from pipeline.limits import NORMAL, Limits
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.choices import COMMAND_LINE
from pipeline.method.course import Course
from pipeline.method.settings import OWN_LIST, SETTINGS_SHEET, Settings, with_values
from pipeline.progress import doing
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.upto import after_round
from pipeline.tiebreaks.codes import DEFAULT_ORDER
from pipeline.tiebreaks.names import own_order
from pipeline.words import said


def settings_for(event: Event, given: Mapping[str, object]) -> Settings:
    """Settings from the command line (`given`), else the event's Settings sheet, else the defaults.

    The order of a report file that has a list of its tie-breaks is that list.

    Raises UsageError for a value that a setting can't have.
    """
    settings = with_values(Settings(), {"order": own_order(event.own_order) or None}, OWN_LIST)
    settings = with_values(with_values(settings, event.settings, SETTINGS_SHEET), given, COMMAND_LINE)
    return replace(settings, language=language_of(sheet=settings.language))


def calculation_for(
    path: Path, given: Mapping[str, object], limits: Limits = NORMAL, hints: Hints = NONE
) -> Calculation:
    """Read the event file and compute everything.

    Raises ArpoError: FileError, InputError, UsageError or TooMuchError.
    """
    event = read_event(path, limits, hints, isolated=True)
    settings = settings_for(event, given)
    check_iterations(len(event.players), settings, limits)
    with doing(said("Computing")):
        return calculated(event.in_language(settings.language), settings)


def course_of(calculation: Calculation) -> Course:
    """RP after each round, with the settings of the calculation.

    Raises InputError for an event that has no rounds.
    """
    event = calculation.work.event
    # RP is the exact limit's, whatever the iterations; and stated tie-breaks, those of the end, may be in the order.
    settings = replace(calculation.work.settings, iterations=1, order=DEFAULT_ORDER)
    after = []
    for last in range(1, event.rounds):
        try:
            after.append(calculated(after_round(event, last), settings).exact["rp"].to_numpy())
        except InputError:
            if not event.has_rounds:
                raise
            after.append(np.full(len(event.players), np.nan))  # nobody had played yet
    return Course(np.column_stack([*after, calculation.exact["rp"].to_numpy()]))


def check_iterations(players: int, settings: Settings, limits: Limits) -> None:
    """Raise TooMuchError where the iterations may be more numbers than `limits` allow, before any is computed."""
    if players * settings.iterations > limits.iterations:
        fitting = max(1, limits.iterations // players)
        raise TooMuchError(
            said(
                "{players:,} players × {iterations:,} iterations ({origin}) are more than {most:,} numbers.",
                players=players, iterations=settings.iterations, origin=settings.origin("iterations"),
                most=limits.iterations,
            ),
            said("Ask for {fitting} iterations (--iterations {fitting}).{hint}", fitting=fitting, hint=limits.hint()),
        )
