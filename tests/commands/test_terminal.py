"""What a terminal shows: long lists cut, values never; progress where it takes long; names that are no files."""

import io
import os
import re
import subprocess
import sys
import time

import pytest
from made.fields import ROOT, VIDEO, calculate, event
from made.tables import by_hand, hand_rows, video_columns, written

from pipeline import progress
from pipeline.commands.convert import write_event
from pipeline.commands.report import print_report
from pipeline.console import Printed, print_table
from pipeline.resources import docs_folder
from pipeline.words import said

THIRTEEN = event([2000 - i for i in range(13)], " ".join(f"{i}w{i + 1}" for i in range(1, 13, 2)))


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "long.xlsx"
    write_event(THIRTEEN, path)
    return path


def test_long_standings_are_their_first_ten_and_the_state_comes_last(arpo, long):
    done = arpo("report", long)
    assert len(re.findall(r"Player [A-M] ", done.out)) == 10
    assert "… and 3 more (--all prints all)." in done.out
    assert done.out.splitlines()[-1].startswith("Status: PROVISIONAL")
    assert done.out.index("Written: ") < done.out.index("Status: ")
    everybody = arpo("report", long, "--all").out
    assert len(re.findall(r"Player [A-M] ", everybody)) == 13
    assert " more (--all" not in everybody


def test_twelve_are_not_worth_cutting(arpo):
    printed = io.StringIO()
    print_report(calculate(event([2000] * 12, " ".join(f"{i}d{i + 1}" for i in range(1, 12, 2)))), printed)
    assert "Player L" in printed.getvalue()


@pytest.mark.parametrize("width", [30, 40, 60, 200])
def test_in_a_narrow_window_columns_go_and_no_value_is_cut(arpo, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    out = arpo("report", VIDEO).out
    table = out[: out.index("Settings:")]
    assert all(f"Player {letter}" in table for letter in "ABCDEFGH")
    assert "…" not in table
    assert ("1944.41" in table) == (width >= 40)
    assert ("too narrow for: No., ARPO" in table) == (width == 40)
    assert all(len(line) <= width for line in table.splitlines() if "Player " in line)


def test_a_name_wider_than_the_window_is_whole(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    printed = io.StringIO()
    name = "Wolfeschlegelsteinhausenbergerdorff"
    print_table([Printed("Player", 1), Printed("Points", 2), Printed("RP", 3)], [[name, "4.0", "1944.41"]], printed, "")
    assert name in printed.getvalue()
    assert "4.0" in printed.getvalue()
    assert "(The window is too narrow for: RP.)" in printed.getvalue()


def test_without_a_window_nothing_is_left_out(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    printed = io.StringIO()
    columns = [Printed(f"column {i}", i) for i in range(1, 30)]
    print_table(columns, [["x" * 20] * 29], printed, "")
    assert printed.getvalue().count("x" * 20) == 29


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("~$open.xlsx", "this isn't the workbook: Excel put it beside open.xlsx, which is open there."),
        (".~lock.open.ods#", "this isn't the workbook: LibreOffice put it beside open.ods"),
        ("https://example.org/tnr1.aspx?lan=1", "this is a web address"),
        ("HTTP://example.org/a.xlsx", "this is a web address"),
        ("www.example.org/a.xlsx", "this is a web address"),
    ],
)
@pytest.mark.parametrize("command", ["check", "audit"])
def test_names_that_are_no_files(arpo, tmp_path, command, name, said):
    if "/" not in name:
        (tmp_path / name).write_bytes(b"\x05Anna" + bytes(160))
    done = arpo(command, name)
    assert (done.status, done.out) == (4, "")
    assert said in done.err
    assert "    → " in done.err


def test_a_folder_is_named_with_what_is_in_it(arpo, tmp_path):
    (tmp_path / "open").mkdir()
    assert "this is a folder.\n    → Give a file in it." in arpo("check", "open").err
    for name in ("b.trf", "a.xlsx", "~$a.xlsx", "c.csv", "d.csv"):
        (tmp_path / "open" / name).touch()
    assert "→ Give a file in it: a.xlsx, b.trf, c.csv, …" in arpo("check", "open").err


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("seconds", "terminal", "said_it"), [(0.4, True, True), (0.0, True, False), (0.4, False, False)]
)
def test_progress_is_said_where_it_takes_long_and_only_on_a_terminal(monkeypatch, seconds, terminal, said_it):
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0.2)
    monkeypatch.setattr(progress, "_begun", time.monotonic())
    with progress.doing(said("Reading {name}", name="open\x1b.xlsx")):
        time.sleep(seconds)
    shown = stream.getvalue()
    assert ("Reading open␛.xlsx … 0 s" in shown) == said_it
    assert shown == "" or shown.endswith("\r\x1b[K")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell's pipe")
@pytest.mark.parametrize("command", ["report {file} --all", "explain {file} 1"])
def test_head_is_no_error(tmp_path, long, command):
    line = command.format(file=long)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f'"{sys.executable}" -m pipeline {line} | head -1'], cwd=tmp_path,
        capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0
    assert b"Error" not in done.stderr  # the state may stand there
    assert b"Traceback" not in done.stderr


def test_the_documentation_comes_with_the_package(arpo):
    """The wheel has docs/ beside templates/; the help says where it is."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"docs" = "pipeline/docs"' in project
    assert docs_folder() == ROOT / "docs"
    assert f"Documentation, from index.md on: {ROOT / 'docs'}" in arpo("--help").out


def test_of_the_codes_the_last_goes_first(arpo, monkeypatch):
    """What stands first in the order decides most."""
    monkeypatch.setenv("COLUMNS", "40")
    out = arpo("report", VIDEO, "--order", "PTS,BH,SB,RP").out
    assert "BH" in out.splitlines()[2] and "SB" not in out.splitlines()[2]
    assert "(The window is too narrow for: No., SB, RP, ARPO.)" in out


@pytest.mark.parametrize(("width", "headings"), [(40, "ok wrong"), (80, "ok rounding carried wrong missing")])
def test_in_a_narrow_window_an_audit_leaves_out_what_it_has_no_cell_of(arpo, monkeypatch, tmp_path, width, headings):
    columns = by_hand(video_columns("fide", "opponents"))
    columns["iteration_2"][1] += 100
    path = written(tmp_path / "hand.xlsx", hand_rows(columns))
    monkeypatch.setenv("COLUMNS", str(width))
    out = arpo("audit", path, "--dp", "fide", "--c", "opponents").out
    assert next(line for line in out.splitlines() if line.startswith("  Column")).split()[1:] == headings.split()
    assert ("(The window is too narrow for: rounding, carried, missing.)" in out) == (width == 40)
    assert all(len(line) <= width for line in out.splitlines() if line.startswith("  Score"))


def test_opponents_left_out_of_the_arpo_are_named_among_the_settings(arpo):
    out = " ".join(arpo("report", VIDEO, "--order", "PTS,ARPO", "--worst", "1").out.split())
    assert "unrated 1400 (default), worst 1 (command line)" in out and "best " not in out
