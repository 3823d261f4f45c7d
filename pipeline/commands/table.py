"""`arpo table`: all the columns of an event as csv, JSON or Markdown, without a workbook."""

from __future__ import annotations

import csv
import io
import json
import re

from pipeline.commands.plain import plain_value
from pipeline.method.calculation import Calculation
from pipeline.visible import guarded

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&:@]|(?<=www)\.)", re.IGNORECASE)
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def table_text(calculation: Calculation, kind: str, *, raw: bool = False) -> str:
    """The table of all columns as csv, json (a list of rows) or md (Markdown, two decimals).

    In csv, texts that begin like a formula get GUARD before them, but where `raw`; numbers never do.
    """
    frame = calculation.table
    rows = [[plain_value(value) for value in row] for row in frame.itertuples(index=False)]
    if kind == "json":
        return json.dumps([dict(zip(frame.columns, row, strict=True)) for row in rows], indent=1)
    if kind == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(frame.columns)
        writer.writerows([value if raw else guarded(value) for value in row] for row in rows)
        return text.getvalue().rstrip("\n")
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    lines += ["| " + " | ".join(markdown_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def markdown_cell(value: object) -> str:
    """A value in a Markdown table: text that stays in its cell, and is no link, picture, or HTML."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    return _MARKDOWN.sub(r"\\\1", _BREAKS.sub(" ", str(value)))
