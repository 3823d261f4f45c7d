"""Which settings a sheet was made with, where neither the options nor a Settings sheet say it: those that explain most.

Each combination is judged by; the one with the fewest cells where an error begins wins, then the one with most cells
plainly ok, then the one that comes first (the defaults first).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.arpo_model import Ground, arpo_model, context_of
from pipeline.audit.judge import judged
from pipeline.audit.model import Model
from pipeline.audit.stated import Remark, StatedTable
from pipeline.audit.verdicts import Judgement, explained_cells
from pipeline.errors import UsageError
from pipeline.settings import C_NAMES, DP_NAMES, START_NAMES, Settings, with_values

INFERRED = "inferred from the sheet"
_CHOICES = {"dp": DP_NAMES, "c": C_NAMES, "start": START_NAMES}
_RECURSIVE = ("rp", "rp_last", "limit")
_RESULTS = {*_RECURSIVE, "arpo", "arpo_last"}
_ASSIGNMENTS = 200
"""So many ways to take ambiguous headings are tried at most."""
_LOOKED_AT = 4
"""So many iterations are enough to tell the settings apart."""
_ROUND = (100.0, 50.0, 10.0, 5.0, 1.0)
"""An unrated player's rating is looked for among the roundest numbers first."""


@dataclass(frozen=True)
class Basis:
    """What a table is judged by: the model, the table with each column's meaning settled, and what was found out."""

    model: Model
    table: StatedTable
    settings: Settings
    remarks: tuple[Remark, ...] = ()


def last_iteration(table: StatedTable) -> int:
    """The highest iteration or difference that the table has."""
    numbers = [int(key.rsplit("_", 1)[1]) for key in table.columns if key.startswith(("iteration_", "difference_"))]
    return max(numbers, default=0)


def wants_results(table: StatedTable) -> bool:
    """Whether the table has a column of RP or ARPO, whose truth takes longer than all the rest."""
    return any(_RESULTS & set(column.meanings) for column in table.columns.values())


def settled(table: StatedTable, ground: Ground, settings: Settings) -> Basis:
    """The basis for a table: settings whose origin is “default” are inferred from it, where it tells them.

    Raises UsageError where the dp table that was asked for lacks a percentage of the event.
    """
    open_ = [name for name in _CHOICES if settings.origin(name) == "default"]
    fit_unrated = settings.origin("unrated") == "default" and bool((ground.unrated & (ground.field.n > 0)).any())
    last, results = last_iteration(table), wants_results(table)
    if not open_ and not fit_unrated:
        model = arpo_model(ground, settings, last, results=results)
        return Basis(model, with_meanings(model, table), settings)
    best = _best(table, ground, settings, open_, fit_unrated)
    if best is None:  # every dp table lacks a percentage; say which one
        best = settings
        arpo_model(ground, settings, 0)
    model = arpo_model(ground, best, last, results=results)
    found = with_meanings(model, table)
    remarks = tuple(_remarks(judged(model, found), best, open_, fit_unrated))
    return Basis(model, found, best, remarks)


def _best(
    table: StatedTable, ground: Ground, settings: Settings, open_: list[str], fit_unrated: bool
) -> Settings | None:
    small = _small(table)
    last, results = last_iteration(small), wants_results(small)
    cells = sum(int(column.filled.sum()) for column in small.columns.values()) + len(small.sums)
    best: tuple[tuple[int, int], Settings] | None = None
    for choice in _combinations(small, open_):
        candidate = with_values(settings, choice, INFERRED)
        try:
            model = arpo_model(ground, candidate, last, results=results)
        except UsageError:
            continue
        for unrated in _unrated_candidates(small, model) if fit_unrated else (None,):
            if unrated is not None and unrated != candidate.unrated:
                tried = with_values(candidate, {"unrated": unrated}, INFERRED)
                model = arpo_model(ground, tried, last, results=results)
            else:
                tried = candidate
            score = explained_cells(judged(model, with_meanings(model, small)))
            if best is None or score > best[0]:
                best = score, tried
            if score == (0, cells):
                return tried  # every cell is plainly ok: nothing explains more
    return best[1] if best else None


