"""The report workbook, from a calculation: sheets in the order of the tabs."""

from __future__ import annotations

from pathlib import Path

from pipeline.method.calculation import Calculation
from pipeline.method.course import Course
from pipeline.words import said
from pipeline.workbook.arpo_sheet import write_arpo_sheet
from pipeline.workbook.book import Book
from pipeline.workbook.checks_sheet import write_checks_sheet, write_dp_sheet
from pipeline.workbook.event_sheet import write_event_sheet
from pipeline.workbook.guard_table import write_guard_table
from pipeline.workbook.layout import ARPO, FIRST_ROW, layout_of
from pipeline.workbook.names import DEFINED
from pipeline.workbook.player.sheet import write_player_sheet
from pipeline.workbook.rounds_sheet import write_rounds_sheet
from pipeline.workbook.standings_sheet import write_standings_sheet
from pipeline.workbook.summary_sheet import write_about_sheet, write_summary_sheet
from pipeline.workbook.templates import absolute
from pipeline.workbook.ties_sheet import write_ties_sheet


def write_report(calculation: Calculation, path: Path, course: Course | None = None) -> None:
    """Write the workbook to `path`, which is overwritten: callers give a temporary file.

    With a `course` it has a sheet with RP after each round.
    """
    book = Book(path, calculation, layout_of(calculation))
    write_sheets(book, course)
    book.close()


def write_sheets(book: Book, course: Course | None = None) -> None:
    """Put all sheets into an open book."""
    write_summary_sheet(book)
    write_standings_sheet(book)
    write_player_sheet(book)
    write_event_sheet(book, book.work.event, book.layout)
    write_arpo_sheet(book)
    write_ties_sheet(book)
    if course is not None:
        write_rounds_sheet(book, course)
    write_checks_sheet(book)
    write_dp_sheet(book)
    write_about_sheet(book)
    write_guard_table(book, book.layout.check_rows)
    book.describe(
        said("ARPO report: {event}", event=book.work.event.name),
        said("Standings by recursive performance, RP and ARPO, with the whole calculation and its checks"),
    )
    for name, key in DEFINED.items():
        column = book.layout.columns[key].first
        book.define(name, ARPO, absolute(column, FIRST_ROW, last_row=book.layout.last_row))
