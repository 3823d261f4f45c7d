"""Which numbers an audit reads: thousands, percentages, merged cells, the start, points, several tables."""

import json
import sys

import numpy as np
import openpyxl
import pytest
from made.making import RANKED, changed, workbook
from made.reading_sheets import GIVEN, audit_of, remarks_of, rows_of, table_of
from made.tables import ROOT, video, video_rows, written

from pipeline import cli
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.numbers import Number, in_per_cent, number_at, thousands_sign
from pipeline.commands.audit import make_audit
from pipeline.method.settings import Settings, with_values

EVENT = ROOT / "input" / "video.xlsx"
FIDE = {"dp": "fide", "c": "field", "start": "performance"}


@pytest.fixture
def arpo(tmp_path, monkeypatch, capsys):
    """Runs `arpo audit` in this process; returns exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["arpo", "audit", *map(str, arguments)])
        try:
            cli.main()
        except SystemExit as stop:
            return stop.code or 0, *capsys.readouterr()
        return 0, *capsys.readouterr()

    return run


# Numbers

@pytest.mark.parametrize(
    ("values", "sign"),
    [
        (["1.756", "1.662", "987"], "."), (["1,756", "1,662.5"], ","), (["1.756,50", "1.662"], "."),
        (["1.756", 1662], "."), (["1.756", 1.662], ""), (["1756.5", "1.662"], ""), (["175", "166"], ""),
        (["1.7561", "1.662"], ""), (["1.756", "-"], "."), ([1756.0, None], ""), (["0.756", "1.662"], ""),
    ],
)
def test_a_sign_between_thousands_is_one_for_the_whole_column(values, sign):
    assert thousands_sign(values) == sign


def test_thousands_in_a_column_of_ratings_are_read_and_said():
    table = rows_of("Ra", "dp", "performance")
    for row in table[1:]:
        row[2], row[4] = (f"{int(row[k]) // 1000}.{int(row[k]) % 1000:03d}" for k in (2, 4))
    audit = audit_of(table, video())  # 1662 for 1662.5: rounded down
    assert table[2][2] == "1.662"
    assert audit.agrees
    assert remarks_of(audit)["thousands_read"] == {"heading": "performance", "sign": ".", "text": "1.996",
                                                   "number": "1996"}
    assert audit.judgement.columns["Ra"].stated.values[1] == 1662


def test_a_column_that_holds_no_ratings_has_no_thousands():
    table = rows_of("Ra", "c")
    for row in table[1:]:
        row[3] = "0.938" if row[0] > 1 else "1.938"
    found = table_of(table, video())
    assert found.columns["c"].values[:2].tolist() == [1.938, 0.938]
    assert "thousands_read" not in remarks_of(found)


@pytest.mark.parametrize("write", [
    lambda p: p, lambda p: p / 100, lambda p: f"{p:g}%", lambda p: f"{p:g} %".replace(".", ","),
    lambda p: int(p + 0.5), lambda p: f"{int(p + 0.5)}%",
])
def test_percentages_are_judged_however_they_are_written(write):
    # Points of games: 4/5, 3/4, 3/4, 1.5/4, 2.5/4, 1/5, 1/4, 1/4
    per_cent = [80, 75, 75, 37.5, 62.5, 20, 25, 25]
    table = rows_of("Ra", "dp")
    table[0].insert(2, "%")
    for row, value in zip(table[1:], per_cent, strict=True):
        row.insert(2, write(value))
    audit = audit_of(table, video())
    assert {cell.verdict for cell in audit.cells if cell.column == "per_cent"} == {"ok"}
    assert audit.remarks == ()
    table[2][2] = write(57)
    [wrong] = [cell for cell in audit_of(table, video()).cells if cell.verdict != "ok"]
    assert (wrong.player, wrong.stated, wrong.expected, wrong.verdict) == ("Player B", 57.0, 75.0, "wrong")


def test_a_mark_of_per_cent_belongs_to_percentages_alone():
    assert number_at("75 %").text == "75 %"
    assert number_at("75 %", per_cent=True) == Number(75.0, 0)
    values, decimals = in_per_cent(np.array([0.57, np.nan, 1.0]), np.array([2, 0, 0]))
    assert values[[0, 2]].tolist() == [57.0, 100.0]
    assert decimals.tolist() == [0, 0, 0]


def test_a_summary_of_ratings_states_percentages_with_their_mark(tmp_path):
    rows = [["Name", "Rtg", "Points", "Games", "p", "D(p)", "Rc"], ["Player A", 1930, 4, 5, "80%", 240, 1756],
            ["Player B", 1770, 3, 4, "57%", 193, 1662.5]]
    audit, _ = make_audit(written(tmp_path / "hand.xlsx", rows), {}, out=tmp_path / "audit.xlsx")
    assert [(c.column, c.player, c.verdict) for c in audit.findings] == [("p", "Player B", "wrong")]


# Cells for several players

def test_a_merged_cell_counts_for_all_its_rows():
    table = rows_of("dp", "c", "c_hat")
    for row in table[2:]:
        row[3] = None
    found = table_of(table, video(), merged=((1, 3, 8, 3),))
    assert found.columns["c"].values.tolist() == [0.94] * 8
    audit = audit_table(found, video(), GIVEN)
    assert [(cell.spot.cell, cell.verdict) for cell in audit.cells if cell.column == "c"] == [("D2", "ok")]


def test_a_wrong_merged_cell_is_one_finding_and_the_origin_for_all():
    # c is 0.94 and ĉ = dp - c; with 9.4 for c: 240 - 9.4 = 230.6
    table = rows_of("dp", "c", "c_hat")
    for row in table[1:]:
        row[3], row[4] = None, round(row[2] - 9.4, 2)
    table[1][3] = 9.4
    audit = audit_table(table_of(table, video(), merged=((1, 3, 8, 3),)), video(), GIVEN)
    assert [(cell.spot.cell, cell.verdict) for cell in audit.cells if cell.column == "c"] == [("D2", "wrong")]
    carried = [cell for cell in audit.cells if cell.column == "c_hat"]
    assert {(cell.verdict, cell.origin.cell) for cell in carried} == {("carried", "D2")}
    assert len(carried) == 8


def test_a_c_that_stands_once_is_everybodys():
    table = rows_of("dp", "c", "c_hat")
    for row in table[2:]:
        row[3] = None
    audit = audit_of(table, video())
    assert audit.agrees
    assert remarks_of(audit)["c_once"] == {"cell": "D2"}


# The start

@pytest.mark.parametrize("heading", ["x0", "Start", "Inicio", "Valor inicial"])
@pytest.mark.parametrize("start", ["performance", "rating", "default"])
def test_the_start_is_the_settings(heading, start):
    given = {"dp": "fide", "c": "field"} if start == "default" else {"dp": "fide", "c": "field", "start": start}
    table = rows_of("Ra", "dp", "performance", headings=("Ra", "dp", heading))
    if start == "rating":
        for row, rating in zip(table[1:], video().players["rating"], strict=True):
            row[4] = rating
    audit = audit_of(table, video(), with_values(Settings(), given, "command line"))
    assert audit.findings == []


def test_the_start_may_repeat_the_performance():
    table = rows_of("Ra", "dp", "performance", "performance", headings=("Ra", "dp", "Rend.", "x0"))
    assert audit_of(table, video()).findings == []
    table[1][5] = 1999  # 1996
    [wrong] = audit_of(table, video()).findings
    assert (wrong.column, wrong.expected) == ("start", 1996.0)


# The points of an export

def cross_table(points):
    """RANKED with these points, and dp: Anna 1½ of 2 games, Béla 1 of 2, Carl 2 of 3, Dora 0 of 2, Emil ½ of 2."""
    table = changed(RANKED, {(row, 8): value for row, value in enumerate(points, start=4)})
    table[3] = [*table[3], "dp"]
    for row, dp in enumerate([193, 0, 125, -800, -193], start=4):
        table[row] = [*table[row], dp]
    return table


def test_points_of_a_cross_table_with_other_columns_are_judged(tmp_path):
    """Anna 1½ and a forfeit, Béla a game and a bye, Carl 2, Dora 0, Emil ½: as RANKED has them. Carl's 2 becomes 9."""
    right = [row[8] for row in RANKED[4:9]]
    audit, _ = make_audit(workbook(tmp_path / "a.xlsx", cross_table(right)), {}, out=tmp_path / "o.xlsx")
    assert [c for c in audit.findings if c.column == "score"] == []
    assert len([c for c in audit.cells if c.column == "score"]) == 5
    audit, _ = make_audit(
        workbook(tmp_path / "b.xlsx", cross_table([*right[:2], 9, *right[3:]])), {}, out=tmp_path / "o.xlsx"
    )
    [wrong] = [c for c in audit.findings if c.column == "score"]
    assert (wrong.player, wrong.stated, wrong.expected, wrong.spot.cell) == ("Carl", 9.0, 2.0, "I7")


