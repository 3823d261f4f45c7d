"""The annotated copy in detail: the lines of comments, the two sheets' looks and counts, links, and names of sheets."""

import io
import re
import zipfile

import openpyxl
import pytest
from made.reading_sheets import rows_of
from made.tables import ROOT, video_columns, written
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

from pipeline.addresses import position_of
from pipeline.audit.causes import Fit
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.annotate import annotated, free_title
from pipeline.audit.report.copy.looks import VERDICT_COLOURS, Styles
from pipeline.audit.report.copy.notes import add_notes
from pipeline.audit.report.copy.package import Package, attributes, text_xml, with_attribute
from pipeline.audit.report.copy.plain_xml import plain
from pipeline.audit.report.copy.sheet_writer import Entry, SheetWriter
from pipeline.audit.report.copy.styled_cells import restyle
from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.words import words
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.commands.audit import make_audit
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid

EVENT = ROOT / "input" / "video.xlsx"
GIVEN = {"dp": "fide", "c": "field", "start": "performance"}


class Cells(AnyAudit):
    """An audit of single cells."""

    def __init__(self, cells, remarks=()):
        super().__init__(tuple(cells), tuple(remarks), ())

    @property
    def setting_lines(self):
        return (("dp", "fide", "default"), ("threshold", 0.1, "default"), ("unrated", 1400.0, "command line"))

    @property
    def about(self):
        return "event_of", {"name": "Open", "players": 3, "games": 4}


def cell(row, column, verdict, /, **given):
    """A judged cell at row and column, from 0."""
    address = f"{'ABCDEFGHIJ'[column]}{row + 1}"
    return JudgedCell(**{
        "spot": Spot("Hand", address, row, column), "player": "Anna", "column": "dp", "stated": 1.25, "expected": 2.5,
        "from_own": 2.5, "verdict": Verdict(verdict), "decimals": 2, "position": 0, **given,
    })


def package_of(path):
    return Package.of(path, path.read_bytes())


def restyled(tmp_path, xml, changes):
    """The XML of a sheet with other styles."""
    package = package_of(written(tmp_path / "a.xlsx", [[1]]))
    package.put(part_of(package), xml)
    restyle(package, part_of(package), changes)
    return package.text(part_of(package))


def part_of(package):
    """The part of the one sheet."""
    return next(part for part, title in package.sheets().items() if title == "Hand")


def copied(tmp_path, cells, remarks=()):
    """The copy of a small sheet with these cells judged."""
    path = written(tmp_path / "hand.xlsx", [["a", "b", "c"], [1, 2, 3], [4, 5, 6]])
    audit = Cells(cells, remarks)
    grids = open_grids(path, path.read_bytes())
    copy = annotated(audit, path, grids, path.read_bytes(), words("en"))
    return openpyxl.load_workbook(io.BytesIO(copy))


# Comments

ORIGIN = Spot("Hand", "A2", 1, 0)


@pytest.mark.parametrize(
    ("judged", "lines"),
    [
        (cell(1, 1, "ok"), ["ok", "expected 2.50"]),
        (cell(1, 1, "wrong", causes=(Fit("sign"), Fit("byes_counted"))),
         ["wrong", "expected 2.50", "one of 2 that fit: the sign is wrong; byes or forfeits were counted as games"]),
        (cell(1, 1, "wrong", from_own=3.0), ["wrong", "expected 2.50", "from the sheet's own cells 3.00"]),
        (cell(1, 1, "carried", from_own=3.0, origin=ORIGIN, origins=(ORIGIN,)),
         ["carried", "expected 2.50", "from the sheet's own cells 3.00", "comes from A2"]),
        (cell(1, 1, "rounding", from_own=3.0), ["rounding", "expected 2.50"]),
        (cell(1, 1, "missing", stated=None, decimals=4), ["missing", "expected 2.5000"]),
        (cell(1, 1, "wrong", expected=None, from_own=None), ["wrong"]),
        (cell(1, 1, "wrong", origin=ORIGIN, origins=(ORIGIN,)), ["wrong", "expected 2.50"]),
    ],
)
def test_the_lines_of_a_comment(tmp_path, judged, lines):
    text = copied(tmp_path, [judged])["Hand"]["B2"].comment.text
    assert text.split("\n") == lines


