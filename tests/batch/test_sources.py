"""Which files a batch works on, and what their results are called."""

import pytest

from pipeline.batch.sources import sources_in
from pipeline.errors import UsageError


def _made(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    return folder


def _stems(found):
    return {source.name: source.stem for source in found}


def test_results_are_called_as_the_file_without_its_ending(tmp_path):
    _made(tmp_path / "in", "four.csv", "open.trf")
    assert _stems(sources_in([tmp_path / "in"], tmp_path / "out")) == {"four.csv": "four", "open.trf": "open"}


def test_namesakes_keep_their_ending(tmp_path):
    _made(tmp_path, "four.csv", "four.trf", "open.trf")
    assert _stems(sources_in([tmp_path], tmp_path / "out")) == {
        "four.csv": "four.csv", "four.trf": "four.trf", "open.trf": "open"}


def test_namesakes_on_drives_without_capitals_are_namesakes(tmp_path):
    _made(tmp_path, "Four.csv", "four.trf")
    assert set(_stems(sources_in([tmp_path], tmp_path / "out")).values()) == {"Four.csv", "four.trf"}


def test_a_file_that_is_called_like_another_with_its_ending_keeps_its_own(tmp_path):
    # four.csv and four.trf keep theirs, and then four.csv.xlsx would be called as four.csv is
    _made(tmp_path, "four.csv", "four.trf", "four.csv.xlsx")
    assert _stems(sources_in([tmp_path], tmp_path / "out")) == {
        "four.csv": "four.csv", "four.trf": "four.trf", "four.csv.xlsx": "four.csv.xlsx"}


def test_folders_in_folders_stay_folders_of_results(tmp_path):
    _made(tmp_path, "2025/a.trf", "2026/a.trf")
    assert _stems(sources_in([tmp_path], tmp_path / "out")) == {"2025/a.trf": "2025/a", "2026/a.trf": "2026/a"}


def test_files_of_several_folders_are_told_apart_by_their_folders(tmp_path):
    _made(tmp_path, "2025/a.trf", "2026/a.trf")
    given = [tmp_path / "2025" / "a.trf", tmp_path / "2026" / "a.trf"]
    assert list(_stems(sources_in(given, tmp_path / "out")).values()) == ["2025/a", "2026/a"]


def test_results_hidden_files_and_locks_are_no_events(tmp_path):
    _made(tmp_path, "a.trf", ".hidden", "~$a.xlsx", ".~lock.a.xlsx#", "Thumbs.db", "results/a-report.xlsx", ".git/x")
    assert list(_stems(sources_in([tmp_path], tmp_path / "results"))) == ["a.trf"]


def test_a_file_is_done_once_however_often_it_is_given(tmp_path, monkeypatch):
    _made(tmp_path, "a.trf")
    monkeypatch.chdir(tmp_path)
    assert len(sources_in([tmp_path, tmp_path / "a.trf", tmp_path / "." / "a.trf"], tmp_path / "out")) == 1


def test_a_missing_file_is_a_file_whose_row_will_say_so(tmp_path):
    assert [source.name for source in sources_in([tmp_path / "gone.trf"], tmp_path / "out")] == ["gone.trf"]


def test_a_folder_without_files_is_said(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="there are no files in it"):
        sources_in([tmp_path / "empty"], tmp_path / "out")


def test_the_order_is_that_of_the_names(tmp_path):
    _made(tmp_path, "b.trf", "A.trf", "c.trf")
    assert [source.name for source in sources_in([tmp_path], tmp_path / "out")] == ["A.trf", "b.trf", "c.trf"]
