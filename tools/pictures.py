"""The pictures of docs/pictures, made from the program: `make pictures`, with LibreOffice and poppler's tools.

Each is a page of a report as LibreOffice prints it, cut off under its last line. Its caption, wherever a page shows it,
ends with the status that stands in the picture, and is written there, too; a test compares the two.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from made.recalc import printed  # noqa: E402  (found by the line above)

from pipeline.commands.calculating import calculation_for  # noqa: E402
from pipeline.commands.report import make_report  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
EVENT = ROOT / "input" / "video.xlsx"
MARGIN = 24
"""Pixels right of and under the last word."""
_PAGE = b'<pageSetup paperSize="8" fitToWidth="1" orientation="landscape"/>'
"""A3, which LibreOffice makes as wide as the sheet needs."""
_AREA = rb"<definedName name=\"_xlnm.Print_Area\" localSheetId=\"%s\">"
_AREAS = re.compile(rb"(" + _AREA % rb"[0-9]+" + rb")([^!<]*)![^<]*,[^<]*:([^:<]*)(?=</definedName>)")
_WORD = re.compile(rb'<word [^>]*xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)<')


@dataclass(frozen=True)
class Picture:
    """A picture: its file, the sheet (counted from 1) on one page, the settings, and what it shows in words.

    dpi, until  pixels an inch, and the heading after which it is cut off (empty: nothing is)
    wide        the column up to which it goes where that is more than what is printed
    """

    name: str
    sheet: int
    given: tuple[tuple[str, object], ...]
    shows: str
    dpi: int = 130
    until: str = ""
    wide: str = ""

    @property
    def caption(self) -> str:
        """What stands under it: what it shows, and the status of that very report."""
        return f"{self.shows}: {calculation_for(EVENT, dict(self.given)).master}"


PICTURES = (
    Picture("summary-sheet.png", 1, (("c", "field"),), "The Summary sheet"),
    Picture("standings-sheet.png", 2, (("c", "field"),), "The Standings sheet", 110),
    Picture("player-sheet.png", 3, (("dp", "logistic-floor"), ("c", "opponents")), "The Player sheet", 110),
    Picture("arpo-sheet.png", 5, (("c", "field"), ("iterations", 5)), "The ARPO sheet", 230, "Rank"),
    Picture("ties-sheet.png", 6, (("order", "PTS,DE,BH-C1,SB"),), "The Tie-breaks sheet", 150, wide="S"),
)


def make(picture: Picture) -> None:
    """Write one picture."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xlsx")
        make_report(EVENT, dict(picture.given), report)
        pdf = printed(_alone_on_a_page(report, picture.sheet, picture.wide.encode()), Path(folder))
        page = ["-f", "1", "-l", "1"]
        words = subprocess.run(["pdftotext", *page, "-bbox", str(pdf), "-"], capture_output=True, check=True).stdout
        ends = [(float(x), float(y), text.decode()) for x, y, text in _WORD.findall(words)]
        right = max(x for x, _, text in ends if text == picture.until or not picture.until)
        width, height = (int(end * picture.dpi / 72 + MARGIN) for end in (right, max(y for _, y, _ in ends)))
        subprocess.run(
            ["pdftoppm", *page, "-r", str(picture.dpi), "-W", str(width), "-H", str(height), "-png", "-singlefile",
             str(pdf), str(FOLDER / picture.name.removesuffix(".png"))],
            check=True,
        )  # fmt: skip


def _alone_on_a_page(report: Path, number: int, wide: bytes = b"") -> Path:
    """A copy of the report that prints one sheet, on one wide page, up to the column `wide` where it is given."""
    copy = report.with_name("alone.xlsx")
    with zipfile.ZipFile(report) as old, zipfile.ZipFile(copy, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == f"xl/worksheets/sheet{number}.xml":
                data = re.sub(rb"<pageSetup [^>]*>", _PAGE, data)
                if b"fitToPage" not in data:
                    data = data.replace(b"<dimension", b"<sheetPr><pageSetUpPr fitToPage='1'/></sheetPr><dimension", 1)
                data = re.sub(rb"<(row|col)Breaks.*?</\1Breaks>", b"", data)
                data = re.sub(rb"<headerFooter>.*?</headerFooter>", b"", data, flags=re.S)
            elif item.filename == "xl/workbook.xml":
                # Hidden sheets with an area would be printed, too. A list of areas would be as many pages: hence all
                # columns up to the last of them, from the title on.
                data = re.sub(_AREA % (rb"(?!%d\")[0-9]+" % (number - 1)) + rb"[^<]*</definedName>", b"", data)
                data = _AREAS.sub(rb"\1\2!$A$1:\3", data)
                if wide:
                    own = rb"(localSheetId=\"%d\">[^<]*:\$)[A-Z]+" % (number - 1)
                    data = re.sub(own, rb"\g<1>" + wide, data)
                data = _hidden_but(data, number)
            new.writestr(item, data)
    return copy


def _hidden_but(workbook: bytes, number: int) -> bytes:
    """The list of sheets with all but one hidden; names of print areas and the like stay."""
    counted = iter(range(1, 100))
    hidden = re.sub(
        rb"<sheet ", lambda match: match[0] + (b"" if next(counted) == number else b'state="hidden" '), workbook
    )
    first = re.sub(rb' activeTab="[0-9]+"', b"", hidden)
    return first.replace(b"<workbookView ", b'<workbookView activeTab="%d" ' % (number - 1))


def write_captions(picture: Picture) -> None:
    """Put the picture's caption into the pages that show it."""
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        shown = re.compile(rf"!\[[^]]*\](?=\([^)]*{re.escape(picture.name)}\))")
        page.write_text(shown.sub(f"![{picture.caption}]", text), encoding="utf-8")


if __name__ == "__main__":
    for one in PICTURES:
        make(one)
        write_captions(one)
