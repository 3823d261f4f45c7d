"""The solution: the students' sheet cell by cell, with formulas that give what the program computed."""

import openpyxl
import pytest
from made.course import exercise_of, student_file
from made.recalc import roundtrip, soffice

from pipeline.course.exercise import PLACE
from pipeline.course.folder import read_exercises, write_exercises
from pipeline.course.making import Wish, made_exercises
from pipeline.course.sheet.layout import Layout
from pipeline.errors import FileError, UsageError

KINDS = [
    {}, {"lesson": "drift", "dp": "logistic-floor"}, {"start": "rating"},
    {"ask": ("games", "points", "per_cent", "c_hat", "performance", "iteration_1")},
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    made = []
    for number, kind in enumerate(KINDS):
        out = tmp_path_factory.mktemp(f"course{number}")
        exercise = exercise_of(number, **kind)
        write_exercises([exercise], out)
        made.append((exercise, out))
    return made


@pytest.mark.needs_libreoffice
def test_its_formulas_recalculated_give_its_values(folders, tmp_path):
    if soffice() is None:
        pytest.skip("LibreOffice is missing")
    assert roundtrip([out / "teacher" / "solution-V1.xlsx" for _, out in folders], tmp_path) == []


def test_every_asked_cell_holds_a_formula_with_the_true_value(folders):
    for exercise, out in folders:
        path, layout = out / "teacher" / "solution-V1.xlsx", Layout(exercise)
        formulas = openpyxl.load_workbook(path)["Exercise"]
        values = openpyxl.load_workbook(path, data_only=True)["Exercise"]
        for key, position in exercise.cells:
            at = layout.row(position) + 1, layout.asked[key] + 1
            assert str(formulas.cell(*at).value).startswith("=")
            if key == PLACE:
                assert values.cell(*at).value == exercise.places[position]
            elif key != "per_cent":
                assert values.cell(*at).value == pytest.approx(exercise.model.truth[key][position], abs=1e-9)


def test_it_is_the_students_sheet_cell_by_cell(folders, tmp_path):
    exercise, out = folders[0]
    layout = Layout(exercise)
    mine = openpyxl.load_workbook(out / "teacher" / "solution-V1.xlsx")["Exercise"]
    theirs = openpyxl.load_workbook(student_file(exercise, tmp_path / "s.xlsx"))["Exercise"]
    asked = {(layout.row(position) + 1, layout.asked[key] + 1) for key, position in exercise.cells}
    for row in theirs.iter_rows(max_col=layout.last_column + 1):
        for cell in row:
            if (cell.row, cell.column) not in asked:
                assert mine.cell(cell.row, cell.column).value == cell.value


def test_the_same_exercise_has_the_same_bytes_and_is_read_back(folders, tmp_path):
    exercise, out = folders[0]
    again = write_exercises([exercise_of(0)], tmp_path)
    assert [path.read_bytes() for path in again] == [
        (out / path.relative_to(tmp_path)).read_bytes() for path in again
    ]
    [read] = read_exercises(out)
    assert (read.id, read.ask, read.settings, read.seed) == (exercise.id, exercise.ask, exercise.settings, "0")
    assert read.cells == exercise.cells


def test_nothing_that_is_there_is_overwritten(tmp_path):
    write_exercises([exercise_of(0)], tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.xlsx")}
    write_exercises([exercise_of(0)], tmp_path)  # the same once more
    with pytest.raises(UsageError, match="another exercise in this folder, or a student's answers"):
        write_exercises([exercise_of(1)], tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.xlsx")} == before


def test_a_changed_event_of_the_teacher_is_refused(tmp_path):
    write_exercises([exercise_of(0)], tmp_path)
    path = tmp_path / "teacher" / "event-V1.xlsx"
    book = openpyxl.load_workbook(path)
    book["Event"]["C5"] = 2222
    book.save(path)
    with pytest.raises(FileError, match="something in it was changed"):
        read_exercises(tmp_path)


def test_a_folder_without_an_exercise_says_so(tmp_path):
    with pytest.raises(FileError, match="there is no exercise in it"):
        read_exercises(tmp_path)
    with pytest.raises(FileError, match="there is no such folder"):
        read_exercises(tmp_path / "nowhere")


def test_in_spanish_the_teacher_s_files_are_spanish(tmp_path):
    """Sheets, headings and settings of the event, and its name in the explanations; before, they were English."""
    [exercise] = made_exercises(Wish(seed="7", language="es"), {})
    write_exercises([exercise], tmp_path)
    event = openpyxl.load_workbook(tmp_path / "teacher" / "event-V1.xlsx")
    assert event.sheetnames == ["Evento", "Ajustes", "Cómo se hace", "Clave"]
    assert [cell.value for cell in event["Evento"][1][:2]] == ["Evento", "Ejercicio V1"]
    solution = openpyxl.load_workbook(tmp_path / "teacher" / "solution-V1.xlsx")
    told = [str(row[0]) for row in solution["Explicación"].values if row[0]]
    assert any(line.startswith("Torneo: Ejercicio V1, ") for line in told)
    assert any(line.strip().startswith("dp = fide, c = torneo (los de aquí)") for line in told)
    [again] = read_exercises(tmp_path)
    assert (again.id, again.settings.c, again.language) == (exercise.id, "field", "es")
