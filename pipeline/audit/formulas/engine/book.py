"""The cells of a workbook as formulas see them: the stored values of its grids, and its formulas as shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.addresses import Position
from pipeline.audit.formulas.engine.shape import Formula, parsed, unread
from pipeline.readers.grid import Formulas, Grid

Stored = float | str | bool | None
MOST_CHARACTERS = 4_000_000
"""Formulas of a book are read up to so many characters of them; those like the one above count for nothing."""


class Allowance:
    """How much may still be done of something that a file could ask for without end."""

    def __init__(self, left: int) -> None:
        """Begin with so much."""
        self.left = left

    def take(self, amount: int) -> bool:
        """Take so much; whether there was so much left."""
        self.left -= amount
        return self.left >= 0


class SheetCells:
    """A sheet's stored values and formulas, by position."""

    def __init__(self, name: str, formulas: Formulas, rows: Sequence[Sequence[object]], characters: Allowance) -> None:
        """The cells of a sheet; `characters` is what may still be read of formulas."""
        self.name = name
        self.texts: Mapping[Position, tuple[str, Position]] = formulas.texts
        """The text of each formula, and the cell that it was written for."""
        self._formulas, self._rows, self._characters = formulas, rows, characters
        self.height = max(len(rows), 1 + max((row for row, _ in formulas.texts), default=-1))
        """So many rows hold anything."""
        self._parsed: dict[Position, Formula | None] = {}
        self._above: dict[int, Formula] = {}

    def value(self, at: Position) -> Stored:
        """The stored value of a cell; None for a blank, and for a formula that the file holds none for."""
        row, column = at
        if row >= len(self._rows) or column >= len(self._rows[row]):
            return None
        found = self._rows[row][column]
        if type(found) is float and at not in self._formulas.unvalued:
            return found
        return self._converted(found, at)

    def _converted(self, found: object, at: Position) -> Stored:
        if at in self._formulas.unvalued:
            return None
        if found is None:
            return "" if at in self._formulas.blank_texts else None
        if isinstance(found, bool | str):
            return found
        if isinstance(found, int | float):
            try:
                return float(found)
            except OverflowError:
                return float("inf")
        return float(self._formulas.serial(found))

    def is_unvalued(self, at: Position) -> bool:
        """Whether the cell has a formula that the file holds no value for."""
        return at in self._formulas.unvalued

    def has_formula(self, at: Position) -> bool:
        """Whether the cell has a formula of any kind."""
        return at in self.texts or at in self._formulas.of_blocks

    def formula(self, at: Position) -> Formula | None:
        """The formula of a cell; read when it is asked for, since a workbook has many that nobody looks at."""
        try:
            return self._parsed[at]
        except KeyError:
            written = self.texts.get(at)
            found = self._parsed[at] = self._read(*written, at) if written else None
            return found

    def _read(self, text: str, origin: Position, at: Position) -> Formula:
        """Most formulas are those of the cell above, filled down: that can be seen without taking them apart."""
        if origin != at and self.texts.get(origin) == (text, origin):
            found = self.formula(origin)
            assert found is not None
            return found
        above = self._above.get(origin[1])
        if above is not None and above.is_written(text, *origin):
            return above
        found = parsed(text, *origin) if self._characters.take(len(text)) else unread(text, "so many formulas")
        self._above[origin[1]] = found
        return found


class BookCells:
    """The sheets of a workbook, each looked at when it is first asked for; capitals make no difference to names."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        """Take the cells from `grids`."""
        self._grids: dict[str, Grid] = {}
        for grid in grids:
            self._grids.setdefault(grid.sheet.casefold(), grid)
        self._sheets: dict[str, SheetCells] = {}
        self._characters = Allowance(MOST_CHARACTERS)

    def sheet(self, name: str) -> SheetCells:
        """The cells of the sheet called `name`; none where there is no such sheet."""
        found = self._sheets.get(name)
        if found is None:
            grid = self._grids.get(name.casefold())
            if grid is not None and grid.sheet != name:
                found = self.sheet(grid.sheet)
            else:
                formulas, rows = (grid.formulas, grid.rows) if grid is not None else (Formulas(), [])
                found = SheetCells(name, formulas, rows, self._characters)
            self._sheets[name] = found
        return found

    def has_formulas(self, name: str) -> bool:
        """Whether a sheet holds any formula that can be looked at."""
        return bool(self.sheet(name).texts)
