"""Who may ask, and what a browser may do with a page of ours.

Other programs and other people's browsers on this computer, and pages of the network in this browser, must get nothing:

- the address holds a secret, without which everything is 404; a browser is started with a ticket, which leads to it
  once, since on many systems everybody sees what a process was started with;
- Host must be ours, so that a name of the network that leads to this computer (DNS rebinding) doesn't;
- Origin must be ours wherever a browser sends it, and it must be there with whatever changes something;
- pages name what they are made of (CSP): nothing but our own files, no script and no style in them, and no other page
  may frame them. Referrer-Policy is same-origin: with no-referrer a browser sends Origin "null", even for our own form.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipeline.page.rendering import preferred
from pipeline.words import Said, said, told

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """Lets through what comes from our own pages."""

    def __init__(self, app: ASGIApp, secret: str, hosts: Iterable[str], ticket: str = "") -> None:
        """`hosts` are this page's own, with their port; `ticket` leads to the first page, once; empty for none."""
        self._app, self._secret, self._hosts, self._ticket = app, secret, frozenset(hosts), ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let through, with the headers of every page."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            try:
                await self._app(scope, receive, guarded)
                return
            except Exception as error:  # a defect: it ends neither the program nor the answer
                if begun:
                    raise
                refusal = 500, said(
                    "This is a defect of arpo ({error}). Please report it, with what you did.",
                    error=type(error).__name__,
                )
        status, why = refusal
        if status == 404 and self._ticket and scope["path"] == f"/{self._ticket}/":
            self._ticket = ""
            await RedirectResponse(f"/{self._secret}/", 303)(scope, receive, guarded)
            return
        language = preferred(Headers(scope=scope).get("accept-language", ""))
        await PlainTextResponse(told(why, language), status)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> tuple[int, Said] | None:
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return 421, said("This page answers by its own address alone.")
        origin = headers.get("origin")
        if (origin is not None or scope["method"] not in ("GET", "HEAD")) and origin != f"http://{headers['host']}":
            return 403, said("Another page asked for this, so it was refused.")
        given = str(scope["path"]).split("/")[1]
        if not secrets.compare_digest(given.encode(), self._secret.encode()):
            return 404, said("There is nothing here: use the whole address that arpo page printed.")
        return None
