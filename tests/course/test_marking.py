"""Fair marks: every line counted here from what was put into the sheet, by arithmetic of its own."""

import random

import numpy as np
import pytest
from made.answers import Student, followed, games_of, truth_of
from made.course import exercise_of
from openpyxl.cell.cell import MergedCell

from pipeline.course.exercise import PLACE
from pipeline.course.marking.one import Outcome
from pipeline.method.dp import dp_or_nan, rule


@pytest.fixture(scope="module")
def student(tmp_path_factory):
    return Student(exercise_of(7), tmp_path_factory.mktemp("answers"))


@pytest.mark.parametrize("decimals", [0, 1, 2, 12])
def test_all_right_is_100_however_rounded(student, decimals):
    made = student.marked({cell: round(value, decimals) for cell, value in student.truth.items()})
    assert made.mark.per_cent == 100 and made.count(Outcome.RIGHT) == len(student.truth)


def test_all_right_is_100_where_one_goes_on_from_rounded_numbers(student):
    exercise = student.exercise
    dp, ra = exercise.model.truth["dp"], np.round(exercise.model.truth["Ra"], 1)
    made = student.marked(followed(exercise, ra, dp, decimals=1))
    assert made.mark.per_cent == 100


def test_an_untouched_sheet_has_0(student):
    made = student.marked({})
    assert made.mark.per_cent == 0 and made.count(Outcome.MISSING) == len(student.truth)


@pytest.mark.parametrize("value", [0, 1, 1000, 1750, -1])
def test_one_number_everywhere_has_at_most_5(student, value):
    assert student.marked(dict.fromkeys(student.truth, value)).mark.per_cent <= 5


@pytest.mark.parametrize("seed", range(6))
def test_invented_ra_and_dp_followed_rightly_have_at_most_5(student, seed):
    rng = random.Random(seed)
    count = len(student.exercise.event.players)
    ra = np.array([float(rng.randrange(1500, 2000)) for _ in range(count)])
    dp = np.array([float(rng.randrange(-400, 400)) for _ in range(count)])
    if seed % 2:
        ra, dp = np.round(ra + rng.random(), 2), np.round(dp + rng.random(), 2)
    made = student.marked(followed(student.exercise, ra, dp))
    assert made.mark.per_cent <= 5
    assert any("isn't explained by any known mistake" in remark for remark in made.remarks)


def test_a_dp_column_from_another_table_costs_its_wrong_cells_and_is_named_once(student):
    graph = student.exercise.ground.graph
    dp = np.array([round(dp_or_nan(rule("logistic"), s, n), 2) for s, n in zip(graph.s, graph.n, strict=True)])
    wrong = int((np.abs(dp - student.exercise.model.truth["dp"]) >= 0.01).sum())
    made = student.marked(followed(student.exercise, student.exercise.model.truth["Ra"], dp))
    assert made.mark.points == len(student.truth) - wrong
    assert [(mistake.name, mistake.count) for mistake in made.mistakes] == [("dp_logistic", wrong)]
    assert "logistic" in made.first


def test_three_mistakes_and_a_blank_cost_four_cells(student):
    answers = dict(student.truth)
    answers["Ra", 0] += 10
    answers["c_hat", 3] += 7
    answers["iteration_1", 2] -= 33
    del answers["performance", 4]
    made = student.marked(answers)
    assert made.mark.points == len(answers) + 1 - 4
    assert (made.count(Outcome.WRONG), made.count(Outcome.MISSING)) == (3, 1)


def test_follow_through_counts_what_carried_says(student):
    # One wrong dp: c, all ĉ, one performance and the iterations follow from it.
    exercise = student.exercise
    dp = exercise.model.truth["dp"].copy()
    dp[1] -= 50
    answers = followed(exercise, exercise.model.truth["Ra"], dp)
    full, half, none = (student.marked(answers, carried) for carried in (1.0, 0.5, 0.0))
    follow = full.count(Outcome.CARRIED)
    assert full.mark.points == len(answers) - 1 and follow > 20
    assert half.mark.points == len(answers) - 1 - follow / 2
    assert none.mark.points == len(answers) - 1 - follow


