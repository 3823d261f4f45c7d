"""FIDE report files: what the columns hold, the older forms, and each defect with its line and columns."""

import pytest

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints

#        1         2         3         4         5         6         7         8         9        10        11
#2345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
VILLAGE = """012 Village Open
XXR 3
001    1 mFM  Anna                              2000 AUT     1234567 1990/05/17  2.5    1     2 w 1     3 b =     4 w +
001    2 w    Béla                              1900 HUN             1985        2.0    2     1 b 0     4 w 1  0000 - U
001    3      Carl                              1800                             1.5    3     4 b =     1 w =  0000 - H
001    4      Dora                                 0                             0.5    4     3 w =     2 b 0     1 b -
"""


def trf(tmp_path, text=VILLAGE, encoding="utf-8", name="village.trf"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def replaced(*pairs):
    text = VILLAGE
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(path) in str(caught.value)
    return [str(problem) for problem in caught.value.problems]


def kinds(event):
    return {note.kind: note.count for note in event.notes}


def results(event):
    return event.entries.groupby("no")["result"].agg(list).tolist()


def test_all_of_it(tmp_path):
    event = read_event(trf(tmp_path))
    assert (event.name, event.source.layout, event.rounds) == ("Village Open", "FIDE report file (TRF)", 3)
    assert event.players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora"]
    assert event.players["rating"].fillna(0).tolist() == [2000, 1900, 1800, 0]
    assert event.players.loc[1, ["title", "federation", "birth", "points_stated"]].tolist() == [
        "FM", "AUT", "1990/05/17", 2.5,
    ]  # fmt: skip
    assert results(event) == [["w", "d", "+"], ["l", "w", "full-bye"], ["d", "d", "half-bye"], ["d", "l", "-"]]
    assert event.entries["colour"].tolist() == ["w", "b", "w", "b", "w", "", "b", "w", "", "w", "b", "b"]
    # 1-2, 1-3, 2-4, 3-4, each from both sides; the forfeit is no game
    assert len(event.games) == 8
    assert kinds(event) == {"unrated": 1, "byes": 2, "forfeits": 2}


@pytest.mark.parametrize(
    ("code", "result", "points"),
    [("H", "half-bye", 1.5), ("F", "full-bye", 2), ("U", "full-bye", 2), ("Z", "zero-bye", 1), ("h", "half-bye", 1.5),
     ("+", "full-bye", 2), ("-", "zero-bye", 1), ("=", "half-bye", 1.5)],
)  # fmt: skip
def test_rounds_without_an_opponent(tmp_path, code, result, points):
    text = replaced(("2.0    2 ", f"{points:3.1f}    2 "), ("0000 - U", f"0000 - {code}"))
    event = read_event(trf(tmp_path, text))
    assert results(event)[1] == ["l", "w", result]
    assert event.score[2] == points


def test_games_under_one_move_count_and_are_noted(tmp_path):
    text = replaced(("2 w 1 ", "2 w W "), ("1 b 0 ", "1 b L "), ("4 b =", "4 b D"), ("3 w =     2", "3 w D     2"))
    event = read_event(trf(tmp_path, text))
    assert results(event)[0][0] == "w"
    assert len(event.games) == 8
    note = next(note for note in event.notes if note.kind == "unrated games")
    assert (note.count, "counted as games" in note.text, "1 (round 1)" in note.text) == (4, True, True)


def test_blank_round_is_an_absence_and_a_blank_result_a_game_to_come(tmp_path):
    text = VILLAGE.replace("     4 w +", "     4 w  ").replace("     1 b -", "     1 b  ")
    text = text.replace("0000 - U", "        ")
    text = text.replace("  2.5    1 ", "  1.5    1 ").replace("  2.0    2 ", "  1.0    2 ")
    event = read_event(trf(tmp_path, text))
    assert results(event) == [["w", "d", ""], ["l", "w"], ["d", "d", "half-bye"], ["d", "l", ""]]
    assert kinds(event)["pending"] == 1


def test_points_show_that_a_blank_round_was_a_bye(tmp_path):
    """The older form has no letters for byes: 2.0 points of 0 + 1 are a full-point bye in the blank round."""
    event = read_event(trf(tmp_path, replaced(("  0000 - U", "          "))))
    assert results(event)[1] == ["l", "w", "full-bye"]
    assert "2 (round 3: full-bye)" in {note.kind: note.text for note in event.notes}["byes by points"]


def test_points_that_blank_rounds_may_explain_are_noted(tmp_path):
    # 0 from the results, two blank rounds, 1½ points stated: one bye of each kind, or something else
    text = replaced(("     1 b 0     4 w 1  0000 - U", "     1 b 0                    "), ("2.0    2 ", "1.5    2 "),
                    ("     3 w =     2 b 0     1 b -", "     3 w =  0000 - Z     1 b -"))  # fmt: skip
    event = read_event(trf(tmp_path, text))
    assert "2 (1½ stated, 0 found)" in {note.kind: note.text for note in event.notes}["points"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_line_ends_and_encodings(tmp_path, end, encoding):
    event = read_event(trf(tmp_path, VILLAGE.replace("\n", end), encoding))
    assert event.players.loc[2, "name"] == "Béla"
    assert len(event.games) == 8
    assert ("encoding" in kinds(event)) == (encoding == "latin-1")


def test_other_lines_are_survived(tmp_path):
    ruler = "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1\n"
    more = (
        "# a comment\n### another\n\n         1         2         3\n1234567890123456789012345\n" + ruler
        + "XXC white1\nXXZ 4\nBBW 1.0\n132" + " " * 88 + "26/01/02\n013 Team                             1    2\n"
        "202 BH,SB\n222 5400+30\n250      02.0 001 003 0001 0002\n260 001 002  125  180\n"
        "AUT    1 m    Anna                              2050\n801 whatever\n310   1 India\n"
    )  # fmt: skip
    event = read_event(trf(tmp_path, more + VILLAGE))
    assert (event.name, len(event.players), len(event.games)) == ("Village Open", 4, 8)


def test_missing_colours_and_trailing_blanks(tmp_path):
    event = read_event(trf(tmp_path, VILLAGE.replace(" w ", "   ").replace(" b ", "   ").replace("\n", "    \n")))
    assert len(event.games) == 8
    assert "colour" not in event.entries


def test_a_commas_and_quotation_marks_mean_nothing(tmp_path):
    event = read_event(trf(tmp_path, replaced(("Carl                ", 'Carl, "the; Great"  '))))
    assert event.players.loc[3, "name"] == 'Carl, "the; Great"'


def test_short_lines(tmp_path):
    event = read_event(trf(tmp_path, VILLAGE + "001    5      Emil\n"))
    assert event.players.loc[5, "name"] == "Emil"
    assert kinds(event)["no game"] == 1


def test_columns_counted_in_bytes(tmp_path):
    """A program that pads the UTF-8 name to 33 bytes moves the rest of the line one column to the left."""
    event = read_event(trf(tmp_path, replaced((f"Béla{' ' * 30}1900", f"Béla{' ' * 29}1900"))))
    assert (event.players.loc[2, "name"], event.players.loc[2, "rating"]) == ("Béla", 1900)
    assert len(event.games) == 8


@pytest.mark.parametrize(
    ("letters", "title"), [("  g", "GM"), (" wf", "WFM"), ("WIM", "WIM"), ("m  ", "IM"), ("XX ", "XX")]
)
def test_titles(tmp_path, letters, title):
    assert read_event(trf(tmp_path, replaced(("1 mFM  Anna", f"1 m{letters} Anna")))).players.loc[1, "title"] == title


@pytest.mark.parametrize("line", ["XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 FW=3.0 PAB=3.0 HPB=1.0", "162  W 3.0      D 1.0",
                                  "BBW 3.0\nBBD 1.0\nBBU 3.0\nXXS FW=3.0 HPB=1.0"])  # fmt: skip
def test_three_points_for_a_win(tmp_path, line):
    # 3 + 1 + 3 = 7, 0 + 3 + 3 = 6, 1 + 1 + 1 = 3, 1 + 0 + 0 = 1
    text = replaced((" 2.5    1 ", " 7.0    1 "), (" 2.0    2 ", " 6.0    2 "), (" 1.5    3 ", " 3.0    3 "),
                    (" 0.5    4 ", " 1.0    4 "))  # fmt: skip
    event = read_event(trf(tmp_path, f"{line}\n{text}"))
    assert str(event.scoring) == "3-1-0"
    assert event.players["points_stated"].tolist() == event.score.tolist() == [7, 6, 3, 1]
    assert event.games.groupby("no")["points"].sum().tolist() == [1.5, 1, 1, 0.5]
    assert "point values" in kinds(event)


def test_a_contradiction_of_the_points_is_a_check_by_any_scoring(tmp_path):
    """Of the file (3-1-0: 7 6 3 1 as above) or of the user; what the file can't have meant isn't taken for 1, ½, 0."""
    text = replaced((" 2.5    1 ", " 7.0    1 "), (" 2.0    2 ", " 5.0    2 "), (" 1.5    3 ", " 3.0    3 "),
                    (" 0.5    4 ", " 1.0    4 "))  # fmt: skip
    event = read_event(trf(tmp_path, f"162  W 3.0      D 1.0\n{text}"))
    assert (event.players["points_stated"] - event.score).tolist() == [0, -1, 0, 0]
    for stated in (VILLAGE, VILLAGE.replace("2.5    1", "0.0    1")):
        event = read_event(trf(tmp_path, stated), hints=Hints(points="3-1-0"))
        assert event.score.tolist() == [7, 6, 3, 1]
        assert event.players["points_stated"].tolist()[1:] == [2, 1.5, 0.5]


@pytest.mark.parametrize("line", ["XXS WW=3.0 BW=2.0", "XXS WW=2.0 BW=2.0 WD=1.0 BD=1.0 WL=0.5 BL=0.5"])
def test_values_that_no_scoring_has_are_a_check_where_they_change_the_points(tmp_path, line):
    """White wins for 3, Black for 2; or a loss brings half a point: neither is win-draw-nothing."""
    # 3 + ½ + 1 (the forfeit) and 0 + 3 + 1 (the bye); 2 + 1 + 1 and ½ + 2 + 1
    one, two = ("4.5", "4.0") if "WL" not in line else ("4.0", "3.5")
    text = replaced(("2.5    1 ", f"{one}    1 "), ("2.0    2 ", f"{two}    2 "))
    event = read_event(trf(tmp_path, f"{line}\n{text}"))
    assert str(event.scoring) == "1-½-0"
    assert event.players["points_stated"].tolist()[:2] == [float(one), float(two)]
    assert event.score.tolist() == [2.5, 2, 1.5, 0.5]


def test_byes_of_another_scoring(tmp_path):
    # 3 + 1 + 3, 0 + 3 + 1 (the bye brings what a draw does), 1 + 1 + 1, 1 + 0 + 0
    text = replaced((" 2.5    1 ", " 7.0    1 "), (" 2.0    2 ", " 4.0    2 "), (" 1.5    3 ", " 3.0    3 "),
                    (" 0.5    4 ", " 1.0    4 "))  # fmt: skip
    event = read_event(trf(tmp_path, f"162  W 3.0      D 1.0    P 1.0\n{text}"))
    assert event.score.tolist() == [7, 4, 3, 1]
    assert results(event)[1][-1] == "half-bye"


@pytest.mark.parametrize(("line", "is_right"), [("162  W 3.0      D 1.0", False), ("162  W 2.0    D 1.0", True)])
def test_points_of_the_user_against_those_of_the_file(tmp_path, line, is_right):
    text = replaced((" 2.5    1 ", " 5.0    1 "), (" 2.0    2 ", " 4.0    2 "), (" 1.5    3 ", " 3.0    3 "),
                    (" 0.5    4 ", " 1.0    4 "))  # fmt: skip
    path = trf(tmp_path, f"{line}\n{text}")
    if is_right:
        assert read_event(path, hints=Hints(points="2-1-0")).score.tolist() == [5, 4, 3, 1]
        return
    with pytest.raises(InputError) as caught:
        read_event(path, hints=Hints(points="2-1-0"))
    assert "line 1: this line says what results count (162  W 3.0      D 1.0), and --points says 2-1-0" in str(
        caught.value
    )


@pytest.mark.parametrize("count", ["3", "5", "9 (7)"])
def test_a_number_of_players_that_the_file_does_not_have(tmp_path, count):
    found = problems(trf(tmp_path, f"062 {count}\n{VILLAGE}"))
    assert f"line 1: this line says that there are {count[0]} players" in found[0]
    assert "the file has 4" in found[0]
    assert len(read_event(trf(tmp_path, f"062 4 (3)\n{VILLAGE}")).players) == 4


@pytest.mark.parametrize("rating", ["  19", "   2", "  99"])
def test_a_rating_that_is_too_low_to_be_one(tmp_path, rating):
    (found,) = problems(trf(tmp_path, replaced((" 1900 HUN", f" {rating} HUN"))))
    assert f"line 4, columns 49-52: the rating {rating.strip()} isn't a rating" in found


def test_default_values_spelled_out_change_nothing(tmp_path):
    line = "XXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=1.0 FW=1.0 FL=0.0\n"
    event = read_event(trf(tmp_path, line + VILLAGE))
    assert event.players["points_stated"].tolist() == [2.5, 2, 1.5, 0.5]
    assert "point values" not in kinds(event)


def test_bye_of_half_a_point(tmp_path):
    event = read_event(trf(tmp_path, "XXS PAB=0.5\n" + replaced((" 2.0    2 ", " 1.5    2 "))))
    assert results(event)[1][-1] == "half-bye"
    assert event.score[2] == 1.5
    # For tie-breaks it stands among those that were asked for, which is said.
    assert {note.kind: note.text for note in event.notes}["allocated byes"].endswith(": 2 (round 3)")


def test_penalty_points_are_noted(tmp_path):
    event = read_event(trf(tmp_path, "299          -0.5  002    1\n" + replaced((" 2.5    1 ", " 2.0    1 "))))
    assert "1 (2 stated, 2½ found)" in {note.kind: note.text for note in event.notes}["points"]


def test_byes_of_record_240(tmp_path):
    event = read_event(trf(tmp_path, replaced(("  0000 - H", "          "), ("XXR 3", "240 H 003    3"))))
    assert results(event)[2] == ["d", "d", "half-bye"]


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("2.0    2 ", "3.0    2 ", ["line 4, columns 81-84", "player 2 has 3 points stated", "give 2 (0 + 1 + 1)"]),
        ("2.0    2 ", "x.0    2 ", ["line 4, columns 81-84", "“x.0”"]),
        ("     1 b 0", "     1 b 1", ["line 3, columns 92-99", "“w” against 2, who has “w” (line 4, columns 92-99)"]),
        ("     1 b 0", "     1 w 0", ["line 3, columns 92-99", "player 1 has White against 2, who has White as well"]),
        ("     1 b 0", "     1 b q", ["line 4, columns 92-99", "round 1 of player 2 is “1 b q”", "1 = 0"]),
        ("     1 b 0", "     1 x 0", ["line 4, columns 92-99", "“1 x 0”"]),
        ("     1 b 0", "     a b 0", ["line 4, columns 92-99", "“a b 0”"]),
        ("     1 b 0", "    1 b  0", ["line 4, columns 92-99", "“1 b  0”"]),
        ("     1 b 0", "     9 b 0", ["line 4, columns 92-99", "opponent 9", "no player of the file has that number"]),
        ("     1 b 0", "     2 b 0", ["line 4, columns 92-99", "against himself"]),
        ("     1 b 0", "     1 b H", ["line 4, columns 92-99", "has opponent 1 and a bye"]),
        ("     1 b 0", "  0000 - Z", ["line 3, columns 92-99", "opponent 2, but player 2 has no opponent (line 4"]),
        ("001    2 w", "001      w", ["line 4, columns 5-8", "has no starting number"]),
        ("001    2 w", "001   2x w", ["line 4, columns 5-8", "“2x”"]),
        ("001    2 w", "001    1 w", ["line 4, columns 5-8", "player number 1 stands twice", "line 3"]),
        ("001    2 w", "101    2 w", ["line 4, columns 1-3", "the record code is “101”", "Write 001"]),
        (" 1900 HUN", " 19x0 HUN", ["line 4, columns 49-52", "the rating is “19x0”"]),
        ("XXR 3", "XXR 2", ["line 3, columns 112-119", "result in round 3", "declares 2 rounds (line 2: XXR 2)"]),
        ("XXR 3", "142 2", ["line 3, columns 112-119", "declares 2 rounds (line 2: 142 2)"]),
    ],
)
def test_defective_line(tmp_path, old, new, parts):
    found = problems(trf(tmp_path, replaced((old, new))))
    problem = next(problem for problem in found if parts[0] in problem.partition(": ")[0])
    for part in parts:
        assert part in problem
    assert "→" in problem


