"""Where reading a sheet has a limit, from both sides: how many, how much, whose cell it is, and what is said of it."""

import dataclasses

import openpyxl
import pandas as pd
import pytest
from made.making import RANKED, changed, workbook
from made.making_sheets import Made
from made.reading_sheets import GIVEN, audit_of, remarks_of, rows_of, table_of
from made.tables import ROOT, video, video_rows
from made.village import village

from pipeline.audit import run
from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file, audit_table
from pipeline.audit.sheet.numbers import Number, in_per_cent, number_at, thousands_sign
from pipeline.audit.sheet.reading import sheet_title
from pipeline.audit.sheet.stated import some
from pipeline.method.settings import Settings, with_values
from pipeline.readers import read_event
from pipeline.readers.grid import Grid

EVENT = ROOT / "input" / "video.xlsx"
FIDE = {"dp": "fide", "c": "field", "start": "performance"}
VILLAGE = with_values(
    Settings(), {"dp": "fide", "c": "opponents", "start": "performance", "unrated": 1400}, "command line"
)
VILLAGERS = [f"Player {no}" for no in range(1, 7)]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    """Reads the events without a process of their own, which takes seconds and has its own tests."""
    monkeypatch.setattr(run, "read_event", lambda path, limits, hints, isolated: read_event(path, limits, hints))


def verdicts(audit, column):
    """Verdicts of a column by player's number, of the cells that have one."""
    return {cell.position + 1: cell.verdict for cell in audit.cells if cell.column == column}


# Players without a rating or a game

def of_the_village(heading, values):
    """The audit of one column beside the village's names; player 6 has no rating."""
    rows = [["No.", "Name", heading, "Ra"]]
    averages = (1700, 1700, 1800, 1775, 1700, 1800)
    rows += [[no, f"Player {no}", value, ra] for no, value, ra in zip(range(1, 7), values, averages, strict=True)]
    return audit_of(rows, village().event(), VILLAGE)


@pytest.mark.parametrize(
    ("stated", "verdict"), [(0, None), (None, None), (-1, None), (1400, "ok"), (1, "wrong"), (1500, "wrong")]
)
def test_the_rating_cell_of_an_unrated_player_is_judged_only_if_it_holds_one(stated, verdict):
    audit = of_the_village("Rating", (2000, 1900, 1800, 1700, 1600, stated))
    assert verdicts(audit, "rating").get(6) == verdict
    assert len(verdicts(audit, "rating")) == 5 + (verdict is not None)


@pytest.mark.parametrize(("stated", "verdict"), [(0, "wrong"), (None, "missing"), (1601, "wrong")])
def test_the_rating_cell_of_a_rated_player_is_always_judged(stated, verdict):
    audit = of_the_village("Rating", (2000, 1900, 1800, 1700, stated, None))
    assert verdicts(audit, "rating") == {1: "ok", 2: "ok", 3: "ok", 4: "ok", 5: verdict}


def visited():
    """Two who play each other, and a third who only has a bye."""
    return Made([2000.0, 1900.0, 1800.0], 1, [(1, 1, 2, "w"), (2, 1, 1, "l"), (3, 1, None, "full-bye")]).event()


def test_a_player_without_a_game_needs_no_row_and_no_number():
    two = [["No.", "Name", "Ra", "dp"], [1, "Player 1", 1900, 800], [2, "Player 2", 2000, -800]]
    assert audit_of(two, visited(), VILLAGE).remarks == ()
    audit = audit_of([*two, [3, "Player 3", None, None]], visited(), VILLAGE)
    assert audit.remarks == ()
    assert audit.summary["ok"] == len(audit.cells) == 4
    audit = audit_of([*two, [3, "Player 3", 1500, 0]], visited(), VILLAGE)
    assert remarks_of(audit) == {"no_game_values": {"count": 2, "cells": "C4, D4"}}
    assert audit.summary["ok"] == len(audit.cells) == 4


