"""A running `arpo page`, asked as a program would."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]


ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""How Chromium is started: without a window, and without a network of its own."""


def chromium() -> str | None:
    """Where Debian's Chromium is."""
    return shutil.which("chromium")


BOUNDARY = "limit"


def form(*files: tuple[str, bytes], name: str = "file") -> bytes:
    """The body of a form with files: their names and contents."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{called}"\r\n\r\n'.encode()
        + content + b"\r\n"
        for called, content in files
    ]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


@dataclass
class Server:
    """A running `arpo page`."""

    process: subprocess.Popen[str]
    address: str
    temporary: Path

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Ask as a program would: status, headers and body. Names of headers have _ for -."""
        connection = HTTPConnection(self.host, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()

    def bring(self, *files: tuple[str, bytes], **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Bring files by the first form."""
        given = {"Content_Type": f"multipart/form-data; boundary={BOUNDARY}", "Origin": self.origin} | headers
        return self.ask("POST", self.path("en/"), form(*files), **given)

    def path(self, end: str = "") -> str:
        return urlsplit(self.address).path + end

    def folders(self) -> list[Path]:
        """What stands in its folder for temporary files."""
        return sorted(self.temporary.iterdir())

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)


@contextlib.contextmanager
def serving(temporary: Path, opened: str = "") -> Iterator[Server]:
    """A server with a folder for temporary files of its own; `opened`: its page, by this command."""
    changed = {"BROWSER": opened, "TMPDIR": str(temporary), "TEMP": str(temporary), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline", "page", *([] if opened else ["--no-open"])], cwd=ROOT,
        env=os.environ | changed, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield Server(process, process.stdout.readline().strip(), temporary)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
