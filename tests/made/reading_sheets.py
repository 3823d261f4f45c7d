"""Sheets held in memory for the tests of what an audit reads: the video's event, FIDE's table, c over the field."""

from pathlib import Path
from typing import Any

from made.tables import video_columns

from pipeline.audit.report.findings import Audit
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.reading import read_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.errors import Place
from pipeline.event import Event
from pipeline.method.settings import Settings, with_values
from pipeline.readers.grid import Grid

COLUMNS = {key: [round(value, 2) for value in values] for key, values in video_columns("fide", "field").items()}
NAMES = [f"Player {letter}" for letter in "ABCDEFGH"]
GIVEN = with_values(Settings(), {"dp": "fide", "c": "field", "start": "performance"}, "command line")
Rows = list[list[Any]]


def rows_of(*keys: str, headings: tuple[str, ...] | None = None, names: list[str] | None = None) -> Rows:
    """A table with number, name and these columns of the video, under their keys or other headings."""
    table: Rows = [["No.", "Name", *(headings or keys)]]
    for i, name in enumerate(names or NAMES):
        table.append([i + 1, name, *(COLUMNS[key][i] for key in keys)])
    return table


def grid_of(rows: Rows, merged: tuple[tuple[int, int, int, int], ...] = (), sheet: str = "Hand") -> Grid:
    """A sheet with these rows."""
    return Grid(sheet, lambda: rows, lambda row, column: Place(sheet, f"R{row + 1}C{column + 1}"), True, merged=merged)


def table_of(rows: Rows, event: Event, merged: tuple[tuple[int, int, int, int], ...] = ()) -> StatedTable:
    """What an audit reads of these rows."""
    return read_table(Path("hand.xlsx"), [grid_of(rows, merged)], event)


def audit_of(rows: Rows, event: Event, settings: Settings = GIVEN) -> Audit:
    """The audit of these rows."""
    return audit_table(table_of(rows, event), event, settings)


def remarks_of(found: Audit | StatedTable) -> dict[str, dict[str, object]]:
    """The details of the remarks, by name."""
    return {remark.name: dict(remark.details) for remark in found.remarks}
