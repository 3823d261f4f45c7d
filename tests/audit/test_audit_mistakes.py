"""Injected mistakes: sheets that are right but for one or two known mistakes, everything after them recomputed.

ARPO_AUDIT_SHEETS sets how many sheets of each kind (2,000 is the full size; make test takes fewer, for time).
"""

import os
import random

from made.making_mistakes import spoilt_sheets
from made.making_sheets import SIZES, made_event

from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.method.settings import Settings, with_values

SHEETS = int(os.environ.get("ARPO_AUDIT_SHEETS", "400"))
SEED = int(os.environ.get("ARPO_AUDIT_SEED", "2026"))


def tried(mistakes):
    """Audits the sheets; returns how many named all origins and all causes, and the sheets that went wrong in words."""
    rng = random.Random(f"{SEED} {mistakes}")
    events = [made_event(rng, count) for count in SIZES]
    grounds = [Ground(made.event()) for made in events]
    origins = causes = 0
    accused, unfounded, leading = [], [], []
    for sheet in spoilt_sheets(rng, events, SHEETS, mistakes):
        ground = grounds[sheet.event]
        index = ground.event.players.index
        settings = with_values(Settings(), sheet.settings, "command line")
        audit = audit_table(StatedTable.from_frame(sheet.stated, index), ground.event, settings, ground=ground)
        wrong = {(cell.column, cell.position): cell for cell in audit.cells if cell.verdict == "wrong"}
        origins += set(sheet.mistakes) <= set(wrong)
        causes += all(
            cell in wrong and name in [fit.name for fit in wrong[cell].causes] for cell, name in sheet.mistakes.items()
        )
        for column, position in set(wrong) - set(sheet.mistakes):
            untouched = sheet.stated[column].iloc[position] == sheet.right[column].iloc[position]
            (accused if untouched else unfounded).append((sheet.settings, sheet.mistakes, column, position))
        spots = {wrong[cell].spot for cell in sheet.mistakes if cell in wrong}
        leading += [cell for cell in audit.cells if cell.verdict == "carried" and not set(cell.origins) <= spots]
    return origins, causes, accused, unfounded, leading


def test_one_mistake():
    origins, causes, accused, unfounded, leading = tried(1)
    print(f"one mistake: {SHEETS} sheets, origin named in {origins}, cause in {causes}")
    assert origins == SHEETS
    assert causes >= 0.95 * SHEETS
    assert accused == unfounded == []  # no ok cell, and no cell that follows from the mistake, is called wrong
    assert leading == []  # a carried cell names the mistake, and nothing else


def test_two_mistakes():
    origins, causes, accused, unfounded, _ = tried(2)
    print(f"two mistakes: {SHEETS} sheets, both origins named in {origins}, both causes in {causes}")
    assert origins >= 0.95 * SHEETS
    assert accused == []
    assert len(unfounded) <= 0.05 * SHEETS
