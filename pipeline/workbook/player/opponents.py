"""Whom the two on the sheet Player have met: a row a round, with what is looked up of each; sums under them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.method.work import Work
from pipeline.registry import Column
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.layout import wanted_columns
from pipeline.workbook.names import PLAYER
from pipeline.workbook.player.layout import (
    BEFORE,
    BOTH,
    DP,
    EACH_OTHER,
    FIRST_ROUND,
    GAMES,
    HEADINGS_ROW,
    MARK,
    RATING,
    RP,
    STEP,
    Side,
    average_row,
    label,
    list_cells,
    met,
    positions,
)
from pipeline.workbook.sheets import Value
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import absolute


@dataclass(frozen=True)
class Shown:
    """A column over the opponents: heading, what each cell looks up ({row} is the opponent's, counted from the row “no
    game”), its values by position of the opponent, and its look.
    """

    heading: str
    formula: str
    values: np.ndarray
    look: str


def _shown(book: Book) -> list[Shown]:
    work, columns = book.work, {column.key: column for column in wanted_columns(book.work)}

    def taken(key: str) -> Shown:
        column: Column[Work] = columns[key]
        return Shown(column.heading, f"INDEX([{key}:all],{{row}})", work.array(key), column.style)

    start = work.array(work.start)
    before = f"IF({STEP}=1,INDEX([start:all],{{row}}),INDEX([iteration:block],{{row}}-1,{STEP}-1))"
    return [
        taken("rating"), taken("games"), taken("points"), taken("dp"),
        Shown(said("Column before"), before, start, "two"),
        Shown("RP", "INDEX([rp:all],{row})", work.array("rp"), "two"),
    ]


def write_opponents(book: Book, sheet: Worksheet, side: Side, rival: Side) -> None:
    """A row a round: whom he met, with what result, and what the opponent's cells hold; then sums and averages."""
    work, resolver, shown = book.work, book.resolver(PLAYER), _shown(book)
    rounds, first = work.event.rounds, side.first
    sheet.merge_range(HEADINGS_ROW - 2, first, HEADINGS_ROW - 2, first + 9, "", book.formats["label"])
    name = resolver.resolve(f'=IF({side.place}=0,"",INDEX({list_cells(book.work)},{side.place}))')
    book.formula(sheet, HEADINGS_ROW - 1, first, name, "label", label(work, side.at))
    headings = (said("No."), said("Opponent"), said("Result"), *(column.heading for column in shown), said("met"))
    book.row(sheet, HEADINGS_ROW, first, headings, "heading")
    sheet.set_row(HEADINGS_ROW - 1, 3 * LINE)
    places = positions(work, side.at)
    book.write(sheet, HEADINGS_ROW, 0, said("Rd"), "heading")
    book.write(sheet, HEADINGS_ROW, side.helper, said("Row"), "heading")
    no, theirs = xl_col_to_name(first), set(met(work, rival.at))
    for k in range(1, rounds + 1):
        row = FIRST_ROUND + k - 1
        book.write(sheet, row, 0, k, "whole")
        position = places[k - 1]
        helper = absolute(side.helper, row).replace(f"${row}", str(row))
        formula = f"=IF({side.place}=0,1,INDEX([row_of_opponent:block],{side.place},$A{row}))"
        book.formula(sheet, row, side.helper, resolver.resolve(formula), "helper", position)
        number, result = work.frame[f"opponent_{k}"].iloc[side.at], work.frame[f"result_{k}"].iloc[side.at]
        formula = f'=IF({side.place}=0,"",INDEX([rounds:block],{side.place},$A{row}+$A{row}-1))'
        book.formula(sheet, row, first, resolver.resolve(formula), "whole", number)
        formula = f'=IFERROR(INDEX([name:players],MATCH(${no}{row},[no:players],0)),"")'
        book.formula(sheet, row, first + 1, resolver.resolve(formula), "text", _name(work, number))
        formula = f'=IF({side.place}=0,"",INDEX([rounds:block],{side.place},$A{row}+$A{row}))'
        book.formula(sheet, row, first + 2, resolver.resolve(formula), "code", result)
        for i, column in enumerate(shown, start=RATING):
            value: Value = column.values[position - 2] if position > 1 else None
            formula = f'=IF({helper}>1,{column.formula.replace("{row}", helper)},"")'
            book.formula(sheet, row, first + i, resolver.resolve(formula), column.look, value)
        formula = (
            f'=IF({helper}=1,"",IF({helper}-1={rival.place},"{EACH_OTHER}",'
            f'IF(COUNTIF({rival.rows(work)},{helper})>0,"{BOTH}","")))'
        )
        mark: Value = ""
        if position > 1:
            mark = EACH_OTHER if position - 2 == rival.at else BOTH if position - 2 in theirs else ""
        book.formula(sheet, row, first + MARK, formula, "code", mark)
    _write_under_opponents(book, sheet, side, shown)


def _name(work: Work, number: float) -> str:
    return "" if number != number else str(work.event.players["name"][int(number)])


def _write_under_opponents(book: Book, sheet: Worksheet, side: Side, shown: list[Shown]) -> None:
    """Sums of ratings, of the column before and of RP, and divided by the games; what c is made from, where it rests on
    the opponents.
    """
    work, resolver = book.work, book.resolver(PLAYER)
    average, first = average_row(work), side.first
    others, games = met(work, side.at), f"INDEX([games:players],MAX({side.place},1))"
    words = [said("Sum"), said("÷ games"), *([said("Σ games × dp")] if work.settings.c == "opponents" else [])]
    for row, word in enumerate(words, start=average - 1):
        for offset in range(MARK + 1):
            book.write(sheet, row, first + offset, None, "sum_label")
        book.write(sheet, row, first + 1, word, "sum_label")
    for offset, averaged, look in ((RATING, True, "sum"), (BEFORE, True, "sum"), (RP, True, "sum"),
                                   *([(GAMES, False, "sum_whole")] if len(words) > 2 else [])):
        values, cells = shown[offset - RATING].values[others], side.column(offset, work)
        whole = bool(others) and not np.isnan(values).any()
        total, sum_cell = float(np.sum(values)) if whole else np.nan, absolute(first + offset, average - 1)
        formula = resolver.resolve(f'=IF(AND(COUNT({cells})>0,COUNT({cells})={games}),SUM({cells}),"")')
        book.formula(sheet, average - 1, first + offset, formula, look, total)
        if averaged:
            formula = resolver.resolve(f'=IF(ISNUMBER({sum_cell}),{sum_cell}/{games},"")')
            book.formula(sheet, average, first + offset, formula, look, total / len(others) if whole else np.nan)
    if len(words) > 2:
        n, dp = side.column(GAMES, work), side.column(DP, work)
        weighted = float(np.sum(work.array("games")[others] * work.array("dp")[others])) if others else np.nan
        book.formula(sheet, average + 1, first + DP, f'=IF(COUNT({dp})>0,SUMPRODUCT({n},{dp}),"")', "sum", weighted)
