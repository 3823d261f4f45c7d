"""The workbook that a student gets: Exercise, dp table, How to. Nothing in it is an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pandas as pd

from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.hunt import filled
from pipeline.course.sheet.dp_page import dp_page, expected_page
from pipeline.course.sheet.layout import (
    ANSWER_HEADINGS,
    EXERCISE,
    FIRST_ROW,
    HEADER_ROW,
    HOW_TO,
    NAME,
    NAME_ROW,
    NO,
    RATING,
    ROUNDS,
    RULES_ROW,
    SUMS,
    TASK_ROW,
    TITLE_ROW,
    Layout,
    heading_of,
    opponent_heading,
    result_heading,
)
from pipeline.course.sheet.sums import sum_cells
from pipeline.course.sheet.texts import how_to_lines, rules_text, task_text, tie_text
from pipeline.method.sums import ADDS_UP
from pipeline.words import Said, said, told
from pipeline.workbook.measure import heading_width
from pipeline.workbook.page_looks import LOOKS
from pipeline.workbook.pages import MM, About, Limit, Page, PageCell
from pipeline.workbook.sheets import Value

ROW_MM, HIGHEST_MM = 8.4, 11.0
"""Height of a row that is written into with a pencil, and how high it is where there is room."""
ONE_PAGE = 12
_ROWS_MM = 134.0
"""What is left of a page for these rows."""
"""So many players fit on one page."""
_LEAST, _MOST = -4000.0, 5000.0
"""No asked number is outside; a date is."""
_PIXELS = 1020.0
"""What fits beside each other on the page without being made smaller, at 7 pixels a character and 5 a cell."""
_WHOLE = (PLACE, "dp", "games", "points", "K", "first_rating", "initial_rating")
"""Columns of numbers that nobody gives two decimals."""
RESTS = {"full-bye": "1", "half-bye": "½", "zero-bye": "0"}
"""How the results without an opponent stand on the sheet: as points."""
NAME_LABEL, DATE_LABEL = said("Your name:"), said("Date:")
TITLE = said("Exercise {variant}")
TAG = "arpo_exercise"
"""The name that holds variant and id in a workbook."""


def tag_of(exercise: Exercise) -> str:
    """Variant and id as they stand in the file and on the print: V1-K7QM2X."""
    return f"{exercise.name}-{exercise.id}"


def about_of(exercise: Exercise, title: Said) -> About:
    """The properties of a workbook of this exercise: they stay where rows and sheets are deleted."""
    tag = tag_of(exercise)
    return About(
        title=f"{told(title, exercise.language)} ({tag})", subject=tag, keywords=f"arpo {tag}", names={TAG: tag}
    )


def student_pages(exercise: Exercise) -> list[Page]:
    """All sheets of the students' workbook."""
    layout = Layout(exercise)
    if exercise.is_hunt:
        sheet = exercise_page(exercise, list(hunt_cells(layout)), list(_answer_lines(layout)))
    else:
        sheet = exercise_page(exercise, _blank_cells(layout))
    tables = [expected_page(exercise)] if exercise.elo else []
    return [sheet, *tables, dp_page(exercise), _how_to_page(exercise)]


def hunt_cells(layout: Layout) -> Iterator[PageCell]:
    """The filled columns of an error hunt."""
    exercise = layout.exercise
    columns = filled(exercise)
    for key, column in layout.asked.items():
        if key == "c" and exercise.c_once:
            value = float(columns[key][exercise.playing[0]])
            yield PageCell(FIRST_ROW, column, value, "answer", to=(layout.last_row, column))
            continue
        for position in range(layout.players):
            plays = position in exercise.playing
            look = "not_asked" if not plays else "answer_whole" if key in ("dp", "games") else "answer"
            yield PageCell(layout.row(position), column, float(columns[key][position]) if plays else "–", look)


def _answer_lines(layout: Layout) -> Iterator[PageCell]:
    """As many lines as errors, to be filled in."""
    exercise = layout.exercise
    for (first, last), heading in zip(layout.answer_columns, ANSWER_HEADINGS, strict=True):
        yield _joined(layout.answer_row - 1, first, last, told(heading, exercise.language), "heading")
    for i in range(len(exercise.planted)):
        for part, (first, last) in enumerate(layout.answer_columns):
            look = ("given", "input_whole", "input_text", "input")[part]
            yield _joined(layout.answer_row + i, first, last, i + 1 if part == 0 else None, look)


def _joined(row: int, first: int, last: int, value: Value, look: str) -> PageCell:
    return PageCell(row, first, value, look, to=(row, last) if last > first else None)


