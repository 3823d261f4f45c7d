"""`arpo check`: whether a file can be read, and everything that a report will say of it."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from pipeline.commands.printing import STATE_STYLES, print_notes, print_to_look_at
from pipeline.console import console_on
from pipeline.errors import in_line
from pipeline.method.calculation import Calculation


def print_checked(source: Path, calculation: Calculation, stream: TextIO) -> None:
    """The master status first, then what was read, each check that isn't OK, and the notes."""
    event = calculation.work.event
    console_on(stream).print(calculation.master, style=STATE_STYLES[calculation.state])
    print(f"{in_line(source)}: {', '.join(event.sizes)} ({event.source.layout}).", file=stream)
    for sentence in calculation.facts:
        print(sentence, file=stream)
    print_to_look_at(calculation, stream)
    print_notes(event, stream)
