"""Reads a summary table: one row a player (or a worked example), with rating, points, and games and average or none."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd

from pipeline.errors import InputError
from pipeline.event import Source, readable
from pipeline.rating.entry import Entry, cycles_of
from pipeline.rating.settings import HIGHEST_K, previous_results
from pipeline.rating.summary_headings import columns_in, header_row
from pipeline.readers.builder import HIGHEST_RATING, LOWEST_RATING, EventBuilder
from pipeline.readers.cells import Cells, quoted
from pipeline.readers.grid import Grid
from pipeline.words import said

LAYOUT = said("summary table of ratings")
_NUMBERS = {
    "rating": (LOWEST_RATING, HIGHEST_RATING), "birth_year": (1900, 2100), "games_before": (0, 99_999),
    "k_given": (1, HIGHEST_K), "games": (0, 999), "average": (LOWEST_RATING, HIGHEST_RATING),
    "participants": (2, 999), "opponents": (1, 998),
    "points": (0, 999),
}
"""Columns of numbers with the least and the largest that can be right."""
_CELLS = {
    "rating": said("the rating"), "birth_year": said("the birth year"), "games_before": said("the games before"),
    "k_given": said("the k given"), "games": said("the games"), "average": said("the average"),
    "participants": said("the participants"), "opponents": said("the opponents"), "points": said("the points"),
}  # fmt: skip
"""How messages call the cells of these columns."""


def find_summary(grids: list[Grid]) -> Grid | None:
    """The first grid with a summary table, visible ones before hidden ones: of a rating report, its sheet of inputs."""
    return next((g for g in sorted(grids, key=lambda g: g.hidden) if header_row(g) is not None), None)


def fullest_summary(grids: list[Grid]) -> Grid | None:
    """The grid with the summary table that has most columns: of a rating report, its sheet of results."""
    tables = [(grid, row) for grid in grids if (row := header_row(grid)) is not None]
    best = max(tables, key=lambda table: (not table[0].hidden, len(columns_in(*table))), default=None)
    return best[0] if best is not None else None


def read_summary(path: Path, grid: Grid) -> Entry:
    """The table in `grid`. Raises InputError with all that is wrong with it."""
    header = header_row(grid)
    assert header is not None
    columns = columns_in(grid, header)
    collector = EventBuilder(path, LAYOUT, grid.sheet)
    cells = Cells(grid, collector)
    rows = summary_rows(grid, header)
    frame = pd.DataFrame(index=pd.RangeIndex(1, len(rows) + 1, name="no"))
    frame["name"] = [cells.text(row, columns["name"], said("the name")) for row in rows]
    if "title" in columns:
        frame["title"] = [cells.text(row, columns["title"], said("the title")) for row in rows]
    for name, (low, high) in _NUMBERS.items():
        if name in columns:
            frame[name] = [_number(cells, row, columns[name], name, low, high) for row in rows]
    if "participants" in frame and "opponents" not in frame:
        frame["opponents"] = frame["participants"] - 1  # of a round robin: everybody else
    previous = {
        no: results
        for no, row in zip(frame.index.tolist(), rows, strict=True)
        if "previous" in columns and (results := _previous(cells, row, columns["previous"]))
    }
    _check(cells, frame, rows, columns)
    cells.close()
    if not rows:
        place = grid.place(header, columns["name"])
        collector.problem(place, said("there is no player under the headings."), said("Fill them in."))
    if collector.problems:
        raise InputError(path, collector.problems)
    unrated = frame.loc[frame["rating"].isna(), "name"].tolist()
    collector.note(said("unrated"), unrated, said("players without a rating, who get an initial one"))
    source = Source(path, "", LAYOUT, grid.sheet)
    return Entry(readable(path.stem), source, frame, None, previous, tuple(collector.notes))


def summary_rows(grid: Grid, header: int) -> list[int]:
    """The rows of the table, one a player: those with a name."""
    column = columns_in(grid, header)["name"]
    return [row for row in range(header + 1, len(grid.rows)) if not grid.is_blank(row, column)]


def _number(cells: Cells, row: int, column: int, name: str, low: float, high: float) -> float:
    what = _CELLS[name]
    mend = (
        said("Write a number from {low:g} to {high:g}.", low=low, high=high)
        if name == "points"
        else said("Write a number from {low:g} to {high:g}, or leave it blank.", low=low, high=high)
    )
    value = cells.number(row, column, what, mend)
    if value is None:
        return math.nan
    if name == "rating" and not value:
        return math.nan
    if not low <= value <= high:
        shown = quoted(cells.grid.value(row, column))
        cells.builder.problem(
            cells.place(row, column), said("{what} is {shown}, which can't be.", what=what, shown=shown), mend
        )
        return math.nan
    return value


def _previous(cells: Cells, row: int, column: int) -> tuple[tuple[float, int], ...]:
    text = cells.text(row, column, said("the earlier results"))
    if not text:
        return ()
    try:
        return previous_results(text)
    except ValueError:
        cells.builder.problem(
            cells.place(row, column), said("the earlier results are {text}, which can't be read.", text=quoted(text)),
            said("Write rating:games for each event, with commas between them: 2280:5,2400:10."),
        )
        return ()


def _check(cells: Cells, frame: pd.DataFrame, rows: list[int], columns: dict[str, int]) -> None:
    """Points for everybody, halves, no more than games; a number of games wherever there is an average."""
    table = "games" not in columns and "average" not in columns
    if not table and not {"games", "average"} <= columns.keys():
        missing = "games" if "games" not in columns else "average"
        cells.builder.problem(
            cells.place(rows[0] - 1 if rows else 0, columns["points"]),
            said("the table has no column “{missing}”.", missing=missing),
            said("A Swiss table needs games and average; a round robin has neither, its average is that of the table."),
        )
        return
    if table and len(rows) == 1:
        cells.builder.problem(
            cells.place(rows[0], columns["points"]),
            said("a round robin of one player has no games."),
            said("Add the other players, or columns games and average (a Swiss table)."),
        )
        return
    in_all = cycles_of(float(frame["points"].sum()), len(rows)) * (len(rows) - 1)
    for row, points, games, average in zip(
        rows, frame["points"].tolist(), frame.get("games", frame["points"] * math.nan).tolist(),
        frame.get("average", frame["points"] * math.nan).tolist(), strict=True,
    ):
        place = cells.place(row, columns["points"])
        if any(problem.place == place for problem in cells.builder.problems):
            continue
        most = in_all if table else games
        if math.isnan(points):
            cells.builder.problem(place, said("there are no points."), said("Write the points, such as 7 or 7.5."))
        elif not (2 * points).is_integer():
            cells.builder.problem(
                place, said("{points:g} points can't be scored.", points=points), said("Write whole or half points.")
            )
        elif points > most:
            cells.builder.problem(
                place, said("{points:g} points in {most:g} games.", points=points, most=most),
                said("Correct the points or the games."),
            )
        if not table and math.isnan(games):
            cells.builder.problem(
                cells.place(row, columns["games"]), said("there is no number of games."), said("Write it.")
            )
        elif not table and games > 0 and math.isnan(average):
            cells.builder.problem(
                cells.place(row, columns["average"]),
                said("there is no average of the opponents' ratings."),
                said("Write it."),
            )
