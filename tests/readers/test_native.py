"""The native event workbook and its csv form: what is read, what is noted, and every error's words."""

import datetime

import pytest
from made.making import FOUR, HEADER, changed, csv_file, workbook

from pipeline.errors import InputError
from pipeline.readers import read_event


def problems(path):
    """The text of the InputError that reading must raise; it names the file."""
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(path) in str(caught.value)
    return [str(problem) for problem in caught.value.problems]


def one_problem(path, *parts):
    found = problems(path)
    assert len(found) == 1, found
    for part in parts:
        assert part in found[0]
    assert "→" in found[0]


def kinds(event):
    return {note.kind: note.count for note in event.notes}


def test_workbook(tmp_path):
    event = read_event(workbook(tmp_path / "four.xlsx", FOUR))
    assert event.name == "four"
    assert event.source.layout == "native event workbook"
    assert event.source.sheet == "Event"
    assert event.players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora"]
    assert event.players["rating"].tolist()[:3] == [2000, 1900, 1800]
    assert event.players["rating"].isna().tolist() == [False, False, False, True]
    # 4 games, each seen from both sides
    assert len(event.games) == 8
    # 1 + ½, 0 + 1, 1 + ½, 0 + 0
    assert event.games.groupby("no")["points"].sum().tolist() == [1.5, 1, 1.5, 0]
    assert event.rounds == 2
    assert kinds(event) == {"unrated": 1}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_text(tmp_path, separator, encoding):
    event = read_event(csv_file(tmp_path / "four.csv", FOUR, separator, encoding))
    assert event.players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora"]
    assert len(event.games) == 8
    assert ("encoding" in kinds(event)) == (encoding == "cp1252")


def test_recognised_by_content_not_by_name(tmp_path):
    assert len(read_event(workbook(tmp_path / "four.txt", FOUR)).games) == 8
    assert len(read_event(csv_file(tmp_path / "four2.xlsx", FOUR)).games) == 8


def test_header_some_rows_down_and_a_column_in(tmp_path):
    rows = [
        ["A title"],
        [],
        [None, "Event name:", "Village Open"],
        [],
        *([None, *row] for row in FOUR),
        [],
        [None, "end"],
    ]
    event = read_event(workbook(tmp_path / "down.xlsx", rows))
    assert event.name == "Village Open"
    assert len(event.games) == 8
    assert "B11 “end”" in {note.kind: note.text for note in event.notes}["rows left out"]


def test_any_sheet_fits(tmp_path):  # of several: test_tables_of_a_file
    assert len(read_event(workbook(tmp_path / "b.xlsx", [["notes"]], "Notes", Games=FOUR)).players) == 4


@pytest.mark.parametrize(
    ("win", "draw", "loss"),
    [
        ("W", "D", "L"),
        (1, "½", 0),
        ("1", "1/2", "0"),
        (1, 0.5, 0),
        ("1,0", "0,5", "0,0"),
        (" w ", "=", "l"),
        (1, "x", 0),
    ],
)
def test_spellings_of_results(tmp_path, win, draw, loss):
    rows = changed(FOUR, {(1, 4): win, (2, 4): loss, (1, 6): draw, (3, 6): draw})
    assert read_event(workbook(tmp_path / "r.xlsx", rows)).entries["result"].tolist() == list("wdlwwdll")


def test_what_is_not_a_game(tmp_path):
    rows = changed(
        FOUR,
        {
            (1, 3): None, (1, 4): "Full-Bye", (2, 3): None, (2, 4): "half-bye",  # round 1
            (2, 6): "+", (4, 6): "-", (1, 6): None, (3, 6): None,  # round 2
        },
    )  # fmt: skip
    event = read_event(workbook(tmp_path / "n.xlsx", rows))
    assert kinds(event) == {"unrated": 1, "byes": 2, "forfeits": 2, "pending": 1, "no game": 2}
    assert len(event.games) == 2
    forfeit = event.entries.query("no == 2 and round == 2").iloc[0]
    assert (forfeit["opponent"], forfeit["result"]) == (4, "+")


