"""Comments on cells: a comments part and the drawing that Excel shows them with, new or added to the sheet's own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pipeline.addresses import Position, column_letters, position_of
from pipeline.audit.report.copy.package import MAIN, Package, attributes, prefix_of, relation_id, text_xml

AUTHOR = "arpo audit"
_AFTER = ("legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts")
"""What may stand behind a sheet's legacyDrawing, beside extensions."""
_VML = {
    "v": "urn:schemas-microsoft-com:vml", "o": "urn:schemas-microsoft-com:office:office",
    "x": "urn:schemas-microsoft-com:office:excel",
}
_SHAPE_TYPE = (
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)
_BLOCK = 1024
"""Shapes are numbered in blocks of so many."""


def add_notes(package: Package, part: str, notes: Mapping[Position, Sequence[str]]) -> None:
    """Put comments (lines of text by position) on cells of the sheet in `part`.

    A cell that has a comment keeps it, with ours below; one with a threaded conversation is left alone.
    """
    comments = package.related(part, "comments")
    fresh = dict(notes)
    if comments is not None:
        fresh = _add_to_comments(package, comments, notes)
    else:
        comments = package.free_name("xl/comments{}.xml")
        xml = "".join(_comment("", position, lines, 0) for position, lines in sorted(fresh.items()))
        package.put(
            comments,
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="{MAIN}">'
            f"<authors><author>{AUTHOR}</author></authors><commentList>{xml}</commentList></comments>",
        )
        package.declare(comments, "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml")
        package.relate(part, "comments", comments)
    if fresh:
        _draw(package, part, fresh)


def _runs(p: str, lines: Sequence[str]) -> str:
    first, *rest = lines
    small = f'<{p}sz val="9"/><{p}color indexed="81"/><{p}rFont val="Tahoma"/>'
    bold = f"<{p}r><{p}rPr><{p}b/>{small}</{p}rPr><{p}t xml:space=\"preserve\">{text_xml(first)}</{p}t></{p}r>"
    if not rest:
        return bold
    text = "\n" + "\n".join(rest)
    return f"{bold}<{p}r><{p}rPr>{small}</{p}rPr><{p}t xml:space=\"preserve\">{text_xml(text)}</{p}t></{p}r>"


def _comment(p: str, position: Position, lines: Sequence[str], author: int) -> str:
    row, column = position
    return (
        f'<{p}comment ref="{column_letters(column)}{row + 1}" authorId="{author}"><{p}text>{_runs(p, lines)}'
        f"</{p}text></{p}comment>"
    )


def _add_to_comments(
    package: Package, comments: str, notes: Mapping[Position, Sequence[str]]
) -> dict[Position, Sequence[str]]:
    """Add ours to the sheet's comments; returns those for cells that had none."""
    xml = package.text(comments)
    p = prefix_of(xml, "comments")
    authors = re.findall(rf"<{p}author(?:\s*/>|>(.*?)</{p}author>)", xml, re.DOTALL)
    left = dict(notes)

    def merged(match: re.Match[str]) -> str:
        found = attributes(match[1])
        lines = left.pop(_position(found.get("ref", "")), None)
        identity = found.get("authorId", "0")
        author = int(identity) if identity.isdecimal() else 0
        threaded = author < len(authors) and authors[author].startswith("tc=")
        if lines is None or threaded:
            return match[0]
        plain = re.compile(rf"(<{p}text>)\s*(<{p}t(?=[\s>]).*?</{p}t>)", re.DOTALL)
        old = plain.sub(rf"\1<{p}r>\2</{p}r>", match[0], count=1)
        ours = _runs(p, ["\n\n" + lines[0], *lines[1:]])
        return old.replace(f"</{p}text>", f"{ours}</{p}text>", 1)

    xml = re.sub(rf"<{p}comment(?=\s)([^>]*)>.*?</{p}comment>", merged, xml, flags=re.DOTALL)
    new = "".join(_comment(p, position, lines, len(authors)) for position, lines in sorted(left.items()))
    xml = package.at_end_of(xml, f"{p}authors", f"<{p}author>{AUTHOR}</{p}author>")
    package.put(comments, package.at_end_of(xml, f"{p}commentList", new))
    return left


