"""What formula templates have in common, whichever report they belong to: marks for rows, and named cells.

A resolved formula still holds two marks, for the row that it will stand in and the row above (`at_row` puts them in):
a column's formula is resolved once, whatever the number of players, and all its cells have the same R1C1 text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from xlsxwriter.utility import xl_col_to_name

from pipeline.words import said

CHECK_SHEET = said("Checks")
STATUS_ROW = 3
"""Row of the master status, on every sheet."""
TABLE_ROW = 6
"""First row of the tables on the sheets Checks and dp table; their headings are one above."""

INFO_GAP = 3
"""Checks: rows between the checks and the first number for information, its headings among them."""

GUARD_COLUMN = 10
"""Checks: the first column of the table of guarded blocks, right of the checks; its totals stand in the rows above."""
GUARD_TOTALS = {"typed_over": 1, "numbers_changed": 2, "checks_typed_over": 3, "guard_tolerance": 4}
"""Checks: the rows of those totals, by name."""
TYPED_OVER = "SUMPRODUCT(1-_xlfn.ISFORMULA({}))"
"""How many cells of a block aren't formulas. (Files call the functions that Excel 2010 didn't know by this prefix.)"""

REASONS = 8
"""Checks: the column with what is provisional, in words."""

ROW, ROW_ABOVE = "§", "¶"
_TOKEN = re.compile(r"\[([^\]]+)\]")


def at_row(formula: str, row: int) -> str:
    """The resolved formula for one row."""
    return formula.replace(ROW, str(row)).replace(ROW_ABOVE, str(row - 1))


def absolute(column: int, row: int, last_column: int | None = None, last_row: int | None = None) -> str:
    """$C$5, or $C$5:$D$9 where a last column or row is given."""
    first = f"${xl_col_to_name(column)}${row}"
    if last_column is None and last_row is None:
        return first
    end = column if last_column is None else last_column
    return f"{first}:${xl_col_to_name(end)}${row if last_row is None else last_row}"


def on_sheet(sheet: str, reference: str) -> str:
    """The reference with the sheet's name before it, quoted where it needs to be."""
    return f"{sheet}!{reference}" if sheet.isalnum() else f"'{sheet}'!{reference}"


class Templates:
    """Resolves templates for the sheet called `sheet`; each report says which cells have a name, and its references."""

    sheet: str

    @property
    def cells(self) -> Mapping[str, tuple[str, str]]:
        """The parameters that stand in cells, by name: sheet and absolute reference."""
        raise NotImplementedError

    def reference(self, token: str, key: str, k: int) -> str:
        """What a token that isn't a name stands for, in a formula of column `key`, member k of its family."""
        raise NotImplementedError

    @cached_property
    def names(self) -> dict[str, str]:
        """The named cells as this sheet refers to them."""
        return {
            name: reference if sheet == self.sheet else on_sheet(sheet, reference)
            for name, (sheet, reference) in self.cells.items()
        }

    def resolve(self, template: str, key: str = "", k: int = 1) -> str:
        """The formula for column `key` (member k of its family), with marks for rows."""
        return _TOKEN.sub(lambda match: self._token(match[1], key, k), template)

    def _token(self, token: str, key: str, k: int) -> str:
        return self.names[token[1:]] if token.startswith("@") else self.reference(token, key, k)


def check_rows(counted: Iterable[str], infos: Iterable[str]) -> dict[str, int]:
    """The row of each check on the Checks sheet, by key: those that are counted, and, in a table below, the infos."""
    rows = {key: TABLE_ROW + i for i, key in enumerate(counted)}
    first = TABLE_ROW + len(rows) + INFO_GAP
    return rows | {key: first + i for i, key in enumerate(infos)}


def counted_rows(rows: Mapping[str, int]) -> range:
    """The rows of the checks that are counted: infos stand under a gap."""
    return range(TABLE_ROW, TABLE_ROW + sum(row == TABLE_ROW + i for i, row in enumerate(sorted(rows.values()))))


def check_cells(rows: Mapping[str, int]) -> dict[str, tuple[str, str]]:
    """The named cells of the Checks sheet (`rows` of the checks by key): master status, columns, each status."""
    counted = counted_rows(rows)
    first, last = counted[0], counted[-1]
    cells: dict[str, tuple[str, str]] = {"master": (CHECK_SHEET, absolute(1, STATUS_ROW))}
    cells |= {name: (CHECK_SHEET, absolute(GUARD_COLUMN + 3, row)) for name, row in GUARD_TOTALS.items()}
    for column, name in (
        (1, "check_names"), (2, "check_values"), (5, "check_statuses"), (6, "check_troubles"), (7, "check_order"),
        (8, "check_reasons"),
    ):
        cells[name] = (CHECK_SHEET, absolute(column, first, last_row=last))
    infos = [row for row in rows.values() if row > last]
    if infos:
        cells["info_values"] = (CHECK_SHEET, absolute(2, min(infos), last_row=max(infos)))
    return cells | {f"check {key}": (CHECK_SHEET, absolute(5, row)) for key, row in rows.items()}
