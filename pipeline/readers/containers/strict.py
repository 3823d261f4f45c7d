"""Workbooks saved as “Strict Open XML Spreadsheet”: the same parts as other .xlsx files under other names of namespaces.

openpyxl knows only the names of the transitional form (ECMA-376 part 4), so they are put in their place.
"""

from __future__ import annotations

import io
import re
import zipfile

_BOOK = "xl/workbook.xml"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/([A-Za-z]+)/")
_XML = (".xml", ".rels")


def is_strict(data: bytes) -> bool:
    """Whether a workbook's content is in the strict form."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return _BOOK in archive.namelist() and _STRICT.search(archive.read(_BOOK)) is not None


def transitional(data: bytes) -> bytes:
    """The content of a workbook in the form that openpyxl reads: itself where it is that already."""
    if not is_strict(data):
        return data
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target:
        for member in archive.infolist():
            content = archive.read(member)
            if member.filename.endswith(_XML):
                content = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", content)
            target.writestr(member, content)
    return changed.getvalue()
