"""Input that can't be read and output that can't be written: what the command line says, and that nothing is lost."""

from pathlib import Path

import pytest
from made.fields import VIDEO
from made.making import FOUR, changed, workbook


@pytest.mark.parametrize("command", ["report", "table", "check"])
@pytest.mark.parametrize(
    ("content", "status"),
    [
        (None, 4),
        (b"", 4),
        (b"PK\x03\x04 nothing more", 4),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), 4),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), 4),
        (b"dear diary\nnothing happened\n", 3),
    ],
    ids=["missing", "empty", "truncated", "old office", "picture", "text"],
)
def test_files_that_are_no_event(arpo, tmp_path, command, content, status):
    path = tmp_path / "dé faut.xlsx"
    if content is not None:
        path.write_bytes(content)
    done = arpo(command, path)
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith("Error: ")
    assert "dé faut.xlsx" in done.err
    assert "→ " in done.err
    assert not (tmp_path / "output").exists()


def test_all_problems_are_listed_with_sheet_cell_and_mend(arpo, tmp_path):
    path = workbook(tmp_path / "bad.xlsx", changed(FOUR, {(1, 4): "v", (2, 5): 9, (3, 2): "high"}))
    done = arpo("report", path, "--out", "report.xlsx")
    assert (done.status, done.out) == (3, "")
    for part in ("bad.xlsx: ", "problems found; nothing was written", "sheet Event, cell E2", "cell F3", "cell C4"):
        assert part in done.err
    assert not (tmp_path / "report.xlsx").exists()


def test_a_wrong_setting_in_the_workbook(arpo, tmp_path):
    path = workbook(tmp_path / "s.xlsx", FOUR, Settings=[["Setting", "Value"], ["dp", "elo"]])
    done = arpo("report", path)
    assert done.status == 3
    assert "sheet Settings, cell B2" in done.err


def test_the_output_is_left_alone_when_something_fails(arpo, tmp_path):
    path = workbook(tmp_path / "bad.xlsx", changed(FOUR, {(1, 4): "v"}))
    old = tmp_path / "report.xlsx"
    old.write_text("old", encoding="utf-8")
    assert arpo("report", path, "--out", old).status == 3
    assert arpo("report", VIDEO, "--dp", "article", "--out", old).status == 2
    assert old.read_text(encoding="utf-8") == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["bad.xlsx", "report.xlsx"]


def test_the_output_must_not_be_the_input(arpo, mixed):
    before = mixed.read_bytes()
    done = arpo("report", mixed, "--out", mixed)
    assert (done.status, done.out) == (4, "")
    assert "would replace the input" in done.err
    assert mixed.read_bytes() == before


def test_a_read_only_output(arpo, mixed, tmp_path):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o444)
    done = arpo("report", mixed, "--out", target)
    assert done.status == 4
    assert "read-only" in done.err
    assert target.read_text(encoding="utf-8") == "old"


def test_an_output_that_is_open_elsewhere(arpo, mixed, tmp_path):
    (tmp_path / "~$report.xlsx").touch()
    (tmp_path / "report.xlsx").write_text("old", encoding="utf-8")
    done = arpo("report", mixed, "--out", "report.xlsx")
    assert done.status == 4
    assert "open in another program" in done.err


def test_an_output_without_a_folder_gets_one(arpo, mixed, tmp_path):
    assert arpo("report", mixed, "--out", Path("new", "folder", "report.xlsx")).status == 0
    assert (tmp_path / "new" / "folder" / "report.xlsx").is_file()
