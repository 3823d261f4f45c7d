"""What the preflight refuses, before any parser: too large, damaged, encrypted, unsafe. Each message says why."""

import io
import struct
import time
import tracemalloc
import zipfile
import zlib

import hostile
import pytest
from hostile import MAIN, SHEET, far_cell, parts_of, put, record, workbook_bytes, workbook_with, zipped
from making import FOUR

from pipeline.errors import ArpoError, FileError
from pipeline.limits import LARGE, NORMAL
from pipeline.readers import preflight, read_event


def refused(path, data, *parts, limits=NORMAL):
    """Reading must raise a FileError that has these parts, in less than a second."""
    path.write_bytes(data)
    begin = time.perf_counter()
    with pytest.raises(FileError) as caught:
        read_event(path, limits)
    assert time.perf_counter() - begin < 5  # measured in milliseconds; the machine may be busy
    message = str(caught.value)
    for part in (str(path), "→", *parts):
        assert part in message
    return message


def kinds(event):
    return {note.kind: note for note in event.notes}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "event.xlsx"


# Size and reach


@pytest.mark.parametrize("spelling", [
    '<c r="{}"><v>1</v></c>', "<c r = '{}'/>", '<c s="0" r="{}"/>', '<x:c xmlns:x="' + MAIN + '" r="{}"/>',
    '<c r="&#88;FD1048576"><v>{}</v></c>',
])  # fmt: skip
def test_one_cell_far_away(path, spelling):
    data = far_cell(tag=spelling)
    assert len(data) < 6000
    message = refused(path, data, "sheet Event reaches to cell XFD1048576", "17,179,869,184 cells (limits: 500,000")
    assert "delete the rows under the table" in message
    assert "--limits large" in message


def test_far_cell_in_a_large_sheet(path):
    # 100 KB and more are looked through in another, faster way
    cells = "".join(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(10, 6000))
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    data = workbook_with({SHEET: put("</sheetData>", cells + far)})
    refused(path, data, "reaches to cell XFD1048576")


@pytest.mark.parametrize("trick", [
    "<!-- <c> --><row><c r='XFD1048576'/></row>",
    '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><sheetData>',
    '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    '<row r="1048576"><c/><c r="XFC1048576"/><c/></row>',
])  # fmt: skip
def test_tricks_in_a_large_sheet(path, trick):
    cells = "".join(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(10, 6000))
    refused(path, workbook_with({SHEET: put("</sheetData>", cells + trick)}), "reaches to cell", "1048576")


def test_fast_and_exact_measure_agree():
    from pipeline.readers.preflight import sheet

    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="n"><v>1</v></c><c r="AB{row}"/></row><row r="{row + 9000}" ht="1"/>'
        for row in range(1, 3000)
    )
    content = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    assert len(content) > 100_000
    exact = sheet._measure_by_element(content, NORMAL)
    # A1 to AB2999; 2,999 rows with two cells, and as many formatted rows without any, which don't count
    assert (exact[0].rows, exact[0].columns, exact[1]) == (2999, 28, 4 * 2999)
    assert sheet._measure_quickly(content, NORMAL) == exact


@pytest.mark.parametrize("address", ["A99999999", "ZZZZZZ1", "A" * 9 + "1"])
def test_address_that_excel_has_not(path, address):
    path.write_bytes(far_cell(address))
    with pytest.raises(ArpoError):
        read_event(path)


@pytest.mark.parametrize("element", [
    '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    '<hyperlinks><hyperlink ref="A1:XFD1048576"/></hyperlinks>',
    '<hyperlinks><hyperlink ref="A:XFD"/></hyperlinks><mergeCells><mergeCell ref="A1:A1048576"/></mergeCells>',
])  # fmt: skip
def test_area_that_a_parser_would_fill(path, element):
    data = workbook_with({SHEET: put("<pageMargins", element)})
    refused(path, data, "sheet Event reaches to cell", "limits: 500,000")


def test_hidden_columns_without_end(path):
    columns = '<cols><col min="1" max="999999999" hidden="1" width="9"/></cols>'
    path.write_bytes(workbook_with({SHEET: put("<sheetData>", columns)}))
    assert len(read_event(path).games) == 8


def test_a_little_outside_is_no_matter(path):
    path.write_bytes(far_cell("Z2000"))
    assert len(read_event(path).games) == 8


def test_limits_large(path):
    data = far_cell("A600000")  # 7 columns × 600,000 rows
    message = refused(path, data, "4,200,000 cells (limits: 500,000 cells, 100,000 rows, 2,000 columns)")
    assert "--limits large" in message
    assert preflight.examine(path, data, LARGE).cells == 4_200_000
    assert "--limits large" not in refused(path, far_cell(), "limits: 5,000,000", limits=LARGE)


