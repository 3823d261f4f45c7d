"""What an audit reads: other tables than the plain one, texts among the numbers, and columns with two meanings."""

import csv
import json
import random
import subprocess
import sys
import warnings

import openpyxl
import pytest
from made.making import FOUR, workbook
from made.tables import GOLDEN, HEADINGS, KEYS, ROOT, by_hand, hand_rows, video_columns, video_rows, written

from pipeline import cli
from pipeline.audit.run import audit_file
from pipeline.commands.audit import make_audit
from pipeline.course.folder import write_exercises
from pipeline.course.making import Wish, made_exercises


@pytest.fixture
def hand(tmp_path):
    return written(tmp_path / "hand.xlsx", hand_rows())


@pytest.fixture
def arpo(tmp_path, monkeypatch, capsys):
    """Runs `arpo audit` in this process; returns exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["arpo", "audit", *map(str, arguments)])
        status = 0
        try:
            cli.main()
        except SystemExit as stop:
            status = stop.code or 0
        out, err = capsys.readouterr()
        return status, out, err

    return run


def data(arpo, *arguments):
    status, out, _ = arpo(*arguments, "--json")
    return status, json.loads(out)


def test_a_csv_with_decimal_commas_keeps_its_decimals(arpo, tmp_path):
    rows = hand_rows()
    lines = [rows[0]] + [
        ["" if v is None else f"{v:.4f}".replace(".", ",") if isinstance(v, float) else str(v) for v in row]
        for row in rows[1:]
    ]
    lines[1][rows[0].index("c")] = "14,81"  # two decimals: right, and fewer than the column's four
    path = tmp_path / "hand.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter=";").writerows(lines)
    status, answer = data(arpo, path, "--dp", "logistic-floor", "--c", "opponents")
    assert status == 1  # 1940.4900 claims four decimals, and is 1940.4905
    at = {(f["column"], f["player"]): f for f in answer["findings"]}
    assert at["c", "Player A"]["verdict"] == "rounding"
    assert at["iteration_1", "Player A"]["stated"] == 1940.49
    assert at["iteration_1", "Player A"]["sheet"] == "hand"
    book = openpyxl.load_workbook(tmp_path / "output" / "hand-audit.xlsx")
    assert book.sheetnames == ["Summary", "Audit", "hand"]
    assert book["hand"]["A2"].value == 1


def test_arpos_own_table_agrees(arpo, tmp_path):
    text = subprocess.run(
        [sys.executable, "-m", "pipeline", "table", "input/video.xlsx", "--dp", "fide", "--c", "field"],
        cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8",
    ).stdout
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    status, answer = data(arpo, path, "--event", ROOT / "input" / "video.xlsx", "--dp", "fide", "--c", "field")
    assert (status, answer["findings"]) == (0, [])
    assert answer["summary"]["ok"] > 300


def test_text_where_a_number_belongs_is_a_message(arpo, tmp_path):
    rows = hand_rows()
    column = rows[0].index("ĉ")
    rows[2][column], rows[3][column], rows[4][column] = "see below", None, "-150,50"
    status, answer = data(arpo, written(tmp_path / "hand.xlsx", rows), "--dp", "logistic-floor", "--c", "opponents")
    assert status == 1
    found = {f["player"]: (f["verdict"], f["stated"], f["causes"]) for f in answer["findings"]}
    assert found == {
        "Player B": ("missing", "see below", ["not_a_number"]), "Player C": ("missing", None, []),
    }


def test_mere_numbers_as_headings_count_iterations_then_differences(arpo, tmp_path):
    columns = video_columns()
    x0, x1, x2 = columns["performance"], columns["iteration_1"], columns["iteration_2"]
    table = video_rows()
    rows = [[*table[0], "ĉ", "Performance", 1, 2, 1, 2]]
    for i, row in enumerate(table[1:]):
        differences = (x1[i] - x0[i], x2[i] - x1[i])
        rows.append([*row, columns["c_hat"][i], x0[i], x1[i], x2[i], *differences])
    rows[1][-1] = 5.0
    status, answer = data(arpo, written(tmp_path / "hand.xlsx", rows), "--dp", "logistic-floor", "--c", "opponents")
    assert status == 1
    assert [(f["column"], f["player"], f["verdict"]) for f in answer["findings"]] == [
        ("difference_2", "Player A", "wrong")
    ]


def test_sum_rows_and_unknown_rows(arpo, tmp_path):
    rows = hand_rows()
    last = len(rows[0]) - 1
    total = [None] * len(rows[0])
    total[1], total[rows[0].index("Performance")] = "Suma", 13578.5  # 13578
    note = [None] * len(rows[0])
    note[last] = 7
    status, answer = data(
        arpo, written(tmp_path / "hand.xlsx", [*rows, total, note]), "--dp", "logistic-floor", "--c", "opponents"
    )
    assert status == 1
    assert [(f["player"], f["column"], f["verdict"], f["expected"]) for f in answer["findings"]] == [
        ("Suma", "performance", "wrong", 13578.0)
    ]


def test_the_event_of_somebody_else(arpo, hand, tmp_path):
    other = [row[:] for row in video_rows()]
    for number, row in enumerate(other[1:], start=1):
        row[1] = f"Somebody {number}"
        row[0] += 100
        row[3::2] = [v + 100 if v else None for v in row[3::2]]
    status, _, err = arpo(hand, "--event", written(tmp_path / "other.xlsx", other, "Event"))
    assert status == 3
    assert "no row under the headings is a player of the event" in err


def test_the_games_from_another_file(arpo, tmp_path):
    table = video_rows()
    columns = by_hand(video_columns())
    rows = [["Nombre", *HEADINGS]] + [[row[1], *(columns[k][i] for k in KEYS)] for i, row in enumerate(table[1:])]
    random.Random(2).shuffle(rows[1:])
    path = written(tmp_path / "hand.xlsx", rows)
    status, _, err = arpo(path)
    assert status == 3
    assert "no opponents and results" in err and "--event" in err and "hand.xlsx" in err
    status, answer = data(arpo, path, "--event", ROOT / "input" / "video.xlsx")
    assert status == 0
    assert answer["settings"]["dp"] == {"value": "logistic-floor", "from": "Settings sheet of the event"}


def with_settings(path, **values):
    """The workbook with a sheet Settings added."""
    book = openpyxl.load_workbook(path)
    sheet = book.create_sheet("Settings")
    for row in (("Setting", "Value"), *values.items()):
        sheet.append(row)
    book.save(path)
    return path


def test_the_audited_files_settings_come_before_those_of_the_events_file(arpo, tmp_path):
    rows = [[row[1], dp] for row, dp in zip(video_rows()[1:], video_columns()["dp"], strict=True)]
    path = with_settings(written(tmp_path / "hand.xlsx", [["Name", "dp"], *rows]), dp="fide", c="opponents")
    # The event's file says logistic-floor, by which all dp are right; by the sheet's own word seven are wrong.
    status, answer = data(arpo, path, "--event", ROOT / "input" / "video.xlsx")
    assert (status, answer["summary"]["wrong"]) == (1, 7)
    assert answer["settings"]["dp"] == {"value": "fide", "from": "Settings sheet"}
    status, answer = data(arpo, path, "--event", ROOT / "input" / "video.xlsx", "--dp", "logistic-floor")
    assert (status, answer["settings"]["dp"]["from"]) == (0, "command line")


def test_a_setting_that_cannot_be_is_refused_with_an_event_of_its_own_too(arpo, hand):
    with_settings(hand, dp="FIDE table", c="opponents")
    status, _, err = arpo(hand, "--event", ROOT / "input" / "video.xlsx")
    assert status == 3
    assert "Settings, cell B2" in err and "“FIDE table” can't be the value of a setting (dp)" in err


def test_columns_to_audit_never_keep_the_games_from_being_read(arpo, tmp_path):
    rows = hand_rows()
    score = rows[0].index("Score")
    rows[0].append("Games")
    for number, row in enumerate(rows[1:], start=2):
        row.append(f"=COUNT(D{number},F{number},H{number},J{number},L{number})")  # openpyxl stores no value for it
    rows[1][score] = "four"
    status, answer = data(arpo, written(tmp_path / "hand.xlsx", rows), "--dp", "logistic-floor", "--c", "opponents")
    assert status == 1
    assert [(f["column"], f["player"], f["verdict"], f["stated"]) for f in answer["findings"]] == [
        ("score", "Player A", "missing", "four")
    ]
    assert answer["summary"]["ok"] == 71 + 8


def test_arpo_and_rp_are_what_explains_their_columns(arpo, tmp_path):
    golden = next(r for r in GOLDEN["results"] if (r["dp"], r["c"]) == ("logistic-floor", "opponents"))
    for heads, keys in (
        (("ARPO",), ("iteration_10",)),  # the video's word for the last iteration
        (("ARPO",), ("limit",)),
        (("ARPO",), ("arpo",)),
        (("RP", "ARPO"), ("limit", "arpo")),
        (("ARPO", "RP"), ("arpo", "limit")),
        (("RP",), ("iteration_10",)),
    ):
        rows = hand_rows()
        rows[0] += heads
        for i, row in enumerate(rows[1:]):
            row += [round(golden[key][i], 2) for key in keys]
        path = written(tmp_path / "hand.xlsx", rows)
        status, answer = data(arpo, path, "--dp", "logistic-floor", "--c", "opponents")
        assert (status, answer["findings"]) == (0, []), (heads, keys)


@pytest.mark.parametrize("value", [1e300, -1e18, "9" * 5000, float("1e15")])
def test_numbers_beyond_all_measure(tmp_path, value):
    """No float has decimals there, and no column of iterations such a number: a finding, and no overflow."""
    rows = [[*FOUR[0], "Ra", "dp", value], *([*row, 1800, 193, value] for row in FOUR[1:])]
    path = workbook(tmp_path / "hand.xlsx", rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        audit, _ = make_audit(path, {}, out=tmp_path / "audit.xlsx")
    assert not audit.agrees


def test_errors_that_other_settings_would_leave_none_of_are_noted(tmp_path):
    """The lesson's event names logistic-floor and opponents; the sheet is by FIDE's table and one c for all."""
    columns = by_hand(video_columns("fide", "field"))
    rows = [[*row[:2], *row[13:]] for row in hand_rows(columns)]
    path = written(tmp_path / "hand.xlsx", rows)
    made, _ = audit_file(path, {}, ROOT / "input" / "video.xlsx")
    assert not made.agrees
    [noted] = [remark for remark in made.remarks if remark.name == "by_other_settings"]
    assert (noted.details["text"], noted.details["left"]) == ("--dp fide --c field", 0)
    made, _ = audit_file(path, {"dp": "fide", "c": "field"}, ROOT / "input" / "video.xlsx")
    assert made.agrees
    # two such cells are few, three are told of: c isn't shown, and the other players' dp are the event's own
    own = video_columns("logistic-floor", "opponents")["dp"]
    other = [i for i, dp in enumerate(columns["dp"]) if abs(dp - own[i]) > 1]
    for errors in (2, 3):
        rows = [["Name", "dp"], *([f"Player {'ABCDEFGH'[i]}", columns["dp"][i]] for i in other[:errors])]
        made, _ = audit_file(written(tmp_path / "few.xlsx", rows), {}, ROOT / "input" / "video.xlsx")
        assert made.summary["wrong"] == errors
        assert [(remark.details["count"], remark.details["left"]) for remark in made.remarks
                if remark.name == "by_other_settings"] == [(3, 0)] * (errors == 3)
    # what the command line says was meant
    made, _ = audit_file(path, {"dp": "logistic-floor", "c": "opponents"}, ROOT / "input" / "video.xlsx")
    assert "by_other_settings" not in {remark.name for remark in made.remarks}


@pytest.mark.parametrize(("name", "sheet"), [("lesson", "Exercise"), ("leccion", "Ejercicio")])
def test_a_filled_lesson_sheet_is_judged_by_its_own_columns(name, sheet, tmp_path, arpo):
    """As the video calculates; two decimals. Iteration 1 of Player B: 1765.25 + 140.59 = 1905.84."""
    found = GOLDEN
    video = found["results"][0]
    book = openpyxl.load_workbook(ROOT / "templates" / f"{name}.xlsx")
    keys = ("dp_values", "c_values", "c_hat", "performance", "iteration_1", "iteration_2")
    for column, values in zip("OPQRSTU", [found["Ra"], *(video[key] for key in keys)], strict=True):
        for row, value in enumerate(values, start=6):
            book[sheet][f"{column}{row}"] = round(value, 2)
    for row, place in ((11, 8), (12, 7), (13, 6)):
        book[sheet][f"V{row}"] = place
    book.save(tmp_path / "right.xlsx")
    status, out, _ = arpo("right.xlsx", "--json")
    data = json.loads(out)
    # Points and seven columns of eight, and three places.
    assert (status, data["summary"]["ok"]) == (0, 8 * 8 + 3)
    assert {name: data["settings"][name]["value"] for name in ("dp", "c")} == {"dp": "logistic-floor", "c": "opponents"}
    book[sheet]["T7"] = 1906.84
    book.save(tmp_path / "wrong.xlsx")
    status, out, _ = arpo("wrong.xlsx", "--json")
    assert status == 1 and [one["cell"] for one in json.loads(out)["findings"]] == ["T7"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_an_exercise_with_byes_and_a_merged_c_needs_no_event_beside_it(language, tmp_path, arpo):
    [exercise] = made_exercises(Wish(seed="5", language=language), {})
    write_exercises([exercise], tmp_path)
    _, out, _ = arpo(tmp_path / "teacher" / "solution-V1.xlsx", "--json")
    data = json.loads(out)
    # Ten columns of eight, c once, three places; ĉ of each row is made from the one merged c, and says nothing of it.
    assert data["findings"] == [] and data["summary"]["ok"] == 10 * 8 + 1 + 3


@pytest.mark.parametrize(
    ("ranks", "judged"),
    [
        # 8 of 10 right are 0.8, so that a column which alone numbers the players is one of ranks; 7 of 10 aren't enough
        ([1, 2, 3, 4, 5, 6, 7, 8, 10, 9], True), ([1, 2, 3, 4, 5, 6, 7, 10, 8, 9], False),
        ([5, 1, 9, 2, 8, 3, 10, 4, 7, 6], False),
    ],
)
@pytest.mark.parametrize("numbered", [True, False])
def test_places_are_judged_where_most_of_them_are_right_or_players_have_numbers_beside(
    tmp_path, ranks, judged, numbered
):
    """Of ten players each has beaten all below him: 9, 8 … 0 points, and ranks 1 to 10.

    The ratings 2000 + 9k (k from 0 to 9, in another order) add up to 20405, so that Ra is 18405/9 - k = 2045 - k.
    """
    rounds = [(one + other) % 10 + 1 for one in range(1, 11) for other in range(1, 11)]
    table = [["No.", "Name", "Rating", *(f"{what} {k}" for k in range(1, 11) for what in ("Opponent", "Result"))]]
    for one in range(1, 11):
        row = [one, f"Player {one}", 2000 + 9 * (3 * one % 10), *[None] * 20]
        for other, round_ in zip(range(1, 11), rounds[10 * (one - 1):], strict=False):
            if other != one:
                row[2 * round_ + 1 : 2 * round_ + 3] = [other, "w" if one < other else "l"]
        table.append(row)
    hand = [[*(["No."] if numbered else []), "Rank", "Name", "Ra"]]
    hand += [[*([no] if numbered else []), ranks[no - 1], f"Player {no}", 2045 - (3 * no % 10)]
             for no in range(1, 11)]
    made, _ = audit_file(
        workbook(tmp_path / "hand.xlsx", hand, sheet="Hand"), {}, workbook(tmp_path / "event.xlsx", table))
    found = {cell.position + 1: cell.verdict for cell in made.cells if cell.column == "rank"}
    assert len(found) == (10 if judged or numbered else 0)
    assert {no for no, verdict in found.items() if verdict == "wrong"} == {
        no for no in found if ranks[no - 1] != no
    }