def test_optional_columns_and_stated_tie_breaks(tmp_path):
    more = ["Title", "Federation", "Birth", "K", "Games", "Points", "TB1", "Fancy", "Club", "Remark"]
    values = [
        ["FM", "AUT", 1990, 20, 31, "1½", 3.5, "7,5", "Town", "late"],
        [None, "HUN", datetime.datetime(2001, 5, 17), 40, 0, 1, 2, 8, None, None],
        [None, None, None, None, None, 1.5, 3, 9, None, None],
        [None, None, None, None, None, 0, None, None, None, None],
    ]
    rows = [FOUR[0] + more, *(row + extra for row, extra in zip(FOUR[1:], values, strict=True))]
    event = read_event(workbook(tmp_path / "o.xlsx", rows))
    first = event.players.loc[1]
    assert (first["title"], first["federation"], first["birth"]) == ("FM", "AUT", "1990")
    assert (first["k"], first["games_before"], first["points_stated"]) == (20, 31, 1.5)
    assert event.players.loc[2, "birth"] == "2001-05-17"
    assert event.stated["TB1"].tolist()[:3] == [3.5, 2, 3]
    assert event.stated["Fancy"].tolist()[:3] == [7.5, 8, 9]
    assert "Club, Remark" in {note.kind: note.text for note in event.notes}["columns left out"]


def test_unused_rows_are_noted(tmp_path):
    rows = [*FOUR, [5, None, None, None, None, None, None], [6, None, None, None, None, None, None]]
    assert kinds(read_event(workbook(tmp_path / "u.xlsx", rows)))["unused rows"] == 2


def test_number_stored_as_text_is_read_and_noted(tmp_path):
    event = read_event(workbook(tmp_path / "t.xlsx", changed(FOUR, {(1, 2): "2000", (1, 3): " 2 "})))
    note = next(note for note in event.notes if note.kind == "numbers as text")
    assert (note.count, "C2 “2000”" in note.text, "D2 “2”" in note.text) == (2, True, True)


def test_settings_sheet(tmp_path):
    settings = [
        ["Name", "Value"],
        ["dp", "logistic-floor"],
        ["C", " opponents "],
        ["unrated", 1201],
        ["threshold", None],
    ]
    event = read_event(workbook(tmp_path / "s.xlsx", FOUR, Settings=settings))
    assert event.settings == {"dp": "logistic-floor", "c": "opponents", "unrated": 1201}


def test_settings_of_a_report(tmp_path):
    summary = [["Report"], [], ["x", "Setting", "Value", "From"], [None, "dp", "fide", "default"],
               [None, "c", "field"], [],
               [None, "dp", "not a setting any more"]]  # fmt: skip
    event = read_event(workbook(tmp_path / "s.xlsx", FOUR, Summary=summary))
    assert event.settings == {"dp": "fide", "c": "field"}