def test_points_of_another_scoring_are_not_judged_and_that_is_said(tmp_path):
    threes = [3 * row[8] for row in RANKED[4:9]]
    path = workbook(tmp_path / "hand.xlsx", cross_table(threes))
    audit, _ = make_audit(path, {}, out=tmp_path / "o.xlsx")
    assert not [c for c in audit.cells if c.column == "score"]
    assert remarks_of(audit)["points_differ"]["count"] == 4  # Dora has none


def test_opponents_of_a_round_robin_are_no_iterations(tmp_path):
    """Ra is the average of the two others' ratings; 1.5 of 2 is 75 %: 193, and 0 is -800.

    c = (2·193 + 2·193 - 2·800) / 6 = -138, ĉ = 331, 331, -662; iteration 1 is the average of the others' performances
    and ĉ: (2093 + 1150) / 2 + 331 = 1952.5, (2043 + 1150) / 2 + 331 = 1927.5, (2043 + 2093) / 2 - 662 = 1406.
    """
    rows = [
        ["Pos", "Nombre", "Elo", 1, 2, 3, "Pts", "Ra", "dp", "Rend.", 1],
        [1, "Anna", 2000, None, 0.5, 1, 1.5, 1850, 193, 2043, 1952.5],
        [2, "Béla", 1900, 0.5, None, 1, 1.5, 1900, 193, 2093, 1927.5],
        [3, "Carl", 1800, 0, 0, None, 0, 1950, -800, 1150, 1406],
    ]
    audit, _ = make_audit(workbook(tmp_path / "hand.xlsx", rows), FIDE, out=tmp_path / "o.xlsx")
    assert audit.findings == []
    assert {cell.column for cell in audit.cells} == {"score", "Ra", "dp", "performance", "iteration_1", "rank"}
    assert audit.remarks == ()


