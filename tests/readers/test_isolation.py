"""Reading in a process of its own: the event comes back unchanged, and whatever happens there becomes our error."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from made.hostile import far_cell, workbook_with
from made.making import FOUR, RANKED, changed, csv_file, workbook
from made.processes import children_of

from pipeline import isolation
from pipeline.errors import FileError, InputError
from pipeline.event import RESULTS
from pipeline.isolation import POOL, job
from pipeline.isolation.pool import Worker, memory_of
from pipeline.limits import NORMAL
from pipeline.readers import read_event

ROOT = Path(__file__).parents[2]
SMALL = replace(NORMAL, seconds=2, memory_mb=300)


@pytest.fixture(autouse=True)
def no_worker_left():
    """Each test begins and ends without a worker that waits for a task."""
    POOL.close()
    before = children_of()  # another test's browser may be among them
    yield
    POOL.close()
    assert children_of() <= before


@pytest.mark.parametrize("rows", [FOUR, RANKED])
def test_event_comes_back_unchanged(tmp_path, rows):
    path = workbook(tmp_path / "évent.xlsx", rows, Settings=[["Name", "Value"], ["dp", "logistic"]])
    here, there = read_event(path), read_event(path, isolated=True)
    for frame in ("players", "entries", "stated", "games"):
        pd.testing.assert_frame_equal(getattr(here, frame), getattr(there, frame), check_exact=True)
        assert getattr(here, frame).index.name == getattr(there, frame).index.name
    assert (here.name, here.rounds, here.source, here.notes) == (there.name, there.rounds, there.source, there.notes)
    assert dict(here.settings) == dict(there.settings)
    assert set(there.entries["result"]) <= set(RESULTS)


def test_errors_come_back_with_all_problems(tmp_path):
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
        isolation.run(Path("event.xls"), task, limits)
    assert caught.value.exit_status == 4
    assert "→" in str(caught.value)
    return str(caught.value)


def test_time_is_up():
    begin = time.perf_counter()
    message = stopped(partial(time.sleep, 100))
    assert time.perf_counter() - begin < 10
    assert "reading it took more than 2 seconds and was stopped" in message
    assert "--limits large" in message


def test_memory_is_used_up():
    message = stopped(partial(bytearray, 2_000_000_000), replace(SMALL, seconds=30))
    assert "reading it took more than 300 MB of memory and was stopped" in message


def test_abort():
    message = stopped(os.abort, replace(SMALL, seconds=30))
    assert "reading it broke off (the parser crashed" in message
    assert "save it as “Excel workbook (.xlsx)”" in message


def test_segmentation_fault():
    assert "the parser crashed" in stopped(partial(ctypes.string_at, 0), replace(SMALL, seconds=30))


@pytest.mark.parametrize(("task", "part"), [
    (partial({}.__getitem__, "sheet"), "KeyError: 'sheet'"),
    (partial(sys.exit, 3), "SystemExit: 3"),
    (partial(os._exit, 3), "the parser crashed, status 0x3"),
    (partial(exec, "def f(): return f()\nf()", {}), "nested too deeply"),
])  # fmt: skip
def test_defect_is_no_traceback(task, part):
    assert part in stopped(task, replace(SMALL, seconds=30))


def test_traceback_is_kept_for_whoever_mends_it():
    with pytest.raises(FileError) as caught:
        isolation.run(Path("a.xlsx"), partial({}.__getitem__, "sheet"), NORMAL)
    assert "Traceback" in caught.value.__notes__[0]


def test_what_a_parser_prints_gets_nowhere(capfd):
    assert POOL.do(partial(os.system, "echo noise; echo noise >&2"), replace(SMALL, seconds=30)).result == 0
    assert capfd.readouterr() == ("", "")


def test_openpyxl_prints_that_a_style_is_out_of_range(tmp_path, capfd):
    path = tmp_path / "style.xlsx"
    change = {"xl/styles.xml": lambda old: old.replace(b'xfId="0" builtinId', b'xfId="60" builtinId')}
    path.write_bytes(workbook_with(change))
    with pytest.raises(FileError, match="damaged"):
        read_event(path)
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_ends_the_worker(monkeypatch):
    def interrupted(worker, exchange, limits, stop):
        raise KeyboardInterrupt

    monkeypatch.setattr(Worker, "_awaited", interrupted)
    with pytest.raises(KeyboardInterrupt):
        POOL.do(partial(time.sleep, 100), NORMAL)


def test_a_worker_that_answered_takes_the_next_task():
    limits = replace(SMALL, seconds=30)
    first = POOL.do(os.getpid, limits).result
    assert first != os.getpid()
    assert POOL.do(os.getpid, limits).result == first


def test_a_worker_that_was_stopped_takes_no_other_task():
    limits = replace(SMALL, seconds=30)
    first = POOL.do(os.getpid, limits).result
    assert POOL.do(os.abort, limits).broke == "the parser crashed, SIGABRT"
    assert POOL.do(os.getpid, limits).result != first


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_a_worker_that_ended_while_it_waited_is_replaced():
    limits = replace(SMALL, seconds=30)
    first = POOL.do(os.getpid, limits).result
    os.kill(first, signal.SIGKILL)
    assert POOL.do(os.getpid, limits).result != first


def test_each_task_has_its_own_limits():
    large = partial(eval, "len(bytearray(400_000_000))")  # 400 MB
    assert POOL.do(large, replace(SMALL, seconds=30, memory_mb=600)).result == 400_000_000
    assert POOL.do(large, replace(SMALL, seconds=30)).broke == "memory"  # 300 MB
    assert POOL.do(large, replace(SMALL, seconds=30, memory_mb=600)).result == 400_000_000


def test_a_prepared_worker_takes_the_first_task():
    POOL.prepare("json")
    [worker] = POOL._idle
    assert POOL.do(os.getpid, NORMAL).result == worker._process.pid
    assert POOL.do(partial(eval, "'json' in __import__('sys').modules"), NORMAL).result is True


def test_threads_of_a_server_read_at_the_same_time(tmp_path):
    def named(n):
        rows = [[no, f"{name} {n}", *rest] for no, name, *rest in FOUR[1:]]
        return workbook(tmp_path / f"{n}.xlsx", [FOUR[0], *rows])

    paths = [named(n) for n in range(4)]
    with ThreadPoolExecutor(4) as threads:
        events = list(threads.map(lambda path: read_event(path, isolated=True), paths))
    for n, event in enumerate(events):
        assert list(event.players["name"]) == [f"{name} {n}" for name in ("Anna", "Béla", "Carl", "Dora")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_of_this_process_leaves_its_workers_alone():
    first = POOL.do(os.getpid, NORMAL).result
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os._exit(len(POOL._idle))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert POOL.do(os.getpid, NORMAL).result == first


@pytest.mark.parametrize("reason", ["frozen", "refused", "broken", "nowhere"])
def test_where_no_process_can_be_started(tmp_path, monkeypatch, reason):
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


@pytest.mark.skipif(not shutil.which("ps"), reason="ps is missing")
def test_memory_as_ps_says_it():
    assert memory_of(os.getpid()) > 20_000_000
    assert memory_of(999_999_999) == 0


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
