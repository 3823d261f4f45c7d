"""The ARPO sheet: every column of the registry as a live formula, the "no game" row above, the sum rows below."""

from __future__ import annotations

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.method.choices import in_words
from pipeline.method.columns import NO_GAME
from pipeline.method.sums import SUM_ROWS
from pipeline.method.work import Work
from pipeline.registry import Column, key_of
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.column_sheet import HEADING_HEIGHT, column_width, write_bands, write_column
from pipeline.workbook.layout import ARPO, BAND_ROW, FIRST_ROW, HEADER_ROW, NO_GAME_ROW, STEP_ROW, wanted_columns
from pipeline.workbook.paper import Pages, Unit, pages_of, pixels
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import STATUS_ROW

FOLDED_AFTER = 10
"""Iterations after this one and their differences, but for the last, fold by a click; those before it are printed."""
_NO_GAME_SAYS = (
    said("A round without a game (a bye, a forfeit, an absence) takes its opponent's values from this row: its zeros "
    "add "
    "nothing to any sum. It isn't printed.")
)


def write_arpo_sheet(book: Book) -> None:
    """Write the sheet; needs nothing but the book's calculation and layout."""
    sheet = book.sheet(ARPO)
    settings = book.work.settings
    title = said("ARPO, step by step: {event}", event=book.work.event.name)
    book.head(sheet, ARPO, title, said("dp: {dp} · c: {c} · start: {start}", dp=book.work.rule.title,
    c=in_words(settings.c), start=in_words(settings.start)))
    sheet.set_row(HEADER_ROW - 1, HEADING_HEIGHT)
    write_bands(book, sheet, [(c.band, book.layout.columns[c.key].first) for c in wanted_columns(book.work)], BAND_ROW)
    for column in wanted_columns(book.work):
        for k in range(1, book.layout.columns[column.key].count + 1):
            _write_column(book, sheet, column, k)
    book.write(sheet, NO_GAME_ROW, 1, NO_GAME, "no_game")
    book.comment(sheet, NO_GAME_ROW, 1, _NO_GAME_SAYS)
    _write_sum_rows(book, sheet)
    _mark(book, sheet)
    # Not protected: a protected sheet's groups don't fold. The guards say what was typed over.
    sheet.freeze_panes(NO_GAME_ROW - 1, 2)
    # The rows under that one belong to the differences, which aren't printed.
    body = FIRST_ROW, book.layout.sum_rows["deviation"]
    book.print_areas(sheet, title, (STATUS_ROW, HEADER_ROW), body, _pages(book))


def _pages(book: Book) -> Pages:
    """Names to performance, then the first iterations, then the results, each from a page of its own."""
    spans, columns = book.layout.columns, wanted_columns(book.work)
    by_key = {column.key: column for column in columns}

    def width(key: str, k: int = 1) -> float:
        return column_width(book, by_key[key], k)

    rounds = [
        Unit(spans["opponent"].at(k), spans["result"].at(k), pixels(width("opponent", k)) + pixels(width("result", k)))
        for k in range(1, spans["opponent"].count + 1)
    ]
    bands = {
        band: [
            Unit(spans[column.key].at(k), spans[column.key].at(k), pixels(width(column.key, k)))
            for column in columns if column.band == band
            for k in range(1, spans[column.key].count + 1)
        ]
        for band in ("columns", "iterations", "results")
    }
    groups = (rounds + bands["columns"], bands["iterations"][:FOLDED_AFTER], bands["results"])
    head = HEADING_HEIGHT + 3 * LINE + 2 * LINE
    names = pixels(width("no")) + pixels(width("name"))
    return pages_of(groups, names, book.layout.players + len(SUM_ROWS), LINE, head)


def _write_column(book: Book, sheet: Worksheet, column: Column[Work], k: int) -> None:
    span = book.layout.columns[column.key]
    number = span.at(k)
    steps = column.family in ("iteration", "difference")
    if steps:
        book.write(sheet, STEP_ROW, number, k, "step")
    zero = 1.0 if column.key == "row_of_opponent" else column.zero
    book.write(sheet, NO_GAME_ROW, number, zero, "no_game")
    template = column.template(book.work)
    write_column(
        book, sheet, column, number, k, (HEADER_ROW, FIRST_ROW), book.work.frame[key_of(column, k)].tolist(),
        book.resolver(ARPO).resolve(template, column.key, k) if template else "",
        level=int(steps and FOLDED_AFTER < k < span.count),
    )


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
