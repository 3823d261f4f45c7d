"""The shapes of formulas, and their recalculation, checked against LibreOffice."""

import random
import time
from datetime import date

import openpyxl
import pytest
import xlsxwriter
from made.recalc import recalculate
from made.xlsx import values

from pipeline.addresses import position_of
from pipeline.audit.formulas.engine import book
from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.functions import FUNCTIONS
from pipeline.audit.formulas.engine.lookups import LOOKUPS
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.shape import parsed
from pipeline.audit.formulas.engine.values import CellError, KeptBlock
from pipeline.readers.containers import open_grids

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
    # arguments left out, and TRUE() and FALSE() as LibreOffice writes them
    "TRUE()", "FALSE()", "IF(TRUE(),1,2)", "VLOOKUP(2,A1:B5,2,FALSE())", "VLOOKUP(2,A1:B5,2,0)", "VLOOKUP(2,A1:B5,2,)",
    "IF(A1>1,,2)", "ROUND(2.567,)", "SUM(1,,2)",
    # searches: by order in G1:G4 (0, 50, 76, 100), falling in I1:I4, and in a row
    "VLOOKUP(75,G1:H4,2)", "VLOOKUP(76,G1:H4,2,TRUE())", "VLOOKUP(1000,G1:H4,2,1)", "VLOOKUP(-1,G1:H4,2)",
    "VLOOKUP(75,G1:H4,2,0)", "VLOOKUP(50,G1:H4,3)", "MATCH(75,G1:G4)", "MATCH(76,G1:G4,1)", "MATCH(75,I1:I4,-1)",
    "MATCH(101,I1:I4,-1)", "MATCH(50,I1:I4,-1)", "LOOKUP(60,G1:G4,H1:H4)", "LOOKUP(60,G1:G4)", "MATCH(2,K1:N1,0)",
    "HLOOKUP(2.5,K1:N2,2)", "HLOOKUP(3,K1:N2,2,FALSE)", "INDEX(K1:N2,2,MATCH(3,K1:N1))", "LOOKUP(9,K1:N1,K2:N2)",
    'MATCH("TEXT",B1:B5,0)', "ISNUMBER(MATCH(9,A1:A5,0))", "ISNA(MATCH(9,A1:A5,0))", "IFERROR(MATCH(9,A1:A5,0),0)",
    "MATCH(A9,K1:N1,0)",
    # conditions
    'COUNTIFS(A1:A5,">0",A1:A5,"<3")', 'SUMIFS(A1:A5,A1:A5,">0",B1:B5,"text")', 'AVERAGEIF(A1:A5,">0")',
    'AVERAGEIF(B1:B5,"text",A1:A5)', 'AVERAGEIFS(A1:A5,A1:A5,">0",A1:A5,"<3")', 'AVERAGEIF(A1:A5,">99")',
    'COUNTIF(A1:A5,"2")', 'COUNTIF(A1:A5,"=3.5")', 'SUMIF(B1:B5,"<>text",A1:A5)', 'COUNTIF(B1:B5,"x")',
    "COUNTIF(A1,2)",
    # numbers
    "EXP(1)", "LOG(8,2)", "LOG(100)", "LOG(0)", "MROUND(1.3,0.5)", "MROUND(-7,-2)", "CEILING(2.1,0.5)",
    "FLOOR(2.9,0.5)", "MOD(7,3)", "MOD(-7,3)", "MOD(7,0)", "SIGN(-3)", "PRODUCT(A1:A4)", "SUMSQ(A1:A5)", "PI()",
    "MEDIAN(A1:A5)", "RANK(3.5,A1:A5)", "RANK(2,A1:A5)", "RANK(2,A1:A5,1)", "RANK(99,A1:A5)", "INT(-0.5)", "EXP(1000)",
    "1E308*10", "0.1*3=0.3", "0.1*3>0.3", "ROUND(A1/3,15)", "ROUND(1E20,5)", "ROUNDUP(-1.21,1)", "TRUNC(9.99)",
    # conditions and choices
    "AND(A1:A5)", "OR(A1:A5)", "AND(A1,A2)", "NOT(0)", "_xlfn.IFNA(MATCH(9,A1:A5,0),5)", "_xlfn.IFNA(1/0,5)",
    "_xlfn.IFS(A1>5,1,A1>1,2)", "_xlfn.IFS(A1>5,1)",
    '_xlfn.MAXIFS(A1:A5,A1:A5,"<3")', '_xlfn.MINIFS(A1:A5,A1:A5,">0")', "NA()", "_xlfn.CONCAT(A1,B1:B2)",
    "_xlfn.RANK.EQ(2,A1:A5)", "CHOOSE(2,10,20,30)",
    "CHOOSE(4,10,20,30)", "COUNT(D1:D3,A1)", "COUNT(1/0)", "ISERR(1/0)", "ISNA(1/0)", "ISTEXT(1/0)", "ISNUMBER(D1)",
    "SUMPRODUCT(--ISNUMBER(D1:D3))", "SUM(D1:D3)", "COUNTIF(D1:D3,5)", "SUMIF(D1:D3,5)", "SUMPRODUCT(ROUND(A1:A5,0))",
    # texts
    'CONCATENATE("a",A1,B1)', 'LEFT(B1,2)', "LEFT(B1)", 'RIGHT(B1,3)', 'RIGHT(B1,9)', 'MID(B1,2,2)', 'LEN(B1)',
    'TRIM("  a   b ")', 'UPPER(B1)', 'LOWER("ABC")', 'VALUE("12")', '"12"+1', 'VALUE("x")', "MID(B1,0,2)",
    "Other!A1*2", "'Other'!A1+SUM(Other!A1:A3)", "LOG10(-1)", "A1+B1", "1E3+1.5E-1",
    # searches between fixed rows, whose values are put in order once
    "MATCH(3.5,$A$1:$A$5,0)", 'MATCH("TEXT",$B$1:$B$5,0)', "VLOOKUP(2,$A$1:$B$5,2,FALSE)", "MATCH(99,$A$1:$A$5,0)",
    "MATCH(3,$K$1:$N$1,0)", "INDEX($A$1:$A$5,MATCH(-1,$A$1:$A$5,0))", "SUM($A$1:$A$5)/COUNT($A$1:$A$5)",
    'MATCH("text",$A$1:$A$5,0)', "SUM(INDEX($A$1:$A$5,2),INDEX($A$1:$A$5,3))", "10-3-2+4*2-1", "1/4*8/2", '"a"&1&"b"&2',
    # formulas as such
    "_xlfn.ISFORMULA(C1)", "_xlfn.ISFORMULA(A1)", "SUMPRODUCT(--_xlfn.ISFORMULA(C1:C9))",
    "SUMPRODUCT(1-_xlfn.ISFORMULA(Other!A1:A3))", "SUMPRODUCT(NOT(_xlfn.ISFORMULA($A$1:$C$2))*1)",
    "SUMPRODUCT((A1:A5<>\"\")*NOT(_xlfn.ISFORMULA(A1:A5)))",
    # what stands in cells, whatever its value: C1:C3 and D1, D3 are formulas, two of which are errors
    "_xlfn.ISFORMULA(C1)", "_xlfn.ISFORMULA(A1)", "_xlfn.ISFORMULA(D1)", "_xlfn.ISFORMULA(Z9)",
    "SUMPRODUCT(1-_xlfn.ISFORMULA(A1:D3))", "SUMPRODUCT(--_xlfn.ISFORMULA(D1:D3))", "_xlfn.ISFORMULA(Other!A1)",
    "NOT(_xlfn.ISFORMULA(C2))",
]


