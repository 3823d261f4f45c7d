"""The cells of an .xlsx file as they stand in its XML: read, changed, or poisoned, and everything else left as it is.

openpyxl would lose the charts and rewrite styles, comments and validations, so a test would judge another file than the
one the user gets.
"""

from __future__ import annotations

import functools
import html
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

Value = float | str | bool | None
"""What a cell holds. Numbers are float; an error is its text, such as "#N/A"; None is a blank."""

Cell = tuple[str, str]
"""Sheet and cell, such as ("Event", "C5")."""

POISON = 777

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


# --- changing a workbook ----------------------------------------------------------------------------------------------

_CELL = re.compile(r"<c((?: [^>]*?)?)(?:/>|>(.*?)</c>)", re.DOTALL)
_FORMULA = re.compile(r"<f(?: [^>]*)?/>|<f(?: [^>]*)?>.*?</f>", re.DOTALL)
_ROW = re.compile(r"<row((?: [^>]*?)?)(?:/>|>(.*?)</row>)", re.DOTALL)


def poison(path: Path, copy: Path) -> Path:
    """Copy the workbook with 777 as the stored value of every formula cell; nothing else changes."""

    def poisoned(match: re.Match[str]) -> str:
        formula = _FORMULA.match(match[2] or "")
        if formula is None:
            return match[0]
        return f"<c{_without(match[1], 't')}>{formula[0]}<v>{POISON}</v></c>"

    return rewritten(path, copy, {part: lambda xml: _CELL.sub(poisoned, xml) for part in parts_of(path).values()})


def edit(path: Path, copy: Path, changes: Mapping[Cell, Value | int], *, over_formulas: bool = False) -> Path:
    """Copy the workbook with other constants in some cells (None empties one).

    A formula cell is edited only with `over_formulas`: then the constant stands in the place of the formula.

    The cell keeps its format. The formulas' stored values stay as they were, so `poison` the copy too.
    """
    parts = parts_of(path)
    by_part: dict[str, dict[str, Value | int]] = {}
    for (sheet, cell), value in changes.items():
        if sheet not in parts:
            raise KeyError(f"{path} has no sheet {sheet!r}; it has {', '.join(parts)}")
        by_part.setdefault(parts[sheet], {})[cell] = value

    def edited(xml: str, cells: Mapping[str, Value | int]) -> str:
        for cell, value in cells.items():
            xml = _set_cell(xml, cell, value, over_formulas)
        return xml

    return rewritten(path, copy, {part: functools.partial(edited, cells=cells) for part, cells in by_part.items()})


def _set_cell(xml: str, cell: str, value: Value | int, over_formulas: bool) -> str:
    column, row = coordinate_from_string(cell)
    if "<sheetData/>" in xml:
        xml = xml.replace("<sheetData/>", "<sheetData></sheetData>")
    for match in _ROW.finditer(xml):
        number = int(_attribute(match[1], "r"))
        if number == row:
            content = _set_in_row(match[2] or "", cell, column, value, over_formulas)
            return f"{xml[: match.start()]}<row{match[1]}>{content}</row>{xml[match.end() :]}"
        if number > row:
            at = match.start()
            break
    else:
        at = xml.index("</sheetData>")
    new_cell = _cell_xml(f' r="{cell}"', value)
    return f'{xml[:at]}<row r="{row}">{new_cell}</row>{xml[at:]}'


def _set_in_row(content: str, cell: str, column: str, value: Value | int, over_formulas: bool) -> str:
    for match in _CELL.finditer(content):
        reference = _attribute(match[1], "r")
        if reference == cell:
            if not over_formulas and _FORMULA.match(match[2] or ""):
                raise ValueError(f"{cell} holds a formula: {match[2]}")
            return content[: match.start()] + _cell_xml(match[1], value) + content[match.end() :]
        there, _ = coordinate_from_string(reference)
        if column_index_from_string(there) > column_index_from_string(column):
            return content[: match.start()] + _cell_xml(f' r="{cell}"', value) + content[match.start() :]
    return content + _cell_xml(f' r="{cell}"', value)


def _cell_xml(attributes: str, value: Value | int) -> str:
    attributes = _without(attributes, "t")
    match value:
        case None:
            return f"<c{attributes}/>"
        case bool():
            return f'<c{attributes} t="b"><v>{value:d}</v></c>'
        case str():
            return f'<c{attributes} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
        case _:
            return f"<c{attributes}><v>{float(value)!r}</v></c>"


def _without(attributes: str, name: str) -> str:
    return re.sub(rf' {name}="[^"]*"', "", attributes)


