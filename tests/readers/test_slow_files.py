"""Small files that took a reader minutes or hours; each must be read, or refused, in seconds."""

import time

import pytest
from made import hostile
from made.hostile import MAIN, SHEET, put, workbook_with
from made.making import FOUR

from pipeline.errors import ArpoError
from pipeline.readers import read_event

LENGTH = 300_000
HEADER = "No.;Name;Rating;Opponent 1;Result 1\n1;A;2000;2;w\n2;B;2000;1;l\n"
TABLE = "".join(hostile.ods_row(row) for row in FOUR)


def spent(path, data):
    """The event or the error that reading gives, in at most ten seconds of work."""
    path.write_bytes(data)
    begin = time.process_time()
    try:
        result = read_event(path)
    except ArpoError as error:
        result = error
    assert time.process_time() - begin < 10
    return result


@pytest.mark.parametrize("piece", [
    "<!--", "<!-- >", "<!", "<!doctype ", "<![CDATA[", "<![CDATA[>", "<?", "</", "</td", "<a ", '<a b="', "<a b=c ",
    "<", "<script>", "<td>", "<table>", "&#", "<h1>a</h1><table>",
])  # fmt: skip
def test_web_page_of_one_piece(tmp_path, piece):
    page = "<html><body><table><tr><td>a</td></tr></table>" + piece * (LENGTH // len(piece))
    assert isinstance(spent(tmp_path / "a.html", page.encode()), ArpoError)


def test_web_page_around_comments_and_scripts(tmp_path):
    cells = ["".join(f"<td><![if x]>{'' if v is None else v}<![endif]></td>" for v in row) for row in FOUR]
    rows = "".join(f"<tr><!-- a > b -->{row}</tr>" for row in cells)
    page = (f"<!DOCTYPE html><html><script>if (a<!b) '<table>'</script><style>td > a {{}}</style><body>"
            f"<!--[if mso]><table><![endif]--><table>{rows}</table></body></html> <a b=")  # fmt: skip
    assert len(spent(tmp_path / "a.html", page.encode()).games) == 8


@pytest.mark.parametrize("text", [
    HEADER + '"\n' * 90_000, HEADER + "\n" * 90_000, HEADER + "a\n" * 90_000, ("a;" * 1900 + "\n") * 60 + HEADER,
    "Opponent 1;" * 1900 + HEADER,
    "".join(f"{n};A;2000;99999;q\n" if n else HEADER[:36] for n in range(20_000)),
])  # fmt: skip
def test_text(tmp_path, text):
    spent(tmp_path / "a.csv", text.encode())


@pytest.mark.parametrize("changes", [
    {"xl/styles.xml": lambda old: old.replace(b"<fonts", b'<numFmts><numFmt numFmtId="200" formatCode="' + b"[" * LENGTH
                                              + b'"/></numFmts><fonts', 1).replace(b'numFmtId="0"', b'numFmtId="200"')},
    {SHEET: put("<pageMargins", "<mergeCells>" + "".join(f'<mergeCell ref="AA{n}:AB{n}"/>' for n in range(10, 15_000))
                + "</mergeCells>")},
    {SHEET: put("<pageMargins", '<dataValidations><dataValidation type="list" sqref="'
                + " ".join(f"A{n}" for n in range(1, 30_000)) + '"/></dataValidations>')},
    {SHEET: put("</worksheet>", "<headerFooter><oddHeader>" + "&amp;L" * 50_000 + "</oddHeader></headerFooter>")},
    {SHEET: f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>{"1" * LENGTH}</v></c></row></sheetData>'
            "</worksheet>"},
])  # fmt: skip
def test_workbook(tmp_path, changes):
    spent(tmp_path / "a.xlsx", workbook_with(changes))


@pytest.mark.parametrize("more", [
    '<table:table-row><table:table-cell office:value-type="time" office:time-value="PT' + "9" * 5000 + 'H1M1S"/>'
    "</table:table-row>",
    "<table:table-row><table:table-cell><text:p>" + '<text:s text:c="99999999999"/>' * 5000
    + "</text:p></table:table-cell></table:table-row>",
    '<table:table-row table:number-rows-repeated="' + "9" * 5000 + '"/>',
    '<table:table-row><table:table-cell table:number-columns-spanned="' + "9" * 5000 + '"/></table:table-row>',
    '<table:table-column table:number-columns-repeated="99999999999" table:visibility="collapse"/>' * 5000,
])  # fmt: skip
def test_opendocument(tmp_path, more):
    spent(tmp_path / "a.ods", hostile.ods(TABLE + more))
