"""What every report workbook keeps to, whatever the event and the settings."""

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from made.fields import DOUBLE_ROUND_ROBIN, VIDEO, address, calculate, event, report
from made.xlsx import formulas, values
from openpyxl.formula import Tokenizer
from openpyxl.utils import column_index_from_string
from xlsxwriter.worksheet import Worksheet

from pipeline.method.calculation import Calculation
from pipeline.method.columns import COLUMNS
from pipeline.readers import read_event
from pipeline.workbook import sheets as sheets_module
from pipeline.workbook.layout import ARPO, EVENT, EVENT_HEADER_ROW, FIRST_ROW, HEADER_ROW, layout_of, wanted_columns
from pipeline.workbook.names import DEFINED, STANDINGS_NAME
from pipeline.workbook.sheets import cached
from pipeline.workbook.write import write_report

SHEETS = ["Summary", "Standings", "Player", "Event", "ARPO", "Checks", "dp table", "About"]
FUNCTIONS = {
    "SUM", "SUMPRODUCT", "SUMIF", "COUNT", "COUNTA", "COUNTIF", "MAX", "MIN", "SMALL", "LARGE", "INDEX", "MATCH",
    "ROWS", "IF", "IFERROR", "AND", "ISNUMBER", "ISTEXT", "ISERROR", "N", "VALUE", "ROUND", "INT", "ABS", "LOG10", "LN",
    "COUNTIFS", "ROW", "_xlfn.ISFORMULA",
}  # fmt: skip
"""Those that Excel 2013, LibreOffice 7 and Google Sheets share and compute alike; none is volatile.

Files write the functions that came with Excel 2013 with a prefix.
"""
CONSTANTS = {"0", "1", "100"}