def exercise_page(exercise: Exercise, asked: Sequence[PageCell], more: Sequence[PageCell] = (),
                  answered: bool = False) -> Page:
    """The sheet Exercise with these asked cells; `more` stand beside and below what is printed."""
    layout = Layout(exercise)
    tell = partial(told, language=exercise.language)
    cells = [*_head_cells(layout), *_given_cells(layout), *asked, *more]
    if exercise.has_sums:
        cells += [
            PageCell(layout.sum_row + i, NO, tell(label), "live_label", to=(layout.sum_row + i, layout.score))
            for i, label in enumerate(ADDS_UP)
        ]
        cells += sum_cells(layout, filled=answered)
    cells.append(PageCell(layout.note_row, NO, tell(tie_text(exercise)), "quiet",
                          to=(layout.note_row, layout.last_column)))
    one_page = layout.players <= ONE_PAGE
    return Page(
        name=tell(EXERCISE), cells=cells, widths=_widths(layout), heights=_heights(layout), limits=_limits(layout),
        high=1 if one_page else 0, repeated=(HEADER_ROW, HEADER_ROW), area=(layout.bottom, layout.last_column),
        footer=f"&L&9arpo · {tag_of(exercise)}&C&9&A&R&9&P/&N", locked=True, frozen=(FIRST_ROW, RATING),
    )


def _head_cells(layout: Layout) -> Iterator[PageCell]:
    exercise = layout.exercise
    tell, last = partial(told, language=exercise.language), layout.last_column
    yield PageCell(TITLE_ROW, NO, tell(said("Exercise {variant}", variant=exercise.name)), "title")
    yield PageCell(TITLE_ROW, layout.score, tag_of(exercise), "code", to=(TITLE_ROW, last))
    yield PageCell(NAME_ROW, NO, tell(NAME_LABEL), "label", to=(NAME_ROW, NAME))
    yield PageCell(NAME_ROW, RATING, None, "input_text", to=(NAME_ROW, layout.score - 1))
    yield PageCell(NAME_ROW, layout.score, tell(DATE_LABEL), "label_right")
    yield PageCell(NAME_ROW, layout.score + 1, None, "input_text", to=(NAME_ROW, max(last, layout.score + 2)))
    yield PageCell(TASK_ROW, NO, tell(task_text(exercise)), "rule", to=(TASK_ROW, last))
    yield PageCell(RULES_ROW, NO, tell(rules_text(exercise)), "rule", to=(RULES_ROW, last))
    extras = {layout.score + 1 + i: key for i, key in enumerate(layout.extras)}
    headings = {NO: "no", NAME: "name", RATING: "rating", layout.score: "score"} | extras | {
        column: key for key, column in layout.asked.items()
    }
    for column, key in headings.items():
        yield PageCell(HEADER_ROW, column, tell(heading_of(key)), "heading")
    for k in range(1, layout.rounds + 1):
        yield PageCell(HEADER_ROW, layout.opponent(k), tell(opponent_heading(k)), "heading")
        yield PageCell(HEADER_ROW, layout.result(k), tell(result_heading(k)), "heading")


def _given_cells(layout: Layout) -> Iterator[PageCell]:
    event = layout.exercise.event
    tell = partial(told, language=layout.exercise.language)
    for position, (no, player) in enumerate(zip(event.players.index.tolist(), event.players.to_dict("records"),
                                                strict=True)):
        row = layout.row(position)
        yield PageCell(row, NO, no, "given")
        yield PageCell(row, NAME, str(player["name"]), "given_text")
        yield PageCell(row, RATING, None if pd.isna(player["rating"]) else float(player["rating"]), "given")
        yield PageCell(row, layout.score, float(event.score.iloc[position]), "given_points")
        for i, key in enumerate(layout.extras):
            yield PageCell(row, layout.score + 1 + i, _given(player.get(key)), "given")
        for column in range(ROUNDS, layout.score):
            yield PageCell(row, column, None, "given")
    at = {no: position for position, no in enumerate(event.players.index.tolist())}
    for no, round_, opponent, result in event.entries[["no", "round", "opponent", "result"]].itertuples(index=False):
        row = layout.row(at[no])
        shown = tell(said("bye")) if result in RESTS else None if pd.isna(opponent) else int(opponent)
        yield PageCell(row, layout.opponent(round_), shown, "given")
        yield PageCell(row, layout.result(round_), RESTS.get(result, result), "given")


def _given(value: object) -> Value:
    """A year of birth or a number of games, as a number where it is one."""
    text = str(value if value is not None else "")
    return float(text) if text.replace(".", "", 1).isdigit() else None


def _blank_cells(layout: Layout) -> list[PageCell]:
    """The asked cells, to be filled in."""
    exercise = layout.exercise
    asked = set(exercise.cells)
    found = []
    for key, column in layout.asked.items():
        if key == "c" and exercise.c_once:
            found.append(PageCell(FIRST_ROW, column, None, "input", to=(layout.last_row, column)))
            continue
        for position in range(layout.players):
            row = layout.row(position)
            is_asked = (key, position) in asked
            look = "not_asked" if not is_asked else "input_whole" if key in _WHOLE else "input"
            found.append(PageCell(row, column, None if is_asked else "–", look))
    return found


