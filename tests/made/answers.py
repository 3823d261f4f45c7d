"""Students for the tests: what they write, and by plain sums what should follow from it."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
import openpyxl
from made.course import student_file

from pipeline.course.exercise import PLACE, Cell, Exercise
from pipeline.course.marking.one import MarkedFile, marked_file
from pipeline.course.sheet.layout import Layout
from pipeline.limits import NORMAL
from pipeline.method.dp import rule
from pipeline.readers import file_bytes

Answers = dict[Cell, float]


class Student:
    """Fills in the exercise and has it marked."""

    def __init__(self, exercise: Exercise, folder: Path) -> None:
        self.exercise, self.folder = exercise, folder
        self.layout = Layout(exercise)
        self.blank = student_file(exercise, folder / "blank.xlsx")
        self.truth: Answers = {
            (key, i): float(exercise.places[i] if key == PLACE else exercise.model.truth[key][i])
            for key, i in exercise.cells
        }

    def filled(self, answers: Mapping[Cell, float], name: str = "Ann", change: Callable | None = None) -> Path:
        book = openpyxl.load_workbook(self.blank)
        sheet = book["Exercise"]
        for (key, i), value in answers.items():
            sheet.cell(self.layout.row(i) + 1, self.layout.asked[key] + 1).value = value
        sheet["C2"] = name
        if change is not None:
            change(book)
        path = self.folder / "answers.xlsx"
        book.save(path)
        return path

    def marked(self, answers: Mapping[Cell, float], carried: float = 1.0, **given) -> MarkedFile:
        return marked_file(file_bytes(self.filled(answers, **given), NORMAL), [self.exercise], carried)

    def rows(self, answers: Mapping[Cell, float]) -> list[list[object]]:
        sheet = openpyxl.load_workbook(self.filled(answers), data_only=True)["Exercise"]
        return [[cell.value for cell in row] for row in sheet.iter_rows()]

    def marked_csv(self, answers: Mapping[Cell, float], encoding: str) -> MarkedFile:
        text = io.StringIO()
        writer = csv.writer(text, delimiter=";")
        for row in self.rows(answers):
            writer.writerow([str(v).replace(".", ",") if isinstance(v, float) else v for v in row])
        path = self.folder / "answers.csv"
        path.write_bytes(text.getvalue().encode(encoding, "replace"))
        return marked_file(file_bytes(path, NORMAL), [self.exercise], 1.0)

    def judged(self, answers: Mapping[Cell, float]) -> MarkedFile:
        """Marked without the way through a workbook: as csv, which is quick."""
        text = io.StringIO()
        writer = csv.writer(text)
        self._template = getattr(self, "_template", None) or self.rows({})
        rows = [list(row) for row in self._template]
        for (key, i), value in answers.items():
            rows[self.layout.row(i)][self.layout.asked[key]] = value
        writer.writerows(rows)
        path = self.folder / "quick.csv"
        path.write_text(text.getvalue(), encoding="utf-8")
        return marked_file(file_bytes(path, NORMAL), [self.exercise], 1.0)


def games_of(exercise: Exercise) -> list[list[tuple[int, Fraction]]]:
    """By position: opponents and points of the games over the board."""
    found: list[list[tuple[int, Fraction]]] = [[] for _ in exercise.event.players.index]
    worth = {"w": Fraction(1), "d": Fraction(1, 2), "l": Fraction(0)}
    for no, opponent, result in exercise.event.entries[["no", "opponent", "result"]].itertuples(index=False):
        if result in worth:
            found[no - 1].append((int(opponent) - 1, worth[result]))
    return found


def truth_of(exercise: Exercise) -> tuple[np.ndarray, np.ndarray]:
    """Ra and dp by plain sums, with the table of the settings."""
    ratings = [1400.0 if r != r else r for r in exercise.event.players["rating"]]
    table = rule("fide").table
    ra, dp = [], []
    for own in games_of(exercise):
        ra.append(sum(ratings[j] for j, _ in own) / len(own))
        dp.append(table[int(100 * sum((p for _, p in own), Fraction(0)) / len(own) + Fraction(1, 2))])
    return np.array(ra), np.array(dp)


def followed(
    exercise: Exercise, ra: np.ndarray, dp: np.ndarray, *, decimals: int | None = None, c_off: float = 0.0,
    slips: Mapping[Cell, float] | None = None,
) -> Answers:
    """What follows rightly from Ra and dp, with c over the field; each step rounded, or with slips put in on the way.

    `slips` are added to cells, and everything after goes on from there.
    """
    slips, games = slips or {}, games_of(exercise)
    n = np.array([len(own) for own in games], dtype=float)

    def written(key: str, values: np.ndarray) -> np.ndarray:
        values = values.copy()
        for (name, i), off in slips.items():
            if name == key:
                values[i] += off
        return values if decimals is None else np.round(values, decimals)

    columns = {"Ra": written("Ra", ra), "dp": written("dp", dp)}
    c = float(written("c", np.full(len(n), (n * columns["dp"]).sum() / n.sum()))[exercise.playing[0]]) + c_off
    columns["c"] = np.full(len(n), c)
    columns["c_hat"] = written("c_hat", columns["dp"] - c)
    columns["performance"] = written("performance", columns["Ra"] + columns["dp"])
    before = columns["performance"]
    for k in range(1, exercise.steps + 1):
        average = np.array([sum(before[j] for j, _ in own) / len(own) for own in games])
        before = columns[f"iteration_{k}"] = written(f"iteration_{k}", average + columns["c_hat"])
    answers: Answers = {(key, i): float(columns[key][i]) for key, i in exercise.cells if key != PLACE}
    for tie in exercise.ties:
        for place, i in enumerate(sorted(tie, key=lambda i: -before[i]), start=exercise.first_place(tie)):
            answers[PLACE, i] = float(place)
    return answers


def spoilt(exercise: Exercise, rng: random.Random) -> tuple[Answers, int]:
    """Answers with up to five slips and some blanks, and how many cells these cost.

    A slip is far from any other number of its column, so it is no mistake of method; no column has more than two, so
    each is work with slips in it. Blanks stand where nothing follows from them that he has written himself: what he
    went on with was right.
    """
    keys = [key for key in exercise.ask if key != "c"]
    slips: Answers = {}
    for _ in range(rng.randrange(6)):
        key = rng.choice(keys)
        if sum(name == key for name, _ in slips) < 2:
            slips[key, rng.choice(exercise.playing)] = float(rng.choice([-1, 1]) * rng.randrange(230, 390)) + 0.37 * (
                key != "dp")
    ra, dp = truth_of(exercise)
    answers = followed(exercise, ra, dp, slips=slips)
    # A blank is filled in with the right number by whoever looks at what follows from it; so where there are slips,
    # blanks stand in what nothing follows from.
    ends = [cell for cell in answers if cell[0] == PLACE or (
        cell[0] == f"iteration_{exercise.steps}" and cell[1] not in exercise.places)]
    free = [cell for cell in (ends if slips else answers) if cell not in slips and cell[0] != "c"]
    blanks = rng.sample(free, rng.randrange(4))
    for cell in blanks:
        del answers[cell]
    return answers, len(slips) + len(blanks)
