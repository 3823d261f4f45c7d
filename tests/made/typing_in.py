"""Typing into the cells of an open workbook, in LibreOffice: what a teacher does on the projector.

    [case] = type_in({report: [{("Event", "C5"): 2100}]}, tmp_path)[report]
    assert case["Summary", "B3"].startswith("ALL ")

Opening and saving a copy for each change (made/recalc.py) takes half a second a change; a change in an open workbook
takes a tenth of that.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from made.recalc import office_command, soffice
from made.xlsx import Cell, Value, poison
from openpyxl.utils import get_column_letter

_SCRIPT = Path(__file__).with_name("office_session.py")


@functools.cache
def office_python() -> str | None:
    """A Python that has LibreOffice's `uno`: the one that comes with it, or the system's; None if there is none."""
    program = soffice()
    if program is None:
        return None
    beside = Path(program).resolve().parent
    places = [beside / "python", beside / "python.exe", beside.parent / "Resources" / "python", "/usr/bin/python3"]
    for place in map(str, places):
        if shutil.which(place) and subprocess.run([place, "-c", "import uno"], capture_output=True).returncode == 0:
            return place
    return None


def type_in(
    cases: Mapping[Path, Sequence[Mapping[Cell, Value | int]]], folder: Path
) -> dict[Path, list[dict[Cell, Value]]]:
    """For each workbook, the values of all its cells after each of its cases; every case starts from the workbook.

    The workbooks are poisoned first, so that nothing stored is taken for a result. A blank and an empty text are both
    "". Raises RuntimeError where a workbook, with everything put back, isn't what it was before the first case.
    """
    books = []
    for number, (path, changes) in enumerate(cases.items()):
        copy = poison(path, folder / "open" / f"{number}-{path.name}")
        typed = [[[*cell, value] for cell, value in change.items()] for change in ({}, *changes)]
        books.append({"path": str(copy), "cases": typed})
    task = json.dumps({"soffice": office_command(hard=True), "books": books})
    python = office_python()
    if python is None:
        raise RuntimeError("LibreOffice's Python is missing: apt install python3-uno")
    # Without the variables of this Python's environment, which the other one would take for its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    run = subprocess.run(
        [python, str(_SCRIPT)], input=task, capture_output=True, text=True, env=environment, encoding="utf-8"
    )
    if run.returncode:
        raise RuntimeError(f"LibreOffice's session ended: {run.stderr[-2000:]}")
    lines = iter(run.stdout.splitlines())
    found: dict[Path, list[dict[Cell, Value]]] = {}
    for path, changes in cases.items():
        before, *results, after = (next(lines) for _ in range(len(changes) + 2))
        if before != after:
            raise RuntimeError(f"{path} isn't what it was after its cells were put back")
        found[path] = [_cells(line) for line in results]
    return found


def _cells(line: str) -> dict[Cell, Value]:
    return {
        (sheet, f"{get_column_letter(column)}{row}"): value
        for sheet, rows in json.loads(line).items()
        for row, cells in enumerate(rows, start=1)
        for column, value in enumerate(cells, start=1)
    }