def test_all_problems_at_once(tmp_path):
    text = replaced((" 2.5    1 ", " 3.5    1 "), (" 2.0    2 ", " 3.0    2 "), ("2000 AUT", "2x00 AUT"))
    assert len(problems(trf(tmp_path, text))) == 3


def test_starting_list_with_a_missing_number(tmp_path):
    lines = [f"001 {no:4}      Player {no:<27}" for no in (1, 2, 4)]
    found = problems(trf(tmp_path, "\n".join(lines)))
    assert "line 3, columns 5-8: the starting number is 4, and nobody has number 3" in found[0]


def test_missing_number_with_games_is_noted(tmp_path):
    text = VILLAGE.replace("001    4", "001    5").replace("   4 w", "   5 w").replace("   4 b", "   5 b")
    assert kinds(read_event(trf(tmp_path, text)))["numbers left out"] == 1


def test_starting_list(tmp_path):
    text = "# no games\n" + "".join(f"001 {no:4}      Player {no}\n" for no in range(1, 4))
    assert "3 players and no game played: this looks like a starting list" in problems(trf(tmp_path, text))[0]


def test_no_player_at_all(tmp_path):
    assert "no player" in problems(trf(tmp_path, "012 Village Open\n"))[0]


@pytest.mark.parametrize("entry", ["  0000   -", "  0000    ", "          ", "  0000 -  ", "  0000 - -", "  0000 - Z"])
@pytest.mark.parametrize("declared", ["XXR 3", "142 3"])
def test_an_empty_entry_beyond_the_last_round(tmp_path, entry, declared):
    event = read_event(trf(tmp_path, replaced(("     4 w +", f"     4 w +{entry}"), ("XXR 3", declared))))
    assert (event.rounds, len(event.games), kinds(event)) == (3, 8, {"unrated": 1, "byes": 2, "forfeits": 2})


