"""Running the command line in this process."""

import sys
from dataclasses import dataclass

import pytest

from pipeline import cli


@dataclass
class Run:
    status: int
    out: str
    err: str


@pytest.fixture
def arpo(monkeypatch, capsys, tmp_path):
    """Run a command in this process, in an empty folder; no run may show a traceback."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["arpo", *map(str, arguments)])
        status = 0
        try:
            cli.main()
        except SystemExit as exit_:
            status = exit_.code or 0
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(status, out, err)

    return run
