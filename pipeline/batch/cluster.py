"""The same on a Dask cluster that exists: files are sent to its workers, results come back and are written here.

So nothing needs to be on a drive that all of them see; what each worker needs is this version of arpo. There, too, a
file is done in a process of its own with limits (`pipeline.isolation`), and what Dask calls a killed worker is the
reason of a file that ended its worker's machine several times.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.batch.ledger import Row
from pipeline.batch.run import Do, Result, Stopped, done, refused
from pipeline.batch.sources import Source
from pipeline.errors import ArpoError, FileError, UsageError, why_of
from pipeline.limits import Limits
from pipeline.output import replacing
from pipeline.words import said

if TYPE_CHECKING:
    from distributed import Client

Far = Callable[[Path, Source], Row]
"""What is done with a file, its results in the folder given; it can be pickled."""
_AHEAD = 4
"""So many files a thread of the cluster are sent before the first is back: the rest stay on this computer's drive."""
_WAIT = "20s"
"""How long to look for the scheduler."""


def on_cluster(
    address: str, out: Path, far: Far, sources: Iterable[Source], do: Do, limits: Limits
) -> Iterator[Result]:
    """Each file with what came of it, as the cluster has done it; its results are written under `out`.

    `far` is what is done there, `do` here.

    Raises UsageError where Dask isn't installed or `address` leads to no scheduler, or where its workers have another
    version of arpo.
    """
    client = _client(address)
    try:
        _check_versions(client)
        yield from _streamed(client, out, iter(sources), partial(_far, far, limits))
    finally:
        client.close(timeout=5)


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(said(
            "--scheduler needs Dask, which isn't installed.\n    → Install it: pip install 'arpo[cluster]'."
        )) from error
    try:
        return Client(address, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(said(
            "--scheduler: there is no Dask scheduler at {address}.\n    → Write its address as Dask prints it, such as "
            "tcp://host:8786.", address=address,
        )) from error


def _version() -> str:
    return __version__


def _check_versions(client: Client) -> None:
    """Other versions may have other results."""
    try:
        versions = set(client.run(_version).values())
    except Exception as error:  # whatever its workers raise, an ImportError above all
        raise UsageError(said(
            "--scheduler: arpo doesn't run on the cluster's workers ({why}).\n    → Install arpo {version} there.",
            why=f"{type(error).__name__}: {error}", version=__version__,
        )) from error
    if not versions:
        raise UsageError(said("--scheduler: the cluster has no workers.\n    → Start some, then run this again."))
    if versions != {__version__}:
        raise UsageError(said(
            "--scheduler: its workers have arpo {theirs}, and this is {ours}.\n    → Install the same version there.",
            theirs=", ".join(sorted(versions)), ours=__version__,
        ))


Task = Callable[[Source, bytes], tuple[Row | Stopped, dict[str, bytes]]]


def _streamed(client: Client, out: Path, sources: Iterator[Source], task: Task) -> Iterator[Result]:
    from distributed import as_completed

    threads = max(1, sum(client.nthreads().values()))
    going: dict[Any, Source] = {}
    completed = as_completed(loop=client.loop)

    def send(source: Source) -> Result | None:
        try:
            data = source.path.read_bytes()
        except OSError as error:
            why = said("it can't be read ({why}).", why=why_of(error))
            return source, refused(source, FileError(source.path, why, said("Check the name and the drive.")), 0.0)
        future = client.submit(task, source, data, pure=False)
        going[future] = source
        completed.add(future)
        return None

    for source in itertools.islice(sources, _AHEAD * threads):
        if result := send(source):
            yield result
    while going:
        future = next(completed)
        source = going.pop(future)
        yield source, _received(future, source, out)
        future.release()
        for following in itertools.islice(sources, 1):
            if result := send(following):
                yield result


def _received(future: Any, source: Source, out: Path) -> Row | Stopped:
    """What a worker answered, its results written here; or why it didn't."""
    error = future.exception()
    if error is not None:
        why = said(
            "the cluster gave it up ({why}).", why=f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        )
        mend = said("Try this file alone (arpo report); then run the batch with --again.")
        return refused(source, FileError(source.path, why, mend), 0.0)
    row, results = future.result()
    try:
        for name, data in results.items():
            target = out / name
            with replacing(target, source.path, suffix=target.suffix) as temporary:
                temporary.write_bytes(data)
    except ArpoError as problem:
        return Stopped(problem)
    assert isinstance(row, Row | Stopped)
    return row


def _far(do: Far, limits: Limits, source: Source, data: bytes) -> tuple[Row | Stopped, dict[str, bytes]]:
    """On a worker: do the file in a folder of its own; the row, and the results by name."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="arpo-") as folder:
        out = Path(folder, "out")
        out.mkdir()
        here = Path(folder, source.path.name)
        here.write_bytes(data)
        row = done(source._replace(path=here), partial(do, out), limits)
        if isinstance(row, Stopped):
            return row, {}
        results = {name: out.joinpath(name).read_bytes() for name in row.results}
    reason = row.reason.replace(str(here), str(source.path))
    return replace(row, reason=reason, seconds=time.perf_counter() - begun), results