def test_an_empty_last_round_that_nothing_declares(tmp_path):
    text = replaced(("XXR 3\n", "")).replace(" +\n", " +  0000 -  \n").replace(" H\n", " H  0000    \n")
    assert read_event(trf(tmp_path, text)).rounds == 3


@pytest.mark.parametrize("entry", ["  0000 - H", "     3 w 1", "  0000 - +", "     3 w  "])
def test_an_entry_beyond_the_last_round_that_says_something(tmp_path, entry):
    assert "declares 3 rounds" in problems(trf(tmp_path, replaced(("     4 w +", f"     4 w +{entry}"))))[0]


def test_a_penalty_is_a_check_and_no_problem(tmp_path):
    event = read_event(trf(tmp_path, replaced((" 2.5    1 ", " 1.5    1 "))))
    assert (event.players.loc[1, "points_stated"], event.score[1]) == (1.5, 2.5)
    assert "1 (1½ stated, 2½ found)" in {note.kind: note.text for note in event.notes}["penalties"]


@pytest.mark.parametrize("line", ["299 +  1.0         1    1", "299          -0.5  002    1"])
def test_points_that_agree_need_no_note_whatever_record_299_says(tmp_path, line):
    assert kinds(read_event(trf(tmp_path, f"{line}\n{VILLAGE}"))) == {"unrated": 1, "byes": 2, "forfeits": 2}