def recalculated(path):
    return Recalculation(BookCells(open_grids(path, path.read_bytes())))


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
        for row, (place, value) in enumerate([(0, -800), (50, 0), (76, 200), (100, 800)]):
            sheet.write_row(row, 6, (place, value, 100 - place))
        sheet.write_row("K1", (1, 2, 3, 4))
        sheet.write_row("K2", (10, 20, 30, 40))
        sheet.write_column("D1", ("=1/0", 5, "=NA()"))
        for row, expression in enumerate(EXPRESSIONS):
            sheet.write_formula(row, 5, f"={expression}", None, 777)
    [calculated] = recalculate([path], tmp_path / "out")
    expected = values(calculated)
    recalculation = recalculated(path)
    for row, expression in enumerate(EXPRESSIONS):
        cell = f"F{row + 1}"
        ours, theirs = recalculation.value("Sheet 1", position_of(cell)), expected.get(("Sheet 1", cell))
        if isinstance(theirs, float) and not isinstance(ours, str):
            assert float(ours) == pytest.approx(theirs, rel=1e-12), expression
        else:  # an error has a name of its own in each program
            assert ours == theirs or str(ours).startswith("#") and str(theirs).startswith("#"), expression


def bare(path, rows):
    """A sheet without stored values."""
    book = openpyxl.Workbook()
    book.active.title = "S"
    for row in rows:
        book.active.append(row)
    book.save(path)
    return recalculated(path)


