"""`arpo mark`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import choice
from pipeline.containment import hold
from pipeline.limits import NAMES, limits_named
from pipeline.words import languages, said


def mark(
    files: Annotated[list[Path], typer.Argument(
        metavar="FILES|FOLDER", help=said("The students' files, or folders of them."), show_default=False,
        readable=False)],
    exercise: Annotated[Path, typer.Option(
        "--exercise", metavar="FOLDER", help=said("The folder that arpo exercise wrote."), show_default=False)],
    carried: Annotated[float, typer.Option(
        "--carried", help=said("What a number counts that follows rightly from a wrong one, 0 to 1."))] = 1.0,
    passing: Annotated[float, typer.Option("--pass", help=said("The mark that passes, in per cent."))] = 80.0,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help=said(
        "The folder to write to."))] = Path("output/class"),
    limits: Annotated[str, choice("--limits", NAMES, said(
        "How large a file may be: large is for one that is refused and right."), True)] = "normal",
    lang: Annotated[str | None, choice("--lang", languages(), said(
        "Language of class.xlsx; each student's copy is in that of his exercise."),
        said("that of the exercise"))] = None,
) -> None:
    """Mark a class's answers; write its list and each student's annotated copy.

    Example: arpo mark answers --exercise course --pass 80
    """
    from pipeline.commands.mark import FAILED, make_marks, print_marks

    held = hold(limits_named(limits))
    marks, paths = make_marks(files, exercise, out, carried, passing, lang, held)
    print_marks(marks, paths, lang, sys.stdout)
    if not marks.files:
        raise typer.Exit(FAILED)
