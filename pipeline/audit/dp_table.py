"""The audit of a printed dp table: dp against FIDE table 8.1.1, ranges against 8.1.2, and the rows that it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.audit.causes.case import Fit
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.findings import AnyAudit, JudgedCell, SettingLine
from pipeline.audit.sheet.reading import spot_at
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.event import readable
from pipeline.method.dp import rule
from pipeline.rating.expected import expected_table
from pipeline.rating.summary_headings import columns_in, dp_table_columns
from pipeline.readers.cells import number_in
from pipeline.readers.grid import Grid
from pipeline.readers.headings import HEADER_ROWS

_PER_CENT = "per_cent_higher"
_OF_PLAYERS = {"name", "rating", "games", "points", "initial_rating", "new_rating"}
"""With one of these it is a table of players, whose percentages have dp, too."""
_HIGHEST = 100
"""Has no dp in older tables: nobody's rating can be told from a perfect score."""


@dataclass(frozen=True)
class DpTableAudit(AnyAudit):
    """An audit of a dp table."""

    name: str
    rows: int

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """The table."""
        return "table_of", {"name": self.name, "players": self.rows, "type": "dp"}

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The tables that it was compared with."""
        return (("dp", "fide", "default"),)


def audit_of_dp_table(path: Path, grids: list[Grid]) -> DpTableAudit | None:
    """The audit of a file's dp table (per cent of the higher rated, dp, range of differences), None without one."""
    for grid in grids:
        for header in range(min(HEADER_ROWS, len(grid.rows))):
            columns = dp_table_columns(grid, header)
            if {_PER_CENT, "dp"} <= columns.keys() and not columns_in(grid, header).keys() & _OF_PLAYERS:
                cells, rows = _judged(path, grid, header, columns)
                return DpTableAudit(tuple(cells), (Remark("dp_table_of"),), (), readable(path.stem), rows)
    return None


def _expected() -> dict[int, dict[str, float | None]]:
    """The right rows from 50 % on: dp and range of differences; the last one is open and had no dp in older tables."""
    dp, table = rule("fide").table, expected_table()
    rows: dict[int, dict[str, float | None]] = {}
    for i, line in enumerate(table):
        last = table[i + 1].start - 1 if i + 1 < len(table) else None
        rows[line.higher] = {
            "per_cent_lower": line.lower, "dp": dp[line.higher], "range_from": line.start, "range_to": last,
        }
    return rows


def _judged(path: Path, grid: Grid, header: int, columns: Mapping[str, int]) -> tuple[list[JudgedCell], int]:
    expected, cells = _expected(), []
    printed: dict[int, int] = {}
    for row in range(header + 1, len(grid.rows)):
        per_cent = number_in(grid.value(row, columns[_PER_CENT]))
        if per_cent in expected:
            printed[int(per_cent)] = row
    missing = [per_cent for per_cent in expected if per_cent not in printed]
    for position, (per_cent, row) in enumerate(printed.items()):
        for key, column in columns.items():
            if key == _PER_CENT:
                continue
            spot, stated = spot_at(path, grid, row, column), number_in(grid.value(row, column))
            cells += _cell(spot, stated, grid.text(header, column), per_cent, expected[per_cent][key], position)
        cells = [_explained(cell, per_cent, missing, expected) for cell in cells]
    for per_cent in missing:
        below = next((row for other, row in printed.items() if other > per_cent), len(grid.rows) - 1)
        spot = spot_at(path, grid, below, columns["dp"])
        heading = grid.text(header, columns["dp"])
        fit = Fit("row_missing", {"row": str(per_cent)})
        right = expected[per_cent]["dp"]
        cells.append(JudgedCell(spot, str(per_cent), heading, None, right, None, Verdict.MISSING, 0, (fit,)))
    return cells, len(printed)


def _cell(
    spot: Spot, stated: float | None, heading: str, per_cent: int, right: float | None, position: int
) -> list[JudgedCell]:
    """The judged cell at a place; none where nothing is printed and nothing needs to be."""
    if stated is None and (right is None or per_cent == _HIGHEST):
        return []
    verdict = Verdict.MISSING if stated is None else Verdict.OK if stated == right else Verdict.WRONG
    return [
        JudgedCell(
            spot, str(per_cent), heading, stated, right, right, verdict, 0,
            origin=spot if verdict is Verdict.WRONG else None, origins=(spot,) if verdict is Verdict.WRONG else (),
            position=position,
        )
    ]


def _explained(
    cell: JudgedCell, per_cent: int, missing: list[int], expected: Mapping[int, Mapping[str, float | None]]
) -> JudgedCell:
    """A wrong range that is that of a missing row beside says so."""
    if cell.verdict is Verdict.WRONG and not cell.causes and cell.player == str(per_cent):
        for beside in (per_cent - 1, per_cent + 1):
            if beside in missing and cell.stated in (expected[beside]["range_from"], expected[beside]["range_to"]):
                return replace(cell, causes=(Fit("range_of_missing_row", {"row": str(beside)}),))
    return cell
