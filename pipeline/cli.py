"""The command `arpo`: parses, calls, prints, and turns errors into exit statuses; it computes nothing itself.

Exit status: 0 done, 1 an audit found differences (or, with --strict, the status isn't ok), 2 usage, 3 the input is
wrong, 4 a file can't be read or written, standard output can't, or the work is too much.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.containment import contained, ended_by_signals, hold
from pipeline.errors import ArpoError, OutputError, UsageError, in_line
from pipeline.limits import limits_named
from pipeline.output import check_new
from pipeline.streams import ReaderLeft, give_up_output, safe_streams

if TYPE_CHECKING:
    from pipeline.readers.hints import Hints
    from pipeline.registry import Checked

app = typer.Typer(
    add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Chess tie-breaks by recursive performance (ARPO): a tournament file in, an audited workbook out.",
)

EventFile = Annotated[Path, typer.Argument(
    metavar="EVENT", help="The tournament file.", show_default=False, readable=False)]
Dp = Annotated[str | None, typer.Option(
    "--dp", help="dp table: fide, logistic-floor, logistic, log-odds or article.", show_default="fide")]
C = Annotated[str | None, typer.Option("--c", help="c over the field or over the opponents.", show_default="field")]
Start = Annotated[str | None, typer.Option(
    "--start", help="First column: performance or rating.", show_default="performance")]
Unrated = Annotated[float | None, typer.Option(
    "--unrated", help="Rating for players who have none.", show_default="1400")]
Threshold = Annotated[float | None, typer.Option(
    "--threshold", help="Converged once no difference is larger.", show_default="1e-9")]
Iterations = Annotated[int | None, typer.Option(
    "--iterations", help="Iteration columns at most.", show_default="100")]
Worst = Annotated[int | None, typer.Option(
    "--worst", help="Opponents with the lowest RP left out of the ARPO.", show_default="0")]
Best = Annotated[int | None, typer.Option(
    "--best", help="Opponents with the highest RP left out of the ARPO.", show_default="0")]
LimitsName = Annotated[str, typer.Option(
    "--limits", help="How large the file may be: normal, or large for one that is refused and right.")]
Language = Annotated[str, typer.Option(
    "--language", help="Language of the result words, where the file leaves it open.", show_default=False)]
Colours = Annotated[str, typer.Option(
    "--colours", help="Letters of White and Black, such as w/b or b/n, where the file leaves it open.",
    show_default=False)]
Points = Annotated[str, typer.Option(
    "--points", help="What a win, a draw and a loss count in the standings, such as 2-1-0 or 3-1-0.",
    show_default="1-½-0")]
Signs = Annotated[str, typer.Option(
    "--signs", help="What + and - mean where the file leaves it open: games or forfeits.", show_default=False)]
Pick = Annotated[str, typer.Option(
    "--pick", metavar="NAME|N", help="Which event of a file that holds several.", show_default=False)]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 unless every check is OK (ALL … CHECKS OK).")]
Out = Annotated[Path | None, typer.Option("--out", help="The file to write.", show_default=False)]


@app.command()
def report(
    event: EventFile, out: Out = None, dp: Dp = None, c: C = None, start: Start = None, unrated: Unrated = None,
    threshold: Threshold = None, iterations: Iterations = None, worst: Worst = None, best: Best = None,
    limits: LimitsName = "normal", language: Language = "", colours: Colours = "",
    points: Points = "", signs: Signs = "", pick: Pick = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object; words go to standard error.")] = False,
    strict: Strict = False,
) -> None:
    """Write the audited workbook of a tournament and print its standings.

    Example: arpo report event.xlsx --c opponents --out report.xlsx
    """
    from pipeline.commands.printing import print_notes
    from pipeline.commands.report import as_data, make_report, print_report

    given = _given(dp, c, start, unrated, threshold, iterations, worst, best, points)
    hints = _hints(language, colours, points, signs, pick)
    calculation, target = make_report(event, given, out, hold(limits_named(limits)), hints)
    words = sys.stderr if as_json else sys.stdout
    print_report(calculation, words)
    if calculation.work.event.notes:
        print("Noted while reading:", file=words)
        print_notes(calculation.work.event, words)
    print(f"Written: {in_line(target)}", file=words)
    if as_json:
        print(json.dumps(as_data(calculation), indent=1, allow_nan=False))
    _judge(calculation, strict)


@app.command()
def table(
    event: EventFile,
    kind: Annotated[str, typer.Option("--format", help="csv, json or md.")] = "csv",
    dp: Dp = None, c: C = None, start: Start = None, unrated: Unrated = None, threshold: Threshold = None,
    iterations: Iterations = None, worst: Worst = None, best: Best = None, limits: LimitsName = "normal",
    language: Language = "", colours: Colours = "",
    strict: Strict = False, points: Points = "", signs: Signs = "", pick: Pick = "",
    raw: Annotated[bool, typer.Option(
        "--raw", help="csv: texts that begin with = + - @ stay as they are, without a ' before them.")] = False,
) -> None:
    """Print all the columns of a tournament as a table, without a workbook.

    Example: arpo table event.xlsx --format csv
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.printing import print_status
    from pipeline.commands.table import table_text

    if kind not in ("csv", "json", "md"):
        raise UsageError(f"--format: {kind!r} is not known.\n    → Use csv, json or md.")
    if raw and kind != "csv":
        raise UsageError(f"--raw: --format {kind} has nothing to leave raw.\n    → Leave it out, or use --format csv.")
    given = _given(dp, c, start, unrated, threshold, iterations, worst, best, points)
    hints = _hints(language, colours, points, signs, pick)
    calculation = calculation_for(event, given, hold(limits_named(limits)), hints)
    print(table_text(calculation, kind, raw=raw))
    if calculation.to_look_at:
        print_status(calculation, sys.stderr)
    _judge(calculation, strict)


