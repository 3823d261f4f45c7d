"""A plain list as a workbook: headings that stay in sight, a filter, states in their colours, links to files."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.words import told
from pipeline.workbook.sheets import new_workbook
from pipeline.workbook.styles import STYLES

MOST_ROWS = 1_048_575
"""Rows that a sheet has under its headings; a longer list is cut there."""
_MOST_LINKS = 65_000
"""Excel opens no sheet with more than 65,530 links; those after this many are texts."""


@dataclass(frozen=True)
class ListColumn:
    """A column of a list: heading, width, number format; styles by value; whether its texts are files to link to."""

    heading: str
    width: float
    number_format: str = "General"
    looks: Mapping[str, str] = field(default_factory=dict)
    is_link: bool = False


def write_list(
    path: Path, title: str, columns: Sequence[ListColumn], records: Iterable[Sequence[str | int | float | None]],
    language: str,
) -> None:
    """Write the list to `path`, as a workbook of one sheet called `title`; links lead from the folder of `path`.

    Title and headings are told in the language; the records are as they are.
    """
    book = new_workbook(path)
    sheet = book.add_worksheet(told(title, language))
    heading, link = book.add_format(STYLES["heading"]), book.add_format({"font_color": "#0563C1", "underline": 1})
    looks = {name: book.add_format(STYLES[name]) for column in columns for name in column.looks.values()}
    formats = [book.add_format({"num_format": column.number_format}) for column in columns]
    for place, column in enumerate(columns):
        sheet.set_column(place, place, column.width)
        sheet.write_string(0, place, told(column.heading, language), heading)
    row = 0
    for row, record in enumerate(itertools.islice(records, MOST_ROWS), start=1):
        for place, (column, value) in enumerate(zip(columns, record, strict=True)):
            if isinstance(value, str) and value:
                if column.is_link and row <= _MOST_LINKS:
                    sheet.write_url(row, place, f"external:{value}", link, value)
                else:
                    sheet.write_string(row, place, value, looks.get(column.looks.get(value, "")))
            elif isinstance(value, int | float):
                sheet.write_number(row, place, value, formats[place])
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, max(row, 1), len(columns) - 1)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    book.close()
