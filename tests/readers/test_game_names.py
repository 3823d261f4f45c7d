"""Lists of games and PGN: one person's name in two spellings, and words for a bye in the opponent's place."""

import pytest
from made.making import csv_file
from one_event import GAMES, RATINGS, kinds, scores

from pipeline.errors import InputError
from pipeline.readers import read_event

FULL = ["Abel, Anna", "Boros, Béla", "Cohn, Carl", "Dietz, Dora", "Evans, Emil", "Fuchs, Fay"]
RATED = [
    ["Round", "White", "WhiteElo", "Black", "BlackElo", "Result"],
    *([r, FULL[w - 1], RATINGS[w - 1], FULL[b - 1], RATINGS[b - 1], result] for r, w, b, result in GAMES),
]


def listed(tmp_path, rows):
    return csv_file(tmp_path / "games.csv", rows, ";")


def with_cells(cells, rows=RATED):
    rows = [list(row) for row in rows]
    for (row, column), value in cells.items():
        rows[row][column] = value
    return rows


def pgn(tmp_path, rows):
    """The rows as PGN, all games with their tags alone."""
    tags = ["Round", "White", "WhiteElo", "Black", "BlackElo", "Result"]
    text = ""
    for row in rows[1:]:
        text += '[Event "Village Open"]\n' + "".join(f'[{t} "{v}"]\n' for t, v in zip(tags, row, strict=True)) + "\n"
    path = tmp_path / "games.pgn"
    path.write_text(text.replace("½", "1/2"))
    return path


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("write", [listed, pgn])
@pytest.mark.parametrize(
    "name",
    ["GM Boros, Béla", "Dr. Boros, Béla", "Boros, Béla (HUN)", "Boros, Béla HUN", "Béla Boros", "Boros Béla",
     "Boros, Béla 1950", "Boros, Béla (1950)", "2 Boros, Béla", "2. Boros, Béla", "Boros, Béla, IM", "Boros, Béla*",
     "IM Béla Boros (HUN)"],
)  # fmt: skip
def test_one_person_in_two_spellings(tmp_path, write, name):
    event = read_event(write(tmp_path, with_cells({(4, 1): name})))  # Béla has White in round 2
    assert sorted(event.players["name"]) == FULL
    assert scores(event)["Boros, Béla"] == 2.5  # 1 + ½ + 1
    assert kinds(event)["spellings"] == 1


@pytest.mark.parametrize("write", [listed, pgn])
@pytest.mark.parametrize(
    "name",
    ["Boros, Bela A.", "Boros, Béla Antal", "Borós, Bella", "Borosz, Béla", "Broos, Béla", "Baros, Béla", "B. Boros",
     "Boros, B"],
)  # fmt: skip
def test_a_name_that_may_be_the_same(tmp_path, write, name):
    said = problems(write(tmp_path, with_cells({(4, 1): name})))
    assert len(said) == 1
    assert "Boros, Béla" in said[0]
    assert name in said[0]
    assert "may be the player who is" in said[0]


def test_two_orders_without_a_comma_are_a_question(tmp_path):
    rows = [[value.replace(",", "") if isinstance(value, str) else value for value in row] for row in RATED]
    said = problems(listed(tmp_path, with_cells({(4, 1): "Béla Boros"}, rows)))
    assert "may be the player who is “Béla Boros”" in said[0]


def test_two_ratings_of_one_person(tmp_path):
    said = problems(listed(tmp_path, with_cells({(4, 1): "GM Boros, Béla", (4, 2): 2400})))
    assert "the rating of Boros, Béla is 2400 here and 1950 before" in said[0]


@pytest.mark.parametrize("other", ["Abell, Anna", "Abel, Anna Maria", "Abel, Hanna"])
def test_names_of_two_who_are_two(tmp_path, other):
    """Fay under another name, without ratings: she plays in the same rounds as Anna."""
    rows = [[other if value == "Fuchs, Fay" else value for value in row[:2] + row[3:4] + row[5:]] for row in RATED]
    assert len(read_event(listed(tmp_path, rows)).players) == 6


def test_ratings_tell_two_apart_who_never_play_in_one_round(tmp_path):
    rows = [
        *RATED,
        [4, "Abel, Anna", 2000, "Cohn, Carl", 1900, "1-0"],
        [5, "Abel, Anni", 1600, "Cohn, Carl", 1900, "1-0"],
    ]
    assert len(read_event(listed(tmp_path, rows)).players) == 7
    rows[-1][2] = 2000
    assert "may be" in problems(listed(tmp_path, rows))[0]


@pytest.mark.parametrize(
    "word",
    ["BYE BYE", "bye 1", "BYE2", "Bye player", "(bye)", "-- bye --", "Full point bye", "full-bye", "Freilos",
     "spielfrei", "descansa", "FOLGA", "riposo", "exempt", "vrijgeloot", "pausa", "none",
     "not paired", "unpaired", "no opponent",
     "Nicht gelost"],
)  # fmt: skip
def test_words_for_a_bye(tmp_path, word):
    """Carl-Emil of round 2 becomes a bye of one point for Carl; Emil keeps 0 + 1."""
    event = read_event(listed(tmp_path, with_cells({(5, 3): word, (5, 4): ""})))
    assert sorted(event.players["name"]) == FULL
    assert (len(event.games), scores(event)["Cohn, Carl"]) == (16, 1.5)  # ½ + 1 + 0
    assert kinds(event)["byes"] == 1


@pytest.mark.parametrize(("word", "result"), [("HALF POINT BYE", "½"), ("half bye", ""), ("Bye, half", "1/2-1/2")])
def test_a_bye_of_half_a_point(tmp_path, word, result):
    event = read_event(listed(tmp_path, with_cells({(5, 3): word, (5, 4): "", (5, 5): result})))
    assert scores(event)["Cohn, Carl"] == 1  # ½ + ½ + 0


@pytest.mark.parametrize(
    ("word", "rating", "result", "part"),
    [
        ("half bye", "", "1-0", "the opponent is “half bye”, and the result “1-0”"),
        ("BYE", "", "", "the opponent is “BYE”, and the result “”"),
        ("--", "", "1-0", "the opponent is “--”"),
        ("0", "", "1-0", "the opponent is “0”"),
        ("X", "", "1-0", "“X” can stand for a bye, and may be a player's name"),
        ("N.N.", "", "1-0", "“N.N.” can stand for a bye"),
        ("frei", "", "1-0", "“frei” can stand for a bye"),
        ("Vrij", "", "1-0", "“Vrij” can stand for a bye"),
        ("Bye", 1800, "1-0", "“Bye” can stand for a bye and has a rating"),
    ],
)
def test_what_may_be_a_bye(tmp_path, word, rating, result, part):
    said = problems(listed(tmp_path, with_cells({(5, 3): word, (5, 4): rating, (5, 5): result})))
    assert len(said) == 1
    assert part in said[0]
    assert "line 6, field 4" in said[0]


def test_a_rated_player_of_that_name_is_one(tmp_path):
    rows = [["Frei" if value == "Evans, Emil" else value for value in row] for row in RATED]
    assert "Frei" in read_event(listed(tmp_path, rows)).players["name"].tolist()
