"""What `arpo rate` prints for people: each player's change or first rating, the average, the checks to look at."""

from __future__ import annotations

from typing import TextIO

from pipeline.rating.calculation import RatingCalculation, first_ratings
from pipeline.registry import CHECK
from pipeline.streams import console_on


def print_rating(calculation: RatingCalculation, stream: TextIO) -> None:
    """The players, how it was computed, the master status and each check that isn't OK."""
    from rich import box
    from rich.table import Table

    work = calculation.work
    console = console_on(stream)
    table = Table(box=box.SIMPLE_HEAD, title=work.entry.name, title_justify="left", safe_box=True)
    unrated = work.frame["rating"].isna()
    headings = ["No.", "Player", "Rating", "Points", "Expected", "K", "Change", "New", "Published"]
    for heading in headings if unrated.any() else headings[:-1]:
        table.add_column(heading, justify="left" if heading in ("Player", "Published") else "right", no_wrap=True)
    k = "K_used" if "K_used" in work.frame else "K"
    new = work.frame["new_rating"].where(~unrated, first_ratings(work.frame))
    for row, rating in zip(work.frame.to_dict("records"), new.tolist(), strict=True):
        cells = [
            str(row["no"]), str(row["name"]), _number(row["rating"]), _number(row["points"]),
            _number(row["expected_points"], 2), _number(row[k]), _number(row["rating_change"], 2),
            _number(rating), str(row["published"]),
        ]
        table.add_row(*(cells if unrated.any() else cells[:-1]))
    # A table that is cut off says nothing: rather a line longer than the window.
    needed = console.measure(table, options=console.options.update(max_width=400)).maximum
    console.width = max(console.width, needed)
    console.print(table)
    for sentence in calculation.findings:
        console.print(sentence)
    console.print(f"\nStatus: {calculation.master}", style="red" if calculation.with_status(CHECK) else "green")
    for check in calculation.to_look_at:
        console.print(f"  {check.status}: {check.name}: {check.value:.6g} (should be {check.expected:.6g})")
        console.print(f"      {check.trouble}")


def _number(value: float, decimals: int | None = None) -> str:
    """A number as briefly as it can be, or with so many decimals; empty for NaN."""
    if value != value:
        return ""
    return f"{value:g}" if decimals is None else f"{value:.{decimals}f}"
