"""Mistakes that a whole column was made with: said once for the column, and first.

ARPO_AUDIT_COLUMNS sets how many sheets (200 is the full size; make test takes fewer, for time).
"""

import os
import random

from made.making_sheets import SIZES, Sheet, frame_of, made_event

from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable
from pipeline.method.settings import Settings, with_values

SHEETS = int(os.environ.get("ARPO_AUDIT_COLUMNS", "15"))
SEED = int(os.environ.get("ARPO_AUDIT_SEED", "2026"))
PLACES = {"Ra": 2, "dp": 2, "c": 4, "c_hat": 4, "performance": 2, "iteration": 2}


def mean(values, games):
    return sum(values[j] for j, _ in games) / len(games)


KINDS = {
    "own_rating_included": ("Ra", lambda x, i, g: (sum(x["rating"][j] for j, _ in g) + x["rating"][i]) / (len(g) + 1)),
    "c_plain": ("c", lambda x, i, g: sum(x["dp"]) / len(x["dp"])),
    "c_minus_dp": ("c_hat", lambda x, i, g: x["c"][i] - x["dp"][i]),
    "performance_minus_dp": ("performance", lambda x, i, g: x["Ra"][i] - x["dp"][i]),
    "iteration_without_c_hat": ("iteration_1", lambda x, i, g: mean(x["performance"], g)),
    "iteration_with_dp": ("iteration_1", lambda x, i, g: mean(x["performance"], g) + x["dp"][i]),
    "iteration_from_ratings": ("iteration_1", lambda x, i, g: mean(x["rating"], g) + x["c_hat"][i]),
}
"""The column, and what is written instead: from the columns, the player's position, and his games."""


def made_with_mistakes():
    rng = random.Random(f"{SEED} columns")
    events = [made_event(rng, count) for count in SIZES if count >= 8]
    grounds = [Ground(made.event()) for made in events]
    for number in range(SHEETS):
        name, (key, wrong) = list(KINDS.items())[number % len(KINDS)]
        which = rng.randrange(len(events))
        made, ground = events[which], grounds[which]
        sheet = Sheet(made, "fide", "field", "performance")
        columns, games = sheet.columns(), made.games()
        sheet.overrides |= {(key, i): wrong(columns, i, games[i]) for i in range(made.count)}
        stated = frame_of(sheet.columns(), PLACES, "nearest")
        settings = with_values(Settings(), {"dp": "fide", "c": "field", "start": "performance"}, "command line")
        table = StatedTable.from_frame(stated, ground.event.players.index)
        yield name, key, audit_table(table, ground.event, settings, ground=ground)


def test_a_mistake_of_a_whole_column_is_said_once_for_it_and_nothing_else_is():
    other = []
    for name, key, audit in made_with_mistakes():
        said = [(pattern.fit.name, pattern.columns) for pattern in audit.patterns]
        wrong = {(cell.column, *(fit.name for fit in cell.causes)) for cell in audit.cells if cell.verdict == "wrong"}
        if said != [(name, (key,))] or {one[0] for one in wrong} != {key}:
            other.append((name, key, said, wrong))
    print(f"whole columns: {SHEETS} sheets, otherwise said in {len(other)}: {other[:5]}")
    assert other == []
