"""`arpo audit`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import AsJson, Method, Reading, given_by, output_option, without_language
from pipeline.errors import in_line
from pipeline.language import language_of
from pipeline.words import said


def audit(
    file: Annotated[Path, typer.Argument(
        metavar="FILE", help=said("The sheet to audit."), show_default=False, readable=False)],
    method: Method, reading: Reading,
    event: Annotated[Path | None, typer.Option(
        "--event", help=said("The tournament file, where FILE doesn't hold the games itself."),
        show_default=False)] = None,
    out: Annotated[Path | None, output_option("output/FILE-audit.xlsx")] = None,
    as_json: AsJson = False,
    marks: Annotated[bool, typer.Option(
        "--marks", help=said("Print a mark: cells right or carried right, of all."))] = False,
) -> None:
    """Say what is right and wrong in somebody's sheet, where each error began and why; write an annotated copy.

    Settings that aren't given are inferred from the sheet. Example: arpo audit hand.xlsx --dp fide --marks
    """
    from pipeline.audit.report.data import as_data
    from pipeline.audit.report.terminal import print_audit
    from pipeline.audit.report.words import words
    from pipeline.commands.audit import make_audit

    lang = language_of(reading.lang)
    told = words(lang)
    made, target = make_audit(file, without_language(given_by(method, reading)), event, out, lang, reading.held(),
    reading.hints())
    stream = sys.stderr if as_json else sys.stdout
    print_audit(made, told, stream)
    if marks:
        print(told.mark(made), file=stream)
    print(told.label("written", path=in_line(target)), file=stream)
    if as_json:
        print(json.dumps(as_data(made, lang), indent=1, allow_nan=False))
    if not made.agrees:
        raise typer.Exit(1)
