"""The console that tables are printed with. Apart from `streams`, since rich takes its time to load."""

from __future__ import annotations

from typing import Any, TextIO, cast

from rich.console import Console
from rich.text import Text

from pipeline.streams import SafeStream
from pipeline.visible import visible


class SafeConsole(Console):
    """A console whose texts come from files: each is made visible before it gets its colours."""

    def render_str(self, text: str, **looks: Any) -> Text:
        """The text of a cell, heading, title or line."""
        return super().render_str(visible(text), **looks)

def console_on(stream: TextIO) -> Console:
    """A console that prints on the stream what it is given: no markup, no emoji, no line broken, no raw control."""
    file = cast(TextIO, stream.with_colours()) if isinstance(stream, SafeStream) else stream
    return SafeConsole(file=file, highlight=False, soft_wrap=True, markup=False, emoji=False)
