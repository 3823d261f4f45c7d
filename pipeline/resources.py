"""Where the files of templates/ are: beside the package in the repository, inside it once installed."""

from __future__ import annotations

import errno
import os
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")


class MissingPart(OSError):
    """A file of the program itself isn't there: it must be installed again."""


def template_path(name: str) -> Path:
    """The file `name` of templates/. Raises MissingPart where the installation lacks it."""
    for folder in _FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise MissingPart(errno.ENOENT, os.strerror(errno.ENOENT), str(_FOLDERS[0] / name))


def template_names(folder: str) -> list[str]:
    """The names of the files in a folder of templates/, sorted; none where there is no such folder."""
    return sorted({path.name for root in _FOLDERS for path in (root / folder).glob("*") if path.is_file()})


def docs_folder() -> Path | None:
    """Where the pages of documentation are: beside the package in the repository, inside it once installed."""
    folders = (_PACKAGE / "docs", _PACKAGE.parent / "docs")
    return next((folder for folder in folders if (folder / "report.md").is_file()), None)


@cache
def template_toml(name: str) -> dict[str, Any]:
    """The content of a TOML file of templates/, read once."""
    import tomllib  # only where it is needed: what starts fast reads none

    return tomllib.loads(template_path(name).read_text(encoding="utf-8"))
