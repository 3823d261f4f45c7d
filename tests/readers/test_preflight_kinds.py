"""What the preflight sees in XML, OpenDocument spreadsheets, old Excel workbooks and web pages."""

import struct

import pytest
from made import hostile
from made.hostile import SHEET, far_cell, parts_of, put, record, workbook_with, zipped
from made.making import FOUR

from pipeline.errors import ArpoError, FileError
from pipeline.limits import NORMAL
from pipeline.readers import preflight, read_event


@pytest.fixture
def path(tmp_path):
    return tmp_path / "event.xlsx"


def refused(path, data, *parts):
    """Reading must raise a FileError that has these parts."""
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_event(path)
    for part in (str(path), "→", *parts):
        assert part in str(caught.value)


# XML

LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1 or str()};" * 10}">' for n in range(1, 10)
) + "]>"  # fmt: skip


@pytest.mark.parametrize("part", [SHEET, "xl/sharedStrings.xml", "xl/styles.xml", "docProps/app.xml", "xl/any.bin"])
@pytest.mark.parametrize("doctype", [LAUGHS, "<!DOCTYPE a>", '<!DOCTYPE a SYSTEM "file:///etc/passwd">'])
def test_document_type(path, part, doctype):
    refused(path, workbook_with({part: doctype + "<a>&a9;</a>"}), f"its part {part} has a document type definition")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-7", "cp037"])
def test_document_type_in_other_encodings(path, encoding):
    declared = "utf-16" if "16" in encoding else encoding.replace("-sig", "")
    content = f'<?xml version="1.0" encoding="{declared}"?>' + LAUGHS + "<a>&a9;</a>"
    if encoding == "cp037":  # EBCDIC after a declaration in ASCII
        head, tail = content.split("?>", 1)
        data = workbook_with({SHEET: (head + "?>").encode() + tail.encode("cp037")})
    else:
        data = workbook_with({SHEET: content.encode(encoding)})
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"document type definition|no valid XML|unknown encoding"):
        read_event(path)


def test_utf_16_sheet_is_measured_too(path):
    text = parts_of(far_cell())[SHEET].decode()
    data = workbook_with({SHEET: ('<?xml version="1.0" encoding="utf-16"?>' + text).encode("utf-16")})
    refused(path, data, "reaches to cell XFD1048576")


def test_deep_nesting(path):
    deep = "<a>" * 100_000 + "</a>" * 100_000
    refused(path, workbook_with({SHEET: put("</worksheet>", deep)}), "nested more than 200 levels deep")


def test_huge_row_number_without_cells(path):
    for row in ('<row r="99999999999999999999"/>', '<row r="1e300"><c/></row>', '<row r="x"><c><v>1</v></c></row>'):
        path.write_bytes(workbook_with({SHEET: put("</sheetData>", row)}))
        try:
            assert len(read_event(path).games) == 8
        except ArpoError:
            continue


# OpenDocument

TABLE = "".join(hostile.ods_row(row) for row in FOUR)
REST = '<table:table-row table:number-rows-repeated="1048571"><table:table-cell ' \
    'table:number-columns-repeated="16384"/></table:table-row>'  # fmt: skip


def examined(path, data):
    return preflight.examine(path, data, NORMAL)


def test_ods_with_blank_rows_to_the_end(path):
    # 5 rows, 7 columns; the 1,048,571 × 16,384 blank cells behind them are in every such file
    assert examined(path, hostile.ods(TABLE + REST)).cells == 35


@pytest.mark.parametrize("more", [
    hostile.ods_row(["x"], 'table:number-rows-repeated="1048576"'),
    hostile.ods_row(["x"], cell='table:number-columns-repeated="1000000"'),
    REST + hostile.ods_row(["x"]),
    "<table:table-row><table:table-cell table:number-columns-repeated='16383'/><table:table-cell><text:p>x</text:p>"
    "</table:table-cell></table:table-row>" + hostile.ods_row(["x"], 'table:number-rows-repeated="100"'),
    hostile.ods_row(["x"], 'table:number-rows-repeated="99999999999999999999999999"'),
])  # fmt: skip
def test_ods_repeats(path, more):
    refused(path, hostile.ods(TABLE + more), "sheet Event reaches to", "limits: 500,000")


def test_ods_document_type(path):
    parts = parts_of(hostile.ods(TABLE))
    parts["content.xml"] = LAUGHS.encode() + parts["content.xml"]
    refused(path, zipped(parts), "its part content.xml has a document type definition")


# Old Excel


@pytest.mark.parametrize("far", [
    record(0x0200, struct.pack("<2I3H", 0, 0x10000, 0, 256, 0)),
    record(0x0200, struct.pack("<2I3H", 0, 0xFFFFFFFF, 0, 0xFFFF, 0)),
    record(0x0203, struct.pack("<3Hd", 0xFFFF, 0xFFFF, 0, 1.0)),
    record(0x00BD, struct.pack("<3HI2H", 0xFFFF, 200, 0, 0, 0, 200)),
])  # fmt: skip
def test_xls_that_reaches_too_far(path, far):
    refused(path, hostile.xls([far]), "sheet 1 reaches to", "limits: 500,000")


def test_xls_with_false_counts(path):
    refused(path, hostile.xls([record(0x00FC, struct.pack("<2I", 0xFFFFFFFF, 0xFFFFFFFF))]), "damaged", "texts")
    refused(path, hostile.ole({"Workbook": struct.pack("<2H", 0x0809, 0xFFFF) + b"x" * 5000}), "damaged", "cut off")


def test_xls_truncated(path):
    data = hostile.xls([record(0x0203, struct.pack("<3Hd", row, 0, 0, 1.0)) for row in range(2000)])
    for tenth in range(1, 10):
        refused(path, data[: len(data) * tenth // 10], "damaged")


def test_xls_with_a_circle_of_sectors(path):
    data = bytearray(hostile.xls([]))
    start = data.rindex(struct.pack("<2I", 1, 2))  # the chain 0 → 1 → 2 …
    data[start : start + 4] = struct.pack("<I", 0)
    refused(path, bytes(data), "damaged", "table of sectors")


# Web pages and texts

PAGE = "<html><body><table>{}</table></body></html>"


@pytest.mark.parametrize(("cells", "part"), [
    ("<tr><td colspan=100000>a</td></tr>", "spans 100,000 rows or columns"),
    ('<tr><td ROWSPAN = "2000">a</td></tr>', "spans 2,000 rows or columns"),
    ("<tr>" + "<td colspan=1000>a</td>" * 500 + "</tr>", "have 500,500 cells (limit 500,000)"),
    ("<td>a" * 600_000, "have 600,000 cells"),
    ("<tr>" * 200_000, "have 200,000 rows"),
])  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_web_page(path, cells, part, encoding):
    refused(path, PAGE.format(cells).encode(encoding), part)
