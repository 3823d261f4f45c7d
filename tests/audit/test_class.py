"""Several files at once: a line each, a copy each, one status."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.audit import audit_class
from pipeline.errors import FileError

CASES = Path(__file__).parents[1] / "fixtures" / "audits"
AGREES, DIFFERS = CASES / "two_tables_below.xlsx", CASES / "hidden_dp.xlsx"


def run(*arguments):
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


def test_a_line_and_a_copy_a_file_and_the_highest_status(tmp_path):
    result = run(AGREES, DIFFERS, tmp_path / "none.xlsx", "--out", tmp_path / "copies", "--marks")
    lines = result.output.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["two_tables_below.xlsx", "AGREES"], ["hidden_dp.xlsx", "DIFFERENCES"], ["none.xlsx", "NOT AUDITED"],
    ]
    assert lines[1].endswith("Mark: 11 of 12 cells right or carried right (91.7 %)")
    assert sorted(path.name for path in (tmp_path / "copies").iterdir()) == [
        "hidden_dp-audit.xlsx", "two_tables_below-audit.xlsx",
    ]
    assert result.exit_code == 4


def test_json_is_an_array(tmp_path):
    result = run(AGREES, DIFFERS, "--out", tmp_path, "--json")
    data = json.loads(result.stdout)
    assert [(Path(one["file"]).name, one["outcome"]) for one in data] == [
        ("two_tables_below.xlsx", "agrees"), ("hidden_dp.xlsx", "differences"),
    ]
    assert result.exit_code == 1


def test_files_of_one_name_get_copies_of_their_own_and_the_event_none(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        shutil.copy(AGREES, tmp_path / folder / "Hand.xlsx")
    event = shutil.copy(DIFFERS, tmp_path / "event.xlsx")
    paths = [tmp_path / "a" / "Hand.xlsx", Path(event), tmp_path / "b" / "Hand.xlsx"]
    found = list(audit_class(paths, {}, Path(event), tmp_path / "out"))
    assert [answer.copy.name for answer in found] == ["Hand-audit.xlsx", "Hand-audit (2).xlsx"]


def test_out_must_be_a_folder(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileError, match="need a folder"):
        list(audit_class([AGREES, DIFFERS], {}, None, tmp_path / "file"))
