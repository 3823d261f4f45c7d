"""A batch on a Dask cluster: a real scheduler and two workers on this machine."""

from functools import partial

import pytest
from made.batches import folder_of, four

from pipeline.batch.cluster import on_cluster
from pipeline.batch.ledger import DONE, REFUSED
from pipeline.batch.sources import sources_in
from pipeline.batch.whole import do_all
from pipeline.commands.batch import TABLE, Work, make_batch
from pipeline.errors import UsageError
from pipeline.limits import NORMAL
from tests.made.light_work import copied_far, ends_cluster_worker

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    (tmp_path / "seen").mkdir()
    monkeypatch.setenv("ARPO_SEEN", str(tmp_path / "seen"))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp://",
        local_directory=str(tmp_path / "dask"),
    ) as cluster:
        yield cluster.scheduler_address


def _run(tmp_path, cluster, far):
    out = tmp_path / "out"
    sources = sources_in([tmp_path / "in"], out)
    rows, new = do_all(sources, out, "key", far, NORMAL, partial(on_cluster, cluster, out, far))
    return {source.name: row for source, row in rows.items()}, new


def test_a_cluster_gives_what_this_computer_gives(cluster, tmp_path):
    folder = folder_of(tmp_path / "in", good=3, wrong=1)
    rows, new = make_batch([folder], Work(TABLE, {}, tmp_path / "out", NORMAL), scheduler=cluster)
    here, _ = make_batch([folder], Work(TABLE, {}, tmp_path / "here", NORMAL), jobs=1)
    assert new == 4
    assert [row.outcome for row in rows.values()] == [row.outcome for row in here.values()]
    assert [row.reason for row in rows.values()] == [row.reason for row in here.values()]
    for path in (tmp_path / "here").glob("*-table.csv"):
        assert path.read_bytes() == (tmp_path / "out" / path.name).read_bytes()
    assert make_batch([folder], Work(TABLE, {}, tmp_path / "out", NORMAL), scheduler=cluster)[1] == 0


def test_a_killed_worker_loses_nothing_and_a_file_that_kills_them_is_given_up(cluster, tmp_path):
    folder = folder_of(tmp_path / "in", good=12, wrong=1)
    (folder / "dies-once.csv").write_text(four(2400))
    (folder / "dies.csv").write_text(four(2401))
    rows, new = _run(tmp_path, cluster, ends_cluster_worker)
    assert new == 15
    refused = {name: row.reason for name, row in rows.items() if row.outcome == REFUSED}
    assert set(refused) == {"event-000x.csv", "dies.csv"}
    assert "the cluster gave it up" in refused["dies.csv"]
    assert rows["dies-once.csv"].outcome == DONE
    # Dask's own setting: a task is given up when so many workers have died with it (allowed-failures: 3).
    assert len((tmp_path / "seen" / "dies.csv").read_text()) == 4
    assert len(list((tmp_path / "out").glob("*-table.csv"))) == 13


def test_what_a_cluster_wrote_is_not_done_again(cluster, tmp_path):
    folder_of(tmp_path / "in", good=2, wrong=0)
    assert _run(tmp_path, cluster, copied_far)[1] == 2
    assert _run(tmp_path, cluster, copied_far)[1] == 0


def test_an_address_without_a_scheduler_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("pipeline.batch.cluster._WAIT", "1s")
    folder = folder_of(tmp_path / "in", good=1, wrong=0)
    with pytest.raises(UsageError, match="there is no Dask scheduler at tcp://127.0.0.1:9"):
        make_batch([folder], Work(TABLE, {}, tmp_path / "out", NORMAL), scheduler="tcp://127.0.0.1:9")