@pytest.mark.parametrize(("count", "everywhere"), [(2000, True), (2001, False)])
def test_up_to_2000_cells_all_carry_a_comment(tmp_path, count, everywhere):
    cells = [cell(row, column, "ok") for row in range(1, 1 + count // 8) for column in range(8)][: count - 1]
    cells += [cell(count, 0, "wrong")] + ([cell(count + 1, 0, "ok")] if len(cells) + 1 < count else [])
    assert len(cells) == count
    book = copied(tmp_path, cells)
    sheet = book["Hand"]
    assert (sheet["B2"].comment is not None) == everywhere
    assert sheet[f"A{count + 1}"].comment.text.startswith("wrong")
    said = [row[0] for row in book["Summary"].iter_rows(values_only=True)]
    assert (f"Only cells that aren't ok carry a comment: {count} cells were judged." in said) != everywhere


def test_a_box_is_as_high_as_its_text_and_stands_beside_its_cell(tmp_path):
    package = package_of(written(tmp_path / "a.xlsx", [[1]]))
    part = part_of(package)
    add_notes(package, part, {(0, 0): ["x"], (6, 2): ["x" * 41, "y" * 42, "z" * 90]})
    drawing = package.text(package.related(part, "vmlDrawing"))
    # from the column beside to the fifth, from the row above; a line, and one more for each 42 letters: 2 + 1 + 2 + 3
    assert "<x:Anchor>1,12,0,4,5,10,3,4</x:Anchor>" in drawing
    assert "<x:Anchor>3,12,5,4,7,10,13,4</x:Anchor>" in drawing
    assert "<x:Row>6</x:Row><x:Column>2</x:Column>" in drawing
    assert '<v:shape id="_x0000_s1025"' in drawing and '<v:shape id="_x0000_s1026"' in drawing
    assert 'data="1"' in drawing


@pytest.mark.parametrize(("count", "blocks"), [(1024, "1"), (1025, "1,2")])
def test_boxes_are_numbered_in_blocks_of_1024(tmp_path, count, blocks):
    package = package_of(written(tmp_path / "a.xlsx", [[1]]))
    part = part_of(package)
    add_notes(package, part, {(row, 0): ["x"] for row in range(count)})
    assert f'data="{blocks}"' in package.text(package.related(part, "vmlDrawing"))


def test_a_users_comment_stays_above_ours(tmp_path):
    path = written(tmp_path / "a.xlsx", [[1, 2], [3, 4]])
    book = openpyxl.load_workbook(path)
    book["Hand"]["A1"].comment = Comment("mine", "me")
    book["Hand"]["B1"].comment = Comment("other", "me")
    book.save(path)
    package = package_of(path)
    add_notes(package, part_of(package), {(0, 0): ["wrong", "why"], (1, 1): ["ok"]})
    assert package.text(part_of(package)).count("<legacyDrawing") == 1
    sheet = openpyxl.load_workbook(io.BytesIO(package.bytes()))["Hand"]
    assert sheet["A1"].comment.text == "mine\n\nwrong\nwhy"
    assert sheet["B1"].comment.text == "other"
    assert (sheet["B2"].comment.text, sheet["B2"].comment.author, sheet["A2"].comment) == ("ok", "arpo audit", None)


# The sheet Audit

def test_the_sheet_audit_looks_like_this(tmp_path):
    said = Fit("c_hat_one_part", {"column": "dp"})
    cells = [
        cell(1, 1, "wrong", causes=(said,) * 4), cell(1, 2, "missing", stated="see", decimals=4, column="c" * 22),
        cell(2, 0, "carried", stated=2.0, expected=3.0, from_own=3.004, decimals=0, origin=ORIGIN, origins=(ORIGIN,)),
        cell(2, 1, "ok"), cell(2, 2, "rounding", decimals=9),
    ]
    sheet = copied(tmp_path, cells)["Audit"]
    assert [sheet.column_dimensions[letter].width for letter in "ABCDEFGHIJK"] == [
        12, 7, 23, 17, 11, 11, 15, 12, 12, 58, 18,
    ]
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A5", "A4:K8")
    assert sheet["A1"].value == "Audit of hand.xlsx"
    assert sheet["A2"].value.startswith("DIFFERENCES: 1 wrong, 1 carried, 1 missing of 5 cells")
    assert [c.value for c in sheet[4]] == [
        "Sheet", "Cell", "Player", "Column", "Stated", "Expected", "From own cells", "Difference", "Verdict", "Cause",
        "Comes from",
    ]
    assert sheet.max_row == 8
    assert [c.value for c in sheet[5]][:9] == ["Hand", "B2", "Anna", "dp", 1.25, 2.5, 2.5, -1.25, "wrong"]
    assert [c.number_format for c in sheet[5]][4:8] == ["0.00"] * 4
    assert [c.number_format for c in sheet[6]][4:7] == ["General", "0.0000", "0.0000"]
    # whole numbers have no decimals, others two: 3.004 rounds to a whole number at two
    assert [c.number_format for c in sheet[7]][4:8] == ["0", "0", "0", "0"]
    assert [c.number_format for c in sheet[8]][4:8] == ["0.00"] * 4  # unrounded: as many as show the difference
    # Headings have two lines of 14.5. The causes of row 5 have 19 letters (“one of 4 that fit: ”), 4 · 13 and 3 · 2,
    # in all 77: two lines of 63. A column's name of 22 letters is two.
    assert [sheet.row_dimensions[row].height for row in (1, 2, 4, 5, 6, 7)] == [24, 18, 29, 29, 29, 14.5]
    assert sheet["B5"].hyperlink.location == "'Hand'!B2"
    assert sheet["K7"].hyperlink.location == "'Hand'!A2"
    assert sheet["K5"].hyperlink is None
    assert [sheet[f"I{row}"].fill.fgColor.rgb for row in (5, 6, 7, 8)] == [
        VERDICT_COLOURS[verdict] for verdict in ("wrong", "missing", "carried", "rounding")
    ]


def test_the_banner_is_as_wide_as_its_text_and_green_only_if_all_is_right(tmp_path):
    for verdict, fill in (("ok", "FFC6EFCE"), ("carried", "FFFFC7CE")):
        book = copied(tmp_path, [cell(1, 1, verdict)])
        for title, row in (("Audit", 2), ("Summary", 3)):
            colours = [c.fill.fgColor.rgb for c in book[title][row]]
            assert colours[:6] == [fill] * 6
            assert fill not in colours[6:]


def test_a_copy_without_findings_says_so_and_has_nothing_to_filter(tmp_path):
    sheet = copied(tmp_path, [cell(1, 1, "ok")])["Audit"]
    assert sheet["A5"].value == "Nothing to say: every judged cell is ok."
    assert sheet.max_row == 5


# The sheet Summary

def test_the_sheet_summary_holds_this(tmp_path):
    cells = [
        cell(1, 0, "ok"), cell(1, 1, "wrong", stated=2.0, expected=3.5, decimals=0, causes=(Fit("byes_counted"),)),
        cell(1, 2, "wrong", column="c"), cell(2, 0, "ok", position=1),
        cell(2, 1, "missing", stated=None, position=1, player="Béla"),
        cell(2, 2, "carried", column="c", position=1),
    ]
    remarks = [Remark("c_once", {"cell": "D2"}), Remark("row_again", {"rows": "x " * 99, "count": 9})]
    sheet = copied(tmp_path, cells, remarks)["Summary"]
    rows = [[value for value in row if value is not None] for row in sheet.iter_rows(values_only=True)]
    assert sheet.freeze_panes == "A4"
    assert [sheet.column_dimensions[letter].width for letter in "ABCDEFGH"] == [20, 14, 21, 13, 13, 13, 13, 76]
    assert rows[:3] == [["Audit of hand.xlsx"], ["Event: Open, 3 players, 4 games"],
                        ["DIFFERENCES: 2 wrong, 1 carried, 1 missing of 6 cells"]]
    assert rows[3] == ["Mark: 3 of 6 cells right or carried right (50.0 %)"]
    assert rows[4:9] == [["→ Audit"], ["Settings judged by"], ["Setting", "Value", "From"], ["dp", "fide", "default"],
                         ["unrated", "1400", "command line"]]
    noted = rows.index(["Noted"])
    assert rows[noted + 1] == ["c stands once (D2), and was taken for all players."]
    # the other sentence has more letters than a line, which has 150; the next one is set in
    assert len(rows[noted + 2][0]) == 150
    assert rows[noted + 3][0].startswith("   x x")
    assert rows[noted + 4] == []
    counts = rows.index(["Cells by column and verdict"])
    assert rows[counts + 1] == ["Column", "ok", "rounding", "carried", "wrong", "missing", "Total"]
    assert rows[counts + 2 : counts + 5] == [["dp", 2, 1, 1, 4], ["c", 1, 1, 2], ["Total", 2, 0, 1, 2, 1, 6]]
    first = rows.index(["First error of each player"])
    assert rows[first + 1] == ["Player", "Cell", "Column", "Stated", "Expected", "Verdict", "Cause"]
    assert rows[first + 2] == ["Anna", "B2", "dp", 2, 3.5, "wrong", "byes or forfeits were counted as games"]
    assert rows[first + 3] == ["Béla", "B3", "dp", 2.5, "missing"]
    line = first + 3  # from 1
    assert (sheet[f"D{line}"].number_format, sheet[f"E{line}"].number_format) == ("0", "0.00")
    assert sheet[f"B{line}"].hyperlink.location == "'Hand'!B2"
    colours = rows.index(["Colours"])
    assert [row[0] for row in rows[colours + 1 :]] == ["ok", "rounding", "carried", "wrong", "missing"]


def test_a_summary_without_errors_and_remarks(tmp_path):
    rows = [row[0] for row in copied(tmp_path, [cell(1, 1, "ok")])["Summary"].iter_rows(values_only=True)]
    assert "No player has a wrong cell." in rows
    assert "Noted" not in rows


# Parts

def test_a_title_is_free_in_capitals_too():
    assert free_title("Audit", []) == "Audit"
    assert free_title("Audit", ["AUDIT"]) == "Audit (2)"
    assert free_title("Audit", ["audit", "Audit (2)", "Audit (4)"]) == "Audit (3)"


@pytest.mark.parametrize(("address", "at"), [("A1", (0, 0)), ("Z9", (8, 25)), ("AA10", (9, 26)), ("ba2", (1, 52)),
("XFD1048576", (1048575, 16383))])
def test_a_position(address, at):
    assert position_of(address) == at


SHEET = (
    '<worksheet><sheetData><row r="2" s="7"><c r="B2" s="3"><v>1</v></c><c r="D2"/></row><row><c><v>2</v></c></row>'
    "</sheetData></worksheet>"
)


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ((1, 1), '<c r="B2" s="103"><v>1</v></c>'), ((1, 3), '<c r="D2" s="100"/>'),
        ((1, 0), '<c r="A2" s="107"/><c r="B2"'),
        ((1, 2), '</c><c r="C2" s="107"/><c r="D2"/>'), ((1, 4), '<c r="D2"/><c r="E2" s="107"/></row>'),
        ((0, 2), '<sheetData><row r="1"><c r="C1" s="100"/></row><row r="2"'),
        ((2, 0), '<row><c s="100"><v>2</v></c></row>'),
        ((2, 1), '<v>2</v></c><c r="B3" s="100"/></row>'),
        ((5, 0), '</row><row r="6"><c r="A6" s="100"/></row></sheetData>'),
    ],
)
def test_one_cell_is_restyled_and_the_rest_stays(tmp_path, at, expected):
    found = restyled(tmp_path, SHEET, {at: lambda style: style + 100})
    assert expected in found
    assert len(found) > len(SHEET) - 1
    assert restyled(tmp_path, SHEET, {}) == SHEET


