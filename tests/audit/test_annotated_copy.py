"""The annotated copy: judged cells coloured and commented, two sheets added, and nothing else touched."""

import re
import zipfile
from datetime import datetime
from xml.etree import ElementTree

import openpyxl
import pytest
from made.recalc import recalculate
from made.tables import ROOT, hand_rows, video, written
from made.xlsx import formulas, values
from openpyxl.chart import LineChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from pipeline.audit.report.copy.looks import VERDICT_COLOURS
from pipeline.audit.report.copy.report_sheets import in_order
from pipeline.audit.report.findings import AnyAudit
from pipeline.audit.report.words import words
from pipeline.commands.audit import make_audit
from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings
from pipeline.workbook.write import write_report

FIDE = {"dp": "fide", "c": "opponents"}
GROWING = {"xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml", "docProps/app.xml"}
"""Parts of the whole workbook in which the two sheets and the colours are entered."""


@pytest.fixture(scope="module")
def rich(tmp_path_factory):
    """A workbook by openpyxl with all that a user may have put into one."""
    path = written(tmp_path_factory.mktemp("rich") / "rich.xlsx", hand_rows())
    book = openpyxl.load_workbook(path)
    sheet = book["Hand"]
    for i, row in enumerate(sheet.iter_rows(min_row=1, max_row=9), 1):
        for cell in row:
            cell.font = Font(name="Arial", bold=i == 1, italic=cell.column % 2 == 0, color="FF112233")
            cell.border = Border(bottom=Side("thin"))
            cell.alignment = Alignment(horizontal="right", wrap_text=True)
            cell.number_format = "0.000" if cell.column > 13 else "General"
    sheet["C3"].fill = PatternFill("solid", fgColor="FF00FF00")
    for i in range(2, 10):
        sheet[f"S{i}"] = f"=N{i}+O{i}"
        sheet[f"X{i}"] = f"=S{i}*2"
    sheet["X1"] = "mine"
    sheet["O3"].comment = Comment("a word of the user's", "user")
    sheet["A1"].comment = Comment("another one", "user")
    sheet.column_dimensions["B"].width, sheet.column_dimensions["O"].hidden = 33, False
    sheet.row_dimensions[3].height = 41
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = "A1:V9"
    check = DataValidation("list", formula1='"w,d,l"')
    check.add("E2:E9")
    sheet.add_data_validation(check)
    sheet.conditional_formatting.add("O2:O9", CellIsRule("lessThan", ["0"], font=Font(color="FFFF0000")))
    chart = LineChart()
    chart.add_data(Reference(sheet, min_col=15, min_row=1, max_row=9), titles_from_data=True)
    sheet.add_chart(chart, "B20")
    other = book.create_sheet("AUDIT")
    other["A1"], other["B1"] = "=1+1", "kept"
    other.merge_cells("A3:C3")
    book.create_sheet("summary")["A1"] = datetime(2026, 1, 2)
    book.defined_names["mine"] = DefinedName("mine", attr_text="Hand!$O$2:$O$9")
    book.save(path)
    return path


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report of our own: charts, comments, validations, formulas."""
    path = tmp_path_factory.mktemp("own") / "report.xlsx"
    write_report(calculated(video(), Settings()), path)
    return path


@pytest.fixture(scope="module", params=["rich", "report"])
def pair(request, tmp_path_factory):
    """The workbook, its annotated copy, and the audit."""
    path = request.getfixturevalue(request.param)
    before = path.read_bytes()
    made, copy = make_audit(path, FIDE, out=tmp_path_factory.mktemp("copy") / "copy.xlsx")
    assert path.read_bytes() == before
    assert isinstance(made, AnyAudit)
    return path, copy, made


def parts(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def judged_sheets(path, made):
    book = openpyxl.load_workbook(path)
    return {name: book[name] for name in {cell.spot.sheet for cell in made.cells}}


def part_of(path, title):
    names = openpyxl.load_workbook(path).sheetnames
    return f"xl/worksheets/sheet{names.index(title) + 1}.xml"


def test_every_part_is_as_it_was_byte_for_byte_but_those_of_the_judged_sheets(pair):
    path, copy, made = pair
    old, new = parts(path), parts(copy)
    judged = {part_of(path, name) for name in judged_sheets(path, made)}
    rels = {re.sub(r"(\w+)\.xml$", r"_rels/\1.xml.rels", part) for part in judged}
    assert set(old) <= set(new)
    for name, data in old.items():
        touched = name in GROWING | judged | rels or "comments" in name or name.endswith(".vml")
        assert touched or new[name] == data, name
    assert any(name not in judged and name.startswith("xl/worksheets/sheet") for name in old)
    assert any("charts/" in name for name in old)
    for name, data in new.items():
        if name.endswith((".xml", ".rels", ".vml")):
            assert ElementTree.fromstring(data) is not None, name


def test_of_a_judged_sheet_only_the_styles_of_judged_cells_change(pair):
    path, copy, made = pair
    for name in judged_sheets(path, made):
        spots = {cell.spot.cell for cell in made.cells if cell.spot.sheet == name}
        part = part_of(path, name)
        old, new = parts(path)[part].decode(), parts(copy)[part].decode()

        def plain(xml, spots=spots):
            def unstyled(match):
                return re.sub(r' s="\d+"', "", match[0]) if match[1] in spots else match[0]

            xml = re.sub(r'<c\b[^>]*?\br="([A-Z]+\d+)"[^>]*>', unstyled, xml)
            xml = re.sub(r"""<hyperlink ref="[A-Z]+[0-9]+" location="'Audit[^>]*/>""", "", xml)  # to the findings
            xml = xml.replace("<hyperlinks></hyperlinks>", "").replace(' tabSelected="1"', "")
            return re.sub(r"<legacyDrawing [^>]*/>", "", re.sub(r"\s+/>", "/>", xml)).strip()

        # Namespaces may be declared where the drawing is entered; all else is the same text.
        assert re.sub(r"<worksheet[^>]*>", "", plain(new)) == re.sub(r"<worksheet[^>]*>", "", plain(old))


