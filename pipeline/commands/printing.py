"""What several commands print for people: the master status with the checks to look at, and what reading noted."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from pipeline.console import console_on
from pipeline.errors import in_line
from pipeline.event import Reading
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL, Checked
from pipeline.words import joined, said, told

STATE_STYLES = {STATE_OK: "green", STATE_PROVISIONAL: "dark_orange", STATE_CHECK: "red"}
"""The colour of a state on a terminal."""


def print_status(checked: Checked, stream: TextIO) -> None:
    """Each check that isn't OK, and at the end, where it stays on the screen, the master status."""
    print_to_look_at(checked, stream)
    status = told(said("Status: {status}", status=checked.master), checked.language)
    console_on(stream).print(status, style=STATE_STYLES[checked.state])


def print_to_look_at(checked: Checked, stream: TextIO) -> None:
    """Each check that isn't OK, with its value, what it should be, and what that means."""
    console = console_on(stream)
    for check in checked.to_look_at:
        margin = said(" ± {tolerance:g}", tolerance=check.tolerance) if check.tolerance else ""
        console.print("  " + told(said(
            "{status}: {name}: {value:.6g} (should be {expected:.6g}{margin})", status=check.status, name=check.name,
            value=check.value, expected=check.expected, margin=margin,
        ), checked.language))
        console.print(f"      {told(check.trouble, checked.language)}")


def print_moves(checked: Checked, stream: TextIO) -> None:
    """Who stands elsewhere than in the file's own order, with both ranks; nothing where nobody does."""
    for check in checked.checks:
        if check.key == "moved" and check.value:
            print(told(joined("", [check.name, f": {check.value:g}.", check.trouble.details["p1"]]), checked.language),
            file=stream)


def print_notes(reading: Reading, stream: TextIO, language: str) -> None:
    """What the reader left out or interpreted."""
    for note in reading.notes:
        print(f"  {note.count} × {told(note.text, language)}", file=stream)


def print_written(target: Path, stream: TextIO, language: str) -> None:
    """Where the result is."""
    print(told(said("Written: {file}", file=in_line(target)), language), file=stream)
