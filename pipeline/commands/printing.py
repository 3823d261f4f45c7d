"""What several commands print for people: the master status with the checks to look at, and what reading noted."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from pipeline.event import Reading
from pipeline.method.calculation import Calculation
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL, Checked
from pipeline.streams import console_on

_STYLES = {STATE_OK: "green", STATE_PROVISIONAL: "dark_orange", STATE_CHECK: "red"}


def print_status(checked: Checked, stream: TextIO) -> None:
    """The master status and each check that isn't OK."""
    console_on(stream).print(f"Status: {checked.master}", style=_STYLES[checked.state], markup=False, highlight=False)
    print_to_look_at(checked, stream)


def print_checked(source: Path, calculation: Calculation, stream: TextIO) -> None:
    """What `arpo check` says: the master status first, then what was read, each check that isn't OK, and the notes."""
    event = calculation.work.event
    console_on(stream).print(calculation.master, style=_STYLES[calculation.state], markup=False, highlight=False)
    print(f"{source}: {', '.join(event.sizes)} ({event.source.layout}).", file=stream)
    for sentence in calculation.facts:
        print(sentence, file=stream)
    print_to_look_at(calculation, stream)
    print_notes(event, stream)


def print_to_look_at(checked: Checked, stream: TextIO) -> None:
    """Each check that isn't OK."""
    console = console_on(stream)
    for check in checked.to_look_at:
        margin = f" ± {check.tolerance:g}" if check.tolerance else ""
        console.print(f"  {check.status}: {check.name}: {check.value:.6g} (should be {check.expected:.6g}{margin})")
        console.print(f"      {check.trouble}")


def print_notes(reading: Reading, stream: TextIO) -> None:
    """What the reader left out or interpreted."""
    for note in reading.notes:
        print(f"  {note.count} × {note.text}", file=stream)