def test_zip_bomb(path):
    data = hostile.bomb(2_000_000_000)
    assert len(data) < 2_100_000  # 2 MB
    tracemalloc.start()
    message = refused(path, data, "unzips to 2,000 MB (limit 100 MB)", "its largest part is xl/media/image1.png")
    assert tracemalloc.get_traced_memory()[1] < 20_000_000  # the file itself and little more
    tracemalloc.stop()
    assert "the file has 2.0 MB" in message


def test_ratio(path):
    refused(path, hostile.bomb(60_000_000), "image1.png unzips to 1,0", "times its size (limit 250)")


@pytest.mark.parametrize(("declared", "part"), [(100, "holds more than the 100 bytes"), (500_000, "holds less")])
def test_lying_size(path, declared, part):
    content = b"<a>" + bytes(100_000)
    data = hostile.with_member(
        workbook_bytes(), b"xl/a.xml", hostile.deflated(content), zlib.crc32(content), len(content), declared
    )
    refused(path, data, "damaged", "xl/a.xml", part)


def test_lying_size_of_a_bomb(path):
    # declares 1,000 bytes and unzips to 200 MB: inflated no further than it declares
    data = hostile.with_member(workbook_bytes(), b"xl/a.xml", hostile.zeros(200_000_000), 0, 0, 1000)
    tracemalloc.start()
    refused(path, data, "holds more than the 1,000 bytes that it declares")
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_many_parts(path):
    parts = parts_of(workbook_bytes()) | {f"xl/media/{number}.png": b"" for number in range(2001)}
    refused(path, zipped(parts), "parts (limit 2,000)")


def test_million_shared_strings(path):
    texts = f'<sst xmlns="{MAIN}">' + "".join(f"<si><t>{n}</t></si>" for n in range(1_000_000)) + "</sst>"
    data = workbook_with({"xl/sharedStrings.xml": texts})
    refused(path, data, "its part xl/sharedStrings.xml has 1,000,000 texts (limit 500,000)")


def test_large_files(path):
    path.write_bytes(b"")
    with path.open("r+b") as file:
        file.truncate(100_000_000)  # a hole: nothing is written to the disk
    with pytest.raises(FileError, match=r"the file has 100 MB \(limit 50 MB\)"):
        read_event(path)
    refused(path, b"1;2;3\n" * 5_000_000, "the text file has 30 MB (limit 20 MB)")


def test_long_line(path):
    refused(path, b"a;b\nc;" + b"x" * 5_000_000, "line 2 has 5,000,002 characters (limit 200,000)")
    refused(path, b"x" * 50_000_000, "limit 20 MB")
    refused(path, b"x" * 50_000_000, "line 1 has 50,000,000 characters", limits=LARGE)


def test_many_cells_in_a_text(path):
    refused(path, (b";" * 1000 + b"\n") * 600, "the text makes 600,600 cells (limit 500,000)")
    refused(path, b"a\n" * 100_001, "the text makes 100,001 lines (limit 100,000)")
    refused(path, b"a;" * 2000, "the text makes 2,001 columns (limit 2,000)")


# Damage


