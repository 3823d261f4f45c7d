"""Sets the style of single cells in a sheet's XML; a cell that isn't there is put in as a blank one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from pipeline.addresses import Position, address_of, position_of, row_number
from pipeline.audit.report.copy.package import Package, attributes, prefix_of, with_attribute
from pipeline.words import said

_ADDRESS = re.compile(r"""\sr\s*=\s*["']([A-Za-z]+[0-9]+)["']""")
_STYLE = re.compile(r"""\ss\s*=\s*["']([0-9]+)["']""")

Restyle = Callable[[int], int]
"""From the number of a cell's style to that of its new one."""


def restyle(package: Package, part: str, changes: Mapping[Position, Restyle]) -> None:
    """Give some cells of the sheet in `part` other styles; nothing else changes. Raises FileError where it can't."""
    sheet = _Sheet(package, part)
    left = sheet.restyled(changes)
    if left:
        sheet.add_blanks(left)
    package.put(part, sheet.xml)


class _Sheet:
    """A sheet's XML. Its rows and cells are counted as openpyxl counts them, which read the audited values."""

    def __init__(self, package: Package, part: str) -> None:
        self.xml = package.text(part)
        p = self._p = prefix_of(self.xml, "worksheet")
        self.xml = re.sub(rf"<{p}sheetData\s*/>", f"<{p}sheetData></{p}sheetData>", self.xml, count=1)
        start, end = re.search(rf"<{p}sheetData[^>]*>", self.xml), self.xml.find(f"</{p}sheetData>")
        if start is None or end < 0:
            raise package.refusal(package.path, said("its part {part} has its cells where others have none", part=part))
        self._start, self._end = start.end(), end

    def restyled(self, changes: Mapping[Position, Restyle]) -> dict[Position, Restyle]:
        """Give the cells that are there their styles; returns the changes for cells that aren't."""
        by_address = {address_of(*at): change for at, change in changes.items()}
        done: set[str] = set()
        number, address, missed = 0, "", 0  # of the row, the last address in it, and cells without one since then

        def row(tag: str) -> str:
            nonlocal number, address, missed
            stated = attributes(tag).get("r")
            number, address, missed = row_number(stated, number + 1), "", 0
            # A number such as 2e0, which one program reads and another doesn't, is written out.
            return tag if stated is None or stated.isdecimal() else with_attribute(tag, "r", str(number))

        def unusual(tag: str) -> str:
            """The address of a cell that has none, or not as all programs write it."""
            nonlocal address, missed
            stated = attributes(tag).get("r")
            if stated:
                address, missed = stated, 0
                return address_of(*position_of(stated))
            missed += 1
            return address_of(number - 1, (position_of(address)[1] if address else -1) + missed)

        def changed(match: re.Match[str]) -> str:
            nonlocal address, missed
            tag, found = match[0], match[1]
            if found:
                address, missed = found, 0
            elif tag.startswith(rows):
                return row(tag)
            else:
                found = unusual(tag)
            change = by_address.get(found)
            if change is None:
                return tag
            done.add(found)
            old = _STYLE.search(tag)
            style = change(int(old[1]) if old else 0)
            if old:
                return f"{tag[: old.start(1)]}{style}{tag[old.end(1) :]}"
            end = -2 if tag.endswith("/>") else -1
            return f'{tag[:end].rstrip()} s="{style}"{tag[end:]}'

        rows = f"<{self._p}row"
        tags = re.compile(rf'<{self._p}(?:row(?=[\s/>])|c(?: r="([A-Z]{{1,3}}[1-9][0-9]*)")?(?=[\s/>]))[^>]*>')
        self._put(tags.sub(changed, self.xml[self._start : self._end]))
        return {at: change for at, change in changes.items() if address_of(*at) not in done}

    def _put(self, text: str) -> None:
        self.xml = self.xml[: self._start] + text + self.xml[self._end :]
        self._end = self._start + len(text)

    def add_blanks(self, changes: Mapping[Position, Restyle]) -> None:
        """Put in blank cells with these styles, where cells and rows are in order."""
        rows: dict[int, dict[int, Restyle]] = {}
        for (row, column), change in sorted(changes.items(), key=lambda item: item[0]):
            rows.setdefault(row, {})[column] = change
        waiting = list(reversed(rows))

        def new_rows(end: float) -> str:
            found = ""
            while waiting and waiting[-1] < end:
                row = waiting.pop()
                cells = "".join(self._blank(row, column, change(0)) for column, change in rows[row].items())
                found += f'<{self._p}row r="{row + 1}">{cells}</{self._p}row>'
            return found

        def changed(match: re.Match[str], row: int) -> str:
            before = new_rows(row)
            if not waiting or waiting[-1] != row:
                return before + match[0]
            waiting.pop()
            return before + self._with_blanks(match, row, rows[row])

        pattern = re.compile(rf"<{self._p}row(?=[\s/>])([^>]*?)(?:/>|>(.*?)</{self._p}row>)", re.DOTALL)
        parts: list[str] = []
        before, number = self._start, 0
        for match in pattern.finditer(self.xml, self._start, self._end):
            number = row_number(attributes(match[1]).get("r"), number + 1)
            parts += [self.xml[before : match.start()], changed(match, number - 1)]
            before = match.end()
        self._put("".join([*parts, self.xml[before : self._end], new_rows(math.inf)]))

    def _with_blanks(self, match: re.Match[str], row: int, wanted: Mapping[int, Restyle]) -> str:
        stated = attributes(match[1]).get("s", "0")
        style = int(stated) if stated.isdecimal() else 0
        blanks = [(column, self._blank(row, column, change(style))) for column, change in wanted.items()]
        blanks.reverse()
        column = -1
        parts: list[str] = []
        inner, before = match[2] or "", 0
        for cell in re.finditer(rf"<{self._p}c(?=[\s/>])([^>]*?)(/>|>.*?</{self._p}c>)", inner, re.DOTALL):
            address = _ADDRESS.search(cell[1])
            column = position_of(address[1])[1] if address else column + 1
            parts.append(inner[before : cell.start()])
            while blanks and blanks[-1][0] < column:
                parts.append(blanks.pop()[1])
            parts.append(cell[0])
            before = cell.end()
        parts += [inner[before:], *(blank for _, blank in reversed(blanks))]
        return f"<{self._p}row{match[1]}>{''.join(parts)}</{self._p}row>"

    def _blank(self, row: int, column: int, style: int) -> str:
        return f'<{self._p}c r="{address_of(row, column)}" s="{style}"/>'
