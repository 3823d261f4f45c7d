"""The command line as a program of its own: the encoding of its streams, its exit status, a pipe that closes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from made.fields import ROOT, VIDEO, event
from made.making import FOUR, changed, workbook

from pipeline import streams
from pipeline.commands.convert import write_event


def process(*arguments: object, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command; no run may show a traceback."""
    paths = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", *map(str, arguments)],
        cwd=cwd, env=os.environ | paths | environment, capture_output=True, check=False,
    )  # fmt: skip
    assert b"Traceback" not in done.stdout + done.stderr
    return done


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_without_the_characters_gets_substitutes(tmp_path, encoding):
    named = tmp_path / "named.xlsx"
    write_event(event([2000, 1900], "1w2", names=["Çelik ½", "Bo"]), named)
    drifts = process("report", VIDEO, "--dp", "fide", "--out", tmp_path / "r.xlsx", PYTHONIOENCODING=encoding)
    assert drifts.returncode == 0
    assert b"Sum of games x c^" in drifts.stdout if encoding == "ascii" else b"games \xd7 c^" in drifts.stdout
    names = process("table", named, PYTHONIOENCODING=encoding)
    assert names.returncode == 0
    assert (b"?elik 1/2" if encoding == "ascii" else "Çelik ½".encode("cp1252")) in names.stdout
    bad = process("check", tmp_path / "½ ĉ.xlsx", PYTHONIOENCODING=encoding)
    assert bad.returncode == 4
    assert b"c^" in bad.stderr
    assert b"-> " in bad.stderr


def test_substitutes_are_plain():
    for character, substitute in streams.SUBSTITUTES.items():
        assert len(character) == 1
        assert not character.isascii()
        assert substitute.isascii()


def test_exit_statuses_of_the_program(tmp_path):
    """A program's own: 0 done, 2 usage, 3 wrong input, 4 no such file."""
    bad = workbook(tmp_path / "bad.xlsx", changed(FOUR, {(1, 4): "v"}))
    assert process("check", VIDEO).returncode == 0
    assert process("check", VIDEO, "--nonsense").returncode == 2
    assert process("check", bad).returncode == 3
    assert process("check", tmp_path / "none.xlsx").returncode == 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell's pipe")
def test_a_reader_that_stops_early(tmp_path):
    """… | head -1: no complaint."""
    long = event([2000 - i for i in range(60)], *[" ".join(f"{i}w{i + 1}" for i in range(1, 60, 2))] * 3)
    write_event(long, tmp_path / "long.xlsx")
    command = f'"{sys.executable}" -m pipeline table "{tmp_path / "long.xlsx"}" --iterations 300 | head -c 10'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"no,name,ra", b"")
