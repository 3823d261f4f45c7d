"""The Event sheet: the input as an editable grid, in the layout of the native event workbook."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from xlsxwriter.worksheet import Worksheet

from pipeline.event import RESULTS, Event, ResultCode
from pipeline.readers.above import said_above
from pipeline.readers.cells import HIGHEST_NUMBER
from pipeline.readers.colours import OTHER
from pipeline.words import Said, joined, said
from pipeline.workbook.layout import (
    EVENT,
    EVENT_HEADER_ROW,
    FIRST_ROW,
    NAME_ROW,
    RESULT_ROWS,
    ROUND_HEADINGS,
    EventGrid,
)
from pipeline.workbook.measure import heading_width
from pipeline.workbook.sheets import Sheets, Value
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import absolute

_HEADING_LINES = 2
_TEXT_COLUMNS = {"name", "title", "federation", "birth"}


def write_event_sheet(book: Sheets, event: Event, layout: EventGrid) -> None:
    """Write the sheet; all the other sheets recalculate from it."""
    sheet = book.sheet(EVENT)
    book.head(
        sheet, EVENT, said("The event"),
        said("Yellow cells may be changed, a game in both players' rows: every other sheet follows. To add players, "
        "add rows and make a new report from this file."),
    )
    # The native reader knows the name of an event by this label, so that a report can be the input of another.
    book.write(sheet, NAME_ROW, 0, said("Event"), "label")
    book.write(sheet, NAME_ROW, 1, event.name, "label_beside")
    for column, text in enumerate(said_above(event), start=layout.event["opponent"].first):
        sheet.write_string(NAME_ROW - 1, column, text, book.formats["label"])
    opposed, alone = (
        joined(" · ", [joined(" = ", [r.code, r.meaning]) for r in event.results.values() if bool(r.reply) == opposed])
        for opposed in (True, False)
    )
    book.write(sheet, NAME_ROW + 1, 0, said("Results: {meanings}", meanings=opposed), "subtitle")
    book.write(sheet, NAME_ROW + 2, 0, said("Without an opponent: {meanings}", meanings=alone), "subtitle")
    sheet.set_row(EVENT_HEADER_ROW - 1, _HEADING_LINES * LINE)
    # Once for all rounds, not once a round: that would take the time of rounds × rounds.
    by_round = {key: event.by_round(key) for key in ROUND_HEADINGS}
    for key, span in layout.event.items():
        stated = key == "points_stated" or key.startswith("stated")
        look = "stated" if stated else "input_text" if key in _TEXT_COLUMNS else "input"
        look = "stated_points" if key == "points_stated" else look
        for k in range(1, span.count + 1):
            heading = layout.event_headings.get(key) or Said(str(ROUND_HEADINGS[key]), {"n": k})
            book.write(sheet, EVENT_HEADER_ROW, span.at(k), heading, "heading")
            least = {"name": 26, "no": 7, "colour": 8}.get(key, 10)
            sheet.set_column(span.at(k), span.at(k), heading_width([book.told(heading)], least, _HEADING_LINES))
            for row, value in enumerate(_values(event, layout, by_round, key, k), start=FIRST_ROW):
                book.write(sheet, row, span.at(k), value, look)
    names = book.resolver(EVENT).names
    for k in range(1, layout.rounds + 1):
        opponent, result = layout.event["opponent"].at(k), layout.event["result"].at(k)
        sheet.data_validation(
            FIRST_ROW - 1, result, layout.last_row - 1, result,
            {
                "validate": "list", "source": "=" + names["result_codes"], "error_title": said("Result"),
                "error_message": said("Use {codes}, or leave it blank.", codes=" ".join(RESULTS)),
            },
        )
        sheet.data_validation(
            FIRST_ROW - 1, opponent, layout.last_row - 1, opponent,
            {
                "validate": "integer", "criteria": "between", "minimum": 1, "maximum": HIGHEST_NUMBER,
                "error_title": said("Opponent"), "error_message": said("Write the opponent's number, or leave it "
                "blank."),
            },
        )
    if "colour" in layout.event:
        colours = layout.event["colour"]
        sheet.data_validation(
            FIRST_ROW - 1, colours.first, layout.last_row - 1, colours.last,
            {
                "validate": "list", "source": list(OTHER), "error_title": said("Colour"),
                "error_message": said("Write w for White or b for Black, or leave it blank."),
            },
        )
    sheet.freeze_panes(EVENT_HEADER_ROW, 2)
    book.print_setup(sheet, (EVENT_HEADER_ROW, EVENT_HEADER_ROW))
    if "colour" in layout.event:
        # With the colours the page would be too small to be read.
        sheet.print_area(0, 0, layout.last_row - 1, layout.event["colour"].first - 1)


def _values(
    event: Event, layout: EventGrid, by_round: Mapping[str, np.ndarray], key: str, k: int
) -> list[Value]:
    if key == "no":
        return event.players.index.tolist()
    if key in by_round:
        values = by_round[key][:, k - 1].tolist()
    elif key in event.players:
        values = event.players[key].tolist()
    else:
        values = event.stated[layout.event_headings[key]].tolist()
    return [None if pd.isna(value) else value for value in values]


def write_results_table(book: Sheets, sheet: Worksheet, column: int, results: Mapping[str, ResultCode]) -> None:
    """Write what each result letter counts (`results`), from `column` on in the rows RESULT_ROWS.

    Its headings stand a row below those of the table beside it, which every printed page repeats.
    """
    headings = (said("Result"), said("Meaning"), said("Has opponent"), said("Game"), said("Points in game"),
    said("Score"))
    book.row(sheet, RESULT_ROWS[0] - 1, column, headings, "heading")
    for at, (heading, least) in enumerate(zip(headings, (12, 37, 8, 8, 8, 8), strict=True), start=column):
        sheet.set_column(at, at, heading_width([book.told(heading)], least, 1))
    for row, result in enumerate(results.values(), start=RESULT_ROWS[0]):
        book.write(sheet, row, column, result.code, "code")
        book.write(sheet, row, column + 1, result.meaning, "text")
        book.row(sheet, row, column + 2, (float(bool(result.reply)), float(result.played)), "whole")
        book.row(sheet, row, column + 4, (result.points, result.score), "direct")


def result_cells(sheet: str, column: int) -> dict[str, tuple[str, str]]:
    """The named cells of that table on `sheet`."""
    first, last = RESULT_ROWS
    names = ("codes", "meanings", "opponents", "games", "points", "scores")
    return {f"result_{name}": (sheet, absolute(column + i, first, last_row=last)) for i, name in enumerate(names)}
