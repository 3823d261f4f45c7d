"""The page's figures for `make bench`: when it is up, how fast an upload is, what it holds and what it leaves."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from made.page_server import Server, serving
from made.processes import children_of

from bench.events import OPEN
from bench.measuring import ROOT, RUNS, Figure, NotMeasuredError, in_words, process, ratio, seconds

UPLOADS = 50
_STATE = re.compile(rb'class="state')


def page_up() -> Figure:
    """From the process's start to the first byte of the first page, against the import of what it is made of."""

    def first_byte() -> None:
        with _served() as server:
            connection = HTTPConnection(server.host)
            connection.request("GET", server.path("en/"))
            connection.getresponse().read(1)
            took.append(time.perf_counter() - begun[-1])
            connection.close()

    took: list[float] = []
    begun: list[float] = []
    imports = process("-c", "import starlette, uvicorn, jinja2")
    theirs = []
    for _ in range(RUNS + 1):
        begun.append(time.perf_counter())
        first_byte()
        theirs.append(seconds(imports))
    ours, bare = statistics.median(took[1:]), statistics.median(theirs[1:])
    return Figure("page up, first byte / importing starlette, uvicorn, jinja2", ours / bare, 1.5,
                  f"{in_words(ours)} against {in_words(bare)}")


def upload() -> Figure:
    """An open of 147 players, from its upload to its standings, against `arpo report` of it as a process."""
    if not OPEN.is_file():
        raise NotMeasuredError(f"{OPEN} is missing")
    content = OPEN.read_bytes()
    with _served() as server, tempfile.TemporaryDirectory() as folder:
        report = process("-m", "pipeline", "report", str(OPEN), "--out", str(Path(folder, "r.xlsx")))
        return ratio("147 players: upload to standings / arpo report as a process", 1.5,
                     lambda: standings_of(server, content), report)


def many_uploads() -> Figure:
    """UPLOADS uploads in a row and none of them kept: what the server holds more than before; and what is left."""
    content = (ROOT / "input" / "video.xlsx").read_bytes()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for _ in range(3):  # a warm-up
            _brought_and_removed(server, content)
        before = memory_of(server.process.pid)
        workers = len(children_of(server.process.pid))
        for _ in range(UPLOADS):
            _brought_and_removed(server, content)
        after = memory_of(server.process.pid)
        [root] = server.folders()
        files = [path for path in root.iterdir() if path.name != "held"]
        more = len(children_of(server.process.pid)) - workers
        alive = children_of(server.process.pid)
        server.end(signal.SIGINT)
        left = server.folders() + [pid for pid in alive if Path(f"/proc/{pid}").exists()]
        note = (f"{after / 1e6:.0f} MB against {before / 1e6:.0f}; {len(files)} files and {more} processes more; "
                f"after Ctrl+C {len(left)} are left")
        return Figure(f"memory of the server after {UPLOADS} uploads / before", after / before, 1.2, note)


def idle() -> Figure:
    """The memory of the idle server, against a Python that has imported what it is made of; and its worker's."""
    with _served() as server:
        server.ask("GET", server.path("en/"))
        time.sleep(5)  # the worker has loaded by then
        own = memory_of(server.process.pid)
        workers = sum(memory_of(pid) for pid in children_of(server.process.pid))
    code = "import starlette, uvicorn, jinja2, sys; sys.stdin.read()"
    bare = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    time.sleep(2)
    theirs = memory_of(bare.pid)
    bare.communicate(b"")
    return Figure("memory of the idle server / importing starlette, uvicorn, jinja2", own / theirs, 2.0,
                  f"{own / 1e6:.0f} MB against {theirs / 1e6:.0f}; the waiting worker {workers / 1e6:.0f} MB")


@contextlib.contextmanager
def _served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        yield server


def standings_of(server: Server, content: bytes) -> str:
    """Bring a file, follow to its result; where that is."""
    address, headers = "", server.bring(("open.txt", content))[1]
    while True:
        address = headers.get("location", address)
        _, headers, body = server.ask("GET", address)
        if _STATE.search(body):
            return address


def _brought_and_removed(server: Server, content: bytes) -> None:
    address = standings_of(server, content)
    visit = urlsplit(address).path.rpartition("/")[0]
    server.ask("POST", f"{visit}/forget", b"", Origin=server.origin)


def memory_of(pid: int) -> int:
    """Bytes of memory that a process has in use; only where the system has /proc."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError as error:
        raise NotMeasuredError("memory is read from /proc") from error
