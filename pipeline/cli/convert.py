"""`arpo convert`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import EventFile, Reading
from pipeline.errors import in_line
from pipeline.output import check_new
from pipeline.words import said


def convert(
    event: EventFile,
    out: Annotated[Path, typer.Option("--out", help=said("The workbook to write."), show_default=False)],
    reading: Reading,
) -> None:
    """Write a tournament file of any kind as an event workbook, to be corrected by hand and read again.

    Example: arpo convert open.trf --out event.xlsx
    """
    from pipeline.commands.convert import write_event
    from pipeline.commands.printing import print_notes
    from pipeline.readers import read_event

    check_new(out)
    hints = reading.hints()
    read = read_event(event, reading.held(), hints, isolated=True)
    write_event(read, out)
    print(f"{in_line(event)}: {', '.join(read.sizes)} ({read.source.layout}).")
    print_notes(read, sys.stdout)
    print(f"Written: {in_line(out)}")
