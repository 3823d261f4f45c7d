"""The limits of what is said of formulas, from both sides: majorities, ranges, slips, rows, decimals that are claimed.

The sheet is that of formula_sheets.py: Ra in N, dp in O, c in P (over the field, 16/17), ĉ in Q, the performance in S,
iteration 1 in T, games in U, players in rows 2 to 9 and the sum of the performances in S10.
"""

import pytest
from made.formula_sheets import C_OF_FIELD, GOLDEN_PERFORMANCE, audited, average, details, findings, opponents
from made.tables import video_columns

from pipeline.audit.formulas.audited import same
from pipeline.audit.formulas.engine.shape import parsed
from pipeline.audit.report.words import words

COLUMNS = video_columns("fide", "field")
C = 16 / 17


def c_of(text):
    """c of A by this formula, and ĉ from it: 240 + 193 + 193 - 87 + 95 - 240 - 193 - 193 is 8, over 8 it is 1."""
    return {"P2": (text, 1.0), "Q2": ("=O2-P2", 239.0)}


# Which formulas round

@pytest.mark.parametrize(
    "text",
    [
        "=AVERAGE(O2:O9)*2*0.5", "=AVERAGE(O2:O9)*1.5/1.5", "=SUM(O2:O9)/8", "=IF(A2>0,AVERAGE(O2:O9),0)",
        "=IFERROR(AVERAGE(O2:O9),0)", "=AVERAGE(O2:O9)+0*W1", "=AVERAGE(O2:O9)+0*W3", "=AVERAGE(O2:O9)+0*W4",
    ],
)
def test_such_a_formula_rounds_nothing_and_claims_all_decimals(tmp_path, text):
    """W1 is whole, W3 blank, W4 a formula of whole numbers; what is rounded stands only below and beside them."""
    beside = {"W1": (3, None), "W4": ("=W1*2", 6.0), "W2": (0.94, None), "X1": (0.94, None), "W5": (0.94, None)}
    assert findings(audited(tmp_path, {**c_of(text), **beside}))["P2"][0] == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        "=AVERAGE(O2:O9)*1.25*0.8", "=ROUND(AVERAGE(O2:O9),3)", "=INT(AVERAGE(O2:O9))", "=TRUNC(AVERAGE(O2:O9))",
        "=CEILING(AVERAGE(O2:O9),1)", "=ROUNDUP(AVERAGE(O2:O9),0)", "=VALUE(AVERAGE(O2:O9))", "=AVERAGE(O2:O9)+0*W2",
        "=AVERAGE(O2:O9)+0*W5", "=AVERAGE(O2:O9)+0*SUM(W1:W5)", "=FLOOR(AVERAGE(O2:O9),0.5)",
        "=AVERAGE(O2:O9)+0*OFFSET(W1,0,0)",
        "=AVERAGE(O2:O9)+0*W6", "=W7",
    ],
)
def test_such_a_formula_may_have_been_rounded(tmp_path, text):
    """W2 is a rounded number, W5 one that follows from it, W6 a circle of formulas, and W7 is taken over."""
    beside = {"W1": (3, None), "W2": (0.94, None), "W5": ("=W2*1", 0.94),
              "W6": ("=W6+0", 0.0), "W7": ("=SUM(O2:O9)/8", 1.0)}
    assert findings(audited(tmp_path, {**c_of(text), **beside}))["P2"][0] == "rounding"


@pytest.mark.parametrize(("length", "verdict"), [(49, "wrong"), (50, "wrong"), (51, "rounding"), (60, "rounding")])
def test_a_chain_of_formulas_is_followed_so_far(tmp_path, length, verdict):
    """The first cell of the chain is the formula's own next; the last one holds a whole number."""
    chain = {f"X{row}": (f"=X{row + 1}+0", 0.0) for row in range(1, length)} | {f"X{length}": (0, None)}
    audit = audited(tmp_path, {**chain, **c_of("=AVERAGE(O2:O9)+X1")})
    assert findings(audit)["P2"][0] == verdict


@pytest.mark.parametrize(("rows", "verdict"), [(1999, "wrong"), (2000, "wrong"), (2001, "rounding")])
def test_so_many_cells_beside_the_table_are_looked_into(tmp_path, rows, verdict):
    audit = audited(tmp_path, c_of(f"=AVERAGE(O2:O9)+SUM(X1:X{rows})"))
    assert findings(audit)["P2"][0] == verdict


def test_cells_of_the_table_itself_are_judged_there(tmp_path):
    """The ratings in C are given, the dp in O stated; both may be rounded, and are right or wrong themselves."""
    given = {**c_of("=AVERAGE(O2:O9)+0*C2"), "C2": (1930.5, None)}
    assert findings(audited(tmp_path, given))["P2"][0] == "wrong"


