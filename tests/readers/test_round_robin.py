"""Round-robin cross-tables: one column a player, and every way in which several games of a pair are written."""

import datetime
from itertools import combinations

import pytest
from made.making import changed, csv_file, workbook

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.layouts.round_robin import berger_round, rounds_of

SINGLE = [
    ["Village Masters"],
    ["Starting rank crosstable"],
    ["No.", None, "Name", "Rtg", "FED", 1, 2, 3, 4, "Pts. ", "Rk.", "TB1"],
    [1, "FM", "Anna", 2000, "AUT", "*", 1, "½", "+", 2.5, 1, 3.25],
    [2, None, "Béla", 1900, "HUN", 0, "*", 1, 0, 1, 3, 1.5],
    [3, None, "Carl", 0, "GER", "½", 0, "*", "½", 1, 4, 2],
    [4, None, "Dora", 1700, "AUT", "-", 1, "½", "*", 1.5, 2, 1],
    [],
    ["You find all details to this tournament under http://chess-results.com/"] * 12,
]
"""Header in row 3, Anna in row 4, the games of 1 in columns F to I."""
HEADER = ["No.", "Name", "Rtg"]


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    return [str(problem) for problem in caught.value.problems]


def games(event):
    """The results by player, and the opponents in the same order."""
    ordered = event.entries.sort_values(["no", "opponent", "round"], kind="stable")
    return ordered.groupby("no")["result"].agg(list).tolist()


def double(cells, columns=(1, 2)):
    """A table of two players with the given cells."""
    (first, second) = cells
    return [[*HEADER, *columns], [1, "Anna", 2000, *first], [2, "Béla", 1900, *second]]


def test_single(tmp_path):
    event = read_event(workbook(tmp_path / "s.xlsx", SINGLE, "Sheet1"))
    assert (event.name, event.source.layout, event.rounds) == ("Village Masters", "round-robin cross-table", 3)
    assert games(event) == [["w", "d", "+"], ["l", "w", "l"], ["d", "l", "d"], ["-", "w", "d"]]
    assert event.players["points_stated"].tolist() == [2.5, 1, 1, 1.5]
    assert event.stated["TB1"].tolist() == [3.25, 1.5, 2, 1]
    assert event.players.loc[1, "title"] == "FM"
    # 6 pairs, one of them a forfeit
    assert len(event.games) == 10
    assert {note.kind for note in event.notes} == {"rows left out", "rounds", "unrated", "forfeits", "columns left out"}


@pytest.mark.parametrize("separator", [",", ";"])
def test_as_csv(tmp_path, separator):
    rows = [[cell if cell != 3.25 else 3 for cell in row] for row in SINGLE]
    assert len(read_event(csv_file(tmp_path / "s.csv", rows, separator)).games) == 10


@pytest.mark.parametrize("players", range(2, 13))
def test_berger_tables(players):
    """Every pair has one round, nobody has two games in one, and there are as few rounds as can be."""
    rounds = [berger_round(*pair, players) for pair in combinations(range(1, players + 1), 2)]
    seen = {(no, berger_round(*pair, players)) for pair in combinations(range(1, players + 1), 2) for no in pair}
    assert len(seen) == 2 * len(rounds)
    assert set(rounds) == set(range(1, rounds_of(players) + 1))


def test_berger_table_of_six():
    """FIDE Handbook C.05, Annex 1: round 1 is 1-6, 2-5, 3-4; round 2 is 6-4, 5-3, 1-2; round 5 is 3-6, 4-2, 5-1."""
    by_round = {r: {p for p in combinations(range(1, 7), 2) if berger_round(*p, 6) == r} for r in range(1, 6)}
    assert by_round[1] == {(1, 6), (2, 5), (3, 4)}
    assert by_round[2] == {(4, 6), (3, 5), (1, 2)}
    assert by_round[5] == {(3, 6), (2, 4), (1, 5)}


def test_pending_games(tmp_path):
    event = read_event(workbook(tmp_path / "p.xlsx", changed(SINGLE, {(4, 7): None, (5, 6): None, (4, 9): 0})))
    assert games(event)[1] == ["l", "", "l"]
    assert next(note.count for note in event.notes if note.kind == "pending") == 1


@pytest.mark.parametrize(
    ("columns", "first", "second"),
    [
        ((1, 2), ["*", "1 ½"], ["0 ½", "*"]),
        ((1, 2), ["*", "1½"], ["0½", "*"]),
        ((1, 2), ["*", "1;½"], ["0;½", "*"]),
        ((1, 2), ["**", "1=", ], ["0=", "**"]),
        ((1, 1, 2, 2), ["*", "*", 1, "½"], [0, "½", "*", "*"]),
        ((1, 2, 1, 2), ["*", 1, "*", "½"], [0, "*", "½", "*"]),
        (("1a", "1b", "2a", "2b"), ["*", "*", 1, 0.5], [0, 0.5, "*", "*"]),
        (("1.1", "1.2", "2.1", "2.2"), ["*", None, 1, "1/2"], [0, "1/2", "*", None]),
        ((1, None, 2, None), ["*", None, 1, "½"], [0, "½", "*", None]),
    ],
)  # fmt: skip
def test_two_games_a_pair(tmp_path, columns, first, second):
    event = read_event(workbook(tmp_path / "d.xlsx", double([first, second], columns)))
    assert games(event) == [["w", "d"], ["l", "d"]]
    assert event.rounds == 2


