"""What all tests share."""

import os
from pathlib import Path

import pytest
from made import recalc


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a program that is missing, except in CI, where it must be there."""
    needs = {
        "needs_libreoffice": (recalc.soffice, "LibreOffice Calc is missing (apt install libreoffice-calc)"),
        "needs_pdftoppm": (recalc.pdftoppm, "pdftoppm is missing (apt install poppler-utils)"),
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
