"""Workbooks that openpyxl reads and that an audit may stumble over: all of them small, by name."""

import re

from made.hostile import MAIN, zipped
from made.making import FOUR

from pipeline.addresses import position_of

SHEET = "xl/worksheets/sheet1.xml"
BOOK = "xl/workbook.xml"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
STATED = [("Ra", "dp", "c"), (1850, 193, 0), (1850, 0, 0), (1950, 0, 0), (1850, -470, 0)]
"""Columns to audit of the four players, some right and some wrong."""
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def cell(address, value):
    """A cell: a number, a text, or a formula without a stored value (a text that begins with =)."""
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith("="):
        text = value[1:].replace("&", "&amp;").replace("<", "&lt;")
        return f'<c r="{address}"><f>{text}</f></c>'
    if isinstance(value, str):
        return f'<c r="{address}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{address}"><v>{value}</v></c>'


def rows_xml(changes=(), more=""):
    """The rows of the four players with the columns to audit; other values by address, further rows as XML."""
    changes = dict(changes)
    rows = []
    for number, values in enumerate(zip(FOUR, STATED, strict=True), start=1):
        addresses = [f"{letter}{number}" for letter in "ABCDEFGHIJ"]
        pairs = zip(addresses, [*values[0], *values[1]], strict=True)
        cells = "".join(cell(address, changes.pop(address, value)) for address, value in pairs)
        beside = [address for address in changes if position_of(address)[0] == number - 1]
        cells += "".join(cell(address, changes[address]) for address in beside)
        rows.append(f'<row r="{number}">{cells}</row>')
    return "".join(rows) + more


def sheet_xml(rows, head=_XML, after=""):
    """The part of a sheet."""
    return f'{head}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{after}</worksheet>'


def book(sheet, sheets='<sheet name="Event" sheetId="1" r:id="rId1"/>', more=None):
    """A workbook of as few parts as one can have, with this part as its first sheet."""
    second = "xl/worksheets/sheet2.xml" in (more or {})
    override = '<Override PartName="/xl/{}.xml" ContentType="' + TYPES + '.{}+xml"/>'
    relation = '<Relationship Id="rId{}" Type="' + RELATIONS + '/worksheet" Target="worksheets/sheet{}.xml"/>'
    parts = {
        "[Content_Types].xml": f'{_XML}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>' + override.format("workbook", "sheet.main")
        + "".join(override.format(f"worksheets/sheet{n}", "worksheet") for n in range(1, 2 + second)) + "</Types>",
        "_rels/.rels": f'{_XML}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        BOOK: f'{_XML}<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_XML}<Relationships xmlns="{PACKAGE}/relationships">'
        + "".join(relation.format(n, n) for n in range(1, 2 + second)) + "</Relationships>",
        SHEET: sheet,
        **(more or {}),
    }
    return zipped(parts)


def with_formulas(*formulas):
    """The workbook with these in Ra's cells, and in those of K to Z after them."""
    addresses = [f"{letter}{row}" for letter in "HKLMNOPQRSTUVWXYZ" for row in range(2, 6)]
    return book(sheet_xml(rows_xml(dict(zip(addresses, formulas, strict=False)))))


def chain(length):
    """Cells each of which refers to the one below."""
    last = 20 + length
    more = "".join(f'<row r="{row}"><c r="A{row}"><f>A{row + 1}</f></c></row>' for row in range(20, last))
    return book(sheet_xml(rows_xml({"H2": "=A20"}, f'{more}<row r="{last}"><c r="A{last}"><v>1850</v></c></row>')))


