"""`arpo batch` on the command line."""

import csv

import pytest
from made.batches import folder_of


@pytest.fixture
def folder(tmp_path):
    return folder_of(tmp_path / "in", good=2, wrong=1)


def test_refused_files_are_named_and_make_the_status_1(arpo, folder, tmp_path):
    done = arpo("batch", folder, "--out", "results", "--table")
    assert done.status == 1
    assert "Refused: event-000x.csv" in done.out and "the two contradict" in done.out
    assert "3 files: 2 ok, 1 refused" in done.out
    assert done.err == ""  # no bar where nobody sees it
    with (tmp_path / "results" / "summary.csv").open(encoding="utf-8-sig") as file:
        assert [row["state"] for row in csv.DictReader(file)] == ["ok", "refused", "ok"]


def test_all_done_is_0_and_the_second_run_says_so(arpo, folder):
    (folder / "event-000x.csv").unlink()
    assert arpo("batch", folder, "--jobs", 1, "--table").status == 0
    done = arpo("batch", folder, "--jobs", 1, "--table")
    assert done.status == 0
    assert "2 files were done before" in done.out


@pytest.mark.parametrize(("arguments", "what"), [
    (["--table", "--rate"], "ask for different results"),
    (["--rate", "--dp", "fide"], "--dp is of the method"),
    (["--scheduler", "tcp://x:1", "--jobs", "2"], "--jobs is for this computer"),
    (["--jobs", "0"], "--jobs"),
])  # fmt: skip
def test_what_contradicts_is_refused(arpo, folder, arguments, what):
    done = arpo("batch", folder, *arguments)
    assert (done.status, what in done.err) == (2, True)


def test_a_missing_folder_is_a_file_that_is_refused(arpo, tmp_path):
    done = arpo("batch", tmp_path / "nowhere")
    assert done.status == 1
    assert "there is no such file" in done.out
