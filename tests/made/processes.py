"""The processes that a process has started."""

from __future__ import annotations

from pathlib import Path


def children_of(pid: int | str = "self") -> set[int]:
    """Those of a process's children that still run, or were not waited for; none where the system has no /proc."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}
