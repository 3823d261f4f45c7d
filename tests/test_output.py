"""Writing whole or not at all."""

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from pipeline.errors import FileError, UsageError
from pipeline.output import check_new, check_writable, replacing


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


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("alias", ["same", "dots", "link", "hard link", "link to the folder", "relative"])
def test_any_input_by_any_name(tmp_path, monkeypatch, which, alias):
    inputs = [tmp_path / f"{name}.xlsx" for name in ("sheet", "event", "third")]
    for path in inputs:
        path.write_text("old", encoding="utf-8")
    names = {"same": inputs[which], "dots": tmp_path / "sub" / ".." / inputs[which].name, "link": tmp_path / "l.xlsx",
             "hard link": tmp_path / "h.xlsx", "link to the folder": tmp_path / "there" / inputs[which].name,
             "relative": Path(inputs[which].name)}
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    try:
        names["link"].symlink_to(inputs[which])
        (tmp_path / "there").symlink_to(tmp_path, target_is_directory=True)
        names["hard link"].hardlink_to(inputs[which])
    except OSError:
        pytest.skip("no links here")
    refused(names[alias], "would replace the input", *inputs)
    assert [path.read_text(encoding="utf-8") for path in inputs] == ["old"] * 3


def test_other_letters_where_the_drive_takes_them_for_equal(tmp_path, monkeypatch):
    source, target = tmp_path / "event.xlsx", tmp_path / "EVENT.XLSX"
    source.write_text("old", encoding="utf-8")
    if not target.exists():  # a drive that tells them apart: what one that doesn't would answer
        monkeypatch.setattr(os.path, "samefile", lambda one, other: str(one).lower() == str(other).lower())
    with pytest.raises(FileError, match="would replace the input"), replacing(target, source):
        pytest.fail("written")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_the_mode_of_an_older_file_is_kept(tmp_path, mode):
    target = tmp_path / "report.xlsx"
    target.write_text("old", encoding="utf-8")
    target.chmod(mode)
    with replacing(target) as temporary:
        # Nor may somebody else read it while it is written.
        assert stat.S_IMODE(temporary.stat().st_mode) & 0o077 == mode & 0o077 & ~0o022
        temporary.unlink()
        temporary.write_text("new", encoding="utf-8")
    assert (target.read_text(encoding="utf-8"), stat.S_IMODE(target.stat().st_mode)) == ("new", mode)


def test_a_link_stays_one(tmp_path):
    (tmp_path / "kept").mkdir()
    real, link = tmp_path / "kept" / "real.xlsx", tmp_path / "report.xlsx"
    real.write_text("old", encoding="utf-8")
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("no symbolic links here")
    with replacing(link) as temporary:
        temporary.write_text("new", encoding="utf-8")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"


def test_a_name_too_long(tmp_path):
    with pytest.raises(FileError, match="long"):
        check_writable(tmp_path / ("x" * 300 + ".xlsx"))
    with pytest.raises(FileError, match="long"):
        check_new(tmp_path / ("x" * 300 + ".xlsx"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_in_a_circle(tmp_path):
    (tmp_path / "a.xlsx").symlink_to("b.xlsx")
    (tmp_path / "b.xlsx").symlink_to("a.xlsx")
    for check in (check_writable, check_new):
        with pytest.raises(FileError, match="symbolic links"):
            check(tmp_path / "a.xlsx")
    refused(tmp_path / "report.xlsx" / ".." / "a.xlsx", "", tmp_path / "a.xlsx")


def test_a_new_file_takes_nobody_s_place(tmp_path):
    target = tmp_path / "event.xlsx"
    check_new(target)
    target.touch()
    with pytest.raises(UsageError, match="already"):
        check_new(target)


def test_parts_are_made_beside_the_target(tmp_path):
    """What a library writes to a folder for temporary files is in none that stays."""
    before = tempfile.gettempdir()
    with replacing(tmp_path / "report.xlsx") as temporary:
        part = tempfile.NamedTemporaryFile(delete=False)  # noqa: SIM115
        part.close()
        assert Path(part.name).parent.parent == tmp_path
        temporary.write_text("new", encoding="utf-8")
    assert tempfile.gettempdir() == before
    assert [path.name for path in tmp_path.iterdir()] == ["report.xlsx"]


def test_leftovers_are_removed_and_nothing_else(tmp_path):
    left = tmp_path / ".arpo-0123456789ab.xlsx"
    left.touch()
    os.utime(left, (0, 0))
    for name in (".arpo-0123456789ab.parts", ".arpo-ba9876543210.parts"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sheet").touch()
    (tmp_path / ".arpo-notes.xlsx").touch()
    with replacing(tmp_path / "one.xlsx") as one:
        one.write_text("1", encoding="utf-8")
        with replacing(tmp_path / "two.xlsx") as two:  # must take the first for one in use
            two.write_text("2", encoding="utf-8")
        assert one.is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".arpo-notes.xlsx", "one.xlsx", "two.xlsx"]
