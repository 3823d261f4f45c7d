"""`arpo explain`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipeline.cli.options import EventFile, Method, Ordering, Reading, Steps, choice, given_by
from pipeline.words import said


def explain(
    event: EventFile,
    player: Annotated[str, typer.Argument(
        metavar="PLAYER", help=said("A player's number, or a name or a part of it."), show_default=False)],
    ordering: Ordering, method: Method, steps: Steps, reading: Reading,
    other: Annotated[str, typer.Argument(
        metavar="[PLAYER]", help=said("A second player: why is one before the other?"), show_default=False)] = "",
    kind: Annotated[str, choice("--format", ("text", "md"), said("Plain text or Markdown."), True)] = "text",
) -> None:
    """Explain a player's RP, ARPO and tie-breaks with his own numbers, or why one player is before another.

    Example: arpo explain event.xlsx 1 2 --format md
    """
    from pipeline.commands.calculating import calculation_for
    from pipeline.commands.explain import explanation
    from pipeline.commands.printing import print_status

    calculation = calculation_for(event, given_by(ordering, method, steps, reading), reading.held(), reading.hints())
    print(explanation(calculation, [player, other] if other else [player], kind, calculation.language))
    if not calculation.is_ok:
        print_status(calculation, sys.stderr)