def test_styles_are_added_once_and_behind_those_there_are(tmp_path):
    package = package_of(written(tmp_path / "a.xlsx", [[1]]))
    styles = Styles(package)
    one, other = styles.look(number_format="0.000"), styles.look(number_format="0.0000")
    assert other == one + 1
    assert styles.look(number_format="0.000") == one
    assert styles.coloured(0, "FFE2F0D9") == other + 1
    assert styles.coloured(0, "FFE2F0D9") == other + 1
    assert styles.coloured(9999, "FFE2F0D9") == other + 1  # a number that the file lacks is like the first
    styles.save()
    book = openpyxl.load_workbook(io.BytesIO(package.bytes()))
    codes = [style.numFmtId for style in book._cell_styles][-3:]
    assert codes[0] >= 164 and codes[1] == codes[0] + 1


def test_texts_attributes_and_numbers_in_xml():
    assert text_xml("a<b>&\x01c\ud800") == "a&lt;b&gt;&amp;c"
    assert attributes("""<c r="A1" t='s' n="&lt;&quot;&apos;">""") == {"r": "A1", "t": "s", "n": "<\"'"}
    assert with_attribute('<xf fillId="3" xfillId="4"/>', "fillId", "9") == '<xf fillId="9" xfillId="4"/>'
    assert with_attribute("<xf/>", "fillId", "9") == '<xf fillId="9"/>'
    assert with_attribute('a="1"', "b", "2") == 'a="1" b="2"'


