"""What the commands print: standings, status and checks for people, tables for other programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TextIO

from pipeline.calculation import Calculation
from pipeline.event import Reading
from pipeline.registry import CHECK, OK, Check
from pipeline.report import plain_value
from pipeline.streams import console_on


def print_report(calculation: Calculation, stream: TextIO) -> None:
    """The standings, where the iterations go, the master status and each check that isn't OK."""
    from rich import box
    from rich.table import Table

    event = calculation.work.event
    console = console_on(stream)
    table = Table(box=box.SIMPLE_HEAD, title=event.name, title_justify="left", safe_box=True)
    parts = calculation.work.field.components > 1
    for heading in ("Rank", "No.", "Player", "Points", "RP", "ARPO", *(["Part"] if parts else [])):
        table.add_column(heading, justify="left" if heading == "Player" else "right", no_wrap=True)
    for row in calculation.standings.to_dict("records"):
        numbers = (f"{row['score']:.1f}", _two(row["rp"]), _two(row["arpo"]))
        part = [str(calculation.work.frame.at[row["no"], "component"] or "")] if parts else []
        table.add_row(str(row["rank"]), str(row["no"]), str(row["name"]), *numbers, *part)
    console.print(table)
    settings = calculation.work.settings
    values = {name: getattr(settings, name) for name in ("dp", "c", "start")} | {"unrated": f"{settings.unrated:g}"}
    named = (f"{name} {value} ({settings.origin(name)})" for name, value in values.items())
    console.print(f"Settings: {', '.join(named)}")
    for sentence in calculation.findings:
        console.print(sentence)
    console.print()
    print_status(calculation, stream)


OF_THE_INPUT = frozenset({
    "stated_points", "components", "bipartite", "pending", "unrated", "few_games", "stated_rp", "stated_shift",
    "no_limit",
})  # fmt: skip
"""The checks, by key, that say something of a tournament rather than of the calculation or the workbook."""


def print_checked(source: Path, calculation: Calculation, stream: TextIO) -> None:
    """What was read, whether it can be trusted, and each check of the input that isn't OK."""
    event = calculation.work.event
    found = [check for check in calculation.to_look_at if check.key in OF_THE_INPUT]
    status = CHECK if any(check.status == CHECK for check in found) else OK
    print(f"{source}: {status}. {', '.join(event.sizes)} ({event.source.layout}).", file=stream)
    _print_checks(found, stream)


def print_status(calculation: Calculation, stream: TextIO) -> None:
    """The master status and each check that isn't OK."""
    console = console_on(stream)
    console.print(f"Status: {calculation.master}", style="red" if calculation.with_status(CHECK) else "green")
    _print_checks(calculation.to_look_at, stream)


def _print_checks(checks: list[Check], stream: TextIO) -> None:
    console = console_on(stream)
    for check in checks:
        margin = f" ± {check.tolerance:g}" if check.tolerance else ""
        console.print(f"  {check.status}: {check.name}: {check.value:.6g} (should be {check.expected:.6g}{margin})")
        console.print(f"      {check.trouble}")


def print_notes(reading: Reading, stream: TextIO) -> None:
    """What the reader left out or interpreted."""
    for note in reading.notes:
        print(f"  {note.count} × {note.text}", file=stream)


def _two(value: float) -> str:
    return "" if value != value else f"{value:.2f}"


def table_text(calculation: Calculation, kind: str) -> str:
    """The table of all columns as csv, json (a list of rows) or md (Markdown, two decimals)."""
    frame = calculation.table
    rows = [[plain_value(value) for value in row] for row in frame.itertuples(index=False)]
    if kind == "json":
        return json.dumps([dict(zip(frame.columns, row, strict=True)) for row in rows], indent=1)
    if kind == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(frame.columns)
        writer.writerows(["" if value is None else value for value in row] for row in rows)
        return text.getvalue().rstrip("\n")
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value).replace("|", "\\|")
