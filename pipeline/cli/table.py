"""`arpo table`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipeline.cli.options import EventFile, Method, Ordering, Reading, Steps, Strict, choice, given_by, judge
from pipeline.errors import UsageError
from pipeline.words import said


def table(
    event: EventFile, ordering: Ordering, method: Method, steps: Steps, reading: Reading,
    kind: Annotated[str, choice("--format", ("csv", "json", "md"), said("What is printed."), True)] = "csv",
    raw: Annotated[bool, typer.Option(
        "--raw", help=said("csv: texts that begin with = + - @ stay as they are, without a ' before them."))] = False,
    strict: Strict = False,
) -> None:
    """Print all the columns of a tournament as a table, without a workbook.

    Example: arpo table event.xlsx --format csv
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.printing import print_status
    from pipeline.commands.table import table_text

    if raw and kind != "csv":
        raise UsageError(said(
            "--raw: --format {kind} has nothing to leave raw.\n    → Leave it out, or use --format csv.", kind=kind
        ))
    given = given_by(ordering, method, steps, reading)
    calculation = calculation_for(event, given, reading.held(), reading.hints())
    print(table_text(calculation, kind, raw=raw))
    if calculation.to_look_at:
        print_status(calculation, sys.stderr)
    judge(calculation, strict)
