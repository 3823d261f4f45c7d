"""The sheet Rounds: RP after each round, in the order of the final list, and the course of the leaders as a chart."""

from __future__ import annotations

import numpy as np
from xlsxwriter.utility import xl_col_to_name

from pipeline.method.course import Course
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.templates import TABLE_ROW, on_sheet

ROUNDS = said("Rounds")
LEADERS = 8
"""So many are drawn: more lines can't be told apart."""
_FIRST = 3
"""Column of round 1; before it stand rank, number and name."""
_COLOURS = ("#1F3864", "#C00000", "#38761D", "#7030A0", "#BF6900", "#2E75B6", "#7F7F7F", "#2F8F83")


def write_rounds_sheet(book: Book, course: Course) -> None:
    """Write the sheet. Its numbers are as read: nothing in the Event sheet changes them."""
    sheet, work = book.sheet(ROUNDS), book.work
    rounds = course.rp.shape[1]
    book.head(
        sheet, ROUNDS, said("RP after each round"),
        said("Each column is the recursive performance as if the event had ended after that round; as read, not live."),
        2,
    )
    sheet.set_column(0, 1, 7)
    sheet.set_column(2, 2, 26)
    sheet.set_column(_FIRST, _FIRST + rounds - 1, 10)
    headings = (said("Rank"), said("No."), said("Player"), *(said("R{n}", n=n) for n in range(1, rounds + 1)))
    book.row(sheet, TABLE_ROW - 1, 0, headings, "heading")
    order = np.argsort(work.values["place"], kind="stable")
    for row, at in enumerate(order.tolist(), start=TABLE_ROW):
        book.write(sheet, row, 0, int(work.values["rank"][at]), "whole")
        book.write(sheet, row, 1, int(work.index[at]), "whole")
        book.write(sheet, row, 2, str(work.values["name"][at]), "text")
        for k, value in enumerate(course.rp[at].tolist()):
            book.write(sheet, row, _FIRST + k, None if np.isnan(value) else value, "stated")
    _write_chart(book, min(LEADERS, len(order)), len(order), rounds)
    # Under a long list nobody would find it.
    book.link(sheet, TABLE_ROW - 2, 0, f"A{TABLE_ROW + len(order) + 1}", said("To the chart"), "link_plain")
    sheet.freeze_panes(TABLE_ROW - 1, _FIRST)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))


def _write_chart(book: Book, leaders: int, players: int, rounds: int) -> None:
    sheet = book.named(ROUNDS)
    chart = book.chart({"type": "line"})

    def cells(first: int, last: int, row: int) -> str:
        first_name, last_name = xl_col_to_name(first), xl_col_to_name(last)
        return "=" + book.spoken.formula(on_sheet(ROUNDS, f"${first_name}${row}:${last_name}${row}"))

    for i in range(leaders):
        row = TABLE_ROW + i
        chart.add_series({
            "name": cells(2, 2, row).replace(f":$C${row}", ""),
            "categories": cells(_FIRST, _FIRST + rounds - 1, TABLE_ROW - 1),
            "values": cells(_FIRST, _FIRST + rounds - 1, row),
            "line": {"color": _COLOURS[i], "width": 2}, "marker": {"type": "circle", "size": 5},
        })  # fmt: skip
    chart.set_title({
        "name": book.told(said("The course of the first {n}: RP after each round", n=leaders)),
        "name_font": {"size": 11, "bold": True},
    })
    chart.set_y_axis({"name": "RP", "num_format": "0", "major_gridlines": {"visible": True,
                      "line": {"color": "#D9D9D9"}}})  # fmt: skip
    chart.set_x_axis({"name": book.told(said("round")), "label_position": "low"})
    chart.show_blanks_as("gap")
    chart.set_size({"width": 760, "height": 380})
    sheet.insert_chart(TABLE_ROW + players, 0, chart)
