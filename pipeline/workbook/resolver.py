"""Formula templates of the ARPO report's registry, resolved against its layout into spreadsheet formulas."""

from __future__ import annotations

from dataclasses import dataclass

from xlsxwriter.utility import xl_col_to_name

from pipeline.event import RESULTS
from pipeline.method.work import Work
from pipeline.workbook.event_sheet import result_cells
from pipeline.workbook.layout import (
    ARPO,
    DP,
    DP_CODES_COLUMN,
    EVENT,
    FIDE_TABLES,
    FIRST_ROW,
    NO_GAME_ROW,
    RESULT_ROWS,
    ROWS_BELOW,
    STANDINGS,
    STEP_ROW,
    TIES,
    Layout,
    Span,
)
from pipeline.workbook.names import FIRST_LINE, STANDINGS_SHEET
from pipeline.workbook.summary_parts import SUMMARY
from pipeline.workbook.templates import (
    CHECK_SHEET,
    ROW,
    ROW_ABOVE,
    TABLE_ROW,
    Templates,
    absolute,
    check_cells,
    on_sheet,
)

_SUM_ROWS = ("plain", "weighted", "deviation", "largest", "converged")
_MOVING = ("iteration", "difference")
"""Families whose own columns are named relatively, so that the whole block has one shape."""


