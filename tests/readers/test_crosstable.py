"""chess-results cross-tables of Swiss events, by rank and by starting number."""

import datetime

import pytest
from made.making import RANKED, changed, csv_file, workbook

from pipeline.errors import InputError
from pipeline.readers import read_event

HEADER_ROW = 3
BY_NUMBER = [
    ["Village Open"],
    ["Starting rank crosstable"],
    ["No.", None, "Name", "Rtg", "FED", "1.Rd", "2.Rd", "Pts. ", "Rk.", "TB1"],
    [1, None, "Anna ", 2000, "AUT", "  7w1", "  3b½", 1.5, 1, 0],
    [7, None, "Béla ", 1900, "HUN", "  1b0", 0, 0, 3, 0],
    [3, None, "Carl ", 1800, "GER", -1, "  1w½", 1.5, 2, 0],
]
STARTING_LIST = [
    ["From the Tournament-Database of Chess-Results http://chess-results.com"],
    ["Village Open"],
    ["Starting rank"],
    ["No.", None, "Name", "FideID", "FED", "Rtg"],
    [1, "FM", "Anna", 90000001, "AUT", 2000],
    [2, None, "Béla", 90000002, "HUN", 0],
]


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(path) in str(caught.value)
    return [str(problem) for problem in caught.value.problems]


def test_by_rank(tmp_path):
    event = read_event(workbook(tmp_path / "ranked.xlsx", RANKED, "Sheet1"))
    assert event.name == "Village Open"
    assert event.source.layout == "chess-results cross-table, opponents by rank"
    assert event.players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora", "Emil"]
    assert event.players["title"].tolist()[0] == "FM"
    assert event.players["federation"].tolist() == ["AUT", "HUN", "GER", "AUT", "AUT"]
    assert event.players["points_stated"].tolist() == [2.5, 2, 2, 0, 0.5]
    assert list(event.stated) == ["TB1", "TB2"]
    # 15 cells, of which 2 absences, 1 bye and the 2 sides of a forfeit are no games
    assert (len(event.entries), len(event.games)) == (15, 10)
    assert {note.kind: note.count for note in event.notes} == {
        "ties in rank": 1, "byes": 1, "absences": 2, "forfeits": 2, "unrated": 2, "rows left out": 1,
    }  # fmt: skip


def test_as_csv_with_decimal_commas(tmp_path):
    rows = changed(RANKED, {(4, 8): "2,5", (8, 8): "0,5", (4, 10): "3,5"})
    event = read_event(csv_file(tmp_path / "ranked.csv", rows, ";", "utf-8"))
    assert event.players["points_stated"].tolist() == [2.5, 2, 2, 0, 0.5]


def test_by_starting_number(tmp_path):
    event = read_event(workbook(tmp_path / "b.xlsx", BY_NUMBER, "Sheet1"))
    assert event.source.layout == "chess-results cross-table, opponents by starting number"
    assert event.players.index.tolist() == [1, 7, 3]
    assert event.games["opponent"].tolist() == [7, 3, 1, 1]
    assert list(event.stated) == ["TB1"]


@pytest.mark.parametrize(
    ("text", "result"),
    [("4w", ""), ("4b+", "+"), ("4-", "-"), ("4 w 0", "l"), ("4w=", "d"), ("4W½", "d"), ("4s1", "w"), ("4b0,5", "d")],
)
def test_cells(tmp_path, text, result):
    reply = {"": "1w", "+": "1w-", "-": "1w+", "l": "1b1", "d": "1b½", "w": "1b0"}[result]
    rows = changed(RANKED, {(4, 7): text, (7, 7): reply})
    event = read_event(workbook(tmp_path / "c.xlsx", rows))
    entry = event.entries.query("no == 1 and round == 3").iloc[0]
    assert (entry["opponent"], entry["result"]) == (4, result)


@pytest.mark.parametrize(
    ("value", "result"),
    [(-1, "full-bye"), ("-1", "full-bye"), ("-½", "half-bye"), (-0.5, "half-bye"), (0, "zero-bye"), ("-0", "zero-bye")],
)
def test_byes(tmp_path, value, result):
    event = read_event(workbook(tmp_path / "b.xlsx", changed(RANKED, {(5, 7): value})))
    assert event.entries.query("no == 2 and round == 3")["result"].item() == result


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("4q1", ["cell H5", "round 3 of player 1 is “4q1”, which isn't an opponent with a result", "16w1"]),
        (4, ["cell H5", "“4”"]),
        ("9w1", ["cell H5", "opponent 9", "no player of the file has that number"]),
        ("1w1", ["cell H5", "against himself"]),
        ("2w1", ["cell H5", "player 2 has no opponent"]),
        ("4w½", ["cell H5", "“4w½” against 4", "“1b-”", "contradict"]),
        (datetime.datetime(2026, 1, 2), ["cell H5", "Excel made a date"]),
        ("#REF!", ["cell H5", "error value “#REF!”"]),
    ],
)
def test_defective_cell(tmp_path, value, parts):
    found = problems(workbook(tmp_path / "d.xlsx", changed(RANKED, {(4, 7): value}), "Sheet1"))
    text = next(problem for problem in found if "cell H5" in problem.split(":")[0])
    for part in [*parts, "sheet Sheet1"]:
        assert part in text


def test_sorted_rows_cannot_be_trusted(tmp_path):
    rows = changed(RANKED, {})
    rows[4], rows[7] = rows[7], rows[4]
    found = problems(workbook(tmp_path / "s.xlsx", rows))
    assert len(found) == 1  # what the cells say of opponents can't be trusted, and isn't listed
    assert "cell A5: the rank is “4”, but this is row 1 of the table" in found[0]
    assert "So it is in 1 further row." in found[0]


@pytest.mark.parametrize(("rows", "said"), [
    ([*RANKED[:6], RANKED[5], *RANKED[6:]], "“Béla” stands in C6 and in C7."),  # a row that was pasted twice
    ([*RANKED[:5], *RANKED[6:]], "the rank is “4”, but this is row 3"),  # the second row is gone
])  # fmt: skip
def test_a_row_twice_or_gone_is_one_problem(tmp_path, rows, said):
    [found] = problems(workbook(tmp_path / "t.xlsx", rows))
    assert said in found
    assert "with all players" in found


def test_missing_and_duplicate_starting_number(tmp_path):
    found = problems(workbook(tmp_path / "n.xlsx", changed(BY_NUMBER, {(4, 0): None, (5, 0): 1}), "Sheet1"))
    assert "sheet Sheet1, cell A5: player “Béla” has no number" in found[0]
    assert "cell A6: player number 1 stands twice (first in sheet Sheet1, cell A4)" in found[1]


def test_wrong_rating(tmp_path):
    found = problems(workbook(tmp_path / "r.xlsx", changed(RANKED, {(4, 3): "GM"})))
    assert "cell D5: the rating is “GM”, which isn't a number" in found[0]


@pytest.mark.parametrize("headings", [None, ["Nº.", None, "Nome", "ID FIDE", "FED", "Elo"]])
def test_starting_list(tmp_path, headings):
    rows = changed(STARTING_LIST, {})
    rows[3] = headings or rows[3]
    found = problems(workbook(tmp_path / "s.xlsx", rows, "Sheet1"))
    assert "sheet Sheet1, cell C4: 2 players and no column of games: this is a starting list" in found[0]
    assert "Final Ranking crosstable" in found[0]
