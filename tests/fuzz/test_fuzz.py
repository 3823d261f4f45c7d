"""A small run of `make fuzz`, the same cases every time; what the large one found has tests of its own beside it."""

import pytest

from fuzz import cases
from fuzz.seeds import LAYOUTS
from pipeline.readers import read_event

CASES, SEED = 60, 2


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
    outcomes = {number: cases.run(name, number, SEED, tmp_path) for number in range(CASES)}
    assert {number: found.details for number, found in outcomes.items() if found.details} == {}
    kinds = {found.kind for found in outcomes.values()}
    assert {LAYOUTS[name].use, "InputError"} <= kinds  # spoilt neither too little nor too much


def test_cases_are_the_same_every_time():
    layout = LAYOUTS["chess-results-csv"]
    assert cases.content(layout, 7, SEED) == cases.content(layout, 7, SEED) != cases.content(layout, 8, SEED)
