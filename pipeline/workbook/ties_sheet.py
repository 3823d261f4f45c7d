"""The sheet Tie-breaks: the codes of the order with all their helper columns, live; the rows are the ARPO sheet's."""

from __future__ import annotations

from xlsxwriter.worksheet import Worksheet

from pipeline.method.columns import NO_GAME
from pipeline.method.work import Work
from pipeline.registry import Column, key_of
from pipeline.tiebreaks.performance import SIZES
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.column_sheet import write_bands, write_column
from pipeline.workbook.layout import (
    BAND_ROW,
    FIRST_ROW,
    HEADER_ROW,
    NO_GAME_ROW,
    STEP_ROW,
    TIES,
    TIES_FIRST,
    tie_columns,
    wanted_columns,
)


def write_ties_sheet(book: Book) -> None:
    """Write the sheet, where the order has a code that needs it."""
    if not book.layout.ties:
        return
    work, sheet = book.work, book.sheet(TIES)
    book.head(
        sheet, TIES, said("The tie-breaks, step by step"),
        said("{event} · order: {order}", event=work.event.name, order=", ".join(code.code for code in work.codes)),
    )
    sheet.set_row(HEADER_ROW - 1, 42)
    columns = tie_columns(work)
    write_bands(book, sheet, [(column.band, book.layout.ties[column.key].first) for column in columns], BAND_ROW)
    _write_first(book, sheet)
    for column in columns:
        for k in range(1, book.layout.ties[column.key].count + 1):
            _write_column(book, sheet, column, k)
    book.write(sheet, NO_GAME_ROW, 1, NO_GAME, "no_game")
    sheet.freeze_panes(NO_GAME_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (BAND_ROW, HEADER_ROW))
    sheet.repeat_columns(0, 1)


def _write_first(book: Book, sheet: Worksheet) -> None:
    """Number, name, points and rank, as on the ARPO sheet."""
    known = {column.key: column for column in wanted_columns(book.work)}
    for number, key in enumerate(TIES_FIRST):
        values = book.work.frame[key].tolist()
        formula = book.resolver(TIES).resolve(f"=[{key}]")
        write_column(book, sheet, known[key], number, 1, (HEADER_ROW, FIRST_ROW), values, formula)


def _write_column(book: Book, sheet: Worksheet, column: Column[Work], k: int) -> None:
    number = book.layout.ties[column.key].at(k)
    if column.family:
        book.write(sheet, STEP_ROW, number, SIZES[k - 1] if column.family == "search" else k, "step")
    book.write(sheet, NO_GAME_ROW, number, column.zero, "no_game")
    template = column.template(book.work)
    write_column(
        book, sheet, column, number, k, (HEADER_ROW, FIRST_ROW), book.work.frame[key_of(column, k)].tolist(),
        book.resolver(TIES).resolve(template, column.key, k) if template else "",
    )
