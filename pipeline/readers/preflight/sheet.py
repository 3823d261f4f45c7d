"""The worksheet parts of an Excel workbook: how many cells there are, and how far they reach."""

from __future__ import annotations

import re

from pipeline.addresses import column_number, row_number
from pipeline.limits import Limits
from pipeline.readers.preflight.extent import Extent
from pipeline.readers.preflight.xml import LARGE_PART, Refused, scan
from pipeline.words import said

_LETTERS = re.compile("[A-Za-z]{1,3}")
_DATA = (b"<sheetData>", b"</sheetData>")
_COLUMN_OF_CELL = re.compile(rb'<c r="([A-Z]{1,3})[0-9]{1,9}"[\s/>]')
_ROW_OF_CELL = re.compile(rb'<c r="[A-Z]{1,3}([0-9]{1,9})"[\s/>]')
_ROW = re.compile(rb'<row r="[0-9]{1,9}"[\s/>]')
_ODD = re.compile(
    rb'<(?:c(?! r="[A-Z]{1,3}[0-9]{1,9}"[\s/>])|row(?! r="[0-9]{1,9}"[\s/>])|[^\s<>/:"]*:(?:c|row)'
    rb'|(?:[^\s<>/:"]*:)?(?:mergeCell|hyperlink|comment))[\s/>]'
)
"""A cell or a row in another spelling, or an element of _AREAS among the cells."""
_UTF_8 = re.compile(
    rb'(?:\xef\xbb\xbf)?(?:<\?xml version="1.0"(?: encoding="(?:UTF|utf)-8")?(?: standalone="\w+")?\s*\?>)?\s*<\w'
)
_EXTERNAL = re.compile(rb'<c r="([A-Z]{1,3}[0-9]{1,7})"[^>]*>\s*<f[^>]*>[^<]*\[[0-9]{1,5}\]')
_USUAL = (b"<v>", b"<f")
_TEXTS = (b"<is>", b"<t>", b"<t ")
"""What stands in most cells, and in those with a text of their own."""
_OTHERS = 10_000
"""With more tags of other kinds among the cells (runs of rich text), expat must see how deep they are nested."""
_LONGEST_FORMAT = 1_000
"""Excel's own limit is 255; openpyxl's pattern for dates takes hours for a long one."""
_AREAS = {"mergeCell": "ref", "hyperlink": "ref", "comment": "ref", "c": "r"}
"""Elements for which openpyxl makes a cell object for every cell of an area, and the attribute with the area."""


def measure(content: bytes, limits: Limits) -> tuple[Extent, int]:
    """How far a sheet (or a part with comments) reaches, and how many cells and rows it has.

    Raises Refused as `xml.scan` does, and for what makes openpyxl slow out of all proportion.
    """
    quick = _measure_quickly(content, limits) if len(content) > LARGE_PART else None
    return quick or _measure_by_element(content, limits)


def _measure_by_element(content: bytes, limits: Limits) -> tuple[Extent, int]:
    extent = Extent()
    count = row = column = merges = 0
    cells = limits.cells

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, row, column, merges
        if name == "row":  # cells without an address stand where openpyxl counts them to be
            row, column = row_number(attributes.get("r"), row + 1), 0
            count += 1
        elif name == "c":
            column += 1
            count += 1
            if "r" not in attributes:
                extent.reach(row, column)
        elif name == "mergeCell":
            merges += 1
        elif name == "numFmt" and len(attributes.get("formatCode", "")) > _LONGEST_FORMAT:
            raise Refused(
                said(
                    "has a number format of more than {longest_format:,} characters (Excel allows 255)",
                    longest_format=_LONGEST_FORMAT,
                )
            )
        if count > cells * 2:
            raise Refused(said("has more than {cells:,} cells (limit {cells:,})", cells=cells))
        if merges > limits.merges:
            raise Refused(said("has more than {merges:,} merged blocks (limit {merges:,})", merges=limits.merges))
        if name in _AREAS and _AREAS[name] in attributes:
            extent.reach_reference(attributes[_AREAS[name]])
            match = _LETTERS.match(attributes[_AREAS[name]]) if name == "c" else None
            column = column_number(match[0]) if match else column

    scan(content, cells, start)
    return extent, count


def _measure_quickly(content: bytes, limits: Limits) -> tuple[Extent, int] | None:
    """The same, five times as fast, for a sheet in the one spelling that all programs write; None for any other.

    What stands around the cells is little, and goes through expat as ever.
    """
    start, end = content.find(_DATA[0]) + len(_DATA[0]), content.find(_DATA[1])
    if content.count(_DATA[0][:-1]) != 1 or end < start or b"<!" in content or not _UTF_8.match(content):
        return None
    data = content[start:end]
    columns = _COLUMN_OF_CELL.findall(data)
    count = len(columns) + len(_ROW.findall(data))
    others = data.count(b"<") - data.count(b"</") - count - sum(map(data.count, _USUAL))
    if others and (others - sum(map(data.count, _TEXTS)) > _OTHERS or _ODD.search(data)):
        return None
    if count > limits.cells * 2:
        raise Refused(said("has more than {cells:,} cells (limit {cells:,})", cells=limits.cells))
    extent, _ = _measure_by_element(content[:start] + content[end:], limits)
    lowest = max(map(int, set(_ROW_OF_CELL.findall(data))), default=0)  # an empty row may be formatted anywhere
    extent.reach(lowest, max((column_number(letters.decode()) for letters in set(columns)), default=0))
    return extent, count


def external_formulas(content: bytes) -> list[str]:
    """The cells whose formula points into another file, such as [1]Sheet1!A1."""
    if b"<f" not in content or b"[" not in content:
        return []
    return [address.decode() for address in _EXTERNAL.findall(content)]