def test_each_cell_of_a_formula_of_a_whole_block_is_one(tmp_path):
    path = tmp_path / "array.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("S")
        sheet.write_array_formula("A1:A2", "{=B1:B2*2}")
        sheet.write_formula("C1", "=_xlfn.ISFORMULA(A2)")
    assert recalculated(path).value("S", (0, 2)) is True


@pytest.mark.parametrize(
    ("expression", "expected"), [
        ("_xlfn.XLOOKUP(2,A1:A5,B1:B5)", 10.0), ("_xlfn.XLOOKUP(9,A1:A5,B1:B5,-1)", -1.0),
        ("_xlfn.XLOOKUP(9,A1:A5,B1:B5)", "#N/A"), ("_xlfn.XLOOKUP(2,A1:A5,B1:B5,0,0,1)", 10.0),
        ("_xlfn.SWITCH(A2,1,10,2,20,30)", 20.0), ("_xlfn.SWITCH(A2,1,10,30)", 30.0),
    ],
)
def test_functions_that_libreoffice_lacks_or_has_in_another_form(tmp_path, expression, expected):
    rows = [[3, 0, f"={expression}"], [2, 10], [5, 20], [2, 30], [4, 40]]
    assert bare(tmp_path / "newer.xlsx", rows).value("S", (0, 2)) == expected


def test_texts_that_double_from_cell_to_cell_come_to_an_end(tmp_path):
    # 2^60 letters would fill the memory: a cell holds 32,767.
    rows = [["ab"], *[[f"=A{row}&A{row}"] for row in range(1, 61)]]
    assert bare(tmp_path / "long.xlsx", rows).value("S", (60, 0)) == "#VALUE!"


UNKNOWN = [
    "OFFSET(A1,1,0)", "SUM(name)", "{1,2}", "A:A", "F1", "[1]Sheet1!A1", "SUM(A1:A5", "SQRT()", "SQRT(1,2)", "ROUND()",
    "IF()", "VLOOKUP(1)",
    # what programs or countries do in different ways
    "MATCH(1,B1:B3)", "VLOOKUP(2,B1:C3,2)", "MATCH(75,B1:B3,-1)", 'MATCH("a",B1:B3)', 'MATCH("a*",B1:B3,0)',
    "MATCH(A9,B1:B3,0)", "VLOOKUP(0.1*3,D1:E1,2)", "VLOOKUP(0.1*3,D1:E1,2,FALSE)", "INT(0.57*100)",
    'COUNTIF(B1:B3,">1,5")', 'COUNTIF(B1:B3,"a*")', 'COUNTIF(B1:B3,"")', "COUNTIF(C1:C3,5)", "C1*2", 'VALUE("1.5")',
    "MROUND(-7,2)", "VLOOKUP(0.1*3,$D$1:$E$1,2,FALSE)", 'MATCH("a*",$B$1:$B$3,0)', "MATCH(A9,$B$1:$B$3,0)",
    "_xlfn.ISFORMULA(1)", "_xlfn.ISFORMULA()", "SUM(_xlfn.ISFORMULA(A1:Z99999))", "OFFSET(1/0,1,1)",
    "FLOOR(-1,2)", "SUMIF(B1:B3,3,B1:B2)", "0^0", "_xlfn.XLOOKUP(1,B1:B3,B1:B3,0,-1)", "ROUND(1,999)",
]


@pytest.mark.parametrize("expression", UNKNOWN)
def test_what_is_not_known_is_said_and_not_guessed(tmp_path, expression):
    rows = [[None, 3, "1,5", 0.3, 1, f"={expression}"], [None, 0, "5"], [None, 2]]
    with pytest.raises(NotEvaluated):
        bare(tmp_path / "unknown.xlsx", rows).value("S", (0, 5))


def test_what_follows_from_the_unknown_follows_from_its_stored_value(tmp_path):
    path = tmp_path / "unknown.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("S")
        sheet.write_formula("A1", "=OFFSET(B1,1,0)", None, 20)
        sheet.write_formula("A2", "=A1+1", None, 777)
    assert recalculated(path).value("S", (1, 0)) == 21


def test_what_follows_from_the_unknown_without_a_value_is_unknown(tmp_path):
    with pytest.raises(NotEvaluated):
        bare(tmp_path / "bare.xlsx", [["=OFFSET(C1,1,0)", "=A1+1"]]).value("S", (0, 1))


