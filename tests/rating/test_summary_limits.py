"""Summary tables of ratings: which tables they are, what is said of one that is short, and what is made of the rest."""

from pathlib import Path

import numpy as np
import openpyxl
import pytest
from made.fields import event
from made.making import workbook

from pipeline.audit.report.data import as_data
from pipeline.audit.run import audit_file
from pipeline.commands.rate import rating_of
from pipeline.errors import InputError
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.game_columns import CHECKING_COLUMNS
from pipeline.rating.settings import RatingSettings
from pipeline.rating.summary import find_summary, fullest_summary
from pipeline.rating.summary_headings import header_row
from pipeline.readers.containers import open_grids


def table(path: Path, *rows) -> Path:
    return workbook(path / "table.xlsx", [list(row) for row in rows], sheet="T")


def problems(path: Path, *rows) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as caught:
        rating_of(table(path, *rows), {})
    return [(problem.place.cell, problem.what, problem.mend) for problem in caught.value.problems]


# --- which table it is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        (["Name", "Rating", "Points"], 0),
        # games themselves, by one heading of them; mere numbers head opponents or rounds, one alone may be anything
        (["Name", "Rating", "Points", "Opponent 1"], None), (["Name", "Rating", "Points", "Rd 1"], None),
        (["Name", "Rating", "Points", "1"], 0), (["Name", "Rating", "Points", "1", "2"], None),
        (["Name", "Rating", "Points", "1", "2", "3"], None), (["Name", "Rating", "Points", "Opponent 1", "1"], None),
        (["Name", "Rating"], None), (["Name", "Points"], None), (["Rating", "Points"], None),
    ],
)  # fmt: skip
def test_a_summary_table_has_no_games(tmp_path, headings, row):
    path = table(tmp_path, headings, ["Ann", 2000, 1])
    assert header_row(open_grids(path, path.read_bytes())[0]) == row


@pytest.mark.parametrize("above", [0, 1, 59])
def test_its_headings_stand_in_the_first_60_rows(tmp_path, above):
    path = table(tmp_path, *[["Some line"]] * above, ["Name", "Rating", "Points"], ["Ann", 2000, 1])
    assert header_row(open_grids(path, path.read_bytes())[0]) == above


def test_and_not_below_them(tmp_path):
    path = table(tmp_path, *[["Some line"]] * 60, ["Name", "Rating", "Points"], ["Ann", 2000, 1])
    assert header_row(open_grids(path, path.read_bytes())[0]) is None


SHORT, LONG = ["Name", "Rating", "Points"], ["Name", "Rating", "Points", "Games", "Average"]


@pytest.mark.parametrize(
    ("sheets", "first", "fullest"),
    [
        # the headings of each sheet, and whether it is hidden: the first, and the one with most columns, of those shown
        ([(SHORT, False), (LONG, False)], "S0", "S1"), ([(LONG, False), (SHORT, False)], "S0", "S0"),
        ([(SHORT, False), (LONG, True)], "S0", "S0"), ([(LONG, True), (SHORT, False)], "S1", "S1"),
        # of several with as many, the first; hidden ones where none is shown
        ([(LONG, False), (LONG, False)], "S0", "S0"), ([(["x"], False), (SHORT, True), (LONG, True)], "S1", "S2"),
        ([(["x"], False)], None, None),
    ],
)
def test_which_sheet_it_is(tmp_path, sheets, first, fullest):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for i, (headings, hidden) in enumerate(sheets):
        sheet = book.create_sheet(f"S{i}")
        sheet.append(headings)
        sheet.sheet_state = "hidden" if hidden else "visible"
    book.save(tmp_path / "a.xlsx")
    grids = open_grids(tmp_path / "a.xlsx", (tmp_path / "a.xlsx").read_bytes())
    found = [grid and grid.sheet for grid in (find_summary(grids), fullest_summary(grids))]
    assert found == [first, fullest]


# --- what is wrong with it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "missing"), [("games", "average"), ("average", "games")])
def test_where_a_column_is_missing(tmp_path, there, missing):
    what = f"the table has no column “{missing}”."
    # in the line of headings, under which there are players or none
    for rows in ([["Ann", 2000, 2, 2000 if there == "average" else 4]], []):
        found = problems(tmp_path, ["player", "rating", "points", there], *rows)
        assert found[0][:2] == ("C1", what)
    assert found[1][:2] == ("A1", "there is no player under the headings.")


def test_a_number_that_cant_be_may_be_left_blank_but_for_the_points(tmp_path):
    header = ["player", "rating", "points", "games", "average"]
    found = problems(tmp_path, header, ["Ann", 99999, 2, 4, 2000], ["Bob", 2000, 1000, 4, 2000])
    assert [(cell, mend) for cell, _, mend in found] == [
        ("B2", "Write a number from 100 to 4000, or leave it blank."), ("C3", "Write a number from 0 to 999."),
    ]