@app.command()
def check(
    event: EventFile, limits: LimitsName = "normal", language: Language = "", colours: Colours = "",
    strict: Strict = False, points: Points = "", signs: Signs = "", pick: Pick = "",
) -> None:
    """Say whether a tournament file can be read, with all that is wrong in it or was interpreted.

    Example: arpo check event.xlsx
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.check import print_checked

    hints = _hints(language, colours, points, signs, pick)
    calculation = calculation_for(event, {"points": points or None}, hold(limits_named(limits)), hints)
    print_checked(event, calculation, sys.stdout)
    _judge(calculation, strict)


@app.command()
def convert(
    event: EventFile, out: Annotated[Path, typer.Option("--out", help="The workbook to write.", show_default=False)],
    limits: LimitsName = "normal", language: Language = "", colours: Colours = "",
    points: Points = "", signs: Signs = "", pick: Pick = "",
) -> None:
    """Write a tournament file of any kind as an event workbook, to be corrected by hand and read again.

    Example: arpo convert open.trf --out event.xlsx
    """
    from pipeline.commands.convert import write_event
    from pipeline.commands.printing import print_notes
    from pipeline.readers import read_event

    check_new(out)
    hints = _hints(language, colours, points, signs, pick)
    read = read_event(event, hold(limits_named(limits)), hints, isolated=True)
    write_event(read, out)
    print(f"{in_line(event)}: {', '.join(read.sizes)} ({read.source.layout}).")
    print_notes(read, sys.stdout)
    print(f"Written: {in_line(out)}")


@app.command()
def audit(
    file: Annotated[Path, typer.Argument(
        metavar="FILE", help="The sheet to audit.", show_default=False, readable=False)],
    event: Annotated[Path | None, typer.Option(
        "--event", help="The tournament file, where FILE doesn't hold the games itself.", show_default=False)] = None,
    out: Out = None, dp: Dp = None, c: C = None, start: Start = None, unrated: Unrated = None, worst: Worst = None,
    best: Best = None, limits: LimitsName = "normal", language: Language = "", colours: Colours = "",
    points: Points = "", signs: Signs = "", pick: Pick = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object; words go to standard error.")] = False,
    marks: Annotated[bool, typer.Option("--marks", help="Print a mark: cells right or carried right, of all.")] = False,
    lang: Annotated[str, typer.Option("--lang", help="Language of all that is written: en or es.")] = "en",
) -> None:
    """Say what is right and wrong in somebody's sheet, where each error began and why; write an annotated copy.

    Settings that aren't given are inferred from the sheet. Example: arpo audit hand.xlsx --dp fide --marks
    """
    from pipeline.audit.report.data import as_data
    from pipeline.audit.report.terminal import print_audit
    from pipeline.audit.report.words import words
    from pipeline.commands.audit import make_audit

    said = words(lang)
    given = _given(dp, c, start, unrated, None, None, worst, best, points)
    hints = _hints(language, colours, points, signs, pick)
    made, target = make_audit(file, given, event, out, lang, hold(limits_named(limits)), hints)
    stream = sys.stderr if as_json else sys.stdout
    print_audit(made, said, stream)
    if marks:
        print(said.mark(made), file=stream)
    print(said.label("written", path=in_line(target)), file=stream)
    if as_json:
        print(json.dumps(as_data(made), indent=1, allow_nan=False))
    if not made.agrees:
        raise typer.Exit(1)


@app.command()
def rate(
    event: Annotated[Path, typer.Argument(
        metavar="EVENT", help="The tournament file, or a summary table of ratings.", show_default=False,
        readable=False)],
    out: Out = None,
    rules: Annotated[str | None, typer.Option(
        "--rules", help="article or fide-2024.", show_default="fide-2024; article for a summary table")] = None,
    kind: Annotated[str | None, typer.Option(
        "--type", help="swiss or round-robin.", show_default="as the games show")] = None,
    k: Annotated[float | None, typer.Option(
        "--k", help="K where neither the rules nor the input tell it.", show_default=False)] = None,
    previous: Annotated[str | None, typer.Option(
        "--previous", help="Earlier first ratings of an unrated player: [NAME=]rating:games,…", show_default=False)
    ] = None,
    year: Annotated[int | None, typer.Option(
        "--year", help="Year of the event, for the K of young players.", show_default=False)] = None,
    limits: LimitsName = "normal", language: Language = "", colours: Colours = "",
    points: Points = "", signs: Signs = "", pick: Pick = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object; words go to standard error.")] = False,
    strict: Strict = False,
) -> None:
    """Write the workbook of rating changes and first ratings of an event or a summary table, and print them.

    Example: arpo rate event.xlsx --rules fide-2024 --k 20
    """
    from pipeline.commands.rate import as_data, make_rating, print_rating

    given = {"rules": rules, "type": kind, "k": k, "year": year}
    hints = _hints(language, colours, points, signs, pick)
    calculation, target = make_rating(event, given, previous, out, hold(limits_named(limits)), hints)
    words = sys.stderr if as_json else sys.stdout
    print_rating(calculation, words)
    print(f"Written: {in_line(target)}", file=words)
    if as_json:
        print(json.dumps(as_data(calculation), indent=1, allow_nan=False))
    _judge(calculation, strict)


@app.command()
def template(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The workbook to write.")] = Path("event.xlsx"),
    players: Annotated[int, typer.Option("--players", min=2, max=2000, help="Rows for players.")] = 30,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=60, help="Columns for rounds.")] = 9,
) -> None:
    """Write a blank event workbook with validation lists, to be filled in.

    Example: arpo template event.xlsx --players 40 --rounds 7
    """
    from pipeline.commands.template import write_blank

    check_new(out)
    write_blank(out, players=players, rounds=rounds)
    print(f"Written: {in_line(out)}")


def _judge(calculation: Checked, strict: bool) -> None:
    """With --strict, anything but ok is an exit status of 1."""
    if strict and not calculation.is_ok:
        raise typer.Exit(1)


def _given(
    dp: str | None, c: str | None, start: str | None, unrated: float | None, threshold: float | None,
    iterations: int | None, worst: int | None, best: int | None, points: str,
) -> dict[str, object]:
    return {
        "dp": dp, "c": c, "start": start, "unrated": unrated, "threshold": threshold, "iterations": iterations,
        "worst": worst, "best": best, "points": points or None,
    }


def _hints(language: str, colours: str, points: str, signs: str, pick: str) -> Hints:
    from pipeline.readers.hints import Hints  # only here: it brings all the readers

    return Hints(language, colours, points, signs, pick)


def main() -> None:
    """Run the command line; errors meant for the user are printed without a traceback."""
    try:
        with safe_streams():
            status = _status()
            give_up_output()
    except OutputError as error:  # there is no standard output at all
        print(f"Error: {error}", file=sys.stderr)
        status = error.exit_status
    sys.exit(status)


def _status() -> int:
    """Run the command; its exit status, with what went wrong said on standard error."""
    try:
        with ended_by_signals(), contained():
            status = _run()
        sys.stdout.flush()
        return status
    except ReaderLeft:
        return 0
    except ArpoError as error:
        said, status = str(error), error.exit_status
    except MemoryError:
        said, status = "there isn't enough memory for this.\n    → Close other programs, or use another computer.", 4
    except OSError as error:
        what = f"{in_line(error.filename or 'the system')}: {error.strerror or error}."
        said, status = f"{what}\n    → Check names and drives.", 4
    with contextlib.suppress(ReaderLeft, OutputError):
        print(f"Error: {said}", file=sys.stderr)
    return status


def _run() -> int:
    try:
        app(prog_name="arpo")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