def test_minus_c_in_the_rp_of_a_player_without_a_game_is_known():
    """1 beats 2, 1 and 3 draw, 2 beats 3 twice, 4 has a bye.

    dp are 193 (1.5 of 2), 125 (2 of 3) and -273 (0.5 of 3: 17 %), and c over the field (2·193 + 3·125 - 3·273) / 8 =
    -7.25, so -c is 7.25. RP from the ratings 2000, 1900, 1800, with ĉ 200.25, 132.25 and -265.75: RP1 = (RP2 + RP3)/2 +
    200.25, RP2 = (RP1 + 2·RP3)/3 + 132.25, and 2·RP1 + 3·RP2 + 3·RP3 = 2·2000 + 3·1900 + 3·1800 = 15100.
    """
    entries = [
        (1, 1, 2, "w"), (1, 2, 3, "d"), (2, 1, 1, "l"), (2, 3, 3, "w"), (2, 4, 3, "w"),
        (3, 2, 1, "d"), (3, 3, 2, "l"), (3, 4, 2, "l"), (4, 1, None, "full-bye"),
    ]
    event = Made([2000.0, 1900.0, 1800.0, 1700.0], 4, entries).event()
    settings = with_values(Settings(), {"dp": "fide", "c": "field", "start": "rating"}, "command line")
    # RP2 + RP3 = 2·RP1 - 400.5, so 8·RP1 = 15100 + 1201.5; RP2 - RP3·2/3 = RP1/3 + 132.25
    rp1 = (15100 + 1201.5) / 8  # 2037.6875
    rp3 = (2 * rp1 - 400.5 - rp1 / 3 - 132.25) * 3 / 5  # 1718.0375
    limits = [rp1, 2 * rp1 - 400.5 - rp3, rp3]
    for shown, known in ((7.25, True), (7.26, True), (7.24, True), (7.27, False), (-7.25, False)):
        rows = [["No.", "Name", "RP"], *([no, f"Player {no}", round(v, 2)] for no, v in enumerate(limits, 1))]
        audit = audit_of([*rows, [4, "Player 4", shown]], event, settings)
        assert [cell.verdict for cell in audit.cells] == ["ok"] * 3
        expected = (
            {"no_game_minus_c": {"count": 1, "value": f"{shown:g}", "cells": "C5"}} if known
            else {"no_game_values": {"count": 1, "cells": "C5"}}
        )
        assert remarks_of(audit) == expected, shown


# One cell for several players

@pytest.mark.parametrize("column", ["dp", "c_hat", "iteration_1"])
def test_one_filled_cell_of_another_column_than_c_is_its_players_alone(column):
    table = rows_of("Ra", column)
    for row in table[2:]:
        row[3] = None
    audit = audit_of(table, video())
    assert verdicts(audit, column) == {1: "ok", **dict.fromkeys(range(2, 9), "missing")}
    assert "c_once" not in remarks_of(audit)


def test_two_filled_cells_of_c_are_their_players_alone():
    table = rows_of("dp", "c")
    for row in table[3:]:
        row[3] = None
    audit = audit_of(table, video())
    assert verdicts(audit, "c") == {1: "ok", 2: "ok", **dict.fromkeys(range(3, 9), "missing")}


def test_of_those_who_share_a_cell_the_worst_off_is_named():
    """The performances of A and B are 1996 and 1855.5: one of them stands in a cell for both."""
    for stated, player, expected in ((1996, "Player B", 1855.5), (1855.5, "Player A", 1996)):
        table = rows_of("Ra", "dp", "performance")
        table[1][4], table[2][4] = stated, None
        audit = audit_table(table_of(table, video(), merged=((1, 4, 2, 4),)), video(), GIVEN)
        [wrong] = audit.findings
        assert (wrong.spot.cell, wrong.player, wrong.verdict, wrong.expected) == ("E2", player, "wrong", expected)
        assert len([cell for cell in audit.cells if cell.column == "performance"]) == 7


def test_of_two_who_are_wrong_in_a_shared_cell_the_first_is_named():
    table = rows_of("Ra", "dp", "performance")
    table[1][4], table[2][4] = 1000, None
    [wrong] = audit_table(table_of(table, video(), merged=((1, 4, 2, 4),)), video(), GIVEN).findings
    assert (wrong.spot.cell, wrong.player) == ("E2", "Player A")


def test_cells_merged_across_or_with_the_heading_are_nobody_elses():
    """A block of one row, and one that begins with the heading, give nobody another's number."""
    table = rows_of("Ra", "dp")
    found = table_of(table, video(), merged=((2, 2, 2, 3), (0, 3, 1, 3)))
    assert found.columns["dp"].values.tolist() == table_of(table, video()).columns["dp"].values.tolist()
    assert [spot.cell for spot in found.columns["dp"].spots] == [f"D{row}" for row in range(2, 10)]


# How many are named

def test_six_are_named_and_more_are_counted():
    six = [f"A{row}" for row in range(1, 7)]
    assert some(six) == "A1, A2, A3, A4, A5, A6"
    assert some([*six, "A7"], "; ") == "A1; A2; A3; A4; A5; A6; …"


@pytest.mark.parametrize(("count", "end"), [(6, ""), (7, "; …")])
def test_so_many_rows_of_nobody_are_named(count, end):
    strangers = [[20 + i, f"Stranger {'ABCDEFG'[i]}", 1500] for i in range(count)]
    said = remarks_of(table_of([*rows_of("Ra"), *strangers], video()))["rows_of_nobody"]
    named = [f"B{10 + i} “Stranger {'ABCDEFG'[i]}”" for i in range(min(count, 6))]
    assert said == {"count": count, "rows": "; ".join(named) + end}


