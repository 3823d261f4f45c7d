"""What all tests share."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from made import page_server, recalc, typing_in

# Hundreds of tests start the program: as for its users, it is compiled once, not at each start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """A sentence that lacks a detail is an error. (Said here: in pyproject.toml it would import pipeline too early.)"""
    config.addinivalue_line("filterwarnings", "error::pipeline.audit.report.words.MissingDetailWarning")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a program that is missing, except in CI, where it must be there."""
    needs = {
        "needs_libreoffice": (recalc.soffice, "LibreOffice Calc is missing (apt install libreoffice-calc)"),
        "needs_office_python": (
            typing_in.office_python, "LibreOffice or its Python is missing (apt install libreoffice-calc python3-uno)"
        ),
        "needs_pdftoppm": (recalc.pdftoppm, "pdftoppm is missing (apt install poppler-utils)"),
        "needs_chromium": (page_server.chromium, "Chromium is missing (apt install chromium)"),
    }
    for marker, (program, reason) in needs.items():
        if item.get_closest_marker(marker) and program() is None:
            if os.environ.get("CI"):
                pytest.fail(f"{reason}; in CI that is a failure")
            pytest.skip(reason)


@pytest.fixture(scope="session")
def shared_events() -> Path:
    """The folder of real tournament files beside the repository; tests that need it are skipped without it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "events"
    if not folder.is_dir():
        pytest.skip(f"the real tournament files are missing ({folder})")
    return folder


@dataclass
class Run:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The object that --json printed."""
        return json.loads(self.out)


@pytest.fixture
def arpo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Run]:
    """Run a command in this process, in an empty folder; no run may show a traceback."""
    from pipeline import cli

    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["arpo", *map(str, arguments)])
        status: Any = 0
        try:
            cli.main()
        except SystemExit as exit_:
            status = exit_.code or 0
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(status, out, err)

    return run
