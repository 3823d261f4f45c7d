"""What is known while a workbook is recalculated: cells, blocks of cells, and how much may still be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.addresses import Position
from pipeline.audit.formulas.engine.book import Allowance, BookCells, SheetCells, Stored
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import LARGEST_BLOCK, Block, KeptBlock

MOST_VISITED = 20_000_000
"""Cells and references that the formulas of a book may look at, again and again; some seconds' work."""
MOST_KEPT = 1_000_000
"""Cells of blocks that are kept for the next formula."""
_TOO_MANY = "so many cells"


class Waiting(Exception):
    """Other cells have to be calculated first."""

    def __init__(self, cells: Sequence[tuple[Values, Position]]) -> None:
        super().__init__()
        self.cells = cells


class Values(dict[Position, Stored | NotEvaluated]):
    """What is known of a sheet's cells: values, error values as their texts, and why a cell isn't calculated.

    Asking for a cell whose formula hasn't been calculated raises Waiting.
    """

    def __init__(self, cells: SheetCells) -> None:
        super().__init__()
        self.cells = cells

    def __missing__(self, at: Position) -> Stored:
        if at in self.cells.texts:
            raise Waiting([(self, at)])
        found = self[at] = self.cells.value(at)
        return found

    def taken(self, at: Position) -> Stored:
        """The value that a formula takes: the stored one where the cell is of a kind that isn't calculated.

        Raises NotEvaluated where it has none.
        """
        found = self[at]
        if not isinstance(found, NotEvaluated):
            return found
        if self.cells.is_unvalued(at):
            raise NotEvaluated(str(found))
        return self.cells.value(at)


class State:
    """The values of all sheets, and blocks of them."""

    def __init__(self, book: BookCells) -> None:
        """Begin with the stored values of cells without a formula."""
        self._book = book
        self._sheets: dict[str, Values] = {}
        self._blocks: dict[tuple[str, int, int, int, int], KeptBlock] = {}
        self._visits = Allowance(MOST_VISITED)
        self._kept = Allowance(MOST_KEPT)

    def values(self, sheet: str) -> Values:
        """The values of the sheet called `sheet`."""
        found = self._sheets.get(sheet)
        if found is None:
            cells = self._book.sheet(sheet)
            found = self._sheets.get(cells.name)
            if found is None:
                found = self._sheets[cells.name] = Values(cells)
            self._sheets[sheet] = found
        return found

    def visit(self, count: int) -> None:
        """Note that so many cells are looked at. Raises NotEvaluated where that makes too many."""
        if not self._visits.take(count):
            raise NotEvaluated(_TOO_MANY)

    def kept_block(self, values: Values, bounds: tuple[int, int, int, int]) -> KeptBlock:
        """A block that many formulas look in; it is put together once."""
        key = values.cells.name, *bounds
        if key in self._blocks:
            return self._blocks[key]
        found = KeptBlock(self.block(values, bounds))
        if self._kept.take(len(found) * len(found[0])):
            self._blocks[key] = found
        return found

    def block(self, values: Values, bounds: tuple[int, int, int, int]) -> Block:
        """The values of a block of cells: first row, first column, last row, last column."""
        top, left, bottom, right = bounds
        count = (bottom - top + 1) * (right - left + 1)
        if count > LARGEST_BLOCK:
            raise NotEvaluated("whole columns")
        self.visit(count)
        waiting: list[tuple[Values, Position]] = []
        texts, stored = values.cells.texts, values.cells.value
        rows: Block = []
        end = min(bottom + 1, values.cells.height)
        for row in range(top, end):
            line: list[Stored] = []
            for at in [(row, column) for column in range(left, right + 1)]:
                if at in values:
                    line.append(values.taken(at))
                elif at in texts:
                    waiting.append((values, at))
                else:
                    line.append(stored(at))
            rows.append(line)
        if waiting:
            raise Waiting(waiting)
        blank: list[Stored] = [None] * (right - left + 1)
        return rows + [blank] * (bottom + 1 - max(end, top))
