"""What a report looks like: on paper as LibreOffice prints it, and in colours that a projector doesn't wash out."""

import re
import subprocess
import zipfile
from itertools import combinations
from pathlib import Path

import openpyxl
import pytest
from made.fields import VIDEO, calculate, event, report
from made.looks import contrast
from made.recalc import printed
from openpyxl.utils import get_column_letter

from pipeline.readers import read_event
from pipeline.workbook.arpo_sheet import FOLDED_AFTER
from pipeline.workbook.layout import ARPO, SERVING, layout_of, wanted_columns
from pipeline.workbook.styles import BAND_COLOURS, STYLES


def pages(path: Path, folder: Path) -> list[str]:
    """The text of each page."""
    pdf = printed(path, folder)
    text = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, check=True).stdout.decode()
    return text.split("\f")[:-1]


def of_sheet(found: list[str], sheet: str) -> list[str]:
    """The pages of a sheet: it stands in the middle of the footer."""
    return [page for page in found if re.search(rf"\s{re.escape(sheet)}\s+page \d+ of \d+\s*$", page)]


def open_of_150():
    """150 players and nine rounds, everybody against somebody near him."""
    def round_(r):
        return " ".join(f"{i}{'wdl'[(i + r) % 3]}{i + 1}" for i in range(1 + r % 2, 150, 2))

    return event([2600 - 8 * i for i in range(150)], *[round_(r) for r in range(9)],
                 names=[f"Longname-Player, Firstname {i}" for i in range(150)])


@pytest.mark.needs_libreoffice
@pytest.mark.needs_pdftoppm
def test_the_arpo_sheet_on_paper(tmp_path):
    """Eight players take three pages, 150 nine; each has the whole title, the headings, and the names."""
    for made, given, most, players in (
        (read_event(VIDEO), {}, 3, ["Player A", "Player H"]),
        (open_of_150(), {"iterations": 30}, 9, ["Firstname 0", "Firstname 149"]),
    ):
        path = tmp_path / f"{most}.xlsx"
        calculation = report(path, made, **given)
        of_arpo = of_sheet(pages(path, tmp_path), ARPO)
        assert len(of_arpo) <= most
        for page in of_arpo:
            assert f"ARPO, step by step: {made.name}" in page
            assert " ".join(calculation.master.split()[:3]) in page
            assert "Name" in page and "(no game)" not in page
        third = len(of_arpo) // 3
        for first, heading in ((0, "Performance"), (third, f"Iteration {FOLDED_AFTER}"), (2 * third, "Rank")):
            assert heading in of_arpo[first]
        for part in range(3):
            text = "".join(of_arpo[part * third : (part + 1) * third])
            assert all(name in text for name in players)
        assert not any("row of opp" in page or "as read" in page.replace("Limit (as read)", "") for page in of_arpo)


def test_the_lesson_s_order_and_what_only_serves_the_formulas_right_of_it():
    layout, work = layout_of(calculate(read_event(VIDEO))), calculate(read_event(VIDEO)).work
    spans = layout.columns
    lesson = ("no", "name", "opponent", "result", "rating", "Ra", "dp", "c", "c_hat", "score", "performance",
              "iteration", "difference", "limit", "residual", "rp", "arpo", "rank")
    assert [spans[key].first for key in lesson] == sorted(spans[key].first for key in lesson)
    serving = [spans[column.key].first for column in wanted_columns(work) if column.band in SERVING]
    assert min(serving) > max(spans[key].last for key in lesson)


def test_iterations_after_the_tenth_fold_but_the_last(tmp_path):
    path = tmp_path / "report.xlsx"
    calculation = report(path, read_event(VIDEO))
    layout, sheet = layout_of(calculation), openpyxl.load_workbook(path)[ARPO]
    for key in ("iteration", "difference"):
        span = layout.columns[key]
        levels = [_level(sheet, span.at(k)) for k in range(1, span.count + 1)]
        assert levels == [0] * FOLDED_AFTER + [1] * (span.count - FOLDED_AFTER - 1) + [0]
    assert not sheet.protection.sheet


def _level(sheet, column: int) -> int:
    """The outline level of a column; the file holds neighbours that are alike once."""
    return next(
        (d.outlineLevel for d in sheet.column_dimensions.values() if d.min <= column + 1 <= d.max), 0
    ) or sheet.column_dimensions[get_column_letter(column + 1)].outlineLevel


def test_comments_are_shown_whole(tmp_path):
    """A box of 240 points holds 48 characters a line, each 12 points high; each has room for a line more."""
    path = tmp_path / "report.xlsx"
    report(path, read_event(VIDEO))
    boxes = []
    with zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            if part.startswith("xl/comments"):
                number = part.removeprefix("xl/comments").removesuffix(".xml")
                shapes = archive.read(f"xl/drawings/vmlDrawing{number}.vml").decode()
                sizes = re.findall(r"width:([0-9.]+)pt;height:([0-9.]+)pt", shapes)
                texts = re.findall(r"<t(?: [^>]*)?>(.*?)</t>", archive.read(part).decode(), re.DOTALL)
                boxes += zip(texts, sizes, strict=True)
    assert len(boxes) > 20
    for text, (width, height) in boxes:
        lines = sum(-(-max(len(line), 1) // 48) for line in text.split("\n"))
        assert float(width) == 240
        assert float(height) >= 12 * (lines + 1), text


def test_contrast_of_black_on_white():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    # 0.2126·0 + 0.7152·0 + 0.0722·1 = 0.0722; 1.05 / 0.1222 = 8.59
    assert contrast("#0000FF", "#FFFFFF") == pytest.approx(8.59, abs=0.01)


def test_every_text_has_a_contrast_of_four_and_a_half():
    named = {"white": "#FFFFFF"}
    for name, look in STYLES.items():
        text, fill = look.get("font_color", "#000000"), look.get("bg_color", "#FFFFFF")
        assert contrast(named.get(text, text), fill) >= 4.5, name
    for band, colour in BAND_COLOURS.items():
        assert contrast(colour, "#FFFFFF") >= 4.5, band


def test_the_colours_of_the_states_differ():
    fills = [STYLES[name]["bg_color"] for name in ("ok", "bad", "open", "know")]
    assert all(one != other for one, other in combinations(fills, 2))
