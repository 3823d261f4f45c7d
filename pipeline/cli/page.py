"""`arpo page`."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.options import Lang
from pipeline.errors import UsageError
from pipeline.language import language_of
from pipeline.words import said


def page(
    port: Annotated[int, typer.Option(
        "--port", min=0, max=65535, help=said("The port of the page."), show_default=said("a free one"))] = 0,
    no_open: Annotated[bool, typer.Option(
        "--no-open", help=said("Don't open the browser: only print the address."))] = False,
    lang: Lang = "",
) -> None:
    """Open a page of this computer in the browser: drop a file, see the standings, download the workbook.

    Nothing leaves the computer. Example: arpo page --no-open
    """
    language = language_of(lang) if lang else ""
    try:
        from pipeline.page.serving import listening, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "jinja2", "markupsafe"):
            raise
        raise UsageError(
            said("arpo page needs a part that isn't installed ({name}).", name=error.name),
            said("Install it: pip install \"arpo[page]\" (with make: make page)."),
        ) from None
    serve(listening(port), language, opened=not no_open)
