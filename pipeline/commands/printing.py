"""What several commands print for people: the master status with the checks to look at, and what reading noted."""

from __future__ import annotations

from typing import TextIO

from pipeline.console import console_on
from pipeline.event import Reading
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL, Checked

STATE_STYLES = {STATE_OK: "green", STATE_PROVISIONAL: "dark_orange", STATE_CHECK: "red"}
"""The colour of a state on a terminal."""


def print_status(checked: Checked, stream: TextIO) -> None:
    """Each check that isn't OK, and at the end, where it stays on the screen, the master status."""
    print_to_look_at(checked, stream)
    console_on(stream).print(f"Status: {checked.master}", style=STATE_STYLES[checked.state])


def print_to_look_at(checked: Checked, stream: TextIO) -> None:
    """Each check that isn't OK, with its value, what it should be, and what that means."""
    console = console_on(stream)
    for check in checked.to_look_at:
        margin = f" ± {check.tolerance:g}" if check.tolerance else ""
        console.print(f"  {check.status}: {check.name}: {check.value:.6g} (should be {check.expected:.6g}{margin})")
        console.print(f"      {check.trouble}")


def print_moves(checked: Checked, stream: TextIO) -> None:
    """Who stands elsewhere than in the file's own order, with both ranks; nothing where nobody does."""
    for check in checked.checks:
        if check.key == "moved" and check.value:
            print(f"{check.name}: {check.value:g}.{check.trouble.partition('.')[2]}", file=stream)


def print_notes(reading: Reading, stream: TextIO) -> None:
    """What the reader left out or interpreted."""
    for note in reading.notes:
        print(f"  {note.count} × {note.text}", file=stream)
