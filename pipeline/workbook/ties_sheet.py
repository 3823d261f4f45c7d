"""The sheet Tie-breaks: the codes of the order with all their helper columns, live; the rows are the ARPO sheet's."""

from __future__ import annotations

from collections.abc import Iterator

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.method.columns import NO_GAME
from pipeline.method.work import Work
from pipeline.registry import Column, key_of
from pipeline.tiebreaks.building import VALUES
from pipeline.tiebreaks.performance import SIZES
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.column_sheet import HEADING_HEIGHT, write_bands, write_column
from pipeline.workbook.layout import (
    ARPO,
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
from pipeline.workbook.sheets import HEADER_CHARACTERS
from pipeline.workbook.templates import on_sheet


def write_ties_sheet(book: Book) -> None:
    """Write the sheet, where the order has a code that needs it."""
    if not book.layout.ties:
        return
    work, sheet = book.work, book.sheet(TIES)
    subtitle = said(
        "{event} · {order} · {rules} · struck through: cut · slanted on grey: the dummy of an unplayed round",
        event=work.event.name, order=", ".join(code.code for code in work.codes), rules=work.settings.rules,
    )
    book.head(sheet, TIES, said("The tie-breaks, step by step"), subtitle)
    sheet.set_row(HEADER_ROW - 1, HEADING_HEIGHT)
    columns = tie_columns(work)
    values = _values_of(book)
    bands = [VALUES if column.key in values else column.band for column in columns]
    starts = [book.layout.ties[column.key].first for column in columns]
    write_bands(book, sheet, zip(bands, starts, strict=True), BAND_ROW)
    _write_first(book, sheet)
    for column in columns:
        for k in range(1, book.layout.ties[column.key].count + 1):
            _write_column(book, sheet, column, k)
    book.write(sheet, NO_GAME_ROW, 1, NO_GAME, "no_game")
    _mark(book, sheet)
    sheet.freeze_panes(NO_GAME_ROW - 1, 2)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (BAND_ROW, HEADER_ROW))
    sheet.repeat_columns(0, 1)
    # The values alone are printed: the helpers of a long order would fill dozens of pages.
    last = max(book.layout.ties[column.key].last for column in columns if column.key in values)
    sheet.print_area(0, 0, book.layout.last_row - 1, last)
    # On paper a cell's text ends where the printed columns do; the page's margin has it whole.
    sheet.set_header("&R&8" + book.told(subtitle).replace("&", "&&")[:HEADER_CHARACTERS])


def _values_of(book: Book) -> list[str]:
    """The columns of the codes themselves."""
    return [stage.code.column or f"before_{stage.number}" for stage in book.work.stages]


_PARTS = (("q", "bh"), ("fore_q", "fb"), ("sb_part", "sb"))
"""The contributions of each family of tie-breaks, by round."""


def _mark(book: Book, sheet: Worksheet) -> None:
    """In the rounds' contributions strike through what is cut, and shade the dummies of unplayed rounds.

    Where an order has several cuts of one tie-break, what any of them takes away is struck through.
    """
    layout = book.layout
    spans, games = layout.ties, layout.columns["row_of_opponent"]
    for part, code in _PARTS:
        if part not in spans:
            continue
        first = xl_col_to_name(spans[part].first)
        cells = FIRST_ROW - 1, spans[part].first, layout.last_row - 1, spans[part].last
        cuts = [key for key in spans if key.startswith((f"{code}_cut", f"{code}_m1_high", f"{code}_m2_high"))]
        game = on_sheet(ARPO, f"{xl_col_to_name(games.first)}{FIRST_ROW}")
        dummy = f"ISNUMBER({first}{FIRST_ROW}),{game}=1"
        # LibreOffice takes the first rule that fits, and no further one: what is both has one of its own.
        rules = [("dummy", f"=AND({dummy})")]
        if cuts:
            gone = ",".join(f"${xl_col_to_name(spans[key].first)}{FIRST_ROW}={first}${STEP_ROW}" for key in cuts)
            rules = [("cut_dummy", f"=AND({dummy},OR({gone}))"), ("cut", f"=OR({gone})"), *rules]
        for look, rule in rules:
            sheet.conditional_format(*cells, {"type": "formula", "criteria": rule, "format": book.formats[look]})
    for part, rule in _other_cuts(book):
        cells = FIRST_ROW - 1, spans[part].first, layout.last_row - 1, spans[part].last
        sheet.conditional_format(*cells, {"type": "formula", "criteria": rule, "format": book.formats["cut"]})


def _other_cuts(book: Book) -> Iterator[tuple[str, str]]:
    """What PS-C1, PS-C2 and ARO-C1 leave out: the column's key, and the rule for its first cell."""
    spans = book.layout.ties
    cut = max((n for n in (1, 2) if f"ps_c{n}" in spans), default=0)
    if cut:
        yield "running", f"={xl_col_to_name(spans['running'].first)}${STEP_ROW}<={cut}"
    if "aro_c1" in spans:
        span = spans["opponent_rating"]
        first, last = xl_col_to_name(span.first), xl_col_to_name(span.last)
        cell, row = f"{first}{FIRST_ROW}", f"${first}{FIRST_ROW}:${last}{FIRST_ROW}"
        yield "opponent_rating", (
            f"=AND({cell}>0,{cell}=SMALL({row},COUNTIF({row},0)+1),COUNTIF(${first}{FIRST_ROW}:{cell},{cell})=1)"
        )


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