def test_what_refers_to_fixed_rows_is_calculated_once_in_a_column(tmp_path, monkeypatch):
    """50 formulas of one shape: read once, and the sum of all rows (50 * 51 / 2 = 1275) made once."""
    read, summed = [], []
    monkeypatch.setattr(book, "parsed", lambda *arguments: read.append(arguments) or parsed(*arguments))
    add = FUNCTIONS["SUM"]
    monkeypatch.setitem(FUNCTIONS, "SUM", lambda arguments: summed.append(arguments) or add(arguments))
    recalculation = bare(tmp_path / "shares.xlsx", [[row, f"=A{row}/SUM($A$1:$A$50)"] for row in range(1, 51)])
    assert [recalculation.value("S", (row, 1)) for row in range(50)] == [(row + 1) / 1275 for row in range(50)]
    assert (len(read), len(summed)) == (1, 1)


def test_an_error_and_a_refusal_of_fixed_rows_are_those_of_each_row(tmp_path):
    rows = [[0, "=1/SUM($A$1:$A$1)", "=IFERROR(1/$A$1,A1+7)", "=OFFSET($A$1,0,0)"] for _ in range(3)]
    recalculation = bare(tmp_path / "errors.xlsx", rows)
    for row in range(3):
        assert recalculation.value("S", (row, 1)) == "#DIV/0!"
        assert recalculation.value("S", (row, 2)) == 7
        with pytest.raises(NotEvaluated, match="OFFSET"):
            recalculation.value("S", (row, 3))


def test_a_formula_filled_down_is_known_by_the_one_above_and_any_other_is_read(tmp_path):
    """Each formula comes out as it stands in the file, whatever stands above it."""
    texts = ["A1+$B$1*2%", "A2+$B$1*2%", "A3+$B$1*3%", "A3+$B$1*3%", "'S'!A5+$B$1*3%", "S!A6+B$1", "S!A7+B$1", "a8"]
    path = tmp_path / "texts.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("S")
        for row, text in enumerate(texts):
            sheet.write_formula(row, 2, f"={text}", None, 1)
    cells = BookCells(open_grids(path, path.read_bytes())).sheet("S")
    unquoted = {"'S'!A5+$B$1*3%": "S!A5+$B$1*3%", "a8": "A8"}
    for row, text in enumerate(texts):
        assert cells.formula((row, 2)).a1(row, 2) == f"={unquoted.get(text, text)}"
    assert cells.formula((0, 2)) is cells.formula((1, 2))
    assert cells.formula((2, 2)) is not cells.formula((3, 2))


@pytest.mark.parametrize("seed", range(20))
def test_a_search_with_the_values_in_order_finds_what_going_through_them_finds(seed):
    dice = random.Random(seed)
    values = [1.0, 1.0 + 2**-49, 1.0 + 2**-47, 0.0, -2.5, "a", "A", "b", "", True, False, None, "#N/A", 1e300, -1e300]
    rows = [[dice.choice(values)] for _ in range(12)]
    for wanted in [value for value in values if value is not None] + ["c", 3.0]:
        assert outcome(KeptBlock(rows), wanted) == outcome(rows, wanted), (rows, wanted)


def outcome(block, wanted):
    """What MATCH says of a block of one column: a place, an error, or that it isn't decided."""
    try:
        return LOOKUPS["MATCH"]([wanted, block, 0.0])
    except (CellError, NotEvaluated) as error:
        return type(error), str(error)


def test_dates_are_their_numbers(tmp_path):
    # 1 January 2020 is day 43831; 2192 days (six years, two of them leap years) and one make 2 January 2026
    recalculation = bare(tmp_path / "dates.xlsx", [[date(2026, 1, 2), "=A1+1"]])
    assert recalculation.value("S", (0, 1)) == 43831 + 2192 + 1 + 1


def test_many_cells_that_wait_for_many_cells(tmp_path):
    """A sum of 5,000 formulas, each of them 1: 1 + 1 - 1, and 1 - 0 in the first row."""
    rows = [[1, f"=SUM(A{max(row - 1, 1)}:A{row})-{int(row > 1)}", None] for row in range(1, 5001)]
    rows[0][2] = "=SUMPRODUCT(B1:B5000,A1:A5000)"
    begin = time.process_time()
    assert bare(tmp_path / "sums.xlsx", rows).value("S", (0, 2)) == 5000
    assert time.process_time() - begin < 5
