"""The sheet with formulas for the tests of an audit's formulas, changed in single cells.

The sheet is the video's table with the columns N (Ra) to T (Iteration 1) computed beside it, players in rows 2 to 9:

    N  Ra           =(C3+C4+C5+C6+C7)/5     the opponents one by one, each row another formula
    O  dp           typed
    P  c            =SUMPRODUCT($U$2:$U$9,$O$2:$O$9)/SUM($U$2:$U$9)     over the field, 16/17 = 0.9412
    Q  ĉ            =O2-P2
    R  Score        typed
    S  Performance  =N2+O2
    T  Iteration 1  =(S3+S4+S5+S6+S7)/5+Q2
    U  Games        typed
       Sum          =SUM(S2:S9) in S10
"""

from functools import cache
from pathlib import Path

import xlsxwriter
from made.tables import video, video_columns, video_rows

from pipeline.audit.report.data import as_data
from pipeline.audit.report.findings import AnyAudit
from pipeline.audit.run import audit_file

HEADINGS = ("Ra", "dp", "c", "ĉ", "Score", "Performance", "Iteration 1", "Games")
FIELD = {"dp": "fide", "c": "field"}
C_OF_FIELD = "=SUMPRODUCT($U$2:$U${last},$O$2:$O${last})/SUM($U$2:$U${last})"
GOLDEN_PERFORMANCE = video_columns("fide", "field")["performance"]


@cache
def opponents(no: int) -> list[int]:
    """A player's opponents, by number."""
    games = video().games
    return [int(opponent) for opponent in games.loc[games["no"] == no, "opponent"]]


def average(letter: str, others: list[int]) -> str:
    """The average of these players' cells in a column, one by one."""
    return f"({'+'.join(f'{letter}{no + 1}' for no in others)})/{len(others)}"


@cache
def sheet_cells() -> dict[str, tuple[object, object]]:
    """Content and stored value of each computed cell, by address."""
    columns = video_columns("fide", "field")
    cells: dict[str, tuple[object, object]] = {
        "B10": ("Sum", None), "S10": ("=SUM(S2:S9)", sum(columns["performance"])),
    }
    for letter, heading in zip("NOPQRSTU", HEADINGS, strict=True):
        cells[f"{letter}1"] = (heading, None)
    for no in range(1, 9):
        row, others = no + 1, opponents(no)
        texts: dict[str, tuple[object, object]] = {
            "N": ("=" + average("C", others), columns["Ra"][no - 1]),
            "O": (columns["dp"][no - 1], None),
            "P": (C_OF_FIELD.format(last=9), columns["c"][no - 1]),
            "Q": (f"=O{row}-P{row}", columns["c_hat"][no - 1]),
            "R": (columns["score"][no - 1], None),
            "S": (f"=N{row}+O{row}", columns["performance"][no - 1]),
            "T": (f"={average('S', others)}+Q{row}", columns["iteration_1"][no - 1]),
            "U": (len(others), None),
        }
        cells |= {f"{letter}{row}": content for letter, content in texts.items()}
    return cells


@cache
def _games() -> list[list[object]]:
    return video_rows()


def workbook(path: Path, changes: dict[str, tuple[object, object]]) -> Path:
    """The sheet, with other contents and stored values in some cells."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Hand")
    for number, row in enumerate(_games()):
        sheet.write_row(number, 0, row)
    for address, (content, value) in (sheet_cells() | changes).items():
        if isinstance(content, str) and content.startswith("="):
            sheet.write_formula(address, content, None, value)
        else:
            sheet.write(address, content)
    book.close()
    return path


def audited(tmp_path: Path, changes: dict[str, tuple[object, object]]) -> AnyAudit:
    """The audit of the sheet with these changes."""
    return audit_file(workbook(tmp_path / "hand.xlsx", changes), FIELD)[0]


def findings(audit: AnyAudit) -> dict[str, tuple[str, list[str]]]:
    """Verdict and causes by cell, of all that there is something to say of."""
    return {f["cell"]: (f["verdict"], f["causes"]) for f in as_data(audit)["findings"]}


def details(audit: AnyAudit, name: str) -> dict[str, dict[str, str]]:
    """What the findings of a name say, by cell."""
    return {found.spot.cell: dict(found.details) for found in audit.formulas if found.name == name}
