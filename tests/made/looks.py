"""What a reader of a workbook would see that is wrong: cut words and lines, faint colours, dead links, raw numbers."""

import re
from collections.abc import Iterator
from pathlib import Path

import openpyxl
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.workbook.measure import INDENT, lines_of, text_pixels

_TARGET = re.compile(r"(?:'((?:[^']|'')+)'|(\w+))!(\$?[A-Z]+\$?\d+)(?::\$?[A-Z]+\$?\d+)?")
_PADDING = 5
_LINE = 1.15
"""The height of a line of text, as a part of its size."""
_FAR = 60
"""Texts run over so many empty cells at most."""


def luminance(colour: str) -> float:
    """Relative luminance of RRGGBB or #RRGGBB (WCAG 2.1)."""
    parts = [int(colour.removeprefix("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio of two colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def faults(path: Path) -> set[str]:
    """All that is found, a line each; the same fault of many cells of a column once."""
    book, shown = openpyxl.load_workbook(path), openpyxl.load_workbook(path, data_only=True)
    found = set()
    for sheet in book:
        looks = Looks(sheet, shown[sheet.title], book.sheetnames)
        if not sheet.sheet_properties.tabColor and len(book.sheetnames) > 3:
            found.add(f"{sheet.title}: no colour of the tab")
        # In a list of its own: looking at a cell that isn't there makes it.
        for row in list(sheet.iter_rows()):
            for cell in row:
                found |= {f"{sheet.title}!{cell.column_letter}: {fault}" for fault in looks.of(cell)}
    return found


class Looks:
    """One sheet, with the values that its formulas have."""

    def __init__(self, sheet: Worksheet, shown: Worksheet, names: list[str]) -> None:
        """Keep widths and merged cells at hand."""
        self.sheet, self.shown, self.names = sheet, shown, names
        self.widths = {
            column: dimension.width
            for dimension in sheet.column_dimensions.values() for column in range(dimension.min, dimension.max + 1)
        }
        self.merged = {(area.min_row, area.min_col): area for area in sheet.merged_cells.ranges}
        self.taken = {
            (row, column) for area in self.merged.values()
            for row in range(area.min_row, area.max_row + 1) for column in range(area.min_col, area.max_col + 1)
        }
        self.conditional = [
            (*area.bounds, rule.dxf)
            for areas, rules in sheet.conditional_formatting._cf_rules.items() for area in areas.sqref.ranges
            for rule in rules if rule.dxf and (rule.dxf.font or rule.dxf.fill)
        ]

    def of(self, cell: Cell) -> Iterator[str]:
        """What is wrong with a cell."""
        value = self.shown[cell.coordinate].value
        yield from self._link(cell)
        if value is None or value == "":
            return
        yield from self._colours(cell)
        if isinstance(value, float) and not value.is_integer() and cell.number_format == "General":
            yield f"{value} without a number format"
        if isinstance(value, int | float):
            if "," in cell.number_format:
                yield f"{cell.number_format} separates thousands"
            decimals = re.fullmatch(r"0(?:\.(0+))?", cell.number_format)
            if decimals:
                text = f"{value:.{len(decimals[1] or '')}f}"
                if text_pixels(text, cell.font.sz, bold=cell.font.b) > self._room(cell):
                    yield f"{text} is shown as ###"
        else:
            yield from self._text(cell, str(value))

    def _link(self, cell: Cell) -> Iterator[str]:
        if cell.hyperlink is not None and cell.hyperlink.location:
            target = _TARGET.fullmatch(cell.hyperlink.location)
            name = (target[1] or target[2]).replace("''", "'") if target else ""
            if name not in self.names:
                yield f"{cell.hyperlink.location} leads nowhere"

    def _colours(self, cell: Cell) -> Iterator[str]:
        text, fill = _colour(cell.font.color, "000000"), "FFFFFF"
        if cell.fill.fill_type == "solid":
            fill = _colour(cell.fill.fgColor, fill)
        pairs = [(text, fill)]
        for left, top, right, bottom, look in self.conditional:
            if left <= cell.column <= right and top <= cell.row <= bottom:
                font = look.font.color if look.font else None
                pairs.append((_colour(font, text), _colour(look.fill.bgColor, fill) if look.fill else fill))
        yield from (f"{one} on {other}" for one, other in pairs if contrast(one, other) < 4.5)

    def _pixels(self, column: int) -> int:
        # The file adds five pixels' width to a width in characters.
        width = self.widths.get(column)
        return 64 if width is None else int(width * 7 + 0.5)

    def _room(self, cell: Cell) -> float:
        area = self.merged.get((cell.row, cell.column))
        columns = range(area.min_col, area.max_col + 1) if area else [cell.column]
        return sum(map(self._pixels, columns)) - _PADDING - INDENT * int(cell.alignment.indent or 0)

    def _text(self, cell: Cell, text: str) -> Iterator[str]:
        size, bold, room = cell.font.sz, cell.font.b, self._room(cell)
        height = self.sheet.row_dimensions[cell.row].height or 15
        if size * _LINE > height + 1:
            yield f"the row is too low for {text[:20]!r}"
        if cell.alignment.shrink_to_fit:
            return
        if not cell.alignment.wrap_text:
            if text_pixels(text, size, bold=bold) > room + self._beside(cell):
                yield f"{text[:40]!r} is cut"
            return
        for word in text.split():
            if text_pixels(word, size, bold=bold) > room:
                yield f"{word!r} is broken"
        area = self.merged.get((cell.row, cell.column))
        if area:
            height = sum(self.sheet.row_dimensions[row].height or 15 for row in range(area.min_row, area.max_row + 1))
        if lines_of(text, room + _PADDING + 1, size, bold=bold) * size * _LINE > height + 2:
            yield f"{text[:40]!r} has more lines than its row"

    def _beside(self, cell: Cell) -> float:
        """The room that a text takes from empty cells right of it."""
        area = self.merged.get((cell.row, cell.column))
        room, column = 0.0, area.max_col + 1 if area else cell.column + 1
        if cell.alignment.horizontal not in (None, "general", "left"):
            return room
        for other in range(column, column + _FAR):
            if (cell.row, other) in self.taken or self.sheet.cell(cell.row, other).value is not None:
                break
            room += self._pixels(other)
        return room


def _colour(colour: object, usual: str) -> str:
    if colour is None or getattr(colour, "type", "") != "rgb":
        return usual
    return str(colour.rgb)[-6:]
