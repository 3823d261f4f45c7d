"""The pictures of docs/teachers.md and docs/profesores.md, made from the program: part of `make pictures`.

An exercise is made and handed in by five invented students; what is shown are the printed pages.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import openpyxl  # noqa: E402
from made.recalc import printed  # noqa: E402

from pipeline.commands.exercise import Wish, make_exercises  # noqa: E402
from pipeline.commands.mark import make_marks  # noqa: E402
from pipeline.course.exercise import PLACE, Cell, Exercise  # noqa: E402
from pipeline.course.hunt import columns_with  # noqa: E402
from pipeline.course.sheet.layout import Layout  # noqa: E402
from pipeline.method.dp import dp_or_nan, rule  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
NAMES = {
    "en": ("exercise.png", "exercise-marked.png", "class.png"),
    "es": ("ejercicio.png", "ejercicio-corregido.png", "clase.png"),
}
SEED = "lesson"
DPI, CUT = 75, 180


def make(language: str) -> None:
    """The three pictures of a language."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wish = Wish(seed=SEED, language=language)
        [exercise], _ = make_exercises(None, wish, {}, folder / "course")
        blank = folder / "course" / "students" / "exercise-V1.xlsx"
        (folder / "answers").mkdir()
        for student, mistakes in _class(exercise).items():
            _hand_in(exercise, blank, folder / "answers" / f"{student}.xlsx", student, mistakes)
        make_marks([folder / "answers"], folder / "course", folder / "out")
        pages = (blank, folder / "out" / "Bruno-marked.xlsx", folder / "out" / "class.xlsx")
        for page, picture in zip(pages, NAMES[language], strict=True):
            _draw(page, folder, FOLDER / picture)


def _class(exercise: Exercise) -> Mapping[str, dict[Cell, float]]:
    """Five students and their mistakes."""
    graph, truth = exercise.ground.graph, exercise.model.truth
    other = {("dp", i): round(dp_or_nan(rule("logistic"), float(graph.s[i]), int(graph.n[i])), 2)
             for i in exercise.playing}
    met = graph.opponent[graph.player == 2].tolist()
    left_out = sum(float(truth["rating"][j]) for j in met[1:]) / len(met)
    plain = sum(float(truth["dp"][i]) for i in exercise.playing) / len(exercise.playing)
    return {
        "Ana": {}, "Bruno": {("Ra", 2): left_out, ("c_hat", 4): float(truth["c"][4] - truth["dp"][4])},
        "Clara": other, "David": {("c", exercise.playing[0]): plain}, "Elena": {("c", exercise.playing[0]): plain},
    }


def _hand_in(exercise: Exercise, blank: Path, path: Path, student: str, mistakes: dict[Cell, float]) -> None:
    """What follows from the mistakes, rounded to two decimals, typed into the sheet."""
    columns, layout = columns_with(exercise, mistakes), Layout(exercise)
    book = openpyxl.load_workbook(blank)
    sheet = book.worksheets[0]
    last = columns[f"iteration_{exercise.steps}"]
    for key, position in exercise.cells:
        if key == PLACE:
            tie = next(tie for tie in exercise.ties if position in tie)
            value = exercise.first_place(tie) + sum(last[j] > last[position] for j in tie)
        else:
            value = round(float(columns[key][position]), 2)
        sheet.cell(layout.row(position) + 1, layout.asked[key] + 1).value = value
    sheet["C2"] = student
    book.save(path)


def _draw(book: Path, folder: Path, picture: Path) -> None:
    """The first printed page of a workbook."""
    pdf = printed(book, folder / picture.stem, hard=True)
    # A list of five students leaves most of its page blank.
    cut = ["-H", str(CUT)] if book.name == "class.xlsx" else []
    subprocess.run(["pdftoppm", "-f", "1", "-l", "1", "-r", str(DPI), *cut, "-png", "-singlefile", str(pdf),
                    str(picture.with_suffix(""))], check=True)


if __name__ == "__main__":
    for one in NAMES:
        make(one)
