"""Lists of games: columns that say more of a game or event, results in other notations, and lists that are cut off."""

import pytest
from made.making import csv_file, workbook
from one_event import GAMES, NAMES, assert_is_the_event, kinds, scores

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints

PLAIN = [
    ["Round", "White", "Black", "Result"],
    *([r, NAMES[w - 1], NAMES[b - 1], result] for r, w, b, result in GAMES),
]


def listed(tmp_path, rows, name="games.csv"):
    return csv_file(tmp_path / name, rows, ";")


def spelled(white, draw, black):
    results = {"1-0": white, "½-½": draw, "0-1": black}
    return [PLAIN[0], *([*row[:3], results[row[3]]] for row in PLAIN[1:])]


def with_column(heading, first, others=""):
    """The list with a column more, in which the first game (Anna-Dora, 1-0) has `first`."""
    return [[*row, heading if at == 0 else first if at == 1 else others] for at, row in enumerate(PLAIN)]


def problems(path, hints=None):
    with pytest.raises(InputError) as caught:
        read_event(path, hints=hints or Hints())
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("heading", "first", "others"),
    [("Forfeit", "yes", ""), ("Forfeit", "x", "no"), ("Walkover", "1", "0"), ("Status", "forfeit", "played"),
     ("Remark", "kampflos", ""), ("Bemerkung", "nicht angetreten", ""), ("Termination", "Forfeit", "Normal"),
     ("Type", "w.o.", ""), ("Notes", "won by forfeit", ""), ("Observaciones", "Incomparecencia", ""),
     ("Played", "no", "yes"), ("Played", "no", ""), ("Whatever", "no show", ""), (None, "walkover", "")],
)  # fmt: skip
def test_a_column_says_that_a_game_was_not_played(tmp_path, heading, first, others):
    event = read_event(listed(tmp_path, with_column(heading, first, others)))
    assert (len(event.games), kinds(event)["forfeits"], kinds(event)["remarks"]) == (16, 2, 1)
    assert (scores(event)["Anna"], scores(event)["Dora"]) == (2.5, 1)  # the points stay


@pytest.mark.parametrize(
    ("heading", "first", "others", "part"),
    [
        ("Forfeit", "perhaps", "", "the column “Forfeit” says “perhaps”: whether the game was played can't be told"),
        ("Status", "yes", "", "the column “Status” says “yes”"),
        ("Remark", "forfeit? ask Emil", "", "the column “Remark” says “forfeit? ask Emil”"),
        ("Remark", "withdrawn", "", "the column “Remark” says “withdrawn”"),
        ("Remark", "bye", "", "the column “Remark” says “bye”"),
        ("Played", "", "yes", "the column “Played” is blank here"),
    ],
)
def test_a_column_that_leaves_it_open(tmp_path, heading, first, others, part):
    said = problems(listed(tmp_path, with_column(heading, first, others)))
    assert len(said) == 1
    assert part in said[0]
    assert "line 2, field 5" in said[0]


def test_a_forfeit_is_no_draw(tmp_path):
    rows = with_column("Status", "forfeit")
    rows[1][3] = "½-½"
    assert "says “forfeit”, and the result is a draw" in problems(listed(tmp_path, rows))[0]


@pytest.mark.parametrize("first", ["time forfeit", "won on time", "a fine game", "normal"])
def test_other_remarks_change_nothing_and_are_named(tmp_path, first):
    event = read_event(listed(tmp_path, with_column("Remark", first)))
    assert_is_the_event(event, ratings=False)
    assert "Remark" in next(note.text for note in event.notes if note.kind == "columns left out")


