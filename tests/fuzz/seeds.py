"""One sound event of our own for each layout, as a table of cells or as text, and how a table becomes a file."""

import datetime
import html
import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.sax.saxutils import escape

from made import hostile
from made.making import FOUR, RANKED

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "events"
"""Real files, where they are there."""

Rows = list[list[object]]

NUMBERED: Rows = [
    ["From the Tournament-Database of Chess-Results http://chess-results.com"],
    ["Starting rank crosstable"],
    ["No.", None, "Name", "Rtg", "1.Rd", "2.Rd", "Pts. ", "Rk.", "TB1"],
    [1, "FM", "Anna", 2000, "2w1", "3b½", 1.5, 1, 2],
    [2, None, "Béla", 1900, "1b0", "4w1", 1, 3, 1.5],
    [3, None, "Carl", 1800, "4w1", "1w½", 1.5, 2, 1.5],
    [4, None, "Dora", 0, "3b0", "2b0", 0, 4, 2.5],
]
ROUND_ROBIN: Rows = [
    ["Village Masters"],
    ["No.", None, "Name", "Rtg", 1, 2, 3, 4, "Pts.", "Rk."],
    [1, "FM", "Anna", 2000, "*", 1, "½", "+", 2.5, 1],
    [2, None, "Béla", 1900, 0, "*", 1, 1, 2, 2],
    [3, None, "Carl", 1800, "½", 0, "*", 1, 1.5, 3],
    [4, None, "Dora", 0, "-", 0, 0, "*", 0, 4],
]
DOUBLE: Rows = [
    ["Pos", "Name", "FED", "Rtg", "Pts.", "1", "2", "3", "4", "5", "6"],
    [1, "Anna", "AUT", 2000, "4.0", "4z1", "3w½", "2z½", "4w1", "3z½", "2w½"],
    [2, "Béla", "HUN", 1900, "4.0", "3z1", "4w1", "1w½", "3w½", "4z½", "1z½"],
    [3, "Carl", "GER", 1800, "2.5", "2w0", "1z½", "4z½", "2z½", "1w½", "4w½"],
    [4, "Dora", "AUT", 1700, "1.5", "1w0", "2z0", "3w½", "1z0", "2w½", "3z½"],
]
GAMES: Rows = [
    ["Paired comparisons"],
    ["Pl", "Name", " 1", " 2", " 1b", " 1c"],
    ["1 ", "Anna", "2w0", "2w1", "3w1", "   "],
    ["2 ", "Béla", "1b1", "1b0", "   ", "3w0"],
    ["3 ", "Carl", "   ", "   ", "1b0", "2b1"],
    ["#"],
    ["# scores 1 2"],
]
HAND: Rows = [
    ["Exam of the arbiters' course"],
    [*FOUR[0], "Ra", "dp", "c", "ĉ", "Score", "Performance", "It 1", "It 2", "Dif. 2"],
    [*FOUR[1], 1850, 193, "=(2*J3+2*J4+2*J5+2*J6)/8", "=J3-K3", 1.5, "=I3+J3", 2012.3, 1998.71, "=P3-O3"],
    [*FOUR[2], 1700, 0, "=(2*J3+2*J4+2*J5+2*J6)/8", "=J4-K4", 1, "=I4+J4", 1650.4, 1702.2, "=P4-O4"],
    [*FOUR[3], 1700, 193, 0, 193, "1,5", 1893, "=AVERAGE(N6,N3)+L5", "=AVERAGE(O6,O3)+L5", "=P5-O5"],
    [*FOUR[4], "1850", -800, 0, -800, 0, 1050, "=AVERAGE(N5,N4)+L6", None, "#N/A"],
    ["Suma", None, None, None, None, None, None, None, None, "=SUM(J3:J6)", None, "=SUM(L3:L6)"],
]
"""A sheet to be audited: typed and live, right and wrong, with a sum."""
SUMMARY: Rows = [
    ["Round robin, four players"],
    ["player", "rating", "points", "per_cent", "dp", "D", "D_corrected", "expected_per_cent", "expected_points",
     "difference", "K", "rating_change", "initial_rating"],
    ["Anna", 2100, 2.5, 83, 273, 60, 45, 56, 1.68, 0.82, 15, 12.3, None],
    ["Béla", 2050, 1.5, 50, 0, 10, 8, 51, 1.53, -0.03, 15, -0.45, None],
    ["Carl", 1980, 1, 33, -125, -60, -45, "=50-6", 1.32, "=C5-I5", 15, -4.8, None],
    ["Dora", None, 1, 33, -125, None, None, None, None, None, None, None, 1918],
]
"""A summary table of ratings, whole enough to be audited."""
DP_TABLE: Rows = [
    ["per_cent_higher", "per_cent_lower", "dp", "range_from", "range_to"],
    [50, 50, 0, 0, 3], [51, 49, 7, 4, 10], [52, 48, 14, 11, 17], [78, 22, 219, 215, 222], [99, 1, 677, 620, 735],
]
SETTINGS: Rows = [["Name", "Value"], ["dp", "logistic-floor"], ["c", "opponents"], ["unrated", 1300]]
_PARTS = hostile.parts_of(hostile.workbook_bytes([["x"]]))


