"""How far the cells of a sheet reach: the table that a parser will lay out in memory, blank cells included."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pipeline.addresses import column_letters, column_number
from pipeline.errors import FileError
from pipeline.limits import Limits
from pipeline.readers.preflight.findings import too_large
from pipeline.words import said

_CORNER = re.compile(r"\$?([A-Za-z]{0,9})\$?([0-9]{0,18})")


@dataclass
class Extent:
    """The last row and the last column (both from 1) that anything of a sheet stands in."""

    rows: int = 0
    columns: int = 0

    @property
    def cells(self) -> int:
        """The size of the table from A1 to there."""
        return self.rows * self.columns

    def reach(self, row: int, column: int) -> None:
        """Take in a cell (from 1)."""
        if row > self.rows:
            self.rows = row
        if column > self.columns:
            self.columns = column

    def reach_reference(self, reference: str) -> None:
        """Take in an address or a range such as B3, A1:C7, A:C or 2:9; what is none of these is left to the parser."""
        for corner in reference.replace(" ", ":").split(":"):
            match = _CORNER.fullmatch(corner.rpartition("!")[2])
            if match:
                self.reach(int(match[2] or 0), column_number(match[1]))

    def exceeds(self, limits: Limits) -> bool:
        """Whether a parser would have to lay out more than the limits allow."""
        return self.cells > limits.cells or self.rows > limits.rows or self.columns > limits.columns

    def refusal(self, path: Path, sheet: str, limits: Limits) -> FileError:
        """The error for a sheet that reaches too far."""
        address = f"{column_letters(self.columns - 1)}{self.rows}"
        last = address if self.columns <= 99_999 else said("in row {row}", row=self.rows)
        return too_large(
            path,
            said(
                "sheet {sheet} reaches to cell {last}, which makes {cells:,} cells (limits: {most_cells:,} "
                "cells, {rows:,} rows, {columns:,} columns).",
                sheet=sheet, last=last, cells=self.cells, most_cells=limits.cells, rows=limits.rows,
                columns=limits.columns,
            ),
            said(
                "Probably a cell far outside the table was filled or formatted by mistake. In Excel, "
                "Ctrl+End goes to it: delete the rows under the table and the columns right of it, and save."
            ),
            limits,
        )