def _combinations(table: StatedTable, open_: list[str]) -> Iterator[dict[str, object]]:
    """All choices of the open settings, the likeliest first.

    Where a sheet states recursive performances and no iterations, both starts fit (they differ by a constant, as the
    rating of the unrated does): the published start, the rating, comes first then.
    """
    only_results = bool(table.columns) and not any(
        key.startswith(("iteration_", "difference_", "performance", "start")) for key in table.columns
    )
    choices = {
        name: tuple(reversed(values)) if name == "start" and only_results else values
        for name, values in _CHOICES.items()
    }
    for values in itertools.product(*(choices[name] for name in open_)):
        yield dict(zip(open_, values, strict=True))


def _small(table: StatedTable) -> StatedTable:
    """The table with its first iterations alone; RP and ARPO stay where there are no iterations."""
    steps = sorted(int(key.rsplit("_", 1)[1]) for key in table.columns if key.startswith("iteration_"))
    if not steps:
        return table
    limit = steps[min(_LOOKED_AT, len(steps)) - 1]
    kept = {
        key: column
        for key, column in table.columns.items()
        if (not key.startswith(("iteration_", "difference_")) or int(key.rsplit("_", 1)[1]) <= limit)
        and not _RESULTS & set(column.meanings)
    }
    return StatedTable(kept, table.order)


def _unrated_candidates(table: StatedTable, model: Model) -> list[float]:
    """Ratings that the unrated may have been given: the setting's, then what RP and Ra point to."""
    context = context_of(model)
    found = [context.settings.unrated]
    unrated, field = context.ground.unrated, context.field
    for key in ("Ra", *_RECURSIVE):
        column = table.columns.get(key)
        if column is None:
            continue
        if key == "Ra":
            share = field.average_over_opponents(unrated.astype(float))
        else:
            other = arpo_model(context.ground, replace(context.settings, unrated=context.settings.unrated + 1), 0)
            share = other.truth["rp"] - model.truth["rp"]
        usable = column.filled & np.isfinite(model.truth[key]) & (share > 1e-6)
        if usable.any():
            half = 10.0 ** -column.decimals[usable] / 2
            offset = column.values[usable] - model.truth[key][usable]
            low, high = (offset - half) / share[usable], (offset + half) / share[usable]
            found += [context.settings.unrated + shift for shift in _common(low, high, context.settings.unrated)]
    return [value for i, value in enumerate(found) if value > 0 and value not in found[:i]]


def _common(low: np.ndarray, high: np.ndarray, base: float) -> list[float]:
    """The roundest shift that lies in all of the intervals, else in most of them."""
    from_, to = float(low.max()), float(high.min())
    if from_ > to:
        middle = float(np.median((low + high) / 2))
        from_, to = middle - 0.5, middle + 0.5
    for step in _ROUND:
        rounded = np.round((base + (from_ + to) / 2) / step) * step
        if from_ - 1e-9 <= rounded - base <= to + 1e-9:
            return [float(rounded - base)]
    return []


def with_meanings(model: Model, table: StatedTable) -> StatedTable:
    """The table with each ambiguous column taken for what, together, explains most of the cells."""
    choices = {key: [m for m in column.meanings if m in model.by_key] for key, column in table.columns.items()}
    if all(meanings == [key] for key, meanings in choices.items()):
        return table
    near = _near(model, choices)
    part = replace(table, columns={key: c for key, c in table.columns.items() if key in near}, sums=())
    best: tuple[tuple[int, int], dict[str, str]] | None = None
    for chosen in itertools.islice(itertools.product(*choices.values()), _ASSIGNMENTS):
        if len(set(chosen)) == len(chosen):
            names = dict(zip(choices, chosen, strict=True))
            score = explained_cells(judged(model, _renamed(part, names)))
            if best is None or score > best[0]:
                best = score, names
    return _renamed(table, best[1]) if best else table


