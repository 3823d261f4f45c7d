"""How whoever wrote a table rounded: found from the table itself, column by column, and said once for the table."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from pipeline.audit.judging.model import Model, Node
from pipeline.audit.judging.nodes import judged_of
from pipeline.audit.judging.rating_model import OPEN_SETTINGS, Convention, RatingGround, source_name, work_of
from pipeline.audit.sheet.claims import Claim, Flags
from pipeline.rating.expected import EXACT, ROUNDINGS
from pipeline.registry import Judged

_OF_STEPS, _OF_CELLS = "average", "difference"
"""The settings that say how the steps of the tournament average were rounded, and D, before it is looked up."""
_STEP = "tournament_average"


@dataclass(frozen=True)
class Recognised:
    """A convention of one column, with how many of its cells it explains; `clear` where no other explains as many."""

    key: str
    name: str
    explained: int
    total: int
    clear: bool


T = TypeVar("T")


def recognised(ground: RatingGround) -> tuple[Convention, list[Recognised]]:
    """The convention that explains most of the table, and what of it can be told from the table."""
    convention, found = _settings(ground)
    for node, judged in _rounded(ground):
        if judged.written.as_printed:
            convention, lines = _going_on(ground, convention, node.key)
            found += lines
        elif not judged.written.tells:
            convention, line = _rounding(ground, convention, node.key)
            found.append(line)
    # What needs no rounding in this table says nothing about how its writer rounds.
    model = ground.model(convention)
    return convention, [
        line for line in found if line.name not in ROUNDINGS or _needs_rounding(ground, model, line.key)
    ]


def _rounded(ground: RatingGround) -> Iterator[tuple[Node, Judged]]:
    """The columns of the table that are made from others and rounded, in the order in which they are made."""
    records = {column.key: column for column in ground.work.rules.columns}
    for node in ground.model(Convention()).nodes:
        if node.key in ground.stated.columns and node.compute is not None and not node.exact:
            yield node, judged_of(records[node.key])


def _settings(ground: RatingGround) -> tuple[Convention, list[Recognised]]:
    """The values of the open settings, and the roundings of the columns that tell them.

    Who prints D rounded in one way looks it up so, too: the setting follows the printed column that it is about.
    """
    names = ground.open_settings
    if not names:
        return Convention(), []
    records = {column.key: column for column in ground.work.rules.columns}
    keys = [key for key, c in records.items() if c.judged and c.judged.written.tells and key in ground.stated.columns]
    printed = [node.key for node, judged in _rounded(ground) if _OF_CELLS in judged.written.tells]
    values = [_averages(ground) if name == _OF_STEPS else OPEN_SETTINGS[name] for name in names]
    options = [_option(names, chosen, printed) for chosen in itertools.product(*values)]
    best, _, _ = _best(options, lambda option: _explained(ground, option, *keys))
    same = [option for option in options if option.setting(_OF_STEPS) == best.setting(_OF_STEPS)]
    found = []
    for key in printed:
        kind, explained, clear = _best(same, lambda option, key=key: _explained(ground, option, key))  # type: ignore[misc]
        best = best.with_rounding(key, kind.rounding(key)).with_setting(_OF_CELLS, kind.rounding(key))
        found.append(Recognised(key, kind.rounding(key), explained, _total(ground, key), clear))
    return best, found


def _option(names: Sequence[str], values: Sequence[str], printed: Iterable[str]) -> Convention:
    option = Convention(tuple(zip(names, values, strict=True)))
    for key in printed:
        option = option.with_rounding(key, option.setting(_OF_CELLS))
    return option


def _averages(ground: RatingGround) -> tuple[str, ...]:
    """How the tournament average may have been rounded: where the table states it, as it is stated."""
    values, stated = OPEN_SETTINGS[_OF_STEPS], ground.table.step(_STEP)
    if not ground.work.one_table:
        return values[:1]
    if stated is None:
        return values
    found = {value: steps_of(ground, Convention(((_OF_STEPS, value),)))[_STEP] for value in values}
    if stated.decimals and abs(found[EXACT] - stated.value) <= 1e-9:
        return (EXACT,)
    fitting = tuple(name for name, step in found.items() if abs(step - stated.value) <= 0.5 * 10.0**-stated.decimals)
    return fitting or values


def steps_of(ground: RatingGround, convention: Convention) -> dict[str, float]:
    """The steps of the average of a round robin by a convention; none in a Swiss."""
    return work_of(ground.model(convention)).steps


def _rounding(ground: RatingGround, convention: Convention, key: str) -> tuple[Convention, Recognised]:
    options = [convention.with_rounding(key, kind) for kind in ROUNDINGS]
    chosen, explained, clear = _best(options, lambda option: _explained(ground, option, key))
    return chosen, Recognised(key, chosen.rounding(key), explained, _total(ground, key), clear)


def _going_on(ground: RatingGround, convention: Convention, key: str) -> tuple[Convention, list[Recognised]]:
    """The rounding of a column whose writer may have gone on from a printed number, and whether he did."""
    options = [
        convention.made_from(key, as_printed).with_rounding(key, kind)
        for as_printed in (False, True) for kind in ROUNDINGS
    ]
    chosen, explained, clear = _best(options, lambda option: _explained(ground, option, key))
    total = _total(ground, key)
    is_printed = key in chosen.as_printed
    other = [option for option in options if (key in option.as_printed) is not is_printed]
    told = _best(other, lambda option: _explained(ground, option, key))[1] < explained
    return chosen, [
        Recognised(key, chosen.rounding(key), explained, total, clear),
        Recognised(key, source_name(is_printed), explained, total, told),
    ]


def _best(options: Iterable[T], explained: Callable[[T], int]) -> tuple[T, int, bool]:
    """The option that explains most, the first of equals; with how much, and whether no other explains as much."""
    scored = [(option, explained(option)) for option in options]
    most = max(score for _, score in scored)
    chosen = [option for option, score in scored if score == most]
    return chosen[0], most, len(chosen) == 1


def _explained(ground: RatingGround, convention: Convention, *keys: str) -> int:
    """How many stated cells of some columns are as the convention has them."""
    model = ground.model(convention)
    return sum(int(_claim(ground, model, key).same(_as_printed(model, key)).sum()) for key in keys)


def _needs_rounding(ground: RatingGround, model: Model, key: str) -> bool:
    """Whether some exact value of the column has more decimals than are printed."""
    exact, printed = model.truth[key], _as_printed(model, key)
    rounded: Flags = ground.stated.columns[key].filled & (np.abs(exact - printed) > model.noise)
    return bool(rounded.any())


def _as_printed(model: Model, key: str) -> np.ndarray:
    printing = model.by_key[key].printing
    assert printing is not None
    return printing.printed(model.truth[key])


def _claim(ground: RatingGround, model: Model, key: str) -> Claim:
    column = ground.stated.columns[key]
    return Claim.of(column.values, column.decimals, column.own, model.noise)


def _total(ground: RatingGround, key: str) -> int:
    return int(ground.stated.columns[key].filled.sum())