MIXED = event(
    [2000, None, 1800, 1700, 1900, 1500, None],
    "1w2 3d4 5w6 7:full-bye", "1d3 2w5 4l7 6:half-bye", "1l5 2d4 3w7", "1w6 2-7 3?5 4:zero-bye",
    names=["=1+1", "007", "-5", "http://x.example", "Élodie", "1/2", "TRUE"],
    points_stated=[3, 1.5, 2, None, 2, 0.5, 2.5], stated={"RecRp": [1900, None, 1800, 1700, 1600, 1500, 1400]},
)  # fmt: skip
REPORTS = {
    "video": (read_event(VIDEO), {}),
    "video as in the lesson": (read_event(VIDEO), {"dp": "logistic-floor", "c": "opponents"}),
    "mixed": (MIXED, {"start": "rating", "iterations": 12}),
    "mixed, cut": (MIXED, {"worst": 1, "best": 1, "dp": "log-odds", "iterations": 3}),
    "drift": (MIXED, {"c": "opponents", "iterations": 5}),
    "one round": (event([2000, 1900, 1800, 1700], "1w2 3w4"), {"iterations": 1}),
    "double round robin": (event([2000, 1900, 1800, 1700], *DOUBLE_ROUND_ROBIN), {"dp": "logistic"}),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> dict[str, tuple[Path, Calculation]]:
    folder = tmp_path_factory.mktemp("linter")
    return {
        name: (folder / f"{name}.xlsx", report(folder / f"{name}.xlsx", made, **given))
        for name, (made, given) in REPORTS.items()
    }


every_report = pytest.mark.parametrize("name", REPORTS)


def tokens(formula: str, kind: str) -> list[str]:
    return [token.value for token in Tokenizer(formula).items if kind in (token.type, f"{token.type} {token.subtype}")]


_REFERENCE = re.compile(r"(\$?)([A-Z]{1,3})(\$?)(\d+)(?![\d(])")


def shape(formula: str, cell: str) -> str:
    """The formula's R1C1 text: references relative to the cell, but for those with a dollar sign."""
    here = _REFERENCE.fullmatch(cell)
    row, column = int(here[4]), column_index_from_string(here[2])

    def relative(match: re.Match[str]) -> str:
        there = column_index_from_string(match[2])
        return (f"R{match[4]}" if match[3] else f"R[{int(match[4]) - row}]") + (
            f"C{there}" if match[1] else f"C[{there - column}]"
        )

    parts = re.split(r'("[^"]*"|\'[^\']*\'!)', formula)
    return "".join(part if part[:1] in "\"'" else _REFERENCE.sub(relative, part) for part in parts if part)


def test_shape_of_a_formula():
    assert shape("=AB$7+$R8*C9", "AC8") == "=R7C[-1]+R[0]C18*R[1]C[-26]"
    assert shape('=IF(A1="B2",LOG10(\'dp table\'!$B$6),"")', "C1") == '=IF(R[0]C[-2]="B2",LOG10(\'dp table\'!R6C2),"")'


@every_report
def test_one_shape_a_block(written, name):
    """Each column of the ARPO sheet, the whole block of iterations, and the whole block of differences."""
    path, calculation = written[name]
    layout, rules = layout_of(calculation), formulas(path)
    for column in wanted_columns(calculation.work):
        span = layout.columns[column.key]
        cells = [
            [address(span.at(k), row) for row in range(FIRST_ROW, layout.last_row + 1)]
            for k in range(1, span.count + 1)
        ]
        shapes = [{shape(rules[ARPO, cell], cell) for cell in block if (ARPO, cell) in rules} for block in cells]
        if not column.template(calculation.work):
            assert not any(shapes), column.key
            continue
        if column.key in ("iteration", "difference"):
            assert len(set().union(*shapes)) == 1, column.key
        assert all(len(found) == 1 for found in shapes), column.key
        assert all((ARPO, cell) in rules for block in cells for cell in block), column.key


@every_report
def test_no_constants_and_only_common_functions(written, name):
    for cell, formula in formulas(written[name][0]).items():
        assert set(tokens(formula, "OPERAND NUMBER")) <= CONSTANTS, (cell, formula)
        called = {token.rstrip("(") for token in tokens(formula, "FUNC OPEN")}
        assert called <= FUNCTIONS, (cell, formula)
        assert not tokens(formula, "ARRAY"), (cell, formula)
        assert "{" not in formula and "#" not in re.sub(r'"[^"]*"', "", formula), (cell, formula)
        assert len(formula) < 8192


@every_report
def test_every_formula_cell_has_a_value_and_none_is_an_error(written, name):
    path, _ = written[name]
    with zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            if part.startswith("xl/worksheets/sheet"):
                xml = archive.read(part).decode("utf-8")
                # An empty text is stored as an empty value.
                assert xml.count("</f><v>") == len(re.findall("<f[ >]", xml))
                assert 't="e"' not in xml
                assert not re.search(r"<v>(nan|inf|-inf|NaN|INF)</v>", xml, re.IGNORECASE)
                assert "<f/>" not in xml


@every_report
def test_no_numbers_stored_as_text(written, name):
    """Names and other texts apart, nothing that looks like a number is a text."""
    path, calculation = written[name]
    layout = layout_of(calculation)
    texts = {layout.event[key].first for key in ("name", "title", "federation", "birth") if key in layout.event}
    texts_of = {EVENT: texts, ARPO: {layout.columns["name"].first}, "Summary": {2}, "About": set(range(10))}
    texts_of |= {"Standings": {2}, "Player": {2, 13}}
    for (sheet, cell), value in values(path).items():
        column = column_index_from_string(cell.rstrip("0123456789")) - 1
        if isinstance(value, str) and column not in texts_of.get(sheet, set()):
            assert not re.fullmatch(r"\s*[-+]?\d+([.,]\d+)?%?\s*", value), (sheet, cell, value)


@every_report
def test_sheets_panes_and_nothing_hidden(written, name):
    path, calculation = written[name]
    workbook = openpyxl.load_workbook(path)
    assert workbook.sheetnames == SHEETS
    assert workbook.active.title == "Summary"
    for sheet in workbook:
        assert sheet.sheet_state == "visible", sheet.title
        assert not any(dimension.hidden for dimension in sheet.column_dimensions.values()), sheet.title
        assert not any(dimension.hidden for dimension in sheet.row_dimensions.values()), sheet.title
        assert sheet.freeze_panes, sheet.title
        # The status stands above the frozen line.
        assert openpyxl.utils.cell.coordinate_from_string(sheet.freeze_panes)[1] > 3, sheet.title
        assert sheet["B3"].value is not None, sheet.title
        tall = sheet.title == "Standings"
        assert sheet.page_setup.orientation == ("portrait" if tall else "landscape"), sheet.title
        assert sheet.print_title_rows, sheet.title
        assert "&F" in sheet.oddFooter.left.text + sheet.oddFooter.center.text + sheet.oddFooter.right.text
        # A protected sheet's groups of columns don't fold.
        assert sheet.protection.sheet == (sheet.title not in (EVENT, ARPO)), sheet.title
        assert sheet.protection.password is None, sheet.title
    assert workbook[ARPO].freeze_panes == f"C{FIRST_ROW - 1}"
    assert workbook[EVENT].freeze_panes == f"C{EVENT_HEADER_ROW + 1}"
    assert set(workbook.defined_names) == {*DEFINED, STANDINGS_NAME}
    for name in DEFINED:
        [(sheet, cells)] = workbook.defined_names[name].destinations
        heading = workbook[sheet][cells.split(":")[0].replace("$", "")].offset(HEADER_ROW - FIRST_ROW).value
        assert heading == next(c.heading for c in calculation.work.columns if c.key == DEFINED[name])
    assert workbook.properties.title == f"ARPO report: {calculation.work.event.name}"
    assert workbook.properties.subject
    assert all(sheet.sheet_properties.tabColor for sheet in workbook)
    assert calculation.work.frame.shape[0] == layout_of(calculation).players


@every_report
def test_inputs_are_unlocked_and_formulas_locked(written, name):
    path, calculation = written[name]
    workbook = openpyxl.load_workbook(path)
    rows = layout_of(calculation).summary.setting_rows
    assert not workbook["Summary"][f"I{rows['unrated']}"].protection.locked
    assert not workbook["Summary"][f"I{rows['threshold']}"].protection.locked
    assert workbook["Summary"][f"I{rows['dp']}"].protection.locked
    assert all(workbook[sheet][cell].protection.locked for sheet, cell in formulas(path) if sheet != EVENT)


@every_report
def test_lists_of_results(written, name):
    """Each result cell of each player has the list of results, which stands beside the dp table."""
    path, calculation = written[name]
    layout, workbook = layout_of(calculation), openpyxl.load_workbook(path)
    lists = [v for v in workbook[EVENT].data_validations.dataValidation if v.type == "list"]
    covered = {str(area) for validation in lists for area in validation.sqref.ranges}
    result = layout.event["result"]
    assert covered == {
        f"{address(result.at(k), FIRST_ROW)}:{address(result.at(k), layout.last_row)}"
        for k in range(1, layout.rounds + 1)
    }
    sheet, _, area = lists[0].formula1.replace("$", "").partition("!")
    codes = [row[0].value for row in workbook[sheet.strip("'")][area]]
    assert codes == ["w", "d", "l", "+", "-", "full-bye", "half-bye", "zero-bye"]


@every_report
def test_headings_have_comments_with_the_rule(written, name):
    """Every heading of the method's columns says in words what the column is."""
    path, calculation = written[name]
    layout, sheet = layout_of(calculation), openpyxl.load_workbook(path)[ARPO]
    meanings = {column.key: column.meaning for column in COLUMNS}
    for column in wanted_columns(calculation.work):
        cell = sheet[address(layout.columns[column.key].first, HEADER_ROW)]
        assert cell.value == column.heading.format(k=1)
        if column.key == "name":  # there is nothing to say that the heading doesn't
            continue
        assert meanings[column.key] in cell.comment.text
        for k in range(2, layout.columns[column.key].count + 1):  # once a family
            assert sheet[address(layout.columns[column.key].at(k), HEADER_ROW)].comment is None


@every_report
def test_nothing_points_outside(written, name):
    with zipfile.ZipFile(written[name][0]) as archive:
        names = archive.namelist()
        assert not [part for part in names if "externalLink" in part or "vba" in part.lower()]
        for part in names:
            if part.endswith(".rels"):
                assert b'TargetMode="External"' not in archive.read(part), part
            if part.startswith("xl/worksheets/sheet"):
                xml = archive.read(part)
                links = re.findall(rb"<hyperlink [^>]*>", xml)
                assert all(b" location=" in link and b"r:id" not in link for link in links), part
                assert b'<f t="array"' not in xml


def test_a_name_that_looks_like_a_formula_is_a_text(written):
    path, _ = written["mixed"]
    sheet = openpyxl.load_workbook(path)[EVENT]
    cells = [sheet.cell(row, 2) for row in range(FIRST_ROW, FIRST_ROW + 7)]
    assert [cell.value for cell in cells] == ["=1+1", "007", "-5", "http://x.example", "Élodie", "1/2", "TRUE"]
    assert (EVENT, f"B{FIRST_ROW}") not in formulas(path)


@pytest.mark.parametrize("name", ["video", "mixed", "mixed, cut"])
def test_the_fast_worksheet_writes_what_xlsxwriter_s_own_would(written, name, tmp_path, monkeypatch):
    """Byte for byte."""
    path, _ = written[name]
    monkeypatch.setattr(sheets_module, "SpokenWorksheet", Worksheet)
    plain = tmp_path / "plain.xlsx"
    made, given = REPORTS[name]
    write_report(calculate(made, **given), plain)
    with zipfile.ZipFile(path) as fast, zipfile.ZipFile(plain) as slow:
        assert fast.namelist() == slow.namelist()
        different = [part for part in fast.namelist() if fast.read(part) != slow.read(part)]
    assert different == []


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_an_infinity_is_refused(value):
    """xlsxwriter would write it into the file without a word."""
    with pytest.raises(ValueError, match="can't hold"):
        cached(value)


@pytest.mark.parametrize(
    ("value", "stored"), [(float("nan"), ""), (None, ""), ("", ""), ("no", "no"), (0.5, 0.5), (3, 3)]
)
def test_a_blank_is_an_empty_text(value, stored):
    assert cached(value) == stored
