"""Text files and web pages: their size, their longest line, and the cells that they make."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.errors import FileError
from pipeline.limits import MB, Limits
from pipeline.readers.preflight.findings import AGAIN, Findings, megabytes, too_large
from pipeline.words import said

_HTML = re.compile(rb"<(?:!doctype\s+html|html|table|head|body)\b", re.IGNORECASE)
_CELL = re.compile(rb"<t[dh][\s/>]", re.IGNORECASE)
_ROW = re.compile(rb"<tr[\s/>]", re.IGNORECASE)
_SPAN = re.compile(rb"(?:col|row)span\s*=\s*[\"']?\s*([0-9]+)", re.IGNORECASE)
_HIGHEST_SPAN = 1_000
"""HTML's own limit for colspan; no tournament page comes near it."""
_PGN = re.compile(rb"^[ \t]*\[(?:Event|White|Black)[ \t]+\"", re.MULTILINE)
_LOOKED_AT = 20_000
_SEPARATORS = (b";", b",", b"\t")


def examine(path: Path, data: bytes, limits: Limits) -> Findings:
    """What is in a text. Raises FileError where it is too large, or has lines or cells that no table has."""
    if len(data) > limits.text_mb * MB:
        what = said(
            "the text file has {size} (limit {limit} MB).", size=megabytes(len(data)), limit=limits.text_mb,
        )
        raise too_large(path, what, said("A tournament's text file is much smaller: is it the right one?"), limits)
    plain = data.replace(b"\0", b"") if b"\0" in data else data  # UTF-16 has a NUL in each character of our alphabet
    if _HTML.search(plain, 0, _LOOKED_AT):
        return _web_page(path, plain, limits)
    lines = plain.splitlines()
    lengths = [len(line) for line in lines]
    longest = max(lengths, default=0)
    if longest > limits.line:
        what = said(
            "line {line} has {longest:,} characters (limit {limit:,}).",
            line=lengths.index(longest) + 1, longest=longest, limit=limits.line,
        )
        raise too_large(
            path, what, said("That is no line of a table: is it the right file? {again}", again=AGAIN), limits
        )
    cells = max(plain.count(separator) for separator in _SEPARATORS) + len(lines)
    widest = max((line.count(separator) for line in lines for separator in _SEPARATORS), default=0) + 1
    if _PGN.search(plain, 0, _LOOKED_AT):
        widest = cells = 0  # commas among moves and comments make no cells
    for count, limit, name in (
        (cells, limits.cells, said("cells")), (len(lines), limits.rows, said("lines")),
        (widest, limits.columns, said("columns")),
    ):  # fmt: skip
        if count > limit:
            what = said("the text makes {count:,} {name} (limit {limit:,}).", count=count, name=name, limit=limit)
            raise too_large(path, what, said("A tournament's table is much smaller: is it the right file?"), limits)
    return Findings("text", cells, len(data))


def _web_page(path: Path, data: bytes, limits: Limits) -> Findings:
    spans = [int(digits[:9]) for digits in _SPAN.findall(data)]
    if spans and max(spans) > _HIGHEST_SPAN:
        raise FileError(
            path,
            said(
                "a cell of this web page spans {span:,} rows or columns (limit {limit:,}).",
                span=max(spans), limit=_HIGHEST_SPAN,
            ),
            said("No tournament page has that. Save the page again from the browser."),
        )
    cells = len(_CELL.findall(data)) + sum(spans)
    rows = len(_ROW.findall(data))
    for count, limit, name in ((cells, limits.cells, said("cells")), (rows, limits.rows, said("rows"))):
        if count > limit:
            what = said(
                "the tables of this web page have {count:,} {name} (limit {limit:,}).",
                count=count, name=name, limit=limit,
            )
            raise too_large(path, what, said("Save only the page with the cross-table."), limits)
    return Findings("html", cells, len(data))