def test_wrong_settings(tmp_path):
    settings = [["Name", "Value"], ["dp", "fid"], ["speed", 3], ["c", "field"], ["c", "field"]]
    found = problems(workbook(tmp_path / "s.xlsx", FOUR, Settings=settings))
    assert "sheet Settings, cell B2: “fid” can't be the value of a setting (dp)" in found[0]
    assert "logistic-floor" in found[0]
    assert "sheet Settings, cell A3: “speed” can't be the name" in found[1]
    assert "sheet Settings, cell A5: the setting c stands twice" in found[2]


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        ({(1, 3): 9}, ["cell D2", "player 1 has opponent 9", "no player of the file has that number"]),
        ({(1, 3): 1}, ["cell D2", "player 1 plays against himself"]),
        ({(2, 4): "w"}, ["cell E2", "“w” against 2", "“w” (sheet Event, cell E3)", "contradict"]),
        ({(1, 4): "0"}, ["cell E2", "“0” against 2", "“l” (sheet Event, cell E3)", "contradict"]),
        ({(1, 6): "w"}, ["cell G2", "“w” against 3", "“d”"]),
        ({(2, 4): None}, ["cell E3", "player 2 against 1 is blank", "“w” (sheet Event, cell E2)", "Write l here"]),
        ({(1, 4): "q"}, ["cell E2", "“q”, which isn't a result", "w, d, l"]),
        ({(1, 4): True}, ["cell E2", "“True”, which isn't a result"]),
        ({(1, 4): "half-bye"}, ["cell D2", "has opponent 2 and a bye"]),
        ({(1, 3): "Nobody"}, ["cell D2", "“Nobody”, which isn't a number", "opponent's number"]),
        ({(1, 3): 2.5}, ["cell D2", "“2.5”", "whole number"]),
        ({(1, 2): "strong"}, ["cell C2", "rating is “strong”, which isn't a number"]),
        ({(1, 2): "2,000"}, ["cell C2", "“2,000”"]),
        ({(1, 2): 20000}, ["cell C2", "“20000” isn't a rating"]),
        ({(1, 2): -5}, ["cell C2", "“-5” isn't a rating"]),
        ({(1, 2): datetime.datetime(1905, 6, 22)}, ["cell C2", "a date or time “1905-06-22"]),
        ({(1, 4): datetime.datetime(2026, 1, 2)}, ["cell E2", "made a date", "probably meant to be ½", "as text"]),
        ({(1, 4): datetime.datetime(2026, 2, 1)}, ["cell E2", "probably meant to be ½"]),
        ({(1, 4): datetime.time(1, 0)}, ["cell E2", "“01:00:00”", "probably meant to be 1"]),
        ({(1, 4): datetime.datetime(2026, 5, 7)}, ["cell E2", "“2026-05-07”", "Format the column as text"]),
        ({(1, 0): "one"}, ["cell A2", "the player number is “one”", "whole number"]),
        ({(1, 0): 0}, ["cell A2", "the player number is “0”"]),
        ({(1, 4): "#N/A"}, ["cell E2", "is the error value “#N/A”"]),
        ({(1, 2): "=1000+1000"}, ["cell C2", "the formula “=1000+1000”", "no value", "save it"]),
        ({(1, 4): "=\"w\""}, ["cell E2", "the formula “=\"w\"”"]),
        ({(1, 3): None}, ["cell E2", "result “w” but no opponent", "full-bye"]),
    ],
)  # fmt: skip
def test_defective_cell(tmp_path, cells, parts):
    found = problems(workbook(tmp_path / "défaut 1.xlsx", changed(FOUR, cells)))
    assert "sheet Event" in found[0]
    for part in parts:
        assert part in found[0]
    assert "→" in found[0]


def test_opponent_who_lists_somebody_else(tmp_path):
    found = problems(workbook(tmp_path / "e.xlsx", changed(FOUR, {(2, 3): 3})))
    assert any("cell D2" in p and "player 1 has opponent 2, but player 2 has opponent 3" in p for p in found)


def test_duplicate_number(tmp_path):
    found = problems(workbook(tmp_path / "d.xlsx", changed(FOUR, {(3, 0): 2})))
    assert "sheet Event, cell A4: player number 2 stands twice (first in sheet Event, cell A3)" in found[0]


def test_missing_number(tmp_path):
    found = problems(workbook(tmp_path / "m.xlsx", changed(FOUR, {(3, 0): None})))
    assert "sheet Event, cell A4: player “Carl” has no number" in found[0]


def test_nobody(tmp_path):
    found = problems(workbook(tmp_path / "m.xlsx", changed(FOUR, {(3, 0): None, (3, 1): None, (3, 2): None})))
    assert "sheet Event, cell A4: this row has opponents or results, and neither a number nor a name" in found[0]