@pytest.mark.parametrize(
    ("points", "games", "said"),
    [(4, 4, None), (4.5, 4, "4.5 points in 4 games."), (0, 0, None), (0.25, 4, "0.25 points can't be scored.")],
)
def test_points_are_halves_and_no_more_than_the_games(tmp_path, points, games, said):
    rows = (["player", "rating", "points", "games", "average"], ["Ann", 2000, points, games, 2000])
    if said is None:
        assert rating_of(table(tmp_path, *rows), {}).work.frame["points"].tolist() == [points]
    else:
        assert [what for _, what, _ in problems(tmp_path, *rows)] == [said]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        # 4 of 3 players are one round robin of 3 rather than two of 6; each has 2 games in it
        ((3, 1, 0), ["C2: 3 points in 2 games."]), ((2.5, 1, 0.5), ["C2: 2.5 points in 2 games."]),
        ((5, 1, 0), ["C2: 5 points in 4 games."]),
    ],
)  # fmt: skip
def test_nobody_has_more_points_than_games_in_a_round_robin(tmp_path, points, said):
    rows = [[name, 2000, won] for name, won in zip("ABC", points, strict=True)]
    found = problems(tmp_path, ["player", "rating", "points"], *rows)
    assert [f"{cell}: {what}" for cell, what, _ in found] == said


@pytest.mark.parametrize(("games", "average", "said"), [(0, None, []), (1, None, ["E2"]), (None, 2000, ["D2"])])
def test_whose_average_must_be_there(tmp_path, games, average, said):
    rows = (["player", "rating", "points", "games", "average"], ["Ann", 2000, 0, games, average])
    if said:
        assert [cell for cell, _, _ in problems(tmp_path, *rows)] == said
    else:
        assert rating_of(table(tmp_path, *rows), {}).work.frame["games"].tolist() == [0]


@pytest.mark.parametrize(
    ("heading", "low", "high"),
    [
        ("rating", 100, 4000), ("birth year", 1900, 2100), ("games before", 0, 99_999), ("K as stated", 1, 100),
        ("games", 0, 999), ("average", 100, 4000), ("participants", 2, 999), ("opponents", 1, 998), ("points", 0, 999),
    ],
)
def test_the_least_and_the_largest_that_a_number_can_be(tmp_path, heading, low, high):
    row = {"player": "Ann", "rating": 2000, "games": 999, "average": 2000, "points": 0}

    def refused(value):
        given = row | {heading: value}
        try:
            rating_of(table(tmp_path, list(given), list(given.values())), {"rules": "article"})
        except InputError as error:
            return [p.mend for p in error.problems if p.mend.startswith("Write a number from")]
        return []

    mend = f"Write a number from {low} to {high}" + ("." if heading == "points" else ", or leave it blank.")
    assert [refused(value) for value in (low - 1, low, high, high + 1)] == [[mend], [], [], [mend]]


# --- what is made of it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "cycles"),
    [
        # three players: 3 points in a round robin, 6 in a double one; the nearest of them where some are missing
        ((2, 1, 0), 1), ((4, 2, 0), 2), ((2, 2, 0), 1), ((3, 2, 0), 2), ((6, 3, 0), 3), ((0, 0, 0), 1),
    ],
)
def test_the_points_say_how_often_everybody_met_everybody(tmp_path, points, cycles):
    rows = [[name, 2000, won] for name, won in zip("ABC", points, strict=True)]
    work = rating_of(table(tmp_path, ["player", "rating", "points"], *rows), {"rules": "article"}).work
    assert work.steps["cycles"] == cycles
    assert work.frame["games"].tolist() == [2 * cycles] * 3


def test_d_excuses_no_percentage_of_another_row(tmp_path):
    """D 91 is 62 %, 92 would be 63 %: however roundly D is printed, it is a whole number where the table is read."""
    header = ["player", "rating", "games", "average", "points", "D", "expected_per_cent"]
    rows = [["Ann", 2141, 8, 2050, 5, 91, 63], ["Bob", 2150, 8, 2050, 5, 100, 64], ["Cy", 2090, 8, 2050, 5, 40, 56]]
    found = as_data(audit_file(table(tmp_path, header, *rows), {})[0])["findings"]
    assert [(f["player"], f["column"], f["verdict"]) for f in found] == [("Ann", "expected_per_cent", "wrong")]


# --- both sides of a game ---------------------------------------------------------------------------------------------


def games(*rounds):
    entry = entry_of(event([2000, 1900, 1800], *rounds))
    return calculated(entry, RatingSettings(rules="fide-2024", year=2026)).work.games


def test_only_a_game_has_a_reply():
    # 1 beat 2 and has a forfeit of 3; 3 has no opponent in round 1
    work = games("1w2 3:full-bye", "1+3")
    found = work.sum_over("opponents", np.arange(6.0))
    assert np.isnan(found).tolist() == [False, True, False, True, True, True]
    assert found[[0, 2]].tolist() == [2, 0]  # the rows of 2 and of 1 in round 1


@pytest.mark.parametrize(("scores", "off"), [((1, 0), 0), ((0.5, 0.5), 0), ((1, 0.5), 1), ((0, 0), 1), ((1, 1), 1)])
def test_the_points_of_a_game_are_one(scores, off):
    class Reply:
        def total(self):
            return np.array([scores[1]], dtype=float)

    rule = next(column for column in CHECKING_COLUMNS if column.key == "mismatch").rule.function
    assert rule(np.array([1.0]), np.array([scores[0]], dtype=float), Reply()).tolist() == [off]
    assert rule(np.array([0.0]), np.array([scores[0]], dtype=float), Reply()).tolist() == [0]