def _widths(layout: Layout) -> dict[int, float]:
    widths = {NO: 4.0, NAME: 11.0, RATING: 6.5, layout.score: 6.5}
    widths |= {layout.score + 1 + i: 6.5 for i in range(len(layout.extras))}
    longest = max(len(str(name)) for name in layout.exercise.event.players["name"])
    widths[NAME] = min(max(8.0, longest + 2.0), 24.0)
    for k in range(1, layout.rounds + 1):
        widths |= {layout.opponent(k): 4.2, layout.result(k): 3.6}
    left = _PIXELS - sum(7 * width + 5 for width in widths.values())
    needed = {
        column: heading_width([told(heading_of(key), layout.exercise.language)], 7.5, 2, LOOKS["heading"]["font_size"])
        for key, column in layout.asked.items()
    }
    # Columns share what is left, but for those whose heading needs more.
    each = left / max(len(needed), 1)
    wide = {column: width for column, width in needed.items() if 7 * width + 5 > each}
    each = (left - sum(7 * width + 5 for width in wide.values())) / max(len(needed) - len(wide), 1)
    return widths | dict.fromkeys(needed, max(7.5, min(12.0, (each - 5) / 7))) | wide


def _heights(layout: Layout) -> dict[int, float]:
    pixels = sum(7 * width + 5 for width in _widths(layout).values())
    shrunk = max(1.0, pixels / _PIXELS)
    pencil = range(FIRST_ROW, layout.sum_row + (SUMS if layout.exercise.has_sums else 0))
    count = 1 + len(pencil) + len(layout.exercise.planted)
    row = max(ROW_MM * shrunk, min(HIGHEST_MM, _ROWS_MM / count)) * MM
    heights = {TITLE_ROW: 22.0, NAME_ROW: row, TASK_ROW: 27.0, RULES_ROW: 39.0, HEADER_ROW: 30.0}
    heights |= dict.fromkeys(pencil, row) | {layout.note_row: 26.0}
    if layout.exercise.is_hunt:
        heights |= dict.fromkeys(range(layout.answer_row, layout.bottom + 1), row) | {layout.answer_row - 1: 24.0}
    return heights


def _limits(layout: Layout) -> list[Limit]:
    tell = partial(told, language=layout.exercise.language)
    if layout.exercise.is_hunt:
        return _answer_limits(layout)
    title = tell(said("A number"))
    message = tell(said("Write a number, with the decimal sign of your program: 12,5 or 12.5."))
    found = []
    for key, column in layout.asked.items():
        first, last = (FIRST_ROW, column), (layout.last_row, column)
        if key == PLACE:
            found.append(Limit(first, last, 1, layout.players, True, (), title,
                               tell(said("Write the place as a whole number."))))
        else:
            found.append(Limit(first, last, _LEAST, _MOST, False, (), title, message))
    return found


def _answer_limits(layout: Layout) -> list[Limit]:
    """What the lines of an error hunt take: a player's number, one of the columns, a number."""
    exercise = layout.exercise
    tell = partial(told, language=exercise.language)
    rows = layout.answer_row, layout.bottom
    (_, _), (player, _), (column, _), (number, _) = layout.answer_columns
    numbers = exercise.event.players.index.tolist()
    return [
        Limit((rows[0], player), (rows[1], player), min(numbers), max(numbers), True, (), tell(said("A player")),
              tell(said("Write the player's number."))),
        Limit((rows[0], column), (rows[1], column), choices=tuple(tell(heading_of(key)) for key in exercise.ask),
              title=tell(said("A column")), message=tell(said("Write the column as it is headed."))),
        Limit((rows[0], number), (rows[1], number), _LEAST, _MOST, False, (), tell(said("A number")),
              tell(said("Write a number, with the decimal sign of your program: 12,5 or 12.5."))),
    ]


def _how_to_page(exercise: Exercise) -> Page:
    tell = partial(told, language=exercise.language)
    lines = how_to_lines(exercise)
    cells = [PageCell(0, 0, tell(said("How to work this exercise")), "title")]
    cells += [PageCell(2 + i, 0, tell(line), "wrapped") for i, line in enumerate(lines)]
    heights = {2 + i: 13.5 * (1 + len(tell(line)) // 98) + 4 for i, line in enumerate(lines)}
    return Page(tell(HOW_TO), cells, {0: 92.0}, heights, landscape=False, high=1, locked=True,
                footer=f"&L&9arpo · {tag_of(exercise)}&R&9&P/&N")
