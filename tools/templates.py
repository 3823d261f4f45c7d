"""`make templates`: the blank event workbook in each language, as templates/event.xlsx and templates/evento.xlsx.

They're what `arpo template` writes, for whoever picks the file up without running anything.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.commands.template import write_blank  # noqa: E402
from pipeline.words import languages, said, told  # noqa: E402

NAME = said("Event")


def write_all(folder: Path) -> list[Path]:
    """Write a blank event workbook for each language; say which."""
    made = []
    for language in languages():
        made.append(folder / f"{told(NAME, language).lower()}.xlsx")
        write_blank(made[-1], language=language)
    return made


if __name__ == "__main__":
    for path in write_all(ROOT / "templates"):
        print(path.relative_to(ROOT))
