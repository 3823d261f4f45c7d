"""`arpo report`: file -> event -> settings -> calculation -> workbook; the same for people, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from pipeline.commands.calculating import calculation_for, course_of
from pipeline.commands.plain import plain_checks, plain_rows
from pipeline.commands.printing import print_moves
from pipeline.commands.standings import short
from pipeline.console import Printed, console_on, print_table
from pipeline.errors import in_line
from pipeline.event import readable
from pipeline.limits import NORMAL, Limits
from pipeline.method.calculation import Calculation
from pipeline.method.choices import in_words
from pipeline.method.settings import NAMES
from pipeline.output import check_writable, default_output, replacing
from pipeline.progress import doing
from pipeline.readers.hints import NONE, Hints
from pipeline.words import joined, said, told
from pipeline.workbook.room import check_report
from pipeline.workbook.write import write_report


def make_report(
    path: Path, given: Mapping[str, object], out: Path | None = None, limits: Limits = NORMAL, hints: Hints = NONE,
    *, each_round: bool = False,
) -> tuple[Calculation, Path]:
    """Read `path`, write its audited workbook to `out` (or the default), whole or not at all.

    `each_round` adds a sheet with RP after each round.

    Returns the calculation and where the workbook is. Raises ArpoError; then nothing has been written.
    """
    target = out or default_output(path, "report")
    check_writable(target, path)
    calculation = calculation_for(path, given, limits, hints)
    check_report(calculation, limits)
    course = course_of(calculation) if each_round else None
    with replacing(target, path) as temporary, doing(said("Writing {name}", name=in_line(target.name))):
        write_report(calculation, temporary, course)
    return calculation, target


def as_data(calculation: Calculation) -> dict[str, Any]:
    """The report as plain data, for --json: numbers are None where there is no value."""
    work = calculation.work
    event, graph = work.event, work.graph
    return {
        "source": readable(str(event.source.path)),
        "sha256": event.source.sha256,
        "event": event.name,
        "layout": event.source.layout,
        "settings": {
            name: {"value": getattr(work.settings, name), "from": told(work.settings.origin(name),
            calculation.language)} for name in NAMES
        },
        "players": len(event.players),
        "games": len(event.games) // 2,
        "rounds": event.rounds,
        "components": graph.components,
        "bipartite": any(graph.bipartite),
        "drift": calculation.drift,
        "converged_at": work.steps.converged_at,
        "convergence": asdict(calculation.convergence),
        "state": calculation.state,
        "status": told(calculation.master, calculation.language),
        "findings": [told(sentence, calculation.language) for sentence in calculation.findings],
        "notes": [{"kind": note.kind, "count": note.count, "text": told(note.text, calculation.language)}
                  for note in event.notes],
        "checks": plain_checks(calculation),
        "standings": plain_rows(calculation.standings),
    }


SHOWN, LONG = 10, 12
"""Of standings longer than LONG, the first SHOWN are printed."""
_COLUMNS = (
    Printed(said("Rank"), 3), Printed(said("No."), 6), Printed(said("Player"), 1, left=True),
    Printed(said("Points"), 2), Printed(said("RP"), 5), Printed(said("ARPO"), 7),
)
_PART = Printed(said("Part"), 8)
_SHOWN_ANYWAY = ("PTS", "RP", "ARPO")


def print_report(calculation: Calculation, stream: TextIO, *, whole: bool = False) -> None:
    """The standings (the first of them, or the `whole`), the settings, and where the iterations go."""
    work = calculation.work
    console = console_on(stream)
    parts = work.graph.components > 1
    listed = calculation.listed
    further = [(i, code.code) for i, code in enumerate(listed.codes) if code.code not in _SHOWN_ANYWAY]
    lines = {line.no: line for line in listed.lines} if further else {}
    rows = []
    for row in calculation.standings.to_dict("records"):
        codes = [short(listed.codes[i], lines[row["no"]].values[i]) for i, _ in further]
        numbers = (f"{row['score']:.1f}", *codes, _two(row["rp"]), _two(row["arpo"]))
        part = [str(work.frame.at[row["no"], "component"] or "")] if parts else []
        rows.append([str(row["rank"]), str(row["no"]), str(row["name"]), *numbers, *part])
    shown = rows if whole or len(rows) <= LONG else rows[:SHOWN]
    ties = [Printed(name, 4 + i / 100) for i, (_, name) in enumerate(further)]  # the first of them decides most
    columns = [*_COLUMNS[:-2], *ties, *_COLUMNS[-2:], *([_PART] if parts else [])]
    print_table(columns, shown, stream, work.event.name, calculation.language)
    if len(shown) < len(rows):
        more = said("… and {count} more (--all prints all).", count=len(rows) - len(shown))
        console.print(told(more, calculation.language))
    settings = work.settings
    values = {name: getattr(settings, name) for name in ("dp", "c", "start")} | {"unrated": f"{settings.unrated:g}"}
    values |= {name: str(getattr(settings, name)) for name in ("worst", "best") if getattr(settings, name)}
    if further:
        values |= {"order": settings.order, "rules": settings.rules, "type": settings.type}
    named = [
        joined("", [in_words(name), " ", in_words(value), " (", settings.origin(name), ")"])
        for name, value in values.items()
    ]
    for sentence in (said("Settings: {settings}", settings=joined(", ", named)), *calculation.findings,
                     *calculation.speed):
        console.print(told(sentence, calculation.language))
    print_moves(calculation, stream)


def _two(value: float) -> str:
    return "" if value != value else f"{value:.2f}"
