"""The command line: what it prints and where, its exit statuses, and that nothing makes it show a traceback."""

import csv
import hashlib
import io
import json
from pathlib import Path

import openpyxl
import pytest
from made.fields import MIXED, VIDEO, event
from made.xlsx import values

from pipeline import cli
from pipeline.commands.convert import write_event
from pipeline.readers import read_event

IDLE = event([2000, 1900, 1800, 1700], "1w2 3+4", "1d2 3:half-bye")
"""Players 3 and 4 have no game."""


# --- report -----------------------------------------------------------------------------------------------------------


def test_report_of_the_video(arpo, tmp_path):
    done = arpo("report", VIDEO)
    assert (done.status, done.err) == (0, "")
    assert (tmp_path / "output" / "video-report.xlsx").is_file()
    assert "1   1944.41   1719.22" not in done.out  # the columns are rank, no, player, points, RP, ARPO
    assert "1     1   Player A      4.0   1944.41   1719.22" in done.out
    assert "The iterations converge: at iteration 41" in done.out
    assert "Status: ALL 28 CHECKS OK" in done.out
    assert f"Written: {Path('output', 'video-report.xlsx')}" in done.out


def test_report_prints_each_check_that_is_not_ok(arpo):
    done = arpo("report", VIDEO, "--dp", "fide", "--iterations", "30")
    assert done.status == 0
    assert "Status: PROVISIONAL: no RP: ĉ drifts · 1 to know" in done.out
    # sum n·ĉ = 2.1214 with the FIDE table and c of the opponents (golden/video.json)
    assert "provisional: Sum of games × ĉ: 2.12138 (should be 0 ± 1e-06)" in done.out
    assert "with c = opponents these results have no RP; c = field has one" in done.out
    assert "converge:" not in done.out
    assert "drifts: every step adds 0.0624" in done.out


def test_report_lists_what_was_noted(arpo, mixed):
    done = arpo("report", mixed)
    assert "Noted while reading:" in done.out
    assert "1 × players without a rating, who get the configured one: 2 Bo" in done.out
    assert "2 × forfeits" in done.out


def test_parts_stand_beside_the_players(arpo, tmp_path):
    # 1-2 and 3-4 never meet; 5 has no game
    write_event(event([2000, 1900, 1800, 1700, 1600], "1w2 3w4 5:full-bye"), tmp_path / "parts.xlsx")
    done = arpo("report", "parts.xlsx", "--out", "r.xlsx")
    lines = [line.split() for line in done.out.split("Settings:")[0].splitlines() if "Player" in line]
    assert lines[0][-1] == "Part"
    assert {line[1]: line[-1] for line in lines[1:]} == {"1": "1", "2": "1", "3": "2", "4": "2", "5": "1.0"}
    assert "All 2 parts are bipartite" in done.out
    found = values(tmp_path / "r.xlsx")
    top = next(int(cell[1:]) for (sheet, cell), value in found.items() if sheet == "Summary" and value == "Part")
    parts = {found["Summary", f"B{row}"]: found["Summary", f"G{row}"] for row in range(top + 1, top + 6)}
    assert parts == {1: 1, 2: 1, 3: 2, 4: 2, 5: 0}
    assert found["Summary", "A2"].startswith("5 players · 1 round · 2 games · ")


def test_players_of_the_same_name_are_mentioned(arpo, tmp_path):
    write_event(event([2000, 1900, 1800], "1w2", "2w3", names=["Ana", "Bo", "Ana"]), tmp_path / "ana.xlsx")
    said = arpo("check", "ana.xlsx").out
    assert "2 × players whose name stands more than once, told apart by their numbers: 1 Ana, 3 Ana" in said


