"""One server and one browser for all tests of the page."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from made import page_server
from made.fields import VIDEO
from made.page_server import Server, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def video(server: Server) -> str:
    """The address of a visit with the lesson's event."""
    location = server.bring(("video.xlsx", VIDEO.read_bytes()))[1]["location"]
    return f"{server.origin}{location}report"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=page_server.chromium(), args=list(page_server.ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody at the page: a tab, and what its browser complained of or asked of other computers."""

    page: Any
    server: Server
    video: str
    complaints: list[str] = field(default_factory=list)

    def start(self) -> None:
        self.page.goto(self.server.address)

    def bring(self, *files: Path, further: Path | None = None) -> None:
        """Bring files by the first form, or by that for a second file, and wait for the result."""
        self.start()
        if further is not None:
            self.page.click("summary >> nth=0")
            self.page.set_input_files("#event", further)
        self.page.set_input_files("#hand" if further else "#file", [str(file) for file in files])
        self.page.locator("form", has=self.page.locator("#hand" if further else "#file")).locator("button").click()
        self.settle()

    def open_video(self) -> None:
        """The result of the lesson's event, which was brought before."""
        self.page.goto(self.video)
        self.settle()

    def settle(self) -> None:
        """Wait until a result, or a refusal, is there."""
        self.page.wait_for_selector(".visit", timeout=60_000)

    @property
    def heading(self) -> str:
        return str(self.page.inner_text("h1"))

    @property
    def state(self) -> str:
        return str(self.page.inner_text(".state"))

    def rows(self, table: int = 0) -> list[list[str]]:
        """The texts of a table's body."""
        script = "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText.trim()))"
        return list(self.page.locator("table").nth(table).evaluate(script))

    def action(self, name: str) -> None:
        self.page.click(f".actions >> text={name}")
        self.settle()

    def follow(self, text: str) -> None:
        """Follow the first link of this text."""
        self.page.click(f"a:text-is('{text}') >> nth=0")
        self.page.wait_for_load_state()
        self.settle()

    def saved(self, link: str) -> tuple[str, bytes]:
        """A download: its name and bytes."""
        with self.page.expect_download() as waiting:
            self.page.click(link)
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    def faults(self) -> list[str]:
        """What axe finds on the page."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        return [json.dumps([one["id"], [node["html"][:200] for node in one["nodes"]]]) for one in found]


@pytest.fixture
def visitors(chromium: Any, server: Server, video: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors: visitors("es-MX", width=375)."""
    contexts = []

    def made(locale: str = "en-GB", *, width: int = 1200, script: bool = True, **more: Any) -> Visitor:
        context = chromium.new_context(
            locale=locale, viewport={"width": width, "height": 900}, java_script_enabled=script, **more)
        context.set_default_timeout(30_000)
        contexts.append(context)
        visitor = Visitor(context.new_page(), server, video)
        visitor.page.on("console", lambda said: visitor.complaints.append(said.text) if said.type == "error" else None)
        visitor.page.on("request", lambda asked: None if urlsplit(asked.url).netloc == server.host
                        else visitor.complaints.append(asked.url))
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        return visitor

    yield made
    for context in contexts:
        context.close()


@pytest.fixture
def visitor(visitors: Callable[..., Visitor]) -> Visitor:
    return visitors()
