"""The blank workbooks in templates/ are those that `make templates` writes."""

from __future__ import annotations

import zipfile

from pipeline.words import languages
from templates import ROOT, write_all


def parts(path):
    """What is in a workbook, whatever the zlib that packed it."""
    with zipfile.ZipFile(path) as packed:
        return {info.filename: (info.date_time, packed.read(info)) for info in packed.infolist()}


def test_the_blank_workbooks_are_current(tmp_path):
    made = write_all(tmp_path)
    assert [path.name for path in made] == ["event.xlsx", "lesson.xlsx", "evento.xlsx", "leccion.xlsx"]
    assert len(made) == 2 * len(languages())
    for path in made:
        assert parts(path) == parts(ROOT / "templates" / path.name)