@pytest.mark.parametrize("team", ["013 Team                             1    2", "310   1 India", "362 W 2.0"])
def test_the_bye_of_162_is_a_teams_in_a_team_file(tmp_path, team):
    event = read_event(trf(tmp_path, f"162  P 2.0\n{team}\n{VILLAGE}"))
    assert event.players["points_stated"].tolist() == [2.5, 2, 1.5, 0.5]
    assert results(event)[1][-1] == "full-bye"
    half = replaced((" 2.0    2 ", " 1.5    2 "))  # without teams it is the player's
    assert results(read_event(trf(tmp_path, f"162  P 0.5\n{half}")))[1][-1] == "half-bye"


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [("001 ", " 001 ", "line 3: the line begins with a blank (and 3 more lines)"),
     ("001 ", "\t001 ", "line 3: the line begins with a blank (and 3 more lines)"),
     ("     2 w 1", "\t2 w 1", "line 3: the line has a tab;"), ("001    3", " 001    3", "line 5: the line begins"),
     ("001 ", "001\t", "line 3: the line has a tab (and 3 more lines)")],
)  # fmt: skip
@pytest.mark.parametrize("start", [0, 1])
def test_lines_whose_fields_are_shifted(tmp_path, old, new, part, start):
    text = VILLAGE.replace(old, new)
    found = problems(trf(tmp_path, text if not start else text.replace("012 Village Open\n", "### a comment\n")))
    assert len(found) == 1
    assert part in found[0]