@pytest.mark.parametrize(
    ("rounds", "status", "sizes", "said"),
    [
        # bipartite and not converged beside what makes it provisional
        (["1w2 3d4"], "PROVISIONAL: 2 parts of the field that no game links · 2 to know", "1 round, 2 games",
         "provisional: Parts of the field (as read): 2 (should be 1)"),
        (["1w2 3?4", "1d3 2l4"], "PROVISIONAL: 1 game to be played · 2 to know", "2 rounds, 3 games",
         "provisional: Games to be played: 1 (should be 0)"),
        # 30 checks less three infos, and less those two
        (["1w2 3w4", "1d4 2w3"], "ALL 26 CHECKS OK · 2 to know", "2 rounds, 4 games",
         "alert: Bipartite parts (as read): 1 (should be 0)"),
    ],
)  # fmt: skip
def test_check_says_what_a_report_says_of_the_input(arpo, tmp_path, rounds, status, sizes, said):
    write_event(event([2000, 1900, 1800, 1700], *rounds), tmp_path / "e.xlsx")
    done = arpo("check", "e.xlsx")
    reported = [line.strip() for line in arpo("report", "e.xlsx").out.splitlines() if said in line]
    assert done.out.startswith(f"{status}\ne.xlsx: 4 players, {sizes} (")
    assert reported == [said]
    assert f"\n  {said}\n" in done.out


def test_check_says_that_stated_points_are_wrong(arpo, tmp_path):
    made = event([2000, 1900, 1800], "1w2", "1d3", "2w3", points_stated=[4, 1, 0.5])  # 1 + ½; 0 + 1; ½ + 0
    write_event(made, tmp_path / "e.xlsx")
    done = arpo("check", "e.xlsx")
    assert done.status == 0
    # 31 checks, one of which asks for stated points, less three infos
    assert done.out.startswith("CHECK: 1 of 29 checks failed\ne.xlsx: 3 players, 3 rounds, 3 games (")
    assert "CHECK: Players whose stated points differ from the score: 1 (should be 0)" in done.out
    assert "No. 1 (4 stated, 1.5 computed)" in done.out


def test_out_and_paths_with_blanks_and_accents(arpo, tmp_path):
    folder = tmp_path / "Ópen de Año Nuevo"
    folder.mkdir()
    path = folder / "résultats & co ½.xlsx"
    write_event(MIXED, path)
    assert arpo("report", path, "--out", folder / "mein Bericht ĉ.xlsx").status == 0
    assert (folder / "mein Bericht ĉ.xlsx").is_file()
    assert arpo("report", path).status == 0
    assert (tmp_path / "output" / "résultats & co ½-report.xlsx").is_file()
    assert arpo("table", path).status == 0
    assert arpo("check", path).status == 0


def test_json_is_one_object_and_words_go_to_standard_error(arpo, mixed, tmp_path):
    done = arpo("report", mixed, "--json", "--unrated", "1500")
    assert done.status == 0
    data = json.loads(done.out)
    assert {"source", "sha256", "settings", "players", "games", "rounds", "components", "bipartite", "drift",
            "converged_at", "checks", "standings"} <= set(data)  # fmt: skip
    assert data["source"] == str(mixed)
    assert data["sha256"] == hashlib.sha256(mixed.read_bytes()).hexdigest()
    assert (data["players"], data["games"], data["rounds"], data["components"]) == (4, 4, 3, 1)
    assert data["bipartite"] is False
    assert data["drift"] == 0
    assert isinstance(data["converged_at"], int)
    assert data["settings"]["unrated"] == {"value": 1500, "from": "command line"}
    assert data["settings"]["dp"] == {"value": "fide", "from": "default"}
    assert {"name", "value", "expected", "tolerance", "status"} <= set(data["checks"][0])
    assert {check["status"] for check in data["checks"]} <= {"OK", "CHECK", "alert", "info"}
    assert [set(row) for row in data["standings"]] == [{"rank", "no", "name", "score", "rp", "arpo"}] * 4
    # 1: 2.5; 2: 0 + 1 (forfeit) + 0.5; 3: 1 (bye) + 0.5 + 0.5; 4: 0
    assert [(row["rank"], row["name"], row["score"]) for row in data["standings"]] == [
        (1, "Anna", 2.5), (2, "Çelik ½", 2), (3, "Bo", 1.5), (4, "Dora", 0),
    ]  # fmt: skip
    assert "Status: " in done.err
    assert "Written: " in done.err