@pytest.mark.parametrize(
    "heading", ["Event", "Group", "Section", "Tournament", "Category", "Division", "Gruppe", "Grupo"]
)
@pytest.mark.parametrize("disjoint", [False, True])
def test_a_column_of_events(tmp_path, heading, disjoint):
    """Nine games of A, and all of them drawn in B: by the same players in later rounds, or by others."""
    other = [
        [row[0] + 3, *(f"{name} II" if disjoint else name for name in row[1:3]), "½-½", "B"] for row in PLAIN[1:]
    ]
    path = listed(tmp_path, [*with_column(heading, "A", "A"), *other])
    said = problems(path)
    assert f"line 1, field 5: the games are of 2 events by the column “{heading}”" in said[0]
    assert "--pick: 1 (“A”, line 2), 2 (“B”, line 11)" in said[0]
    event = read_event(path, hints=Hints(pick="a"))
    assert_is_the_event(event, ratings=False)
    assert event.name == "A"
    assert set(scores(read_event(path, hints=Hints(pick="2"))).values()) == {1.5}  # three draws each


def test_a_picked_event_names_the_lines_of_the_file(tmp_path):
    other = [[*row, "B"] for row in PLAIN[1:]]
    other[1][3] = "?-?"
    path = workbook(tmp_path / "g.xlsx", [*with_column("Event", "A", "A"), *other])
    assert "cell D12" in problems(path, Hints(pick="B"))[0]


def test_one_event_in_a_column_is_no_question(tmp_path):
    assert_is_the_event(read_event(listed(tmp_path, with_column("Event", "A", "A"))), ratings=False)
    rows = [[*row, f"A - Round {row[0]}" if at else "Event"] for at, row in enumerate(PLAIN)]
    assert_is_the_event(read_event(listed(tmp_path, rows)), ratings=False)


@pytest.mark.parametrize("last", ["3;Em", "3;Emil;Fa", "3;Emil;Fay;1"])
def test_a_list_that_is_cut_off(tmp_path, last):
    path = listed(tmp_path, PLAIN)
    path.write_text(path.read_text().rsplit("3;Emil", 1)[0] + last)
    said = problems(path)
    assert len(said) == 1
    assert "line 10" in said[0]
    assert "the list ends in the middle of this line" in said[0]


def test_rows_of_different_lengths_are_no_cut(tmp_path):
    rows = [*PLAIN, [4, "Fay", "bye", "1"]]
    rows[3] = [*rows[3], ""]
    assert len(read_event(listed(tmp_path, [*rows[:-1], [4, "Anna", "Béla", "1-0"], rows[-1]])).games) == 20


def test_points_of_another_scoring(tmp_path):
    path = listed(tmp_path, spelled("2-0", "1-1", "0-2"))
    said = problems(path)
    assert len(said) == 1
    assert "“0-2” and “1-1” and “2-0”" in said[0]
    assert "say --points 2-1-0" in said[0]
    event = read_event(path, hints=Hints(points="2-1-0"))
    assert_is_the_event(event, ratings=False)
    assert event.scoring.win == 2
    three = listed(tmp_path, spelled("3-0", "1:1", "0-3"), "three.csv")
    assert "--points 3-1-0" in problems(three)[0]
    assert "isn't one of a game" in problems(three, Hints(points="2-1-0"))[0]


def test_the_scoring_of_the_standings_leaves_the_usual_results(tmp_path):
    assert_is_the_event(read_event(listed(tmp_path, PLAIN), hints=Hints(points="2-1-0")), ratings=False)


def test_a_bye_in_points(tmp_path):
    rows = [*spelled("2-0", "1-1", "0-2"), [4, "Fay", "BYE", "1-1"], [4, "Anna", "Béla", "2-0"]]
    event = read_event(listed(tmp_path, rows), hints=Hints(points="2-1-0"))
    assert event.entries.query("no == 6")["result"].tolist()[-1] == "half-bye"


@pytest.mark.parametrize(
    ("white", "draw", "black"),
    [("W", "D", "B"), ("W", "D", "L"), ("1-0", "draw", "0-1"), ("1-0", "Remis", "0-1"), ("White", "draw", "Black"),
     ("1-0", "«-«", "0-1"), ("1-0", "Â½-Â½", "0-1"), ("1-0", "˝ - ˝", "0-1")],
)  # fmt: skip
def test_spellings_of_results(tmp_path, white, draw, black):
    event = read_event(listed(tmp_path, spelled(white, draw, black)))
    assert_is_the_event(event, ratings=False)
    assert kinds(event).get("half points", 0) == (draw[0] in "«Â˝")