def test_double_of_four(tmp_path):
    cells = [["*", "11", "½1", "10"], ["00", "*", "1½", "01"], ["½0", "0½", "*", "½½"], ["01", "10", "½½", "*"]]
    rows = [[*HEADER, 1, 2, 3, 4], *([no, f"P{no}", 2000, *row] for no, row in enumerate(cells, start=1))]
    event = read_event(workbook(tmp_path / "d.xlsx", rows))
    assert event.rounds == 6
    # 6 pairs of 2 games, seen from both sides
    assert len(event.games) == 24
    assert event.games.groupby("no")["points"].sum().tolist() == [4.5, 2.5, 2, 3]


def test_rows_that_were_sorted_are_known_by_the_diagonal(tmp_path):
    rows = changed(SINGLE, {})
    rows[3], rows[6] = rows[6], rows[3]
    event = read_event(workbook(tmp_path / "s.xlsx", rows))
    assert event.players.loc[4, "name"] == "Dora"
    assert games(event) == games(read_event(workbook(tmp_path / "t.xlsx", SINGLE)))


def test_by_rank_with_a_tie_and_a_blank_diagonal(tmp_path):
    rows = [["Rk.", "Name", "Rtg", 1, 2, 3, "Pts."], [1, "Anna", 2000, None, 1, "½", 1.5],
            [2, "Béla", 1900, 0, None, 1, 1], [None, "Carl", 1800, "½", 0, None, 0.5]]  # fmt: skip
    assert games(read_event(workbook(tmp_path / "r.xlsx", rows))) == [["w", "d"], ["l", "w"], ["d", "l"]]


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        ({(3, 6): "½"}, ["cell G4", "“½” against 2", "“0” (sheet Sheet1, cell F5)", "contradict"]),
        ({(3, 6): "?!"}, ["cell G4", "the result of player 1 against 2 is “?!”, which isn't a result"]),
        ({(3, 6): 2}, ["cell G4", "“2”", "total of several games, or the board points of two teams"]),
        ({(3, 6): 2.5}, ["cell G4", "“2.5”", "board points"]),
        ({(3, 6): "1 0"}, ["cell G4", "player 1 has 2 games against 2, who has 1 against him (sheet Sheet1, cell F5)"]),
        ({(3, 6): datetime.datetime(2026, 1, 2)}, ["cell G4", "Excel made a date", "meant to be ½"]),
        ({(3, 6): "#REF!"}, ["cell G4", "error value “#REF!”"]),
        ({(3, 6): True}, ["cell G4", "“True”"]),
        ({(3, 5): 1}, ["cell F4", "player 1 has “1” against himself"]),
    ],
)
def test_defective_cell(tmp_path, cells, parts):
    found = problems(workbook(tmp_path / "d.xlsx", changed(SINGLE, cells), "Sheet1"))
    text = next(problem for problem in found if parts[0] in problem.split(":")[0])
    for part in [*parts, "sheet Sheet1"]:
        assert part in text


def test_results_without_opponents_are_no_round_robin(tmp_path):
    rows = [[*HEADER, 1, 2], *([no, f"P{no}", 2000, 1, 0] for no in range(1, 6))]
    assert "5 players and 2 columns of results without opponents" in problems(workbook(tmp_path / "x.xlsx", rows))[0]


@pytest.mark.parametrize("team", ["Team", "Mannschaft", "Equipo", "Squadra", "Equipe", "Équipe", "Ploeg"])
@pytest.mark.parametrize("columns", [(1, 2), ("1.Rd", "2.Rd")])
def test_team_tables_are_refused(tmp_path, team, columns):
    rows = [["Rk.", team, *columns, "TB1"], [1, "Graz", "*", "2½", 2], [2, "Linz", "1½", "*", 0]]
    found = problems(workbook(tmp_path / "t.xlsx", rows, "Sheet1"))
    assert "sheet Sheet1, cell B1: this is a team cross-table" in found[0]
    assert "board points" in found[0]


def test_list_of_teams(tmp_path):
    found = problems(workbook(tmp_path / "t.xlsx", [["Rk.", "Team", "TB1"], [1, "Graz", 2]]))
    assert "a list of teams" in found[0]


def test_board_points_in_a_swiss_table_of_teams_called_names(tmp_path):
    rows = [["Rk.", "Name", "1.Rd", "Pts."], [1, "Graz", "  2w2½", 2], [2, "Linz", "  1b1½", 0]]
    assert "board points of a team match" in problems(workbook(tmp_path / "t.xlsx", rows))[0]


def test_player_table_with_a_team_column(tmp_path):
    table = [[*row[:3], "Team" if row[0] == "No." else "Graz", *row[3:]] for row in SINGLE[2:7]]
    rows = [*SINGLE[:2], *table, *SINGLE[7:]]
    assert len(read_event(workbook(tmp_path / "t.xlsx", rows)).games) == 10
