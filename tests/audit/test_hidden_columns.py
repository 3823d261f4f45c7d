"""Columns that a sheet doesn't show: one slip is one origin, whichever column is hidden.

ARPO_AUDIT_HIDDEN sets how many sheets (500 is the full size; make test takes fewer, for time).
"""

import math
import os
import random

import pytest
from made.making_mistakes import spoilt_sheets
from made.making_sheets import SIZES, Sheet, frame_of, made_event

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


DECIMALS = {"Ra": 2, "dp": 2, "c": 4, "c_hat": 2, "performance": 2, "iteration": 2}


def hidden_whole(count, hidden, *, blank=0, whole=math.floor, seed=3):
    """The origins in a sheet of so many players, of whom one has a whole number in a hidden column, and the player.

    His is the one that is farthest from its whole number; `blank`: so many others have no iterations.
    """
    sheet = Sheet(made_event(random.Random(f"{seed} whole"), count), "logistic", "opponents", "rating")
    right = sheet.columns()[hidden]
    player = max(range(count), key=lambda i: min(right[i] % 1, -right[i] % 1))
    sheet.overrides[hidden, player] = float(whole(right[player]))
    stated = frame_of(sheet.columns(), DECIMALS, "nearest").drop(columns=hidden)
    others = [i for i in range(count) if i != player][:blank]
    stated.loc[stated.index[others], [key for key in stated.columns if key.startswith("iteration")]] = math.nan
    ground = Ground(sheet.made.event())
    table = StatedTable.from_frame(stated, ground.event.players.index)
    given = with_values(Settings(), {"dp": sheet.dp, "c": sheet.c, "start": sheet.start}, "command line")
    audit = audit_table(table, ground.event, given, ground=ground)
    return [(cell.column, cell.position) for cell in audit.cells if cell.verdict == "wrong"], player


@pytest.mark.parametrize("whole", [math.floor, math.ceil])
@pytest.mark.parametrize(("count", "hidden"), [
    (4, "c_hat"), (4, "dp"), (6, "c_hat"), (6, "dp"), (8, "c_hat"), (8, "dp"), (8, "Ra"), (24, "c_hat"), (40, "c_hat"),
])
def test_a_whole_number_among_others_that_nobody_rounded_is_one_slip(count, hidden, whole):
    """Three right cells are enough to show that the numbers behind them aren't rounded: those of four players."""
    [(column, position)], player = hidden_whole(count, hidden, whole=whole)
    # what is made from it first: of dp the c of an opponent, of the others what stands in his own row
    assert (column, position == player) == {
        "dp": ("c", False), "c_hat": ("iteration_1", True), "Ra": ("performance", True)
    }[hidden]


@pytest.mark.parametrize("whole", [math.floor, math.ceil])
def test_two_right_cells_do_not_show_whether_the_numbers_behind_them_are_rounded(whole):
    """Four players, of whom one has no iterations, and one is off: then no slip is supposed, and each cell is wrong."""
    wrong, player = hidden_whole(4, "c_hat", blank=1, whole=whole)
    assert len(wrong) > 1
    assert ("iteration_1", player) in wrong
