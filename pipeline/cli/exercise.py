"""`arpo exercise`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import Method, Reading, choice, given_by, without_language
from pipeline.language import language_of
from pipeline.words import said


def exercise(
    method: Method, reading: Reading,
    event: Annotated[Path | None, typer.Argument(
        metavar="[EVENT]", help=said("A tournament file to make one exercise of; without it, events are made."),
        show_default=False, readable=False)] = None,
    out: Annotated[Path, typer.Option(
        "--out", help=said("The folder to write to: students/ and teacher/."))] = Path("output/exercise"),
    variants: Annotated[int, typer.Option(
        "--variants", help=said("So many different exercises, one for each student if wanted."))] = 1,
    seed: Annotated[str, typer.Option(
        "--seed", help=said("The same seed makes the same exercises again."), show_default=said("a new one"))] = "",
    players: Annotated[int, typer.Option("--players", help=said("Players of a made event, 6 to 12."))] = 8,
    rounds: Annotated[int, typer.Option("--rounds", help=said("Rounds of a made event, 4 to 9."))] = 5,
    ask: Annotated[str, typer.Option(
        "--ask", help=said("The columns to be filled in."))] = "Ra,dp,c,c_hat,performance,iteration_1,iteration_2",
    errors: Annotated[int, typer.Option(
        "--errors", help=said("So many mistakes planted in a filled sheet, to be found: an error hunt."))] = 0,
    elo: Annotated[bool, typer.Option(
        "--elo", help=said("A table of ratings instead: expected points, K, change, a first rating."))] = False,
    rules: Annotated[str, choice("--rules", ("fide-2024", "article"), said(
        "The rules of that table."), "fide-2024")] = "fide-2024",
    lesson: Annotated[str, choice("--lesson", ("drift", "early"), said(
        "A lesson of its own: c over the opponents drifts; iteration 2 orders a tie otherwise than the limit."))] = "",
) -> None:
    """Write exercises for a course, for paper and spreadsheet, with their solutions.

    Example: arpo exercise --variants 12 --out course
    """
    from pipeline.commands.exercise import Wish, checked_ask, make_exercises, print_exercises

    wish = Wish(variants, seed, players, rounds, checked_ask(ask), errors, lesson, language_of(reading.lang),
                rules if elo else "")
    made, paths = make_exercises(event, wish, without_language(given_by(method, reading)), out, reading.held(),
                                  reading.hints())
    print_exercises(made, paths, event is not None, sys.stdout)
