"""The book of the ARPO report: the sheets' common ground, with the calculation and the layout of this report."""

from __future__ import annotations

from pathlib import Path

from pipeline.method.calculation import Calculation
from pipeline.workbook.layout import Layout
from pipeline.workbook.resolver import Resolver
from pipeline.workbook.sheets import Sheets
from pipeline.workbook.styles import DP_FORMATS


class Book(Sheets):
    """An ARPO report being written."""

    def __init__(self, path: Path, calculation: Calculation, layout: Layout) -> None:
        """Open a new workbook at `path`; nothing is written there before `close`."""
        formats = dict.fromkeys(("dp", "dp_right"), DP_FORMATS[calculation.work.settings.dp])
        super().__init__(path, calculation, formats)
        self.calculation = calculation
        self.work = calculation.work
        self.layout = layout

    def resolver(self, sheet: str) -> Resolver:
        """Resolves formula templates for the sheet."""
        return Resolver(self.layout, self.work, sheet)
