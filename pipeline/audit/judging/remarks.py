"""What an audit notes beside the verdicts: a constant in RP, an event that doesn't fit, numbers where none belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from pipeline.audit.judging.arpo_model import arpo_model, context_of
from pipeline.audit.judging.model import OPPONENTS
from pipeline.audit.judging.verdicts import JudgedColumn, Judgement, Verdict
from pipeline.audit.sheet.known_headings import RECURSIVE
from pipeline.audit.sheet.stated import Remark, Spot, Unjudged, some
from pipeline.method.choices import in_words
from pipeline.method.settings import Settings
from pipeline.words import Said, joined

_OF_THE_EVENT = {"rating", "games", "score", "points"}
"""Columns that copy the event: what is made from them still comes straight from it."""
_DOUBTFUL = 0.25
"""Where no more of the numbers that come straight from the event are right, it is hardly the sheet's event."""
_RIGHT = (Verdict.OK, Verdict.ROUNDING)
_TOO_FEW = 6
"""So few numbers say nothing of the event."""


def shown(value: object) -> str:
    """A setting's value as people write it."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def in_line(settings: Settings, names: Iterable[str]) -> Said:
    """Some of the settings as people write them: “dp = fide, c = field”, in the language's words."""
    return joined(", ", [joined(" = ", [in_words(name), in_words(shown(getattr(settings, name)))]) for name in names])


def sums_remarks(judgement: Judgement) -> Iterator[Remark]:
    """Rows whose label says a sum, and which hold sums weighted by games."""
    taken = [
        judged.stated for total, judged in zip(judgement.table.sums, judgement.sums, strict=True)
        if judged.stated.kind != total.kind
    ]
    for label in dict.fromkeys(total.label for total in taken):
        spots = [total.spot for total in taken if total.label == label]
        yield Remark("sums_weighted", {"heading": label, "cells": some([spot.cell for spot in spots])})


def constant_explained(judgement: Judgement, settings: Settings) -> Iterator[Remark]:
    """The constant by which stated RP differ from those of the default settings, where settings explain it."""
    if not set(RECURSIVE) & set(judgement.columns):
        return
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
            {"constant": f"{shift[0]:+.2f}", "unrated": shown(settings.unrated), "start": in_words(settings.start),
             "default_unrated": shown(Settings().unrated), "default_start": in_words(Settings().start),
             "other": in_words(other), "same": f"{same:.1f}", **_explained_rp(judgement)},
        )


def constant_unexplained(judgement: Judgement, constant: float) -> Remark:
    """The constant by which stated RP differ from the model's, where no settings explain it."""
    return Remark("constant_unexplained", {"constant": f"{constant:+.2f}", **_explained_rp(judgement)})


def _explained_rp(judgement: Judgement) -> dict[str, object]:
    """How many of the stated RP are right, and how many there are."""
    columns = [column for key, column in judgement.columns.items() if key in RECURSIVE]
    right, total = _count(_RIGHT, columns)
    return {"right": right, "total": total}


def event_in_doubt(judgement: Judgement) -> Remark | None:
    """That the sheet hardly fits this event: nearly none of the numbers that come straight from it are right.

    Nor does what follows from the sheet's own numbers by way of this event's games: somebody who has all dp wrong, and
    goes on right, has the right event.
    """
    derived: set[str] = set()
    for node in judgement.model.nodes:
        if any(s.key in derived or s.key in judgement.columns and s.key not in _OF_THE_EVENT for s in node.inputs):
            derived.add(node.key)
    columns = judgement.columns
    right, total = _count(_RIGHT, [column for key, column in columns.items() if key not in derived])
    if total < _TOO_FEW or right > _DOUBTFUL * total:
        return None
    by_games = [
        column for key, column in columns.items()
        if key in derived and any(source.reach == OPPONENTS for source in column.node.inputs)
    ]
    followed, following = _count((*_RIGHT, Verdict.CARRIED), by_games)
    if followed * 2 > following:
        return None
    table, players = judgement.table, len(judgement.model.index)
    strangers = sum(int(str(r.details.get("count", 0))) for r in table.remarks if r.name == "rows_of_nobody")
    return Remark(
        "event_in_doubt",
        {"right": right, "total": total, "players": players, "absent": players - len(table.order),
         "strangers": strangers},
    )


def _count(verdicts: Sequence[Verdict], columns: list[JudgedColumn]) -> tuple[int, int]:
    """How many of the columns' numbers have one of the verdicts, and how many were judged."""
    found = [verdict for column in columns for i, verdict in enumerate(column.verdicts) if column.stated.filled[i]]
    return sum(verdict in verdicts for verdict in found), sum(bool(verdict) for verdict in found)


def points_remarks(judgement: Judgement) -> Iterator[Remark]:
    """That the stated points are those of the games alone, where byes or forfeits have given somebody others."""
    column, event = judgement.columns.get("points"), context_of(judgement.model)
    more = int((event.score != event.graph.s).sum())
    if column is not None and "score" in column.stated.meanings and more:
        yield Remark("points_of_games", {"heading": column.stated.heading, "count": more})


def performance_remarks(judgement: Judgement) -> Iterator[Remark]:
    """That a column headed Rp holds the performance, as in tables of ratings: here RP is the recursive one."""
    column = judgement.columns.get("performance")
    if column is not None and "rp" in column.stated.meanings:
        right, total = _count(_RIGHT, [column])
        yield Remark("rp_is_performance", {"heading": column.stated.heading, "right": right, "total": total})


def no_game_remarks(judgement: Judgement) -> Iterator[Remark]:
    """Numbers that stand where a player without a game has none; -c among stated RP is a known habit of programs."""
    model = judgement.model
    c = model.truth["c"]
    minus_c = -float(np.nanmean(c)) if np.isfinite(c).any() and np.ptp(c[np.isfinite(c)]) < 1e-9 else np.nan
    plain: list[Spot] = []
    for key, column in judgement.columns.items():
        stated = column.stated
        idle = [i for i in np.flatnonzero(stated.filled & ~model.active) if stated.spots[i] and not column.verdicts[i]]
        units = 10.0 ** -stated.decimals.astype(float)
        known = [i for i in idle if key in RECURSIVE and abs(stated.values[i] - minus_c) <= units[i]]
        spots = {i: spot for i in idle if (spot := stated.spots[i]) is not None}
        if known:
            yield Remark("no_game_minus_c", {"count": len(known), "value": shown(float(stated.values[known[0]])),
                                             "cells": ", ".join(spots[i].cell for i in known)})
        plain += [spots[i] for i in idle if i not in known]
    if plain:
        details = {"count": len(plain), "cells": some([spot.cell for spot in plain])}
        yield Remark("no_game_values", details, tuple(Unjudged(spot.sheet, spot.cell, 1) for spot in plain))