@pytest.mark.parametrize(
    ("xml", "written"),
    [
        # what looks like an attribute with a > in it is a formula's text: all four < are those of tags
        ('<a><f>IF(A1=">5",1,2)</f></a>', None), ("<a><f>IF(A1='>',1,2)</f></a>", None), ('<a b="x"/>', None),
        ('<?xml version="1.0"?>\n<a><f>A1=">"</f></a>', None),
        # a > in an attribute, and a comment
        ('<a b="x>y"/>', '<a b="x&gt;y"/>'), ("<a b='x>y'><c/></a>", '<a b="x&gt;y"><c/></a>'),
        ("<a><!-- <b/> --><c/></a>", "<a><c/></a>"),
    ],
)
def test_a_part_is_written_anew_only_where_what_looks_like_a_tag_may_be_none(xml, written):
    found = plain(xml.encode("utf-8"))
    assert found == xml if written is None else found.partition("?>\n")[2] == written


def test_names_that_hold_for_one_sheet_stay_that_sheet_s(tmp_path):
    """Summary and Audit are put before the others, so that each of these is two later."""
    book = openpyxl.load_workbook(path := written(tmp_path / "hand.xlsx", [["a", "b", "c"], [1, 2, 3], [4, 5, 6]]))
    for title, area in (("Hand", "A1:C3"), ("Other", "A1:A2")):
        sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
        sheet.print_area, sheet.print_title_rows = area, "1:1"
        sheet.defined_names["mine"] = DefinedName("mine", attr_text=f"{title}!$A$1")
    book.defined_names["everywhere"] = DefinedName("everywhere", attr_text="Other!$A$1")
    book.save(path)
    data = path.read_bytes()
    copy = annotated(Cells([cell(1, 1, "wrong")]), path, open_grids(path, data), data, words("en"))
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        tags = re.findall(r"<definedName [^>]*>", archive.read("xl/workbook.xml").decode())
    found = sorted((tag["name"], tag.get("localSheetId", "")) for tag in map(attributes, tags))
    assert found == [
        ("_xlnm.Print_Area", "2"), ("_xlnm.Print_Area", "3"), ("_xlnm.Print_Titles", "2"), ("_xlnm.Print_Titles", "3"),
        ("everywhere", ""), ("mine", "2"), ("mine", "3"),
    ]
    book = openpyxl.load_workbook(io.BytesIO(copy))
    assert book.sheetnames == ["Summary", "Audit", "Hand", "Other"]
    assert [book[title].print_area for title in ("Hand", "Other")] == ["'Hand'!$A$1:$C$3", "'Other'!$A$1:$A$2"]
    assert [book[title].defined_names["mine"].attr_text for title in ("Hand", "Other")] == ["Hand!$A$1", "Other!$A$1"]


