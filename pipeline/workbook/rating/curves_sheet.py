"""The sheet of `arpo rate --curves`: expected score against rating difference, as table and as curves, with a chart."""

from __future__ import annotations

from xlsxwriter.utility import xl_rowcol_to_cell

from pipeline.rating.curves import CURVES, LAST
from pipeline.rating.expected import expected_per_cent
from pipeline.words import said
from pipeline.workbook.rating.sheets import RatingBook
from pipeline.workbook.templates import TABLE_ROW

CURVES_SHEET = said("Curves")
_SCALE, _UNLIKE, _FIRST = TABLE_ROW, TABLE_ROW + 1, TABLE_ROW + 2
"""Rows, from 1: each curve's scale, how often it isn't the table, and the first difference."""
_TABLE = 1
"""The column of table 8.1.2; the curves follow."""
_COLOURS = ("#1F3864", "#C00000", "#BF9000", "#26776D")


def write_curves_sheet(book: RatingBook) -> None:
    """Write the differences from 0 to the end of the table, each curve as a live formula, and the chart of all."""
    sheet, resolver = book.sheet(CURVES_SHEET), book.resolver(CURVES_SHEET)
    book.head(
        sheet, CURVES_SHEET, said("Expected score against rating difference"),
        said("FIDE Handbook B.02, table 8.1.2, beside the curves that it may come from."),
        len(CURVES) + 1,
    )
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, len(CURVES) + 1, 16)
    sheet.set_row(TABLE_ROW - 2, 32)
    headings = (said("Difference D"), said("Table 8.1.2, %"), *(curve.name for curve in CURVES))
    book.row(sheet, TABLE_ROW - 1, 0, headings, "heading")
    book.write(sheet, _SCALE, 0, said("Scale, rating points"), "text")
    book.write(sheet, _UNLIKE, 0, said("Unlike the table"), "text")
    last = _FIRST + LAST
    table = f"{xl_rowcol_to_cell(_FIRST - 1, _TABLE, True, True)}:{xl_rowcol_to_cell(last - 1, _TABLE, True, True)}"
    for column, curve in enumerate(CURVES, start=_TABLE + 1):
        book.write(sheet, _SCALE, column, curve.scale, "two")
        cells = f"{xl_rowcol_to_cell(_FIRST - 1, column)}:{xl_rowcol_to_cell(last - 1, column)}"
        book.formula(
            sheet, _UNLIKE, column, f"=SUMPRODUCT(--(ROUND({cells},0)<>{table}))", "whole", len(curve.unlike())
        )
    look_up = resolver.resolve("INDEX([@pd_higher],MATCH({d},[@pd_from],1))")
    for d in range(LAST + 1):
        row = _FIRST + d
        cell = xl_rowcol_to_cell(row - 1, 0, False, True)
        book.write(sheet, row, 0, d, "whole")
        book.formula(sheet, row, _TABLE, f"={look_up.format(d=cell)}", "whole", expected_per_cent(d))
        for column, curve in enumerate(CURVES, start=_TABLE + 1):
            formula = curve.formula.format(d=cell, scale=xl_rowcol_to_cell(_SCALE - 1, column, True))
            book.formula(sheet, row, column, formula, "two", curve.per_cent(d))
    sheet.freeze_panes(_FIRST - 1, 1)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
    _add_chart(book, [str(book.told(heading)) for heading in headings[_TABLE:]], last)


def _add_chart(book: RatingBook, names: list[str], last: int) -> None:
    sheet = book.named(CURVES_SHEET)
    chart = book.chart({"type": "scatter", "subtype": "straight"})
    name = sheet.get_name()
    for i, (heading, colour) in enumerate(zip(names, _COLOURS, strict=True)):
        chart.add_series({
            "name": heading, "categories": [name, _FIRST - 1, 0, last - 1, 0],
            "values": [name, _FIRST - 1, _TABLE + i, last - 1, _TABLE + i], "line": {"color": colour, "width": 1.5},
        })
    chart.set_title({"name": book.told(said("Expected score against rating difference")),
                     "name_font": {"size": 12, "bold": True}})
    chart.set_x_axis({"name": book.told(said("rating difference")), "min": 0, "max": 800, "major_unit": 100,
                      "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}})
    chart.set_y_axis({"name": book.told(said("expected score, %")), "min": 50, "max": 100, "major_unit": 10,
                      "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}})
    chart.set_legend({"position": "bottom"})
    chart.set_size({"width": 760, "height": 480})
    sheet.insert_chart(TABLE_ROW, len(CURVES) + 3, chart)
