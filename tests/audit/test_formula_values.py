"""What formulas give when they are recalculated, without LibreOffice: the kinds that are checked against it elsewhere.

The sheet S has, beside the expressions in column F,

         A     B      C              D       G    H     I     K  L  M  N
    1    2     text   =A1*2          =1/0      0  -800  100   1  2  3  4
    2   -1     x      =C1+C3         5        50     0   50  10 20 30 40
    3    3.5          =SUM(C1,A1:A5) =NA()    76   200   24
    4    2     Text                          100   800    0
    5    0     y

where C1 is 4, C3 is 4 + 6.5 = 10.5, and C2 is 14.5; the sheet Other has ten times column A.
"""

import math

import openpyxl
import pytest

from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.report.copy.styled_cells import position_of
from pipeline.readers.containers import open_grids

ARITHMETIC = {
    "1+2*3^2": 19, "-2^2": 4, "2^-1": 0.5, "(1+2)*3": 9, "10%": 0.1, "5-3-1": 1, "8/4/2": 1, "2^3^2": 64,
    "A1+A2*2": 0, "-A1+5": 3, "+A1": 2, "2*-A2": 2, "50%%": 0.005, "1E3+1.5E-1": 1000.15, ".5+1.": 1.5, "7-2+1": 6,
    "2-A2^2": 1, "2*3%": 0.06, "A9+1": 1, "TRUE+1": 2,
    "A1&B1": "2text", '"a"&1.5': "a1.5", '1+2&"x"': "3x", '"a"&A9': "a", '"a"&TRUE': "aTRUE",
    '"say ""so"""': 'say "so"',
    "1/0": "#DIV/0!", "A1+B1": "#VALUE!", "A1+D1": "#DIV/0!", "D3*2": "#N/A", "LOG10(-1)": "#NUM!", "1E308*10": "#NUM!",
    '"12"+1': 13, '" 7 "*2': 14, "A9": 0, "SUM(C1:C3)": 29, "C2": 14.5, "Other!A1*2": 40,
    "'Other'!A1+SUM(Other!A1:A3)": 65,
    "(-8)^(1/3)": "#NUM!",
}
COMPARISONS = {
    "A1=2": True, "A1<>A2": True, 'B1="TEXT"': True, "A9=0": True, 'A9=""': True, "A1>=A2": True, "A1>=2": True,
    "A1<=2": True, "A1>2": False, "A1<2": False, "A1<>2": False, "A2<A1": True, "0.1*3=0.3": True, "0.1*3>0.3": False,
    "0.1*3<=0.3": True, "0.1*3<>0.3": False, "A1=2.0001": False, "5000000=5000000.0001": False,
    # numbers before texts before booleans
    "B1>1000": True, "TRUE>B1": True, "B1<TRUE": True, '"a"<"B"': True, '"b"<"A"': False, "A1=TRUE": False,
    "A1<B1": True, "1+1=2": True, 'A9<"a"': True, "A9>A2": True, "1=1=TRUE": True,
}
SUMS = {
    "SUM(A1:A5)": 6.5, "SUM(A1:A5,10,A1)": 18.5, "SUM(1,,2)": 3, "SUM(A1,A9,B1)": 2, "SUM(D1:D3)": "#DIV/0!",
    "SUM(A1:B5)": 6.5, "SUM(A1*3,B1:B2)": 6,
    "AVERAGE(A1:A5)": 1.3, "AVERAGE(A1,A2,A9)": 0.5, "AVERAGE(B1:B2)": "#DIV/0!",
    # 2·3.5 - 1·2 + 3.5·0; (4 + 1 + 12.25) / 4.5
    "SUMPRODUCT(A1:A3,A3:A5)": 5, "SUMPRODUCT(A1:A3,A1:A3)/SUM(A1:A3)": 17.25 / 4.5,
    "SUMPRODUCT(A1:A3,A1:A2)": "#VALUE!",
    "SUMPRODUCT(--(A1:A5>2))": 1, "SUMPRODUCT((A1:A5>=2)*A1:A5)": 7.5, "SUMPRODUCT(ISNUMBER(B1:B5)*1)": 0,
    "SUMPRODUCT(ISNUMBER(A1:A5)*A1:A5)": 6.5, "SUMPRODUCT(A1:A3,B1:B3)": 0, "SUMPRODUCT(D1:D2)": "#DIV/0!",
    "SUMPRODUCT(A1:A5-1)": 1.5, "SUMPRODUCT(A1:A5/2)": 3.25, "SUMPRODUCT(A1:A2^2)": 5, "SUMPRODUCT(-A1:A5)": -6.5,
    "SUMPRODUCT(A1:A5%)": 0.065, "SUMPRODUCT(ABS(A1:A5))": 8.5, "SUMPRODUCT(ROUND(A1:A5,0))": 7,
    "SUMPRODUCT((A1:A5=2)+0)": 2, "SUMPRODUCT((A1:A5<>2)+0)": 3, "SUMPRODUCT((A1:A5<=0)+0)": 2,
    "SUMPRODUCT(SIGN(A1:A5))": 2,
    "SUMPRODUCT((A1:A5>K1:L1)*1)": 4,  # 2, 3.5 and 2 are above 1, and 3.5 is above 2
    "COUNT(A1:B5)": 5, "COUNT(A1,A9,B1)": 1, "COUNT(D1:D3,A1)": 2, "COUNT(1/0)": 0, "COUNT(1,\"a\",TRUE)": 2,
    "COUNTA(A1:B5)": 9, "COUNTA(D1:D3,A9)": 3,
    "MAX(A1:A5)-MIN(A1:A5)": 4.5, "MAX(A2,A9)": -1, "MAX(B1:B2)": 0, "MIN(B1:B2)": 0, "MIN(A1,5)": 2,
    "SMALL(A1:A5,2)": 0, "LARGE(A1:A5,1)": 3.5, "LARGE(A1:A5,5)": -1, "SMALL(A1:A5,6)": "#NUM!",
    "SMALL(A1:A5,0)": "#NUM!",
    "PRODUCT(A1:A4)": -14, "PRODUCT(B1:B2)": 0, "SUMSQ(A1:A5)": 21.25, "MEDIAN(A1:A5)": 2, "MEDIAN(A1:A2)": 0.5,
    "MEDIAN(B1:B2)": "#NUM!",
    # 3.5, 2, 2, 0, -1 falling
    "RANK(3.5,A1:A5)": 1, "RANK(2,A1:A5)": 2, "RANK(0,A1:A5)": 4, "RANK(2,A1:A5,1)": 3, "RANK(2,A1:A5,0)": 2,
    "RANK(99,A1:A5)": "#N/A", "_xlfn.RANK.EQ(2,A1:A5)": 2,
}
NUMBERS = {
    "ABS(-3.5)": 3.5, "INT(-3.5)": -4, "INT(3.7)": 3, "INT(-0.5)": -1, "TRUNC(-3.57,1)": -3.5, "TRUNC(9.99)": 9,
    "ROUND(2.5,0)": 3, "ROUND(-2.5,0)": -3, "ROUND(1.005,2)": 1.01, "ROUND(1234.5,-2)": 1200, "ROUND(2.567,)": 3,
    "ROUND(1E20,5)": 1e20, "ROUND(2.4)": 2, "ROUND(1/3,15)": 0.333333333333333, "ROUND(1.5,300)": 1.5,
    "ROUNDDOWN(-1.29,1)": -1.2, "ROUNDUP(1.21,1)": 1.3, "ROUNDUP(-1.21,1)": -1.3, "ROUNDDOWN(1.29,1)": 1.2,
    "MROUND(1.3,0.5)": 1.5, "MROUND(-7,-2)": -8, "MROUND(3,0)": 0, "CEILING(2.1,0.5)": 2.5, "CEILING(0.3,0.1)": 0.3,
    "FLOOR(2.9,0.5)": 2.5, "FLOOR(0.3,0.1)": 0.3, "CEILING(2.1)": 3, "FLOOR(0,1)": 0,
    "MOD(7,3)": 1, "MOD(-7,3)": 2, "MOD(7,0)": "#DIV/0!", "SIGN(-3)": -1, "SIGN(0)": 0, "SIGN(4)": 1,
    "SQRT(16)": 4, "SQRT(-1)": "#NUM!", "POWER(2,10)": 1024, "EXP(1)": math.e, "EXP(1000)": "#NUM!", "PI()": math.pi,
    "LOG10(1000)": 3, "LN(A1)": math.log(2), "LOG(8,2)": 3, "LOG(100)": 2, "LOG(0)": "#NUM!",
}
CHOICES = {
    'IF(A1>1,"yes","no")': "yes", 'IF(A1>5,"yes","no")': "no", "IF(A1>5,1)": False, "IF(A1>1,,2)": 0, "IF(A9,1,2)": 2,
    "IF(TRUE(),1,2)": 1, "IF(FALSE(),1,2)": 2, "IF(B1,1,2)": "#VALUE!", "IF(A1>1,3,1/0)": 3, "IF(D1,1,2)": "#DIV/0!",
    "TRUE()": True, "FALSE()": False, "TRUE": True, "FALSE": False,
    "IFERROR(1/0,7)": 7, "IFERROR(A1,7)": 2, "_xlfn.IFNA(MATCH(9,A1:A5,0),5)": 5, "_xlfn.IFNA(1/0,5)": "#DIV/0!",
    "_xlfn.IFNA(A1,5)": 2, "_xlfn.IFS(A1>5,1,A1>1,2)": 2, "_xlfn.IFS(A1>1,1,A1>0,2)": 1, "_xlfn.IFS(A1>5,1)": "#N/A",
    "_xlfn.SWITCH(A1,1,10,2,20,30)": 20, "_xlfn.SWITCH(A1,1,10,30)": 30, "_xlfn.SWITCH(A1,1,10,3,30)": "#N/A",
    "CHOOSE(2,10,20,30)": 20, "CHOOSE(3,10,20,30)": 30, "CHOOSE(4,10,20,30)": "#VALUE!", "CHOOSE(0,10)": "#VALUE!",
    "AND(A1>1,A2>1)": False, "AND(A1,A2)": True, "AND(A1:A5)": False, "AND(A1:B3)": True, "OR(A1>5,A2>5)": False,
    "OR(A1>5,A2<0)": True, "OR(A1:A5)": True, "AND(D1:D2)": "#DIV/0!", "NOT(A1>1)": False, "NOT(0)": True,
    "ISNUMBER(A1)": True, "ISNUMBER(B1)": False, "ISNUMBER(D1)": False, "ISNUMBER(A1>1)": False, "ISTEXT(B1)": True,
    "ISTEXT(A1)": False, "ISTEXT(1/0)": False, "ISBLANK(A9)": True, "ISBLANK(A1)": False, "ISERROR(1/0)": True,
    "ISERROR(A1)": False, "ISERR(1/0)": True, "ISERR(D3)": False, "ISERR(A1)": False, "ISNA(D3)": True,
    "ISNA(1/0)": False,
    "N(B1)": 0, "N(A1)": 2, "N(A1>1)": 1, "NA()": "#N/A",
}
TEXTS = {
    'CONCATENATE("a",A1,B1)': "a2text", "_xlfn.CONCAT(A1,B1:B2)": "2textx", "LEFT(B1,2)": "te", "LEFT(B1)": "t",
    "LEFT(B1,0)": "", "LEFT(B1,-1)": "#VALUE!", "RIGHT(B1,3)": "ext", "RIGHT(B1,9)": "text", "RIGHT(B1)": "t",
    "MID(B1,2,2)": "ex", "MID(B1,1,1)": "t", "MID(B1,0,2)": "#VALUE!", "LEN(B1)": 4, 'TRIM("  a   b ")': "a b",
    "UPPER(B1)": "TEXT", 'LOWER("ABC")': "abc", 'VALUE("12")': 12, 'VALUE("-3")': -3, 'VALUE("x")': "#VALUE!",
}
SEARCHES = {
    "INDEX(A1:A5,3)": 3.5, "INDEX(A1:B5,2,2)": "x", "INDEX(A1:A5,9)": "#REF!", "INDEX(A1:A5,5)": 0,
    "INDEX(A1:A5,6)": "#REF!",
    "INDEX(K1:N1,3)": 3, "INDEX(K1:N1,1,2)": 2, "INDEX(K1:N1,5)": "#REF!", "INDEX(A1:B5,6,1)": "#REF!",
    "INDEX(A1:B5,1,3)": "#REF!", "INDEX(D1:D3,1)": "#DIV/0!", "INDEX(A1:A5*2,3)": 7, "INDEX(K1:N1*2,3)": 6,
    "INDEX(K1:N2*2,2,3)": 60, "INDEX(A1:A5*2,3,1)": 7, "INDEX(A1:A5*2,6)": "#REF!", "INDEX(K1:N2*2,2,5)": "#REF!",
    "MATCH(3.5,A1:A5,0)": 3, "MATCH(2,A1:A5,0)": 1, "MATCH(99,A1:A5,0)": "#N/A", 'MATCH("TEXT",B1:B5,0)': 1,
    'MATCH("y",B1:B5,0)': 5, "MATCH(2,K1:N1,0)": 2, "MATCH(2,A1:B5,0)": "#N/A", "INDEX(A1:A5,MATCH(3.5,A1:A5,0))": 3.5,
    "MATCH(A9,K1:N1,0)": "#N/A", "IFERROR(MATCH(9,A1:A5,0),0)": 0,
    # by order in 0, 50, 76, 100, and falling in 100, 50, 24, 0
    "MATCH(75,G1:G4)": 2, "MATCH(76,G1:G4,1)": 3, "MATCH(-1,G1:G4)": "#N/A", "MATCH(101,G1:G4)": 4, "MATCH(0,G1:G4)": 1,
    "MATCH(75,I1:I4,-1)": 1, "MATCH(50,I1:I4,-1)": 2, "MATCH(101,I1:I4,-1)": "#N/A", "MATCH(-5,I1:I4,-1)": 4,
    "VLOOKUP(75,G1:H4,2)": 0, "VLOOKUP(76,G1:H4,2,TRUE())": 200, "VLOOKUP(1000,G1:H4,2,1)": 800,
    "VLOOKUP(-1,G1:H4,2)": "#N/A", "VLOOKUP(75,G1:H4,2,0)": "#N/A", "VLOOKUP(76,G1:H4,2,)": 200,
    "VLOOKUP(76,G1:H4,2,FALSE)": 200,
    "VLOOKUP(50,G1:H4,3)": "#REF!", "VLOOKUP(50,G1:H4,0)": "#VALUE!", "VLOOKUP(50,G1:H4,1)": 50,
    "VLOOKUP(2,A1:B5,2,FALSE)": "text", "LOOKUP(60,G1:G4,H1:H4)": 0, "LOOKUP(60,G1:G4)": 50,
    "LOOKUP(9,K1:N1,K2:N2)": 40,
    "HLOOKUP(2.5,K1:N2,2)": 20, "HLOOKUP(3,K1:N2,2,FALSE)": 30, "HLOOKUP(3,K1:N2,3)": "#REF!",
    "INDEX(K1:N2,2,MATCH(3,K1:N1))": 30,
    "_xlfn.XLOOKUP(3,K1:N1,K2:N2)": 30, "_xlfn.XLOOKUP(9,K1:N1,K2:N2)": "#N/A", "_xlfn.XLOOKUP(9,K1:N1,K2:N2,-1)": -1,
    "_xlfn.XLOOKUP(3,K1:N1,K2:N2,0,0,1)": 30, "_xlfn.XLOOKUP(9,K1:N1,K2:N2,,0)": "#N/A",
    "_xlfn.XLOOKUP(9,K1:N1,K2:N2,-1,0,1)": -1, "_xlfn.XLOOKUP(9,K1:N1,K2:N2,,0,1)": "#N/A",
}
CONDITIONS = {
    "COUNTIF(A1:A5,2)": 2, 'COUNTIF(A1:A5,">2")': 1, 'COUNTIF(A1:A5,">=2")': 3, 'COUNTIF(A1:A5,"<2")': 2,
    'COUNTIF(A1:A5,"<=2")': 4, 'COUNTIF(A1:A5,"<=0")': 2, 'COUNTIF(A1:A5,"2")': 2, 'COUNTIF(A1:A5,"=3.5")': 1,
    'COUNTIF(B1:B5,"text")': 2, 'COUNTIF(B1:B5,"x")': 1, 'COUNTIF(A1:B5,"<>2")': 8, "COUNTIF(A1,2)": 1,
    "COUNTIF(D1:D3,5)": 1,
    'SUMIF(A1:A5,">1")': 7.5, "SUMIF(A1:A5,2,A1:A5)": 4, 'SUMIF(B1:B5,"<>text",A1:A5)': 2.5, "SUMIF(D1:D3,5)": 5,
    'COUNTIFS(A1:A5,">0",A1:A5,"<3")': 2, 'SUMIFS(A1:A5,A1:A5,">0",B1:B5,"text")': 4, 'AVERAGEIF(A1:A5,">0")': 2.5,
    'AVERAGEIF(B1:B5,"text",A1:A5)': 2, 'AVERAGEIFS(A1:A5,A1:A5,">0",A1:A5,"<3")': 2,
    'AVERAGEIF(A1:A5,">99")': "#DIV/0!",
    '_xlfn.MAXIFS(A1:A5,A1:A5,"<3")': 2, '_xlfn.MINIFS(A1:A5,A1:A5,">0")': 2, '_xlfn.MAXIFS(A1:A5,A1:A5,">9")': 0,
    '_xlfn.MINIFS(A1:A5,A1:A5,">9")': 0, "SUMPRODUCT(COUNTIF(A1:A5,A1:A3),A1:A3)": 6.5,  # 2·2 - 1·1 + 1·3.5
    'SUMIF(A1:A3,"<>9",D1:D3)': "#DIV/0!",
}
EXPRESSIONS = {
    **ARITHMETIC, **COMPARISONS, **SUMS, **NUMBERS, **CHOICES, **TEXTS, **SEARCHES, **CONDITIONS,
}
NOT_EVALUATED = (
    "OFFSET(A1,1,0)", "SUM(name)", "{1,2}", "SUM(A1:A5", "SQRT()", "SQRT(1,2)", "IF()", "VLOOKUP(1)", "A1:A5", "0^0",
    "(1+2", "1+", "FOO(1)", "MATCH(1,A1:A5)", "INT(0.57*100)", "MROUND(-7,2)",
    "FLOOR(-1,2)", "CEILING(1,-1)", "CEILING(1,0)", "ROUND(1,301)", "INDEX(A1:B5,0,1)", "INDEX(A1:B5,1,0)",
    'MATCH("t*",B1:B5,0)',
    'MATCH("a",B1:B5)', "MATCH(A9,A1:A5,0)", "MATCH(75,G1:G4,-1)", 'COUNTIF(B1:B5,"t*")', 'COUNTIF(B1:B5,"")',
    'COUNTIF(A1:A5,">1,5")', "SUMIF(A1:A5,2,B1:B3)", 'VALUE("1.5")', "SUM(A1:XFD99)",
    "_xlfn.XLOOKUP(1,K1:N1,K2:N2,0,-1)",
    "_xlfn.XLOOKUP(1,K1:N1,K2:N2,0,1)", "_xlfn.XLOOKUP(1,K1:N1,K2:N2,0,0,2)", "MATCH(75,D1:D3)", "ISNUMBER(A1:A2)",
)


