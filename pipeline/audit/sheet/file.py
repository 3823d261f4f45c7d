"""The audited file: its sheets, its event where it holds one, and its parts where it is an Excel workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.sheet.head import find_head, without_audited
from pipeline.audit.sheet.package import Package
from pipeline.audit.sheet.problems import problem
from pipeline.audit.sheet.reading import no_table
from pipeline.errors import InputError, Place
from pipeline.event import Event, Note, Reading, Source
from pipeline.limits import Limits
from pipeline.readers import read_file
from pipeline.readers.builder import EventBuilder
from pipeline.readers.grid import Grid, UnvaluedFormula, column_letters
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.layouts import has_games, read_grids
from pipeline.readers.layouts.settings_sheet import read_settings

_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class SheetContent:
    """What a grid holds, in a form that one process can hand to another."""

    name: str
    rows: list[list[object]]
    typed: bool
    hidden: bool
    merged: tuple[tuple[int, int, int, int], ...]

    def grid(self) -> Grid:
        """The grid again; its cells are named as a workbook's, also those of a text file."""
        return Grid(
            self.name, lambda: self.rows, lambda row, column: Place(self.name, f"{column_letters(column)}{row + 1}"),
            self.typed, self.hidden, merged=self.merged,
        )


@dataclass(frozen=True)
class FileContent(Reading):
    """What the reading process hands over: the sheets, and the event in them or why there is none."""

    source: Source
    sheets: Sequence[SheetContent]
    event: Event | None
    error: InputError | None
    notes: tuple[Note, ...] = ()


def _content(path: Path, data: bytes, grids: list[Grid], hints: Hints) -> FileContent:
    """Reads everything once; a table without an event is no error here, for it may come with one of another file."""
    event, error = None, None
    try:
        event = read_grids(path, grids, hints)
    except InputError as found:
        error = found
    sheets = [SheetContent(grid.sheet, grid.rows, grid.typed, grid.hidden, grid.merged) for grid in grids]
    return FileContent(event.source if event else Source(path, "", "", ""), sheets, event, error)


@dataclass(frozen=True)
class AuditedFile:
    """The audited file, opened. `own_event` is the event that it holds itself, if it does."""

    path: Path
    grids: list[Grid]
    package: Package | None
    own_event: Event | None = None
    error: InputError | None = None
    hints: Hints = field(default=NONE)

    @cached_property
    def book(self) -> BookCells | None:
        """The cells of the workbook with their formulas; None for other files."""
        return BookCells(self.package) if self.package else None

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
    """The audited file, parsed in a process of its own; formulas without a stored value are calculated.

    Raises FileError where it can't be read.
    """
    content = read_file(path, _content, limits, hints, isolated=True)
    grids = [sheet.grid() for sheet in content.sheets]
    package = _package(path)
    file = AuditedFile(path, grids, package, content.event, content.error, hints)
    if file.book is not None:
        _fill_in(file.book, grids)
    return file


def _package(path: Path) -> Package | None:
    with path.open("rb") as stream:
        if stream.read(len(_ZIP)) != _ZIP:
            return None
    package = Package.read(path)
    return package if package.workbook in package.parts else None


def _fill_in(book: BookCells, grids: list[Grid]) -> None:
    """Give formulas that the file holds no value for the one that they have, where that can be calculated."""
    recalculation = Recalculation(book)
    for grid in grids:
        for row, values in enumerate(grid.rows):
            for column, value in enumerate(values):
                if isinstance(value, UnvaluedFormula):
                    try:
                        values[column] = recalculation.value(grid.sheet, (row, column))
                    except NotEvaluated:
                        continue  # stays a formula without a value, which the audit then says