@pytest.mark.parametrize("result", ["1-0 (forfeit)", "1-0 w.o.", "1:0 kampflos", "1-0 ff"])
def test_a_forfeit_beside_the_result(tmp_path, result):
    rows = [list(row) for row in PLAIN]
    rows[1][3] = result
    event = read_event(listed(tmp_path, rows))
    assert (len(event.games), kinds(event)["forfeits"], scores(event)["Anna"]) == (16, 2, 2.5)


def test_letters_beside_numbers_are_no_results(tmp_path):
    assert "“W”" in problems(listed(tmp_path, [*PLAIN[:1], [1, "Anna", "Dora", "W"], *PLAIN[2:]]))[0]


@pytest.mark.parametrize("names", [("Player 1", "Player 2"), ("Home", "Away"), ("Spieler 1", "Spieler 2")])
def test_players_without_colours(tmp_path, names):
    event = read_event(listed(tmp_path, [["Round", *names, "Result"], *PLAIN[1:]]))
    assert_is_the_event(event, ratings=False)
    assert "colour" not in event.entries


def test_black_before_white(tmp_path):
    rows = [[row[0], row[2], row[1], row[3]] for row in PLAIN]
    assert_is_the_event(read_event(listed(tmp_path, rows)), ratings=False)
    rows = [[row[0], row[2], row[3], row[1]] for row in PLAIN]
    assert "whose the first number is isn't clear" in problems(listed(tmp_path, rows))[0]


def test_ratings_that_are_places(tmp_path):
    rows = [["Round", "White", "WhiteElo", "Black", "BlackElo", "Result"]]
    rows += [[r, NAMES[w - 1], w, NAMES[b - 1], b, result] for r, w, b, result in GAMES]
    assert "the rating “1” isn't a rating" in problems(listed(tmp_path, rows))[0]


@pytest.mark.parametrize(
    "header",
    [["Bo.", "No.", "Name", "Rtg", "Pts.", "Result", "Pts.", "Name", "Rtg", "No."],
     ["Bo.", "No.", None, "Name", "Rtg", "Pts.", "Result", "Pts.", None, "Name", "Rtg", "No."],
     ["Br.", "Nr.", None, "Name", "Elo", "Pkt.", "Ergebnis", "Pkt.", None, "Name", "Elo", "Nr."],
     ["M.", "No.", None, "Nombre", "Elo", "Pts.", "Resultado", "Pts.", None, "Nombre", "Elo", "No."]],
)  # fmt: skip
@pytest.mark.parametrize("rounds", [1, 3])
def test_pairings_of_chess_results(tmp_path, header, rounds):
    rows = [["From the Tournament-Database of Chess-Results"], ["Village Open"]]
    games = [[1, 1, "Anna", 2000, 0, "1 - 0", 0, "Dora", 1850, 4], [2, 5, "Emil", 1800, 0, "0 - 1", 0, "Béla", 1950, 2]]
    for round_ in range(1, rounds + 1):
        rows += [[f"Round {round_} on 2024/01/01"], header]
        rows += [[*g[:2], None, *g[2:7], None, *g[7:]] if None in header else g for g in games]
        rows += [[]]
    said = problems(workbook(tmp_path / "p.xlsx", rows))
    assert len(said) == 1
    assert "this is no event, but pairings: two players in each row" in said[0]


def test_players_and_opponents(tmp_path):
    rows = [["Round", "Player", "Opponent", "Result"], *([*row[:3], row[3][0]] for row in PLAIN[1:])]
    said = problems(listed(tmp_path, rows))[0]
    assert "this is no event, but a list of players and their opponents" in said
    assert "call the columns Player 1, Player 2" in said
