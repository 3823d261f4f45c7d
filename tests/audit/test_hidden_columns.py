"""Columns that a sheet doesn't show: one slip is one origin, whichever column is hidden.

ARPO_AUDIT_HIDDEN sets how many sheets (500 is the full size; make test takes fewer, for time).
"""

import os
import random

from made.making_mistakes import spoilt_sheets
from made.making_sheets import SIZES, made_event

from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.method.settings import Settings, with_values

SHEETS = int(os.environ.get("ARPO_AUDIT_HIDDEN", "30"))
SEED = int(os.environ.get("ARPO_AUDIT_SEED", "2026"))


def one_column_hidden():
    """Right sheets but for one slip, each with another column hidden: the sheet, the column, and its audit."""
    rng = random.Random(f"{SEED} hidden")
    events = [made_event(rng, count) for count in SIZES]
    grounds = [Ground(made.event()) for made in events]
    for number, sheet in enumerate(spoilt_sheets(rng, events, SHEETS, 1)):
        ground = grounds[sheet.event]
        hidden = list(sheet.stated.columns)[number % len(sheet.stated.columns)]
        table = StatedTable.from_frame(sheet.stated.drop(columns=hidden), ground.event.players.index)
        settings = with_values(Settings(), sheet.settings, "command line")
        yield sheet, hidden, audit_table(table, ground.event, settings, ground=ground)


def test_a_slip_is_one_origin_whichever_column_is_hidden():
    several, elsewhere = [], []
    for sheet, hidden, audit in one_column_hidden():
        [(key, position)] = sheet.mistakes
        wrong = [(cell.column, cell.position) for cell in audit.cells if cell.verdict == "wrong"]
        if len(wrong) > 1:
            several.append((sheet.settings, sheet.mistakes, hidden, wrong))
        elif key != hidden and wrong != [(key, position)]:
            elsewhere.append((sheet.settings, sheet.mistakes, hidden, wrong))
    print(f"hidden columns: {SHEETS} sheets, several origins in {len(several)}, another origin in {len(elsewhere)}")
    assert several == elsewhere == []
