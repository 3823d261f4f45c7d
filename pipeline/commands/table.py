"""`arpo table`: all the columns of an event as csv, JSON or Markdown, without a workbook."""

from __future__ import annotations

import csv
import io
import json

from pipeline.commands.plain import plain_value
from pipeline.method.calculation import Calculation


def table_text(calculation: Calculation, kind: str) -> str:
    """The table of all columns as csv, json (a list of rows) or md (Markdown, two decimals)."""
    frame = calculation.table
    rows = [[plain_value(value) for value in row] for row in frame.itertuples(index=False)]
    if kind == "json":
        return json.dumps([dict(zip(frame.columns, row, strict=True)) for row in rows], indent=1)
    if kind == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(frame.columns)
        writer.writerows(["" if value is None else value for value in row] for row in rows)
        return text.getvalue().rstrip("\n")
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value).replace("|", "\\|")
