"""--points: what results count in the standings, in every command; the method itself counts 1, ½ and 0."""

import json
from dataclasses import replace

import openpyxl
import pytest
from made.fields import calculate, event
from made.making import workbook

from pipeline.errors import UsageError
from pipeline.event import Scoring, scoring_of
from pipeline.method.settings import Settings, with_values
from pipeline.readers import read_event
from pipeline.readers.hints import Hints

HEADER = ["No.", "Name", "Rating", "Opponent 1", "Result 1", "Opponent 2", "Result 2"]
TWO = [
    HEADER,
    [1, "Anna", 2000, 2, 2, 3, 1],
    [2, "Béla", 1900, 1, 0, 4, 2],
    [3, "Carl", 1800, 4, "+", 1, 1],
    [4, "Dora", 1700, 3, "-", 2, 0],
]
"""A win counts 2 and a draw 1; 3 beats 4 by forfeit. Scores 3, 2, 3, 0; points of games 1½, 1, ½, 0."""


@pytest.fixture
def two(tmp_path):
    return workbook(tmp_path / "two.xlsx", TWO)


@pytest.mark.parametrize(
    ("text", "scoring"),
    [("2-1-0", (2, 1, 0)), ("3–1–0", (3, 1, 0)), ("1-½-0", (1, 0.5, 0)), ("1-0,5-0", (1, 0.5, 0)),
     ("1-1/2-0", (1, 0.5, 0)), ("2:1:0", (2, 1, 0)), ("3-1", None), ("1-2-0", None), ("2-1-1", None), ("3-2-1", None), 
     ("a-b-c", None),
     ("1-1-0", None), ("", None), ("2-1-0-0", None)],
)  # fmt: skip
def test_scoring_of(text, scoring):
    assert scoring_of(text) == (Scoring(*scoring) if scoring else None)


def test_wrong_scoring_is_a_usage_error():
    with pytest.raises(UsageError, match="--points: '3-3-0' won't do"):
        Hints(points="3-3-0")
    with pytest.raises(UsageError, match="points .Settings sheet.: '2000-01-02 00:00:00' won't do.*\n.*makes dates"):
        with_values(Settings(), {"points": "2000-01-02 00:00:00"}, "Settings sheet")


def test_scores_and_games():
    usual = event([2000, 1900, 1800, 1700], "1w2 3+4", "1d3 2:half-bye 4:full-bye")
    made = replace(usual, scoring=Scoring(3.0, 1.0, 0.0))
    calculation = calculate(made)
    # 3 + 1; 0 + 1; 3 + 1; 0 + 3
    assert calculation.work.frame["score"].tolist() == [4, 1, 4, 3]
    assert calculation.work.frame["points"].tolist() == [1.5, 0, 0.5, 0]
    assert calculation.work.settings.points == "3-1-0"
    assert calculation.master.startswith("ALL")


def test_report_and_its_own_report(arpo, two, tmp_path):
    refused = arpo("report", two)
    assert refused.status == 3
    assert "--points 2-1-0" in refused.err
    done = arpo("report", two, "--points", "2-1-0", "--out", tmp_path / "r.xlsx", "--json")
    data = json.loads(done.out)
    assert {row["no"]: row["score"] for row in data["standings"]} == {1: 3, 2: 2, 3: 3, 4: 0}
    assert data["settings"]["points"] == {"value": "2-1-0", "from": "command line"}
    # the report's own list of settings says what its results count
    again = read_event(tmp_path / "r.xlsx")
    assert again.scoring == Scoring(2.0, 1.0, 0.0)
    table = openpyxl.load_workbook(tmp_path / "r.xlsx", data_only=True)["dp table"]
    rows = [row for row in table.iter_rows(values_only=True) if "half-bye" in row]
    assert rows[0][-1] == 1


def test_every_command_takes_it(arpo, two, tmp_path):
    points = ("--points", "2-1-0")
    assert "4 players, 2 rounds, 3 games" in arpo("check", two, *points).out
    # no, name, rating, games, points from games, score
    assert arpo("table", two, *points).out.splitlines()[1].split(",")[:6] == ["1", "Anna", "2000", "2", "1.5", "3"]
    assert arpo("rate", two, *points, "--k", 20, "--out", tmp_path / "rate.xlsx").status == 0
    assert arpo("convert", two, *points, "--out", tmp_path / "c.xlsx").status == 0
    converted = read_event(tmp_path / "c.xlsx")
    assert converted.scoring == Scoring(2.0, 1.0, 0.0)
    assert converted.entries["result"].tolist() == ["w", "d", "l", "w", "+", "d", "-", "l"]
    assert arpo("report", two, *points, "--out", tmp_path / "r.xlsx").status == 0
    assert arpo("audit", tmp_path / "r.xlsx", *points, "--out", tmp_path / "a.xlsx").status == 0
    assert arpo("audit", tmp_path / "r.xlsx", "--event", two, *points, "--out", tmp_path / "b.xlsx").status == 0


def test_row_of_the_settings_sheet(tmp_path):
    path = workbook(tmp_path / "s.xlsx", TWO, Settings=[["Name", "Value"], ["points", "2-1-0"]])
    assert read_event(path).scoring == Scoring(2.0, 1.0, 0.0)
    # what the user says comes first; these cells can't be points of 3-1-0
    usual = workbook(tmp_path / "u.xlsx", [HEADER, [1, "A", 2000, 2, "w"], [2, "B", 1900, 1, "l"]],
                     Settings=[["Name", "Value"], ["points", "2-1-0"]])  # fmt: skip
    assert read_event(usual, hints=Hints(points="3-1-0")).scoring == Scoring(3.0, 1.0, 0.0)


def test_usual_results_with_another_scoring(tmp_path):
    rows = [HEADER[:5], [1, "A", 2000, 2, 1], [2, "B", 1900, 1, 0], [3, "C", 1800, 4, "½"], [4, "D", 1700, 3, "½"]]
    made = read_event(workbook(tmp_path / "u.xlsx", rows), hints=Hints(points="3-1-0"))
    assert made.entries["result"].tolist() == ["w", "l", "d", "d"]
    assert calculate(made).work.frame["score"].tolist() == [3, 0, 1, 1]


def test_points_of_a_report_file(tmp_path):
    """The points stated may be those of the scoring, or the usual ones: both agree with the results."""
    line = (
        "001 {no:4} m    {name:33} {rating:4} ESP    12345678 1990/01/01 {points:>4} {no:4}"
        "  {opponent:4} {colour} {result}"
    )
    for win in ("3.0", "1.0"):
        lines = [line.format(no=1, name="A", rating=2000, points=win, opponent=2, colour="w", result=1),
                 line.format(no=2, name="B", rating=1900, points="0.0", opponent=1, colour="b", result=0)]  # fmt: skip
        path = tmp_path / "p.trf"
        path.write_text("012 Event\n" + "\n".join(lines) + "\n", encoding="utf-8")
        made = read_event(path, hints=Hints(points="3-1-0"))
        calculation = calculate(made)
        assert calculation.work.frame["score"].tolist() == [3, 0]
        assert calculation.master.startswith("ALL")