def _near(model: Model, choices: Mapping[str, list[str]]) -> set[str]:
    """The ambiguous columns, and those that their meanings are made from: what is judged to tell them apart."""
    near = {key for key, meanings in choices.items() if meanings != [key]}
    wanted = {meaning for key in near for meaning in choices[key]}
    for _ in range(2):
        wanted |= {source.key for meaning in wanted for source in model.by_key[meaning].inputs}
    return near | wanted


def _renamed(table: StatedTable, names: Mapping[str, str]) -> StatedTable:
    """The table with other meanings for its columns; their sums go with them."""
    columns = {names[key]: replace(column, key=names[key]) for key, column in table.columns.items()}
    sums = tuple(replace(total, key=names[total.key]) for total in table.sums)
    return replace(table, columns=columns, sums=sums)


def _remarks(judgement: Judgement, settings: Settings, open_: list[str], fit_unrated: bool) -> Iterator[Remark]:
    counts = judgement.counts()
    total = sum(counts.values())
    names = [*open_, *(["unrated"] if fit_unrated and settings.origin("unrated") == INFERRED else [])]
    said = ", ".join(f"{name} = {_shown(getattr(settings, name))}" for name in names)
    if said:
        yield Remark("settings_inferred", {"settings": said, "explained": total - counts["wrong"], "total": total})
    if fit_unrated and set(_RECURSIVE) & set(judgement.columns):
        yield from _constant(judgement, settings)


def _constant(judgement: Judgement, settings: Settings) -> Iterator[Remark]:
    """What the constant is by which stated RP differ from those of the default settings, and what explains it."""
    context = context_of(judgement.model)
    default = arpo_model(context.ground, replace(settings, unrated=Settings().unrated, start=Settings().start), 0)
    shift = judgement.model.truth["rp"] - default.truth["rp"]
    shift = shift[np.isfinite(shift)]
    if len(shift) and np.ptp(shift) < 1e-6 and abs(shift[0]) > 1e-6:
        other = "performance" if settings.start == "rating" else "rating"
        one_more = arpo_model(context.ground, replace(settings, unrated=settings.unrated + 1), 0).truth["rp"]
        share = float(np.nanmean(one_more - judgement.model.truth["rp"]))
        swapped = arpo_model(context.ground, replace(settings, start=other), 0).truth["rp"]
        same = settings.unrated - float(np.nanmean(swapped - judgement.model.truth["rp"])) / share
        yield Remark(
            "constant_explained",
            {"constant": f"{shift[0]:+.2f}", "unrated": _shown(settings.unrated), "start": settings.start,
             "default_unrated": _shown(Settings().unrated), "default_start": Settings().start, "other": other,
             "same": f"{same:.1f}"},
        )


def no_game_remarks(judgement: Judgement) -> Iterator[Remark]:
    """Numbers that stand where a player without a game has none; -c among stated RP is a known habit of programs."""
    model = judgement.model
    c = model.truth["c"]
    minus_c = -float(np.nanmean(c)) if np.isfinite(c).any() and np.ptp(c[np.isfinite(c)]) < 1e-9 else np.nan
    plain: list[str] = []
    for key, column in judgement.columns.items():
        stated = column.stated
        idle = [i for i in np.flatnonzero(stated.filled & ~model.active) if column.node.inputs and stated.spots[i]]
        units = 10.0 ** -stated.decimals.astype(float)
        known = [i for i in idle if key in _RECURSIVE and abs(stated.values[i] - minus_c) <= units[i]]
        cells = {i: spot.cell for i in idle if (spot := stated.spots[i]) is not None}
        if known:
            yield Remark("no_game_minus_c", {"count": len(known), "value": _shown(float(stated.values[known[0]])),
                                             "cells": ", ".join(cells[i] for i in known)})
        plain += [cells[i] for i in idle if i not in known]
    if plain:
        more = ", …" if len(plain) > 6 else ""
        yield Remark("no_game_values", {"count": len(plain), "cells": ", ".join(plain[:6]) + more})


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