ROWS = rows_xml()
LONG = 200_000
AT_MOST = 8_000
"""Characters of a formula that is just short enough to be taken apart."""
IN_A_COMMENT = '<!-- <row r="3"><c r="H3"><v>1</v></c></row> -->'
COPIED = {
    "comment that looks like a row": book(sheet_xml(ROWS.replace('<row r="3">', '<!-- <row r="3"> --><row r="3">'))),
    "comment with rows": book(sheet_xml(IN_A_COMMENT + ROWS)),
    "comment of 20,000 rows": book(sheet_xml(ROWS + "<!--" + "<row " * 20_000 + "-->")),
    "comment behind the cells": book(sheet_xml(ROWS, after="<!-- </worksheet> <legacyDrawing/> </sheetData> -->")),
    "CDATA": book(sheet_xml(ROWS.replace("<t>Anna</t>", "<t><![CDATA[</t></is></c><c r=\"H2\"><v>7</v></c>]]></t>"))),
    "processing instruction": book(sheet_xml('<?row <row r="2"><c r="H2"/></row> ?>' + ROWS)),
    "entity in a sheet's name": book(
        sheet_xml(ROWS), '<sheet name="Pr&#252;fung &amp; &#x3C;1&#x3E;" sheetId="1" r:id="rId1"/>'
    ),
    "names that differ in case": book(
        sheet_xml(""), '<sheet name="Event" sheetId="1" r:id="rId1"/><sheet name="EVENT" sheetId="2" r:id="rId2"/>',
        {"xl/worksheets/sheet2.xml": sheet_xml(ROWS)},
    ),
    "Latin-1": book(sheet_xml(ROWS, '<?xml version="1.0" encoding="ISO-8859-1"?>\n').encode("iso-8859-1")),
    "UTF-16": book(sheet_xml(ROWS, '<?xml version="1.0" encoding="UTF-16"?>\n').encode("utf-16")),
    "row number 2e0": book(sheet_xml(ROWS.replace('<row r="2">', '<row r="2e0">'))),
    "row numbers left out": book(sheet_xml(ROWS.replace('<row r="2">', "<row>").replace('<row r="4">', "<row>"))),
    "addresses left out": book(sheet_xml(re.sub(r'<c r="[A-J][1-3]"', "<c", ROWS))),
    "address as a reference": book(sheet_xml(ROWS.replace('r="H2"', 'r="&#72;2"'))),
    "sign in an attribute": book(sheet_xml(ROWS.replace('<row r="2">', '<row spans=">" r="2">'))),
    "cell in another's row": book(sheet_xml(ROWS.replace('<row r="3">', '<row r="30">'))),
    "prefix": book(
        _XML + f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>'
        + ROWS.replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:") + "</x:sheetData></x:worksheet>"
    ),
    "no formula ever ends": with_formulas("=" + "a." * (LONG // 2)),
    "names without end": with_formulas(*["=" + "a." * (AT_MOST // 2)] * 60),
    "letters without end": with_formulas(*["=" + "A" * AT_MOST + f"+{n}" for n in range(60)]),
    "quotes": with_formulas(*["=" + "'" * (AT_MOST + n % 2) + f"+{n}" for n in range(60)]),
    "double quotes": with_formulas(*["=" + '"' * (AT_MOST + n % 2) + f"+{n}" for n in range(60)]),
    "terms": with_formulas("=1" + "+1" * LONG, "=1850" + "+0" * (AT_MOST // 2 - 10)),
    "brackets": with_formulas("=" + "(" * 4000 + "1" + ")" * 4000, "=" + "(" * LONG),
    "signs": with_formulas("=" + "-" * AT_MOST + "1", "=1" + "%" * AT_MOST),
    "functions in each other": with_formulas("=" + "ABS(" * 1500 + "1" + ")" * 1500),
    "whole sheet": with_formulas("=SUM(A1:XFD1048576)", "=SUMPRODUCT($A$1:$XFD$1048576*1)", "=COUNTIF(A:XFD,1)"),
    "large blocks": with_formulas(*[f"=SUM($A${n}:$A${190_000 + n})" for n in range(1, 61)]),
    "large blocks that move": with_formulas(*[f"=SUM(A{n}:A{190_000 + n})" for n in range(1, 61)]),
    "products of blocks": with_formulas(*[
        f"=SUMPRODUCT((A$1:A${190_000 + n}=A$1:A${190_000 + n})*ROUND(A$1:A${190_000 + n},2))" for n in range(60)
    ]),
    "row times column": with_formulas("=SUMPRODUCT(A1:A100000*A1:XFD1)", "=SUM(A1:A400*A1:OJ1)"),
    "counting counts": with_formulas(*[f"=SUMPRODUCT(COUNTIF(A$1:A$9{n:03},A$1:A$9{n:03}))" for n in range(60)]),
    "chain of references": chain(5_000),
    "circle": with_formulas("=H3", "=H4", "=H2", "=SUM(H2:H5)"),
}
"""What is judged, with a copy."""
REFUSED = {
    "#N/A without a type": book(sheet_xml(ROWS.replace("<v>1950</v>", "<v>#N/A</v>"))),
    "half a row": book(sheet_xml(ROWS.replace('<row r="2">', '<row r="2.5">'))),
    "no address": book(sheet_xml(ROWS.replace('r="H2"', 'r="$H"'))),
}
"""What is refused, with a message."""
