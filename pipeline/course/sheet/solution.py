"""The solution: the students' sheet, cell by cell, with live formulas; one player and each tie explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pipeline.audit.report.words import words
from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.hunt import audited
from pipeline.course.sheet.dp_page import dp_page, expected_page
from pipeline.course.sheet.elo_solution import elo_answers, elo_explained
from pipeline.course.sheet.explained import explained_page
from pipeline.course.sheet.formulas import Formulas
from pipeline.course.sheet.layout import ANSWER_HEADINGS, FIRST_ROW, HEADER_ROW, Layout, heading_of
from pipeline.course.sheet.student import exercise_page, hunt_cells
from pipeline.words import said, told
from pipeline.workbook.pages import Page, PageCell
from pipeline.workbook.sheets import Value


def solution_pages(exercise: Exercise) -> list[Page]:
    """All sheets of the solution."""
    layout = Layout(exercise)
    if exercise.is_hunt:
        sheet = exercise_page(exercise, list(_hunted(layout)), list(_found(layout)))
        return [sheet, explained_page(exercise), dp_page(exercise)]
    if exercise.elo:
        sheet = exercise_page(exercise, list(elo_answers(layout)))
        return [sheet, elo_explained(exercise), expected_page(exercise), dp_page(exercise, lookup=True)]
    formulas = Formulas(layout)
    sheet = exercise_page(exercise, list(_answers(layout, formulas)), list(_helpers(layout, formulas)), answered=True)
    return [sheet, explained_page(exercise), dp_page(exercise, lookup=True)]


def _hunted(layout: Layout) -> Iterator[PageCell]:
    """The filled sheet, the planted cells marked."""
    exercise = layout.exercise
    planted = {(layout.row(exercise.position_of(one.no)), layout.asked[one.column]) for one in exercise.planted}
    for cell in hunt_cells(layout):
        yield replace(cell, look="planted") if (cell.row, cell.column) in planted else cell


def _found(layout: Layout) -> Iterator[PageCell]:
    """The answers, and what was done in each."""
    exercise = layout.exercise
    tell = partial(told, language=exercise.language)
    for (first, last), heading in zip(layout.answer_columns, ANSWER_HEADINGS, strict=True):
        yield PageCell(layout.answer_row - 1, first, tell(heading), "heading",
                       to=(layout.answer_row - 1, last) if last > first else None)
    audit = audited(exercise)
    said_by = words(exercise.language)
    fits = {(cell.column, cell.position, fit.name): fit for cell in audit.cells for fit in cell.causes}
    for i, one in enumerate(exercise.planted):
        position = exercise.playing[0] if one.column == "c" and exercise.c_once else exercise.position_of(one.no)
        row = layout.answer_row + i
        values: tuple[Value, ...] = (i + 1, one.no, tell(heading_of(one.column)), one.right)
        looks = ("given", "given", "given", "answer")
        for (first, last), value, look in zip(layout.answer_columns, values, looks, strict=True):
            yield PageCell(row, first, value, look, to=(row, last) if last > first else None)
        cause = said_by.cause(fits[one.column, position, one.cause])
        yield PageCell(row, layout.score + 2, cause, "quiet", to=(row, layout.last_column))


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