# Whose range it is

@pytest.mark.parametrize(
    ("block", "name"),
    [
        # the rule is $2:$9; as high, other rows, and going along, whole or only at one end
        ("{0}3:{0}10", "range_slipped"), ("{0}$3:{0}10", "reference_to_wrong_row"),
        ("{0}3:{0}$10", "reference_to_wrong_row"), ("${0}$3:${0}$10", "reference_to_wrong_row"),
        # shorter at one end or both, of one row, higher, beyond both ends
        ("${0}$3:${0}$9", "range_too_short"), ("${0}$2:${0}$8", "range_too_short"),
        ("${0}$4:${0}$4", "range_too_short"),
        ("${0}$3:${0}$8", "range_too_short"), ("{0}5", "range_too_short"), ("${0}$1:${0}$10", "unlike_neighbours"),
        ("${0}$3:${0}$11", "unlike_neighbours"), ("${0}$3:${0}$12", "unlike_neighbours"),
        ("${0}$2:${0}$10", "unlike_neighbours"),
        ("{0}$2:{0}$9", "range_too_short"),
    ],
)
def test_a_range_that_is_unlike_the_others(tmp_path, block, name):
    u, o = block.format("U"), block.format("O")
    text = f"=SUMPRODUCT({u},{o})/SUM({u})"
    found = audited(tmp_path, {"P4": (text, C)})
    if block == "{0}$2:{0}$9":  # the same cells, though not fixed to their column
        assert findings(found) == {"P4": ("ok", ["unlike_neighbours"])}
    else:
        assert findings(found)["P4"][1][0] == name


def test_a_range_of_another_column_or_sheet_is_unlike(tmp_path):
    for ranges in ("$T$2:$T$8,$O$2:$O$8", "Other!$U$2:$U$8,$O$2:$O$8"):
        audit = audited(tmp_path, {"P4": (f"=SUMPRODUCT({ranges})/SUM($U$2:$U$8)", C)})
        assert findings(audit)["P4"][1][0] == "unlike_neighbours"


def test_one_of_two_references_in_another_row_and_one_too_short_is_unlike(tmp_path):
    audit = audited(tmp_path, {"P4": ("=SUMPRODUCT($U$3:$U$10,$O$3:$O$10)/SUM($U$2:$U$8)", C)})
    assert findings(audit)["P4"][1][0] == "unlike_neighbours"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        # four of eight players are half; three may be a sum of their own; all of them, and more
        ("=SUM(S2:S5)", True), ("=SUM(S6:S9)", True), ("=SUM(S2:S4)", False), ("=SUM(S2:S9)", False),
        ("=SUM(S1:S10)", False),
        ("=SUM(S2:S20)", False), ("=SUM(S3:S9)", True), ("=SUM(R2:S8)", False), ("=SUM(W2:W8)", False),
        ("=SUM(Other!S2:S8)", False),
        ("=SUM(Hand!S2:S8)", True), ("=MEDIAN(S2:S8)", False), ("=AVERAGE(S2:S8)*8", True), ("=S2", False),
        ("=SUM(W1:W2)+SUM(S2:S8)", True), ("=MAX(S2:S8)", True), ("=SUMIF(S2:S8,1)", True),
    ],
)
def test_a_sum_over_half_of_the_players_is_too_short(tmp_path, text, short):
    audit = audited(tmp_path, {"S10": (text, sum(GOLDEN_PERFORMANCE))})
    assert details(audit, "range_too_short") == ({"S10": {"formula": text, "expected": "S2:S9"}} if short else {})


def test_a_typed_sum_beside_formulas_is_judged(tmp_path):
    assert findings(audited(tmp_path, {"S10": (sum(GOLDEN_PERFORMANCE), None)})) == {}
    assert findings(audited(tmp_path, {"S10": (1.0, None)})) == {"S10": ("wrong", [])}


@pytest.mark.parametrize(
    ("range_", "short"),
    [
        # with one $, the range grows or shrinks with the row, as that of a running sum does: nothing is wrong here
        ("O$2:O{row}", []), ("O{row}:O$9", []), ("O$2:O$9", []),
        ("O$2:O$5", ["Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9"]), ("O$2:O$4", []), ("O{row}:O{row}", []),
    ],
)
def test_a_range_with_one_fixed_end_is_another_in_each_row(tmp_path, range_, short):
    columns = zip(COLUMNS["dp"], COLUMNS["c_hat"], strict=True)
    cells = {f"Q{row}": (f"=O{row}-P{row}+0*SUM({range_.format(row=row)})", c_hat)
             for row, (_, c_hat) in enumerate(columns, start=2)}
    assert sorted(details(audited(tmp_path, cells), "range_too_short")) == short