def test_a_plain_sheet(tmp_path):
    sheet = SheetWriter((9.5, 12), frozen=2, filtered=(1, 2))
    sheet.add(Entry("t", 0, "'x'!A1"), Entry(None), height=20)
    sheet.add(Entry(1.5), Entry(True))
    assert "autoFilter" not in sheet.xml()
    assert 'ySplit="2"' in sheet.xml()
    sheet.add(Entry(""), Entry(3))
    package = package_of(written(tmp_path / "a.xlsx", [[1]]))
    package.add_sheet("New", sheet.xml())
    package.add_sheet("Newer", SheetWriter().xml())
    book = openpyxl.load_workbook(io.BytesIO(package.bytes()))
    assert book.sheetnames == ["Hand", "New", "Newer"]
    found = book["New"]
    assert list(found.iter_rows(values_only=True)) == [("t", None), (1.5, True), (None, 3)]
    assert (found.freeze_panes, found.auto_filter.ref, found.row_dimensions[1].height) == ("A3", "A2:B3", 20)
    assert (found.column_dimensions["A"].width, found.column_dimensions["B"].width) == (9.5, 12)
    assert found["A1"].hyperlink.location == "'x'!A1"
    assert book["Newer"].freeze_panes is None
    ids = [attributes(tag)["sheetId"] for tag in package.text(package.workbook).split("<") if tag.startswith("sheet ")]
    assert len(set(ids)) == 3


