"""Reading in a process of its own: the event comes back unchanged, and whatever happens there becomes our error."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from made.hostile import far_cell, workbook_with
from made.making import FOUR, RANKED, changed, csv_file, workbook

from pipeline.errors import FileError, InputError
from pipeline.event import RESULTS
from pipeline.limits import NORMAL
from pipeline.readers import isolation, job, read_event
from pipeline.readers.preflight import Findings

ROOT = Path(__file__).parents[2]
SMALL = replace(NORMAL, seconds=2, memory_mb=300)
PLAIN = Findings("workbook", 35, 30_000)
LARGE = Findings("workbook", 35, 30_000_000)
ways = pytest.mark.parametrize("way", [
    pytest.param("fork", marks=pytest.mark.skipif(not isolation.can_fork(), reason="no safe fork here")), "worker",
])  # fmt: skip


@pytest.fixture
def by(monkeypatch):
    """Chooses how processes are made; a worker is what Windows and macOS use."""
    return lambda way: monkeypatch.setattr(isolation, "can_fork", lambda: way == "fork")


def assert_no_child_left():
    if hasattr(os, "WNOHANG"):
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


@ways
@pytest.mark.parametrize("rows", [FOUR, RANKED])
def test_event_comes_back_unchanged(tmp_path, monkeypatch, by, way, rows):
    by(way)
    monkeypatch.setattr(isolation, "is_plain", lambda findings: False)
    path = workbook(tmp_path / "évent.xlsx", rows, Settings=[["Name", "Value"], ["dp", "logistic"]])
    here, there = read_event(path), read_event(path, isolated=True)
    for frame in ("players", "entries", "stated", "games"):
        pd.testing.assert_frame_equal(getattr(here, frame), getattr(there, frame), check_exact=True)
        assert getattr(here, frame).index.name == getattr(there, frame).index.name
    assert (here.name, here.rounds, here.source, here.notes) == (there.name, there.rounds, there.source, there.notes)
    assert dict(here.settings) == dict(there.settings)
    assert set(there.entries["result"]) <= set(RESULTS)
    assert_no_child_left()


@ways
def test_errors_come_back_with_all_problems(tmp_path, monkeypatch, by, way):
    by(way)
    monkeypatch.setattr(isolation, "is_plain", lambda findings: False)
    path = workbook(tmp_path / "bad.xlsx", changed(FOUR, {(1, 4): "q", (2, 2): "x", (3, 3): 9}))
    with pytest.raises(InputError) as here:
        read_event(path)
    with pytest.raises(InputError) as there:
        read_event(path, isolated=True)
    assert there.value.problems == here.value.problems
    assert str(there.value) == str(here.value)
    path.write_bytes(b"%PDF-1.7")
    with pytest.raises(FileError, match="a PDF document"):
        read_event(path, isolated=True)


def stopped(task, limits=SMALL):
    """The message of the FileError that a task must end in."""
    with pytest.raises(FileError) as caught:
        isolation.run(Path("event.xls"), task, LARGE, limits)
    assert_no_child_left()
    assert caught.value.exit_status == 4
    assert "→" in str(caught.value)
    return str(caught.value)


@ways
def test_time_is_up(by, way):
    by(way)
    begin = time.perf_counter()
    message = stopped(partial(time.sleep, 100))
    assert time.perf_counter() - begin < 10
    assert "reading it took more than 2 seconds and was stopped" in message
    assert "--limits large" in message


@ways
def test_memory_is_used_up(by, way):
    by(way)
    message = stopped(partial(bytearray, 2_000_000_000), replace(SMALL, seconds=30))
    assert "reading it took more than 300 MB of memory and was stopped" in message


@ways
def test_abort(by, way):
    by(way)
    message = stopped(os.abort, replace(SMALL, seconds=30))
    assert "reading it broke off (the parser crashed" in message
    assert "save it as “Excel workbook (.xlsx)”" in message


@ways
def test_segmentation_fault(by, way):
    by(way)
    assert "the parser crashed" in stopped(partial(ctypes.string_at, 0), replace(SMALL, seconds=30))


@ways
@pytest.mark.parametrize(("task", "part"), [
    (partial({}.__getitem__, "sheet"), "KeyError: 'sheet'"),
    (partial(sys.exit, 3), "SystemExit: 3"),
    (partial(os._exit, 3), "the parser crashed, status 0x3"),
    (partial(exec, "def f(): return f()\nf()", {}), "nested too deeply"),
])  # fmt: skip
def test_defect_is_no_traceback(by, way, task, part):
    by(way)
    assert part in stopped(task, replace(SMALL, seconds=30))


def test_traceback_is_kept_for_whoever_mends_it():
    with pytest.raises(FileError) as caught:
        isolation.run(Path("a.xlsx"), partial({}.__getitem__, "sheet"), LARGE, NORMAL)
    assert "Traceback" in caught.value.__notes__[0]


@ways
def test_what_a_parser_prints_gets_nowhere(by, way, capfd):
    by(way)
    run = isolation.worker if way == "worker" else isolation.forked
    assert run(partial(os.system, "echo noise; echo noise >&2"), replace(SMALL, seconds=30)).event == 0
    assert capfd.readouterr() == ("", "")


def test_openpyxl_prints_that_a_style_is_out_of_range(tmp_path, capfd):
    path = tmp_path / "style.xlsx"
    change = {"xl/styles.xml": lambda old: old.replace(b'xfId="0" builtinId', b'xfId="60" builtinId')}
    path.write_bytes(workbook_with(change))
    with pytest.raises(FileError, match="damaged"):
        read_event(path)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not isolation.can_fork(), reason="no safe fork here")
def test_ctrl_c_ends_the_child(monkeypatch):
    def interrupted(receiver, deadline):
        raise KeyboardInterrupt

    monkeypatch.setattr(isolation, "_received", interrupted)
    with pytest.raises(KeyboardInterrupt):
        isolation.forked(partial(time.sleep, 100), NORMAL)
    assert_no_child_left()


def test_small_plain_files_need_no_worker(tmp_path, monkeypatch, by):
    by("worker")
    monkeypatch.setattr(isolation, "worker", lambda *_: pytest.fail("a second Python for a small file"))
    assert len(read_event(workbook(tmp_path / "a.xlsx", FOUR), isolated=True).games) == 8
    assert isolation.is_plain(PLAIN)
    assert not isolation.is_plain(LARGE)
    assert not isolation.is_plain(Findings("ole", 10, 1000))


@pytest.mark.parametrize("reason", ["frozen", "refused", "broken", "nowhere"])
def test_where_no_process_can_be_started(tmp_path, monkeypatch, by, reason):
    by("worker")
    monkeypatch.setattr(isolation, "is_plain", lambda findings: False)
    if reason == "frozen":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    elif reason == "refused":
        monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    elif reason == "broken":
        monkeypatch.setattr(sys, "executable", shutil.which("false") or pytest.skip("false is missing"))
    else:
        monkeypatch.setattr(sys, "executable", "")
    event = read_event(workbook(tmp_path / "a.xlsx", FOUR), isolated=True)
    assert len(event.games) == 8
    assert "read without a limit on time and memory" in event.notes[-1].text


@pytest.mark.skipif(not isolation.can_fork(), reason="no safe fork here")
def test_where_fork_is_refused(tmp_path, monkeypatch):
    def refuse():
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    event = read_event(workbook(tmp_path / "a.xlsx", FOUR), isolated=True)
    assert "Resource temporarily unavailable" in event.notes[-1].text


@pytest.mark.skipif(not shutil.which("ps"), reason="ps is missing")
def test_memory_as_ps_says_it():
    assert isolation.memory_of(os.getpid()) > 20_000_000
    assert isolation.memory_of(999_999_999) == 0


def test_structures_of_the_job_object():
    # sizes of the Windows SDK's structures on 64 bits
    assert ctypes.sizeof(job.BasicLimits) == 64
    assert ctypes.sizeof(job.ExtendedLimits) == 144


def arpo(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "pipeline", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("command", ["check", "table", "report"])
def test_command_line(tmp_path, command):
    (tmp_path / "far.xlsx").write_bytes(far_cell())
    done = arpo(command, tmp_path / "far.xlsx")
    assert done.returncode == 4
    assert "reaches to cell XFD1048576" in done.stderr
    assert "Traceback" not in done.stderr
    assert arpo(command, tmp_path / "far.xlsx", "--limits", "huge").returncode == 2


def test_command_line_raises_limits(tmp_path):
    path = csv_file(tmp_path / "long.csv", [[""] * 2001, *FOUR], ";")
    refused = arpo("check", path)
    assert refused.returncode == 4
    assert "2,001 columns (limit 2,000)" in refused.stderr
    done = arpo("check", path, "--limits", "large")
    assert (done.returncode, done.stderr) == (0, "")
