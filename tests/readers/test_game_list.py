"""Tables with a row a game, and what looks like one: pairings of a round, players' cards."""

import datetime

import pytest
from made.making import csv_file, workbook
from one_event import GAMES, NAMES, RATINGS, assert_is_the_event, kinds, scores

from pipeline.errors import InputError
from pipeline.readers import read_event

RATED = [
    ["Round", "White", "WhiteElo", "Black", "BlackElo", "Result"],
    *([r, NAMES[w - 1], RATINGS[w - 1], NAMES[b - 1], RATINGS[b - 1], result] for r, w, b, result in GAMES),
]
PLAIN = [[row[0], row[1], row[3], row[5]] for row in RATED]


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    return [str(problem) for problem in caught.value.problems]


def with_cell(row, column, value, rows=PLAIN):
    rows = [list(values) for values in rows]
    rows[row][column] = value
    return rows


def listed(tmp_path, rows, name="games.csv"):
    return csv_file(tmp_path / name, rows, ";")


@pytest.mark.parametrize("name", ["games.csv", "games.xlsx"])
def test_with_ratings(tmp_path, name):
    write = workbook if name.endswith("xlsx") else csv_file
    event = read_event(write(tmp_path / name, RATED))
    assert_is_the_event(event)
    assert event.source.layout == "list of games"
    assert event.players["name"].tolist() == NAMES  # numbered by rating
    first = event.entries.query("no == 1").set_index("round")
    assert first["colour"].tolist() == ["w", "b", "w"]
    assert event.notes == ()


@pytest.mark.parametrize(
    "header",
    [
        ["Round", "White", "Black", "Result"],
        ["Rd.", "White player", "Black player", "Score"],
        ["Runde", "Weiß", "Schwarz", "Ergebnis"],
        ["Ronda", "Blancas", "Negras", "Resultado"],
        ["Turno", "Bianco", "Nero", "Risultato"],
        ["Ronde", "Blancs", "Noirs", "Résultat"],
        ["Ronde", "Wit", "Zwart", "Uitslag"],
        ["Rodada", "Brancas", "Pretas", "Resultado"],
    ],
)
def test_headings(tmp_path, header):
    assert_is_the_event(read_event(listed(tmp_path, [header, *PLAIN[1:]])), ratings=False)


def test_two_rating_columns_headed_alike(tmp_path):
    rows = [["Rd", "Rtg", "White", "Result", "Black", "Rtg"]]
    rows += [[r, RATINGS[w - 1], NAMES[w - 1], s, NAMES[b - 1], RATINGS[b - 1]] for r, w, b, s in GAMES]
    assert_is_the_event(read_event(listed(tmp_path, rows)))


@pytest.mark.parametrize(
    ("white", "draw", "black"),
    [("1-0", "1/2-1/2", "0-1"), ("1 - 0", "½ - ½", "0 - 1"), ("1:0", "½:½", "0:1"), ("1–0", "=-=", "0–1"),
     ("1.0-0.0", "0.5-0.5", "0.0-1.0"), ("1", "½", "0"), ("1", "0.5", "0"), ("1-0", "=", "0-1")],
)  # fmt: skip
def test_spellings_of_results(tmp_path, white, draw, black):
    spelled = {"1-0": white, "½-½": draw, "0-1": black}
    rows = [PLAIN[0], *([*row[:3], spelled[row[3]]] for row in PLAIN[1:])]
    assert_is_the_event(read_event(listed(tmp_path, rows)), ratings=False)


def test_rounds_change_nothing(tmp_path):
    without = [row[1:] for row in PLAIN]
    assert_is_the_event(read_event(listed(tmp_path, without)), ratings=False)
    mixed = read_event(listed(tmp_path, with_cell(4, 0, "?"), "mixed.csv"))
    assert_is_the_event(mixed, ratings=False)  # the free round is the one that was left out
    assert kinds(mixed)["rounds"] == 1


def test_one_number_for_all_rounds_is_none(tmp_path):
    rows = [PLAIN[0], *([1, *row[1:]] for row in PLAIN[1:])]
    assert_is_the_event(read_event(listed(tmp_path, rows)), ratings=False)


@pytest.mark.parametrize(
    ("result", "points", "played"),
    [("+/-", (2.5, 1), 16), ("+ - -", (2.5, 1), 16), ("-/+", (1.5, 2), 16), ("1-0F", (2.5, 1), 16),
     ("0-0", (1.5, 1), 16), ("*", (1.5, 1), 16), ("", (1.5, 1), 16)],
)  # fmt: skip
def test_games_that_were_not_played(tmp_path, result, points, played):
    event = read_event(listed(tmp_path, with_cell(1, 3, result)))  # Anna-Dora, which was 1-0
    assert (scores(event)["Anna"], scores(event)["Dora"]) == points
    assert len(event.games) == played


