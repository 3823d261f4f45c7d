"""The processes that a process has started."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def children_of(pid: int | None = None) -> set[int]:
    """Those of a process's children (of this one's where none is given) that still run, or were not waited for."""
    pid = os.getpid() if pid is None else pid
    tasks = Path(f"/proc/{pid}/task")
    if tasks.is_dir():
        return {int(child) for task in tasks.glob("*/children") for child in task.read_text().split()}
    listed = subprocess.Popen(["ps", "-A", "-o", "ppid=,pid="], stdout=subprocess.PIPE, text=True)
    pairs = (line.split() for line in listed.communicate()[0].splitlines())
    return {int(child) for parent, child in pairs if int(parent) == pid} - {listed.pid}
