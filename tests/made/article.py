"""The tables of the 2006 article: their figures as csv (fixtures/article), and the workbooks made from them.

    python tests/article.py      writes input/article/*.xlsx again
"""

import csv
from datetime import datetime
from pathlib import Path

import xlsxwriter

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "tests" / "fixtures" / "article"
WORKBOOKS = ROOT / "input" / "article"
NAMES = ("chile_1997", "irt56", "panam_men_1999", "panam_women_1999", "examples", "dp")


def figures(name: str) -> list[list[float | str | None]]:
    """The rows of a table as they stand in its workbook: the remark above it in one cell, numbers as numbers."""
    with (FIGURES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        lines = file.read().splitlines()
    rows: list[list[float | str | None]] = [[line.removeprefix("# ")] for line in lines if line.startswith("#")]
    return rows + [[_value(text) for text in row] for row in csv.reader(ln for ln in lines if not ln.startswith("#"))]


def _value(text: str) -> float | str | None:
    try:
        return float(text) if text else None
    except ValueError:
        return text


def write_workbook(name: str, path: Path) -> None:
    """Write the table as a workbook; the same bytes every time."""
    with xlsxwriter.Workbook(str(path)) as book:
        book.set_properties({"created": datetime(2026, 1, 1)})
        heading = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        remark = book.add_format({"italic": True, "font_color": "#595959"})
        sheet = book.add_worksheet(name)
        rows = figures(name)
        remarks = sum(len(row) == 1 for row in rows)
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                look = remark if r < remarks else heading if r == remarks else None
                if isinstance(value, float):
                    sheet.write_number(r, c, value, look)
                elif value is not None:
                    sheet.write_string(r, c, value, look)
        sheet.set_column(0, 0, 22 if name == "examples" else 16)
        sheet.set_column(1, len(rows[-1]) - 1, 16)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.freeze_panes(remarks + 1, 1)


if __name__ == "__main__":
    WORKBOOKS.mkdir(exist_ok=True)
    for table in NAMES:
        write_workbook(table, WORKBOOKS / f"{table}.xlsx")
