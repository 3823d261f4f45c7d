"""Workbooks that openpyxl reads and that an audit may stumble over: judged or refused, and with a sound copy.

Ra of the sheet (made.hostile_audits.STATED): right 1850 (Anna, of 1900 and 1800), 1850 stated as 1850 …; what counts
here is that the cells are those that openpyxl read, so the verdicts are the same in all spellings of the one table.
"""

import hashlib
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import openpyxl
import pytest
from made import hostile_audits as hostile
from made.hostile import MAIN, parts_of, zipped
from made.recalc import recalculate
from made.xlsx import values

from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.functions import FUNCTIONS
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import each
from pipeline.audit.report.annotate import annotated
from pipeline.audit.report.copy.looks import VERDICT_COLOURS
from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file
from pipeline.commands.audit import make_audit
from pipeline.errors import FileError
from pipeline.limits import NORMAL
from pipeline.readers import preflight, read_event
from pipeline.readers.containers import open_grids

GIVEN = {"dp": "fide", "c": "field"}
SAME_TABLE = list(hostile.COPIED)[: list(hostile.COPIED).index("no formula ever ends")]


def audited(path, data):
    """The audit and the copy's bytes."""
    path.write_bytes(data)
    audit, file = audit_file(path, GIVEN)
    return audit, annotated(audit, path, file.grids, file.workbook, words("en"))


def verdicts(audit):
    return {(cell.column, cell.player): (cell.verdict, cell.stated, cell.expected) for cell in audit.cells}


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The verdicts on the table as any program writes it."""
    path = tmp_path_factory.mktemp("usual") / "usual.xlsx"
    return verdicts(audited(path, hostile.book(hostile.sheet_xml(hostile.ROWS)))[0])


@pytest.mark.parametrize("name", hostile.COPIED)
def test_it_is_judged_and_the_copy_is_sound(name, usual, tmp_path):
    audit, copy = audited(tmp_path / "hand.xlsx", hostile.COPIED[name])
    if name in SAME_TABLE:
        renamed = {"CDATA": ("Anna", '</t></is></c><c r="H2"><v>7</v></c>')}.get(name, ("", ""))
        assert verdicts(audit) == {
            (column, renamed[1] if player == renamed[0] else player): found for (column, player), found in usual.items()
        }
    for part, content in parts_of(copy).items():
        assert not part.endswith((".xml", ".rels", ".vml")) or ElementTree.fromstring(content) is not None
    book = openpyxl.load_workbook(BytesIO(copy))
    for cell in audit.cells:
        found = book[cell.spot.sheet][cell.spot.cell]
        assert found.fill.fgColor.rgb == VERDICT_COLOURS[cell.verdict]
        is_formula = isinstance(found.value, str) and found.value.startswith("=")
        assert is_formula or found.value == cell.stated
    again, _ = audited(tmp_path / "copy.xlsx", copy)
    assert verdicts(again) == verdicts(audit)


@pytest.mark.parametrize("name", hostile.REFUSED)
def test_it_is_refused_with_a_message(name, tmp_path):
    with pytest.raises(FileError, match="→"):
        audited(tmp_path / "hand.xlsx", hostile.REFUSED[name])


@pytest.mark.needs_libreoffice
def test_libreoffice_opens_the_copies(usual, tmp_path):
    paths = []
    for number, name in enumerate(SAME_TABLE):
        path = tmp_path / f"copy{number}.xlsx"
        path.write_bytes(audited(tmp_path / "hand.xlsx", hostile.COPIED[name])[1])
        paths.append(path)
    for name, opened in zip(SAME_TABLE, recalculate(paths, tmp_path / "out"), strict=True):
        found = values(opened)
        [sheet] = [sheet for (sheet, address), value in found.items() if (address, value) == ("H1", "Ra")]
        assert [found[sheet, f"H{row}"] for row in range(2, 6)] == [ra for ra, _, _ in hostile.STATED[1:]], name


def test_blanks_of_a_long_column_are_calculated_once():
    """ROUND of 3 numbers, 100,000 blanks and one more number: 3 + 1 + 1 cells of work, though all are looked at."""
    asked, visited = [], []

    def rounded(arguments):
        asked.append(arguments)
        return FUNCTIONS["ROUND"](arguments)

    block = [[1.25], [1.25], [2.04], *[[None]] * 100_000, [3.06]]
    found = each(rounded, [block, 1.0], visited.append)
    assert found == [[1.3], [1.3], [2.0], *[[0.0]] * 100_000, [3.1]]
    assert len(asked) <= 5 and sum(visited) == 100_004


@pytest.mark.parametrize(
    ("formulas", "cells"),
    [
        # each formula is one, and each reference in it one more: 1 + 0, 1 + 1 and 1 + 3
        (["=1", "=2", "=3"], 3), (["=B1", "=B1", "=B1"], 6), (["=B1+B1*B1"] * 3, 12),
        # a block's cells are looked at when it is put together and when they are added up: 1 + 1 + 4 + 4
        (["=SUM(B1:B4)", "=SUM(B2:B5)"], 20),
    ],
)
@pytest.mark.parametrize("less", [0, 1])
def test_the_formulas_of_a_book_look_at_so_many_cells_and_references(tmp_path, monkeypatch, formulas, cells, less):
    """With one less than they need, the last isn't calculated."""
    book = openpyxl.Workbook()
    for row, formula in enumerate(formulas, start=1):
        book.active.cell(row, 1, formula)
    book.save(tmp_path / "a.xlsx")
    monkeypatch.setattr("pipeline.audit.formulas.engine.state.MOST_VISITED", cells - less)
    here = Recalculation(BookCells(open_grids(tmp_path / "a.xlsx", (tmp_path / "a.xlsx").read_bytes())))
    for row in range(len(formulas) - less):
        here.value("Sheet", (row, 0))
    if less:
        with pytest.raises(NotEvaluated, match="so many cells"):
            here.value("Sheet", (len(formulas) - 1, 0))