def _position(address: str) -> Position:
    """Where a comment is; nowhere for what is no address of a cell."""
    try:
        return position_of(address)
    except ValueError:
        return (-1, -1)


def _draw(package: Package, part: str, notes: Mapping[Position, Sequence[str]]) -> None:
    """The boxes of the comments, in the sheet's own drawing of comments where it has one."""
    drawing = _own_drawing(package, part)
    blocks = -(-len(notes) // _BLOCK)
    shapes = "".join(
        _shape(f"_x0000_s{_BLOCK + 1 + i}" if drawing is None else f"arpo_s{i + 1}", position, lines)
        for i, (position, lines) in enumerate(sorted(notes.items()))
    )
    if drawing is not None:
        package.put(drawing, package.at_end_of(_with_namespaces(package.loose_text(drawing)), "xml", shapes))
        return
    drawing = package.free_name("xl/drawings/vmlDrawing{}.vml")
    numbers = ",".join(str(block) for block in range(1, blocks + 1))
    package.put(
        drawing,
        _with_namespaces("<xml>") + '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" '
        f'data="{numbers}"/></o:shapelayout>{_SHAPE_TYPE}{shapes}</xml>',
    )
    package.declare_suffix("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    identity = package.relate(part, "vmlDrawing", drawing)
    xml = package.text(part)
    p = prefix_of(xml, "worksheet")
    at = _place_of_drawing(xml, p)
    element = f"<{p}legacyDrawing {relation_id(xml, identity)}/>"
    package.put(part, xml[:at] + element + xml[at:])


def _with_namespaces(xml: str) -> str:
    """The drawing with the usual prefixes declared: openpyxl calls them ns0, ns1 …"""
    start = xml.find("<xml")
    if start < 0:
        return xml
    root = xml[start : xml.index(">", start)]
    missing = [f' xmlns:{prefix}="{uri}"' for prefix, uri in _VML.items() if f"xmlns:{prefix}=" not in root]
    at = start + len("<xml")
    return xml[:at] + "".join(missing) + xml[at:]


def _own_drawing(package: Package, part: str) -> str | None:
    """The part with the boxes of the comments that the sheet already has."""
    xml = package.text(part)
    match = re.search(rf"<{prefix_of(xml, 'worksheet')}legacyDrawing(?=\s)[^>]*>", xml)
    if match is None:
        return None
    identity = next((value for name, value in attributes(match[0]).items() if name.endswith(":id")), "")
    targets = {relation.get("Id"): relation["Target"] for relation in package.relations(part)}
    return targets.get(identity) if targets.get(identity) in package.parts else None


def _place_of_drawing(xml: str, p: str) -> int:
    """Where a legacyDrawing may stand: the schema has an order, and a few things come behind it."""
    data = xml.index(f"</{p}sheetData>") if f"</{p}sheetData>" in xml else 0
    end = xml.rindex(f"</{p}worksheet>")
    later = re.compile(rf"<{p}(?:{'|'.join(_AFTER)})(?=[\s/>])").search(xml, data)
    found = [later.start()] if later else []
    alternative = xml.find("<mc:AlternateContent", data)
    if alternative >= 0:
        found.append(alternative)
    if re.search(rf"</{p}extLst>\s*$", xml[:end]):  # the sheet's own; others are nested in rules
        found.append(xml.rindex(f"<{p}extLst", data, end))
    return min(found, default=end)


def _shape(identity: str, position: Position, lines: Sequence[str]) -> str:
    row, column = position
    height = 2 + sum(1 + len(line) // 42 for line in lines)
    top = max(row - 1, 0)
    return (
        f'<v:shape id="{identity}" type="#_x0000_t202" style="position:absolute;visibility:hidden" '
        'fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/>'
        '<v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div>'
        '</v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:Anchor>{column + 1},12,{top},4,{column + 5},10,{top + height},4</x:Anchor><x:AutoFill>False</x:AutoFill>"
        f"<x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>"
    )
