"""`arpo check`: whether a file can be read, and everything that a report will say of the input."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from pipeline.commands.printing import print_checks
from pipeline.errors import in_line
from pipeline.method.calculation import Calculation
from pipeline.registry import CHECK, OK

OF_THE_INPUT = frozenset({
    "stated_points", "components", "bipartite", "pending", "unrated", "few_games", "stated_rp", "stated_shift",
    "no_limit",
})  # fmt: skip
"""The checks, by key, that say something of a tournament rather than of the calculation or the workbook."""


def print_checked(source: Path, calculation: Calculation, stream: TextIO) -> None:
    """What was read, whether it can be trusted, and each check of the input that isn't OK."""
    event = calculation.work.event
    found = [check for check in calculation.to_look_at if check.key in OF_THE_INPUT]
    status = CHECK if any(check.status == CHECK for check in found) else OK
    print(f"{in_line(source)}: {status}. {', '.join(event.sizes)} ({event.source.layout}).", file=stream)
    print_checks(found, stream)
