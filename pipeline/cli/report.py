"""`arpo report`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import (
    AsJson,
    EventFile,
    Method,
    Ordering,
    Reading,
    Steps,
    Strict,
    choice,
    given_by,
    judge,
    output_option,
)
from pipeline.words import said, told


def report(
    event: EventFile, ordering: Ordering, method: Method, steps: Steps, reading: Reading,
    out: Annotated[Path | None, output_option("output/EVENT-report.xlsx")] = None,
    whole: Annotated[bool, typer.Option(
        "--all", help=said("Print all of the standings, not only the first of long ones."))] = False,
    rounds: Annotated[str | None, choice("--rounds", ("all",), said("Add a sheet with RP after each round."))] = None,
    as_json: AsJson = False, strict: Strict = False,
) -> None:
    """Write the audited workbook of a tournament and print its standings.

    Example: arpo report event.xlsx --c opponents --out report.xlsx
    """
    from pipeline.commands.printing import print_notes, print_status, print_written
    from pipeline.commands.report import as_data, make_report, print_report

    given = given_by(ordering, method, steps, reading)
    calculation, target = make_report(
        event, given, out, reading.held(), reading.hints(), each_round=rounds is not None)
    words = sys.stderr if as_json else sys.stdout
    print_report(calculation, words, whole=whole)
    if calculation.work.event.notes:
        print(told(said("Noted while reading:"), calculation.language), file=words)
        print_notes(calculation.work.event, words, calculation.language)
    print_written(target, words, calculation.language)
    print(file=words)
    print_status(calculation, words)
    if as_json:
        print(json.dumps(as_data(calculation), indent=1, allow_nan=False))
    judge(calculation, strict)