@pytest.fixture(scope="module")
def value_of(tmp_path_factory):
    """What the cell of an expression holds after a recalculation."""
    path = tmp_path_factory.mktemp("values") / "expressions.xlsx"
    texts = [*EXPRESSIONS, *NOT_EVALUATED]
    book = openpyxl.Workbook()
    sheet, other = book.active, book.create_sheet("Other")
    sheet.title = "S"
    cells = {
        "A": (2, -1, 3.5, 2, 0), "B": ("text", "x", None, "Text", "y"), "C": ("=A1*2", "=C1+C3", "=SUM(C1,A1:A5)"),
        "D": ("=1/0", 5, "=NA()"), "F": [f"={text}" for text in texts], "G": (0, 50, 76, 100), "H": (-800, 0, 200, 800),
        "I": (100, 50, 24, 0), "K": (1, 10), "L": (2, 20), "M": (3, 30), "N": (4, 40),
    }
    for letter, column in cells.items():
        for row, value in enumerate(column, 1):
            sheet[f"{letter}{row}"] = value
    for row in range(1, 6):
        other[f"A{row}"] = sheet[f"A{row}"].value * 10
    book.save(path)
    recalculation = Recalculation(BookCells(open_grids(path, path.read_bytes())))
    return lambda text: recalculation.value("S", position_of(f"F{texts.index(text) + 1}"))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_gives(value_of, expression):
    expected, found = EXPRESSIONS[expression], value_of(expression)
    if isinstance(expected, bool | str):
        assert found == expected
        assert isinstance(found, bool | str)
    else:
        assert isinstance(found, float | int)
        assert float(found) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("expression", NOT_EVALUATED)
def test_what_is_not_known_is_not_guessed(value_of, expression):
    with pytest.raises(NotEvaluated):
        value_of(expression)
