"""The harness itself: that it would catch a stale value, changes nothing else and says what differs."""

import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from made.recalc import compare, recalculate, render, roundtrip, without_expectation
from made.xlsx import edit, formulas, poison, rewritten, values

DOUBLE = ("Sheet 1", "B1")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A1 = 21, B1 = A1*2 stored as a stale 5; C1 and D1 = texts; with a list, a comment and a chart."""
    path = tmp_path / "a name, with é & blanks.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Sheet 1")
        sheet.write_number("A1", 21, book.add_format({"bg_color": "#FFFFCC"}))
        sheet.write_formula("B1", "=A1*2", value=5)
        sheet.write_formula("C1", '=IF(A1>20,"yes <&>","no")', value="no")
        sheet.write_formula("D1", '=""', value="")
        sheet.write_formula("E1", "=A1>20", value=False)
        sheet.write_string("A3", "Zoë <½>")
        sheet.write_comment("A3", "stays")
        sheet.data_validation("A1", {"validate": "list", "source": ["21", "22"]})
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "='Sheet 1'!$A$1:$B$1"})
        sheet.insert_chart("G2", chart)
        book.add_worksheet("Other").write_formula("A1", "='Sheet 1'!B1+1", value=0)
    return path


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.needs_libreoffice
def test_a_stale_value_is_caught(workbook: Path, tmp_path: Path) -> None:
    expected = {DOUBLE: 42, ("Sheet 1", "C1"): "yes <&>", ("Sheet 1", "D1"): None, ("Other", "A1"): 43.0}
    [new] = recalculate([poison(workbook, tmp_path / "poisoned.xlsx")], tmp_path / "out")
    assert compare(new, expected) == []
    assert compare(new, expected | {DOUBLE: 5}) == ["Sheet 1!B1 =A1*2: expected 5.0, got 42.0, off by 37"]
    assert len(roundtrip([workbook], tmp_path)) == 4  # B1, C1, E1, Other!A1; D1 was right


@pytest.mark.needs_libreoffice
def test_without_the_setting_a_stale_value_would_survive(workbook: Path, tmp_path: Path) -> None:
    [new] = recalculate([poison(workbook, tmp_path / "poisoned.xlsx")], tmp_path / "out", hard=False)
    assert values(new)[DOUBLE] == 777


@pytest.mark.needs_libreoffice
def test_an_edited_cell_reaches_the_formulas(workbook: Path, tmp_path: Path) -> None:
    changed = edit(workbook, tmp_path / "changed.xlsx", {("Sheet 1", "A1"): 1.5})
    assert compare(recalculate([changed], tmp_path)[0], {DOUBLE: 3, ("Sheet 1", "C1"): "no", ("Other", "A1"): 4}) == []


@pytest.mark.needs_libreoffice
def test_many_files_of_one_name_at_once(workbook: Path, tmp_path: Path) -> None:
    inputs = [edit(workbook, tmp_path / str(number) / "same.xlsx", {("Sheet 1", "A1"): number}) for number in (1, 2, 3)]
    assert [values(new)[DOUBLE] for new in recalculate(inputs, tmp_path / "out")] == [2, 4, 6]


def test_poison_changes_nothing_but_the_stored_values(workbook: Path, tmp_path: Path) -> None:
    poisoned = poison(workbook, tmp_path / "poisoned.xlsx")
    assert formulas(poisoned) == formulas(workbook)
    assert values(poisoned) == values(workbook) | dict.fromkeys(formulas(workbook), 777)
    changed = [name for name, data in parts(workbook).items() if parts(poisoned)[name] != data]
    assert changed == ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"]


def test_edit_changes_adds_and_empties_cells_and_nothing_else(workbook: Path, tmp_path: Path) -> None:
    changes = {("Sheet 1", "A1"): None, ("Sheet 1", "A3"): "=a <text>", ("Sheet 1", "F1"): 1, ("Sheet 1", "B2"): True}
    changes |= {("Sheet 1", "AA3"): 2, ("Sheet 1", "B3"): 0.1, ("Sheet 1", "C9"): "last"}
    edited = edit(workbook, tmp_path / "edited.xlsx", changes)
    expected = values(workbook) | changes
    del expected["Sheet 1", "A1"]
    assert values(edited) == expected
    assert formulas(edited) == formulas(workbook)
    assert b'<c r="A1" s="1"/>' in parts(edited)["xl/worksheets/sheet1.xml"]  # the yellow stays
    assert [name for name, data in parts(workbook).items() if parts(edited)[name] != data] == [
        "xl/worksheets/sheet1.xml"
    ]


def test_edit_refuses_a_formula_and_an_unknown_sheet(workbook: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="B1 holds a formula"):
        edit(workbook, tmp_path / "edited.xlsx", {DOUBLE: 1})
    with pytest.raises(KeyError, match="no sheet 'Sheet'; it has Sheet 1, Other"):
        edit(workbook, tmp_path / "edited.xlsx", {("Sheet", "A1"): 1})


def test_compare_in_words(workbook: Path) -> None:
    cell = {"number": ("Sheet 1", "A1"), "text": ("Sheet 1", "A3"), "empty": ("Sheet 1", "D1"), "none": ("Other", "Z9")}
    same = {cell["number"]: 21 * (1 + 1e-10), cell["text"]: "Zoë <½>", cell["empty"]: float("nan"), cell["none"]: None}
    assert compare(workbook, same) == []
    assert compare(workbook, {DOUBLE: 5 + 1e-8}) == [
        "Sheet 1!B1 =A1*2: expected 5.00000001, got 5.0, off by -1e-08",
    ]
    assert compare(workbook, {cell["number"]: None, cell["text"]: 1, cell["none"]: 0, cell["empty"]: 0}) == [
        "Sheet 1!A1 no formula: expected a blank, got 21.0",
        "Sheet 1!A3 no formula: expected 1.0, got 'Zoë <½>'",
        "Other!Z9 no formula: expected 0.0, got a blank",
        'Sheet 1!D1 ="": expected 0.0, got a blank',
    ]


def test_forgotten_formula_cells_are_found(workbook: Path) -> None:
    others = [("Sheet 1", "C1"), ("Sheet 1", "D1"), ("Sheet 1", "E1"), ("Other", "A1")]
    assert without_expectation(workbook, {DOUBLE: 42}) == others


def test_shared_formulas_are_read_as_excel_stores_them(workbook: Path, tmp_path: Path) -> None:
    path = rewritten(
        workbook,
        tmp_path / "shared.xlsx",
        {
            "xl/worksheets/sheet2.xml": lambda xml: xml.replace(
                "</sheetData>",
                '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">A1*$B$1</f><v>1</v></c></row>'
                '<row r="3"><c r="A3"><f t="shared" si="0"/><v>2</v></c></row></sheetData>',
            )
        },
    )
    assert formulas(path)["Other", "A3"] == "=A2*$B$1"
    assert values(poison(path, tmp_path / "poisoned.xlsx"))["Other", "A3"] == 777


@pytest.mark.needs_libreoffice
@pytest.mark.needs_pdftoppm
def test_pages_as_pictures(workbook: Path, tmp_path: Path) -> None:
    pages = render(workbook, tmp_path / "pages")
    assert len(pages) >= 2
    assert all(page.read_bytes().startswith(b"\x89PNG") for page in pages)
