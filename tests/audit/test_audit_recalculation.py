"""The shapes of formulas, and their recalculation, checked against LibreOffice."""

import pytest
import xlsxwriter
from recalc import recalculate
from xlsx import values

from pipeline.audit.formulas.book import BookCells
from pipeline.audit.formulas.evaluate import Recalculation
from pipeline.audit.formulas.parser import NotEvaluated
from pipeline.audit.formulas.shape import parsed
from pipeline.audit.workbook.cells import position_of
from pipeline.audit.workbook.package import Package

# --- shapes -----------------------------------------------------------------------------------------------------------


def test_the_same_formula_in_two_rows_has_one_shape():
    assert parsed("A2+$B$1*'My sheet'!C2", 1, 3).shape == parsed("A3+$B$1*'My sheet'!C3", 2, 3).shape
    assert parsed("A2+B1", 1, 3).shape != parsed("A3+B1", 2, 3).shape


@pytest.mark.parametrize(
    "text",
    ["SUM($A$1:B2)/LOG10(C4)", 'IF(A1="B2 ""and"" C3",TRUE,x1_y)', "'It''s'!A1:B2", "Ōž!A1", "_xlfn.X1(A1)", "A1%"],
)
def test_a_formula_comes_out_as_it_went_in(text):
    assert parsed(text, 4, 5).a1(4, 5) == f"={text}"


def test_functions_and_texts_are_no_references():
    assert [r.a1(0, 0) for r in parsed('LOG10(B2)&"C3"&TAX2024!D4', 0, 0).references] == ["B2", "TAX2024!D4"]


# --- recalculation ----------------------------------------------------------------------------------------------------

EXPRESSIONS = [
    "1+2*3^2", "-2^2", "2^-1", "(1+2)*3", "10%", "5-3-1", "8/4/2", "2^3^2", "A1+A2*2", "-A1+5", "A1&B1", '"a"&1.5',
    "A1=2", "A1<>A2", "B1=\"TEXT\"", "A9=0", 'A9=""', "A1>=A2", "SUM(A1:A5)", "SUM(A1:A5,10,A1)", "AVERAGE(A1:A5)",
    "AVERAGE(A1,A2,A9)", "SUMPRODUCT(A1:A3,A3:A5)", "SUMPRODUCT(A1:A3,A1:A3)/SUM(A1:A3)", "COUNT(A1:B5)",
    "MAX(A1:A5)-MIN(A1:A5)", "ABS(-3.5)", "INT(-3.5)", "INT(3.7)", "TRUNC(-3.57,1)", "ROUND(2.5,0)", "ROUND(-2.5,0)",
    "ROUND(1.005,2)", "ROUND(1234.5,-2)", "ROUNDDOWN(-1.29,1)", "ROUNDUP(1.21,1)", "SQRT(16)", "LOG10(1000)", "LN(A1)",
    "POWER(2,10)", "INDEX(A1:A5,3)", "INDEX(A1:B5,2,2)", "MATCH(3.5,A1:A5,0)", "INDEX(A1:A5,MATCH(3.5,A1:A5,0))",
    "VLOOKUP(2,A1:B5,2,FALSE)", 'IF(A1>1,"yes","no")', "IF(A1>5,1)", "IF(A9,1,2)", "IFERROR(1/0,7)", "IFERROR(A1,7)",
    "ISNUMBER(A1)", "ISNUMBER(B1)", "N(B1)", "N(A1)", "AND(A1>1,A2>1)", "OR(A1>5,A2>5)", "NOT(A1>1)", "1/0",
    "COUNTIF(A1:A5,2)", 'COUNTIF(A1:A5,">2")', 'COUNTIF(B1:B5,"text")', 'COUNTIF(A1:B5,"<>2")',
    "SUMPRODUCT(--(A1:A5>2))", "SUMPRODUCT((A1:A5>2)*A1:A5)", "SUMPRODUCT(ISNUMBER(B1:B5)*1)",
    "SUMPRODUCT(ISNUMBER(A1:A5)*A1:A5)", "SUMIF(A1:A5,2,A1:A5)", 'SUMIF(A1:A5,">1")', "SMALL(A1:A5,2)",
    "LARGE(A1:A5,1)",
    "COUNTA(A1:B5)", "ISERROR(1/0)", "ISTEXT(B1)", "ISBLANK(A9)", "SUMPRODUCT(COUNTIF(A1:A5,A1:A3),A1:A3)",
    "INDEX(A1:A5,9)", "MATCH(99,A1:A5,0)", "SUM(C1:C3)", "COUNT(A1,A9,B1)", "SUM(A1,A9,B1)", "MAX(A2,A9)",
    "Other!A1*2", "'Other'!A1+SUM(Other!A1:A3)", "LOG10(-1)", "A1+B1", "1E3+1.5E-1",
]


@pytest.mark.needs_libreoffice
def test_the_recalculation_gives_what_libreoffice_gives(tmp_path):
    path = tmp_path / "expressions.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet, other = book.add_worksheet("Sheet 1"), book.add_worksheet("Other")
        for row, (number, text) in enumerate([(2, "text"), (-1, "x"), (3.5, None), (2, "Text"), (0, "y")]):
            sheet.write(row, 0, number)
            if text:
                sheet.write(row, 1, text)
            other.write(row, 0, number * 10)
        sheet.write_formula("C1", "=A1*2", None, 777)
        sheet.write_formula("C2", "=C1+C3", None, 777)
        sheet.write_formula("C3", "=SUM(C1,A1:A5)", None, 777)
        for row, expression in enumerate(EXPRESSIONS):
            sheet.write_formula(row, 5, f"={expression}", None, 777)
    [calculated] = recalculate([path], tmp_path / "out")
    expected = values(calculated)
    recalculation = Recalculation(BookCells(Package.read(path)))
    for row, expression in enumerate(EXPRESSIONS):
        cell = f"F{row + 1}"
        ours, theirs = recalculation.value("Sheet 1", position_of(cell)), expected.get(("Sheet 1", cell))
        if isinstance(theirs, float) and not isinstance(ours, str):
            assert float(ours) == pytest.approx(theirs, rel=1e-12), expression
        else:  # an error has a name of its own in each program
            assert ours == theirs or str(ours).startswith("#") and str(theirs).startswith("#"), expression


@pytest.mark.parametrize(
    "expression", ["OFFSET(A1,1,0)", "SUM(name)", "MATCH(1,A1:A5)", "{1,2}", "A:A", "F1", "[1]Sheet1!A1", "SUM(A1:A5"]
)
def test_what_is_not_known_is_said_and_not_guessed(tmp_path, expression):
    path = tmp_path / "unknown.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("S").write_formula("F1", f"={expression}", None, 1)
    with pytest.raises(NotEvaluated):
        Recalculation(BookCells(Package.read(path))).value("S", (0, 5))
