"""What sheets look like on a screen, in both languages: nothing cut, nothing faint, no dead link, no raw number."""

from dataclasses import replace

import openpyxl
import pytest
from made.fields import ROOT, VIDEO, event
from made.looks import contrast, faults
from xlsxwriter import Workbook

from pipeline.commands.convert import write_event
from pipeline.workbook.measure import heading_width, lines_of, text_pixels, width_of

MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6 2:half-bye",
)  # fmt: skip
TIES = "PTS,DE,BH-C1,SB-M1,FB,AOB,KS,PS-C1,WIN,REP,STD,ARO-C1,TPR,PTP,APRO,RP,ARPO,RB"
COMMANDS = {
    "video": ("report", str(VIDEO)),
    "mixed": ("report", "event.xlsx", "--start", "rating", "--iterations", "12", "--rounds", "all"),
    "ties": ("report", "event.xlsx", "--order", TIES, "--unrated", "1400", "--rules", "c07-2026"),
    "rating": ("rate", "event.xlsx", "--curves"),
    "article": ("rate", str(ROOT / "input" / "article" / "irt56.xlsx")),
}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_workbook_as_it_is_seen(name, language, arpo, tmp_path):
    mixed = event([2000, 1900, None, 1700, 1600, 1500], *MIXED, names=["Ana", "Bo", "Carla", "Dora", "Eva", "Flor"],
                  points_stated=[4, 2.5, 2, 1.5, 2, 1.5], federation=["ESP", "CUB", None, "ARG", "CHI", "PER"])
    write_event(replace(mixed, name="Abierto"), tmp_path / "event.xlsx", language)
    assert faults(tmp_path / "event.xlsx") == set()
    done = arpo(*COMMANDS[name], "--lang", language, "--out", "out.xlsx")
    assert done.status == 0, done.err
    assert faults(tmp_path / "out.xlsx") == set()


@pytest.mark.parametrize("name", ["event", "evento", "lesson", "leccion"])
def test_the_blank_workbooks_as_they_are_seen(name):
    assert faults(ROOT / "templates" / f"{name}.xlsx") == set()


def test_what_is_cut_or_faint_is_found(tmp_path):
    book = Workbook(tmp_path / "bad.xlsx")
    sheet, large = book.add_worksheet("Bad"), {"font_size": 16}
    sheet.set_column(0, 0, 5)
    sheet.write_string(0, 0, "Clasificación", book.add_format({"text_wrap": True, "font_name": "Arial"}))
    sheet.write_string(1, 0, "cut", book.add_format(large))
    sheet.write_string(2, 0, "Faint", book.add_format({"font_color": "#A0A0A0"}))
    sheet.write_number(3, 0, 0.5)
    sheet.write_number(4, 0, 123456.5, book.add_format({"num_format": "0.00"}))
    sheet.write_number(5, 0, 1, book.add_format({"num_format": "#,##0"}))
    sheet.write_url(6, 0, "internal:Nowhere!A1", string="x")
    sheet.write_string(7, 0, "one and two")
    sheet.write_string(7, 1, "beside")
    sheet.set_row(8, 15)
    sheet.write_string(8, 0, "a b c d e f g", book.add_format({"text_wrap": True}))
    book.close()
    kinds = ("broken", "too low", "A0A0A0", "number format", "###", "thousands", "nowhere", "is cut", "more lines")
    found = faults(tmp_path / "bad.xlsx")
    assert all(any(kind in fault for fault in found) for kind in kinds), found


def test_how_wide_a_text_is():
    """Arial bold, in thousandths: E 667, s 556, t 333, a 556, d 611, o 611, in all 3334; at 10 points, 40/3 pixels."""
    assert text_pixels("Estado", bold=True) == pytest.approx(3.334 * 40 / 3)
    # An accent takes no room; digits are 556 wide: 4 of them 2224.
    assert text_pixels("ñandú") == text_pixels("nandu")
    assert text_pixels("2024") == pytest.approx(2.224 * 40 / 3)
    # "one " is 556 + 556 + 556 + 278 = 1946 or 25.9 pixels, "two" 278 + 722 + 556 = 1556 or 20.7: 46.7 in one line.
    assert [lines_of("one two", room) for room in (53, 52, 30)] == [1, 2, 2]
    assert lines_of("one\ntwo", 1000) == 2


def test_a_column_is_as_wide_as_its_heading_needs():
    """“Puntuación” is 667 + 611 + 611 + 333 + 611 + 556 + 556 + 278 + 611 + 611 = 5445 or 72.6 pixels; with 6 beside it
    78.6, which 10.5 characters hold: 10.5 · 7 + 0.5 is 74 whole ones, and 5.
    """
    assert heading_width(["Puntuación"], 9, 3) == 10.5
    assert heading_width(["Ra"], 9, 3) == 9
    # In one line “a b” needs 556 + 278 + 611 = 1445 or 19.3 pixels, and 6: 3 characters hold 26. In two, a letter, 14.
    assert [heading_width(["a b"], 0.5, lines) for lines in (1, 2)] == [3, 1.5]
    assert width_of(["2024"]) == 5  # 29.7 + 6 = 35.7 pixels; 5 · 7 + 5 = 40


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_heading_is_printed_again_over_nothing(language, arpo, tmp_path):
    """Every page repeats the row of headings: those of what ends on the first page stand a row lower."""
    assert arpo("report", str(VIDEO), "--dp", "fide", "--lang", language, "--out", "out.xlsx").status == 0
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    for sheet in (book.worksheets[0], book.worksheets[-2]):
        first, last = (int(row) for row in sheet.print_title_rows.replace("$", "").split(":"))
        repeated = [c for row in sheet.iter_rows(first, last) for c in row if c.value not in (None, "")]
        rows = [
            sum(sheet.cell(row, cell.column).value not in (None, "") for row in range(last + 1, sheet.max_row + 1))
            for cell in repeated
        ]
        assert len(set(rows)) == 1, (sheet.title, rows)


def test_there_is_room_for_what_a_change_brings_up(arpo, tmp_path):
    """Two lines for each check that may come to be listed, three for a status in a narrow column."""
    assert arpo("report", str(VIDEO), "--out", "out.xlsx").status == 0
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    assert book["Summary"]["A6"].value.startswith("=IF(MAX(")
    assert [book["Summary"].row_dimensions[row].height for row in (7, 8, 9)] == [30] * 3
    assert [book[name].row_dimensions[3].height for name in ("Event", "ARPO", "Checks")] == [45, 45, 30]


def test_the_helper_that_judges_colours():
    assert contrast("000000", "FFFFFF") == pytest.approx(21)