def test_all_problems_at_once_the_first_20_shown(tmp_path):
    rows = [HEADER, *([no, f"P{no}", "?", None, None, None, None] for no in range(1, 31))]
    with pytest.raises(InputError) as caught:
        read_event(workbook(tmp_path / "a.xlsx", rows))
    assert len(caught.value.problems) == 30
    assert "30 problems found" in str(caught.value)
    assert "… and 10 more." in str(caught.value)


def test_unreadable_cell_is_reported_once(tmp_path):
    one_problem(workbook(tmp_path / "o.xlsx", changed(FOUR, {(1, 4): "?"})), "cell E2")


def test_text_names_line_and_field(tmp_path):
    one_problem(csv_file(tmp_path / "l.csv", changed(FOUR, {(2, 2): "x1"})), "line 3, field 3", "“x1”")


def test_header_with_a_round_missing(tmp_path):
    one_problem(workbook(tmp_path / "h.xlsx", changed(FOUR, {(0, 6): "Remarks"})), "cell A1", "no “Result 2”")


def test_heading_twice(tmp_path):
    found = problems(workbook(tmp_path / "h.xlsx", changed(FOUR, {(0, 5): "Opponent 1"})))
    assert "cell F1: the heading “Opponent 1” stands twice" in found[0]


def test_absurd_round_number(tmp_path):
    assert len(problems(workbook(tmp_path / "h.xlsx", changed(FOUR, {(0, 5): "Opponent 999"})))) == 1


def test_no_header(tmp_path):
    rows = [["Some notes"], ["Name", "Town"], ["Anna", "Graz"]]
    one_problem(
        workbook(tmp_path / "n.xlsx", rows, "Notes", More=[["x"]]),
        "sheet Notes, More", "no header row", "No., Name, Rating, Opponent 1, Result 1",
        "sheet Notes, cell A2: Name | Town",
    )  # fmt: skip


def test_no_header_at_all(tmp_path):
    one_problem(csv_file(tmp_path / "n.csv", [["dear", "diary"]]), "no row has any of the headings")


def test_no_games(tmp_path):
    rows = [HEADER, [1, "Anna", 2000, None, None, None, None]]
    one_problem(workbook(tmp_path / "n.xlsx", rows), "sheet Event", "1 players and no game played", "starting list")


def test_blank_table(tmp_path):
    one_problem(workbook(tmp_path / "n.xlsx", [HEADER]), "blank table")


def test_empty_sheets(tmp_path):
    one_problem(workbook(tmp_path / "n.xlsx", [], "One", Two=[]), "sheet One, Two", "nothing in it")


def test_merged_cells(tmp_path):
    import openpyxl

    path = workbook(tmp_path / "m.xlsx", FOUR)
    book = openpyxl.load_workbook(path)
    book["Event"].merge_cells("E2:E3")
    book.save(path)
    assert any("cells E2 to E3 are merged" in text for text in problems(path))


def test_hidden_rows_are_read_and_noted(tmp_path):
    import openpyxl

    path = workbook(tmp_path / "h.xlsx", FOUR)
    book = openpyxl.load_workbook(path)
    book["Event"].row_dimensions[3].hidden = True
    book.save(path)
    event = read_event(path)
    assert (len(event.players), kinds(event)["hidden"]) == (4, 1)


@pytest.mark.parametrize("beside", ["", "Res.", "Resultado"])
@pytest.mark.parametrize(("win", "draw", "loss"), [("G", "T", "P"), ("1", "½", "0"), ("w", "d", "l")])
def test_a_round_s_results_may_stand_beside_it_without_a_heading(win, draw, loss, beside, tmp_path):
    path = tmp_path / "event.csv"
    path.write_text(
        f"Curso de árbitros\nNº;Nombre;Elo;R1;{beside};R2;{beside};Puntos\n1;Ana;1900;2;{win};3;{draw};1,5\n"
        f"2;Bea;1800;1;{loss};;;0\n3;Ida;1700;;;1;{draw};0,5\n", "utf-8")
    event = read_event(path)
    games = event.games[["no", "round", "opponent", "points"]].values.tolist()
    assert games == [[1, 1, 2, 1.0], [1, 2, 3, 0.5], [2, 1, 1, 0.0], [3, 2, 1, 0.5]]


