"""The settings that a workbook carries: its Settings sheet, or the list of settings on a report's Summary sheet."""

from __future__ import annotations

from pipeline.errors import Place, UsageError
from pipeline.language import SETTING as LANGUAGE
from pipeline.method.choices import in_words, setting_called, value_called
from pipeline.method.settings import CHOICES, NAMES, Settings, with_values
from pipeline.readers.builder import EventBuilder
from pipeline.readers.cells import Cells, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.vocabulary import is_heading
from pipeline.words import in_all, joined, said

SETTINGS_SHEETS = tuple(name.casefold() for name in in_all(said("Settings")))
SUMMARY_SHEETS = tuple(name.casefold() for name in in_all(said("Summary")))
"""The sheets of ours that have settings, in every language."""
KNOWN = (*NAMES, LANGUAGE)
"""The settings that such a sheet may have."""


def read_settings(grids: list[Grid], builder: EventBuilder) -> dict[str, object]:
    """The settings by name; a wrong one becomes a problem of the builder. Empty where the workbook has none."""
    sheets = {grid.sheet.casefold(): grid for grid in grids}
    named = next((sheets[name] for name in SETTINGS_SHEETS if name in sheets), None)
    if named is not None:
        grid = named
        start = _find_table(grid)
        return _read_rows(grid, builder, *(start or (-1, 0)), strict=True)
    summary = next((sheets[name] for name in SUMMARY_SHEETS if name in sheets), None)
    start = _find_table(summary) if summary is not None else None
    return _read_rows(summary, builder, *start, strict=False) if summary is not None and start else {}


RATING_SETTINGS = ("rules", "type", "kind", "k", "year", "average", "difference")
"""Settings of `rate`, which a Settings sheet may hold, too; the method has nothing to do with them."""
_OF_REPORTS = ("rules", "kind", "k", "year")
"""Those that a rating report's own list hands on: what the file's other sheets can't tell."""


def rating_settings(grids: list[Grid]) -> dict[str, tuple[object, Place]]:
    """The settings of `rate` that a workbook carries, by name, each with its place; not checked."""
    found: dict[str, tuple[object, Place]] = {}
    for grid in grids:
        sheet = grid.sheet.casefold()
        is_ours = sheet in SETTINGS_SHEETS
        start = _find_table(grid) if is_ours or sheet in SUMMARY_SHEETS else None
        if start is None and is_ours:
            start = (-1, 0)
        for row in range(start[0] + 1, len(grid.rows)) if start else ():
            name = setting_called(grid.text(row, start[1])) if start else ""
            known = RATING_SETTINGS if is_ours else _OF_REPORTS
            if start and name in known and not grid.is_blank(row, start[1] + 1):
                found.setdefault(name, (grid.value(row, start[1] + 1), grid.place(row, start[1] + 1)))
    return found


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
        name = setting_called(grid.text(row, column))
        if not name and not strict:
            break
        if not name or grid.is_blank(row, column + 1) or (name not in KNOWN and not strict):
            continue
        if name in RATING_SETTINGS and name not in KNOWN:
            continue
        if not cells.is_sound(row, column + 1, said("the setting {name}", name=in_words(name))):
            continue
        shown = grid.value(row, column + 1)
        value = value_called(shown) if isinstance(shown, str) and name in CHOICES else shown
        if name in values:
            builder.problem(
                cells.place(row, column),
                said("the setting {name} stands twice.", name=in_words(name)),
                said("Delete one of them."),
            )
            continue
        try:
            with_values(Settings(), {name: value}, said("this cell"))
        except UsageError as error:
            mend = error.mend or said("Settings are: {names}.", names=joined(", ", map(in_words, NAMES)))
            if name in KNOWN:
                called = in_words(name)
                what = said("{value} can't be the value of a setting ({name}).", value=quoted(shown), name=called)
            else:
                what = said("{name} can't be the name of a setting.", name=quoted(name))
            builder.problem(cells.place(row, column + (name in KNOWN)), what, mend)
            continue
        values[name] = value.strip() if isinstance(value, str) else value
    return values
