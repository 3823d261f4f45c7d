"""`arpo template`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import Lang
from pipeline.language import language_of
from pipeline.output import check_new
from pipeline.words import said


def template(
    out: Annotated[Path, typer.Argument(metavar="FILE", help=said("The workbook to write."))] = Path("event.xlsx"),
    players: Annotated[int, typer.Option("--players", min=2, max=2000, help=said("Rows for players."))] = 30,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=60, help=said("Columns for rounds."))] = 9,
    lang: Lang = "",
) -> None:
    """Write a blank event workbook with validation lists, to be filled in.

    Example: arpo template event.xlsx --players 40 --rounds 7
    """
    from pipeline.commands.printing import print_written
    from pipeline.commands.template import write_blank

    language = language_of(lang)
    check_new(out)
    write_blank(out, players=players, rounds=rounds, language=language)
    print_written(out, sys.stdout, language)
