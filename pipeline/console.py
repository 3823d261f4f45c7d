"""The console that tables are printed with. Apart from `streams`, since rich takes its time to load."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO, cast

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.streams import SafeStream
from pipeline.visible import visible
from pipeline.words import ENGLISH, Said, decimal_sign, joined, said, told


class SafeConsole(Console):
    """A console whose texts come from files: each is made visible before it gets its colours."""

    def render_str(self, text: str, **looks: Any) -> Text:
        """The text of a cell, heading, title or line."""
        return super().render_str(visible(text), **looks)


def console_on(stream: TextIO) -> Console:
    """A console that prints on the stream what it is given: no markup, no emoji, no line broken, no raw control."""
    file = cast(TextIO, stream.with_colours()) if isinstance(stream, SafeStream) else stream
    return SafeConsole(file=file, highlight=False, soft_wrap=True, markup=False, emoji=False)


@dataclass(frozen=True)
class Printed:
    """A column of a printed table.

    rank  its importance, 1 for the most: where the window is narrow, the columns with the highest go first
    """

    heading: str
    rank: float
    left: bool = False


_NUMBER = re.compile(r"[-−+]?[0-9]+\.[0-9]+")
_ALWAYS = 2
"""So many of the most important columns are never dropped: rather a line longer than the window."""


def print_table(
    columns: Sequence[Printed], rows: Sequence[Sequence[str]], stream: TextIO, title: str, language: str = ENGLISH
) -> None:
    """A table whose values are never cut: in a narrow window columns are left out, and a line says which.

    How wide it may be is known of a terminal, and where COLUMNS is set.
    """
    console = console_on(stream)
    kept = list(range(len(columns)))
    narrow = has_width(console)
    while True:
        table = _table([columns[i] for i in kept], [[row[i] for i in kept] for row in rows], title, language)
        needed = console.measure(table, options=console.options.update(max_width=10_000)).maximum
        if not narrow or needed <= console.width or len(kept) <= _ALWAYS:
            break
        kept.remove(max(kept, key=lambda i: columns[i].rank))
    console.width = max(console.width, needed)
    console.print(table)
    left = [columns[i].heading for i in range(len(columns)) if i not in kept]
    if left:
        console.print(told(too_narrow(left), language))


def has_width(console: Console) -> bool:
    """Whether it is known how much fits a line: of a terminal, and where COLUMNS is set."""
    return console.is_terminal or os.environ.get("COLUMNS", "").isdecimal()


def too_narrow(headings: Sequence[str]) -> Said:
    """That the columns of these headings were left out."""
    return said("(The window is too narrow for: {headings}.)", headings=joined(", ", headings))


def _table(columns: Sequence[Printed], rows: Sequence[Sequence[str]], title: str, language: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=told(title, language), title_justify="left", safe_box=True)
    for column in columns:
        table.add_column(told(column.heading, language), justify="left" if column.left else "right", no_wrap=True)
    sign = decimal_sign(language)
    for row in rows:
        table.add_row(*(
            cell if column.left or not _NUMBER.fullmatch(cell) else cell.replace(".", sign)
            for column, cell in zip(columns, row, strict=True)
        ))
    return table
