"""Every formula of a report computed without a spreadsheet: by the evaluator that audits use.

It gives what LibreOffice gives (tests/audit/test_formulas.py); so a frame that no longer says what the formulas say is
noticed in a second, wherever there is no LibreOffice.
"""

from pathlib import Path

from made.xlsx import formulas, values
from pytest import approx

from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.report.copy.styled_cells import position_of
from pipeline.audit.sheet.package import Package

NOT_EVALUATED = {"ROWS", "array"}
"""What the evaluator leaves alone: ROWS of the Summary's lists, and the list of what is to be looked at."""


def differences(path: Path) -> list[str]:
    """The formula cells whose stored value isn't what the formula gives: sheet, cell, both values."""
    here, stored = Recalculation(BookCells(Package.read(path))), values(path)
    wrong, evaluated, rules = [], 0, formulas(path)
    for sheet, cell in rules:
        try:
            found = here.value(sheet, position_of(cell))
        except NotEvaluated as left:
            assert str(left) in NOT_EVALUATED, f"{sheet}!{cell}: {left}"
            continue
        evaluated += 1
        wanted = stored.get((sheet, cell), "")
        same = found == wanted
        if isinstance(found, float) and isinstance(wanted, float):
            same = found == approx(wanted, rel=1e-12, abs=1e-9)
        if not same:
            wrong.append(f"{sheet}!{cell}: {found!r} by its formula, {wanted!r} in the file")
    assert 2 * evaluated > len(rules) > 100
    return wrong