def test_where_the_number_is_wrong_a_range_that_grows_is_the_cause(tmp_path):
    """c of A to H is the average of 240; of 240 and 193; … so that only the last one, of all, is 1 = 8/8."""
    dp = COLUMNS["dp"]
    cells = {f"P{row}": (f"=AVERAGE(O$2:O{row})", sum(dp[: row - 1]) / (row - 1)) for row in range(2, 10)}
    audit = audited(tmp_path, cells)
    grown = {f"P{row}": {"formula": f"=AVERAGE(O$2:O{row})", "expected": "$O$2:$O$9"} for row in range(2, 9)}
    assert details(audit, "range_grows") == grown
    assert "range_too_short" not in {fit.name for cell in audit.cells for fit in cell.causes}


def test_who_is_missing_in_a_short_sum_is_told_by_its_range(tmp_path):
    """Games: 5, 4, 4, 4, 4, 5, 4, 4, together 34. Without any of those with 4 it is 30, and the range ends before H."""
    short = {"U10": ("=SUM(U2:U8)", 30.0), "B10": ("Sum", None)}
    [cell] = [cell for cell in audited(tmp_path, short).cells if cell.spot.cell == "U10"]
    assert [(fit.name, fit.details.get("who")) for fit in cell.causes] == [
        ("range_too_short", None), ("sum_left_out", "Player H"),
    ]
    # another number's kind isn't left out: 34/8 is the mean, and its range lacks H, too
    mean = {"U10": ("=AVERAGE(U2:U8)", 4.25), "B10": ("Sum", None)}
    [cell] = [cell for cell in audited(tmp_path, mean).cells if cell.spot.cell == "U10"]
    assert [fit.name for fit in cell.causes] == ["range_too_short", "stale_value", "sum_of_another_kind"]


def test_who_is_missing_is_one_of_several_that_would_explain_it(tmp_path):
    """7 and 8 both have -193 in 4 games, 2 and 3 193: c without 3 is (32 - 772)/30, from rows 2, and 4 to 9 by hand."""
    short = {"P2": (C_OF_FIELD.format(last=8).replace("$2", "$3"), (32 + 772 - 1200) / 25), "Q2": ("=O2-P2", 255.84)}
    [cell] = [cell for cell in audited(tmp_path, short).cells if cell.spot.cell == "P2"]
    assert cell.causes[0].name == "range_too_short"
    assert not {"player_left_out"} & {fit.name for fit in cell.causes}  # two are, and no cause has both


# Majorities

@pytest.mark.parametrize(("formulas", "said"), [(2, 0), (3, 0), (4, 0), (5, 3), (6, 2), (8, 0)])
def test_numbers_are_typed_over_where_more_than_half_are_formulas(tmp_path, formulas, said):
    typed = {f"S{row}": (GOLDEN_PERFORMANCE[row - 2], None) for row in range(2 + formulas, 10)}
    assert len(details(audited(tmp_path, typed), "typed_over_formula")) == said


@pytest.mark.parametrize(("rows", "said"), [(3, 1), (2, 0)])
def test_three_formulas_are_the_least_that_make_a_rule(tmp_path, rows, said):
    """A column with four numbers, or three, of which one is typed."""
    blank = {f"S{row}": (None, None) for row in range(3 + rows, 10)}
    typed = {"S2": (GOLDEN_PERFORMANCE[0], None)}
    assert len(details(audited(tmp_path, {**blank, **typed}), "typed_over_formula")) == said


# Rows

@pytest.mark.parametrize(
    ("cell", "text", "expected"),
    [
        # his own row is no opponent's, and may be named beside them
        ("T2", f"=({average('S', opponents(1))[1:-3]}+S2-S2)/5+Q2", None),
        # A's opponents are B to F, rows 3 to 7; a stranger's row among them, and one too many
        ("T2", "=(S3+S4+S5+S6+S8)/5+Q2", "S7"), ("T2", "=(S3+S4+S5+S6+S7+S8)/5+Q2", "S3, S4, S5, S6, S7"),
        # nobody of them: the formula finds them in another way
        ("T2", "=(S8+S9)/5+Q2", None),
        ("N2", "=(C3+C4+C5+C6+C9)/5", "C7"), ("N2", "=(C3+C4+C5+C6)/4", None),
    ],
)
def test_rows_that_a_formula_names_one_by_one(tmp_path, cell, text, expected):
    audit = audited(tmp_path, {cell: (text, COLUMNS["iteration_1" if cell == "T2" else "Ra"][0])})
    found = details(audit, "reference_to_wrong_row")
    assert found == ({} if expected is None else {cell: {"formula": text, "expected": expected}})