def test_one_slip_in_the_one_c_of_the_field_is_one_slip(student):
    exercise = student.exercise
    answers = followed(exercise, exercise.model.truth["Ra"], exercise.model.truth["dp"], c_off=5.0)
    assert student.marked(answers).mark.points == len(answers) - 1


def test_the_place_follows_his_own_last_iteration(student):
    tie = student.exercise.ties[0]
    answers, last = dict(student.truth), f"iteration_{student.exercise.steps}"
    # He has the second of the tie far above the first, and orders them so: his slip, his order.
    answers[last, tie[1]] = answers[last, tie[0]] + 300 if student.truth[PLACE, tie[0]] < student.truth[
        PLACE, tie[1]] else answers[last, tie[0]] - 300
    answers[PLACE, tie[0]], answers[PLACE, tie[1]] = answers[PLACE, tie[1]], answers[PLACE, tie[0]]
    made = student.marked(answers)
    assert made.mark.points == len(answers) - 1
    assert [cell.outcome for cell in made.cells if cell.key == PLACE and cell.position in tie] == [Outcome.CARRIED] * 2


def test_a_place_against_his_own_numbers_is_wrong(student):
    tie = student.exercise.ties[0]
    answers = dict(student.truth)
    answers[PLACE, tie[0]], answers[PLACE, tie[1]] = answers[PLACE, tie[1]], answers[PLACE, tie[0]]
    assert student.marked(answers).mark.points == len(answers) - 2


def test_places_counted_inside_the_tie_are_understood(student):
    exercise = student.exercise
    answers = dict(student.truth)
    for tie in exercise.ties:
        for i in tie:
            answers[PLACE, i] -= exercise.first_place(tie) - 1
    assert student.marked(answers).mark.per_cent == 100


def test_equal_numbers_at_the_last_iteration_leave_either_order(student):
    tie = student.exercise.ties[0]
    last = f"iteration_{student.exercise.steps}"
    answers = dict(student.truth)
    answers[last, tie[1]] = answers[last, tie[0]]
    swapped = {**answers, (PLACE, tie[0]): answers[PLACE, tie[1]], (PLACE, tie[1]): answers[PLACE, tie[0]]}
    assert student.marked(answers).mark.points == student.marked(swapped).mark.points == len(answers) - 1


def test_altered_ratings_results_and_settings_are_remarked_and_change_nothing(student):
    def alter(book):
        sheet = book["Exercise"]
        sheet["C6"], sheet["E7"], sheet["C8"] = 2500, "w", 1
        book.create_sheet("Settings").append(["dp", "log-odds"])

    before = student.marked(student.truth)
    made = student.marked(student.truth, change=alter)
    assert made.mark == before.mark and made.mark.per_cent == 100
    assert any("changed, which changes nothing" in remark and "C6" in remark for remark in made.remarks)
    assert not before.remarks


def test_rows_are_found_by_player_and_not_by_address(student):
    def sort(book):
        sheet = book["Exercise"]
        sheet.unmerge_cells(next(str(r) for r in sheet.merged_cells.ranges if r.min_row == 6))
        rows = [[cell.value for cell in row] for row in sheet["A6":"W13"]]
        c = student.layout.asked["c"]
        value = rows[0][c]
        rows = rows[::-1]
        for row in rows:
            row[c] = None
        rows[0][c] = value
        for r, row in enumerate(rows, start=6):
            for k, cell in enumerate(row, start=1):
                sheet.cell(r, k).value = cell

    assert student.marked(student.truth, change=sort).mark.per_cent == 100


def test_a_deleted_row_and_a_deleted_column_are_missing(student):
    def delete(book):
        book["Exercise"].delete_cols(student.layout.asked["performance"] + 1)

    made = student.marked(student.truth, change=delete)
    assert made.count(Outcome.MISSING) == 8 and made.mark.points == len(student.truth) - 8

    def delete_row(book):
        book["Exercise"].delete_rows(10)  # the fifth player

    made = student.marked(student.truth, change=delete_row)
    gone = sum(position == 4 for _, position in student.truth)
    assert made.count(Outcome.MISSING) == gone and made.mark.points == len(student.truth) - gone