# Columns that aren't judged

@pytest.mark.parametrize(("filled", "is_said"), [(3, False), (4, True), (8, True)])
def test_a_column_without_a_heading_is_scratch_paper_unless_half_filled(filled, is_said):
    table = rows_of("Ra")
    for i, row in enumerate(table):
        row.append(None if i == 0 or i > filled else 7.5)
    remarks = remarks_of(table_of(table, video()))
    assert remarks == ({"columns_unread": {"count": 1, "columns": "D", "headings": "—"}} if is_said else {})


def test_a_column_with_a_heading_is_said_with_one_number_and_not_without():
    table = rows_of("Ra", "dp", headings=("Ra", "dp"))
    for i, row in enumerate(table):
        row += ["Otra", "Nota"] if i == 0 else [1 if i == 1 else None, "bien"]
    found = remarks_of(table_of(table, video()))
    assert found == {"columns_unread": {"count": 1, "columns": "E", "headings": "“Otra”"}}


@pytest.mark.parametrize(("count", "end"), [(8, ""), (9, ", …")])
def test_so_many_headings_of_unread_columns_are_named(count, end):
    table = rows_of("Ra")
    for i, row in enumerate(table):
        row += [f"Otra {'ABCDEFGHI'[k]}" if i == 0 else k for k in range(count)]
    said = remarks_of(table_of(table, video()))["columns_unread"]
    assert said["headings"] == ", ".join(f"“Otra {letter}”" for letter in "ABCDEFGH") + end
    assert said["columns"] == f"D–{'DEFGHIJKL'[count - 1]}"


def test_columns_apart_are_named_apart():
    table = rows_of("Ra", "dp", "c", headings=("Uno", "dp", "Dos"))
    for i, row in enumerate(table):
        row += ["Ra", "Tres", "Cuatro"] if i == 0 else [1700, 3, 4]
    assert remarks_of(table_of(table, video()))["columns_unread"]["columns"] == "C, E, G–H"


def test_two_columns_with_one_heading():
    table = rows_of("Ra", "dp", "dp", headings=("Ra", "dp", "dp"))
    audit = audit_of(table, video())
    assert remarks_of(audit)["heading_twice"] == {"heading": "dp", "cell": "E1"}
    assert {cell.spot.cell[0] for cell in audit.cells} == {"C", "D"}
    assert "column “dp”" in words("en").master(audit)


# Several sheets

def two_sheets(path, *of_second, second=None, sheet="Results"):
    first = rows_of("Ra", "dp", "c", "c_hat", headings=("Ra", "dp", "c", "ĉ"))
    return workbook(path, first, sheet="Steps", **{sheet: second or rows_of(*of_second)})


@pytest.mark.parametrize(("columns", "apart"), [(("Ra", "dp"), False), (("Ra", "dp", "c"), True), (("Ra",), False)])
def test_a_sheet_with_more_than_half_of_the_steps_is_one_of_its_own(tmp_path, columns, apart):
    """The first sheet has four steps."""
    audit = audit_file(two_sheets(tmp_path / "hand.xlsx", *columns), FIDE, EVENT)[0]
    assert ("sheet_apart" in remarks_of(audit)) == apart
    assert audit.agrees
    assert len(audit.cells) == 8 * (4 + len(columns))


def test_columns_that_only_another_sheet_has_are_added_with_their_sums(tmp_path):
    second = rows_of("Ra", "performance")
    second += [[None, "Suma", 13582, 13590]]  # dp add up to 8
    audit = audit_file(two_sheets(tmp_path / "hand.xlsx", second=second), FIDE, EVENT)[0]
    sums = {(cell.column, cell.verdict) for cell in audit.cells if cell.position < 0}
    assert sums == {("performance", "ok")}
    assert audit.agrees


@pytest.mark.parametrize("stated", [-87, -95])
def test_a_second_row_of_a_player_on_a_sheet_apart_is_judged(tmp_path, stated):
    second = rows_of("Ra", "dp", "c", headings=("Ra", "dp", "c"))
    second.append([4, "Player D", 1832.5, stated, 0.94])
    audit = audit_file(two_sheets(tmp_path / "hand.xlsx", second=second), FIDE, EVENT)[0]
    last = [(cell.spot.cell, cell.verdict) for cell in audit.cells if cell.spot.sheet == "Results" and cell.table > 1]
    assert last == [("C10", "ok"), ("D10", "ok" if stated == -87 else "wrong"), ("E10", "ok")]


# Points counted otherwise

