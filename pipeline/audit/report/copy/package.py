"""An .xlsx file as the parts that it consists of: read by a parser, and the few that an audit changes changed as text.

The text is in the plain form of plain_xml.py, and every part that was changed must be well formed before it is written.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.sax.saxutils import escape, quoteattr, unescape

from pipeline.audit.report.copy.plain_xml import NotXml, check, plain
from pipeline.errors import FileError
from pipeline.readers.containers.strict import transitional_parts
from pipeline.words import Said, said

RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPES = "[Content_Types].xml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ATTRIBUTE = re.compile(r"""([\w:]+)\s*=\s*("[^"]*"|'[^']*')""")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TOP = 4096
"""A sheet's views stand in so many of its first bytes."""
_FOLDER = re.compile(r"^(.*?)([^/]*)$")


def attributes(tag: str) -> dict[str, str]:
    """The attributes of a start tag."""
    return {name: unescape(value[1:-1], {"&quot;": '"', "&apos;": "'"}) for name, value in _ATTRIBUTE.findall(tag)}


def with_attribute(tag: str, name: str, value: str) -> str:
    """A start tag (or the attributes of one) with one attribute set."""
    written = f"{name}={quoteattr(value)}"
    changed, count = re.subn(rf"(?<![\w:]){name}\s*=\s*(\"[^\"]*\"|'[^']*')", written, tag, count=1)
    if count:
        return changed
    return re.sub(r"\s*(/?>)", rf" {written}\1", tag, count=1) if ">" in tag else f"{tag} {written}"


def text_xml(text: str) -> str:
    """A text as XML holds it; characters that XML has no place for are dropped."""
    return escape(_UNWRITABLE.sub("", text))


def prefix_of(xml: str, root: str) -> str:
    """The prefix with its colon that a part's elements have ('' mostly): `x:` for <x:worksheet>."""
    match = re.search(rf"<(\w+:)?{root}[\s>]", xml)
    return match[1] or "" if match else ""


def relation_id(xml: str, identity: str) -> str:
    """The attribute that names a relationship, with the prefix that the part has for it, or one of its own."""
    root = re.search(r"<[^?!][^>]*>", xml)
    match = re.search(rf"""xmlns:(\w+)\s*=\s*["']{re.escape(RELATION)}["']""", root[0]) if root else None
    return f'{match[1]}:id="{identity}"' if match else f'xmlns:arpo="{RELATION}" arpo:id="{identity}"'


