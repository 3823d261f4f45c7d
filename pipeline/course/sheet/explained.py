"""The sheet Explained of the solution: one player's calculation in words and numbers, and why each tie is as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from pipeline.course.exercise import Exercise
from pipeline.course.made.musts import DRIFTING, EARLY
from pipeline.course.ties import order_of
from pipeline.method.dp import percentage, rule
from pipeline.words import Said, joined, said, told
from pipeline.workbook.pages import Page, PageCell

SHEET = said("Explained")
_SHOWN = 8
"""So many iterations of a tie are shown, and the limit."""


def explained_page(exercise: Exercise) -> Page:
    """The sheet."""
    tell = partial(told, language=exercise.language)
    lines = [*_player(exercise, _chosen(exercise)), *_ties(exercise), *_lesson(exercise)]
    cells = [PageCell(0, 0, tell(said("{variant}, explained", variant=exercise.name)), "title")]
    heights = {}
    for i, (line, look) in enumerate(lines):
        cells.append(PageCell(2 + i, 0, tell(line), look))
        heights[2 + i] = 13.5 * (1 + len(tell(line)) // 100) + 3
    return Page(tell(SHEET), cells, {0: 94.0}, heights, landscape=False, footer="&L&9arpo&C&9&A&R&9&P/&N")


def _chosen(exercise: Exercise) -> int:
    """The player who is explained: one of a tie, of those with a percentage that is rounded where there is one."""
    graph = exercise.ground.graph
    candidates = [i for tie in exercise.ties for i in tie] or exercise.playing
    return next((i for i in candidates if (100 * graph.s[i]) % graph.n[i]), candidates[0])


def _numbers(values: list[float]) -> Said:
    return joined(" + ", [said("{value:.2f}", value=value) if value >= 0 else said("({value:.2f})", value=value)
                          for value in values])


def _player(exercise: Exercise, who: int) -> Iterator[tuple[Said, str]]:
    truth, graph = exercise.model.truth, exercise.ground.graph
    names = [str(name) for name in exercise.event.players["name"]]
    met = graph.opponent[graph.player == who].tolist()
    points, games = float(graph.s[who]), int(graph.n[who])
    value = {key: float(truth[key][who]) for key in ("Ra", "dp", "c", "c_hat", "performance")}
    yield said("How {name}'s numbers come about", name=names[who]), "section"
    yield said("Games: {games} over the board, against {names}; {points} points in them: p = {points} / {games} = "
               "{exact} %, rounded {per_cent} %.", games=games, names=joined(", ", [names[i] for i in met]),
               points=f"{points:g}", exact=f"{100 * points / games:.4g}", per_cent=percentage(points, games)), "wrapped"
    yield said("Ra = ({sum}) / {games} = {value:.2f}", sum=_numbers(truth["rating"][met].tolist()), games=games,
               value=value["Ra"]), "wrapped"
    yield said("dp = {value} ({title})", value=_plain(value["dp"]), title=rule(exercise.settings.dp).title), "wrapped"
    if exercise.settings.c == "field":
        members = [i for i in exercise.playing if graph.component[i] == graph.component[who]]
        top = joined(" + ", [said("{n} × {dp}", n=int(graph.n[i]), dp=_signed(truth["dp"][i])) for i in members])
        bottom = int(graph.n[members].sum())
    else:
        top = joined(" + ", [said("{n} × {dp}", n=int(graph.n[i]), dp=_signed(truth["dp"][i])) for i in met])
        bottom = int(graph.n[met].sum())
    yield said("c = ({top}) / {bottom} = {value:.4f}", top=top, bottom=bottom, value=value["c"]), "wrapped"
    yield said("ĉ = dp − c = {dp} − {c} = {value:.4f}", dp=_plain(value["dp"]), c=_signed(value["c"], 4),
               value=value["c_hat"]), "wrapped"
    yield said("Performance = Ra + dp = {Ra:.2f} + {dp} = {value:.2f}", Ra=value["Ra"], dp=_signed(value["dp"]),
               value=value["performance"]), "wrapped"
    before = exercise.settings.start
    for k in range(1, exercise.steps + 1):
        yield said("Iteration {k} = ({sum}) / {games} + {c_hat} = {value:.2f}", k=k,
                   sum=_numbers(truth[before][met].tolist()), games=games, c_hat=_signed(value["c_hat"], 2),
                   value=float(truth[f"iteration_{k}"][who])), "wrapped"
        before = f"iteration_{k}"
    yield said(""), "text"


def _plain(value: float) -> Said:
    return said("{value:.0f}", value=value) if value.is_integer() else said("{value:.2f}", value=value)


def _signed(value: float, places: int = 2) -> Said:
    """A number inside a sum: in brackets where it is negative."""
    if places == 4:
        return said("{value:.4f}", value=float(value)) if value >= 0 else said("({value:.4f})", value=float(value))
    if float(value).is_integer():
        return said("{value:.0f}", value=float(value)) if value >= 0 else said("({value:.0f})", value=float(value))
    return said("{value:.2f}", value=float(value)) if value >= 0 else said("({value:.2f})", value=float(value))


def _ties(exercise: Exercise) -> Iterator[tuple[Said, str]]:
    names = [str(name) for name in exercise.event.players["name"]]
    work = exercise.calculation.work
    limit = work.array("limit")
    for tie in exercise.ties:
        asked = exercise.model.truth[f"iteration_{exercise.steps}"]
        order = order_of(tie, asked)
        yield said("Tied: {names}", names=joined(", ", [names[i] for i in order])), "section"
        for place, i in enumerate(order, start=exercise.first_place(tie)):
            shown = min(_SHOWN, work.steps.values.shape[1])
            steps = joined(", ", [said("{value:.2f}", value=float(v)) for v in work.steps.values[i, :shown]])
            line = said("Place {place}: {name}. Iterations: {steps}, …", place=place, name=names[i], steps=steps)
            yield line if np.isnan(limit[i]) else said("{line} RP = {rp:.2f}", line=line, rp=float(limit[i])), "wrapped"
        first, second = order[0], order[1]
        yield said(
            "{one} is before {other} by iteration {k}: {a:.2f} against {b:.2f}. Their Ra are {ra:.2f} and {rb:.2f}, "
            "their ĉ {ca:.2f} and {cb:.2f}: what differs is how strong their opponents proved to be in this event.",
            one=names[first], other=names[second], k=exercise.steps, a=float(asked[first]), b=float(asked[second]),
            ra=float(exercise.model.truth["Ra"][first]), rb=float(exercise.model.truth["Ra"][second]),
            ca=float(exercise.model.truth["c_hat"][first]), cb=float(exercise.model.truth["c_hat"][second]),
        ), "wrapped"
        if not np.isnan(limit[list(tie)]).any() and order_of(tie, limit) != order:
            yield said("In the limit the order is another: {names}. Whoever stops at iteration {k} gives the place to "
                       "the wrong player.", names=joined(", ", [names[i] for i in order_of(tie, limit)]),
                       k=exercise.steps), "wrapped"
        yield said(""), "text"


def _lesson(exercise: Exercise) -> Iterator[tuple[Said, str]]:
    work = exercise.calculation.work
    if exercise.lesson == DRIFTING or work.drifts:
        yield said("ĉ drifts"), "section"
        n, c_hat = work.graph.n, work.array("c_hat")
        yield said(
            "With c over the opponents the sum of games × ĉ is {total:.2f} and not 0: every iteration gains {gain:.4f} "
            "a step on average, for ever. There is no limit and no RP. With c over the field the sum is 0.",
            total=float(np.nansum(n * c_hat)), gain=float(max(work.drifts, key=abs, default=0.0)),
        ), "wrapped"
    elif exercise.lesson == EARLY:
        yield said("Don't stop too early"), "section"
        yield said("The values swing from iteration to iteration; an order is final once it is that of the limit."), (
            "wrapped")
