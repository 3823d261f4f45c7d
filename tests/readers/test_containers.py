"""Old Excel workbooks, OpenDocument spreadsheets and web pages: the same table in each reads as the same event."""

import datetime
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from made.making import FOUR, RANKED, workbook
from made.writers import html

from pipeline.errors import FileError, InputError
from pipeline.readers import read_event
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import ErrorCell, UnvaluedFormula

FIXTURES = Path(__file__).parents[1] / "fixtures"
"""village.xls and village.ods hold FOUR with a column TB1 and a hidden row, a sheet of odd cells, and a hidden one."""
KINDS = ["xls", "ods"]
CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Event">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)
PAGE = """<html><head><title>x</title><style>td {{ color: red }}</style><script>var t = "<td>no</td>";</script></head>
<body><h3>A remark</h3><h2>Village&nbsp;Open</h2><table><tr><td>menu<table class="CRs1">{}</table></td></tr></table>"""


def ods(path, rows):
    """A spreadsheet with the given XML of rows."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", CONTENT.format(rows))
    return path


def grids(path):
    return open_grids(path, path.read_bytes())


@pytest.mark.parametrize("kind", KINDS)
def test_event(tmp_path, kind):
    event = read_event(FIXTURES / f"village.{kind}")
    original = read_event(workbook(tmp_path / "four.xlsx", FOUR))
    assert event.players.equals(original.players)
    assert event.entries.equals(original.entries)
    assert event.stated["TB1"].tolist() == [3.5, 7.5, 2, 1]
    kinds = {note.kind: note.count for note in event.notes}
    assert kinds["hidden"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_odd_cells(kind):
    event, odd, hidden = grids(FIXTURES / f"village.{kind}")
    assert (event.hidden, odd.hidden, hidden.hidden) == (False, False, True)
    day, time, true, error, half, minus, cell = odd.rows[0]
    assert (day, time) == (datetime.datetime(2026, 1, 2), datetime.time(1, 0))
    assert true in (True, 1)
    assert (type(error), error) == (ErrorCell, "#DIV/0!")
    assert (half, minus, cell) == ("½", -1, "  16w1")
    assert odd.merged == ((2, 0, 3, 1),)
    assert str(odd.place(0, 3)) == "sheet Odd, cell D1"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_truncated(tmp_path, kind, share):
    data = (FIXTURES / f"village.{kind}").read_bytes()
    path = tmp_path / f"cut.{kind}"
    path.write_bytes(data[: int(len(data) * share)])
    try:
        event = read_event(path)
    except FileError as error:
        assert "damaged" in str(error)
    else:  # the end of an .xls file is of no use to anyone
        assert (kind, len(event.games)) == ("xls", 8)


def test_repetitions_of_an_ods(tmp_path):
    cell = '<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>'
    rows = (
        '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"/>'
        f'{cell}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    )
    (grid,) = grids(ods(tmp_path / "r.ods", rows))
    assert grid.rows == [[None, None, "x", "x"]] * 3


@pytest.mark.parametrize(
    "rows",
    [
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell><text:p>x</text:p></table:table-cell>'
        "</table:table-row>",
        '<table:table-row><table:table-cell table:number-columns-repeated="999999999999"><text:p>x</text:p>'
        "</table:table-cell></table:table-row>",
        '<table:table-row><table:table-cell table:number-columns-repeated="999999999"/><table:table-cell><text:p>x'
        "</text:p></table:table-cell></table:table-row>",
    ],
)
def test_ods_that_is_too_large(tmp_path, rows):
    with pytest.raises(FileError):
        grids(ods(tmp_path / "r.ods", rows))


def test_texts_of_an_ods(tmp_path):
    cell = (
        "<table:table-row><table:table-cell><text:p>A<text:s text:c=\"2\"/>b<text:span>c</text:span>d</text:p>"
        "<text:p>e</text:p></table:table-cell></table:table-row>"
    )
    (grid,) = grids(ods(tmp_path / "t.ods", cell))
    assert grid.rows == [["A  bcd\ne"]]


def test_web_page(tmp_path):
    event = read_event(html(tmp_path / "page.xls", [RANKED[1], *RANKED[3:]]))
    original = read_event(workbook(tmp_path / "o.xlsx", RANKED))
    assert event.name == "Village Open"
    assert event.entries.equals(original.entries)
    assert event.players.drop(columns="title").equals(original.players.drop(columns="title"))


def test_table_in_a_table_with_end_tags_left_out(tmp_path):
    cells = "<tr><th>No.<th>Name<th>1.Rd<th colspan=2>TB1<tr><td>1<td>Anna<td>2w&frac12;<td>3,5<td>x"
    path = tmp_path / "page.html"
    path.write_text(PAGE.format(cells + "<tr><td>2</td><td>B&eacute;la</td><td>1b&#189;</td></tr>"), encoding="utf-8")
    event = read_event(path)
    assert (event.name, event.players["name"].tolist(), len(event.games)) == ("Village Open", ["Anna", "Béla"], 2)
    assert event.stated["TB1"].tolist()[0] == 3.5


def test_place_in_a_web_page(tmp_path):
    path = tmp_path / "page.html"
    cells = "<tr><td>No.<td>Name<td>1.Rd</tr><tr><td>1<td>Anna<td>2q1</tr><tr><td>2<td>B<td>1b0</tr>"
    path.write_text(PAGE.format(cells), encoding="utf-8")
    with pytest.raises(InputError, match="table 2, row 2, column 3: round 1 of player 1 is “2q1”"):
        read_event(path)


@pytest.mark.parametrize(("charset", "remark"), [("iso-8859-2", False), ("", True)])
def test_encoding_that_the_page_states(tmp_path, charset, remark):
    path = tmp_path / "page.html"
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""
    cells = "<tr><td>No.<td>Name<td>1.Rd</tr><tr><td>1<td>Łoś<td>2w1</tr><tr><td>2<td>Béla<td>1b0</tr>"
    path.write_bytes((meta + PAGE.format(cells)).encode("iso-8859-2"))
    event = read_event(path)
    assert (event.players.loc[1, "name"] == "Łoś") == bool(charset)
    assert any(note.kind == "encoding" for note in event.notes) == remark


def strict(path):
    """The workbook as Excel saves it in the strict form: the same parts, namespaces of other names."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            name_of = rb"http://schemas.openxmlformats.org/(spreadsheetml|officeDocument|drawingml)/2006/"
            archive.writestr(name, re.sub(name_of, rb"http://purl.oclc.org/ooxml/\1/", content))
    return path


