"""`arpo standings`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipeline.cli.options import EventFile, Method, Ordering, Reading, Steps, Strict, choice, given_by, judge
from pipeline.errors import UsageError
from pipeline.words import said


def standings(
    event: EventFile, ordering: Ordering, method: Method, steps: Steps, reading: Reading,
    kind: Annotated[str, choice("--format", ("csv", "md", "html"), said("What is printed."), True)] = "csv",
    raw: Annotated[bool, typer.Option(
        "--raw", help=said("csv: texts that begin with = + - @ stay as they are, without a ' before them."))] = False,
    strict: Strict = False,
) -> None:
    """Print the standings in the order that you choose.

    Example: arpo standings event.xlsx --order PTS,DE,RP --format md
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.printing import print_moves, print_status
    from pipeline.commands.standings import standings_text

    if raw and kind != "csv":
        raise UsageError(said(
            "--raw: --format {kind} has nothing to leave raw.\n    → Leave it out, or use --format csv.", kind=kind
        ))
    given = given_by(ordering, method, steps, reading)
    calculation = calculation_for(event, given, reading.held(), reading.hints())
    print(standings_text(calculation, kind, raw=raw, language=calculation.language))
    print_moves(calculation, sys.stderr)
    if calculation.to_look_at:
        print_status(calculation, sys.stderr)
    judge(calculation, strict)