class Package:
    """The parts of a workbook by name, in the order of the file."""

    def __init__(self, path: Path, parts: dict[str, bytes]) -> None:
        """Keep the parts of the file `path`."""
        self.path, self.parts = path, parts
        self._serial = 0
        self._texts: dict[str, str] = {}
        self._changed: set[str] = set()
        self._loose: set[str] = set()

    @classmethod
    def of(cls, path: Path, data: bytes) -> Package:
        """The parts of a file with these bytes. Raises FileError where it is no zip file after all."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = [info for info in archive.infolist() if not info.is_dir()]
                return cls(path, transitional_parts({member.filename: archive.read(member) for member in members}))
        except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError) as error:
            raise cls.refusal(path, said("it can't be unpacked")) from error

    @staticmethod
    def refusal(path: Path, why: Said) -> FileError:
        """The error for a workbook that can be read, but not changed."""
        mend = said("Open it in Excel or LibreOffice and save it as “Excel workbook (.xlsx)”.")
        return FileError(path, said("the workbook can't be annotated: {why}.", why=why), mend)

    def bytes(self) -> bytes:
        """The file. Raises FileError where a part that was changed isn't well formed."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, content in self.parts.items():
                if name in self._changed - self._loose:
                    try:
                        check(content)
                    except NotXml as error:
                        why = said("its part {part} is written in an unusual way", part=name)
                        raise self.refusal(self.path, why) from error
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 1)
        return stream.getvalue()

    def text(self, name: str) -> str:
        """A part as text in the plain form. Raises FileError where it is no XML."""
        if name not in self._texts:
            try:
                self._texts[name] = plain(self.parts[name])
            except NotXml as error:
                raise self.refusal(self.path, said("its part {part} is no XML", part=name)) from error
        return self._texts[name]

    def loose_text(self, name: str) -> str:
        """A part of the kind that Excel itself writes not quite as XML (drawings of comments), as text."""
        try:
            return self.text(name)
        except FileError:
            self._loose.add(name)
            return self.parts[name].decode("utf-8", "surrogateescape")

    def put(self, name: str, text: str) -> None:
        """Set a part."""
        self.parts[name] = text.encode("utf-8", "surrogateescape")
        self._texts[name] = text
        self._changed.add(name)

    def elements(self, part: str, name: str) -> Iterator[Element]:
        """The elements of a part with this name, whatever their namespace. Raises FileError where it is no XML."""
        try:
            root = fromstring(self.parts[part])
        except (ParseError, LookupError, ValueError) as error:
            raise self.refusal(self.path, said("its part {part} is no XML", part=part)) from error
        return (element for element in root.iter() if element.tag.rpartition("}")[2] == name)

    def free_name(self, pattern: str) -> str:
        """The first name of a pattern such as xl/comments{}.xml that no part has (names differ by more than case)."""
        taken = {name.lower() for name in self.parts}
        number = 1
        while pattern.format(number).lower() in taken:
            number += 1
        return pattern.format(number)

    # Relationships

    @staticmethod
    def _rels_name(part: str) -> str:
        folder, name = _FOLDER.match(part).groups()  # type: ignore[union-attr]
        return f"{folder}_rels/{name}.rels"

    def relations(self, part: str) -> list[dict[str, str]]:
        """The relationships of a part, with `Target` as the name of a part."""
        name = self._rels_name(part)
        if name not in self.parts:
            return []
        found = []
        for element in self.elements(name, "Relationship"):
            relation = dict(element.attrib)
            if relation.get("TargetMode") != "External":
                base = posixpath.dirname(part)
                target = relation.get("Target", "")
                relation["Target"] = posixpath.normpath(posixpath.join("/", base, target)).lstrip("/")
            found.append(relation)
        return found

    def relate(self, part: str, kind: str, target: str) -> str:
        """Add a relationship of a kind (the last word of its type) to another part; returns its id."""
        name = self._rels_name(part)
        if name not in self.parts:
            self.put(name, f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships"></Relationships>')
        xml = self.text(name)
        taken = {relation.get("Id") for relation in self.relations(part)}
        self._serial += 1
        while f"rIdArpo{self._serial}" in taken:
            self._serial += 1
        identity = f"rIdArpo{self._serial}"
        prefix = prefix_of(xml, "Relationships")
        new = f'<{prefix}Relationship Id="{identity}" Type="{RELATION}/{kind}" Target="/{target}"/>'
        self.put(name, self.at_end_of(xml, f"{prefix}Relationships", new))
        return identity

    def at_end_of(self, xml: str, name: str, new: str) -> str:
        """The text with `new` as the last thing in the element `name` (with its prefix). Raises FileError."""
        xml = re.sub(rf"<({name}(?=[\s/])[^<>]*?)/>", rf"<\1></{name}>", xml, count=1)
        end = xml.rfind(f"</{name}>")
        if end < 0:
            raise self.refusal(self.path, said("it has no element {name} where others have one", name=name))
        return xml[:end] + new + xml[end:]

    def declare(self, part: str, content_type: str) -> None:
        """Say what a new part is."""
        xml = self.text(_CONTENT_TYPES)
        prefix = prefix_of(xml, "Types")
        new = f'<{prefix}Override PartName="/{part}" ContentType="{content_type}"/>'
        self.put(_CONTENT_TYPES, self.at_end_of(xml, f"{prefix}Types", new))

    def declare_suffix(self, suffix: str, content_type: str) -> None:
        """Say what all parts with a suffix are, where it isn't said already."""
        xml = self.text(_CONTENT_TYPES)
        if not re.search(rf"""Extension=["']{suffix}["']""", xml, re.IGNORECASE):
            prefix = prefix_of(xml, "Types")
            new = f'<{prefix}Default Extension="{suffix}" ContentType="{content_type}"/>'
            self.put(_CONTENT_TYPES, re.sub(rf"(<{prefix}Types[^>]*>)", rf"\g<1>{new}", xml, count=1))

    # The workbook

    @property
    def workbook(self) -> str:
        """The name of the workbook's part."""
        for relation in self.relations(""):
            if relation.get("Type", "").endswith("/officeDocument"):
                return relation["Target"]
        return "xl/workbook.xml"

    def related(self, part: str, kind: str) -> str | None:
        """The part that a part has a relationship of this kind with."""
        found = (r["Target"] for r in self.relations(part) if r.get("Type", "").endswith(f"/{kind}"))
        return next((target for target in found if target in self.parts), None)

    def sheets(self) -> dict[str, str]:
        """The name of each sheet by its part."""
        targets = {relation.get("Id"): relation["Target"] for relation in self.relations(self.workbook)}
        found = {}
        for element in self.elements(self.workbook, "sheet"):
            identity = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
            found[targets.get(identity, "")] = element.get("name", "")
        return found

    def rename(self, titles: Mapping[str, str]) -> None:
        """Give sheets other names, by their part: where two differ in capitals alone, no link could tell them apart."""
        targets = {relation.get("Id"): relation["Target"] for relation in self.relations(self.workbook)}

        def renamed(match: re.Match[str]) -> str:
            sheet = attributes(match[0])
            identity = next((value for key, value in sheet.items() if key.endswith(":id")), "")
            title = titles.get(targets.get(identity, ""), sheet.get("name", ""))
            return match[0] if title == sheet.get("name") else with_attribute(match[0], "name", title)

        self.put(self.workbook, re.sub(r"<(?:\w+:)?sheet\s[^>]*>", renamed, self.text(self.workbook)))

    def add_sheet(self, name: str, xml: str, *, first: bool = False) -> None:
        """Add a worksheet called `name`, behind the others, or before them: then the workbook opens on it."""
        part = self.free_name("xl/worksheets/sheet{}.xml")
        self.put(part, xml)
        self.declare(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml")
        identity = self.relate(self.workbook, "worksheet", part)
        book = self.text(self.workbook)
        prefix = prefix_of(book, "workbook")
        ids = [element.get("sheetId", "") for element in self.elements(self.workbook, "sheet")]
        number = 1 + max((int(identity) for identity in ids if identity.isdecimal()), default=0)
        new = f'<{prefix}sheet name={quoteattr(name)} sheetId="{number}" {relation_id(book, identity)}/>'
        if not first:
            self.put(self.workbook, self.at_end_of(book, f"{prefix}sheets", new))
            return
        book = re.sub(rf"(<{prefix}sheets(?:\s[^>]*)?>)", lambda match: match[1] + new, book, count=1)
        book = re.sub(rf"<{prefix}definedName\s[^>]*>", _one_sheet_later, book)
        book = re.sub(rf"<{prefix}workbookView[\s/][^>]*>|<{prefix}workbookView>", _on_first, book)
        self.put(self.workbook, book)
        for other in self.sheets():
            if other != part and b"tabSelected" in self.parts.get(other, b"")[:_TOP]:
                xml = self.text(other)
                view = re.compile(r"""\stabSelected\s*=\s*["'][^"']*["']""")
                self.put(other, view.sub("", xml[:_TOP]) + xml[_TOP:])


def _one_sheet_later(match: re.Match[str]) -> str:
    """The tag of a name that holds for one sheet alone, which is counted from the first."""
    number = attributes(match[0]).get("localSheetId", "")
    return with_attribute(match[0], "localSheetId", str(int(number) + 1)) if number.isdecimal() else match[0]


def _on_first(match: re.Match[str]) -> str:
    """The tag of a window, which shows the first sheet."""
    tag = with_attribute(match[0], "activeTab", "0")
    return with_attribute(tag, "firstSheet", "0") if "firstSheet" in tag else tag


def empty_package(path: Path) -> Package:
    """A workbook without a sheet, for a file that was none."""
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        _CONTENT_TYPES: f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{types}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}"><sheets></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATION}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": EMPTY_STYLES,
    }
    return Package(path, {name: (_XML + text).encode("utf-8") for name, text in parts.items()})


EMPTY_STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