def test_values_and_formulas_of_every_cell_are_kept(pair):
    path, copy, _ = pair
    names = openpyxl.load_workbook(path).sheetnames
    kept = {cell: value for cell, value in values(copy).items() if cell[0] in names}
    assert kept == values(path)
    assert {cell: rule for cell, rule in formulas(copy).items() if cell[0] in names} == formulas(path)


def test_styles_are_kept_and_judged_cells_differ_by_their_fill_only(pair):
    path, copy, made = pair
    new = openpyxl.load_workbook(copy)
    colours = {(c.spot.sheet, c.spot.cell): VERDICT_COLOURS[c.verdict] for c in made.cells}
    seen = 0
    for sheet in openpyxl.load_workbook(path):
        for row in sheet.iter_rows():
            for cell in row:
                other = new[sheet.title][cell.coordinate]
                for what in ("font", "border", "alignment", "number_format", "protection"):
                    assert repr(getattr(other, what)) == repr(getattr(cell, what)), (sheet.title, cell.coordinate, what)
                colour = colours.get((sheet.title, cell.coordinate))
                if colour:
                    seen += 1
                    assert other.fill.fgColor.rgb == colour and other.fill.patternType == "solid"
                else:
                    assert repr(other.fill) == repr(cell.fill)
                    assert (other.comment and other.comment.text) == (cell.comment and cell.comment.text)
    assert seen == len(colours) > 50


def test_what_else_a_sheet_has_is_kept(pair):
    path, copy, _ = pair
    old, new = openpyxl.load_workbook(path), openpyxl.load_workbook(copy)
    assert new.sheetnames[2:] == old.sheetnames
    assert new.active == new.worksheets[0]
    assert {n: d.attr_text for n, d in new.defined_names.items()} == {
        n: d.attr_text for n, d in old.defined_names.items()}
    for sheet in old:
        other = new[sheet.title]
        assert {k: d.width for k, d in other.column_dimensions.items()} == {
            k: d.width for k, d in sheet.column_dimensions.items()}
        assert {k: d.height for k, d in other.row_dimensions.items()} == {
            k: d.height for k, d in sheet.row_dimensions.items()}
        assert (other.freeze_panes, other.auto_filter.ref) == (sheet.freeze_panes, sheet.auto_filter.ref)
        assert [str(v.sqref) for v in other.data_validations.dataValidation] == [
            str(v.sqref) for v in sheet.data_validations.dataValidation]
        assert len(other._charts) == len(sheet._charts)
        assert [str(r.sqref) for r in other.conditional_formatting] == [
            str(r.sqref) for r in sheet.conditional_formatting]


def test_comments_say_the_verdict_and_the_users_own_are_kept(rich, tmp_path):
    made, copy = make_audit(rich, FIDE, out=tmp_path / "copy.xlsx")
    sheet = openpyxl.load_workbook(copy)["Hand"]
    assert sheet["A1"].comment.text == "another one"
    text = sheet["O3"].comment.text
    assert text.startswith("a word of the user's")
    assert "wrong" in text and "expected 193" in text and "logistic, floored" in text
    assert "carried" in sheet["P2"].comment.text and "comes from" in sheet["P2"].comment.text
    assert all(sheet[cell.spot.cell].comment for cell in made.cells)