@dataclass(frozen=True)
class Resolver(Templates):
    """Resolves templates for the sheet called `sheet`; columns of the ARPO sheet are named with it elsewhere."""

    layout: Layout
    work: Work
    sheet: str = ARPO

    @property
    def cells(self) -> dict[str, tuple[str, str]]:
        """The parameters that stand in cells, by name: sheet and absolute reference."""
        layout = self.layout
        cells = {name: (SUMMARY, absolute(8, row)) for name, row in layout.summary.setting_rows.items()}
        for name, row in layout.parameter_rows.items():
            cells[name] = (CHECK_SHEET, absolute(2, row))
        first, last = layout.component_rows
        for column, name in (
            (4, "component_c"), (5, "component_c_hat"), (6, "component_bipartite"), (7, "component_stale"),
        ):
            cells[name] = (CHECK_SHEET, absolute(column, first, last_row=last))
        if "limit_sum" in layout.check_rows:
            cells["limit_tolerance"] = (CHECK_SHEET, absolute(4, layout.check_rows["limit_sum"]))
        top = layout.summary.table_row
        cells["list_top"] = (SUMMARY, absolute(0, top))
        for column, key in enumerate(STANDINGS):
            cells[f"list_{key}"] = (SUMMARY, absolute(column, top + 1, last_row=top + layout.players))
        wall = FIRST_LINE, FIRST_LINE + layout.players - 1
        points = 5 if "federation" in self.work.event.players else 4
        for column, key in ((0, "rank"), (1, "no"), (points, "score")):
            cells[f"wall_{key}"] = (STANDINGS_SHEET, absolute(column, wall[0], last_row=wall[1]))
        first, last = layout.dp_rows
        cells["dp_per_cents"] = (DP, absolute(0, first, last_row=last))
        cells["dp_values"] = (DP, absolute(1, first, last_row=last))
        cells["dp_scale"] = (DP, absolute(1, TABLE_ROW))
        cells["dp_end"] = (DP, absolute(1, TABLE_ROW + 1))
        for row, code in enumerate(RESULTS, start=RESULT_ROWS[0]):
            cells[f"code {code}"] = (DP, absolute(DP_CODES_COLUMN, row))
        for name, number, column in FIDE_TABLES:
            cells[name] = (DP, absolute(column, TABLE_ROW, last_row=TABLE_ROW + number - 1))
        for name, row in (("win_score", RESULT_ROWS[0]), ("draw_score", RESULT_ROWS[0] + 1)):
            cells[name] = (DP, absolute(DP_CODES_COLUMN + 5, row))
        cells["draw_points"] = (DP, absolute(DP_CODES_COLUMN + 4, RESULT_ROWS[0] + 1))
        return cells | result_cells(DP, DP_CODES_COLUMN) | check_cells(layout.check_rows)

    def reference(self, token: str, key: str, k: int) -> str:
        """See `Templates`."""
        if token.startswith("Event"):
            return self._event(token, k)
        if token.startswith("opponents ") :
            return self._opponents(token.removeprefix("opponents "), key, k)
        if token == "ties sheet":
            width = max(span.last for span in self.layout.ties.values()) + 1
            return self._there(absolute(0, NO_GAME_ROW, width - 1, self.layout.last_row), TIES)
        if token == "sheet":
            return self._there(absolute(0, NO_GAME_ROW, self.layout.width - 1, self.layout.sum_rows["converged"]))
        if token.startswith("before "):  # the member before, and before the first the column that is named
            first = self._column(token.removeprefix("before "), key, k)
            return self._range(first if k == 1 else (self._span(key).at(k - 1), False), "", self._home(key))
        if token.startswith("last "):
            name = token.removeprefix("last ")
            return self._range((self._span(name).last, False), "", self._home(name))
        name, _, part = token.partition(":")
        if part == "number":
            return self._there(f"${xl_col_to_name(self._column(name, key, k)[0])}${STEP_ROW}", self._home(name))
        if part == "step":
            span = self._span(name)
            return self._there(absolute(span.first, STEP_ROW, span.last), self._home(name))
        if part in _SUM_ROWS:
            return self._sum_cell(name, part, key, k)
        if name == "this":
            return self._range(self._column(key, key, k), part, self._home(key))
        if part in ("row", "block"):
            return self._family(name, part)
        return self._range(self._column(name, key, k), part, self._home(name))

    def _there(self, reference: str, home: str = ARPO) -> str:
        return reference if self.sheet == home else on_sheet(home, reference)

    def _home(self, name: str) -> str:
        """The sheet that a column stands on."""
        return TIES if name in self.layout.ties else ARPO

    def _span(self, name: str) -> Span:
        return self.layout.ties[name] if name in self.layout.ties else self.layout.columns[name]

    def _column(self, name: str, key: str, k: int) -> tuple[int, bool]:
        """Column number of `name` as seen from member k of `key`, and whether it moves with k."""
        columns = self.layout.columns
        start = columns[self.work.start].first
        if name == "start":
            return start, False
        if name == "previous":
            return (start if k == 1 else columns["iteration"].at(k - 1)), True
        if name in ("last_iteration", "last_difference"):
            return columns[name.removeprefix("last_")].last, False
        span = self._span(name)
        return span.at(k if span.count > 1 else 1), name in _MOVING

    def _range(self, column: tuple[int, bool], part: str, home: str = ARPO) -> str:
        number, moving = column
        letter = ("" if moving else "$") + xl_col_to_name(number)
        last = self.layout.last_row
        if part == "":
            return self._there(f"{letter}{ROW}", home)
        first, end = {
            "all": (f"${NO_GAME_ROW}", f"${last}"),
            "players": (f"${FIRST_ROW}", f"${last}"),
            "above": (f"${NO_GAME_ROW}", ROW_ABOVE),
        }[part]
        return self._there(f"{letter}{first}:{letter}{end}", home)

    def _family(self, name: str, part: str) -> str:
        if name == "rounds":
            first, last = self.layout.columns["opponent"].first, self.layout.columns["result"].last
        else:
            span = self._span(name)
            first, last = span.first, span.last
        home = self._home(name)
        if part == "row":
            return self._there(f"${xl_col_to_name(first)}{ROW}:${xl_col_to_name(last)}{ROW}", home)
        return self._there(absolute(first, FIRST_ROW, last, self.layout.last_row), home)

    def _sum_cell(self, name: str, part: str, key: str, k: int) -> str:
        row = self.layout.sum_rows[part]
        if name == "this":
            number, moving = self._column(key, key, k)
            return self._there(f"{'' if moving else '$'}{xl_col_to_name(number)}${row}")
        if name in _MOVING:
            span = self.layout.columns[name]
            return self._there(absolute(span.first, row, span.last))
        return self._there(absolute(self._column(name, key, k)[0], row))

    def _opponents(self, what: str, key: str, k: int) -> str:
        rows = self.layout.columns["row_of_opponent"]
        values = [self._range(self._column(name, key, k), "all") for name in what.split("*")]
        return ",".join(
            "*".join(f"INDEX({value},${xl_col_to_name(rows.at(round_))}{ROW})" for value in values)
            for round_ in range(1, self.layout.rounds + 1)
        )

    def _stated(self, number: int) -> str:
        """The column of the Event sheet with the stated value of this number, as the input has them."""
        heading = self.work.event.stated.columns[number - 1]
        return f"stated {heading}" if f"stated {heading}" in self.layout.event else "stated_rp"

    def _event(self, token: str, k: int) -> str:
        spans, last = self.layout.event, self.layout.last_row
        name = token.removeprefix("Event")[1:]
        if name.startswith("stated_") and name not in spans:
            name = self._stated(int(name.removeprefix("stated_")))
        if name == "rounds":
            reference = absolute(spans["opponent"].first, FIRST_ROW, spans["result"].last, last)
        elif name == "below":
            reference = absolute(0, last + 1, spans["result"].last, last + ROWS_BELOW)
        elif token[5] == ":":
            reference = absolute(spans[name].first, FIRST_ROW, last_row=last)
        else:
            reference = f"${xl_col_to_name(spans[name].at(k if spans[name].count > 1 else 1))}{ROW}"
        return on_sheet(EVENT, reference)
