"""What stands in the cells of a workbook as its XML holds them: kinds of values, addresses left out, shared

formulas.
"""

import pytest
from made.tables import written

from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.report.copy.package import MAIN, Package
from pipeline.readers.containers import open_grids


def book(tmp_path, rows, strings=None):
    """A workbook whose only sheet, S, has these rows in its XML."""
    path = written(tmp_path / "a.xlsx", [[1]], sheet="S")
    package = Package.of(path, path.read_bytes())
    [part] = package.sheets()
    package.put(part, f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>')
    if strings is not None:
        package.put("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{strings}</sst>')
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        package.declare("xl/sharedStrings.xml", kind)
    return BookCells(open_grids(path, package.bytes()))


def values_of(cells):
    """All stored values, by position."""
    found = {(row, column): cells.value((row, column)) for row in range(cells.height) for column in range(9)}
    return {at: value for at, value in found.items() if value is not None}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("<c><v>1.5</v></c>", 1.5), ('<c t="n"><v>-2</v></c>', -2.0), ('<c t="b"><v>1</v></c>', True),
        ('<c t="b"><v>0</v></c>', False),
        ('<c t="e"><v>#N/A</v></c>', "#N/A"), ('<c t="d"><v>2026-01-02</v></c>', 46024.0),  # days since 1899-12-30
        ('<c t="str"><v>x</v></c>', "x"),
        ('<c t="str"/>', None),  # no formula made it: a blank
         ('<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab"), ("<c/>", None),
        ("<c><v></v></c>", None), ('<c t="s"><v>1</v></c>', "two"), ('<c t="s"><v>0</v></c>', "one"),
    ],
)
def test_a_stored_value(tmp_path, cell, value):
    strings = "<si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r></si>"
    cells = book(tmp_path, f"<row>{cell}</row>", strings).sheet("S")
    assert cells.value((0, 0)) == value
    assert isinstance(cells.value((0, 0)), type(value))


def test_addresses_that_are_left_out_go_on_from_the_last(tmp_path):
    rows = (
        '<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="C2"><v>3</v></c><c><v>4</v></c></row>'
        '<row r="7"><c><v>5</v></c></row><row><c r="B8"><v>6</v></c></row>'
    )
    assert values_of(book(tmp_path, rows).sheet("S")) == {
        (0, 0): 1.0, (0, 1): 2.0, (1, 2): 3.0, (1, 3): 4.0, (6, 0): 5.0, (7, 1): 6.0,
    }


def test_shared_formulas_are_written_for_their_first_cell(tmp_path):
    rows = (
        '<row><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*2</f><v>2</v></c></row>'
        '<row><c r="A2"><f t="shared" si="0"/><v>4</v></c></row><row><c r="A3"><f t="shared" si="9"/><v>6</v></c></row>'
        '<row><c r="A4"><f t="array" ref="A4">SUM(B1:B3)</f><v>7</v></c><c r="B4"><f>1+1</f></c></row>'
        '<row><c r="A5" t="str"><f>""</f></c><c r="B5"><f></f><v>3</v></c></row>'
    )
    found = book(tmp_path, rows)
    cells = found.sheet("S")
    assert {at: formula.a1(*at) for at in [(0, 0), (1, 0), (3, 1)] if (formula := cells.formula(at))} == {
        (0, 0): "=B1*2", (1, 0): "=B2*2", (3, 1): "=1+1",
    }
    assert [cells.formula(at) for at in ((2, 0), (3, 0), (4, 1), (9, 9))] == [None] * 4
    assert [at for at in ((0, 0), (3, 0), (3, 1), (4, 1)) if cells.is_unvalued(at)] == [(3, 1)]
    assert found.has_formulas("S") and found.has_formulas("s")
    assert not found.has_formulas("T")
    assert found.sheet("s") is cells
    assert values_of(found.sheet("T")) == {}


def test_a_sheet_without_formulas(tmp_path):
    assert not book(tmp_path, '<row><c r="A1"><v>1</v></c></row>').has_formulas("S")


def test_a_circle_of_formulas_is_not_calculated_and_the_rest_is(tmp_path):
    rows = (
        '<row><c r="A1"><f>A1+1</f><v>5</v></c>'
        '<c r="D1"><f>A1+1</f><v>0</v></c><c r="E1"><f>E2*2</f></c></row><row><c r="E2"><v>4</v></c></row>'
    )
    recalculation = Recalculation(book(tmp_path, rows))
    assert recalculation.value("S", (0, 4)) == 8
    with pytest.raises(NotEvaluated):
        recalculation.value("S", (0, 0))
    assert recalculation.value("S", (0, 3)) == 6  # of what is stored
    assert recalculation.value("S", (1, 4)) == 4
    assert recalculation.value("S", (8, 8)) is None


@pytest.mark.parametrize(("depth", "calculated"), [(60, True), (99, True), (100, False), (4000, False)])
def test_a_formula_nested_deeply(tmp_path, depth, calculated):
    text = "(" * depth + "1" + ")" * depth
    recalculation = Recalculation(book(tmp_path, f'<row><c r="A1"><f>{text}+1</f><v>2</v></c></row>'))
    if calculated:
        assert recalculation.value("S", (0, 0)) == 2
    else:
        with pytest.raises(NotEvaluated):
            recalculation.value("S", (0, 0))


@pytest.mark.parametrize(("letters", "value"), [(32767, "ok"), (32768, "#VALUE!")])
def test_a_text_has_so_many_letters_at_most(tmp_path, letters, value):
    rows = f'<row><c r="A1" t="str"><v>{"x" * (letters - 1)}</v></c><c r="B1"><f>A1&amp;"y"</f></c></row>'
    found = Recalculation(book(tmp_path, rows)).value("S", (0, 1))
    assert found == ("x" * (letters - 1) + "y" if value == "ok" else value)


@pytest.mark.parametrize(("rows", "calculated"), [(200_000, True), (200_001, False)])
def test_a_block_has_so_many_cells_at_most(tmp_path, rows, calculated):
    cells = f'<row><c r="A1"><f>SUM(B1:B{rows})</f></c><c r="B1"><v>3</v></c></row>'
    recalculation = Recalculation(book(tmp_path, cells))
    if calculated:
        assert recalculation.value("S", (0, 0)) == 3
    else:
        with pytest.raises(NotEvaluated):
            recalculation.value("S", (0, 0))


@pytest.mark.parametrize(("rows", "calculated"), [(200_000, True), (200_001, False)])
def test_a_block_of_formulas_to_look_for_has_so_many_cells_at_most(tmp_path, rows, calculated):
    text = f"1+SUM(_xlfn.ISFORMULA(B1:B{rows}))"  # conditions in a block aren't added
    cells = f'<row><c r="A1"><f>{text}</f></c><c r="B1"><f>1+1</f><v>2</v></c></row>'
    recalculation = Recalculation(book(tmp_path, cells))
    if calculated:
        assert recalculation.value("S", (0, 0)) == 1
    else:
        with pytest.raises(NotEvaluated, match="whole columns"):
            recalculation.value("S", (0, 0))