@pytest.mark.parametrize("name", ["large blocks", "large blocks that move", "products of blocks", "counting counts"])
def test_blocks_take_little_memory(name, tmp_path):
    path = tmp_path / "hand.xlsx"
    path.write_bytes(hostile.COPIED[name])
    audit, _ = make_audit(path, GIVEN, out=tmp_path / "copy.xlsx", limits=replace(NORMAL, memory_mb=400))
    assert {cell.column for cell in audit.cells} >= {"dp", "c"}


def test_comments_and_styles_as_nobody_writes_them(tmp_path):
    """A comment on a range, and one in a comment of the XML; styles with two of their lists, and one in a comment."""
    parts = parts_of(hostile.book(hostile.sheet_xml(hostile.ROWS)))
    text = "<text><t>kept</t></text>"
    comments = "".join(
        f"<comment {where} authorId=\"0\">{text}</comment>" for where in ('ref="H2:H3"', 'ref="H4"', 'ref="A1"')
    )
    parts["xl/comments1.xml"] = (
        f'<!-- <comment ref="H2"> --><comments xmlns="{MAIN}"><authors><author/></authors>'
        f"<commentList>{comments}</commentList></comments>"
    )
    parts["xl/worksheets/_rels/sheet1.xml.rels"] = (
        f'<Relationships xmlns="{hostile.PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{hostile.RELATIONS}/comments" Target="../comments1.xml"/></Relationships>'
    )
    parts["xl/styles.xml"] = (
        f'<styleSheet xmlns="{MAIN}"><cellStyleXfs><xf/></cellStyleXfs><!-- <cellXfs> --><cellXfs><xf/></cellXfs>'
        "</styleSheet>"
    )
    audit, copy = audited(tmp_path / "hand.xlsx", zipped(parts))
    sheet = openpyxl.load_workbook(BytesIO(copy))["Event"]
    assert sheet["A1"].comment.text == "kept"
    assert sheet["H4"].comment.text.startswith("kept") and "expected" in sheet["H4"].comment.text
    fills = {cell.spot.cell: sheet[cell.spot.cell].fill.fgColor.rgb for cell in audit.cells}
    assert fills == {cell.spot.cell: VERDICT_COLOURS[cell.verdict] for cell in audit.cells}


@pytest.mark.parametrize("happens", ["changes", "goes"])
def test_what_is_said_and_copied_is_of_the_bytes_that_were_read(happens, tmp_path, monkeypatch):
    path, other = tmp_path / "hand.xlsx", hostile.with_formulas("=1")
    path.write_bytes(hostile.book(hostile.sheet_xml(hostile.ROWS)))
    expected, copy = make_audit(path, GIVEN, out=tmp_path / "expected.xlsx")
    looked_through = preflight.examine

    def meanwhile(*arguments):
        """The file changes or goes as soon as it has been read."""
        path.write_bytes(other) if happens == "changes" else path.unlink()
        return looked_through(*arguments)

    monkeypatch.setattr(preflight, "examine", meanwhile)
    found, target = make_audit(path, GIVEN, out=tmp_path / "found.xlsx")
    assert verdicts(found) == verdicts(expected)
    assert target.read_bytes() == copy.read_bytes()


@pytest.mark.parametrize("isolated", [True, False])
@pytest.mark.parametrize("happens", ["changes", "goes"])
def test_the_hash_is_that_of_the_bytes_that_were_read(happens, isolated, tmp_path, monkeypatch):
    path = tmp_path / "event.xlsx"
    data = hostile.book(hostile.sheet_xml(hostile.ROWS))
    path.write_bytes(data)
    looked_through = preflight.examine

    def meanwhile(*arguments):
        path.write_bytes(b"no workbook") if happens == "changes" else path.unlink()
        return looked_through(*arguments)

    monkeypatch.setattr(preflight, "examine", meanwhile)
    event = read_event(path, isolated=isolated)
    assert event.source.sha256 == hashlib.sha256(data).hexdigest()
    assert len(event.games) == 8
