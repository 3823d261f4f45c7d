"""The solution: the students' sheet, cell by cell, with live formulas; one player and each tie explained."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.sheet.dp_page import dp_page
from pipeline.course.sheet.explained import explained_page
from pipeline.course.sheet.formulas import Formulas
from pipeline.course.sheet.layout import FIRST_ROW, HEADER_ROW, Layout, heading_of
from pipeline.course.sheet.student import exercise_page
from pipeline.words import said, told
from pipeline.workbook.pages import Page, PageCell


def solution_pages(exercise: Exercise) -> list[Page]:
    """All sheets of the solution."""
    layout = Layout(exercise)
    formulas = Formulas(layout)
    sheet = exercise_page(exercise, list(_answers(layout, formulas)), list(_helpers(layout, formulas)), filled=True)
    return [sheet, explained_page(exercise), dp_page(exercise, lookup=True)]


def _answers(layout: Layout, formulas: Formulas) -> Iterator[PageCell]:
    exercise, asked = layout.exercise, set(layout.exercise.cells)
    for key, column in layout.asked.items():
        if key == "c" and exercise.c_once:
            first = exercise.playing[0]
            yield PageCell(FIRST_ROW, column, float(exercise.model.truth["c"][first]), "answer",
                           formulas.of("c", first), to=(layout.last_row, column))
            continue
        for position in range(layout.players):
            if (key, position) not in asked:
                yield PageCell(layout.row(position), column, "–", "not_asked")
                continue
            value = exercise.places[position] if key == PLACE else _value(exercise, key, position)
            look = "answer_whole" if key in (PLACE, "games", "dp") else "answer"
            yield PageCell(layout.row(position), column, value, look, formulas.of(key, position))


def _helpers(layout: Layout, formulas: Formulas) -> Iterator[PageCell]:
    """What isn't asked but needed, right of the print."""
    exercise = layout.exercise
    tell = partial(told, language=exercise.language)
    yield PageCell(*formulas.unrated_cell, exercise.settings.unrated, "helper")
    for key, column in formulas.helpers.items():
        heading = said("Rating counted") if key == "rating" else heading_of(key)
        yield PageCell(HEADER_ROW, column, tell(heading), "helper_heading")
        for position in exercise.playing:
            if key == "c" and exercise.c_once and position != exercise.playing[0]:
                continue
            value = _value(exercise, key, position)
            row = FIRST_ROW if key == "c" and exercise.c_once else layout.row(position)
            look = "helper" if key in ("rating", "games", "points", "per_cent", "dp") else "helper_two"
            yield PageCell(row, column, value, look, formulas.of(key, position))


def _value(exercise: Exercise, key: str, position: int) -> float:
    """A cell's value. The audit's truth takes a percentage with decimals, too; the table is read with the whole one."""
    values = exercise.calculation.work.array(key) if key == "per_cent" else exercise.model.truth[key]
    return float(values[position])