def test_a_cross_table_s_rounds_are_no_columns_of_results(tmp_path):
    """Beside each round stands another column of numbers that are no results: the file is refused as before."""
    path = tmp_path / "event.csv"
    path.write_text("Nº;Nombre;Elo;R1;Mesa;R2;Mesa\n1;Ana;1900;2;1;3;1\n2;Bea;1800;1;1;4;2\n", "utf-8")
    with pytest.raises(InputError):
        read_event(path)


@pytest.mark.parametrize("headings", [
    ("R1", "R1 res", "R2", "R2 res"), ("R1", "Res. 1", "R2", "Res. 2"), ("Rd. 1", "Rd 1 res.", "Rd. 2", "Rd 2 res."),
    ("R1", "R1 resultado", "R2", "R2 resultado"), ("Rd 1 opp.", "Rd 1 res.", "Rd 2 opp.", "Rd 2 res."),
    ("R. 1 opon.", "R. 1 res.", "R. 2 opon.", "R. 2 res."), ("R1", "R1", "R2", "R2"),
    ("Ronda 1", "Ronda 1 resultado", "Ronda 2", "Ronda 2 res"),
])
def test_rounds_whose_number_stands_before_what_the_column_holds(headings, tmp_path):
    read = read_event(csv_file(tmp_path / "a.csv", [[*HEADER[:3], *headings], *FOUR[1:]]))
    assert read.games.equals(read_event(csv_file(tmp_path / "b.csv", FOUR)).games)


def test_results_of_another_round_are_not_those_of_the_round_beside(tmp_path):
    rows = [[*HEADER[:3], "R1", "R2 res", "R2", "R1 res"], *FOUR[1:]]
    with pytest.raises(InputError):
        read_event(csv_file(tmp_path / "a.csv", rows))


@pytest.mark.parametrize(("word", "result", "code"), [
    ("bye", "1", "full-bye"), ("bye", "½", "half-bye"), ("BYE", "0", "zero-bye"), ("desc.", "½", "half-bye"),
    ("half-bye", "0,5", "half-bye"), ("descanso", "full-bye", "full-bye"),
])
def test_the_word_of_a_bye_in_the_opponents_place(word, result, code, tmp_path):
    rows = changed(FOUR, {(4, 5): word, (4, 6): result})
    rows[2][5:7] = ["", ""]
    read = read_event(workbook(tmp_path / "a.xlsx", rows))
    assert read.entries.query("no == 4 and round == 2")["result"].tolist() == [code]


@pytest.mark.parametrize(("word", "result"), [("bye", ""), ("half-bye", "1"), ("bye", "+"), ("bye", "w"), ("Zoe", "1")])
def test_a_bye_that_does_not_say_its_points_is_asked_for(word, result, tmp_path):
    rows = changed(FOUR, {(4, 5): word, (4, 6): result})
    rows[2][5:7] = ["", ""]
    assert any("which isn't a number" in text for text in problems(workbook(tmp_path / "a.xlsx", rows)))


def test_cells_merged_in_a_column_that_is_not_read_are_no_problem(tmp_path):
    import openpyxl

    path = workbook(tmp_path / "m.xlsx", [[*row, "Remark" if k == 0 else "late"] for k, row in enumerate(FOUR)])
    book = openpyxl.load_workbook(path)
    last = book["Event"].max_column
    book["Event"].merge_cells(start_row=2, end_row=5, start_column=last, end_column=last)
    book.save(path)
    assert len(read_event(path).games) == 8