def _attribute(attributes: str, name: str) -> str:
    match = re.search(rf' {name}="([^"]*)"', attributes)
    if match is None:
        raise ValueError(f"no {name} in <…{attributes}>")
    return match[1]


def rewritten(path: Path, copy: Path, changes: Mapping[str, Callable[[str], str]]) -> Path:
    if copy.exists() and copy.samefile(path):
        raise ValueError(f"{copy} is the file itself")
    copy.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename in changes:
                data = changes[item.filename](data.decode("utf-8")).encode("utf-8")
            new.writestr(item, data, zipfile.ZIP_DEFLATED)
    return copy


def parts_of(path: Path) -> dict[str, str]:
    """The file inside the workbook for each sheet's name, in the order of the sheets."""
    with zipfile.ZipFile(path) as archive:
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
        workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        names = set(archive.namelist())
    parts = {}
    for sheet in workbook.iter(f"{_MAIN}sheet"):
        target = targets[sheet.get(_RELATION)]
        part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        if part in names and "worksheets/" in part:
            parts[sheet.get("name", "")] = part
    return parts


# --- reading a workbook -----------------------------------------------------------------------------------------------


def values(path: Path) -> dict[Cell, Value]:
    """The stored value of every cell that has one; a formula that gives an empty text has the value ""."""
    found: dict[Cell, Value] = {}
    strings = _shared_strings(path)
    for sheet, cell, element in _cells(path):
        value = _value(element, strings)
        if value is not None:
            found[sheet, cell] = value
    return found


def formulas(path: Path) -> dict[Cell, str]:
    """The formula of every cell that has one, with its leading "="."""
    found: dict[Cell, str] = {}
    shared: dict[tuple[str, str], tuple[str, str]] = {}
    for sheet, cell, element in _cells(path):
        formula = element.find(f"{_MAIN}f")
        if formula is None:
            continue
        text = f"={formula.text or ''}"
        if formula.get("t") == "shared":
            key = sheet, formula.get("si", "")
            if formula.text:
                shared[key] = text, cell
            else:
                first, origin = shared[key]
                text = Translator(first, origin=origin).translate_formula(cell)
        found[sheet, cell] = text
    return found


def _cells(path: Path) -> Iterator[tuple[str, str, ElementTree.Element]]:
    parts = parts_of(path)
    with zipfile.ZipFile(path) as archive:
        for sheet, part in parts.items():
            with archive.open(part) as stream:
                for _, element in ElementTree.iterparse(stream):
                    if element.tag == f"{_MAIN}row":
                        for cell in element.iter(f"{_MAIN}c"):
                            yield sheet, cell.get("r", ""), cell
                        element.clear()


def _shared_strings(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        if "xl/sharedStrings.xml" not in archive.namelist():
            return []
        root = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
    return [_text(item) for item in root.iter(f"{_MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    # <t> in runs of rich text too, but not the phonetic guide <rPh> of Japanese names
    direct = item.findall(f"{_MAIN}t") + item.findall(f"{_MAIN}r/{_MAIN}t")
    return "".join(part.text or "" for part in direct)


def _value(cell: ElementTree.Element, strings: Sequence[str]) -> Value:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return None if inline is None else _text(inline)
    stored = cell.find(f"{_MAIN}v")
    if kind == "str":
        return "" if stored is None else stored.text or ""
    if stored is None or stored.text is None:
        return None
    match kind:
        case "s":
            return strings[int(stored.text)]
        case "b":
            return stored.text == "1"
        case "e":
            return stored.text
        case _:
            return float(stored.text)


def seen_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Everything that a reader of a workbook can see, by the part that it stands in; of formulas their words."""
    with zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            xml = archive.read(part).decode("utf-8")
            if part.startswith("docProps") or part.endswith(".rels"):
                continue
            for text in re.findall(r"<(?:t|a:t|oddHeader|oddFooter)(?: [^>]*)?>([^<]*)<", xml):
                yield part, html.unescape(text)
            for text in re.findall(r' t="str"[^>]*>(?:<f>[^<]*</f>)?<v>([^<]*)<', xml):
                yield part, html.unescape(text)
            for text in re.findall(r'(?:<sheet name|prompt|promptTitle|error|errorTitle| text)="([^"]*)"', xml):
                yield part, html.unescape(text)
            for formula in re.findall(r"<(?:f|formula|formula1|c:f)>([^<]*)<", xml):
                for literal in re.findall(r'"((?:[^"]|"")*)"', html.unescape(formula)):
                    yield part, literal
