"""What the preflight refuses, before any parser: too large, damaged, encrypted, unsafe. Each message says why."""

import io
import time
import tracemalloc
import zipfile
import zlib

import pytest
from made import hostile
from made.hostile import MAIN, SHEET, far_cell, parts_of, put, record, workbook_bytes, workbook_with, zipped

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


@pytest.mark.parametrize("odd", [
    '<row r="1048576"><x:c r="XFD1048576"/></row>', '<x:row r="1048576"><c r="XFD1048576"/></x:row>',
    '<row r="1048576"><c s="1" r="XFD1048576"/></row>', "<row r='1048576'><c r='XFD1048576'/></row>",
    '<row r="1048576"><c\tr="XFD1048576"/></row>', '<row r="1048576"><c\n/><c/></row>', '<row><c/></row>', "<row/>",
    '<row s="1" r="1048576"/>', '<x:mergeCell ref="A1:XFD1048576"/>', '<hyperlink ref="A1:XFD1048576"/>',
    "<!-- <row> -->", '<row r="1048576"><c r="XFDX1048576"/></row>',
])  # fmt: skip
def test_quick_measure_leaves_what_is_odd(odd):
    from pipeline.readers.preflight import sheet

    rows = "".join(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(1, 5000))
    content = f'<worksheet xmlns="{MAIN}" xmlns:x="{MAIN}"><sheetData>{rows}{odd}</sheetData></worksheet>'.encode()
    assert sheet._measure_quickly(content, NORMAL) is None


def test_quick_measure_with_texts_in_the_cells():
    from pipeline.readers.preflight import sheet

    rows = "".join(
        f'<row r="{row}"><c r="B{row}" t="inlineStr"><is><t>a :c :row</t></is></c><c r="C{row}"><f>B{row}</f></c></row>'
        for row in range(1, 15_000)
    )
    content = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    exact = sheet._measure_by_element(content, NORMAL)
    assert (exact[0].rows, exact[0].columns, exact[1]) == (14_999, 3, 3 * 14_999)
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
