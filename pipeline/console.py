"""The console that tables are printed with. Apart from `streams`, since rich takes its time to load."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from pipeline.streams import visible


class SafeConsole(Console):
    """A console whose texts come from files: each is made visible before it gets its colours."""

    def render_str(self, text: str, **looks: Any) -> Text:
        """The text of a cell, heading, title or line."""
        return super().render_str(visible(text), **looks)
