"""What several commands print for people: the master status with the checks to look at, and what reading noted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from pipeline.event import Reading
from pipeline.registry import CHECK, Check, Checked
from pipeline.streams import console_on


def print_status(checked: Checked, stream: TextIO) -> None:
    """The master status and each check that isn't OK."""
    console = console_on(stream)
    console.print(f"Status: {checked.master}", style="red" if checked.with_status(CHECK) else "green")
    print_checks(checked.to_look_at, stream)


def print_checks(checks: Iterable[Check], stream: TextIO) -> None:
    """Each of these checks with its value, what it should be, and what it means that it isn't."""
    console = console_on(stream)
    for check in checks:
        margin = f" ± {check.tolerance:g}" if check.tolerance else ""
        console.print(f"  {check.status}: {check.name}: {check.value:.6g} (should be {check.expected:.6g}{margin})")
        console.print(f"      {check.trouble}")


def print_notes(reading: Reading, stream: TextIO) -> None:
    """What the reader left out or interpreted."""
    for note in reading.notes:
        print(f"  {note.count} × {note.text}", file=stream)
