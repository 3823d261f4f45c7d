"""The tie-breaks of C.07 on the sheet Player: what each round brought each of the two, and the sums under it, live."""

from __future__ import annotations

import numpy as np
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.explaining.tie_breaks import BROUGHT, tie_stages
from pipeline.explaining.tie_sums import column_of, cuts_of, elements_of, family_of
from pipeline.made_from import Floats
from pipeline.method.work import Work
from pipeline.tiebreaks.ranking import Stage
from pipeline.words import Said, said
from pipeline.workbook.book import Book
from pipeline.workbook.codes import code_formula, code_look
from pipeline.workbook.names import PLAYER
from pipeline.workbook.player.layout import FIRST_ROUND, Side, label, list_cells
from pipeline.workbook.player.terms import Term
from pipeline.workbook.sheets import Value
from pipeline.workbook.styles import LINE

POINTS, FAMILIES, MOST = 2, 3, 5
"""Columns counted from a side's first: the points, the first family of rounds; so many of these there is room for."""
_RATINGS = ("opponent_rating",)
"""Families of whole numbers; others are points, or parts of them."""
_LOOKS = {"points": "points_right", "quarters": "two", "whole": "integer", "direct": "direct_right"}


def code_terms(book: Book) -> list[Term]:
    """A line for each of the codes: its value, as the standings have it."""
    return [_code_term(stage, book.calculation.listed.values(stage)) for stage in tie_stages(book.work)]


def _code_term(stage: Stage, values: Floats) -> Term:
    formula, words = code_formula(stage), said("{code}: {title}", code=stage.code.code, title=stage.code.title)
    return Term(words, lambda work, side: formula.replace("{at}", side.place),
                lambda work, at, rival: float(values[at]), _LOOKS[code_look(stage, values)])


def families_of(work: Work) -> list[str]:
    """The families of rounds that the codes' sums are made of; so many as there is room for."""
    those = [stage for stage in tie_stages(work) if stage.code.column]
    return list(dict.fromkeys(filter(None, (family_of(work, column_of(stage.code)) for stage in those))))[:MOST]


def write_ties(book: Book, sheet: Worksheet, sides: tuple[Side, Side], top: int) -> int:
    """Write it under row `top`; returns the last row. Nothing where the order has no such code."""
    families = families_of(book.work)
    if not families:
        return top
    row = top + 2
    for side in sides:
        _write_side(book, sheet, side, families, row)
    book.write(sheet, row, 0, said("Rd"), "heading")
    for k in range(1, book.work.event.rounds + 1):
        book.write(sheet, row + k, 0, k, "whole")
    sheet.set_row(row - 1, 3 * LINE)
    return row + book.work.event.rounds + 1


def _write_side(book: Book, sheet: Worksheet, side: Side, families: list[str], top: int) -> None:
    work, resolver, first = book.work, book.resolver(PLAYER), side.first
    codes = [stage for stage in tie_stages(work) if stage.code.column]
    cuts = {stage.code.code: cuts_of(work, column_of(stage.code)) for stage in codes}
    has_cuts = any(cuts.values())
    formula = f'=IF({side.place}=0,"",INDEX({list_cells(work)},{side.place}))'
    book.formula(sheet, top - 1, first, formula, "label", label(work, side.at))
    headings: list[Said | str] = [said("No."), said("Opponent"), said("Points"), *(BROUGHT[name] for name in families)]
    book.row(sheet, top, first, headings, "heading")
    if has_cuts:
        gone = first + FAMILIES + len(families)
        sheet.merge_range(top - 1, gone, top - 1, gone + 1, said("cut from"), book.formats["heading"])
    for k in range(1, work.event.rounds + 1):
        row, above = top + k, FIRST_ROUND + k - 1
        for offset, look in ((0, "whole"), (1, "text")):
            cell = f"${xl_col_to_name(first + offset)}{above}"
            number = work.frame[f"opponent_{k}"].iloc[side.at]
            who: Value = number if not offset else (
                "" if number != number else str(work.event.players["name"][int(number)])
            )
            book.formula(sheet, row, first + offset, f'=IF({cell}="","",{cell})', look, who)
        for i, family in enumerate(["award", *families]):
            cell = f"INDEX([{family}:block],{side.place},$A{row})"
            empty = f"{cell}=0" if family == "opponent_rating" else f'{cell}=""'
            formula = resolver.resolve(f'=IF({side.place}=0,"",IF({empty},"",{cell}))')
            value = dict(elements_of(work, family, side.at)).get(k)
            look = "whole" if family in _RATINGS else "direct"
            book.formula(sheet, row, first + POINTS + i, formula, look, value)
        if has_cuts:
            _write_gone(book, sheet, side, cuts, (row, gone), k)
    total = top + work.event.rounds + 1
    for offset in range(FAMILIES + len(families)):
        book.write(sheet, total, first + offset, None, "sum_label")
    book.write(sheet, total, first + 1, said("Sum"), "sum_label")
    for i, family in enumerate(["award", *families]):
        letter = xl_col_to_name(first + POINTS + i)
        cells = f"${letter}${top + 1}:${letter}${total - 1}"
        formula = f'=IF(COUNT({cells})=0,"",SUM({cells}))'
        values = [value for _, value in elements_of(work, family, side.at)]
        book.formula(sheet, total, first + POINTS + i, formula,
                     "sum_whole" if family in _RATINGS else "sum_direct", float(np.sum(values)) if values else None)


def _write_gone(
    book: Book, sheet: Worksheet, side: Side, cuts: dict[str, list[str]], at: tuple[int, int], k: int
) -> None:
    """Which codes cut the round; `at` is the row, and the first of two columns."""
    work, (row, column) = book.work, at
    place = f"MAX({side.place},1)"
    parts, value = [], ""
    for code, keys in cuts.items():
        if keys:
            conditions = ",".join(f"INDEX([{key}:players],{place})=$A{row}" for key in keys)
            parts.append(f'IF(OR({conditions}),"{code} ","")')
            value += f"{code} " if any(int(work.values[key][side.at]) == k for key in keys) else ""
    sheet.merge_range(row - 1, column, row - 1, column + 1, "", book.formats["code"])
    formula = book.resolver(PLAYER).resolve(f'=IF({side.place}=0,"",{"&".join(parts)})')
    book.formula(sheet, row, column, formula, "code", value)
