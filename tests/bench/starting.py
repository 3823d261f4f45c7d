"""What it costs to start: a small event as a whole process, and the help."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.measuring import Figure, process, ratio


def whole_process() -> Figure:
    """8 players, everything: start, read, compute, write; against the bare import of what that needs."""
    with tempfile.TemporaryDirectory() as folder:
        return ratio(
            "8 players, arpo report as a whole process / importing pandas, openpyxl, xlsxwriter",
            1.8,
            process("-m", "pipeline", "report", "input/video.xlsx", "--out", str(Path(folder, "report.xlsx"))),
            process("-c", "import pandas, openpyxl, xlsxwriter"),
        )


def only_help() -> Figure:
    """The help, which needs nothing of what computes."""
    return ratio(
        "arpo --help / importing pandas", 0.35, process("-m", "pipeline", "--help"), process("-c", "import pandas")
    )
