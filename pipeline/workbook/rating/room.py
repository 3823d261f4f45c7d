"""Whether a workbook has room for a rating report, asked before the first cell is written."""

from __future__ import annotations

from pipeline.errors import TooMuchError
from pipeline.limits import MB, Limits
from pipeline.rating.calculation import RatingCalculation
from pipeline.words import joined, said
from pipeline.workbook.rating.layout import layout_of
from pipeline.workbook.room import check_event, check_sheet

_CELL = 350
"""Bytes that a cell takes while a workbook is being written, with its formula (measured with xlsxwriter)."""
_DIVIDE = said("Divide the event into several files.")


def check_rating_report(calculation: RatingCalculation, limits: Limits) -> None:
    """Raise TooMuchError where a workbook can't hold the report, or writing it would take more than `limits` allow."""
    event = calculation.work.entry.event
    if event is not None:
        check_event(event)
    cells = 0
    for name, table in layout_of(calculation).tables.items():
        check_sheet(name, table.last_row, table.width, _DIVIDE)
        cells += len(table.frame) * table.width
    if cells * _CELL > limits.workbook_mb * MB:
        raise TooMuchError(
            said(
                "the workbook of {count:,} players would have {cells:,} formulas, which take some "
                "{size:,} MB of memory to write, and the limit is {limit:,}.",
                count=len(calculation.work.frame), cells=cells, size=cells * _CELL // MB,
                limit=limits.workbook_mb,
            ),
            joined("", [_DIVIDE, limits.hint()]),
        )
