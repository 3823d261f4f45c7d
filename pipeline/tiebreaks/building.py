"""How the columns of the sheet Tie-breaks are put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pipeline.made_from import EVERYBODY, ROW, Choice, Everybody, Input, Made, View
from pipeline.registry import Column
from pipeline.words import Said, said

SHEET = said("Tie-breaks")
C07 = said("FIDE Handbook C.07")
OWN = said("this program")

ROUNDS, VALUES, DIRECT, SERVING = "rounds read", "tie", "direct", "helper"
"""The groups of columns: what each round held, the tie-breaks and what they are summed from, the passes of a direct
encounter, and what only serves the formulas.
"""


def c07(articles: str) -> Said:
    """Articles of C.07 as the source of a column."""
    return said("FIDE Handbook C.07 {articles}", articles=articles)


def tie(
    key: str, heading: str, meaning: str, source: str, style: str, rule: Made | Choice,
    formula: str | Callable[[Any], str], **more: Any,
) -> Column[Any]:
    """A column of the sheet; a family of rounds has `family`."""
    return Column(
        key, heading, meaning, source, style, more.pop("band", VALUES), rule, formula, sheet=SHEET,
        **{"width": 7, "zero": 0.0, **more},
    )


def of(function: Callable[..., Any], *inputs: str) -> Made:
    """A rule on plain arrays, which gets `given`, too: inputs are the cells of the row, or (with *) of everybody."""
    named = tuple(Input(name.strip("*"), EVERYBODY if "*" in name else ROW) for name in inputs)

    def on_arrays(*columns: Any, given: Any) -> Any:
        return function(*(column.values if isinstance(column, View) else column for column in columns), given=given)

    return Made(on_arrays, named, tuple(Everybody if source.reach == EVERYBODY else None for source in named), True)