@pytest.mark.parametrize("tenth", range(1, 10))
def test_truncated(path, tenth):
    data = workbook_bytes()
    refused(path, data[: len(data) * tenth // 10], "damaged", "cut off")


def test_truncated_anywhere_near_the_end(path):
    data = workbook_bytes()
    for missing in range(1, 60):
        refused(path, data[:-missing], "damaged")


def test_check_sum(path):
    data = bytearray(workbook_bytes())
    data[data.index(b"[Content_Types].xml") + 40] ^= 0xFF
    refused(path, bytes(data), "damaged", "[Content_Types].xml")


def test_broken_xml_names_part_and_line(path):
    data = workbook_with({SHEET: lambda old: old[: len(old) // 2]})
    refused(path, data, "damaged", f"its part {SHEET} is no valid XML (line 1")


def test_duplicate_parts(path):
    parts = [*parts_of(workbook_bytes()).items(), (SHEET, b"<worksheet/>")]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(parts)
    refused(path, data, f"its part {SHEET} stands in it twice")


def test_names_that_lead_elsewhere_are_harmless(path, tmp_path):
    parts = parts_of(workbook_bytes()) | {"../../evil.txt": b"x", "/etc/evil": b"x", "C:\\evil": b"x"}
    path.write_bytes(zipped(parts))
    assert len(read_event(path).games) == 8
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["event.xlsx"]


def test_other_compression(path):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in parts_of(workbook_bytes()).items():
            archive.writestr(name, content)
    refused(path, target.getvalue(), "compressed in a way that spreadsheets don't use")


def test_encrypted(path):
    data = bytearray(workbook_bytes())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    refused(path, bytes(data), "protected by a password")
    refused(path, hostile.ole({"EncryptedPackage": b"x", "EncryptionInfo": b"x"}), "protected by a password")
    refused(path, hostile.xls([record(0x2F, b"\1\0\1\0\1\0")]), "protected by a password")
    manifest = ('<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry>'
                "<m:encryption-data/></m:file-entry></m:manifest>")  # fmt: skip
    parts = [("mimetype", hostile.ODS), ("content.xml", b"\x07\x03"), ("META-INF/manifest.xml", manifest)]
    refused(path, zipped(parts), "protected by a password")


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


# What is mentioned


def test_macros_and_links_are_mentioned(path):
    links = ('<Relationships><Relationship Id="r1" Target="file:///C:/secret/other.xlsx" TargetMode="External"/>'
             "</Relationships>")  # fmt: skip
    changes = {
        "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0",
        "xl/externalLinks/_rels/externalLink1.xml.rels": links,
        "xl/externalLinks/externalLink1.xml": f'<externalLink xmlns="{MAIN}"/>',
        "xl/connections.xml": f'<connections xmlns="{MAIN}"/>',
        SHEET: lambda old: old.replace(b'<c r="C2" t="n"><v>', b'<c r="C2" t="n"><f>[1]Sheet1!A1</f><v>'),
    }
    path.write_bytes(workbook_with(changes))
    event = read_event(path)
    assert event.players["rating"][1] == 2000
    notes = kinds(event)
    assert notes["macros"].text == "macros in the workbook, which were neither run nor read: xl/vbaProject.bin"
    assert "file:///C:/secret/other.xlsx" in notes["external links"].which
    assert notes["external formulas"].which == "Event C2"
    assert "data connections" in notes


def test_links_of_ods_and_xls(path):
    cell = '<table:table-cell table:formula="of:=[\'file:///C:/a.ods\'#$Sheet1.A1]" office:value-type="float"/>'
    macro = [("Basic/Standard/M.xml", "<a/>")]
    found = examined(path, hostile.ods(f"<table:table-row>{cell}</table:table-row>", macro))
    assert [note.kind for note in found.notes] == ["macros", "external formulas"]
    found = examined(path, hostile.xls([record(0x01AE, struct.pack("<2H", 1, 8) + b"\0other.xls")]))
    assert [note.kind for note in found.notes] == ["external links"]


def test_hidden_rows_columns_and_sheets(path):
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes()))
    sheet = book["Event"]
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["D"].hidden = True
    book.create_sheet("Secret").sheet_state = "veryHidden"
    book.save(path)
    parts = parts_of(path.read_bytes())
    parts[SHEET] = parts[SHEET].replace(b'<row r="4"', b'<row r="4" ht="0" customHeight="1"')
    path.write_bytes(zipped(parts))
    event = read_event(path)
    texts = [note.text for note in event.notes]
    assert len(event.games) == 8
    assert "hidden rows, read like the others: 3, 4" in texts
    assert "hidden columns, read like the others: Opponent 1" in texts
    assert "hidden sheets, whose tables weren't read: Secret" in texts


def test_hidden_settings_are_used_and_mentioned(path):
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes()))
    sheet = book.create_sheet("Settings")
    sheet.append(["Name", "Value"])
    sheet.append(["dp", "logistic"])
    sheet.sheet_state = "hidden"
    book.save(path)
    event = read_event(path)
    assert dict(event.settings) == {"dp": "logistic"}
    assert "hidden sheets, whose settings were read all the same: Settings" in [note.text for note in event.notes]
    assert "hidden sheets" not in kinds(event)


@pytest.mark.parametrize("dimension", ["A1:A1", "A1:XFD1048576", "nonsense", "A1"])
def test_false_dimension_drops_no_row(path, dimension):
    def change(old):
        start = old.index(b'<dimension ref="') + 16
        return old[:start] + dimension.encode() + old[old.index(b'"', start) :]

    path.write_bytes(workbook_with({SHEET: change}))
    assert read_event(path).players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora"]


def test_nul_bytes(path):
    text = "\r\n".join(";".join("" if v is None else str(v) for v in row) for row in FOUR)
    path.write_bytes(text.replace("Anna", "An\0na").encode())
    assert read_event(path).players["name"][1] == "Anna"
    path.write_bytes(b"No.;Name\0\0\0\0\0\0\0;Rating;Opponent 1;Result 1\n1;A\0;2000")
    with pytest.raises(ArpoError):
        read_event(path)


def test_devices_and_pipes(tmp_path):
    import os

    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="isn't an ordinary file"):
        read_event(tmp_path / "pipe")


def test_milliseconds(path):
    """An open of 150 players and 9 rounds; 5 ms where it was written, and the machine may be busy."""
    rows = [[number, f"Player {number}", 2000, *[number, "w"] * 9] for number in range(150)]
    data = workbook_bytes(rows)
    assert min(_seconds(path, data) for _ in range(5)) < 0.1


def _seconds(path, data):
    begin = time.perf_counter()
    preflight.examine(path, data, NORMAL)
    return time.perf_counter() - begin