def swiss_manager() -> str:
    """The project's own fixture."""
    return (ROOT / "tests" / "fixtures" / "swiss-manager-byes-and-forfeits.txt").read_text(encoding="utf-8")


def trf() -> str:
    """Four players, three rounds, with a forfeit, byes and extension lines."""
    players = [
        (1, "m", "FM", "Anna", 2000, 2.5, 1, "   2 w 1", "   3 b =", "   4 w +"),
        (2, "w", "", "Béla", 1900, 2, 2, "   1 b 0", "   4 w 1", "0000 - U"),
        (3, "", "", "Carl", 1800, 2, 3, "   4 w 1", "   1 w =", "0000 - H"),
        (4, "", "", "Dora", 0, 0, 4, "   3 b 0", "   2 b 0", "   1 b -"),
    ]
    lines = ["012 Village Open", "022 Village", "032 AUT", "042 2026/02/28", "052 2026/03/01", "062 4", "XXR 3"]
    for no, sex, title, name, rating, points, rank, *rounds in players:
        lines.append(
            f"001 {no:4} {sex:1}{title:>3} {name:33} {rating:4} AUT {no:11} 1990/01/01 {points:4.1f} {rank:4}  "
            + "  ".join(rounds)
        )
    return "\r\n".join([*lines, "### a comment", ""])


def krause() -> str:
    """The older form: no colours, no dates."""
    lines = ["012 League", "032 IRL"]
    for no, name, rating, points, rounds in (
        (1, "Ó Briain, Anna", 2000, 1.5, "   2   1     3   ="), (2, "Béla", 1900, 1.0, "   1   0     4   1"),
        (3, "Carl", 0, 1.5, "   4   1     1   ="), (4, "Dora", 1700, 0.0, "   3   0     2   0"),
    ):  # fmt: skip
        lines.append(f"001 {no:4}      {name:33} {rating:4} IRL {'':11} {'':10} {points:4.1f} {no:4}  {rounds}")
    return "\n".join(lines) + "\n"


# From a table to a file


def as_csv(rows: Rows, separator: str = ";") -> bytes:
    """Delimited text; a cell with the separator or a quotation mark in it is left as it is."""
    return "".join(separator.join(_text(value) for value in row) + "\r\n" for row in rows).encode("utf-8", "replace")


def _text(value: object) -> str:
    return "" if value is None else str(value)


def as_html(rows: Rows) -> bytes:
    """A page such as chess-results makes."""
    body = "".join(
        "<tr class='CRg1'>" + "".join(f"<td class='CR'>{html.escape(_text(v))}</td>" for v in row) + "</tr>\n"
        for row in rows
    )
    page = f"<!DOCTYPE html>\n<html><body><h2>Village Open</h2><table class='CRs1'>{body}</table></body></html>"
    return page.encode("utf-8", "replace")


def as_xlsx(rows: Rows, *, settings: bool = False) -> bytes:
    """A workbook, written by hand: a hundred times as fast as with openpyxl."""
    parts = {**_PARTS, hostile.SHEET: _sheet(rows)}
    if settings:
        parts["xl/worksheets/sheet2.xml"] = _sheet(SETTINGS)
        for name, before, more in (
            ("xl/workbook.xml", b"</sheets>", b"<sheet " + _NAMESPACE + b'name="Settings" sheetId="2" r:id="rId99"/>'),
            ("xl/_rels/workbook.xml.rels", b"</Relationships>", _RELATION),
        ):
            parts[name] = parts[name].replace(before, more + before)
    return pack(parts)


_NAMESPACE = b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
_RELATION = (
    b'<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
    b'Target="/xl/worksheets/sheet2.xml" Id="rId99"/>'
)


