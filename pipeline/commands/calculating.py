"""What most commands begin with: an event file read, its settings found, everything computed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.settings import Settings, with_values
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints


def settings_for(event: Event, given: Mapping[str, object]) -> Settings:
    """Settings from the command line (`given`), else the event's Settings sheet, else the defaults.

    Raises UsageError for a value that a setting can't have.
    """
    return with_values(with_values(Settings(), event.settings, "Settings sheet"), given, "command line")


def calculation_for(
    path: Path, given: Mapping[str, object], limits: Limits = NORMAL, hints: Hints = NONE
) -> Calculation:
    """Read the event file and compute everything. Raises ArpoError: FileError, InputError or UsageError."""
    event = read_event(path, limits, hints, isolated=True)
    return calculated(event, settings_for(event, given))
