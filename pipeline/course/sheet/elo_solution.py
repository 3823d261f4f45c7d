"""The solution of a table of ratings: live formulas in the asked cells, and two players explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from pipeline.course.elo import ARTICLE, YEAR
from pipeline.course.exercise import Exercise
from pipeline.course.sheet.dp_page import expected_cells, lookup_cells
from pipeline.course.sheet.layout import RATING, Layout, heading_of
from pipeline.words import Said, said, told
from pipeline.workbook.pages import Page, PageCell, cell_name

_MOST = 400


@dataclass(frozen=True)
class _Game:
    """A game against a rated opponent: where his rating and the result stand."""

    rating: str
    result: str


def elo_answers(layout: Layout) -> Iterator[PageCell]:
    """The asked cells with formulas and values."""
    exercise, asked = layout.exercise, set(layout.exercise.cells)
    for key, column in layout.asked.items():
        for position in range(layout.players):
            row = layout.row(position)
            if (key, position) not in asked:
                yield PageCell(row, column, "–", "not_asked")
                continue
            look = "answer_whole" if key in ("points", "K", "first_rating", "initial_rating") else "answer"
            value = float(exercise.model.truth[key][position])
            yield PageCell(row, column, value, look, "=" + _formula(layout, key, position))


def _games(layout: Layout, position: int) -> list[_Game]:
    event = layout.exercise.event
    at = {no: i for i, no in enumerate(event.players.index.tolist())}
    rated = ~event.unrated
    own = event.games[event.games["no"] == event.players.index[position]].sort_values("round")
    return [
        _Game(_cell(layout.row(at[opponent]), RATING), _cell(layout.row(position), layout.result(round_)))
        for round_, opponent in zip(own["round"].tolist(), own["opponent"].tolist(), strict=True)
        if rated[at[opponent]]
    ]


def _cell(row: int, column: int) -> str:
    return cell_name(row, column).replace("$", "")


def _formula(layout: Layout, key: str, position: int) -> str:
    exercise, games = layout.exercise, _games(layout, position)
    row = layout.row(position)
    own = _cell(row, RATING)
    ratings = ",".join(game.rating for game in games)

    def cell(name: str) -> str:
        return _cell(row, layout.asked[name])

    if key == "average":
        return f"SUM({ratings})/{len(games)}"
    if key == "D":
        return f"{own}-{cell('average')}"
    if key == "expected_points" and exercise.elo == ARTICLE:
        difference = f"ROUND({cell('D')},0)"
        return f"{_expected(exercise, difference)}*{len(games)}/100"
    if key == "expected_points":
        return "+".join(
            f"{_expected(exercise, f'MAX(-{_MOST},MIN({_MOST},{own}-{game.rating}))')}/100" for game in games)
    if key == "points":
        return "+".join(f'IF({game.result}="w",1,IF({game.result}="d",0.5,0))' for game in games)
    if key == "K":
        before = _cell(row, layout.score + 1)
        if exercise.elo == ARTICLE:
            return f"IF({before}<24,25,15)"
        return f"IF(OR({YEAR}-{_cell(row, layout.score + 2)}<=18,{before}<30),40,20)"
    if key == "rating_change":
        return f"{cell('K')}*({cell('points')}-{cell('expected_points')})"
    if key == "first_average":
        return f"(SUM({ratings})+2*1800)/{len(games) + 2}"
    names = lookup_cells(exercise)
    share = f"{cell('points')}/{len(games)}" if key == "first_rating" else f"({cell('points')}+1)/{len(games) + 2}"
    dp = f"INDEX({names['dp_values']},MATCH(ROUND(100*{share},0),{names['dp_per_cents']},0))"
    if key == "first_rating":
        return f"{cell('average')}+{dp}"
    return f"MIN(2200,ROUND({cell('first_average')}+{dp},0))"


def _expected(exercise: Exercise, difference: str) -> str:
    """What is expected at a difference, in per cent."""
    starts, higher, lower = expected_cells(exercise)
    at = f"MATCH(ABS({difference}),{starts},1)"
    return f"IF({difference}>=0,INDEX({higher},{at}),INDEX({lower},{at}))"


def elo_explained(exercise: Exercise) -> Page:
    """One rated player's change and the first rating, in words and numbers."""
    tell = partial(told, language=exercise.language)
    lines = list(_lines(exercise))
    cells = [PageCell(0, 0, tell(said("{variant}, explained", variant=exercise.name)), "title")]
    cells += [PageCell(2 + i, 0, tell(line), "wrapped") for i, line in enumerate(lines)]
    heights = {2 + i: 13.5 * (1 + len(tell(line)) // 100) + 3 for i, line in enumerate(lines)}
    return Page(tell(said("Explained")), cells, {0: 94.0}, heights, landscape=False, footer="&L&9arpo&C&9&A&R&9&P/&N")


def _lines(exercise: Exercise) -> Iterator[Said]:
    names = [str(name) for name in exercise.event.players["name"]]
    truth = exercise.model.truth
    rated = [i for i in exercise.playing if np.isfinite(truth["rating_change"][i])]
    for i in rated[:1]:
        yield said(
            "{name}: expected {expected:.2f} points, made {points:.1f}; K = {K:.0f}; change = {K:.0f} × "
            "({points:.1f} − {expected:.2f}) = {change:.2f}.", name=names[i],
            expected=float(truth["expected_points"][i]),
            points=float(truth["points"][i]), K=float(truth["K"][i]), change=float(truth["rating_change"][i]),
        )
    last, average = exercise.ask[-1], "average" if exercise.elo == ARTICLE else "first_average"
    for i in (i for i in exercise.playing if np.isfinite(truth[last][i])):
        yield said("{name} has no rating: {heading} = {average:.2f}, first rating = {first:.0f}.", name=names[i],
                   heading=heading_of(average), average=float(truth[average][i]), first=float(truth[last][i]))
