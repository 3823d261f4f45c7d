"""The settings that a workbook carries: its Settings sheet, or the list of settings on a report's Summary sheet."""

from __future__ import annotations

from pipeline.errors import UsageError
from pipeline.method.settings import NAMES, Settings, with_values
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import Cells, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.vocabulary import is_heading
from pipeline.words import said


def read_settings(grids: list[Grid], builder: EventBuilder) -> dict[str, object]:
    """The settings by name; a wrong one becomes a problem of the builder. Empty where the workbook has none."""
    sheets = {grid.sheet.casefold(): grid for grid in grids}
    if "settings" in sheets:
        grid = sheets["settings"]
        start = _find_table(grid)
        return _read_rows(grid, builder, *(start or (-1, 0)), strict=True)
    start = _find_table(sheets["summary"]) if "summary" in sheets else None
    return _read_rows(sheets["summary"], builder, *start, strict=False) if start else {}


def _find_table(grid: Grid) -> tuple[int, int] | None:
    """Row and column of the heading “Setting” (or “Name”) that has “Value” beside it."""
    for row in range(len(grid.rows)):
        for column in range(len(grid.rows[row])):
            if is_heading(grid.text(row, column), "setting") and is_heading(grid.text(row, column + 1), "value"):
                return row, column
    return None


def _read_rows(grid: Grid, builder: EventBuilder, header: int, column: int, strict: bool) -> dict[str, object]:
    """The settings under a header; `strict` where nothing else may stand there, else up to the first blank row."""
    cells = Cells(grid, builder)
    values: dict[str, object] = {}
    for row in range(header + 1, len(grid.rows)):
        name = grid.text(row, column).casefold()
        if not name and not strict:
            break
        if not name or grid.is_blank(row, column + 1) or (name not in NAMES and not strict):
            continue
        if not cells.is_sound(row, column + 1, said("the setting {name}", name=name)):
            continue
        value = grid.value(row, column + 1)
        if name in values:
            builder.problem(
                cells.place(row, column),
                said("the setting {name} stands twice.", name=name),
                said("Delete one of them."),
            )
            continue
        try:
            with_values(Settings(), {name: value}, said("this cell"))
        except UsageError as error:
            mend = error.mend or said("Settings are: {names}.", names=", ".join(NAMES))
            if name in NAMES:
                what = said("{value} can't be the value of a setting ({name}).", value=quoted(value), name=name)
            else:
                what = said("{name} can't be the name of a setting.", name=quoted(name))
            builder.problem(cells.place(row, column + (name in NAMES)), what, mend)
            continue
        values[name] = value.strip() if isinstance(value, str) else value
    return values
