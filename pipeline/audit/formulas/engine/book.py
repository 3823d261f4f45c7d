"""The cells of a workbook as the file holds them: stored values, and formulas as shapes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

from pipeline.audit.formulas.engine.shape import Formula, parsed
from pipeline.audit.report.copy.styled_cells import Position, position_of
from pipeline.audit.sheet.package import MAIN, Package

Stored = float | str | bool | None
_TAG = f"{{{MAIN}}}"


@dataclass
class SheetCells:
    """A sheet's stored values and formulas, by position."""

    values: dict[Position, Stored] = field(default_factory=dict)
    texts: dict[Position, tuple[str, Position]] = field(default_factory=dict)
    """The text of each formula, and the cell that it was written for: another one, where cells share a formula."""
    unvalued: set[Position] = field(default_factory=set)
    """Formulas that the file holds no value for."""
    has_others: bool = False
    """Whether there are formulas of kinds that aren't read, for whole blocks."""
    _parsed: dict[Position, Formula | None] = field(default_factory=dict)

    def formula(self, at: Position) -> Formula | None:
        """The formula of a cell; parsed when it is asked for, since a workbook has many that nobody looks at."""
        if at not in self._parsed:
            written = self.texts.get(at)
            self._parsed[at] = parsed(written[0], *written[1]) if written else None
        return self._parsed[at]


class BookCells:
    """The sheets of a package, each parsed when it is first asked for."""

    def __init__(self, package: Package) -> None:
        """Read from `package`."""
        self._package = package
        self._parts = package.sheets()
        self._names = {name.casefold(): name for name in self._parts}
        self._sheets: dict[str, SheetCells] = {}
        self._strings: list[str] | None = None

    def sheet(self, name: str) -> SheetCells:
        """The cells of the sheet called `name`; an empty one where there is no such sheet."""
        if name in self._sheets:
            return self._sheets[name]
        known = self._names.get(name.casefold(), name)
        if known not in self._sheets:
            part = self._parts.get(known)
            self._sheets[known] = self._parse(self._package.parts[part]) if part else SheetCells()
        return self._sheets[known]

    def has_formulas(self, name: str) -> bool:
        """Whether a sheet holds any formula; looks without parsing it."""
        part = self._parts.get(self._names.get(name.casefold(), name))
        return part is not None and re.search(rb"<(?:\w+:)?f[\s>]", self._package.parts[part]) is not None

    def _parse(self, content: bytes) -> SheetCells:
        cells = SheetCells()
        shared: dict[str, tuple[str, Position]] = {}
        row, column = -1, -1
        for element in ElementTree.fromstring(content).iter():
            if element.tag == f"{_TAG}row":
                row, column = int(element.get("r", row + 2)) - 1, -1
            elif element.tag == f"{_TAG}c":
                address = element.get("r")
                row, column = position_of(address) if address else (row, column + 1)
                self._add(cells, shared, element, (row, column))
        return cells

    def _add(
        self, cells: SheetCells, shared: dict[str, tuple[str, Position]], element: ElementTree.Element, at: Position
    ) -> None:
        value = self._value(element)
        if value is not None:
            cells.values[at] = value
        formula = element.find(f"{_TAG}f")
        if formula is None:
            return
        if formula.get("t") in ("array", "dataTable"):
            cells.has_others = True
            return
        if formula.text:
            cells.texts[at] = formula.text, at
            if formula.get("t") == "shared":
                shared[formula.get("si", "")] = formula.text, at
        elif formula.get("si", "") in shared:
            cells.texts[at] = shared[formula.get("si", "")]
        else:
            return
        if value is None and element.get("t") != "str":
            cells.unvalued.add(at)

    def _value(self, cell: ElementTree.Element) -> Stored:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return "".join(part.text or "" for part in cell.iter(f"{_TAG}t"))
        stored = cell.findtext(f"{_TAG}v")
        if kind == "str":
            return stored or ""
        if stored is None or stored == "":
            return None
        if kind == "s":
            return self._shared_strings[int(stored)]
        if kind == "b":
            return stored == "1"
        if kind in ("e", "d"):
            return stored
        return float(stored)

    @property
    def _shared_strings(self) -> list[str]:
        if self._strings is None:
            part = self._package.related(self._package.workbook, "sharedStrings")
            self._strings = []
            if part is not None:
                for item in ElementTree.fromstring(self._package.parts[part]).iter(f"{_TAG}si"):
                    self._strings.append("".join(text.text or "" for text in item.iter(f"{_TAG}t")))
        return self._strings
