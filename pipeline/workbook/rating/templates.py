"""Formula templates of the rating registries (`pipeline.rating.columns`), resolved against a layout.

[key]               the cell of the sheet's own column in the same row; [key:rows] the whole column
[Sheet key]         the cell of another sheet in the same row; [Sheet:key] its whole column
[Sheet key:row]     a family of columns of another sheet, in the same row
[Players:numbers]   all numbers of the sheet Players; [Rating:sheet] all cells of the sheet Rating
[Event key], [Event:key], [Event:rounds]   the same for the Event sheet
[@name]             a number that stands in a cell
"""

from __future__ import annotations

from dataclasses import dataclass

from xlsxwriter.utility import xl_col_to_name

from pipeline.workbook.event_sheet import result_cells
from pipeline.workbook.layout import EVENT, FIRST_ROW, RESULT_ROWS, Span
from pipeline.workbook.rating.layout import (
    AVERAGE,
    DP_COLUMN,
    PD_COLUMN,
    PLAYERS,
    RATING,
    RESULT_COLUMN,
    RULE_COLUMN,
    TABLES,
    RatingLayout,
)
from pipeline.workbook.summary_parts import RIGHT, SUMMARY
from pipeline.workbook.templates import ROW, Templates, absolute, check_cells, on_sheet


@dataclass(frozen=True)
class RatingTemplates(Templates):
    """Resolves templates for the sheet called `sheet`."""

    layout: RatingLayout
    sheet: str

    @property
    def cells(self) -> dict[str, tuple[str, str]]:
        """The named cells: settings, parameters of the rules, steps of the average, tables, checks."""
        layout = self.layout
        cells = {name: (SUMMARY, absolute(RIGHT + 1, row)) for name, row in layout.summary.setting_rows.items()}
        cells |= {name: (TABLES, absolute(RULE_COLUMN + 1, row)) for name, row in layout.parameter_rows.items()}
        cells |= {name: (AVERAGE, absolute(1, row)) for name, row in layout.step_rows.items()}
        first, last = layout.dp_rows
        cells["dp_per_cents"] = (TABLES, absolute(DP_COLUMN, first, last_row=last))
        cells["dp_values"] = (TABLES, absolute(DP_COLUMN + 1, first, last_row=last))
        first, last = layout.pd_rows
        for i, name in ((0, "pd_from"), (2, "pd_higher"), (3, "pd_lower")):
            cells[name] = (TABLES, absolute(PD_COLUMN + i, first, last_row=last))
        first, last = layout.class_rows
        for i, name in enumerate(("k_classes", "k_values", "k_reasons")):
            cells[name] = (TABLES, absolute(RULE_COLUMN + i, first, last_row=last))
        first, last = layout.title_rows
        cells["titles"] = (TABLES, absolute(RULE_COLUMN, first, last_row=last))
        cells["draw_points"] = (TABLES, absolute(RESULT_COLUMN + 4, RESULT_ROWS[0] + 1))
        return cells | result_cells(TABLES, RESULT_COLUMN) | check_cells(layout.check_rows)

    def reference(self, token: str, key: str, k: int) -> str:
        """See `Templates` and the list above."""
        for sheet in (*self.layout.tables, EVENT):
            if token.startswith(f"{sheet} "):
                return self._there(sheet, self._in_row(sheet, token.removeprefix(f"{sheet} ")))
            if token.startswith(f"{sheet}:"):
                return self._there(sheet, self._block(sheet, token.removeprefix(f"{sheet}:")))
        name, _, part = token.partition(":")
        return self._block(self.sheet, name) if part == "rows" else self._in_row(self.sheet, name)

    def _there(self, sheet: str, reference: str) -> str:
        return reference if sheet == self.sheet else on_sheet(sheet, reference)

    def _span(self, sheet: str, name: str) -> Span:
        if sheet == EVENT:
            assert self.layout.grid is not None
            return self.layout.grid.event[name]
        return self.layout.tables[sheet].spans[name]

    def _in_row(self, sheet: str, token: str) -> str:
        name, _, part = token.partition(":")
        span = self._span(sheet, name)
        first = f"${xl_col_to_name(span.first)}{ROW}"
        return f"{first}:${xl_col_to_name(span.last)}{ROW}" if part == "row" else first

    def _block(self, sheet: str, name: str) -> str:
        if sheet == EVENT:
            assert self.layout.grid is not None
            last_row = self.layout.grid.last_row
            if name == "rounds":
                first, last = self._span(EVENT, "opponent").first, self._span(EVENT, "result").last
                return absolute(first, FIRST_ROW, last, last_row)
        else:
            table = self.layout.tables[sheet]
            last_row = table.last_row
            if (sheet, name) == (PLAYERS, "numbers"):
                return absolute(table.spans["rating"].first, FIRST_ROW, table.width - 1, last_row)
            if (sheet, name) == (RATING, "sheet"):
                return absolute(0, FIRST_ROW, table.width - 1, last_row)
        return absolute(self._span(sheet, name).first, FIRST_ROW, last_row=last_row)