@pytest.mark.parametrize(("differing", "judged"), [(1, True), (2, False)])
def test_points_are_judged_unless_more_than_a_fifth_differ(tmp_path, differing, judged):
    """One of five is a fifth."""
    table = changed(RANKED, {(row, 8): 9 for row in range(4, 4 + differing)})
    table[3] = [*table[3], "dp"]
    for row, dp in enumerate([193, 0, 125, -800, -193], start=4):
        table[row] = [*table[row], dp]
    audit = audit_file(workbook(tmp_path / "hand.xlsx", table), {})[0]
    assert bool([cell for cell in audit.cells if cell.column == "score"]) == judged
    assert remarks_of(audit).get("points_differ", {}).get("count") == (None if judged else differing)


# Texts

def test_a_text_stays_a_text_beside_a_formula_that_cant_be_judged(tmp_path):
    rows = rows_of("Ra", "performance")
    rows[2][3], rows[3][3] = "=OFFSET(C3,0,0)+193", "see below"
    audit = audit_file(workbook(tmp_path / "hand.xlsx", rows), FIDE, EVENT)[0]
    assert remarks_of(audit)["no_stored_value"] == {"count": 1, "cells": "D3"}
    [cell] = audit.findings
    assert (cell.spot.cell, cell.stated, cell.verdict) == ("D4", "see below", "missing")
    assert [fit.name for fit in cell.causes] == ["not_a_number"]
    assert len(audit.cells) == 15


def test_a_strangers_row_that_holds_a_formula_alone_is_said(tmp_path):
    rows = [*rows_of("Ra", "performance"), [20, "Stranger", None, "=OFFSET(C3,0,0)"]]
    audit = audit_file(workbook(tmp_path / "hand.xlsx", rows), FIDE, EVENT)[0]
    assert remarks_of(audit)["rows_of_nobody"] == {"count": 1, "rows": "B10 “Stranger”"}


def test_a_sum_that_is_a_text_is_missing_and_the_label_again_is_none():
    table = rows_of("Ra", "dp", headings=("Ra", "dp"))
    for text, found in (("?", [("C10", "missing", "?")]), ("Suma", [])):
        sums = audit_of([*table, [None, "Suma", text, 8]], video())
        assert [(c.spot.cell, c.verdict, c.stated) for c in sums.findings if c.column == "Ra"] == found


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("7½", Number(7.5, 1)), ("7x", Number(7.5, 1)), ("12,50", Number(12.5, 2)), ("-3.", Number(-3.0, 0)),
        ("1 756,5", Number(1756.5, 1)), ("1,940.49", Number(1940.49, 2)), ("1.940,49", Number(1940.49, 2)),
        ("−3.5", Number(-3.5, 1)), ("1.5e3", Number(1500.0, 0)), ("–", Number()), ("N/A", Number()), ("  ", Number()),
        ("abc", Number(text="abc")), (True, Number(text="TRUE")), (float("inf"), Number(text="inf")), (5, Number(5.0)),
    ],
)
def test_what_a_cell_holds(written, expected):
    found = number_at(written)
    assert found.value == expected.value and found.decimals == expected.decimals
    assert bool(found.text) == bool(expected.text)


def test_parts_of_one_are_percentages_unless_one_is_larger():
    for values, expected in (([0.5, 1.0], [50.0, 100.0]), ([0.5, 1.01], [0.5, 1.01]), ([-1.0, 0.0], [-100.0, 0.0])):
        found, decimals = in_per_cent(pd.Series(values).to_numpy(), pd.Series([3, 2]).to_numpy())
        assert found.tolist() == expected
        assert decimals.tolist() == ([3, 2] if expected == values else [1, 0])


def test_a_number_below_a_hundred_among_thousands_is_no_rating():
    assert [thousands_sign(["1.756", number]) for number in (99.9, 100, -100)] == ["", ".", "."]


# Names of sheets

def test_a_text_files_sheet_is_named_after_it(tmp_path):
    grid = Grid("", lambda: [], None, False)
    for stem, title in (("hand", "hand"), ("a[1]*b", "a 1  b"), ("n" * 40, "n" * 31), ("'x'", "x"), ("[]", "Sheet")):
        assert sheet_title(tmp_path / f"{stem}.csv", grid) == title
    assert sheet_title(tmp_path / "hand.xlsx", dataclasses.replace(grid, sheet="Mine")) == "Mine"


def test_a_number_stored_as_text_is_said_and_percentages_with_their_mark_are_not(tmp_path):
    rows = video_rows()
    rows[0] += ["%", "dp"]
    stated = zip((80, 75, 75, 37.5, 62.5, 20, 25, 25), (240, 193, 193, -87, 95, -240, -193, -193), strict=True)
    for row, (per_cent, dp) in zip(rows[1:], stated, strict=True):
        row += [f"{per_cent}%", dp]
    rows[2][-1] = "193"
    path = tmp_path / "hand.xlsx"
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    audit = audit_file(path, FIDE)[0]
    assert remarks_of(audit)["numbers_as_text"] == {"count": 1, "cells": "O3"}
    assert audit.agrees
