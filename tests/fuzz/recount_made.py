"""The same for what `rate` and `audit` make of a spoilt table: their numbers, counted again from the table's cells."""

import io
import math
from pathlib import Path

import openpyxl

from fuzz.recount import POINTS, Line
from fuzz.seeds import Rows
from pipeline.audit.report.findings import AnyAudit
from pipeline.rating.calculation import RatingCalculation


def in_rating(rating: RatingCalculation, lines: list[Line]) -> list[str]:
    """Whether changes follow from K and the points, and games and points are those of the players' rows."""
    said = []
    frame = rating.work.frame
    for row in frame.to_dict("records"):
        name, change, k = row["name"], row["rating_change"], row.get("K_used", row["K"])
        # A change may be rounded to a whole point, a new rating, too.
        if not math.isnan(change) and abs(k * row["difference"] - change) > 0.5 + 1e-9:
            said.append(f"{name}: {k} × {row['difference']} isn't {change}")
        if not math.isnan(change) and abs(row["rating"] + change - row["new_rating"]) > 0.5 + 1e-9:
            said.append(f"{name}: {row['rating']} and {change} isn't {row['new_rating']}")
    if rating.work.games is None:
        return said
    games = rating.work.games.frame
    games = games[games["game"] == 1]
    for name, own in games.groupby("name"):
        rows = [line for line in lines if name in line.texts]
        if len(rows) != 1 or (frame["name"] == name).sum() != 1:
            continue
        results = sorted(result for _, result in rows[0].sides)
        if results != sorted(own["result"]) or own["score"].sum() != sum(POINTS[result] for result in results):
            said.append(f"{name}: {sorted(own['result'])} was rated, {results} stands there")
    written = sum(len(line.sides) for line in lines)
    if len(games) != written:
        said.append(f"{len(games)} halves of games were rated, {written} stand there")
    return said


def in_audit(audit: AnyAudit, copy: Path, rows: Rows, lines: list[Line]) -> list[str]:
    """Whether what is judged stands in its cell, right ones are right, and the copy keeps every cell."""
    said = []
    for cell in audit.cells:
        spot, verdict = cell.spot, cell.verdict.value
        stands = _number(rows, spot.row, spot.column)
        if stands is not None and cell.stated is not None and abs(stands - float(cell.stated)) > 1e-9:
            said.append(f"{spot.cell}: {cell.stated} was judged, {stands} stands there")
        if verdict == "ok" and cell.expected is not None and cell.stated is not None:
            off = abs(float(cell.stated) - float(cell.expected))
            if off > 0.5 * 10.0**-cell.decimals + 1e-6:
                said.append(f"{spot.cell}: {cell.stated} is called right, {cell.expected} is")
        own = [line for line in lines if cell.player in line.texts]
        if cell.column == "score" and verdict == "ok" and len(own) == 1 and own[0].sides:
            points = sum(POINTS[result] for _, result in own[0].sides)
            if points != cell.stated:
                said.append(f"{spot.cell}: a score of {cell.stated} is called right, the row has {points}")
    if sum(audit.summary.values()) != len(audit.cells):
        said.append(f"{audit.summary} are {len(audit.cells)} cells")
    return said + _changed_cells(copy, rows)


def _changed_cells(copy: Path, rows: Rows) -> list[str]:
    """Cells of the file that aren't the same in the annotated copy, behind its own sheets Summary and Audit."""
    sheet = openpyxl.load_workbook(io.BytesIO(copy.read_bytes())).worksheets[2]
    said = []
    for r, row in enumerate(rows, start=1):
        for c, value in enumerate(row, start=1):
            kept = sheet.cell(r, c).value
            if _plain(value) != _plain(kept):
                said.append(f"row {r}, column {c}: {value!r} has become {kept!r}")
    return said


def _number(rows: Rows, row: int, column: int) -> float | None:
    value = rows[row][column] if row < len(rows) and column < len(rows[row]) else None
    plain = _plain(value)
    return plain if isinstance(plain, float) else None


def _plain(value: object) -> float | str:
    text = str("" if value is None else value).strip()
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text
