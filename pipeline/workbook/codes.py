"""The codes of an order as the sheets Standings and Player show them."""

from __future__ import annotations

import numpy as np

from pipeline.made_from import Floats
from pipeline.tiebreaks.ranking import Stage


def code_formula(stage: Stage) -> str:
    """The template of a code's value for the player in row {at} of the players; of a direct encounter his points in it,
    where somebody was level with him.
    """
    if stage.code.column:
        return f"INDEX([{stage.code.column}:players],{{at}})"
    group = f"de{stage.number}_1_group"
    parts = ",[component:players],INDEX([component:players],{at})" if stage.parted else ""
    count = f"COUNTIFS([{group}:players],INDEX([{group}:players],{{at}}){parts})"
    return f'IF({count}>1,INDEX([de{stage.number}_1_e:players],{{at}}),"")'


def code_look(stage: Stage, values: Floats) -> str:
    """The style of its cells, which have these values; those that a file states are as they are there."""
    code = stage.code
    if not code.column:
        return "direct"
    if code.column.startswith("stated_"):
        known = values[~np.isnan(values)]
        return "whole" if (known == np.round(known)).all() else "direct"
    return {0: "whole", 1: "points"}.get(code.decimals if code.decimals is not None else -1, "quarters")
