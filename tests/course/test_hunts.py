"""Error hunts: the planted mistakes are what the audit finds, all, with their causes; and how answers are marked.

ARPO_HUNTS sets how many hunts are made (1,000 is the full size; make test takes fewer, for time).
"""

import os

import openpyxl
import pandas as pd
import pytest
from made.course import exercise_of, student_file

from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.course.hunt import filled, with_errors
from pipeline.course.key import read_exercise, write_event
from pipeline.course.marking.one import marked_file
from pipeline.course.sheet.layout import Layout
from pipeline.errors import UsageError
from pipeline.limits import NORMAL
from pipeline.readers import file_bytes
from pipeline.words import told

HUNTS = int(os.environ.get("ARPO_HUNTS", "10"))


@pytest.fixture(scope="module")
def hunt():
    return with_errors(exercise_of("hunted"), 3)


def test_the_planted_errors_are_what_is_found_all_with_their_causes():
    for seed in range(HUNTS):
        exercise = with_errors(exercise_of(f"hunt {seed}"), 3)
        index = exercise.event.players.index
        table = StatedTable.from_frame(pd.DataFrame(filled(exercise), index=index), index)
        audit = audit_table(table, exercise.event, exercise.settings)
        wrong = {(cell.column, int(index[cell.position])): cell for cell in audit.cells if cell.verdict == "wrong"}
        if any(one.column == "c" for one in exercise.planted):  # the c of the field stands in every row here
            wrong = {(column, 1 if column == "c" else no): cell for (column, no), cell in wrong.items()}
        assert {(one.column, one.no) for one in exercise.planted} == set(wrong)
        for one in exercise.planted:
            assert one.cause in [fit.name for fit in wrong[one.column, one.no].causes]
        assert not [cell for cell in audit.cells if cell.verdict == "missing"]


def answered(exercise, path, answers):
    layout = Layout(exercise)
    book = openpyxl.load_workbook(student_file(exercise, path))
    sheet = book["Exercise"]
    columns = [first for first, _ in layout.answer_columns]
    for i, answer in enumerate(answers):
        for column, value in zip(columns[1:], answer, strict=True):
            sheet.cell(layout.answer_row + i + 1, column + 1).value = value
    book.save(path)
    return marked_file(file_bytes(path, NORMAL), [exercise], 1.0)


def rights(exercise):
    from pipeline.course.sheet.layout import heading_of

    return [(one.no, told(heading_of(one.column), "en"), one.right) for one in exercise.planted]


def test_right_cells_and_numbers_in_any_order_are_100(hunt, tmp_path):
    assert answered(hunt, tmp_path / "a.xlsx", rights(hunt)[::-1]).mark.per_cent == 100


def test_a_right_cell_is_half_and_its_right_number_the_other(hunt, tmp_path):
    answers = rights(hunt)
    answers[0] = (*answers[0][:2], answers[0][2] + 100)
    answers[1] = (answers[1][0], answers[1][1], None)
    # ½ + ½ + 1 of 3
    assert answered(hunt, tmp_path / "a.xlsx", answers).mark.points == 2.0


def test_nothing_and_wrong_cells_are_0(hunt, tmp_path):
    assert answered(hunt, tmp_path / "a.xlsx", []).mark.points == 0
    taken = {(one.no, one.column) for one in hunt.planted}
    no = next(no for no in hunt.event.players.index if (no, "dp") not in taken)
    assert answered(hunt, tmp_path / "b.xlsx", [(no, "dp", 1.0)] * 3).mark.points == 0


def test_the_key_keeps_the_planted_errors(hunt, tmp_path):
    write_event(hunt, tmp_path / "event.xlsx")
    assert read_exercise(tmp_path / "event.xlsx").planted == hunt.planted


def test_the_students_sheet_doesnt_say_which_cells_are_wrong(hunt, tmp_path):
    layout = Layout(hunt)
    sheet = openpyxl.load_workbook(student_file(hunt, tmp_path / "s.xlsx"))["Exercise"]
    index = hunt.event.players.index
    for one in hunt.planted:
        column = layout.asked[one.column] + 1
        cell = sheet.cell(layout.row(int(index.get_loc(one.no))) + 1, column)
        others = [sheet.cell(row + 1, column) for row in range(layout.row(0), layout.last_row + 1)]
        assert {(c.fill.fgColor.rgb, c.font.color.rgb if c.font.color else None) for c in others} == {
            (cell.fill.fgColor.rgb, cell.font.color.rgb if cell.font.color else None)}


def test_so_many_errors_as_wont_do_are_said():
    with pytest.raises(UsageError, match="--errors: 7"):
        with_errors(exercise_of(1), 7)
