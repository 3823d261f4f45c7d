"""The ordered stages of a report: file -> event -> settings -> calculation -> workbook, and the same as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.settings import NAMES, Settings, with_values
from pipeline.output import check_writable, replacing
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints

OUTPUT = Path("output")
"""Where results go when no file is named."""


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


def default_output(path: Path, what: str = "report") -> Path:
    """output/NAME-report.xlsx for the event file NAME."""
    return OUTPUT / f"{path.stem}-{what}.xlsx"


def make_report(
    path: Path, given: Mapping[str, object], out: Path | None = None, limits: Limits = NORMAL, hints: Hints = NONE
) -> tuple[Calculation, Path]:
    """Read `path`, write its audited workbook to `out` (or the default), whole or not at all.

    Returns the calculation and where the workbook is. Raises ArpoError; then nothing has been written.
    """
    from pipeline.workbook.write import write_report  # imports xlsxwriter, which only this command needs

    target = out or default_output(path)
    check_writable(target, path)
    calculation = calculation_for(path, given, limits, hints)
    with replacing(target, path) as temporary:
        write_report(calculation, temporary, datetime.now())
    return calculation, target


def as_data(calculation: Calculation) -> dict[str, Any]:
    """The report as plain data, for --json: numbers are None where there is no value."""
    work = calculation.work
    event, graph = work.event, work.graph
    return {
        "source": str(event.source.path),
        "sha256": event.source.sha256,
        "event": event.name,
        "layout": event.source.layout,
        "settings": {
            name: {"value": getattr(work.settings, name), "from": work.settings.origin(name)} for name in NAMES
        },
        "players": len(event.players),
        "games": len(event.games) // 2,
        "rounds": event.rounds,
        "components": graph.components,
        "bipartite": any(graph.bipartite),
        "drift": calculation.drift,
        "converged_at": work.steps.converged_at,
        "status": calculation.master,
        "findings": calculation.findings,
        "notes": [{"kind": note.kind, "count": note.count, "text": note.text} for note in event.notes],
        "checks": [
            {
                "name": check.name,
                "value": check.value,
                "expected": check.expected,
                "tolerance": check.tolerance,
                "status": check.status,
                "kind": check.kind,
                "meaning": check.trouble,
            }
            for check in calculation.checks
        ],
        "standings": [
            {key: plain_value(value) for key, value in row.items()}
            for row in calculation.standings.to_dict("records")
        ],
    }


def plain_value(value: Any) -> Any:
    """A frame's value for JSON and csv: None for NaN, an int for a whole float, else the float in full precision."""
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return int(value) if value.is_integer() else value
    return value