# Several tables

def test_games_and_calculation_may_be_two_tables_of_a_sheet(arpo, tmp_path):
    below = [["Tabla 1"], *video_rows(), [], ["Tabla 2"], *rows_of("Ra", "dp", "performance")]
    above = [*rows_of("Ra", "dp", "performance"), [], *video_rows()]
    for rows in (below, above):
        status, out, _ = arpo(written(tmp_path / "hand.xlsx", rows), "--json")
        answer = json.loads(out)
        assert (status, answer["findings"], answer["summary"]["ok"]) == (0, [], 24)


def test_each_student_has_a_sheet(arpo, tmp_path):
    # 1.5 of 4: 37.5 %, half up 38 %: -87; Luis took the row of 37 %, -95
    mistaken = rows_of("Ra", "dp", "performance")
    mistaken[4][3:] = [-95, 1737.5]
    path = workbook(tmp_path / "hand.xlsx", rows_of("Ra", "dp", "performance"), sheet="Ana", Luis=mistaken)
    status, out, err = arpo(path, "--event", EVENT, "--dp", "fide", "--c", "field", "--json")
    findings = json.loads(out)["findings"]
    assert status == 1
    assert [(f["sheet"], f["cell"], f["verdict"], f["origin"]) for f in findings] == [
        ("Luis", "D5", "wrong", "D5"), ("Luis", "E5", "carried", "D5"),
    ]
    assert "DIFFERENCES: 1 wrong, 1 carried, 0 missing of 48 cells" in err
    assert "The sheet Luis has the same columns as the first one" in err
    book = openpyxl.load_workbook(tmp_path / "output" / "hand-audit.xlsx")
    assert "percentage" in book["Luis"]["D5"].comment.text


