"""The server: a socket on the loopback, its address on the first line, and an end that leaves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
import socket
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from pipeline.errors import UsageError, why_of
from pipeline.isolation import POOL
from pipeline.language import language_for_errors
from pipeline.page.guard import Guard
from pipeline.page.jobs import Jobs
from pipeline.page.site import Site
from pipeline.page.task import WARMED
from pipeline.page.visits import Visits
from pipeline.words import said, told

LOOPBACK = "127.0.0.1"
_OFTEN = 60.0
"""Seconds between two looks for visits that nobody uses."""
_GRACE = 2
"""Seconds that answers under way have when the program ends."""


def serve(listener: socket.socket, language: str = "", *, opened: bool = True) -> None:
    """Serve on the socket until Ctrl+C, SIGTERM or the page's own button.

    Prints the address first; `opened`: it is opened in the browser, too.
    """
    host = f"{LOOPBACK}:{listener.getsockname()[1]}"
    secret = secrets.token_urlsafe(24)
    address = f"http://{host}/{secret}/"
    print(address, flush=True)
    speaking = language or language_for_errors(sys.argv[1:])
    for line in (
        said("This page is on your own computer: nothing leaves it. Only who knows this address can open it."),
        said("To end: Ctrl+C here, or the button at the foot of the page."),
    ):
        print(told(line, speaking), flush=True)
    visits, jobs = Visits(), Jobs()
    before, tempfile.tempdir = tempfile.tempdir, str(visits.folder)  # where uploads are taken in
    try:
        _run(listener, secret, host, visits, jobs, language, secrets.token_urlsafe(24) if opened else "")
    finally:
        listener.close()
        jobs.close()
        POOL.close()
        tempfile.tempdir = before
        visits.close()


def listening(port: int = 0) -> socket.socket:
    """A socket on the loopback; `port` 0 is any that is free. Raises UsageError where the port can't be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":  # there, SO_REUSEADDR would let another program take the port as well
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = why_of(error)
        raise UsageError(
            said("--port: {port} can't be had ({why}).", port=port, why=why),
            said("Choose another, or leave --port out: a free one is taken."),
        ) from error
    listener.listen(64)
    return listener


def _run(
    listener: socket.socket, secret: str, host: str, visits: Visits, jobs: Jobs, language: str, ticket: str
) -> None:
    """Answer until the end."""
    def quit_() -> None:
        server.should_exit = True

    site = Site(secret, visits, jobs, quit_, language)
    app = Guard(site.router(), secret, (host, host.replace(LOOPBACK, "localhost")), ticket)
    living = _Living(app, visits, jobs, f"http://{host}/{ticket}/" if ticket else "")
    config = uvicorn.Config(
        living, log_config=None, access_log=False, http="h11", ws="none", loop="asyncio",
        lifespan="on", server_header=False, date_header=False, timeout_graceful_shutdown=_GRACE,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):  # the ordinary way to end it
        server.run(sockets=[listener])


class _Living:
    """The application, and what goes on beside it: a worker is warmed, visits that nobody uses are removed."""

    def __init__(self, app: ASGIApp, visits: Visits, jobs: Jobs, address: str) -> None:
        self._app, self._visits, self._jobs, self._address = app, visits, jobs, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        await receive()
        async with self._beside():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @contextlib.asynccontextmanager
    async def _beside(self) -> AsyncIterator[None]:
        threading.Thread(target=self._after_start, daemon=True).start()
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()

    def _after_start(self) -> None:
        """Once the page can answer: open it, then start a worker, whose imports take a second or two."""
        if self._address:
            import webbrowser  # only where it is used: it takes its time

            webbrowser.open(self._address)
        time.sleep(_FIRST)
        gc.enable()
        POOL.prepare(*WARMED)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_OFTEN)
            for token in self._visits.forget_unused():
                self._jobs.forget(token)


_FIRST = 0.2
"""Seconds that the first page has for itself."""
