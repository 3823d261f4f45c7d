"""The audited file: its sheets, its event where it holds one, and its parts where it is an Excel workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pipeline.addresses import address_of
from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.sheet.head import find_head, without_audited
from pipeline.audit.sheet.problems import problem
from pipeline.audit.sheet.reading import no_table
from pipeline.errors import InputError, Place
from pipeline.event import Event
from pipeline.limits import Limits
from pipeline.readers import FileBytes, file_bytes
from pipeline.readers.builder import EventBuilder
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid, UnvaluedFormula
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.layouts import has_games, read_grids
from pipeline.readers.layouts.settings_sheet import read_settings


@dataclass(frozen=True)
class AuditedFile:
    """The audited file, opened. `own_event` is the event that it holds itself, if it does."""

    path: Path
    data: bytes
    grids: list[Grid]
    own_event: Event | None = None
    error: InputError | None = None
    hints: Hints = field(default=NONE)

    @cached_property
    def book(self) -> BookCells | None:
        """The cells of the workbook with their formulas; None for other files."""
        return BookCells(self.grids) if self._is_workbook else None

    @property
    def workbook(self) -> bytes | None:
        """The bytes of the workbook, which the annotated copy is made from; None for other files."""
        return self.data if self._is_workbook else None

    @property
    def _is_workbook(self) -> bool:
        return any(grid.member for grid in self.grids)

    def settings(self) -> Mapping[str, object]:
        """The settings that the file carries, whether or not it holds the games, too.

        Raises InputError where one of them can't be.
        """
        builder = EventBuilder(self.path, "")
        found = read_settings(self.grids, builder)
        if builder.problems:
            raise InputError(self.path, builder.problems)
        return found

    def event(self) -> Event:
        """The event that the file holds.

        The columns to be audited are no part of it: what stands in them, a text or a formula without a value, keeps
        nobody from reading the rest. Raises InputError, which says so where there are no games at all.
        """
        if self.own_event is not None:
            return self.own_event
        assert self.error is not None
        heads = [head for grid in self.grids if (head := find_head(grid)) is not None]
        others = [without_audited(grid) for grid in self.grids]
        if has_games(others):
            try:
                return read_grids(self.path, others, self.hints)
            except InputError as found:
                raise (self.error if has_games(self.grids) else found) from None
        if not heads:
            raise no_table(self.path, self.grids) from self.error
        place = heads[0].grid.place(heads[0].row, 0)
        raise InputError(self.path, [problem("no_games", place)]) from self.error


def opened(path: Path, limits: Limits, hints: Hints) -> AuditedFile:
    """The audited file, read in this process; see `opened_bytes`. Raises FileError where it can't be read."""
    return opened_bytes(file_bytes(path, limits), hints)


def opened_bytes(file: FileBytes, hints: Hints) -> AuditedFile:
    """The audited file from its bytes; formulas without a stored value are calculated. Raises FileError.

    A table without an event is no error here, for it may come with one of another file.
    """
    grids = open_grids(file.path, file.data)
    event, error = None, None
    try:
        event = read_grids(file.path, grids, hints)
    except InputError as found:
        error = found
    opened_file = AuditedFile(file.path, file.data, [_as_in_a_workbook(grid) for grid in grids], event, error, hints)
    if opened_file.book is not None:
        _fill_in(opened_file.book, opened_file.grids)
    return opened_file


def _as_in_a_workbook(grid: Grid) -> Grid:
    """The grid with its cells named as a workbook's, also those of a text file; hidden rows are looked at, too."""
    return Grid(
        grid.sheet, lambda: grid.rows, lambda row, column: Place(grid.sheet, address_of(row, column)), grid.typed,
        grid.hidden, merged=grid.merged, load_formulas=lambda: grid.formulas, member=grid.member,
    )  # fmt: skip


def _fill_in(book: BookCells, grids: list[Grid]) -> None:
    """Give formulas that the file holds no value for the one that they have, where that can be calculated."""
    recalculation = Recalculation(book)
    for grid in grids:
        for row, column in grid.formulas.unvalued:
            if isinstance(grid.value(row, column), UnvaluedFormula):
                try:
                    grid.rows[row][column] = recalculation.value(grid.sheet, (row, column))
                except NotEvaluated:
                    continue  # stays a formula without a value, which the audit then says
