"""Writing whole or not at all."""

import os
from pathlib import Path

import pytest

from pipeline.errors import FileError
from pipeline.output import replacing


def refused(target, part, *inputs):
    with pytest.raises(FileError) as caught, replacing(target, *inputs) as temporary:
        temporary.write_text("new", encoding="utf-8")
    assert part in str(caught.value)
    assert str(target) in str(caught.value)
    assert not list(target.parent.glob(".arpo-*")) if target.parent.is_dir() else True


def test_new_file_in_a_new_folder(tmp_path):
    target = tmp_path / "été 2026" / "report.xlsx"
    with replacing(target) as temporary:
        assert temporary.parent == target.parent
        assert temporary.suffix == ".xlsx"
        temporary.write_text("new", encoding="utf-8")
        assert not target.exists()
    assert target.read_text(encoding="utf-8") == "new"
    assert list(target.parent.iterdir()) == [target]


def test_failure_leaves_the_old_file(tmp_path):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(RuntimeError), replacing(target) as temporary:
        temporary.write_text("half", encoding="utf-8")
        raise RuntimeError
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_input_itself(tmp_path):
    source = tmp_path / "event.xlsx"
    source.write_text("old", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    refused(tmp_path / "sub" / ".." / "event.xlsx", "would replace the input", source)
    assert source.read_text(encoding="utf-8") == "old"


def test_link_to_the_input(tmp_path):
    source = tmp_path / "event.xlsx"
    source.write_text("old", encoding="utf-8")
    link = tmp_path / "link.xlsx"
    try:
        link.symlink_to(source)
    except OSError:
        pytest.skip("no symbolic links here")
    refused(link, "would replace the input", source)


@pytest.mark.parametrize(("name", "part"), [("q.pdf", "ends in .pdf"), ("q", "has no .xlsx"), ("q.xlsm", "q.xlsx")])
def test_another_kind_of_file(tmp_path, name, part):
    refused(tmp_path / name, part)
    assert not list(tmp_path.iterdir())


def test_capital_letters(tmp_path):
    with replacing(tmp_path / "REPORT.XLSX") as temporary:
        temporary.write_text("new", encoding="utf-8")
    assert (tmp_path / "REPORT.XLSX").is_file()


def test_folder(tmp_path):
    refused(tmp_path, "this is a folder")


def test_read_only(tmp_path):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o444)
    refused(target, "read-only")
    assert target.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("lock", ["~$report.xlsx", ".~lock.report.xlsx#"])
def test_open_in_another_program(tmp_path, lock):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")
    (tmp_path / lock).touch()
    refused(target, "open in another program")
    assert target.read_text(encoding="utf-8") == "old"


def test_replacing_denied_by_the_system(tmp_path, monkeypatch):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")

    def deny(*_):
        raise PermissionError(13, "denied")

    monkeypatch.setattr(os, "replace", deny)
    refused(target, "probably open in another program")


def test_folder_denied_by_the_system(tmp_path, monkeypatch):
    def deny(*_, **__):
        raise PermissionError(13, "denied")

    monkeypatch.setattr(Path, "touch", deny)
    refused(tmp_path / "report.xlsx", "no permission to write in that folder")


def test_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "report.xlsx", "")
