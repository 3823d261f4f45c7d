"""The ARPO sheet: every column of the registry as a live formula, the "no game" row above, the sum rows below."""

from __future__ import annotations

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.columns import Column, key_of
from pipeline.sums import SUM_ROWS
from pipeline.workbook.book import Book
from pipeline.workbook.formulas import at_row
from pipeline.workbook.layout import ARPO, BAND_ROW, FIRST_ROW, HEADER_ROW, NO_GAME_ROW, STEP_ROW, wanted_columns
from pipeline.workbook.styles import BAND_COLOURS, BAND_TITLES

WIDEST_ON_ONE_PAGE = 40
"""With more columns, one page wide would be too small to read: the pages then go on to the right, names repeated."""


def write_arpo_sheet(book: Book) -> None:
    """Write the sheet; needs nothing but the book's calculation and layout."""
    sheet = book.sheet(ARPO)
    settings = book.work.settings
    book.head(
        sheet, ARPO, "ARPO: the recursion, step by step",
        f"{book.work.event.name} · dp: {book.work.rule.title} · c: {settings.c} · start: {settings.start}",
    )
    sheet.set_row(HEADER_ROW - 1, 42)
    last_band = ""
    for column in wanted_columns(book.work):
        span = book.layout.columns[column.key]
        if column.band != last_band and column.key != "no":
            title = book.band_title(BAND_COLOURS[column.band])
            sheet.write_string(BAND_ROW - 1, span.first, BAND_TITLES[column.band], title)
        last_band = column.band
        for k in range(1, span.count + 1):
            _write_column(book, sheet, column, k)
    book.write(sheet, NO_GAME_ROW, 1, "(no game)", "no_game")
    _write_sum_rows(book, sheet)
    _mark(book, sheet)
    sheet.freeze_panes(NO_GAME_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (BAND_ROW, HEADER_ROW), book.layout.width <= WIDEST_ON_ONE_PAGE)
    sheet.repeat_columns(0, 1)


def _write_column(book: Book, sheet: Worksheet, column: Column, k: int) -> None:
    number = book.layout.columns[column.key].at(k)
    sheet.set_column(number, number, column.width)
    heading = column.heading.format(k=k)
    sheet.write_string(HEADER_ROW - 1, number, heading, book.band(BAND_COLOURS[column.band]))
    if column.family in ("iteration", "difference"):
        book.write(sheet, STEP_ROW, number, k, "step")
    if k == 1 or column.family in ("iteration", "difference"):
        note = f"{column.meaning}\nSource: {column.source}."
        sheet.write_comment(HEADER_ROW - 1, number, note, {"x_scale": 1.6, "y_scale": 0.9, "font_size": 9})
    zero = 1.0 if column.key == "row_of_opponent" else column.zero
    book.write(sheet, NO_GAME_ROW, number, zero, "no_game")
    values = book.work.frame[key_of(column, k)].tolist()
    template = column.template(book.work)
    if not template:
        for row, value in enumerate(values, start=FIRST_ROW):
            book.write(sheet, row, number, value, column.style)
        return
    formula = book.resolver(ARPO).resolve(template, column.key, k)
    look = book.formats[column.style]
    for row, value in enumerate(values, start=FIRST_ROW):
        book.formula(sheet, row, number, at_row(formula, row), look, value)


def _write_sum_rows(book: Book, sheet: Worksheet) -> None:
    resolver = book.resolver(ARPO)
    for sum_row in SUM_ROWS:
        row = book.layout.sum_rows[sum_row.key]
        book.write(sheet, row, 1, sum_row.label, "sum_label")
    for column in wanted_columns(book.work):
        span = book.layout.columns[column.key]
        for k in range(1, span.count + 1) if column.sums else ():
            values = book.work.array(key_of(column, k))
            for sum_row in SUM_ROWS:
                if sum_row.key in column.sums:
                    value = sum_row.value(book.work, values)
                    look = "sum_word" if isinstance(value, str) else (
                        "sum_small" if sum_row.key in ("largest", "deviation") else "sum"
                    )
                    formula = resolver.resolve(sum_row.formula, column.key, k)
                    book.formula(sheet, book.layout.sum_rows[sum_row.key], span.at(k), formula, look, value)


def _mark(book: Book, sheet: Worksheet) -> None:
    """Colour what a reader looks for: converged yes or no, and rows where two players contradict each other."""
    layout = book.layout
    span, row = layout.columns["difference"], layout.sum_rows["converged"]
    for word, look in (("yes", "ok"), ("no", "know")):
        sheet.conditional_format(
            row - 1, span.first, row - 1, span.last,
            {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": book.formats[look]},
        )
    span = layout.columns["mismatch"]
    sheet.conditional_format(
        FIRST_ROW - 1, span.first, layout.last_row - 1, span.last,
        {"type": "cell", "criteria": "!=", "value": 0, "format": book.formats["bad"]},
    )


def chart_ranges(book: Book) -> tuple[str, str]:
    """The numbers of the iterations and their largest differences, for the chart: =ARPO!$X$4:$AZ$4 and so on."""
    span = book.layout.columns["difference"]
    first, last = xl_col_to_name(span.first), xl_col_to_name(span.last)
    rows = (STEP_ROW, book.layout.sum_rows["largest"])
    steps, largest = (f"={ARPO}!${first}${row}:${last}${row}" for row in rows)
    return steps, largest