def test_the_sheets_audit_and_summary_give_way_to_those_of_the_same_name(rich, report, tmp_path):
    _, copy = make_audit(rich, FIDE, out=tmp_path / "a.xlsx")
    assert openpyxl.load_workbook(copy).sheetnames == ["Summary (2)", "Audit (2)", "Hand", "AUDIT", "summary"]
    _, copy = make_audit(report, FIDE, out=tmp_path / "b.xlsx")
    assert openpyxl.load_workbook(copy).sheetnames[:2] == ["Summary (2)", "Audit"]
    # The copy itself can be audited again.
    made, again = make_audit(copy, FIDE, out=tmp_path / "c.xlsx")
    assert openpyxl.load_workbook(again).sheetnames[:2] == ["Summary (3)", "Audit (2)"]
    assert made.summary["ok"] > 50


def test_the_sheet_audit_has_a_row_a_finding_with_links_to_the_cells(rich, tmp_path):
    made, copy = make_audit(rich, FIDE, out=tmp_path / "copy.xlsx")
    sheet = openpyxl.load_workbook(copy)["Audit (2)"]
    rows = [row for row in sheet.iter_rows(min_row=5) if row[1].value]
    assert len(rows) == len(made.findings)
    said = words("en").about(made)
    hand = openpyxl.load_workbook(copy)["Hand"]
    for row, finding in zip(rows, in_order(made), strict=True):
        if not str(hand[finding.spot.cell].value).startswith("="):  # openpyxl stored no value, whose place a link takes
            assert hand[finding.spot.cell].hyperlink.location == f"'Audit (2)'!A{row[0].row}"
        assert [row[i].value for i in (0, 1, 2, 3, 8)] == [
            finding.spot.sheet, finding.spot.cell, finding.player, said.column(finding.column), finding.verdict]
        assert row[1].hyperlink.location == f"'Hand'!{finding.spot.cell}"
        if finding.verdict == "wrong":
            assert row[10].value is None
        elif finding.origin:
            assert row[10].hyperlink.location == f"'Hand'!{finding.origin.cell}"


@pytest.mark.parametrize("name", ["=HYPERLINK(\"http://x\",\"y\")", "+1+1", "@SUM(A1)", "-2+3", "<b>&\"'", "\t=1"])
def test_names_and_texts_never_become_formulas(name, tmp_path):
    rows = hand_rows()
    rows[2][1] = name
    rows[3][-8] = "=cmd|'/c calc'!A1" if name.startswith("+") else rows[3][-8]
    path = tmp_path / "hand.csv"
    path.write_text("\n".join(
        ";".join('"' + str("" if v is None else v).replace('"', '""') + '"' for v in row) for row in rows), "utf-8")
    _, copy = make_audit(path, FIDE, out=tmp_path / "copy.xlsx")
    assert formulas(copy) == {}
    book = openpyxl.load_workbook(copy)
    assert name.strip() in {str(cell.value).strip() for cell in book["hand"]["B"]}
    assert name.strip() in {str(cell.value).strip() for cell in book["Audit"]["C"]}


@pytest.mark.needs_libreoffice
def test_libreoffice_opens_the_copy_and_nothing_becomes_an_error(pair, tmp_path):
    path, copy, _ = pair
    [before, after] = recalculate([path, copy], tmp_path / "out")
    old, new = values(before), values(after)
    assert not [cell for cell, value in new.items() if isinstance(value, str) and re.match(r"#[A-Z/0]+[!?A]", value)]
    assert {cell: value for cell, value in new.items() if cell in old} == old
    assert {sheet for sheet, _ in new} - {sheet for sheet, _ in old} and len(new) > len(old)


def test_a_workbook_without_number_formats_gets_a_stylesheet_that_can_be_read(tmp_path):
    path = written(tmp_path / "hand.xlsx", hand_rows())
    bare = tmp_path / "bare.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(bare, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, re.sub(rb"<numFmts[^>]*/>", b"", data) if name == "xl/styles.xml" else data)
    _, copy = make_audit(bare, FIDE, out=tmp_path / "copy.xlsx")
    ElementTree.fromstring(parts(copy)["xl/styles.xml"])
    assert "0.0000" in {cell.number_format for cell in openpyxl.load_workbook(copy)["Audit"]["E"]}


def test_the_projects_own_file_is_not_written_to(tmp_path):
    before = (ROOT / "input" / "video.xlsx").read_bytes()
    path = written(tmp_path / "hand.xlsx", [row[:3] + row[-9:] for row in hand_rows()])
    make_audit(path, FIDE, ROOT / "input" / "video.xlsx", tmp_path / "copy.xlsx")
    assert (ROOT / "input" / "video.xlsx").read_bytes() == before
