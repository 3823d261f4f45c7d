"""Solutions, rounded and saved by LibreOffice as xlsx and ods, are marked 100 %.

ARPO_SOLUTIONS sets how many exercises are tried (make test takes one, for time).
"""

import os

import openpyxl
import pytest
from made.course import exercise_of
from made.recalc import _convert, soffice

from pipeline.course.exercise import PLACE
from pipeline.course.marking.one import marked_file
from pipeline.course.sheet.layout import Layout
from pipeline.course.sheet.solution import solution_pages
from pipeline.course.sheet.student import about_of
from pipeline.limits import NORMAL
from pipeline.readers import file_bytes
from pipeline.workbook.pages import write_pages

COUNT = int(os.environ.get("ARPO_SOLUTIONS", "1"))


def rounded(exercise, source, path, decimals):
    """The solution with numbers of so many decimals in the place of its formulas."""
    book, layout = openpyxl.load_workbook(source), Layout(exercise)
    for key, position in exercise.cells:
        value = float(exercise.places[position] if key == PLACE else exercise.model.truth[key][position])
        cell = book["Exercise" if exercise.language == "en" else "Ejercicio"].cell(
            layout.row(position) + 1, layout.asked[key] + 1)
        cell.value = round(value, decimals)
    book.save(path)
    return path


@pytest.mark.needs_libreoffice
def test_solutions_saved_by_libreoffice_are_marked_100(tmp_path):
    if soffice() is None:
        pytest.skip("LibreOffice is missing")
    made = []
    for number in range(COUNT):
        kind = [{}, {"language": "es"}, {"lesson": "drift"}, {"start": "rating"}, {"dp": "logistic-floor"},
                {"lesson": "early"}][number % 6]
        exercise = exercise_of(f"saved {number}", **kind)
        whole = tmp_path / f"{number}-whole.xlsx"
        write_pages(whole, solution_pages(exercise), about_of(exercise, "Solution"))
        made.append((exercise, whole))
        made += [(exercise, rounded(exercise, whole, tmp_path / f"{number}-{d}.xlsx", d)) for d in (0, 1, 2)]
    for kind in ("xlsx", "ods"):
        saved = _convert([path for _, path in made], tmp_path / kind, kind, hard=False)
        for (exercise, source), path in zip(made, saved, strict=True):
            marked = marked_file(file_bytes(path, NORMAL), [exercise], 1.0)
            assert marked.mark.per_cent == 100, (source.name, kind, marked.first, marked.remarks)
            assert not [remark for remark in marked.remarks if "changed" in remark]