def test_a_sheet_of_results_goes_on_from_the_first(arpo, tmp_path):
    """The performance stands in both sheets; where a wrong dp was carried into it, it is carried in both."""
    steps = rows_of("Ra", "dp", "performance")
    steps[4][3:] = [-95, 1737.5]
    results = [[row[0], row[1], row[4]] for row in steps]
    path = workbook(tmp_path / "hand.xlsx", steps, sheet="Steps", Results=results)
    _, out, _ = arpo(path, "--event", EVENT, "--dp", "fide", "--c", "field", "--json")
    answer = json.loads(out)
    assert [(f["sheet"], f["cell"], f["verdict"], f["origin"]) for f in answer["findings"]] == [
        ("Steps", "D5", "wrong", "D5"), ("Steps", "E5", "carried", "D5"),
        ("Results", "C5", "carried", "Steps!D5"),
    ]
    assert sum(answer["summary"].values()) == 32


def test_a_player_with_two_rows_is_judged_twice(arpo, tmp_path):
    table = rows_of("Ra", "dp", "performance")
    table.append([4, "Player D", 1832.5, -95, 1737.5])
    status, out, err = arpo(written(tmp_path / "hand.xlsx", table), "--event", EVENT, "--dp", "fide", "--json")
    assert status == 1
    assert [(f["cell"], f["player"], f["verdict"]) for f in json.loads(out)["findings"]] == [
        ("D10", "Player D", "wrong"), ("E10", "Player D", "carried"),
    ]
    assert "Further rows of players who have one already, judged like the first: B10 Player D (1)." in err


def test_a_report_of_ours_leaves_nothing_out(tmp_path):
    from pipeline.method.calculation import calculated
    from pipeline.workbook.write import write_report

    path = tmp_path / "report.xlsx"
    write_report(calculated(video(), Settings()), path)
    audit, _ = make_audit(path, {}, out=tmp_path / "audit.xlsx")
    assert audit.agrees
    assert not {"columns_unread", "heading_twice", "rows_of_nobody"} & set(remarks_of(audit))


# What can't be audited

def test_a_contradiction_in_the_games_is_what_is_said(arpo, tmp_path):
    """Columns to audit stand in a sheet without games; the games stand in another, and contradict."""
    games = video_rows()
    games[1][4] = "w"  # Player A against B, who has a draw
    path = workbook(tmp_path / "hand.xlsx", rows_of("Ra"), sheet="Hand", Event=games)
    status, out, err = arpo(path)
    assert (status, err) == (1, "")  # where the rest of the event is whole, a contradiction is a finding, not a stop
    assert "contradict" in out


def test_a_file_with_nothing_to_audit_says_so(arpo, tmp_path):
    status, _, err = arpo(written(tmp_path / "hand.xlsx", [["Producto", "Precio"], ["Pan", 2]]))
    assert status == 3
    assert "no table to audit was found" in err
    assert "Swiss-Manager" not in err

