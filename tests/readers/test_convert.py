"""The command `arpo convert`: any layout becomes a native workbook that reads back as the same event."""

import pytest
from made.making import FOUR, RANKED, changed, workbook
from test_languages import native
from test_round_trip import same
from test_trf import VILLAGE
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.errors import FileError, InputError, UsageError
from pipeline.readers import read_event


def arpo(*arguments):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_report_file(tmp_path):
    path = tmp_path / "village.trf"
    path.write_text(VILLAGE, encoding="utf-8")
    out = tmp_path / "event.xlsx"
    result = arpo("convert", path, "--out", out)
    assert "4 players, 3 rounds, 4 games (FIDE report file (TRF))" in result.output
    assert f"Written: {out}" in result.output
    same(read_event(out), read_event(path))
    # and again: a native workbook converts to itself
    arpo("convert", out, "--out", tmp_path / "again.xlsx")
    same(read_event(tmp_path / "again.xlsx"), read_event(path))


@pytest.mark.parametrize("rows", [FOUR, RANKED])
def test_workbooks(tmp_path, rows):
    path = workbook(tmp_path / "in.xlsx", rows)
    arpo("convert", path, "--out", tmp_path / "out.xlsx")
    same(read_event(tmp_path / "out.xlsx"), read_event(path))


def test_an_older_file_stays(tmp_path):
    path, out = workbook(tmp_path / "in.xlsx", FOUR), workbook(tmp_path / "out.xlsx", RANKED)
    before = out.read_bytes()
    with pytest.raises(UsageError, match="there is such a file already"):
        arpo("convert", path, "--out", out)
    assert out.read_bytes() == before


def test_broken_input_writes_nothing(tmp_path):
    path = workbook(tmp_path / "in.xlsx", changed(FOUR, {(1, 4): "q"}))
    with pytest.raises(InputError):
        arpo("convert", path, "--out", tmp_path / "out.xlsx")
    with pytest.raises(FileError):
        arpo("convert", tmp_path / "nothing.xlsx", "--out", tmp_path / "out.xlsx")
    assert not (tmp_path / "out.xlsx").exists()


def test_language_is_passed_on(tmp_path):
    path = workbook(tmp_path / "in.xlsx", native(["No.", "Name", "Rating"], "Opponent", "Result", "s", "½", "v"))
    with pytest.raises(InputError, match="--language german"):
        arpo("convert", path, "--out", tmp_path / "out.xlsx")
    arpo("convert", path, "--out", tmp_path / "out.xlsx", "--language", "italian")
    assert read_event(tmp_path / "out.xlsx").entries["result"].tolist() == list("ldwlldww")
    for command in ("check", "table"):
        assert arpo(command, path, "--language", "german", "--colours", "w/b").exit_code == 0
    arpo("report", path, "--language", "german", "--out", tmp_path / "report.xlsx")
    assert (tmp_path / "report.xlsx").exists()
