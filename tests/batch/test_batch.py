"""A batch: each event done once, refused files with their reason, and an interrupted run that goes on."""

import csv
import errno
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import openpyxl
import pytest
from made.batches import bad, folder_of, four, here

from pipeline import batch
from pipeline.batch.ledger import DONE, NAME, REFUSED, Ledger, Row
from pipeline.batch.run import FullDriveError
from pipeline.batch.sources import Source, sources_in
from pipeline.batch.summary import COLUMNS
from pipeline.batch.whole import do_all
from pipeline.commands.batch import RATE, REPORT, TABLE, Work, one
from pipeline.commands.report import make_report
from pipeline.errors import FileError
from pipeline.limits import NORMAL
from pipeline.output import replacing


@pytest.fixture
def run(tmp_path):
    """Runs a batch of tmp_path/in in this process; returns its rows by name, and how many it did."""
    def made(kind=TABLE, given=None, again=False, workers=here):
        work = Work(kind, given or {}, tmp_path / "out", NORMAL)
        sources = sources_in([tmp_path / "in"], work.out)
        rows, new = do_all(sources, work.out, work.key, partial(one, work), NORMAL, workers, again)
        return {source.name: row for source, row in rows.items()}, new

    return made


@pytest.fixture
def folder(tmp_path):
    return folder_of(tmp_path / "in", good=3, wrong=1)


def test_each_event_has_its_result_and_each_refused_file_its_reason(folder, run, tmp_path):
    rows, new = run()
    assert new == 4
    assert {name: row.outcome for name, row in rows.items()} == {
        "event-000.csv": DONE, "event-000x.csv": REFUSED, "event-001.csv": DONE, "event-002.csv": DONE}
    assert "the two contradict" in rows["event-000x.csv"].reason
    assert sorted(path.name for path in (tmp_path / "out").glob("*-table.csv")) == [
        "event-000-table.csv", "event-001-table.csv", "event-002-table.csv"]


def test_a_report_of_a_batch_is_the_report_of_its_file(folder, run, tmp_path):
    run(REPORT)
    make_report(folder / "event-001.csv", {}, tmp_path / "alone.xlsx")
    assert (tmp_path / "out" / "event-001-report.xlsx").read_bytes() == (tmp_path / "alone.xlsx").read_bytes()


def test_ratings_are_a_kind_of_their_own(folder, run, tmp_path):
    rows, _ = run(RATE, {"k": 20})
    assert rows["event-001.csv"].results == ("event-001-rating.xlsx",)
    assert (tmp_path / "out" / "event-001-rating.xlsx").exists()


def test_the_summary_lists_all_files_in_order_with_links(folder, run, tmp_path):
    run(REPORT)
    with (tmp_path / "out" / "summary.csv").open(encoding="utf-8-sig", newline="") as file:
        head, *records = csv.reader(file)
    assert head == list(COLUMNS)
    assert [record[0] for record in records] == ["event-000.csv", "event-000x.csv", "event-001.csv", "event-002.csv"]
    assert records[0][2:5] == ["4", "3", "ok"]
    assert records[1][4] == "refused"
    sheet = openpyxl.load_workbook(tmp_path / "out" / "summary.xlsx").active
    links = {cell.value: cell.hyperlink.target for row in sheet for cell in row if cell.hyperlink}
    assert links == {f"event-00{n}-report.xlsx": f"event-00{n}-report.xlsx" for n in range(3)}


def test_a_finished_batch_has_nothing_to_do(folder, run):
    first, _ = run()
    again, new = run()
    assert (again, new) == (first, 0)


def test_a_file_that_changed_is_done_again(folder, run):
    run()
    (folder / "event-001.csv").write_text(four(2300))
    (folder / "event-000x.csv").write_text(four(2301))
    rows, new = run()
    assert (new, rows["event-000x.csv"].outcome) == (2, DONE)


def test_other_settings_are_another_batch(folder, run):
    run()
    assert run(given={"dp": "logistic"})[1] == 4
    assert run(given={"dp": "logistic"})[1] == 0


def test_another_kind_is_another_batch(folder, run):
    run()
    assert run(REPORT)[1] == 4


def test_a_ledger_of_another_version_is_not_trusted(folder, run, monkeypatch):
    run()
    monkeypatch.setattr(batch.ledger, "__version__", "0.0.9")
    assert run()[1] == 4


def test_a_ledger_of_another_form_is_not_trusted(folder, run, tmp_path):
    run()
    with sqlite3.connect(tmp_path / "out" / NAME) as base:
        base.execute("ALTER TABLE done RENAME COLUMN row TO what")
        base.execute("PRAGMA user_version = 99")
    assert run()[1] == 4


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("cut")])
def test_a_result_that_is_gone_or_cut_is_made_again(folder, run, tmp_path, spoil):
    run()
    spoil(tmp_path / "out" / "event-001-table.csv")
    assert run()[1] == 1


def test_refused_files_are_tried_again_when_asked(folder, run):
    run()
    assert run()[1] == 0
    assert run(again=True)[1] == 1


def test_a_second_batch_into_the_same_folder_is_refused(folder, run, tmp_path):
    (tmp_path / "out").mkdir()
    with Ledger(tmp_path / "out", "any"), pytest.raises(FileError, match="another batch writes its results"):
        run()
    assert run()[1] == 4


def test_a_ledger_that_is_none_is_named(folder, run, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).write_text("this is no database at all, but a text of some length\n" * 50)
    with pytest.raises(FileError, match="this isn't a ledger of arpo"):
        run()


def test_a_full_drive_ends_the_batch_and_the_next_run_goes_on(folder, run, monkeypatch):
    calls = []

    def full(target, *inputs, **how):
        calls.append(target)
        if len(calls) == 2:
            raise FileError(target, "it can't be written.", "…") from OSError(errno.ENOSPC, "No space left on device")
        return replacing(target, *inputs, **how)

    with monkeypatch.context() as patch:
        patch.setattr("pipeline.commands.batch.replacing", full)
        with pytest.raises(FullDriveError):
            run()
    # One of the three was written before the drive was full, and stays; the refused one had its row, too.
    assert run()[1] == 2


def test_a_full_drive_under_the_ledger_is_said(tmp_path):
    with Ledger(tmp_path, "any") as ledger:
        [[pages]] = ledger._base.execute("PRAGMA page_count").fetchall()
        ledger._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(FileError, match="it can't be written"):
            for number in range(1000):
                ledger.enter(Source(tmp_path / str(number), str(number), str(number)), Row(REFUSED, "0" * 64))


def test_seconds_are_those_of_the_run_that_did_it(folder, run, tmp_path):
    def slow(sources, do, limits):
        for source, row in here(sources, do, limits):
            yield source, replace(row, seconds=7.0)

    run(workers=slow)
    rows, _ = run()
    assert {row.seconds for row in rows.values()} == {7.0}


def test_a_bad_file_of_the_same_name_in_another_folder_is_another_file(tmp_path, run):
    for year, text in (("2025", four()), ("2026", bad(1))):
        (tmp_path / "in" / year).mkdir(parents=True)
        (tmp_path / "in" / year / "open.csv").write_text(text)
    rows, _ = run()
    assert {name: row.outcome for name, row in rows.items()} == {"2025/open.csv": DONE, "2026/open.csv": REFUSED}
    assert (tmp_path / "out" / "2025" / "open-table.csv").exists()
