"""A small run of `make fuzz`, the same cases every time; what the large one found has tests of its own beside it."""

import pytest
from made import making

from fuzz import cases, recount
from fuzz.seeds import LAYOUTS
from pipeline.readers import read_event

CASES, SEED = 60, 2
AUDITS = 40
"""Each is a workbook judged, written and read again: a tenth of a second and more."""


@pytest.mark.parametrize("name", LAYOUTS)
def test_seed_is_sound(tmp_path, name):
    path = tmp_path / "event.bin"
    path.write_bytes(LAYOUTS[name].seed())
    if LAYOUTS[name].use == "event":
        assert len(read_event(path).games) >= 8
    else:
        assert cases.use(LAYOUTS[name], path, 1) is None


@pytest.mark.parametrize("name", LAYOUTS)
def test_spoilt_files(tmp_path, name):
    count = AUDITS if LAYOUTS[name].use == "audit" else CASES
    outcomes = {number: cases.run(name, number, SEED, tmp_path) for number in range(count)}
    assert {number: found.details for number, found in outcomes.items() if found.details} == {}
    kinds = {found.kind for found in outcomes.values()}
    assert {LAYOUTS[name].use, "InputError"} <= kinds  # spoilt neither too little nor too much


def test_cases_are_the_same_every_time():
    layout = LAYOUTS["chess-results-csv"]
    assert cases.content(layout, 7, SEED) == cases.content(layout, 7, SEED) != cases.content(layout, 8, SEED)


def _seen(tmp_path, name, rows):
    """What the recount says where the event is the sound one of a layout, and the file is said to hold `rows`."""
    path = tmp_path / "event.bin"
    path.write_bytes(LAYOUTS[name].seed())
    event = read_event(path)
    return recount.in_event(event), recount.against_file(event, recount.lines_of_table(rows), "ok")


def test_recount_agrees_with_a_sound_file(tmp_path):
    assert _seen(tmp_path, "round-robin-csv", LAYOUTS["round-robin-csv"].rows) == ([], [])


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (4, 5, "  2w½", "the file has 2 w, the event 3"),  # Anna's win against 2 was read, a draw stands there
        (4, 8, 3, "Anna: 3.0 points are stated, 2.5 counted, and the state is ok"),
        (5, 10, " 3w½", "the file has 5 d, the event 4"),  # a game in TB2, which no round's column holds
    ],
)
def test_recount_sees_another_file(tmp_path, row, column, value, said):
    assert said in _seen(tmp_path, "chess-results-csv", making.changed(making.RANKED, {(row, column): value}))[1]


def test_recount_sees_results_that_do_not_answer_each_other(tmp_path):
    path = tmp_path / "event.bin"
    path.write_bytes(LAYOUTS["native-csv"].seed())
    event = read_event(path)
    event.entries.loc[0, "result"] = "d"  # Anna's win; Béla's row keeps its loss
    assert "1, round 1: 'd' against 2, who has (2, 1, 1, 'l')" in recount.in_event(event)
