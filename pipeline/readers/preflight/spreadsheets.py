"""What the parts of an Excel workbook or an OpenDocument spreadsheet hold: cells, links to other files, macros."""

from __future__ import annotations

import posixpath
from pathlib import Path

from pipeline.errors import FileError
from pipeline.limits import Limits
from pipeline.readers.preflight import sheet
from pipeline.readers.preflight.extent import Extent
from pipeline.readers.preflight.findings import Findings, too_large
from pipeline.readers.preflight.xml import scan
from pipeline.words import joined, said

_MACROS = ("xl/vbaProject.bin", "xl/macrosheets/", "Basic/", "Scripts/")
_LINKS = ("xl/externalLinks/_rels/",)
_CONNECTIONS = ("xl/connections.xml", "xl/queryTables/")
_TEXTS = "xl/sharedStrings.xml"


class Book:
    """Looks through the parts of one spreadsheet file and keeps what the report has to mention."""

    def __init__(self, path: Path, limits: Limits, findings: Findings, names: list[str]) -> None:
        """Look through the file `path` with the parts `names`; cells and notes go to `findings`."""
        self.path = path
        self.limits = limits
        self.findings = findings
        self._sheets: dict[str, str] = {}
        self._targets: dict[str, str] = {}
        self._extents: list[tuple[str, Extent]] = []
        self._linked: list[str] = []
        self._linking: list[tuple[str, str]] = []
        macros = [name for name in names if name.startswith(_MACROS) and not name.endswith("/")]
        findings.note(said("macros"), macros, said("macros in the workbook, which were neither run nor read"))
        connections = [name for name in names if name.startswith(_CONNECTIONS)]
        findings.note(said("data connections"), connections, said("connections to other data, which weren't refreshed"))

    def look_through(self, name: str, content: bytes) -> None:
        """Look through one XML part. Raises Refused, or FileError for a sheet that reaches too far."""
        if self.findings.kind == "ods":
            self._opendocument(name, content)
        elif name == "xl/workbook.xml":
            scan(content, self.limits.cells, self._book_element)
        elif name.endswith(".rels"):
            self._relations(name, content)
        elif name == _TEXTS:
            self._texts(name, content)
        else:
            extent, _ = sheet.measure(content, self.limits)
            self._extents.append((name, extent))
            self._linking += [(name, address) for address in sheet.external_formulas(content)]

    def close(self) -> None:
        """Judge all sheets together, once their names are known. Raises FileError where they reach too far."""
        parts = {
            posixpath.normpath(posixpath.join("/xl", self._targets.get(relation, ""))).lstrip("/"): title
            for relation, title in self._sheets.items()
        }
        for part, extent in self._extents:
            self.findings.cells += extent.cells
            if extent.exceeds(self.limits):
                raise extent.refusal(self.path, parts.get(part, part), self.limits)
        if self.findings.cells > self.limits.cells:
            raise self._too_many()
        self.findings.note(
            said("external links"),
            self._linked,
            said("links to other files, not followed: the values saved with them were used"),
        )
        cells = [joined(" ", [parts.get(part, part), address]) for part, address in self._linking]
        self.findings.note(
            said("external formulas"), cells, said("formulas that use other files, read as their saved values")
        )

    def _too_many(self) -> FileError:
        largest = max(self._extents, key=lambda pair: pair[1].cells)[0]
        return too_large(
            self.path,
            said(
                "its sheets make {cells:,} cells together (limit {most:,}; most in {largest}).",
                cells=self.findings.cells, most=self.limits.cells, largest=largest,
            ),
            said("Delete the sheets that don't belong to the tournament, and save it again."),
            self.limits,
        )

    # Excel

    def _book_element(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            relation = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self._sheets[relation] = attributes.get("name", "")

    def _texts(self, part: str, content: bytes) -> None:
        """The table of all texts, which may be large and is looked through without a call for each element."""
        count = content.count(b"<si>") + content.count(b"<si ") + content.count(b":si>")
        if count > self.limits.cells:
            what = said(
                "its part {part} has {count:,} texts (limit {cells:,}).",
                part=part, count=count, cells=self.limits.cells,
            )
            raise too_large(self.path, what, said("A tournament has far fewer: export it again."), self.limits)
        scan(content, self.limits.cells)

    def _relations(self, part: str, content: bytes) -> None:
        def element(name: str, attributes: dict[str, str]) -> None:
            if name != "Relationship":
                return
            if part == "xl/_rels/workbook.xml.rels":
                self._targets[attributes.get("Id", "")] = attributes.get("Target", "")
            elif part.startswith(_LINKS) and attributes.get("TargetMode") == "External":
                self._linked.append(attributes.get("Target", ""))

        scan(content, self.limits.cells, element)

    # OpenDocument

    def _opendocument(self, part: str, content: bytes) -> None:
        if part == "META-INF/manifest.xml":
            scan(content, self.limits.cells, self._manifest_element)
        elif part == "content.xml":
            tables = _Tables()
            scan(content, self.limits.cells, tables.start, tables.end)
            self._extents += tables.extents
            self._linking += tables.linking
        else:
            scan(content, self.limits.cells, lambda name, attributes: None)

    def _manifest_element(self, name: str, attributes: dict[str, str]) -> None:
        if name == "encryption-data":
            raise FileError(
                self.path, said("this is protected by a password."), said("Remove the password and save it again.")
            )


class _Tables:
    """The tables of an OpenDocument's content.xml, with its repeated rows and columns.

    Blank cells to the sheet's very end are repeated in every such file, and count only where something follows them.
    """

    def __init__(self) -> None:
        self.extents: list[tuple[str, Extent]] = []
        self.linking: list[tuple[str, str]] = []
        self._row = self._column = 0
        self._repeat = self._row_repeat = 1
        self._in_cell = self._filled = False
        self._last_filled = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "table":
            self.extents.append((_attribute(attributes, "name"), Extent()))
            self._row = 0
        elif name == "table-row":
            self._row_repeat = _number(attributes, "number-rows-repeated")
            self._column = self._last_filled = 0
        elif name in ("table-cell", "covered-table-cell"):
            self._repeat = _number(attributes, "number-columns-repeated")
            self._in_cell = True
            formula = _attribute(attributes, "formula")
            self._filled = bool(_attribute(attributes, "value-type") or formula)
            if "file:" in formula or "http" in formula:
                address = said("row {row}, column {column}", row=self._row + 1, column=self._column + 1)
                self.linking.append((self.extents[-1][0] if self.extents else "", address))
        elif self._in_cell and name in ("p", "annotation"):
            self._filled = True

    def end(self, name: str) -> None:
        """An element ends."""
        if name in ("table-cell", "covered-table-cell"):
            self._column += self._repeat
            self._in_cell = False
            if self._filled:
                self._last_filled = self._column
        elif name == "table-row" and self.extents:
            self._row += self._row_repeat
            if self._last_filled:
                self.extents[-1][1].reach(self._row, self._last_filled)


def _attribute(attributes: dict[str, str], local: str) -> str:
    return next((value for key, value in attributes.items() if key.rpartition(":")[2] == local), "")


def _number(attributes: dict[str, str], local: str) -> int:
    text = _attribute(attributes, local)
    return int(text[:30]) if text.isdecimal() else 1
