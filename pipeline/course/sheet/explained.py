"""The sheet Explained of the solution: one player's calculation in words and numbers, and why each tie is as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from pipeline.course.exercise import Exercise
from pipeline.course.made.musts import DRIFTING, EARLY
from pipeline.course.ties import order_of
from pipeline.explaining import compared, explained
from pipeline.words import Said, joined, said, told
from pipeline.workbook.pages import Page, PageCell

SHEET = said("Explained")


def explained_page(exercise: Exercise) -> Page:
    """The sheet: the player and the ties as `arpo explain` tells them, and what the lesson is about."""
    tell = partial(told, language=exercise.language)
    cells = [PageCell(0, 0, tell(said("{variant}, explained", variant=exercise.name)), "title")]
    row, heights = 2, {}
    for line in (*_orders(exercise), *_lesson(exercise)):
        cells.append(PageCell(row, 0, tell(line), "wrapped"))
        heights[row] = 13.5 * (1 + len(tell(line)) // 100) + 3
        row += 1
    for text in _told(exercise):
        cells.append(PageCell(row + 1, 0, text, "typed"))
        row += 1
    return Page(tell(SHEET), cells, {0: 112.0}, heights, landscape=False, footer="&L&9arpo&C&9&A&R&9&P/&N")


def _told(exercise: Exercise) -> Iterator[str]:
    """The calculation of one player, then each tie, neighbour by neighbour, line by line."""
    numbers, calculation = exercise.event.players.index.tolist(), exercise.calculation
    yield from explained(calculation, numbers[_chosen(exercise)], language=exercise.language).splitlines()
    for tie in exercise.ties:
        order = order_of(tie, exercise.model.truth[f"iteration_{exercise.steps}"])
        for one, other in zip(order, order[1:], strict=False):
            yield from ("", "")
            yield from compared(calculation, numbers[one], numbers[other], language=exercise.language).splitlines()


def _chosen(exercise: Exercise) -> int:
    """The player who is explained: one of a tie, of those with a percentage that is rounded where there is one."""
    graph = exercise.ground.graph
    candidates = [i for tie in exercise.ties for i in tie] or exercise.playing
    return next((i for i in candidates if (100 * graph.s[i]) % graph.n[i]), candidates[0])


def _orders(exercise: Exercise) -> Iterator[Said]:
    """The places of each tie by the iteration that is asked, and whether the limit has another order."""
    names = [str(name) for name in exercise.event.players["name"]]
    limit = exercise.calculation.work.array("limit")
    for tie in exercise.ties:
        asked = exercise.model.truth[f"iteration_{exercise.steps}"]
        order = order_of(tie, asked)
        parts = [said("{place}. {name} ({value:.2f})", place=place, name=names[i], value=float(asked[i]))
                 for place, i in enumerate(order, start=exercise.first_place(tie))]
        yield said("Tied, by iteration {k}: {order}.", k=exercise.steps, order=joined(", ", parts))
        if not np.isnan(limit[list(tie)]).any() and order_of(tie, limit) != order:
            yield said("In the limit the order is another: {names}. Whoever stops at iteration {k} gives the place to "
                       "the wrong player.", names=joined(", ", [names[i] for i in order_of(tie, limit)]),
                       k=exercise.steps)


def _lesson(exercise: Exercise) -> Iterator[Said]:
    work = exercise.calculation.work
    if exercise.lesson == DRIFTING or work.drifts:
        n, c_hat = work.graph.n, work.array("c_hat")
        yield said(
            "With c over the opponents the sum of games × ĉ is {total:.2f} and not 0: every iteration gains {gain:.4f} "
            "a step on average, for ever. There is no limit and no RP. With c over the field the sum is 0.",
            total=float(np.nansum(n * c_hat)), gain=float(max(work.drifts, key=abs, default=0.0)),
        )
    elif exercise.lesson == EARLY:
        yield said("The values swing from iteration to iteration; an order is final once it is that of the limit.")
