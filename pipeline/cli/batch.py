"""`arpo batch`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import Method, Reading, Steps, given_by, without_language
from pipeline.errors import UsageError
from pipeline.language import language_of
from pipeline.words import said


def batch(
    files: Annotated[list[Path], typer.Argument(
        metavar="FILES|DIR", help=said("Tournament files, or folders of them."), show_default=False, readable=False)],
    method: Method, steps: Steps, reading: Reading,
    out: Annotated[Path, typer.Option(
        "--out", help=said("The folder of the results, with the ledger and the summary."))] = Path("output/batch"),
    jobs: Annotated[int | None, typer.Option(
        "--jobs", min=1, max=256, help=said("So many files at once."),
        show_default=str(said("as many as there are processors")))] = None,
    as_report: Annotated[bool, typer.Option(
        "--report", help=said("Write NAME-report.xlsx of each; so it is where nothing else is said."))] = False,
    as_table: Annotated[bool, typer.Option("--table", help=said("Write NAME-table.csv of each instead."))] = False,
    as_rating: Annotated[bool, typer.Option("--rate", help=said("Write NAME-rating.xlsx of each instead."))] = False,
    again: Annotated[bool, typer.Option(
        "--again", help=said("Try those once more, too, that were refused."))] = False,
    scheduler: Annotated[str, typer.Option(
        "--scheduler", metavar="ADDRESS", help=said("Do it on the Dask cluster of this scheduler: tcp://host:8786."),
        show_default=False)] = "",
) -> None:
    """Write the reports (or tables, or ratings) of many events, each once, and a summary of all.

    What an interrupted run did isn't done again. Exit status 1 where files were refused. Example: arpo batch archive
    """
    from pipeline.commands.batch import RATE, REPORT, TABLE, Work, make_batch, print_batch

    kinds = [kind for kind, is_asked in ((REPORT, as_report), (TABLE, as_table), (RATE, as_rating)) if is_asked]
    if len(kinds) > 1:
        raise UsageError(said(
            "--{one} and --{other} ask for different results.\n    → Give one of them; run it twice for both.",
            one=kinds[0], other=kinds[1],
        ))
    if scheduler and jobs:
        raise UsageError(said("--jobs is for this computer, and --scheduler for a cluster.\n    → Leave one out."))
    kind = kinds[0] if kinds else REPORT
    given = without_language(given_by(method, steps, reading))
    if kind == RATE:
        _refuse_method(given)
        given = {}
    # Not held: each file is bounded in its own process, and a batch may take all night.
    work = Work(kind, given, out, reading.named_limits(), reading.hints(), language_of(reading.lang))
    rows, new = make_batch(files, work, jobs, again, scheduler, sys.stderr)
    print_batch(rows, new, work, sys.stdout)
    if any(row.is_refused for row in rows.values()):
        raise typer.Exit(1)


def _refuse_method(given: dict[str, object]) -> None:
    """Settings of the method say nothing of ratings."""
    asked = [name for name, value in given.items() if value is not None and name != "points"]
    if asked:
        raise UsageError(said(
            "--{name} is of the method, and --rate asks for ratings.\n    → Leave one of them out.", name=asked[0],
        ))
