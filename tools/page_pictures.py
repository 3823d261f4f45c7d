"""The pictures of docs/page.md and docs/pagina.md, made from the running page in Chromium: part of `make pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from made.page_server import ARGUMENTS, chromium, serving  # noqa: E402
from playwright.sync_api import Page, ViewportSize, sync_playwright  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
EVENT = ROOT / "input" / "video.xlsx"
NAMES = {
    "en": ("page-start.png", "page-result.png", "page-why.png"),
    "es": ("pagina-inicio.png", "pagina-resultado.png", "pagina-por-que.png"),
}
SIZE = ViewportSize(width=900, height=760)


def make(page: Page, address: str, names: tuple[str, str, str]) -> None:
    """The three pictures of a language: the first form, a result, why one player is before another."""
    start, result, why = (FOLDER / name for name in names)
    page.goto(address)
    page.screenshot(path=start)
    page.set_input_files("#file", EVENT)
    page.click("#drop button")
    page.wait_for_selector("#pair")
    page.screenshot(path=result, full_page=True)
    rows = page.locator("#pair tbody td:nth-child(2)")
    rows.nth(1).click()
    rows.nth(2).click()
    page.wait_for_selector(".explained")
    page.screenshot(path=why)


def main() -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for language, names in NAMES.items():
            context = browser.new_context(locale=language, viewport=SIZE)
            make(context.new_page(), server.address, names)
        browser.close()


if __name__ == "__main__":
    main()
