"""Batches that are killed: nothing lost, nothing done twice, and the same results as in one go."""

import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from made.batches import folder_of

from pipeline.batch.ledger import NAME, REFUSED
from pipeline.batch.run import TRIES, done, done_in_workers
from pipeline.batch.sources import sources_in
from pipeline.limits import NORMAL
from tests.made.light_work import devours, dies, dies_once, sleeps

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import sys
from functools import partial
from pathlib import Path
from pipeline.batch.sources import sources_in
from pipeline.batch.whole import do_all, in_processes
from pipeline.limits import NORMAL
from tests.made.light_work import copied
out = Path(sys.argv[2])
workers = partial(in_processes, 2)
rows, new = do_all(sources_in([Path(sys.argv[1])], out), out, "key", partial(copied, out), NORMAL, workers)
print(len(rows), new)
"""
"""A batch as arpo does it, but that each file is only copied: the ledger, the workers and the killing are real."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")


def _begun(folder, out):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", RUN, folder, out]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def _results(out):
    return {path.name: path.read_bytes() for path in out.glob("*-table.csv")}


def test_a_batch_killed_ten_times_ends_as_one_in_one_go(tmp_path):
    folder = folder_of(tmp_path / "in", good=270, wrong=30)
    assert _begun(folder, tmp_path / "whole").communicate()[0].split() == ["300", "300"]
    dice = random.Random(10)
    out = tmp_path / "out"
    before = 0
    for _ in range(10):
        process = _begun(folder, out)
        # Let it do some files, so that each kill hits it at work: at a random moment after its first one or two.
        wanted = before + dice.randint(1, 12)
        while len(list(out.glob("*-table.csv"))) < wanted and process.poll() is None:
            time.sleep(0.005)
        time.sleep(dice.random() * 0.02)
        process.kill()
        process.communicate()
        before = len(_results(out))
    assert 0 < before < 270
    printed = _begun(folder, out).communicate()[0].split()
    assert printed[0] == "300"
    # What was done before wasn't done again, but for what the killed runs had written and not yet entered.
    assert 300 - before - 30 <= int(printed[1]) < 300
    assert len(_results(out)) == 270
    assert _results(out) == _results(tmp_path / "whole")
    assert _begun(folder, out).communicate()[0].split() == ["300", "0"]
    assert [path.name for path in out.iterdir() if path.name.startswith(".arpo-")] == []
    assert (out / NAME).exists()


def test_two_batches_at_once_do_no_file_twice(tmp_path):
    folder = folder_of(tmp_path / "in", good=40, wrong=2)
    first = _begun(folder, tmp_path / "out")
    while not (tmp_path / "out" / NAME).exists():
        time.sleep(0.005)
    second = _begun(folder, tmp_path / "out")
    ends = [process.communicate()[0].split() for process in (first, second)]
    done_by = [int(printed[1]) for printed in ends if printed]
    assert sum(done_by) == 42  # the other one was refused, or came after and had nothing to do


@pytest.fixture
def source(tmp_path):
    (tmp_path / "event.csv").write_text("x")
    [found] = sources_in([tmp_path / "event.csv"], tmp_path / "out")
    return found


def test_a_worker_that_is_killed_loses_nothing(source):
    assert done(source, dies_once, NORMAL).event == "after all"


def test_a_file_that_ends_its_worker_each_time_is_given_up_with_a_reason(source, tmp_path):
    row = done(source, dies, NORMAL)
    assert row.outcome == REFUSED and "was stopped" in row.reason
    assert len((tmp_path / "event.seen").read_text()) == TRIES


def test_a_file_that_takes_too_long_is_stopped_once(source, tmp_path):
    row = done(source, sleeps, replace(NORMAL, seconds=1))
    assert row.outcome == REFUSED and "took more than 1 seconds" in row.reason
    assert (tmp_path / "event.seen").read_text() == "x"


def test_a_file_that_takes_too_much_memory_is_refused(source):
    row = done(source, devours, replace(NORMAL, memory_mb=200))
    assert row.outcome == REFUSED and "200 MB of memory" in row.reason


def test_a_file_that_stops_nobody(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.csv").write_text("x")
        (tmp_path / f"{name}.seen").write_text("")  # only b dies
    (tmp_path / "b.seen").unlink()
    sources = [source for source in sources_in([tmp_path], tmp_path / "out") if source.name.endswith(".csv")]
    rows = dict(done_in_workers(sources, dies_once, 2, NORMAL))
    assert {source.name for source in rows} == {"a.csv", "b.csv", "c.csv"}
    assert {row.event for row in rows.values()} == {"after all"}
