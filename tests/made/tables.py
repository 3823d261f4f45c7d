"""The video's event and sheet for the tests of the audit, and small helpers."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd

from pipeline.audit.report.findings import Audit, JudgedCell
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.event import Event
from pipeline.method.settings import Settings, with_values
from pipeline.readers import read_event

ROOT = Path(__file__).parent.parent.parent
GOLDEN = json.loads((ROOT / "tests" / "fixtures" / "video.json").read_text(encoding="utf-8"))
HEADINGS = ("Ra", "dp", "c", "ĉ", "Score", "Performance", "Iteration 1", "Iteration 2", "Iteration 10")
KEYS = ("Ra", "dp", "c", "c_hat", "score", "performance", "iteration_1", "iteration_2", "iteration_10")


def video() -> Event:
    """The video's event: eight players, five rounds."""
    return read_event(ROOT / "input" / "video.xlsx")


def video_columns(dp: str = "logistic-floor", c: str = "opponents") -> dict[str, list[float]]:
    """The golden columns for a dp table and a c, unrounded."""
    result = next(r for r in GOLDEN["results"] if (r["dp"], r["c"]) == (dp, c))
    named = {"dp": "dp_values", "c": "c_values"}
    columns = {key: result[named.get(key, key)] for key in KEYS if key not in ("Ra", "score")}
    return {"Ra": GOLDEN["Ra"], "score": GOLDEN["points"], **columns}


def by_hand(columns: dict[str, list[float]]) -> dict[str, list[float]]:
    """As a person writes them: c with 4 decimals, the others with 2."""
    return {key: [round(v, 4 if key == "c" else 2) for v in values] for key, values in columns.items()}


def frame(columns: dict[str, list[float]]) -> pd.DataFrame:
    count = len(next(iter(columns.values())))
    return pd.DataFrame(columns, index=pd.Index(range(1, count + 1), name="no"), dtype=float)


def audited(columns: dict[str, list[float]], event: Event | None = None, **given: object) -> Audit:
    """The audit of columns of numbers for an event (the video's), with settings as if from the command line."""
    event = event or video()
    settings = with_values(Settings(), given, "command line")
    return audit_table(StatedTable.from_frame(frame(columns), event.players.index), event, settings)


def at(audit: Audit, column: str, no: int) -> JudgedCell:
    """The judged cell of a player (by number) in a column."""
    position = int(audit.event.players.index.get_loc(no))
    return next(c for c in audit.cells if c.column == column and c.position == position)


def cells(audit: Audit, verdict: str) -> set[tuple[str, int]]:
    """Column and player's number of all cells with a verdict."""
    return {(c.column, int(audit.event.players.index[c.position])) for c in audit.cells if c.verdict == verdict}


def video_rows() -> list[list[Any]]:
    """The table of events/video.csv, as input/video.xlsx holds it."""
    sheet = openpyxl.load_workbook(ROOT / "input" / "video.xlsx")["Event"]
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    first = next(i for i, row in enumerate(rows) if row[0] == "No.")
    return [row for row in rows[first:] if row[0] is not None]


def hand_rows(columns: dict[str, list[float]] | None = None, headings: tuple[str, ...] = HEADINGS) -> list[list[Any]]:
    """The video's table with the computed columns beside it, as a person would fill it in."""
    columns = columns or by_hand(video_columns())
    table = video_rows()
    rows = [[*table[0], *headings]]
    return rows + [[*row, *(columns[key][i] for key in KEYS)] for i, row in enumerate(table[1:])]


def written(path: Path, rows: list[list[Any]], sheet: str = "Hand") -> Path:
    """A workbook with one sheet."""
    book = openpyxl.Workbook()
    book.active.title = sheet
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def read_rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


NAN = float("nan")


def arrays(columns: dict[str, list[float]]) -> dict[str, np.ndarray]:
    return {key: np.array(values, dtype=float) for key, values in columns.items()}
