"""Writes a plain worksheet as XML: texts always as texts, so that no name or cause can become a formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from pipeline.addresses import column_letters
from pipeline.audit.report.copy.package import MAIN, text_xml


@dataclass(frozen=True)
class Entry:
    """A cell: what it holds (None for a blank), its style, and a place in the workbook that it links to."""

    value: str | float | int | bool | None
    style: int = 0
    link: str = ""


@dataclass
class SheetWriter:
    """A sheet under construction; rows are added from the top."""

    widths: Sequence[float] = ()
    rows: list[list[Entry]] = field(default_factory=list)
    heights: dict[int, float] = field(default_factory=dict)
    frozen: int = 0
    """So many rows at the top stay in view."""
    filtered: tuple[int, int] | None = None
    """Header row (from 0) and number of columns of the table that can be filtered."""

    def add(self, *entries: Entry, height: float = 0) -> None:
        """Add a row."""
        if height:
            self.heights[len(self.rows)] = height
        self.rows.append(list(entries))

    def xml(self) -> str:
        """The worksheet's part."""
        rows, links = [], []
        for number, entries in enumerate(self.rows):
            cells = "".join(_cell(number, column, entry) for column, entry in enumerate(entries))
            height = self.heights.get(number)
            tall = f' ht="{height:g}" customHeight="1"' if height else ""
            rows.append(f'<row r="{number + 1}"{tall}>{cells}</row>')
            links += [
                f'<hyperlink ref="{column_letters(column)}{number + 1}" location={quoteattr(entry.link)} '
                f"display={quoteattr(str(entry.value))}/>"
                for column, entry in enumerate(entries) if entry.link
            ]
        columns = "".join(
            f'<col min="{i}" max="{i}" width="{width:g}" customWidth="1"/>'
            for i, width in enumerate(self.widths, start=1)
        )
        pane = (
            f'<pane ySplit="{self.frozen}" topLeftCell="A{self.frozen + 1}" activePane="bottomLeft" state="frozen"/>'
            if self.frozen else ""
        )
        filter_ = ""
        if self.filtered is not None and len(self.rows) > self.filtered[0] + 1:
            row, count = self.filtered
            filter_ = f'<autoFilter ref="A{row + 1}:{column_letters(count - 1)}{len(self.rows)}"/>'
        return (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{MAIN}">'
            '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
            f'<sheetViews><sheetView showGridLines="0" workbookViewId="0">{pane}</sheetView></sheetViews>'
            f"{_list('cols', columns)}<sheetData>{''.join(rows)}</sheetData>{filter_}"
            f"{_list('hyperlinks', ''.join(links))}"
            '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>'
            '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'
            "<headerFooter><oddFooter>&amp;L&amp;8&amp;F, &amp;A&amp;R&amp;8&amp;P / &amp;N</oddFooter></headerFooter>"
            "</worksheet>"
        )


def _list(name: str, items: str) -> str:
    """A list, which the schema doesn't allow to be empty."""
    return f"<{name}>{items}</{name}>" if items else ""


def _cell(row: int, column: int, entry: Entry) -> str:
    start = f'<c r="{column_letters(column)}{row + 1}" s="{entry.style}"'
    if entry.value is None or entry.value == "":
        return f"{start}/>"
    if isinstance(entry.value, bool):
        return f'{start} t="b"><v>{int(entry.value)}</v></c>'
    if isinstance(entry.value, str):
        return f'{start} t="inlineStr"><is><t xml:space="preserve">{text_xml(entry.value)}</t></is></c>'
    return f"{start}><v>{entry.value!r}</v></c>"