def test_strict_open_xml(tmp_path):
    rows = [["Settings are elsewhere"], *FOUR]
    event = read_event(strict(workbook(tmp_path / "s.xlsx", rows, Settings=[["Setting", "Value"], ["c", "opponents"]])))
    assert event.players["name"].tolist() == ["Anna", "Béla", "Carl", "Dora"]
    assert event.settings == {"c": "opponents"}


def test_a_date_in_strict_open_xml_stays_one(tmp_path):
    rows = [list(row) for row in FOUR]
    rows[1][4] = datetime.date(2024, 1, 2)
    with pytest.raises(InputError, match="Excel made a date or time of it; it was probably meant to be ½"):
        read_event(strict(workbook(tmp_path / "s.xlsx", rows)))


@pytest.mark.parametrize("member", ["Index/Document.iwa", "Index.zip"])
def test_apple_numbers(tmp_path, member):
    path = tmp_path / "event.numbers"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, "x")
        archive.writestr("Metadata/Properties.plist", "x")
    with pytest.raises(FileError, match="Apple Numbers.*not read|Apple Numbers") as caught:
        read_event(path)
    assert "Export To, Excel" in str(caught.value)
    (tmp_path / "folder.numbers").mkdir()
    with pytest.raises(FileError, match="Export To, Excel"):
        read_event(tmp_path / "folder.numbers")


@pytest.mark.parametrize(
    "name", ["raw_unicode_escape", "unicode_escape", "utf-7", "idna", "hex", "rot13", "zip", "klingon"]
)
def test_an_encoding_that_no_page_has(tmp_path, name):
    path = tmp_path / "page.html"
    path.write_bytes(f'<html><meta charset="{name}"><table><tr><td>X\\ud800</td></tr></table>'.encode() + b"\xff")
    with pytest.raises(InputError, match=f"its encoding is “{name}”, which isn't one of web pages"):
        read_event(path)


def test_nameless_sheets_are_never_listed(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<html><table><tr><td>a</td></tr></table><table><tr><td>b</td></tr></table>", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert "sheet" not in str(caught.value).partition("Looked for")[0].partition(" problem")[2]


def test_an_empty_cell_with_a_link_is_empty(tmp_path):
    """openpyxl fills it with the place that the link leads to; a text that is written there stays."""
    path = tmp_path / "links.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Here")
    sheet.write_url(0, 0, "internal:Here!C5", string="there")
    sheet.write_url(1, 0, "internal:Here!C5")
    sheet.write_formula(1, 0, "=B9", value=None)
    sheet.write_string(2, 0, "Here!C5")
    book.close()
    plain = openpyxl.load_workbook(path)  # saved without any stored value
    plain.save(path)
    [grid] = open_grids(path, path.read_bytes())
    assert grid.text(0, 0) == "there"
    assert isinstance(grid.rows[1][0], UnvaluedFormula)
    assert grid.text(2, 0) == "Here!C5"
