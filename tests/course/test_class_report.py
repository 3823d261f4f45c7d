"""A class: what is marked, what isn't and why, and the lists that come of it."""

import shutil

import openpyxl
import pytest
from made.answers import Student, followed, truth_of
from made.course import exercise_of

from pipeline.commands.mark import make_marks
from pipeline.course.exercise import PLACE
from pipeline.course.folder import write_exercises
from pipeline.course.marking.group import files_of
from pipeline.errors import UsageError


@pytest.fixture(scope="module")
def class_of(tmp_path_factory):
    """Seven files: right, empty, two alike, a macro-free csv, one of another exercise, one that is none."""
    root = tmp_path_factory.mktemp("class")
    exercise = exercise_of(7)
    write_exercises([exercise], root / "course")
    (root / "answers").mkdir()
    student = Student(exercise, root)

    def hand_in(name: str, answers, who: str = "Ann") -> None:
        shutil.copy(student.filled(answers, who), root / "answers" / name)

    alike = dict(student.truth)
    alike["Ra", 0], alike["Ra", 1], alike["c_hat", 2] = 1333.33, 1444.44, 77.77
    hand_in("a right.xlsx", student.truth, "Ann")
    hand_in("b empty.xlsx", {}, "")
    hand_in("c alike.xlsx", alike, "Carl")
    hand_in("d alike.xlsx", alike, "carl")
    ra, dp = truth_of(exercise)
    table = dp.copy()
    table[0], table[1] = 190, 241
    hand_in("e followed.xlsx", followed(exercise, ra, table), "Eve")
    other = Student(exercise_of(8), root)
    shutil.copy(other.filled(other.truth), root / "answers" / "f other.xlsx")
    (root / "answers" / "g none.xlsx").write_text("nothing", encoding="utf-8")
    (root / "answers" / "~$a right.xlsx").write_text("lock", encoding="utf-8")
    marks, paths = make_marks([root / "answers"], root / "course", root / "out")
    return root, student, marks, paths


def sheet(root, name):
    return openpyxl.load_workbook(root / "out" / "class.xlsx")[name]


def rows_of(worksheet):
    rows = [[cell.value for cell in row] for row in worksheet.iter_rows(min_row=4)]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def test_the_first_sheet_is_the_class_with_a_row_a_student(class_of):
    root, student, _, _ = class_of
    book = openpyxl.load_workbook(root / "out" / "class.xlsx")
    assert book.sheetnames == ["Class", "Mistakes", "Columns", "Not marked"]
    rows = {row["File"]: row for row in rows_of(sheet(root, "Class"))}
    assert [rows[name]["Mark (0-100)"] for name in ("a right.xlsx", "b empty.xlsx")] == [100, 0]
    assert [rows[name]["Passed"] for name in ("a right.xlsx", "b empty.xlsx")] == ["yes", "no"]
    total = len(student.truth)
    assert rows["c alike.xlsx"]["Wrong"] == 3 and rows["c alike.xlsx"]["Cells"] == total
    assert rows["c alike.xlsx"]["Mark (0-100)"] == pytest.approx(100 * (total - 3) / total)
    assert "instead of" in rows["c alike.xlsx"]["First error, and its cause"]


def test_names_that_stand_twice_and_none_are_remarked_and_equal_wrong_numbers_are_to_be_looked_at(class_of):
    rows = {row["File"]: row["Remarks"] or "" for row in rows_of(sheet(class_of[0], "Class"))}
    assert "another file has the same name" in rows["c alike.xlsx"] and "no name" in rows["b empty.xlsx"]
    assert "look at: equal wrong numbers without a known cause in d alike.xlsx (3)" in rows["c alike.xlsx"]
    assert "look at" not in rows["e followed.xlsx"] and not rows["a right.xlsx"]


def test_what_cant_be_marked_says_why_and_stops_nobody(class_of):
    reasons = {row["File"]: row["Reason"] for row in rows_of(sheet(class_of[0], "Not marked"))}
    assert set(reasons) == {"f other.xlsx", "g none.xlsx"}
    assert "which isn't in the teacher's folder" in reasons["f other.xlsx"]


def test_the_share_right_stands_by_column(class_of):
    root, student, marks, _ = class_of
    rows = {row["Column"]: row for row in rows_of(sheet(root, "Columns"))}
    assert rows["Ra"]["Cells"] == 8 * 5 and rows["Ra"]["Right"] == 8 * 4 - 4  # one is empty, two have two wrong each
    assert rows["Place"]["Cells"] == 5 * sum(key == PLACE for key, _ in student.exercise.cells)
    assert len(marks.files) == 5


def test_each_student_has_an_annotated_copy_with_his_own_formatting(class_of):
    root, student, _, paths = class_of
    copy = openpyxl.load_workbook(root / "out" / "c alike-marked.xlsx")
    assert "Exercise" in copy.sheetnames and len(copy.sheetnames) > 3
    cell = copy["Exercise"].cell(6, student.layout.asked["Ra"] + 1)
    assert cell.value == 1333.33 and cell.number_format == "0.00" and cell.comment is not None
    assert len(paths) == 6


def test_the_mark_of_the_copy_is_the_mark_of_the_class(class_of):
    root, student, _, _ = class_of
    copy = openpyxl.load_workbook(root / "out" / "c alike-marked.xlsx")
    texts = [str(cell.value) for sheet in copy for row in sheet.iter_rows() for cell in row if cell.value]
    total = len(student.truth)
    assert any(text.startswith(f"Mark: {total - 3} of {total} cells") for text in texts)


def test_locks_copies_and_lists_are_no_answers(tmp_path):
    for name in ("a.xlsx", "~$a.xlsx", ".b.xlsx", "a-marked.xlsx", "class.xlsx", "c.ods", "d.pdf"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert [path.name for path in files_of([tmp_path])] == ["a.xlsx", "c.ods"]


def test_numbers_that_wont_do_and_nothing_to_mark_are_said(tmp_path, class_of):
    root = class_of[0]
    with pytest.raises(UsageError, match="--carried"):
        make_marks([root / "answers"], root / "course", tmp_path, carried=2)
    with pytest.raises(UsageError, match="--pass"):
        make_marks([root / "answers"], root / "course", tmp_path, passing=101)
    (tmp_path / "none").mkdir()
    with pytest.raises(UsageError, match="there is no file to mark"):
        make_marks([tmp_path / "none"], root / "course", tmp_path)
