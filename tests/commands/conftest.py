"""Events that several commands are tried on."""

from pathlib import Path

import pytest
from made.fields import MIXED

from pipeline.commands.convert import write_event


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("event") / "mixed.xlsx"
    write_event(MIXED, path)
    return path
