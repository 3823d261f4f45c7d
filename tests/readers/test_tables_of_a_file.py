"""Files with several tables: each is looked at, a second event is a question, and --pick answers it."""

import pytest
from made.fields import event
from made.making import csv_file, workbook
from one_event import GAMES, NAMES, NATIVE, OTHERS, POINTS, RANKED, STANDINGS, assert_is_the_event, games, kinds
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.convert import write_event
from pipeline.errors import InputError, UsageError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints


def page(*tables):
    """A web page with these tables, each with a title or none."""
    body = ""
    for title, rows in tables:
        cells = ("".join(f"<td>{'' if v is None else v}</td>" for v in row) for row in rows)
        body += f"<h2>{title}</h2>" * bool(title) + "<table>" + "".join(f"<tr>{c}</tr>" for c in cells) + "</table>"
    return f"<html><head><meta charset='utf-8'></head><body>{body}</body></html>"


def question(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert len(caught.value.problems) == 1
    return str(caught.value.problems[0])


def picked(path, pick):
    return read_event(path, hints=Hints(pick=pick))


def test_two_sheets(tmp_path):
    other = [NATIVE[0], *([row[0], f"{row[1]} x", *row[2:]] for row in NATIVE[1:])]
    path = workbook(tmp_path / "a.xlsx", NATIVE, "A", B=other)
    assert "sheet B, cell A1: a second table" in question(path)
    assert "--pick: 1 (sheet A, A1), 2 (sheet B, A1)" in question(path)
    assert_is_the_event(picked(path, "A"))
    assert_is_the_event(picked(path, "1"))
    assert picked(path, "b").players["name"].tolist()[0] == "Anna x"


def test_the_same_players_with_one_other_result_are_another_event(tmp_path):
    other = [list(row) for row in NATIVE]
    other[1][4], other[4][4] = "d", "d"
    path = workbook(tmp_path / "a.xlsx", NATIVE, "A", B=other)
    assert "sheet B" in question(path)
    assert_is_the_event(picked(path, "a"))


def test_three_sheets_of_two_layouts(tmp_path):
    path = workbook(tmp_path / "a.xlsx", OTHERS, "Open", Women=NATIVE, Notes=[["Arbiter", "X"]], Juniors=OTHERS[:3])
    said = question(path)
    assert "table 2 of 3" in said
    assert "1 (sheet Open, A1), 2 (sheet Women, A1), 3 (sheet Juniors, A1)" in said
    assert_is_the_event(picked(path, "Women"))


def test_a_sheet_named_event_is_no_answer(tmp_path):
    path = workbook(tmp_path / "a.xlsx", NATIVE, "Event", Blitz=OTHERS)
    assert "sheet Blitz" in question(path)
    assert_is_the_event(picked(path, "Event"))


@pytest.mark.parametrize(
    "others",
    [
        {"Standings": STANDINGS},
        {"Settings": [["Setting", "Value"], ["c", "opponents"]]},
        {"Start": [row[:3] for row in RANKED]},
        {"Notes": [["Name", "Value"], ["x", 1]]},
        {"Cross": RANKED},
    ],
)
def test_a_view_of_the_same_event_is_no_second_one(tmp_path, others):
    event = read_event(workbook(tmp_path / "a.xlsx", NATIVE, "Event", **others))
    assert_is_the_event(event)
    assert event.source.layout == "native event workbook"
    assert kinds(event) == ({"other tables": 1} if "Cross" in others else {})


@pytest.mark.parametrize(("column", "value"), [(2, 2001), (3, "4w+")])
def test_a_table_with_another_rating_or_result_is_no_view(tmp_path, column, value):
    other = [list(row) for row in RANKED]
    other[1][column] = value
    other[4][3] = "1b-" if value == "4w+" else other[4][3]
    assert "sheet Cross" in question(workbook(tmp_path / "a.xlsx", NATIVE, "Event", Cross=other))


def test_a_view_without_ratings_is_one(tmp_path):
    cross = [[row[0], row[1], *row[3:]] for row in RANKED]
    assert_is_the_event(read_event(workbook(tmp_path / "a.xlsx", NATIVE, "Event", Cross=cross)))


def test_a_broken_view_of_the_same_players_is_none_either(tmp_path):
    broken = [list(row) for row in RANKED]
    broken[2][3] = "what"
    assert_is_the_event(read_event(workbook(tmp_path / "a.xlsx", NATIVE, "Event", Cross=broken)))


def hiding(path, sheet):
    """The workbook with a sheet of it hidden."""
    import openpyxl

    book = openpyxl.load_workbook(path)
    book[sheet].sheet_state = "hidden"
    book.save(path)
    return path


def test_a_hidden_sheet_with_another_event_is_a_question_and_can_be_picked(tmp_path):
    path = hiding(workbook(tmp_path / "a.xlsx", NATIVE, "Event", Old=OTHERS), "Old")
    assert "1 (sheet Event, A1), 2 (sheet Old, A1, hidden)" in question(path)
    assert picked(path, "Old").players["name"].tolist()[0] == "Anna II"
    assert_is_the_event(picked(path, "Event"))


def test_a_hidden_view_is_none(tmp_path):
    event = read_event(hiding(workbook(tmp_path / "a.xlsx", NATIVE, "Event", Cross=RANKED), "Cross"))
    assert_is_the_event(event)
    assert kinds(event) == {"other tables": 1, "hidden sheets": 1}


GAME_LIST = [["Round", "White", "Black", "Result"], *([r, NAMES[w - 1], NAMES[b - 1], s] for r, w, b, s in GAMES)]
ROBIN = [["No.", "Name", "Rtg", 1, 2, 3], [1, "A", 2000, "*", "½", 1], [2, "B", 1900, "½", "*", 0],
         [3, "C", 1800, 0, 1, "*"]]  # fmt: skip


@pytest.mark.parametrize("rows", [RANKED, NATIVE, GAME_LIST, ROBIN])
def test_a_copy_of_the_sheet_is_the_same_event(tmp_path, rows):
    alone = read_event(workbook(tmp_path / "one.xlsx", rows, "X"))
    event = read_event(workbook(tmp_path / "a.xlsx", rows, "X", **{"Copy of X": rows}))
    assert event.entries.equals(alone.entries)
    assert kinds(event) == {**kinds(alone), "other tables": 1}
    path = tmp_path / "a.html"
    path.write_text(page(("", rows), ("", rows)), encoding="utf-8")
    assert games(read_event(path)) == games(alone)
    assert_is_the_event(read_event(csv_file(tmp_path / "a.csv", [*RANKED, [], *RANKED], ";")))


def test_a_copy_under_another_name_is_a_question(tmp_path):
    path = csv_file(tmp_path / "a.csv", [["Group A"], *RANKED, [], ["Group B"], *RANKED], ";")
    assert "line 10, field 1: a second table begins here, with the same games under another name (“Group B”)" in (
        question(path)
    )


@pytest.mark.parametrize("between", [[], [[]], [[], ["Group B"]], [["Group B"]], [[], ["Event", "Group B"], []]])
@pytest.mark.parametrize("second", [OTHERS])
def test_two_tables_of_a_csv_file(tmp_path, between, second):
    path = csv_file(tmp_path / "a.csv", [*RANKED, *between, *second], ";")
    said = question(path)
    # 7 lines of the first table; then that of the title, or of the header itself
    begins = 7 + next((i for i, row in enumerate(between, start=1) if row), len(between) + 1)
    assert f"line {begins}, field 1: a second table begins here" in said
    assert "--pick" in said
    assert_is_the_event(picked(path, "1"))
    assert len(picked(path, "2").players) == 6


def test_a_table_is_picked_by_its_title(tmp_path):
    path = csv_file(tmp_path / "a.csv", [["Group A"], *RANKED, [], ["Group B"], *OTHERS], ";")
    assert "1 (“Group A”, line 1), 2 (“Group B”, line 10)" in question(path)
    assert_is_the_event(picked(path, "group a"))
    assert picked(path, "Group B").name == "Group B"


@pytest.mark.parametrize("sheet", ["x.xlsx", "x.csv"])
def test_tables_side_by_side(tmp_path, sheet):
    rows = [[*one, None, *other] for one, other in zip(RANKED, OTHERS, strict=True)]
    write = workbook if sheet.endswith("xlsx") else csv_file
    path = write(tmp_path / sheet, rows)
    assert "a second table begins here" in question(path)
    assert_is_the_event(picked(path, "1"))
    assert picked(path, "2").players["name"].tolist()[5] == "Fay II"


@pytest.mark.parametrize("order", [1, -1])
def test_a_standings_table_below_or_above_is_no_event(tmp_path, order):
    tables = [[["Cross-table"], *RANKED], [[], ["Standings"], *STANDINGS]][::order]
    event = read_event(csv_file(tmp_path / "a.csv", tables[0] + [[]] + tables[1], ";"))
    assert_is_the_event(event)
    assert kinds(event) == {"tables left out": 1}


def test_a_page_break_is_no_second_table(tmp_path):
    rows = [*RANKED[:4], [], RANKED[0], *RANKED[4:]]
    assert_is_the_event(read_event(csv_file(tmp_path / "a.csv", rows, ";")))


def test_two_tables_of_a_page(tmp_path):
    path = tmp_path / "a.html"
    path.write_text(page(("Open", RANKED), ("Women", OTHERS)), encoding="utf-8")
    assert "1 (“Open”, table 1)" in question(path)
    assert_is_the_event(picked(path, "open"))
    path.write_text(page(("Open", STANDINGS), ("", RANKED)), encoding="utf-8")
    assert_is_the_event(read_event(path))


def test_two_tournaments_of_a_report_file(tmp_path):
    from test_trf import VILLAGE

    path = tmp_path / "a.trf"
    path.write_text(VILLAGE + VILLAGE.replace("Village Open", "Village Blitz"), encoding="utf-8")
    assert "line 7, column 1: a second table" in question(path)
    assert picked(path, "village blitz").name == "Village Blitz"
    assert len(picked(path, "1").players) == 4


@pytest.mark.parametrize("pick", ["C", "3", "0", "-1"])
def test_a_pick_that_is_none(tmp_path, pick):
    path = workbook(tmp_path / "a.xlsx", NATIVE, "A", B=OTHERS)
    with pytest.raises(UsageError, match="Use one of: 1 .sheet A, A1., 2 .sheet B, A1."):
        picked(path, pick)


def test_the_only_event_may_be_picked(tmp_path):
    assert_is_the_event(picked(workbook(tmp_path / "a.xlsx", NATIVE, "A"), "A"))


@pytest.mark.parametrize("command", ["report", "table", "check", "convert", "rate", "audit"])
def test_every_command_picks(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    workbook(tmp_path / "a.xlsx", NATIVE, "A", B=OTHERS)
    sheet = workbook(tmp_path / "hand.xlsx", [["No.", "Name", "Ra"], *([r[0], r[1], 1900] for r in NATIVE[1:])])
    arguments = {"convert": ["a.xlsx", "--out", "c.xlsx"], "audit": [sheet.name, "--event", "a.xlsx"]}
    words = [command, *arguments.get(command, ["a.xlsx"])]
    asked = CliRunner().invoke(app, words)
    assert isinstance(asked.exception, InputError) and "--pick" in str(asked.exception)
    done = CliRunner().invoke(app, [*words, "--pick", "A"])
    assert done.exit_code in (0, 1) and (done.exception is None or isinstance(done.exception, SystemExit)), done


# Tables without headings


OTHER_GAMES = [[1, "Anna", 2000, "6w½", "4w1", "3b½"], [2, "Béla", 1950, "4b½", "3w1", "5w0"],
               [3, "Carl", 1900, "5b1", "2b0", "1w½"], [4, "Dora", 1850, "2w½", "1b0", "6b1"],
               [5, "Emil", 1800, "3w0", "6w½", "2b1"], [6, "Fay", 1750, "1b½", "5b½", "4w0"]]  # fmt: skip
CHANGED = [[*row[:4], {"w": "l", "l": "w"}.get(row[4], row[4]), *row[5:]] for row in NATIVE[1:]]
LETTERS = [[None, "A", "B", "C"], ["A", "x", 1, 0], ["B", 0, "x", 1], ["C", 1, 0, "x"]]


@pytest.mark.parametrize(
    ("rows", "cell"),
    [(OTHER_GAMES, "D1"), ([list("abcdef"), *OTHER_GAMES], "D2"), (LETTERS, "B2"), (CHANGED, "D1"),
     ([[r, NAMES[w - 1], NAMES[b - 1], s] for r, w, b, s in GAMES], "D1")],
)  # fmt: skip
@pytest.mark.parametrize("is_hidden", [False, True])
def test_games_of_a_sheet_without_headings_are_not_dropped(tmp_path, rows, cell, is_hidden):
    path = workbook(tmp_path / "a.xlsx", RANKED, "X", Y=rows)
    found = question(hiding(path, "Y") if is_hidden else path)
    assert f"sheet Y, cell {cell}: this table" in found
    assert "look like games" in found
    assert "--pick 1" in found
    assert_is_the_event(picked(path, "1"))


def test_games_of_a_page_without_headings_are_not_dropped(tmp_path):
    path = tmp_path / "a.html"
    path.write_text(page(("", RANKED), ("", OTHER_GAMES)), encoding="utf-8")
    assert "table 2, row 1, column 4: this table" in question(path)


def test_the_place_of_a_heading_of_a_page_is_no_row(tmp_path):
    path = tmp_path / "a.html"
    path.write_text(page(("Open", RANKED), ("Women", OTHERS)), encoding="utf-8")
    assert "table 2, the heading above it: a second table" in question(path)


@pytest.mark.parametrize(
    "rows",
    [[["Board", "Room"], [1, "1b"], [2, "2w"], [3, "3b"]], [["Anna", "2-1"], ["Béla", "3-0"]],
     [["x", "y"], ["y", "x"]], [[1, 2, 3], [2, 1, 4], [3, 4, 1], [4, 3, 2]],
     NATIVE[1:],  # the event itself once more
     [["Played on", "1-2-2026"], ["at", "1-0"]]],
)  # fmt: skip
def test_what_only_looks_a_little_like_games(tmp_path, rows):
    assert_is_the_event(read_event(workbook(tmp_path / "a.xlsx", RANKED, "X", Y=rows)))


def test_a_line_of_dashes_is_no_name(tmp_path):
    rows = [["Open"], ["-----"], *RANKED]
    path = workbook(tmp_path / "a.xlsx", rows, "X", Y=[["-----"], *OTHERS])
    assert "1 (“Open”, sheet X, A1), 2 (sheet Y, A1)" in question(path)


def test_a_table_with_headings_alone_is_no_event(tmp_path):
    assert_is_the_event(read_event(workbook(tmp_path / "a.xlsx", RANKED, "X", Template=[RANKED[0]])))


# Pairings


def test_sheets_with_the_pairings_of_a_round_each(tmp_path):
    rounds = [[["Bo.", "White", "Result", "Black"], *([n, NAMES[w - 1], s, NAMES[b - 1]]
               for n, (r, w, b, s) in enumerate(GAMES) if r == round_)] for round_ in (1, 2, 3)]  # fmt: skip
    found = question(workbook(tmp_path / "a.xlsx", rounds[0], "R1", R2=rounds[1], R3=rounds[2]))
    assert "these 3 tables are the pairings of single rounds: sheet R1, A1, sheet R2, A1, sheet R3, A1" in found
    assert "--pick" not in found


@pytest.mark.parametrize("title", [None, "GM"])
def test_pairings_with_the_result_between_the_players(tmp_path, title):
    rows = [["Open"], ["Round 1"],
            ["Bo.", "No.", None, "Name", "Rtg", "Pts.", "Result", "Pts.", None, "Name", "Rtg", "No."],
            [1, 1, title, "Anna", 2000, 0, "1 - 0", 0, None, "Dora", 1850, 4],
            [2, 3, None, "Carl", 1900, 0, "½ - ½", 0, title, "Fay", 1750, 6]]  # fmt: skip
    assert "this is no event, but pairings: two players in each row" in question(workbook(tmp_path / "a.xlsx", rows))


# Standings beside the games


def test_standings_that_contradict_the_games_are_a_check(tmp_path):
    """Fay has ½ by her games; the sheet says 1½."""
    other = [*STANDINGS[:6], [6, "Fay", 1.5]]
    for cross in (RANKED, [row[:6] for row in RANKED]):
        event = read_event(workbook(tmp_path / "a.xlsx", cross, "X", Standings=other))
        assert event.players.loc[6, "points_stated"] == 1.5
        assert kinds(event) == {"other points": 1}


def test_standings_of_another_scoring_are_a_check(tmp_path):
    # 3 for a win: 7, 7, 4, 3, 3, 1
    points = [3 * p - (0.5 if p % 1 else 0) for p in POINTS]
    other = [STANDINGS[0], *([*row[:2], p] for row, p in zip(STANDINGS[1:], points, strict=True))]
    path = workbook(tmp_path / "a.xlsx", [row[:6] for row in RANKED], "X", Standings=other)
    assert read_event(path).players["points_stated"].tolist() == [7, 7, 4, 3, 3, 1]
    assert not kinds(read_event(path, hints=Hints(points="3-1-0")))


def test_standings_of_an_earlier_round_say_nothing(tmp_path):
    other = [STANDINGS[0], *([*row[:2], p] for row, p in zip(STANDINGS[1:], [1, 1, 0.5, 0, 0, 0.5], strict=True))]
    event = read_event(workbook(tmp_path / "a.xlsx", RANKED, "X", Standings=other))
    assert_is_the_event(event)
    assert not kinds(event)


def test_a_player_called_player_begins_no_table(tmp_path):
    # His row has the word Name's spelling and numbers, as the header of a cross-table has; but they don't count rounds.
    names = ["Anna", "Bo", "Player", "Dora", "Ed", "Name"]
    made = event([2000, 1950, 1900, 1850, 1800, 1750], "1w4 2w5 3d6", "1d2 3w5 4w6", names=names)
    write_event(made, tmp_path / "e.xlsx")
    assert len(read_event(tmp_path / "e.xlsx").games) == 12
