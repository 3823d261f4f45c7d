"""The reference of columns and checks, docs/columns.md, from the registries that the report itself is made from.

`make docs` writes it; a test fails where it is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pipeline.checks import CHECKS
from pipeline.columns import COLUMNS
from pipeline.sums import SUM_ROWS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "columns.md"

_FAMILIES = {
    "round": "one for each round",
    "iteration": "one for each iteration",
    "difference": "one for each iteration",
}
_KINDS = {"error": "the status is CHECK", "alert": "something to know", "info": "for information"}


def columns_markdown() -> str:
    """The page: the ARPO sheet's columns from left to right, the rows under the players, and the checks."""
    columns = (
        (column.heading.format(k="1, 2, …"), f"`{column.key}`", _rule(column.meaning, column.family), column.source)
        for column in COLUMNS
    )
    sums = ((row.label, ", ".join(c.heading.format(k="1, 2, …") for c in COLUMNS if row.key in c.sums))
            for row in SUM_ROWS)
    checks = ((check.name, _KINDS[check.kind], check.trouble) for check in CHECKS)
    parts = (
        "# Columns, sums and checks of a report",
        "Written by `make docs` from `pipeline/columns.py`, `sums.py` and `checks.py`; not to be edited by hand.",
        "## The columns of the ARPO sheet",
        "From left to right. A player without a game has no value in those that are computed from games. Some stand "
        "there only where the settings or the input ask for them.",
        _table(("column", "name in files", "rule", "source"), columns),
        "## The rows under the players",
        _table(("row", "under"), sums),
        "## The checks",
        "In the order of the Checks sheet; each stands there only where it applies.",
        _table(("check", "if it isn't met", "what it means then"), checks),
    )
    return "\n\n".join(parts) + "\n"


def _rule(meaning: str, family: str) -> str:
    return f"{meaning} ({_FAMILIES[family]})" if family else meaning


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(headings), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(columns_markdown(), encoding="utf-8")
