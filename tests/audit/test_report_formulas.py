"""Formulas of a report of our own that somebody edited: a number typed over one, and all that would change by it."""

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from made.tables import ROOT, video_columns
from test_formulas import details, findings, opponents

from pipeline.audit.run import audit_file
from pipeline.commands.report import make_report

GOLDEN_FLOORED = video_columns()["iteration_1"]
"""By the settings of our own report: the formula, floored, and c over the opponents."""


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    return make_report(ROOT / "input" / "video.xlsx", {}, tmp_path_factory.mktemp("report") / "report.xlsx")[1]


def typed_over(report: Path, copy: Path, cell: str, number: float) -> Path:
    """A copy of the report with a number in the place of a formula of the ARPO sheet; nothing is recalculated."""
    part = f"xl/worksheets/sheet{openpyxl.load_workbook(report).sheetnames.index('ARPO') + 1}.xml"
    with zipfile.ZipFile(report) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == part:
                formula = rb'(<c r="%s"[^>]*>)<f>[^<]*</f><v>[^<]*</v>' % cell.encode()
                data, count = re.subn(formula, rb"\g<1><v>%r</v>" % number, data)
                assert count == 1
            new.writestr(item, data)
    return copy


def address(report: Path, heading: str, player: str) -> str:
    """The cell of a player in a column of the ARPO sheet."""
    sheet = openpyxl.load_workbook(report, data_only=True)["ARPO"]
    where = {cell.value: cell for row in sheet.iter_rows() for cell in row if cell.value in (heading, player)}
    return f"{where[heading].column_letter}{where[player].row}"


def test_our_own_report_is_right(report):
    audit = audit_file(report, {})[0]
    assert findings(audit) == {}
    assert audit.agrees


def test_a_wrong_number_typed_over_a_formula_of_our_own_report(report, tmp_path):
    # B's performance 1662.5 + 190 = 1852.5 with two digits transposed
    cell = address(report, "Performance", "Player B")
    audit = audit_file(typed_over(report, tmp_path / "edited.xlsx", cell, 1825.5), {})[0]
    assert {found.cell for found in (c.spot for c in audit.cells if c.verdict == "wrong")} == {cell}
    verdict, causes = findings(audit)[cell]
    assert verdict == "wrong"
    assert causes[0] == "typed_over_formula"
    assert "transposed_digits" in causes
    # What is made from it is right as it is stored, and would change: iteration 1 of B's opponents A, C, D and H.
    stale = details(audit, "stale_value")
    column = address(report, "Iteration 1", "Player B")[:-1]
    of_iteration_1 = {name for name in stale if name.startswith(column) and name[len(column) :].isdigit()}
    opponents_of_b = ("Player A", "Player C", "Player D", "Player H")
    assert {address(report, "Iteration 1", player) for player in opponents_of_b} <= of_iteration_1
    assert address(report, "Iteration 1", "Player E") not in stale
    # 1878.0882 + (1825.5 - 1852.5) / 4
    of_c = float(stale[address(report, "Iteration 1", "Player C")]["value"])
    assert of_c == pytest.approx(GOLDEN_FLOORED[2] + (1825.5 - 1852.5) / len(opponents(3)))


def test_the_right_number_typed_over_a_formula_of_our_own_report(report, tmp_path):
    cell = address(report, "ĉ", "Player D")
    audit = audit_file(typed_over(report, tmp_path / "edited.xlsx", cell, -150.5), {})[0]
    assert findings(audit) == {cell: ("ok", ["typed_over_formula"])}
    assert audit.outcome == "differences"  # the number is right, but it won't follow when the event is changed