def test_json_has_null_where_there_is_no_value(arpo, tmp_path):
    write_event(IDLE, tmp_path / "idle.xlsx")
    standings = json.loads(arpo("report", "idle.xlsx", "--json").out)["standings"]
    assert [(row["rp"], row["arpo"]) for row in standings if row["no"] in (3, 4)] == [(None, None)] * 2
    drifting = json.loads(arpo("report", VIDEO, "--json", "--dp", "fide").out)
    assert round(drifting["drift"], 4) == 0.0624
    assert drifting["converged_at"] is None
    assert {row["rp"] for row in drifting["standings"]} == {None}


# --- table ------------------------------------------------------------------------------------------------------------

FIRST = ["no", "name", "rating", "games", "points", "score", "Ra", "dp", "c", "c_hat", "performance"]


def test_table_says_on_standard_error_what_to_look_at(arpo, mixed):
    done = arpo("table", mixed)
    assert "Status: ALL" in done.err
    assert "alert: Players with a game and without a rating: 1" in done.err
    assert "Status" not in done.out


def test_table_as_csv(arpo):
    done = arpo("table", VIDEO)
    assert (done.status, done.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert list(rows[0]) == [*FIRST, *(f"iteration_{k}" for k in range(1, 42)), "rp", "arpo"]
    assert len(rows) == 8
    first = rows[0]
    assert [first[key] for key in FIRST[:8]] == ["1", "Player A", "1930", "5", "4", "4", "1756", "240"]
    # Full precision: c = 311/21, and the limit of golden/video.json
    assert float(first["c"]) == 311 / 21
    assert float(first["rp"]) == pytest.approx(1944.4073020843275, abs=1e-10)
    assert float(first["arpo"]) == pytest.approx(1719.2168258938557, abs=1e-10)


def test_table_is_blank_where_there_is_no_value(arpo, tmp_path):
    write_event(IDLE, tmp_path / "idle.xlsx")
    rows = list(csv.DictReader(io.StringIO(arpo("table", "idle.xlsx", "--iterations", "2", "--start", "rating").out)))
    assert list(rows[0]) == [*FIRST, "iteration_1", "iteration_2", "rp", "arpo"]
    for row in rows[2:]:
        assert [row[key] for key in FIRST[6:]] + [row["iteration_1"], row["iteration_2"], row["rp"], row["arpo"]] == [
            ""
        ] * 9
        assert row["games"] == "0"
    assert [row["score"] for row in rows] == ["1.5", "0.5", "1.5", "0"]


def test_table_as_json_and_markdown(arpo, mixed):
    rows = json.loads(arpo("table", mixed, "--format", "json").out)
    assert [row["name"] for row in rows] == ["Anna", "Bo", "Çelik ½", "Dora"]
    assert list(rows[0])[:11] == FIRST
    lines = arpo("table", mixed, "--format", "md", "--iterations", "1").out.splitlines()
    assert lines[0].startswith("| no | name | rating |")
    assert lines[1] == "|" + "---|" * 14
    assert len(lines) == 6


def test_table_of_an_unknown_format(arpo):
    done = arpo("table", VIDEO, "--format", "xml")
    assert (done.status, done.out) == (2, "")
    assert "Use one of: csv, json, md" in done.err


# --- check and template -----------------------------------------------------------------------------------------------


def test_check(arpo, mixed):
    done = arpo("check", mixed)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("ALL 26 CHECKS OK · 2 to know\n")
    assert "4 players, 3 rounds, 4 games" in done.out
    assert "2 × forfeits" in done.out


def test_template(arpo, tmp_path):
    done = arpo("template", "new event.xlsx", "--players", "4", "--rounds", "2")
    assert done.status == 0
    sheet = openpyxl.load_workbook(tmp_path / "new event.xlsx")["Event"]
    assert [cell.value for cell in sheet[4]][-1] == "Result 2"
    again = arpo("template", "new event.xlsx")
    assert again.status == 2
    assert "there is such a file already" in again.err


# --- settings ---------------------------------------------------------------------------------------------------------


def test_command_line_before_settings_sheet_before_default(arpo, tmp_path):
    """The video's workbook has dp and c on its Settings sheet."""
    data = json.loads(arpo("report", VIDEO, "--json", "--c", "field", "--threshold", "1e-6", "--out", "r.xlsx").out)
    shown = {name: (setting["value"], setting["from"]) for name, setting in data["settings"].items()}
    assert shown["dp"] == ("logistic-floor", "Settings sheet")
    assert shown["c"] == ("field", "command line")
    assert shown["threshold"] == (1e-6, "command line")
    assert shown["start"] == ("performance", "default")
    assert shown["iterations"] == (100, "default")
    found = values(tmp_path / "r.xlsx")
    rows = {found["Summary", f"H{row}"]: row for row in range(1, 60) if ("Summary", f"H{row}") in found}
    assert [found["Summary", f"{column}{rows['dp']}"] for column in "IJ"] == ["logistic-floor", "Settings sheet"]
    assert [found["Summary", f"{column}{rows['c']}"] for column in "IJ"] == ["field", "command line"]
    assert [found["Summary", f"{column}{rows['start']}"] for column in "IJ"] == ["performance", "default"]


def test_a_report_is_an_input(arpo, tmp_path):
    """Its Event sheet is the event and its Summary has the settings: the second report has the same numbers."""
    given = ["--unrated", "1234", "--start", "rating", "--dp", "logistic", "--worst", "1"]
    path = tmp_path / "in.xlsx"
    write_event(MIXED, path)
    first = json.loads(arpo("report", path, "--json", "--out", "first.xlsx", *given).out)
    second = json.loads(arpo("report", "first.xlsx", "--json", "--out", "second.xlsx").out)
    for key in ("event", "players", "games", "rounds", "converged_at", "standings", "checks", "findings"):
        assert second[key] == first[key], key
    assert {name: s["value"] for name, s in second["settings"].items()} == {
        name: s["value"] for name, s in first["settings"].items()
    }
    again = read_event(tmp_path / "first.xlsx")
    assert again.entries.equals(read_event(path).entries)
    assert again.players.equals(read_event(path).players)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--dp", "elo"], "Use one of: fide, logistic-floor, logistic, log-odds, article"),
        (["--c", "everybody"], "Use one of: field, opponents"),
        (["--start", "zero"], "Use one of: performance, rating"),
        (["--unrated", "0"], "unrated (command line)"),
        (["--unrated", "high"], "--unrated"),
        (["--threshold", "0"], "threshold (command line)"),
        (["--threshold", "nan"], "threshold (command line)"),
        (["--iterations", "0"], "a whole number from 1 to 1000"),
        (["--iterations", "1001"], "a whole number from 1 to 1000"),
        (["--worst", "-1"], "worst (command line)"),
        (["--dp", "article"], "no value for"),
        (["--limits", "huge"], "--limits"),
        (["--colour"], "there is no option --colour"),
    ],
)
def test_options_that_will_not_do(arpo, tmp_path, options, said):
    done = arpo("report", VIDEO, *options)
    assert (done.status, done.out) == (2, "")
    assert said in " ".join(done.err.split())
    assert not list(tmp_path.rglob("*.xlsx"))


@pytest.mark.parametrize(
    "arguments", [["report"], ["nonsense"], ["report", "a.xlsx", "b.xlsx"], ["template", "x", "--players", "1"]]
)
def test_usage(arpo, arguments):
    assert arpo(*arguments).status == 2


def test_help_has_a_sentence_and_an_example_for_every_command(arpo):
    listed = arpo("--help").out
    for name in (command.__name__ for command in cli.COMMANDS):
        assert name in listed
        done = arpo(name, "--help")
        assert done.status == 0
        assert f"Example: arpo {name} " in " ".join(done.out.split())
