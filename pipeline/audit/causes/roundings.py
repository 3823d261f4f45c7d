"""Why a number is only rounded otherwise than the rest of its table, where that has a name."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.audit.causes.case import Fit
from pipeline.audit.judging.as_printed import CARRIED_ROUNDING
from pipeline.rating.expected import DOWN, EXACT, HALF_EVEN, NEAREST, ROUNDINGS, TRUNCATED, UP, WHOLE

_NEAREST = "rounded_nearest"
_NAMES = {
    NEAREST: _NEAREST, HALF_EVEN: _NEAREST, DOWN: "rounded_down", TRUNCATED: "rounded_cut_off", UP: "rounded_up",
    f"average_{WHOLE}": "average_rounded_first", f"average_{EXACT}": "average_not_rounded",
    **{f"difference_{name}": "difference_rounded_otherwise" for name in ROUNDINGS},
    "from_rounded": "change_from_rounded_difference", "from_unrounded": "change_from_unrounded_difference",
    "sum_rounded": "sum_rounded", "sum_not_rounded": "sum_not_rounded",
    "rounded_step": "step_rounded", CARRIED_ROUNDING: "rounding_carried",
}
_ONE_SIDED = {"rounded_down", "rounded_up", "rounded_cut_off"}


def roundings(how: Iterable[str]) -> list[Fit]:
    """The causes of a rounding, each once; a number rounded to the nearest was not rounded up or down besides."""
    names = list(dict.fromkeys(_NAMES[name] for name in how))
    return [Fit(name) for name in names if _NEAREST not in names or name not in _ONE_SIDED]
