"""`arpo check`."""

from __future__ import annotations

import sys

from pipeline.cli.options import EventFile, Reading, Strict, given_by, judge


def check(event: EventFile, reading: Reading, strict: Strict = False) -> None:
    """Say whether a tournament file can be read, with all that is wrong in it or was interpreted.

    Example: arpo check event.xlsx
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.check import print_checked

    calculation = calculation_for(event, given_by(reading), reading.held(), reading.hints())
    print_checked(event, calculation, sys.stdout)
    judge(calculation, strict)
