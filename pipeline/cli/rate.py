"""`arpo rate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import EDITIONS, AsJson, Reading, Strict, choice, judge, output_option
from pipeline.words import said

RULES, TYPES = ("article", "fide-2024"), ("swiss", "round-robin", "irt", "no-irt")
KINDS = ("standard", "rapid", "blitz")
"""The names that the help offers: those of `pipeline.rating`, which is loaded only to compute."""


def rate(
    event: Annotated[Path, typer.Argument(
        metavar="EVENT", help=said("The tournament file, or a summary table of ratings."), show_default=False,
        readable=False)],
    reading: Reading,
    out: Annotated[Path | None, output_option("output/EVENT-rating.xlsx")] = None,
    rules: Annotated[str | None, choice(
        "--rules", RULES, said("Whose rules."), said("fide-2024; article for a summary table"), EDITIONS)] = None,
    event_type: Annotated[str | None, choice(
        "--type", TYPES, said("Kind of tournament."), said("as the games show"))] = None,
    kind: Annotated[str | None, choice(
        "--kind", KINDS, said("Kind of chess."), said("as the time control shows; else standard"))] = None,
    k: Annotated[float | None, typer.Option(
        "--k", help=said("K where neither the rules nor the input tell it."), show_default=False)] = None,
    previous: Annotated[str | None, typer.Option(
        "--previous", help=said("Earlier first ratings of an unrated player: [NAME=]rating:games,…"),
        show_default=False)] = None,
    year: Annotated[int | None, typer.Option(
        "--year", help=said("Year of the event, for the K of young players."),
        show_default=said("as the file says"))] = None,
    curves: Annotated[bool, typer.Option(
        "--curves", help=said("Add a sheet that draws the expected score against the difference, table and curves."),
    )] = False,
    as_json: AsJson = False, strict: Strict = False,
) -> None:
    """Write the workbook of rating changes and first ratings of an event or a summary table, and print them.

    Example: arpo rate event.xlsx --rules fide-2024 --k 20
    """
    from pipeline.commands.printing import print_status, print_written
    from pipeline.commands.rate import as_data, make_rating, print_rating

    given = {"rules": rules, "type": event_type, "kind": kind, "k": k, "year": year, "language": reading.lang or None}
    calculation, target = make_rating(event, given, previous, out, reading.held(), reading.hints(), curves)
    words = sys.stderr if as_json else sys.stdout
    print_rating(calculation, words)
    print_written(target, words, calculation.language)
    print(file=words)
    print_status(calculation, words)
    if as_json:
        print(json.dumps(as_data(calculation), indent=1, allow_nan=False))
    judge(calculation, strict)
