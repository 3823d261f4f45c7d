"""Writes the sheet Player: the two choices, the opponents of each, every term of both, and their iterations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.names import PLAYER
from pipeline.workbook.player.layout import (
    CHOICE_ROW,
    FIRST_ROUND,
    HEADINGS_ROW,
    HELPERS,
    LIST,
    SIDES,
    STEP_CHOICE_ROW,
    VERDICT_ROW,
    WIDTHS,
    Side,
    first_pair,
    label,
    list_cells,
    terms_row,
)
from pipeline.workbook.player.opponents import write_opponents
from pipeline.workbook.player.terms import Term, rank_term, terms_of
from pipeline.workbook.player.ties import code_terms, write_ties
from pipeline.workbook.player.verdict import verdict_as_read, verdict_formula

_SHOWN = 10
"""So many of the first iterations are shown, and the last."""


def write_player_sheet(book: Book) -> None:
    """Write the sheet, with the first two who are tied chosen, or the first two of the list."""
    sheet, work = book.sheet(PLAYER), book.work
    book.head(
        sheet, PLAYER, said("Player"),
        said("Choose a player in the yellow cells, or type a number: his calculation, and where he and another part."),
        3,
    )
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    one, other = first_pair(work)
    sides = Side(SIDES[0], HELPERS, one), Side(SIDES[1], HELPERS + 1, other)
    _write_list(book, sheet)
    _write_choices(book, sheet, sides)
    for side, rival in (sides, sides[::-1]):
        write_opponents(book, sheet, side, rival)
    last = _write_terms(book, sheet, sides, (*terms_of(work), *code_terms(book), rank_term()))
    last = max(last, _write_iterations(book, sheet, sides))
    last = write_ties(book, sheet, sides, last)
    sheet.freeze_panes(VERDICT_ROW, 0)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (1, CHOICE_ROW))
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, 0, last - 1, len(WIDTHS) - 1)


def _write_list(book: Book, sheet: Worksheet) -> None:
    work, resolver = book.work, book.resolver(PLAYER)
    book.write(sheet, HEADINGS_ROW, LIST, said("List of players"), "heading")
    sheet.set_column(HELPERS - 1, HELPERS - 1, 3)
    sheet.set_column(LIST, LIST, 32)
    letter = xl_col_to_name(LIST)
    for i in range(len(work.index)):
        row = FIRST_ROUND + i
        place = f"ROWS(${letter}${FIRST_ROUND}:${letter}{row})"
        formula = resolver.resolve(f'=INDEX([no:players],{place})&" "&INDEX([name:players],{place})')
        book.formula(sheet, row, LIST, formula, "helper_text", label(work, i))


def _write_choices(book: Book, sheet: Worksheet, sides: tuple[Side, Side]) -> None:
    """The yellow cells, where each of the two stands, and what decides between them."""
    work, resolver = book.work, book.resolver(PLAYER)
    validation = {"validate": "list", "source": f"={list_cells(work)}", "show_error": False}
    for side, words in zip(sides, (said("Player"), said("beside")), strict=True):
        sheet.merge_range(CHOICE_ROW - 1, side.first - 1, CHOICE_ROW - 1, side.first, words, book.formats["label"])
        sheet.merge_range(CHOICE_ROW - 1, side.first + 1, CHOICE_ROW - 1, side.first + 3, label(work, side.at),
                          book.formats["input_text"])
        sheet.data_validation(CHOICE_ROW - 1, side.first + 1, CHOICE_ROW - 1, side.first + 1, validation)
        found = f"IFERROR(MATCH({side.choice},[no:players],0),IFERROR(MATCH({side.choice},[name:players],0),0))"
        formula = f"=IF({side.choice}=\"\",0,IFERROR(MATCH({side.choice},{list_cells(work)},0),{found}))"
        book.write(sheet, CHOICE_ROW - 1, side.helper, said("Row"), "helper_text")
        book.formula(sheet, CHOICE_ROW, side.helper, resolver.resolve(formula), "helper", side.at + 1)
    sheet.merge_range(STEP_CHOICE_ROW - 1, 0, STEP_CHOICE_ROW - 1, 1, said("Iteration"), book.formats["label"])
    book.write(sheet, STEP_CHOICE_ROW, 2, 1, "input_number")
    steps = work.steps.values.shape[1]
    sheet.data_validation(
        STEP_CHOICE_ROW - 1, 2, STEP_CHOICE_ROW - 1, 2,
        {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": steps,
         "error_title": said("Iteration"), "error_message": said("Write a whole number from 1 to {n}.", n=steps)},
    )
    words = said("of {n}: the column before it stands beside each opponent", n=steps)
    book.write(sheet, STEP_CHOICE_ROW, 3, words, "plain")
    sheet.merge_range(VERDICT_ROW - 1, 0, VERDICT_ROW - 1, len(WIDTHS) - 1, "", book.formats["state"])
    said_now = verdict_as_read(work, sides[0].at, sides[1].at)
    book.formula(sheet, VERDICT_ROW, 0, resolver.resolve(verdict_formula(book, sides)), "state", said_now)


def _write_terms(book: Book, sheet: Worksheet, sides: tuple[Side, Side], terms: Sequence[Term]) -> int:
    """Each term of the calculation for both, with the difference; returns the last row."""
    work, resolver = book.work, book.resolver(PLAYER)
    top = terms_row(work)
    _heading(book, sheet, top, 0, 3, said("Step by step"))
    _two_names(book, sheet, top, ((4, 5), (6, 7), (8, 9)), sides)
    row = top
    for row, term in enumerate(terms, start=top + 1):
        sheet.merge_range(row - 1, 0, row - 1, 3, term.words, book.formats["term" if term.main else "term_part"])
        cells = []
        for (start, end), side, rival in (((4, 5), *sides), ((6, 7), *sides[::-1])):
            sheet.merge_range(row - 1, start, row - 1, end, "", book.formats[term.look])
            formula = f'=IF({side.place}=0,"",{term.formula(work, side)})'
            book.formula(sheet, row, start, resolver.resolve(formula), term.look, term.value(work, side.at, rival.at))
            cells.append((f"${xl_col_to_name(start)}{row}", term.value(work, side.at, rival.at)))
        sheet.merge_range(row - 1, 8, row - 1, 9, "", book.formats[term.look])
        (a, left), (b, right) = cells
        both = left == left and right == right
        formula = f'=IF(AND(ISNUMBER({a}),ISNUMBER({b})),{a}-{b},"")'
        book.formula(sheet, row, 8, formula, term.look, left - right if both else np.nan)
    row += 1
    book.write(sheet, row, 0, said("• both have met him · × the two met each other"), "subtitle")
    return row


def _heading(book: Book, sheet: Worksheet, row: int, first: int, last: int, words: str) -> None:
    sheet.merge_range(row - 1, first, row - 1, last, words, book.formats["heading"])


def _two_names(
    book: Book, sheet: Worksheet, row: int, places: Sequence[tuple[int, int]], sides: tuple[Side, Side]
) -> None:
    """Over the values of the two their names, and over the third column that it is the difference."""
    for (start, end), side in zip(places, sides, strict=False):
        _heading(book, sheet, row, start, end, "")
        formula = f'=IF({side.place}=0,"",INDEX({list_cells(book.work)},{side.place}))'
        book.formula(sheet, row, start, formula, "who", label(book.work, side.at))
    _heading(book, sheet, row, *places[2], said("Difference"))


def _write_iterations(book: Book, sheet: Worksheet, sides: tuple[Side, Side]) -> int:
    """Beside the terms the iterations of both: the first ones and the last; returns the last row."""
    work, resolver, first = book.work, book.resolver(PLAYER), SIDES[1]
    steps = work.steps.values.shape[1]
    top = terms_row(work)
    _heading(book, sheet, top, first, first + 2, said("Iteration"))
    places = ((first + 3, first + 4), (first + 5, first + 6), (first + 7, first + 8))
    _two_names(book, sheet, top, places, sides)
    shown = [0, *range(1, min(_SHOWN, steps) + 1), *([steps] if steps > _SHOWN else [])]
    row = top
    for row, k in enumerate(shown, start=top + 1):
        words = said("start") if k == 0 else said("the last") if k == steps else said("iteration")
        book.write(sheet, row, first, k, "whole")
        sheet.merge_range(row - 1, first + 1, row - 1, first + 2, words, book.formats["term"])
        values = work.array(work.start) if k == 0 else work.steps.values[:, k - 1]
        number = f"${xl_col_to_name(first)}{row}"
        cells = []
        for (start, end), side in zip(places[:2], sides, strict=True):
            sheet.merge_range(row - 1, start, row - 1, end, "", book.formats["two"])
            template = f"INDEX([start:players],{side.place})"
            if k:
                template = f"INDEX([iteration:block],{side.place},{number})"
            formula = resolver.resolve(f'=IF({side.place}=0,"",{template})')
            book.formula(sheet, row, start, formula, "two", float(values[side.at]))
            cells.append((f"${xl_col_to_name(start)}{row}", float(values[side.at])))
        start, end = places[2]
        sheet.merge_range(row - 1, start, row - 1, end, "", book.formats["two"])
        (a, left), (b, right) = cells
        formula = f'=IF(AND(ISNUMBER({a}),ISNUMBER({b})),{a}-{b},"")'
        book.formula(sheet, row, start, formula, "two", left - right)
    return row
