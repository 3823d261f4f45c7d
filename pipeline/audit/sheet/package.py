"""An .xlsx file as the parts that it consists of; the few that an audit changes are changed as text."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr, unescape

from pipeline.errors import FileError
from pipeline.readers.containers.strict import transitional_parts

RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPES = "[Content_Types].xml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ATTRIBUTE = re.compile(r"""([\w:]+)\s*=\s*("[^"]*"|'[^']*')""")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
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

    def __init__(self, parts: dict[str, bytes]) -> None:
        """Keep the parts."""
        self.parts = parts
        self._serial = 0

    @classmethod
    def read(cls, path: Path) -> Package:
        """The parts of a file. Raises FileError where it is no zip file after all."""
        try:
            with zipfile.ZipFile(path) as archive:
                parts = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
                return cls(transitional_parts(parts))
        except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
            what = "the workbook can't be unpacked to be annotated."
            raise FileError(path, what, "Open it in Excel or LibreOffice and save it.") from error

    def bytes(self) -> bytes:
        """The file."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, content in self.parts.items():
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 1)
        return stream.getvalue()

    def text(self, name: str) -> str:
        """A part as text."""
        data = self.parts[name]
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")

    def put(self, name: str, text: str) -> None:
        """Set a part; it is declared as UTF-8, whatever it was before."""
        self.parts[name] = re.sub(r"""(<\?xml[^>]*encoding=["'])[\w-]+""", r"\1UTF-8", text, count=1).encode("utf-8")

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
        for tag in re.findall(r"<(?:\w+:)?Relationship\s[^>]*>", self.text(name)):
            relation = attributes(tag)
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
        if re.search(rf"<{prefix}Relationships[^>]*/>", xml):
            xml = re.sub(rf"<({prefix}Relationships[^>]*?)/>", rf"<\1></{prefix}Relationships>", xml, count=1)
        self.put(name, xml.replace(f"</{prefix}Relationships>", f"{new}</{prefix}Relationships>"))
        return identity

    def declare(self, part: str, content_type: str) -> None:
        """Say what a new part is."""
        xml = self.text(_CONTENT_TYPES)
        prefix = prefix_of(xml, "Types")
        new = f'<{prefix}Override PartName="/{part}" ContentType="{content_type}"/>'
        self.put(_CONTENT_TYPES, xml.replace(f"</{prefix}Types>", f"{new}</{prefix}Types>"))

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
        """The part of each sheet by its name."""
        targets = {relation.get("Id"): relation["Target"] for relation in self.relations(self.workbook)}
        found = {}
        for tag in re.findall(r"<(?:\w+:)?sheet\s[^>]*>", self.text(self.workbook)):
            sheet = attributes(tag)
            identity = next((value for name, value in sheet.items() if name.endswith(":id")), "")
            if targets.get(identity) in self.parts:
                found[sheet.get("name", "")] = targets[identity]
        return found

    def add_sheet(self, name: str, xml: str) -> None:
        """Append a worksheet called `name`."""
        part = self.free_name("xl/worksheets/sheet{}.xml")
        self.put(part, xml)
        self.declare(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml")
        identity = self.relate(self.workbook, "worksheet", part)
        book = self.text(self.workbook)
        prefix = prefix_of(book, "workbook")
        tags = re.findall(rf"<{prefix}sheet\s[^>]*>", book)
        number = 1 + max((int(attributes(tag).get("sheetId", 0)) for tag in tags), default=0)
        new = f'<{prefix}sheet name={quoteattr(name)} sheetId="{number}" {relation_id(book, identity)}/>'
        self.put(self.workbook, book.replace(f"</{prefix}sheets>", f"{new}</{prefix}sheets>"))


def empty_package() -> Package:
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
    return Package({name: (_XML + text).encode("utf-8") for name, text in parts.items()})


EMPTY_STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
