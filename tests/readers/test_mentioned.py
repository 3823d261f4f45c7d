"""What is used safely and mentioned: macros, links to other files, hidden rows, columns and sheets, NUL bytes."""

import io
import struct

import pytest
from made import hostile
from made.hostile import MAIN, SHEET, parts_of, record, workbook_bytes, workbook_with, zipped
from made.making import FOUR

from pipeline.errors import ArpoError
from pipeline.limits import NORMAL
from pipeline.readers import preflight, read_event


@pytest.fixture
def path(tmp_path):
    return tmp_path / "event.xlsx"


def examined(path, data):
    return preflight.examine(path, data, NORMAL)


def kinds(event):
    return {note.kind: note for note in event.notes}


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
