"""Workbooks saved as “Strict Open XML Spreadsheet”: the parts of other .xlsx files in namespaces of other names.

openpyxl knows only the names of the transitional form (ECMA-376 part 4), so they are put in their place.
"""

from __future__ import annotations

import io
import re
import zipfile

_BOOK = "xl/workbook.xml"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/([A-Za-z]+)/")
_XML = (".xml", ".rels")


def transitional_parts(parts: dict[str, bytes]) -> dict[str, bytes]:
    """The parts of a workbook, by name, in the form that openpyxl reads: themselves where they are that already."""
    if not _STRICT.search(parts.get(_BOOK, b"")):
        return parts
    return {
        name: _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", content) if name.endswith(_XML) else content
        for name, content in parts.items()
    }


def transitional(data: bytes) -> bytes:
    """The content of a workbook in the form that openpyxl reads: itself where it is that already."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if _BOOK not in archive.namelist() or not _STRICT.search(archive.read(_BOOK)):
            return data
        parts = {name: archive.read(name) for name in archive.namelist()}
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as target:
        for name, content in transitional_parts(parts).items():
            target.writestr(name, content)
    return changed.getvalue()