def test_without_a_column_of_numbers_rows_are_known_by_name(student):
    def delete(book):
        for row in range(5, 14):
            book["Exercise"].cell(row, 1).value = None

    assert student.marked(student.truth, change=delete).mark.per_cent == 100


def test_formulas_without_values_are_calculated(student):
    # openpyxl stores none: performance = Ra + dp, as the student typed it.
    ra, dp, perf = (student.layout.asked[key] for key in ("Ra", "dp", "performance"))

    def formulas(book):
        sheet = book["Exercise"]
        for row in range(6, 14):
            one, other = sheet.cell(row, ra + 1).coordinate, sheet.cell(row, dp + 1).coordinate
            sheet.cell(row, perf + 1).value = f"={one}+{other}"

    assert student.marked(student.truth, change=formulas).mark.per_cent == 100


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_csv_with_decimal_commas_and_a_lost_hat_is_read(student, encoding):
    made = student.marked_csv(student.truth, encoding)
    assert made.mark.per_cent == 100
    assert made.student == "Ann"


def test_a_file_that_lost_variant_and_id_in_its_rows_still_has_them(student):
    def delete(book):
        for cell in book["Exercise"][1]:
            if not isinstance(cell, MergedCell):
                cell.value = None

    made = student.marked(student.truth, change=delete)
    assert (made.variant, made.mark.per_cent) == ("V1", 100)


def test_made_up_students_have_the_mark_of_an_independent_count(student):
    """Known slips in known cells: each costs its cell, what follows costs nothing; blanks cost theirs."""
    from made.answers import spoilt

    rng = random.Random(20261201)
    for number in range(20):
        answers, lost = spoilt(student.exercise, rng)
        made = student.judged(answers)
        assert made.mark.points == len(student.truth) - lost, (number, lost, made.mark)


def test_the_truth_of_the_tests_is_the_program_s(student):
    own = followed(student.exercise, *truth_of(student.exercise))
    assert own == pytest.approx(student.truth, abs=1e-9)


def test_a_percentage_typed_as_75_per_cent_is_right(tmp_path):
    """A spreadsheet holds 0.75 for what was typed as 75 %, here in every second cell; 77 is wrong either way."""
    student = Student(exercise_of(7, ask=("per_cent", "Ra", "dp")), tmp_path)
    answers = {
        (key, i): value / 100 if key == "per_cent" and i % 2 else value for (key, i), value in student.truth.items()
    }
    assert student.marked(answers).mark.per_cent == 100
    answers["per_cent", 1] += 0.02
    assert student.marked(answers).count(Outcome.WRONG) == 1


def test_unrated_opponents_counted_as_0_are_named_as_that(student):
    """Who met the unrated player has a wrong Ra, and the rest follows; nobody's rating is taken for mistyped."""
    exercise = student.exercise
    ratings = exercise.event.players["rating"].to_numpy(dtype=float)
    met = [[ratings[j] for j, _ in own] for own in games_of(exercise)]
    ra = np.array([sum(np.nan_to_num(own)) / len(own) for own in met])
    wrong = sum(bool(np.isnan(own).any()) for own in met)
    made = student.marked(followed(exercise, ra, exercise.model.truth["dp"]))
    assert [(mistake.name, mistake.count) for mistake in made.mistakes] == [("unrated_as_zero", wrong)]
    assert made.mark.points == len(student.truth) - wrong


def test_headings_that_somebody_wrote_himself_are_known(student):
    """In words that audits know; before, such columns were missing."""
    own = {
        "Ra": "Elo medio rivales", "dp": "Dif. puntos (dp)", "c_hat": "c gorro", "performance": "Rend.",
        "iteration_1": "It 1", PLACE: "Puesto",
    }

    def alter(book):
        for key, heading in own.items():
            book["Exercise"].cell(5, student.layout.asked[key] + 1).value = heading

    assert student.marked(student.truth, change=alter).mark.per_cent == 100