@pytest.mark.parametrize(("result", "points"), [("1-0", 1), ("½", 0.5), ("1/2-1/2", 0.5), ("0", 0), ("0-1", 0)])
@pytest.mark.parametrize("nobody", ["BYE", "bye", "", "spielfrei"])
def test_byes(tmp_path, result, points, nobody):
    event = read_event(listed(tmp_path, [*PLAIN, [4, "Fay", nobody, result], [4, "Anna", "Béla", "1-0"]]))
    assert scores(event)["Fay"] == 0.5 + points
    assert len(event.games) == 20
    assert len(event.players) == 6


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        (with_cell(1, 3, "2-0"), ["line 2, field 4", "“2-0”", "Write 1-0"]),
        (with_cell(1, 3, "w"), ["line 2, field 4", "“w”"]),
        (with_cell(1, 3, "½-0"), ["line 2, field 4", "“½-0”"]),
        (with_cell(1, 3, "--"), ["line 2, field 4", "“--”"]),
        (with_cell(1, 2, "Anna"), ["player 1 plays against himself"]),
        (with_cell(1, 2, "Béla"), ["line 3", "round 1: player 2 has two opponents (the other in line 2, field 4)"]),
        ([*PLAIN, PLAIN[1]], ["line 11, field 4", "stands twice (first in line 2, field 4)"]),
        ([*PLAIN, [1, "Anna", "Dora", "0-1"]], ["line 11, field 4", "with another result"]),
        ([*(r[1:] for r in PLAIN), PLAIN[1][1:]], ["line 11", "stands twice"]),
        ([*PLAIN, *([r, b, w, s[::-1]] for r, w, b, s in PLAIN[1:])], ["each game stands twice"]),
        (with_cell(1, 2, "?"), ["line 2, field 3", "the opponent is “?”"]),
        (with_cell(1, 2, 1900, RATED), ["rating of Anna is 2000 here and 1900 before"]),
        (with_cell(1, 2, "x", RATED), ["line 2, field 3", "the rating “x” isn't a rating"]),
        (with_cell(1, 2, "what", RATED), ["line 2, field 3", "the rating is “what”"]),
        (with_cell(1, 2, 9999, RATED[:2] + RATED[3:]), ["9999"]),
    ],
)  # fmt: skip
def test_defects(tmp_path, rows, parts):
    said = "\n".join(problems(listed(tmp_path, rows)))
    for part in parts:
        assert part in said
    assert "→" in said


def test_excel_made_a_time_of_a_result(tmp_path):
    rows = with_cell(1, 3, datetime.time(1, 0))
    said = problems(workbook(tmp_path / "g.xlsx", rows))[0]
    assert "Excel made a date or time of it; it was probably meant to be 1" in said


def test_two_games_of_a_pair_in_a_round(tmp_path):
    rows = [*PLAIN, [1, "Dora", "Anna", "½-½"]]
    event = read_event(listed(tmp_path, rows))
    assert (len(event.games), scores(event)["Anna"]) == (20, 3)
    assert kinds(event)["rounds"] == 1


def test_names_are_compared_without_capitals_and_points(tmp_path):
    event = read_event(listed(tmp_path, with_cell(4, 2, "ANNA ")))
    assert len(event.players) == 6
    assert kinds(event)["spellings"] == 1


def test_an_initial_is_a_question(tmp_path):
    rows = [[*row[:1], *(f"Smith, {v}" if v == "Anna" else v for v in row[1:])] for row in PLAIN]
    rows[4][2] = "Smith, A."
    assert "“Smith, A.” may be the player who is “Smith, Anna” elsewhere" in problems(listed(tmp_path, rows))[0]
    rows[4][0] = 1  # in the same round, so they are two (and Béla has two games in it)
    assert not any("may be" in problem for problem in problems(listed(tmp_path, rows)))


def test_fide_numbers_tell_players_apart(tmp_path):
    ids = {name: 1000 + no for no, name in enumerate(NAMES)}
    rows = [[*PLAIN[0], "White ID", "Black ID"], *([*row, ids[row[1]], ids[row[2]]] for row in PLAIN[1:])]
    assert_is_the_event(read_event(listed(tmp_path, rows)), ratings=False)
    rows[4][2] = "Anna Maria"
    event = read_event(listed(tmp_path, rows))
    assert (len(event.players), kinds(event)["spellings"]) == (6, 1)
    rows[4][2], rows[4][5] = "Anna", 2000
    assert len(read_event(listed(tmp_path, rows)).players) == 7


def test_pairings_of_a_round(tmp_path):
    said = problems(listed(tmp_path, PLAIN[:4]))
    assert "these are the pairings of a single round: 3 games, and nobody has two." in said[0]
    rows = [["Bo.", "No.", "Name", "Rtg", "Result", "Name", "Rtg", "No."], [1, 1, "A", 2000, "1 - 0", "B", 1900, 2]]
    assert "this is no event, but pairings: two players in each row" in problems(listed(tmp_path, rows))[0]
    rows = [["Bo.", "White", "Black"], [1, "A", "B"], [2, "C", "D"]]
    assert "this is no event, but pairings" in problems(listed(tmp_path, rows))[0]


def test_a_players_card(tmp_path):
    rows = [["Name", "Anna"], ["Rating", 2000], [], ["Rd.", "Bo.", "SNo", "Name", "Rtg", "FED", "Pts.", "Res."],
            [1, 2, 4, "Dora", 1850, "AUT", 1, "w 1"], [2, 1, 2, "Béla", 1950, "AUT", 2.5, "s ½"]]  # fmt: skip
    assert "the card of one player: his opponents, round by round" in problems(workbook(tmp_path / "c.xlsx", rows))[0]
