"""`arpo audit`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import EDITIONS, AsJson, Method, Reading, choice, given_by, output_option, without_language
from pipeline.cli.rate import KINDS, RULES
from pipeline.errors import in_line
from pipeline.language import language_of
from pipeline.words import said, told


def audit(
    files: Annotated[list[Path], typer.Argument(
        metavar="FILE…", help=said("The sheet to audit, or several."), show_default=False, readable=False)],
    method: Method, reading: Reading,
    event: Annotated[Path | None, typer.Option(
        "--event", help=said("The tournament file, where FILE doesn't hold the games itself."),
        show_default=False)] = None,
    out: Annotated[Path | None, output_option("output/FILE-audit.xlsx")] = None,
    rules: Annotated[str | None, choice(
        "--rules", RULES, said("Whose rules a table of ratings is judged by."),
        said("those that explain most of it"), EDITIONS)] = None,
    kind: Annotated[str | None, choice(
        "--kind", KINDS, said("Kind of chess, for a table of ratings."), said("standard"))] = None,
    year: Annotated[int | None, typer.Option(
        "--year", help=said("Year of the event, for the K of young players."),
        show_default=said("as the file says"))] = None,
    as_json: AsJson = False,
    marks: Annotated[bool, typer.Option(
        "--marks", help=said("Print a mark: cells right or carried right, of all."))] = False,
) -> None:
    """Say what is right and wrong in somebody's sheet, where each error began and why; write an annotated copy.

    Of several files it prints a line each, and --out is a folder. Settings that aren't given are inferred from the
    sheet. Example: arpo audit hand.xlsx --dp fide --marks
    """
    lang, given = language_of(reading.lang), without_language(given_by(method, reading))
    given |= {"rating_rules": rules, "rating_kind": kind, "rating_year": year}
    if len(files) > 1:
        _class(files, given, event, out, as_json, marks, lang, reading)
        return
    from pipeline.audit.report.data import as_data
    from pipeline.audit.report.terminal import print_audit
    from pipeline.audit.report.words import words
    from pipeline.commands.audit import make_audit

    spoken = words(lang)
    made, target = make_audit(files[0], given, event, out, lang, reading.held(), reading.hints())
    stream = sys.stderr if as_json else sys.stdout
    print_audit(made, spoken, stream)
    if marks:
        print(spoken.mark(made), file=stream)
    print(spoken.label("written", path=in_line(target)), file=stream)
    if as_json:
        print(json.dumps(as_data(made, lang), indent=1, allow_nan=False))
    if not made.agrees:
        raise typer.Exit(1)


def _class(
    files: Sequence[Path], given: Mapping[str, object], event: Path | None, folder: Path | None, as_json: bool,
    marks: bool, lang: str, reading: Reading,
) -> None:
    """A line a file, as each is done; with the highest of their exit statuses."""
    from pipeline.audit.report.data import as_data
    from pipeline.audit.report.words import words
    from pipeline.commands.audit import audit_class

    spoken, stream = words(lang), sys.stderr if as_json else sys.stdout
    status, found = 0, []
    for answer in audit_class(files, given, event, folder, lang, reading.held(), reading.hints()):
        status = max(status, answer.exit_status)
        name = in_line(answer.path.name)
        if answer.audit is None or answer.copy is None:
            why = told(answer.error.said, lang) if answer.error is not None else ""
            print(f"{name}: {spoken.label('not_audited', why=_first(why, str(answer.path)))}", file=stream, flush=True)
            found.append({"file": str(answer.path), "error": why})
            continue
        line = f"{name}: {spoken.master(answer.audit)}"
        print(f"{line}. {spoken.mark(answer.audit)}" if marks else line, file=stream, flush=True)
        found.append({"file": str(answer.path), "copy": str(answer.copy), **as_data(answer.audit, lang)})
    if as_json:
        print(json.dumps(found, indent=1, allow_nan=False))
    if status:
        raise typer.Exit(status)


def _first(why: str, path: str) -> str:
    """The first thing that an error says, without the file's name: a problem, where it lists them."""
    lines = [line.strip() for line in why.splitlines()]
    return lines[1] if len(lines) > 1 and not lines[1].startswith("→") else lines[0].removeprefix(f"{path}: ")