def pack(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The parts in a zip container."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def _sheet(rows: Rows) -> bytes:
    lines = "".join(
        f'<row r="{r}">' + "".join(_cell(f"{_letters(c)}{r}", value) for c, value in enumerate(row)) + "</row>"
        for r, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{hostile.MAIN}"><sheetData>{lines}</sheetData></worksheet>'.encode("utf-8", "replace")


def _letters(column: int) -> str:
    return (chr(64 + column // 26) if column > 25 else "") + chr(65 + column % 26)


def _cell(address: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{address}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{address}"><v>{value!r}</v></c>'
    if isinstance(value, datetime.datetime):
        return f'<c r="{address}" t="d"><v>{value.isoformat()}</v></c>'
    text = "".join(c for c in str(value) if c in "\t\n" or c >= " ")
    if text.startswith("#") and text.isupper():
        return f'<c r="{address}" t="e"><v>{escape(text)}</v></c>'
    if text.startswith("="):
        return f'<c r="{address}"><f>{escape(text[1:])}</f></c>'
    return f'<c r="{address}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def as_ods(rows: Rows) -> bytes:
    """An OpenDocument spreadsheet; numbers as numbers."""

    def cell(value: object) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, int | float) and not isinstance(value, bool):
            return (f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p>'
                    "</table:table-cell>")  # fmt: skip
        text = escape("".join(c for c in str(value) if c in "\t\n" or " " <= c < "\ud800"))
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    return hostile.ods(lines + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
                       'table:number-columns-repeated="16384"/></table:table-row>')  # fmt: skip


def as_xls(rows: Rows) -> bytes:
    """An old Excel workbook: LABEL and NUMBER records."""
    return hostile.old_workbook(rows)


@dataclass(frozen=True)
class Layout:
    """A layout in one kind of file: its table and how it is written, or its text."""

    name: str
    write: Callable[[Rows], bytes] | None = None
    rows: Rows | None = None
    text: str = ""
    real: tuple[str, ...] = ()
    """Patterns of real files of this layout."""
    use: str = "event"
    """What is done with it: it is read as an `event`, or given to `audit` or `rating`."""

    def seed(self) -> bytes:
        """The sound file."""
        return self.write(self.rows) if self.write and self.rows else self.text.encode()

    @cached_property
    def real_files(self) -> list[bytes]:
        """The real files of this layout; none where they aren't there."""
        return [path.read_bytes() for pattern in self.real for path in sorted(REAL.glob(pattern))]


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout("native-xlsx", lambda rows: as_xlsx(rows, settings=True), FOUR),
        Layout("native-csv", lambda rows: as_csv(rows, ","), FOUR, real=("video.csv",)),
        Layout("native-ods", as_ods, FOUR),
        Layout("chess-results-xlsx", as_xlsx, RANKED, real=("chess-results/swiss-ranked-1.xlsx",)),
        Layout("chess-results-number-xlsx", as_xlsx, NUMBERED, real=("chess-results/*number.xlsx",)),
        Layout("chess-results-csv", as_csv, RANKED, real=("csv/open-*.csv", "csv/disc*.csv")),
        Layout("chess-results-html", as_html, RANKED, real=("html/swiss.html",)),
        Layout("chess-results-xls", as_xls, RANKED),
        Layout("swiss-manager-txt", text=swiss_manager(), real=("swiss-manager/*.txt",)),
        Layout("round-robin-xlsx", as_xlsx, ROUND_ROBIN, real=("chess-results/round-robin.xlsx",)),
        Layout("round-robin-html", as_html, ROUND_ROBIN, real=("html/round-robin.html",)),
        Layout("round-robin-csv", as_csv, ROUND_ROBIN),
        Layout("double-round-robin-csv", as_csv, DOUBLE, real=("csv/double*.csv",)),
        Layout("games-csv", as_csv, GAMES, real=("csv/gonzalez*.csv",)),
        Layout("trf", text=trf(), real=("trf/open*.trf", "trf/many*.trf", "trf/javafo*.trf")),
        Layout("krause", text=krause(), real=("trf/krause*.trf",)),
        Layout("hand-xlsx", as_xlsx, HAND, use="audit"),
        Layout("hand-csv", as_csv, HAND, use="audit"),
        Layout("hand-ods", as_ods, HAND, use="audit"),
        Layout("ratings-audit-xlsx", as_xlsx, SUMMARY, use="audit"),
        Layout("dp-audit-csv", as_csv, DP_TABLE, use="audit"),
        Layout("ratings-xlsx", as_xlsx, SUMMARY, use="rating"),
        Layout("ratings-of-event-csv", as_csv, FOUR, use="rating"),
    )
}
