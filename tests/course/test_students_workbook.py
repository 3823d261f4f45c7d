"""What a student gets: a page for a pencil, cells that take numbers, and no answer in any form."""

import re

import openpyxl
import pytest
from made.course import exercise_of, numbers_in, parts_of, student_file
from made.recalc import pdftoppm, printed, soffice

from pipeline.course.exercise import PLACE, checked_ask
from pipeline.course.sheet.layout import Layout
from pipeline.course.sheet.student import ROW_MM, tag_of
from pipeline.errors import UsageError
from pipeline.workbook.pages import MM


def answers_of(exercise) -> set[str]:
    """Every answer in every rounding that somebody may look for, but for those of one or two digits, and dp."""
    found = set()
    for key, position in exercise.cells:
        if key in (PLACE, "dp"):
            continue
        value = float(exercise.model.truth[key][position])
        for places in range(13):
            found |= {f"{value:.{places}f}", f"{value:.{places}f}".rstrip("0").rstrip("."), repr(value)}
    return {text for text in found | {text.replace(".", ",") for text in found} if len(text.lstrip("-")) > 2}


@pytest.mark.parametrize("seed", range(4))
def test_unzipping_and_searching_finds_no_answer(seed, tmp_path):
    exercise = exercise_of(seed)
    parts = parts_of(student_file(exercise, tmp_path / "s.xlsx"))
    # Numbers of styles and widths say nothing; the text of every part that can hold one is searched.
    for name, text in parts.items():
        if "styles" in name or "theme" in name:
            continue
        values = re.findall(r"<(?:v|t|f|definedName|[a-z]+:[A-Za-z]+)[^>]*>([^<]*)<", text)
        # The dp table has whole numbers from -800 to 800, as it must: ĉ rounded to a whole one may be among them.
        wanted = answers_of(exercise) if "sheet2" not in name else {a for a in answers_of(exercise) if "." in a}
        assert not numbers_in(" ".join(values)) & wanted, name


def test_asked_cells_hold_nothing_and_their_formulas_neither(tmp_path):
    exercise = exercise_of()
    layout = Layout(exercise)
    sheet = openpyxl.load_workbook(student_file(exercise, tmp_path / "s.xlsx"))["Exercise"]
    for key, position in exercise.cells:
        assert sheet.cell(layout.row(position) + 1, layout.asked[key] + 1).value is None


def test_only_the_asked_cells_name_and_date_can_be_typed_into_and_there_is_no_password(tmp_path):
    exercise = exercise_of()
    layout = Layout(exercise)
    sheet = openpyxl.load_workbook(student_file(exercise, tmp_path / "s.xlsx"))["Exercise"]
    assert sheet.protection.sheet and not sheet.protection.password
    open_ = {cell.coordinate for row in sheet.iter_rows(min_row=6) for cell in row if not cell.protection.locked}
    asked = {
        sheet.cell(layout.row(position) + 1, layout.asked[key] + 1).coordinate for key, position in exercise.cells
    }
    # The c of the field is one cell over all rows.
    assert asked <= open_ and len(open_ - asked) == 7


def test_a_date_is_no_number_to_an_asked_cell(tmp_path):
    """12.5 typed where the comma is the decimal sign becomes the 12th of May, whose number is above 40,000."""
    exercise = exercise_of()
    sheet = openpyxl.load_workbook(student_file(exercise, tmp_path / "s.xlsx"))["Exercise"]
    covered = set()
    for validation in sheet.data_validations.dataValidation:
        assert validation.type in ("decimal", "whole") and float(validation.formula2) <= 5000
        assert validation.errorStyle in (None, "stop")
        covered |= {f"{sheet.cell(row, column).coordinate}" for block in validation.sqref.ranges
                    for row, column in block.cells}
    layout = Layout(exercise)
    for key, position in exercise.cells:
        assert sheet.cell(layout.row(position) + 1, layout.asked[key] + 1).coordinate in covered


def test_variant_and_id_stand_where_no_deleted_row_or_sheet_loses_them(tmp_path):
    exercise = exercise_of()
    path, tag = student_file(exercise, tmp_path / "s.xlsx"), tag_of(exercise)
    book = openpyxl.load_workbook(path)
    assert tag in book.properties.title and tag in book.properties.keywords
    assert tag in book.defined_names["arpo_exercise"].attr_text
    assert all(tag in sheet.oddFooter.left.text for sheet in book.worksheets if sheet.title != "dp table")
    assert any(tag == cell.value for row in book["Exercise"].iter_rows() for cell in row)


def test_the_seed_stands_nowhere_in_it(tmp_path):
    exercise = exercise_of("secretseed")
    assert not any("secretseed" in text for text in parts_of(student_file(exercise, tmp_path / "s.xlsx")).values())


@pytest.mark.parametrize("players", [8, 12])
def test_rows_for_a_pencil_are_8_mm_or_more(players):
    from pipeline.course.exercise import Exercise
    from pipeline.course.made.events import made_event
    from pipeline.course.making import decided
    from pipeline.course.sheet.student import student_pages
    from pipeline.method.settings import Settings

    exercise = Exercise(1, made_event(3, players=players, rounds=9 if players == 12 else 5), decided(Settings()))
    page = student_pages(exercise)[0]
    layout = Layout(exercise)
    width = sum(7 * chars + 5 for chars in page.widths.values()) * 25.4 / 96
    height = sum(page.heights.values()) / MM
    shrunk = max(1.0, width / 281, height / 190)
    rows = range(layout.row(0), layout.sum_row + 3)
    assert page.landscape and page.high == 1
    assert min(page.heights[row] for row in rows) / MM / shrunk >= 8.0
    assert ROW_MM >= 8


@pytest.mark.needs_libreoffice
@pytest.mark.needs_pdftoppm
def test_the_exercise_is_one_page(tmp_path):
    if soffice() is None or pdftoppm() is None:
        pytest.skip("LibreOffice or pdftoppm is missing")
    pdf = printed(student_file(exercise_of(), tmp_path / "s.xlsx"), tmp_path / "out").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 3  # a page each: Exercise, dp table, How to


def test_ask_is_checked():
    assert checked_ask("iteration_1, dp ,ra") == ("Ra", "dp", "iteration_1")
    with pytest.raises(UsageError, match="'rp' is no column"):
        checked_ask("Ra,rp")
    with pytest.raises(UsageError, match="iteration_2 comes from"):
        checked_ask("Ra,iteration_2")
