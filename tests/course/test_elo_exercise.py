"""Tables of ratings as exercises: made, solved by live formulas, marked like the method's."""

import openpyxl
import pytest
from made.recalc import roundtrip, soffice

from pipeline.course.folder import read_exercises, write_exercises
from pipeline.course.making import Wish, made_exercises
from pipeline.course.marking.one import Outcome, marked_file
from pipeline.course.sheet.layout import Layout
from pipeline.errors import UsageError
from pipeline.limits import NORMAL
from pipeline.readers import file_bytes

RULES = ("fide-2024", "article")


@pytest.fixture(scope="module", params=RULES)
def made(request, tmp_path_factory):
    out = tmp_path_factory.mktemp(request.param)
    [exercise] = made_exercises(Wish(seed="elo", elo=request.param), {})
    write_exercises([exercise], out)
    return exercise, out


def marked(made, answers, path):
    exercise, out = made
    layout = Layout(exercise)
    book = openpyxl.load_workbook(out / "students" / "exercise-V1.xlsx")
    for (key, position), value in answers.items():
        book["Exercise"].cell(layout.row(position) + 1, layout.asked[key] + 1).value = value
    book.save(path)
    return marked_file(file_bytes(path, NORMAL), [exercise], 1.0)


def truth(exercise):
    return {(key, i): float(exercise.model.truth[key][i]) for key, i in exercise.cells}


@pytest.mark.needs_libreoffice
def test_the_solution_s_formulas_give_its_values(made, tmp_path):
    if soffice() is None:
        pytest.skip("LibreOffice is missing")
    assert roundtrip([made[1] / "teacher" / "solution-V1.xlsx"], tmp_path) == []


def test_the_key_makes_the_same_exercise(made):
    [read] = read_exercises(made[1])
    assert (read.id, read.elo, read.cells) == (made[0].id, made[0].elo, made[0].cells)


@pytest.mark.parametrize("decimals", [2, 12])
def test_all_right_is_100(made, tmp_path, decimals):
    answers = {cell: round(value, decimals) for cell, value in truth(made[0]).items()}
    assert marked(made, answers, tmp_path / "a.xlsx").mark.per_cent == 100


def test_changes_rounded_to_the_whole_are_right(made, tmp_path):
    answers = {(key, i): round(value, 0 if key == "rating_change" else 2)
               for (key, i), value in truth(made[0]).items()}
    assert marked(made, answers, tmp_path / "a.xlsx").mark.per_cent == 100


def test_nothing_is_0_and_one_number_at_most_5(made, tmp_path):
    assert marked(made, {}, tmp_path / "a.xlsx").mark.per_cent == 0
    for value in (0, 1000):
        assert marked(made, dict.fromkeys(truth(made[0]), value), tmp_path / "a.xlsx").mark.per_cent <= 5


def test_a_wrong_k_is_named_and_its_change_follows(made, tmp_path):
    exercise = made[0]
    answers = truth(exercise)
    rated = next(i for key, i in exercise.cells if key == "K")
    # 15 is no K of fide-2024, and 10 none here of the article.
    wrong = 15.0 if exercise.elo == "fide-2024" else 10.0
    answers["rating_change", rated] = wrong * (answers["points", rated] - answers["expected_points", rated])
    answers["K", rated] = wrong
    found = marked(made, answers, tmp_path / "a.xlsx")
    assert found.mark.points == len(answers) - 1 and found.count(Outcome.CARRIED) == 1
    assert "k_of_the_wrong_class" in [mistake.name for mistake in found.mistakes]




def test_what_is_about_the_method_alone_is_refused():
    with pytest.raises(UsageError, match="--elo"):
        made_exercises(Wish(elo="article", errors=2), {})
