"""Files with several tables: each is looked at, a second event is a question, and --pick answers it."""

import pytest
from made.making import csv_file, workbook
from one_event import NATIVE, OTHERS, RANKED, STANDINGS, assert_is_the_event, kinds
from typer.testing import CliRunner

from pipeline.cli import app
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
    assert "the second of 3 tables" in said
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


def test_a_hidden_sheet_is_no_question_and_can_be_picked(tmp_path):
    import openpyxl

    path = workbook(tmp_path / "a.xlsx", NATIVE, "Event", Old=OTHERS)
    book = openpyxl.load_workbook(path)
    book["Old"].sheet_state = "hidden"
    book.save(path)
    assert kinds(read_event(path)) == {"hidden sheets": 1}
    assert picked(path, "Old").players["name"].tolist()[0] == "Anna II"


@pytest.mark.parametrize("between", [[], [[]], [[], ["Group B"]], [["Group B"]], [[], ["Event", "Group B"], []]])
@pytest.mark.parametrize("second", [RANKED, OTHERS])
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
