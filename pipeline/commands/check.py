"""`arpo check`: whether a file can be read, and everything that a report will say of it."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from pipeline.commands.printing import STATE_STYLES, print_notes, print_to_look_at
from pipeline.console import console_on
from pipeline.errors import in_line
from pipeline.event import Event
from pipeline.method.calculation import Calculation
from pipeline.method.stated_ties import stated_ties
from pipeline.words import Said, joined, said, told


def sizes_of(source: Path, event: Event) -> Said:
    """What was read, in a sentence."""
    return said(
        "{file}: {sizes} ({layout}).", file=in_line(source), sizes=joined(", ", event.sizes), layout=event.source.layout
    )


def print_checked(source: Path, calculation: Calculation, stream: TextIO) -> None:
    """The master status first, then what was read, each check that isn't OK, and the notes."""
    event = calculation.work.event
    language = calculation.language
    console_on(stream).print(told(calculation.master, language), style=STATE_STYLES[calculation.state])
    print(told(sizes_of(source, event), language), file=stream)
    for sentence in calculation.facts:
        print(told(sentence, language), file=stream)
    for sentence in stated_ties(calculation.work):
        print(told(sentence, language), file=stream)
    print_to_look_at(calculation, stream)
    print_notes(event, stream, language)