def test_a_text_file_becomes_a_workbook_with_its_numbers(tmp_path):
    rows = [["No.", "x"], ["1", "1.5"], ["+5", "1_0"], ["abc", ""], [2.5, True]]
    grid = Grid("", lambda: rows, None, False)
    copy = io.BytesIO(annotated(Cells([]), tmp_path / "hand.csv", [grid], None, words("en")))
    found = list(openpyxl.load_workbook(copy)["hand"].iter_rows(values_only=True))
    assert found == [("No.", "x"), (1, 1.5), ("+5", "1_0"), ("abc", None), (2.5, True)]
    with zipfile.ZipFile(copy) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_whole_audit_is_copied_with_its_findings(tmp_path):
    rows = rows_of("Ra", "dp", "performance")
    rows[2][4] = 1955.5  # 1855.5
    audit, copy = make_audit(written(tmp_path / "hand.xlsx", rows), GIVEN, EVENT, tmp_path / "copy.xlsx")
    book = openpyxl.load_workbook(copy)
    assert [c.value for c in book["Audit"][5]][:9] == [
        "Hand", "E3", "Player B", "performance", 1955.5, 1855.5, 1855.5, 100, "wrong"]
    assert book["Hand"]["E3"].fill.fgColor.rgb == VERDICT_COLOURS["wrong"]
    assert audit.summary["ok"] == 23
    assert video_columns("fide", "field")["performance"][1] == 1855.5
