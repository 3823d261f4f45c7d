"""`arpo convert`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import EventFile, Method, Ordering, Reading, choice, given_by
from pipeline.language import SETTING, language_of
from pipeline.output import REPORT_FILE, WORKBOOK, check_new
from pipeline.words import joined, said, told


def convert(
    event: EventFile,
    out: Annotated[Path, typer.Option(
        "--out", help=said("The file to write: a workbook (.xlsx), or a report file (.trf)."), show_default=False)],
    ordering: Ordering, method: Method, reading: Reading,
    form: Annotated[str, choice(
        "--format", ("xlsx", "trf26", "trf16"), said("What is written."), said("by the ending of --out"))] = "",
) -> None:
    """Write a tournament file of any kind as an event workbook, to be corrected by hand and read again.

    Or, by the ending of --out, as a FIDE report file. Example: arpo convert open.trf --out event.xlsx
    """
    from pipeline.commands.check import sizes_of
    from pipeline.commands.convert import write_event, write_report_file
    from pipeline.commands.printing import print_notes, print_written
    from pipeline.readers import read_event
    from pipeline.report_file import TRF26, left_out

    kind = form or (TRF26 if out.suffix.lower() == REPORT_FILE else "xlsx")
    check_new(out, WORKBOOK if kind == "xlsx" else REPORT_FILE)
    hints = reading.hints()
    read = read_event(event, reading.held(), hints, isolated=True)
    language = language_of(reading.lang, str(read.settings.get(SETTING, "")))
    if kind == "xlsx":
        write_event(read, out, language)
    else:
        write_report_file(read, out, kind, given_by(ordering, method, reading))
    print(told(sizes_of(event, read), language))
    print_notes(read, sys.stdout, language)
    missing = left_out(read) if kind != "xlsx" else []
    if missing:
        print(told(said("A report file has no place for: {what}.", what=joined(", ", missing)), language))
    print_written(out, sys.stdout, language)