def test_a_formula_in_every_row_that_takes_the_row_above(tmp_path):
    """S3 is N3 + O2, S4 N4 + O3 and so on: all alike, and each takes another player's dp; S2 is unlike them."""
    changes: dict[str, tuple[object, object]] = {}
    for row in range(3, 10):
        changes[f"S{row}"] = f"=N{row}+O{row - 1}", COLUMNS["Ra"][row - 2] + COLUMNS["dp"][row - 3]
    found = details(audited(tmp_path, changes), "reference_to_wrong_row")
    assert {cell: text["expected"] for cell, text in found.items()} == {
        "S2": "=N2+O1", **{f"S{row}": f"O{row}" for row in range(3, 10)},
    }


# Stored values

@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        (1.0, 1.0 + 9e-7, True), (1.0, 1.0 + 1.1e-6, False), (1000.0, 1000.0009, True), (1000.0, 1000.0011, False),
        (-1000.0, -1000.0009, True), (0.0, 9e-7, True), (0.0, 1.1e-6, False), (0.001, 0.001 + 9e-7, True),
        ("a", "a", True), ("a", "b", False), ("", None, True), ("#N/A", "#VALUE!", True), ("#N/A", "", False),
        ("#N/A", 0.0, False), (1.0, "1", False), (None, None, True), (2.0, 1.0, False), (1.0, 2.0, False),
    ],
)
def test_a_stored_value_is_the_same_but_for_floating_point(one, other, are_same):
    assert same(one, other) == are_same


def test_six_functions_that_are_not_calculated_are_named(tmp_path):
    names = ["CELL", "DEGREES", "DOLLAR", "ERF", "GAMMA", "HEX2DEC", "IMREAL"]
    for count in (6, 7):
        changes = {f"S{row}": (f"={names[row - 2]}(1)", GOLDEN_PERFORMANCE[row - 2]) for row in range(2, 2 + count)}
        [remark] = [remark for remark in audited(tmp_path, changes).remarks if remark.name == "not_evaluated"]
        # T's formulas go on with what is stored, and S10, too
        assert remark.details == {"count": count, "functions": ", ".join(names[:6])}


def test_what_would_change_is_counted_in_the_outcome(tmp_path):
    audit = audited(tmp_path, {"S4": ("=N4-O4", 1805.5)})
    stale = len(details(audit, "stale_value"))
    assert stale == 6  # S4, iteration 1 of C's four opponents, and the sum
    assert words("en").master(audit) == (
        "CHECK THE FORMULAS: the 65 numbers are right, 6 cells would change when recalculated"
    )


# Shapes

@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("A1:A5", True), ("A$1:A5", False), ("A1:A$5", False), ("$A$1:$A$5", False), ("$A1:$A5", True),
        ("A1:E1", False),
        ("A1", False), ("A$1:A$5", False),
    ],
)
def test_a_block_of_rows_goes_along_unless_an_end_is_fixed(text, moves):
    [reference] = parsed(text, 0, 0).references
    assert reference.moves == moves


@pytest.mark.parametrize(
    ("text", "row", "column", "there"),
    [
        ("B2", 5, 4, "=D5"), ("$B2", 5, 4, "=$B5"), ("B$2", 5, 4, "=D$2"), ("$B$2", 5, 4, "=$B$2"),
        ("A1", 0, 0, "=#REF!"),
        ("B1", 0, 2, "=#REF!"), ("A2", 2, 0, "=#REF!"), ("B2:C3", 2, 2, "=B2:C3"), ("Other!B2", 3, 3, "=Other!C3"),
        ("'My sheet'!B2", 2, 2, "='My sheet'!B2"), ("B2:$C$3", 3, 3, "=C3:$C$3"),
    ],
)
def test_a_formula_written_for_c3_in_another_cell(text, row, column, there):
    assert parsed(text, 2, 2).a1(row, column) == there


def test_a_block_is_the_same_from_whichever_corner():
    blocks = {parsed(text, 0, 0).references[0].block(1, 1) for text in ("A2:C5", "C5:A2", "A5:C2", "C2:A5")}
    assert blocks == {(2, 1, 5, 3)}
    assert parsed("$B$3", 0, 0).references[0].block(7, 7) == (2, 1, 2, 1)
    assert parsed("A1:B2", 0, 0).references[0].pinned(2, 3).a1(9, 9) == "$D$3:$E$4"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("C3", "R[1]C[1]"), ("$C3", "R[1]C2"), ("C$3", "R2C[1]"), ("$C$3", "R2C2"), ("A1", "R[-1]C[-1]"),
        ("Other!$A1", "'Other'!R[-1]C0"), ("sum(A$1:$B2)+1", "SUM(R0C[-1]:R[0]C1)+1"),
    ],
)
def test_the_shape_of_a_formula_in_b2(text, shape):
    assert parsed(text, 1, 1).shape == shape
